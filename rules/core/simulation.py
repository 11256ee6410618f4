"""What a rule system offers so that automatic players can fight by themselves: many fights, without a table."""

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

from rules.core.dice import Dice
from rules.core.option import Choice

S = TypeVar("S")


class Simulation(Protocol[S]):
    """Fights of automatic players. Every function is pure; whom they pick is chance, and so comes from `dice`."""

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
