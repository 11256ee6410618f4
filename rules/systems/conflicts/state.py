"""What a fight is at one moment: values only. How it changes is in `apply`, what may be done in the rule files."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from rules.core.calling import Called
from rules.core.combatant import Side
from rules.core.ids import CombatantId
from rules.core.view import Phase
from rules.systems.conflicts.arms import Armour, Weapon

BYSTANDER = "bystander"  # the party that takes no part


class Condition(StrEnum):
    """Whether a combatant still takes part, and if not, why (C2D-10)."""

    UP = "up"
    UNCONSCIOUS = "unconscious"
    DEAD = "dead"
    YIELDED = "given in"
    BROKEN = "broken for good"
    FLED = "fled"
    GONE = "gone"  # taken out of the fight by the GM


class Kind(StrEnum):
    """The five actions (C2-04)."""

    HANDLE = "handle"
    ORIENT = "orient"
    MOVE = "move"
    ATTACK = "attack"
    DEFEND = "defend"


class Posture(StrEnum):
    """How somebody holds himself (C2-36, C2-37)."""

    STANDING = "standing"
    CROUCHING = "crouching"
    PRONE = "prone"


class Stage(StrEnum):
    """Which part of a round is played (C2D-05)."""

    DECLARING = "declaring"
    FIRST = "first"
    SECOND = "second"


class House(msgspec.Struct, frozen=True, kw_only=True):
    """The switches of the house: readings of what the chapter leaves open. What is usual stands first in `house`."""

    declare: str = "sealed"  # C2D-05
    initiative: str = "party"  # C2D-04
    toughness: str = "gritty"  # C2D-16
    ties: str = "hit"  # C2A-01
    zero: str = "miss"  # C2A-02
    balls_up: str = "always"  # C2A-03
    bows: str = "strength"  # C2A-07
    ranges: str = "quarters"  # C2D-06
    running: str = "both"  # C2A-11
    small_part: int = 3  # C2A-12
    familiar: str = "once"  # C2A-14
    halving: str = "down"  # C2A-20


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """A point of the plane, in centimetres."""

    x: int = 0
    y: int = 0


class Landmark(msgspec.Struct, frozen=True, kw_only=True):
    """A place with a name. Whoever is within a metre of it has its cover (0, 1, 2) and may rest a weapon on it."""

    id: str
    name: str
    spot: Spot = msgspec.field(default_factory=Spot)
    note: str = ""
    cover: int = 0
    has_support: bool = False


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon that somebody has: `hold` is main, off, both or empty; `lies` where it was dropped or thrown to."""

    id: str
    weapon: str
    hold: str = ""
    is_loaded: bool = True
    lies: Spot | None = None


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A declared action, as far as its details were named. Spent: performed, or used up by an attack."""

    kind: Kind
    whom: str = ""
    weapon: str = ""
    where: str = ""
    how: str = ""
    is_spent: bool = False


class Aim(msgspec.Struct, frozen=True, kw_only=True):
    """What was prepared for a shot at `whom` with the item (C2-43, C2-47, C2-48); lost by C2A-17."""

    whom: CombatantId
    item: str
    actions: int = 0
    is_steadied: bool = False
    is_scoped: bool = False


class Strike(msgspec.Struct, frozen=True, kw_only=True):
    """An attack announced and not yet rolled. `grip` is how the weapon is used, `part` what is aimed at, `trait` what
    helps; `is_calm`: its maker was not under fire then."""

    id: str
    attacker: CombatantId
    target: CombatantId
    item: str
    weapon: str
    grip: str = ""
    part: str = ""
    trait: str = ""
    trait_bonus: int = 0
    is_calm: bool = False


class Hold(msgspec.Struct, frozen=True, kw_only=True):
    """One holds the other (C2D-14)."""

    holder: CombatantId
    held: CombatantId


class Fighter(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in the fight. `plans` are this round's two actions; until all have declared they are sealed."""

    id: CombatantId
    name: str
    side: Side
    party: str
    is_pc: bool
    template: str = ""
    spot: Spot = msgspec.field(default_factory=Spot)
    facing: CombatantId | None = None
    condition: Condition = Condition.UP
    is_hidden: bool = False
    strength: int = 7
    reflexes: int = 7
    will: int = 7
    skills: Mapping[str, int] = {}
    familiar: tuple[str, ...] = ()
    gear: tuple[Item, ...] = ()
    words: tuple[str, ...] = ()  # mental weapons
    armour: tuple[str, ...] = ()
    load: int = 0  # kg
    harm: int = 0  # sum of physical damage
    strain: int = 0  # sum of mental damage
    posture: Posture = Posture.STANDING
    cover: int | None = None  # as the GM set it; None: what the landmark gives
    is_airborne: bool = False
    is_lame: bool = False  # C2D-11: a leg was hit
    must_defend: bool = False  # C2D-11: eye or groin
    is_surprised: bool = False
    oriented_until: int = 0  # the last round in which the whole field is seen
    attackers: tuple[CombatantId, ...] = ()  # seen for that reason, for the rest of the fight
    is_under_fire: bool = False  # attacked since the end of the own last turn
    was_attacked: bool = False  # in this round
    moves: int = 0  # Move actions made in this round
    has_changed_posture: bool = False
    has_acted: bool = False  # in this round
    aim: Aim | None = None
    plans: tuple[Plan, ...] = ()
    asks: bool = False  # wants to be asked before a Defend is used, in this round
    is_unasked: bool = False  # did not declare: what is open of his plans is done as it seems best

    @property
    def is_up(self) -> bool:
        """Whether it still takes part."""
        return self.condition is Condition.UP

    @property
    def is_at_hand(self) -> bool:
        """Whether it takes part where all can see it."""
        return self.is_up and not self.is_hidden

    @property
    def is_fighting(self) -> bool:
        """Whether it belongs to a party and is up."""
        return self.is_up and self.party != BYSTANDER

    def item(self, which: str) -> Item | None:
        """The item of this id, wherever it is."""
        return next((item for item in self.gear if item.id == which), None)

    @property
    def at_hand(self) -> tuple[Item, ...]:
        """The items carried, those in hand first."""
        carried = [item for item in self.gear if item.lies is None]
        return tuple(sorted(carried, key=lambda item: not item.hold))

    @property
    def defends(self) -> tuple[int, ...]:
        """Which of the two actions are Defends not yet used."""
        return tuple(at for at, plan in enumerate(self.plans) if plan.kind is Kind.DEFEND and not plan.is_spent)


