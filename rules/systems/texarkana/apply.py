"""The only way a state changes: one event at a time. Total: whatever was decided is applied, nothing is refused."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import msgspec

from rules.core.combatant import Side
from rules.core.deck import discard, shuffle_discards, take
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.view import Phase
from rules.systems.texarkana import events as e
from rules.systems.texarkana.state import Attempt, Condition, Fighter, Flight, Grapple, TexState


def apply(state: TexState, event: Event) -> TexState:
    """The state after the event."""
    for chapter in (_lobby, _cards, _turns, _acts, _harm, _ruled):
        after = chapter(state, event)
        if after is not None:
            return after
    return state


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


def _lobby(state: TexState, event: Event) -> TexState | None:
    match event:
        case e.SceneLaidOut():
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
        case e.Entered():
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
        case e.Outfitted():
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
        case e.LeftLobby():
            return replace(state, fighters=tuple(each for each in state.fighters if each.id != event.who))
        case e.Started():
            return replace(state, phase=Phase.RUNNING, woe=event.woe)
        case _:
            return None


def _cards(state: TexState, event: Event) -> TexState | None:
    match event:
        case e.CardDrawn():
            fighter = _fighter(state, event.who)
            state = replace(state, deck=take(state.deck, event.card), owed=_paid(state.owed, event.who))
            return _with(state, event.who, hand=(*fighter.hand, event.card), revision=fighter.revision + 1)
        case e.CardOwed():
            return replace(state, owed=(*state.owed, event.who))
        case e.CardBurned():
            return _with(state, event.who, will=event.will)
        case e.HandDiscarded():
            fighter = _fighter(state, event.who)
            state = replace(state, deck=discard(state.deck, *fighter.hand), owed=_without(state.owed, event.who))
            return _with(state, event.who, hand=(), revision=fighter.revision + 1)
        case e.DeckShuffled():
            return replace(state, deck=shuffle_discards(state.deck))
        case e.AttemptOpened():
            return replace(state, attempts=(*state.attempts, event.attempt), counter=state.counter + 1)
        case e.CardPlayed():
            fighter = _fighter(state, event.who)
            hand = tuple(card for card in fighter.hand if card != event.card)
            state = _with(state, event.who, hand=hand, revision=fighter.revision + 1, fresh_injury=0)
            return _with_attempt(state, event.attempt, card=event.card)
        case e.DealerFlipped():
            return _with_attempt(replace(state, deck=take(state.deck, event.card)), event.attempt, flip=event.card)
        case e.Trumped():
            return _with_attempt(replace(state, deck=take(state.deck, event.card)), event.attempt, push=event.card)
        case e.DealerTrumped():
            return _with_attempt(replace(state, deck=take(state.deck, event.card)), event.attempt, counter=event.card)
        case e.Stood():
            return state
        case e.AttemptDecided():
            return _close_attempt(state, event.attempt)
        case e.AttemptDropped():
            attempt = state.attempt(event.attempt)
            return _close_attempt(state, attempt) if attempt else state
        case e.WoeGained():
            return replace(state, woe=event.woe)
        case _:
            return None


def _paid(owed: tuple[CombatantId, ...], who: CombatantId) -> tuple[CombatantId, ...]:
    """What is owed after one card for this combatant."""
    if who not in owed:
        return owed
    at = owed.index(who)
    return (*owed[:at], *owed[at + 1 :])


def _turns(state: TexState, event: Event) -> TexState | None:
    match event:
        case e.LookoutTaken():
            return replace(state, lookout=event.who)
        case e.InitiativeTaken():
            return replace(state, posse_starts=event.by_posse)
        case e.PhaseBegan():
            return replace(
                state,
                turn=event.turn,
                turn_phase=event.turn_phase,
                acted=(),
                claimed=None,
                is_phase_over=False,
            )
        case e.PhaseCut():
            return replace(state, is_phase_over=True, claimed=None)
        case e.Claimed():
            return replace(state, claimed=event.who)
        case e.ClaimLapsed():
            return replace(state, claimed=None)
        case e.TurnTaken():
            return replace(state, acted=(*state.acted, event.who), claimed=None)
        case e.Passed():
            return state
        case e.Ended():
            return replace(state, phase=Phase.OVER, claimed=None, winner=event.winner)
        case _:
            return None


def _acts(state: TexState, event: Event) -> TexState | None:
    match event:
        case e.Moved():
            return _with(state, event.who, place=event.where)
        case e.ZonesDescribed():
            zones = tuple(replace(zone, is_described=True) if zone.id in event.zones else zone for zone in state.zones)
            return replace(state, zones=zones)
        case e.CoverTaken():
            return _with(state, event.who, is_in_cover=True)
        case e.CoverLost():
            return _with(state, event.who, is_in_cover=False)
        case e.Armed():
            return _with(state, event.who, in_hand=event.weapon)
        case e.RanOut():
            fighter = _fighter(state, event.who)
            return _with(state, event.who, is_out_of_ammo=fighter.is_out_of_ammo | {event.weapon})
        case e.Reloaded():
            fighter = _fighter(state, event.who)
            return _with(state, event.who, is_out_of_ammo=fighter.is_out_of_ammo - {event.weapon})
        case e.Tried():
            return state
        case e.FlightBegan():
            return replace(state, flights=(*state.flights, event.flight), counter=state.counter + 1)
        case e.FireChosen():
            flight = state.flight(event.flight)
            return _with_flight(
                state,
                event.flight,
                to_shoot=_without(flight.to_shoot if flight else (), event.who),
                firing=(*(flight.firing if flight else ()), *((event.who,) if event.does_fire else ())),
            )
        case e.ShotsBegun():
            flight = state.flight(event.flight)
            return _with_flight(
                state,
                event.flight,
                firing=_without(flight.firing if flight else (), event.who),
                fired=(*(flight.fired if flight else ()), event.who),
            )
        case e.ShotsOver():
            return _with_flight(state, event.flight, is_past_shots=True, to_chase=event.to_chase)
        case e.ChaseChosen():
            return _chase_chosen(state, event, state.flight(event.flight))
        case e.FlightOver():
            return replace(state, flights=tuple(each for each in state.flights if each.id != event.flight))
        case _:
            return None


def _chase_chosen(state: TexState, event: e.ChaseChosen, flight: Flight | None) -> TexState:
    """One chaser is enough: once there is one, nobody else is asked."""
    if event.does_chase:
        return _with_flight(state, event.flight, to_chase=(), chaser=event.who)
    return _with_flight(state, event.flight, to_chase=_without(flight.to_chase if flight else (), event.who))


def _harm(state: TexState, event: Event) -> TexState | None:
    match event:
        case e.GritLost():
            return _with(state, event.who, grit=event.left)
        case e.InjuryGained():
            fighter = _fighter(state, event.who)
            return _with(
                state,
                event.who,
                injury=fighter.injury + 1,
                fresh_injury=fighter.fresh_injury + (1 if fighter.is_pc else 0),
                was_hit_unarmed=fighter.was_hit_unarmed or event.is_unarmed,
            )
        case e.InjurySpared():
            return state
        case e.InjuryRefused():
            fighter = _fighter(state, event.who)
            return _with(
                state,
                event.who,
                injury=max(0, fighter.injury - 1),
                fresh_injury=max(0, fighter.fresh_injury - 1),
                luck=max(0, fighter.luck - 1),
            )
        case e.ConditionChanged():
            is_up = event.condition is Condition.UP
            fighter = _fighter(state, event.who)
            return _with(
                state,
                event.who,
                condition=event.condition,
                is_captured=event.is_captured and not is_up,
                is_in_cover=fighter.is_in_cover and is_up,
            )
        case e.Disarmed():
            fighter = _fighter(state, event.who)
            return _with(
                state,
                event.who,
                is_disarmed_of=fighter.is_disarmed_of | {event.weapon},
                in_hand="" if fighter.in_hand == event.weapon else fighter.in_hand,
            )
        case e.Grappled():
            return replace(state, grapples=(*state.grapples, Grapple(holder=event.holder, held=event.held)))
        case e.GrappleEnded():
            ended = Grapple(holder=event.holder, held=event.held)
            return replace(state, grapples=tuple(each for each in state.grapples if each != ended))
        case _:
            return None


def _ruled(state: TexState, event: Event) -> TexState | None:
    match event:
        case e.ZonePlaced():
            return _zone_placed(state, event)
        case e.TierChanged():
            return replace(state, tier=event.tier)
        case e.AmbushSet():
            return replace(state, may_ambush=event.may_ambush)
        case e.WoeSet():
            return replace(state, woe=event.woe)
        case e.GritSet():
            fighter = _fighter(state, event.who)
            return _with(state, event.who, grit=event.grit, full_grit=max(fighter.full_grit, event.grit))
        case e.InjurySet():
            return _with(state, event.who, injury=event.injury, fresh_injury=0)
        case e.LuckSet():
            return _with(state, event.who, luck=event.luck)
        case e.RatingSet():
            fighter = _fighter(state, event.who)
            return _with(state, event.who, ratings={**fighter.ratings, event.suit: event.rating})
        case e.SideSet():
            return _with(state, event.who, side=event.side)
        case e.MountedSet():
            return _with(state, event.who, is_mounted=event.is_mounted)
        case e.WeaponGiven():
            fighter = _fighter(state, event.who)
            has = event.weapon in fighter.weapons
            return _with(
                state,
                event.who,
                weapons=fighter.weapons if has else (*fighter.weapons, event.weapon),
                is_disarmed_of=fighter.is_disarmed_of - {event.weapon},
            )
        case e.Hidden():
            return _with(state, event.who, is_hidden=True)
        case e.Revealed():
            return _with(state, event.who, is_hidden=False)
        case _:
            return None


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
