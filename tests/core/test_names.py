"""Names as people type them: one line, nothing invisible, each apart from the others."""

import pytest
from hypothesis import given, strategies as st

from rules.core.names import LONGEST, apart, clean, key_of

LONG = "A" * LONGEST


@pytest.mark.parametrize(
    ("typed", "cleaned"),
    [
        ("  Ana \n  Ruiz\t", "Ana Ruiz"),
        ("A\u200bna\u202e", "Ana"),  # a zero-width space and a right-to-left override
        ("\uff21na", "Ana"),  # a full-width A
        ("\u200b\u2060", ""),
        (LONG[:-1] + " b", LONG[:-1]),
    ],
)
def test_a_name_is_cleaned_of_what_cannot_be_seen(typed: str, cleaned: str) -> None:
    assert clean(typed) == cleaned


def test_names_that_differ_in_case_and_spaces_only_are_the_same() -> None:
    assert key_of(" ANA  ruiz") == key_of("Ana Ruiz")


@given(st.text(max_size=150))
def test_cleaning_twice_changes_no_more_than_cleaning_once(typed: str) -> None:
    once = clean(typed)
    assert clean(once) == once
    assert len(once) <= LONGEST


@pytest.mark.parametrize(
    ("wanted", "taken", "called"),
    [("Ana", (), "Ana"), ("Ana", ("ana",), "Ana 2"), ("Ana", ("Ana", "Ana 2"), "Ana 3"), ("Ana", ("Hank",), "Ana")],
)
def test_a_name_somebody_has_gets_a_number(wanted: str, taken: tuple[str, ...], called: str) -> None:
    assert apart(wanted, taken) == called


def test_the_longest_name_can_be_had_many_times() -> None:
    taken: list[str] = []
    for _ in range(12):
        taken.append(apart(LONG, taken))
    assert len({key_of(name) for name in taken}) == 12
    assert max(map(len, taken)) == LONGEST
