"""The state after what the Dealer set."""

from collections.abc import Mapping

from rules.core.event import Event
from rules.core.values import replace
from rules.systems.texarkana import events as e
from rules.systems.texarkana.apply.changes import Apply, fighter_of, with_fighter
from rules.systems.texarkana.state import TexState


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
    fighter = fighter_of(state, event.who)
    return with_fighter(state, event.who, grit=event.grit, full_grit=max(fighter.full_grit, event.grit))


def _injury_set(state: TexState, event: e.InjurySet) -> TexState:
    return with_fighter(state, event.who, injury=event.injury, fresh_injury=0)


def _luck_set(state: TexState, event: e.LuckSet) -> TexState:
    return with_fighter(state, event.who, luck=event.luck)


def _rating_set(state: TexState, event: e.RatingSet) -> TexState:
    fighter = fighter_of(state, event.who)
    return with_fighter(state, event.who, ratings={**fighter.ratings, event.suit: event.rating})


def _side_set(state: TexState, event: e.SideSet) -> TexState:
    return with_fighter(state, event.who, side=event.side)


def _mounted_set(state: TexState, event: e.MountedSet) -> TexState:
    return with_fighter(state, event.who, is_mounted=event.is_mounted)


def _weapon_given(state: TexState, event: e.WeaponGiven) -> TexState:
    fighter = fighter_of(state, event.who)
    has = event.weapon in fighter.weapons
    return with_fighter(
        state,
        event.who,
        weapons=fighter.weapons if has else (*fighter.weapons, event.weapon),
        is_disarmed_of=fighter.is_disarmed_of - {event.weapon},
    )


def _hidden(state: TexState, event: e.Hidden) -> TexState:
    return with_fighter(state, event.who, is_hidden=True)


def _revealed(state: TexState, event: e.Revealed) -> TexState:
    return with_fighter(state, event.who, is_hidden=False)


APPLY: Mapping[type[Event], Apply] = {
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
