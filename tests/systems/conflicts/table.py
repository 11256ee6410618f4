"""A table to play at in tests: builders for fights, and one step after the other with draws written by value."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TypeVar

from rules.core.audience import PUBLIC, Viewer
from rules.core.combatant import Side
from rules.core.command import Amend, Answer, Command, Enter, GoOn, Start
from rules.core.dice import ScriptedDice, SeededDice
from rules.core.event import Event
from rules.core.ids import CombatantId, PromptId
from rules.core.refusal import Illegal, Refusal
from rules.core.ruleset import Setup
from rules.core.tally import Tally
from rules.core.values import replace
from rules.core.view import Phase
from rules.systems.conflicts import CONFLICTS
from rules.systems.conflicts.gear import outfit
from rules.systems.conflicts.state import (
    ConflictState,
    Fighter,
    House,
    Item,
    Kind,
    Landmark,
    Plan,
    Spot,
    Stage,
    Strike,
)

E = TypeVar("E", bound=Event)
GM = Viewer(gm=True)
HOUSE = House()


def who(text: str) -> CombatantId:
    return CombatantId(text)


def plan(text: str) -> Plan:
    """An action as one writes it: "attack bart pistol", "defend", "move towards bart", "handle reload pistol"."""
    kind, _, rest = text.partition(" ")
    words = ([*rest.split(), "", "", "", ""])[:4]
    match kind:
        case "attack":
            whom, weapon, where, how = (word if word != "-" else "" for word in words)
            return Plan(kind=Kind.ATTACK, whom=whom, weapon=weapon, where=where, how=how)
        case "move":
            return Plan(kind=Kind.MOVE, where=rest)
        case "handle":
            return Plan(kind=Kind.HANDLE, how=rest)
        case _:
            return Plan(kind=Kind(kind))


class Table:
    """A fight under way. `do` gives a command with the draws it needs and returns the events."""

    def __init__(self, state: ConflictState) -> None:
        self.state = state

    def do(self, command: Command, *draws: str | int) -> tuple[Event, ...]:
        dice = ScriptedDice(*draws)
        events = CONFLICTS.decide(self.state, command, dice)
        dice.require_all_used()
        for event in events:
            self.state = CONFLICTS.apply(self.state, event)
        return events

    def freely(self, command: Command, seed: str = "any") -> tuple[Event, ...]:
        """The same with draws that do not matter."""
        events = CONFLICTS.decide(self.state, command, SeededDice(b"test", seed.encode()))
        for event in events:
            self.state = CONFLICTS.apply(self.state, event)
        return events

    def refusal(self, command: Command) -> Refusal:
        """Why the command is refused."""
        try:
            CONFLICTS.decide(self.state, command, SeededDice(b"test", b"refusal"))
        except Illegal as illegal:
            return illegal.refusal
        raise AssertionError(f"{command} was not refused")

    def __getitem__(self, name: str) -> Fighter:
        return self.state.fighter(who(name))

    def asked(self) -> tuple[str, ...]:
        """The ids of the decisions owed."""
        return tuple(prompt.id for prompt in CONFLICTS.prompts(self.state))

    def answer(self, prompt: str, key: str, *draws: str | int) -> tuple[Event, ...]:
        return self.do(Answer(prompt=PromptId(prompt), key=key), *draws)

    def go_on(self, *draws: str | int) -> tuple[Event, ...]:
        """Whatever is owed by default."""
        return self.do(GoOn(prompts=tuple(PromptId(each) for each in self.asked())), *draws)

    def amend(self, what: str, value: str, whom: str | None = None) -> tuple[Event, ...]:
        return self.do(Amend(what=what, value=value, whom=who(whom) if whom else None))

    def words(self, events: Iterable[Event], viewer: Viewer = PUBLIC) -> list[str]:
        said = (CONFLICTS.words(event, self.state, viewer) for event in events)
        return [line for line in said if line is not None]


def pc(name: str = "ana", at: int = 0, *, skills: Mapping[str, int] | None = None, **changes: object) -> Fighter:
    """A player's character for tests, so many metres along the line: average, Fire 1 and Brawling 1, a pistol in hand.

    `weapons` may name others, the first in hand.
    """
    return _fighter(name, Side.POSSE, at, skills, is_pc=True, **changes)


def npc(name: str = "bart", at: int = 10, *, skills: Mapping[str, int] | None = None, **changes: object) -> Fighter:
    """An NPC for tests, the same, on the other side."""
    return _fighter(name, Side.ENEMY, at, skills, is_pc=False, **changes)


def _fighter(
    name: str, side: Side, at: int, skills: Mapping[str, int] | None, *, is_pc: bool, **changes: object
) -> Fighter:
    weapons = changes.pop("weapons", ("pistol",))
    assert isinstance(weapons, tuple)
    usual = Fighter(
        id=who(name),
        name=name.title(),
        side=side,
        party=side.value,
        is_pc=is_pc,
        spot=Spot(x=at * 100),
        skills={"fire": 1, "brawling": 1} if skills is None else skills,
        gear=outfit(ConflictState(), weapons),
        facing=who("bart" if is_pc else "ana"),
        oriented_until=99,
    )
    return replace(usual, **changes)  # type: ignore[arg-type]  # fields of several types


def fight(*fighters: Fighter, **changes: object) -> Table:
    """A running fight: all are declared for, in the order given. `house` as in `House`."""
    fighters = fighters or (pc(), npc())
    house = changes.pop("house", {})
    assert isinstance(house, dict)
    state = replace(
        CONFLICTS.empty(),
        phase=Phase.RUNNING,
        house=House(**house),
        landmarks=(
            Landmark(id="start", name="The start"),
            Landmark(id="wall", name="The wall", spot=Spot(x=10_000), cover=2, has_support=True),
        ),
        fighters=fighters,
        round=1,
        order=tuple(fighter.id for fighter in fighters),
    )
    return Table(replace(state, **changes))  # type: ignore[arg-type]  # fields of several types


def performing(*fighters: Fighter, plans: Mapping[str, tuple[str, str]], **changes: object) -> Table:
    """A fight in which all have declared, as `plan` reads it; who is not named defends twice."""
    ready = tuple(
        replace(each, plans=tuple(plan(text) for text in plans.get(each.id, ("defend", "defend"))))
        for each in fighters or (pc(), npc())
    )
    return fight(*ready, stage=Stage.FIRST, **changes)


def strike(attacker: str = "ana", target: str = "bart", item: str = "pistol", **changes: object) -> Strike:
    """An attack with an item that is named like its weapon, by somebody under fire."""
    usual = Strike(id="a1", attacker=who(attacker), target=who(target), item=item, weapon=item)
    return replace(usual, **changes)  # type: ignore[arg-type]  # fields of several types


def lobby(scene: str = "skirmish", *templates: str, **house: str) -> Table:
    """A lobby with ready characters in it, under their own keys."""
    table = Table(CONFLICTS.empty())
    for event in CONFLICTS.open(Setup(scene=scene, house=house), ScriptedDice()):
        table.state = CONFLICTS.apply(table.state, event)
    for key in templates:
        table.do(Enter(combatant=who(key), name=key.title(), side=Side.POSSE, template=key))
    return table


def started(scene: str = "skirmish", *templates: str, **house: str) -> Table:
    """The same, begun with draws that do not matter."""
    table = lobby(scene, *(templates or ("corporal", "archer")), **house)
    table.freely(Start())
    return table


def item(weapon: str, hold: str = "main", **changes: object) -> Item:
    usual = Item(id=weapon, weapon=weapon, hold=hold)
    return replace(usual, **changes)  # type: ignore[arg-type]  # fields of several types


def only(events: Iterable[Event], kind: type[E]) -> list[E]:
    """The events of this kind."""
    return [event for event in events if isinstance(event, kind)]


def kinds(events: Iterable[Event]) -> list[str]:
    """The names of the events."""
    return [type(event).__name__ for event in events]


def parts(tally: Tally | Iterable[object]) -> dict[str, int]:
    """The parts of a tally that count, by rule id."""
    every = tally.parts if isinstance(tally, Tally) else tuple(tally)
    return {part.rule: part.value for part in every if part.value}  # type: ignore[attr-defined]  # parts


def percent(hits: int, of: int = 36) -> int:
    """Rounded as the tables are: half to even, as Python formats."""
    return int(f"{100 * float(Fraction(hits, of)):.0f}")
