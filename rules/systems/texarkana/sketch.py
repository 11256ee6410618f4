"""The zones as lines of text, for when the fight spreads over several (TX-27): who is where, ways, and lines of sight.

Every line stands for itself and wraps anywhere; nothing depends on columns.
"""

from collections.abc import Callable

from rules.core.audience import Viewer
from rules.core.combatant import Side
from rules.core.view import Phase
from rules.systems.texarkana.state import Fighter, TexState, Zone
from rules.systems.texarkana.weapons import weapon_name


def sketch(state: TexState, viewer: Viewer, is_seen: Callable[[Fighter, Viewer], bool]) -> tuple[str, ...]:
    """A line a zone that this viewer may know, those with people first; nothing while there is but one zone."""
    zones = [zone for zone in state.zones if zone.is_described or viewer.gm]
    if state.phase is Phase.LOBBY or len(zones) < 2:
        return ()
    people = {zone.id: _people(state, zone, viewer, is_seen) for zone in zones}
    zones.sort(key=lambda zone: not people[zone.id])
    return tuple(_line(state, zone, people[zone.id], zones) for zone in zones)


def _people(state: TexState, zone: Zone, viewer: Viewer, is_seen: Callable[[Fighter, Viewer], bool]) -> tuple[str, ...]:
    """Who still fights in the zone, as far as the viewer sees; enemies are marked as such in words."""
    return tuple(
        _person(fighter)
        for fighter in state.fighters
        if fighter.place == zone.id and fighter.is_up and is_seen(fighter, viewer)
    )


def _person(fighter: Fighter) -> str:
    words = []
    if fighter.side is not Side.POSSE:
        words.append(fighter.side.value)
    if fighter.is_in_cover:
        words.append("in cover")
    if fighter.is_hidden:
        words.append("hidden")
    return f"{fighter.name} ({', '.join(words)})" if words else fighter.name


def _line(state: TexState, zone: Zone, people: tuple[str, ...], known: list[Zone]) -> str:
    names = {each.id: each.name for each in known}
    parts = [
        f"{zone.name}{'' if zone.is_described else ' (not known to the players)'}: {', '.join(people) or 'nobody'}"
    ]
    ways = _ways(state, zone, names)
    if ways:
        parts.append(f"ways to {', '.join(ways)}")
    seen = _seen(state, zone, names)
    parts.append(f"sees {', '.join(seen)}" if seen else "sees no other zone")
    if zone.has_way_out:
        parts.append("a way out of the fight")
    lying = state.lying_in(zone.id)
    if lying:
        parts.append(f"on the ground: {', '.join(map(weapon_name, lying))}")
    return "; ".join(parts)


def _ways(state: TexState, zone: Zone, names: dict[str, str]) -> list[str]:
    found = []
    for link in state.links:
        if zone.id in (link.one, link.other):
            other = names.get(link.other if link.one == zone.id else link.one)
            if other:
                found.append(f"{other} ({link.way})" if link.way else other)
    return found


def _seen(state: TexState, zone: Zone, names: dict[str, str]) -> list[str]:
    others = (
        sight.other if sight.one == zone.id else sight.one
        for sight in state.sights
        if zone.id in (sight.one, sight.other)
    )
    return [names[other] for other in others if other in names]
