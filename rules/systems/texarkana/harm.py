"""Damage, Injury, and the ways out of a fight: incapacitated, dying, dead (TX-29, TX-35, TX-36, TX-42, TXD-20)."""

from rules.core.event import cited
from rules.core.ids import RuleId
from rules.core.refusal import Illegal
from rules.core.tally import Part, Tally
from rules.systems.texarkana import events as e
from rules.systems.texarkana.commands import RefuseInjury
from rules.systems.texarkana.play import TexDraft, require_fighter, require_running
from rules.systems.texarkana.state import Condition, Fighter


def hurt(draft: TexDraft, whom: Fighter, *damage: Part, rule: str, injuries: int = 1, is_final: bool = False) -> None:
    """A weapon's damage, and one Injury chip (TX-29, TX-55) or more; `is_final`: Luck cannot refuse them (TXF-38)."""
    for _ in range(injuries):
        draft.emit(e.InjuryGained(rules=cited(rule), who=whom.id, is_final=is_final))
    tally = Tally(damage)
    _lose_grit(draft, whom, tally, tally.total, rule)
    if draft.state.fighter(whom.id).grit == 0:
        _fall(draft, whom)


def lose_grit(draft: TexDraft, whom: Fighter, *damage: Part, rule: str) -> None:
    """Damage that brings no Injury; without Grit the usual follows (TXD-20)."""
    tally = Tally(damage)
    _lose_grit(draft, whom, tally, tally.total, rule)
    if draft.state.fighter(whom.id).grit == 0:
        _fall(draft, whom)


def hurt_unarmed(draft: TexDraft, by: Fighter, whom: Fighter, *damage: Part) -> None:
    """Damage by bare hands: one Injury a scene (TX-35), and nobody dies of it (TX-36)."""
    tally = Tally(damage)
    if tally.total >= draft.state.fighter(whom.id).grit:
        incapacitate(draft, whom, *damage, rule="TX-36")
        return
    if by.is_supernatural:
        draft.emit(e.InjuryGained(rules=cited("TX-35", "TXA-05"), who=whom.id))
    elif draft.state.fighter(whom.id).was_hit_unarmed:
        draft.emit(e.InjurySpared(rules=cited("TX-35"), who=whom.id))
    else:
        draft.emit(e.InjuryGained(rules=cited("TX-35"), who=whom.id, is_unarmed=True))
    _lose_grit(draft, whom, tally, tally.total, "TX-33" if by.is_pc else "TX-34")


def incapacitate(draft: TexDraft, whom: Fighter, *damage: Part, rule: str) -> None:
    """One Grit less than the damage, never the last one, no Injury; out until the end (TX-42)."""
    tally = Tally(damage).plus(Part(-1, "to incapacitate", RuleId("TX-42")))
    grit = draft.state.fighter(whom.id).grit
    _lose_grit(draft, whom, tally, min(tally.total, grit - 1), rule)
    draft.emit(e.ConditionChanged(rules=cited(rule, "TX-42"), who=whom.id, condition=Condition.INCAPACITATED))


def capture(draft: TexDraft, whom: Fighter, *damage: Part) -> None:
    """Shot while fleeing after a Trump in vain: the damage in full, but alive, and taken prisoner (TX-66d, TXA-19)."""
    tally = Tally(damage)
    grit = draft.state.fighter(whom.id).grit
    draft.emit(e.InjuryGained(rules=cited("TX-55"), who=whom.id))
    _lose_grit(draft, whom, tally, min(tally.total, grit - 1), "TX-66")
    draft.emit(
        e.ConditionChanged(
            rules=cited("TX-66", "TXA-19"), who=whom.id, condition=Condition.INCAPACITATED, is_captured=True
        )
    )


def _lose_grit(draft: TexDraft, whom: Fighter, damage: Tally, amount: int, rule: str) -> None:
    grit = draft.state.fighter(whom.id).grit
    lost = max(0, min(amount, grit))
    draft.emit(e.GritLost(rules=cited(rule), who=whom.id, damage=damage, lost=lost, left=grit - lost))


def _fall(draft: TexDraft, whom: Fighter) -> None:
    """No Grit left: a PC is dying, an NPC dead (TXD-20)."""
    condition = Condition.DYING if whom.is_pc else Condition.DEAD
    draft.emit(e.ConditionChanged(rules=cited("TXD-20"), who=whom.id, condition=condition))


def disarm(draft: TexDraft, whom: Fighter, weapon: str, rule: str) -> None:
    """One weapon is out of use until the end of the scene (TX-43)."""
    draft.emit(e.Disarmed(rules=cited(rule, "TX-43"), who=whom.id, weapon=weapon))


def require_injury_to_refuse(whom: Fighter) -> None:
    """Refuse to refuse what is not there. Raises: Illegal(NO_FRESH_INJURY, NO_LUCK)."""
    if not whom.is_pc or not whom.fresh_injury:
        raise Illegal("NO_FRESH_INJURY", "TXD-34", who=whom.name)
    if not whom.luck:
        raise Illegal("NO_LUCK", "TXD-22", who=whom.name)


def refuse_injury(draft: TexDraft, command: RefuseInjury) -> None:
    """A Luck chip for an Injury chip, until the next card is played (TXD-22, TXD-34); the lost Grit stays lost."""
    require_running(draft.state)
    whom = require_fighter(draft.state, command.actor)
    require_injury_to_refuse(whom)
    draft.emit(e.InjuryRefused(rules=cited("TXD-22", "TXD-34"), who=whom.id))
