"""Ranged attacks: reach, sight, cover, hits and what a Trump in vain costs (TX-48 to TX-57, TX-66)."""

import pytest

from rules.core.command import Answer
from rules.systems.texarkana.commands import Move, Shoot, Sundry, TakeCover
from rules.systems.texarkana.events import (
    AttemptOpened,
    CoverLost,
    GritLost,
    InjuryGained,
    RanOut,
    Reloaded,
    TierChanged,
)
from rules.systems.texarkana.state import Tier
from tests.systems.texarkana.table import Table, fight, npc, only, pc, prompt, rules_of, who


def shoot(weapon: str = "", whom: str = "bart") -> Shoot:
    return Shoot(actor=who("ana"), whom=who(whom), weapon=weapon)


def armed(weapon: str, place: str = "road", *, is_covered: bool = False) -> Table:
    ranks = {"Pi": "A", "Ho": "A"}
    return fight(pc(place=place, weapons=(weapon,), in_hand=weapon, ranks=ranks), npc(is_in_cover=is_covered))


def test_tx_51_nobody_shoots_with_an_enemy_in_the_zone() -> None:
    refusal = armed("coach-gun", place="rocks").refusal(shoot())
    assert refusal.code == "ENEMY_HERE"
    assert "TX-51" in refusal.rules


def test_tx_51_also_not_at_somebody_elsewhere() -> None:
    table = fight(pc(place="rocks"), npc(), npc("carl", place="ridge"))
    assert table.refusal(shoot(whom="carl")).code == "ENEMY_HERE"


@pytest.mark.parametrize(
    ("weapon", "zones", "is_legal"),
    [
        ("revolver", 1, True),
        ("revolver", 2, False),
        ("blunderbuss", 1, True),
        ("blunderbuss", 2, False),
        ("coach-gun", 2, True),
        ("coach-gun", 3, False),
        ("lever-rifle", 2, True),
        ("service-rifle", 3, True),
        ("bow", 3, True),
    ],
)
def test_tx_52_reach(weapon: str, zones: int, is_legal: bool) -> None:
    table = armed(weapon, place="road")
    where = {1: "rocks", 2: "ridge", 3: "gully"}[zones]
    table = fight(table["ana"], npc(place=where))
    if is_legal:
        table.do(shoot())
        assert table.asked() == ("t1.card",)
    else:
        refusal = table.refusal(shoot(weapon))
        assert (refusal.code, rules_of(refusal)) == ("OUT_OF_REACH", {"TX-52"})


def test_tx_53_the_target_must_be_in_sight() -> None:
    """One zone away, but unseen: the gully and the ridge are next to each other."""
    table = fight(pc(place="ridge", weapons=("service-rifle",), ranks={"Pi": "A"}), npc(place="gully"))
    refusal = table.refusal(shoot())
    assert (refusal.code, rules_of(refusal)) == ("NO_SIGHT", {"TX-53"})


def test_tx_54_txd_11_a_pcs_shot() -> None:
    table = fight(pc(), npc(ratings={"Ma": 2}))
    attempt = only(table.do(shoot()), AttemptOpened)[0].attempt
    assert (attempt.trumps, attempt.npc_trumps) == (("Pi",), ("Ma",))
    assert (attempt.bonus.total, attempt.difficulty.total) == (1, 2)


def test_tx_54_txd_11_an_npcs_shot() -> None:
    table = fight(pc(), npc(ratings={"Pi": 2}), phase="enemy")
    attempt = only(table.do(Shoot(actor=who("bart"), whom=who("ana"))), AttemptOpened)[0].attempt
    assert (attempt.trumps, attempt.npc_trumps) == (("Ma",), ("Pi",))
    assert (attempt.bonus.total, attempt.difficulty.total) == (0, 3)


def test_tx_56_horns_trump_besides_pistols_for_a_bow() -> None:
    attempt = only(armed("bow").do(shoot()), AttemptOpened)[0].attempt
    assert attempt.trumps == ("Pi", "Ho")


def test_tx_55_a_hit_costs_the_damage_and_one_injury() -> None:
    table = fight(pc(hand=("KHe",)), npc(grit=6))
    events = table.do(Shoot(actor=who("ana"), whom=who("bart"), card="KHe"), "2Cl", "3He")
    assert only(events, GritLost)[0].lost == 3
    assert len(only(events, InjuryGained)) == 1
    assert (table["bart"].grit, table["bart"].injury) == (3, 1)


def test_tx_55_a_miss_costs_nothing() -> None:
    table = fight(pc(hand=("2He",)), npc(grit=6))
    table.do(Shoot(actor=who("ana"), whom=who("bart"), card="2He"), "KCl", "3He")
    assert (table["bart"].grit, table["bart"].injury) == (6, 0)


def test_tx_66a_evading_in_vain_after_a_trump_costs_one_more() -> None:
    table = fight(pc(hand=("5Ma",)), npc(), phase="enemy")
    table.do(Shoot(actor=who("bart"), whom=who("ana")))
    table.do(Answer(prompt=prompt("t1.card"), key="5Ma"), "KCl")
    table.do(Answer(prompt=prompt("t1.trump"), key="trump"), "2He", "3He")
    assert table["ana"].grit == 6 - 4


def test_tx_66a_holds_for_npcs_too() -> None:
    """The Dealer flips the 2 of Masks, Trumps with a 3, and is hit all the same."""
    table = fight(pc(hand=("KHe",)), npc(grit=6))
    table.do(Shoot(actor=who("ana"), whom=who("bart"), card="KHe"), "2Ma", "3He", "4He")
    assert table["bart"].grit == 6 - 4


