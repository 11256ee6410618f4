"""Cover: which parts of somebody it protects, and how much (TW-3.20 to TW-3.22)."""

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from rules.systems.twtw.data_files import read


class Cover(msgspec.Struct, frozen=True, kw_only=True):
    """Something to be behind: what it `covers` of somebody who stands; of somebody who ducks it covers all."""

    name: str
    protection: int
    covers: tuple[str, ...]


@lru_cache(maxsize=1)
def covers() -> Mapping[str, Cover]:
    """The kinds of cover, by key."""
    return read("covers.toml", dict[str, Cover])


def protection_at(key: str, *, is_ducked: bool, location: str) -> int:
    """How many rows of damage cover takes from a hit on this location; 0 where nothing is covered."""
    cover = covers().get(key)
    if cover is None or not (is_ducked or location in cover.covers):
        return 0
    return cover.protection


def cover_name(key: str) -> str:
    """What the cover is called."""
    cover = covers().get(key)
    return cover.name if cover else key
