"""What happened in a fight, past tense. Every event cites its rules; sealed plans are for their owner alone."""

from collections.abc import Mapping

from rules.core.combatant import Side
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.tally import Tally
from rules.systems.conflicts.arms import Armour, Weapon
from rules.systems.conflicts.checks import Throw
from rules.systems.conflicts.state import (
    Aim,
    Condition,
    House,
    Item,
    Kind,
    Landmark,
    Plan,
    Posture,
    Spot,
    Stage,
    Strike,
)

# --- the lobby ---


class SceneLaidOut(Event, frozen=True):
    """The lobby is open and the scene set."""

    scene: str
    house: House
    kinds: str
    conditions: tuple[str, ...]
    is_posse_surprised: bool
    landmarks: tuple[Landmark, ...]


class Entered(Event, frozen=True):
    """Somebody is in the fight; what he is good at follows in `Outfitted`."""

    who: CombatantId
    name: str
    side: Side
    party: str
    template: str
    spot: Spot
    is_pc: bool
    is_hidden: bool


class Outfitted(Event, frozen=True):
    """The numbers and gear of somebody who entered: an NPC's are the GM's secret."""

    who: CombatantId
    strength: int
    reflexes: int
    will: int
    skills: Mapping[str, int]
    familiar: tuple[str, ...]
    gear: tuple[Item, ...]
    words: tuple[str, ...] = ()
    armour: tuple[str, ...] = ()
    load: int = 0


class LeftLobby(Event, frozen=True):
    """Somebody left before the start."""

    who: CombatantId
    name: str


class Started(Event, frozen=True):
    """The fight begins."""


class SurpriseSet(Event, frozen=True):
    """Whether somebody expects no attack (C2-03)."""

    who: CombatantId
    is_surprised: bool


class InitiativeRolled(Event, frozen=True):
    """One roll of the Quickie contest for the initiative: of a party by one of it, or of each for himself."""

    who: CombatantId
    party: str
    fell: Throw
    score: Tally
    is_balls_up: bool


class OrderSet(Event, frozen=True):
    """Who acts when, for the whole conflict."""

    order: tuple[CombatantId, ...]


# --- rounds ---


class RoundBegan(Event, frozen=True):
    """Everybody declares two actions."""

    round: int


class PlanMade(Event, frozen=True):
    """An action was declared, in secret or openly."""

    who: CombatantId
    plan: Plan


class PlansDropped(Event, frozen=True):
    """Somebody plans anew."""

    who: CombatantId


class PlanSealed(Event, frozen=True):
    """Somebody has declared both actions; what they are is not told. `is_unasked`: by default."""

    who: CombatantId
    is_unasked: bool = False


class PlanShown(Event, frozen=True):
    """What somebody declared, now that all have."""

    who: CombatantId
    plans: tuple[Plan, ...]


class StageBegan(Event, frozen=True):
    """The first, or the second, of the declared actions are performed in turn."""

    stage: Stage


class ActionDone(Event, frozen=True):
    """Somebody's turn in this stage is over: his action is performed, held, or came to nothing."""

    who: CombatantId
    at: int
    is_spent: bool = True


class PlanChanged(Event, frozen=True):
    """A declared action became Orient or Defend (C2-06)."""

    who: CombatantId
    at: int
    kind: Kind


class PlanSpent(Event, frozen=True):
    """A declared action was used up out of turn: to meet an attack, or for a trait that helps."""

    who: CombatantId
    at: int


class AskingSet(Event, frozen=True):
    """Somebody wants to be asked how he meets the attacks of this round."""

    who: CombatantId


class Ended(Event, frozen=True):
    """The fight is over; `winner` is the party that holds the field, if one does."""

    winner: str = ""


# --- actions ---


class Oriented(Event, frozen=True):
    """Somebody looked round: he sees the whole field to the end of this round."""

    who: CombatantId
    until: int


class Moved(Event, frozen=True):
    """Somebody moved by an action, so many centimetres."""

    who: CombatantId
    spot: Spot
    cm: int
    facing: CombatantId | None = None


class Rose(Event, frozen=True):
    """Somebody got up, which is a Move (C2D-15)."""

    who: CombatantId


class Dropped(Event, frozen=True):
    """Somebody crouched or dropped prone, free once a round."""

    who: CombatantId
    posture: Posture


class Handled(Event, frozen=True):
    """Something was drawn (`hold` says into which hand), put away, or picked up."""

    who: CombatantId
    item: str
    hold: str = ""


class Reloaded(Event, frozen=True):
    """A weapon is loaded again."""

    who: CombatantId
    item: str


class Prepared(Event, frozen=True):
    """An action was spent on aiming, steadying or the telescope; nothing is left of it with an empty `item`."""

    who: CombatantId
    aim: Aim | None


class Tried(Event, frozen=True):
    """Somebody handles something in his own words, which the GM rules."""

    who: CombatantId
    what: str


class StrikeMade(Event, frozen=True):
    """An attack is announced; its roll follows."""

    strike: Strike


class StrikeDropped(Event, frozen=True):
    """An attack came to nothing: one of the two is out of it."""

    strike: str


class TraitTried(Event, frozen=True):
    """A complementary trait was brought in, and rolled for (C2-16, C2D-07)."""

    who: CombatantId
    trait: str
    fell: Throw
    score: Tally
    bonus: int


class StrikeJudged(Event, frozen=True):
    """The roll of an attack. `defence` is empty where the target does not evade."""

    strike: Strike
    fell: Throw
    score: Tally
    defence: Tally
    is_evaded: bool
    is_hit: bool
    is_balls_up: bool


class RanOut(Event, frozen=True):
    """A weapon is empty: it went click, or has a single shot."""

    who: CombatantId
    item: str
    is_click: bool


