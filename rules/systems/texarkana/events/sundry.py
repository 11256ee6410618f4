"""Something quick, the Dealer's word on it, and saving the dying."""

from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.systems.texarkana.state import Request


class Tried(Event, frozen=True):
    """Somebody does something in his own words (TX-63)."""

    who: CombatantId
    what: str


class RulingAsked(Event, frozen=True):
    """It waits for the Dealer's ruling (TX-63)."""

    request: Request


class Ruled(Event, frozen=True):
    """The Dealer ruled it without cards, or wants a test (`works` is None) (TX-63)."""

    request: str
    who: CombatantId
    what: str
    works: bool | None


class SundryEnded(Event, frozen=True):
    """The test of something quick is decided (TX-63)."""

    who: CombatantId
    what: str
    is_success: bool


class Told(Event, frozen=True):
    """What the Dealer says follows, in his own words."""

    text: str


class Tended(Event, frozen=True):
    """Somebody tries to save one who is dying: once each (TXD-20)."""

    who: CombatantId
    dying: CombatantId


class Saved(Event, frozen=True):
    """Somebody who was dying lives, on 1 Grit (TXD-20)."""

    who: CombatantId


class LeftDying(Event, frozen=True):
    """Somebody leaves one who is dying to others, now that the fighting is over (TXD-20)."""

    who: CombatantId
    dying: CombatantId
