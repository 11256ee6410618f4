"""Quiet hours: when somebody is not to be called, by the clock on his own wall, whatever summer time does to it. Pure.

Instants are seconds since the epoch. In the hour that the clocks leave out, quiet hours that would end there end as
much later; in the hour that they show twice, they hold both times.
"""

from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from rules.preferences import Person

HOUR = 60  # minutes
MOST_QUIET = 16 * HOUR  # whoever is never to be called cannot be waited for either


@lru_cache(maxsize=1)
def zones() -> frozenset[str]:
    """The names of all time zones of the world."""
    return frozenset(available_timezones())


@lru_cache(maxsize=1024)
def zone_of(name: str) -> tzinfo:
    """The time zone of this name; one that is known no more counts as UTC."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def is_quiet(person: Person, at: float) -> bool:
    """Whether this instant lies in the person's quiet hours."""
    quiet = person.quiet
    if quiet is None or quiet.begin == quiet.end:
        return False
    local = datetime.fromtimestamp(at, zone_of(person.zone))
    minute = local.hour * HOUR + local.minute
    if quiet.begin < quiet.end:
        return quiet.begin <= minute < quiet.end
    return minute >= quiet.begin or minute < quiet.end


def wakes(person: Person, at: float) -> float:
    """The first instant from `at` on at which the person may be called."""
    if not is_quiet(person, at):
        return at
    assert person.quiet is not None, "else it is never quiet"
    zone = zone_of(person.zone)
    today = datetime.fromtimestamp(at, zone).date()
    hour, minute = divmod(person.quiet.end, HOUR)
    ends = [
        datetime(day.year, day.month, day.day, hour, minute, tzinfo=zone, fold=fold).timestamp()
        for day in (today + timedelta(days=days) for days in range(3))
        for fold in (0, 1)
    ]
    return min(end for end in ends if end > at and not is_quiet(person, end))
