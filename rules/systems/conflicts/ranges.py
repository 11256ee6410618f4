"""How far a weapon reaches and what distance costs (C2-19 to C2-22, C2-26, C2D-06). Metres as fractions."""

from fractions import Fraction
from math import isqrt

from rules.core.ids import RuleId
from rules.core.tally import Part
from rules.systems.conflicts.arms import Weapon
from rules.systems.conflicts.house import settled, unusual
from rules.systems.conflicts.state import House

MOST_MALUS = 3  # C2-26
TELESCOPE = 2  # C2-26
LEAST_GRAMS = 1000  # C2-19


def longest(weapon: Weapon, strength: int, house: House) -> Fraction:
    """The maximum range in metres: by throwing, by bow, or by the firearm's rating."""
    if weapon.rating:
        return Fraction(weapon.rating**2)
    if weapon.multiplier:
        if house.bows == "range":
            return strength**2 * weapon.times
        return (strength * weapon.times) ** 2
    return thrown(strength, weapon.grams)


def thrown(strength: int, grams: int) -> Fraction:
    """Strength times Strength by the weight in kg, of which there is at least 1 (C2-19)."""
    return Fraction(strength**2 * LEAST_GRAMS, max(grams, LEAST_GRAMS))


def range_number(house: House, cm: int, most: Fraction, *, by_telescope: bool = False) -> int | None:
    """The number of maluses at this distance, rounded down, 0 to 3; None beyond what can be hit (C2D-06)."""
    reach = most * TELESCOPE if by_telescope else most
    distance = Fraction(cm, 100)
    if distance > reach:
        return None
    if not reach:
        return 0
    if house.ranges == "root":
        strength = isqrt(int(reach))
        return min(MOST_MALUS, 4 * isqrt(int(distance)) // strength) if strength else 0
    return min(MOST_MALUS, int(4 * distance / reach))


def range_parts(house: House, weapon: Weapon, number: int) -> tuple[Part, ...]:
    """The malus of the distance, and the switches that led to it."""
    parts = [Part(-number, f"range number {number}", RuleId("C2-22"))]
    if weapon.multiplier:
        parts.append(settled(house, "bows"))
    return (*parts, *unusual(house, "ranges"))
