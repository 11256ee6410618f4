"""What happened in a fight, past tense. Every event cites its rules; a hand's cards are for its owner alone."""

from collections.abc import Mapping

from rules.core.combatant import Side
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.tally import Tally
from rules.systems.texarkana.state import Attempt, Condition, Flight, House, Link, Sight, Tier, TurnPhase, Zone

# --- the lobby ---


class SceneLaidOut(Event, frozen=True):
    """The lobby is open and the scene set."""

    scene: str
    house: House
    tier: Tier
    may_ambush: bool
    zones: tuple[Zone, ...]
    links: tuple[Link, ...]
    sights: tuple[Sight, ...]


class Entered(Event, frozen=True):
    """Somebody is in the fight; what he is good at follows in `Outfitted`."""

    who: CombatantId
    name: str
    side: Side
    template: str
    place: str
    is_pc: bool
    is_hidden: bool


class Outfitted(Event, frozen=True):
    """The numbers and weapons of somebody who entered: an NPC's are the Dealer's secret."""

    who: CombatantId
    grit: int
    weapons: tuple[str, ...]
    in_hand: str
    will: int = 0
    luck: int = 0
    ranks: Mapping[str, str] = {}
    ratings: Mapping[str, int] = {}
    brawling: int = 1
    is_beast: bool = False
    is_supernatural: bool = False


class LeftLobby(Event, frozen=True):
    """Somebody left before the start."""

    who: CombatantId
    name: str


class Started(Event, frozen=True):
    """The fight begins, with the Dealer's first Woe (TXF-24)."""

    woe: int


# --- cards ---


class CardDrawn(Event, frozen=True):
    """A card came into a hand."""

    who: CombatantId
    card: str


class CardOwed(Event, frozen=True):
    """There was no card to draw: it follows at the next discard (TXD-32)."""

    who: CombatantId


class CardBurned(Event, frozen=True):
    """A card played was lost for good: no other is drawn, and this much Will is left (TXF-28)."""

    who: CombatantId
    will: int


class HandDiscarded(Event, frozen=True):
    """Somebody's hand went to the discards."""

    who: CombatantId
    cards: tuple[str, ...]


class DeckShuffled(Event, frozen=True):
    """The discards are in the deck again."""


class AttemptOpened(Event, frozen=True):
    """A test begins: the stakes and trumps are announced, the difficulty is set in secret."""

    attempt: Attempt


class CardPlayed(Event, frozen=True):
    """The PC's card is on the table."""

    attempt: str
    who: CombatantId
    card: str


class DealerFlipped(Event, frozen=True):
    """The Dealer's card is on the table."""

    attempt: str
    card: str


class Trumped(Event, frozen=True):
    """The PC pushed on and flipped one more."""

    attempt: str
    who: CombatantId
    card: str


class Stood(Event, frozen=True):
    """The PC could have Trumped, and did not."""

    attempt: str
    who: CombatantId


class DealerTrumped(Event, frozen=True):
    """The NPC pushed on and flipped one more."""

    attempt: str
    card: str


class AttemptDecided(Event, frozen=True):
    """The test is decided: the scores with their parts, and who won. Its cards are discarded."""

    attempt: Attempt
    score: Tally
    opposition: Tally
    is_success: bool  # of the PC
    is_bust: bool = False
    is_dealer_bust: bool = False


class AttemptDropped(Event, frozen=True):
    """The test is moot: one of the two fights no more. Its cards are discarded."""

    attempt: str


class WoeGained(Event, frozen=True):
    """A Skull came: one Woe chip for the Dealer (TXF-25)."""

    card: str
    woe: int


# --- turns ---


class LookoutTaken(Event, frozen=True):
    """Somebody is Lookout (TX-14)."""

    who: CombatantId


class InitiativeTaken(Event, frozen=True):
    """The side that has the first phase (TX-15)."""

    by_posse: bool


class PhaseBegan(Event, frozen=True):
    """A phase of a turn begins (TX-17)."""

    turn: int
    turn_phase: TurnPhase


class PhaseCut(Event, frozen=True):
    """The Dealer ended the phase, whoever had yet to act."""


class Claimed(Event, frozen=True):
    """A PC has the next move (TX-20)."""

    who: CombatantId


class ClaimLapsed(Event, frozen=True):
    """The PC who had claimed the move did not make it."""

    who: CombatantId


class TurnTaken(Event, frozen=True):
    """Somebody has used his action of this phase."""

    who: CombatantId


class Passed(Event, frozen=True):
    """Somebody let the turn go by."""

    who: CombatantId


class Ended(Event, frozen=True):
    """The fight is over (TX-18). `winner` is None when the story ended it."""

    winner: Side | None


# --- acts ---


class Moved(Event, frozen=True):
    """Somebody is in another zone."""

    who: CombatantId
    where: str


class ZonesDescribed(Event, frozen=True):
    """The players are told of zones that they can now reach (TX-26)."""

    zones: tuple[str, ...]


class CoverTaken(Event, frozen=True):
    """Somebody is in cover."""

    who: CombatantId


class CoverLost(Event, frozen=True):
    """Somebody is out of cover."""

    who: CombatantId


class Armed(Event, frozen=True):
    """Somebody has another weapon in hand; empty: fists (TXD-27)."""

    who: CombatantId
    weapon: str


class RanOut(Event, frozen=True):
    """A weapon is out of ammunition (TX-57, TXA-03)."""

    who: CombatantId
    weapon: str


