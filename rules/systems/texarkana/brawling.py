"""Brawling: whom, with what, and what the winner does (TX-28 to TX-37, TX-41 to TX-47).

Holding and breaking loose are in `grappling`, the numbers of weapons in `weapons`.
"""

from rules.core.ids import CombatantId, RuleId
from rules.core.refusal import Illegal
from rules.core.tally import Part
from rules.systems.texarkana import commands
from rules.systems.texarkana import events as e
from rules.systems.texarkana.cardplay import cited, first_and_other, open_attempt, parts_of, require_not_busy
from rules.systems.texarkana.escalation import raise_tier
from rules.systems.texarkana.grappling import CLUBS, ganging_up, seize, take_other_action
from rules.systems.texarkana.harm import disarm, hurt, hurt_unarmed, incapacitate
from rules.systems.texarkana.house import reading
from rules.systems.texarkana.play import TexDraft, require_card, require_fighter, require_opponent
from rules.systems.texarkana.state import Attempt, BrawlStakes, Fighter, TexState
from rules.systems.texarkana.turns import require_free_turn
from rules.systems.texarkana.weapons import (
    FISTS,
    Arm,
    Manner,
    answering_arm,
    brawling_arm,
    brawling_keys,
    carried,
    is_weapon,
    is_within_tier,
    require_within_tier,
    weapon_name,
)
from rules.systems.texarkana.zones import enter, leave_cover, require_adjacent, reveal

DAMAGE, GRAPPLE, DISARM, INCAPACITATE = "damage", "grapple", "disarm", "incapacitate"
INSTEAD = (GRAPPLE, DISARM, INCAPACITATE)


def brawl(draft: TexDraft, command: commands.Brawl, *, is_own: bool = False) -> None:
    """Go where the enemy is if needed, and brawl: Clubs trump, either may deal the damage (TX-28, TX-29)."""
    actor = require_fighter(draft.state, command.actor)
    require_card(actor, command.card)
    target, arm = require_brawl(
        draft.state,
        actor,
        command.whom,
        where=command.where,
        weapon=command.weapon,
        how=command.how,
        is_own=is_own,
    )
    take_other_action(draft, actor)
    if actor.place != target.place:
        enter(draft, actor, target.place)
    reveal(draft, draft.state.fighter(actor.id))
    take_in_hand(draft, actor, "" if arm.key == FISTS else carried(arm.key))
    leave_cover(draft, actor)
    leave_cover(draft, target)
    _open(draft, draft.state.fighter(actor.id), draft.state.fighter(target.id), arm, command.how)


def require_brawl(
    state: TexState,
    actor: Fighter,
    whom: CombatantId,
    *,
    where: str = "",
    weapon: str = "",
    how: str = "",
    is_own: bool = False,
) -> tuple[Fighter, Arm]:
    """The enemy and the weapon of a brawl that may be started now.

    Raises: as `require_free_turn` and `require_opponent`; Illegal(HOLDS, NO_SUCH_PLACE, NOT_ADJACENT, NOT_THERE,
    BUSY, NO_SUCH_WEAPON, NOT_CARRIED, NOT_FOR_BRAWLING, BEYOND_TIER, NO_SUCH_MANNER, NOT_WITH_THIS,
    NOTHING_TO_DISARM).
    """
    require_free_turn(state, actor)
    target = require_opponent(state, actor, whom, is_own=is_own)
    if state.held_by(actor.id) == target.id:
        raise Illegal("HOLDS", "TX-39", whom=target.name, hint="Work on the hold instead.")
    if target.place != actor.place:
        zone = require_adjacent(state, actor, where or target.place)
        if zone.id != target.place:
            raise Illegal("NOT_THERE", "TX-28", whom=target.name, place=zone.name)
    arm = require_arm(state, actor, weapon, how)
    _require_how(target, arm, how)
    require_not_busy(state, target if target.is_pc else actor)
    return target, arm


def require_arm(state: TexState, actor: Fighter, weapon: str, how: str = "") -> Arm:
    """What the combatant brawls with; if nothing is named, what is in hand (TXA-26) or else serves for `how`.

    Raises: Illegal(NO_SUCH_WEAPON, NOT_CARRIED, NOT_FOR_BRAWLING, BEYOND_TIER).
    """
    if not weapon:
        usual = answering_arm(state, actor)
        arms = (usual, *(brawling_arm(actor, key) for key in brawling_keys(actor)))
        fitting = (arm for arm in arms if how in arm.ways and is_within_tier(state, actor, arm.tier))
        return next(fitting, usual)
    if weapon != FISTS and not is_weapon(carried(weapon)):
        raise Illegal("NO_SUCH_WEAPON", "TX-30", "TX-56", weapon=weapon, hint=_arms_hint(actor))
    keys = brawling_keys(actor)
    if weapon not in keys:
        if carried(weapon) in actor.usable:
            raise Illegal("NOT_FOR_BRAWLING", "TX-28", "TXA-04", weapon=weapon_name(weapon), hint=_arms_hint(actor))
        raise Illegal("NOT_CARRIED", "TX-43", who=actor.name, weapon=weapon_name(weapon), hint=_arms_hint(actor))
    arm = brawling_arm(actor, weapon)
    require_within_tier(state, actor, arm.tier, weapon)
    return arm


def _arms_hint(actor: Fighter) -> str:
    return f"{actor.name} has: {', '.join(weapon_name(key) for key in brawling_keys(actor))}."


