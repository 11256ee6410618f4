"""Weapons as the tables have them, and which of them somebody may use (TW-4)."""

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from rules.systems.twtw.arcs import Arc
from rules.systems.twtw.data_files import read

FISTS, BOOT = "fists", "boot"
PERCUSSION = "percussion"


class Gun(msgspec.Struct, frozen=True, kw_only=True):
    """A firearm. Costs in action points, `increment` in paces, damage in the effect grid's row and column."""

    name: str
    skill: str
    arc: Arc
    row: int
    column: int
    increment: int
    aim: int
    snap: int
    fire: int
    accurate: int
    shots: int
    load: str
    scatter: bool = False


class Melee(msgspec.Struct, frozen=True, kw_only=True):
    """Something to fight with hand to hand. Impact is added to the damage of one's Strength (TW-3.30)."""

    name: str
    attribute: str
    is_impact: bool
    row: int
    column: int
    points: int


class Weapons(msgspec.Struct, frozen=True, kw_only=True):
    """All weapons, by key."""

    guns: Mapping[str, Gun]
    melee: Mapping[str, Melee]


@lru_cache(maxsize=1)
def tables() -> Weapons:
    """The weapon tables."""
    return read("weapons.toml", Weapons)


def gun(key: str) -> Gun | None:
    """The firearm of this key."""
    return tables().guns.get(key)


def melee(key: str) -> Melee | None:
    """The hand weapon of this key."""
    return tables().melee.get(key)


def weapon_name(key: str) -> str:
    """What a weapon is called; bare hands for none."""
    found = gun(key) or melee(key)
    return found.name if found else key or "bare hands"


def field_words(weapon: Gun) -> str:
    """How wide its field of fire is: "60°"."""
    return f"{int(weapon.arc)}°"


def weapon_keys() -> tuple[str, ...]:
    """Everything that can be held in a hand."""
    return tuple(key for key in (*tables().guns, *tables().melee) if key not in ("fists", "boot"))
