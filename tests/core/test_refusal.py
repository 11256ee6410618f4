"""A refusal carries its code, facts, rules and hint."""

import pytest

from rules.core.refusal import Illegal


def test_an_illegal_carries_what_was_wrong() -> None:
    refusal = Illegal("TOO_FAR", "X-1", "X-2", hint="Go nearer.", who="Ana").refusal
    assert (refusal.code, refusal.rules, refusal.hint) == ("TOO_FAR", ("X-1", "X-2"), "Go nearer.")
    assert refusal.facts == {"who": "Ana"}


def test_the_text_of_the_exception_holds_no_facts() -> None:
    assert str(Illegal("NOT_HELD", card="#007")) == "NOT_HELD"


def test_a_refusal_can_be_raised_again_as_it_was() -> None:
    refusal = Illegal("TOO_FAR", "X-1", hint="Go nearer.", who="Ana").refusal
    assert Illegal.of(refusal).refusal == refusal


def test_a_refusal_cannot_be_changed() -> None:
    refusal = Illegal("TOO_FAR").refusal
    with pytest.raises(AttributeError):
        refusal.code = "OTHER"  # type: ignore[misc]  # what is tested
