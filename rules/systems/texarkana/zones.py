"""Zones (TX-24 to TX-27): how far, what sees what, who stands where, and what happens when somebody comes in."""

from rules.core.audience import ALL, GM, Audience
from rules.core.combatant import Side
from rules.core.ids import RuleId
from rules.core.refusal import Illegal
from rules.core.remembering import remembered
from rules.systems.texarkana.escalation import raise_tier_against
from rules.systems.texarkana.events import CoverLost, Moved, Revealed, SideSet, ZonesDescribed
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.state import Fighter, TexState, Zone, are_foes, foes_of


def neighbours(state: TexState, place: str) -> tuple[str, ...]:
    """The zones one can walk to from this one."""
    found = []
    for link in state.links:
        if link.one == place:
            found.append(link.other)
        elif link.other == place:
            found.append(link.one)
    return tuple(found)


@remembered
def distance(state: TexState, one: str, other: str) -> int | None:
    """The fewest connections between two zones (TXA-02); None: no way at all."""
    edge, seen, steps = {one}, {one}, 0
    while edge:
        if other in edge:
            return steps
        edge = {near for place in edge for near in neighbours(state, place)} - seen
        seen |= edge
        steps += 1
    return None


def sees(state: TexState, one: str, other: str) -> bool:
    """Whether the two zones see each other; every zone sees itself."""
    return one == other or any({one, other} == {sight.one, sight.other} for sight in state.sights)


def foes_in(state: TexState, who: Fighter, place: str) -> tuple[Fighter, ...]:
    """The enemies in a zone, as far as the combatant knows of them."""
    there = tuple(other for other in state.fighters if other.place == place)
    return foes_of(state, who, there)


def require_zone(state: TexState, who: Fighter, place: str) -> Zone:
    """The zone of this id or name, as far as the combatant knows it.

    Raises: Illegal(NO_SUCH_PLACE).
    """
    word = place.strip().casefold()
    for zone in state.zones:
        if word in (zone.id.casefold(), zone.name.casefold()) and (zone.is_described or not who.is_pc):
            return zone
    raise Illegal("NO_SUCH_PLACE", "TX-26", place=place, hint=_places(state, who))


def require_adjacent(state: TexState, who: Fighter, place: str, start: str = "") -> Zone:
    """The zone, which must be one step from where he is (or from `start`) (TX-23).

    Raises: Illegal(NO_SUCH_PLACE, NOT_ADJACENT).
    """
    zone = require_zone(state, who, place)
    here = start or who.place
    if zone.id not in neighbours(state, here):
        raise Illegal(
            "NOT_ADJACENT",
            "TX-23",
            place=zone.name,
            here=state.zone_name(here),
            hint=_places(state, who, here),
        )
    return zone


def _places(state: TexState, who: Fighter, start: str = "") -> str:
    near = [state.zone_name(place) for place in reachable(state, who, start or who.place)]
    return f"One step away: {', '.join(near)}." if near else ""


def reachable(state: TexState, who: Fighter, start: str) -> tuple[str, ...]:
    """The zones one step from `start`, as far as the combatant knows them."""
    return tuple(
        place
        for place in neighbours(state, start)
        if (zone := state.zone(place)) and (zone.is_described or not who.is_pc)
    )


def enter(draft: TexDraft, who: Fighter, place: str) -> None:
    """Move a combatant into a zone: he is out of cover (TXA-14), enemies there too (TX-50), new zones are described."""
    leave_cover(draft, who)
    draft.emit(Moved(rules=(RuleId("TX-23"),), audience=audience_of(who), who=who.id, where=place))
    if not who.is_hidden:
        drive_from_cover(draft, who, place)
        describe_around(draft, place)


def audience_of(who: Fighter) -> Audience:
    """Who may know what a combatant does: of a hidden one, the Dealer alone."""
    return GM if who.is_hidden else ALL


def leave_cover(draft: TexDraft, who: Fighter) -> None:
    """Out of cover, if he is in it (TXA-14)."""
    if draft.state.fighter(who.id).is_in_cover:
        draft.emit(CoverLost(rules=(RuleId("TXA-14"),), audience=audience_of(who), who=who.id))


def reveal(draft: TexDraft, who: Fighter) -> None:
    """Show somebody who was hidden: by what he does, or because the Dealer says so (TX-24)."""
    if draft.state.fighter(who.id).is_hidden:
        draft.emit(Revealed(rules=(RuleId("TX-24"),), who=who.id))
        drive_from_cover(draft, who, who.place)
        describe_around(draft, who.place)
        raise_tier_against(draft, who)


def drive_from_cover(draft: TexDraft, who: Fighter, place: str) -> None:
    """An enemy who comes in, and is up, drives people out of cover (TX-50)."""
    if not who.is_up:
        return
    for other in draft.state.fighters:
        if other.place == place and other.is_in_cover and other.is_up and are_foes(who, other):
            draft.emit(CoverLost(rules=(RuleId("TX-50"),), audience=audience_of(other), who=other.id))


def take_side(draft: TexDraft, who: Fighter, side: Side, *rules: RuleId) -> None:
    """Somebody fights for another side from now on: enemies in the zone are driven out of cover (TX-50)."""
    if who.side is not side:
        draft.emit(SideSet(rules=rules, audience=audience_of(who), who=who.id, side=side))
    who = draft.state.fighter(who.id)
    if who.is_at_hand:
        drive_from_cover(draft, who, who.place)
        raise_tier_against(draft, who)


def describe_around(draft: TexDraft, place: str) -> None:
    """Tell of this zone and those next to it, as far as they are new (TX-26)."""
    near = {place, *neighbours(draft.state, place)}
    new = tuple(zone.id for zone in draft.state.zones if zone.id in near and not zone.is_described)
    if new:
        draft.emit(ZonesDescribed(rules=(RuleId("TX-26"),), zones=new))
