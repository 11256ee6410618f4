"""Fighting hand to hand: punches, kicks, clubs and knives (TW-3E, TW-B1, TW-B2, TW-B4)."""

from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import CombatantId, RuleId
from rules.core.refusal import Illegal
from rules.core.tally import Part, Tally
from rules.systems.twtw import events as e
from rules.systems.twtw.aiming import break_aim, hands_disabled
from rules.systems.twtw.attacks import after_attack, rule_attack
from rules.systems.twtw.body import HANDS
from rules.systems.twtw.called_shots import penalty, require_spot
from rules.systems.twtw.commands import Strike
from rules.systems.twtw.ground import paces
from rules.systems.twtw.locations import mandatory
from rules.systems.twtw.play import TwtwDraft, require_fighter, require_points, require_seen, spend
from rules.systems.twtw.shooting import is_dodging
from rules.systems.twtw.state import Attack, Fighter, Stage, TwtwState
from rules.systems.twtw.tables import difficulty
from rules.systems.twtw.turns import require_free, require_stage, require_turn
from rules.systems.twtw.weapons import BOOT, FISTS, Melee, melee

REACH = 1  # pace, to the nearest
BRAWLING, BOXER = "brawling", "boxer"
JAB_SAVES = 1  # TW-2.14
STRENGTH_BUMPS = {10: 1, 12: 2}  # TW-4B: conditional bumps, damage only, of deadly weapons


def arms_of(actor: Fighter) -> tuple[str, ...]:
    """What somebody can fight with: what is in hand, then fists and boots."""
    in_hand = (actor.in_hand,) if melee(actor.in_hand) else ()
    fists = (FISTS,) if len(hands_disabled(actor)) < len(HANDS) else ()
    return (*in_hand, *fists, BOOT)


def strike_cost(actor: Fighter, arm: Melee) -> int:
    """What an attack costs; a boxer's first of the round a point less, but at least 1 (TW-2.14)."""
    can_jab = actor.skills.get(BOXER, 0) and not actor.has_jabbed
    return max(1, arm.points - JAB_SAVES) if can_jab else arm.points


def require_strike(
    state: TwtwState, actor: Fighter, whom: CombatantId, weapon: str = "", how: str = ""
) -> tuple[Fighter, str, Melee]:
    """Whoever can be fought, and with what.

    Raises: as `require_turn`, and Illegal(NOT_NOW, ONLY_DEFENCE, NOT_AN_ARM, NO_SUCH_SPOT, NO_SUCH_COMBATANT,
    SELF, OUT, TOO_FAR_TO_STRIKE, TOO_FEW_POINTS).
    """
    require_turn(state, actor)
    require_free(actor)
    require_stage(state, Stage.ACTIONS)
    require_spot(how)
    target = require_seen(state, actor, whom)
    away = paces(state.house.mode, actor.spot, target.spot)
    if away > REACH:
        hint = "Move next to him first."
        raise Illegal("TOO_FAR_TO_STRIKE", "TW-3E", whom=target.name, away=str(away), hint=hint)
    key = weapon or arms_of(actor)[0]
    arm = melee(key)
    if arm is None or key not in arms_of(actor):
        hint = f"With: {', '.join(_name(each) for each in arms_of(actor))}."
        raise Illegal("NOT_AN_ARM", "TW-3E", who=actor.name, weapon=weapon, hint=hint)
    require_points(actor, strike_cost(actor, arm), "TW-2.12", "TW-2.14")
    return target, key, arm


def _name(key: str) -> str:
    found = melee(key)
    return found.name if found else key


def strike(draft: TwtwDraft, dice: Dice, command: Strike) -> None:
    """Fight somebody within reach. Raises: as `require_strike`."""
    state = draft.state
    actor = require_fighter(state, command.actor)
    target, key, arm = require_strike(state, actor, command.whom, command.weapon, command.how)
    spot = require_spot(command.how)
    break_aim(draft, actor, e.Why.OTHER_ACT, "TW-A1")
    cost_now = strike_cost(actor, arm)
    spend(draft, actor.id, cost_now, f"an attack ({arm.name})", "TW-2.12")
    if cost_now < arm.points:
        draft.emit(e.JabUsed(rules=cited("TW-2.14"), who=actor.id))
    ruled = rule_attack(
        draft,
        dice,
        actor,
        target,
        weapon=key,
        skill=BRAWLING,
        about=f"attack on {target.name}",
        need=need_to_strike(state, target, spot),
        parts=(),
        spot=spot,
        rules=cited("TW-3E", "TW-1.3"),
    )
    after_attack(draft, actor, ruled.is_calamity, f"an attack ({arm.name})")
    if ruled.is_hit:
        _open(draft, actor, target, key, arm, spot, ruled.card, ruled.bumps)


def need_to_strike(state: TwtwState, target: Fighter, spot: str) -> Tally:
    """The target number: Standard, a called spot, a dodge."""
    table = difficulty()
    parts = [Part(table.standard, "Standard", RuleId("TW-3E"))]
    called = penalty(spot)
    if called:
        parts.append(called)
    if is_dodging(state, target):
        parts.append(Part(table.dodge, "dodge", RuleId("TW-OQ-8")))
    return Tally(tuple(parts))


def _open(
    draft: TwtwDraft, actor: Fighter, target: Fighter, key: str, arm: Melee, spot: str, code: str, earned: int
) -> None:
    steps = mandatory(attribute=arm.attribute, has_height=actor.is_above, ruling=actor.bump_ruling)
    strong = 0 if arm.is_impact or target.cover else STRENGTH_BUMPS.get(actor.trait("Strength"), 0)
    attack = Attack(
        id=f"h{draft.state.counter + 1}",
        attacker=actor.id,
        target=target.id,
        weapon=key,
        card=code,
        bumps=earned,
        is_melee=True,
        called=spot,
        steps=steps,
        harder=min(strong, arm.row),  # at most doubling the row (TW-4B)
        row=arm.row,
        column=arm.column,
    )
    draft.emit(e.BumpsOwed(rules=cited("TW-1.20", "TW-1.21", "TW-B5"), attack=attack))
