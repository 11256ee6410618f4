"""How long people are waited for says nothing: with something to answer with or without, it is one distribution.

Hundreds of times somebody is asked in simulated time. Whoever has something answers after a human's pause, which is
distributed quite otherwise than the windows; whoever has nothing says nothing. The two-sample test of Kolmogorov and
Smirnov must not tell the one kind of pause from the other, and must tell them where there is no window for the others.
"""

from bisect import bisect_right
from collections.abc import Sequence
from math import exp, sqrt
from random import Random
from typing import Any

import pytest

from rules.core.ids import PromptId
from rules.core.table_rules import TableRules
from rules.evenly import LEAST, MOST
from rules.store.memory import MemoryStore
from tests.evenly.points import EVEN, POINTS, Point, SystemRoom
from tests.referee.room import NOON

MANY, FEW = 150, 30  # questions of each kind; of mutants, which differ widely
CERTAIN = 0.001  # a difference that comes by chance more seldom than so is one


def probability(one: Sequence[float], other: Sequence[float]) -> float:
    """How probable a gap between the two as wide as this is, or a wider one, if they are of one distribution.

    By Kolmogorov's distribution, with Stephens's correction for samples that are not large.
    """
    first, second = sorted(one), sorted(other)
    gap = max(
        abs(bisect_right(first, at) / len(first) - bisect_right(second, at) / len(second)) for at in (*first, *second)
    )
    size = sqrt(len(first) * len(second) / (len(first) + len(second)))
    scaled = (size + 0.12 + 0.11 / size) * gap
    if scaled < 0.3:  # where the series is slow, and the probability is one but for rounding
        return 1.0
    terms = [exp(-2 * term * term * scaled * scaled) for term in range(1, 101)]
    return min(1.0, 2 * (sum(terms[::2]) - sum(terms[1::2])))


async def pause(
    point: Point, state: Any, number: int, rules: TableRules, *, after: float | None
) -> float:  # Any: of whichever system
    """How long the table waits for an answer that is given `after` so many seconds; None: he says nothing.

    Not waited for at all: 0.
    """
    room = await SystemRoom(MemoryStore(), seed=f"{point.name} {number}".encode()).in_the_middle(
        point.ruleset, state, rules
    )
    await room.act(point.user, point.act)
    prompt = PromptId(point.prompt)
    if after is not None:
        await room.passes(NOON + after)
    if after is not None and await _is_open(room, prompt):
        await room.answer(point.player, prompt, point.something)
    while await _is_open(room, prompt):
        due = await room.store.next_due(-1)
        assert due is not None, "somebody is waited for, and nothing ends it"
        await room.passes(due)
    ended = next((step.at for step in await room.log() if prompt in step.command.decode()), NOON)
    return ended - NOON


async def _is_open(room: SystemRoom, prompt: PromptId) -> bool:
    return any(each.id == prompt for each in await room.asked())


async def pauses(point: Point, rules: TableRules, many: int) -> tuple[list[float], list[float]]:
    """With something to answer with, and without."""
    chance = Random(f"lengths {point.name}")
    able = [
        await pause(point, point.able, number, rules, after=5 + chance.expovariate(1 / 20)) for number in range(many)
    ]
    unable = [await pause(point, point.unable, many + number, rules, after=None) for number in range(many)]
    return able, unable


@pytest.mark.parametrize("point", POINTS, ids=lambda point: point.name)
async def test_pauses_with_and_without_something_to_answer_with_are_of_one_distribution(point: Point) -> None:
    able, unable = await pauses(point, EVEN, MANY)
    assert probability(able, unable) > CERTAIN
    assert LEAST <= min(*able, *unable) < max(*able, *unable) <= MOST
    assert len(set(able)) == MANY


@pytest.mark.parametrize("point", POINTS, ids=lambda point: point.name)
async def test_the_test_tells_them_where_only_those_are_waited_for_who_have_something(point: Point) -> None:
    """As at a plain table: what the windows are for."""
    able, unable = await pauses(point, TableRules(), FEW)
    assert probability(able, unable) < CERTAIN


@pytest.mark.parametrize("point", POINTS, ids=lambda point: point.name)
async def test_the_test_tells_them_where_whoever_has_nothing_has_no_window(
    point: Point, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mutant: windows, but the systems ask only whom they ask at a plain table."""
    monkeypatch.setattr(type(point.ruleset), "evened", lambda self, state, *, is_even: state)
    able, unable = await pauses(point, EVEN, FEW)
    assert LEAST <= min(able) < max(able) <= MOST
    assert probability(able, unable) < CERTAIN


@pytest.mark.parametrize("point", POINTS[:1], ids=lambda point: point.name)
async def test_the_test_tells_them_where_an_early_answer_counts_at_once(
    point: Point, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another mutant: whoever has nothing is answered for at the end of a window, the others when they answer."""
    monkeypatch.setattr("rules.evenly.is_sealed", lambda *_: False)
    able, unable = await pauses(point, EVEN, FEW)
    assert probability(able, unable) < CERTAIN


def test_samples_of_one_distribution_are_seldom_told_apart() -> None:
    """By hand: of 100 pairs about one in twenty has a probability below a twentieth."""
    chance = Random("one distribution")
    pairs = [[[chance.gauss(0, 1) for _ in range(100)] for _ in range(2)] for _ in range(100)]
    assert sum(probability(one, other) < 0.05 for one, other in pairs) <= 12


def test_the_critical_value_of_the_tables() -> None:
    """For two samples of 100 the gap at which the probability is 0.05 is 1.36 * sqrt(1/100 + 1/100), that is 0.19."""
    one = [float(each) for each in range(100)]
    assert probability(one, [each + 17.5 for each in one]) > 0.05
    assert probability(one, [each + 20.5 for each in one]) < 0.05
