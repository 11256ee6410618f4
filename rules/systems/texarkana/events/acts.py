"""What combatants do: move, take cover, arm themselves, flee."""

from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.systems.texarkana.state import Flight


class Moved(Event, frozen=True):
    """Somebody is in another zone."""

    who: CombatantId
    where: str


class ZonesDescribed(Event, frozen=True):
    """The players are told of zones that they can now reach (TX-26)."""

    zones: tuple[str, ...]


class CoverTaken(Event, frozen=True):
    """Somebody is in cover."""

    who: CombatantId


class CoverLost(Event, frozen=True):
    """Somebody is out of cover."""

    who: CombatantId


class Armed(Event, frozen=True):
    """Somebody has another weapon in hand; empty: fists (TXD-27)."""

    who: CombatantId
    weapon: str


class RanOut(Event, frozen=True):
    """A weapon is out of ammunition (TX-57, TXA-03)."""

    who: CombatantId
    weapon: str


class Reloaded(Event, frozen=True):
    """A weapon may fire again (TXD-27)."""

    who: CombatantId
    weapon: str


class Thrown(Event, frozen=True):
    """A weapon has left the hand, and lies where the target is (TXA-13)."""

    who: CombatantId
    weapon: str
    where: str


class PickedUp(Event, frozen=True):
    """Somebody has a weapon that lay there (TXD-27); `in_hand` if what the situation allows."""

    who: CombatantId
    weapon: str
    where: str
    in_hand: bool = True


class Improvised(Event, frozen=True):
    """Somebody has something in hand that was about, to strike with (TX-44)."""

    who: CombatantId
    weapon: str
    damage: int


class MakeshiftRated(Event, frozen=True):
    """The Dealer said how dangerous a makeshift weapon is: `key` is what it is called from now on (TX-44)."""

    who: CombatantId
    weapon: str
    key: str
    damage: int


class WayPreferred(Event, frozen=True):
    """Whoever was attacked said what it shall bring if he wins (TX-29); empty: the damage."""

    who: CombatantId
    test: str
    how: str


class FlightBegan(Event, frozen=True):
    """Somebody is on the way out (TX-58)."""

    flight: Flight


class FireChosen(Event, frozen=True):
    """An enemy shoots at somebody fleeing, or holds fire (TX-59)."""

    flight: str
    who: CombatantId
    does_fire: bool
    weapon: str = ""  # empty: the usual one


class ShotsBegun(Event, frozen=True):
    """The next of those who shoot at somebody fleeing does so."""

    flight: str
    who: CombatantId


class ShotsOver(Event, frozen=True):
    """Nobody shoots any more; these could give chase (TX-60)."""

    flight: str
    to_chase: tuple[CombatantId, ...]


class ChaseChosen(Event, frozen=True):
    """An enemy gives chase, or does not (TXA-17)."""

    flight: str
    who: CombatantId
    does_chase: bool


class FlightOver(Event, frozen=True):
    """The flight has come to its end, whichever."""

    flight: str
