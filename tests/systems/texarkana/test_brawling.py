"""Brawling (TX-28 to TX-37, TX-41 to TX-47): who deals what, instead of what, and a Trump in vain."""

import pytest

from rules.core.command import Answer
from rules.systems.texarkana.commands import Brawl
from rules.systems.texarkana.events import (
    Armed,
    AttemptOpened,
    ConditionChanged,
    CoverLost,
    Disarmed,
    Grappled,
    GritLost,
    InjuryGained,
    InjurySpared,
    Moved,
    TierChanged,
)
from rules.systems.texarkana.state import Condition, Fighter, House, Tier
from tests.systems.texarkana.table import Table, fight, npc, only, pc, prompt, who

EXPERT = {"Cl": "A", "Ho": "A", "Sp": "A", "Ma": "A", "Pi": "A"}


def brawl(weapon: str = "", how: str = "", card: str | None = "KHe") -> Brawl:
    return Brawl(actor=who("ana"), whom=who("bart"), weapon=weapon, how=how, card=card)


def man(**changes: object) -> Fighter:
    """An unarmed opponent in the same zone."""
    return npc(**{"place": "road", "weapons": (), "in_hand": "", **changes})  # type: ignore[arg-type]  # fields


def woman(weapon: str = "", **changes: object) -> Fighter:
    """A PC with every rank, this weapon in hand and a King to play."""
    weapons = (weapon,) if weapon else ()
    usual = {"hand": ("KHe", "2He"), "weapons": weapons, "in_hand": weapon, "ranks": EXPERT}
    return pc(**{**usual, **changes})  # type: ignore[arg-type]  # fields of several types


def close(weapon: str = "", **changes: object) -> Table:
    return fight(woman(weapon), man(**changes))


def test_tx_28_only_in_the_same_or_an_adjacent_zone() -> None:
    assert fight(woman(), npc(place="ridge")).refusal(brawl()).code == "NOT_ADJACENT"


def test_tx_22b_the_brawler_moves_there_first() -> None:
    table = fight(woman(), npc(weapons=(), in_hand=""))
    events = table.do(brawl(), "2Di", "3He")
    assert only(events, Moved)[0].where == "rocks"
    assert table["ana"].place == "rocks"


def test_tx_29_clubs_trump_and_ratings_and_bonuses_count() -> None:
    table = close("blackjack", ratings={"Cl": 2}, weapons=("bowie-knife",), in_hand="bowie-knife")
    attempt = only(table.do(brawl(card=None)), AttemptOpened)[0].attempt
    assert (attempt.trumps, attempt.npc_trumps) == (("Cl",), ("Cl", "Ho"))
    assert (attempt.bonus.total, attempt.difficulty.total) == (1, 3)


def test_tx_29_the_winner_deals_the_weapons_damage_and_one_injury() -> None:
    table = close("shovel", grit=6)
    table.do(brawl(), "2Di", "3He")
    assert (table["bart"].grit, table["bart"].injury) == (3, 1)


def test_txd_13_txa_33_whoever_started_the_winner_deals_his_own_damage() -> None:
    table = close("shovel", weapons=("blackjack",), in_hand="blackjack")
    table.do(brawl(card="2He"), "KHo", "3He")
    assert (table["ana"].grit, table["ana"].injury) == (4, 1)


@pytest.mark.parametrize(
    ("weapon", "trumps"),
    [("stiletto", ("Cl", "Ma")), ("bullwhip", ("Cl", "Ho")), ("wrench", ("Cl", "Sp")), ("cane", ("Cl",))],
)
def test_txa_28_a_weapons_suit_trumps_besides_clubs(weapon: str, trumps: tuple[str, ...]) -> None:
    assert only(close(weapon).do(brawl(card=None)), AttemptOpened)[0].attempt.trumps == trumps


def test_tx_31_32_a_pistol_at_point_blank_has_its_own_numbers_but_clubs_trump() -> None:
    table = close("service-pistol", grit=6)
    events = table.do(brawl("service-pistol"), "2Di", "3He")
    attempt = only(events, AttemptOpened)[0].attempt
    assert (attempt.trumps, attempt.bonus.total) == (("Cl",), 1)
    assert table["bart"].grit == 2


def test_tx_46_a_pistol_grip_does_two() -> None:
    table = close("revolver", grit=6)
    table.do(brawl("revolver-grip"), "3He", "4He")
    assert table["bart"].grit == 4


def test_tx_47_a_rifle_in_hand_is_a_stock() -> None:
    table = close("service-rifle", grit=6)
    events = table.do(brawl(), "3He", "4He")
    assert only(events, GritLost)[0].lost == 2


