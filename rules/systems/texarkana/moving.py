"""Moving and taking cover (TX-22c, TX-22e, TX-48 to TX-50), and sundry actions (TX-22d, TX-63).

Of those, reloading and picking up a weapon are ruled here (TXD-27).
"""

from rules.core.refusal import Illegal
from rules.systems.texarkana import events as e
from rules.systems.texarkana.cardplay import cited
from rules.systems.texarkana.commands import Move, Sundry, TakeCover
from rules.systems.texarkana.grappling import take_other_action
from rules.systems.texarkana.play import TexDraft, require_fighter
from rules.systems.texarkana.state import Fighter, TexState, Zone
from rules.systems.texarkana.turns import require_free_turn
from rules.systems.texarkana.weapons import TIER_ORDER, brawling_arm, ranged, tables, weapon_name
from rules.systems.texarkana.zones import audience_of, enter, foes_in, reachable, require_adjacent

RELOAD, PICK_UP = "reload", "pick up"
ON = ">"  # "street>street-east": a move of two zones in one word


def move(draft: TexDraft, command: Move) -> None:
    """Go to an adjacent zone, and on to another if neither holds an enemy (TX-22e, TXA-15)."""
    actor = require_fighter(draft.state, command.actor)
    where, _, on = command.where.partition(ON)
    path = require_path(draft.state, actor, where, command.then or on)
    take_other_action(draft, actor)
    for zone in path:
        enter(draft, draft.state.fighter(actor.id), zone.id)


def require_path(state: TexState, actor: Fighter, where: str, then: str = "") -> tuple[Zone, ...]:
    """The zones of a move that may be made now.

    Raises: as `require_free_turn`; Illegal(NO_SUCH_PLACE, NOT_ADJACENT, ENEMY_THERE).
    """
    require_free_turn(state, actor)
    first = require_adjacent(state, actor, where)
    if not then:
        return (first,)
    second = require_adjacent(state, actor, then, start=first.id)
    for zone in (first, second):
        foes = foes_in(state, actor, zone.id)
        if foes:
            names = ", ".join(foe.name for foe in foes)
            raise Illegal("ENEMY_THERE", "TX-22", place=zone.name, foes=names, hint="A single step may end there.")
    return first, second


def take_cover(draft: TexDraft, command: TakeCover) -> None:
    """Go to an adjacent zone if wanted, and take cover there (TX-22c, TX-48)."""
    actor = require_fighter(draft.state, command.actor)
    place = require_cover(draft.state, actor, command.where)
    take_other_action(draft, actor)
    if place != actor.place:
        enter(draft, actor, place)
    draft.emit(e.CoverTaken(rules=cited("TX-48", "TX-49"), audience=audience_of(actor), who=actor.id))


def require_cover(state: TexState, actor: Fighter, where: str = "") -> str:
    """The zone in which cover may be taken now.

    Raises: as `require_free_turn`; Illegal(NO_SUCH_PLACE, NOT_ADJACENT, NO_COVER, ENEMY_THERE, IN_COVER).
    """
    require_free_turn(state, actor)
    place = where_to(state, actor, where)
    zone = state.zone(place)
    if zone is None or not zone.has_cover:
        raise Illegal("NO_COVER", "TX-48", place=state.zone_name(place))
    foes = foes_in(state, actor, place)
    if foes:
        names = ", ".join(foe.name for foe in foes)
        raise Illegal("ENEMY_THERE", "TX-48", place=zone.name, foes=names)
    if actor.is_in_cover and place == actor.place:
        raise Illegal("IN_COVER", "TXA-14", who=actor.name)
    return place


def where_to(state: TexState, actor: Fighter, where: str) -> str:
    """The zone of an action that allows a step first: here, or an adjacent one (TX-23).

    Raises: Illegal(NO_SUCH_PLACE, NOT_ADJACENT).
    """
    here = state.zone(actor.place)
    if not where or (here and where.strip().casefold() in (here.id.casefold(), here.name.casefold())):
        return actor.place
    return require_adjacent(state, actor, where).id


