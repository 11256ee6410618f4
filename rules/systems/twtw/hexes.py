"""Hexes by axial coordinates (q to the east, r to the south-east): neighbours, distances, exact products.

All in whole numbers. `left` is counter-clockwise as seen on the map, north up.
"""

from typing import NamedTuple


class Spot(NamedTuple):
    """A place on the ground, or the way from one to another.

    Without hexes: thousandths of a pace, `x` to the east and `y` to the north. With hexes: axial `q` and `r`.
    """

    x: int
    y: int

    def to(self, other: "Spot") -> "Spot":
        """The way from here to there."""
        return Spot(other.x - self.x, other.y - self.y)

    def plus(self, way: "Spot") -> "Spot":
        """Where one is after going that way."""
        return Spot(self.x + way.x, self.y + way.y)


HERE = Spot(0, 0)
E, NE, NW, W, SW, SE = Spot(1, 0), Spot(1, -1), Spot(0, -1), Spot(-1, 0), Spot(-1, 1), Spot(0, 1)
DIRECTIONS = {"E": E, "NE": NE, "NW": NW, "W": W, "SW": SW, "SE": SE}


def steps(way: Spot) -> int:
    """How many hexes long the way is."""
    return max(abs(way.x), abs(way.y), abs(way.x + way.y))


def turn(one: Spot, other: Spot) -> int:
    """Positive if `other` lies to the right of `one` (clockwise on the map), negative to the left, 0 in line.

    The axial cross product: the true one divided by the area of a hex (TW-F8).
    """
    return one.x * other.y - other.x * one.y


def double_dot(one: Spot, other: Spot) -> int:
    """Twice the dot product of two ways, a hex being 1 across (TW-F8)."""
    return 2 * one.x * other.x + 2 * one.y * other.y + one.x * other.y + other.x * one.y


def neighbours(spot: Spot) -> tuple[Spot, ...]:
    """The six hexes around one, counter-clockwise from the east."""
    return tuple(spot.plus(way) for way in DIRECTIONS.values())
