"""The small changes that most events are made of."""

from collections.abc import Callable
from typing import Any

from rules.core.combatant import Side
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.values import replace
from rules.systems.conflicts.state import BYSTANDER, ConflictState, Fighter

Apply = Callable[[ConflictState, Any], ConflictState]
"""The state after an event. Any: each takes its own event."""


def with_fighter(
    state: ConflictState, who: str | None, **changes: Any
) -> ConflictState:  # Any: fields of several types
    """The state with a combatant changed; without him, the same."""
    return replace(
        state,
        fighters=tuple(replace(each, **changes) if each.id == who else each for each in state.fighters),
    )


def fighter_of(state: ConflictState, who: CombatantId) -> Fighter:
    """The combatant as he is, or an empty one if he left: `apply` is total."""
    return state.find(who) or Fighter(id=who, name=who, side=Side.BYSTANDER, party=BYSTANDER, is_pc=False)


def with_item(
    state: ConflictState, who: CombatantId, which: str, **changes: Any
) -> ConflictState:  # Any: fields of several types
    """The state with an item of somebody changed; without it, the same."""
    gear = tuple(replace(item, **changes) if item.id == which else item for item in fighter_of(state, who).gear)
    return with_fighter(state, who, gear=gear)


def with_plan(
    state: ConflictState, who: CombatantId, at: int, **changes: Any
) -> ConflictState:  # Any: fields of several types
    """The state with a declared action of somebody changed; without it, the same."""
    plans = tuple(
        replace(plan, **changes) if number == at else plan for number, plan in enumerate(fighter_of(state, who).plans)
    )
    return with_fighter(state, who, plans=plans)


def without_aim(state: ConflictState, who: CombatantId) -> ConflictState:
    """Aim is lost on moving, defending, being hit, and after the shot (C2A-17)."""
    return with_fighter(state, who, aim=None)


def as_it_was(state: ConflictState, _: Event) -> ConflictState:
    """Told, and nothing more: the state stays as it was."""
    return state


def in_order(state: ConflictState, newcomer: Fighter) -> tuple[CombatantId, ...]:
    """The order with somebody behind the last of his party."""
    order = tuple(who for who in state.order if who != newcomer.id)
    of_party = [at for at, who in enumerate(order) if fighter_of(state, who).party == newcomer.party]
    at = of_party[-1] + 1 if of_party else len(order)
    return (*order[:at], newcomer.id, *order[at:])
