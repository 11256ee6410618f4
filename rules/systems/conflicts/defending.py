"""How an attack is met: Defends held, what helps them, and the defence value (C2-12 to C2-18, C2A-05, C2A-06)."""

import msgspec

from rules.core.ids import RuleId
from rules.core.refusal import Illegal
from rules.core.tally import Part, Tally
from rules.systems.conflicts.arms import COMPOSE, FIRE, HAND_TO_HAND
from rules.systems.conflicts.checks import UNSKILLED
from rules.systems.conflicts.injuries import malus_parts
from rules.systems.conflicts.modifiers import attack_parts, audience_of, is_ranged, skill_part, strike_weapon
from rules.systems.conflicts.state import ConflictState, Fighter, Kind, Strike
from rules.systems.conflicts.traits import ATTRIBUTES, require_trait, traits, unspent

TWELVE = 12  # the most that two dice show
LET_COME, DEFEND, WITH = "let-it-come", "defend", "with"


class Evasion(msgspec.Struct, frozen=True, kw_only=True):
    """How a target meets an attack: which action it uses up, and what helps. `change`: that action was another."""

    at: int
    trait: str = ""
    change: bool = False


def skill_against(state: ConflictState, defender: Fighter, strike: Strike) -> str:
    """The skill that counts in the defence: Fire against fire, else the best of those for hand-to-hand (C2A-05)."""
    if strike_weapon(state, strike).is_mental:
        return COMPOSE
    if is_ranged(state, strike):
        return FIRE
    return max(HAND_TO_HAND, key=lambda skill: defender.skills.get(skill, UNSKILLED))


def attributes_against(state: ConflictState, strike: Strike) -> tuple[str, ...]:
    """The attributes that may help: not the one that counts already."""
    base = "will" if strike_weapon(state, strike).is_mental else "reflexes"
    return tuple(name for name in ATTRIBUTES if name != base)


def defence(state: ConflictState, defender: Fighter, strike: Strike, trait: str = "", bonus: int = 0) -> Tally:
    """Reflexes (of the mind, Will) and the level of the skill; familiarity adds nothing (C2-13, C2-15)."""
    if strike_weapon(state, strike).is_mental:
        base = Part(defender.will, "Will", RuleId("C2D-09"), audience_of(defender))
    else:
        base = Part(defender.reflexes, "Reflexes", RuleId("C2-13"), audience_of(defender))
    skill = skill_part(defender, skill_against(state, defender, strike), "C2-14")
    help_parts = (Part(bonus, f"{trait.title()} helps", RuleId("C2-16")),) if trait else ()
    return Tally((base, skill, *help_parts, *malus_parts(state, defender)))


def could_hit(state: ConflictState, strike: Strike) -> bool:
    """Whether the attack could hit if nothing were done: only then a Defend is used up by itself (C2A-06)."""
    return TWELVE + sum(part.value for part in attack_parts(state, strike)) > 0


def automatic(state: ConflictState, strike: Strike) -> Evasion | None:
    """What is done unasked: the first Defend held, if the attack could hit."""
    held = state.fighter(strike.target).defends
    return Evasion(at=held[0]) if held and could_hit(state, strike) else None


def changeable(state: ConflictState, fighter: Fighter, at: int) -> bool:
    """Whether an action may still become Defend: unused, and for the surprised once they acted or were attacked."""
    if at >= len(fighter.plans) or fighter.plans[at].is_spent or state.half < 0:
        return False
    return not fighter.is_surprised or fighter.has_acted or fighter.was_attacked


def ways(state: ConflictState, strike: Strike) -> tuple[str, ...]:
    """The keys of how the target may meet the attack: a Defend held or made of another action, and what helps."""
    target = state.fighter(strike.target)
    at = _defend_at(state, target)
    if at is None:
        return (LET_COME,)
    main = skill_against(state, target, strike)
    has_action = bool(unspent(target, at))
    helping = traits(target, main, attributes_against(state, strike), has_action=has_action)
    return (DEFEND, *(f"{WITH}-{trait}" for trait in helping), LET_COME)


def _defend_at(state: ConflictState, target: Fighter) -> int | None:
    """The action that would be used: a Defend held, else an unused action that may become one, the last first."""
    if target.defends:
        return target.defends[0]
    may = [at for at in unspent(target) if changeable(state, target, at)]
    return may[0] if may else None


def read_way(state: ConflictState, strike: Strike, key: str) -> Evasion | None:
    """The evasion meant by one of `ways`; None: let it come. Raises: Illegal(NO_SUCH_ANSWER, NO_SUCH_TRAIT...)."""
    if key == LET_COME:
        return None
    target = state.fighter(strike.target)
    at = _defend_at(state, target)
    word, _, trait = key.partition("-")
    if at is None or ((word, trait) != (DEFEND, "") and word != WITH):
        raise Illegal("NO_SUCH_ANSWER", key=key[:40], hint=f"One of: {', '.join(ways(state, strike))}.")
    main = skill_against(state, target, strike)
    require_trait(state, target, trait, main, attributes_against(state, strike), own_action=False)
    if trait in ATTRIBUTES and not unspent(target, at):
        raise Illegal("NO_ACTION_LEFT", "C2-16", trait=trait, who=target.name, hint="A skill costs no action.")
    return Evasion(at=at, trait=trait, change=target.plans[at].kind is not Kind.DEFEND)
