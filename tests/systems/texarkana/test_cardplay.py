"""Cardplay (TXD-10): play, flip, push; busts, ties, Skulls, and the cards' way through deck and hands."""

import pytest

from rules.core.audience import Viewer
from rules.core.command import Answer, GoOn
from rules.core.values import replace
from rules.systems.texarkana import policy
from rules.systems.texarkana.commands import Shoot
from rules.systems.texarkana.events import (
    AttemptDecided,
    CardDrawn,
    ConditionChanged,
    DealerTrumped,
    GritLost,
    InjuryGained,
    RanOut,
    WoeGained,
)
from rules.systems.texarkana.state import House
from rules.systems.texarkana.view import view
from tests.systems.texarkana.table import fight, has_rule, kinds, npc, only, pc, prompt, who

SHOT = Shoot(actor=who("ana"), whom=who("bart"))


def shot(card: str) -> Shoot:
    return Shoot(actor=who("ana"), whom=who("bart"), card=card)


def test_txd_10_a_tie_is_a_success() -> None:
    table = fight(pc(hand=("KHe",)), npc(ratings={"Ma": 3}))
    events = table.do(shot("KHe"), "JCl", "2He")
    decided = only(events, AttemptDecided)[0]
    assert (decided.score.total, decided.opposition.total, decided.is_success) == (14, 14, True)


def test_txd_10_one_less_fails() -> None:
    table = fight(pc(hand=("KHe",)), npc(ratings={"Ma": 3}))
    assert not only(table.do(shot("KHe"), "QCl", "2He"), AttemptDecided)[0].is_success


def test_txd_35_the_house_may_give_ties_to_the_dealer() -> None:
    table = fight(pc(hand=("KHe",)), npc(ratings={"Ma": 3}), house=House(ties="npc"))
    assert not only(table.do(shot("KHe"), "JCl", "2He"), AttemptDecided)[0].is_success


def test_txd_10_a_trump_may_be_pushed_and_the_flip_is_added() -> None:
    """5 of Pistols with a revolver (+1) against 9: pushed by an 8 it is 14, and hits (digest 4.7, vector 3)."""
    table = fight(pc(hand=("5Pi",)), npc())
    table.do(shot("5Pi"), "9Cl")
    assert table.asked() == ("t1.trump",)
    events = table.do(Answer(prompt=prompt("t1.trump"), key="trump"), "8He", "2He")
    decided = only(events, AttemptDecided)[0]
    assert (decided.score.total, decided.is_success) == (14, True)


def test_tx_66b_a_push_in_vain_when_shooting_empties_the_weapon() -> None:
    """The same pushed by a 2 is 8: a miss, and the revolver is out of ammunition."""
    table = fight(pc(hand=("5Pi",)), npc())
    table.do(shot("5Pi"), "9Cl")
    events = table.do(Answer(prompt=prompt("t1.trump"), key="trump"), "2He", "3He")
    assert not only(events, AttemptDecided)[0].is_success
    assert has_rule(only(events, RanOut)[0], "TX-66")


def test_tx_57_standing_and_missing_empties_nothing() -> None:
    table = fight(pc(hand=("5Pi",)), npc())
    table.do(shot("5Pi"), "9Cl")
    events = table.do(Answer(prompt=prompt("t1.trump"), key="stand"), "3He")
    assert not only(events, RanOut)


@pytest.mark.parametrize(
    ("card", "flip", "chance"),
    [
        ("KPi", "AHe", "bust 38%"),  # 9 to King: 45 cards less the King itself, of 117 less two
        ("KPi", "QHe", "bust 37%"),  # one less of them: 43 of 115
        ("8Pi", "AHe", "bust 0%"),  # 8 and 13 are 21
    ],
)
def test_txd_10_the_chance_of_a_bust_stands_beside_the_trump(card: str, flip: str, chance: str) -> None:
    table = fight(pc(hand=(card,)), npc())
    table.do(shot(card), flip)
    for viewer in (Viewer(combatants=frozenset({who("ana")})), Viewer(gm=True)):
        asked = view(table.state, viewer).asked[0]
        assert [(each.key, each.note) for each in asked.choices] == [("trump", chance), ("stand", "")]


def test_txd_10_over_21_is_a_bust() -> None:
    table = fight(pc(hand=("KPi",)), npc())
    table.do(shot("KPi"), "AHe")
    events = table.do(Answer(prompt=prompt("t1.trump"), key="trump"), "9He", "3He")
    decided = only(events, AttemptDecided)[0]
    assert decided.is_bust
    assert not decided.is_success


def test_txd_10_exactly_21_is_no_bust() -> None:
    table = fight(pc(hand=("KPi",)), npc())
    table.do(shot("KPi"), "AHe")
    events = table.do(Answer(prompt=prompt("t1.trump"), key="trump"), "8He", "3He")
    assert not only(events, AttemptDecided)[0].is_bust


def test_txd_10_the_dealer_trumps_whenever_behind_with_a_trump() -> None:
    """King (+1) against the 5 of Masks: the Dealer flips a 9, 14 against 14 is still the player's."""
    table = fight(pc(hand=("KHe",)), npc())
    events = table.do(shot("KHe"), "5Ma", "9He", "3He")
    assert only(events, DealerTrumped)
    assert only(events, AttemptDecided)[0].is_success


def test_txd_10_the_dealer_wins_by_a_trump() -> None:
    table = fight(pc(hand=("KHe",)), npc())
    events = table.do(shot("KHe"), "5Ma", "10He", "3He")
    assert not only(events, AttemptDecided)[0].is_success


