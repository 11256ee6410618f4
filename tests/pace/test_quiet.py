"""Quiet hours by the clock on the wall: over midnight, in three zones, and where the clocks are put on or back."""

from datetime import UTC

from hypothesis import given, strategies as st

from rules.preferences import Person, Quiet
from rules.quiet import MOST_QUIET, is_quiet, wakes, zone_of
from tests.pace.times import BERLIN, HOUR, KOLKATA, NEW_YORK, at, sleeper

NIGHT = ("22:00", "08:00")


def test_nobody_is_quiet_who_has_not_said_so() -> None:
    assert not is_quiet(Person(), 0.0)
    assert wakes(Person(), 5.0) == 5.0


def test_quiet_hours_that_begin_when_they_end_are_none() -> None:
    assert not is_quiet(sleeper(BERLIN, "08:00", "08:00"), at(BERLIN, "2026-06-01 08:00"))


def test_quiet_hours_over_midnight_hold_the_evening_and_the_morning() -> None:
    ana = sleeper(BERLIN, *NIGHT)
    for when, quiet in (("21:59", False), ("22:00", True), ("23:59", True), ("00:00", True), ("07:59", True)):
        assert is_quiet(ana, at(BERLIN, f"2026-06-01 {when}")) is quiet
    assert not is_quiet(ana, at(BERLIN, "2026-06-01 08:00"))


def test_quiet_hours_by_day_end_on_the_same_day() -> None:
    ana = sleeper(BERLIN, "12:30", "14:00")
    assert wakes(ana, at(BERLIN, "2026-06-01 13:00")) == at(BERLIN, "2026-06-01 14:00")
    assert not is_quiet(ana, at(BERLIN, "2026-06-01 12:29"))


def test_one_instant_is_night_for_one_and_day_for_others() -> None:
    noon = at("UTC", "2026-01-15 20:00")  # 21:00 in Berlin, 15:00 in New York, 01:30 of the next day in Kolkata
    assert not is_quiet(sleeper(BERLIN, *NIGHT), noon)
    assert not is_quiet(sleeper(NEW_YORK, *NIGHT), noon)
    kolkata = sleeper(KOLKATA, *NIGHT)
    assert is_quiet(kolkata, noon)
    assert wakes(kolkata, noon) == noon + 6.5 * HOUR


def test_the_night_in_which_clocks_are_put_on_is_an_hour_shorter() -> None:
    for zone, day, next_day in (
        (BERLIN, "2026-03-28", "2026-03-29"),
        (NEW_YORK, "2026-03-07", "2026-03-08"),
    ):
        begin = at(zone, f"{day} 22:00")
        assert wakes(sleeper(zone, *NIGHT), begin) == at(zone, f"{next_day} 08:00") == begin + 9 * HOUR


def test_the_night_in_which_clocks_are_put_back_is_an_hour_longer() -> None:
    for zone, day, next_day in (
        (BERLIN, "2026-10-24", "2026-10-25"),
        (NEW_YORK, "2026-10-31", "2026-11-01"),
    ):
        begin = at(zone, f"{day} 22:00")
        assert wakes(sleeper(zone, *NIGHT), begin) == at(zone, f"{next_day} 08:00") == begin + 11 * HOUR


def test_an_end_that_the_clocks_leave_out_comes_when_they_have_left_it_out() -> None:
    """In Berlin 2:30 does not come on that day: 3:00 follows 1:59."""
    ana = sleeper(BERLIN, "20:00", "02:30")
    assert is_quiet(ana, at(BERLIN, "2026-03-29 01:59"))
    assert wakes(ana, at(BERLIN, "2026-03-29 01:00")) == at(BERLIN, "2026-03-29 03:00")
    assert not is_quiet(ana, at(BERLIN, "2026-03-29 03:00"))


def test_quiet_hours_that_end_in_the_hour_that_comes_twice_are_quiet_twice() -> None:
    ana = sleeper(BERLIN, "20:00", "02:30")
    first, second = at(BERLIN, "2026-10-25 02:30"), at(BERLIN, "2026-10-25 02:30", again=True)
    assert second == first + HOUR
    assert wakes(ana, first - HOUR) == first
    assert is_quiet(ana, at(BERLIN, "2026-10-25 02:15", again=True))
    assert wakes(ana, at(BERLIN, "2026-10-25 02:15", again=True)) == second


def test_a_zone_that_is_known_no_more_counts_as_utc() -> None:
    assert zone_of("Nowhere/Atlantis") is zone_of("../etc/passwd") is UTC
    assert wakes(sleeper("Nowhere/Atlantis", *NIGHT), 0.0) == 8 * HOUR


minutes = st.integers(min_value=0, max_value=24 * 60 - 1)


@given(
    zone=st.sampled_from((BERLIN, NEW_YORK, KOLKATA, "Australia/Lord_Howe", "UTC", "Africa/Casablanca")),
    begin=minutes,
    length=st.integers(min_value=1, max_value=MOST_QUIET),
    instant=st.integers(min_value=int(at("UTC", "2026-01-01 00:00")), max_value=int(at("UTC", "2027-12-31 00:00"))),
)
def test_whoever_wakes_is_awake_and_was_asleep_till_then(zone: str, begin: int, length: int, instant: int) -> None:
    person = Person(zone=zone, quiet=Quiet(begin=begin, end=(begin + length) % (24 * 60)))
    up = wakes(person, instant)
    assert up >= instant
    assert not is_quiet(person, up)
    assert up <= instant + (MOST_QUIET * 60 + 2 * HOUR)
    assert not [t for t in range(instant - instant % 60 + 60, int(up), 60) if not is_quiet(person, t)]
