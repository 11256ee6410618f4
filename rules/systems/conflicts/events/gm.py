"""Events that the GM brings about by his own word."""

from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.systems.conflicts.arms import Armour, Weapon
from rules.systems.conflicts.state import (
    Item,
    Landmark,
    Posture,
    Spot,
)


class Placed(Event, frozen=True):
    """The GM put somebody somewhere."""

    who: CombatantId
    spot: Spot


class LandmarkSet(Event, frozen=True):
    """A landmark is there, or changed."""

    landmark: Landmark


class HarmSet(Event, frozen=True):
    """The sum of physical damage."""

    who: CombatantId
    harm: int


class StrainSet(Event, frozen=True):
    """The sum of mental damage."""

    who: CombatantId
    strain: int


class NumberSet(Event, frozen=True):
    """An attribute or the load of somebody."""

    who: CombatantId
    what: str
    number: int


class SkillSet(Event, frozen=True):
    """A skill of somebody; None: unskilled."""

    who: CombatantId
    skill: str
    level: int | None


class FacingSet(Event, frozen=True):
    """Whom somebody faces: as he comes in, or as the GM has it."""

    who: CombatantId
    whom: CombatantId | None
    is_by_gm: bool = False


class PostureSet(Event, frozen=True):
    """How somebody holds himself."""

    who: CombatantId
    posture: Posture


class CoverSet(Event, frozen=True):
    """The cover somebody has; None: what the landmark gives."""

    who: CombatantId
    cover: int | None


class AirborneSet(Event, frozen=True):
    """Whether somebody is in the air."""

    who: CombatantId
    is_airborne: bool


class PartySet(Event, frozen=True):
    """Which party somebody belongs to."""

    who: CombatantId
    party: str


class ItemGiven(Event, frozen=True):
    """Somebody has one weapon more."""

    who: CombatantId
    item: Item


class LoadedSet(Event, frozen=True):
    """All weapons of somebody are loaded, or empty."""

    who: CombatantId
    is_loaded: bool


class ArmourSet(Event, frozen=True):
    """What armour somebody wears."""

    who: CombatantId
    armour: tuple[str, ...]


class WordsSet(Event, frozen=True):
    """With what weighty words somebody can attack."""

    who: CombatantId
    words: tuple[str, ...]


class WeaponMade(Event, frozen=True):
    """A weapon of the GM's own."""

    key: str
    weapon: Weapon


class ArmourMade(Event, frozen=True):
    """A piece of armour of the GM's own."""

    key: str
    armour: Armour


class KindsSet(Event, frozen=True):
    """Whether bodies, minds or both are fought with."""

    kinds: str


class WeatherSet(Event, frozen=True):
    """Darkness, smoke, rain (C2D-17)."""

    conditions: tuple[str, ...]


class TurnCut(Event, frozen=True):
    """The GM passes over whoever is awaited in this stage."""

    who: CombatantId


class Hidden(Event, frozen=True):
    """Somebody is out of the players' sight."""

    who: CombatantId


class Revealed(Event, frozen=True):
    """Somebody hidden is seen."""

    who: CombatantId