def test_txd_10_the_dealer_may_bust_too() -> None:
    table = fight(pc(hand=("KHe",)), npc())
    events = table.do(shot("KHe"), "JMa", "JHe", "3He")
    decided = only(events, AttemptDecided)[0]
    assert decided.is_dealer_bust
    assert decided.is_success


def test_txd_10_the_dealer_does_not_trump_when_ahead() -> None:
    table = fight(pc(hand=("2He",)), npc())
    assert not only(table.do(shot("2He"), "9Ma", "3He"), DealerTrumped)


def test_txd_10_a_skull_is_never_a_trump() -> None:
    table = fight(pc(hand=("KSk",)), npc())
    events = table.do(shot("KSk"), "2Cl", "3He")
    assert only(events, AttemptDecided)[0].is_success


def test_txf_25_each_skull_on_the_table_is_one_woe() -> None:
    table = fight(pc(hand=("KSk",)), npc())
    events = table.do(shot("KSk"), "2Sk", "3He")
    assert [event.woe for event in only(events, WoeGained)] == [1, 2]
    assert table.state.woe == 2


def test_txf_25_a_skull_drawn_into_a_hand_is_no_woe() -> None:
    table = fight(pc(hand=("KHe",)), npc())
    assert not only(table.do(shot("KHe"), "2Cl", "KSk"), WoeGained)


def test_txf_17_a_played_card_is_replaced_for_its_owner_alone() -> None:
    table = fight(pc(hand=("KHe", "2He")), npc())
    drawn = only(table.do(shot("KHe"), "2Cl", "9To"), CardDrawn)[0]
    assert drawn.audience == "of:ana"
    assert table["ana"].hand == ("2He", "9To")


def test_txd_10_an_empty_deck_is_shuffled_from_the_discards() -> None:
    table = fight(pc(hand=("KHe",)), npc())
    deck = table.state.deck
    table.state = replace(table.state, deck=replace(deck, rest=(), discards=deck.rest))
    events = table.do(shot("KHe"), "2Cl", "9To")
    assert "DeckShuffled" in kinds(events)


def test_txd_32_a_flip_that_finds_no_card_is_refused() -> None:
    """While every card is in a hand nobody can flip: another test must give cards back first."""
    table = fight(pc(hand=("KHe",)), npc())
    deck = table.state.deck
    bea = pc("bea", hand=("QHe",))
    table.state = replace(table.state, deck=replace(deck, rest=()), fighters=(*table.state.fighters, bea))
    assert table.refusal(shot("KHe")).code == "NO_CARDS"


def test_txd_32_a_card_owed_is_filled_first() -> None:
    table = fight(pc(hand=("KHe", "QHe")), pc("bea", hand=("JHe",)), npc(), owed=(who("bea"),))
    table.do(shot("KHe"), "2Cl", "9To", "8To")
    assert table.state.owed == ()
    assert table["bea"].hand == ("JHe", "8To")


def test_a_card_that_is_not_in_hand_is_refused() -> None:
    assert fight().refusal(shot("2Cl")).code == "NOT_IN_HAND"


def test_without_a_card_the_player_is_asked_for_one() -> None:
    table = fight(pc(hand=("KHe", "2Pi", "9Pi")), npc())
    table.do(SHOT)
    assert table.asked() == ("t1.card",)


@pytest.mark.parametrize(
    ("value", "flip", "does"),
    [(9, 7, True), (9, 6, False), (10, 9, True), (10, 8, False), (11, 11, True), (13, 12, False), (2, 1, True)],
)
def test_txd_18_when_the_automatic_player_trumps(value: int, flip: int, does: bool) -> None:
    assert policy.should_trump(value, flip) is does


def test_txd_18_the_automatic_card_is_a_skull_only_if_it_is_better() -> None:
    table = fight(pc(hand=("KSk", "KHe", "2Cl")), npc())
    table.do(SHOT)
    assert policy.best_card(table.state, table.state.attempts[0], who("ana")) == "KHe"


def test_go_on_plays_the_automatic_card_and_skips_what_is_gone() -> None:
    table = fight(pc(hand=("KHe", "2Cl")), npc())
    table.do(SHOT)
    table.do(GoOn(prompts=(prompt("t1.card"), prompt("t9.card"))), "3Cl", "9To")
    assert "KHe" not in table["ana"].hand


def test_txd_21_injury_lowers_a_pcs_score_by_at_most_three() -> None:
    table = fight(pc(hand=("KHe",), injury=5), npc())
    decided = only(table.do(shot("KHe"), "10Cl", "3He"), AttemptDecided)[0]
    assert decided.score.total == 13 + 1 - 3


def test_txd_21_injury_lowers_an_npcs_rating_but_not_below_minus_three() -> None:
    table = fight(pc(hand=("KHe",)), npc(injury=3, ratings={"Ma": -2}))
    decided = only(table.do(shot("KHe"), "10Cl", "3He"), AttemptDecided)[0]
    assert decided.opposition.total == 10 - 3


def test_txd_35_the_house_may_turn_the_injury_penalty_off() -> None:
    table = fight(pc(hand=("KHe",), injury=2), npc(), house=House(injury_penalty=0))
    assert only(table.do(shot("KHe"), "10Cl", "3He"), AttemptDecided)[0].score.total == 14


def test_txd_20_an_npc_without_grit_is_dead() -> None:
    table = fight(pc(hand=("KHe",)), npc(grit=3), npc("carl"))
    events = table.do(shot("KHe"), "2Cl", "3He")
    assert only(events, ConditionChanged)[0].condition == "dead"
    assert only(events, GritLost)[0].lost == 3
    assert only(events, InjuryGained)
