"""A table to play the toy at: a Referee over a store, with short words for what people do."""

import hashlib
import hmac
import itertools
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import pytest

from rules.asking import Wish
from rules.core.command import Answer, Command
from rules.core.ids import CombatantId, FightId, Place, PromptId, UserId
from rules.core.refusal import Illegal
from rules.core.ruleset import Setup
from rules.core.view import AskedView
from rules.drawing import DRAW
from rules.referee import Referee, Showing
from rules.store.memory import MemoryStore
from rules.store.protocol import Message, Step, Store
from rules.tables import AnyRuleset
from rules.telling import Ruling
from tests.toy import TOY
from tests.toy_values import CARDS, Play, Roll

GM, ANA, HANK, STRANGER = UserId(100), UserId(1), UserId(2), UserId(3)
SALOON, STREET = Place(guild=1, channel=1), Place(guild=1, channel=2)
ANAS, HANKS = CombatantId("c2"), CombatantId("c3")  # who they play once `seated`
NOON = 1_700_000_000.0

Reopen: TypeAlias = Callable[[Store], Awaitable[Store]]


def seeded_bytes(seed: bytes) -> Callable[[int], bytes]:
    """Bytes that follow from a seed."""
    count = itertools.count()
    return lambda length: hmac.digest(seed, str(next(count)).encode(), hashlib.sha512)[:length]


class Room:
    """People around a Referee. What is asked here is told at once, unless `told` is False, as a crash would have it."""

    def __init__(self, store: Store, *, seed: bytes = b"seed", place: Place = SALOON, draws: str = "bot") -> None:
        self.store = store
        self.place = place
        self.draws = draws
        self.rulesets: tuple[AnyRuleset, ...] = (TOY,)
        self.heard: list[Message] = []
        self.random_bytes = seeded_bytes(seed)
        self.stands_at: float | None = None  # what the clock shows; None: it goes on a second with every look
        self.due: list[float] = []
        self.sources = itertools.count(1)
        self.referee = self._referee()

    def _referee(self) -> Referee:
        ticks = itertools.count()
        return Referee(
            self.store,
            self.rulesets,
            clock=lambda: NOON + next(ticks) if self.stands_at is None else self.stands_at,
            random_bytes=self.random_bytes,
            on_stored=self.heard.extend,
            on_due=self.due.append,
        )

    def restart(self, store: Store | None = None) -> None:
        """Another process over the same store."""
        self.store = store or self.store
        self.referee = self._referee()

    def source(self) -> str:
        return f"test:{next(self.sources)}"

    async def begin(
        self, user: UserId = GM, *, scene: str = "noon", source: str | None = None, told: bool = True
    ) -> Ruling:
        house = {} if self.draws == "bot" else {"draws": self.draws}
        setup = Setup(scene=scene, house=house)
        ruling = await self.referee.begin(
            self.place, user, "toy", title="Dusk", setup=setup, source=source or self.source()
        )
        return await self._told(ruling, user, told)

    async def join(self, user: UserId, name: str = "", *, source: str | None = None, told: bool = True) -> Ruling:
        ruling = await self.referee.join(self.place, user, name=name, template="", source=source or self.source())
        return await self._told(ruling, user, told)

    async def seated(self) -> "Room":
        """The GM has begun, Ana and Hank have joined, and the cards are dealt: four steps, if the bot draws."""
        await self.begin()
        await self.join(ANA, "Ana")
        await self.join(HANK, "Hank")
        if self.draws == "typed":
            await self.start_typed()
        else:
            await self.act(GM, Wish(kind="start", fields={}))
        return self

    async def act(
        self,
        user: UserId,
        asked: Command | Wish,
        *,
        source: str | None = None,
        expect: str = "",
        told: bool = True,
        where: Place | FightId | None = None,
    ) -> Ruling:
        ruling = await self.referee.act(where or self.place, user, asked, source=source or self.source(), expect=expect)
        return await self._told(ruling, user, told)

    async def roll(self, user: UserId = ANA, actor: CombatantId = ANAS) -> Ruling:
        return await self.act(user, Roll(actor=actor))

    async def play_first(self, user: UserId, actor: CombatantId) -> Ruling:
        return await self.act(user, Play(actor=actor, card=(await self.hand(user, actor))[0]))

    async def answer(self, user: UserId, prompt: PromptId, key: str, *, source: str | None = None) -> Ruling:
        return await self.act(user, Answer(prompt=prompt, key=key), source=source)

    async def type_in(self, user: UserId, came: str) -> Ruling:
        """Answer the draw that is owed now."""
        owed = next(each for each in (await self.show(GM)).view.asked if each.id.startswith(DRAW))
        return await self.answer(user, owed.id, came)

    async def start_typed(self) -> None:
        """Deal, the lowest cards that nobody holds typed in one after the other."""
        await self.act(GM, Wish(kind="start", fields={}))
        for card in CARDS:
            if not any(each.id.startswith(DRAW) for each in (await self.show(GM)).view.asked):
                break
            await self.type_in(GM, card)

    async def undo(self, user: UserId = GM, *, source: str | None = None, told: bool = True) -> Ruling:
        ruling = await self.referee.undo(self.place, user, source=source or self.source())
        return await self._told(ruling, user, told)

    async def go_on(self, user: UserId = GM, *, told: bool = True) -> Ruling:
        return await self._told(await self.referee.go_on(self.place, user, source=self.source()), user, told)

    async def end(self, user: UserId = GM) -> Ruling:
        return await self._told(await self.referee.end(self.place, user, source=self.source()), user, True)

    async def _told(self, ruling: Ruling, user: UserId, told: bool) -> Ruling:
        if told:
            await self.referee.told(ruling, user)
        return ruling

    # ---- looking

    async def show(self, user: UserId | None = None) -> Showing:
        return await self.referee.show(self.place, user)

    async def seq(self) -> int:
        return (await self.show()).seq

    async def score(self, actor: CombatantId = ANAS) -> int:
        shown = next(each for each in (await self.show(GM)).view.combatants if each.id == actor)
        return int(shown.state.removeprefix("score "))

    async def hand(self, user: UserId, actor: CombatantId) -> list[str]:
        hands = (await self.show(user)).view.hands
        return [card.key for hand in hands if hand.combatant == actor for card in hand.items]

    async def hands(self) -> dict[CombatantId, list[str]]:
        return {ANAS: await self.hand(ANA, ANAS), HANKS: await self.hand(HANK, HANKS)}

    async def asked(self, user: UserId | None = None) -> tuple[AskedView, ...]:
        return (await self.show(user)).view.asked

    async def log(self, fight: FightId | None = None) -> Sequence[Step]:
        fight = fight or (await self.show()).id
        return await self.store.steps(fight, after=0, limit=100_000)


