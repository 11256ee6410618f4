"""What happened, past tense: the lobby: a scene, who comes and goes, the start."""

from collections.abc import Mapping

from rules.core.combatant import Side
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.systems.twtw.hexes import Spot
from rules.systems.twtw.state import House, Landmark


class SceneLaidOut(Event, frozen=True):
    """The lobby is open and the scene set."""

    scene: str
    house: House
    ambush: str
    is_drawn: bool
    landmarks: tuple[Landmark, ...]
    opening: str = ""
    start: Spot | None = None  # where the Posse begins; None: as the ready scene of that name says


class Entered(Event, frozen=True):
    """Somebody is in the fight; what he is good at follows in `Outfitted`."""

    who: CombatantId
    name: str
    side: Side
    template: str
    spot: Spot
    is_pc: bool
    is_hidden: bool


class Outfitted(Event, frozen=True):
    """The traits, skills and weapons of somebody who entered: an NPC's are the Judge's secret."""

    who: CombatantId
    traits: Mapping[str, int]
    trait_skills: Mapping[str, int]
    skills: Mapping[str, int]
    specialities: tuple[str, ...]
    bravery: int
    move: int
    weapons: tuple[str, ...]
    in_hand: str
    shots: Mapping[str, int]


class LeftLobby(Event, frozen=True):
    """Somebody left before the start."""

    who: CombatantId
    name: str


class Started(Event, frozen=True):
    """The fight begins."""
