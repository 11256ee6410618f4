"""Changes that several files of this folder make."""

from collections.abc import Callable
from typing import Any

from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.values import replace
from rules.systems.twtw.state import Aim, TwtwState
from rules.systems.twtw.wounds import Level, Wound

Apply = Callable[[TwtwState, Any], TwtwState]  # Any: each takes its own event
SOMEWHERE = "body"  # where the Judge's wounds are


def with_fighter(state: TwtwState, who: str | None, **changes: Any) -> TwtwState:  # Any: fields of several types
    """The state with a combatant changed; without him, the same."""
    fighters = tuple(replace(each, **changes) if each.id == who else each for each in state.fighters)
    return replace(state, fighters=fighters)


def as_it_was(state: TwtwState, _: Event) -> TwtwState:
    """Told, and nothing more: the state stays as it was."""
    return state


def with_aim(state: TwtwState, who: CombatantId, change: Callable[[Aim], Aim | None]) -> TwtwState:
    """The state with somebody's aim changed; without one, the same."""
    fighter = state.find(who)
    if fighter is None or fighter.aim is None:
        return state
    return with_fighter(state, who, aim=change(fighter.aim))


def with_shots(state: TwtwState, who: CombatantId, weapon: str, left: int) -> TwtwState:
    """The state with so many shots in somebody's weapon."""
    fighter = state.find(who)
    return with_fighter(state, who, shots={**fighter.shots, weapon: left}) if fighter else state


def wounds_of(levels: int) -> tuple[Wound, ...]:
    """So many levels of wounds, as few wounds as make them, none of which is mortal."""
    whole, rest = divmod(levels, Level.CRITICAL)
    found = [Wound(where=SOMEWHERE, level=Level.CRITICAL)] * whole
    return (*found, *([Wound(where=SOMEWHERE, level=Level(rest))] if rest else ()))
