"""What the house may read in several ways (TXD-33, TXD-35, TXA-08, TXA-17): the switches, the named sets, and how a
reading that differs from the book is named in a ruling's numbers."""

from collections.abc import Mapping

import msgspec

from rules.core.audience import ALL, Audience
from rules.core.reference import HouseSet, Switch, by_the_house, require_readings, switch
from rules.core.tally import Part
from rules.core.values import replace
from rules.systems.texarkana.library import Scene
from rules.systems.texarkana.state import House, TexState, Tier

READINGS = (  # of cardplay and of unclear places: they hold for the whole fight
    switch("ace", "TXD-35", "What an Ace counts", _1="Ace counts 1", _14="Ace counts 14"),
    switch(
        "bust_over",
        "TXD-35",
        "What is a bust",
        _21="more than 21 is a bust",
        _20="more than 20 is a bust",
        _22="more than 22 is a bust",
        _23="more than 23 is a bust",
    ),
    switch("ties", "TXD-35", "Whose a tie is", pc="a tie is the PC's", npc="a tie is the Dealer's"),
    switch(
        "trump",
        "TXD-35",
        "Who decides on a Trump",
        ask="the player says whether to Trump",
        auto="Trumps are made where that is usually wise (TXD-18)",
        never="nobody Trumps",
    ),
    switch(
        "incapacitate",
        "TXA-08",
        "Which hit may incapacitate or disarm instead",
        any_hit="instead of any hit",
        fatal_only="only instead of a fatal hit",
    ),
    switch(
        "chase",
        "TXA-17",
        "Whether a chase must be",
        always="there is a chase whenever there can be",
        optional="a chase is optional",
    ),
    switch("injury_penalty", "TXD-21", "What an Injury costs", _1="1 less for each Injury", _0="Injury costs nothing"),
)
SITUATION = (  # of this fight: the Dealer may change the last three while it goes on
    switch(
        "session", "TXF-24", "Which session it is, for Woe", **{f"_{each}": f"session {each}" for each in range(1, 7)}
    ),
    switch(
        "tier",
        "TXD-33",
        "What the situation allows (else as the scene has it)",
        any="any weapon",
        melee="fists and hand weapons",
        fists="fists only",
    ),
    switch("may_ambush", "TXD-33", "Whether the Posse may use anything (else as the scene has it)", no="no", yes="yes"),
    switch("witnesses", "TXD-33", "Whether there are witnesses (else as the scene has it)", no="no", yes="yes"),
)
SWITCHES: Mapping[str, Switch] = {switch.key: switch for switch in (*READINGS, *SITUATION)}
SETS = (
    HouseSet(key="by the book", note="every switch as the rules have it"),
    HouseSet(
        key="quick", note="Trumps are made where that is usually wise; nobody is asked", switches={"trump": "auto"}
    ),
)


def read_house(given: Mapping[str, str]) -> House:
    """The house as these switches set it. Raises: Illegal(NO_SUCH_SWITCH)."""
    require_readings(SWITCHES, given, "TXD-35")
    return msgspec.convert(given, House, strict=False)


def tier_of(given: Mapping[str, str], scene: Scene) -> Tier:
    """What the situation allows: as switched, else as the scene has it (TXD-33)."""
    return Tier(given.get("tier", scene.tier))


def may_ambush(given: Mapping[str, str], scene: Scene) -> bool:
    """Whether the Posse may use whatever it has (TX-06, TX-07)."""
    return given["may_ambush"] == "yes" if "may_ambush" in given else scene.may_ambush


def has_witnesses(given: Mapping[str, str], scene: Scene) -> bool:
    """Whether there are people who will talk (TX-12)."""
    return given["witnesses"] == "yes" if "witnesses" in given else scene.witnesses


def switches(state: TexState | None) -> tuple[Switch, ...]:
    """All switches with the readings in force in this fight; without one, as the book has them."""
    if state is None:
        return tuple(SWITCHES.values())
    return tuple(replace(switch, now=_now(state, switch.key)) for switch in SWITCHES.values())


def _now(state: TexState, key: str) -> str:
    """The reading in force."""
    match key:
        case "tier":
            return state.tier
        case "may_ambush":
            return "yes" if state.may_ambush else "no"
        case "witnesses":
            return "yes" if state.has_witnesses else "no"
        case _:
            return str(getattr(state.house, key))


def reading(state: TexState, key: str, audience: Audience = ALL) -> tuple[Part, ...]:
    """A part of 0 that names this switch where the house reads it otherwise than the book; else nothing (TXD-35)."""
    switch, now = SWITCHES[key], _now(state, key)
    return () if now == switch.usual else (by_the_house(switch, now, audience),)
