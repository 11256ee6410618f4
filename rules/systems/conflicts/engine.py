"""Conflicts as the rest of the program sees it: one object that offers what every rule system offers."""

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
from rules.core.option import Amendable, Choice, Option, choices_of
from rules.core.prompt import Prompt
from rules.core.reference import HouseSet, Rule, RuleTable, Switch
from rules.core.refusal import Refusal
from rules.core.ruleset import Setup, Template
from rules.core.terms import Term
from rules.core.values import replace
from rules.core.view import FightView, Phase
from rules.systems.conflicts import (
    amendables,
    calls,
    declaring,
    house,
    library,
    lobby,
    options,
    orders,
    prompts,
    rulebook,
    view,
    words,
)
from rules.systems.conflicts.apply import APPLY, apply
from rules.systems.conflicts.commands import COMMANDS
from rules.systems.conflicts.decide import decide
from rules.systems.conflicts.migrating import SCHEMA, migrate
from rules.systems.conflicts.own_scenes import OWN_SCENES
from rules.systems.conflicts.play import ConflictDraft
from rules.systems.conflicts.redealing import REDEALING
from rules.systems.conflicts.simulation import SIMULATION, ConflictSimulation
from rules.systems.conflicts.state import ConflictState


class Conflicts:
    """The rule system; every function is pure. Compared by identity."""

    id = "conflicts"
    name = "Conflicts"
    gm_word = view.GM_WORD
    held_word = "plan"
    sides: Mapping[Side, str] = SIDES
    schema = SCHEMA
    state_type = ConflictState
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
    def own_npcs(self) -> None:
        """There are none: the stat blocks serve, and the GM sets their numbers."""

    def own_templates(self, state: ConflictState) -> tuple[Template, ...]:
        """There are none."""
        return ()

    @property
    def simulation(self) -> ConflictSimulation:
        """Automatic fights."""
        return SIMULATION

    def empty(self) -> ConflictState:
        """The state before anything happened."""
        return ConflictState()

    def alone(self, state: ConflictState) -> str:
        """Whom the one person plays in a scene for one alone; empty in all others."""
        return alone_in(library.scenes(), state.scene)

    def open(self, setup: Setup, dice: Dice) -> tuple[Event, ...]:
        """A lobby with the scene laid out. Raises: Illegal(NO_SUCH_SCENE, NO_SUCH_SWITCH)."""
        draft: ConflictDraft = Draft(self.empty(), apply)
        lobby.open_lobby(draft, setup)
        return tuple(draft.events)

    def decide(self, state: ConflictState, command: Command, dice: Dice) -> tuple[Event, ...]:
        """What the command brings about. Raises: Illegal, DrawNeeded."""
        return decide(state, command, dice)

    def apply(self, state: ConflictState, event: Event) -> ConflictState:
        """The state after the event: total, never refuses."""
        return apply(state, event)

    def phase(self, state: ConflictState) -> Phase:
        """Whether the fight is still in the lobby, running or over."""
        return state.phase

    def prompts(self, state: ConflictState) -> tuple[Prompt, ...]:
        """The decisions owed now."""
        return prompts.prompts(state)

    def evened(self, state: ConflictState, *, is_even: bool) -> ConflictState:
        """The same, from now on (or no longer) asking also those who have nothing to answer with."""
        if is_even is state.asks_all or (state.asks_all and any(each.is_reaction for each in prompts.prompts(state))):
            return state
        return replace(state, asks_all=is_even)

    def next_up(self, state: ConflictState) -> CombatantId | None:
        """Who declares next, where one does after the other."""
        return declaring.next_up(state)

    def options(self, state: ConflictState, actor: CombatantId, viewer: Viewer, kind: str = "") -> tuple[Option, ...]:
        """What the combatant may do now, as this viewer may know it; with `kind` at least all options of that kind."""
        return options.options(state, actor, viewer, kind)

    def stands(self, state: ConflictState, actor: CombatantId, moment: str) -> bool:
        """Whether an option's moment still holds for this combatant."""
        return options.stands(state, actor, moment)

    def view(self, state: ConflictState, viewer: Viewer) -> FightView:
        """The fight as this viewer may see it."""
        return view.view(state, viewer)

    def words(self, said: Event | Refusal, state: ConflictState, viewer: Viewer) -> str | None:
        """The event or refusal in plain words; None: not for these eyes."""
        return words.words(said, state, viewer)

    def orders(self, state: ConflictState) -> tuple[Choice, ...]:
        """What may be ordered for whoever is away."""
        return orders.ORDERS

    def by_orders(self, state: ConflictState, prompt: Prompt, order: str) -> Command:
        """How somebody who is away decides by his order."""
        return orders.by_orders(state, prompt, order)

    def typed_choices(self, among: Sequence[str]) -> tuple[Choice, ...]:
        """The faces of a die."""
        return choices_of(*among)

    def amendables(self, state: ConflictState) -> tuple[Amendable, ...]:
        """What a GM may set."""
        return amendables.amendables(state)

    def calls(self, state: ConflictState) -> tuple[Check, ...]:
        """The checks that a GM may call for now."""
        return calls.calls(state)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule that it cites."""
        return rulebook.rules()

    @property
    def tables(self) -> tuple[RuleTable, ...]:
        """The weapons and the armour."""
        return rulebook.arms_tables()

    @property
    def terms(self) -> tuple[Term, ...]:
        """What is explained once in a fight."""
        return library.terms()

    @property
    def house_sets(self) -> tuple[HouseSet, ...]:
        """The usual readings, and house rules that go by one name."""
        return house.SETS

    def house(self, state: ConflictState | None) -> tuple[Switch, ...]:
        """The switches, with the readings in force in this fight."""
        return house.switches(state)

    def migrate(
        self, kind: str, raw: Mapping[str, Any], schema: int
    ) -> Mapping[str, Any]:  # Any: decoded JSON of an older version
        """See `migrating`."""
        return migrate(kind, raw, schema)


CONFLICTS = Conflicts()
