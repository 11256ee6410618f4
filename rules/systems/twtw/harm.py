"""Wounds and concussion as they happen, and who is out of action by them (TW-W3 to TW-W7)."""

from rules.core.event import cited
from rules.core.ids import CombatantId
from rules.systems.twtw import events as e
from rules.systems.twtw.aiming import can_hold, hands_disabled
from rules.systems.twtw.body import Kind
from rules.systems.twtw.play import TwtwDraft
from rules.systems.twtw.state import Condition, Fighter
from rules.systems.twtw.turns import lost
from rules.systems.twtw.wounds import Level, Wound, disables_hand, is_dying_of, is_out, kills, level_of, limits


def wound(draft: TwtwDraft, who: CombatantId, location: str, damage: int) -> None:
    """A wound of so much damage, with what follows from it (TW-W3 to TW-W6)."""
    before = draft.state.fighter(who)
    level = level_of(damage, before.trait("Fortitude"))
    if level is Level.NONE:
        return
    draft.emit(e.Wounded(rules=cited("TW-W3", "TW-W4"), who=who, where=location, level=level))
    fresh = Wound(where=location, level=level)
    if disables_hand(fresh):
        _drop(draft, before)
    condition = condition_by(draft.state.fighter(who), fresh)
    if condition is not Condition.UP:
        draft.emit(e.ConditionChanged(rules=cited("TW-W5", "TW-W6"), who=who, condition=condition))


def condition_by(fighter: Fighter, fresh: Wound) -> Condition:
    """What a wound just had makes of somebody (TW-W6)."""
    if kills(fresh):
        return Condition.DEAD
    if is_dying_of(fresh):
        return Condition.DYING
    return Condition.OUT if is_out(fighter.wounds) else Condition.UP


def _drop(draft: TwtwDraft, before: Fighter) -> None:
    """What the hurt hand held falls (TW-W5): both hold a long gun, the right one, while it is good, all else."""
    holder = Kind.LEFT_HAND if Kind.RIGHT_HAND in hands_disabled(before) else Kind.RIGHT_HAND
    now = draft.state.fighter(before.id)
    if not now.in_hand or (can_hold(now, now.in_hand) and holder not in hands_disabled(now)):
        return
    if now.aim is not None:
        draft.emit(lost(draft.state, now, e.Why.DISARMED, "TW-W5"))
    draft.emit(e.WeaponDropped(rules=cited("TW-W5"), who=now.id, weapon=now.in_hand))


def concuss(draft: TwtwDraft, who: CombatantId, damage: int) -> None:
    """Concussion lost; with none left one is unconscious (TW-W7)."""
    fighter = draft.state.fighter(who)
    left = max(0, concussion_left(fighter) - damage)
    draft.emit(e.Concussed(rules=cited("TW-W7", "TW-3.31"), who=who, lost=damage, left=left))
    if not left:
        draft.emit(e.ConditionChanged(rules=cited("TW-W7"), who=who, condition=Condition.UNCONSCIOUS))


def concussion_left(fighter: Fighter) -> int:
    """How much concussion somebody can still take (TW-W7)."""
    return max(0, limits().concussion * fighter.trait("Fortitude") - fighter.concussion)