class ItemFell(Event, frozen=True):
    """A weapon lies on the ground: thrown, or dropped."""

    who: CombatantId
    item: str
    spot: Spot
    is_thrown: bool


class ArmourTried(Event, frozen=True):
    """Whether a piece of armour covered what was struck; `fell` is empty where that was aimed at."""

    who: CombatantId
    piece: str
    is_covered: bool
    score: Tally


class Hurt(Event, frozen=True):
    """Damage that got through, the sum of it on that track, and how far that is (an index of `injuries.STEPS`)."""

    who: CombatantId
    damage: Tally
    lost: int
    total: int
    step: int
    is_mental: bool


class ConditionChanged(Event, frozen=True):
    """Somebody is out, or up again."""

    who: CombatantId
    condition: Condition


class Lamed(Event, frozen=True):
    """A leg was hit: moves are halved (C2D-11)."""

    who: CombatantId


class Dazed(Event, frozen=True):
    """An eye or the groin was hit: the next action becomes Defend (C2D-11)."""

    who: CombatantId


class Held(Event, frozen=True):
    """One has hold of the other."""

    holder: CombatantId
    held: CombatantId


class HoldEnded(Event, frozen=True):
    """The hold is broken or given up."""

    holder: CombatantId
    held: CombatantId


class HoldContested(Event, frozen=True):
    """A Quickie of Wrestling over a hold (C2D-14)."""

    who: CombatantId
    holder: CombatantId
    fell: Throw
    score: Tally
    against: Throw
    opposition: Tally
    is_free: bool


# --- what the GM sets ---


class Placed(Event, frozen=True):
    """The GM put somebody somewhere."""

    who: CombatantId
    spot: Spot


class LandmarkSet(Event, frozen=True):
    """A landmark is there, or changed."""

    landmark: Landmark


class HarmSet(Event, frozen=True):
    """The sum of physical damage."""

    who: CombatantId
    harm: int


class StrainSet(Event, frozen=True):
    """The sum of mental damage."""

    who: CombatantId
    strain: int


class NumberSet(Event, frozen=True):
    """An attribute or the load of somebody."""

    who: CombatantId
    what: str
    number: int


class SkillSet(Event, frozen=True):
    """A skill of somebody; None: unskilled."""

    who: CombatantId
    skill: str
    level: int | None


class FacingSet(Event, frozen=True):
    """Whom somebody faces: as he comes in, or as the GM has it."""

    who: CombatantId
    whom: CombatantId | None
    is_by_gm: bool = False


class PostureSet(Event, frozen=True):
    """How somebody holds himself."""

    who: CombatantId
    posture: Posture


class CoverSet(Event, frozen=True):
    """The cover somebody has; None: what the landmark gives."""

    who: CombatantId
    cover: int | None


class AirborneSet(Event, frozen=True):
    """Whether somebody is in the air."""

    who: CombatantId
    is_airborne: bool


class PartySet(Event, frozen=True):
    """Which party somebody belongs to."""

    who: CombatantId
    party: str


class ItemGiven(Event, frozen=True):
    """Somebody has one weapon more."""

    who: CombatantId
    item: Item


class LoadedSet(Event, frozen=True):
    """All weapons of somebody are loaded, or empty."""

    who: CombatantId
    is_loaded: bool


class ArmourSet(Event, frozen=True):
    """What armour somebody wears."""

    who: CombatantId
    armour: tuple[str, ...]


class WordsSet(Event, frozen=True):
    """With what weighty words somebody can attack."""

    who: CombatantId
    words: tuple[str, ...]


class WeaponMade(Event, frozen=True):
    """A weapon of the GM's own."""

    key: str
    weapon: Weapon


class ArmourMade(Event, frozen=True):
    """A piece of armour of the GM's own."""

    key: str
    armour: Armour


class KindsSet(Event, frozen=True):
    """Whether bodies, minds or both are fought with."""

    kinds: str


class WeatherSet(Event, frozen=True):
    """Darkness, smoke, rain (C2D-17)."""

    conditions: tuple[str, ...]


class TurnCut(Event, frozen=True):
    """The GM passes over whoever is awaited in this stage."""

    who: CombatantId


class Hidden(Event, frozen=True):
    """Somebody is out of the players' sight."""

    who: CombatantId


class Revealed(Event, frozen=True):
    """Somebody hidden is seen."""

    who: CombatantId


EVENTS: tuple[type[Event], ...] = (
    SceneLaidOut,
    Entered,
    Outfitted,
    LeftLobby,
    Started,
    SurpriseSet,
    InitiativeRolled,
    OrderSet,
    RoundBegan,
    PlanMade,
    PlansDropped,
    PlanSealed,
    PlanShown,
    StageBegan,
    ActionDone,
    PlanChanged,
    PlanSpent,
    AskingSet,
    Ended,
    Oriented,
    Moved,
    Rose,
    Dropped,
    Handled,
    Reloaded,
    Prepared,
    Tried,
    StrikeMade,
    StrikeDropped,
    TraitTried,
    StrikeJudged,
    RanOut,
    ItemFell,
    ArmourTried,
    Hurt,
    ConditionChanged,
    Lamed,
    Dazed,
    Held,
    HoldEnded,
    HoldContested,
    Placed,
    LandmarkSet,
    HarmSet,
    StrainSet,
    NumberSet,
    SkillSet,
    FacingSet,
    PostureSet,
    CoverSet,
    AirborneSet,
    PartySet,
    ItemGiven,
    LoadedSet,
    ArmourSet,
    WordsSet,
    WeaponMade,
    ArmourMade,
    KindsSet,
    WeatherSet,
    TurnCut,
    Hidden,
    Revealed,
)
