"""Positions in words: "10 paces N of Miranda", "3 E, 10 N", "hex 3,-2", or the name of somebody or something."""

import re
from collections.abc import Mapping

from rules.core.names import key_of
from rules.core.refusal import Illegal
from rules.systems.twtw.arcs import Mode
from rules.systems.twtw.ground import PACE
from rules.systems.twtw.hexes import Spot
from rules.systems.twtw.paths import by_compass, compass

CENTRE = "the centre"  # where positions are counted from
PACES = r"(?:paces?|hexes|hex|steps?|metres?|meters?|m)?"
_OFFSET = re.compile(rf"(\d{{1,3}})\s*{PACES}\s*(north|south|east|west|[nsew]{{1,2}})", re.IGNORECASE)
_OFFSETS = re.compile(
    rf"((?:{_OFFSET.pattern})(?:\s*(?:,|and)?\s*(?:{_OFFSET.pattern}))*)(?:\s+(?:of|from)\s+(.+))?", re.IGNORECASE
)
_HEX = re.compile(r"(?:hex\s*)?([+-]?\d{1,3})\s*[,;/ ]\s*([+-]?\d{1,3})", re.IGNORECASE)
_WHOLE = {"north": "N", "south": "S", "east": "E", "west": "W"}

Known = Mapping[str, Spot]
"""Where everybody and everything is that can be named: by `key_of` name and by id."""


def read_spot(text: str, mode: Mode, known: Known) -> Spot:
    """The spot meant; offsets without a name count from where the ground begins. Raises: Illegal(NO_SUCH_PLACE)."""
    word = key_of(text)
    if word in known:
        return known[word]
    if word in (CENTRE, "centre", "center"):
        return Spot(0, 0)
    axial = _HEX.fullmatch(word)
    if axial and mode is Mode.HEX:
        return Spot(int(axial[1]), int(axial[2]))
    offsets = _OFFSETS.fullmatch(word)
    if offsets is None:
        raise _unread(text, mode)
    name = offsets.groups()[-1]
    spot = Spot(0, 0)
    if name is not None:
        if key_of(name) not in known:
            raise _unread(name, mode)
        spot = known[key_of(name)]
    for number, direction in _OFFSET.findall(offsets[1]):
        path = by_compass(mode, spot, _WHOLE.get(direction, direction), int(number))
        spot = path[-1] if path else spot
    return spot


def _unread(text: str, mode: Mode) -> Illegal:
    example = "hex 3,-2" if mode is Mode.HEX else "3 E, 10 N of Miranda"
    hint = f'Write it so: "10 paces {compass(mode)[0]} of Miranda", "{example}", or a name.'
    return Illegal("NO_SUCH_PLACE", "TW-2.21", place=text, hint=hint)


def spot_words(mode: Mode, spot: Spot) -> str:
    """A position from where the ground begins: "2 E, 10 N"; on hexes "hex 3,-2"."""
    if mode is Mode.HEX:
        return f"hex {spot.x},{spot.y}"
    if spot == Spot(0, 0):
        return CENTRE
    found = [_offset(spot.x, "E", "W"), _offset(spot.y, "N", "S")]
    return ", ".join(each for each in found if each)


def _offset(units: int, positive: str, negative: str) -> str:
    if units == 0:
        return ""
    whole, rest = divmod(abs(units), PACE)
    size = f"{whole}.{rest // 100}" if rest >= 100 else str(whole)
    return f"{size} {positive if units > 0 else negative}"
