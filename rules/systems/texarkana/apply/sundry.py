"""The state after something quick, the Dealer's word, and saving the dying."""

from collections.abc import Mapping

from rules.core.event import Event
from rules.core.values import replace
from rules.systems.texarkana import events as e
from rules.systems.texarkana.apply.changes import Apply, as_it_was, fighter_of, with_fighter
from rules.systems.texarkana.state import Condition, TexState


def _ruling_asked(state: TexState, event: e.RulingAsked) -> TexState:
    return replace(state, requests=(*state.requests, event.request), counter=state.counter + 1)


def _ruled(state: TexState, event: e.Ruled) -> TexState:
    return replace(state, requests=tuple(each for each in state.requests if each.id != event.request))


def _told(state: TexState, event: e.Told) -> TexState:
    return replace(state, told=event.text)


def _tended(state: TexState, event: e.Tended) -> TexState:
    dying = fighter_of(state, event.dying)
    return with_fighter(state, event.dying, tended_by=(*dying.tended_by, event.who))


def _saved(state: TexState, event: e.Saved) -> TexState:
    return with_fighter(state, event.who, grit=1, condition=Condition.INCAPACITATED, tended_by=())


def _left_dying(state: TexState, event: e.LeftDying) -> TexState:
    dying = fighter_of(state, event.dying)
    return with_fighter(state, event.dying, tended_by=(*dying.tended_by, event.who))


APPLY: Mapping[type[Event], Apply] = {
    e.Tried: as_it_was,
    e.RulingAsked: _ruling_asked,
    e.Ruled: _ruled,
    e.SundryEnded: as_it_was,
    e.Told: _told,
    e.Tended: _tended,
    e.Saved: _saved,
    e.LeftDying: _left_dying,
}
