"""What happened, past tense: what the Judge sets by his own word, and the end."""

from enum import StrEnum

from rules.core.combatant import Side
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.systems.twtw.hexes import Spot
from rules.systems.twtw.state import Landmark, Smoke


class Flag(StrEnum):
    """What is so, or is not."""

    PRONE = "prone"
    MOUNTED = "mounted"
    ABOVE = "above"
    POINT_BLANK = "point-blank"
    EXPECTS = "expects"
    HABITUAL = "habitual"
    SURPRISED = "surprised"


class Quantity(StrEnum):
    """What is counted."""

    POINTS = "points"
    WOUNDS = "wounds"
    CONCUSSION = "concussion"
    MODIFIER = "modifier"
    MOVE = "move"


class FlagSet(Event, frozen=True):
    """The Judge says that something is so, or is not."""

    who: CombatantId
    flag: Flag
    is_on: bool


class QuantitySet(Event, frozen=True):
    """The Judge sets a number."""

    who: CombatantId
    quantity: Quantity
    value: int


class ShotsSet(Event, frozen=True):
    """The Judge says how many shots are in a weapon."""

    who: CombatantId
    weapon: str
    left: int


class BumpRuled(Event, frozen=True):
    """The Judge changes or waives the mandatory location modifier of somebody's next attack (TW-B6)."""

    who: CombatantId
    ruling: str


class ModifierUsed(Event, frozen=True):
    """What the Judge set for somebody's next attack has served."""

    who: CombatantId


class CoverSet(Event, frozen=True):
    """The Judge says what somebody is behind."""

    who: CombatantId
    cover: str
    is_ducked: bool


class SideSet(Event, frozen=True):
    """An NPC changes sides."""

    who: CombatantId
    side: Side


class AmbushSet(Event, frozen=True):
    """Who may be surprised at the start."""

    ambush: str


class Hidden(Event, frozen=True):
    """Somebody is out of sight."""

    who: CombatantId


class Revealed(Event, frozen=True):
    """Somebody is seen."""

    who: CombatantId


class Placed(Event, frozen=True):
    """The Judge puts somebody somewhere."""

    who: CombatantId
    spot: Spot


class LandmarkPlaced(Event, frozen=True):
    """Something is on the ground that positions may be told from."""

    landmark: Landmark


class Ended(Event, frozen=True):
    """The fight is over."""

    winner: Side | None


class SmokeSet(Event, frozen=True):
    """The Judge says whether somebody stands in smoke."""

    who: CombatantId
    smoke: Smoke
