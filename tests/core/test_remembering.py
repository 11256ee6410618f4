"""What is remembered of a state: found again for that very state and those arguments, and for nothing else."""

import msgspec
import pytest

from rules.core.remembering import KEPT, remembered


class Sum(msgspec.Struct, frozen=True):
    one: int


class Asked:
    """Counts how often something is worked out."""

    def __init__(self) -> None:
        self.times = 0

        @remembered
        def less(state: Sum, /, by: int = 0, over: int = 1) -> int:
            self.times += 1
            return (state.one - by) // over

        self.less = less


def test_the_same_state_is_looked_at_once() -> None:
    asked, state = Asked(), Sum(10)
    assert [asked.less(state), asked.less(state)] == [10, 10]
    assert asked.times == 1


def test_an_equal_state_is_another() -> None:
    asked = Asked()
    assert asked.less(Sum(10)) == asked.less(Sum(10))
    assert asked.times == 2


def test_arguments_are_told_apart_by_name_and_by_place() -> None:
    asked, state = Asked(), Sum(10)
    assert asked.less(state, by=2, over=1) == 8
    assert asked.less(state, over=2, by=1) == 4
    assert asked.less(state, 2, 1) == 8
    assert asked.less(state, over=2) == 5
    assert asked.less(state, by=2) == 8


def test_a_failure_is_not_remembered() -> None:
    asked, state = Asked(), Sum(10)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            asked.less(state, over=0)
    assert asked.times == 2


def test_the_oldest_is_forgotten_and_no_newer_state_is_taken_for_it() -> None:
    asked, first = Asked(), Sum(10)
    asked.less(first)
    for number in range(3 * KEPT):  # each gone at once, so that its place in memory is used again
        assert asked.less(Sum(number)) == number
    before = asked.times
    assert asked.less(first) == 10
    assert asked.times == before + 1
