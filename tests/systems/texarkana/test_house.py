"""House rules: each switch does what it says, and a ruling in which it counted names it (TXD-35)."""

import pytest
from msgspec.structs import fields

from rules.core.audience import PUBLIC
from rules.core.command import Answer
from rules.core.event import Event
from rules.core.refusal import Illegal
from rules.core.tally import BY_THE_HOUSE, Tally
from rules.systems.texarkana import commands, events as e, house
from rules.systems.texarkana.state import House
from tests.systems.texarkana.table import DEALER, Table, fight, kinds, npc, only, pc, prompt, started, who


def shot(table: Table, card: str, *draws: str) -> tuple[Event, ...]:
    """Ana shoots Bart with this card."""
    return table.do(commands.Shoot(actor=who("ana"), whom=who("bart"), card=card), *draws)


def readings(tally: Tally) -> list[str]:
    """The readings of the house that a tally names."""
    return [part.why.removeprefix(BY_THE_HOUSE) for part in tally.parts if part.why.startswith(BY_THE_HOUSE)]


def decided(events: tuple[Event, ...]) -> e.AttemptDecided:
    (found,) = only(events, e.AttemptDecided)
    return found


def test_txd_35_by_the_book_no_ruling_names_a_reading() -> None:
    table = fight(pc(hand=("APi",), injury=1), npc(injury=1))
    shot(table, "APi", "AHe")
    test = decided(table.do(Answer(prompt=prompt(f"{table.state.attempts[0].id}.trump"), key="trump"), "KHe", "2He"))
    assert readings(test.score) == readings(test.opposition) == []


def test_txd_35_an_ace_counts_what_the_house_says() -> None:
    table = fight(pc(hand=("AHe",)), npc(), house=House(ace=14))
    test = decided(shot(table, "AHe", "10He", "2He"))
    assert test.score.total == 15  # 14, revolver +1
    assert test.is_success
    assert readings(test.score) == ["Ace counts 14"]
    assert readings(test.opposition) == []


def test_txd_35_the_dealers_ace_too() -> None:
    table = fight(pc(hand=("9He",)), npc(), house=House(ace=14))
    test = decided(shot(table, "9He", "AHe", "2He"))
    assert not test.is_success  # 10 against 14
    assert readings(test.opposition) == ["Ace counts 14"]


def test_txd_35_the_house_says_what_is_a_bust() -> None:
    table = fight(pc(hand=("JPi",)), npc(), house=House(bust_over=22))
    shot(table, "JPi", "KHe")
    test = decided(table.do(Answer(prompt=prompt(f"{table.state.attempts[0].id}.trump"), key="trump"), "JHe", "2He"))
    assert not test.is_bust  # 11 + 11 = 22
    assert readings(test.score) == ["more than 22 is a bust"]


def test_txd_35_a_tie_that_goes_to_the_dealer_is_named_to_the_dealer_alone() -> None:
    table = fight(pc(hand=("KHe",)), npc(ratings={"Ma": 3}), house=House(ties="npc"))
    test = decided(shot(table, "KHe", "JHe", "2He"))
    assert (test.score.total, test.opposition.total, test.is_success) == (14, 14, False)
    assert readings(test.opposition.seen_by(DEALER)) == ["a tie is the Dealer's"]
    assert readings(test.opposition.seen_by(PUBLIC)) == [], "all could reckon the secret from it"


def test_txd_35_a_test_that_is_no_tie_does_not_name_it() -> None:
    table = fight(pc(hand=("KHe",)), npc(ratings={"Ma": 2}), house=House(ties="npc"))
    assert readings(decided(shot(table, "KHe", "JHe", "2He")).opposition) == []


def test_txd_35_trumps_may_be_made_without_asking() -> None:
    """5 against 9: the automatic player Trumps (TXD-18), 5 + 8 + 1 beats 9."""
    table = fight(pc(hand=("5Pi",)), npc(), house=House(trump="auto"))
    events = shot(table, "5Pi", "9He", "8He", "2He")
    assert "Trumped" in kinds(events)
    assert decided(events).score.total == 14
    assert readings(decided(events).score) == ["Trumps are made where that is usually wise (TXD-18)"]


