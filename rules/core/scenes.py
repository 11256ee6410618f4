"""Scenes of a GM's own: as a text that is kept, and what a system does with them.

A kept scene is the same value as a ready one, as JSON with the schema it was written under. What somebody pastes is
read by `rules.core.scene_text`.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from rules.core.names import apart, clean
from rules.core.refusal import Illegal

S = TypeVar("S", contravariant=True)
T = TypeVar("T", bound=msgspec.Struct)

Raw = Mapping[str, Any]  # Any: decoded JSON

_encoder = msgspec.json.Encoder(order="deterministic")


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What is said about a line of a pasted text, which counts from 1."""

    line: int
    said: str


class Pasted(msgspec.Struct, frozen=True, kw_only=True):
    """What was understood of a pasted text, and what was not, in the order of its lines.

    `scene` is the scene as it is kept; empty where there are faults.
    """

    name: str
    understood: tuple[Told, ...]
    faults: tuple[Told, ...]
    scene: str


class OwnScenes(Protocol[S]):
    """How a GM lays out scenes of his own by a system. Pure."""

    @property
    def example(self) -> str:
        """A text that `read` understands in every line."""
        ...

    def read(self, text: str, state: S) -> Pasted:
        """A scene out of lines, with a word about each; the stat blocks of this fight serve in it."""
        ...

    def keep(self, state: S, name: str) -> str:
        """The present place of a fight with its NPCs, under this name, as it is kept: no players, no wounds."""
        ...


class _Kept(msgspec.Struct, frozen=True, kw_only=True):
    schema: int
    scene: Raw


def kept(scene: msgspec.Struct, schema: int) -> str:
    """A scene as a text to keep."""
    return _encoder.encode({"schema": schema, "scene": scene}).decode()


def scene_of(text: str, type_: type[T], schema: int, migrate: Callable[[str, Raw, int], Raw]) -> T:
    """A kept scene, brought up to date. Raises: Illegal(SCENE_BROKEN, NEWER_PROGRAM)."""
    try:
        read = msgspec.json.decode(text, type=_Kept)
        if read.schema > schema:
            raise Illegal("NEWER_PROGRAM")
        raw = read.scene
        for each in range(read.schema, schema):
            raw = migrate("scene", raw, each)
        return msgspec.convert(raw, type_)
    except (ValueError, LookupError, TypeError, AttributeError) as error:  # the last three: `migrate`
        raise broken("it is not written as one") from error


def broken(what: str) -> Illegal:
    """The refusal of a kept scene that does not hold together."""
    return Illegal("SCENE_BROKEN", what=what)


class _Named(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def alone(self) -> str: ...


def own_name(name: str, ready: Mapping[str, _Named]) -> str:
    """The name of a scene, never that of one for one alone: by it a fight knows that it is such."""
    return apart(clean(name) or "A scene of your own", [each.name for each in ready.values() if each.alone])


def opened(name: str, opening: str) -> str:
    """What everybody is told as a scene is laid out: its name, and what its GM says to it."""
    told = opening.strip()
    return f"{name}. {told}{'' if not told or told[-1] in '.!?…' else '.'}".rstrip()


class SceneNpc(Protocol):
    """Somebody in a scene."""

    @property
    def id(self) -> str:
        """Unlike all others in it."""
        ...

    @property
    def template(self) -> str:
        """The key of his stat block."""
        ...


def require_npcs(npcs: Sequence[SceneNpc], blocks: Collection[str]) -> None:
    """Refuse two who are one and the same, and whoever has no stat block. Raises: Illegal(SCENE_BROKEN)."""
    if len({npc.id for npc in npcs}) < len(npcs):
        raise broken("two in it are one and the same")
    for npc in npcs:
        if npc.template not in blocks:
            raise broken(f"there is no stat block {npc.template[:40]}")
