"""Both weapon tables, row by row, and what a weapon is worth in a given hand."""

import pytest

from rules.systems.texarkana.weapons import (
    Manner,
    brawling_arm,
    brawling_keys,
    has_rank,
    melee,
    ranged,
    shooting_keys,
    tables,
)
from tests.systems.texarkana.table import npc, pc

MELEE = [
    # key, ranks, bonus, damage, trumps, instead, instead of death
    ("cane", {"Cl": "D"}, 0, 2, (), (), ("incapacitate", "disarm")),
    ("blackjack", {"Cl": "C"}, 1, 2, (), (), ("incapacitate", "disarm")),
    ("knuckle-duster", {"Cl": "C"}, 1, 2, (), (), ("incapacitate", "disarm")),
    ("stiletto", {"Cl": "C", "Ma": "C"}, 0, 3, ("Ma",), (), ()),
    ("tomahawk", {"Cl": "B"}, 1, 3, (), (), ()),
    ("bullwhip", {"Cl": "B", "Ho": "C"}, 0, 2, ("Ho",), ("grapple",), ()),
    ("bowie-knife", {"Cl": "B", "Ho": "B"}, 1, 3, ("Ho",), (), ()),
    ("baton", {"Cl": "B"}, 1, 2, (), ("disarm", "grapple"), ("incapacitate",)),
    ("wrench", {"Sp": "C"}, 0, 2, ("Sp",), (), ("incapacitate", "disarm")),
    ("shovel", {"Cl": "C", "Sp": "C"}, 0, 3, ("Sp",), (), ()),
    ("sabre", {"Cl": "B"}, 1, 3, (), (), ()),
]
RANGED = [
    # key, ranks, bonus, damage, range, reach, trumps
    ("derringer", {"Pi": "D"}, 0, 2, "pistol", 1, ()),
    ("revolver", {"Pi": "C"}, 1, 3, "pistol", 1, ()),
    ("service-pistol", {"Pi": "B"}, 1, 4, "pistol", 1, ()),
    ("coach-gun", {"Pi": "B"}, 0, 4, "medium", 2, ()),
    ("bow", {"Pi": "C", "Ho": "B"}, 1, 3, "long", None, ("Ho",)),
    ("blunderbuss", {"Pi": "B"}, 1, 3, "short", 1, ()),
    ("lever-rifle", {"Pi": "C"}, 1, 3, "medium", 2, ()),
    ("service-rifle", {"Pi": "B"}, 2, 3, "long", None, ()),
]


@pytest.mark.parametrize(("key", "rank", "bonus", "damage", "trumps", "instead", "of_death"), MELEE)
def test_tx_30_melee_table(
    key: str,
    rank: dict[str, str],
    bonus: int,
    damage: int,
    trumps: tuple[str, ...],
    instead: tuple[str, ...],
    of_death: tuple[str, ...],
) -> None:
    row = melee(key)
    assert row is not None
    assert (dict(row.rank), row.bonus, row.damage, row.trumps) == (rank, bonus, damage, trumps)
    assert (row.instead, row.instead_of_death) == (instead, of_death)


@pytest.mark.parametrize(("key", "rank", "bonus", "damage", "range_", "reach", "trumps"), RANGED)
def test_tx_56_ranged_table(
    key: str, rank: dict[str, str], bonus: int, damage: int, range_: str, reach: int | None, trumps: tuple[str, ...]
) -> None:
    row = ranged(key)
    assert row is not None
    assert (dict(row.rank), row.bonus, row.damage, row.range, row.trumps) == (rank, bonus, damage, range_, trumps)
    assert row.reach == reach


def test_the_tables_have_no_other_rows() -> None:
    makeshift = {"improvised-2", "improvised-3"}
    assert set(tables().melee) - makeshift == {row[0] for row in MELEE}
    assert set(tables().ranged) == {row[0] for row in RANGED}


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
