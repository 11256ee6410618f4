"""What a fight is at one moment: values only. How it changes is in `apply`, what may be done in the rule files."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from rules.core.calling import Called
from rules.core.combatant import Side, are_enemies
from rules.core.deck import Deck
from rules.core.ids import CombatantId
from rules.core.tally import Tally
from rules.core.view import Phase
from rules.systems.twtw.arcs import Mode
from rules.systems.twtw.cards import ALL_CARDS
from rules.systems.twtw.hexes import HERE, Spot
from rules.systems.twtw.paths import Path
from rules.systems.twtw.wounds import Wound, halves_move

USUAL_DIE = 6  # Normal (TW-2.41)


class Condition(StrEnum):
    """Whether a combatant still fights, and if not, why (TW-W6, TW-W7)."""

    UP = "up"
    UNCONSCIOUS = "unconscious"
    OUT = "out of action"
    DYING = "dying"
    DEAD = "dead"
    GONE = "gone"  # taken out of the fight by the Judge


class Stage(StrEnum):
    """Which part of a round is played (TW-2.2)."""

    BEFORE = "before"
    MOVES = "moves"
    ACTIONS = "actions"


class Limit(StrEnum):
    """What somebody may do this round."""

    FREE = "free"
    DEFENSIVE = "defensive"  # surprised (TW-S4), or a calamity in the initiative (TW-2.4)
    NOTHING = "nothing"


class Smoke(StrEnum):
    """Whether somebody stands in dense smoke, and with what before his face (TW-3.37)."""

    NONE = "none"
    BARE = "bare"
    CLOTH = "wet cloth"


class Policy(StrEnum):
    """What somebody who aims does when the target sets off: be asked, fire, or keep the aim (TW-A5, TW-A6)."""

    ASK = "ask"
    FIRE = "fire"
    KEEP = "keep"


class House(msgspec.Struct, frozen=True, kw_only=True):
    """The switches of the house: disputable readings (`house` says what each may be)."""

    mode: Mode = Mode.GRIDLESS
    movement: str = "quickest_first"  # TW-OQ-13
    watch: str = "before"  # TW-OQ-33
    toggle: str = "off"  # TW-E3, TW-E6
    toggle_for: str = "all"  # TW-E5
    toggle_clear: str = "yes"  # TW-OQ-15
    border: str = "inside"  # TW-OQ-15b
    out_of_arc: str = "both"  # TW-OQ-7
    bravery_fail: str = "half"  # TW-OQ-1
    surprise_calamity: str = "fails"  # TW-OQ-3
    drawn_claimer: str = "never"  # TW-OQ-4
    move_cost: str = "one_then_two"  # TW-OQ-10
    accurate_from: int = 2  # TW-OQ-12
    shaken: str = "easy"  # TW-OQ-31
    height: str = "melee"  # TW-OQ-20
    called_bumps: str = "no"  # TW-OQ-18
    bank_end: str = "stop"  # TW-OQ-17
    difficult: int = 9  # TW-OQ-27
    wounds: str = "on"  # TW-W8


class Landmark(msgspec.Struct, frozen=True, kw_only=True):
    """Something on the ground that positions may be told from; `cover` is what it shelters with."""

    id: str
    name: str
    spot: Spot
    cover: str = ""


class Aim(msgspec.Struct, frozen=True, kw_only=True):
    """An aim: at whom, with what, centred on which spot (TW-F5), and for how many rounds it has been held (TW-A4).

    Once lost, the weapon stays trained where it was until the next declaration.
    """

    whom: CombatantId
    weapon: str
    centre: Spot
    held: int = 1
    is_lost: bool = False


class Fighter(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in the fight. `traits` are die sizes, `trait_skills` and `skills` levels 1 to 5."""

    id: CombatantId
    name: str
    side: Side
    is_pc: bool
    spot: Spot = HERE
    template: str = ""
    condition: Condition = Condition.UP
    is_hidden: bool = False
    traits: Mapping[str, int] = {}
    trait_skills: Mapping[str, int] = {}
    skills: Mapping[str, int] = {}
    specialities: tuple[str, ...] = ()  # weapons (TW-1.13)
    bravery: int = 0  # a die of its own; 0: Presence (TW-OQ-2)
    move: int = 6
    weapons: tuple[str, ...] = ()
    in_hand: str = ""
    shots: Mapping[str, int] = {}
    wounds: tuple[Wound, ...] = ()
    concussion: int = 0  # lost so far (TW-W7)
    aim: Aim | None = None
    policy: Policy = Policy.ASK
    cover: str = ""
    is_ducked: bool = False
    is_prone: bool = False
    is_mounted: bool = False
    is_above: bool = False  # TW-B2
    is_point_blank: bool = False  # by the Judge's word (TW-OQ-21)
    smoke: Smoke = Smoke.NONE
    expects: bool = False  # has told the Judge so (TW-S6)
    claims: int = 0
    is_habitual: bool = False  # TW-S7
    is_surprised: bool = False  # and so owes a bravery check next round (TW-S5)
    modifier: int = 0  # the Judge's, on the next attack
    bump_ruling: str = "as-ruled"  # the Judge's, on the next attack (TW-B6)
    declared: int | None = None  # action points for the next round (TW-2.7); None: all
    # this round
    points: int = 0
    began_with: int = 0  # points at the beginning of the round
    unallocated: int = 0
    limit: Limit = Limit.FREE
    initiative: int = 0
    phase: int = 0  # 1 to 4; 0: takes no part in this round
    paces: int = 0
    began_at: Spot = HERE
    dodged_in: int = 0  # the round in which it last dodged
    has_jabbed: bool = False
    fell: int = 0  # paces, this round

    @property
    def is_up(self) -> bool:
        """Whether it still takes part."""
        return self.condition is Condition.UP

    @property
    def is_at_hand(self) -> bool:
        """Whether it takes part where all can see it."""
        return self.is_up and not self.is_hidden

    def trait(self, name: str) -> int:
        """The die of a trait (TW-2.41)."""
        return self.traits.get(name, USUAL_DIE)

    def trait_skill(self, name: str) -> int:
        """How many rows the trait's own skill gives (TW-1.12)."""
        return self.trait_skills.get(name, 1)

    @property
    def paces_move(self) -> int:
        """Move as it is now: a badly hurt leg or foot halves it (TW-W5)."""
        return self.move // 2 if any(halves_move(wound) for wound in self.wounds) else self.move

    @property
    def aims_at(self) -> CombatantId | None:
        """At whom it aims, unless the aim is lost."""
        return self.aim.whom if self.aim is not None and not self.aim.is_lost else None

    def shots_left(self, weapon: str) -> int:
        """How often the weapon can be fired."""
        return self.shots.get(weapon, 0)


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """An attack that has hit and waits for its bumps to be spent (TW-3B, TW-1.21). `damage_at` is (row, column)."""

    id: str
    attacker: CombatantId
    target: CombatantId
    weapon: str
    card: str
    bumps: int
    is_melee: bool = False
    called: str = ""
    steps: Tally = msgspec.field(default_factory=Tally)  # mandatory, up counted positive
    moved: int = 0  # by choice
    harder: int = 0  # rows of damage bought
    deeper: int = 0  # penetration bought
    row: int = 1
    column: int = 6