class Reloaded(Event, frozen=True):
    """A weapon may fire again (TXD-27)."""

    who: CombatantId
    weapon: str


class Tried(Event, frozen=True):
    """Somebody does something that the Dealer rules (TX-63)."""

    who: CombatantId
    what: str


class FlightBegan(Event, frozen=True):
    """Somebody is on the way out (TX-58)."""

    flight: Flight


class FireChosen(Event, frozen=True):
    """An enemy shoots at somebody fleeing, or holds fire (TX-59)."""

    flight: str
    who: CombatantId
    does_fire: bool


class ShotsBegun(Event, frozen=True):
    """The next of those who shoot at somebody fleeing does so."""

    flight: str
    who: CombatantId


class ShotsOver(Event, frozen=True):
    """Nobody shoots any more; these could give chase (TX-60)."""

    flight: str
    to_chase: tuple[CombatantId, ...]


class ChaseChosen(Event, frozen=True):
    """An enemy gives chase, or does not (TXA-17)."""

    flight: str
    who: CombatantId
    does_chase: bool


class FlightOver(Event, frozen=True):
    """The flight has come to its end, whichever."""

    flight: str


# --- harm ---


class GritLost(Event, frozen=True):
    """Somebody lost Grit: `damage` explains it, `left` remains."""

    who: CombatantId
    damage: Tally
    lost: int
    left: int


class InjuryGained(Event, frozen=True):
    """Somebody gained an Injury chip."""

    who: CombatantId
    is_unarmed: bool = False


class InjurySpared(Event, frozen=True):
    """A later unarmed hit: no further Injury (TX-35)."""

    who: CombatantId


class InjuryRefused(Event, frozen=True):
    """A Luck chip took an Injury chip away (TXD-22)."""

    who: CombatantId


class ConditionChanged(Event, frozen=True):
    """Somebody fights no more, or fights again."""

    who: CombatantId
    condition: Condition
    is_captured: bool = False


class Disarmed(Event, frozen=True):
    """A weapon is out of use for the rest of the scene (TX-43)."""

    who: CombatantId
    weapon: str


class Grappled(Event, frozen=True):
    """One holds the other (TX-37)."""

    holder: CombatantId
    held: CombatantId


class GrappleEnded(Event, frozen=True):
    """One holds the other no more."""

    holder: CombatantId
    held: CombatantId


# --- what the Dealer sets ---


class ZonePlaced(Event, frozen=True):
    """The Dealer named a zone, or said how it connects; the lists replace what was said of it before."""

    zone: Zone
    links: tuple[Link, ...] | None = None
    sights: tuple[Sight, ...] | None = None


class TierChanged(Event, frozen=True):
    """What the situation allows (TX-03 to TX-05)."""

    tier: Tier


class AmbushSet(Event, frozen=True):
    """Whether the Posse may use whatever it has (TX-06, TX-07)."""

    may_ambush: bool


class WoeSet(Event, frozen=True):
    """The Dealer's Woe, as set."""

    woe: int


class GritSet(Event, frozen=True):
    """Grit, as set."""

    who: CombatantId
    grit: int


class InjurySet(Event, frozen=True):
    """Injury chips, as set."""

    who: CombatantId
    injury: int


class LuckSet(Event, frozen=True):
    """Luck chips, as set."""

    who: CombatantId
    luck: int


class RatingSet(Event, frozen=True):
    """An NPC's rating, as set."""

    who: CombatantId
    suit: str
    rating: int


class SideSet(Event, frozen=True):
    """Somebody fights for another side now."""

    who: CombatantId
    side: Side


class MountedSet(Event, frozen=True):
    """Somebody is in the saddle, or out of it (TXA-27)."""

    who: CombatantId
    is_mounted: bool


class WeaponGiven(Event, frozen=True):
    """Somebody has a weapon, and it is of use again."""

    who: CombatantId
    weapon: str


class Hidden(Event, frozen=True):
    """Somebody is out of the players' sight."""

    who: CombatantId


class Revealed(Event, frozen=True):
    """Somebody who was hidden is seen."""

    who: CombatantId


EVENTS: tuple[type[Event], ...] = (
    SceneLaidOut,
    Entered,
    Outfitted,
    LeftLobby,
    Started,
    CardDrawn,
    CardOwed,
    CardBurned,
    HandDiscarded,
    DeckShuffled,
    AttemptOpened,
    CardPlayed,
    DealerFlipped,
    Trumped,
    Stood,
    DealerTrumped,
    AttemptDecided,
    AttemptDropped,
    WoeGained,
    LookoutTaken,
    InitiativeTaken,
    PhaseBegan,
    PhaseCut,
    Claimed,
    ClaimLapsed,
    TurnTaken,
    Passed,
    Ended,
    Moved,
    ZonesDescribed,
    CoverTaken,
    CoverLost,
    Armed,
    RanOut,
    Reloaded,
    Tried,
    FlightBegan,
    FireChosen,
    ShotsBegun,
    ShotsOver,
    ChaseChosen,
    FlightOver,
    GritLost,
    InjuryGained,
    InjurySpared,
    InjuryRefused,
    ConditionChanged,
    Disarmed,
    Grappled,
    GrappleEnded,
    ZonePlaced,
    TierChanged,
    AmbushSet,
    WoeSet,
    GritSet,
    InjurySet,
    LuckSet,
    RatingSet,
    SideSet,
    MountedSet,
    WeaponGiven,
    Hidden,
    Revealed,
)
