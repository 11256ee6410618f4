"""What the events of rounds change."""

from collections.abc import Mapping

from rules.core.event import Event
from rules.core.values import replace
from rules.core.view import Phase
from rules.systems.conflicts import events as e
from rules.systems.conflicts.apply.changes import (
    Apply,
    as_it_was,
    fighter_of,
    with_fighter,
    with_plan,
    without_aim,
)
from rules.systems.conflicts.state import (
    ConflictState,
    Kind,
    Plan,
    Stage,
)


def _round_began(state: ConflictState, event: e.RoundBegan) -> ConflictState:
    """A new round: nothing is declared; surprise lasts for the first round alone (C2A-24)."""
    fighters = tuple(
        replace(
            each,
            plans=(),
            asks=False,
            is_unasked=False,
            moves=0,
            was_attacked=False,
            has_acted=False,
            has_changed_posture=False,
            is_surprised=each.is_surprised and event.round == 1,
        )
        for each in state.fighters
    )
    return replace(state, round=event.round, stage=Stage.DECLARING, done=(), fighters=fighters)


def _plan_made(state: ConflictState, event: e.PlanMade) -> ConflictState:
    return with_fighter(state, event.who, plans=(*fighter_of(state, event.who).plans, event.plan))


def _plans_dropped(state: ConflictState, event: e.PlansDropped) -> ConflictState:
    return with_fighter(state, event.who, plans=(), is_unasked=False)


def _plan_sealed(state: ConflictState, event: e.PlanSealed) -> ConflictState:
    return with_fighter(state, event.who, is_unasked=event.is_unasked)


def _stage_began(state: ConflictState, event: e.StageBegan) -> ConflictState:
    return replace(state, stage=event.stage, done=())


def _action_done(state: ConflictState, event: e.ActionDone) -> ConflictState:
    state = replace(state, done=(*state.done, event.who))
    if event.is_spent:
        state = with_plan(state, event.who, event.at, is_spent=True)
    return with_fighter(state, event.who, has_acted=True, is_under_fire=False)


def _plan_changed(state: ConflictState, event: e.PlanChanged) -> ConflictState:
    plans = list(fighter_of(state, event.who).plans)
    if event.at < len(plans):
        plans[event.at] = Plan(kind=event.kind)
    return with_fighter(state, event.who, plans=tuple(plans), must_defend=False)


def _plan_spent(state: ConflictState, event: e.PlanSpent) -> ConflictState:
    """Whoever defends lets his aim go (C2A-17)."""
    plans = fighter_of(state, event.who).plans
    if event.at < len(plans) and plans[event.at].kind is Kind.DEFEND:
        state = without_aim(state, event.who)
    return with_plan(state, event.who, event.at, is_spent=True)


def _asking_set(state: ConflictState, event: e.AskingSet) -> ConflictState:
    return with_fighter(state, event.who, asks=True)


def _ended(state: ConflictState, event: e.Ended) -> ConflictState:
    return replace(state, phase=Phase.OVER, winner=event.winner, strikes=())


APPLY: Mapping[type[Event], Apply] = {
    e.RoundBegan: _round_began,
    e.PlanMade: _plan_made,
    e.PlansDropped: _plans_dropped,
    e.PlanSealed: _plan_sealed,
    e.PlanShown: as_it_was,
    e.StageBegan: _stage_began,
    e.ActionDone: _action_done,
    e.PlanChanged: _plan_changed,
    e.PlanSpent: _plan_spent,
    e.AskingSet: _asking_set,
    e.Ended: _ended,
}
