"""The small changes that most events are made of."""

from collections.abc import Callable, Iterable
from typing import Any

from rules.core.combatant import Side
from rules.core.deck import discard
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.values import replace
from rules.systems.texarkana.attempts import Attempt
from rules.systems.texarkana.state import Fighter, TexState

Apply = Callable[[TexState, Any], TexState]
"""The state after an event. Any: each takes its own event."""


def with_fighter(state: TexState, who: str | None, **changes: Any) -> TexState:  # Any: fields of several types
    """The state with a combatant changed; without him, the same."""
    return replace(
        state,
        fighters=tuple(replace(each, **changes) if each.id == who else each for each in state.fighters),
    )


def fighter_of(state: TexState, who: CombatantId) -> Fighter:
    """The combatant as he is, or an empty one if he left: `apply` is total."""
    return state.find(who) or Fighter(id=who, name=who, side=Side.BYSTANDER, is_pc=False, place="")


def with_attempt(state: TexState, which: str, **changes: Any) -> TexState:  # Any: fields of several types
    """The state with a test changed; without it, the same."""
    return replace(
        state,
        attempts=tuple(replace(each, **changes) if each.id == which else each for each in state.attempts),
    )


def with_flight(state: TexState, which: str, **changes: Any) -> TexState:  # Any: fields of several types
    """The state with a flight changed; without it, the same."""
    return replace(
        state,
        flights=tuple(replace(each, **changes) if each.id == which else each for each in state.flights),
    )


def without(ids: Iterable[CombatantId], who: CombatantId) -> tuple[CombatantId, ...]:
    """The ids but this one."""
    return tuple(each for each in ids if each != who)


def close_attempt(state: TexState, attempt: Attempt) -> TexState:
    """The test is gone, its cards are on the discards."""
    return replace(
        state,
        attempts=tuple(each for each in state.attempts if each.id != attempt.id),
        deck=discard(state.deck, *attempt.cards),
    )


def as_it_was(state: TexState, _: Event) -> TexState:
    """Told, and nothing more: the state stays as it was."""
    return state
