"""Going too far: asked, left or meant; how it is answered, and what it costs (TX-08 to TX-13, TXD-31)."""

from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.systems.texarkana.state import Escalation, Threat, Tier, Trespass


class EscalationAsked(Event, frozen=True):
    """Somebody of the Posse is about to go beyond what is in order, and has to say whether it is meant."""

    who: CombatantId
    escalation: Escalation


class EscalationLeft(Event, frozen=True):
    """It was not meant, or cannot be done any more: no turn is used."""

    who: CombatantId


class Escalated(Event, frozen=True):
    """It is meant: a weapon comes out (TX-08). `is_seen`: before witnesses (TX-12)."""

    who: CombatantId
    weapon: str
    tier: Tier
    is_seen: bool


class EscalationOver(Event, frozen=True):
    """The act is carried out, or has become a Shootout."""

    who: CombatantId


class AnsweredInKind(Event, frozen=True):
    """An NPC answers with a threat of the same weight (TX-11): he has its weapon in hand."""

    who: CombatantId
    threat: Threat


class AnswerTakenBack(Event, frozen=True):
    """The Dealer chooses another answer: the NPC is as he was before."""

    who: CombatantId


class AnswerKept(Event, frozen=True):
    """The answer stays as it is."""

    who: CombatantId


class Forgiven(Event, frozen=True):
    """The Dealer forgives whatever somebody did beyond what was in order."""

    who: CombatantId


class Reckoned(Event, frozen=True):
    """At the end: these went too far before witnesses, and it costs (TX-12)."""

    trespasses: tuple[Trespass, ...]


class WitnessesSet(Event, frozen=True):
    """Whether there are witnesses, as the Dealer says."""

    has_witnesses: bool


class WeaponConcealed(Event, frozen=True):
    """A weapon is carried where nobody sees it (TXD-31)."""

    who: CombatantId
    weapon: str


class WeaponShown(Event, frozen=True):
    """A weapon is carried openly (TXD-31)."""

    who: CombatantId
    weapon: str
