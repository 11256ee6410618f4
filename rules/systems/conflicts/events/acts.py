"""Events of actions: moving, handling, attacks and what they do."""

from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.tally import Tally
from rules.systems.conflicts.checks import Throw
from rules.systems.conflicts.state import (
    Aim,
    Condition,
    Posture,
    Spot,
    Strike,
)


class Oriented(Event, frozen=True):
    """Somebody looked round: he sees the whole field to the end of this round."""

    who: CombatantId
    until: int


class Moved(Event, frozen=True):
    """Somebody moved by an action, so many centimetres."""

    who: CombatantId
    spot: Spot
    cm: int
    facing: CombatantId | None = None


class Rose(Event, frozen=True):
    """Somebody got up, which is a Move (C2D-15)."""

    who: CombatantId


class Dropped(Event, frozen=True):
    """Somebody crouched or dropped prone, free once a round."""

    who: CombatantId
    posture: Posture


class Handled(Event, frozen=True):
    """Something was drawn (`hold` says into which hand), put away, or picked up."""

    who: CombatantId
    item: str
    hold: str = ""


class Reloaded(Event, frozen=True):
    """A weapon is loaded again."""

    who: CombatantId
    item: str


class Prepared(Event, frozen=True):
    """An action was spent on aiming, steadying or the telescope; nothing is left of it with an empty `item`."""

    who: CombatantId
    aim: Aim | None


class Tried(Event, frozen=True):
    """Somebody handles something in his own words, which the GM rules."""

    who: CombatantId
    what: str


class StrikeMade(Event, frozen=True):
    """An attack is announced; its roll follows."""

    strike: Strike


class StrikeDropped(Event, frozen=True):
    """An attack came to nothing: one of the two is out of it."""

    strike: str


class TraitTried(Event, frozen=True):
    """A complementary trait was brought in, and rolled for (C2-16, C2D-07)."""

    who: CombatantId
    trait: str
    fell: Throw
    score: Tally
    bonus: int


class StrikeJudged(Event, frozen=True):
    """The roll of an attack. `defence` is empty where the target does not evade."""

    strike: Strike
    fell: Throw
    score: Tally
    defence: Tally
    is_evaded: bool
    is_hit: bool
    is_balls_up: bool


class RanOut(Event, frozen=True):
    """A weapon is empty: it went click, or has a single shot."""

    who: CombatantId
    item: str
    is_click: bool


class ItemFell(Event, frozen=True):
    """A weapon lies on the ground: thrown, or dropped."""

    who: CombatantId
    item: str
    spot: Spot
    is_thrown: bool


class ArmourTried(Event, frozen=True):
    """Whether a piece of armour covered what was struck; `fell` is empty where that was aimed at."""

    who: CombatantId
    piece: str
    is_covered: bool
    score: Tally


class Hurt(Event, frozen=True):
    """Damage that got through, the sum of it on that track, and how far that is (an index of `injuries.STEPS`)."""

    who: CombatantId
    damage: Tally
    lost: int
    total: int
    step: int
    is_mental: bool


class ConditionChanged(Event, frozen=True):
    """Somebody is out, or up again."""

    who: CombatantId
    condition: Condition


class Lamed(Event, frozen=True):
    """A leg was hit: moves are halved (C2D-11)."""

    who: CombatantId


class Dazed(Event, frozen=True):
    """An eye or the groin was hit: the next action becomes Defend (C2D-11)."""

    who: CombatantId


class Held(Event, frozen=True):
    """One has hold of the other."""

    holder: CombatantId
    held: CombatantId


class HoldEnded(Event, frozen=True):
    """The hold is broken or given up."""

    holder: CombatantId
    held: CombatantId


class HoldContested(Event, frozen=True):
    """A Quickie of Wrestling over a hold (C2D-14)."""

    who: CombatantId
    holder: CombatantId
    fell: Throw
    score: Tally
    against: Throw
    opposition: Tally
    is_free: bool
