"""What the house may read in several ways: the switches, the named sets, and how a reading is named in a ruling.

A reading that settles what the chapter leaves open is named in the numbers of every ruling that it settled; one that
only sets the scale (tracks, ranges, who rolls) is named where it is not the usual one.
"""

from collections.abc import Mapping

import msgspec

from rules.core.reference import HouseSet, Switch, by_the_house, require_readings, switch
from rules.core.tally import Part
from rules.core.values import replace
from rules.systems.conflicts.state import ConflictState, House

READINGS = (
    switch(
        "declare",
        "C2D-05",
        "How actions are declared",
        sealed="everybody declares in secret, and all is shown together",
        open="everybody declares in the open, the slowest first",
    ),
    switch(
        "initiative",
        "C2D-04",
        "Who rolls for the initiative",
        party="the best of each party rolls",
        each="everybody rolls",
    ),
    switch(
        "toughness",
        "C2D-16",
        "How much damage puts somebody out",
        gritty="tracks are the attribute and 7",
        cinematic="tracks are three times the attribute",
    ),
    switch("ties", "C2A-01", "What a total equal to the defence does", hit="a tie hits", miss="a tie misses"),
    switch(
        "zero",
        "C2A-02",
        "What a total of 0 does against somebody who does not evade",
        miss="a total of 0 is a Balls-Up",
        hit="a total of 0 hits",
    ),
    switch(
        "balls_up",
        "C2A-03",
        "Where a Balls-Up fails",
        always="a Balls-Up fails in every attack",
        unevading="a Balls-Up fails only where nobody evades",
    ),
    switch(
        "bows",
        "C2A-07",
        "What a bow multiplies",
        strength="a bow multiplies Strength",
        range="a bow multiplies the range",
    ),
    switch(
        "ranges",
        "C2D-06",
        "How distance counts",
        quarters="each quarter of the range is a malus",
        root="the square root of the distance counts",
    ),
    switch(
        "running",
        "C2A-11",
        "How a target at full pelt counts",
        both="running and full pelt add up",
        once="running counts once",
    ),
    switch(
        "small_part",
        "C2A-12",
        "What aiming at a small part of the body costs",
        _3="a small part is DM-3",
        _2="a small part is DM-2",
        _1="a small part is DM-1",
    ),
    switch(
        "familiar",
        "C2A-14",
        "How often familiarity counts",
        once="familiarity counts once",
        twice="familiarity counts twice",
    ),
    switch(
        "halving",
        "C2A-20",
        "What passes of a halved odd number",
        down="halves are rounded down",
        up="halves are rounded up",
    ),
)
SWITCHES: Mapping[str, Switch] = {switch.key: switch for switch in READINGS}
SETS = (
    HouseSet(key="by the book", note="every switch as it is usual here"),
    HouseSet(key="cinematic", note="people stand more than in life", switches={"toughness": "cinematic"}),
    HouseSet(
        key="face to face",
        note="for a table that sits together: plans in the open, everybody rolls for the initiative",
        switches={"declare": "open", "initiative": "each"},
    ),
)


def read_house(given: Mapping[str, str]) -> House:
    """The house as these switches set it. Raises: Illegal(NO_SUCH_SWITCH)."""
    require_readings(SWITCHES, given, "C2D-16")
    return msgspec.convert(given, House, strict=False)


def switches(state: ConflictState | None) -> tuple[Switch, ...]:
    """All switches with the readings in force in this fight; without one, as they are usual."""
    if state is None:
        return READINGS
    return tuple(replace(switch, now=str(getattr(state.house, switch.key))) for switch in READINGS)


def settled(house: House, key: str) -> Part:
    """The note that a reading of the house settled something: a part of 0 that names it."""
    return by_the_house(SWITCHES[key], str(getattr(house, key)))


def unusual(house: House, key: str) -> tuple[Part, ...]:
    """The same where the reading is not the usual one; else nothing."""
    return () if str(getattr(house, key)) == SWITCHES[key].usual else (settled(house, key),)
