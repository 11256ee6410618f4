"""Texarkana as the rest of the program sees it: one object that offers what every rule system offers."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core.audience import Viewer
from rules.core.calling import Check
from rules.core.combatant import Side
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
from rules.systems.texarkana import (
    amend,
    calls,
    house,
    library,
    lobby,
    options,
    options_posse,
    orders,
    own_npcs,
    prompts,
    rulebook,
    view,
    words,
)
from rules.systems.texarkana.apply import APPLY, apply
from rules.systems.texarkana.cards import ALL_CARDS, in_order, shown
from rules.systems.texarkana.commands import COMMANDS
from rules.systems.texarkana.decide import decide
from rules.systems.texarkana.migrating import SCHEMA, migrate
from rules.systems.texarkana.own_scenes import OWN_SCENES
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.redealing import REDEALING
from rules.systems.texarkana.sheet import SHEETS
from rules.systems.texarkana.simulation import SIMULATION, TexSimulation
from rules.systems.texarkana.state import TexState


class Texarkana:
    """The rule system; every function is pure. Compared by identity."""

    id = "texarkana"
    name = "Texarkana"
    gm_word = "Dealer"
    held_word = "hand"
    sides: Mapping[Side, str] = view.SIDE_NAMES
    schema = SCHEMA
    state_type = TexState
    command_types: tuple[type[Command], ...] = COMMANDS
    event_types: tuple[type[Event], ...] = tuple(APPLY)

    @property
    def templates(self) -> tuple[Template, ...]:
        """The ready characters and stat blocks."""
        return library.templates()

    @property
    def scenes(self) -> tuple[Choice, ...]:
        """The ready scenes, the default first."""
        return scene_choices(library.scenes())

    @property
    def own_npcs(self) -> OwnNpcs:
        """The form and the text in which a Dealer describes NPCs."""
        return own_npcs.OWN_NPCS

    def own_templates(self, state: TexState) -> tuple[Template, ...]:
        """What the Dealer has described in this fight."""
        return own_npcs.own_templates(state)

    @property
    def simulation(self) -> TexSimulation:
        """Automatic fights."""
        return SIMULATION

    sheets = SHEETS
    own_scenes = OWN_SCENES
    redealing = REDEALING

    def empty(self) -> TexState:
        """The state before anything happened."""
        return TexState()

    def alone(self, state: TexState) -> str:
        """Whom the one person plays in a scene for one alone; empty in all others."""
        return alone_in(library.scenes(), state.scene)

    def open(self, setup: Setup, dice: Dice) -> tuple[Event, ...]:
        """A lobby with the scene laid out. Raises: Illegal(NO_SUCH_SCENE, NO_SUCH_SWITCH)."""
        draft: TexDraft = Draft(self.empty(), apply)
        lobby.open_lobby(draft, setup)
        return tuple(draft.events)

    def decide(self, state: TexState, command: Command, dice: Dice) -> tuple[Event, ...]:
        """What the command brings about. Raises: Illegal, DrawNeeded."""
        return decide(state, command, dice)

    def apply(self, state: TexState, event: Event) -> TexState:
        """The state after the event: total, never refuses."""
        return apply(state, event)

    def phase(self, state: TexState) -> Phase:
        """Whether the fight is still in the lobby, running or over."""
        return state.phase

    def prompts(self, state: TexState) -> tuple[Prompt, ...]:
        """The decisions owed now."""
        return prompts.prompts(state)

    def evened(self, state: TexState, *, is_even: bool) -> TexState:
        """The same, from now on (or no longer) asking also those who have nothing to answer with."""
        if is_even is state.asks_all or (state.asks_all and any(each.is_reaction for each in prompts.prompts(state))):
            return state
        return replace(state, asks_all=is_even)

    def next_up(self, state: TexState) -> CombatantId | None:
        """Nobody: the Posse acts in whatever order it likes (TX-20)."""
        return None

    def options(self, state: TexState, actor: CombatantId, viewer: Viewer, kind: str = "") -> tuple[Option, ...]:
        """What the combatant may do now, as this viewer may know it; with `kind` at least all options of that kind."""
        more = options_posse.posse_options(state, actor, viewer, kind)
        return (*options.options(state, actor, viewer, kind), *more)

    def stands(self, state: TexState, actor: CombatantId, moment: str) -> bool:
        """Whether an option's moment still holds for this combatant."""
        return options.stands(state, actor, moment)

    def view(self, state: TexState, viewer: Viewer) -> FightView:
        """The fight as this viewer may see it."""
        return view.view(state, viewer)

    def words(self, said: Event | Refusal, state: TexState, viewer: Viewer) -> str | None:
        """The event or refusal in plain words; None: not for these eyes."""
        return words.words(said, state, viewer)

    def orders(self, state: TexState) -> tuple[Choice, ...]:
        """What may be ordered for whoever is away."""
        return orders.ORDERS

    def by_orders(self, state: TexState, prompt: Prompt, order: str) -> Command:
        """How somebody who is away decides by his order."""
        return orders.by_orders(state, prompt, order)

    def typed_choices(self, among: Sequence[str]) -> tuple[Choice, ...]:
        """All cards, since those that cannot come would tell what the hands hold."""
        return tuple(Choice(key=card, label=shown(card)) for card in in_order(ALL_CARDS))

    def calls(self, state: TexState) -> tuple[Check, ...]:
        """The checks that a Dealer may call for now."""
        return calls.calls(state)

    def amendables(self, state: TexState) -> tuple[Amendable, ...]:
        """What a Dealer may set."""
        return amend.amendables(state)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule that it cites."""
        return rulebook.rules()

    @property
    def tables(self) -> tuple[RuleTable, ...]:
        """Both weapon tables."""
        return rulebook.weapon_tables()

    @property
    def terms(self) -> tuple[Term, ...]:
        """What is explained once in a fight."""
        return library.terms()

    @property
    def house_sets(self) -> tuple[HouseSet, ...]:
        """The book, and house rules that go by one name."""
        return house.SETS

    def house(self, state: TexState | None) -> tuple[Switch, ...]:
        """The switches (TXD-35), with the readings in force in this fight."""
        return house.switches(state)

    def migrate(
        self, kind: str, raw: Mapping[str, Any], schema: int
    ) -> Mapping[str, Any]:  # Any: decoded JSON of an older version
        """See `migrating`."""
        return migrate(kind, raw, schema)


TEXARKANA = Texarkana()
