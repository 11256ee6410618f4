"""What a fight is at one moment: values only. How it changes is in `apply`, what may be done in the rule files."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from rules.core.combatant import Side, are_enemies
from rules.core.deck import Deck
from rules.core.ids import CombatantId
from rules.core.view import Phase
from rules.systems.texarkana.attempts import Attempt, Backing, ShootoutStakes
from rules.systems.texarkana.cards import ALL_CARDS, VALUES, face_of
from rules.systems.texarkana.commands import Escalable


class Condition(StrEnum):
    """Whether a combatant still fights, and if not, why."""

    UP = "up"
    INCAPACITATED = "incapacitated"  # TX-42
    DYING = "dying"  # TXD-20: a PC on 0 Grit
    DEAD = "dead"
    FLED = "fled"
    GONE = "gone"  # taken out of the fight by the Dealer


class Tier(StrEnum):
    """What the Posse may answer with (TX-03 to TX-05)."""

    FISTS = "fists"
    MELEE = "melee"
    ANY = "any"


class TurnPhase(StrEnum):
    """Which part of a turn is played (TX-17)."""

    BEFORE = "before"  # the Lookout and the Initiative
    POSSE = "posse"
    ENEMY = "enemy"


class House(msgspec.Struct, frozen=True, kw_only=True):
    """The switches of the house (TXD-35)."""

    ace: int = 1
    bust_over: int = 21
    ties: str = "pc"
    trump: str = "ask"  # TXD-10, step 5
    incapacitate: str = "any_hit"  # TXA-08
    chase: str = "always"  # TXA-17
    injury_penalty: int = 1  # TXD-21
    session: int = 1  # TXF-24


class Zone(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the scene (TX-24). `is_described`: the players have been told of it (TX-26)."""

    id: str
    name: str
    note: str = ""
    has_cover: bool = True
    has_way_out: bool = True
    is_described: bool = True


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """One can walk from one zone to the other, either way round, by `way` ("the stairs")."""

    one: str
    other: str
    way: str = ""


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """The two zones see each other."""

    one: str
    other: str


