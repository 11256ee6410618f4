"""Events of rounds: what is declared, shown, performed and changed, and the end."""

from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.systems.conflicts.state import (
    Kind,
    Plan,
    Stage,
)


class RoundBegan(Event, frozen=True):
    """Everybody declares two actions."""

    round: int


class PlanMade(Event, frozen=True):
    """An action was declared, in secret or openly."""

    who: CombatantId
    plan: Plan


class PlansDropped(Event, frozen=True):
    """Somebody plans anew."""

    who: CombatantId


class PlanSealed(Event, frozen=True):
    """Somebody has declared both actions; what they are is not told. `is_unasked`: by default."""

    who: CombatantId
    is_unasked: bool = False


class PlanShown(Event, frozen=True):
    """What somebody declared, now that all have."""

    who: CombatantId
    plans: tuple[Plan, ...]


class StageBegan(Event, frozen=True):
    """The first, or the second, of the declared actions are performed in turn."""

    stage: Stage


class ActionDone(Event, frozen=True):
    """Somebody's turn in this stage is over: his action is performed, held, or came to nothing."""

    who: CombatantId
    at: int
    is_spent: bool = True


class PlanChanged(Event, frozen=True):
    """A declared action became Orient or Defend (C2-06)."""

    who: CombatantId
    at: int
    kind: Kind


class PlanSpent(Event, frozen=True):
    """A declared action was used up out of turn: to meet an attack, or for a trait that helps."""

    who: CombatantId
    at: int


class AskingSet(Event, frozen=True):
    """Somebody wants to be asked how he meets the attacks of this round."""

    who: CombatantId


class Ended(Event, frozen=True):
    """The fight is over; `winner` is the party that holds the field, if one does."""

    winner: str = ""
