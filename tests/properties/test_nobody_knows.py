"""After an undo past a reveal nobody knows a card order: what comes next is spread over the whole rest of the deck."""

import collections
import hashlib
import itertools
from collections.abc import Sequence

from rules.asking import stamped
from rules.core.audience import Seen
from rules.core.command import Answer, Command, GoOn
from rules.core.dice import ScriptedDice
from rules.core.fight import Fight, Seat
from rules.core.ids import CombatantId, FightId, Place, PromptId, SeatId, UserId
from rules.core.values import replace
from rules.core.view import Phase
from rules.recording import Decided
from rules.referee import Referee
from rules.store.memory import MemoryStore
from rules.systems.conflicts import CONFLICTS
from rules.systems.texarkana import TEXARKANA, events as e
from rules.systems.texarkana.state import TexState
from rules.systems.twtw import TWTW, events as w
from rules.systems.twtw.state import Policy
from tests.contracts.ruleset_play import Game, folded, random_legal, started
from tests.properties.going_back import require_cards_in_place

GM, PLAYER, HERE = UserId(1), UserId(7), Place(guild=1, channel=2)
REPETITIONS = 400
FIGHT = FightId("fight")


class Table:
    """One repetition: a fight in this state under a key of its own."""

    def __init__(self, state: TexState, pc: CombatantId, number: int) -> None:
        self.referee = Referee(MemoryStore(), [TEXARKANA], clock=lambda: 0.0)
        self.key = hashlib.sha256(str(number).encode()).digest()
        self.sources = itertools.count()
        self.fight: Fight[TexState] = Fight(
            id=FIGHT,
            place=HERE,
            ruleset="texarkana",
            schema=TEXARKANA.schema,
            title="Dusk",
            gms=(GM,),
            seats=(Seat(id=SeatId("s1"), user=PLAYER, combatant=pc),),
            seq=1,
            state=state,
        )

    async def begin(self) -> None:
        await self.referee._recorder.begin(self.fight, self.key, Decided(command=b"{}", events=()), GM, "begin")

    async def answers(self, prompt: PromptId, key: str) -> str:
        """The answer is given; what the deck brought first."""
        fight = await self.now()
        answer = Answer(prompt=PromptId(stamped(fight, prompt)), key=key)
        await self.referee.act(HERE, PLAYER, answer, source=f"{next(self.sources)}")
        last = (await self.referee._tables.find(FIGHT)).last
        return next(each.card for each in last if isinstance(each, e.Trumped | e.DealerFlipped))

    async def undo(self) -> TexState:
        ruling = await self.referee.undo(HERE, GM, source=f"{next(self.sources)}")
        await self.referee.told(ruling, GM)
        state: TexState = (await self.now()).state
        return state

    async def now(self) -> Fight[TexState]:
        return await self.referee._tables.read(await self.referee._tables.find(FIGHT))


def reached(kind: str) -> tuple[TexState, CombatantId, PromptId, tuple[str, ...]]:
    """A state of random play in which a player owes a decision of this kind, his answers, and a known deck bottom."""
    for seed in itertools.count():
        game: Game = started(TEXARKANA, seed, scene="saloon")
        for _ in range(60):
            if game.phase is not Phase.RUNNING:
                break
            for prompt in TEXARKANA.prompts(game.state):
                state: TexState = game.state
                if f".{kind}" in prompt.id and prompt.whom in game.pcs and state.attempts and len(state.deck.rest) > 60:
                    assert prompt.whom is not None
                    seen = next(each for each in game.look(game.player(prompt.whom)).asked if each.id == prompt.id)
                    lowest = state.deck.rest[:3]
                    deck = replace(state.deck, rest=state.deck.rest[3:], bottom=lowest)
                    keys = tuple(each.key for each in seen.choices)
                    return replace(state, deck=deck), prompt.whom, prompt.id, keys
            command: Command = random_legal(game, defaults=0)
            if game.refusal(command) is None:
                game.do(command)
    raise AssertionError("it is reached somewhere")