async def refusal_of(attempt: Awaitable[object]) -> str:
    """The code with which the attempt is refused."""
    with pytest.raises(Illegal) as refused:
        await attempt
    return refused.value.refusal.code


class FlakyStore(MemoryStore):
    """A store in memory whose next writes go wrong as `troubles` says, the first first: None goes well."""

    def __init__(self) -> None:
        super().__init__()
        self.troubles: list[Trouble | None] = []

    async def _write(self, change: Callable[[], None]) -> None:
        trouble = self.troubles.pop(0) if self.troubles else None
        if trouble is not None:
            await trouble(lambda: super(FlakyStore, self)._write(change))
        else:
            await super()._write(change)


Trouble: TypeAlias = Callable[[Callable[[], Awaitable[None]]], Awaitable[None]]


class CountingStore(MemoryStore):
    """A store in memory that counts what is asked of it: questions, and steps in the answers."""

    def __init__(self) -> None:
        super().__init__()
        self.questions = 0
        self.steps_read = 0

    def reset(self) -> None:
        self.questions = self.steps_read = 0

    async def by_source(self, fight: FightId, source: str) -> Step | None:
        return self._counted(await super().by_source(fight, source))

    async def by_expect(self, fight: FightId, user: UserId, expect: str) -> Step | None:
        return self._counted(await super().by_expect(fight, user, expect))

    async def latest_by(self, fight: FightId, user: UserId) -> tuple[Step, bool] | None:
        found = await super().latest_by(fight, user)
        self._counted(found[0] if found else None)
        return found

    async def keyframe(self, fight: FightId, at: int) -> Step | None:
        return self._counted(await super().keyframe(fight, at))

    async def steps(self, fight: FightId, *, after: int, limit: int) -> Sequence[Step]:
        return self._all_counted(await super().steps(fight, after=after, limit=limit))

    async def latest(self, fight: FightId, *, before: int | None, limit: int) -> Sequence[Step]:
        return self._all_counted(await super().latest(fight, before=before, limit=limit))

    def _counted(self, step: Step | None) -> Step | None:
        self._all_counted(() if step is None else (step,))
        return step

    def _all_counted(self, steps: Sequence[Step]) -> Sequence[Step]:
        self.questions += 1
        self.steps_read += len(steps)
        return steps
