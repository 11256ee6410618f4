"""What the Dealer does with Woe in a fight (TXD-23, TXD-24)."""

from rules.core.event import Event
from rules.core.tally import Part
from rules.systems.texarkana.state import Horror


class HorrorArmed(Event, frozen=True):
    """To which tests of violence the Dealer will add a Woe chip."""

    horror: Horror


class WoePlaced(Event, frozen=True):
    """A Woe chip lies on the difficulty of a test, in secret."""

    attempt: str
    part: Part


class WoeSpent(Event, frozen=True):
    """Woe chips are spent, and everybody learns of it."""

    spent: int
    woe: int


class UnnaturalBrought(Event, frozen=True):
    """Something supernatural is in the scene (TXD-24)."""

    what: str
