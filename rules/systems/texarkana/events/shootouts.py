"""Shootouts (TX-13, TXD-26)."""

from rules.core.event import Event
from rules.core.ids import CombatantId


class ShootoutBegan(Event, frozen=True):
    """One against one: both reach for their pistols, and everybody else keeps out of it (TXF-36, TXF-37)."""

    who: CombatantId
    whom: CombatantId
