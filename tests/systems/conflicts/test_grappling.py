"""Holds, and conflicts of the mind (C2-01, C2D-09, C2D-14)."""

from typing import Any

import pytest

from rules.core.command import GoOn
from rules.systems.conflicts import commands as c, events as e
from rules.systems.conflicts.state import Condition, Hold
from tests.systems.conflicts.table import Table, fight, npc, only, pc, performing, who

ANA, BART = who("ana"), who("bart")
GO = GoOn(prompts=())
HELD = (Hold(holder=BART, held=ANA),)
IDLE = ("orient", "orient")


def test_c2d_14_a_wrestling_hit_holds_and_does_no_damage() -> None:
    table = performing(
        pc(skills={"wrestling": 2}), npc(at=1), plans={"ana": ("attack bart hold", "orient"), "bart": IDLE}
    )
    events = table.do(GO, 3, 3)
    assert table.state.holds == (Hold(holder=ANA, held=BART),)
    assert not only(events, e.Hurt)


@pytest.mark.parametrize("command", [c.Orient(actor=ANA), c.Move(actor=ANA), c.Handle(actor=ANA)])
def test_c2d_14_the_held_cannot_declare_anything_but_attack_and_defend(command: c.Orient) -> None:
    assert fight(pc(), npc(at=1), holds=HELD).refusal(command).code == "HELD"


def test_c2d_14_the_held_can_attack_by_wrestling_and_brawling_alone() -> None:
    table = performing(pc(), npc(at=1), plans={"ana": ("attack", "defend"), "bart": IDLE}, holds=HELD)
    table.do(GO)
    assert table.refusal(c.Attack(actor=ANA, whom="bart", weapon="pistol")).code == "HELD"
    table.do(c.Attack(actor=ANA, whom="bart", weapon="fist"), 1, 1)


@pytest.mark.parametrize(("mine", "theirs", "is_free"), [((4, 4), (3, 4), True), ((3, 4), (4, 4), False)])
def test_c2d_14_breaking_free_is_a_quickie_of_wrestling(
    mine: tuple[int, int], theirs: tuple[int, int], is_free: bool
) -> None:
    table = performing(
        pc(skills={"wrestling": 1}),
        npc(at=1, skills={"wrestling": 1}),
        plans={"ana": ("attack bart break-free", "defend"), "bart": IDLE},
        holds=HELD,
    )
    (contested,) = only(table.do(GO, *mine, *theirs), e.HoldContested)
    assert contested.is_free is is_free
    assert table.state.holds == (() if is_free else HELD)
    assert (contested.score.total, contested.opposition.total) == (sum(mine) + 1, sum(theirs) + 1)


def test_c2d_14_a_hold_ends_when_one_is_out_or_apart() -> None:
    table = fight(pc(), npc(at=1), holds=HELD)
    table.amend("place", "wall", "bart")
    assert not table.state.holds
    other = fight(pc(), npc(at=1), npc("cole"), holds=HELD)
    other.amend("status", "unconscious", "bart")
    assert not other.state.holds


def test_c2d_14_whoever_moves_off_lets_go() -> None:
    table = performing(
        npc(at=1), pc(), plans={"bart": ("move away from ana", "orient"), "ana": ("defend", "defend")}, holds=HELD
    )
    assert only(table.do(GO), e.HoldEnded)


# --- minds


def arguing(weapon: str, **target: Any) -> Table:  # Any: fields of several types
    return performing(
        pc(skills={"persuade": 3, "intimidate": 3}, words=("humiliation", "terror")),
        npc(at=6, **target),
        plans={"ana": (f"attack bart {weapon}", "orient"), "bart": IDLE},
        kinds="mental",
    )


@pytest.mark.parametrize(
    ("weapon", "draws", "lost"),
    [
        ("needling", (1,), 0),
        ("needling", (6,), 5),
        ("threat", (6,), 7),
        ("terror", (3, 4), 7),
        ("humiliation", (6, 6), 12),
    ],
)
def test_c2_01_words_hurt_the_mind_on_its_own_track(weapon: str, draws: tuple[int, ...], lost: int) -> None:
    table = arguing(weapon, armour=("combat-armour",))
    (found,) = only(table.do(GO, 3, 3, *draws), e.Hurt)
    assert (found.lost, found.is_mental) == (lost, True)
    assert (table["bart"].harm, table["bart"].strain) == (0, lost)


def test_c2d_09_words_meet_will_and_composure() -> None:
    """Persuade 3 against Will 8 and Compose 2: 6 + 3 is less than 10."""
    table = performing(
        pc(skills={"persuade": 3}),
        npc(at=6, will=8, skills={"compose": 2}),
        plans={"ana": ("attack bart needling", "orient"), "bart": ("defend", "defend")},
        kinds="mental",
    )
    (judged,) = only(table.do(GO, 3, 3), e.StrikeJudged)
    assert (judged.defence.total, judged.is_hit) == (10, False)


def test_c2d_10_a_mind_gives_in_and_is_broken_at_twice_that() -> None:
    table = arguing("humiliation", strain=8)
    table.do(GO, 3, 3, 3, 3)
    assert table["bart"].condition is Condition.YIELDED
    broken = arguing("humiliation", strain=13, will=5)
    broken.do(GO, 3, 3, 6, 6)
    assert broken["bart"].condition is Condition.BROKEN


@pytest.mark.parametrize(("kinds", "weapon"), [("mental", "pistol"), ("mental", "fist"), ("physical", "threat")])
def test_c2_01_a_conflict_is_fought_with_its_own_weapons(kinds: str, weapon: str) -> None:
    table = performing(pc(), npc(at=1), plans={"ana": ("attack", "orient"), "bart": IDLE}, kinds=kinds)
    table.do(GO)
    assert table.refusal(c.Attack(actor=ANA, whom="bart", weapon=weapon)).code == "WRONG_KIND"


def test_c2_01_the_modifiers_of_bodies_do_not_touch_words() -> None:
    table = performing(
        pc(skills={"persuade": 1}, moves=2),
        npc(at=6, cover=2, moves=2),
        plans={"ana": ("attack bart needling", "orient"), "bart": IDLE},
        conditions=("dark",),
    )
    (judged,) = only(table.do(GO, 1, 1), e.StrikeJudged)
    assert [part.value for part in judged.score.parts] == [2, 1]
