"""What comes ready with the system: stat blocks, ready characters and scenes, read from `data` when first needed."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

import msgspec

from rules.core import data_files
from rules.core.advice import Advice, Line
from rules.core.combatant import Side
from rules.core.ruleset import Template
from rules.core.terms import Term, Terms
from rules.systems.conflicts.arms import Weapon
from rules.systems.conflicts.state import Landmark, Spot

T = TypeVar("T")

AVERAGE = 7  # C2D-01


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A character or stat block: attributes unlike the average, skills, familiarities, gear (the first in hand)."""

    name: str
    note: str
    strength: int = AVERAGE
    reflexes: int = AVERAGE
    will: int = AVERAGE
    skills: Mapping[str, int]
    familiar: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    armour: tuple[str, ...] = ()
    load: int = 0  # kg


class SceneMark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A landmark of a scene, in metres from the first; or wherever `spot` says, to the centimetre."""

    id: str
    name: str
    x: int = 0
    y: int = 0
    note: str = ""
    cover: int = 0
    has_support: bool = False
    spot: Spot | None = None

    @property
    def landmark(self) -> Landmark:
        """As the state has it."""
        return Landmark(
            id=self.id,
            name=self.name,
            spot=self.spot or Spot(x=self.x * 100, y=self.y * 100),
            note=self.note,
            cover=self.cover,
            has_support=self.has_support,
        )


class SceneNpc(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody who is in the scene from the start, at a landmark or, with `spot`, anywhere.

    `in_hand`: weapons by key, the one in the better hand first; None: as usual (C2D-02).
    """

    id: str
    name: str
    template: str
    side: Side
    place: str
    party: str = ""
    is_surprised: bool = False
    spot: Spot | None = None
    is_hidden: bool = False
    in_hand: tuple[str, ...] | None = None


class Scene(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A scene: a ready one, or one of the GM's own, which brings the `weapons` that he made.

    `is_posse_surprised`: the players' characters expect no attack.
    """

    name: str
    note: str = ""
    opening: str = ""  # said to everybody as it is laid out
    kinds: str = "both"
    conditions: tuple[str, ...] = ()
    is_posse_surprised: bool = False
    landmarks: tuple[SceneMark, ...]
    npcs: tuple[SceneNpc, ...] = ()
    alone: str = ""  # the ready character whom the one person plays in a scene for one alone
    weapons: Mapping[str, Weapon] = {}


def read(name: str, type_: type[T]) -> T:
    """A file of `data`, checked."""
    return data_files.read("conflicts", name, type_)


@lru_cache(maxsize=1)
def stat_blocks() -> Mapping[str, Sheet]:
    """The NPCs, by key."""
    return read("npcs.toml", dict[str, Sheet])


@lru_cache(maxsize=1)
def characters() -> Mapping[str, Sheet]:
    """The ready characters, by key."""
    return read("characters.toml", dict[str, Sheet])


@lru_cache(maxsize=1)
def scenes() -> Mapping[str, Scene]:
    """The ready scenes, by key; the first is the default."""
    return read("scenes.toml", dict[str, Scene])


@lru_cache(maxsize=1)
def templates() -> tuple[Template, ...]:
    """Ready characters and stat blocks as the lobby offers them."""
    return tuple(
        Template(key=key, name=each.name, note=each.note, is_ready_character=is_ready)
        for sheets, is_ready in ((characters(), True), (stat_blocks(), False))
        for key, each in sheets.items()
    )


@lru_cache(maxsize=1)
def advice() -> tuple[Line, ...]:
    """What is said to whoever plays alone."""
    return read("advice.toml", Advice).lines


@lru_cache(maxsize=1)
def terms() -> tuple[Term, ...]:
    """What is explained once in a fight."""
    return read("terms.toml", Terms).terms
