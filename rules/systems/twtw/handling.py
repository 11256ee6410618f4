"""Handling things: weapons taken in hand, loaded, and whatever else one does in words (TW-2.13, TW-4B)."""

from rules.core.audience import GM, of
from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.refusal import Illegal
from rules.core.typed import bad_value
from rules.systems.twtw import events as e
from rules.systems.twtw.aiming import break_aim, can_hold
from rules.systems.twtw.checks import check, skill_talent
from rules.systems.twtw.commands import Orders, Ready, Reload, Sundry
from rules.systems.twtw.play import TwtwDraft, require_fighter, require_points, require_up, spend
from rules.systems.twtw.state import Fighter, Policy, Stage, TwtwState
from rules.systems.twtw.tables import cost, difficulty
from rules.systems.twtw.turns import require_free, require_stage, require_turn
from rules.systems.twtw.weapons import PERCUSSION, Gun, gun, weapon_name

CARTRIDGE_POINTS = 1  # a shot: quick to load (TW-4B); the number is a stand-in
TWO_CHAMBERS = 7  # TW-4B
COMPLEX = "complex"


def require_ready(state: TwtwState, actor: Fighter, weapon: str = "") -> str:
    """The weapon to take in hand, by key or name.

    Raises: as `require_turn`, and Illegal(NOT_NOW, ONLY_DEFENCE, NOT_CARRIED, IN_HAND, NO_HAND, TOO_FEW_POINTS).
    """
    require_turn(state, actor)
    require_free(actor)
    require_stage(state, Stage.ACTIONS)
    require_points(actor, cost("ready"), "TW-4B")
    choices = ready_choices(actor)
    if not weapon:
        if not choices:
            raise Illegal("NOT_CARRIED", "TW-4B", who=actor.name, weapon="other weapon")
        return choices[0]
    word = weapon.strip().casefold()
    key = next((each for each in actor.weapons if word in (each, weapon_name(each).casefold())), None)
    if key is None:
        known = ", ".join(weapon_name(each) for each in choices)
        raise Illegal(
            "NOT_CARRIED", "TW-4B", who=actor.name, weapon=weapon, hint=f"There is: {known}." if known else ""
        )
    if key == actor.in_hand:
        raise Illegal("IN_HAND", "TW-4B", who=actor.name, weapon=weapon_name(key))
    if not can_hold(actor, key):
        raise Illegal("NO_HAND", "TW-W5", who=actor.name, weapon=weapon_name(key))
    return key


def ready_choices(actor: Fighter) -> tuple[str, ...]:
    """The weapons that could be taken in hand."""
    return tuple(key for key in actor.weapons if key != actor.in_hand and can_hold(actor, key))


def ready(draft: TwtwDraft, command: Ready) -> None:
    """Take a weapon in hand. Raises: as `require_ready`."""
    actor = require_fighter(draft.state, command.actor)
    key = require_ready(draft.state, actor, command.weapon)
    break_aim(draft, actor, e.Why.OTHER_ACT, "TW-A1")
    spend(draft, actor.id, cost("ready"), f"the {weapon_name(key)} in hand", "TW-4B")
    draft.emit(e.WeaponReadied(rules=cited("TW-4B"), who=actor.id, weapon=key))


def require_reload(state: TwtwState, actor: Fighter) -> Gun:
    """The weapon that can be loaded.

    Raises: as `require_turn`, and Illegal(NOT_NOW, ONLY_DEFENCE, NO_GUN, LOADED, TOO_FEW_POINTS).
    """
    require_turn(state, actor)
    require_free(actor)
    require_stage(state, Stage.ACTIONS)
    weapon = gun(actor.in_hand)
    if weapon is None:
        raise Illegal("NO_GUN", "TW-4B", who=actor.name, hint="Take one in hand first.")
    if actor.shots_left(actor.in_hand) >= weapon.shots:
        raise Illegal("LOADED", "TW-4B", weapon=weapon.name)
    require_points(actor, cost("simple") if weapon.load == PERCUSSION else CARTRIDGE_POINTS, "TW-4B", "TW-2.13")
    return weapon


