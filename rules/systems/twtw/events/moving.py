"""What happened, past tense: moves and postures."""

from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.systems.twtw.hexes import Spot
from rules.systems.twtw.state import Going


class MoveBegan(Event, frozen=True):
    """Somebody sets off on a path."""

    going: Going


class Paced(Event, frozen=True):
    """So many paces of the path are made, for so many action points in all."""

    who: CombatantId
    at: int
    spot: Spot
    due: int


class PathCut(Event, frozen=True):
    """The mover cannot go as far as he meant to."""

    who: CombatantId
    length: int


class StopPassed(Event, frozen=True):
    """Somebody who aims was to be heard before the next pace, and has been; `kept`: he holds the aim (TW-A6)."""

    who: CombatantId
    whom: CombatantId
    kept: bool


class MoveEnded(Event, frozen=True):
    """The move is over."""

    who: CombatantId
    paces: int
    spot: Spot
    words: str
    was_cut: bool


class WentProne(Event, frozen=True):
    """Somebody drops to the ground."""

    who: CombatantId


class StoodUp(Event, frozen=True):
    """Somebody stands again."""

    who: CombatantId


class Ducked(Event, frozen=True):
    """Somebody ducks behind cover."""

    who: CombatantId
    cover: str


class Emerged(Event, frozen=True):
    """Somebody comes up from behind his cover."""

    who: CombatantId


class CoverLeft(Event, frozen=True):
    """Somebody is behind cover no more."""

    who: CombatantId


class Dodged(Event, frozen=True):
    """Somebody dodges until his next turn (TW-OQ-8)."""

    who: CombatantId
    round: int
