"""What happened, past tense: aims: taken, kept and lost."""

from enum import StrEnum

from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.systems.twtw.arcs import Mode, Verdict
from rules.systems.twtw.hexes import Spot


class Why(StrEnum):
    """What cost somebody his aim."""

    OUT_OF_FIELD = "out_of_field"  # TW-A7
    CLEAR_OF_EDGE = "clear_of_edge"  # TW-E2
    OWN_MOVE = "own_move"  # TW-OQ-13d
    OTHER_ACT = "other_act"
    FIRED = "fired"
    SHAKEN = "shaken"  # TW-OQ-31
    TARGET_GONE = "target_gone"
    DISARMED = "disarmed"
    WORD = "word"  # the Judge's


class Aimed(Event, frozen=True):
    """Somebody takes aim: his field of fire is centred on the target (TW-A1, TW-F5)."""

    who: CombatantId
    whom: CombatantId
    weapon: str
    centre: Spot


class AimLost(Event, frozen=True):
    """An aim is lost; where by a move, after which pace, how measured, and by which numbers (TW-A7).

    `stays_trained`: the weapon points where it did until the next declaration.
    """

    who: CombatantId
    whom: CombatantId
    why: Why
    mode: Mode
    pace: int = 0
    measure: str = ""
    stays_trained: bool = False


class FieldKept(Event, frozen=True):
    """A target has moved and is still in the field of whoever aims at it; how that was measured."""

    who: CombatantId
    whom: CombatantId
    mode: Mode
    lies: Verdict
    measure: str


class EdgeChecked(Event, frozen=True):
    """A toggle was read for a target on the edge of a field (TW-E2); the card serves for nothing else (TW-E4)."""

    who: CombatantId
    whom: CombatantId
    card: str
    is_yes: bool
    is_clear: bool
    mode: Mode
