"""The table's own refusals and events have words, wherever they are raised."""

import re
from pathlib import Path
from string import Formatter

import pytest

from rules.core.event import Closed, DrawAsked, DrawsMade, SeatFreed, SeatTaken, Undone
from rules.core.ids import CombatantId, SeatId, UserId
from rules.core.refusal import Illegal, Refusal
from rules.core.speech import event_words, refusal_words

ROOT = Path(__file__).parents[2]
RAISED = re.compile(r'Illegal\(\s*"([A-Z_]+)"((?:[^()]|\([^()]*(?:\([^()]*\)[^()]*)*\))*)\)')
FACT = re.compile(r"\b([a-z_]+)=")
# What the envelope raises, so far as no rule system does.
SOURCES = sorted(
    file for folder in ("rules", "cogs", "bot") for file in (ROOT / folder).rglob("*.py") if "systems" not in file.parts
)


def raised() -> list[tuple[str, str, frozenset[str]]]:
    """Where, which code and with which facts: read from the source."""
    return [
        (f"{file.relative_to(ROOT)}", code, frozenset(FACT.findall(facts)))
        for file in SOURCES
        for code, facts in RAISED.findall(file.read_text(encoding="utf-8"))
    ]


def test_every_refusal_in_the_source_is_found() -> None:
    written = sum(len(re.findall(r'Illegal\(\s*"', file.read_text(encoding="utf-8"))) for file in SOURCES)
    assert len(raised()) == written > 20


@pytest.mark.parametrize(("where", "code", "facts"), raised())
def test_every_refusal_of_the_table_has_words_and_the_facts_for_them(
    where: str, code: str, facts: frozenset[str]
) -> None:
    refusal = Refusal(code=code, facts={fact: f"<{fact}>" for fact in facts - {"hint", "gm"}})
    said = refusal_words(refusal, "Umpire")
    assert said, f"{where}: {code} has no words"
    assert "{" not in said


def test_a_refusal_of_a_system_is_left_to_its_system() -> None:
    assert refusal_words(Illegal("NOT_HELD").refusal, "Umpire") is None


def test_the_game_master_is_called_by_the_word_of_the_system() -> None:
    assert "Umpire" in str(refusal_words(Illegal("GM_ONLY").refusal, "Umpire"))


def test_braces_that_somebody_typed_are_no_blanks() -> None:
    said = refusal_words(Illegal("UNREADABLE", what="{gm} {0} {key}").refusal, "Umpire")
    assert said is not None
    assert "{gm} {0} {key}" in said
    assert [name for _, name, _, _ in Formatter().parse(said) if name] == ["gm", "0", "key"]


def test_an_undo_and_an_end_are_told() -> None:
    assert "Umpire" in str(event_words(Undone(to=3), "Umpire"))
    assert event_words(Closed(), "Umpire")


def test_a_draw_owed_is_told_without_the_command_that_waits() -> None:
    asked = DrawAsked(user=UserId(1), command='{"do":"play","card":"#007"}', typed=("#009",), why="a card")
    said = event_words(asked, "Umpire")
    assert said is not None
    assert "a card" in said
    assert "#" not in said


def test_seats_and_finished_draws_need_no_words() -> None:
    taken = SeatTaken(seat=SeatId("s1"), user=UserId(1), combatant=CombatantId("c1"))
    assert [event_words(event, "Umpire") for event in (taken, SeatFreed(seat=SeatId("s1")), DrawsMade())] == [None] * 3
