"""Moving: how far an action takes one, getting up, crouching and dropping prone (C2-10, C2D-12, C2D-15)."""

from rules.core.event import cited
from rules.core.ids import RuleId
from rules.core.refusal import Illegal
from rules.core.tally import Part, Tally
from rules.systems.conflicts import events as e
from rules.systems.conflicts.grappling import let_go
from rules.systems.conflicts.play import ConflictDraft, seen_audience
from rules.systems.conflicts.positions import along, distance, read_way
from rules.systems.conflicts.sight import seen_by
from rules.systems.conflicts.state import ConflictState, Fighter, Posture, Spot

RISE = "rise"
TOO_MUCH = 4  # times Strength in kg: above, nobody moves (C2D-12)


def speed(fighter: Fighter) -> Tally:
    """Metres of one Move action: Reflexes, less what is carried, at least 0 (C2-10, C2D-12). Lame legs: `reach_of`."""
    parts = [Part(fighter.reflexes, "Reflexes", RuleId("C2-10"))]
    burden = encumbrance(fighter)
    if burden is None:
        parts.append(Part(-fighter.reflexes, "overloaded", RuleId("C2D-12")))
    elif burden:
        parts.append(Part(-min(burden, fighter.reflexes), "load", RuleId("C2D-12")))
    return Tally(tuple(parts))


def encumbrance(fighter: Fighter) -> int | None:
    """Metres less for the load; None: too much to move at all (C2D-12)."""
    if fighter.load > TOO_MUCH * fighter.strength:
        return None
    if fighter.load <= fighter.strength:
        return 0
    return -(-fighter.load // max(1, fighter.strength)) - 1


def reach_of(fighter: Fighter) -> int:
    """Centimetres of one Move action, halved for a lame leg (C2D-11)."""
    return speed(fighter).total * 100 // (2 if fighter.is_lame else 1)


def require_move(state: ConflictState, actor: Fighter, where: str) -> tuple[Spot, Fighter | None] | None:
    """Where the move ends, and whom the mover then faces; None: he gets up.

    Raises: Illegal(HELD, NO_WHERE, PRONE, STANDING, OVERLOADED, NO_SUCH_PLACE, ALREADY_THERE).
    """
    holder = state.holder_of(actor.id)
    if holder:
        raise Illegal("HELD", "C2D-14", who=actor.name, holder=state.name(holder), hint="Break free, or defend.")
    word = where.strip().casefold()
    if not word:
        raise Illegal("NO_WHERE", "C2-10", hint="Say where to: towards a name, 12 m from a name, a landmark.")
    if word == RISE:
        if actor.posture is Posture.STANDING:
            raise Illegal("STANDING", "C2D-15", who=actor.name)
        return None
    if actor.posture is not Posture.STANDING:
        raise Illegal("LOW", "C2D-15", who=actor.name, posture=actor.posture, hint="Getting up is a Move: rise.")
    reach = reach_of(actor)
    if not reach:
        raise Illegal("OVERLOADED", "C2D-12", who=actor.name, hint="Nobody moves with so much on him.")
    way = read_way(state, actor, where, seen_by(state, actor))
    most = min(reach, way.most) if way.most is not None else reach
    spot = way.spot if distance(actor.spot, way.spot) <= most else along(actor.spot, way.spot, most)
    if spot == actor.spot:
        raise Illegal("ALREADY_THERE", "C2-10", who=actor.name)
    return spot, way.facing


def move(draft: ConflictDraft, actor: Fighter, where: str) -> None:
    """Get up, or go as far as the action takes one. Raises: as `require_move`."""
    end = require_move(draft.state, actor, where)
    audience = seen_audience(actor)
    if end is None:
        draft.emit(e.Rose(rules=cited("C2D-15"), audience=audience, who=actor.id))
        return
    let_go(draft, actor)
    spot, faced = end
    draft.emit(
        e.Moved(
            rules=cited("C2-10", "C2D-12"),
            audience=audience,
            who=actor.id,
            spot=spot,
            cm=distance(actor.spot, spot),
            facing=faced.id if faced else None,
        )
    )


def require_drop(state: ConflictState, actor: Fighter, how: str) -> Posture:
    """The posture one may drop into now, free once a round. Raises: Illegal(NO_SUCH_POSTURE, HAS_DROPPED, LOW)."""
    word = how.strip().casefold()
    if word not in (Posture.CROUCHING, Posture.PRONE):
        raise Illegal("NO_SUCH_POSTURE", "C2D-15", how=how[:40], hint="crouching or prone; getting up is a Move.")
    if actor.has_changed_posture:
        raise Illegal("HAS_DROPPED", "C2D-15", who=actor.name)
    wanted = Posture(word)
    lower = {Posture.STANDING: 0, Posture.CROUCHING: 1, Posture.PRONE: 2}
    if lower[wanted] <= lower[actor.posture]:
        raise Illegal("LOW", "C2D-15", who=actor.name, posture=actor.posture, hint="Getting up is a Move: rise.")
    return wanted


def drop(draft: ConflictDraft, actor: Fighter, how: str) -> None:
    """Crouch or drop prone. Raises: as `require_drop`."""
    posture = require_drop(draft.state, actor, how)
    draft.emit(e.Dropped(rules=cited("C2D-15"), audience=seen_audience(actor), who=actor.id, posture=posture))
