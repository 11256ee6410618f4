"""A table to play at in tests: builders for fights, and one step after the other with draws written by value."""

from collections.abc import Iterable
from typing import TypeVar

from rules.core.audience import PUBLIC, Viewer
from rules.core.combatant import Side
from rules.core.command import Command, Enter, Start
from rules.core.dice import ScriptedDice, SeededDice
from rules.core.event import Event
from rules.core.fight import Fight, Seat
from rules.core.ids import CombatantId, FightId, Place, PromptId, RuleId, UserId
from rules.core.refusal import Illegal, Refusal
from rules.core.ruleset import Setup
from rules.core.table_rules import TableRules
from rules.core.values import replace
from rules.core.view import Phase
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.cards import ALL_CARDS
from rules.systems.texarkana.state import Condition, Fighter, Grapple, Link, Sight, TexState, Tier, TurnPhase, Zone

E = TypeVar("E", bound=Event)
DEALER = Viewer(gm=True)
USUAL = TableRules()
TURN = {"posse": TurnPhase.POSSE, "enemy": TurnPhase.ENEMY, "before": TurnPhase.BEFORE}


def envelope(state: TexState, *seats: Seat, rules: TableRules = USUAL) -> Fight[TexState]:
    """The state as a fight of a server, with a game master."""
    return Fight(
        id=FightId("f"),
        place=Place(guild=1, channel=1),
        ruleset="texarkana",
        schema=TEXARKANA.schema,
        title="",
        gms=(UserId(9),),
        seats=seats,
        table=rules,
        state=state,
    )


def who(text: str) -> CombatantId:
    return CombatantId(text)


class Table:
    """A fight under way. `do` gives a command with the draws it needs and returns the events."""

    def __init__(self, state: TexState) -> None:
        self.state = state

    def do(self, command: Command, *draws: str | int) -> tuple[Event, ...]:
        dice = ScriptedDice(*draws)
        events = TEXARKANA.decide(self.state, command, dice)
        dice.require_all_used()
        for event in events:
            self.state = TEXARKANA.apply(self.state, event)
            require_all_cards(self.state)
        return events

    def freely(self, command: Command, seed: str = "any") -> tuple[Event, ...]:
        """The same with draws that do not matter."""
        dice = SeededDice(b"test", seed.encode())
        events = TEXARKANA.decide(self.state, command, dice)
        for event in events:
            self.state = TEXARKANA.apply(self.state, event)
            require_all_cards(self.state)
        return events

    def refusal(self, command: Command) -> Refusal:
        """Why the command is refused."""
        try:
            TEXARKANA.decide(self.state, command, SeededDice(b"test", b"refusal"))
        except Illegal as illegal:
            return illegal.refusal
        raise AssertionError(f"{command} was not refused")

    def say(self, refusal: Refusal) -> str:
        """The refusal in words, which it must have."""
        words = TEXARKANA.words(refusal, self.state, PUBLIC)
        assert words, refusal
        return words

    def __getitem__(self, name: str) -> Fighter:
        return self.state.fighter(who(name))

    def phase(self) -> TurnPhase:
        return self.state.turn_phase

    def tier(self) -> Tier:
        return self.state.tier

    def asked(self) -> tuple[str, ...]:
        """The ids of the decisions owed."""
        return tuple(prompt.id for prompt in TEXARKANA.prompts(self.state))

    def words(self, events: Iterable[Event], viewer: Viewer = PUBLIC) -> list[str]:
        said = (TEXARKANA.words(event, self.state, viewer) for event in events)
        return [line for line in said if line is not None]


def require_all_cards(state: TexState) -> None:
    """Every card is in exactly one place, and no hand is too large."""
    deck = state.deck
    places = [*deck.top, *deck.rest, *deck.bottom, *deck.discards, *state.aside]
    for fighter in state.fighters:
        assert len(fighter.hand) <= 10
        places += fighter.hand
        places += fighter.offered
    for attempt in state.attempts:
        places += attempt.cards
    assert sorted(places) == list(ALL_CARDS)


