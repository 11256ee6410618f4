"""What happened in a fight, past tense. Every event cites its rules."""

from collections.abc import Mapping
from enum import StrEnum

from rules.core.combatant import Side
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.tally import Tally
from rules.systems.twtw.arcs import Mode, Verdict
from rules.systems.twtw.hexes import Spot
from rules.systems.twtw.state import Attack, Condition, Going, House, Landmark, Limit, Policy, Stage
from rules.systems.twtw.wounds import Level

# --- the lobby ---


class SceneLaidOut(Event, frozen=True):
    """The lobby is open and the scene set."""

    scene: str
    house: House
    ambush: str
    is_drawn: bool
    landmarks: tuple[Landmark, ...]


class Entered(Event, frozen=True):
    """Somebody is in the fight; what he is good at follows in `Outfitted`."""

    who: CombatantId
    name: str
    side: Side
    template: str
    spot: Spot
    is_pc: bool
    is_hidden: bool


class Outfitted(Event, frozen=True):
    """The traits, skills and weapons of somebody who entered: an NPC's are the Judge's secret."""

    who: CombatantId
    traits: Mapping[str, int]
    trait_skills: Mapping[str, int]
    skills: Mapping[str, int]
    specialities: tuple[str, ...]
    bravery: int
    move: int
    weapons: tuple[str, ...]
    in_hand: str
    shots: Mapping[str, int]


class LeftLobby(Event, frozen=True):
    """Somebody left before the start."""

    who: CombatantId
    name: str


class Started(Event, frozen=True):
    """The fight begins."""


# --- cards ---


class CardDrawn(Event, frozen=True):
    """A card was drawn and, one card serving one thing, discarded (TW-1.5). `why` says what for."""

    card: str
    why: str


class DeckShuffled(Event, frozen=True):
    """The discards are back in the deck."""


# --- surprise ---


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


# --- rounds ---


class RoundBegan(Event, frozen=True):
    """A round begins with its declarations (TW-2.1)."""

    round: int


class PointsGiven(Event, frozen=True):
    """Somebody's action points of the round, and what he may do with them."""

    who: CombatantId
    points: int
    unallocated: int
    limit: Limit


class FieldCentred(Event, frozen=True):
    """A field of fire is centred on its target anew; the aim is held for another round (TW-A3, TW-A4)."""

    who: CombatantId
    whom: CombatantId
    centre: Spot
    held: int


class InitiativeDrawn(Event, frozen=True):
    """Somebody's initiative, and the phase in which he acts (TW-2.3, TW-2.4)."""

    who: CombatantId
    result: Tally
    phase: int
    is_calamity: bool
    hesitates: bool
    points: int
    limit: Limit


class OrderSet(Event, frozen=True):
    """The order of the round, the quickest first (TW-2.5, TW-2.7)."""

    order: tuple[CombatantId, ...]


class StageBegan(Event, frozen=True):
    """Movement, or the actions, begin (TW-2.2)."""

    stage: Stage


class TurnEnded(Event, frozen=True):
    """Somebody has moved, or acted, for this round; `passed`: without doing anything."""

    who: CombatantId
    stage: Stage
    passed: bool = False


class RoundCut(Event, frozen=True):
    """The Judge ends the round, whoever had yet to act."""


class PointsSpent(Event, frozen=True):
    """Action points are paid."""

    who: CombatantId
    points: int
    left: int
    why: str


class PolicySet(Event, frozen=True):
    """What somebody does when a target he aims at sets off."""

    who: CombatantId
    policy: Policy


class PointsDeclared(Event, frozen=True):
    """How many action points somebody will use next round (TW-2.7); None: all."""

    who: CombatantId
    points: int | None


# --- moving ---


class MoveBegan(Event, frozen=True):
    """Somebody sets off on a path."""

    going: Going


class Paced(Event, frozen=True):
    """So many paces of the path are made, for so many action points in all."""

    who: CombatantId
    at: int
    spot: Spot
    due: int


class PathCut(Event, frozen=True):
    """The mover cannot go as far as he meant to."""

    who: CombatantId
    length: int


class StopPassed(Event, frozen=True):
    """Somebody who aims was to be heard before the next pace, and has been; `kept`: he holds the aim (TW-A6)."""

    who: CombatantId
    whom: CombatantId
    kept: bool


class MoveEnded(Event, frozen=True):
    """The move is over."""

    who: CombatantId
    paces: int
    spot: Spot
    words: str
    was_cut: bool


