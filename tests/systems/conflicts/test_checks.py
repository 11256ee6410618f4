"""Hits, misses and Balls-Ups, clicks, helping traits, contests: single cases (C2-18, C2-24, C2-25, C2-27, C2D-04)."""

import pytest

from rules.core.tally import BY_THE_HOUSE
from rules.systems.conflicts.checks import Entry, Throw, clicks, contest, helps, judge
from rules.systems.conflicts.state import House
from tests.systems.conflicts.table import HOUSE


@pytest.mark.parametrize(
    ("dice", "modifier", "defence", "house", "is_hit", "is_ball", "named"),
    [
        ((4, 4), 0, 8, {}, True, False, "a tie hits"),
        ((4, 4), 0, 8, {"ties": "miss"}, False, False, "a tie misses"),
        ((4, 4), 0, 9, {}, False, False, ""),
        ((4, 5), 0, 8, {}, True, False, ""),
        ((1, 1), 6, None, {}, False, True, ""),
        ((1, 1), 9, 8, {}, False, True, "a Balls-Up fails in every attack"),
        ((1, 1), 9, 8, {"balls_up": "unevading"}, True, False, "a Balls-Up fails only where nobody evades"),
        ((1, 1), 9, None, {"balls_up": "unevading"}, False, True, ""),
        ((2, 3), -5, None, {}, False, True, "a total of 0 is a Balls-Up"),
        ((2, 3), -5, None, {"zero": "hit"}, True, False, "a total of 0 hits"),
        ((2, 3), -4, None, {}, True, False, ""),
        ((2, 3), -6, None, {"zero": "hit"}, False, True, ""),
        ((2, 2), -1, 0, {}, True, False, ""),
    ],
)
def test_c2_18_c2_25_a_roll_is_judged(
    dice: tuple[int, int],
    modifier: int,
    defence: int | None,
    house: dict[str, str],
    is_hit: bool,
    is_ball: bool,
    named: str,
) -> None:
    """Readings that settle it are named: C2A-01 a tie, C2A-02 a total of 0, C2A-03 a Balls-Up against an evader."""
    fell = Throw(*dice)
    verdict = judge(House(**house), fell, fell.total + modifier, defence)  # type: ignore[arg-type]  # all are texts
    assert (verdict.is_hit, verdict.is_balls_up) == (is_hit, is_ball)
    assert [part.why for part in verdict.by_house] == ([BY_THE_HOUSE + named] if named else [])
    assert all(part.value == 0 for part in verdict.by_house)


@pytest.mark.parametrize(
    ("dice", "is_hit", "does_click"),
    [((1, 1), False, True), ((3, 3), False, True), ((3, 3), True, False), ((3, 4), False, False)],
)
def test_c2_27_a_miss_with_doubles_clicks(dice: tuple[int, int], is_hit: bool, does_click: bool) -> None:
    assert clicks(Throw(*dice), is_hit=is_hit) is does_click


@pytest.mark.parametrize(
    ("dice", "modifier", "bonus"), [((4, 4), 0, 1), ((4, 3), 0, 0), ((1, 1), 8, -1), ((2, 1), -3, -1), ((4, 3), 1, 1)]
)
def test_c2d_07_a_trait_helps_on_8_and_harms_by_a_balls_up(dice: tuple[int, int], modifier: int, bonus: int) -> None:
    """The check of C2D-03: two dice, level and modifiers must reach 8."""
    fell = Throw(*dice)
    assert helps(fell, fell.total + modifier) == bonus


def entry(name: str, dice: tuple[int, int], plus: int, skill: int = 0, attribute: int = 7) -> Entry:
    return Entry(who=name, fell=Throw(*dice), total=sum(dice) + plus, skill=skill, attribute=attribute)


def never(again: Entry) -> Entry:
    raise AssertionError(f"{again.who} should not roll again")


@pytest.mark.parametrize(
    ("entries", "order"),
    [
        ((entry("a", (3, 4), 1), entry("b", (3, 4), 2)), "ba"),
        ((entry("a", (1, 1), 9), entry("b", (1, 2), 0)), "ba"),
        ((entry("a", (3, 4), 1, skill=1), entry("b", (2, 4), 2, skill=2)), "ba"),
        ((entry("a", (3, 4), 1, attribute=6), entry("b", (2, 4), 2, attribute=8)), "ba"),
        ((entry("a", (1, 1), 9, skill=1), entry("b", (1, 1), 0, skill=2)), "ba"),
        ((entry("a", (1, 3), 1), entry("b", (6, 6), 0), entry("c", (5, 4), 0)), "bca"),
    ],
)
def test_c2d_04_the_higher_wins_and_ties_go_by_skill_then_attribute(entries: tuple[Entry, ...], order: str) -> None:
    assert "".join(each.who for each in contest(entries, never)) == order


def test_c2d_04_what_nothing_tells_apart_rolls_again_among_itself() -> None:
    rolls = iter([(1, 2), (2, 2), (5, 5), (4, 4)])
    rolled: list[str] = []

    def again(each: Entry) -> Entry:
        rolled.append(each.who)
        return entry(each.who, next(rolls), 1 if len(rolled) == 1 else 0)

    entries = (entry("a", (3, 3), 0), entry("b", (3, 3), 0), entry("c", (6, 6), 0))
    assert [each.who for each in contest(entries, again)] == ["c", "a", "b"]
    assert rolled == ["a", "b", "a", "b"]


def test_c2_25_a_total_of_0_is_a_balls_up_in_a_contest_too() -> None:
    order = contest((entry("a", (1, 2), -3, skill=4), entry("b", (1, 2), -2)), never)
    assert [each.who for each in order] == ["b", "a"]


def test_the_usual_house_is_as_the_digest_proposes() -> None:
    assert House(ties="hit", zero="miss", balls_up="always", small_part=3, bows="strength") == HOUSE
