"""Ranged attacks: who can shoot whom with what, and what a hit or miss does (TX-51 to TX-57)."""

from rules.core.event import cited
from rules.core.ids import CombatantId, RuleId
from rules.core.refusal import Illegal
from rules.core.tally import Part
from rules.core.values import replace
from rules.systems.texarkana import commands, events as e
from rules.systems.texarkana.attempts import Attempt, ShotStakes
from rules.systems.texarkana.brawling import take_in_hand
from rules.systems.texarkana.cardplay import first_and_other, open_attempt, parts_of, require_not_busy
from rules.systems.texarkana.consequences import EXTRA, has_trumped_in_vain, note_capture, note_harm, suffer_for_missing
from rules.systems.texarkana.escalation import put_off, raise_tier
from rules.systems.texarkana.grappling import take_other_action
from rules.systems.texarkana.harm import capture, hurt
from rules.systems.texarkana.play import TexDraft, require_card, require_fighter, require_opponent
from rules.systems.texarkana.state import Fighter, TexState
from rules.systems.texarkana.turns import require_free_turn
from rules.systems.texarkana.weapons import (
    Ranged,
    has_rank,
    is_weapon,
    is_within_tier,
    shooting,
    shooting_keys,
    shooting_tier,
    weapon_name,
)
from rules.systems.texarkana.zones import distance, foes_in, reveal, sees

PISTOLS, MASKS = "Pi", "Ma"
COVER_BONUS = 2  # TX-49


def shoot(draft: TexDraft, command: commands.Shoot, *, own: commands.TurnOn | None = None) -> None:
    """Make a ranged attack; the shooter stays where he is, and in cover (TX-22a, TXA-14). `own`: at another PC."""
    actor = require_fighter(draft.state, command.actor)
    require_card(actor, command.card)
    target, key = require_shot(draft.state, actor, command.whom, command.weapon, is_own=own is not None)
    if put_off(draft, actor, replace(own or command, weapon=key, card=None), key, shooting_tier(key)):
        return
    take_other_action(draft, actor)
    fire(draft, actor, target, key)


def require_shot(
    state: TexState, actor: Fighter, whom: CombatantId, weapon: str = "", *, is_own: bool = False
) -> tuple[Fighter, str]:
    """The target and weapon of a ranged attack that may be made now.

    Raises: as `require_free_turn` and `require_target`.
    """
    require_free_turn(state, actor)
    return require_target(state, actor, whom, weapon, is_own=is_own)


def require_target(
    state: TexState, actor: Fighter, whom: CombatantId, weapon: str = "", *, is_own: bool = False
) -> tuple[Fighter, str]:
    """The target and weapon of a ranged attack, for somebody whose turn it is.

    Raises: as `require_opponent`; Illegal(BUSY); as `require_aim` and `require_gun`.
    """
    target = require_opponent(state, actor, whom, is_own=is_own)
    key = require_aim(state, actor, target, weapon)
    require_not_busy(state, target if target.is_pc else actor)
    return target, key


def require_aim(state: TexState, actor: Fighter, target: Fighter, weapon: str = "") -> str:
    """The weapon with which the one can shoot the other from where they are: the first that can, if none is named.

    Raises: Illegal(ENEMY_HERE, NO_SIGHT, OUT_OF_REACH, NO_GUN); as `require_gun`.
    """
    here = foes_in(state, actor, actor.place) or ((target,) if target.place == actor.place else ())
    if here:
        names = ", ".join(foe.name for foe in here)
        raise Illegal("ENEMY_HERE", "TX-51", who=actor.name, foes=names, hint="Brawl, or move away.")
    if not sees(state, actor.place, target.place):
        raise Illegal("NO_SIGHT", "TX-53", whom=target.name, place=state.zone_name(target.place))
    if weapon:
        gun = require_gun(state, actor, weapon)
        if not is_in_reach(state, actor, target, gun):
            raise Illegal("OUT_OF_REACH", "TX-52", whom=target.name, weapon=gun.name, hint=_reach_hint(gun))
        return weapon
    at_hand = shooting_keys(actor)
    if not at_hand:
        raise Illegal("NO_GUN", "TX-22", "TX-56", who=actor.name, hint="An empty weapon needs reloading first.")
    for key in sorted(at_hand, key=lambda key: not is_within_tier(state, actor, shooting_tier(key))):
        gun_at_hand = shooting(key)
        if gun_at_hand and is_in_reach(state, actor, target, gun_at_hand):
            return key
    raise Illegal("OUT_OF_REACH", "TX-52", whom=target.name, weapon=weapon_name(at_hand[0]), hint="Move closer.")


