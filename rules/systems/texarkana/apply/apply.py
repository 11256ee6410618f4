"""The only way a state changes: one event at a time. Total: whatever was decided is applied, nothing is refused.

One function an event, and the `APPLY` of its file names it: an event without one is our own fault, and fails.
"""

from collections.abc import Mapping

from rules.core.event import Event
from rules.systems.texarkana.apply import (
    acts,
    cards,
    consequences,
    dealer,
    escalation,
    harm,
    lobby,
    personal,
    redealing,
    sheets,
    shootouts,
    sundry,
    turns,
    woe,
)
from rules.systems.texarkana.apply.changes import Apply
from rules.systems.texarkana.state import TexState

APPLY: Mapping[type[Event], Apply] = {
    **lobby.APPLY,
    **cards.APPLY,
    **turns.APPLY,
    **acts.APPLY,
    **harm.APPLY,
    **consequences.APPLY,
    **dealer.APPLY,
    **escalation.APPLY,
    **shootouts.APPLY,
    **woe.APPLY,
    **personal.APPLY,
    **sundry.APPLY,
    **sheets.APPLY,
    **redealing.APPLY,
}


def apply(state: TexState, event: Event) -> TexState:
    """The state after the event, which must be one of this system's."""
    return APPLY[type(event)](state, event)
