"""The state after somebody went too far."""

from collections.abc import Mapping

from rules.core.event import Event
from rules.core.values import replace
from rules.systems.texarkana import events as e
from rules.systems.texarkana.apply.changes import Apply, as_it_was, fighter_of, with_fighter
from rules.systems.texarkana.state import Condition, TexState, Trespass


def _asked(state: TexState, event: e.EscalationAsked) -> TexState:
    return replace(state, escalation=event.escalation, counter=state.counter + 1)


def _over(state: TexState, _: e.EscalationLeft | e.EscalationOver) -> TexState:
    return replace(state, escalation=None)


def _escalated(state: TexState, event: e.Escalated) -> TexState:
    pending = state.escalation
    trespass = Trespass(who=event.who, weapon=event.weapon, tier=event.tier, is_seen=event.is_seen)
    return replace(
        state,
        escalation=replace(pending, is_meant=True) if pending else None,
        trespasses=(*state.trespasses, trespass),
    )


def _answered(state: TexState, event: e.AnsweredInKind) -> TexState:
    """He has the weapon in hand; whose side he is on follows as an event of its own."""
    threat = event.threat
    npc = fighter_of(state, threat.npc)
    state = with_fighter(
        state,
        threat.npc,
        weapons=npc.weapons if threat.weapon in npc.weapons else (*npc.weapons, threat.weapon),
        in_hand=threat.weapon,
        concealed=npc.concealed - {threat.weapon},
    )
    return replace(state, threat=threat, counter=state.counter + 1)


def _taken_back(state: TexState, event: e.AnswerTakenBack) -> TexState:
    """As he was: but for what has happened to him since."""
    threat = state.threat
    if threat is None:
        return state
    state = replace(state, threat=None)
    if threat.is_stranger:
        return with_fighter(state, threat.npc, condition=Condition.GONE)
    npc = fighter_of(state, threat.npc)
    is_as_left = npc.in_hand == threat.weapon
    weapons = npc.weapons if threat.had else tuple(each for each in npc.weapons if each != threat.weapon)
    was_in_hand = threat.was_in_hand if threat.was_in_hand in weapons else ""
    return with_fighter(
        state,
        threat.npc,
        side=threat.was_side,
        weapons=weapons,
        in_hand=was_in_hand if is_as_left else npc.in_hand,
        concealed=npc.concealed | {threat.weapon} if threat.was_concealed and is_as_left else npc.concealed,
    )


def _kept(state: TexState, _: e.AnswerKept) -> TexState:
    return replace(state, threat=None)


def _forgiven(state: TexState, event: e.Forgiven) -> TexState:
    return replace(state, trespasses=tuple(each for each in state.trespasses if each.who != event.who))


def _witnesses_set(state: TexState, event: e.WitnessesSet) -> TexState:
    return replace(state, has_witnesses=event.has_witnesses)


def _concealed(state: TexState, event: e.WeaponConcealed) -> TexState:
    fighter = fighter_of(state, event.who)
    return with_fighter(
        state,
        event.who,
        concealed=fighter.concealed | {event.weapon},
        in_hand="" if fighter.in_hand == event.weapon else fighter.in_hand,
    )


def _shown(state: TexState, event: e.WeaponShown) -> TexState:
    return with_fighter(state, event.who, concealed=fighter_of(state, event.who).concealed - {event.weapon})


APPLY: Mapping[type[Event], Apply] = {
    e.EscalationAsked: _asked,
    e.EscalationLeft: _over,
    e.Escalated: _escalated,
    e.EscalationOver: _over,
    e.AnsweredInKind: _answered,
    e.AnswerTakenBack: _taken_back,
    e.AnswerKept: _kept,
    e.Forgiven: _forgiven,
    e.Reckoned: as_it_was,
    e.WitnessesSet: _witnesses_set,
    e.WeaponConcealed: _concealed,
    e.WeaponShown: _shown,
}
