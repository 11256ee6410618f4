"""Fields of fire: whether a target is inside one, on its edge or out of it, in three ways (TW-F1 to TW-F8).

Each takes the line on which the field was centred and the line to the target now, both from the firer (TW-F5), in
whole numbers: no angle is ever computed.
"""

from enum import IntEnum, StrEnum

from rules.systems.twtw.hexes import Spot, double_dot, turn


class Mode(StrEnum):
    """How a table measures: without a map, by the exact angle of positions, or on hexes."""

    GRIDLESS = "gridless"
    ANGLE = "angle"
    HEX = "hex"


class Arc(IntEnum):
    """How wide a field of fire is, in degrees, half to either side (TW-F1)."""

    NARROW = 60
    WIDE = 120  # handguns


class Verdict(StrEnum):
    """Where a target is, seen from the firer. EDGE: exactly on the border, half in and half out."""

    INSIDE = "inside"
    EDGE = "edge"
    OUT = "out"


def verdict(mode: Mode, arc: Arc, centre: Spot, now: Spot) -> Verdict:
    """Where the target is. In contact no field is checked (TW-OQ-25): inside."""
    if centre == Spot(0, 0) or now == Spot(0, 0):
        return Verdict.INSIDE
    match mode:
        case Mode.GRIDLESS:
            return by_sidestep(arc, centre, now)
        case Mode.ANGLE:
            return by_angle(arc, centre, now)
        case Mode.HEX:
            return by_hexes(arc, centre, now)


def by_sidestep(arc: Arc, centre: Spot, now: Spot) -> Verdict:
    """Half the range aside leaves 60 degrees, the whole range 120, if it is more than that (TW-F6).

    The distance aside times the range is the cross product, so both sides are multiplied by the range.
    """
    aside = abs(cross(centre, now))
    reach = dot(centre, centre)
    return _against(2 * aside if arc is Arc.NARROW else aside, reach)


def by_angle(arc: Arc, centre: Spot, now: Spot) -> Verdict:
    """The exact angle: tan 30 is the root of 1/3, tan 60 the root of 3; squared, nothing is left to round."""
    ahead = dot(centre, now)
    if ahead <= 0:
        return Verdict.OUT
    aside = cross(centre, now)
    if arc is Arc.NARROW:
        return _against(3 * aside * aside, ahead * ahead)
    return _against(aside * aside, 3 * ahead * ahead)


def by_hexes(arc: Arc, centre: Spot, now: Spot) -> Verdict:
    """The exact angle between hexes; a hex whose middle lies on the border is on the edge (TW-F8, TW-E2)."""
    ahead = double_dot(centre, now)
    if ahead <= 0:
        return Verdict.OUT
    aside = abs(turn(centre, now))
    return _against(3 * aside if arc is Arc.NARROW else aside, ahead)


def _against(what: int, border: int) -> Verdict:
    if what == border:
        return Verdict.EDGE
    return Verdict.OUT if what > border else Verdict.INSIDE


def cross(one: Spot, other: Spot) -> int:
    """The cross product of two ways: positive if `other` is to the left."""
    return one.x * other.y - other.x * one.y


def dot(one: Spot, other: Spot) -> int:
    """The dot product of two ways."""
    return one.x * other.x + one.y * other.y