class Stop(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who aims at the mover and may fire when `at` paces are made (TW-A5, TW-OQ-33)."""

    at: int
    who: CombatantId
    exits_at: int | None = None  # the pace at which the target leaves his field


class Going(msgspec.Struct, frozen=True, kw_only=True):
    """A move under way: the path, how many of its paces are made, and who may fire before which of them."""

    id: str
    who: CombatantId
    path: Path
    words: str
    at: int = 0
    due: int = 0  # action points for the paces made
    stops: tuple[Stop, ...] = ()


class TwtwState(msgspec.Struct, frozen=True, kw_only=True):
    """A fight. `counter` numbers attacks, moves, calls, and never falls; `order` is by initiative, quickest first."""

    phase: Phase = Phase.LOBBY
    scene: str = ""
    opening: str = ""  # what was said as the scene was laid out
    house: House = msgspec.field(default_factory=House)
    ambush: str = "nobody"  # who may be surprised at the start
    is_drawn: bool = True  # whether weapons are in hand at first
    start: Spot | None = None  # where the Posse begins; None: as the ready scene of that name says
    landmarks: tuple[Landmark, ...] = ()
    fighters: tuple[Fighter, ...] = ()
    deck: Deck = msgspec.field(default_factory=lambda: Deck(rest=ALL_CARDS))
    is_shuffle_due: bool = False  # a joker came (TW-OQ-29)
    counter: int = 0
    round: int = 0
    stage: Stage = Stage.BEFORE
    order: tuple[CombatantId, ...] = ()
    moved: tuple[CombatantId, ...] = ()
    acted: tuple[CombatantId, ...] = ()
    going: Going | None = None
    attack: Attack | None = None
    calls: tuple[Called, ...] = ()  # checks that the Judge called and that are owed
    winner: Side | None = None  # once it is over; None: the story ended it
    asks_all: bool = False  # also those who have nothing to answer with: nobody can tell (see `rules.evenly`)

    @property
    def pcs(self) -> tuple[Fighter, ...]:
        """The players' characters, in the order in which they entered."""
        return tuple(fighter for fighter in self.fighters if fighter.is_pc)

    def find(self, who: str | None) -> Fighter | None:
        """The combatant of this id, if there is one."""
        return next((fighter for fighter in self.fighters if fighter.id == who), None)

    def fighter(self, who: CombatantId) -> Fighter:
        """The combatant of this id, which must be in the fight."""
        found = self.find(who)
        assert found is not None, f"{who} is in the fight"
        return found

    def name(self, who: str | None) -> str:
        """The combatant's name; the id itself if he was taken out of the lobby since."""
        found = self.find(who)
        return found.name if found else str(who)


def are_foes(one: Fighter, other: Fighter) -> bool:
    """Whether the two fight each other."""
    return are_enemies(one.side, other.side)


def foes_of(state: TwtwState, who: Fighter) -> tuple[Fighter, ...]:
    """The enemies still up that everybody sees."""
    return tuple(other for other in state.fighters if other.is_at_hand and are_foes(who, other))


def others(state: TwtwState, who: Fighter) -> tuple[Fighter, ...]:
    """Everybody else who is up and seen."""
    return tuple(other for other in state.fighters if other.is_at_hand and other.id != who.id)
