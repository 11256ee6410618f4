"""How a table plays, whatever its system: how long it waits, whom it calls, what its game master may look at."""

from collections.abc import Mapping

import msgspec

from rules.core.option import Choice
from rules.core.reference import Switch
from rules.core.refusal import Illegal
from rules.core.values import replace

HOUR = 3600  # seconds
GM = "the game master"  # by the word of no system


class TableRules(msgspec.Struct, frozen=True, kw_only=True):
    """The readings in force in a fight, by the keys of `table_switches`.

    All of them are written: what msgspec leaves out as a default it tells by identity, and two equal texts may be two.
    """

    deadline: str = "none"
    late: str = "call"
    pings: str = "gentle"
    peeking: str = "off"
    asking: str = "plain"

    @property
    def seconds(self) -> int | None:
        """How long whoever is awaited has, in seconds; None: as long as it takes."""
        return None if self.deadline == "none" else int(self.deadline.removesuffix("h")) * HOUR


_READINGS: Mapping[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "deadline": (
        "Time to answer",
        (
            ("none", "as long as it takes"),
            ("1h", "1 hour"),
            ("4h", "4 hours"),
            ("12h", "12 hours"),
            ("24h", "1 day"),
            ("48h", "2 days"),
            ("72h", "3 days"),
            ("168h", "1 week"),
        ),
    ),
    "late": (
        "When the time is up",
        (("call", f"{GM} is called"), ("default", "what stands after “else” happens")),
    ),
    "pings": (
        "Reminders",
        (
            ("off", "no reminder"),
            ("gentle", "one reminder, at half the time"),
            ("firm", "at half the time, near its end, and to whoever is next"),
        ),
    ),
    "peeking": (
        "Looking at what players hold",
        (("off", "never"), ("open", f"{GM} may, and everybody is told")),
    ),
    "asking": (
        "Who has nothing to answer with",
        (("plain", "is not waited for"), ("even", "is waited for all the same, so that a pause tells nothing")),
    ),
}


def table_switches(now: TableRules | None = None) -> tuple[Switch, ...]:
    """What may be set, with the readings in force (None: as a table plays that has set nothing)."""
    usual, now = TableRules(), now or TableRules()
    return tuple(
        Switch(
            key=key,
            rule="",
            about=about,
            readings=tuple(Choice(key=reading, label=label) for reading, label in readings),
            usual=getattr(usual, key),
            now=getattr(now, key),
        )
        for key, (about, readings) in _READINGS.items()
    )


def usual_for(given: Mapping[str, str]) -> Mapping[str, str]:
    """Of these readings those that there are and that a table would not play by anyhow: what a new fight sets."""
    return {
        each.key: given[each.key]
        for each in table_switches()
        if given.get(each.key, each.usual) != each.usual
        and given[each.key] in {reading.key for reading in each.readings}
    }


def set_to(now: TableRules, given: Mapping[str, str]) -> TableRules:
    """The same with these readings. Raises: Illegal(NO_SUCH_SWITCH)."""
    known = {each.key: each for each in table_switches()}
    for key, value in given.items():
        there = [reading.key for reading in known[key].readings] if key in known else list(known)
        if key not in known or value not in there:
            raise Illegal("NO_SUCH_SWITCH", switch=key[:40], value=value[:40], hint=f"There is: {', '.join(there)}.")
    return replace(now, **given)
