"""Attacks: who can be attacked with what, and what is announced before the roll (C2-11, C2-26, C2-33, C2-39)."""

from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.refusal import Illegal
from rules.core.values import replace
from rules.systems.conflicts import events as e
from rules.systems.conflicts.arms import BREAK, HAND_TO_HAND, PARTS
from rules.systems.conflicts.gear import Arm, item_name, pairs, ready_arms, require_arms
from rules.systems.conflicts.modifiers import attack_parts, reach_number
from rules.systems.conflicts.play import ConflictDraft, require_known
from rules.systems.conflicts.positions import distance, metres
from rules.systems.conflicts.sight import sees
from rules.systems.conflicts.state import ConflictState, Fighter, Hold, Strike
from rules.systems.conflicts.traits import require_trait, spend_for_trait, try_trait

EARSHOT = 2000  # cm: how far words reach (C2D-18)


def require_attack(
    state: ConflictState, actor: Fighter, whom: str, weapon: str = "", where: str = "", how: str = ""
) -> tuple[Strike, ...]:
    """The attacks that would be made: one, or two with two weapons at once. Whose turn it is, is asked elsewhere.

    Raises: Illegal(NO_WHOM, NO_SUCH_COMBATANT, SELF, OUT, SAME_PARTY, NOT_IN_VIEW, NO_SUCH_PART, PART_OF_MIND);
    as `require_arm`, `require_trait`.
    """
    target = require_target(state, actor, whom)
    part = where.strip().casefold().removeprefix("the ")
    if part and part not in PARTS:
        raise Illegal("NO_SUCH_PART", "C2-39", "C2-40", "C2-41", part=where[:40], hint=f"One of: {', '.join(PARTS)}.")
    arms = require_arms(state, actor, weapon) if weapon else (_best_arm(state, actor, target),)
    if part and arms[0].weapon.is_mental:
        raise Illegal("PART_OF_MIND", "C2-39", weapon=arms[0].name, hint="Leave the part of the body out.")
    require_trait(state, actor, how, arms[0].skill, ("reflexes", "strength", "will"), own_action=True)
    strikes = tuple(
        _strike(state, actor, target, arm, part, is_pair=len(arms) > 1, number=number)
        for number, arm in enumerate(arms, start=1)
    )
    for arm, strike in zip(arms, strikes, strict=True):
        require_arm(state, actor, target, arm, strike)
    return strikes


def require_target(state: ConflictState, actor: Fighter, whom: str) -> Fighter:
    """Somebody who may be attacked: up, of another party, and seen by the actor (C2-09).

    Raises: Illegal(NO_WHOM, NO_SUCH_COMBATANT, SELF, OUT, SAME_PARTY, NOT_IN_VIEW).
    """
    if not whom:
        raise Illegal("NO_WHOM", "C2-11", hint="Say whom.")
    target = require_known(state, actor, whom)
    if target.id == actor.id:
        raise Illegal("SELF", "C2-11", who=actor.name)
    if not target.is_up:
        raise Illegal("OUT", "C2D-10", who=target.name, condition=target.condition)
    if target.party == actor.party:
        raise Illegal("SAME_PARTY", "C2-02", whom=target.name, hint="The GM may change parties.")
    if not target.is_hidden and not sees(state, actor, target):
        raise Illegal(
            "NOT_IN_VIEW", "C2-09", who=actor.name, whom=target.name, hint="Orient first, or turn to another."
        )
    return target


def _strike(
    state: ConflictState, actor: Fighter, target: Fighter, arm: Arm, part: str, *, is_pair: bool, number: int
) -> Strike:
    return Strike(
        id=f"a{state.counter + number}",
        attacker=actor.id,
        target=target.id,
        item=arm.item.id if arm.item else "",
        weapon=arm.item.weapon if arm.item else arm.key,
        grip=f"{arm.grip}pair" if is_pair else arm.grip,
        part=part,
        is_calm=not actor.is_under_fire,
    )


