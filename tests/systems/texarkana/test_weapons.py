"""What a weapon is worth in a given hand; the rows themselves are in `test_tables`."""

import pytest

from rules.systems.texarkana.weapons import (
    Manner,
    brawling_arm,
    brawling_keys,
    has_rank,
    melee,
    shooting_keys,
    tables,
)
from tests.systems.texarkana.table import npc, pc


def test_tx_30_stiletto_and_tomahawk_can_be_thrown() -> None:
    assert {key for key, row in tables().melee.items() if row.is_thrown} == {"stiletto", "tomahawk"}


def test_tx_56_only_the_blunderbuss_is_single_shot_and_ignores_cover() -> None:
    assert {key for key, row in tables().ranged.items() if row.is_single_shot} == {"blunderbuss"}
    assert {key for key, row in tables().ranged.items() if row.ignores_cover} == {"blunderbuss"}


def test_tx_30_sabre_has_one_more_when_mounted() -> None:
    ranks = {"Cl": "B"}
    assert brawling_arm(pc(ranks=ranks), "sabre").bonus == 1
    assert brawling_arm(pc(ranks=ranks, is_mounted=True), "sabre").bonus == 2


def test_tx_30_stiletto_needs_both_ranks() -> None:
    row = melee("stiletto")
    assert row is not None
    assert not has_rank(pc(ranks={"Cl": "C", "Ma": "D"}), row.rank)
    assert has_rank(pc(ranks={"Cl": "C", "Ma": "C"}), row.rank)


def test_txa_04_without_the_rank_a_melee_weapon_is_improvised() -> None:
    arm = brawling_arm(pc(ranks={"Cl": "C"}), "bowie-knife")
    assert (arm.manner, arm.bonus, arm.damage, arm.trumps) == (Manner.IMPROVISED, 0, 2, ())


def test_txa_04_without_the_rank_a_firearm_cannot_be_fired() -> None:
    assert shooting_keys(pc(weapons=("service-pistol",), ranks={"Pi": "C"})) == ()
    assert brawling_keys(pc(weapons=("service-pistol",), ranks={"Pi": "C"})) == ("service-pistol-grip", "fists")


def test_txa_04_npcs_ignore_ranks() -> None:
    assert shooting_keys(npc(weapons=("service-rifle",))) == ("service-rifle",)


def test_tx_33_a_pc_does_one_damage_unarmed() -> None:
    assert brawling_arm(pc(), "fists").damage == 1


def test_tx_34_an_npc_does_its_brawling_rating_unarmed() -> None:
    assert brawling_arm(npc(brawling=3), "fists").damage == 3


@pytest.mark.parametrize(("key", "rule"), [("revolver-grip", "TX-46"), ("service-rifle-stock", "TX-47")])
def test_tx_46_47_grip_and_stock_do_two_damage(key: str, rule: str) -> None:
    arm = brawling_arm(pc(), key)
    assert (arm.bonus, arm.damage, arm.rule, arm.manner) == (0, 2, rule, Manner.IMPROVISED)


@pytest.mark.parametrize(("key", "damage"), [("improvised-2", 2), ("improvised-3", 3)])
def test_tx_44_improvised_weapons_do_two_or_three_damage_without_rank_or_bonus(key: str, damage: int) -> None:
    arm = brawling_arm(pc(ranks={}), key)
    assert (arm.bonus, arm.damage) == (0, damage)


def test_tx_31_only_pistols_are_fired_point_blank() -> None:
    armed = npc(weapons=("derringer", "coach-gun", "bow"), in_hand="")
    assert brawling_keys(armed) == ("derringer", "derringer-grip", "coach-gun-stock", "bow-stock", "fists")
