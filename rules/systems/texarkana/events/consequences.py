"""What follows from a Trump in vain, and what the Dealer makes of it (TX-65, TXD-34)."""

from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.systems.texarkana.state import Consequence


class TrumpedInVain(Event, frozen=True):
    """Somebody Trumped and failed, and this came of it; the Dealer may still change it."""

    who: CombatantId
    consequence: Consequence


class ConsequenceKept(Event, frozen=True):
    """What came of it stays so."""

    test: str


class ConsequenceTakenBack(Event, frozen=True):
    """What came of it did not happen after all."""

    who: CombatantId
    consequence: Consequence


class ConsequenceChosen(Event, frozen=True):
    """What came of it instead, by the Dealer's word: `detail` has his own words, where he used some."""

    who: CombatantId
    consequence: Consequence
