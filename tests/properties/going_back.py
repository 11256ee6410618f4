"""Whole fights put into a store, random or written, to be taken back there from the end to the beginning."""

import collections
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.asking import Asked
from rules.core.audience import Seen, Viewer
from rules.core.codec import encode
from rules.core.combatant import Side
from rules.core.command import Amend, Command, Describe, Enter, Finish, LayOut, Leave, PlaceThere, Start
from rules.core.dice import Draw, SeededDice
from rules.core.event import ENVELOPE_EVENTS, Event, Remembered, SeatTaken
from rules.core.fight import Fight
from rules.core.ids import CombatantId, FightId, Place, SeatId, UserId
from rules.core.refusal import Illegal
from rules.core.ruleset import Setup
from rules.core.values import replace
from rules.notation import Score, _command, _Written
from rules.recording import Decided
from rules.referee import Referee
from rules.registry import RULESETS
from rules.store.memory import MemoryStore
from rules.systems.conflicts.state import ConflictState
from rules.systems.texarkana.cards import ALL_CARDS
from rules.systems.texarkana.state import TexState
from rules.systems.twtw.state import Policy, TwtwState
from rules.tables import AnyFight, AnyRuleset, next_step
from tests.contracts.ruleset_play import Game, folded, lobby, play_on, random_gm_act

GM = UserId(1)
HERE = Place(guild=1, channel=2)
KEY = b"going back, for tests, of 32 byt"
Done = tuple[Command, tuple[Draw, ...], tuple[Event, ...]]


class Kept:
    """A fight in a store: `stood[n]` is how it stood after step n."""

    def __init__(self, ruleset: AnyRuleset) -> None:
        self.ruleset = ruleset
        self.store = MemoryStore()
        numbers = itertools.count(1)
        self.referee = Referee(self.store, RULESETS, clock=lambda: 0.0, random_bytes=lambda n: bytes(n))
        self.source = lambda: f"s{next(numbers)}"
        self.stood: dict[int, AnyFight] = {}
        self.events: dict[int, tuple[Event, ...]] = {}

    async def begin(self, setup: Setup, opened: tuple[Event, ...], draws: Sequence[Draw] = ()) -> None:
        fight: AnyFight = Fight(
            id=FightId("fight"),
            place=HERE,
            ruleset=self.ruleset.id,
            schema=self.ruleset.schema,
            title="Dusk",
            gms=(GM,),
            seq=1,
            state=folded(self.ruleset, self.ruleset.empty(), opened),
        )
        decided = Decided(command=encode(setup), events=opened, draws=tuple(draws))
        await self.referee._recorder.begin(fight, KEY, decided, GM, self.source())
        self.stood[1], self.events[1] = fight, opened

    async def add(self, done: Done) -> None:
        """The next step; whoever comes in for the players gets a seat."""
        command, draws, events = done
        table = await self.referee._tables.find(FightId("fight"))
        before = await self.now()
        if isinstance(command, Enter) and is_pc(self.ruleset, before, events, command.combatant):
            user = UserId(100 + len(before.seats))
            seat = SeatTaken(seat=SeatId(command.combatant), user=user, combatant=command.combatant)
            events = (seat, *events)
        after = next_step(self.ruleset, before, events)
        decided = Decided(command=encode(command), events=events, draws=draws)
        await self.referee._recorder.append(table, before, after, decided, GM, Asked(Finish(), self.source()))
        self.stood[after.seq], self.events[after.seq] = after, events

    async def now(self) -> AnyFight:
        return await self.referee._tables.read(await self.referee._tables.find(FightId("fight")))

    async def undo(self) -> tuple[AnyFight, tuple[Event, ...]]:
        """One step back: the fight after it, and all events of that step."""
        before = await self.now()
        ruling = await self.referee.undo(HERE, GM, source=self.source())
        await self.referee.told(ruling, GM)
        after = await self.now()
        (step,) = await self.store.steps(after.id, after=before.seq, limit=1)
        events = self.referee._tables.codec(after).events(step.events, step.schema)
        self.stood[after.seq], self.events[after.seq] = after, events
        return after, events


