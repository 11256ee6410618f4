"""Every die modifier of both lists, derived from the state and from how the attack is made (C2-30 to C2-48).

All different entries add up, each once but for aiming (C2A-13); there is no cap on the whole.
"""

from rules.core.audience import ALL, GM, Audience
from rules.core.ids import RuleId
from rules.core.tally import Part
from rules.systems.conflicts.arms import LARGE, MEDIUM, Weapon
from rules.systems.conflicts.checks import UNSKILLED
from rules.systems.conflicts.gear import BOTH, HIP, OFF, THROWN, TWO_HANDS, weapon_of
from rules.systems.conflicts.house import settled
from rules.systems.conflicts.injuries import malus_parts
from rules.systems.conflicts.positions import NEAR, cover_of, distance, landmarks_at
from rules.systems.conflicts.ranges import longest, range_number, range_parts, thrown
from rules.systems.conflicts.state import ConflictState, Fighter, Item, Posture, Strike

AIMING_CAP = 3  # C2-47
FULL_PELT = 2  # Move actions of a round (C2A-11)


def audience_of(fighter: Fighter) -> Audience:
    """Who may know the numbers of a sheet: everybody a PC's, the GM alone an NPC's."""
    return ALL if fighter.is_pc else GM


def skill_part(fighter: Fighter, skill: str, rule: str) -> Part:
    """The level of a skill, or what being unskilled costs (C2D-02)."""
    level = fighter.skills.get(skill)
    if level is None:
        return Part(UNSKILLED, f"unskilled {skill.title()}", RuleId("C2D-02"), audience_of(fighter))
    return Part(level, skill.title(), RuleId(rule), audience_of(fighter))


def strike_weapon(state: ConflictState, strike: Strike) -> Weapon:
    """The entry of the weapon of an attack; bare hands if it was unmade meanwhile."""
    return weapon_of(state, strike.weapon) or Weapon(name="bare hands", skill="brawling", damage="1d6-2", hands=0)


def is_ranged(state: ConflictState, strike: Strike) -> bool:
    """Whether the attack is one of fire: shot or thrown (C2A-05)."""
    return strike.grip.startswith(THROWN) or strike_weapon(state, strike).is_ranged


def skill_of(state: ConflictState, strike: Strike) -> str:
    """The skill of the attack."""
    return "fire" if strike.grip.startswith(THROWN) else strike_weapon(state, strike).skill


def reach_number(state: ConflictState, strike: Strike) -> int | None:
    """The range number of a ranged attack from where the two are; None: too far (C2-22, C2-26)."""
    attacker, target = state.fighter(strike.attacker), state.fighter(strike.target)
    weapon = strike_weapon(state, strike)
    most = (
        thrown(attacker.strength, weapon.grams)
        if strike.grip.startswith(THROWN)
        else longest(weapon, attacker.strength, state.house)
    )
    is_scoped = _prepared(attacker, strike) and attacker.aim is not None and attacker.aim.is_scoped
    return range_number(state.house, distance(attacker.spot, target.spot), most, by_telescope=is_scoped)


def attack_parts(state: ConflictState, strike: Strike) -> tuple[Part, ...]:
    """What is added to the dice of an attack: skill, familiarity, help, every modifier, injuries (C2-11)."""
    attacker = state.fighter(strike.attacker)
    help_parts = (Part(strike.trait_bonus, f"{strike.trait.title()} helps", RuleId("C2-07")),) if strike.trait else ()
    parts = (
        skill_part(attacker, skill_of(state, strike), "C2-11"),
        *_familiarity(state, attacker, strike),
        *help_parts,
    )
    if strike_weapon(state, strike).is_mental:
        return (*parts, *malus_parts(state, attacker))
    return (
        *parts,
        *(_of_fire(state, strike) if is_ranged(state, strike) else ()),
        *_of_hands(state, strike),
        *_of_target(state, strike),
        *_of_part(state, strike.part),
        *malus_parts(state, attacker),
    )


def _familiarity(state: ConflictState, attacker: Fighter, strike: Strike) -> tuple[Part, ...]:
    """A familiar weapon: +1 (C2-42), the same as in the attack's own formula (C2-11, C2A-14)."""
    if strike.weapon not in attacker.familiar:
        return ()
    part = Part(1, "familiar weapon", RuleId("C2-42"))
    if state.house.familiar == "twice":
        return (part, Part(1, "familiarity", RuleId("C2-11")), settled(state.house, "familiar"))
    return (part,)


