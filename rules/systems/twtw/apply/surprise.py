"""How events change a state: surprise."""

from collections.abc import Mapping

from rules.core.event import Event
from rules.systems.twtw import events as e
from rules.systems.twtw.apply.changes import Apply, as_it_was, with_fighter
from rules.systems.twtw.state import TwtwState


def _danger_expected(state: TwtwState, event: e.DangerExpected) -> TwtwState:
    claims = sum(each.claims for each in state.fighters if each.id == event.who)
    return with_fighter(state, event.who, expects=True, claims=claims + 1)


def _surprise_checked(state: TwtwState, event: e.SurpriseChecked) -> TwtwState:
    state = with_fighter(state, event.who, expects=False)
    if not event.is_surprised:
        return state
    return with_fighter(state, event.who, is_surprised=True, limit=event.limit)


APPLY: Mapping[type[Event], Apply] = {
    e.DangerExpected: _danger_expected,
    e.SurpriseChecked: _surprise_checked,
    e.BraveryChecked: as_it_was,
}
