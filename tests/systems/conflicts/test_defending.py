"""How attacks are met: Defends, their value, what helps, and being asked (C2-12 to C2-18, C2A-05, C2A-06)."""

from typing import Any

import pytest

from rules.core.audience import Viewer
from rules.core.command import GoOn
from rules.systems.conflicts import CONFLICTS, commands as c, events as e
from rules.systems.conflicts.defending import defence
from rules.systems.conflicts.state import Kind, Strike
from tests.systems.conflicts.table import Table, fight, npc, only, parts, pc, performing, strike, who

ANA, BART = who("ana"), who("bart")
FIST = strike(item="", weapon="fist")
HOLD = strike(item="", weapon="hold")
KNIFE = strike(item="knife")
THROWN = strike(item="knife", grip="thrown")
NEEDLE = strike(item="", weapon="needling")
ALL = {"fire": 1, "brawling": 2, "melee": 3, "wrestling": 4, "compose": 5}


@pytest.mark.parametrize(
    ("attack", "skills", "value"),
    [
        (strike(), {"fire": 1}, 8),
        (strike(), {"brawling": 3, "melee": 3}, 4),  # unskilled against fire: 7 - 3
        (THROWN, {"melee": 3, "fire": 0}, 7),
        (FIST, {"brawling": 2}, 9),
        (FIST, {"melee": 3}, 10),
        (FIST, {"fire": 3}, 4),
        (KNIFE, {"brawling": 2}, 9),
        (KNIFE, {"wrestling": 1}, 8),
        (HOLD, ALL, 11),
        (strike(), ALL, 8),
        (NEEDLE, ALL, 12),
        (NEEDLE, {"persuade": 2}, 4),
    ],
)
def test_c2_13_c2_14_the_value_of_a_defence(attack: Strike, skills: dict[str, int], value: int) -> None:
    """A number, no roll (C2A-04); Brawling, Melee and Wrestling meet one another, Fire alone meets fire (C2A-05)."""
    table = fight(pc(), npc(skills=skills))
    assert defence(table.state, table["bart"], attack).total == value


def test_c2_13_reflexes_count_and_against_words_will() -> None:
    table = fight(pc(), npc(reflexes=9, will=5, skills={}))
    assert defence(table.state, table["bart"], strike()).total == 9 - 3
    assert defence(table.state, table["bart"], NEEDLE).total == 5 - 3


def test_c2_15_familiarity_does_not_help_in_defence() -> None:
    table = fight(pc(), npc(familiar=("pistol",)))
    assert defence(table.state, table["bart"], strike()).total == 8


def test_c2d_10_injuries_lower_the_defence() -> None:
    table = fight(pc(), npc(harm=7))
    assert parts(defence(table.state, table["bart"], strike()))["C2D-10"] == -2


def shots(*defender_plans: str, **changes: Any) -> Table:  # Any: fields of several types
    """Ana and Cora shoot at Bart once each from 1 m, first thing."""
    return performing(
        pc(),
        pc("cora", at=2),
        npc(at=1, **changes),
        plans={
            "ana": ("attack bart pistol", "orient"),
            "cora": ("attack bart pistol", "orient"),
            "bart": (defender_plans[0], defender_plans[1]),
        },
    )


def test_c2_17_one_defend_meets_one_attack() -> None:
    """Reflexes 7 and Fire 1: the first shot needs 8 (6 + Fire 1 + calm 1), the second only a total above 0."""
    table = shots("defend", "orient")
    events = table.do(GoOn(prompts=()), 2, 3, 1, 2, 1, 1)
    first, second = only(events, e.StrikeJudged)
    assert (first.defence.total, first.is_evaded, first.is_hit) == (8, True, False)
    assert (second.is_evaded, second.is_hit) == (False, True)


def test_c2a_06_two_defends_stop_two_attacks() -> None:
    events = shots("defend", "defend").do(GoOn(prompts=()), 2, 3, 1, 2)
    assert [(each.is_evaded, each.is_hit) for each in only(events, e.StrikeJudged)] == [(True, False)] * 2


def test_c2a_06_a_defend_is_not_wasted_on_what_cannot_hit() -> None:
    """At the eye of somebody prone in the dark, unskilled, badly wounded: 12 - 12 is 0."""
    attacker = pc(skills={}, harm=12, weapons=("pistol",), is_under_fire=True)
    target = npc(at=40, cover=None)
    table = performing(
        attacker,
        target,
        plans={"ana": ("attack bart pistol eye", "orient"), "bart": ("defend", "defend")},
        conditions=("dark",),
    )
    events = table.do(GoOn(prompts=()), 6, 6)
    (judged,) = only(events, e.StrikeJudged)
    assert judged.score.total == 12 - 3 - 2 - 1 - 3 - 3 == 0
    assert not judged.is_evaded
    assert not only(events, e.PlanSpent)


