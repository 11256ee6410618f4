"""Deciding step by step: each event is applied as it is decided, so that later questions see its effect."""

from collections.abc import Callable
from typing import Generic, TypeVar

S = TypeVar("S")
E = TypeVar("E")


class Draft(Generic[S, E]):
    """The state as decided so far (`state`), and the events that led there (`events`)."""

    def __init__(self, state: S, apply: Callable[[S, E], S]) -> None:
        """`apply` is the system's own: the only way its state changes."""
        self.state = state
        self.events: list[E] = []
        self._apply = apply

    def emit(self, *events: E) -> None:
        """Record the events, in order, and move the state on."""
        for event in events:
            self.events.append(event)
            self.state = self._apply(self.state, event)
