"""Where everybody is: points in centimetres, distances in words, and reading a place as people type it (C2-10).

"12 m from Ana", "3 m towards Bart", "away from Bart", "to Bart", "the barricade", "12, 3.5".
"""

import re
from fractions import Fraction
from math import isqrt

import msgspec

from rules.core.names import key_of
from rules.core.refusal import Illegal
from rules.systems.conflicts.state import ConflictState, Fighter, Landmark, Spot

NEAR = 100  # cm: beside a landmark, or standing over somebody (C2D-15, C2A-22)
ARM = 100  # cm: as near as one walks up to somebody
FARTHEST = 1_000_000  # cm, either way from where the scene begins

_METRES = r"(\d{1,5}(?:[.,]\d{1,2})?)\s*(?:m|metres?|meters?)"
_FROM = re.compile(rf"{_METRES} (?:away )?from (.+)")
_TOWARDS = re.compile(rf"(?:{_METRES} )?towards? (.+)")
_AWAY = re.compile(rf"(?:{_METRES} )?away from (.+)")
_ALL_AT = re.compile(rf"all at {_METRES}")
_POINT = re.compile(r"(-?\d{1,4}(?:\.\d{1,2})?)\s*[,;]\s*(-?\d{1,4}(?:\.\d{1,2})?)")


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """Where somebody wants to go: to a spot, at most `most` cm (None: as far as it takes)."""

    spot: Spot
    most: int | None = None
    facing: Fighter | None = None


def distance(one: Spot, other: Spot) -> int:
    """Whole centimetres, rounded down (C2-22)."""
    return isqrt((one.x - other.x) ** 2 + (one.y - other.y) ** 2)


def metres(cm: int) -> str:
    """A distance in words: "12 m", "12.5 m"."""
    whole, rest = divmod(cm, 100)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".") + " m" if rest else f"{whole} m"


def roughly(cm: int) -> str:
    """A distance as one tells it at the table, in tenths of a metre, rounded down as range numbers are (C2-22)."""
    return metres(cm // 10 * 10)


def centimetres(text: str) -> int:
    """Metres as typed."""
    return int(Fraction(text.replace(",", ".")) * 100)


def along(start: Spot, end: Spot, cm: int) -> Spot:
    """The point so far from the start on the way to the end, or beyond it; from no distance, along the line."""
    whole = distance(start, end)
    if not whole:
        return within(Spot(x=start.x + cm, y=start.y))
    return within(Spot(x=start.x + _share(end.x - start.x, cm, whole), y=start.y + _share(end.y - start.y, cm, whole)))


def _share(span: int, cm: int, whole: int) -> int:
    """The part of a span that so many of the whole cm make up, rounded towards 0."""
    share = abs(span * cm) // whole
    return share if span * cm >= 0 else -share


def within(spot: Spot) -> Spot:
    """The same point, not farther out than anybody goes."""
    return Spot(x=max(-FARTHEST, min(FARTHEST, spot.x)), y=max(-FARTHEST, min(FARTHEST, spot.y)))


def all_at(text: str) -> int | None:
    """The distance in "all at 20 m"; None if something else is said."""
    found = _ALL_AT.fullmatch(key_of(text))
    return centimetres(found[1]) if found else None


def read_way(state: ConflictState, mover: Fighter | None, text: str, seen: tuple[Fighter, ...]) -> Way:
    """What place is meant, for whoever moves or (None) comes in. `seen`: whom the text may name.

    Raises: Illegal(NO_SUCH_PLACE).
    """
    said = key_of(text)
    here = mover.spot if mover else start_of(state)
    found = _AWAY.fullmatch(said)
    if found and mover and (other := _named(found[2], seen)):
        far = along(other.spot, here, distance(other.spot, here) + FARTHEST // 10)
        return Way(spot=far, most=centimetres(found[1]) if found[1] else None, facing=other)
    if found := _FROM.fullmatch(said):
        base = _spot_named(state, found[2], seen)
        if base is not None:
            return Way(spot=along(base[0], here, centimetres(found[1])), facing=base[1])
    if found := _TOWARDS.fullmatch(said):
        base = _spot_named(state, found[2], seen)
        if base is not None:
            end = along(base[0], here, ARM) if base[1] and distance(base[0], here) > ARM else base[0]
            end = here if base[1] and distance(base[0], here) <= ARM else end
            return Way(spot=end, most=centimetres(found[1]) if found[1] else None, facing=base[1])
    base = _spot_named(state, said.removeprefix("to "), seen)
    if base is not None:
        end = along(base[0], here, ARM) if base[1] and distance(base[0], here) > ARM else base[0]
        return Way(spot=end, facing=base[1])
    if found := _POINT.fullmatch(said):
        return Way(spot=within(Spot(x=_signed(found[1]), y=_signed(found[2]))))
    places = ", ".join(landmark.name for landmark in state.landmarks)
    raise Illegal(
        "NO_SUCH_PLACE",
        "C2-10",
        place=text[:60],
        hint=f"A landmark ({places}), or as in: 12 m from a name, towards a name, away from a name.",
    )


def _signed(text: str) -> int:
    return int(Fraction(text) * 100)


def _named(text: str, seen: tuple[Fighter, ...]) -> Fighter | None:
    word = key_of(text)
    return next((each for each in seen if word in (key_of(each.id), key_of(each.name))), None)


def _spot_named(state: ConflictState, text: str, seen: tuple[Fighter, ...]) -> tuple[Spot, Fighter | None] | None:
    mark = landmark(state, text)
    if mark is not None:
        return mark.spot, None
    fighter = _named(text, seen)
    return (fighter.spot, fighter) if fighter else None


def landmark(state: ConflictState, text: str) -> Landmark | None:
    """The landmark of this id or name, with or without "the"."""
    word = key_of(text)
    bare = word.removeprefix("the ")
    for mark in state.landmarks:
        names = (key_of(mark.id), key_of(mark.name), key_of(mark.name).removeprefix("the "))
        if word in names or bare in names:
            return mark
    return None


def start_of(state: ConflictState) -> Spot:
    """Where somebody comes in of whom nothing is said: the first landmark."""
    return state.landmarks[0].spot if state.landmarks else Spot()


def nearest_landmark(state: ConflictState, spot: Spot) -> Landmark | None:
    """The landmark nearest to a point."""
    return min(state.landmarks, key=lambda mark: distance(mark.spot, spot), default=None)


def landmarks_at(state: ConflictState, spot: Spot) -> tuple[Landmark, ...]:
    """The landmarks within a metre."""
    return tuple(mark for mark in state.landmarks if distance(mark.spot, spot) <= NEAR)


def cover_of(state: ConflictState, fighter: Fighter) -> int:
    """The cover somebody has: as the GM set it, else what the landmark beside him gives (C2D-15)."""
    if fighter.cover is not None:
        return fighter.cover
    return max((mark.cover for mark in landmarks_at(state, fighter.spot)), default=0)


def is_in_front(looker: Fighter, towards: Spot, other: Spot) -> bool:
    """Whether a point lies within 60 degrees of the way somebody faces (C2D-19)."""
    dx, dy = towards.x - looker.spot.x, towards.y - looker.spot.y
    ex, ey = other.x - looker.spot.x, other.y - looker.spot.y
    dot = dx * ex + dy * ey
    return dot > 0 and 4 * dot * dot >= (dx * dx + dy * dy) * (ex * ex + ey * ey)
