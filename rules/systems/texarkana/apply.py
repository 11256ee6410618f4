"""The only way a state changes: one event at a time. Total: whatever was decided is applied, nothing is refused.

One function an event, and `APPLY` names it: an event without one is our own fault, and fails.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from rules.core.combatant import Side
from rules.core.deck import discard, shuffle_discards, take
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.view import Phase
from rules.systems.texarkana import events as e
from rules.systems.texarkana.state import Attempt, Condition, Fighter, Grapple, TexState


def apply(state: TexState, event: Event) -> TexState:
    """The state after the event, which must be one of this system's."""
    return APPLY[type(event)](state, event)


def _with(state: TexState, who: str | None, **changes: Any) -> TexState:  # Any: fields of several types
    """The state with a combatant changed; without him, the same."""
    return replace(
        state,
        fighters=tuple(replace(each, **changes) if each.id == who else each for each in state.fighters),
    )


def _fighter(state: TexState, who: CombatantId) -> Fighter:
    """The combatant as he is, or an empty one if he left: `apply` is total."""
    return state.find(who) or Fighter(id=who, name=who, side=Side.BYSTANDER, is_pc=False, place="")


def _with_attempt(state: TexState, which: str, **changes: Any) -> TexState:  # Any: fields of several types
    return replace(
        state,
        attempts=tuple(
            msgspec.structs.replace(each, **changes) if each.id == which else each for each in state.attempts
        ),
    )


def _with_flight(state: TexState, which: str, **changes: Any) -> TexState:  # Any: fields of several types
    return replace(
        state,
        flights=tuple(msgspec.structs.replace(each, **changes) if each.id == which else each for each in state.flights),
    )


def _without(ids: Iterable[CombatantId], who: CombatantId) -> tuple[CombatantId, ...]:
    return tuple(each for each in ids if each != who)


def _close_attempt(state: TexState, attempt: Attempt) -> TexState:
    """The test is gone, its cards are on the discards."""
    return replace(
        state,
        attempts=tuple(each for each in state.attempts if each.id != attempt.id),
        deck=discard(state.deck, *attempt.face_up),
    )


def _as_it_was(state: TexState, _: Event) -> TexState:
    """Told, and nothing more: the state stays as it was."""
    return state


# --- the lobby ---