def test_tx_66b_holds_for_npcs_too() -> None:
    """The NPC's shot: the Dealer flips the 2 of Pistols, Trumps with a 3, and misses all the same."""
    table = fight(pc(hand=("KHe",)), npc(), phase="enemy")
    table.do(Shoot(actor=who("bart"), whom=who("ana")))
    table.do(Answer(prompt=prompt("t1.card"), key="KHe"), "2Pi", "3He", "4He")
    assert "revolver" in table["bart"].is_out_of_ammo


def test_tx_57_a_weapon_out_of_ammunition_cannot_be_fired_until_reloaded() -> None:
    table = fight(pc(is_out_of_ammo=frozenset({"revolver"})), npc())
    assert table.refusal(shoot("revolver")).code == "NO_AMMO"
    assert table.refusal(shoot()).code == "NO_GUN"
    events = table.do(Sundry(actor=who("ana"), what="Reload Revolver"))
    assert only(events, Reloaded)
    assert not table["ana"].is_out_of_ammo


def test_txa_03_a_blunderbuss_is_empty_after_one_shot() -> None:
    assert only(armed("blunderbuss").do(shoot()), RanOut)


def test_txa_04_without_the_rank_it_cannot_be_fired() -> None:
    table = fight(pc(weapons=("service-pistol",), in_hand="service-pistol"), npc())
    assert table.refusal(shoot("service-pistol")).code == "NO_RANK"


@pytest.mark.parametrize("tier", [Tier.FISTS, Tier.MELEE])
def test_tx_03_04_a_firearm_beyond_the_tier_is_refused(tier: Tier) -> None:
    refusal = fight(pc(), npc(), tier=tier).refusal(shoot("revolver"))
    assert refusal.code == "BEYOND_TIER"
    assert "Dealer may change" in refusal.hint


def test_tx_06_who_may_ambush_may_use_anything() -> None:
    table = fight(pc(), npc(), tier=Tier.FISTS, may_ambush=True)
    assert only(table.do(shoot()), AttemptOpened)


def test_tx_05_an_npc_that_shoots_changes_what_is_in_order() -> None:
    table = fight(pc(), npc(), tier=Tier.FISTS, phase="enemy")
    assert only(table.do(Shoot(actor=who("bart"), whom=who("ana"))), TierChanged)[0].tier is Tier.ANY


def test_tx_49_cover_gives_two_to_a_pc() -> None:
    table = fight(pc(is_in_cover=True), npc(), phase="enemy")
    attempt = only(table.do(Shoot(actor=who("bart"), whom=who("ana"))), AttemptOpened)[0].attempt
    assert attempt.bonus.total == 2


def test_tx_49_cover_gives_two_to_an_npc_in_secret() -> None:
    table = fight(pc(), npc(is_in_cover=True))
    attempt = only(table.do(shoot()), AttemptOpened)[0].attempt
    assert attempt.difficulty.total == 2
    assert all(part.audience == "gm" for part in attempt.difficulty.parts)


def test_txa_03_cover_does_not_help_against_a_blunderbuss() -> None:
    attempt = only(armed("blunderbuss", is_covered=True).do(shoot()), AttemptOpened)[0].attempt
    assert attempt.difficulty.total == 0


def test_tx_48_cover_needs_scenery() -> None:
    assert fight(pc(place="gully"), npc()).refusal(TakeCover(actor=who("ana"))).code == "NO_COVER"


def test_tx_48_cover_needs_a_zone_without_enemies() -> None:
    assert fight(pc(place="rocks"), npc()).refusal(TakeCover(actor=who("ana"))).code == "ENEMY_THERE"


def test_tx_22c_one_may_step_into_the_zone_first() -> None:
    table = fight(pc(), npc(place="gully"))
    table.do(TakeCover(actor=who("ana"), where="Rocks"))
    assert (table["ana"].place, table["ana"].is_in_cover) == ("rocks", True)


def test_txa_14_shooting_keeps_cover() -> None:
    table = fight(pc(is_in_cover=True), npc())
    table.do(shoot())
    assert table["ana"].is_in_cover


def test_txa_14_moving_loses_cover() -> None:
    table = fight(pc(is_in_cover=True), npc(place="gully"))
    assert only(table.do(Move(actor=who("ana"), where="rocks")), CoverLost)


def test_tx_50_an_enemy_who_enters_drives_one_out_of_cover() -> None:
    table = fight(pc(is_in_cover=True), npc(), phase="enemy")
    events = table.do(Move(actor=who("bart"), where="road"))
    assert [event.who for event in only(events, CoverLost)] == ["ana"]


def test_tx_50_a_friend_who_enters_does_not() -> None:
    table = fight(pc(), pc("bea", place="rocks", hand=("QHe",), is_in_cover=True), npc(place="gully"))
    table.do(Move(actor=who("ana"), where="rocks"))
    assert table["bea"].is_in_cover


def test_txd_14_who_cannot_be_shot() -> None:
    table = fight(pc(), pc("bea", hand=("QHe",)), npc(), npc("olga", side="bystander"))
    assert table.refusal(shoot(whom="bea")).code == "PC_AGAINST_PC"
    assert table.refusal(shoot(whom="olga")).code == "NOT_AN_ENEMY"
    assert table.refusal(shoot(whom="ana")).code == "SELF"


def test_tx_05_a_gun_beyond_what_is_in_order_is_refused_as_such() -> None:
    """Not as if there were no gun."""
    table = fight(pc(), npc(), tier=Tier.MELEE)
    assert table.refusal(Shoot(actor=who("ana"), whom=who("bart"))).code == "BEYOND_TIER"
