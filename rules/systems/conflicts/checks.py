"""Two dice and what they decide: hits, checks, Quickie contests, Balls-Ups (C2-11, C2-18, C2-25, C2D-03, C2D-04)."""

from collections.abc import Callable, Sequence

import msgspec

from rules.core.dice import Dice
from rules.core.tally import Part
from rules.systems.conflicts.house import settled
from rules.systems.conflicts.state import House

SUCCESS = 8  # C2D-03
UNSKILLED = -3  # C2D-02
AVERAGE = 7  # C2D-07: an attribute's check is 2d6 + attribute - 7


class Throw(msgspec.Struct, frozen=True, array_like=True):
    """Two six-sided dice as they fell."""

    one: int
    other: int

    @property
    def total(self) -> int:
        """Both together."""
        return self.one + self.other

    @property
    def is_double(self) -> bool:
        """Whether both show the same."""
        return self.one == self.other

    @property
    def is_ones(self) -> bool:
        """Whether both show 1."""
        return self.one == 1 and self.other == 1


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What an attack roll came to. `by_house`: the switches that decided it, as parts of 0 for its tally."""

    is_hit: bool
    is_balls_up: bool
    by_house: tuple[Part, ...] = ()


def throw(dice: Dice, why: str) -> Throw:
    """Two dice."""
    return Throw(dice.roll(6, why), dice.roll(6, why))


def is_balls_up(fell: Throw, total: int) -> bool:
    """1 and 1, or a total of 0 or less (C2-25)."""
    return fell.is_ones or total <= 0


def judge(house: House, fell: Throw, total: int, defence: int | None) -> Verdict:
    """Whether an attack hits. `total` is the dice with everything added; `defence` None: the target does not evade.

    Against an evader the total must reach the defence (C2A-01), else 0 (C2-18); a Balls-Up misses (C2-25, C2A-03).
    """
    need = 0 if defence is None else defence
    ball = is_balls_up(fell, total)
    used: tuple[Part, ...] = ()
    if defence is not None and total == defence:
        is_hit = house.ties == "hit"
        used = (settled(house, "ties"),)
    else:
        is_hit = total >= need
    if not ball or not is_hit:
        return Verdict(is_hit=is_hit, is_balls_up=ball, by_house=used)
    if defence is not None and house.balls_up == "unevading":
        return Verdict(is_hit=True, is_balls_up=False, by_house=(*used, settled(house, "balls_up")))
    if not fell.is_ones and total == 0 and defence is None:
        hits = house.zero == "hit"
        return Verdict(is_hit=hits, is_balls_up=not hits, by_house=(*used, settled(house, "zero")))
    if defence is not None:
        used = (*used, settled(house, "balls_up"))
    return Verdict(is_hit=False, is_balls_up=True, by_house=used)


def clicks(fell: Throw, *, is_hit: bool) -> bool:
    """Whether a miss empties the magazine: any doubles, 1 and 1 too (C2-27, C2A-19)."""
    return fell.is_double and not is_hit


def helps(fell: Throw, total: int) -> int:
    """What a complementary trait adds by its check: +1 on success, -1 on a Balls-Up, else 0 (C2D-07)."""
    if is_balls_up(fell, total):
        return -1
    return 1 if total >= SUCCESS else 0


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a Quickie contest: its roll with everything added, and what breaks ties."""

    who: str
    fell: Throw
    total: int
    skill: int
    attribute: int  # Reflexes; Will where the conflict is mental

    @property
    def rank(self) -> tuple[bool, int, int, int]:
        """What entries are compared by: a Balls-Up loses to anything else, and ties with another (C2D-04)."""
        ball = is_balls_up(self.fell, self.total)
        return (not ball, 0 if ball else self.total, self.skill, self.attribute)


def contest(entries: Sequence[Entry], again: Callable[[Entry], Entry]) -> tuple[Entry, ...]:
    """The sides in descending order; those that nothing tells apart roll `again` among themselves (C2D-04)."""
    ranked = sorted(entries, key=lambda entry: entry.rank, reverse=True)
    result: list[Entry] = []
    while ranked:
        equal = [entry for entry in ranked if entry.rank == ranked[0].rank]
        ranked = ranked[len(equal) :]
        result += equal if len(equal) == 1 else contest([again(entry) for entry in equal], again)
    return tuple(result)


def beats(one: Entry, other: Entry) -> bool | None:
    """Who of two wins by the roll alone, before ties are broken: True the first, False the second, None a tie."""
    first, second = one.rank[:2], other.rank[:2]
    return None if first == second else first > second
