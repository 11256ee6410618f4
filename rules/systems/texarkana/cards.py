"""The 117 cards: suits, values, and how a card is written and shown. No order, no hands: those are in the state."""

from collections.abc import Iterable

SUITS = {  # TXF-01, TXF-02
    "He": "Hearts",
    "Di": "Diamonds",
    "Ho": "Horns",
    "Pi": "Pistols",
    "Cl": "Clubs",
    "Sp": "Spades",
    "Ma": "Masks",
    "To": "Tomes",
    "Sk": "Skulls",
}
VALUES = {"A": 1, **{str(number): number for number in range(2, 11)}, "J": 11, "Q": 12, "K": 13}  # TXD-10
FACES = {"A": "Ace", "J": "Jack", "Q": "Queen", "K": "King"}
SKULLS = "Sk"

ALL_CARDS = tuple(sorted(value + suit for suit in SUITS for value in VALUES))


def suit_of(card: str) -> str:
    """The two letters of the card's suit."""
    return card[-2:]


def face_of(card: str) -> str:
    """What stands before the suit: `A`, `2` to `10`, `J`, `Q` or `K`."""
    return card[:-2]


def is_skull(card: str) -> bool:
    """Whether the card is of the suit that feeds Woe (TXF-25)."""
    return suit_of(card) == SKULLS


def suit_names(suits: Iterable[str]) -> str:
    """Suits as the table calls them: "Clubs and Horns"."""
    return " and ".join(SUITS[suit] for suit in suits)


def is_trump(card: str, trumps: Iterable[str]) -> bool:
    """Whether the card's suit is among the trumps; Skulls never are (TXD-10)."""
    return not is_skull(card) and suit_of(card) in trumps


def shown(card: str) -> str:
    """The card as the table calls it: "7 of Clubs"."""
    face = face_of(card)
    return f"{FACES.get(face, face)} of {SUITS[suit_of(card)]}"


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards by suit, then by value, as a hand is held."""
    suits = list(SUITS)
    return tuple(sorted(cards, key=lambda card: (suits.index(suit_of(card)), VALUES[face_of(card)])))
