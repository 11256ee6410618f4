"""The state after what the Dealer did with Woe."""

from collections.abc import Mapping

from rules.core.event import Event
from rules.core.values import replace
from rules.systems.texarkana import events as e
from rules.systems.texarkana.apply.changes import Apply, with_attempt
from rules.systems.texarkana.state import Horror, TexState


def _horror_armed(state: TexState, event: e.HorrorArmed) -> TexState:
    return replace(state, horror=event.horror)


def _woe_placed(state: TexState, event: e.WoePlaced) -> TexState:
    """What was armed for one test is used up by it."""
    if state.horror is Horror.NEXT:
        state = replace(state, horror=Horror.NONE)
    attempt = state.attempt(event.attempt)
    if attempt is None:
        return state
    return with_attempt(state, attempt.id, woe=attempt.woe + 1, difficulty=attempt.difficulty.plus(event.part))


def _woe_spent(state: TexState, event: e.WoeSpent) -> TexState:
    return replace(state, woe=event.woe)


def _unnatural_brought(state: TexState, event: e.UnnaturalBrought) -> TexState:
    return replace(state, unnatural=(*state.unnatural, event.what))


APPLY: Mapping[type[Event], Apply] = {
    e.HorrorArmed: _horror_armed,
    e.WoePlaced: _woe_placed,
    e.WoeSpent: _woe_spent,
    e.UnnaturalBrought: _unnatural_brought,
}
