"""How events change a state: moves and postures."""

from collections.abc import Mapping

from rules.core.event import Event
from rules.core.values import replace
from rules.systems.twtw import events as e
from rules.systems.twtw.apply.changes import Apply, as_it_was, with_fighter
from rules.systems.twtw.state import TwtwState


def _move_began(state: TwtwState, event: e.MoveBegan) -> TwtwState:
    return replace(state, going=event.going, counter=state.counter + 1)


def _paced(state: TwtwState, event: e.Paced) -> TwtwState:
    state = with_fighter(state, event.who, spot=event.spot, paces=event.at)
    return replace(state, going=replace(state.going, at=event.at, due=event.due) if state.going else None)


def _path_cut(state: TwtwState, event: e.PathCut) -> TwtwState:
    going = state.going
    if going is None:
        return state
    stops = tuple(stop for stop in going.stops if stop.at < event.length)
    return replace(state, going=replace(going, path=going.path[: event.length], stops=stops))


def _stop_passed(state: TwtwState, event: e.StopPassed) -> TwtwState:
    going = state.going
    if going is None:
        return state
    return replace(state, going=replace(going, stops=tuple(stop for stop in going.stops if stop.who != event.who)))


def _move_ended(state: TwtwState, event: e.MoveEnded) -> TwtwState:
    return replace(state, going=None)


def _went_prone(state: TwtwState, event: e.WentProne) -> TwtwState:
    return with_fighter(state, event.who, is_prone=True)


def _stood_up(state: TwtwState, event: e.StoodUp) -> TwtwState:
    return with_fighter(state, event.who, is_prone=False)


def _ducked(state: TwtwState, event: e.Ducked) -> TwtwState:
    return with_fighter(state, event.who, cover=event.cover, is_ducked=True)


def _emerged(state: TwtwState, event: e.Emerged) -> TwtwState:
    return with_fighter(state, event.who, is_ducked=False)


def _cover_left(state: TwtwState, event: e.CoverLeft) -> TwtwState:
    return with_fighter(state, event.who, cover="", is_ducked=False)


def _dodged(state: TwtwState, event: e.Dodged) -> TwtwState:
    return with_fighter(state, event.who, dodged_in=event.round)


APPLY: Mapping[type[Event], Apply] = {
    e.MoveBegan: _move_began,
    e.Paced: _paced,
    e.PathCut: _path_cut,
    e.StopPassed: _stop_passed,
    e.MoveEnded: _move_ended,
    e.WentProne: _went_prone,
    e.StoodUp: _stood_up,
    e.Ducked: _ducked,
    e.Emerged: _emerged,
    e.CoverLeft: _cover_left,
    e.Dodged: _dodged,
    e.FieldKept: as_it_was,
    e.EdgeChecked: as_it_was,
}