def pc(name: str = "ana", place: str = "road", hand: tuple[str, ...] = (), **changes: object) -> Fighter:
    """A PC for tests: Will 6, Grit 6, Luck 3, C in every suit, a revolver in hand."""
    usual = Fighter(
        id=who(name),
        name=name.title(),
        side=Side.POSSE,
        is_pc=True,
        place=place,
        grit=6,
        full_grit=6,
        weapons=("revolver",),
        in_hand="revolver",
        ranks=dict.fromkeys(("He", "Di", "Ho", "Pi", "Cl", "Sp", "Ma", "To"), "C"),
        will=6,
        luck=3,
        hand=hand or ("KHe",),
    )
    return replace(usual, **changes)  # type: ignore[arg-type]  # fields of several types


def npc(name: str = "bart", place: str = "rocks", **changes: object) -> Fighter:
    """An NPC for tests: Grit 4, every rating 0, a revolver in hand."""
    usual = Fighter(
        id=who(name),
        name=name.title(),
        side=Side.ENEMY,
        is_pc=False,
        place=place,
        grit=4,
        full_grit=4,
        weapons=("revolver",),
        in_hand="revolver",
        ratings={"Pi": 0, "Cl": 0, "Ma": 0, "Sp": 0},
    )
    return replace(usual, **changes)  # type: ignore[arg-type]  # fields of several types


def fight(
    *fighters: Fighter,
    phase: str = "posse",
    turn: int = 2,
    grapples: tuple[tuple[str, str], ...] = (),
    **changes: object,
) -> Table:
    """A running fight in the second turn: road - rocks - ridge in a row, each seeing the next two, all with cover.

    `ridge` has no way out. Nobody has acted; the Posse began.
    """
    fighters = fighters or (pc(), npc())
    held = {card for fighter in fighters for card in fighter.hand}
    state = TEXARKANA.empty()
    state = replace(
        state,
        phase=Phase.RUNNING,
        zones=(
            Zone(id="road", name="Road"),
            Zone(id="rocks", name="Rocks"),
            Zone(id="ridge", name="Ridge", has_way_out=False),
            Zone(id="gully", name="Gully", has_cover=False),
        ),
        links=(
            Link(one="road", other="rocks", way="the slope"),
            Link(one="rocks", other="ridge"),
            Link(one="ridge", other="gully"),
        ),
        sights=(
            Sight(one="road", other="rocks"),
            Sight(one="rocks", other="ridge"),
            Sight(one="road", other="ridge"),
            Sight(one="road", other="gully"),
        ),
        fighters=fighters,
        deck=replace(state.deck, rest=tuple(card for card in ALL_CARDS if card not in held)),
        lookout=fighters[0].id,
        turn=turn,
        turn_phase=TURN[phase],
        posse_starts=True,
        grapples=tuple(Grapple(holder=who(holder), held=who(held_one)) for holder, held_one in grapples),
    )
    return Table(replace(state, **changes))  # type: ignore[arg-type]  # fields of several types


def lobby(scene: str = "ambush", *templates: str, **house: str) -> Table:
    """A lobby with ready characters in it, under their own keys."""
    events = TEXARKANA.open(Setup(scene=scene, house=house), ScriptedDice())
    table = Table(TEXARKANA.empty())
    for event in events:
        table.state = TEXARKANA.apply(table.state, event)
    for key in templates:
        table.do(Enter(combatant=who(key), name=key.title(), side=Side.POSSE, template=key))
    return table


def started(scene: str = "ambush", *templates: str, seed: str = "start", **house: str) -> Table:
    """The same, dealt: nobody is Lookout yet."""
    table = lobby(scene, *(templates or ("hank", "ada")), **house)
    table.freely(Start(), seed)
    return table


def kinds(events: Iterable[Event]) -> list[str]:
    """The names of the events."""
    return [type(event).__name__ for event in events]


def only(events: Iterable[Event], kind: type[E]) -> list[E]:
    """The events of this kind."""
    return [event for event in events if isinstance(event, kind)]


def prompt(text: str) -> PromptId:
    return PromptId(text)


def rules_of(refusal: Refusal) -> set[str]:
    """The rules that a refusal cites."""
    return {str(rule) for rule in refusal.rules}


def has_rule(event: Event, rule: str) -> bool:
    """Whether an event cites a rule."""
    return RuleId(rule) in event.rules


def is_out(table: Table, name: str, condition: Condition) -> bool:
    """Whether somebody is out of the fight in this way."""
    return table[name].condition is condition
