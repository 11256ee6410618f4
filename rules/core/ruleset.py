"""What a rule system must offer; three engines behind one protocol."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from rules.core.audience import Viewer
from rules.core.calling import Check
from rules.core.combatant import Side
from rules.core.command import Command
from rules.core.dice import Dice
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.option import Amendable, Choice, Option, Slot
from rules.core.prompt import Prompt
from rules.core.redealing import Redealing
from rules.core.reference import (
    HouseSet,
    Rule as Rule,  # for whoever writes a system
    RuleTable,
    Switch,
)
from rules.core.refusal import Refusal
from rules.core.scenes import OwnScenes
from rules.core.sheet import SheetRules
from rules.core.terms import Term
from rules.core.view import FightView, Phase

S = TypeVar("S")


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What a lobby is opened with: a scene by key, and the house's readings by switch.

    `own` is a scene that somebody kept, whole, in place of a ready one: so a fight needs nothing but its own log.
    """

    scene: str = ""
    own: str = ""
    house: Mapping[str, str] = {}


class Template(msgspec.Struct, frozen=True, kw_only=True):
    """A ready character (for players) or a stat block (for NPCs): `key` is what `Enter` names."""

    key: str
    name: str
    note: str  # one line: what he is good at, at most 100 characters
    is_ready_character: bool


class OwnNpcs(msgspec.Struct, frozen=True, kw_only=True):
    """How a GM describes NPCs of his own: the blanks of a form (at most five), or a text such as `example`."""

    blanks: tuple[Slot, ...]
    example: str


