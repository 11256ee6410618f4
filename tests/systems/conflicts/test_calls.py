"""Checks that the GM calls of several at once: 2d6 with a skill or an attribute over 7, 8 or more (C2D-03, C2D-07)."""

import msgspec
import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.codec import codec_of, encode
from rules.core.command import Call, GoOn, Leave
from rules.core.ids import CombatantId, PromptId
from rules.systems.conflicts import CONFLICTS, events as e
from rules.systems.conflicts.state import ConflictState
from tests.contracts.ruleset_play import envelope, started
from tests.systems.conflicts.table import GM, Table, fight, npc, only, parts, pc, who

ANA = Viewer(combatants=frozenset({who("ana")}))
BOTH = (who("ana"), who("bea"))


def people() -> Table:
    """Ana and Bea, of average Will and Compose untrained; Bart, who is bold (Will 9), and Cal in hiding."""
    return fight(pc(), pc("bea", 1, skills={"melee": 2, "fire": 1}), npc(will=9), npc("cal", 12, is_hidden=True))


def call(check: str, *those: CombatantId, difficulty: str = "", hidden: bool = False, about: str = "") -> Call:
    return Call(check=check, who=those, difficulty=difficulty, hidden=hidden, about=about)


def test_all_are_asked_at_once_and_answer_in_any_order() -> None:
    """C2D-07: 2d6 + Will - 7; 8 is enough, 7 is not."""
    table = people()
    table.do(call("will", *BOTH))
    assert table.asked()[:2] == ("k1.check", "k2.check")
    assert len(table.asked()) > 2, "the round goes on meanwhile"
    (stood,) = only(table.answer("k2.check", "roll", 4, 4), e.CheckMade)
    assert (stood.who, stood.score.total, stood.is_success) == ("bea", 8, True)
    (ran,) = only(table.answer("k1.check", "roll", 3, 4), e.CheckMade)
    assert (ran.who, ran.score.total, ran.is_success) == ("ana", 7, False)
    assert table.state.calls == ()


@pytest.mark.parametrize(
    ("check", "typed", "dice", "total", "is_success"),
    [
        ("compose", "", (5, 5), 7, False),  # C2D-02: unskilled, -3
        ("melee", "", (3, 3), 8, True),
        ("melee", "-1", (3, 3), 7, False),
        ("reflexes", "+1", (3, 4), 8, True),
        ("strength", "-3", (5, 6), 8, True),
        ("melee", "+12", (1, 1), 16, False),  # C2-25: a Balls-Up
    ],
)
def test_c2d_03_a_skill_or_an_attribute_with_the_modifier(
    check: str, typed: str, dice: tuple[int, int], total: int, is_success: bool
) -> None:
    """C2D-02, C2-25."""
    table = people()
    table.do(call(check, who("bea"), difficulty=typed))
    (made,) = only(table.answer("k1.check", "roll", *dice), e.CheckMade)
    assert (made.score.total, made.need, made.is_success) == (total, 8, is_success)
    assert made.is_balls_up is (dice == (1, 1))


def test_c2d_10_injuries_count_in_every_check() -> None:
    """Track 14: 4 damage are a quarter, and so hurt, -1."""
    table = fight(pc(harm=4), npc())
    table.do(call("will", who("ana")))
    (made,) = only(table.answer("k1.check", "roll", 4, 4), e.CheckMade)
    assert parts(made.score) == {"C2D-03": 8, "C2D-10": -1}
    assert not made.is_success


def test_c2d_07_another_skill_may_help_and_is_rolled_for_first() -> None:
    """Fire 1 on 4 and 3 makes 8: +1. Then 3 and 3 with Brawling 1 and that make 8. (C2-07)"""
    table = people()
    table.do(call("brawling", who("ana")))
    asked = CONFLICTS.view(table.state, ANA).asked[0]
    assert [each.key for each in asked.choices] == ["roll", "with-fire"]
    (made,) = only(table.answer("k1.check", "with-fire", 4, 3, 3, 3), e.CheckMade)
    assert [part.value for part in made.score.parts] == [6, 1, 1]
    assert (made.score.total, made.is_success) == (8, True)


