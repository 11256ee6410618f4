"""What the Dealer sets, overruling the rules."""

from rules.core.combatant import Side
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.systems.texarkana.state import Link, Sight, Tier, Zone


class ZonePlaced(Event, frozen=True):
    """The Dealer named a zone, or said how it connects; the lists replace what was said of it before."""

    zone: Zone
    links: tuple[Link, ...] | None = None
    sights: tuple[Sight, ...] | None = None


class TierChanged(Event, frozen=True):
    """What the situation allows (TX-03 to TX-05)."""

    tier: Tier


class AmbushSet(Event, frozen=True):
    """Whether the Posse may use whatever it has (TX-06, TX-07)."""

    may_ambush: bool


class WoeSet(Event, frozen=True):
    """The Dealer's Woe, as set."""

    woe: int


class GritSet(Event, frozen=True):
    """Grit, as set."""

    who: CombatantId
    grit: int


class InjurySet(Event, frozen=True):
    """Injury chips, as set."""

    who: CombatantId
    injury: int


class LuckSet(Event, frozen=True):
    """Luck chips, as set."""

    who: CombatantId
    luck: int


class RatingSet(Event, frozen=True):
    """An NPC's rating, as set."""

    who: CombatantId
    suit: str
    rating: int


class SideSet(Event, frozen=True):
    """Somebody fights for another side now."""

    who: CombatantId
    side: Side


class MountedSet(Event, frozen=True):
    """Somebody is in the saddle, or out of it (TXA-27)."""

    who: CombatantId
    is_mounted: bool


class WeaponGiven(Event, frozen=True):
    """Somebody has a weapon, and it is of use again."""

    who: CombatantId
    weapon: str


class Hidden(Event, frozen=True):
    """Somebody is out of the players' sight."""

    who: CombatantId


class Revealed(Event, frozen=True):
    """Somebody who was hidden is seen."""

    who: CombatantId
