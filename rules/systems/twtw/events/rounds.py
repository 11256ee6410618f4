"""What happened, past tense: rounds: points, fields, initiative, turns."""

from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.tally import Tally
from rules.systems.twtw.hexes import Spot
from rules.systems.twtw.state import Limit, Policy, Stage


class RoundBegan(Event, frozen=True):
    """A round begins with its declarations (TW-2.1)."""

    round: int


class PointsGiven(Event, frozen=True):
    """Somebody's action points of the round, and what he may do with them."""

    who: CombatantId
    points: int
    unallocated: int
    limit: Limit


class FieldCentred(Event, frozen=True):
    """A field of fire is centred on its target anew; the aim is held for another round (TW-A3, TW-A4)."""

    who: CombatantId
    whom: CombatantId
    centre: Spot
    held: int


class InitiativeDrawn(Event, frozen=True):
    """Somebody's initiative, and the phase in which he acts (TW-2.3, TW-2.4)."""

    who: CombatantId
    result: Tally
    phase: int
    is_calamity: bool
    hesitates: bool
    points: int
    limit: Limit


class OrderSet(Event, frozen=True):
    """The order of the round, the quickest first (TW-2.5, TW-2.7)."""

    order: tuple[CombatantId, ...]


class StageBegan(Event, frozen=True):
    """Movement, or the actions, begin (TW-2.2)."""

    stage: Stage


class TurnEnded(Event, frozen=True):
    """Somebody has moved, or acted, for this round; `passed`: without doing anything."""

    who: CombatantId
    stage: Stage
    passed: bool = False


class RoundCut(Event, frozen=True):
    """The Judge ends the round, whoever had yet to act."""


class PointsSpent(Event, frozen=True):
    """Action points are paid."""

    who: CombatantId
    points: int
    left: int
    why: str


class PolicySet(Event, frozen=True):
    """What somebody does when a target he aims at sets off."""

    who: CombatantId
    policy: Policy


class OrdersDropped(Event, frozen=True):
    """Others have seen what somebody does when a target sets off, and it was gone back: he is asked again."""

    who: CombatantId


class PointsDeclared(Event, frozen=True):
    """How many action points somebody will use next round (TW-2.7); None: all."""

    who: CombatantId
    points: int | None