class ConflictState(msgspec.Struct, frozen=True, kw_only=True):
    """A fight. `counter` numbers attacks and calls and never falls; `done` have performed the action of this stage."""

    phase: Phase = Phase.LOBBY
    scene: str = ""
    opening: str = ""  # what was said as the scene was laid out
    house: House = msgspec.field(default_factory=House)
    kinds: str = "both"  # physical, mental or both (C2-01)
    conditions: tuple[str, ...] = ()  # dark, smoke, rain (C2D-17)
    is_posse_surprised: bool = False
    landmarks: tuple[Landmark, ...] = ()
    fighters: tuple[Fighter, ...] = ()
    weapons: Mapping[str, Weapon] = {}  # the GM's own
    armours: Mapping[str, Armour] = {}  # the GM's own
    round: int = 0
    stage: Stage = Stage.DECLARING
    order: tuple[CombatantId, ...] = ()
    done: tuple[CombatantId, ...] = ()
    strikes: tuple[Strike, ...] = ()
    holds: tuple[Hold, ...] = ()
    calls: tuple[Called, ...] = ()  # checks that the GM called and that are owed
    counter: int = 0
    winner: str = ""  # the party that holds the field, once it is over
    asks_all: bool = False  # also those who have nothing to answer with: nobody can tell (see `rules.evenly`)

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

    @property
    def half(self) -> int:
        """Which of the two actions is performed now: 0 or 1; -1 while they are declared."""
        return {Stage.DECLARING: -1, Stage.FIRST: 0, Stage.SECOND: 1}[self.stage]

    def holder_of(self, who: CombatantId) -> CombatantId | None:
        """Who holds this combatant."""
        return next((hold.holder for hold in self.holds if hold.held == who), None)

    def held_by(self, who: CombatantId) -> CombatantId | None:
        """Whom this combatant holds."""
        return next((hold.held for hold in self.holds if hold.holder == who), None)


def are_foes(one: Fighter, other: Fighter) -> bool:
    """Whether the two fight each other: they are of different parties, and neither stands by."""
    return one.party != other.party and BYSTANDER not in (one.party, other.party)


def foes_of(state: ConflictState, fighter: Fighter) -> tuple[Fighter, ...]:
    """The foes that are up and not out of sight, in the order in which they entered."""
    return tuple(each for each in state.fighters if each.is_at_hand and are_foes(fighter, each))
