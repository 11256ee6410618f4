"""What the house may read in several ways (TW-OQ-36): the switches, the named sets, and reading them."""

from collections.abc import Mapping

import msgspec

from rules.core.reference import HouseSet, Switch, by_the_house, require_readings, switch
from rules.core.tally import Part
from rules.core.values import replace
from rules.systems.twtw.arcs import Mode
from rules.systems.twtw.state import House, TwtwState

READINGS = (
    switch(
        "mode",
        "TW-OQ-25c",
        "How the ground is measured (else as the scene has it)",
        gridless="without a map: half the range aside leaves 60°, all of it 120°",
        angle="by the exact angle between positions in paces",
        hex="on hexes, by the exact angle between them",
    ),
    switch(
        "movement",
        "TW-OQ-13",
        "Who moves first",
        quickest_first="the quickest moves first",
        slowest_first="the slowest moves first",
    ),
    switch(
        "watch",
        "TW-OQ-33",
        "When an aimer is asked as the target moves",
        before="once, before the first pace",
        each_exit="before the pace that leaves his field",
    ),
    switch(
        "toggle",
        "TW-E3",
        "Whether a toggle decides on the edge of a field",
        off="never: the edge is inside",
        move="as the move ends",
        shot="as the shot is tried",
    ),
    switch("toggle_for", "TW-E5", "For whom the edge may be clear", all="for all", pcs="for PCs", npcs="for NPCs"),
    switch("toggle_clear", "TW-OQ-15", "Which toggle means clear", yes="yes means clear", no="no means clear"),
    switch(
        "border",
        "TW-OQ-15b",
        "Where the border of a field belongs",
        inside="inside",
        sixty_out="inside for 120°, outside for 60°",
    ),
    switch(
        "out_of_arc",
        "TW-OQ-7",
        "What a shot at a target that left the field costs",
        both="the aim and a point",
        aim_only="the aim alone",
    ),
    switch(
        "bravery_fail",
        "TW-OQ-1",
        "What failing in bravery after a surprise costs",
        half="half the points of the round",
        defensive="all but defence, tested again each round",
    ),
    switch(
        "surprise_calamity",
        "TW-OQ-3",
        "What a calamity against surprise does",
        fails="it fails like any other",
        no_defence="it leaves not even defence",
    ),
    switch(
        "drawn_claimer",
        "TW-OQ-4",
        "Whether who always claims danger expects it with a weapon drawn",
        never="no",
        expects="yes",
    ),
    switch(
        "move_cost",
        "TW-OQ-10",
        "What paces cost",
        one_then_two="1 point up to Move, then 2 a pace",
        four_then_one="4 points up to Move, then 1 a pace",
    ),
    switch(
        "accurate_from",
        "TW-OQ-12",
        "From which round of an aim Accurate counts",
        _2="from the second",
        _1="from the first",
    ),
    switch(
        "shaken",
        "TW-OQ-31",
        "Whether who aims and is shot at needs bravery",
        easy="yes, Easy",
        never="no",
    ),
    switch(
        "height",
        "TW-OQ-20",
        "Where height moves the location",
        melee="hand to hand only",
        always="with firearms too",
    ),
    switch(
        "called_bumps",
        "TW-OQ-18",
        "Whether a called spot can be moved",
        no="no, it stands",
        yes="yes, by all modifiers",
    ),
    switch(
        "bank_end",
        "TW-OQ-17",
        "What happens beyond the last location",
        stop="it stays there",
        wrap="it goes round to the other end",
    ),
    switch("difficult", "TW-OQ-27", "What Difficult is", _9="Difficult is 9", _7="Difficult is 7"),
    switch("wounds", "TW-W8", "Whether wounds are ruled", on="yes", off="no, damage is told and that is all"),
)
SWITCHES: Mapping[str, Switch] = {switch.key: switch for switch in READINGS}
SETS = (
    HouseSet(key="by the book", note="every switch as it usually is, measured as the scene has it"),
    HouseSet(key="hexes", note="on a hex map, by the exact angle", switches={"mode": "hex"}),
    HouseSet(
        key="gritty",
        note="on hexes, with arc edges, and aimers asked at the last pace",
        switches={"mode": "hex", "toggle": "move", "watch": "each_exit"},
    ),
)


def read_house(given: Mapping[str, str], mode: Mode) -> House:
    """The house as these switches set it, in the scene's way of measuring. Raises: Illegal(NO_SUCH_SWITCH)."""
    require_readings(SWITCHES, given, "TW-OQ-36")
    return msgspec.convert({"mode": mode, **given}, House, strict=False)


def reading(house: House, key: str) -> tuple[Part, ...]:
    """A part of 0 that names this switch where the house reads it otherwise than usual; else nothing (TW-OQ-36)."""
    switch, now = SWITCHES[key], str(getattr(house, key))
    return () if now == switch.usual else (by_the_house(switch, now),)


def switches(state: TwtwState | None) -> tuple[Switch, ...]:
    """All switches with the readings in force in this fight; without one, as they usually are."""
    if state is None:
        return READINGS
    return tuple(replace(switch, now=str(getattr(state.house, switch.key))) for switch in READINGS)
