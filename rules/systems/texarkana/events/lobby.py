"""What happens before the fight, and as somebody enters it."""

from collections.abc import Mapping

from rules.core.combatant import Side
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.systems.texarkana.state import House, Link, Sight, StatBlock, Tier, Zone


class SceneLaidOut(Event, frozen=True):
    """The lobby is open and the scene set."""

    scene: str
    house: House
    tier: Tier
    may_ambush: bool
    zones: tuple[Zone, ...]
    links: tuple[Link, ...]
    sights: tuple[Sight, ...]
    has_witnesses: bool = False
    opening: str = ""


class Entered(Event, frozen=True):
    """Somebody is in the fight; what he is good at follows in `Outfitted`."""

    who: CombatantId
    name: str
    side: Side
    template: str
    place: str
    is_pc: bool
    is_hidden: bool


class Outfitted(Event, frozen=True):
    """The numbers and weapons of somebody who entered: an NPC's are the Dealer's secret."""

    who: CombatantId
    grit: int
    weapons: tuple[str, ...]
    in_hand: str
    will: int = 0
    luck: int = 0
    coin: int = 0
    injury: int = 0
    ranks: Mapping[str, str] = {}
    ratings: Mapping[str, int] = {}
    brawling: int = 1
    characteristics: tuple[str, ...] = ()
    flaws: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    invocations: tuple[str, ...] = ()
    is_beast: bool = False
    is_supernatural: bool = False
    concealed: frozenset[str] = frozenset()


class Described(Event, frozen=True):
    """The Dealer wrote down an NPC of his own (TXD-30)."""

    key: str
    block: StatBlock


class LeftLobby(Event, frozen=True):
    """Somebody left before the start."""

    who: CombatantId
    name: str


class Started(Event, frozen=True):
    """The fight begins, with the Dealer's first Woe (TXF-24)."""

    woe: int
