"""What the events of actions change."""

from collections.abc import Mapping

from rules.core.event import Event
from rules.core.values import replace
from rules.systems.conflicts import events as e
from rules.systems.conflicts.apply.changes import (
    Apply,
    as_it_was,
    fighter_of,
    with_fighter,
    with_item,
    without_aim,
)
from rules.systems.conflicts.state import (
    ConflictState,
    Hold,
    Posture,
)


def _oriented(state: ConflictState, event: e.Oriented) -> ConflictState:
    return with_fighter(state, event.who, oriented_until=event.until)


def _moved(state: ConflictState, event: e.Moved) -> ConflictState:
    fighter = fighter_of(state, event.who)
    return with_fighter(
        state,
        event.who,
        spot=event.spot,
        moves=fighter.moves + 1,
        facing=event.facing or fighter.facing,
        aim=None,
    )


def _rose(state: ConflictState, event: e.Rose) -> ConflictState:
    moves = fighter_of(state, event.who).moves + 1
    return with_fighter(state, event.who, posture=Posture.STANDING, moves=moves, aim=None)


def _dropped(state: ConflictState, event: e.Dropped) -> ConflictState:
    return with_fighter(state, event.who, posture=event.posture, has_changed_posture=True)


def _handled(state: ConflictState, event: e.Handled) -> ConflictState:
    return with_item(state, event.who, event.item, hold=event.hold, lies=None)


def _reloaded(state: ConflictState, event: e.Reloaded) -> ConflictState:
    return with_item(state, event.who, event.item, is_loaded=True)


def _prepared(state: ConflictState, event: e.Prepared) -> ConflictState:
    facing = event.aim.whom if event.aim else fighter_of(state, event.who).facing
    return with_fighter(state, event.who, aim=event.aim, facing=facing)


def _strike_made(state: ConflictState, event: e.StrikeMade) -> ConflictState:
    """From now on the target sees his attacker, and is under fire (C2D-05, C2A-18)."""
    strike = event.strike
    target = fighter_of(state, strike.target)
    attackers = target.attackers if strike.attacker in target.attackers else (*target.attackers, strike.attacker)
    state = with_fighter(state, strike.target, attackers=attackers, is_under_fire=True, was_attacked=True)
    state = with_fighter(state, strike.attacker, facing=strike.target)
    return replace(state, strikes=(*state.strikes, strike), counter=state.counter + 1)


def _strike_dropped(state: ConflictState, event: e.StrikeDropped) -> ConflictState:
    return replace(state, strikes=tuple(each for each in state.strikes if each.id != event.strike))


def _strike_judged(state: ConflictState, event: e.StrikeJudged) -> ConflictState:
    state = replace(state, strikes=tuple(each for each in state.strikes if each.id != event.strike.id))
    return without_aim(state, event.strike.attacker)


def _ran_out(state: ConflictState, event: e.RanOut) -> ConflictState:
    return with_item(state, event.who, event.item, is_loaded=False)


def _item_fell(state: ConflictState, event: e.ItemFell) -> ConflictState:
    return with_item(state, event.who, event.item, hold="", lies=event.spot)


def _hurt(state: ConflictState, event: e.Hurt) -> ConflictState:
    state = without_aim(state, event.who)
    if event.is_mental:
        return with_fighter(state, event.who, strain=event.total)
    return with_fighter(state, event.who, harm=event.total)


def _condition_changed(state: ConflictState, event: e.ConditionChanged) -> ConflictState:
    return with_fighter(state, event.who, condition=event.condition, aim=None)


def _lamed(state: ConflictState, event: e.Lamed) -> ConflictState:
    return with_fighter(state, event.who, is_lame=True)


def _dazed(state: ConflictState, event: e.Dazed) -> ConflictState:
    return with_fighter(state, event.who, must_defend=True)


def _held(state: ConflictState, event: e.Held) -> ConflictState:
    return replace(state, holds=(*state.holds, Hold(holder=event.holder, held=event.held)))


def _hold_ended(state: ConflictState, event: e.HoldEnded) -> ConflictState:
    ended = Hold(holder=event.holder, held=event.held)
    return replace(state, holds=tuple(each for each in state.holds if each != ended))


APPLY: Mapping[type[Event], Apply] = {
    e.Oriented: _oriented,
    e.Moved: _moved,
    e.Rose: _rose,
    e.Dropped: _dropped,
    e.Handled: _handled,
    e.Reloaded: _reloaded,
    e.Prepared: _prepared,
    e.Tried: as_it_was,
    e.StrikeMade: _strike_made,
    e.StrikeDropped: _strike_dropped,
    e.TraitTried: as_it_was,
    e.StrikeJudged: _strike_judged,
    e.RanOut: _ran_out,
    e.ItemFell: _item_fell,
    e.ArmourTried: as_it_was,
    e.Hurt: _hurt,
    e.ConditionChanged: _condition_changed,
    e.Lamed: _lamed,
    e.Dazed: _dazed,
    e.Held: _held,
    e.HoldEnded: _hold_ended,
    e.HoldContested: as_it_was,
}
