"""Handling: draw, put away, pick up, reload; aim, steady, look through the telescope (C2-08, C2-43, C2-47, C2D-15)."""

import msgspec

from rules.core.event import cited
from rules.core.ids import CombatantId
from rules.core.refusal import Illegal
from rules.core.values import replace
from rules.systems.conflicts import events as e
from rules.systems.conflicts.gear import BOTH, free_hands, item_name, weapon_of
from rules.systems.conflicts.play import ConflictDraft, seen_audience
from rules.systems.conflicts.positions import NEAR, distance
from rules.systems.conflicts.sight import sees
from rules.systems.conflicts.state import Aim, ConflictState, Fighter, Item, foes_of

DRAW, STOW, PICK, RELOAD, AIM, STEADY, SCOPE = "draw", "put away", "pick up", "reload", "aim", "steady", "telescope"
VERBS = (DRAW, STOW, PICK, RELOAD, AIM, STEADY, SCOPE)


class Handling(msgspec.Struct, frozen=True, kw_only=True):
    """What is handled: `key` as a command has it, the verb, the item, and for aiming at whom."""

    key: str
    verb: str
    item: Item
    hold: str = ""
    whom: Fighter | None = None


def handlings(state: ConflictState, actor: Fighter) -> tuple[Handling, ...]:
    """Everything that can be handled now, by its key: "reload pistol", "aim pistol bart"."""
    found: list[Handling] = []
    for item in actor.gear:
        weapon = weapon_of(state, item.weapon)
        if weapon is None:
            continue
        if item.lies is not None:
            if distance(item.lies, actor.spot) <= NEAR and (hold := hand_for(actor, weapon.hands)):
                found.append(_handling(PICK, item, hold=hold))
        elif item.hold:
            if weapon.ammunition and not item.is_loaded:
                found.append(_handling(RELOAD, item))
            if weapon.is_ranged or weapon.is_thrown:
                found += _preparations(state, actor, item, has_scope=weapon.has_scope)
            found.append(_handling(STOW, item))
        elif hold := hand_for(actor, weapon.hands):
            found.append(_handling(DRAW, item, hold=hold))
    return tuple(found)


def _preparations(state: ConflictState, actor: Fighter, item: Item, *, has_scope: bool) -> list[Handling]:
    seen = [foe for foe in foes_of(state, actor) if sees(state, actor, foe)]
    verbs = (AIM, STEADY, SCOPE) if has_scope else (AIM, STEADY)
    return [
        Handling(key=f"{verb} {item.id} {foe.id}", verb=verb, item=item, whom=foe) for foe in seen for verb in verbs
    ]


def _handling(verb: str, item: Item, hold: str = "") -> Handling:
    return Handling(key=f"{verb} {item.id}", verb=verb, item=item, hold=hold)


def hand_for(actor: Fighter, hands: int) -> str:
    """Into which hand a weapon comes: both for a two-handed one if they are free, else the free one; empty: none."""
    free = free_hands(actor)
    if not free:
        return ""
    return BOTH if hands == 2 and len(free) == 2 else free[0]


def label(state: ConflictState, handling: Handling) -> str:
    """A handling in words: "Aim the pistol at Bart"."""
    name = item_name(state, handling.item)
    match handling.verb:
        case "aim" | "steady" if handling.whom:
            return f"{handling.verb.title()} the {name} at {handling.whom.name}"
        case "telescope" if handling.whom:
            return f"Look at {handling.whom.name} through the telescope of the {name}"
        case "draw":
            hand = {"off": " with the off-hand", "main": "", "both": ""}[handling.hold]
            return f"Draw the {name}{hand}"
        case _:
            return f"{handling.verb.capitalize()} the {name}"


def require_handling(state: ConflictState, actor: Fighter, how: str) -> Handling | None:
    """What is handled; None: something in one's own words, for the GM to rule.

    Raises: Illegal(NO_HOW, HELD, CANNOT_HANDLE).
    """
    holder = state.holder_of(actor.id)
    if holder:
        raise Illegal("HELD", "C2D-14", who=actor.name, holder=state.name(holder), hint="Break free, or defend.")
    word = " ".join(how.split()).casefold()
    if not word:
        raise Illegal("NO_HOW", "C2-08", hint="Say what you handle.")
    can = handlings(state, actor)
    for handling in can:
        if word in (handling.key.casefold(), label(state, handling).casefold()):
            return handling
    if word.startswith(VERBS):
        known = ", ".join(dict.fromkeys(label(state, each) for each in can)) or "nothing just now"
        raise Illegal("CANNOT_HANDLE", "C2-08", how=how[:60], hint=f"Possible: {known}.")
    return None


def handle(draft: ConflictDraft, actor: Fighter, how: str) -> None:
    """Handle it. Raises: as `require_handling`."""
    handling = require_handling(draft.state, actor, how)
    audience = seen_audience(actor)
    if handling is None:
        draft.emit(e.Tried(rules=cited("C2-08"), audience=audience, who=actor.id, what=how.strip()))
        return
    item = handling.item
    match handling.verb:
        case "draw" | "pick up" | "put away":
            hold = handling.hold
            draft.emit(e.Handled(rules=cited("C2-08"), audience=audience, who=actor.id, item=item.id, hold=hold))
        case "reload":
            draft.emit(e.Reloaded(rules=cited("C2-08", "C2-27"), audience=audience, who=actor.id, item=item.id))
        case _:
            assert handling.whom is not None, "one aims at somebody"
            aim = prepared(actor, handling.verb, item.id, handling.whom.id)
            rule = {AIM: "C2-47", STEADY: "C2-43", SCOPE: "C2-48"}[handling.verb]
            draft.emit(e.Prepared(rules=cited(rule, "C2D-15"), audience=audience, who=actor.id, aim=aim))


def prepared(actor: Fighter, verb: str, item: str, whom: CombatantId) -> Aim:
    """The preparation with one action more; what was for another target or weapon is lost (C2A-15 to C2A-17)."""
    old = actor.aim
    aim = old if old is not None and (old.whom, old.item) == (whom, item) else Aim(whom=whom, item=item)
    match verb:
        case "aim":
            return replace(aim, actions=aim.actions + 1)
        case "steady":
            return replace(aim, is_steadied=True)
        case _:
            return replace(aim, is_scoped=True)
