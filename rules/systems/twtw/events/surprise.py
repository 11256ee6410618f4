"""What happened, past tense: surprise, and bravery after it."""

from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.tally import Tally
from rules.systems.twtw.state import Limit


class DangerExpected(Event, frozen=True):
    """A player told the Judge that his character expects danger (TW-S6)."""

    who: CombatantId


class SurpriseChecked(Event, frozen=True):
    """A check against surprise (TW-S1 to TW-S4)."""

    who: CombatantId
    result: Tally
    need: Tally
    is_calamity: bool
    is_surprised: bool
    limit: Limit


class BraveryChecked(Event, frozen=True):
    """A bravery check: after a surprise (TW-S5), or under fire with an aim (TW-OQ-31)."""

    who: CombatantId
    result: Tally
    need: Tally
    is_brave: bool
    is_under_fire: bool = False