def test_tx_28_a_rifle_is_not_fired_in_a_brawl() -> None:
    assert close("service-rifle").refusal(brawl("service-rifle")).code == "NOT_FOR_BRAWLING"


def test_txa_26_the_one_attacked_answers_with_what_is_in_hand() -> None:
    """The Dealer's bandit holds a loaded revolver: he answers point-blank, 3 damage."""
    table = close("", weapons=("revolver",), in_hand="revolver")
    table.do(brawl(card="2He"), "KHo", "3He")
    assert table["ana"].grit == 3


def test_txa_26_an_empty_pistol_in_hand_is_a_club() -> None:
    table = close("", weapons=("revolver",), in_hand="revolver", is_out_of_ammo=frozenset({"revolver"}))
    table.do(brawl(card="2He"), "KHo", "3He")
    assert table["ana"].grit == 4


def test_tx_35_only_the_first_unarmed_hit_brings_an_injury() -> None:
    """Two fists on one target by two people: 1 damage each, one Injury in all (digest 4.7, vector 6)."""
    bea = pc("bea", hand=("QHe",), weapons=(), in_hand="")
    table = fight(woman(), bea, man(grit=4))
    assert only(table.do(brawl(), "2Di", "3He"), InjuryGained)
    events = table.do(Brawl(actor=who("bea"), whom=who("bart"), card="QHe"), "3Di", "4He")
    assert not only(events, InjuryGained)
    assert only(events, InjurySpared)
    assert (table["bart"].grit, table["bart"].injury) == (2, 1)


def test_txa_05_the_supernatural_always_brings_an_injury_and_does_not_use_up_the_first() -> None:
    table = fight(woman(was_hit_unarmed=True), man(is_supernatural=True, brawling=3))
    table.do(brawl(card="2He"), "KHo")  # no card is drawn: it is burned
    assert (table["ana"].grit, table["ana"].injury) == (3, 1)
    table = fight(woman(), man(is_supernatural=True, brawling=3))
    table.do(brawl(card="2He"), "KHo")
    assert not table["ana"].was_hit_unarmed


@pytest.mark.parametrize(("grit", "damage", "left"), [(1, 1, 1), (2, 2, 1), (3, 3, 1), (2, 3, 1)])
def test_tx_36_txa_09_nobody_dies_of_bare_hands(grit: int, damage: int, left: int) -> None:
    table = fight(woman(grit=grit), pc("bea", hand=("QHe",)), man(brawling=damage))
    events = table.do(brawl(card="2He"), "KHo", "3He")
    assert table["ana"].condition is Condition.INCAPACITATED
    assert table["ana"].grit == left
    assert not only(events, InjuryGained)


@pytest.mark.parametrize("weapon", ["", "bullwhip", "baton"])
def test_tx_37_grapple_instead_of_damage(weapon: str) -> None:
    table = close(weapon)
    events = table.do(brawl(how="grapple"), "2Di", "3He")
    assert only(events, Grappled)
    assert not only(events, GritLost)


def test_tx_37_not_with_a_knife() -> None:
    assert close("bowie-knife").refusal(brawl("bowie-knife", how="grapple")).code == "NOT_WITH_THIS"


@pytest.mark.parametrize("weapon", ["cane", "blackjack", "knuckle-duster", "wrench", "baton"])
def test_tx_42_incapacitate_costs_one_less_and_no_injury(weapon: str) -> None:
    table = fight(woman(weapon), man(grit=4), npc("carl"))
    events = table.do(brawl(how="incapacitate"), "2Di", "3He")
    assert (table["bart"].grit, table["bart"].injury) == (3, 0)
    assert only(events, ConditionChanged)[0].condition is Condition.INCAPACITATED


def test_tx_42_who_would_die_of_it_keeps_one_grit() -> None:
    table = fight(woman("cane"), man(grit=1), npc("carl"))
    table.do(brawl(how="incapacitate"), "2Di", "3He")
    assert (table["bart"].grit, table["bart"].condition) == (1, Condition.INCAPACITATED)


def test_tx_43_disarm_costs_nothing_but_the_weapon() -> None:
    table = close("baton", weapons=("bowie-knife", "revolver"), in_hand="bowie-knife")
    events = table.do(brawl(how="disarm"), "2Di", "3He")
    assert only(events, Disarmed)[0].weapon == "bowie-knife"
    assert (table["bart"].grit, table["bart"].injury, table["bart"].in_hand) == (4, 0, "")
    assert table["bart"].usable == ("revolver",)


