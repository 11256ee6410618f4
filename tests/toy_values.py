"""The state, commands and events of the toy system (see `tests.toy`)."""

from typing import ClassVar

import msgspec

from rules.core.combatant import Side
from rules.core.command import (
    Act,
)
from rules.core.deck import Deck
from rules.core.event import Event
from rules.core.ids import CombatantId, PromptId, RuleId
from rules.core.view import Phase

CARDS = tuple(f"#{number:03}" for number in range(1, 121))
HAND = 2
WAYS = {"stand": "Stand", "run": "Run"}
CARD_RULE = RuleId("TOY-1")
DIE_RULE = RuleId("TOY-2")


# ---- state


class Duelist(msgspec.Struct, frozen=True, kw_only=True):
    """`revision` rises whenever the hand changes."""

    id: CombatantId
    name: str
    side: Side
    place: str
    is_npc: bool
    is_hidden: bool = False
    hand: tuple[str, ...] = ()
    score: int = 0
    revision: int = 0
    has_run: bool = False


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """`whom` None: the GM decides. `for_card`: which card to play, else whether to stand or run."""

    id: PromptId
    whom: CombatantId | None
    for_card: bool = False


class ToyState(msgspec.Struct, frozen=True, kw_only=True):
    """`shown` is a set, as states of real systems have them."""

    phase: Phase = Phase.LOBBY
    scene: str = ""
    places: tuple[str, ...] = ("street",)
    duelists: tuple[Duelist, ...] = ()
    questions: tuple[Question, ...] = ()
    asked: int = 0
    deck: Deck = msgspec.field(default_factory=lambda: Deck(rest=CARDS))
    shown: frozenset[str] = frozenset()
    stakes: str = ""
    bell: int = 0
    absent: tuple[int, ...] = ()

    def find(self, who: CombatantId | None) -> Duelist | None:
        return next((each for each in self.duelists if each.id == who), None)

    def name(self, who: CombatantId | None) -> str:
        """Total: history speaks of those who are gone, too."""
        found = self.find(who)
        return found.name if found else "somebody"


# ---- commands


class Play(Act, frozen=True):
    """Show a card; without `card` its holder is asked which."""

    private: ClassVar[tuple[str, ...]] = ("card",)
    card: str = ""
    note: str = ""


class Roll(Act, frozen=True):
    """Add a die to the score."""


class Ask(Act, frozen=True):
    """Make somebody (`whom` empty: the GM) say whether he stands or runs."""

    whom: CombatantId | None = None


class Idle(Act, frozen=True):
    """Do nothing: a command that brings no event about."""


# ---- events


class SceneSet(Event, frozen=True):
    scene: str


class Entered(Event, frozen=True):
    who: CombatantId
    name: str
    side: Side
    place: str
    is_npc: bool
    is_hidden: bool
    score: int = 0


class Left(Event, frozen=True):
    who: CombatantId
    name: str


class Began(Event, frozen=True):
    """`bell` is how often it rang in this session; `absent` the scores of sheets that are elsewhere."""

    bell: int = 1
    absent: tuple[int, ...] = ()


class CardDrawn(Event, frozen=True):
    who: CombatantId
    card: str


class CardsShuffled(Event, frozen=True):
    pass


class CardPlayed(Event, frozen=True):
    who: CombatantId
    card: str


class Redealt(Event, frozen=True):
    who: CombatantId
    back: str
    came: str


class RedealTold(Event, frozen=True):
    who: CombatantId


class Rolled(Event, frozen=True):
    who: CombatantId
    face: int


class Asked(Event, frozen=True):
    question: PromptId
    whom: CombatantId | None
    for_card: bool


class Answered(Event, frozen=True):
    question: PromptId
    whom: CombatantId | None
    way: str  # empty for a card: the card is told when it is played


class Amended(Event, frozen=True):
    what: str
    value: str
    whom: CombatantId | None


class Placed(Event, frozen=True):
    whom: CombatantId | None  # None: a new place
    where: str


class Ended(Event, frozen=True):
    pass