class WentProne(Event, frozen=True):
    """Somebody drops to the ground."""

    who: CombatantId


class StoodUp(Event, frozen=True):
    """Somebody stands again."""

    who: CombatantId


class Ducked(Event, frozen=True):
    """Somebody ducks behind cover."""

    who: CombatantId
    cover: str


class Emerged(Event, frozen=True):
    """Somebody comes up from behind his cover."""

    who: CombatantId


class CoverLeft(Event, frozen=True):
    """Somebody is behind cover no more."""

    who: CombatantId


class Dodged(Event, frozen=True):
    """Somebody dodges until his next turn (TW-OQ-8)."""

    who: CombatantId
    round: int


# --- aiming ---


class Why(StrEnum):
    """What cost somebody his aim."""

    OUT_OF_FIELD = "out_of_field"  # TW-A7
    CLEAR_OF_EDGE = "clear_of_edge"  # TW-E2
    OWN_MOVE = "own_move"  # TW-OQ-13d
    OTHER_ACT = "other_act"
    FIRED = "fired"
    SHAKEN = "shaken"  # TW-OQ-31
    TARGET_GONE = "target_gone"
    DISARMED = "disarmed"
    WORD = "word"  # the Judge's


class Aimed(Event, frozen=True):
    """Somebody takes aim: his field of fire is centred on the target (TW-A1, TW-F5)."""

    who: CombatantId
    whom: CombatantId
    weapon: str
    centre: Spot


class AimLost(Event, frozen=True):
    """An aim is lost; where by a move, after which pace, how measured, and by which numbers (TW-A7).

    `stays_trained`: the weapon points where it did until the next declaration.
    """

    who: CombatantId
    whom: CombatantId
    why: Why
    mode: Mode
    pace: int = 0
    measure: str = ""
    stays_trained: bool = False


class FieldKept(Event, frozen=True):
    """A target has moved and is still in the field of whoever aims at it; how that was measured."""

    who: CombatantId
    whom: CombatantId
    mode: Mode
    lies: Verdict
    measure: str


class EdgeChecked(Event, frozen=True):
    """A toggle was read for a target on the edge of a field (TW-E2); the card serves for nothing else (TW-E4)."""

    who: CombatantId
    whom: CombatantId
    card: str
    is_yes: bool
    is_clear: bool
    mode: Mode


# --- attacks ---


class RoundFired(Event, frozen=True):
    """A shot left the weapon."""

    who: CombatantId
    weapon: str
    left: int


class AttackRuled(Event, frozen=True):
    """An attack, hit or miss: the result against the target number, with every part of both.

    `field` says how the target lay in the field of fire, if one was used (TW-F3), in which mode.
    """

    who: CombatantId
    whom: CombatantId
    weapon: str
    card: str
    result: Tally
    need: Tally
    is_hit: bool
    is_calamity: bool
    bumps: int
    called: str = ""
    mode: Mode = Mode.GRIDLESS
    field: Verdict | None = None


class BumpsOwed(Event, frozen=True):
    """A hit waits for its bumps to be spent."""

    attack: Attack


class BumpSpent(Event, frozen=True):
    """One bump is spent: `up`, `down`, `damage` or `pierce` (TW-1.21)."""

    who: CombatantId
    how: str


class HitLanded(Event, frozen=True):
    """Where the hit landed, the steps from the card's standard location, and what cover took."""

    who: CombatantId
    whom: CombatantId
    location: str
    steps: Tally
    protection: int
    outcome: str  # "through", "reduced" or "stopped" (TW-3.20)


class Damaged(Event, frozen=True):
    """The damage read off the card (TW-W1)."""

    whom: CombatantId
    damage: Tally
    is_impact: bool


class Wounded(Event, frozen=True):
    """A wound (TW-W3)."""

    who: CombatantId
    where: str
    level: Level


class Concussed(Event, frozen=True):
    """Concussion lost (TW-W7)."""

    who: CombatantId
    lost: int
    left: int


class ConditionChanged(Event, frozen=True):
    """Somebody is out, or back."""

    who: CombatantId
    condition: Condition


class WeaponDropped(Event, frozen=True):
    """What somebody held falls (TW-W5)."""

    who: CombatantId
    weapon: str


class StrayShot(Event, frozen=True):
    """A note for the Judge: a shot that went astray, and who is near (TW-3.8)."""

    who: CombatantId
    near: tuple[CombatantId, ...]
    number: int


