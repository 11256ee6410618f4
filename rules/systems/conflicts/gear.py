"""What somebody has in hand and can use: items, hands, and weapons as people name them."""

import msgspec

from rules.core.names import key_of
from rules.core.refusal import Illegal
from rules.core.values import replace
from rules.systems.conflicts.arms import (
    BREAK,
    BREAK_FREE,
    COMMON_WORDS,
    FIRE,
    NATURAL,
    Armour,
    Weapon,
    arms,
)
from rules.systems.conflicts.state import ConflictState, Fighter, Item

MAIN, OFF, BOTH = "main", "off", "both"
HIP, TWO_HANDS, THROWN = "hip", "two-hands", "thrown"
GRIPS = {HIP: "from the hip", TWO_HANDS: "in both hands", THROWN: "thrown"}
AT_ONCE = "+"  # between two items fired at once (C2-33)
BY = "/"  # between an item and how it is used


class Arm(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon ready for an attack: the item (empty for bare hands and words), its entry, and the grip."""

    key: str
    weapon: Weapon
    item: Item | None = None
    grip: str = ""

    @property
    def is_ranged(self) -> bool:
        """Whether it strikes from afar."""
        return self.weapon.is_ranged or self.grip == THROWN

    @property
    def skill(self) -> str:
        """The skill it takes; what is thrown counts as Fire (C2A-05)."""
        return FIRE if self.grip == THROWN else self.weapon.skill

    @property
    def name(self) -> str:
        """What it is called, with the grip."""
        return f"{self.weapon.name}, {GRIPS[self.grip]}" if self.grip else self.weapon.name


def weapon_of(state: ConflictState, key: str) -> Weapon | None:
    """The entry of a weapon: the GM's own first."""
    if key == BREAK:
        return BREAK_FREE
    return state.weapons.get(key) or arms().weapons.get(key)


def armour_of(state: ConflictState, key: str) -> Armour | None:
    """The entry of a piece of armour: the GM's own first."""
    return state.armours.get(key) or arms().armour.get(key)


def weapon_name(state: ConflictState, key: str) -> str:
    """What a weapon is called."""
    weapon = weapon_of(state, key)
    return weapon.name if weapon else key


def item_name(state: ConflictState, item: Item) -> str:
    """What an item is called; a second one of its kind is told from the first."""
    number = item.id.removeprefix(item.weapon).removeprefix("-")
    return f"{weapon_name(state, item.weapon)}{f' {number}' if number else ''}"


def free_hands(fighter: Fighter) -> tuple[str, ...]:
    """The hands with nothing in them, the better one first."""
    taken = {item.hold for item in fighter.gear if item.hold}
    return tuple(hand for hand in (MAIN, OFF) if hand not in taken and BOTH not in taken)


def ready_arms(state: ConflictState, fighter: Fighter) -> tuple[Arm, ...]:
    """Everything with which somebody could attack now, loaded or not: what is in hand, bare hands, words."""
    found = [arm for item in fighter.at_hand if item.hold for arm in _arms_of(state, fighter, item)]
    for key in (*NATURAL, *COMMON_WORDS, *fighter.words):
        weapon = weapon_of(state, key)
        if weapon is not None and (weapon.is_mental or not weapon.hands):
            found.append(Arm(key=key, weapon=weapon))
    if state.holder_of(fighter.id):
        found.append(Arm(key=BREAK, weapon=BREAK_FREE))
    return tuple({arm.key: arm for arm in found}.values())


def _arms_of(state: ConflictState, fighter: Fighter, item: Item) -> list[Arm]:
    weapon = weapon_of(state, item.weapon)
    if weapon is None:
        return []
    found = [Arm(key=item.id, weapon=weapon, item=item)]
    if weapon.hands == 1 and item.hold != BOTH and free_hands(fighter):
        found.append(_gripped(item, weapon, TWO_HANDS))
    if weapon.rating and not weapon.has_tripod:
        found.append(_gripped(item, weapon, HIP))
    if weapon.is_thrown:
        found.append(_gripped(item, weapon, THROWN))
    return found


def _gripped(item: Item, weapon: Weapon, grip: str) -> Arm:
    return Arm(key=f"{item.id}{BY}{grip}", weapon=weapon, item=item, grip=grip)


def pairs(state: ConflictState, fighter: Fighter) -> tuple[tuple[Arm, Arm], ...]:
    """Two firearms, one in each hand, to be fired at once (C2-33)."""
    held = {item.hold: item for item in fighter.gear if item.hold in (MAIN, OFF)}
    if len(held) < 2:
        return ()
    one, other = (weapon_of(state, held[hand].weapon) for hand in (MAIN, OFF))
    if one is None or other is None or not one.rating or not other.rating:
        return ()
    return ((Arm(key=held[MAIN].id, weapon=one, item=held[MAIN]), Arm(key=held[OFF].id, weapon=other, item=held[OFF])),)


def pair_key(pair: tuple[Arm, Arm]) -> str:
    """How two weapons fired at once are named in a command."""
    return AT_ONCE.join(arm.key for arm in pair)


def require_arms(state: ConflictState, fighter: Fighter, text: str) -> tuple[Arm, ...]:
    """The weapon meant, or two fired at once. Raises: Illegal(NO_SUCH_WEAPON, NOT_IN_HAND)."""
    word = key_of(text)
    for pair in pairs(state, fighter):
        if word == pair_key(pair):
            return pair
    at_hand = ready_arms(state, fighter)
    for arm in at_hand:
        if word in (arm.key, key_of(arm.name)):
            return (arm,)
    hint = f"{fighter.name} can use: {', '.join(arm.name for arm in at_hand)}."
    carried = [item for item in fighter.gear if word.partition(BY)[0] in (item.id, key_of(item_name(state, item)))]
    if carried:
        raise Illegal(
            "NOT_IN_HAND", "C2-08", who=fighter.name, weapon=item_name(state, carried[0]), hint=f"Draw it. {hint}"
        )
    raise Illegal("NO_SUCH_WEAPON", "C2D-09", weapon=text[:40], hint=hint)


def new_item(fighter_gear: tuple[Item, ...], weapon: str, hold: str = "") -> Item:
    """A weapon as an item, told from others of its kind."""
    ids = {item.id for item in fighter_gear}
    key, number = weapon, 1
    while key in ids:
        number += 1
        key = f"{weapon}-{number}"
    return Item(id=key, weapon=weapon, hold=hold)


def outfit(state: ConflictState, weapons: tuple[str, ...], in_hand: tuple[str, ...] | None = None) -> tuple[Item, ...]:
    """The weapons somebody comes with: the first in hand, a second one-handed one carried.

    `in_hand` names those held instead, the one in the better hand first, whether or not they are among the others.
    """
    gear: tuple[Item, ...] = ()
    for key in weapons:
        weapon = weapon_of(state, key)
        hold = "" if gear or weapon is None else BOTH if weapon.hands == 2 else MAIN
        gear = (*gear, new_item(gear, key, hold))
    return gear if in_hand is None else _held(state, gear, in_hand)


def _held(state: ConflictState, gear: tuple[Item, ...], in_hand: tuple[str, ...]) -> tuple[Item, ...]:
    gear = tuple(replace(item, hold="") for item in gear)
    for key, hand in zip(in_hand, (MAIN, OFF), strict=False):
        weapon = weapon_of(state, key)
        item = next((each for each in gear if each.weapon == key and not each.hold), None) or new_item(gear, key)
        held = replace(item, hold=BOTH if weapon is not None and weapon.hands == 2 else hand)
        gear = (*(each for each in gear if each.id != item.id), held)
    return gear
