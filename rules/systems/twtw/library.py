"""What comes ready with the system: ready characters, stat blocks and scenes, read from `data` when first needed."""

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from rules.core.advice import Advice, Line
from rules.core.combatant import ALL_OF, Side
from rules.core.ruleset import Template
from rules.core.terms import Term, Terms
from rules.systems.twtw.arcs import Mode
from rules.systems.twtw.data_files import read
from rules.systems.twtw.ground import converted
from rules.systems.twtw.hexes import Spot
from rules.systems.twtw.positions import read_spot

AMBUSHES = {
    "nobody": "nobody",
    "posse": ALL_OF[Side.POSSE],
    "enemies": ALL_OF[Side.ENEMY],
    "everybody": "everybody",
}  # who may be surprised at the start (TW-S1), and what each is called


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's numbers: traits not named are Normal (TW-2.41), bravery 0 means Presence (TW-OQ-2)."""

    name: str
    move: int
    weapons: tuple[str, ...]
    note: str = ""
    traits: Mapping[str, int] = {}
    trait_skills: Mapping[str, int] = {}
    skills: Mapping[str, int] = {}
    specialities: tuple[str, ...] = ()
    bravery: int = 0


class Position(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position in words, without hexes and on them; or `exact`, as `mode` has it."""

    at: str = ""
    hex: str = ""
    exact: Spot | None = None
    mode: Mode = Mode.GRIDLESS

    def spot(self, mode: Mode) -> Spot:
        """The same as a spot."""
        if self.exact is not None:
            return converted(self.exact, self.mode, mode)
        return read_spot(self.hex if mode is Mode.HEX else self.at, mode, {})


class SceneLandmark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something on the ground; `cover` names what it shelters with."""

    id: str
    name: str
    spot: Position
    cover: str = ""


class SceneNpc(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody who is in the scene from the start. `in_hand`: None as usual, empty nothing."""

    id: str
    name: str
    template: str
    side: Side
    spot: Position
    is_hidden: bool = False
    in_hand: str | None = None


class Scene(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A scene: a ready one, or one of the Judge's own."""

    name: str
    note: str = ""
    opening: str = ""  # said to everybody as it is laid out
    mode: Mode
    start: Position
    landmarks: tuple[SceneLandmark, ...]
    npcs: tuple[SceneNpc, ...] = ()
    is_drawn: bool = True
    ambush: str = "nobody"
    alone: str = ""  # the ready character whom the one person plays in a scene for one alone


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
    ready = [
        Template(key=key, name=each.name, note=each.note, is_ready_character=True) for key, each in characters().items()
    ]
    npcs = [
        Template(key=key, name=each.name, note=f"Move {each.move}", is_ready_character=False)
        for key, each in stat_blocks().items()
    ]
    return (*ready, *npcs)


@lru_cache(maxsize=1)
def advice() -> tuple[Line, ...]:
    """What is said to whoever plays alone."""
    return read("advice.toml", Advice).lines


@lru_cache(maxsize=1)
def terms() -> tuple[Term, ...]:
    """What is explained once in a fight."""
    return read("terms.toml", Terms).terms
