"""Checks that the GM called."""

from rules.core.calling import CallClosed as CallClosed, CheckCalled as CheckCalled
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.tally import Tally


class CheckMade(Event, frozen=True):
    """A check that the GM called: the dice with everything added, and whether that is enough (C2D-03).

    `is_secret`: the GM keeps the modifier to himself, so that nobody else is told any number.
    """

    who: CombatantId
    check: str
    score: Tally
    need: int
    is_success: bool
    is_balls_up: bool = False
    is_secret: bool = False
    about: str = ""
