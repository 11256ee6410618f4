"""The state after events of the lobby."""

from collections.abc import Mapping

from rules.core.deck import put_back
from rules.core.event import Event
from rules.core.values import replace
from rules.core.view import Phase
from rules.systems.texarkana import events as e
from rules.systems.texarkana.apply.changes import Apply, with_fighter
from rules.systems.texarkana.state import Fighter, TexState


def _scene_laid_out(state: TexState, event: e.SceneLaidOut) -> TexState:
    return replace(
        state,
        scene=event.scene,
        opening=event.opening,
        house=event.house,
        tier=event.tier,
        may_ambush=event.may_ambush,
        zones=event.zones,
        links=event.links,
        sights=event.sights,
        has_witnesses=event.has_witnesses,
    )


def _entered(state: TexState, event: e.Entered) -> TexState:
    newcomer = Fighter(
        id=event.who,
        name=event.name,
        side=event.side,
        template=event.template,
        place=event.place,
        is_pc=event.is_pc,
        is_hidden=event.is_hidden,
    )
    return replace(state, fighters=(*state.fighters, newcomer))


def _outfitted(state: TexState, event: e.Outfitted) -> TexState:
    return with_fighter(
        state,
        event.who,
        grit=event.grit,
        full_grit=event.grit,
        weapons=event.weapons,
        in_hand=event.in_hand,
        will=event.will,
        luck=event.luck,
        coin=event.coin,
        injury=event.injury,
        ranks=event.ranks,
        ratings=event.ratings,
        brawling=event.brawling,
        characteristics=event.characteristics,
        flaws=event.flaws,
        traits=event.traits,
        invocations=event.invocations,
        is_beast=event.is_beast,
        is_supernatural=event.is_supernatural,
        concealed=event.concealed,
    )


def _left_lobby(state: TexState, event: e.LeftLobby) -> TexState:
    gone = state.find(event.who)
    deck = put_back(state.deck, *(gone.hand if gone else ()))  # a hand kept from the last fight
    return replace(state, deck=deck, fighters=tuple(each for each in state.fighters if each.id != event.who))


def _described(state: TexState, event: e.Described) -> TexState:
    return replace(state, own_blocks={**state.own_blocks, event.key: event.block})


def _started(state: TexState, event: e.Started) -> TexState:
    return replace(state, phase=Phase.RUNNING, woe=event.woe)


APPLY: Mapping[type[Event], Apply] = {
    e.SceneLaidOut: _scene_laid_out,
    e.Entered: _entered,
    e.Outfitted: _outfitted,
    e.Described: _described,
    e.LeftLobby: _left_lobby,
    e.Started: _started,
}
