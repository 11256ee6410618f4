"""What people bring to a test besides cards: wagers, Traits, help, Invocations, second shots; and tests of two PCs."""

from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.tally import Part
from rules.systems.texarkana.attempts import Attempt, Backing, Claim, Wager
from rules.systems.texarkana.state import SecondShot


class Wagered(Event, frozen=True):
    """A PC invoked a Characteristic or a Flaw for a test (TXF-22)."""

    attempt: str
    wager: Wager


class WagerWon(Event, frozen=True):
    """The wager paid: Luck for a Characteristic, Will for a Flaw (TXD-19); this much is had now."""

    who: CombatantId
    name: str
    luck: int
    will: int


class WagerLost(Event, frozen=True):
    """The wager cost its stake: Luck, or the card that was played (TXD-19); this much Luck is left."""

    who: CombatantId
    name: str
    luck: int


class CardsOffered(Event, frozen=True):
    """A PC looks at the top two cards, of which he picks one (TXF-23)."""

    who: CombatantId
    cards: tuple[str, ...]


class CardPicked(Event, frozen=True):
    """One of the two is in his hand, the other is the lowest of the deck (TXD-19)."""

    who: CombatantId
    card: str


class TraitClaimed(Event, frozen=True):
    """A Trait counts in a test: with its part of the score, with its trumps, or so that one cannot bust (TXF-14)."""

    attempt: str
    claim: Claim
    part: Part | None = None
    trumps: tuple[str, ...] = ()


class BackingKept(Event, frozen=True):
    """A test was decided to which a PC had brought Traits: the Dealer may yet strike them."""

    backing: Backing


class TraitsStruck(Event, frozen=True):
    """The Dealer does not grant these Traits, nor again in this scene; `attempt` is the test under way without them.

    `is_decisive`: a test already decided would have failed without them.
    """

    who: CombatantId
    traits: tuple[str, ...]
    attempt: Attempt | None = None
    is_decisive: bool = False


class EdgeSet(Event, frozen=True):
    """What the Dealer adds to a PC's score in the test under way; it replaces what he said before."""

    who: CombatantId
    attempt: str
    value: int


class DifficultySet(Event, frozen=True):
    """What the Dealer adds to the difficulty of the test under way; it replaces what he said before."""

    who: CombatantId
    attempt: str
    value: int


class Assisted(Event, frozen=True):
    """Somebody helps with a card of a trump suit, which lies on the table (TXD-16)."""

    who: CombatantId
    whom: CombatantId
    attempt: str
    card: str
    part: Part


class SecondShotOffered(Event, frozen=True):
    """A PC may burn a card to shoot once more (TXD-17)."""

    second: SecondShot


class SecondShotOver(Event, frozen=True):
    """The second shot is being made, or is not (TXD-17)."""

    id: str
    who: CombatantId
    does_shoot: bool


class InvocationTried(Event, frozen=True):
    """An Invocation is used up for this session, whether or not it works (TXF-40)."""

    who: CombatantId
    key: str


class InvocationEnded(Event, frozen=True):
    """An Invocation worked or failed (TXF-40)."""

    who: CombatantId
    key: str
    whom: CombatantId | None
    is_success: bool


class WoeFed(Event, frozen=True):
    """A failed Invocation is a Woe chip for the Dealer (TXF-25, TXF-40)."""

    who: CombatantId
    woe: int


class GritRegained(Event, frozen=True):
    """Somebody has more Grit again; this much is there now."""

    who: CombatantId
    grit: int


class InjuryEased(Event, frozen=True):
    """Somebody has an Injury chip less; this many are left."""

    who: CombatantId
    injury: int


class ObjectSet(Event, frozen=True):
    """What an Invocation is bound to was lost, or is at hand again (TXF-40)."""

    who: CombatantId
    key: str
    has_it: bool


class CardLaid(Event, frozen=True):
    """A PC's card lies face down in a test of two PCs (TXD-14): he alone knows it."""

    attempt: str
    who: CombatantId
    card: str


class LaidDown(Event, frozen=True):
    """Everybody sees that he has laid a card."""

    who: CombatantId


class CardsTurned(Event, frozen=True):
    """Both cards are turned over (TXD-14)."""

    attempt: str
    who: CombatantId
    card: str
    other: CombatantId
    other_card: str


class RivalTrumped(Event, frozen=True):
    """The one who did not begin pushed on and flipped one more (TXD-14)."""

    attempt: str
    who: CombatantId
    card: str


class NpcFlipped(Event, frozen=True):
    """The Dealer flipped a card for one of two NPCs (TXD-15)."""

    attempt: str
    who: CombatantId
    card: str


class ClashRuled(Event, frozen=True):
    """The Dealer ruled without cards how it ends between two NPCs (TXD-15). Without a winner nothing comes of it."""

    attempt: str
    who: CombatantId
    other: CombatantId
    winner: CombatantId | None
