"""Tests that the Dealer calls of several at once: any suit, a difficulty of his, secret or told (TX-63, TXD-10)."""

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.codec import codec_of, encode
from rules.core.command import Answer, Call, GoOn, Leave
from rules.core.ids import CombatantId
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.commands import Flee
from rules.systems.texarkana.events import AttemptDecided, SundryEnded
from rules.systems.texarkana.state import TexState
from tests.contracts.ruleset_play import envelope, started
from tests.systems.texarkana.table import DEALER, Table, fight, npc, only, pc, prompt, who

ANA = Viewer(combatants=frozenset({who("ana")}))
BOTH = (who("ana"), who("bea"))


def people() -> Table:
    """Ana could Trump with Spades, Bea could not; Bart is quick on his feet, and Cal is hidden."""
    return fight(
        pc(hand=("5Sp", "KHe")),
        pc("bea", hand=("QHe",)),
        npc(ratings={"Sp": 1}),
        npc("cal", is_hidden=True),
    )


def call(check: str, *those: CombatantId, difficulty: str = "", hidden: bool = True, about: str = "") -> Call:
    return Call(check=check, who=those, difficulty=difficulty, hidden=hidden, about=about)


def card(number: int, key: str) -> Answer:
    return Answer(prompt=prompt(f"t{number}.card"), key=key)


def test_tx_63_all_are_asked_at_once_and_answer_in_any_order() -> None:
    """TXD-10: the Queen, 12, against 9 and 2; the King, 13, against 12 and 2. Cards played are replaced."""
    table = people()
    table.do(call("Sp", *BOTH, difficulty="+2", about="over the wall"))
    assert table.asked() == ("t1.card", "t2.card")
    assert TEXARKANA.prompts(table.state)[0].what == "a card for this: over the wall"
    over = table.do(card(2, "QHe"), "9Di", "3Ho")
    assert [(each.who, each.is_success) for each in only(over, SundryEnded)] == [("bea", True)]
    (stuck,) = only(table.do(card(1, "KHe"), "QDi", "4Ho"), AttemptDecided)
    assert (stuck.score.total, stuck.opposition.total, stuck.is_success) == (13, 14, False)
    assert table.state.attempts == ()
    assert (table["ana"].hand, table["bea"].hand) == (("5Sp", "4Ho"), ("3Ho",))


def test_txf_11_a_secret_difficulty_shows_success_or_failure_alone() -> None:
    table, twin = people(), people()
    line = "Bea succeeds. Bea: Queen of Hearts 12 against 9 + the Dealer's secret."
    for each, difficulty in ((table, 2), (twin, 3)):
        told = each.do(call("Sp", *BOTH, difficulty=f"+{difficulty}"))
        decided = each.do(card(2, "QHe"), "9Di", "3Ho")
        for viewer in (PUBLIC, ANA):
            said = [*each.words(told, viewer), *each.words(decided, viewer)]
            assert line in said
            assert not [other for other in said if "difficulty" in other]
        assert any(f"difficulty {difficulty} = {9 + difficulty}" in said for said in each.words(decided, DEALER))
    for viewer in (PUBLIC, ANA):
        assert encode(TEXARKANA.view(table.state, viewer)) == encode(TEXARKANA.view(twin.state, viewer))
    for each in (table, twin):
        each.do(card(1, "5Sp"), "9Cl")
    assert TEXARKANA.prompts(table.state)[0].question == TEXARKANA.prompts(twin.state)[0].question
    assert TEXARKANA.prompts(table.state)[0].question.startswith("You have 5 against 9 + the Dealer's secret")


