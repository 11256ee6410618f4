"""The 54 action cards: reading what is printed on them (TW-1.30 to TW-1.44)."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec

from rules.systems.twtw.data_files import read

COLUMNS = (4, 6, 8, 10, 12)
CRITICAL = 0  # how a cause cell shows a critical failure
CAUSE_ROWS, EFFECT_ROWS = 5, 7
JOKERS = (0, 53)
RANKS = ("", "2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King", "Ace")
SUITS = ("", "Clubs", "Diamonds", "Hearts", "Spades")


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A card: its corners, two grids (rows of the five columns) and four locations, one of them standard.

    `increased` lists the effect cells (row, column) that ask for a second card (TW-1.42).
    """

    number: int
    rank: int
    suit: int
    toggle: bool
    cause: tuple[tuple[int, ...], ...]
    effect: tuple[tuple[int, ...], ...]
    increased: tuple[tuple[int, int], ...]
    bank: tuple[str, str, str, str]
    standard: int

    def caused(self, row: int, column: int) -> int:
        """The cell of the upper grid; 0: a critical failure."""
        return self.cause[row - 1][COLUMNS.index(column)]

    def effected(self, row: int, column: int) -> int:
        """The cell of the lower grid; rows beyond the last count as the last."""
        return self.effect[min(row, EFFECT_ROWS) - 1][COLUMNS.index(column)]

    def is_increased(self, row: int, column: int) -> bool:
        """Whether this effect cell asks for a second card."""
        return (min(row, EFFECT_ROWS), column) in self.increased


@lru_cache(maxsize=1)
def cards() -> Mapping[str, Card]:
    """All cards by number, which is also how they are written."""
    return read("cards.toml", dict[str, Card])


ALL_CARDS: tuple[str, ...] = tuple(sorted(str(number) for number in range(54)))


def card(code: str) -> Card:
    """The card of this number."""
    return cards()[code]


def rank_of(number: int) -> int:
    """Upper right corner: deuce 1 to ace 13, jokers 0 and 14 (TW-1.32, TW-1.36)."""
    if number in JOKERS:
        return 0 if number == JOKERS[0] else 14
    return (number - 1) // 4 + 1


def suit_of(number: int) -> int:
    """Lower left corner: clubs 1 to spades 4, red joker 0, black joker 5 (TW-1.33, TW-1.36)."""
    if number in JOKERS:
        return 0 if number == JOKERS[0] else 5
    return (number - 1) % 4 + 1


def toggle_of(number: int) -> bool:
    """Lower right corner: even numbers say yes (TW-OQ-14)."""
    return number % 2 == 0


def is_joker(code: str) -> bool:
    """Whether the deck is shuffled at the end of the round (TW-OQ-29)."""
    return int(code) in JOKERS


def shown(code: str) -> str:
    """A card as it is called: "39, Jack of Hearts"."""
    number = int(code)
    if number in JOKERS:
        return f"{number}, {'red' if number == JOKERS[0] else 'black'} Joker"
    return f"{number}, {RANKS[rank_of(number)]} of {SUITS[suit_of(number)]}"


def in_order(codes: Iterable[str]) -> list[str]:
    """Cards by number."""
    return sorted(codes, key=int)
