"""How events change a state: checks that the GM called."""

from collections.abc import Mapping

from rules.core.event import Event
from rules.core.values import replace
from rules.systems.conflicts import events as e
from rules.systems.conflicts.apply.changes import Apply, as_it_was
from rules.systems.conflicts.state import ConflictState


def _check_called(state: ConflictState, event: e.CheckCalled) -> ConflictState:
    return replace(state, calls=(*state.calls, event.called), counter=state.counter + 1)


def _call_closed(state: ConflictState, event: e.CallClosed) -> ConflictState:
    return replace(state, calls=tuple(each for each in state.calls if each.id != event.call))


APPLY: Mapping[type[Event], Apply] = {
    e.CheckCalled: _check_called,
    e.CallClosed: _call_closed,
    e.CheckMade: as_it_was,
}
