"""Instants as people write them, for tests of the clock."""

from datetime import datetime
from zoneinfo import ZoneInfo

from rules.preferences import Person, Quiet

BERLIN, NEW_YORK, KOLKATA = "Europe/Berlin", "America/New_York", "Asia/Kolkata"
HOUR = 3600.0


def at(zone: str, text: str, *, again: bool = False) -> float:
    """The instant at which the clocks of a zone show this ("2026-03-29 07:00"); `again`: the second time they do."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=int(again)).timestamp()


def sleeper(zone: str, begin: str, end: str) -> Person:
    """Somebody with these quiet hours ("22:00" to "08:00")."""
    return Person(zone=zone, quiet=Quiet(begin=_minutes(begin), end=_minutes(end)))


def _minutes(text: str) -> int:
    hour, minute = text.split(":")
    return 60 * int(hour) + int(minute)