def _scene_laid_out(state: TexState, event: e.SceneLaidOut) -> TexState:
    return replace(
        state,
        scene=event.scene,
        house=event.house,
        tier=event.tier,
        may_ambush=event.may_ambush,
        zones=event.zones,
        links=event.links,
        sights=event.sights,
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
    return _with(
        state,
        event.who,
        grit=event.grit,
        full_grit=event.grit,
        weapons=event.weapons,
        in_hand=event.in_hand,
        will=event.will,
        luck=event.luck,
        ranks=event.ranks,
        ratings=event.ratings,
        brawling=event.brawling,
        is_beast=event.is_beast,
        is_supernatural=event.is_supernatural,
    )


def _left_lobby(state: TexState, event: e.LeftLobby) -> TexState:
    return replace(state, fighters=tuple(each for each in state.fighters if each.id != event.who))


def _started(state: TexState, event: e.Started) -> TexState:
    return replace(state, phase=Phase.RUNNING, woe=event.woe)


# --- cards ---


def _card_drawn(state: TexState, event: e.CardDrawn) -> TexState:
    fighter = _fighter(state, event.who)
    state = replace(state, deck=take(state.deck, event.card), owed=_paid(state.owed, event.who))
    return _with(state, event.who, hand=(*fighter.hand, event.card), revision=fighter.revision + 1)


def _card_owed(state: TexState, event: e.CardOwed) -> TexState:
    return replace(state, owed=(*state.owed, event.who))


def _card_burned(state: TexState, event: e.CardBurned) -> TexState:
    return _with(state, event.who, will=event.will)


def _hand_discarded(state: TexState, event: e.HandDiscarded) -> TexState:
    fighter = _fighter(state, event.who)
    state = replace(state, deck=discard(state.deck, *fighter.hand), owed=_without(state.owed, event.who))
    return _with(state, event.who, hand=(), revision=fighter.revision + 1)


def _deck_shuffled(state: TexState, _: e.DeckShuffled) -> TexState:
    return replace(state, deck=shuffle_discards(state.deck))


def _attempt_opened(state: TexState, event: e.AttemptOpened) -> TexState:
    return replace(state, attempts=(*state.attempts, event.attempt), counter=state.counter + 1)


def _card_played(state: TexState, event: e.CardPlayed) -> TexState:
    fighter = _fighter(state, event.who)
    hand = tuple(card for card in fighter.hand if card != event.card)
    state = _with(state, event.who, hand=hand, revision=fighter.revision + 1, fresh_injury=0)
    return _with_attempt(state, event.attempt, card=event.card)


def _dealer_flipped(state: TexState, event: e.DealerFlipped) -> TexState:
    return _with_attempt(replace(state, deck=take(state.deck, event.card)), event.attempt, flip=event.card)


def _trumped(state: TexState, event: e.Trumped) -> TexState:
    return _with_attempt(replace(state, deck=take(state.deck, event.card)), event.attempt, push=event.card)


def _dealer_trumped(state: TexState, event: e.DealerTrumped) -> TexState:
    return _with_attempt(replace(state, deck=take(state.deck, event.card)), event.attempt, counter=event.card)


def _attempt_decided(state: TexState, event: e.AttemptDecided) -> TexState:
    return _close_attempt(state, event.attempt)


def _attempt_dropped(state: TexState, event: e.AttemptDropped) -> TexState:
    attempt = state.attempt(event.attempt)
    return _close_attempt(state, attempt) if attempt else state


def _woe_gained(state: TexState, event: e.WoeGained) -> TexState:
    return replace(state, woe=event.woe)


def _paid(owed: tuple[CombatantId, ...], who: CombatantId) -> tuple[CombatantId, ...]:
    """What is owed after one card for this combatant."""
    if who not in owed:
        return owed
    at = owed.index(who)
    return (*owed[:at], *owed[at + 1 :])


# --- turns ---


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
    return replace(state, phase=Phase.OVER, claimed=None, winner=event.winner)


# --- acts ---


def _moved(state: TexState, event: e.Moved) -> TexState:
    return _with(state, event.who, place=event.where)


def _zones_described(state: TexState, event: e.ZonesDescribed) -> TexState:
    zones = tuple(replace(zone, is_described=True) if zone.id in event.zones else zone for zone in state.zones)
    return replace(state, zones=zones)


def _cover_taken(state: TexState, event: e.CoverTaken) -> TexState:
    return _with(state, event.who, is_in_cover=True)


def _cover_lost(state: TexState, event: e.CoverLost) -> TexState:
    return _with(state, event.who, is_in_cover=False)


def _armed(state: TexState, event: e.Armed) -> TexState:
    return _with(state, event.who, in_hand=event.weapon)


def _ran_out(state: TexState, event: e.RanOut) -> TexState:
    fighter = _fighter(state, event.who)
    return _with(state, event.who, is_out_of_ammo=fighter.is_out_of_ammo | {event.weapon})


def _reloaded(state: TexState, event: e.Reloaded) -> TexState:
    fighter = _fighter(state, event.who)
    return _with(state, event.who, is_out_of_ammo=fighter.is_out_of_ammo - {event.weapon})


def _flight_began(state: TexState, event: e.FlightBegan) -> TexState:
    return replace(state, flights=(*state.flights, event.flight), counter=state.counter + 1)


def _fire_chosen(state: TexState, event: e.FireChosen) -> TexState:
    flight = state.flight(event.flight)
    return _with_flight(
        state,
        event.flight,
        to_shoot=_without(flight.to_shoot if flight else (), event.who),
        firing=(*(flight.firing if flight else ()), *((event.who,) if event.does_fire else ())),
    )


def _shots_begun(state: TexState, event: e.ShotsBegun) -> TexState:
    flight = state.flight(event.flight)
    return _with_flight(
        state,
        event.flight,
        firing=_without(flight.firing if flight else (), event.who),
        fired=(*(flight.fired if flight else ()), event.who),
    )


def _shots_over(state: TexState, event: e.ShotsOver) -> TexState:
    return _with_flight(state, event.flight, is_past_shots=True, to_chase=event.to_chase)


def _chase_chosen(state: TexState, event: e.ChaseChosen) -> TexState:
    """One chaser is enough: once there is one, nobody else is asked."""
    if event.does_chase:
        return _with_flight(state, event.flight, to_chase=(), chaser=event.who)
    flight = state.flight(event.flight)
    return _with_flight(state, event.flight, to_chase=_without(flight.to_chase if flight else (), event.who))


def _flight_over(state: TexState, event: e.FlightOver) -> TexState:
    return replace(state, flights=tuple(each for each in state.flights if each.id != event.flight))


# --- harm ---


def _grit_lost(state: TexState, event: e.GritLost) -> TexState:
    return _with(state, event.who, grit=event.left)


def _injury_gained(state: TexState, event: e.InjuryGained) -> TexState:
    fighter = _fighter(state, event.who)
    return _with(
        state,
        event.who,
        injury=fighter.injury + 1,
        fresh_injury=fighter.fresh_injury + (1 if fighter.is_pc else 0),
        was_hit_unarmed=fighter.was_hit_unarmed or event.is_unarmed,
    )


def _injury_refused(state: TexState, event: e.InjuryRefused) -> TexState:
    fighter = _fighter(state, event.who)
    return _with(
        state,
        event.who,
        injury=max(0, fighter.injury - 1),
        fresh_injury=max(0, fighter.fresh_injury - 1),
        luck=max(0, fighter.luck - 1),
    )


def _condition_changed(state: TexState, event: e.ConditionChanged) -> TexState:
    is_up = event.condition is Condition.UP
    fighter = _fighter(state, event.who)
    return _with(
        state,
        event.who,
        condition=event.condition,
        is_captured=event.is_captured and not is_up,
        is_in_cover=fighter.is_in_cover and is_up,
    )


def _disarmed(state: TexState, event: e.Disarmed) -> TexState:
    fighter = _fighter(state, event.who)
    return _with(
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


# --- what the Dealer sets ---


def _zone_placed(state: TexState, event: e.ZonePlaced) -> TexState:
    """A new zone, or an old one as it is now; its links and sights replaced where they were given."""
    zone = event.zone
    if state.zone(zone.id):
        zones = tuple(zone if each.id == zone.id else each for each in state.zones)
    else:
        zones = (*state.zones, zone)
    links, sights = state.links, state.sights
    if event.links is not None:
        links = (*(link for link in links if zone.id not in (link.one, link.other)), *event.links)
    if event.sights is not None:
        sights = (*(sight for sight in sights if zone.id not in (sight.one, sight.other)), *event.sights)
    return replace(state, zones=zones, links=links, sights=sights)


def _tier_changed(state: TexState, event: e.TierChanged) -> TexState:
    return replace(state, tier=event.tier)


def _ambush_set(state: TexState, event: e.AmbushSet) -> TexState:
    return replace(state, may_ambush=event.may_ambush)


def _woe_set(state: TexState, event: e.WoeSet) -> TexState:
    return replace(state, woe=event.woe)


def _grit_set(state: TexState, event: e.GritSet) -> TexState:
    fighter = _fighter(state, event.who)
    return _with(state, event.who, grit=event.grit, full_grit=max(fighter.full_grit, event.grit))


def _injury_set(state: TexState, event: e.InjurySet) -> TexState:
    return _with(state, event.who, injury=event.injury, fresh_injury=0)


def _luck_set(state: TexState, event: e.LuckSet) -> TexState:
    return _with(state, event.who, luck=event.luck)


def _rating_set(state: TexState, event: e.RatingSet) -> TexState:
    fighter = _fighter(state, event.who)
    return _with(state, event.who, ratings={**fighter.ratings, event.suit: event.rating})


def _side_set(state: TexState, event: e.SideSet) -> TexState:
    return _with(state, event.who, side=event.side)


def _mounted_set(state: TexState, event: e.MountedSet) -> TexState:
    return _with(state, event.who, is_mounted=event.is_mounted)


def _weapon_given(state: TexState, event: e.WeaponGiven) -> TexState:
    fighter = _fighter(state, event.who)
    has = event.weapon in fighter.weapons
    return _with(
        state,
        event.who,
        weapons=fighter.weapons if has else (*fighter.weapons, event.weapon),
        is_disarmed_of=fighter.is_disarmed_of - {event.weapon},
    )


def _hidden(state: TexState, event: e.Hidden) -> TexState:
    return _with(state, event.who, is_hidden=True)


def _revealed(state: TexState, event: e.Revealed) -> TexState:
    return _with(state, event.who, is_hidden=False)


APPLY: Mapping[type[Event], Callable[[TexState, Any], TexState]] = {  # Any: each takes its own event
    # the lobby
    e.SceneLaidOut: _scene_laid_out,
    e.Entered: _entered,
    e.Outfitted: _outfitted,
    e.LeftLobby: _left_lobby,
    e.Started: _started,
    # cards
    e.CardDrawn: _card_drawn,
    e.CardOwed: _card_owed,
    e.CardBurned: _card_burned,
    e.HandDiscarded: _hand_discarded,
    e.DeckShuffled: _deck_shuffled,
    e.AttemptOpened: _attempt_opened,
    e.CardPlayed: _card_played,
    e.DealerFlipped: _dealer_flipped,
    e.Trumped: _trumped,
    e.DealerTrumped: _dealer_trumped,
    e.Stood: _as_it_was,
    e.AttemptDecided: _attempt_decided,
    e.AttemptDropped: _attempt_dropped,
    e.WoeGained: _woe_gained,
    # turns
    e.LookoutTaken: _lookout_taken,
    e.InitiativeTaken: _initiative_taken,
    e.PhaseBegan: _phase_began,
    e.PhaseCut: _phase_cut,
    e.Claimed: _claimed,
    e.ClaimLapsed: _claim_lapsed,
    e.TurnTaken: _turn_taken,
    e.Passed: _as_it_was,
    e.Ended: _ended,
    # acts
    e.Moved: _moved,
    e.ZonesDescribed: _zones_described,
    e.CoverTaken: _cover_taken,
    e.CoverLost: _cover_lost,
    e.Armed: _armed,
    e.RanOut: _ran_out,
    e.Reloaded: _reloaded,
    e.Tried: _as_it_was,
    e.FlightBegan: _flight_began,
    e.FireChosen: _fire_chosen,
    e.ShotsBegun: _shots_begun,
    e.ShotsOver: _shots_over,
    e.ChaseChosen: _chase_chosen,
    e.FlightOver: _flight_over,
    # harm
    e.GritLost: _grit_lost,
    e.InjuryGained: _injury_gained,
    e.InjurySpared: _as_it_was,
    e.InjuryRefused: _injury_refused,
    e.ConditionChanged: _condition_changed,
    e.Disarmed: _disarmed,
    e.Grappled: _grappled,
    e.GrappleEnded: _grapple_ended,
    # what the Dealer sets
    e.ZonePlaced: _zone_placed,
    e.TierChanged: _tier_changed,
    e.AmbushSet: _ambush_set,
    e.WoeSet: _woe_set,
    e.GritSet: _grit_set,
    e.InjurySet: _injury_set,
    e.LuckSet: _luck_set,
    e.RatingSet: _rating_set,
    e.SideSet: _side_set,
    e.MountedSet: _mounted_set,
    e.WeaponGiven: _weapon_given,
    e.Hidden: _hidden,
    e.Revealed: _revealed,
}