def test_whom_the_gm_plays_rolls_at_once_and_his_numbers_are_the_gms() -> None:
    """Will 9: +2. With 3 and 3 that is 8."""
    table = people()
    events = table.do(call("will", who("bart"), about="the guns open up"), 3, 3)
    (made,) = only(events, e.CheckMade)
    assert (made.score.total, made.is_success) == (8, True)
    line = "Will (the guns open up): Bart succeeds: 6 (dice 3, 3)"
    assert table.words(events)[-1] == f"{line} + the GM's secret against 8."
    assert table.words(events, GM)[-1] == f"{line} + Will over 7 2 = 8 against 8."


def test_whoever_stays_away_rolls_all_the_same() -> None:
    table = people()
    table.do(call("will", *BOTH))
    table.answer("k1.check", "roll", 4, 4)
    asked = CONFLICTS.prompts(table.state)[0]
    assert (asked.whom, asked.otherwise) == ("bea", "the dice are rolled for Bea")
    (made,) = only(table.do(GoOn(prompts=(PromptId("k2.check"),)), 4, 5), e.CheckMade)
    assert (made.who, made.score.total, made.is_success) == ("bea", 9, True)


def test_a_secret_modifier_shows_success_or_failure_alone() -> None:
    table, twin = people(), people()
    for each, modifier, told in ((table, "-2", "- 2 for difficulty ="), (twin, "+0", "+ difficulty 0 =")):
        events = each.do(call("will", *BOTH, who("bart"), difficulty=modifier, hidden=True), 2, 2)
        for viewer in (PUBLIC, ANA):
            assert each.words(events, viewer)[-1] == "Will: Bart fails."
            assert not [line for line in each.words(events, viewer) if "DM" in line or "dice" in line]
        assert told in each.words(events, GM)[-1]
    for viewer in (PUBLIC, ANA):
        assert encode(CONFLICTS.view(table.state, viewer)) == encode(CONFLICTS.view(twin.state, viewer))
    for each, outcome in ((table, "fails"), (twin, "succeeds")):
        assert each.words(each.answer("k1.check", "roll", 5, 4), ANA) == [f"Will: Ana {outcome}."]


def test_who_is_out_owes_nothing() -> None:
    table = people()
    table.do(call("will", *BOTH))
    table.freely(Leave(combatant=who("ana")))
    assert [each.who for each in table.state.calls] == ["bea"]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (call("will"), "NOBODY_CALLED"),
        (call("surprise", *BOTH), "NO_SUCH_CHECK"),
        (call("will", who("cal")), "NOT_CALLABLE"),
        (call("will", who("ana"), difficulty="hard"), "BAD_VALUE"),
        (call("will", who("ana"), difficulty="13"), "BAD_VALUE"),
    ],
)
def test_what_cannot_be_called_is_refused(command: Call, code: str) -> None:
    assert people().refusal(command).code == code


def test_nobody_owes_two_checks_and_nothing_is_called_but_while_the_fight_runs() -> None:
    table = people()
    table.do(call("will", who("ana")))
    assert table.refusal(call("fire", who("ana"))).code == "NOT_CALLABLE"
    assert CONFLICTS.calls(ConflictState()) == ()
    assert Table(ConflictState()).refusal(call("will", who("ana"))).code == "NOT_STARTED"


def test_a_fight_of_the_schema_before_is_read() -> None:
    game = started(CONFLICTS, 1)
    raw = msgspec.json.decode(encode(envelope(game)))
    assert raw["state"].pop("calls") == []
    assert codec_of(CONFLICTS).fight(encode({**raw, "schema": 1}), 1) == envelope(game)
