"""Moving and taking cover (TX-22c, TX-22e, TX-48 to TX-50)."""

from rules.core.event import cited
from rules.core.refusal import Illegal
from rules.systems.texarkana import events as e
from rules.systems.texarkana.commands import Move, TakeCover
from rules.systems.texarkana.grappling import take_other_action
from rules.systems.texarkana.play import TexDraft, require_fighter
from rules.systems.texarkana.state import Fighter, TexState, Zone
from rules.systems.texarkana.turns import require_free_turn
from rules.systems.texarkana.zones import audience_of, enter, foes_in, require_adjacent

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
