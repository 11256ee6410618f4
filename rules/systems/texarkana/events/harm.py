"""What is done to them: Grit, Injury, grapples, lost weapons."""

from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.tally import Tally
from rules.systems.texarkana.state import Condition


class GritLost(Event, frozen=True):
    """Somebody lost Grit: `damage` explains it, `left` remains."""

    who: CombatantId
    damage: Tally
    lost: int
    left: int


class InjuryGained(Event, frozen=True):
    """Somebody gained an Injury chip. `is_final`: Luck cannot refuse it (TXF-38)."""

    who: CombatantId
    is_unarmed: bool = False
    is_final: bool = False


class InjurySpared(Event, frozen=True):
    """A later unarmed hit: no further Injury (TX-35)."""

    who: CombatantId


class InjuryRefused(Event, frozen=True):
    """A Luck chip took an Injury chip away (TXD-22)."""

    who: CombatantId


class ConditionChanged(Event, frozen=True):
    """Somebody fights no more, or fights again."""

    who: CombatantId
    condition: Condition
    is_captured: bool = False


class Disarmed(Event, frozen=True):
    """A weapon is out of use for the rest of the scene (TX-43)."""

    who: CombatantId
    weapon: str


class Grappled(Event, frozen=True):
    """One holds the other (TX-37)."""

    holder: CombatantId
    held: CombatantId


class GrappleEnded(Event, frozen=True):
    """One holds the other no more."""

    holder: CombatantId
    held: CombatantId
