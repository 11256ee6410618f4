"""Where the GM puts people and things: a landmark, "12 m from Ana", "all at 20 m" (C2-10, C2-22)."""

import re

from rules.core.command import PlaceThere
from rules.core.event import cited
from rules.core.names import apart
from rules.core.typed import bad_value
from rules.core.values import replace
from rules.systems.conflicts import events as e
from rules.systems.conflicts.play import ConflictDraft, require_fighter, seen_audience
from rules.systems.conflicts.positions import all_at, distance, landmark, read_way, start_of, within
from rules.systems.conflicts.state import BYSTANDER, ConflictState, Fighter, Landmark, Spot, foes_of

LONGEST_ID = 30


def nearest_foe(state: ConflictState, fighter: Fighter) -> Fighter | None:
    """The enemy nearest to somebody, of those not out of sight."""
    return min(foes_of(state, fighter), key=lambda foe: distance(fighter.spot, foe.spot), default=None)


def place_there(draft: ConflictDraft, command: PlaceThere) -> None:
    """Put somebody somewhere; everybody at a distance from the others; or set a landmark.

    Without `whom`: "all at 20 m" puts every party but the first there from it; any other name is a landmark, which
    lies where `link` says ("30 m from Ana"), else where it lay; `sight` may say "cover", "heavy cover", "support".
    Raises: Illegal(NO_SUCH_PLACE, NO_SUCH_COMBATANT, BAD_VALUE).
    """
    state = draft.state
    gap = all_at(command.where)
    if gap is not None:
        _all_at(draft, gap, tuple(require_fighter(state, who) for who in command.whom))
        return
    if command.whom:
        for who in command.whom:
            fighter = require_fighter(draft.state, who)
            where = command.where.replace("away from", "from")
            way = read_way(draft.state, fighter, where, draft.state.fighters)
            put(draft, fighter, way.spot)
        return
    announce_landmark(draft, _landmark(state, command))


def put(draft: ConflictDraft, fighter: Fighter, spot: Spot) -> None:
    """Somebody is there now, wherever he was."""
    draft.emit(e.Placed(rules=cited("C2-10"), audience=seen_audience(fighter), who=fighter.id, spot=within(spot)))


def announce_landmark(draft: ConflictDraft, mark: Landmark) -> None:
    """A landmark is there, or is now so."""
    draft.emit(e.LandmarkSet(rules=cited("C2D-15"), landmark=mark))


def _all_at(draft: ConflictDraft, gap: int, whom: tuple[Fighter, ...]) -> None:
    """The first party in one place, everybody else so far from it; or those named so far from the first landmark."""
    base = start_of(draft.state)
    there = replace(base, x=base.x + gap)
    if whom:
        for fighter in whom:
            put(draft, fighter, there)
        return
    fighting = [each for each in draft.state.fighters if each.party != BYSTANDER]
    first = next((each.party for each in fighting if each.is_pc), fighting[0].party if fighting else "")
    for fighter in fighting:
        put(draft, fighter, base if fighter.party == first else there)


def _landmark(state: ConflictState, command: PlaceThere) -> Landmark:
    name = command.where.strip()
    known = landmark(state, name)
    if known is None:
        key = re.sub(r"\W+", "-", name.casefold())[:LONGEST_ID].strip("-")
        if not key:
            raise bad_value("where", name, "A name for the landmark.")
        taken = [mark.id for mark in state.landmarks]
        known = Landmark(id=apart(key, taken).replace(" ", "-"), name=name, spot=start_of(state))
    if command.link.strip():
        known = replace(known, spot=read_way(state, None, command.link, state.fighters).spot)
    if command.sight.strip():
        known = _gives(known, command.sight)
    return replace(known, note=command.note or known.note)


def _gives(mark: Landmark, text: str) -> Landmark:
    """The landmark with what it gives, as typed. Raises: Illegal(BAD_VALUE)."""
    for word in (each.strip().casefold() for each in text.split(",")):
        match word:
            case "cover" | "light cover":
                mark = replace(mark, cover=1)
            case "heavy cover":
                mark = replace(mark, cover=2)
            case "no cover":
                mark = replace(mark, cover=0)
            case "support":
                mark = replace(mark, has_support=True)
            case _:
                hint = "cover, heavy cover, no cover or support."
                raise bad_value("sight", word, hint)
    return mark
