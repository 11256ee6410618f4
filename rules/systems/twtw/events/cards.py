"""What happened, past tense: the cards: drawn, and shuffled again."""

from rules.core.event import Event


class CardDrawn(Event, frozen=True):
    """A card was drawn and, one card serving one thing, discarded (TW-1.5). `why` says what for."""

    card: str
    why: str


class DeckShuffled(Event, frozen=True):
    """The discards are back in the deck."""
