"""What a session does to the cards."""

from rules.core.event import Event
from rules.core.ids import CombatantId


class HandKept(Event, frozen=True):
    """Somebody comes in with the hand he had; its cards are not in the deck."""

    who: CombatantId
    cards: tuple[str, ...]


class CardsSetAside(Event, frozen=True):
    """These cards are in hands that are not in this fight: they are out of it, and nobody here knows which."""

    cards: tuple[str, ...]


class CoinSet(Event, frozen=True):
    """Coin, as set."""

    who: CombatantId
    coin: int


class WillSet(Event, frozen=True):
    """Will, as set before the deal; of a hand that was kept, what is beyond it goes back into the deck."""

    who: CombatantId
    will: int
