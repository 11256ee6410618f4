"""What the cards do: draws, tests, Skulls."""

from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.tally import Tally
from rules.systems.texarkana.attempts import Attempt


class CardDrawn(Event, frozen=True):
    """A card came into a hand."""

    who: CombatantId
    card: str


class CardOwed(Event, frozen=True):
    """There was no card to draw: it follows at the next discard (TXD-32)."""

    who: CombatantId


class CardBurned(Event, frozen=True):
    """A card played was lost for good: no other is drawn, and this much Will is left (TXF-28)."""

    who: CombatantId
    will: int


class HandDiscarded(Event, frozen=True):
    """Somebody's hand went to the discards."""

    who: CombatantId
    cards: tuple[str, ...]


class DeckShuffled(Event, frozen=True):
    """The discards are in the deck again."""


class AttemptOpened(Event, frozen=True):
    """A test begins: the stakes and trumps are announced, the difficulty is set in secret."""

    attempt: Attempt


class CardPlayed(Event, frozen=True):
    """The PC's card is on the table."""

    attempt: str
    who: CombatantId
    card: str


class DealerFlipped(Event, frozen=True):
    """The Dealer's card is on the table."""

    attempt: str
    card: str


class Trumped(Event, frozen=True):
    """The PC pushed on and flipped one more."""

    attempt: str
    who: CombatantId
    card: str


class Stood(Event, frozen=True):
    """The PC could have Trumped, and did not."""

    attempt: str
    who: CombatantId


class DealerTrumped(Event, frozen=True):
    """The NPC pushed on and flipped one more."""

    attempt: str
    card: str


class AttemptDecided(Event, frozen=True):
    """The test is decided: the scores with their parts, and who won. Its cards are discarded."""

    attempt: Attempt
    score: Tally
    opposition: Tally
    is_success: bool  # of the PC
    is_bust: bool = False
    is_dealer_bust: bool = False


class AttemptDropped(Event, frozen=True):
    """The test is moot: one of the two fights no more. Its cards are discarded."""

    attempt: str


class WoeGained(Event, frozen=True):
    """A Skull came: one Woe chip for the Dealer (TXF-25)."""

    card: str
    woe: int