def test_tx_63_a_difficulty_that_is_told_is_no_secret_to_anybody() -> None:
    table = people()
    told = table.do(call("Sp", who("ana"), difficulty="+2", hidden=False))
    assert table.words(told)[0] == "Ana owes a card for this: a test; Spades trump; difficulty +2."
    table.do(card(1, "5Sp"), "9Cl")
    assert TEXARKANA.prompts(table.state)[0].question.startswith("You have 5 against 11, for this")
    decided = table.do(Answer(prompt=prompt("t1.trump"), key="trump"), "7Di", "3Ho")
    (test,) = only(decided, AttemptDecided)
    assert (test.score.total, test.opposition.total, test.is_success) == (12, 11, True)
    assert any(line.endswith("9 of Clubs + difficulty 2 = 11.") for line in table.words(decided))


@pytest.mark.parametrize(("difficulty", "is_success"), [("+0", True), ("+1", False)])
def test_txd_15_for_whom_the_dealer_plays_cards_are_flipped_at_once(difficulty: str, is_success: bool) -> None:
    """TXF-12: the 7 and his Spades, 1, make 8, against an 8 and the difficulty; as much is enough. He holds no card."""
    table = people()
    events = table.do(call("Sp", who("bart"), difficulty=difficulty), "7He", "8Di")
    (test,) = only(events, AttemptDecided)
    assert (test.score.total, test.opposition.total) == (8, 8 + int(difficulty))
    assert test.is_success is is_success
    assert table.state.attempts == ()
    outcome = "succeeds" if is_success else "fails"
    line = f"Bart {outcome}. Bart: 7 + the Dealer's secret against 8 + the Dealer's secret."
    assert table.words(events)[-2:] == [line, f"a test: Bart {outcome}."]


def test_txf_25_a_skull_flipped_for_an_npc_is_woe() -> None:
    table = people()
    table.do(call("none", who("bart")), "7Sk", "8Di")
    assert table.state.woe == 1


def test_whoever_stays_away_plays_the_card_that_looks_best() -> None:
    table = people()
    table.do(call("none", *BOTH, difficulty="+0"))
    table.do(card(2, "QHe"), "9Di", "3Ho")
    asked = TEXARKANA.prompts(table.state)[0]
    assert (asked.whom, asked.otherwise) == ("ana", "the card that looks best is played for Ana")
    (test,) = only(table.do(GoOn(prompts=(asked.id,)), "9Cl", "4Ho"), AttemptDecided)
    assert (test.attempt.card, test.is_success) == ("KHe", True)


def test_who_is_out_owes_nothing() -> None:
    table = people()
    table.do(call("Sp", *BOTH))
    table.freely(Leave(combatant=who("ana")))
    assert table.asked() == ("t2.card",)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (call("Sp"), "NOBODY_CALLED"),
        (call("Sk", *BOTH), "NO_SUCH_CHECK"),
        (call("Sp", who("cal")), "NOT_CALLABLE"),
        (call("Sp", who("ana"), difficulty="hard"), "BAD_VALUE"),
        (call("Sp", who("ana"), difficulty="+4"), "BAD_VALUE"),
    ],
)
def test_what_cannot_be_called_is_refused(command: Call, code: str) -> None:
    assert people().refusal(command).code == code


def test_nobody_is_in_two_tests_and_nothing_is_called_before_the_initiative_or_in_a_flight() -> None:
    """TX-14, TX-59."""
    table = people()
    table.do(call("Sp", who("ana")))
    assert table.refusal(call("Cl", who("ana"))).code == "NOT_CALLABLE"
    assert fight(phase="before").refusal(call("Sp", who("ana"))).code == "NOTHING_TO_CALL"
    fleeing = people()
    fleeing.do(Flee(actor=who("ana")))
    assert fleeing.state.flights
    assert fleeing.refusal(call("Sp", who("bea"))).code == "NOTHING_TO_CALL"
    assert TEXARKANA.calls(TexState()) == ()


def test_a_fight_of_the_schema_before_is_read() -> None:
    game = started(TEXARKANA, 1)
    assert codec_of(TEXARKANA).fight(encode(envelope(game)).replace(b'"schema":3', b'"schema":2'), 2) == envelope(game)