def require_spread(came: Sequence[str], among: Sequence[str], before: Sequence[str]) -> None:
    """What came is uniform over these cards, and is what came before no more often than chance would have it."""
    expected = len(came) / len(among)
    counts = collections.Counter(came)
    assert set(counts) <= set(among)
    chi_square = sum((counts[card] - expected) ** 2 / expected for card in among)
    degrees = len(among) - 1
    assert chi_square < degrees + 5 * (2 * degrees) ** 0.5
    same = sum(one == other for one, other in zip(came, before, strict=True))
    assert same < expected + 5 * expected**0.5 + 1


async def test_the_same_command_after_an_undo_draws_from_the_whole_rest() -> None:
    state, pc, prompt, keys = reached("trump")
    first, then = [], []
    for number in range(REPETITIONS):
        table = Table(state, pc, number)
        await table.begin()
        first.append(await table.answers(prompt, keys[0]))
        after = await table.undo()
        assert (after.deck.top, after.deck.bottom) == ((), ())
        then.append(await table.answers(prompt, keys[0]))
    rest = (*state.deck.rest, *state.deck.bottom)
    require_spread(first, state.deck.rest, first[1:] + first[:1])
    require_spread(then, rest, first)


async def test_a_card_that_all_have_seen_is_in_no_hand_and_comes_as_any_other() -> None:
    state, pc, prompt, keys = reached("card")
    card = keys[0]
    assert card in state.fighter(pc).hand
    held, flips, first, then = [], [], [], []
    for number in range(REPETITIONS):
        table = Table(state, pc, number)
        await table.begin()
        first.append(await table.answers(prompt, card))
        after = await table.undo()
        require_cards_in_place(after)
        hand = after.fighter(pc).hand
        assert card not in hand
        assert card in after.deck.rest
        assert set(state.fighter(pc).hand) - {card} < set(hand)
        assert len(hand) == len(state.fighter(pc).hand)
        (new,) = set(hand) - set(state.fighter(pc).hand)
        held.append(new)
        flips.append(first[-1])
        then.append(await table.answers(prompt, new))
    rest = (*state.deck.rest, *state.deck.bottom)
    require_spread(held, rest, flips)
    require_spread(then, (*rest, card), first)


def test_a_deck_of_which_one_card_is_left_is_shuffled() -> None:
    past = started(TWTW, 1).state
    last, *others = past.deck.rest
    past = replace(past, deck=replace(past.deck, rest=(last,), discards=(*past.deck.discards, *others)))
    after = folded(TWTW, past, TWTW.redealing.redealt(past, (Seen(what=f"card {last}"),), ScriptedDice()))
    assert after.deck.left == len(past.deck.discards) + 1
    assert not TWTW.redealing.redealt(past, (), ScriptedDice()), "where nothing was seen nothing changes"


def test_orders_that_showed_bind_nobody() -> None:
    before = started(TWTW, 1).state
    who, whom = before.fighters[0].id, before.fighters[1].id
    before = replace(before, fighters=(replace(before.fighters[0], policy=Policy.FIRE), *before.fighters[1:]))
    seen = TWTW.redealing.seen(before, (w.StopPassed(who=who, whom=whom, kept=False),))
    after = folded(TWTW, before, TWTW.redealing.redealt(before, seen, ScriptedDice()))
    assert after.fighter(who).policy is Policy.ASK
    assert not TWTW.redealing.seen(after, (w.StopPassed(who=who, whom=whom, kept=False),)), "he was asked"


def test_plans_that_all_have_seen_bind_nobody() -> None:
    game = started(CONFLICTS, 2)
    first = next(each for each in CONFLICTS.prompts(game.state) if each.whom in game.pcs)
    game.do(GoOn(prompts=(first.id,)))
    past = game.state
    assert past.fighter(first.whom).plans
    game.do(GoOn(prompts=tuple(each.id for each in CONFLICTS.prompts(past))))
    seen = CONFLICTS.redealing.seen(past, game.log[-1][2])
    assert len(seen) == len(past.order)
    after = folded(CONFLICTS, past, CONFLICTS.redealing.redealt(past, seen, ScriptedDice()))
    assert not any(each.plans for each in after.fighters)
    assert {each.whom for each in CONFLICTS.prompts(after)} >= {first.whom}
    assert not CONFLICTS.redealing.redealt(past, (), ScriptedDice()), "as long as they are sealed they stay"