def is_pc(ruleset: AnyRuleset, before: AnyFight, events: Sequence[Event], who: CombatantId) -> bool:
    """Whether a player plays whoever came in."""
    state = folded(ruleset, before.state, events)
    seen = ruleset.view(state, Viewer(gm=True)).combatants
    return any(each.id == who and not each.is_npc for each in seen)


def random_fight(ruleset: AnyRuleset, seed: int, *, steps: int = 60, gm_acts: float = 0.12) -> tuple[Setup, Game]:
    """A random fight for several, from its empty lobby on."""
    scenes = [each.key for each in ruleset.scenes if each.key != "first-steps"]
    scene = scenes[seed % len(scenes)]
    game = lobby(ruleset, seed, scene=scene)
    _prepare(game)
    for _ in play_on(game, steps, gm_acts=gm_acts):
        pass
    return Setup(scene=scene), game


def _prepare(game: Game) -> None:
    """What may happen in a lobby: somebody comes and goes, the GM lays things out; then the start, in a session."""
    ruleset = game.ruleset
    npc = next(each.key for each in ruleset.templates if not each.is_ready_character)
    gone = game.enter(npc, Side.ENEMY, is_pc=False)
    commands: list[Command] = [Leave(combatant=gone)]
    if ruleset.own_npcs is not None:
        commands.append(Describe(combatant=CombatantId("own"), side=Side.ENEMY, text=ruleset.own_npcs.example))
    if ruleset.own_scenes is not None:
        commands.append(LayOut(scene=ruleset.own_scenes.keep(game.state, "Mine")))
    commands.append(PlaceThere(where="Well", note="3 E" if ruleset.id == "twtw" else "deep"))
    if ruleset.sheets is not None:
        who, left = CombatantId("kept"), {"hand": "6He 7Cl", "injury": "1"}
        enter = Enter(combatant=who, name="Ned", side=Side.POSSE, template="", sheet={"will": "6"}, left=left)
        commands += [enter, Amend(what="will", value="4", whom=who)]
    for command in commands:
        assert (why := game.refusal(command)) is None, (command, why)
        game.do(command)
    for _ in range(8):
        if game.refusal(command := random_gm_act(game)) is None:
            game.do(command)
    game.do(Start(absent=({"hand": "8He 9Cl"},)) if ruleset.sheets is not None else Start())


async def kept_random(ruleset: AnyRuleset, seed: int, *, steps: int = 60, gm_acts: float = 0.12) -> Kept:
    setup, game = random_fight(ruleset, seed, steps=steps, gm_acts=gm_acts)
    kept = Kept(ruleset)
    await kept.begin(setup, ruleset.open(setup, SeededDice(KEY, b"")))
    for done in game.log:
        await kept.add(done)
    return kept


async def kept_written(ruleset: AnyRuleset, score: Score) -> Kept:
    """A fight as it is written, but for what is refused there."""
    kept = Kept(ruleset)
    dice = _Written(score.opening, None)
    opened = ruleset.open(score.setup, dice)
    await kept.begin(score.setup, opened, dice.drawn)
    for move in score.moves:
        if not move.kind:
            continue
        dice = _Written(move.draws, None)
        command = _command(ruleset, move)
        try:
            events = ruleset.decide((await kept.now()).state, command, dice)
        except Illegal:
            continue
        await kept.add((command, tuple(dice.drawn), events))
    return kept


# ---- what an undo must have brought


def dealt_anew(events: Sequence[Event]) -> tuple[Event, ...]:
    return tuple(event for event in events if not isinstance(event, ENVELOPE_EVENTS))


def remembered(events: Sequence[Event]) -> tuple[Seen, ...]:
    return tuple(each for event in events if isinstance(event, Remembered) for each in event.seen)


