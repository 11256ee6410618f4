"""Quiet hours: when somebody is not to be called, by the clock on his own wall, whatever summer time does to it. Pure.

Here too is how people write times of day and time zones.

Instants are seconds since the epoch. Quiet hours that would end in the hour that the clocks leave out end with it; in
the hour that they show twice, they hold both times.
"""

import re
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from rules.core.names import clean, key_of
from rules.core.option import Choice
from rules.core.refusal import Illegal
from rules.preferences import Person, Quiet

SECONDS = 60  # of a minute
HOUR = 60  # minutes
DAY = 24 * HOUR
MOST_QUIET = 16 * HOUR  # whoever is never to be called cannot be waited for either
WELL_KNOWN = (  # one or two for each time that clocks show, from west to east
    "Pacific/Honolulu",
    "America/Anchorage",
    "America/Los_Angeles",
    "America/Denver",
    "America/Phoenix",
    "America/Chicago",
    "America/Mexico_City",
    "America/New_York",
    "America/Bogota",
    "America/Halifax",
    "America/Santiago",
    "America/Sao_Paulo",
    "America/Argentina/Buenos_Aires",
    "UTC",
    "Europe/London",
    "Europe/Berlin",
    "Africa/Lagos",
    "Africa/Johannesburg",
    "Europe/Helsinki",
    "Europe/Istanbul",
    "Asia/Dubai",
    "Asia/Karachi",
    "Asia/Kolkata",
    "Asia/Dhaka",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Australia/Perth",
    "Asia/Tokyo",
    "Australia/Adelaide",
    "Australia/Sydney",
    "Pacific/Auckland",
)


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
    for days in range(3):
        day = today + timedelta(days=days)
        ends = [datetime(day.year, day.month, day.day, hour, minute, tzinfo=zone, fold=fold) for fold in (0, 1)]
        first, last = sorted(int(end.timestamp()) for end in ends)  # apart where the clocks leave out or repeat an hour
        for end in range(first, last + 1, SECONDS):
            if end > at and not is_quiet(person, end):
                return float(end)
    raise AssertionError("quiet hours are less than a day")


# ---- as people write it


def minute_of(text: str) -> int:
    """A time of day in minutes after midnight: "22:00", "22", "8.30", "10 pm". Raises: Illegal(NOT_A_TIME)."""
    read = re.fullmatch(r"(\d{1,2})(?:[:.h](\d{2}))?(?: ?([ap])\.?m\.?)?", key_of(text), re.ASCII)
    if read is None:
        raise Illegal("NOT_A_TIME", text=clean(text)[:20])
    hour, minute, half = int(read[1]), int(read[2] or 0), read[3]
    if half is not None and 1 <= hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    elif half is not None or hour > 24:
        hour = DAY  # no time at all
    at = hour * HOUR + minute
    if minute >= HOUR or at > DAY:
        raise Illegal("NOT_A_TIME", text=clean(text)[:20])
    return at % DAY


def clock_face(minute: int) -> str:
    """A time of day as it is shown: "08:30"."""
    return f"{minute // HOUR:02}:{minute % HOUR:02}"


def quiet_of(begin: str, end: str) -> Quiet:
    """Quiet hours from and to these times of day. Raises: Illegal(NOT_A_TIME, QUIET_TOO_LONG)."""
    quiet = Quiet(begin=minute_of(begin), end=minute_of(end))
    if not 0 < (quiet.end - quiet.begin) % DAY <= MOST_QUIET:
        raise Illegal("QUIET_TOO_LONG", most=str(MOST_QUIET // HOUR))
    return quiet


def zone_called(text: str) -> str:
    """The name of the time zone meant: as it stands, or by its city alone. Raises: Illegal(NO_SUCH_ZONE)."""
    wanted = _plain(text)
    fitting = sorted(name for name in zones() if wanted in (_plain(name), _plain(name.rpartition("/")[2])))
    exact = [name for name in fitting if _plain(name) == wanted]
    if len(exact or fitting) != 1:
        raise Illegal("NO_SUCH_ZONE", zone=clean(text)[:40])
    return (exact or fitting)[0]


def zones_like(text: str, at: float) -> tuple[Choice, ...]:
    """Time zones that somebody may mean who types a part of a name, or what his clock shows now (`at`): "14:05"."""
    wanted = _plain(text)
    if not wanted or wanted[0].isdecimal():
        names = [name for name in WELL_KNOWN if time_in(name, at).startswith(wanted)]
    else:
        names = sorted((name for name in zones() if wanted in _plain(name)), key=lambda name: _rank(name, wanted))
    return tuple(Choice(key=name, label=f"{name.replace('_', ' ')} (now {time_in(name, at)})") for name in names[:25])


def time_in(zone: str, at: float) -> str:
    """What clocks show in a time zone: "14:05"."""
    return datetime.fromtimestamp(at, zone_of(zone)).strftime("%H:%M")


def _plain(name: str) -> str:
    return key_of(name.replace("_", " "))


def _rank(name: str, wanted: str) -> tuple[bool, bool, str]:
    """Cities that begin so come first, then zones of a part of the world, then old names."""
    return (not _plain(name.rpartition("/")[2]).startswith(wanted), "/" not in name or name.startswith("Etc/"), name)
