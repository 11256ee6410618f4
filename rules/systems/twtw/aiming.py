"""Aiming: taking aim, what costs it, and what it is worth (TW-A1 to TW-A7, TW-F2)."""

from rules.core.event import cited
from rules.core.ids import CombatantId, RuleId
from rules.core.refusal import Illegal
from rules.core.tally import Part
from rules.systems.twtw import events as e
from rules.systems.twtw.body import HANDS, Kind, part
from rules.systems.twtw.commands import Aim
from rules.systems.twtw.fields import is_clear, lies, trained_gun
from rules.systems.twtw.house import reading
from rules.systems.twtw.play import TwtwDraft, require_fighter, require_points, require_seen, spend
from rules.systems.twtw.state import Fighter, Stage, TwtwState
from rules.systems.twtw.tables import cost
from rules.systems.twtw.turns import lost, require_free, require_stage, require_turn
from rules.systems.twtw.weapons import Gun, gun, weapon_name
from rules.systems.twtw.wounds import disables_hand

LONG_GUN = "rifle"  # the skill of weapons that need both hands


def hands_disabled(fighter: Fighter) -> frozenset[Kind]:
    """The hands that wounds have made useless (TW-W5)."""
    return frozenset(part(wound.where).kind for wound in fighter.wounds if disables_hand(wound))


def hands_needed(key: str) -> int:
    """How many hands a weapon takes: both for a long gun."""
    found = gun(key)
    return 2 if found and found.skill == LONG_GUN else 1


def can_hold(fighter: Fighter, key: str) -> bool:
    """Whether enough hands are left for the weapon (TW-W5)."""
    return len(HANDS) - len(hands_disabled(fighter)) >= hands_needed(key)


def require_gun(actor: Fighter) -> Gun:
    """The loaded firearm in hand. Raises: Illegal(NO_GUN, NO_HAND, NO_SHOTS, DUCKED)."""
    found = gun(actor.in_hand)
    if found is None:
        carried = ", ".join(weapon_name(key) for key in actor.weapons if gun(key))
        hint = f"Take one in hand first: {carried}." if carried else ""
        raise Illegal("NO_GUN", "TW-4B", who=actor.name, hint=hint)
    if not can_hold(actor, actor.in_hand):
        raise Illegal("NO_HAND", "TW-W5", who=actor.name, weapon=found.name)
    if not actor.shots_left(actor.in_hand):
        raise Illegal("NO_SHOTS", "TW-4B", who=actor.name, weapon=found.name, hint="Reload it.")
    if actor.is_ducked:
        raise Illegal("DUCKED", "TW-2C", who=actor.name, hint="Emerge first.")
    return found


def extra_outside(state: TwtwState, actor: Fighter, target: Fighter) -> int:
    """What it costs to acquire a target outside the field that there is, if there is one (TW-F2, TW-OQ-6)."""
    weapon = trained_gun(actor)
    if weapon is None or not is_clear(state.house, weapon.arc, lies(state, actor, target.spot)):
        return 0
    return cost("outside")


def aim_cost(state: TwtwState, actor: Fighter, target: Fighter, weapon: Gun) -> int:
    """What it costs to aim at this target."""
    return weapon.aim + extra_outside(state, actor, target)


def require_aim(state: TwtwState, actor: Fighter, whom: CombatantId) -> Fighter:
    """Whoever can be aimed at.

    Raises: as `require_turn`, and Illegal(NOT_NOW, ONLY_DEFENCE, NO_GUN, NO_HAND, NO_SHOTS, DUCKED,
    NO_SUCH_COMBATANT, SELF, OUT, AIMS_ALREADY, TOO_FEW_POINTS).
    """
    require_turn(state, actor)
    require_free(actor)
    require_stage(state, Stage.ACTIONS)
    weapon = require_gun(actor)
    target = require_seen(state, actor, whom)
    if actor.aims_at == target.id:
        hint = "Fire, or end the turn to hold the aim."
        raise Illegal("AIMS_ALREADY", "TW-A1", "TW-A2", who=actor.name, whom=target.name, hint=hint)
    require_points(actor, aim_cost(state, actor, target, weapon), "TW-2.12", "TW-F2")
    return target


def aim(draft: TwtwDraft, command: Aim) -> None:
    """Take aim: the field is centred on the target (TW-F5). Raises: as `require_aim`."""
    actor = require_fighter(draft.state, command.actor)
    target = require_aim(draft.state, actor, command.whom)
    weapon = require_gun(actor)
    spend(draft, actor.id, aim_cost(draft.state, actor, target, weapon), "aim", "TW-2.12", "TW-F2")
    draft.emit(
        e.Aimed(
            rules=cited("TW-A1", "TW-F1", "TW-F5"),
            who=actor.id,
            whom=target.id,
            weapon=actor.in_hand,
            centre=target.spot,
        )
    )


def accuracy(state: TwtwState, actor: Fighter, weapon: Gun) -> tuple[Part, ...]:
    """What a held aim adds: Accurate for each round after the first (TW-A4, TW-OQ-12)."""
    rounds = max(0, actor.aim.held - state.house.accurate_from + 1) if actor.aim is not None else 0
    if actor.aim is None or not rounds * weapon.accurate:
        return ()
    part = Part(rounds * weapon.accurate, f"Accurate, held {actor.aim.held}", RuleId("TW-A4"))
    return (part, *reading(state.house, "accurate_from"))


def break_aim(draft: TwtwDraft, actor: Fighter, why: e.Why, *rules: str) -> None:
    """Whatever else one does costs the aim (TW-A1, TW-OQ-13d)."""
    if actor.aim is not None and draft.state.fighter(actor.id).aim is not None:
        draft.emit(lost(draft.state, actor, why, *rules))
