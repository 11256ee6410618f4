"""The quick `replace` does what the one of the library does."""

import dataclasses

import pytest

from rules.core.values import replace
from rules.systems.conflicts.state import ConflictState, Spot


def test_a_replaced_value_equals_that_of_the_library() -> None:
    state = ConflictState(round=3, counter=2)
    assert replace(state, round=4) == dataclasses.replace(state, round=4)
    assert hash(replace(Spot(x=1, y=2), y=5)) == hash(Spot(x=1, y=5))
    assert replace(state) == state


def test_the_value_itself_stays_as_it_was() -> None:
    spot = Spot(x=1, y=2)
    assert (replace(spot, x=9), spot) == (Spot(x=9, y=2), Spot(x=1, y=2))


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(KeyError):
        replace(Spot(x=1, y=2), z=3)  # type: ignore[call-arg]  # that there is no such field is the point
