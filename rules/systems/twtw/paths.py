"""Ways of moving by name, as paths of one spot a pace: around somebody, aside, toward, away, by compass, to a spot.

On hexes "left" is not one way but three: around at the same range, straight aside, along the row that leads outward.
Left and right are the mover's own, who faces the one he moves about.
"""

from collections.abc import Iterable
from enum import StrEnum
from math import isqrt

from rules.core.refusal import Illegal
from rules.systems.twtw.arcs import Mode, dot
from rules.systems.twtw.ground import PACE, is_within
from rules.systems.twtw.hexes import DIRECTIONS, HERE, Spot, double_dot, steps, turn

Path = tuple[Spot, ...]


class Manner(StrEnum):
    """How to move about somebody."""

    CIRCLE_LEFT = "circle left"
    CIRCLE_RIGHT = "circle right"
    LEFT = "left"
    RIGHT = "right"
    LEFT_AWAY = "left and away"
    RIGHT_AWAY = "right and away"
    TOWARD = "toward"
    AWAY = "away"


MANNER_WORDS = {
    Manner.CIRCLE_LEFT: "circle left, keep range",
    Manner.CIRCLE_RIGHT: "circle right, keep range",
    Manner.LEFT: "straight left",
    Manner.RIGHT: "straight right",
    Manner.LEFT_AWAY: "left and away",
    Manner.RIGHT_AWAY: "right and away",
    Manner.TOWARD: "toward",
    Manner.AWAY: "straight away",
}
COMPASS = {
    "N": Spot(0, 1),
    "NE": Spot(1, 1),
    "E": Spot(1, 0),
    "SE": Spot(1, -1),
    "S": Spot(0, -1),
    "SW": Spot(-1, -1),
    "W": Spot(-1, 0),
    "NW": Spot(-1, 1),
}


def manners(mode: Mode) -> tuple[Manner, ...]:
    """The manners there are: to keep the range while moving, one needs hexes."""
    is_hex = mode is Mode.HEX
    return tuple(each for each in Manner if is_hex or each not in (Manner.CIRCLE_LEFT, Manner.CIRCLE_RIGHT))


def compass(mode: Mode) -> tuple[str, ...]:
    """The directions of the compass that there are."""
    return tuple(DIRECTIONS if mode is Mode.HEX else COMPASS)


def about(mode: Mode, start: Spot, whom: Spot, manner: Manner, number: int) -> Path:
    """So many paces in this manner about whoever stands at `whom`; toward him it ends a pace before.

    Raises: Illegal(NO_DIRECTION, NO_CIRCLE).
    """
    if start == whom:
        raise Illegal("NO_DIRECTION", "TW-OQ-25", hint="Name a direction of the compass, or somebody else.")
    if manner not in manners(mode):
        raise Illegal("NO_CIRCLE", "TW-2.21", hint=f"There is: {', '.join(MANNER_WORDS[m] for m in manners(mode))}.")
    if mode is not Mode.HEX:
        return _aside(start, whom, manner, number)
    match manner:
        case Manner.CIRCLE_LEFT | Manner.CIRCLE_RIGHT:
            return _circle(start, whom, manner is Manner.CIRCLE_LEFT, number)
        case Manner.LEFT_AWAY | Manner.RIGHT_AWAY:
            return _row(start, whom, manner is Manner.LEFT_AWAY, number)
        case _:
            return _straight(start, whom, manner, number)


def by_compass(mode: Mode, start: Spot, direction: str, number: int) -> Path:
    """So many paces in a direction of the compass. Raises: Illegal(NO_SUCH_DIRECTION)."""
    word = direction.upper()
    if word not in compass(mode):
        raise Illegal("NO_SUCH_DIRECTION", "TW-2.21", direction=direction, hint=f"{', '.join(compass(mode))}.")
    if mode is Mode.HEX:
        way = DIRECTIONS[word]
        return tuple(Spot(start.x + way.x * pace, start.y + way.y * pace) for pace in range(1, number + 1))
    return tuple(_along(start, COMPASS[word], pace * PACE) for pace in range(1, number + 1))


