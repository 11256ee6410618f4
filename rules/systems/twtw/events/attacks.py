"""What happened, past tense: attacks, hits and what they do."""

from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.tally import Tally
from rules.systems.twtw.arcs import Mode, Verdict
from rules.systems.twtw.state import Attack, Condition
from rules.systems.twtw.wounds import Level


class RoundFired(Event, frozen=True):
    """A shot left the weapon."""

    who: CombatantId
    weapon: str
    left: int


class AttackRuled(Event, frozen=True):
    """An attack, hit or miss: the result against the target number, with every part of both.

    `field` says how the target lay in the field of fire, if one was used (TW-F3), in which mode.
    """

    who: CombatantId
    whom: CombatantId
    weapon: str
    card: str
    result: Tally
    need: Tally
    is_hit: bool
    is_calamity: bool
    bumps: int
    called: str = ""
    mode: Mode = Mode.GRIDLESS
    field: Verdict | None = None


class BumpsOwed(Event, frozen=True):
    """A hit waits for its bumps to be spent."""

    attack: Attack


class BumpSpent(Event, frozen=True):
    """One bump is spent: `up`, `down`, `damage` or `pierce` (TW-1.21)."""

    who: CombatantId
    how: str


class HitLanded(Event, frozen=True):
    """Where the hit landed, the steps from the card's standard location, and what cover took."""

    who: CombatantId
    whom: CombatantId
    location: str
    steps: Tally
    protection: int
    outcome: str  # "through", "reduced" or "stopped" (TW-3.20)


class Damaged(Event, frozen=True):
    """The damage read off the card (TW-W1)."""

    whom: CombatantId
    damage: Tally
    is_impact: bool


class Wounded(Event, frozen=True):
    """A wound (TW-W3)."""

    who: CombatantId
    where: str
    level: Level


class Concussed(Event, frozen=True):
    """Concussion lost (TW-W7)."""

    who: CombatantId
    lost: int
    left: int


class ConditionChanged(Event, frozen=True):
    """Somebody is out, or back."""

    who: CombatantId
    condition: Condition


class WeaponDropped(Event, frozen=True):
    """What somebody held falls (TW-W5)."""

    who: CombatantId
    weapon: str


class StrayShot(Event, frozen=True):
    """A note for the Judge: a shot that went astray, and who is near (TW-3.8)."""

    who: CombatantId
    near: tuple[CombatantId, ...]
    number: int


class CalamityNoted(Event, frozen=True):
    """A calamity, whose effects the Judge tells."""

    who: CombatantId
    about: str


class Fell(Event, frozen=True):
    """A fall, where it hurts and how much (TW-3.36)."""

    who: CombatantId
    paces: int
    is_soft: bool
    where: str
    damage: Tally


class SmokeBreathed(Event, frozen=True):
    """A check against smoke, and the concussion lost (TW-3.37)."""

    who: CombatantId
    result: Tally
    need: Tally
    lost: int


class Treated(Event, frozen=True):
    """First aid for somebody dying (TW-W6)."""

    who: CombatantId
    whom: CombatantId
    result: Tally
    need: Tally
    is_saved: bool
