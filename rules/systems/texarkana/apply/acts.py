"""The state after acts."""

from collections.abc import Mapping

from rules.core.event import Event
from rules.core.values import replace
from rules.systems.texarkana import events as e
from rules.systems.texarkana.apply.changes import (
    Apply,
    fighter_of,
    with_attempt,
    with_fighter,
    with_flight,
    without,
)
from rules.systems.texarkana.attempts import BrawlStakes
from rules.systems.texarkana.state import Lying, TexState


def _moved(state: TexState, event: e.Moved) -> TexState:
    return with_fighter(state, event.who, place=event.where)


def _zones_described(state: TexState, event: e.ZonesDescribed) -> TexState:
    zones = tuple(replace(zone, is_described=True) if zone.id in event.zones else zone for zone in state.zones)
    return replace(state, zones=zones)


def _cover_taken(state: TexState, event: e.CoverTaken) -> TexState:
    return with_fighter(state, event.who, is_in_cover=True)


def _cover_lost(state: TexState, event: e.CoverLost) -> TexState:
    return with_fighter(state, event.who, is_in_cover=False)


def _armed(state: TexState, event: e.Armed) -> TexState:
    concealed = fighter_of(state, event.who).concealed - {event.weapon}
    return with_fighter(state, event.who, in_hand=event.weapon, concealed=concealed)


def _ran_out(state: TexState, event: e.RanOut) -> TexState:
    fighter = fighter_of(state, event.who)
    return with_fighter(state, event.who, is_out_of_ammo=fighter.is_out_of_ammo | {event.weapon})


def _reloaded(state: TexState, event: e.Reloaded) -> TexState:
    fighter = fighter_of(state, event.who)
    return with_fighter(state, event.who, is_out_of_ammo=fighter.is_out_of_ammo - {event.weapon})


def _thrown(state: TexState, event: e.Thrown) -> TexState:
    fighter = fighter_of(state, event.who)
    state = with_fighter(
        state,
        event.who,
        weapons=tuple(each for each in fighter.weapons if each != event.weapon),
        in_hand="" if fighter.in_hand == event.weapon else fighter.in_hand,
        concealed=fighter.concealed - {event.weapon},
    )
    return replace(state, lying=(*state.lying, Lying(weapon=event.weapon, place=event.where)))


def _picked_up(state: TexState, event: e.PickedUp) -> TexState:
    fighter = fighter_of(state, event.who)
    lying = list(state.lying)
    found = Lying(weapon=event.weapon, place=event.where)
    if found in lying:
        lying.remove(found)
    return with_fighter(
        replace(state, lying=tuple(lying)),
        event.who,
        weapons=fighter.weapons if event.weapon in fighter.weapons else (*fighter.weapons, event.weapon),
        is_disarmed_of=fighter.is_disarmed_of - {event.weapon},  # it is another one of the kind
        in_hand=event.weapon if event.in_hand else fighter.in_hand,
        concealed=fighter.concealed - {event.weapon},
    )


def _improvised(state: TexState, event: e.Improvised) -> TexState:
    fighter = fighter_of(state, event.who)
    return with_fighter(
        state,
        event.who,
        weapons=fighter.weapons if event.weapon in fighter.weapons else (*fighter.weapons, event.weapon),
        in_hand=event.weapon,
    )


def _makeshift_rated(state: TexState, event: e.MakeshiftRated) -> TexState:
    """The weapon goes by its new key, in a brawl under way too."""
    fighter = fighter_of(state, event.who)

    def now(key: str) -> str:
        return event.key if key == event.weapon else key

    state = with_fighter(
        state,
        event.who,
        weapons=tuple(dict.fromkeys(now(key) for key in fighter.weapons)),
        in_hand=now(fighter.in_hand),
        is_disarmed_of=frozenset(now(key) for key in fighter.is_disarmed_of) - {now(fighter.in_hand)},
    )
    for attempt in state.attempts:
        stakes = attempt.stakes
        if isinstance(stakes, BrawlStakes) and event.who in (attempt.pc, attempt.npc):
            if event.who == attempt.pc:
                stakes = replace(stakes, pc_weapon=now(stakes.pc_weapon))
            else:
                stakes = replace(stakes, npc_weapon=now(stakes.npc_weapon))
            state = with_attempt(state, attempt.id, stakes=stakes)
    return state


def _way_preferred(state: TexState, event: e.WayPreferred) -> TexState:
    attempt = state.attempt(event.test)
    if attempt is None or not isinstance(attempt.stakes, BrawlStakes):
        return state
    return with_attempt(state, attempt.id, stakes=replace(attempt.stakes, answer=event.how))


def _flight_began(state: TexState, event: e.FlightBegan) -> TexState:
    return replace(state, flights=(*state.flights, event.flight), counter=state.counter + 1)


def _fire_chosen(state: TexState, event: e.FireChosen) -> TexState:
    flight = state.flight(event.flight)
    return with_flight(
        state,
        event.flight,
        to_shoot=without(flight.to_shoot if flight else (), event.who),
        firing=(*(flight.firing if flight else ()), *((event.who,) if event.does_fire else ())),
        aimed={**(flight.aimed if flight else {}), **({event.who: event.weapon} if event.weapon else {})},
    )


def _shots_begun(state: TexState, event: e.ShotsBegun) -> TexState:
    flight = state.flight(event.flight)
    return with_flight(
        state,
        event.flight,
        firing=without(flight.firing if flight else (), event.who),
        fired=(*(flight.fired if flight else ()), event.who),
    )


def _shots_over(state: TexState, event: e.ShotsOver) -> TexState:
    return with_flight(state, event.flight, is_past_shots=True, to_chase=event.to_chase)


def _chase_chosen(state: TexState, event: e.ChaseChosen) -> TexState:
    """One chaser is enough: once there is one, nobody else is asked."""
    if event.does_chase:
        return with_flight(state, event.flight, to_chase=(), chaser=event.who)
    flight = state.flight(event.flight)
    return with_flight(state, event.flight, to_chase=without(flight.to_chase if flight else (), event.who))


def _flight_over(state: TexState, event: e.FlightOver) -> TexState:
    return replace(state, flights=tuple(each for each in state.flights if each.id != event.flight))


APPLY: Mapping[type[Event], Apply] = {
    e.Moved: _moved,
    e.ZonesDescribed: _zones_described,
    e.CoverTaken: _cover_taken,
    e.CoverLost: _cover_lost,
    e.Armed: _armed,
    e.RanOut: _ran_out,
    e.Reloaded: _reloaded,
    e.Thrown: _thrown,
    e.PickedUp: _picked_up,
    e.Improvised: _improvised,
    e.MakeshiftRated: _makeshift_rated,
    e.WayPreferred: _way_preferred,
    e.FlightBegan: _flight_began,
    e.FireChosen: _fire_chosen,
    e.ShotsBegun: _shots_begun,
    e.ShotsOver: _shots_over,
    e.ChaseChosen: _chase_chosen,
    e.FlightOver: _flight_over,
}
