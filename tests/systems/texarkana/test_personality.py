"""Characteristics and Flaws as wagers (TXF-22, TXF-23, TXD-19)."""

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.command import Answer, GoOn
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.cards import shown
from rules.systems.texarkana.commands import Shoot
from rules.systems.texarkana.events import CardBurned, CardDrawn, CardsOffered, Wagered, WagerLost, WagerWon
from rules.systems.texarkana.state import Condition
from tests.systems.texarkana.table import DEALER, Table, fight, npc, only, pc, prompt, who

ANA = Viewer(combatants=frozenset({who("ana")}))
CARD = prompt("t1.card")
NERVE, TAUNT = "wager.0", "wager.1"


def shooting(**changes: object) -> Table:
    """Ana shoots, and owes a card."""
    usual: dict[str, object] = {
        "hand": ("KHe", "2He"),
        "characteristics": ("Iron nerve",),
        "flaws": ("Rises to taunts",),
    }
    table = fight(pc(**{**usual, **changes}), pc("bea", hand=("QHe",)), npc(grit=20))  # type: ignore[arg-type]  # fields of several types
    table.do(Shoot(actor=who("ana"), whom=who("bart")))
    return table


def choices(table: Table) -> list[str]:
    return [choice.key for choice in TEXARKANA.view(table.state, ANA).asked[0].choices]


def wager(what: str) -> Answer:
    return Answer(prompt=CARD, key=what)


def test_txf_22_both_are_offered_before_the_card_to_the_player_alone() -> None:
    table = shooting()
    assert choices(table) == ["KHe", "2He", NERVE, TAUNT]
    assert TEXARKANA.view(table.state, DEALER).asked[0].choices == ()


def test_txf_22_one_a_test() -> None:
    table = shooting()
    table.do(wager(NERVE))
    assert choices(table) == ["KHe", "2He"]
    refusal = table.refusal(wager(TAUNT))
    assert refusal.code == "WAGERED"
    assert "TXF-22" in table.say(refusal)


def test_txd_19_a_characteristic_that_wins_is_a_luck_and_the_pick_of_two_cards() -> None:
    table = shooting()
    table.do(wager(NERVE))
    events = table.do(Answer(prompt=CARD, key="KHe"), "2Cl", "9To", "4Pi")
    assert only(events, WagerWon)[0].luck == 4
    assert table["ana"].luck == 4
    assert only(events, CardsOffered)[0].cards == ("9To", "4Pi")
    assert len(table["ana"].hand) == 1
    picking = next(each for each in table.asked() if each.startswith("pick."))
    table.do(Answer(prompt=prompt(picking), key="4Pi"))
    assert sorted(table["ana"].hand) == ["2He", "4Pi"]
    assert table.state.deck.bottom == ("9To",)


@pytest.mark.parametrize("viewer", [PUBLIC, DEALER])
def test_txf_23_nobody_else_learns_the_two_cards(viewer: Viewer) -> None:
    table = shooting()
    table.do(wager(NERVE))
    events = table.do(Answer(prompt=CARD, key="KHe"), "2Cl", "9To", "4Pi")
    text = repr((table.words(events, viewer), TEXARKANA.view(table.state, viewer)))
    picking = next(each for each in table.asked() if each.startswith("pick."))
    text += repr(table.words(table.do(Answer(prompt=prompt(picking), key="4Pi")), viewer))
    assert not any(word in text for card in ("9To", "4Pi") for word in (card, shown(card)))


def test_txf_23_whoever_does_not_pick_takes_the_higher_card() -> None:
    table = shooting()
    table.do(wager(NERVE))
    table.do(Answer(prompt=CARD, key="KHe"), "2Cl", "9To", "4Pi")
    picking = next(each for each in table.asked() if each.startswith("pick."))
    table.do(GoOn(prompts=(prompt(picking),)))
    assert table["ana"].hand == ("2He", "9To")


