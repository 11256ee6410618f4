"""What the winner of a brawl may do instead of dealing damage: grapple, disarm, incapacitate (TX-37, TX-41 to TX-43).

It is said before the cards: by who begins the brawl, in `how`, and by the one attacked until the card is played.
`disarm bowie-knife` names the weapon that is to go; `disarm` alone means the one in hand.
"""

from rules.core.event import cited
from rules.core.refusal import Illegal
from rules.systems.texarkana import events as e
from rules.systems.texarkana.attempts import Attempt, BrawlStakes
from rules.systems.texarkana.commands import Prefer
from rules.systems.texarkana.play import TexDraft, require_fighter, require_running
from rules.systems.texarkana.state import Fighter, TexState
from rules.systems.texarkana.weapons import Arm, brawling_arm, known_weapons, weapon_name

DAMAGE, GRAPPLE, DISARM, INCAPACITATE = "damage", "grapple", "disarm", "incapacitate"
INSTEAD = (GRAPPLE, DISARM, INCAPACITATE)


def way_of(how: str) -> tuple[str, str]:
    """The way, and the weapon named with it: `disarm bowie-knife`."""
    way, _, weapon = how.strip().partition(" ")
    return way.casefold(), weapon.strip()


def require_way(actor: Fighter, target: Fighter, arm: Arm, how: str) -> str:
    """`how` as it is kept: a way that this weapon offers, with the key of the weapon to be lost.

    Raises: Illegal(NO_SUCH_MANNER, NOT_WITH_THIS, NOTHING_TO_DISARM, NOT_SEEN_WITH).
    """
    way, weapon = way_of(how)
    if way in ("", DAMAGE) and not weapon:
        return ""
    if way not in INSTEAD or (weapon and way != DISARM):
        raise Illegal("NO_SUCH_MANNER", "TX-37", "TX-41", how=how, hint=_hint(arm))
    if way not in arm.ways:
        raise Illegal("NOT_WITH_THIS", "TX-37", "TX-41", how=way, weapon=arm.name, hint=_hint(arm))
    return f"{DISARM} {_require_loss(actor, target, weapon)}" if way == DISARM else way


def _require_loss(actor: Fighter, target: Fighter, weapon: str) -> str:
    known = known_weapons(target, actor)
    if not known:
        raise Illegal("NOTHING_TO_DISARM", "TX-43", whom=target.name, hint="Nobody has seen a weapon there.")
    if not weapon:
        return known[0]
    word = weapon.casefold()
    for key in known:
        if word in (key.casefold(), weapon_name(key).casefold()):
            return key
    seen = ", ".join(weapon_name(key) for key in known)
    raise Illegal("NOT_SEEN_WITH", "TX-43", whom=target.name, weapon=weapon_name(weapon), hint=f"Seen: {seen}.")


def _hint(arm: Arm) -> str:
    ways = ", ".join(arm.ways)
    return f"With {arm.name}: {ways}." if ways else f"With {arm.name} there is only the damage."


def ways(actor: Fighter, target: Fighter, arm: Arm) -> tuple[str, ...]:
    """Everything that this weapon lets one do to the target instead of damage, as `how` names it."""
    found = [way for way in INSTEAD if way in arm.ways and way != DISARM]
    if DISARM in arm.ways:
        found += [f"{DISARM} {weapon}" for weapon in known_weapons(target, actor)]
    return tuple(found)


def is_allowed(state: TexState, loser: Fighter, arm: Arm, way: str) -> bool:
    """By the house: instead of any hit, or only of one that would kill (TXA-08)."""
    if way not in arm.ways:
        return False
    return way in arm.instead or state.house.incapacitate == "any_hit" or arm.damage >= loser.grit


# ---- the one attacked


def prefer(draft: TexDraft, command: Prefer) -> None:
    """Say what it shall bring if one wins a brawl that another began: the winner, whoever he is, may (TX-29, TX-37)."""
    actor = require_fighter(draft.state, command.actor)
    attempt, _ = require_attacked(draft.state, actor)
    how = require_preference(draft.state, actor, command.how)
    draft.emit(e.WayPreferred(rules=cited("TX-29", "TX-37", "TX-41"), who=actor.id, test=attempt.id, how=how))


def require_attacked(state: TexState, actor: Fighter) -> tuple[Attempt, BrawlStakes]:
    """The brawl that somebody began with the actor, before its card is played.

    Raises: Illegal(NOT_STARTED, OVER, NOT_ATTACKED).
    """
    require_running(state)
    for attempt in state.attempts:
        stakes = attempt.stakes
        if not isinstance(stakes, BrawlStakes) or attempt.card or stakes.starter == actor.id:
            continue
        if actor.id in (attempt.pc, attempt.npc):
            return attempt, stakes
    raise Illegal("NOT_ATTACKED", "TX-29", who=actor.name, hint="Who begins a brawl says so as it begins.")


def answering_with(actor: Fighter, stakes: BrawlStakes) -> Arm:
    """What the one attacked answers with."""
    return brawling_arm(actor, stakes.pc_weapon if actor.is_pc else stakes.npc_weapon)


def require_preference(state: TexState, actor: Fighter, how: str) -> str:
    """`how` as it is kept. Raises: as `require_attacked` and `require_way`."""
    _, stakes = require_attacked(state, actor)
    return require_way(actor, state.fighter(stakes.starter), answering_with(actor, stakes), how)
