"""A deck knows no order that nobody has seen, and loses no card."""

from collections import Counter

import pytest
from hypothesis import given, strategies as st

from rules.core.deck import Deck, discard, look_at_next, shuffle_discards, take
from rules.core.dice import ScriptedDice, SeededDice

NONE = ScriptedDice()  # chance that nobody may ask

piles = st.lists(st.sampled_from(["A", "B", "C", "D", "E", "joker"]), max_size=8).map(tuple)
decks = st.builds(Deck, top=piles, rest=piles.map(lambda pile: tuple(sorted(pile))), bottom=piles, discards=piles)


def cards_of(deck: Deck) -> Counter[str]:
    return Counter((*deck.top, *deck.rest, *deck.bottom, *deck.discards))


def test_the_known_top_comes_first_and_asks_no_chance() -> None:
    assert look_at_next(Deck(top=("A", "B"), rest=("C",), bottom=("D",)), NONE, "a card") == "A"


def test_chance_decides_among_the_rest_before_the_bottom_comes() -> None:
    assert look_at_next(Deck(rest=("A", "B", "C"), bottom=("D",)), ScriptedDice("B"), "a card") == "B"


def test_the_known_bottom_comes_last_and_asks_no_chance() -> None:
    assert look_at_next(Deck(bottom=("D", "E")), NONE, "a card") == "D"


def test_a_card_that_is_not_in_the_deck_cannot_be_taken() -> None:
    with pytest.raises(AssertionError):
        take(Deck(rest=("A",), discards=("B",)), "B")


def test_discards_lie_in_the_order_in_which_they_came() -> None:
    assert discard(Deck(discards=("A",)), "C", "B").discards == ("A", "C", "B")


def test_shuffled_discards_join_the_rest_and_leave_what_is_known() -> None:
    shuffled = shuffle_discards(Deck(top=("T",), rest=("C",), bottom=("Z",), discards=("B", "A")))
    assert shuffled == Deck(top=("T",), rest=("A", "B", "C"), bottom=("Z",))


def test_the_discards_are_not_left_to_draw() -> None:
    assert Deck(top=("A",), rest=("B",), bottom=("C",), discards=("D",)).left == 3


@given(decks, st.binary(max_size=8))
def test_taking_the_next_card_takes_one_card_and_no_other(deck: Deck, seed: bytes) -> None:
    if not deck.left:
        return
    card = look_at_next(deck, SeededDice(b"key", seed), "a card")
    assert cards_of(take(deck, card)) + Counter([card]) == cards_of(deck)


@given(decks, st.binary(max_size=8))
def test_drawing_to_the_end_and_shuffling_gives_every_card_again(deck: Deck, seed: bytes) -> None:
    before, dice = cards_of(deck), SeededDice(b"key", seed)
    while deck.left:
        card = look_at_next(deck, dice, "a card")
        deck = discard(take(deck, card), card)
    deck = shuffle_discards(deck)
    assert cards_of(deck) == before
    assert not deck.discards
    assert list(deck.rest) == sorted(deck.rest)