def test_tx_43_there_must_be_something_in_hand() -> None:
    assert close("baton").refusal(brawl(how="disarm")).code == "NOTHING_TO_DISARM"


def test_txa_08_by_the_house_only_instead_of_a_fatal_hit() -> None:
    table = fight(woman("cane"), man(grit=4), house=House(incapacitate="fatal_only"))
    table.do(brawl(how="incapacitate"), "2Di", "3He")
    assert (table["bart"].grit, table["bart"].condition) == (2, Condition.UP)
    table = fight(woman("cane"), man(grit=2), npc("carl"), house=House(incapacitate="fatal_only"))
    table.do(brawl(how="incapacitate"), "2Di", "3He")
    assert (table["bart"].grit, table["bart"].condition) == (1, Condition.INCAPACITATED)


def test_tx_66c_a_trump_in_vain_disarms_who_is_armed() -> None:
    table = fight(woman("shovel", hand=("5Cl",)), man(weapons=("blackjack",), in_hand="blackjack"))
    table.do(brawl(card="5Cl"), "KHe")
    events = table.do(Answer(prompt=prompt("t1.trump"), key="trump"), "2He", "3He")
    assert table["ana"].grit == 4
    assert [event.weapon for event in only(events, Disarmed)] == ["shovel"]


def test_tx_66c_a_trump_in_vain_grapples_who_is_not() -> None:
    table = fight(woman(hand=("5Cl",)), man())
    table.do(brawl(card="5Cl"), "KHe")
    events = table.do(Answer(prompt=prompt("t1.trump"), key="trump"), "2He", "3He")
    assert [(event.holder, event.held) for event in only(events, Grappled)] == [("bart", "ana")]
    assert table["ana"].grit == 5


def test_tx_66c_holds_for_npcs_too() -> None:
    table = close("", grit=4)
    events = table.do(brawl(), "2Cl", "3He", "4He")
    assert [(event.holder, event.held) for event in only(events, Grappled)] == [("ana", "bart")]


def test_txa_14_brawling_loses_cover() -> None:
    table = fight(woman(is_in_cover=True), npc(weapons=(), in_hand="", is_in_cover=True))
    assert {event.who for event in only(table.do(brawl(), "2Di", "3He"), CoverLost)} == {"ana", "bart"}


def test_txd_27_drawing_another_weapon_is_free_and_announced() -> None:
    table = fight(woman("revolver", weapons=("revolver", "shovel")), man(grit=6))
    events = table.do(brawl("shovel"), "2Di", "3He")
    assert [event.weapon for event in only(events, Armed)] == ["shovel"]
    assert table["ana"].in_hand == "shovel"


def test_tx_03_in_a_fist_fight_the_posse_keeps_to_fists() -> None:
    """Unless another weapon is named: then it is asked first (see test_escalation)."""
    table = fight(woman("shovel"), man(), tier=Tier.FISTS)
    attempt = only(table.do(brawl(card=None)), AttemptOpened)[0].attempt
    assert attempt.stakes.pc_weapon == "fists"  # type: ignore[union-attr]  # a brawl's


@pytest.mark.parametrize("weapon", ["shovel", "revolver-grip"])
def test_tx_04_09_hand_weapons_and_clubs_are_of_the_melee_tier(weapon: str) -> None:
    table = fight(woman("revolver", weapons=("revolver", "shovel")), man(), tier=Tier.MELEE)
    assert table.do(brawl(weapon, card=None))


def test_tx_04_an_npc_that_draws_a_hand_weapon_changes_what_is_in_order() -> None:
    table = fight(woman(), man(weapons=("bowie-knife",)), tier=Tier.FISTS, phase="enemy")
    events = table.do(Brawl(actor=who("bart"), whom=who("ana"), weapon="bowie-knife"))
    assert only(events, TierChanged)[0].tier is Tier.MELEE


def test_a_weapon_that_is_not_carried_is_refused() -> None:
    assert close().refusal(brawl("sabre")).code == "NOT_CARRIED"
    assert close().refusal(brawl("spoon")).code == "NO_SUCH_WEAPON"
    assert close().refusal(brawl(how="tickle")).code == "NO_SUCH_MANNER"


def test_tx_37_without_a_weapon_named_one_that_serves_is_taken() -> None:
    """A grapple is done with bare hands, whatever was in hand."""
    table = close("revolver")
    table.do(brawl(how="grapple"), "2Di", "3He")
    assert (table.state.held_by(who("ana")), table["ana"].in_hand) == ("bart", "")
