"""What damage does to somebody, so that a fight can end (TW-W1 to TW-W8)."""

from enum import IntEnum
from functools import lru_cache

import msgspec

from rules.systems.twtw.body import HANDS, VITAL, Kind, part
from rules.systems.twtw.data_files import read


class Level(IntEnum):
    """How bad a wound is (TW-W3)."""

    NONE = 0
    LIGHT = 1
    SERIOUS = 2
    CRITICAL = 3
    MORTAL = 4


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The thresholds of wounds, which are data (TW-W8). `steps`: times Fortitude, below which a wound is of a level."""

    steps: tuple[int, ...]
    out_at: int
    concussion: int


class Wound(msgspec.Struct, frozen=True, kw_only=True):
    """One wound: where, and how bad."""

    where: str
    level: Level


@lru_cache(maxsize=1)
def limits() -> Limits:
    """The thresholds."""
    return read("wounds.toml", Limits)


def level_of(damage: int, fortitude: int) -> Level:
    """How bad a wound of so much damage is (TW-W3)."""
    if damage <= 0:
        return Level.NONE
    return Level(1 + sum(damage >= step * fortitude for step in limits().steps))


def total(wounds: tuple[Wound, ...]) -> int:
    """The sum of the levels (TW-W4)."""
    return sum(wound.level for wound in wounds)


def halves_move(wound: Wound) -> bool:
    """Whether the wound lames (TW-W5)."""
    return part(wound.where).kind is Kind.LEG and wound.level >= Level.SERIOUS


def disables_hand(wound: Wound) -> bool:
    """Whether the hand can no more be used, and drops what it holds (TW-W5)."""
    return part(wound.where).kind in HANDS and wound.level >= Level.SERIOUS


def puts_out(wound: Wound) -> bool:
    """Whether this wound alone puts somebody out of action (TW-W5, TW-W6)."""
    is_head = part(wound.where).kind in (Kind.HEAD, Kind.HEART)
    return wound.level is Level.MORTAL or (is_head and wound.level >= Level.CRITICAL)


def is_out(wounds: tuple[Wound, ...]) -> bool:
    """Whether somebody so wounded is out of action (TW-W6)."""
    return total(wounds) >= limits().out_at or any(puts_out(wound) for wound in wounds)


def kills(wound: Wound) -> bool:
    """Whether it kills at once: mortal, to head, heart or torso (TW-W6)."""
    return wound.level is Level.MORTAL and part(wound.where).kind in VITAL


def is_dying_of(wound: Wound) -> bool:
    """Whether whoever has it dies unless he is helped within the scene (TW-W6)."""
    return wound.level is Level.MORTAL and not kills(wound)
