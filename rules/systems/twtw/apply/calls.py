"""How events change a state: checks that the Judge called."""

from collections.abc import Mapping

from rules.core.event import Event
from rules.core.values import replace
from rules.systems.twtw import events as e
from rules.systems.twtw.apply.changes import Apply, as_it_was
from rules.systems.twtw.state import TwtwState


def _check_called(state: TwtwState, event: e.CheckCalled) -> TwtwState:
    return replace(state, calls=(*state.calls, event.called), counter=state.counter + 1)


def _call_closed(state: TwtwState, event: e.CallClosed) -> TwtwState:
    return replace(state, calls=tuple(each for each in state.calls if each.id != event.call))


APPLY: Mapping[type[Event], Apply] = {
    e.CheckCalled: _check_called,
    e.CallClosed: _call_closed,
    e.CheckMade: as_it_was,
}
