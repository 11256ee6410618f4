"""How events change a state: what the Judge sets, and the end."""

from collections.abc import Mapping

from rules.core.event import Event
from rules.core.values import replace
from rules.core.view import Phase
from rules.systems.twtw import events as e
from rules.systems.twtw.apply.changes import Apply, with_fighter, wounds_of
from rules.systems.twtw.state import Limit, TwtwState

FLAGS: Mapping[e.Flag, str] = {
    e.Flag.PRONE: "is_prone",
    e.Flag.MOUNTED: "is_mounted",
    e.Flag.ABOVE: "is_above",
    e.Flag.POINT_BLANK: "is_point_blank",
    e.Flag.EXPECTS: "expects",
    e.Flag.HABITUAL: "is_habitual",
}


def _flag_set(state: TwtwState, event: e.FlagSet) -> TwtwState:
    if event.flag is e.Flag.SURPRISED:
        limit = Limit.DEFENSIVE if event.is_on else Limit.FREE
        return with_fighter(state, event.who, is_surprised=event.is_on, limit=limit)
    return with_fighter(state, event.who, **{FLAGS[event.flag]: event.is_on})


def _quantity_set(state: TwtwState, event: e.QuantitySet) -> TwtwState:
    match event.quantity:
        case e.Quantity.POINTS:
            return with_fighter(state, event.who, points=event.value)
        case e.Quantity.CONCUSSION:
            return with_fighter(state, event.who, concussion=event.value)
        case e.Quantity.MODIFIER:
            return with_fighter(state, event.who, modifier=event.value)
        case e.Quantity.MOVE:
            return with_fighter(state, event.who, move=event.value)
        case e.Quantity.WOUNDS:
            return with_fighter(state, event.who, wounds=wounds_of(event.value))


def _bump_ruled(state: TwtwState, event: e.BumpRuled) -> TwtwState:
    return with_fighter(state, event.who, bump_ruling=event.ruling)


def _modifier_used(state: TwtwState, event: e.ModifierUsed) -> TwtwState:
    return with_fighter(state, event.who, modifier=0, bump_ruling="as-ruled")


def _cover_set(state: TwtwState, event: e.CoverSet) -> TwtwState:
    return with_fighter(state, event.who, cover=event.cover, is_ducked=event.is_ducked)


def _side_set(state: TwtwState, event: e.SideSet) -> TwtwState:
    return with_fighter(state, event.who, side=event.side)


def _ambush_set(state: TwtwState, event: e.AmbushSet) -> TwtwState:
    return replace(state, ambush=event.ambush)


def _hidden(state: TwtwState, event: e.Hidden) -> TwtwState:
    return with_fighter(state, event.who, is_hidden=True, aim=None)


def _revealed(state: TwtwState, event: e.Revealed) -> TwtwState:
    return with_fighter(state, event.who, is_hidden=False)


def _placed(state: TwtwState, event: e.Placed) -> TwtwState:
    return with_fighter(state, event.who, spot=event.spot, began_at=event.spot)


def _landmark_placed(state: TwtwState, event: e.LandmarkPlaced) -> TwtwState:
    others = tuple(each for each in state.landmarks if each.id != event.landmark.id)
    is_known = len(others) < len(state.landmarks)
    if not is_known:
        return replace(state, landmarks=(*state.landmarks, event.landmark))
    return replace(
        state, landmarks=tuple(event.landmark if each.id == event.landmark.id else each for each in state.landmarks)
    )


def _ended(state: TwtwState, event: e.Ended) -> TwtwState:
    return replace(state, phase=Phase.OVER, winner=event.winner, going=None, attack=None)


APPLY: Mapping[type[Event], Apply] = {
    e.FlagSet: _flag_set,
    e.QuantitySet: _quantity_set,
    e.BumpRuled: _bump_ruled,
    e.ModifierUsed: _modifier_used,
    e.CoverSet: _cover_set,
    e.SideSet: _side_set,
    e.AmbushSet: _ambush_set,
    e.Hidden: _hidden,
    e.Revealed: _revealed,
    e.Placed: _placed,
    e.LandmarkPlaced: _landmark_placed,
    e.Ended: _ended,
}
