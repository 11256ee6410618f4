"""The state after the move changed hands."""

from collections.abc import Mapping

from rules.core.event import Event
from rules.core.values import replace
from rules.core.view import Phase
from rules.systems.texarkana import events as e
from rules.systems.texarkana.apply.changes import Apply, as_it_was
from rules.systems.texarkana.state import TexState


def _lookout_taken(state: TexState, event: e.LookoutTaken) -> TexState:
    return replace(state, lookout=event.who)


def _initiative_taken(state: TexState, event: e.InitiativeTaken) -> TexState:
    return replace(state, posse_starts=event.by_posse)


def _phase_began(state: TexState, event: e.PhaseBegan) -> TexState:
    return replace(
        state,
        turn=event.turn,
        turn_phase=event.turn_phase,
        acted=(),
        claimed=None,
        is_phase_over=False,
        threat=None,
        consequences=tuple(replace(each, is_old=True) for each in state.consequences if not each.is_old),
    )


def _phase_cut(state: TexState, _: e.PhaseCut) -> TexState:
    return replace(state, is_phase_over=True, claimed=None)


def _claimed(state: TexState, event: e.Claimed) -> TexState:
    return replace(state, claimed=event.who)


def _claim_lapsed(state: TexState, _: e.ClaimLapsed) -> TexState:
    return replace(state, claimed=None)


def _turn_taken(state: TexState, event: e.TurnTaken) -> TexState:
    return replace(state, acted=(*state.acted, event.who), claimed=None)


def _ended(state: TexState, event: e.Ended) -> TexState:
    return replace(
        state,
        phase=Phase.OVER,
        claimed=None,
        escalation=None,
        threat=None,
        requests=(),
        second_shots=(),
        backings=(),
        winner=event.winner,
    )


APPLY: Mapping[type[Event], Apply] = {
    e.LookoutTaken: _lookout_taken,
    e.InitiativeTaken: _initiative_taken,
    e.PhaseBegan: _phase_began,
    e.PhaseCut: _phase_cut,
    e.Claimed: _claimed,
    e.ClaimLapsed: _claim_lapsed,
    e.TurnTaken: _turn_taken,
    e.Passed: as_it_was,
    e.Ended: _ended,
}
