"""The only way a state changes: one event at a time. Total: whatever was decided is applied, nothing is refused.

One function an event, and the `APPLY` of its file names it: an event without one is our own fault, and fails.
"""

from collections.abc import Mapping

from rules.core.event import Event
from rules.systems.conflicts.apply import acts, calls, gm, lobby, rounds
from rules.systems.conflicts.apply.changes import Apply
from rules.systems.conflicts.state import ConflictState

APPLY: Mapping[type[Event], Apply] = {**lobby.APPLY, **rounds.APPLY, **acts.APPLY, **calls.APPLY, **gm.APPLY}


def apply(state: ConflictState, event: Event) -> ConflictState:
    """The state after the event, which must be one of this system's."""
    return APPLY[type(event)](state, event)
