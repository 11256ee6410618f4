"""How events change a state: the lobby."""

from collections.abc import Mapping

from rules.core.event import Event
from rules.core.values import replace
from rules.core.view import Phase
from rules.systems.twtw import events as e
from rules.systems.twtw.apply.changes import Apply, with_fighter
from rules.systems.twtw.state import Fighter, TwtwState


def _scene_laid_out(state: TwtwState, event: e.SceneLaidOut) -> TwtwState:
    return replace(
        state,
        scene=event.scene,
        opening=event.opening,
        start=event.start,
        house=event.house,
        ambush=event.ambush,
        is_drawn=event.is_drawn,
        landmarks=event.landmarks,
    )


def _entered(state: TwtwState, event: e.Entered) -> TwtwState:
    fighter = Fighter(
        id=event.who,
        name=event.name,
        side=event.side,
        template=event.template,
        spot=event.spot,
        began_at=event.spot,
        is_pc=event.is_pc,
        is_hidden=event.is_hidden,
    )
    return replace(state, fighters=(*state.fighters, fighter))


def _outfitted(state: TwtwState, event: e.Outfitted) -> TwtwState:
    return with_fighter(
        state,
        event.who,
        traits=event.traits,
        trait_skills=event.trait_skills,
        skills=event.skills,
        specialities=event.specialities,
        bravery=event.bravery,
        move=event.move,
        weapons=event.weapons,
        in_hand=event.in_hand,
        shots=event.shots,
    )


def _left_lobby(state: TwtwState, event: e.LeftLobby) -> TwtwState:
    return replace(state, fighters=tuple(each for each in state.fighters if each.id != event.who))


def _started(state: TwtwState, event: e.Started) -> TwtwState:
    return replace(state, phase=Phase.RUNNING)


APPLY: Mapping[type[Event], Apply] = {
    e.SceneLaidOut: _scene_laid_out,
    e.Entered: _entered,
    e.Outfitted: _outfitted,
    e.LeftLobby: _left_lobby,
    e.Started: _started,
}