class Ruleset(Protocol[S]):
    """A rule system. Every function is pure: values in, values out; chance only through `dice`."""

    @property
    def id(self) -> str:
        """Its short name, for ever."""
        ...

    @property
    def name(self) -> str:
        """Its name at the table."""
        ...

    @property
    def gm_word(self) -> str:
        """What it calls the game master: "Dealer"."""
        ...

    @property
    def held_word(self) -> str:
        """Its word for what a player holds and he alone is shown: "hand", "plan". It fits behind "your"."""
        ...

    @property
    def sides(self) -> Mapping[Side, str]:
        """What it calls the sides, in the order in which they are shown."""
        ...

    @property
    def schema(self) -> int:
        """The version of its states, commands and events as stored, from 1.

        Raised by one with every change of what is stored, be it here or in the envelope that the core puts around it.
        """
        ...

    @property
    def state_type(self) -> type[S]:
        """The class of its states."""
        ...

    @property
    def command_types(self) -> tuple[type[Command], ...]:
        """All its commands, the shared ones too: a closed union."""
        ...

    @property
    def event_types(self) -> tuple[type[Event], ...]:
        """All its events: a closed union."""
        ...

    def __hash__(self) -> int:
        """A system is one object, known by identity."""
        ...

    @property
    def templates(self) -> tuple[Template, ...]:
        """The ready characters and stat blocks."""
        ...

    @property
    def scenes(self) -> tuple[Choice, ...]:
        """The ready scenes, the default first."""
        ...

    @property
    def own_npcs(self) -> OwnNpcs | None:
        """How a GM describes NPCs of his own with `Describe`; None: that cannot be done here."""
        ...

    def own_templates(self, state: S) -> tuple[Template, ...]:
        """The stat blocks that the GM has described in this fight: his secret."""
        ...

    @property
    def own_scenes(self) -> OwnScenes[S] | None:
        """How a GM lays out scenes of his own with `LayOut` and `Setup.own`; None: that cannot be done here."""
        ...

    @property
    def sheets(self) -> SheetRules[S] | None:
        """How its sheets work; None where players have only ready characters."""
        ...

    @property
    def redealing(self) -> Redealing[S]:
        """What it knows of going back behind what was drawn or seen."""
        ...

    def empty(self) -> S:
        """The state before anything happened."""
        ...

    def alone(self, state: S) -> str:
        """The key of the ready character whom the one person plays in a scene for one alone; empty: in all others.

        In such a fight whoever begins it is GM and player, and the bot goes on wherever only the GM is awaited.
        """
        ...

    def open(self, setup: Setup, dice: Dice) -> tuple[Event, ...]:
        """A lobby with the scene laid out. Raises: Illegal for an unknown scene or switch."""
        ...

    def decide(self, state: S, command: Command, dice: Dice) -> tuple[Event, ...]:
        """What the command brings about. Raises: Illegal, DrawNeeded."""
        ...

    def apply(self, state: S, event: Event) -> S:
        """The state after the event: total, never refuses."""
        ...

    def phase(self, state: S) -> Phase:
        """Whether the fight is still in the lobby, running or over."""
        ...

    def prompts(self, state: S) -> tuple[Prompt, ...]:
        """The decisions owed now, in the order in which they arose."""
        ...

    def evened(self, state: S, *, is_even: bool) -> S:
        """The same state, from now on (or no longer) asking also those who have nothing to answer with.

        Where somebody is asked something to react to, that goes on to be asked: then it stays as it is instead of
        asking fewer. See `rules.evenly`.
        """
        ...

    def next_up(self, state: S) -> CombatantId | None:
        """Who comes after whoever is awaited now, where everybody knows that; None: nobody, or nobody knows."""
        ...

    def options(self, state: S, actor: CombatantId, viewer: Viewer, kind: str = "") -> tuple[Option, ...]:
        """What the combatant may do now, as this viewer may know it; with `kind` at least all options of that kind."""
        ...

    def stands(self, state: S, actor: CombatantId, moment: str) -> bool:
        """Whether an option's `moment` still holds for this combatant."""
        ...

    def view(self, state: S, viewer: Viewer) -> FightView:
        """The fight as this viewer may see it."""
        ...

    def words(self, said: Event | Refusal, state: S, viewer: Viewer) -> str | None:
        """The event (with the state after its step) or refusal in plain words; None: not for these eyes."""
        ...

    def orders(self, state: S) -> tuple[Choice, ...]:
        """The standing orders that may be left with, by keys of `rules.core.orders`; what stands after "else" always.

        Each `note` says what it means by these rules.
        """
        ...

    def by_orders(self, state: S, prompt: Prompt, order: str) -> Command:
        """How somebody who is away decides this prompt, which is his, by the order that he left."""
        ...

    def typed_choices(self, among: Sequence[str]) -> tuple[Choice, ...]:
        """What to offer whoever types in a draw that must be one of `among`: never only those where others tell
        what somebody holds."""
        ...

    def amendables(self, state: S) -> tuple[Amendable, ...]:
        """What a GM may set."""
        ...

    def calls(self, state: S) -> tuple[Check, ...]:
        """The checks that a GM may call for now, of several at once; the first is the most usual."""
        ...

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule that it cites, in the order of the book, for looking up."""
        ...

    @property
    def tables(self) -> tuple[RuleTable, ...]:
        """The weapon tables of the book."""
        ...

    @property
    def terms(self) -> tuple[Term, ...]:
        """What is explained once in a fight, where a public ruling first uses it."""
        ...

    @property
    def house_sets(self) -> tuple[HouseSet, ...]:
        """House rules that go by one name; the first is the book's own."""
        ...

    def house(self, state: S | None) -> tuple[Switch, ...]:
        """What a house may set, with the readings in force in this fight (None: as the book has them)."""
        ...

    def migrate(
        self, kind: str, raw: Mapping[str, Any], schema: int
    ) -> Mapping[str, Any]:  # Any: decoded JSON of an older version
        """A stored state, command, event, sheet or kept scene (`kind`) of an older `schema`, as `schema` + 1 has it.

        The codec asks version by version, so what was once written here need never be changed. `raw` is plain JSON
        and stays as it is; commands and events carry their tag ("do", "was") and leave out what has its default.
        Folding events brought up to date must lead to states brought up to date: a new field starts alike in both.
        """
        ...
