"""The body: where somebody can be hit, from the top down, and what a wound there may do."""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache

import msgspec

from rules.systems.twtw.data_files import read


class Kind(StrEnum):
    """What a wound in a part does (TW-W5, TW-W6)."""

    HEAD = "head"
    HEART = "heart"
    TORSO = "torso"
    LEFT_HAND = "left-hand"
    RIGHT_HAND = "right-hand"
    LEG = "leg"


VITAL = (Kind.HEAD, Kind.HEART, Kind.TORSO)
HANDS = (Kind.LEFT_HAND, Kind.RIGHT_HAND)


class BodyPart(msgspec.Struct, frozen=True, kw_only=True):
    """A part: `height` counts from the top (TW-OQ-22); `weight` of a hundred cards have it as their location."""

    name: str
    size: str
    height: int
    kind: Kind
    weight: int = 0


class Body(msgspec.Struct, frozen=True, kw_only=True):
    """All parts by key, and the penalty of aiming at one of each size (TW-C1)."""

    sizes: Mapping[str, int]
    parts: Mapping[str, BodyPart]


@lru_cache(maxsize=1)
def body() -> Body:
    """The table, from the top down."""
    return read("body.toml", Body)


def part(key: str) -> BodyPart:
    """A part by its key; the body as a whole, if it is none of ours (a wound that the Judge set)."""
    return body().parts.get(key) or BodyPart(name="body", size="torso", height=3, kind=Kind.TORSO)
