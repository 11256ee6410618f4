"""How events change a state: rounds and their points."""

from collections.abc import Mapping

from rules.core.event import Event
from rules.core.values import replace
from rules.systems.twtw import events as e
from rules.systems.twtw.apply.changes import Apply, with_aim, with_fighter
from rules.systems.twtw.state import Limit, Policy, Stage, TwtwState


def _round_began(state: TwtwState, event: e.RoundBegan) -> TwtwState:
    fighters = tuple(
        replace(
            each,
            began_at=each.spot,
            paces=0,
            points=0,
            unallocated=0,
            initiative=0,
            phase=0,
            has_jabbed=False,
            fell=0,
            aim=None if each.aim is None or each.aim.is_lost else each.aim,
        )
        for each in state.fighters
    )
    return replace(
        state, fighters=fighters, round=event.round, stage=Stage.BEFORE, order=(), moved=(), acted=(), going=None
    )


def _points_given(state: TwtwState, event: e.PointsGiven) -> TwtwState:
    return with_fighter(
        state,
        event.who,
        points=event.points,
        began_with=event.points,
        unallocated=event.unallocated,
        limit=event.limit,
        declared=None,
        is_surprised=event.limit is not Limit.FREE
        and any(f.id == event.who and f.is_surprised for f in state.fighters),
    )


def _field_centred(state: TwtwState, event: e.FieldCentred) -> TwtwState:
    return with_aim(state, event.who, lambda aim: replace(aim, centre=event.centre, held=event.held))


def _initiative_drawn(state: TwtwState, event: e.InitiativeDrawn) -> TwtwState:
    return with_fighter(
        state,
        event.who,
        initiative=event.result.total,
        phase=event.phase,
        points=event.points,
        began_with=event.points,
        limit=event.limit,
    )


def _order_set(state: TwtwState, event: e.OrderSet) -> TwtwState:
    return replace(state, order=event.order)


def _stage_began(state: TwtwState, event: e.StageBegan) -> TwtwState:
    return replace(state, stage=event.stage)


def _turn_ended(state: TwtwState, event: e.TurnEnded) -> TwtwState:
    if event.stage is Stage.MOVES:
        return replace(state, moved=(*state.moved, event.who))
    return replace(state, acted=(*state.acted, event.who))


def _round_cut(state: TwtwState, event: e.RoundCut) -> TwtwState:
    return replace(state, stage=Stage.ACTIONS, moved=state.order, acted=state.order)


def _points_spent(state: TwtwState, event: e.PointsSpent) -> TwtwState:
    return with_fighter(state, event.who, points=event.left)


def _orders_dropped(state: TwtwState, event: e.OrdersDropped) -> TwtwState:
    return with_fighter(state, event.who, policy=Policy.ASK)


def _policy_set(state: TwtwState, event: e.PolicySet) -> TwtwState:
    return with_fighter(state, event.who, policy=event.policy)


def _points_declared(state: TwtwState, event: e.PointsDeclared) -> TwtwState:
    return with_fighter(state, event.who, declared=event.points)


APPLY: Mapping[type[Event], Apply] = {
    e.RoundBegan: _round_began,
    e.PointsGiven: _points_given,
    e.FieldCentred: _field_centred,
    e.InitiativeDrawn: _initiative_drawn,
    e.OrderSet: _order_set,
    e.StageBegan: _stage_began,
    e.TurnEnded: _turn_ended,
    e.RoundCut: _round_cut,
    e.PointsSpent: _points_spent,
    e.PolicySet: _policy_set,
    e.OrdersDropped: _orders_dropped,
    e.PointsDeclared: _points_declared,
}