def sundry(draft: TexDraft, command: Sundry) -> None:
    """Something quick, in words, which the Dealer rules; to reload or pick up is ruled here (TX-63, TXD-27)."""
    actor = require_fighter(draft.state, command.actor)
    place, verb, weapon = require_sundry(draft.state, actor, command.what, command.where)
    take_other_action(draft, actor)
    if place != actor.place:
        enter(draft, actor, place)
    audience = audience_of(actor)
    if verb == RELOAD:
        draft.emit(e.Reloaded(rules=cited("TXD-27", "TXA-22"), audience=audience, who=actor.id, weapon=weapon))
    elif verb == PICK_UP:
        _pick_up(draft, actor, weapon, place)
    else:
        draft.emit(e.Tried(rules=cited("TX-63"), audience=audience, who=actor.id, what=command.what.strip()))


def _pick_up(draft: TexDraft, actor: Fighter, weapon: str, place: str) -> None:
    """A weapon that lay there is carried again, and in hand if that goes no further than the situation does."""
    tier = brawling_arm(actor, weapon).tier
    draft.emit(
        e.PickedUp(
            rules=cited("TXD-27", "TXA-13"),
            audience=audience_of(actor),
            who=actor.id,
            weapon=weapon,
            where=place,
            in_hand=TIER_ORDER.index(tier) <= TIER_ORDER.index(draft.state.tier),
        )
    )


def require_sundry(state: TexState, actor: Fighter, what: str, where: str = "") -> tuple[str, str, str]:
    """Where it is done; and if it is one of those: the verb, and the weapon ("reload revolver", "pick up tomahawk").

    Raises: as `require_free_turn`; Illegal(NO_SUCH_PLACE, NOT_ADJACENT, NOTHING_SAID, NOTHING_TO_RELOAD,
    NOTHING_TO_PICK_UP).
    """
    require_free_turn(state, actor)
    place = where_to(state, actor, where)
    said = " ".join(what.casefold().split())
    if not said:
        raise Illegal("NOTHING_SAID", "TX-63", hint="Say in a few words what you do.")
    if said.partition(" ")[0] == RELOAD:
        return place, RELOAD, _require_empty(actor, said.removeprefix(RELOAD).strip())
    if said.startswith(PICK_UP):
        return _require_lying(state, actor, said.removeprefix(PICK_UP).strip(), place, is_here=not where)
    return place, "", ""


def _require_empty(actor: Fighter, word: str) -> str:
    for weapon in empty_guns(actor):
        if not word or word in (weapon, weapon_name(weapon)):
            return weapon
    raise Illegal("NOTHING_TO_RELOAD", "TXD-27", who=actor.name)


def _require_lying(state: TexState, actor: Fighter, word: str, place: str, *, is_here: bool) -> tuple[str, str, str]:
    """The weapon meant, in the zone named; if none is, here or one step away; else it is for the Dealer to rule."""
    word = word.removeprefix("the ")
    places = (place, *reachable(state, actor, place)) if is_here else (place,)
    for each in places:
        for weapon in state.lying_in(each):
            if not word or word in (weapon, weapon_name(weapon)):
                return each, PICK_UP, weapon
    lost = [weapon for weapon in actor.weapons if weapon in actor.is_disarmed_of]
    if not word or any(word in (key, weapon_name(key)) for key in (*lost, *tables().melee, *tables().ranged)):
        raise Illegal(
            "NOTHING_TO_PICK_UP",
            "TXD-27",
            "TX-43",
            place=state.zone_name(place),
            hint="What somebody was disarmed of is of no use in this scene.",
        )
    return place, "", ""


def empty_guns(actor: Fighter) -> tuple[str, ...]:
    """The weapons that need reloading, the one in hand first."""
    empty = [weapon for weapon in actor.usable if weapon in actor.is_out_of_ammo and ranged(weapon)]
    return tuple(sorted(empty, key=lambda weapon: weapon != actor.in_hand))
