"""Numbers of the rule book that are data: target numbers, action points and their costs."""

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from rules.systems.twtw.data_files import read


class Difficulty(msgspec.Struct, frozen=True, kw_only=True):
    """Target numbers and modifiers (TW-1B, TW-3.4); all modifiers are added to a target number."""

    easy: int
    standard: int
    firer_walking: int
    firer_running: int
    mounted: int
    target_speed_step: int
    dodge: int
    bump: int
    most_wound_penalty: int
    landing: int
    smoke: int
    dying: int


class Points(msgspec.Struct, frozen=True, kw_only=True):
    """Action points by Quickness die, and what things cost."""

    total: Mapping[str, int]
    moving: Mapping[str, tuple[int, int]]
    cost: Mapping[str, int]


@lru_cache(maxsize=1)
def difficulty() -> Difficulty:
    """The target numbers."""
    return read("difficulty.toml", Difficulty)


@lru_cache(maxsize=1)
def points() -> Points:
    """The action points."""
    return read("points.toml", Points)


def cost(what: str) -> int:
    """What something costs, in action points."""
    return points().cost[what]


def points_of(quickness: int) -> int:
    """The action points of a Quickness die (TW-2.10, TW-OQ-28)."""
    return points().total[str(quickness)]
