"""A table to play at in tests: a scene, fighters built by hand, and steps with cards chosen by what they show."""

from collections.abc import Iterable
from typing import Any, TypeVar

from rules.core.audience import PUBLIC, Viewer
from rules.core.combatant import Side
from rules.core.command import Answer, Command, GoOn
from rules.core.dice import ScriptedDice, SeededDice
from rules.core.event import Event
from rules.core.ids import CombatantId, PromptId
from rules.core.refusal import Illegal, Refusal
from rules.core.values import replace
from rules.core.view import Phase
from rules.systems.twtw import TWTW
from rules.systems.twtw.arcs import Mode
from rules.systems.twtw.cards import CRITICAL, cards, in_order
from rules.systems.twtw.hexes import Spot
from rules.systems.twtw.state import Aim, Fighter, House, Stage, TwtwState

E = TypeVar("E", bound=Event)
JUDGE = Viewer(gm=True)
PACE = 1000


def who(text: str) -> CombatantId:
    return CombatantId(text)


def at(east: int, north: int) -> Spot:
    """So many paces east and north."""
    return Spot(east * PACE, north * PACE)


def showing(value: int, column: int = 6, rows: int = 1, *, but: Iterable[str] = (), **also: object) -> str:
    """The first card whose best cell of these rows shows this and is no calamity; `also`: toggle, standard part."""
    for code in in_order(cards()):
        each = cards()[code]
        cells = [each.caused(row, column) for row in range(1, rows + 1)]
        if code in but or max(cells) != value or cells[-1] == CRITICAL:
            continue
        if "toggle" in also and each.toggle is not also["toggle"]:
            continue
        if "part" in also and each.bank[each.standard] != also["part"]:
            continue
        return code
    raise AssertionError(f"no card shows {value} in ({rows}){column} {also}")


def calamity(column: int = 6, rows: int = 1) -> str:
    """The first card that is a calamity at this level."""
    return next(code for code in in_order(cards()) if cards()[code].caused(rows, column) == CRITICAL)


def toggling(is_yes: bool, *, but: Iterable[str] = ()) -> str:
    """The first card whose toggle says so."""
    return next(code for code in in_order(cards()) if cards()[code].toggle is is_yes and code not in but)


def fighter(name: str, spot: Spot, side: Side = Side.POSSE, **changes: Any) -> Fighter:  # Any: fields of many types
    """Somebody with d6 and one row in everything, a Peacemaker in hand, Move 9 and 10 action points."""
    usual = Fighter(
        id=who(name),
        name=name.title(),
        side=side,
        is_pc=side is Side.POSSE,
        spot=spot,
        began_at=spot,
        skills={"handgun": 1, "rifle": 1, "brawling": 1},
        weapons=("peacemaker", "winchester"),
        in_hand="peacemaker",
        shots={"peacemaker": 6, "winchester": 15},
        move=9,
        points=10,
        began_with=10,
        phase=1,
    )
    return replace(usual, **changes)


def enemy(name: str, spot: Spot, **changes: Any) -> Fighter:  # Any: as above
    return fighter(name, spot, Side.ENEMY, **changes)


def aiming(whom: Fighter, weapon: str = "winchester", held: int = 1) -> dict[str, Any]:  # Any: as above
    """What makes a fighter aim at somebody where he stands."""
    return {"aim": Aim(whom=whom.id, weapon=weapon, centre=whom.spot, held=held), "in_hand": weapon}


class Table:
    """A fight under way. `do` gives a command with the cards it needs and returns the events."""

    def __init__(self, state: TwtwState) -> None:
        self.state = state

    def do(self, command: Command, *draws: str | int) -> tuple[Event, ...]:
        dice = ScriptedDice(*draws)
        events = TWTW.decide(self.state, command, dice)
        dice.require_all_used()
        for event in events:
            self.state = TWTW.apply(self.state, event)
            require_all_cards(self.state)
        return events

    def freely(self, command: Command, seed: str = "any") -> tuple[Event, ...]:
        """The same with draws that do not matter."""
        dice = SeededDice(b"test", seed.encode())
        events = TWTW.decide(self.state, command, dice)
        for event in events:
            self.state = TWTW.apply(self.state, event)
            require_all_cards(self.state)
        return events

    def answer(self, key: str, *draws: str | int, **blanks: str) -> tuple[Event, ...]:
        """Answer the decision that is owed."""
        return self.do(Answer(prompt=self.asked()[0], key=key, blanks=blanks), *draws)

    def go_on(self, *draws: str | int) -> tuple[Event, ...]:
        """Nobody decides what is owed."""
        return self.do(GoOn(prompts=self.asked()), *draws)

    def refusal(self, command: Command) -> Refusal:
        """Why the command is refused."""
        try:
            TWTW.decide(self.state, command, SeededDice(b"test", b"refusal"))
        except Illegal as illegal:
            return illegal.refusal
        raise AssertionError(f"{command} was not refused")

    def __getitem__(self, name: str) -> Fighter:
        return self.state.fighter(who(name))

    def asked(self) -> tuple[PromptId, ...]:
        """The ids of the decisions owed."""
        return tuple(prompt.id for prompt in TWTW.prompts(self.state))

    def words(self, events: Iterable[Event], viewer: Viewer = PUBLIC) -> list[str]:
        said = (TWTW.words(event, self.state, viewer) for event in events)
        return [line for line in said if line is not None]


def require_all_cards(state: TwtwState) -> None:
    """Every card is in exactly one place."""
    deck = state.deck
    assert in_order((*deck.top, *deck.rest, *deck.bottom, *deck.discards)) == [str(number) for number in range(54)]


def table(*fighters: Fighter, stage: Stage = Stage.ACTIONS, **changes: Any) -> Table:  # Any: as above
    """A running fight in round 2 in which these act in this order; `house` switches by name."""
    switches = {key: changes.pop(key) for key in tuple(changes) if key in House.__struct_fields__}
    house = replace(House(mode=Mode.GRIDLESS), **switches)
    state = TwtwState(
        phase=Phase.RUNNING,
        house=house,
        fighters=fighters,
        round=2,
        stage=stage,
        order=tuple(each.id for each in fighters),
    )
    return Table(replace(state, **changes))


def only(events: Iterable[Event], kind: type[E]) -> E:
    """The one event of this kind."""
    found = [each for each in events if isinstance(each, kind)]
    assert len(found) == 1, [type(each).__name__ for each in events]
    return found[0]


def all_of(events: Iterable[Event], kind: type[E]) -> list[E]:
    """The events of this kind."""
    return [each for each in events if isinstance(each, kind)]
