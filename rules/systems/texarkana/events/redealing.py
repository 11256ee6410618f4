"""What is dealt anew after the Dealer went back behind something that was seen."""

from rules.core.event import Event
from rules.core.ids import CombatantId


class OrderLost(Event, frozen=True):
    """Nobody knows any more where a card lies in the deck: its known top and bottom are among the rest."""


class DealtAnew(Event, frozen=True):
    """Cards that others have seen go `back` among the rest: from a hand, from the two offered, or laid face down.

    As many others come into the `hand` and to those `offered`. A card that was laid is to be laid again.
    """

    who: CombatantId
    back: tuple[str, ...]
    hand: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()


class HandsRedealt(Event, frozen=True):
    """Everybody is told whose cards are others now, and how many of each."""

    those: tuple[CombatantId, ...]
    counts: tuple[int, ...]
