"""Measuring the ground: how far it is from one spot to another, in paces, by the table's way of measuring."""

from math import isqrt

from rules.systems.twtw.arcs import Mode, dot
from rules.systems.twtw.hexes import Spot, steps

PACE = 1000  # units of a position without hexes
ROW = 866  # the same from one row of hexes to the next, a hex being a pace across


def unit(mode: Mode) -> int:
    """How many units of a position are one pace: a hex is one (TW-2.20, TW-2.22)."""
    return 1 if mode is Mode.HEX else PACE


def paces(mode: Mode, one: Spot, other: Spot) -> int:
    """The distance in whole paces, to the nearest."""
    way = one.to(other)
    if mode is Mode.HEX:
        return steps(way)
    return (isqrt(4 * dot(way, way)) + PACE) // (2 * PACE)


def is_within(mode: Mode, one: Spot, other: Spot, limit: int) -> bool:
    """Whether the distance is at most so many paces, exactly."""
    way = one.to(other)
    if mode is Mode.HEX:
        return steps(way) <= limit
    return dot(way, way) <= (limit * PACE) ** 2


def increments(mode: Mode, one: Spot, other: Spot, increment: int) -> int:
    """How many range increments away it is, begun ones counted: 1 up to the first (TW-3.3)."""
    way = one.to(other)
    if mode is Mode.HEX:
        return max(1, -(-steps(way) // increment))
    square, size = dot(way, way), increment * PACE
    number = max(1, isqrt(square) // size)
    return number if square <= (number * size) ** 2 else number + 1


def speed(mode: Mode, one: Spot, other: Spot) -> int:
    """The length of the difference of two ways in whole paces, rounded down: their relative speed (TW-3.4)."""
    way = one.to(other)
    return steps(way) if mode is Mode.HEX else isqrt(dot(way, way)) // PACE


def converted(spot: Spot, mode: Mode, wanted: Mode) -> Spot:
    """The same spot as another way of measuring has it: from hexes their middle, to hexes the nearest."""
    if (mode is Mode.HEX) == (wanted is Mode.HEX):
        return spot
    if mode is Mode.HEX:
        return Spot(spot.x * PACE + spot.y * PACE // 2, -spot.y * ROW)
    row = _nearest(-spot.y, ROW)
    return Spot(_nearest(2 * spot.x - row * PACE, 2 * PACE), row)


def _nearest(units: int, size: int) -> int:
    """How many whole sizes come nearest."""
    return (2 * units + size) // (2 * size)