def require_gun(state: TexState, actor: Fighter, weapon: str) -> Ranged:
    """A ranged weapon that the combatant has and can fire.

    Raises: Illegal(NO_SUCH_WEAPON, NOT_RANGED, NOT_CARRIED, NO_RANK, NO_AMMO).
    """
    gun = shooting(weapon)
    hint = f"{actor.name} can fire: {', '.join(map(weapon_name, shooting_keys(actor))) or 'nothing'}."
    if gun is None:
        if is_weapon(weapon):
            raise Illegal("NOT_RANGED", "TX-56", weapon=weapon_name(weapon), hint=hint)
        raise Illegal("NO_SUCH_WEAPON", "TX-56", weapon=weapon, hint=hint)
    if weapon not in actor.usable:
        raise Illegal("NOT_CARRIED", "TX-43", who=actor.name, weapon=gun.name, hint=hint)
    if not has_rank(actor, gun.rank):
        raise Illegal("NO_RANK", "TX-56", "TXA-04", who=actor.name, weapon=gun.name, hint=hint)
    if weapon in actor.is_out_of_ammo:
        raise Illegal("NO_AMMO", "TX-57", "TXA-22", weapon=gun.name, hint="Reload it with a sundry action.")
    return gun


def is_in_reach(state: TexState, actor: Fighter, target: Fighter, gun: Ranged) -> bool:
    """Whether the target is near enough for this weapon (TX-52, TXA-01); sight is another matter (TXA-02)."""
    steps = distance(state, actor.place, target.place)
    return gun.reach is None or (steps is not None and steps <= gun.reach)


def _reach_hint(gun: Ranged) -> str:
    return f"It reaches {gun.reach} {'zone' if gun.reach == 1 else 'zones'}."


def can_shoot(state: TexState, actor: Fighter, target: Fighter, weapon: str = "") -> bool:
    """Whether the combatant, his turn or not, could fire at the other from where he is, and go no further (TX-59)."""
    try:
        key = require_aim(state, actor, target, weapon)
    except Illegal:
        return False
    return is_within_tier(state, actor, shooting_tier(key))


def fire(
    draft: TexDraft, shooter: Fighter, target: Fighter, key: str, flight: str = "", *, is_burned: bool = False
) -> None:
    """Open the test of a ranged attack: Pistols trump for the shot, Masks for evading it (TX-54, TXD-11)."""
    gun = shooting(key)
    assert gun is not None, f"{key} shoots"
    reveal(draft, shooter)
    take_in_hand(draft, draft.state.fighter(shooter.id), key)
    if not shooter.is_pc:
        raise_tier(draft, shooting_tier(key))
    aimed = (Part(gun.bonus, gun.name, RuleId("TXA-13" if gun.is_thrown else "TX-56")),)
    has_cover = draft.state.fighter(target.id).is_in_cover and not gun.ignores_cover  # TXA-03
    cover = (Part(COVER_BONUS, "cover", RuleId("TX-49")),) if has_cover else ()
    stakes = ShotStakes(shooter=shooter.id, weapon=key, flight=flight)
    attack = (parts_of(draft.state, shooter, PISTOLS, *aimed), (PISTOLS, *gun.trumps))
    defence = (parts_of(draft.state, target, MASKS, *cover), (MASKS,))
    pc, npc = first_and_other(shooter, target)
    (bonus, trumps), (difficulty, npc_trumps) = (attack, defence) if pc is shooter else (defence, attack)
    open_attempt(
        draft,
        pc=pc,
        npc=npc,
        stakes=stakes,
        trumps=trumps,
        npc_trumps=npc_trumps,
        bonus=bonus,
        difficulty=difficulty,
        rules=("TX-54", "TX-56"),
        is_burned=is_burned,
    )
    if gun.is_thrown:
        rules = cited("TX-30", "TXA-13")
        draft.emit(e.Thrown(rules=rules, who=shooter.id, weapon=key, where=target.place))
    if gun.is_single_shot:
        draft.emit(e.RanOut(rules=cited("TX-56", "TXA-03"), who=shooter.id, weapon=key))


def settle_shot(draft: TexDraft, attempt: Attempt, stakes: ShotStakes, decided: e.AttemptDecided) -> None:
    """A hit costs the weapon's damage and an Injury (TX-55); whoever Trumped in vain pays for it (TX-65, TX-66)."""
    state = draft.state
    assert attempt.npc is not None, "a shot is between two"
    shooter = state.fighter(stakes.shooter)
    target = state.fighter(attempt.npc if shooter.id == attempt.pc else attempt.pc)
    if decided.is_success is (shooter.id == attempt.pc):
        _hit(draft, attempt, shooter, target, in_vain=has_trumped_in_vain(decided, target))
    elif has_trumped_in_vain(decided, shooter):
        suffer_for_missing(draft, attempt, target, shooter, stakes.weapon)


def _hit(draft: TexDraft, attempt: Attempt, shooter: Fighter, target: Fighter, *, in_vain: bool) -> None:
    stakes = attempt.stakes
    assert isinstance(stakes, ShotStakes), "somebody shot"
    gun = shooting(stakes.weapon)
    assert gun is not None, "it was fired"
    damage = Part(gun.damage, gun.name, RuleId("TX-30" if gun.is_thrown else "TX-56"))
    if in_vain and stakes.flight:
        note_capture(draft, attempt, shooter, target, gun.damage, draft.state.flight(stakes.flight))
        capture(draft, target, damage)
    elif in_vain:
        if target.grit > gun.damage:  # else he falls without it
            note_harm(draft, attempt, shooter, target, gun.damage)
        hurt(draft, target, damage, EXTRA, rule="TX-55")
    else:
        hurt(draft, target, damage, rule="TX-55")
