"""Events of the lobby, and who goes first."""

from collections.abc import Mapping

from rules.core.combatant import Side
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.tally import Tally
from rules.systems.conflicts.checks import Throw
from rules.systems.conflicts.state import (
    House,
    Item,
    Landmark,
    Spot,
)


class SceneLaidOut(Event, frozen=True):
    """The lobby is open and the scene set."""

    scene: str
    house: House
    kinds: str
    conditions: tuple[str, ...]
    is_posse_surprised: bool
    landmarks: tuple[Landmark, ...]
    opening: str = ""


class Entered(Event, frozen=True):
    """Somebody is in the fight; what he is good at follows in `Outfitted`."""

    who: CombatantId
    name: str
    side: Side
    party: str
    template: str
    spot: Spot
    is_pc: bool
    is_hidden: bool


class Outfitted(Event, frozen=True):
    """The numbers and gear of somebody who entered: an NPC's are the GM's secret."""

    who: CombatantId
    strength: int
    reflexes: int
    will: int
    skills: Mapping[str, int]
    familiar: tuple[str, ...]
    gear: tuple[Item, ...]
    words: tuple[str, ...] = ()
    armour: tuple[str, ...] = ()
    load: int = 0


class LeftLobby(Event, frozen=True):
    """Somebody left before the start."""

    who: CombatantId
    name: str


class Started(Event, frozen=True):
    """The fight begins."""


class SurpriseSet(Event, frozen=True):
    """Whether somebody expects no attack (C2-03)."""

    who: CombatantId
    is_surprised: bool


class InitiativeRolled(Event, frozen=True):
    """One roll of the Quickie contest for the initiative: of a party by one of it, or of each for himself."""

    who: CombatantId
    party: str
    fell: Throw
    score: Tally
    is_balls_up: bool


class OrderSet(Event, frozen=True):
    """Who acts when, for the whole conflict."""

    order: tuple[CombatantId, ...]
