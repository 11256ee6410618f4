"""Weapons and armour: what their entries hold, and the tables of `data/arms.toml` (C2D-08, C2D-09).

The GM's own weapons and armour are in the state, beside these.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

import msgspec

from rules.core import data_files
from rules.core.typed import bad_value

FIRE, BRAWLING, MELEE, WRESTLING = "fire", "brawling", "melee", "wrestling"
PERSUADE, INTIMIDATE, COMPOSE = "persuade", "intimidate", "compose"
PHYSICAL = (FIRE, BRAWLING, MELEE, WRESTLING)
MENTAL = (PERSUADE, INTIMIDATE)
HAND_TO_HAND = (BRAWLING, MELEE, WRESTLING)
MAGAZINE, SINGLE = "magazine", "single"

LARGE, MEDIUM, SMALL = ("chest", "abdomen", "leg"), ("head", "neck", "arm"), ("hand", "eye", "groin")
PARTS = (*LARGE, *MEDIUM, *SMALL)  # C2-39 to C2-41

FIST, HOLD, BREAK = "fist", "hold", "break-free"
NATURAL = (FIST, HOLD)  # what everybody has
COMMON_WORDS = ("needling", "threat")  # what everybody can say

_DAMAGE = re.compile(r"(\d{1,2})d6([+-]\d{1,2})?")


class Roll(msgspec.Struct, frozen=True):
    """So many six-sided dice and a fixed number; never below 0."""

    dice: int
    plus: int


class Weapon(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A weapon. `hands`: how many it is made for; `multiplier` of Strength for bows, `rating` for firearms.

    `ammunition`: magazine (C2-27), single (C2A-19: a Handle after every shot), or empty.
    """

    name: str
    skill: str
    damage: str
    hands: int = 1
    multiplier: str = ""
    rating: int = 0
    grams: int = 0
    reach: int = 200  # cm, hand to hand (C2D-18)
    is_thrown: bool = False
    ammunition: str = ""
    has_scope: bool = False
    has_tripod: bool = False

    @property
    def is_ranged(self) -> bool:
        """Whether it shoots; a weapon that can be thrown is one for hand-to-hand besides."""
        return bool(self.multiplier or self.rating)

    @property
    def is_mental(self) -> bool:
        """Whether it hurts the mind (C2D-09)."""
        return self.skill in MENTAL

    @property
    def roll(self) -> Roll:
        """Its damage as dice."""
        return roll_of(self.damage)

    @property
    def times(self) -> Fraction:
        """What Strength is multiplied by (C2-20)."""
        return Fraction(self.multiplier or 1)


BREAK_FREE = Weapon(name="break free", skill=WRESTLING, damage="1d6-2", hands=0)  # C2D-14: a contest, no damage


class Armour(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A piece of armour: Coverage Rating, Armour Rating, the body parts it covers; a shield only hand to hand."""

    name: str
    coverage: int
    rating: int
    parts: tuple[str, ...]
    is_shield: bool = False


class Arms(msgspec.Struct, frozen=True, kw_only=True):
    """Both tables."""

    weapons: Mapping[str, Weapon]
    armour: Mapping[str, Armour]


@lru_cache(maxsize=1)
def arms() -> Arms:
    """The tables as they come with the system."""
    return data_files.read("conflicts", "arms.toml", Arms)


@lru_cache(maxsize=256)
def roll_of(damage: str) -> Roll:
    """Damage as written, "2d6+1". Raises: Illegal(BAD_VALUE)."""
    found = _DAMAGE.fullmatch(damage.replace(" ", ""))
    if found is None or not 1 <= int(found[1]) <= 10:
        raise bad_value("damage", damage, "Dice as in 2d6+1.", "C2D-09")
    return Roll(int(found[1]), int(found[2] or 0))