def _require_how(target: Fighter, arm: Arm, how: str) -> None:
    if how in ("", DAMAGE):
        return
    if how not in INSTEAD:
        raise Illegal("NO_SUCH_MANNER", "TX-37", "TX-41", how=how, hint=_how_hint(arm))
    if how not in arm.ways:
        raise Illegal("NOT_WITH_THIS", "TX-37", "TX-41", how=how, weapon=arm.name, hint=_how_hint(arm))
    if how == DISARM and not target.in_hand:
        raise Illegal("NOTHING_TO_DISARM", "TX-43", whom=target.name)


def _how_hint(arm: Arm) -> str:
    ways = ", ".join(arm.ways)
    return f"With {arm.name}: {ways}." if ways else f"With {arm.name} there is only the damage."


def ways(target: Fighter, arm: Arm) -> tuple[str, ...]:
    """What may be done instead of damage: grapple, disarm, incapacitate."""
    return tuple(how for how in INSTEAD if how in arm.ways and not (how == DISARM and not target.in_hand))


def take_in_hand(draft: TexDraft, actor: Fighter, weapon: str) -> None:
    """Draw or change a weapon: free with the action, and announced (TXD-27, TXD-31)."""
    if actor.in_hand != weapon:
        draft.emit(e.Armed(rules=cited("TXD-27", "TXD-31"), who=actor.id, weapon=weapon))


def _open(draft: TexDraft, starter: Fighter, target: Fighter, arm: Arm, how: str) -> None:
    """One test between the two, the bonuses of both weapons in it (TX-29, TXD-11)."""
    for each, its in ((starter, arm), (target, answering_arm(draft.state, target))):
        if not each.is_pc:
            raise_tier(draft, its.tier)
    answer = answering_arm(draft.state, target)
    together = ganging_up(draft.state, target)
    helped = (Part(together, "against a grapple", RuleId("TX-40")),) if together else ()
    attack = parts_of(draft.state, starter, CLUBS, *_bonus(arm), *helped)
    defence = parts_of(draft.state, target, CLUBS, *_bonus(answer))
    pc, npc = first_and_other(starter, target)
    pc_arm, npc_arm = (arm, answer) if pc is starter else (answer, arm)
    open_attempt(
        draft,
        pc=pc,
        npc=npc,
        stakes=BrawlStakes(starter=starter.id, pc_weapon=pc_arm.key, npc_weapon=npc_arm.key, how=how),
        trumps=(CLUBS, *pc_arm.trumps),
        npc_trumps=(CLUBS, *npc_arm.trumps),
        bonus=attack if pc is starter else defence,
        difficulty=defence if pc is starter else attack,
        rules=("TX-29", arm.rule),
    )


def _bonus(arm: Arm) -> tuple[Part, ...]:
    return () if arm.manner is Manner.UNARMED else (Part(arm.bonus, arm.name, RuleId(arm.rule)),)


def settle_brawl(draft: TexDraft, attempt: Attempt, stakes: BrawlStakes, decided: e.AttemptDecided) -> None:
    """The winner, whoever began it, deals his weapon's damage or does what he wanted instead (TX-29, TXD-13)."""
    state = draft.state
    assert attempt.npc is not None, "a brawl is between two"
    pc, npc = state.fighter(attempt.pc), state.fighter(attempt.npc)
    winner, loser = (pc, npc) if decided.is_success else (npc, pc)
    arm = brawling_arm(winner, stakes.pc_weapon if decided.is_success else stakes.npc_weapon)
    how = stakes.how if winner.id == stakes.starter else ""
    _win(draft, winner, loser, arm, how)
    if has_trumped_in_vain(decided, loser):
        suffer(draft, winner, loser)


def _win(draft: TexDraft, winner: Fighter, loser: Fighter, arm: Arm, how: str) -> None:
    by_house = reading(draft.state, "incapacitate") if how in arm.instead_of_death else ()
    damage = (Part(arm.damage, arm.name, RuleId(arm.rule)), *by_house)
    if how in INSTEAD and not _is_allowed(draft.state, loser, arm, how):
        how = DAMAGE
    if how == GRAPPLE and seize(draft, winner, loser, "TX-37"):
        return
    if how == DISARM and loser.in_hand:
        disarm(draft, loser, loser.in_hand, "TX-41")
    elif how == INCAPACITATE:
        incapacitate(draft, loser, *damage, rule="TX-41")
    elif arm.manner is Manner.UNARMED:
        hurt_unarmed(draft, winner, loser, *damage)
    else:
        hurt(draft, loser, *damage, rule="TX-29")


def _is_allowed(state: TexState, loser: Fighter, arm: Arm, how: str) -> bool:
    """By the house: instead of any hit, or only of one that would kill (TXA-08)."""
    return how in arm.instead or state.house.incapacitate == "any_hit" or arm.damage >= loser.grit


def has_trumped_in_vain(decided: e.AttemptDecided, loser: Fighter) -> bool:
    """Whether the loser of a test had pushed on (TX-65)."""
    return bool(decided.attempt.push if loser.id == decided.attempt.pc else decided.attempt.counter)


def suffer(draft: TexDraft, winner: Fighter, loser: Fighter) -> None:
    """A brawler who Trumped in vain is Disarmed if armed, else Grappled, on top of the damage (TX-66c, TXD-28)."""
    loser = draft.state.fighter(loser.id)
    if not loser.is_up:
        return
    if loser.in_hand:
        disarm(draft, loser, loser.in_hand, "TX-66")
    else:
        seize(draft, winner, loser, "TX-66")