def _of_fire(state: ConflictState, strike: Strike) -> tuple[Part, ...]:
    """What counts for shots and throws alone."""
    attacker, target = state.fighter(strike.attacker), state.fighter(strike.target)
    number = reach_number(state, strike)
    weapon = strike_weapon(state, strike)
    parts = list(range_parts(state.house, weapon, number)) if number is not None else []
    if attacker.moves or attacker.is_airborne:
        why = "attacker airborne" if attacker.is_airborne else "attacker running"
        parts.append(Part(-1, why, RuleId("C2-30")))
    if target.moves:
        parts.append(Part(-1, "target running", RuleId("C2-30")))
    if target.moves >= FULL_PELT and state.house.running == "both":
        parts += [Part(-1, "target at full pelt", RuleId("C2-38")), settled(state.house, "running")]
    elif target.moves >= FULL_PELT:
        parts.append(settled(state.house, "running"))
    if state.conditions:
        parts.append(Part(-1, f"firing wild: {', '.join(state.conditions)}", RuleId("C2-31")))
    if strike.grip.startswith(HIP):
        parts.append(Part(-1, "from the hip", RuleId("C2-32")))
    if strike.grip.endswith("pair"):
        parts.append(Part(-1, "two weapons at once", RuleId("C2-33")))
    item = attacker.item(strike.item)
    if item is not None and item.hold == OFF:
        parts.append(Part(-1, "off-hand", RuleId("C2-35")))
    parts += _of_preparing(state, attacker, strike, weapon)
    if strike.is_calm:
        parts.append(Part(1, "not under fire", RuleId("C2-46")))
    return tuple(parts)


def _of_preparing(state: ConflictState, attacker: Fighter, strike: Strike, weapon: Weapon) -> list[Part]:
    """Supported, or steadied; aiming; the telescope (C2-43, C2-44, C2-47, C2-48, C2A-15, C2A-16)."""
    aim = attacker.aim if _prepared(attacker, strike) else None
    is_supported = can_support(state, attacker, weapon) and strike.grip not in (THROWN, HIP)
    parts = [Part(1, "supported", RuleId("C2-44"))] if is_supported else []
    if aim is None:
        return parts
    if aim.is_steadied and not is_supported:
        parts.append(Part(1, "steadied", RuleId("C2-43")))
    if aim.actions:
        parts.append(Part(min(AIMING_CAP, aim.actions), "aimed", RuleId("C2-47")))
    if aim.is_scoped:
        parts.append(Part(1, "telescope", RuleId("C2-48")))
    return parts


def can_support(state: ConflictState, attacker: Fighter, weapon: Weapon) -> bool:
    """Whether the weapon rests on a tripod or on something in the scene; not while its firer runs (C2-44)."""
    rests = weapon.has_tripod or any(mark.has_support for mark in landmarks_at(state, attacker.spot))
    return rests and bool(weapon.rating) and not attacker.moves


def _prepared(attacker: Fighter, strike: Strike) -> bool:
    """Whether what was prepared is for this shot: the same target and weapon (C2A-17)."""
    aim = attacker.aim
    return aim is not None and aim.whom == strike.target and aim.item == strike.item


def _of_hands(state: ConflictState, strike: Strike) -> tuple[Part, ...]:
    """One hand or two on the weapon (C2-34, C2-45, C2A-26)."""
    weapon = strike_weapon(state, strike)
    item: Item | None = state.fighter(strike.attacker).item(strike.item)
    if item is None or strike.grip.startswith(THROWN):
        return ()
    if weapon.hands == 2 and item.hold != BOTH:
        return (Part(-1, "two-handed weapon in one hand", RuleId("C2-34")),)
    if weapon.hands == 1 and (item.hold == BOTH or strike.grip == TWO_HANDS):
        return (Part(1, "in both hands", RuleId("C2-45")),)
    return ()


def _of_target(state: ConflictState, strike: Strike) -> tuple[Part, ...]:
    """How the target holds himself, or his cover: never both (C2-36, C2-37, C2D-15)."""
    attacker, target = state.fighter(strike.attacker), state.fighter(strike.target)
    is_above = attacker.posture is Posture.STANDING and distance(attacker.spot, target.spot) <= NEAR
    if target.posture is Posture.PRONE and is_above:
        return (Part(1, "standing over a prone target", RuleId("C2-37")),)
    cover = cover_of(state, target) if is_ranged(state, strike) else 0
    low = {Posture.STANDING: 0, Posture.CROUCHING: 1, Posture.PRONE: 2}[target.posture]
    if cover and cover >= low:
        return (Part(-cover, "cover", RuleId("C2D-15")),)
    if low == 1:
        return (Part(-1, "target crouching", RuleId("C2-36")),)
    return (Part(-2, "target prone", RuleId("C2-37")),) if low else ()


def _of_part(state: ConflictState, part: str) -> tuple[Part, ...]:
    """Aiming at a part of the body, the smaller the harder (C2-39 to C2-41)."""
    if not part:
        return ()
    if part in LARGE:
        return (Part(-1, f"at the {part}", RuleId("C2-39")),)
    if part in MEDIUM:
        return (Part(-2, f"at the {part}", RuleId("C2-40")),)
    return (
        Part(-state.house.small_part, f"at the {part}", RuleId("C2-41")),
        settled(state.house, "small_part"),
    )
