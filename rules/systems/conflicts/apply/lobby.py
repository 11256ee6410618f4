"""What the events of the lobby change."""

from collections.abc import Mapping

from rules.core.event import Event
from rules.core.values import replace
from rules.core.view import Phase
from rules.systems.conflicts import events as e
from rules.systems.conflicts.apply.changes import (
    Apply,
    as_it_was,
    in_order,
    with_fighter,
)
from rules.systems.conflicts.state import (
    ConflictState,
    Fighter,
)


def _scene_laid_out(state: ConflictState, event: e.SceneLaidOut) -> ConflictState:
    return replace(
        state,
        scene=event.scene,
        opening=event.opening,
        house=event.house,
        kinds=event.kinds,
        conditions=event.conditions,
        is_posse_surprised=event.is_posse_surprised,
        landmarks=event.landmarks,
    )


def _entered(state: ConflictState, event: e.Entered) -> ConflictState:
    """A newcomer in a running fight acts after his own party, or last."""
    newcomer = Fighter(
        id=event.who,
        name=event.name,
        side=event.side,
        party=event.party,
        template=event.template,
        spot=event.spot,
        is_pc=event.is_pc,
        is_hidden=event.is_hidden,
    )
    state = replace(state, fighters=(*state.fighters, newcomer))
    return replace(state, order=in_order(state, newcomer)) if state.phase is Phase.RUNNING else state


def _outfitted(state: ConflictState, event: e.Outfitted) -> ConflictState:
    return with_fighter(
        state,
        event.who,
        strength=event.strength,
        reflexes=event.reflexes,
        will=event.will,
        skills=event.skills,
        familiar=event.familiar,
        gear=event.gear,
        words=event.words,
        armour=event.armour,
        load=event.load,
    )


def _left_lobby(state: ConflictState, event: e.LeftLobby) -> ConflictState:
    return replace(state, fighters=tuple(each for each in state.fighters if each.id != event.who))


def _started(state: ConflictState, _: e.Started) -> ConflictState:
    return replace(state, phase=Phase.RUNNING)


def _surprise_set(state: ConflictState, event: e.SurpriseSet) -> ConflictState:
    return with_fighter(state, event.who, is_surprised=event.is_surprised)


def _order_set(state: ConflictState, event: e.OrderSet) -> ConflictState:
    return replace(state, order=event.order)


APPLY: Mapping[type[Event], Apply] = {
    e.SceneLaidOut: _scene_laid_out,
    e.Entered: _entered,
    e.Outfitted: _outfitted,
    e.LeftLobby: _left_lobby,
    e.Started: _started,
    e.SurpriseSet: _surprise_set,
    e.InitiativeRolled: as_it_was,
    e.OrderSet: _order_set,
}