def straight_to(mode: Mode, start: Spot, goal: Spot) -> Path:
    """The straight way to a spot, whose last pace may be a short one; empty if one is there."""
    way = start.to(goal)
    if mode is not Mode.HEX:
        number = -(-isqrt(max(0, dot(way, way) - 1)) // PACE) if way != HERE else 0
        while not is_within(mode, start, goal, number):  # the root was rounded down
            number += 1
        return (*(_along(start, way, pace * PACE) for pace in range(1, number)), *((goal,) if number else ()))
    path: list[Spot] = []
    here = start
    while here != goal:
        nearer = [each for each in _around(here) if steps(each.to(goal)) < steps(here.to(goal))]
        here = min(nearer, key=lambda spot: (abs(turn(way, start.to(spot))), spot))
        path.append(here)
    return tuple(path)


def _along(start: Spot, way: Spot, length: int) -> Spot:
    """The spot so far along a way, in units, exactly or a little short of it."""
    square = dot(way, way)

    def part(size: int) -> int:
        found = isqrt((size * length) ** 2 // square)
        return found if size >= 0 else -found

    return Spot(start.x + part(way.x), start.y + part(way.y))


def _aside(start: Spot, whom: Spot, manner: Manner, number: int) -> Path:
    facing = start.to(whom)
    left = Spot(-facing.y, facing.x)
    way = {
        Manner.LEFT: left,
        Manner.RIGHT: Spot(-left.x, -left.y),
        Manner.LEFT_AWAY: Spot(left.x - facing.x, left.y - facing.y),
        Manner.RIGHT_AWAY: Spot(-left.x - facing.x, -left.y - facing.y),
        Manner.TOWARD: facing,
        Manner.AWAY: Spot(-facing.x, -facing.y),
    }[manner]
    path = tuple(_along(start, way, pace * PACE) for pace in range(1, number + 1))
    if manner is not Manner.TOWARD:
        return path
    most = isqrt(dot(facing, facing)) // PACE - 1
    return path[: max(0, most)]


def _around(spot: Spot) -> Iterable[Spot]:
    return (spot.plus(way) for way in DIRECTIONS.values())


def _circle(start: Spot, whom: Spot, is_left: bool, number: int) -> Path:
    """Along the ring of hexes at the same range (TW-5G)."""
    path: list[Spot] = []
    here = start
    for _ in range(number):
        line = whom.to(here)
        here = next(
            each
            for each in _around(here)
            if steps(whom.to(each)) == steps(line) and (turn(line, whom.to(each)) > 0) is is_left
        )
        path.append(here)
    return tuple(path)


def _row(start: Spot, whom: Spot, is_left: bool, number: int) -> Path:
    """Along the row of hexes that leads aside and outward."""
    line = whom.to(start)
    sign = 1 if is_left else -1
    ways = [way for way in DIRECTIONS.values() if sign * turn(line, way) > 0 and double_dot(line, way) > 0]
    way = max(ways, key=lambda each: (sign * turn(line, each), each))
    return tuple(Spot(start.x + way.x * pace, start.y + way.y * pace) for pace in range(1, number + 1))


def _straight(start: Spot, whom: Spot, manner: Manner, number: int) -> Path:
    """As straight as hexes allow: aside in a zigzag, first outward; toward and away along the line."""
    line = whom.to(start)
    path: list[Spot] = []
    here = start
    for _ in range(number):
        if manner is Manner.TOWARD and steps(here.to(whom)) <= 1:
            break
        here = min(_ahead(here, line, manner), key=lambda spot: _bend(line, start.to(spot), manner))
        path.append(here)
    return tuple(path)


def _ahead(here: Spot, line: Spot, manner: Manner) -> list[Spot]:
    """The neighbours that lie in the direction wanted."""
    match manner:
        case Manner.LEFT:
            return [here.plus(way) for way in DIRECTIONS.values() if turn(line, way) > 0]
        case Manner.RIGHT:
            return [here.plus(way) for way in DIRECTIONS.values() if turn(line, way) < 0]
        case Manner.AWAY:
            return [here.plus(way) for way in DIRECTIONS.values() if double_dot(line, way) > 0]
        case _:
            return [here.plus(way) for way in DIRECTIONS.values() if double_dot(line, way) < 0]


def _bend(line: Spot, way: Spot, manner: Manner) -> tuple[int, int, int]:
    """How far a way strays from the direction wanted; of two that stray alike, the one further on."""
    along, aside = double_dot(line, way), turn(line, way)
    if manner in (Manner.LEFT, Manner.RIGHT):
        return abs(along), -along, -abs(aside)
    return abs(aside), -abs(along), -aside
