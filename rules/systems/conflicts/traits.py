"""Complementary traits: what helps a roll or a defence, what it costs, and its own check (C2-07, C2-16, C2D-07)."""

from rules.core.counting import best_first
from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import RuleId
from rules.core.refusal import Illegal
from rules.core.tally import Part, Tally
from rules.systems.conflicts import events as e
from rules.systems.conflicts.checks import AVERAGE, helps, throw
from rules.systems.conflicts.injuries import malus_parts
from rules.systems.conflicts.modifiers import audience_of, skill_part
from rules.systems.conflicts.play import ConflictDraft
from rules.systems.conflicts.state import ConflictState, Fighter

ATTRIBUTES = ("strength", "reflexes", "will")


def attribute(fighter: Fighter, name: str) -> int:
    """The value of an attribute."""
    return {"strength": fighter.strength, "reflexes": fighter.reflexes, "will": fighter.will}[name]


def unspent(fighter: Fighter, but: int = -1) -> tuple[int, ...]:
    """The declared actions not used yet, the last one first; `but` is the one under way."""
    return tuple(at for at in (1, 0) if at < len(fighter.plans) and at != but and not fighter.plans[at].is_spent)


def traits(fighter: Fighter, main: str, attributes: tuple[str, ...], *, has_action: bool) -> tuple[str, ...]:
    """What may help where `main` is the skill used: another skill, free; an attribute, with an action to spare."""
    skills = [skill for skill, level in best_first(fighter.skills) if skill != main and level >= 0]
    return (*skills, *(attributes if has_action else ()))


def require_trait(
    state: ConflictState, fighter: Fighter, trait: str, main: str, attributes: tuple[str, ...], *, own_action: bool
) -> None:
    """Refuse what cannot help. Raises: Illegal(NO_SUCH_TRAIT, NO_ACTION_LEFT)."""
    if not trait:
        return
    could = traits(fighter, main, attributes, has_action=True)
    if trait not in could:
        raise Illegal("NO_SUCH_TRAIT", "C2-07", "C2D-07", trait=trait[:40], hint=f"One of: {', '.join(could)}.")
    is_planned = state.half >= 0
    if trait in ATTRIBUTES and is_planned and not unspent(fighter, state.half if own_action else -1):
        raise Illegal("NO_ACTION_LEFT", "C2-16", trait=trait, who=fighter.name, hint="A skill costs no action.")


def spend_for_trait(draft: ConflictDraft, fighter: Fighter, trait: str, rule: str, *, but: int) -> None:
    """An attribute costs one further action, a skill none (C2-16, C2D-07)."""
    if trait in ATTRIBUTES:
        at = unspent(fighter, but)
        if at:
            draft.emit(e.PlanSpent(rules=cited(rule, "C2-16"), who=fighter.id, at=at[0]))


def try_trait(draft: ConflictDraft, dice: Dice, fighter: Fighter, trait: str, rule: str) -> int:
    """The trait's own check: +1, 0 or -1 to what it helps (C2D-07)."""
    fell = throw(dice, f"{fighter.name}: {trait} helps")
    dice_part = Part(fell.total, f"dice {fell.one}, {fell.other}", RuleId("C2D-03"))
    if trait in ATTRIBUTES:
        own = Part(
            attribute(fighter, trait) - AVERAGE, f"{trait.title()} over 7", RuleId("C2D-07"), audience_of(fighter)
        )
    else:
        own = skill_part(fighter, trait, "C2D-03")
    score = Tally((dice_part, own, *malus_parts(draft.state, fighter)))
    bonus = helps(fell, score.total)
    draft.emit(
        e.TraitTried(rules=cited(rule, "C2D-07"), who=fighter.id, trait=trait, fell=fell, score=score, bonus=bonus)
    )
    return bonus
