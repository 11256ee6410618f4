"""Whose move it is, and how the fight ends."""

from rules.core.combatant import Side
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.systems.texarkana.state import TurnPhase


class LookoutTaken(Event, frozen=True):
    """Somebody is Lookout (TX-14)."""

    who: CombatantId


class InitiativeTaken(Event, frozen=True):
    """The side that has the first phase (TX-15)."""

    by_posse: bool


class PhaseBegan(Event, frozen=True):
    """A phase of a turn begins (TX-17)."""

    turn: int
    turn_phase: TurnPhase


class PhaseCut(Event, frozen=True):
    """The Dealer ended the phase, whoever had yet to act."""


class Claimed(Event, frozen=True):
    """A PC has the next move (TX-20)."""

    who: CombatantId


class ClaimLapsed(Event, frozen=True):
    """The PC who had claimed the move did not make it."""

    who: CombatantId


class TurnTaken(Event, frozen=True):
    """Somebody has used his action of this phase."""

    who: CombatantId


class Passed(Event, frozen=True):
    """Somebody let the turn go by."""

    who: CombatantId


class Ended(Event, frozen=True):
    """The fight is over (TX-18). `winner` is None when the story ended it, or a Shootout (TXF-39)."""

    winner: Side | None
    by_shootout: bool = False