class CalamityNoted(Event, frozen=True):
    """A calamity, whose effects the Judge tells."""

    who: CombatantId
    about: str


# --- handling things ---


class WeaponReadied(Event, frozen=True):
    """A weapon is in hand; none: the hands are empty."""

    who: CombatantId
    weapon: str


class Loaded(Event, frozen=True):
    """Shots are loaded."""

    who: CombatantId
    weapon: str
    number: int
    left: int


class LoadingTried(Event, frozen=True):
    """A check to load a percussion weapon (TW-4B)."""

    who: CombatantId
    weapon: str
    result: Tally
    number: int
    is_calamity: bool


class Tried(Event, frozen=True):
    """Somebody does something in words, and the Judge rules (TW-2.13)."""

    who: CombatantId
    what: str


class JabUsed(Event, frozen=True):
    """The cheaper attack of this round is used up (TW-2.14)."""

    who: CombatantId


# --- the Judge's word ---


class Flag(StrEnum):
    """What is so, or is not."""

    PRONE = "prone"
    MOUNTED = "mounted"
    ABOVE = "above"
    POINT_BLANK = "point-blank"
    EXPECTS = "expects"
    HABITUAL = "habitual"
    SURPRISED = "surprised"


class Quantity(StrEnum):
    """What is counted."""

    POINTS = "points"
    WOUNDS = "wounds"
    CONCUSSION = "concussion"
    MODIFIER = "modifier"
    MOVE = "move"


class FlagSet(Event, frozen=True):
    """The Judge says that something is so, or is not."""

    who: CombatantId
    flag: Flag
    is_on: bool


class QuantitySet(Event, frozen=True):
    """The Judge sets a number."""

    who: CombatantId
    quantity: Quantity
    value: int


class ShotsSet(Event, frozen=True):
    """The Judge says how many shots are in a weapon."""

    who: CombatantId
    weapon: str
    left: int


class BumpRuled(Event, frozen=True):
    """The Judge changes or waives the mandatory location modifier of somebody's next attack (TW-B6)."""

    who: CombatantId
    ruling: str


class ModifierUsed(Event, frozen=True):
    """What the Judge set for somebody's next attack has served."""

    who: CombatantId


class CoverSet(Event, frozen=True):
    """The Judge says what somebody is behind."""

    who: CombatantId
    cover: str
    is_ducked: bool


class SideSet(Event, frozen=True):
    """An NPC changes sides."""

    who: CombatantId
    side: Side


class AmbushSet(Event, frozen=True):
    """Who may be surprised at the start."""

    ambush: str


class Hidden(Event, frozen=True):
    """Somebody is out of sight."""

    who: CombatantId


class Revealed(Event, frozen=True):
    """Somebody is seen."""

    who: CombatantId


class Placed(Event, frozen=True):
    """The Judge puts somebody somewhere."""

    who: CombatantId
    spot: Spot


class LandmarkPlaced(Event, frozen=True):
    """Something is on the ground that positions may be told from."""

    landmark: Landmark


class Ended(Event, frozen=True):
    """The fight is over."""

    winner: Side | None


EVENTS: tuple[type[Event], ...] = (
    SceneLaidOut,
    Entered,
    Outfitted,
    LeftLobby,
    Started,
    CardDrawn,
    DeckShuffled,
    DangerExpected,
    SurpriseChecked,
    BraveryChecked,
    RoundBegan,
    PointsGiven,
    FieldCentred,
    InitiativeDrawn,
    OrderSet,
    StageBegan,
    TurnEnded,
    RoundCut,
    PointsSpent,
    PolicySet,
    PointsDeclared,
    MoveBegan,
    Paced,
    PathCut,
    StopPassed,
    MoveEnded,
    WentProne,
    StoodUp,
    Ducked,
    Emerged,
    CoverLeft,
    Dodged,
    Aimed,
    AimLost,
    FieldKept,
    EdgeChecked,
    RoundFired,
    AttackRuled,
    BumpsOwed,
    BumpSpent,
    HitLanded,
    Damaged,
    Wounded,
    Concussed,
    ConditionChanged,
    WeaponDropped,
    StrayShot,
    CalamityNoted,
    WeaponReadied,
    Loaded,
    LoadingTried,
    Tried,
    JabUsed,
    FlagSet,
    QuantitySet,
    ShotsSet,
    BumpRuled,
    ModifierUsed,
    CoverSet,
    SideSet,
    AmbushSet,
    Hidden,
    Revealed,
    Placed,
    LandmarkPlaced,
    Ended,
)
