"""The West That Wasn't as the rest of the program sees it: one object that offers what every rule system offers."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core.audience import Viewer
from rules.core.calling import Check
from rules.core.combatant import SIDES, Side
from rules.core.command import Command
from rules.core.data_files import alone_in, scene_choices
from rules.core.dice import Dice
from rules.core.draft import Draft
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.option import Amendable, Choice, Option
from rules.core.prompt import Prompt
from rules.core.reference import HouseSet, Rule, RuleTable, Switch
from rules.core.refusal import Refusal
from rules.core.ruleset import OwnNpcs, Setup, Template
from rules.core.terms import Term
from rules.core.values import replace
from rules.core.view import FightView, Phase
from rules.systems.twtw import (
    amend,
    calls,
    house,
    library,
    lobby,
    options,
    orders,
    prompts,
    rulebook,
    turns,
    view,
    words,
)
from rules.systems.twtw.apply import APPLY, apply
from rules.systems.twtw.cards import ALL_CARDS, in_order, shown
from rules.systems.twtw.commands import COMMANDS
from rules.systems.twtw.decide import decide
from rules.systems.twtw.migrating import SCHEMA, migrate
from rules.systems.twtw.own_scenes import OWN_SCENES
from rules.systems.twtw.play import TwtwDraft
from rules.systems.twtw.redealing import REDEALING
from rules.systems.twtw.simulation import SIMULATION, TwtwSimulation
from rules.systems.twtw.state import TwtwState


class WestThatWasnt:
    """The rule system; every function is pure. Compared by identity."""

    id = "twtw"
    name = "The West That Wasn't"
    gm_word = "Judge"
    held_word = "sheet"
    sides: Mapping[Side, str] = SIDES
    schema = SCHEMA
    state_type = TwtwState
    command_types: tuple[type[Command], ...] = COMMANDS
    event_types: tuple[type[Event], ...] = tuple(APPLY)
    own_scenes = OWN_SCENES
    redealing = REDEALING

    @property
    def templates(self) -> tuple[Template, ...]:
        """The ready characters and stat blocks."""
        return library.templates()

    @property
    def scenes(self) -> tuple[Choice, ...]:
        """The ready scenes, the default first."""
        return scene_choices(library.scenes())

    @property
    def sheets(self) -> None:
        """Players have ready characters only."""

    @property
    def own_npcs(self) -> OwnNpcs | None:
        """The Judge chooses among the stat blocks there are."""
        return None

    def own_templates(self, state: TwtwState) -> tuple[Template, ...]:
        """None: see `own_npcs`."""
        return ()

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule that it cites."""
        return rulebook.rules()

    @property
    def tables(self) -> tuple[RuleTable, ...]:
        """The weapon tables."""
        return rulebook.weapon_tables()

    @property
    def terms(self) -> tuple[Term, ...]:
        """What is explained once in a fight."""
        return library.terms()

    @property
    def house_sets(self) -> tuple[HouseSet, ...]:
        """The book, and house rules that go by one name."""
        return house.SETS

    def house(self, state: TwtwState | None) -> tuple[Switch, ...]:
        """The switches (TW-OQ-36), with the readings in force in this fight."""
        return house.switches(state)

    @property
    def simulation(self) -> TwtwSimulation:
        """Automatic fights."""
        return SIMULATION

    def empty(self) -> TwtwState:
        """The state before anything happened."""
        return TwtwState()

    def alone(self, state: TwtwState) -> str:
        """Whom the one person plays in a scene for one alone; empty in all others."""
        return alone_in(library.scenes(), state.scene)

    def open(self, setup: Setup, dice: Dice) -> tuple[Event, ...]:
        """A lobby with the scene laid out. Raises: Illegal(NO_SUCH_SCENE, NO_SUCH_SWITCH)."""
        draft: TwtwDraft = Draft(self.empty(), apply)
        lobby.open_lobby(draft, setup)
        return tuple(draft.events)

    def decide(self, state: TwtwState, command: Command, dice: Dice) -> tuple[Event, ...]:
        """What the command brings about. Raises: Illegal, DrawNeeded."""
        return decide(state, command, dice)

    def apply(self, state: TwtwState, event: Event) -> TwtwState:
        """The state after the event: total, never refuses."""
        return apply(state, event)

    def phase(self, state: TwtwState) -> Phase:
        """Whether the fight is still in the lobby, running or over."""
        return state.phase

    def prompts(self, state: TwtwState) -> tuple[Prompt, ...]:
        """The decisions owed now."""
        return prompts.prompts(state)

    def evened(self, state: TwtwState, *, is_even: bool) -> TwtwState:
        """The same, from now on (or no longer) asking also those who have nothing to answer with."""
        if is_even is state.asks_all or (state.asks_all and any(each.is_reaction for each in prompts.prompts(state))):
            return state
        return replace(state, asks_all=is_even)

    def next_up(self, state: TwtwState) -> CombatantId | None:
        """Whose turn comes next."""
        return turns.next_up(state)

    def options(self, state: TwtwState, actor: CombatantId, viewer: Viewer, kind: str = "") -> tuple[Option, ...]:
        """What the combatant may do now, as this viewer may know it; with `kind` at least all options of that kind."""
        return options.options(state, actor, viewer, kind)

    def stands(self, state: TwtwState, actor: CombatantId, moment: str) -> bool:
        """Whether an option's moment still holds for this combatant."""
        return options.stands(state, actor, moment)

    def view(self, state: TwtwState, viewer: Viewer) -> FightView:
        """The fight as this viewer may see it."""
        return view.view(state, viewer)

    def words(self, said: Event | Refusal, state: TwtwState, viewer: Viewer) -> str | None:
        """The event or refusal in plain words; None: not for these eyes."""
        return words.words(said, state, viewer)

    def orders(self, state: TwtwState) -> tuple[Choice, ...]:
        """What may be ordered for whoever is away."""
        return orders.ORDERS

    def by_orders(self, state: TwtwState, prompt: Prompt, order: str) -> Command:
        """How somebody who is away decides by his order."""
        return orders.by_orders(state, prompt, order)

    def typed_choices(self, among: Sequence[str]) -> tuple[Choice, ...]:
        """All cards by number: whoever types in a draw reads it off the card."""
        return tuple(Choice(key=card, label=shown(card)) for card in in_order(ALL_CARDS))

    def amendables(self, state: TwtwState) -> tuple[Amendable, ...]:
        """What a Judge may set."""
        return amend.amendables(state)

    def calls(self, state: TwtwState) -> tuple[Check, ...]:
        """The checks that a Judge may call for now."""
        return calls.calls(state)

    def migrate(
        self, kind: str, raw: Mapping[str, Any], schema: int
    ) -> Mapping[str, Any]:  # Any: decoded JSON of an older version
        """See `migrating`."""
        return migrate(kind, raw, schema)


TWTW = WestThatWasnt()