def reload(draft: TwtwDraft, dice: Dice, command: Reload) -> None:
    """Load: cartridges one a point, as many as fit; percussion by a check (TW-4B). Raises: as `require_reload`."""
    actor = require_fighter(draft.state, command.actor)
    weapon = require_reload(draft.state, actor)
    break_aim(draft, actor, e.Why.OTHER_ACT, "TW-A1")
    missing = weapon.shots - actor.shots_left(actor.in_hand)
    if weapon.load == PERCUSSION:
        spend(draft, actor.id, cost("simple"), "loading", "TW-2.13")
        number = min(missing, _chambers(draft, dice, actor, weapon))
    else:
        number = min(missing, actor.points // CARTRIDGE_POINTS)
        spend(draft, actor.id, number * CARTRIDGE_POINTS, "loading", "TW-4B")
    if number:
        left = actor.shots_left(actor.in_hand) + number
        loaded = e.Loaded(rules=cited("TW-4B"), who=actor.id, weapon=actor.in_hand, number=number, left=left)
        draft.emit(loaded)


def _chambers(draft: TwtwDraft, dice: Dice, actor: Fighter, weapon: Gun) -> int:
    """How many chambers a check loads: Easy for one, 7 for two; a calamity loses something (TW-4B)."""
    outcome = check(draft, dice, actor.id, skill_talent(actor, "Coordination", weapon.skill), "loading")
    number = 0 if not outcome.meets(difficulty().easy) else 2 if outcome.meets(TWO_CHAMBERS) else 1
    draft.emit(
        e.LoadingTried(
            rules=cited("TW-4B"),
            who=actor.id,
            weapon=actor.in_hand,
            result=outcome.result,
            number=number,
            is_calamity=outcome.is_calamity,
        )
    )
    if outcome.is_calamity:
        draft.emit(e.CalamityNoted(rules=cited("TW-1.4", "TW-4B"), who=actor.id, about=f"loading the {weapon.name}"))
    return number


def require_sundry(state: TwtwState, actor: Fighter, what: str, how: str = "") -> int:
    """What it costs to do something in words.

    Raises: as `require_turn`, and Illegal(NOT_NOW, ONLY_DEFENCE, NOTHING_SAID, BAD_VALUE, TOO_FEW_POINTS).
    """
    require_turn(state, actor)
    require_free(actor)
    require_stage(state, Stage.ACTIONS)
    if not what.strip():
        raise Illegal("NOTHING_SAID", "TW-2.13", hint="Say in a few words what you do.")
    if how not in ("", "simple", COMPLEX):
        raise bad_value("how", how, "simple or complex.", "TW-2.13")
    points = cost("complex" if how == COMPLEX else "simple")
    require_points(actor, points, "TW-2.13")
    return points


def sundry(draft: TwtwDraft, command: Sundry) -> None:
    """Do something in words; the Judge rules. Raises: as `require_sundry`."""
    actor = require_fighter(draft.state, command.actor)
    points = require_sundry(draft.state, actor, command.what, command.how)
    break_aim(draft, actor, e.Why.OTHER_ACT, "TW-A1")
    spend(draft, actor.id, points, "something else", "TW-2.13")
    draft.emit(e.Tried(rules=cited("TW-2.13", "TW-1.2"), who=actor.id, what=command.what.strip()))


def orders(draft: TwtwDraft, command: Orders) -> None:
    """Say what to do when a target aimed at sets off: its owner alone knows. Raises: Illegal(BAD_VALUE, OUT)."""
    actor = require_fighter(draft.state, command.actor)
    require_up(actor)
    word = command.how.strip().casefold()
    if word not in tuple(Policy):
        raise bad_value("how", command.how, f"One of: {', '.join(Policy)}.", "TW-A5")
    audience = of(actor.id) if actor.is_pc else GM
    draft.emit(e.PolicySet(rules=cited("TW-A5", "TW-A6"), audience=audience, who=actor.id, policy=Policy(word)))