def test_txf_23_another_card_is_not_offered() -> None:
    table = shooting()
    table.do(wager(NERVE))
    table.do(Answer(prompt=CARD, key="KHe"), "2Cl", "9To", "4Pi")
    picking = next(each for each in table.asked() if each.startswith("pick."))
    assert table.refusal(Answer(prompt=prompt(picking), key="KPi")).code == "NOT_OFFERED"


def test_txd_19_a_characteristic_that_loses_is_a_luck_less_and_the_usual_draw() -> None:
    table = shooting()
    table.do(wager(NERVE))
    events = table.do(Answer(prompt=CARD, key="2He"), "KCl", "3To")
    assert only(events, WagerLost)[0].luck == 2
    assert table["ana"].luck == 2
    assert only(events, CardDrawn)
    assert not only(events, CardsOffered)


def test_txf_23_a_characteristic_serves_once_a_session() -> None:
    table = shooting(spent=frozenset({"Iron nerve"}))
    assert choices(table) == ["KHe", "2He", TAUNT]
    assert table.refusal(wager(NERVE)).code == "SPENT"


def test_txf_23_it_is_spent_whether_or_not_it_wins() -> None:
    table = shooting()
    table.do(wager(NERVE))
    assert "Iron nerve" in table["ana"].spent


def test_txf_22_without_luck_there_is_nothing_to_wager() -> None:
    table = shooting(luck=0)
    assert choices(table) == ["KHe", "2He", TAUNT]
    assert table.refusal(wager(NERVE)).code == "NO_LUCK"


def test_txf_22_only_what_one_has() -> None:
    assert shooting().refusal(wager("wager.2")).code == "NO_SUCH_WAGER"


def test_txd_19_a_flaw_that_wins_is_a_will_with_a_card() -> None:
    table = shooting()
    table.do(wager(TAUNT))
    events = table.do(Answer(prompt=CARD, key="KHe"), "2Cl", "9To", "4Pi")
    assert only(events, WagerWon)[0].will == 7
    assert table["ana"].will == 7
    assert table["ana"].hand == ("2He", "9To", "4Pi")


def test_txd_19_never_beyond_ten() -> None:
    hand = ("KHe", "2He", "3He", "4He", "5He", "6He", "7He", "8He", "9He", "10He")
    table = shooting(will=10, hand=hand)
    table.do(wager(TAUNT))
    table.do(Answer(prompt=CARD, key="KHe"), "2Cl", "9To")
    assert (table["ana"].will, len(table["ana"].hand)) == (10, 10)


def test_txd_19_a_flaw_that_loses_burns_the_card_played() -> None:
    """Which lowers Will (TXF-31)."""
    table = shooting()
    table.do(wager(TAUNT))
    events = table.do(Answer(prompt=CARD, key="2He"), "KCl")
    assert only(events, CardBurned)[0].will == 5
    assert not only(events, CardDrawn)
    assert (table["ana"].will, table["ana"].hand, table["ana"].luck) == (5, ("KHe",), 3)


def test_txd_25_a_flaw_may_cost_the_last_will() -> None:
    table = shooting(will=1, hand=("2He",))
    table.do(wager(TAUNT))
    table.do(Answer(prompt=CARD, key="2He"), "KCl")
    assert table["ana"].condition is Condition.INCAPACITATED


def test_txf_22_a_wager_is_told_to_everybody() -> None:
    table = shooting()
    said = table.words(table.do(wager(NERVE)))
    assert said == ["Ana invokes the Characteristic Iron nerve: 1 Luck is at stake."]


def test_txf_22_a_characteristic_and_a_flaw_of_one_name_are_two_answers() -> None:
    table = shooting(characteristics=("Proud",), flaws=("Proud",))
    assert choices(table) == ["KHe", "2He", "wager.0", "wager.1"]
    (wagered,) = table.do(wager("wager.1"))
    assert isinstance(wagered, Wagered)
    assert wagered.wager.is_flaw
