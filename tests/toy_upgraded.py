"""The toy as a later version of the program has it: schema 2, with things renamed and added, and the way there.

It decides as the toy does, by translating; what was written under schema 1 it gets only through `migrate`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from rules.core.audience import Seen, Viewer
from rules.core.calling import Check
from rules.core.combatant import SIDES
from rules.core.command import Command
from rules.core.dice import Dice
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.option import Amendable, Choice, Option
from rules.core.prompt import Prompt
from rules.core.reference import HouseSet, RuleTable, Switch
from rules.core.refusal import Refusal
from rules.core.ruleset import OwnNpcs, Rule, Ruleset, Setup, Template
from rules.core.terms import Term
from rules.core.values import replace
from rules.core.view import FightView, Phase
from tests import toy_values
from tests.toy import TOY
from tests.toy_values import ToyState


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Since schema 2: the toy's state stands under `table`, its `stakes` are the `wager`, and there is `weather`."""

    table: ToyState = msgspec.field(default_factory=ToyState)
    wager: str = ""
    weather: str = ""

    @property
    def old(self) -> ToyState:
        """The same, as the toy knows it."""
        return replace(self.table, stakes=self.wager)


class Play(Command, frozen=True):
    """Since schema 2: `note` is called `remark`, and one may be loud."""

    actor: CombatantId
    card: str = ""
    remark: str = ""
    loud: bool = False


class Rolled(Event, frozen=True):
    """Since schema 2: `face` is called `eyes`, and dice may be loaded."""

    who: CombatantId
    eyes: int
    loaded: bool


class SceneSet(Event, frozen=True):
    """Since schema 2: with the weather."""

    scene: str
    weather: str