def require_gone_back(kept: Kept, before: AnyFight, after: AnyFight, events: Sequence[Event]) -> None:
    """The fight is as it was, but for what was dealt anew, and what an undo never takes back."""
    then = kept.stood[before.before]
    assert (after.seq, after.epoch) == (before.seq + 1, before.epoch + 1)
    assert (after.ply, after.before, after.is_closed) == (then.ply, then.before, then.is_closed)
    assert (after.gms, after.table, after.explained) == (before.gms, before.table, before.explained)
    assert {each.id for each in after.seats} == {each.id for each in then.seats}
    if dealt_anew(events):
        same = BUT_FOR_WHAT_IS_DEALT[kept.ruleset.id]
        assert encode(same(after.state)) == encode(same(then.state))
        assert encode(after.state) != encode(then.state)
    else:
        assert encode(after.state) == encode(then.state)


def _tex(state: TexState) -> TexState:
    """Without cards in hands, in the deck and face down; how many each has stays."""
    fighters = tuple(
        replace(
            each,
            hand=("?",) * (len(each.hand) + len(_laid(state, each.id))),
            offered=("?",) * len(each.offered),
            revision=0,
        )
        for each in state.fighters
    )
    attempts = tuple(
        replace(each, card="", flip="") if state.is_even(each) and not (each.card and each.flip) else each
        for each in state.attempts
    )
    deck = replace(state.deck, top=(), bottom=(), discards=(), rest=("?",) * _size(state.deck))
    return replace(state, fighters=fighters, attempts=attempts, deck=deck)


def _size(deck: Any) -> int:  # Any: of any system
    return len(deck.top) + len(deck.rest) + len(deck.bottom) + len(deck.discards)


def _laid(state: TexState, who: str) -> list[str]:
    found = []
    for each in state.attempts:
        if state.is_even(each) and not (each.card and each.flip):
            found += [card for whose, card in ((each.pc, each.card), (each.npc, each.flip)) if card and whose == who]
    return found


def _held(state: TexState, who: str) -> set[str]:
    fighter = state.find(who)
    return {*fighter.hand, *fighter.offered, *_laid(state, who)} if fighter is not None else set()


def _conflicts(state: ConflictState) -> ConflictState:
    return replace(state, fighters=tuple(replace(each, plans=(), is_unasked=False) for each in state.fighters))


def _twtw(state: TwtwState) -> TwtwState:
    fighters = tuple(replace(each, policy=Policy.ASK) for each in state.fighters)
    deck = replace(state.deck, rest=tuple(sorted((*state.deck.rest, *state.deck.discards))), discards=())
    return replace(state, fighters=fighters, deck=deck, is_shuffle_due=False)


BUT_FOR_WHAT_IS_DEALT: Mapping[str, Callable[[Any], Any]] = {  # Any: each takes the state of its own system
    "texarkana": _tex,
    "conflicts": _conflicts,
    "twtw": _twtw,
}


def require_cards_in_place(state: TexState) -> None:
    """Each of the 117 cards is in exactly one place."""
    deck = state.deck
    places = collections.Counter((*deck.top, *deck.rest, *deck.bottom, *deck.discards, *state.aside))
    for fighter in state.fighters:
        places.update((*fighter.hand, *fighter.offered))
    for attempt in state.attempts:
        places.update(attempt.cards)
    assert places == collections.Counter(ALL_CARDS)
    assert tuple(sorted(deck.rest)) == deck.rest


def require_nobody_knows_another(then: TexState, state: TexState, seen: Sequence[Seen]) -> None:
    """Of what somebody held, was offered or had laid `then`, nothing that others saw is his; no order is known."""
    for fighter in then.fighters:
        others = {each.what for each in seen if each.to != f"of:{fighter.id}"}
        assert not others & _held(then, fighter.id) & _held(state, fighter.id), fighter.name
    if any(each.what in ALL_CARDS for each in seen):
        assert not state.deck.top
        assert not state.deck.bottom
