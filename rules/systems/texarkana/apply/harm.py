"""The state after harm."""

from collections.abc import Mapping

from rules.core.event import Event
from rules.core.values import replace
from rules.systems.texarkana import events as e
from rules.systems.texarkana.apply.changes import Apply, as_it_was, fighter_of, with_fighter
from rules.systems.texarkana.state import Condition, Grapple, TexState


def _grit_lost(state: TexState, event: e.GritLost) -> TexState:
    return with_fighter(state, event.who, grit=event.left)


def _injury_gained(state: TexState, event: e.InjuryGained) -> TexState:
    fighter = fighter_of(state, event.who)
    return with_fighter(
        state,
        event.who,
        injury=fighter.injury + 1,
        fresh_injury=fighter.fresh_injury + (1 if fighter.is_pc and not event.is_final else 0),
        was_hit_unarmed=fighter.was_hit_unarmed or event.is_unarmed,
    )


def _injury_refused(state: TexState, event: e.InjuryRefused) -> TexState:
    fighter = fighter_of(state, event.who)
    return with_fighter(
        state,
        event.who,
        injury=max(0, fighter.injury - 1),
        fresh_injury=max(0, fighter.fresh_injury - 1),
        luck=max(0, fighter.luck - 1),
    )


def _condition_changed(state: TexState, event: e.ConditionChanged) -> TexState:
    is_up = event.condition is Condition.UP
    fighter = fighter_of(state, event.who)
    return with_fighter(
        state,
        event.who,
        condition=event.condition,
        is_captured=event.is_captured and not is_up,
        tended_by=(),
        is_in_cover=fighter.is_in_cover and is_up,
    )


def _disarmed(state: TexState, event: e.Disarmed) -> TexState:
    fighter = fighter_of(state, event.who)
    return with_fighter(
        state,
        event.who,
        is_disarmed_of=fighter.is_disarmed_of | {event.weapon},
        in_hand="" if fighter.in_hand == event.weapon else fighter.in_hand,
    )


def _grappled(state: TexState, event: e.Grappled) -> TexState:
    return replace(state, grapples=(*state.grapples, Grapple(holder=event.holder, held=event.held)))


def _grapple_ended(state: TexState, event: e.GrappleEnded) -> TexState:
    ended = Grapple(holder=event.holder, held=event.held)
    return replace(state, grapples=tuple(each for each in state.grapples if each != ended))


APPLY: Mapping[type[Event], Apply] = {
    e.GritLost: _grit_lost,
    e.InjuryGained: _injury_gained,
    e.InjurySpared: as_it_was,
    e.InjuryRefused: _injury_refused,
    e.ConditionChanged: _condition_changed,
    e.Disarmed: _disarmed,
    e.Grappled: _grappled,
    e.GrappleEnded: _grapple_ended,
}
