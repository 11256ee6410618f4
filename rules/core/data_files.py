"""What lies in the `data` folder of a rule system: files checked against what they are to hold, and ready scenes."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Protocol, TypeVar

import msgspec

from rules.core.option import Choice

T = TypeVar("T")


def read(system: str, name: str, type_: type[T]) -> T:
    """A file of the system's `data`. A fault in it is ours, and stops the first use."""
    text = files(f"rules.systems.{system}").joinpath("data", name).read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), type_)


class ReadyScene(Protocol):
    """What the scenes of all systems have in common."""

    @property
    def name(self) -> str:
        """As it is shown, and as a state remembers it."""
        ...

    @property
    def note(self) -> str:
        """What it is, in a line."""
        ...

    @property
    def alone(self) -> str:
        """The ready character whom the one person plays in a scene for one alone; empty: it is for several."""
        ...


def scene_choices(scenes: Mapping[str, ReadyScene]) -> tuple[Choice, ...]:
    """The scenes as the lobby offers them."""
    return tuple(Choice(key=key, label=scene.name, note=scene.note) for key, scene in scenes.items())


def alone_in(scenes: Mapping[str, ReadyScene], name: str) -> str:
    """The ready character of the one person who plays the scene of this name; empty: it is for several."""
    return next((scene.alone for scene in scenes.values() if scene.name == name), "")