class ToyUpgraded:
    """The rule system; compared by identity."""

    id = "toy"
    name = "Toy"
    gm_word = "Umpire"
    held_word = "hand"
    sides = SIDES
    schema = 2
    state_type = State
    command_types: tuple[type[Command], ...] = (*(each for each in TOY.command_types if each.__name__ != "Play"), Play)
    event_types: tuple[type[Event], ...] = (
        *(each for each in TOY.event_types if each.__name__ not in ("Rolled", "SceneSet")),
        Rolled,
        SceneSet,
    )

    sheets = None

    @property
    def templates(self) -> tuple[Template, ...]:
        return TOY.templates

    @property
    def scenes(self) -> tuple[Choice, ...]:
        return TOY.scenes

    def alone(self, state: State) -> str:
        return TOY.alone(state.old)

    def empty(self) -> State:
        return State()

    def open(self, setup: Setup, dice: Dice) -> tuple[Event, ...]:
        return tuple(map(_new, TOY.open(setup, dice)))

    def decide(self, state: State, command: Command, dice: Dice) -> tuple[Event, ...]:
        if isinstance(command, Play):
            command = toy_values.Play(actor=command.actor, card=command.card, note=command.remark)
        return tuple(map(_new, TOY.decide(state.old, command, dice)))

    def apply(self, state: State, event: Event) -> State:
        after = TOY.apply(state.old, _old(event))
        weather = event.weather if isinstance(event, SceneSet) else state.weather
        return State(table=replace(after, stakes=""), wager=after.stakes, weather=weather)

    def phase(self, state: State) -> Phase:
        return TOY.phase(state.old)

    def next_up(self, state: State) -> CombatantId | None:
        return None

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        return TOY.prompts(state.old)

    def evened(self, state: State, *, is_even: bool) -> State:
        return state

    def options(self, state: State, actor: CombatantId, viewer: Viewer, kind: str = "") -> tuple[Option, ...]:
        return TOY.options(state.old, actor, viewer, kind)

    def stands(self, state: State, actor: CombatantId, moment: str) -> bool:
        return TOY.stands(state.old, actor, moment)

    def view(self, state: State, viewer: Viewer) -> FightView:
        seen = TOY.view(state.old, viewer)
        return replace(seen, notes=(*seen.notes, f"weather: {state.weather}"))

    def words(self, said: Event | Refusal, state: State, viewer: Viewer) -> str | None:
        return TOY.words(_old(said) if isinstance(said, Event) else said, state.old, viewer)

    def orders(self, state: State) -> tuple[Choice, ...]:
        return TOY.orders(state.old)

    def by_orders(self, state: State, prompt: Prompt, order: str) -> Command:
        return TOY.by_orders(state.old, prompt, order)

    def typed_choices(self, among: Sequence[str]) -> tuple[Choice, ...]:
        return TOY.typed_choices(among)

    def calls(self, state: State) -> tuple[Check, ...]:
        return ()

    def amendables(self, state: State) -> tuple[Amendable, ...]:
        return TOY.amendables(state.old)

    @property
    def redealing(self) -> "UpgradedRedealing":
        return UpgradedRedealing()

    @property
    def own_scenes(self) -> None:
        return None

    @property
    def own_npcs(self) -> OwnNpcs | None:
        return TOY.own_npcs

    def own_templates(self, state: State) -> tuple[Template, ...]:
        return TOY.own_templates(state.old)

    @property
    def rules(self) -> tuple[Rule, ...]:
        return TOY.rules

    @property
    def tables(self) -> tuple[RuleTable, ...]:
        return TOY.tables

    @property
    def terms(self) -> tuple[Term, ...]:
        return TOY.terms

    @property
    def house_sets(self) -> tuple[HouseSet, ...]:
        return TOY.house_sets

    def house(self, state: State | None) -> tuple[Switch, ...]:
        return TOY.house(None if state is None else state.old)

    def migrate(
        self, kind: str, raw: Mapping[str, Any], schema: int
    ) -> Mapping[str, Any]:  # Any: decoded JSON of an older version
        assert schema == 1, "asked version by version"
        match kind, raw:
            case "state", _:
                weather = "dry" if raw["scene"] else ""
                return {"table": {**raw, "stakes": ""}, "wager": raw["stakes"], "weather": weather}
            case "command", {"do": "play", "note": note, **rest}:
                return {**rest, "do": "play", "remark": note}
            case "event", {"was": "rolled", "face": face, **rest}:
                return {**rest, "was": "rolled", "eyes": face, "loaded": False}
            case "event", {"was": "scene-set"}:
                return {**raw, "weather": "dry"}
            case _:
                return raw


TOY_UPGRADED: Ruleset[State] = ToyUpgraded()


def _new(event: Event) -> Event:
    match event:
        case toy_values.Rolled():
            return Rolled(rules=event.rules, audience=event.audience, who=event.who, eyes=event.face, loaded=False)
        case toy_values.SceneSet():
            return SceneSet(rules=event.rules, audience=event.audience, scene=event.scene, weather="dry")
        case _:
            return event


def _old(event: Event) -> Event:
    match event:
        case Rolled():
            return toy_values.Rolled(rules=event.rules, audience=event.audience, who=event.who, face=event.eyes)
        case SceneSet():
            return toy_values.SceneSet(rules=event.rules, audience=event.audience, scene=event.scene)
        case _:
            return event


class UpgradedRedealing:
    """The same as the toy's."""

    def is_quiet(self, event: Event) -> bool:
        return TOY.redealing.is_quiet(_old(event))

    def seen(self, before: State, events: Sequence[Event]) -> tuple[Seen, ...]:
        return TOY.redealing.seen(before.old, tuple(map(_old, events)))

    def words(self, state: State, seen: Sequence[Seen]) -> tuple[str, ...]:
        return TOY.redealing.words(state.old, seen)

    def redealt(self, past: State, seen: Sequence[Seen], dice: Dice) -> tuple[Event, ...]:
        return tuple(map(_new, TOY.redealing.redealt(past.old, seen, dice)))
