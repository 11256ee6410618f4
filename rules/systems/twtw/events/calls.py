"""What happened, past tense: checks that the Judge called."""

from rules.core.calling import CallClosed as CallClosed, CheckCalled as CheckCalled
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.tally import Tally


class CheckMade(Event, frozen=True):
    """A check of bravery or of a trait that the Judge called (TW-1.3); `need` may be his secret."""

    who: CombatantId
    check: str
    result: Tally
    need: Tally
    is_success: bool
    is_calamity: bool = False
    about: str = ""
