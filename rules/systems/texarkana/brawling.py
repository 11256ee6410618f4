"""Brawling: whom, with what, and what the winner does (TX-28 to TX-36, TX-45 to TX-47).

What may be done instead of damage is in `instead`, what is grabbed in `improvising`, holding and breaking loose in
`grappling`, the numbers of weapons in `weapons`.
"""

from collections.abc import Callable

from rules.core.event import cited
from rules.core.ids import CombatantId, RuleId
from rules.core.refusal import Illegal
from rules.core.tally import Part
from rules.core.values import replace
from rules.systems.texarkana import commands, events as e
from rules.systems.texarkana.attempts import Attempt, BrawlStakes
from rules.systems.texarkana.cardplay import first_and_other, open_attempt, parts_of, require_not_busy
from rules.systems.texarkana.consequences import has_trumped_in_vain, suffer_in_brawl
from rules.systems.texarkana.escalation import put_off, raise_tier
from rules.systems.texarkana.grappling import CLUBS, ganging_up, seize, take_other_action
from rules.systems.texarkana.harm import disarm, hurt, hurt_unarmed, incapacitate
from rules.systems.texarkana.house import reading
from rules.systems.texarkana.instead import DAMAGE, DISARM, GRAPPLE, INCAPACITATE, is_allowed, require_way, way_of
from rules.systems.texarkana.play import TexDraft, require_card, require_fighter, require_opponent
from rules.systems.texarkana.state import Fighter, TexState
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
    weapon_name,
)
from rules.systems.texarkana.zones import enter, leave_cover, require_adjacent, reveal


def brawl(draft: TexDraft, command: commands.Brawl, *, own: commands.TurnOn | None = None) -> None:
    """Go where the enemy is if needed, and brawl: Clubs trump, either may deal the damage (TX-28, TX-29).

    `own`: with another PC.
    """
    actor = require_fighter(draft.state, command.actor)
    require_card(actor, command.card)
    target, arm = require_brawl(
        draft.state,
        actor,
        command.whom,
        where=command.where,
        weapon=command.weapon,
        how=command.how,
        is_own=own is not None,
    )
    act = replace(own or command, weapon=arm.key, card=None)
    if put_off(draft, actor, act, arm.key, arm.tier):
        return
    how = require_way(actor, target, arm, command.how)
    weapon = "" if arm.key == FISTS else carried(arm.key)
    begin(draft, actor, target, arm, how, lambda: take_in_hand(draft, draft.state.fighter(actor.id), weapon))


def begin(draft: TexDraft, actor: Fighter, target: Fighter, arm: Arm, how: str, take_up: Callable[[], None]) -> None:
    """Go there, take the weapon up, and open the test."""
    take_other_action(draft, actor)
    if actor.place != target.place:
        enter(draft, actor, target.place)
    reveal(draft, draft.state.fighter(actor.id))
    take_up()
    leave_cover(draft, actor)
    leave_cover(draft, target)
    _open(draft, draft.state.fighter(actor.id), draft.state.fighter(target.id), arm, how)


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
    BUSY, NO_SUCH_WEAPON, NOT_CARRIED, NOT_FOR_BRAWLING); as `require_way`.
    """
    require_free_turn(state, actor)
    target = require_opponent(state, actor, whom, is_own=is_own)
    if state.held_by(actor.id) == target.id:
        raise Illegal("HOLDS", "TX-39", whom=target.name, hint="Work on the hold instead.")
    if target.place != actor.place:
        zone = require_adjacent(state, actor, where or target.place)
        if zone.id != target.place:
            raise Illegal("NOT_THERE", "TX-28", whom=target.name, place=zone.name)
    arm = require_arm(state, actor, weapon, way_of(how)[0])
    require_way(actor, target, arm, how)
    require_not_busy(state, target if target.is_pc else actor)
    return target, arm


def require_arm(state: TexState, actor: Fighter, weapon: str, how: str = "") -> Arm:
    """What the combatant brawls with; if nothing is named, what is in hand (TXA-26) or else serves for `how`.

    A weapon beyond what is in order must be named. Raises: Illegal(NO_SUCH_WEAPON, NOT_CARRIED, NOT_FOR_BRAWLING).
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
    return brawling_arm(actor, weapon)


def _arms_hint(actor: Fighter) -> str:
    return f"{actor.name} has: {', '.join(weapon_name(key) for key in brawling_keys(actor))}."


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
    how = stakes.how if winner.id == stakes.starter else stakes.answer
    _win(draft, winner, loser, arm, how)
    if has_trumped_in_vain(decided, loser):
        used = stakes.npc_weapon if decided.is_success else stakes.pc_weapon
        suffer_in_brawl(draft, attempt, winner, loser, by=arm.key, weapon=used)


def _win(draft: TexDraft, winner: Fighter, loser: Fighter, arm: Arm, how: str) -> None:
    way, weapon = way_of(how)
    by_house = reading(draft.state, "incapacitate") if way in arm.instead_of_death else ()
    damage = (Part(arm.damage, arm.name, RuleId(arm.rule)), *by_house)
    if not is_allowed(draft.state, loser, arm, way):
        way = DAMAGE
    if way == GRAPPLE and seize(draft, winner, loser, "TX-37"):
        return
    if way == DISARM and weapon in loser.usable:
        disarm(draft, loser, weapon, "TX-41")
    elif way == INCAPACITATE:
        incapacitate(draft, loser, *damage, rule="TX-41")
    elif arm.manner is Manner.UNARMED:
        hurt_unarmed(draft, winner, loser, *damage)
    else:
        hurt(draft, loser, *damage, rule="TX-29")
