"""The state after a Trump in vain, and after the Dealer made something else of it."""

from collections.abc import Mapping

from rules.core.event import Event
from rules.core.values import replace
from rules.systems.texarkana import events as e
from rules.systems.texarkana.apply.changes import Apply, fighter_of, with_fighter
from rules.systems.texarkana.state import Condition, Consequence, Grapple, TexState


def _trumped_in_vain(state: TexState, event: e.TrumpedInVain) -> TexState:
    return replace(state, consequences=(*state.consequences, event.consequence))


def _kept(state: TexState, event: e.ConsequenceKept) -> TexState:
    return _settled(state, event.test)


def _chosen(state: TexState, event: e.ConsequenceChosen) -> TexState:
    return _settled(state, event.consequence.id)


def _settled(state: TexState, which: str) -> TexState:
    return replace(state, consequences=tuple(each for each in state.consequences if each.id != which))


def _taken_back(state: TexState, event: e.ConsequenceTakenBack) -> TexState:
    """As if it had not happened, as far as nothing else has happened since."""
    fate = event.consequence
    loser = fighter_of(state, fate.loser)
    match fate.kind:
        case "harm":
            fell = fate.is_felled and loser.condition in (Condition.DYING, Condition.DEAD)
            condition = Condition.UP if fell else loser.condition
            grit = min(loser.full_grit, loser.grit + fate.grit)
            return with_fighter(state, fate.loser, grit=grit, condition=condition)
        case "capture" if loser.condition is Condition.INCAPACITATED:
            return with_fighter(state, fate.loser, condition=Condition.UP, is_captured=False)
        case "empty":
            return with_fighter(state, fate.loser, is_out_of_ammo=loser.is_out_of_ammo - {fate.detail})
        case "disarm":
            in_hand = fate.detail if fate.was_in_hand and not loser.in_hand else loser.in_hand
            disarmed = loser.is_disarmed_of - {fate.detail}
            return with_fighter(state, fate.loser, is_disarmed_of=disarmed, in_hand=in_hand)
        case "grapple":
            return _let_go(state, fate)
        case _:
            return state


def _let_go(state: TexState, fate: Consequence) -> TexState:
    """The loser is free again, and holds whom he held before, if that can still be."""
    ended = Grapple(holder=fate.winner, held=fate.loser)
    state = replace(state, grapples=tuple(each for each in state.grapples if each != ended))
    held = fate.released
    if held is None or state.is_in_grapple(held) or state.is_in_grapple(fate.loser):
        return state
    return replace(state, grapples=(*state.grapples, Grapple(holder=fate.loser, held=held)))


APPLY: Mapping[type[Event], Apply] = {
    e.TrumpedInVain: _trumped_in_vain,
    e.ConsequenceKept: _kept,
    e.ConsequenceTakenBack: _taken_back,
    e.ConsequenceChosen: _chosen,
}