def test_txd_35_without_asking_one_stands_where_that_is_wise() -> None:
    """5 against 2: standing on 6 is enough for the automatic player (TXD-18)."""
    table = fight(pc(hand=("5Pi",)), npc(), house=House(trump="auto"))
    events = shot(table, "5Pi", "2He", "3He")
    assert "Stood" in kinds(events)
    assert decided(events).is_success


def test_txd_35_nobody_trumps_where_the_house_has_none() -> None:
    """Neither the PC with a Pistol, nor the Dealer behind with a Mask."""
    table = fight(pc(hand=("5Pi",)), npc(), house=House(trump="never"))
    events = shot(table, "5Pi", "2Ma", "3He")
    assert not {"Trumped", "Stood", "DealerTrumped"} & set(kinds(events))
    assert decided(events).is_success
    assert readings(decided(events).score) == ["nobody Trumps"]


def test_txd_21_an_injury_that_costs_nothing_is_named_for_whoever_has_one() -> None:
    table = fight(pc(hand=("KHe",), injury=2), npc(injury=1), house=House(injury_penalty=0))
    test = decided(shot(table, "KHe", "2He", "3He"))
    assert test.score.total == 14
    assert readings(test.score) == readings(test.opposition) == ["Injury costs nothing"]
    assert readings(test.opposition.seen_by(PUBLIC)) == []


def test_txa_08_a_hit_that_may_not_be_softened_says_so() -> None:
    table = fight(
        pc(weapons=("cane",), in_hand="cane", hand=("KHe",)),
        npc(place="road"),
        house=House(incapacitate="fatal_only"),
    )
    brawl = commands.Brawl(actor=who("ana"), whom=who("bart"), weapon="cane", how="disarm", card="KHe")
    (lost,) = only(table.do(brawl, "2He", "3He"), e.GritLost)
    assert lost.lost == 2
    assert readings(lost.damage) == ["only instead of a fatal hit"]
    assert "[by the house: only instead of a fatal hit]" in " ".join(table.words([lost]))


def test_txa_17_a_chase_that_somebody_wanted_says_so() -> None:
    table = fight(pc(hand=("2He",)), npc(weapons=(), in_hand=""), house=House(chase="optional"))
    table.do(commands.Flee(actor=who("ana")))
    (asked,) = table.asked()
    events = table.do(Answer(prompt=prompt(asked), key="chase"))
    (opened,) = only(events, e.AttemptOpened)
    assert readings(opened.attempt.bonus) == ["a chase is optional"]


def test_txd_35_a_reading_stands_behind_the_number_in_words() -> None:
    table = fight(pc(hand=("AHe",)), npc(), house=House(ace=14))
    said = " ".join(table.words(shot(table, "AHe", "10He", "2He")))
    assert "Ace of Hearts 14 + revolver 1 = 15 [by the house: Ace counts 14]" in said


def test_txd_35_every_reading_of_every_switch_can_be_set_and_is_shown() -> None:
    for switch in house.SWITCHES.values():
        for reading in switch.readings:
            table = started(**{switch.key: reading.key})
            now = {each.key: each.now for each in house.switches(table.state)}
            assert now[switch.key] == reading.key


def test_txd_35_the_usual_readings_are_those_of_a_house_without_switches() -> None:
    usual = House()
    assert {field.name for field in fields(House)} <= set(house.SWITCHES)
    for field in fields(House):
        assert house.SWITCHES[field.name].usual == str(getattr(usual, field.name))


def test_txd_35_every_named_set_can_be_set() -> None:
    for each in house.SETS:
        house.read_house(each.switches)


@pytest.mark.parametrize(
    ("given", "rule"), [({"ties": "both"}, "TXD-35"), ({"chase": "no"}, "TXA-17"), ({"x": "y"}, "TXD-35")]
)
def test_txd_35_what_cannot_be_set_is_refused_with_its_rule(given: dict[str, str], rule: str) -> None:
    with pytest.raises(Illegal) as refused:
        house.read_house(given)
    assert refused.value.refusal.rules == (rule,)
