"""Filling the blanks of a choice: legal values, own words, and what may be left out."""

import pytest

from rules.core.option import Choice, Slot, filled
from rules.core.refusal import Illegal

SUIT = Slot(name="trumps", label="Trumps", choices=(Choice(key="Cl", label="Clubs"), Choice(key="Ma", label="Masks")))
WORDS = Slot(name="why", label="Why", is_free=True, is_optional=True)
TEST = Choice(key="test", label="A test", blanks=(SUIT, WORDS))


def test_blanks_are_filled_by_key_and_in_ones_own_words() -> None:
    assert filled(TEST, {"trumps": "Ma", "why": "the door is stout"}) == {"trumps": "Ma", "why": "the door is stout"}


def test_an_optional_blank_left_out_is_empty() -> None:
    assert filled(TEST, {"trumps": "Cl"}) == {"trumps": "Cl", "why": ""}


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({}, "LEFT_OUT"),
        ({"trumps": ""}, "LEFT_OUT"),
        ({"trumps": "Clubs"}, "NOT_FOUND"),
        ({"trumps": "Cl", "card": "7Pi"}, "NO_SUCH_BLANK"),
    ],
)
def test_what_does_not_fit_is_refused(given: dict[str, str], code: str) -> None:
    with pytest.raises(Illegal) as refused:
        filled(TEST, given)
    assert refused.value.refusal.code == code
