"""Helping somebody who is dying (TW-W6, TW-3.35)."""

from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import CombatantId, RuleId
from rules.core.refusal import Illegal
from rules.core.tally import Part, Tally
from rules.systems.twtw import events as e
from rules.systems.twtw.aiming import break_aim
from rules.systems.twtw.checks import check, skill_talent
from rules.systems.twtw.commands import Treat
from rules.systems.twtw.ground import paces
from rules.systems.twtw.play import TwtwDraft, require_fighter, require_points, spend
from rules.systems.twtw.state import Condition, Fighter, Stage, TwtwState
from rules.systems.twtw.tables import cost, difficulty
from rules.systems.twtw.turns import require_free, require_stage, require_turn

REACH = 1  # pace


def dying_near(state: TwtwState, actor: Fighter) -> tuple[Fighter, ...]:
    """Who lies dying within reach."""
    mode = state.house.mode
    return tuple(
        each
        for each in state.fighters
        if each.condition is Condition.DYING and not each.is_hidden and paces(mode, actor.spot, each.spot) <= REACH
    )


def require_treat(state: TwtwState, actor: Fighter, whom: CombatantId) -> Fighter:
    """Whoever can be helped.

    Raises: as `require_turn`, and Illegal(NOT_NOW, ONLY_DEFENCE, NOT_DYING, TOO_FEW_POINTS).
    """
    require_turn(state, actor)
    require_free(actor)
    require_stage(state, Stage.ACTIONS)
    require_points(actor, cost("complex"), "TW-2.13")
    found = next((each for each in dying_near(state, actor) if each.id == whom), None)
    if found is None:
        near = ", ".join(each.name for each in dying_near(state, actor)) or "nobody"
        raise Illegal("NOT_DYING", "TW-W6", hint=f"Dying within a pace: {near}.")
    return found


def treat(draft: TwtwDraft, dice: Dice, command: Treat) -> None:
    """A Medicine check, Difficult; whoever is saved is out of action and lives. Raises: as `require_treat`."""
    actor = require_fighter(draft.state, command.actor)
    target = require_treat(draft.state, actor, command.whom)
    break_aim(draft, actor, e.Why.OTHER_ACT, "TW-A1")
    spend(draft, actor.id, cost("complex"), "first aid", "TW-2.13")
    need = Tally((Part(difficulty().dying, "dying", RuleId("TW-W6")),))
    outcome = check(draft, dice, actor.id, skill_talent(actor, "Knowledge", "medicine"), f"first aid for {target.name}")
    is_saved = outcome.meets(need.total)
    draft.emit(
        e.Treated(
            rules=cited("TW-W6", "TW-3.35"),
            who=actor.id,
            whom=target.id,
            result=outcome.result,
            need=need,
            is_saved=is_saved,
        )
    )
    if is_saved:
        draft.emit(e.ConditionChanged(rules=cited("TW-W6"), who=target.id, condition=Condition.OUT))
