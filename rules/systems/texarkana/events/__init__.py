"""What happened in a fight, past tense. Every event cites its rules; a hand's cards are for its owner alone."""

from rules.systems.texarkana.events.acts import (
    Armed as Armed,
)
from rules.systems.texarkana.events.acts import (
    ChaseChosen as ChaseChosen,
)
from rules.systems.texarkana.events.acts import (
    CoverLost as CoverLost,
)
from rules.systems.texarkana.events.acts import (
    CoverTaken as CoverTaken,
)
from rules.systems.texarkana.events.acts import (
    FireChosen as FireChosen,
)
from rules.systems.texarkana.events.acts import (
    FlightBegan as FlightBegan,
)
from rules.systems.texarkana.events.acts import (
    FlightOver as FlightOver,
)
from rules.systems.texarkana.events.acts import (
    Improvised as Improvised,
)
from rules.systems.texarkana.events.acts import (
    MakeshiftRated as MakeshiftRated,
)
from rules.systems.texarkana.events.acts import (
    Moved as Moved,
)
from rules.systems.texarkana.events.acts import (
    PickedUp as PickedUp,
)
from rules.systems.texarkana.events.acts import (
    RanOut as RanOut,
)
from rules.systems.texarkana.events.acts import (
    Reloaded as Reloaded,
)
from rules.systems.texarkana.events.acts import (
    ShotsBegun as ShotsBegun,
)
from rules.systems.texarkana.events.acts import (
    ShotsOver as ShotsOver,
)
from rules.systems.texarkana.events.acts import (
    Thrown as Thrown,
)
from rules.systems.texarkana.events.acts import (
    WayPreferred as WayPreferred,
)
from rules.systems.texarkana.events.acts import (
    ZonesDescribed as ZonesDescribed,
)
from rules.systems.texarkana.events.cards import (
    AttemptDecided as AttemptDecided,
)
from rules.systems.texarkana.events.cards import (
    AttemptDropped as AttemptDropped,
)
from rules.systems.texarkana.events.cards import (
    AttemptOpened as AttemptOpened,
)
from rules.systems.texarkana.events.cards import (
    CardBurned as CardBurned,
)
from rules.systems.texarkana.events.cards import (
    CardDrawn as CardDrawn,
)
from rules.systems.texarkana.events.cards import (
    CardOwed as CardOwed,
)
from rules.systems.texarkana.events.cards import (
    CardPlayed as CardPlayed,
)
from rules.systems.texarkana.events.cards import (
    DealerFlipped as DealerFlipped,
)
from rules.systems.texarkana.events.cards import (
    DealerTrumped as DealerTrumped,
)
from rules.systems.texarkana.events.cards import (
    DeckShuffled as DeckShuffled,
)
from rules.systems.texarkana.events.cards import (
    HandDiscarded as HandDiscarded,
)
from rules.systems.texarkana.events.cards import (
    Stood as Stood,
)
from rules.systems.texarkana.events.cards import (
    Trumped as Trumped,
)
from rules.systems.texarkana.events.cards import (
    WoeGained as WoeGained,
)
from rules.systems.texarkana.events.consequences import (
    ConsequenceChosen as ConsequenceChosen,
)
from rules.systems.texarkana.events.consequences import (
    ConsequenceKept as ConsequenceKept,
)
from rules.systems.texarkana.events.consequences import (
    ConsequenceTakenBack as ConsequenceTakenBack,
)
from rules.systems.texarkana.events.consequences import (
    TrumpedInVain as TrumpedInVain,
)
from rules.systems.texarkana.events.dealer import (
    AmbushSet as AmbushSet,
)
from rules.systems.texarkana.events.dealer import (
    GritSet as GritSet,
)
from rules.systems.texarkana.events.dealer import (
    Hidden as Hidden,
)
from rules.systems.texarkana.events.dealer import (
    InjurySet as InjurySet,
)
from rules.systems.texarkana.events.dealer import (
    LuckSet as LuckSet,
)
from rules.systems.texarkana.events.dealer import (
    MountedSet as MountedSet,
)
from rules.systems.texarkana.events.dealer import (
    RatingSet as RatingSet,
)
from rules.systems.texarkana.events.dealer import (
    Revealed as Revealed,
)
from rules.systems.texarkana.events.dealer import (
    SideSet as SideSet,
)
from rules.systems.texarkana.events.dealer import (
    TierChanged as TierChanged,
)
from rules.systems.texarkana.events.dealer import (
    WeaponGiven as WeaponGiven,
)
from rules.systems.texarkana.events.dealer import (
    WoeSet as WoeSet,
)
from rules.systems.texarkana.events.dealer import (
    ZonePlaced as ZonePlaced,
)
from rules.systems.texarkana.events.escalation import (
    AnsweredInKind as AnsweredInKind,
)
from rules.systems.texarkana.events.escalation import (
    AnswerKept as AnswerKept,
)
from rules.systems.texarkana.events.escalation import (
    AnswerTakenBack as AnswerTakenBack,
)
from rules.systems.texarkana.events.escalation import (
    Escalated as Escalated,
)
from rules.systems.texarkana.events.escalation import (
    EscalationAsked as EscalationAsked,
)
from rules.systems.texarkana.events.escalation import (
    EscalationLeft as EscalationLeft,
)
from rules.systems.texarkana.events.escalation import (
    EscalationOver as EscalationOver,
)
from rules.systems.texarkana.events.escalation import (
    Forgiven as Forgiven,
)
from rules.systems.texarkana.events.escalation import (
    Reckoned as Reckoned,
)
from rules.systems.texarkana.events.escalation import (
    WeaponConcealed as WeaponConcealed,
)
from rules.systems.texarkana.events.escalation import (
    WeaponShown as WeaponShown,
)
from rules.systems.texarkana.events.escalation import (
    WitnessesSet as WitnessesSet,
)
from rules.systems.texarkana.events.harm import (
    ConditionChanged as ConditionChanged,
)
from rules.systems.texarkana.events.harm import (
    Disarmed as Disarmed,
)
from rules.systems.texarkana.events.harm import (
    Grappled as Grappled,
)
from rules.systems.texarkana.events.harm import (
    GrappleEnded as GrappleEnded,
)
from rules.systems.texarkana.events.harm import (
    GritLost as GritLost,
)
from rules.systems.texarkana.events.harm import (
    InjuryGained as InjuryGained,
)
from rules.systems.texarkana.events.harm import (
    InjuryRefused as InjuryRefused,
)
from rules.systems.texarkana.events.harm import (
    InjurySpared as InjurySpared,
)
from rules.systems.texarkana.events.lobby import (
    Described as Described,
)
from rules.systems.texarkana.events.lobby import (
    Entered as Entered,
)
from rules.systems.texarkana.events.lobby import (
    LeftLobby as LeftLobby,
)
from rules.systems.texarkana.events.lobby import (
    Outfitted as Outfitted,
)
from rules.systems.texarkana.events.lobby import (
    SceneLaidOut as SceneLaidOut,
)
from rules.systems.texarkana.events.lobby import (
    Started as Started,
)
from rules.systems.texarkana.events.personal import (
    Assisted as Assisted,
)
from rules.systems.texarkana.events.personal import (
    BackingKept as BackingKept,
)
from rules.systems.texarkana.events.personal import (
    CardLaid as CardLaid,
)
from rules.systems.texarkana.events.personal import (
    CardPicked as CardPicked,
)
from rules.systems.texarkana.events.personal import (
    CardsOffered as CardsOffered,
)
from rules.systems.texarkana.events.personal import (
    CardsTurned as CardsTurned,
)
from rules.systems.texarkana.events.personal import (
    ClashRuled as ClashRuled,
)
from rules.systems.texarkana.events.personal import (
    DifficultySet as DifficultySet,
)
from rules.systems.texarkana.events.personal import (
    EdgeSet as EdgeSet,
)
from rules.systems.texarkana.events.personal import (
    GritRegained as GritRegained,
)
from rules.systems.texarkana.events.personal import (
    InjuryEased as InjuryEased,
)
from rules.systems.texarkana.events.personal import (
    InvocationEnded as InvocationEnded,
)
from rules.systems.texarkana.events.personal import (
    InvocationTried as InvocationTried,
)
from rules.systems.texarkana.events.personal import (
    LaidDown as LaidDown,
)
from rules.systems.texarkana.events.personal import (
    NpcFlipped as NpcFlipped,
)
from rules.systems.texarkana.events.personal import (
    ObjectSet as ObjectSet,
)
from rules.systems.texarkana.events.personal import (
    RivalTrumped as RivalTrumped,
)
from rules.systems.texarkana.events.personal import (
    SecondShotOffered as SecondShotOffered,
)
from rules.systems.texarkana.events.personal import (
    SecondShotOver as SecondShotOver,
)
from rules.systems.texarkana.events.personal import (
    TraitClaimed as TraitClaimed,
)
from rules.systems.texarkana.events.personal import (
    TraitsStruck as TraitsStruck,
)
from rules.systems.texarkana.events.personal import (
    Wagered as Wagered,
)
from rules.systems.texarkana.events.personal import (
    WagerLost as WagerLost,
)
from rules.systems.texarkana.events.personal import (
    WagerWon as WagerWon,
)
from rules.systems.texarkana.events.personal import (
    WoeFed as WoeFed,
)
from rules.systems.texarkana.events.sheets import (
    CardsSetAside as CardsSetAside,
)
from rules.systems.texarkana.events.sheets import (
    CoinSet as CoinSet,
)
from rules.systems.texarkana.events.sheets import (
    HandKept as HandKept,
)
from rules.systems.texarkana.events.sheets import (
    WillSet as WillSet,
)
from rules.systems.texarkana.events.shootouts import (
    ShootoutBegan as ShootoutBegan,
)
from rules.systems.texarkana.events.sundry import (
    LeftDying as LeftDying,
)
from rules.systems.texarkana.events.sundry import (
    Ruled as Ruled,
)
from rules.systems.texarkana.events.sundry import (
    RulingAsked as RulingAsked,
)
from rules.systems.texarkana.events.sundry import (
    Saved as Saved,
)
from rules.systems.texarkana.events.sundry import (
    SundryEnded as SundryEnded,
)
from rules.systems.texarkana.events.sundry import (
    Tended as Tended,
)
from rules.systems.texarkana.events.sundry import (
    Told as Told,
)
from rules.systems.texarkana.events.sundry import (
    Tried as Tried,
)
from rules.systems.texarkana.events.turns import (
    Claimed as Claimed,
)
from rules.systems.texarkana.events.turns import (
    ClaimLapsed as ClaimLapsed,
)
from rules.systems.texarkana.events.turns import (
    Ended as Ended,
)
from rules.systems.texarkana.events.turns import (
    InitiativeTaken as InitiativeTaken,
)
from rules.systems.texarkana.events.turns import (
    LookoutTaken as LookoutTaken,
)
from rules.systems.texarkana.events.turns import (
    Passed as Passed,
)
from rules.systems.texarkana.events.turns import (
    PhaseBegan as PhaseBegan,
)
from rules.systems.texarkana.events.turns import (
    PhaseCut as PhaseCut,
)
from rules.systems.texarkana.events.turns import (
    TurnTaken as TurnTaken,
)
from rules.systems.texarkana.events.woe import (
    HorrorArmed as HorrorArmed,
)
from rules.systems.texarkana.events.woe import (
    UnnaturalBrought as UnnaturalBrought,
)
from rules.systems.texarkana.events.woe import (
    WoePlaced as WoePlaced,
)
from rules.systems.texarkana.events.woe import (
    WoeSpent as WoeSpent,
)
