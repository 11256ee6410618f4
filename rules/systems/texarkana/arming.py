"""Weapons in hand: drawing, changing and putting away (TXD-27, TXD-31). Drawing may go too far: see `escalation`."""

from rules.core.combatant import Side
from rules.core.event import cited
from rules.core.refusal import Illegal
from rules.core.values import replace
from rules.systems.texarkana import events as e
from rules.systems.texarkana.commands import Draw
from rules.systems.texarkana.escalation import put_off, raise_tier
from rules.systems.texarkana.play import TexDraft, require_fighter
from rules.systems.texarkana.state import Fighter, TexState
from rules.systems.texarkana.turns import require_free_turn
from rules.systems.texarkana.weapons import FISTS, is_weapon, tier_of_weapon, weapon_name
from rules.systems.texarkana.zones import audience_of


def draw(draft: TexDraft, command: Draw) -> None:
    """Take a weapon in hand, or none, before acting: it costs nothing and is announced (TXD-27, TXD-31)."""
    actor = require_fighter(draft.state, command.actor)
    weapon = require_draw(draft.state, actor, command.weapon)
    tier = tier_of_weapon(weapon)
    if put_off(draft, actor, replace(command, weapon=weapon or FISTS), weapon, tier):
        return
    draft.emit(e.Armed(rules=cited("TXD-27", "TXD-31"), audience=audience_of(actor), who=actor.id, weapon=weapon))
    if actor.side is not Side.POSSE and not actor.is_hidden:
        raise_tier(draft, tier)


def require_draw(state: TexState, actor: Fighter, weapon: str) -> str:
    """The weapon that may be taken in hand now; empty for bare fists.

    Raises: as `require_free_turn`; Illegal(NO_SUCH_WEAPON, NOT_CARRIED, IN_HAND).
    """
    require_free_turn(state, actor)
    key = "" if weapon.strip().casefold() == FISTS else weapon
    hint = f"{actor.name} has: {', '.join(map(weapon_name, actor.usable)) or 'no weapon'}."
    if key and not is_weapon(key):
        raise Illegal("NO_SUCH_WEAPON", "TX-30", "TX-56", weapon=weapon, hint=hint)
    if key and key not in actor.usable:
        raise Illegal("NOT_CARRIED", "TX-43", who=actor.name, weapon=weapon_name(key), hint=hint)
    if key == actor.in_hand:
        raise Illegal("IN_HAND", "TXD-31", who=actor.name, weapon=weapon_name(key), hint=hint)
    return key