def require_arm(state: ConflictState, actor: Fighter, target: Fighter, arm: Arm, strike: Strike) -> None:
    """Whether this weapon serves against the target from here.

    Raises: Illegal(HELD, NOT_HOLDER, WRONG_KIND, NOT_LOADED, TOO_FAR, OUT_OF_REACH, HOLDS, OUT_OF_EARSHOT).
    """
    holder = state.holder_of(actor.id)
    if holder and (arm.weapon.skill not in HAND_TO_HAND or arm.item is not None):
        hint = "Wrestling, bare hands, or Defend."
        raise Illegal("HELD", "C2D-14", who=actor.name, holder=state.name(holder), hint=hint)
    if arm.key == BREAK and target.id != holder:
        raise Illegal("NOT_HOLDER", "C2D-14", who=actor.name, whom=target.name)
    away = distance(actor.spot, target.spot)
    if arm.weapon.is_mental:
        if state.kinds == "physical":
            raise Illegal("WRONG_KIND", "C2-01", kind="physical", weapon=arm.name, hint="The GM may allow both.")
        if away > EARSHOT:
            raise Illegal("OUT_OF_EARSHOT", "C2D-18", whom=target.name, away=metres(away))
        return
    if state.kinds == "mental":
        raise Illegal("WRONG_KIND", "C2-01", kind="mental", weapon=arm.name, hint="The GM may allow both.")
    if arm.is_ranged:
        _require_shot(state, actor, target, arm, strike)
    elif away > arm.weapon.reach:
        reach = metres(arm.weapon.reach)
        raise Illegal(
            "OUT_OF_REACH",
            "C2D-18",
            whom=target.name,
            weapon=arm.name,
            away=metres(away),
            hint=f"It reaches {reach}. Move closer.",
        )
    elif arm.weapon.skill == "wrestling" and arm.key != BREAK and Hold(holder=actor.id, held=target.id) in state.holds:
        raise Illegal("HOLDS", "C2D-14", who=actor.name, whom=target.name)


def _require_shot(state: ConflictState, actor: Fighter, target: Fighter, arm: Arm, strike: Strike) -> None:
    item = arm.item
    if item is not None and not item.is_loaded and arm.grip != "thrown":
        raise Illegal("NOT_LOADED", "C2-27", weapon=item_name(state, item), hint="Handle: reload it.")
    if reach_number(state, strike) is None:
        away = metres(distance(actor.spot, target.spot))
        raise Illegal("TOO_FAR", "C2-26", whom=target.name, weapon=arm.name, away=away, hint="Move closer.")


def _best_arm(state: ConflictState, actor: Fighter, target: Fighter) -> Arm:
    """What serves best against this target, if nothing is named. Raises: Illegal as the first that does not serve."""
    arms = usable_arms(state, actor, target)
    if arms:
        return arms[0]
    at_hand = ready_arms(state, actor)
    return at_hand[0]


def usable_arms(state: ConflictState, actor: Fighter, target: Fighter) -> tuple[Arm, ...]:
    """Every weapon that serves against the target from here, the most promising first."""
    found: list[tuple[int, int, Arm]] = []
    for number, arm in enumerate(ready_arms(state, actor)):
        strike = _strike(state, actor, target, arm, "", is_pair=False, number=1)
        try:
            require_arm(state, actor, target, arm, strike)
        except Illegal:
            continue
        found.append((promise(state, strike, arm), -number, arm))
    return tuple(arm for _, _, arm in sorted(found, key=lambda each: each[:2], reverse=True))


def usable_pairs(state: ConflictState, actor: Fighter, target: Fighter) -> tuple[tuple[Arm, Arm], ...]:
    """Two weapons that can both be fired at the target at once."""
    usable = {arm.key for arm in usable_arms(state, actor, target)}
    return tuple(pair for pair in pairs(state, actor) if all(arm.key in usable for arm in pair))


def promise(state: ConflictState, strike: Strike, arm: Arm) -> int:
    """How promising an attack looks to whoever makes it: twice its modifier, and twice its average damage."""
    if arm.key == BREAK:
        return 99  # first of all, loose
    if arm.weapon.skill == "wrestling":
        return -99  # a hold hurts nobody
    roll = arm.weapon.roll
    thrown = -6 if arm.grip == "thrown" else 0  # it is gone then
    return 2 * sum(part.value for part in attack_parts(state, strike)) + 7 * roll.dice + 2 * roll.plus + thrown


def attack(draft: ConflictDraft, dice: Dice, actor: Fighter, strikes: tuple[Strike, ...], trait: str) -> None:
    """Announce the attack; whoever makes it out of hiding is seen from now on."""
    if actor.is_hidden:
        draft.emit(e.Revealed(rules=cited("C2D-05"), who=actor.id))
    bonus = 0
    if trait:
        spend_for_trait(draft, actor, trait, "C2-07", but=draft.state.half)
        bonus = try_trait(draft, dice, draft.state.fighter(actor.id), trait, "C2-07")
    helped = (replace(strikes[0], trait=trait, trait_bonus=bonus), *strikes[1:])  # one roll alone (C2D-07)
    for strike in helped:
        draft.emit(e.StrikeMade(rules=cited("C2-11"), strike=strike))