class Fighter(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in the fight. A PC has ranks, Will, Luck and a hand of cards; an NPC has ratings (-3 to +3)."""

    id: CombatantId
    name: str
    side: Side
    is_pc: bool
    place: str
    template: str = ""
    condition: Condition = Condition.UP
    is_captured: bool = False  # TX-66d
    is_hidden: bool = False
    grit: int = 0
    full_grit: int = 0
    injury: int = 0
    fresh_injury: int = 0  # chips that Luck may still refuse (TXD-34)
    was_hit_unarmed: bool = False  # TX-35
    weapons: tuple[str, ...] = ()
    in_hand: str = ""  # a weapon carried; empty: fists
    concealed: frozenset[str] = frozenset()  # weapons carried that nobody sees until they are drawn (TXD-31)
    is_out_of_ammo: frozenset[str] = frozenset()
    is_disarmed_of: frozenset[str] = frozenset()  # TX-43
    is_in_cover: bool = False
    is_mounted: bool = False  # TXA-27
    is_beast: bool = False
    is_supernatural: bool = False
    ranks: Mapping[str, str] = {}
    will: int = 0
    luck: int = 0
    coin: int = 0  # TXF-29
    hand: tuple[str, ...] = ()
    revision: int = 0  # rises with every change of the hand
    ratings: Mapping[str, int] = {}
    brawling: int = 1  # TX-34
    characteristics: tuple[str, ...] = ()  # TXF-22, by name
    flaws: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()  # by key
    invocations: tuple[str, ...] = ()  # TXF-40, by key
    lost_objects: frozenset[str] = frozenset()  # that invocations are bound to
    spent: frozenset[str] = frozenset()  # Characteristics and Invocations used in this session
    struck: frozenset[str] = frozenset()  # Traits that the Dealer does not grant in this scene
    tended_by: tuple[CombatantId, ...] = ()  # who tried to save him while he was dying (TXD-20)
    offered: tuple[str, ...] = ()  # two cards of which he picks one (TXD-19)

    @property
    def is_up(self) -> bool:
        """Whether it still takes part."""
        return self.condition is Condition.UP

    @property
    def is_at_hand(self) -> bool:
        """Whether it takes part where all can see it: who is put out of sight is in no test, hold or chase."""
        return self.is_up and not self.is_hidden

    @property
    def usable(self) -> tuple[str, ...]:
        """The weapons it could take in hand: those it was not disarmed of."""
        return tuple(weapon for weapon in self.weapons if weapon not in self.is_disarmed_of)


class StatBlock(msgspec.Struct, frozen=True, kw_only=True):
    """An NPC's entry (TXD-30)."""

    name: str
    grit: int
    ratings: Mapping[str, int]
    brawling: int = 1
    weapons: tuple[str, ...] = ()
    concealed: tuple[str, ...] = ()  # those of them that nobody sees until they are drawn (TXD-31)
    is_beast: bool = False
    is_supernatural: bool = False


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """Something quick that a PC does, until the Dealer has ruled it (TX-63)."""

    id: str
    who: CombatantId
    what: str


class SecondShot(msgspec.Struct, frozen=True, kw_only=True):
    """A PC who has just shot with `card` and may do so once more (TXD-17)."""

    id: str
    who: CombatantId
    whom: CombatantId
    weapon: str
    card: str


class Flight(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody on the way out. First those `to_shoot` say whether they do, then those `to_chase` (TXA-17).

    `beyond` is the zone one zone past the one fled from; `firing` have said yes and wait for their test, each with
    the weapon of `aimed` (the usual one if it names none).
    """

    id: str
    runner: CombatantId
    beyond: str
    to_shoot: tuple[CombatantId, ...] = ()
    firing: tuple[CombatantId, ...] = ()
    fired: tuple[CombatantId, ...] = ()
    to_chase: tuple[CombatantId, ...] = ()
    is_past_shots: bool = False
    chaser: CombatantId | None = None
    aimed: Mapping[CombatantId, str] = {}


class Consequence(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a Trump in vain brought its `loser` (TX-65), as long as the Dealer may still change it (TXD-34).

    `id` is that of the test, `kind` and `detail` what holds now; `weapon` is what the loser used, `by` what the winner
    did. The rest is what it took: the Grit lost of it and whether that felled him, the Grit that a capture spared him,
    whom he had to let go, the flight that it ended.
    """

    id: str
    loser: CombatantId
    winner: CombatantId
    kind: str
    detail: str = ""
    weapon: str = ""
    by: str = ""
    was_in_hand: bool = False
    grit: int = 0
    is_felled: bool = False
    spared: int = 0
    released: CombatantId | None = None
    flight: Flight | None = None
    is_old: bool = False  # a phase has begun since


class Lying(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon that was thrown, and lies in a zone (TXA-13)."""

    weapon: str
    place: str


class Escalation(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An act beyond what is in order, put off until its player says that he means it (TX-08).

    `is_meant`: he did, and the Dealer says whether it becomes a Shootout (TX-13).
    """

    id: str
    act: Escalable
    weapon: str
    tier: Tier
    is_meant: bool = False


class Threat(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How an NPC answered in kind (TX-11), and how he was before: the Dealer may still choose another answer."""

    id: str
    whom: CombatantId  # the PC who went too far
    npc: CombatantId
    weapon: str
    tier: Tier
    is_stranger: bool = False
    had: bool = True  # the weapon
    was_concealed: bool = False
    was_in_hand: str = ""
    was_side: Side = Side.ENEMY


class Trespass(msgspec.Struct, frozen=True, kw_only=True):
    """That a PC went beyond what was in order, and whether anybody saw it who will talk (TX-12)."""

    who: CombatantId
    weapon: str
    tier: Tier
    is_seen: bool


class Horror(StrEnum):
    """To which tests of violence the Dealer adds a Woe chip (TXD-23): his secret."""

    NONE = "none"
    NEXT = "next"
    ALWAYS = "always"


class Grapple(msgspec.Struct, frozen=True, kw_only=True):
    """One holds the other (TX-37)."""

    holder: CombatantId
    held: CombatantId


class TexState(msgspec.Struct, frozen=True, kw_only=True):
    """A fight of Texarkana. `counter` numbers tests and flights, and never falls."""

    phase: Phase = Phase.LOBBY
    scene: str = ""
    opening: str = ""  # what was said as the scene was laid out
    house: House = msgspec.field(default_factory=House)
    tier: Tier = Tier.ANY
    may_ambush: bool = False
    has_witnesses: bool = False  # TX-12
    escalation: Escalation | None = None
    threat: Threat | None = None
    trespasses: tuple[Trespass, ...] = ()
    zones: tuple[Zone, ...] = ()
    links: tuple[Link, ...] = ()
    sights: tuple[Sight, ...] = ()
    fighters: tuple[Fighter, ...] = ()
    deck: Deck = msgspec.field(default_factory=lambda: Deck(rest=ALL_CARDS))
    aside: tuple[str, ...] = ()  # cards in hands that are not in this fight (TXD-36)
    owed: tuple[CombatantId, ...] = ()  # cards to draw as soon as there are any (TXD-32)
    woe: int = 0
    horror: Horror = Horror.NONE
    unnatural: tuple[str, ...] = ()  # what the supernatural brought into the scene, in words (TXD-24)
    own_blocks: Mapping[str, StatBlock] = {}  # by key: described by the Dealer (TXD-30)
    counter: int = 0
    lookout: CombatantId | None = None
    turn: int = 0
    turn_phase: TurnPhase = TurnPhase.BEFORE
    posse_starts: bool = False
    acted: tuple[CombatantId, ...] = ()
    claimed: CombatantId | None = None
    is_phase_over: bool = False  # by the Dealer's word
    attempts: tuple[Attempt, ...] = ()
    flights: tuple[Flight, ...] = ()
    grapples: tuple[Grapple, ...] = ()
    lying: tuple[Lying, ...] = ()
    consequences: tuple[Consequence, ...] = ()
    requests: tuple[Request, ...] = ()
    second_shots: tuple[SecondShot, ...] = ()
    backings: tuple[Backing, ...] = ()
    told: str = ""  # the Dealer's last word on what happened
    winner: Side | None = None  # once it is over; None: the story ended it
    asks_all: bool = False  # also those who have nothing to answer with: nobody can tell (see `rules.evenly`)

    @property
    def pcs(self) -> tuple[Fighter, ...]:
        """The Posse, in the order in which it entered."""
        return tuple(fighter for fighter in self.fighters if fighter.is_pc)

    @property
    def enemies(self) -> tuple[Fighter, ...]:
        """The Posse's enemies, in the order in which they entered."""
        return tuple(fighter for fighter in self.fighters if fighter.side is Side.ENEMY)

    def find(self, who: str | None) -> Fighter | None:
        """The combatant of this id, if there is one."""
        for fighter in self.fighters:  # asked so often that a generator would be felt
            if fighter.id == who:
                return fighter
        return None

    def fighter(self, who: CombatantId) -> Fighter:
        """The combatant of this id, which must be in the fight."""
        found = self.find(who)
        assert found is not None, f"{who} is in the fight"
        return found

    def name(self, who: str | None) -> str:
        """The combatant's name; the id itself if he was taken out of the lobby since."""
        found = self.find(who)
        return found.name if found else str(who)

    def zone(self, place: str) -> Zone | None:
        """The zone of this id, if there is one."""
        for zone in self.zones:
            if zone.id == place:
                return zone
        return None

    def zone_name(self, place: str) -> str:
        """The zone's name."""
        zone = self.zone(place)
        return zone.name if zone else place

    def attempt(self, which: str) -> Attempt | None:
        """The test of this id, if it is under way."""
        return next((attempt for attempt in self.attempts if attempt.id == which), None)

    def attempt_of(self, pc: CombatantId) -> Attempt | None:
        """The test this PC plays cards in: never more than one (TXD-14: either of two PCs does)."""
        return next((each for each in self.attempts if pc == each.pc or (pc == each.npc and self.is_even(each))), None)

    def is_even(self, attempt: Attempt) -> bool:
        """Whether a test is between two PCs (TXD-14)."""
        other = self.find(attempt.npc)
        return other is not None and other.is_pc and self.fighter(attempt.pc).is_pc

    def is_clash(self, attempt: Attempt) -> bool:
        """Whether a test is between two NPCs (TXD-15)."""
        return not self.fighter(attempt.pc).is_pc

    @property
    def is_busy(self) -> bool:
        """Whether something is under way that is finished before the next of the Posse acts."""
        return bool(self.attempts or self.flights or self.requests or self.second_shots or self.escalation)

    def consequence(self, which: str) -> Consequence | None:
        """What this test's Trump in vain brought, if it may still be changed."""
        return next((each for each in self.consequences if each.id == which), None)

    def lying_in(self, place: str) -> tuple[str, ...]:
        """The weapons that lie in a zone."""
        return tuple(each.weapon for each in self.lying if each.place == place)

    def flight(self, which: str) -> Flight | None:
        """The flight of this id, if it is under way."""
        return next((flight for flight in self.flights if flight.id == which), None)

    def held_by(self, who: CombatantId) -> CombatantId | None:
        """Whom this combatant holds."""
        return next((grapple.held for grapple in self.grapples if grapple.holder == who), None)

    def holder_of(self, who: CombatantId) -> CombatantId | None:
        """Who holds this combatant."""
        return next((grapple.holder for grapple in self.grapples if grapple.held == who), None)

    def is_in_grapple(self, who: CombatantId) -> bool:
        """Whether this combatant holds somebody or is held."""
        return any(who in (grapple.holder, grapple.held) for grapple in self.grapples)

    @property
    def woe_left(self) -> int:
        """The Woe chips that lie on no test."""
        return self.woe - sum(attempt.woe for attempt in self.attempts)

    @property
    def shootout(self) -> Attempt | None:
        """The Shootout under way."""
        return next((attempt for attempt in self.attempts if isinstance(attempt.stakes, ShootoutStakes)), None)

    def value(self, card: str) -> int:
        """What the card counts in this house."""
        return value_of(card, self.house)


def value_of(card: str, house: House) -> int:
    """What the card counts in a house (TXD-10, TXD-35)."""
    face = face_of(card)
    return house.ace if face == "A" else VALUES[face]


def are_foes(one: Fighter, other: Fighter) -> bool:
    """Whether the two fight each other."""
    return are_enemies(one.side, other.side)


def foes_of(state: TexState, who: Fighter, among: tuple[Fighter, ...] | None = None) -> tuple[Fighter, ...]:
    """The enemies still up that this combatant knows of (`among` these): PCs know nothing of hidden ones."""
    return tuple(
        other
        for other in (state.fighters if among is None else among)
        if other.is_up and are_foes(who, other) and not (who.is_pc and other.is_hidden)
    )
