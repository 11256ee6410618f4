"""Improvised weapons (TX-44, TX-45, TXA-24): described by the player, rated by the Dealer, damage 2 until he does."""

import pytest

from rules.core.command import Amend, Answer
from rules.systems.texarkana.commands import Brawl, Improvise
from rules.systems.texarkana.events import (
    AttemptOpened,
    EscalationAsked,
    GritLost,
    Improvised,
    MakeshiftRated,
    TierChanged,
)
from rules.systems.texarkana.state import Tier
from tests.systems.texarkana.table import Table, fight, npc, only, pc, prompt, who

STOOL = "improvised-2:bar stool"


def grab(what: str = "bar stool", card: str | None = "KHe") -> Improvise:
    return Improvise(actor=who("ana"), whom=who("bart"), what=what, card=card)


def brawlers(**changes: object) -> Table:
    ana = pc(hand=("KHe", "2He"), weapons=(), in_hand="", ranks={"Cl": "D"})
    return fight(ana, npc(place="road", weapons=(), in_hand="", grit=6), **changes)  # type: ignore[arg-type]  # fields


def rate(damage: str) -> Amend:
    return Amend(what="makeshift", value=damage, whom=who("ana"))


def test_tx_44_what_is_grabbed_does_two_damage_at_once() -> None:
    table = brawlers()
    events = table.do(grab(), "2Di", "3He")
    assert [(event.weapon, event.damage) for event in only(events, Improvised)] == [(STOOL, 2)]
    assert [event.lost for event in only(events, GritLost)] == [2]
    assert (table["bart"].injury, table["ana"].in_hand) == (1, STOOL)
    assert any("bar stool (damage 2" in line for line in table.words(events))


def test_txa_24_it_has_no_bonus_and_asks_for_no_rank_and_clubs_alone_trump() -> None:
    attempt = only(brawlers().do(grab(card=None)), AttemptOpened)[0].attempt
    assert (attempt.bonus.total, attempt.trumps) == (0, ("Cl",))


def test_tx_44_the_dealers_three_counts_in_the_brawl_under_way() -> None:
    table = brawlers()
    table.do(grab(card=None))
    events = table.do(rate("3"))
    assert [(event.key, event.damage) for event in only(events, MakeshiftRated)] == [("improvised-3:bar stool", 3)]
    table.do(Answer(prompt=prompt("t1.card"), key="KHe"), "2Di", "3He")
    assert table["bart"].grit == 3


def test_tx_44_the_dealers_word_holds_for_the_same_thing_later() -> None:
    table = brawlers()
    table.do(grab(card=None))
    table.do(rate("3"))
    assert table["ana"].weapons == ("improvised-3:bar stool",)
    table.do(rate("2"))
    assert (table["ana"].weapons, table["ana"].in_hand) == ((STOOL,), STOOL)


def test_tx_44_the_same_thing_is_grabbed_again_as_it_was_rated() -> None:
    table = fight(
        pc(hand=("KHe",), weapons=("improvised-3:bar stool",), in_hand=""), npc(place="road", weapons=(), in_hand="")
    )
    table.do(grab(card=None))
    assert table["ana"].weapons == ("improvised-3:bar stool",)


def test_tx_44_it_can_be_used_again_like_any_weapon() -> None:
    table = fight(pc(hand=("KHe",), weapons=(STOOL,), in_hand=STOOL), npc(place="road", weapons=(), in_hand=""))
    table.do(Brawl(actor=who("ana"), whom=who("bart"), card="KHe"), "2Di", "3He")
    assert table["bart"].grit == 2


@pytest.mark.parametrize("value", ["1", "4", "much"])
def test_tx_44_two_or_three_and_nothing_else(value: str) -> None:
    table = brawlers()
    table.do(grab(card=None))
    assert table.refusal(rate(value)).code == "BAD_VALUE"


def test_tx_44_only_who_has_grabbed_something_is_rated() -> None:
    assert brawlers().refusal(rate("3")).code == "NO_MAKESHIFT"


def test_tx_09_tx_45_it_counts_as_a_hand_weapon() -> None:
    assert brawlers(tier=Tier.MELEE).do(grab(card=None))
    assert only(brawlers(tier=Tier.FISTS).do(grab(card=None)), EscalationAsked)[0].escalation.tier is Tier.MELEE


def test_tx_09_an_npc_that_grabs_something_makes_hand_weapons_in_order() -> None:
    table = fight(pc(), npc(place="road", weapons=(), in_hand=""), phase="enemy", tier=Tier.FISTS)
    events = table.do(Improvise(actor=who("bart"), whom=who("ana"), what="a bottle"))
    assert [event.tier for event in only(events, TierChanged)] == [Tier.MELEE]


@pytest.mark.parametrize(("what", "code"), [("  ", "NOTHING_SAID"), ("x" * 41, "TOO_LONG")])
def test_tx_44_it_is_described_in_a_few_words(what: str, code: str) -> None:
    refusal = brawlers().refusal(grab(what))
    assert refusal.code == code
    assert "TX-44" in refusal.rules


def test_tx_44_a_description_that_ends_like_a_way_of_using_a_gun_is_a_description() -> None:
    table = brawlers()
    table.do(grab("lamp-stock"), "2Di", "3He")
    assert table["ana"].in_hand == "improvised-2:lamp-stock"


def test_tx_43_it_may_be_struck_out_of_the_hand() -> None:
    ana = pc(hand=("2He",), weapons=(STOOL,), in_hand=STOOL)
    table = fight(ana, npc(place="road", weapons=("baton",), in_hand="baton"), phase="enemy")
    table.do(Brawl(actor=who("bart"), whom=who("ana"), weapon="baton", how="disarm"))
    table.do(Answer(prompt=prompt("t1.card"), key="2He"), "KDi", "3He")
    assert (table["ana"].in_hand, table["ana"].usable) == ("", ())


def test_tx_22b_one_steps_up_to_the_enemy_with_it() -> None:
    table = fight(pc(hand=("KHe",), weapons=(), in_hand=""), npc(place="rocks", weapons=(), in_hand=""))
    table.do(grab(card=None))
    assert table["ana"].place == "rocks"


def test_tx_44_it_is_the_same_thing_with_or_without_an_article() -> None:
    table = brawlers()
    table.do(grab(" The  bar stool"), "2Di", "3He")
    assert table["ana"].in_hand == STOOL
