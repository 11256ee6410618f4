"""A deck of cards as far as anybody can know it: no order that nobody has seen.

Cards in hands or face up in a test are elsewhere, in the state of the system whose cards they are.
"""

import msgspec

from rules.core.dice import Dice
from rules.core.values import replace


class Deck(msgspec.Struct, frozen=True, kw_only=True):
    """Known top (first is next), the unordered rest (sorted), known bottom (last is lowest), and the discard pile."""

    top: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()

    @property
    def left(self) -> int:
        """How many cards can be drawn before the discards must be shuffled."""
        return len(self.top) + len(self.rest) + len(self.bottom)


def look_at_next(deck: Deck, dice: Dice, why: str) -> str:
    """The card that comes next; chance decides only among the unordered rest. Needs `deck.left` > 0."""
    if deck.top:
        return deck.top[0]
    if deck.rest:
        return dice.pick(deck.rest, why)
    return deck.bottom[0]


def take(deck: Deck, card: str) -> Deck:
    """The deck without this card, which must be in it."""
    if deck.top and deck.top[0] == card:
        return replace(deck, top=deck.top[1:])
    if card in deck.rest:
        at = deck.rest.index(card)  # one card, even if there are others like it
        return replace(deck, rest=(*deck.rest[:at], *deck.rest[at + 1 :]))
    if deck.bottom and deck.bottom[0] == card:
        return replace(deck, bottom=deck.bottom[1:])
    raise AssertionError(f"{card} is not the next card of the deck")


def discard(deck: Deck, *cards: str) -> Deck:
    """The deck with these cards on the discard pile."""
    return replace(deck, discards=(*deck.discards, *cards))


def put_back(deck: Deck, *cards: str) -> Deck:
    """The deck with these cards among the unordered rest."""
    return replace(deck, rest=tuple(sorted((*deck.rest, *cards))))


def shuffle_discards(deck: Deck) -> Deck:
    """The deck with its discards back among the unordered rest."""
    return replace(deck, rest=tuple(sorted((*deck.rest, *deck.discards))), discards=())
