"""What happened, past tense: things handled, and whatever else is tried."""

from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.tally import Tally


class WeaponReadied(Event, frozen=True):
    """A weapon is in hand; none: the hands are empty."""

    who: CombatantId
    weapon: str


class Loaded(Event, frozen=True):
    """Shots are loaded."""

    who: CombatantId
    weapon: str
    number: int
    left: int


class LoadingTried(Event, frozen=True):
    """A check to load a percussion weapon (TW-4B)."""

    who: CombatantId
    weapon: str
    result: Tally
    number: int
    is_calamity: bool


class Tried(Event, frozen=True):
    """Somebody does something in words, and the Judge rules (TW-2.13)."""

    who: CombatantId
    what: str


class JabUsed(Event, frozen=True):
    """The cheaper attack of this round is used up (TW-2.14)."""

    who: CombatantId
