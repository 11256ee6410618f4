"""Sensible play for whoever does not decide: two actions for the round, and what is done with an open one.

Break free; attack the nearest enemy in view with what serves best and then defend; reload, draw, look round or come
closer where that has to come first. Every third round, and from the twelfth on, both actions are attacks.
"""

from rules.core.refusal import refusal_of
from rules.systems.conflicts.arms import SINGLE
from rules.systems.conflicts.attacking import usable_arms
from rules.systems.conflicts.defending import changeable
from rules.systems.conflicts.gear import THROWN, Arm
from rules.systems.conflicts.handling import AIM, DRAW, PICK, RELOAD, handlings
from rules.systems.conflicts.moving import RISE, reach_of, require_move
from rules.systems.conflicts.positions import distance
from rules.systems.conflicts.sight import sees
from rules.systems.conflicts.state import ConflictState, Fighter, Kind, Plan, Posture, foes_of

EVERY, FROM = 3, 12  # rounds in which nobody defends

DEFEND, ORIENT = Plan(kind=Kind.DEFEND), Plan(kind=Kind.ORIENT)


def foes_in_view(state: ConflictState, fighter: Fighter) -> tuple[Fighter, ...]:
    """The enemies he sees: whoever holds him or is held by him, then the nearest first."""
    foes = [foe for foe in foes_of(state, fighter) if sees(state, fighter, foe)]
    grappled = (state.holder_of(fighter.id), state.held_by(fighter.id))
    return tuple(sorted(foes, key=lambda foe: (foe.id not in grappled, distance(fighter.spot, foe.spot))))


def good_arms(state: ConflictState, fighter: Fighter, foe: Fighter) -> tuple[Arm, ...]:
    """What serves against this enemy, but for throwing one's weapon away and, among blows, unpractised words."""
    kept = (arm for arm in usable_arms(state, fighter, foe) if arm.grip != THROWN)
    return tuple(
        arm for arm in kept if state.kinds == "mental" or not arm.weapon.is_mental or arm.skill in fighter.skills
    )


def best_attack(state: ConflictState, fighter: Fighter) -> tuple[Plan, Arm] | None:
    """An attack on the nearest enemy that anything at hand serves against."""
    for foe in foes_in_view(state, fighter):
        arms = good_arms(state, fighter, foe)
        if arms:
            return attack_on(foe, arms[0]), arms[0]
    return None


def attack_on(foe: Fighter, arm: Arm) -> Plan:
    """An attack with everything named that it needs, so that it runs unasked."""
    return Plan(kind=Kind.ATTACK, whom=foe.id, weapon=arm.key)


def suggest(state: ConflictState, fighter: Fighter) -> tuple[Plan, Plan]:
    """Two actions for the round of somebody who does not declare."""
    found = best_attack(state, fighter)
    is_all_out = state.round >= FROM or state.round % EVERY == 0 or fighter.is_surprised
    if state.holder_of(fighter.id):
        plan = found[0] if found else DEFEND
        return (plan, plan if fighter.is_surprised else DEFEND)
    foes = foes_in_view(state, fighter)
    first = _before_attacking(state, fighter, is_armed=found is not None)
    if found is not None and first is None:
        attack, arm = found
        if arm.weapon.ammunition == SINGLE and arm.item is not None:
            return attack, Plan(kind=Kind.HANDLE, how=f"{RELOAD} {arm.item.id}")
        return attack, attack if is_all_out else DEFEND
    if first is not None:
        return first, Plan(kind=Kind.ATTACK, whom=foes[0].id if foes else "")
    if not foes:
        return ORIENT, Plan(kind=Kind.MOVE)
    step = towards(foes[0])
    if _can_move(state, fighter, step):
        gap = distance(fighter.spot, foes[0].spot)
        return step, step if gap > reach_of(fighter) * 3 // 2 else Plan(kind=Kind.ATTACK, whom=foes[0].id)
    return ORIENT, ORIENT if fighter.is_surprised else DEFEND


def _before_attacking(state: ConflictState, fighter: Fighter, *, is_armed: bool) -> Plan | None:
    """What has to be done first: load the weapon in hand, draw one or pick it up, get on one's feet."""
    can = handlings(state, fighter)
    reload = next((each for each in can if each.verb == RELOAD), None)
    if reload is not None and foes_of(state, fighter):
        return Plan(kind=Kind.HANDLE, how=reload.key)
    has_weapon = any(item.hold for item in fighter.gear)
    take = next((each for verb in (DRAW, PICK) for each in can if each.verb == verb), None)
    if take is not None and not has_weapon and state.kinds != "mental":
        return Plan(kind=Kind.HANDLE, how=take.key)
    if not is_armed and fighter.posture is not Posture.STANDING:
        return Plan(kind=Kind.MOVE, where=RISE)
    return None


def towards(foe: Fighter) -> Plan:
    """A step towards somebody."""
    return Plan(kind=Kind.MOVE, where=f"towards {foe.id}")


def instead(state: ConflictState, fighter: Fighter, kind: Kind) -> Plan:
    """What is done with a declared action whose details are open or cannot be carried out; else Defend, or Orient."""
    plan = fill(state, fighter, kind)
    if plan is not None:
        return plan
    if changeable(state, fighter, state.half) or state.holder_of(fighter.id):
        return DEFEND
    return ORIENT


def fill(state: ConflictState, fighter: Fighter, kind: Kind) -> Plan | None:
    """An action of this kind with all it needs; None if there is none that makes sense."""
    foes = foes_in_view(state, fighter)
    match kind:
        case Kind.ATTACK:
            found = best_attack(state, fighter)
            return found[0] if found else None
        case Kind.MOVE:
            if fighter.posture is not Posture.STANDING:
                return Plan(kind=Kind.MOVE, where=RISE)
            steps = [towards(foe) for foe in foes]
            return next((step for step in steps if _can_move(state, fighter, step)), None)
        case Kind.HANDLE:
            if state.holder_of(fighter.id):
                return None
            can = handlings(state, fighter)
            order = (RELOAD, DRAW, PICK, AIM)
            best = next((each for verb in order for each in can if each.verb == verb), None)
            return Plan(kind=Kind.HANDLE, how=best.key) if best else None
        case Kind.ORIENT:
            return ORIENT if not state.holder_of(fighter.id) else None
        case Kind.DEFEND:
            return DEFEND


def _can_move(state: ConflictState, fighter: Fighter, step: Plan) -> bool:
    """Whether the rules allow this move."""
    return refusal_of(require_move, state, fighter, step.where) is None