def test_c2a_17_whoever_defends_lets_his_aim_go() -> None:
    table = performing(
        npc(at=1), pc(), plans={"bart": ("orient", "attack ana pistol"), "ana": ("handle aim pistol bart", "defend")}
    )
    events = table.do(GoOn(prompts=()), 1, 2)
    assert only(events, e.Prepared)
    assert not only(events, e.StrikeJudged)[0].is_hit
    assert table["ana"].aim is None


def asked(*plans: str, **changes: Any) -> Table:  # Any: fields of several types
    """Bart attacks Ana, who wants to be asked."""
    table = performing(
        npc(at=1),
        pc(asks=True, **changes),
        plans={"bart": ("attack ana pistol", "orient"), "ana": (plans[0], plans[1])},
    )
    table.do(GoOn(prompts=()))
    return table


def test_c2a_06_who_wants_to_is_asked_before_the_roll() -> None:
    table = asked("defend", "orient")
    assert table.asked() == ("a1.meet",)
    events = table.answer("a1.meet", "let-it-come", 1, 2, 1, 1)
    (judged,) = only(events, e.StrikeJudged)
    assert (judged.is_evaded, judged.is_hit) == (False, True)
    assert not only(events, e.PlanSpent)


def test_c2a_06_without_an_answer_a_defend_is_used() -> None:
    """The target need not see whoever attacks: he moves evasively (C2-12)."""
    table = asked("defend", "orient")
    (prompt,) = CONFLICTS.prompts(table.state)
    assert prompt.otherwise == "Ana uses a Defend"
    assert only(table.go_on(1, 2), e.StrikeJudged)[0].is_evaded


def test_c2a_23_an_unused_action_may_become_defend_when_attacked() -> None:
    table = asked("attack bart pistol", "attack bart pistol")
    events = table.answer("a1.meet", "defend", 1, 2, 1, 1)  # Bart misses; Ana's own shot is a Balls-Up
    (changed,) = only(events, e.PlanChanged)
    assert (changed.at, changed.kind) == (1, Kind.DEFEND)
    assert only(events, e.StrikeJudged)[0].is_evaded


def test_c2_16_an_attribute_helps_for_one_action_more() -> None:
    """Strength 7: 2d6 + 0 must reach 8; here 9. Reflexes 7 + Fire 1 + 1 = 9."""
    table = asked("defend", "orient")
    events = table.answer("a1.meet", "with-strength", 4, 5, 3, 3)
    (tried,) = only(events, e.TraitTried)
    assert (tried.score.total, tried.bonus) == (9, 1)
    (judged,) = only(events, e.StrikeJudged)
    assert parts(judged.defence) == {"C2-13": 7, "C2-14": 1, "C2-16": 1}
    assert [each.at for each in only(events, e.PlanSpent)] == [0, 1]


def test_c2_16_without_a_further_action_no_attribute_helps() -> None:
    table = performing(
        npc(at=1),
        pc(asks=True),
        plans={"bart": ("orient", "attack ana pistol"), "ana": ("orient", "defend")},
    )
    table.do(GoOn(prompts=()))
    assert table.asked() == ("a1.meet",)
    (question,) = CONFLICTS.view(table.state, Viewer(combatants=frozenset({ANA}))).asked
    assert [choice.key for choice in question.choices] == ["defend", "with-brawling", "let-it-come"]


def test_c2d_07_a_skill_helps_for_nothing_and_a_balls_up_harms() -> None:
    table = asked("defend", "orient")
    events = table.answer("a1.meet", "with-brawling", 1, 1, 6, 6, 1, 1)
    (judged,) = only(events, e.StrikeJudged)
    assert judged.defence.total == 7 + 1 - 1
    assert len(only(events, e.PlanSpent)) == 1


def test_c2a_24_the_surprised_declare_no_defend_but_may_turn_to_one_once_attacked() -> None:
    table = fight(pc(is_surprised=True), npc())
    assert table.refusal(c.Defend(actor=ANA)).code == "SURPRISED"
    surprised = asked("attack bart pistol", "orient", is_surprised=True)
    events = surprised.answer("a1.meet", "defend", 1, 2, 1, 1)
    assert only(events, e.StrikeJudged)[0].is_evaded


def test_c2a_24_the_surprised_cannot_turn_to_defend_before_that() -> None:
    table = performing(npc(), pc(is_surprised=True), plans={"bart": ("attack", "orient"), "ana": ("orient", "attack")})
    table.do(GoOn(prompts=()))
    assert table.refusal(c.Change(actor=ANA, how="second-defend")).code == "SURPRISED"


def test_c2a_06_to_be_asked_is_a_wish_for_one_round() -> None:
    table = fight()
    table.do(c.AskMe(actor=ANA))
    assert table["ana"].asks
    assert table.refusal(c.AskMe(actor=ANA)).code == "ASKS_ALREADY"
    table.answer("r1.0.declare.ana", "orient-defend")
    table.answer("r1.0.declare.bart", "orient-defend")
    assert not table["ana"].asks
