"""What a rule system offers so that automatic players can fight by themselves: many fights, without a table."""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Protocol, TypeVar

import msgspec

from rules.core.data_files import ReadyScene
from rules.core.dice import Dice
from rules.core.option import Choice
from rules.core.refusal import Illegal

S = TypeVar("S")


class Simulation(Protocol[S]):
    """Fights of automatic players. Every function is pure: whatever is left to chance comes from `dice`."""

    @property
    def lineups(self) -> tuple[Choice, ...]:
        """Who may fight whom where, the default first."""
        ...

    @property
    def switches(self) -> tuple[Choice, ...]:
        """What may be set besides: its name, what it is, and (`note`) what it is unless set."""
        ...

    def prepare(self, lineup: str, given: Mapping[str, str]) -> Callable[[Dice], S]:
        """What begins each fight of a run: deals or rolls whatever is dealt or rolled before anybody acts.

        Raises: Illegal for an unknown line-up, switch or value.
        """
        ...

    def step(self, state: S, dice: Dice) -> S | None:
        """The fight after whatever an automatic player does next; None once it is over."""
        ...

    def measures(self, state: S) -> Mapping[str, int]:
        """What is counted of a fight that is over, the same things for every fight; told as averages."""
        ...


class Line(Protocol):
    """Two lines of so many equals."""

    @property
    def each(self) -> int:
        """How many stand in each."""
        ...

    @property
    def label(self) -> str:
        """With what, where."""
        ...


class Number(msgspec.Struct, frozen=True, kw_only=True):
    """A switch that is a whole number from `least` to `most`; `usual` None: as the line-up has it."""

    about: str
    usual: int | None
    least: int
    most: int

    def read(self, key: str, text: str, rule: str) -> int:
        """The number meant. Raises: Illegal(NO_SUCH_SWITCH)."""
        if not re.fullmatch("[+-]?[0-9]{1,3}", text) or not self.least <= int(text) <= self.most:
            hint = f"A whole number from {self.least} to {self.most}."
            raise Illegal("NO_SUCH_SWITCH", rule, switch=key, value=text[:40], hint=hint)
        return int(text)

    def shown(self, key: str) -> Choice:
        """As lists of switches have it."""
        usual = "as the line-up has it" if self.usual is None else str(self.usual)
        return Choice(key=key, label=self.about, note=usual)


def read_numbers(numbers: Mapping[str, Number], given: Mapping[str, str], rule: str) -> dict[str, int]:
    """What was set of these, and what is usual of the others. Raises: Illegal(NO_SUCH_SWITCH)."""
    read = {key: number.usual for key, number in numbers.items()}
    read |= {key: numbers[key].read(key, text, rule) for key, text in given.items() if key in numbers}
    return {key: value for key, value in read.items() if value is not None}


def no_such_lineup(lineup: str, known: tuple[Choice, ...], rule: str) -> Illegal:
    """The refusal of a line-up that there is not."""
    hint = f"There is: {', '.join(choice.key for choice in known)}."
    return Illegal("NO_SUCH_SCENE", rule, scene=lineup[:40], hint=hint)


def lineup_choices(lines: Mapping[str, Line], scenes: Mapping[str, ReadyScene]) -> tuple[Choice, ...]:
    """Two lines of equals, then the ready scenes, as they are listed."""
    equals = (Choice(key=key, label=f"{each.each} against {each.each}: {each.label}") for key, each in lines.items())
    return (*equals, *(Choice(key=key, label=scene.name) for key, scene in scenes.items()))


def one_among(key: str, text: str, known: Collection[str], rule: str) -> str:
    """A switch that takes one of these words. Raises: Illegal(NO_SUCH_SWITCH)."""
    if text not in known:
        raise Illegal("NO_SUCH_SWITCH", rule, switch=key, value=text[:40], hint=f"There is: {', '.join(known)}.")
    return text


def require_for_a_scene(given: Mapping[str, str], barred: Collection[str], free: str, rule: str) -> None:
    """Refuse what a ready scene has of its own: only `free` and the house are set. Raises: Illegal(NO_SUCH_SWITCH)."""
    for key, value in given.items():
        if key in barred and key != free:
            hint = f"A ready scene has its own people and places: there is {free}, and the switches of the house."
            raise Illegal("NO_SUCH_SWITCH", rule, switch=key, value=value[:40], hint=hint)
