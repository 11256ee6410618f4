"""What every attack has in common, with a gun or by hand: the check, the bumps it earns, and what it leaves behind."""

from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import RuleId
from rules.core.tally import Part, Tally
from rules.systems.twtw import events as e
from rules.systems.twtw.arcs import Verdict
from rules.systems.twtw.checks import bumps, check, skill_talent
from rules.systems.twtw.play import TwtwDraft
from rules.systems.twtw.state import Fighter


def rule_attack(
    draft: TwtwDraft,
    dice: Dice,
    actor: Fighter,
    target: Fighter,
    *,
    weapon: str,
    skill: str,
    about: str,
    need: Tally,
    parts: tuple[Part, ...],
    spot: str,
    rules: tuple[RuleId, ...],
    field: Verdict | None = None,
) -> e.AttackRuled:
    """Check the skill against the target number, with these `parts` and the Judge's word added; a hit earns bumps."""
    judge = (Part(actor.modifier, "the Judge's word", RuleId("TW-1.2")),) if actor.modifier else ()
    outcome = check(draft, dice, actor.id, skill_talent(actor, "Coordination", skill), about, *parts, *judge)
    is_hit = outcome.meets(need.total)
    free = 1 if weapon in actor.specialities else 0
    ruled = e.AttackRuled(
        rules=rules,
        who=actor.id,
        whom=target.id,
        weapon=weapon,
        card=outcome.card,
        result=outcome.result,
        need=need,
        is_hit=is_hit,
        is_calamity=outcome.is_calamity,
        bumps=bumps(outcome.result.total, need.total) + free if is_hit else 0,
        called=spot,
        mode=draft.state.house.mode,
        field=field,
    )
    draft.emit(ruled)
    return ruled


def after_attack(draft: TwtwDraft, actor: Fighter, is_calamity: bool, about: str) -> None:
    """What the Judge set for this attack has served; a calamity is his to tell."""
    if actor.modifier or actor.bump_ruling != "as-ruled":
        draft.emit(e.ModifierUsed(rules=cited("TW-B6"), who=actor.id))
    if is_calamity:
        draft.emit(e.CalamityNoted(rules=cited("TW-1.4", "TW-1.7"), who=actor.id, about=about))
