"""The only way a state changes: one event at a time. Total: whatever was decided is applied, nothing is refused.

One function an event, and the `APPLY` of its file names it: an event without one is our own fault, and fails.
"""

from collections.abc import Mapping

from rules.core.event import Event
from rules.systems.twtw.apply import attacks, calls, cards, judge, lobby, moving, rounds, surprise
from rules.systems.twtw.apply.changes import Apply
from rules.systems.twtw.state import TwtwState

APPLY: Mapping[type[Event], Apply] = {
    **lobby.APPLY,
    **cards.APPLY,
    **surprise.APPLY,
    **rounds.APPLY,
    **moving.APPLY,
    **attacks.APPLY,
    **judge.APPLY,
    **calls.APPLY,
}


def apply(state: TwtwState, event: Event) -> TwtwState:
    """The state after the event, which must be one of this system's."""
    return APPLY[type(event)](state, event)
