"""What happened in a fight, past tense, one file a subject. Every event cites its rules."""

from rules.systems.twtw.events.aiming import (
    Aimed as Aimed,
    AimLost as AimLost,
    EdgeChecked as EdgeChecked,
    FieldKept as FieldKept,
    Why as Why,
)
from rules.systems.twtw.events.attacks import (
    AttackRuled as AttackRuled,
    BumpsOwed as BumpsOwed,
    BumpSpent as BumpSpent,
    CalamityNoted as CalamityNoted,
    Concussed as Concussed,
    ConditionChanged as ConditionChanged,
    Damaged as Damaged,
    Fell as Fell,
    HitLanded as HitLanded,
    RoundFired as RoundFired,
    SmokeBreathed as SmokeBreathed,
    StrayShot as StrayShot,
    Treated as Treated,
    WeaponDropped as WeaponDropped,
    Wounded as Wounded,
)
from rules.systems.twtw.events.calls import (
    CallClosed as CallClosed,
    CheckCalled as CheckCalled,
    CheckMade as CheckMade,
)
from rules.systems.twtw.events.cards import (
    CardDrawn as CardDrawn,
    DeckShuffled as DeckShuffled,
)
from rules.systems.twtw.events.handling import (
    JabUsed as JabUsed,
    Loaded as Loaded,
    LoadingTried as LoadingTried,
    Tried as Tried,
    WeaponReadied as WeaponReadied,
)
from rules.systems.twtw.events.judge import (
    AmbushSet as AmbushSet,
    BumpRuled as BumpRuled,
    CoverSet as CoverSet,
    Ended as Ended,
    Flag as Flag,
    FlagSet as FlagSet,
    Hidden as Hidden,
    LandmarkPlaced as LandmarkPlaced,
    ModifierUsed as ModifierUsed,
    Placed as Placed,
    Quantity as Quantity,
    QuantitySet as QuantitySet,
    Revealed as Revealed,
    ShotsSet as ShotsSet,
    SideSet as SideSet,
    SmokeSet as SmokeSet,
)
from rules.systems.twtw.events.lobby import (
    Entered as Entered,
    LeftLobby as LeftLobby,
    Outfitted as Outfitted,
    SceneLaidOut as SceneLaidOut,
    Started as Started,
)
from rules.systems.twtw.events.moving import (
    CoverLeft as CoverLeft,
    Dodged as Dodged,
    Ducked as Ducked,
    Emerged as Emerged,
    MoveBegan as MoveBegan,
    MoveEnded as MoveEnded,
    Paced as Paced,
    PathCut as PathCut,
    StoodUp as StoodUp,
    StopPassed as StopPassed,
    WentProne as WentProne,
)
from rules.systems.twtw.events.rounds import (
    FieldCentred as FieldCentred,
    InitiativeDrawn as InitiativeDrawn,
    OrdersDropped as OrdersDropped,
    OrderSet as OrderSet,
    PointsDeclared as PointsDeclared,
    PointsGiven as PointsGiven,
    PointsSpent as PointsSpent,
    PolicySet as PolicySet,
    RoundBegan as RoundBegan,
    RoundCut as RoundCut,
    StageBegan as StageBegan,
    TurnEnded as TurnEnded,
)
from rules.systems.twtw.events.surprise import (
    BraveryChecked as BraveryChecked,
    DangerExpected as DangerExpected,
    SurpriseChecked as SurpriseChecked,
)
