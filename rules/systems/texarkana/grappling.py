"""Grapples: taking hold, breaking loose, working on the one held (TX-37 to TX-40, TXA-10, TXA-11)."""

from rules.core.event import cited
from rules.core.ids import CombatantId, RuleId
from rules.core.refusal import Illegal
from rules.core.tally import Part
from rules.systems.texarkana import events as e
from rules.systems.texarkana.attempts import BreakStakes, HoldStakes, Stakes
from rules.systems.texarkana.cardplay import first_and_other, open_attempt, parts_of, require_not_busy
from rules.systems.texarkana.commands import BreakGrapple, HoldGrapple
from rules.systems.texarkana.harm import hurt_unarmed
from rules.systems.texarkana.play import TexDraft, require_card, require_fighter
from rules.systems.texarkana.state import Fighter, TexState
from rules.systems.texarkana.turns import require_turn, take_turn
from rules.systems.texarkana.weapons import FISTS, brawling_arm
from rules.systems.texarkana.zones import leave_cover

CLUBS = "Cl"
GANGING_UP = 2  # TX-40


def can_seize(state: TexState, holder: CombatantId, held: CombatantId) -> bool:
    """Whether the one could take hold of the other: both up and together, and neither held, nor the holder busy."""
    one, other = state.find(holder), state.find(held)
    if one is None or other is None or not (one.is_up and other.is_up and one.place == other.place):
        return False
    return not (state.holder_of(held) or state.is_in_grapple(holder))


def seize(draft: TexDraft, holder: Fighter, held: Fighter, rule: str) -> bool:
    """Take hold, unless one of the two is taken already; says whether it happened (TX-37).

    Whoever is held holds nobody any more (TX-38).
    """
    if not can_seize(draft.state, holder.id, held.id):
        return False
    release(draft, held.id)
    leave_cover(draft, held)
    draft.emit(e.Grappled(rules=cited(*dict.fromkeys((rule, "TX-37"))), holder=holder.id, held=held.id))
    return True


def release(draft: TexDraft, holder: CombatantId) -> None:
    """Let go of whoever this combatant holds: by any other action than holding on (TX-39)."""
    held = draft.state.held_by(holder)
    if held:
        draft.emit(e.GrappleEnded(rules=cited("TX-39"), holder=holder, held=held))


def require_held(state: TexState, actor: Fighter) -> Fighter:
    """Who holds the combatant, who may act. Raises: as `require_turn`, Illegal(NOT_HELD, BUSY)."""
    require_turn(state, actor)
    holder = state.find(state.holder_of(actor.id))
    if holder is None:
        raise Illegal("NOT_HELD", "TX-38", who=actor.name)
    require_not_busy(state, actor if actor.is_pc else holder)
    return holder


def require_holding(state: TexState, actor: Fighter) -> Fighter:
    """Whom the combatant holds, who may act. Raises: as `require_turn`, Illegal(NOT_HOLDING, BUSY)."""
    require_turn(state, actor)
    held = state.find(state.held_by(actor.id))
    if held is None:
        raise Illegal("NOT_HOLDING", "TX-39", who=actor.name)
    require_not_busy(state, actor if actor.is_pc else held)
    return held


def break_grapple(draft: TexDraft, command: BreakGrapple) -> None:
    """Test Brawling, unarmed, to get loose (TX-38)."""
    actor = require_fighter(draft.state, command.actor)
    require_card(actor, command.card)
    holder = require_held(draft.state, actor)
    take_turn(draft, actor)
    _wrestle(draft, actor, holder, BreakStakes(breaker=actor.id), "TX-38")


def hold_grapple(draft: TexDraft, command: HoldGrapple) -> None:
    """Test Brawling, unarmed, on the one held (TX-39)."""
    actor = require_fighter(draft.state, command.actor)
    require_card(actor, command.card)
    held = require_holding(draft.state, actor)
    take_turn(draft, actor)
    _wrestle(draft, actor, held, HoldStakes(holder=actor.id), "TX-39")


def _wrestle(draft: TexDraft, one: Fighter, other: Fighter, stakes: Stakes, rule: str) -> None:
    pc, npc = first_and_other(one, other)
    open_attempt(
        draft,
        pc=pc,
        npc=npc,
        stakes=stakes,
        trumps=(CLUBS,),
        npc_trumps=(CLUBS,),
        bonus=parts_of(draft.state, pc, CLUBS),
        difficulty=parts_of(draft.state, npc, CLUBS),
        rules=(rule,),
    )


def settle_break(draft: TexDraft, breaker: Fighter, holder: Fighter, is_loose: bool) -> None:
    """Loose: the holder takes the breaker's unarmed damage. Still held: nothing (TX-38, TXA-10)."""
    if is_loose:
        draft.emit(e.GrappleEnded(rules=cited("TX-38", "TXA-10"), holder=holder.id, held=breaker.id))
        hurt_unarmed(draft, breaker, holder, unarmed_damage(breaker))


def settle_hold(draft: TexDraft, holder: Fighter, held: Fighter, is_holding: bool) -> None:
    """Held: the victim takes unarmed damage. Not: the grapple ends, without damage (TX-39, TXA-10)."""
    if is_holding:
        hurt_unarmed(draft, holder, held, unarmed_damage(holder))
    else:
        draft.emit(e.GrappleEnded(rules=cited("TX-39", "TXA-10"), holder=holder.id, held=held.id))


def unarmed_damage(fighter: Fighter) -> Part:
    """What bare hands do: 1 for a PC, the Brawling rating for an NPC (TX-33, TX-34)."""
    arm = brawling_arm(fighter, FISTS)
    return Part(arm.damage, arm.name, RuleId(arm.rule))


def ganging_up(state: TexState, whom: Fighter) -> int:
    """+2 to start Brawling against somebody in a grapple: only a third can do that (TX-40, TXA-11)."""
    return GANGING_UP if state.is_in_grapple(whom.id) else 0


def take_other_action(draft: TexDraft, actor: Fighter) -> None:
    """Use up the action for anything but holding on: whom the combatant held is loose (TX-39)."""
    take_turn(draft, actor)
    release(draft, actor.id)
