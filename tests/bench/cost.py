"""What an act, an undo and a page of history cost with a long fight behind them, and how many bytes a step takes.

In this process: a Referee over a SQLite file (synchronous=FULL), without Discord.
"""

import asyncio
import itertools
import re
import sqlite3
import statistics
import time
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from rules.asking import Wish
from rules.core.command import Answer, Command
from rules.core.ids import Place, UserId
from rules.core.refusal import Illegal
from rules.core.ruleset import Setup
from rules.core.view import AskedView, Phase
from rules.referee import Referee, Showing
from rules.registry import RULESETS
from rules.store.memory import MemoryStore
from rules.store.protocol import Entry, Store
from rules.store.sql import SqlStore

PLACE = Place(guild=1, channel=1)
DEALER, PLAYERS = UserId(1), {UserId(2): "hank", UserId(3): "mercy", UserId(4): "ada"}
SAMPLES = 30  # acts, then as many undos
MEND_EVERY = 30  # steps, mending included: nobody loses 99 Grit meanwhile
BULK = 500  # steps copied in one transaction
SCENES = ("ambush", "saloon", "ambush", "saloon")


class KeepingStore(MemoryStore):
    """Keeps every entry too, so that a long fight can be copied into a file in bulk."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[Entry] = []

    async def begin(self, entry: Entry) -> None:
        await super().begin(entry)
        self.entries.append(entry)

    async def append(self, entry: Entry) -> None:
        await super().append(entry)
        self.entries.append(entry)


class Duel:
    """A fight that is played by its rules for ever: whoever owes a decision gives it."""

    def __init__(self, store: Store, scene: str = "ambush") -> None:
        """Nothing is begun."""
        self.referee = Referee(store, RULESETS, clock=time.time)
        self._scene = scene
        self._sources = itertools.count(1)
        self._first = f"{id(self):x}"
        self._mends: list[Wish] = []
        self._mended = -MEND_EVERY  # the step at which all were mended

    def source(self) -> str:
        """Another one each time."""
        return f"bench:{self._first}:{next(self._sources)}"

    async def begin(self) -> None:
        """Three players, and the cards are dealt."""
        setup = Setup(scene=self._scene, house={})
        await self.referee.begin(PLACE, DEALER, "texarkana", title="Bench", setup=setup, source=self.source())
        for user, template in PLAYERS.items():
            await self.referee.join(PLACE, user, name="", template=template, source=self.source())
        await self.ask(DEALER, Wish(kind="start", fields={}))

    async def ask(self, user: UserId, asked: Command | Wish) -> None:
        """Act, and be told."""
        ruling = await self.referee.act(PLACE, user, asked, source=self.source())
        await self.referee.told(ruling, user)

    async def go_on(self) -> None:
        """The Dealer applies the defaults."""
        ruling = await self.referee.go_on(PLACE, DEALER, source=self.source())
        await self.referee.told(ruling, DEALER)

    async def undo(self) -> None:
        """The Dealer takes back one step, and is told so: else he would be told the same again."""
        ruling = await self.referee.undo(PLACE, DEALER, source=self.source())
        await self.referee.told(ruling, DEALER)

    async def step(self) -> float | None:
        """One step, whoever's it is: how many seconds, if an attack or a card; None for what the Dealer mends."""
        showing = await self.referee.show(PLACE, DEALER)
        if showing.seq - self._mended >= MEND_EVERY:
            self._mended = showing.seq
            self._mends = [*_mends(showing)]
        if self._mends:
            await self.ask(DEALER, self._mends.pop())
            return None
        asked = next(each for each in showing.view.asked if each.blocks)
        user = (showing.players.get(asked.whom) if asked.whom else None) or DEALER
        command = _shot(showing, asked) or await self._answer(asked, user)
        try:
            return await timed(self.ask(user, command))
        except Illegal:  # the enemy is too near, or the weapon is gone
            await self.ask(user, Wish(kind="pass", fields={"actor": asked.whom}))
            return None

    async def _answer(self, asked: AskedView, user: UserId) -> Answer:
        mine = next(each for each in (await self.referee.show(PLACE, user)).view.asked if each.id == asked.id)
        cards = [each.key for each in mine.choices if not each.key.startswith("wager.")]  # a wager may cost Will
        return Answer(prompt=asked.id, key=cards[-1])


def _shot(showing: Showing, asked: AskedView) -> Wish | None:
    """A shot at one of the other side, if somebody is asked to act."""
    if asked.whom is None or not re.match(r"turn\d+\.", asked.id):
        return None
    side = next(each.side for each in showing.view.combatants if each.id == asked.whom)
    foes = [each.id for each in showing.view.combatants if each.side != side and not each.is_out]
    return Wish(kind="shoot", fields={"actor": asked.whom, "whom": foes[showing.seq % len(foes)]})


def _mends(showing: Showing) -> Iterator[Wish]:
    """What the Dealer gives everybody, so that the fight goes on for ever."""
    for each in showing.view.combatants:
        yield Wish(kind="amend", fields={"what": "grit", "whom": each.id, "value": "99"})
        if "out of ammunition" in each.state:
            yield Wish(kind="amend", fields={"what": "ammo", "whom": each.id, "value": "loaded"})


async def played(steps: int) -> Sequence[Entry]:
    """The entries of a fight of so many steps."""
    store = KeepingStore()
    duel = Duel(store)
    await duel.begin()
    while len(store.entries) < steps:
        await duel.step()
    return store.entries[:steps]


async def costs(folder: Path, lengths: Sequence[int]) -> dict[str, dict[int, float]]:
    """Milliseconds (median) of `act`, `undo` and `history` with so many steps behind."""
    entries = await played(max(lengths))
    async with AsyncExitStack() as stack:
        duels: dict[int, Duel] = {}
        for length in lengths:
            store = SqlStore(f"sqlite:///{folder}/long{length}.sqlite")
            await store.open()
            stack.push_async_callback(store.close)
            await _copy(entries[:length], store)
            duels[length] = Duel(store)
        took: dict[str, dict[int, list[float]]] = {
            name: {n: [] for n in lengths} for name in ("act", "undo", "history")
        }
        for _ in range(SAMPLES):  # the lengths take turns, so that whatever else the machine does hits all of them
            for length, duel in duels.items():
                while (seconds := await duel.step()) is None:
                    pass
                took["act"][length].append(seconds)
        for _ in range(SAMPLES):
            for length, duel in duels.items():
                took["history"][length].append(await timed(duel.referee.history(PLACE, DEALER)))
                took["undo"][length].append(await timed(duel.undo()))
    return {
        name: {length: statistics.median(times) * 1000 for length, times in by_length.items()}
        for name, by_length in took.items()
    }


async def _copy(entries: Sequence[Entry], store: Store) -> None:
    await store.begin(entries[0])
    for at in range(1, len(entries), BULK):
        await asyncio.gather(*(store.append(entry) for entry in entries[at : at + BULK]))


async def timed(work: Awaitable[object]) -> float:
    """Seconds it took."""
    begun = time.perf_counter()
    await work
    return time.perf_counter() - begun


async def bytes_a_step(folder: Path) -> tuple[int, float, int]:
    """Median and mean bytes of a row of `steps`, and how many steps, over whole fights played by default."""
    sizes: list[int] = []
    for number, scene in enumerate(SCENES):
        file = folder / f"whole{number}.sqlite"
        store = SqlStore(f"sqlite:///{file}")
        await store.open()
        duel = Duel(store, scene)
        await duel.begin()
        while (await duel.referee.show(PLACE, DEALER)).view.phase is not Phase.OVER:
            await duel.go_on()
        await store.close()
        sizes += _row_sizes(file)
    return int(statistics.median(sizes)), statistics.fmean(sizes), len(sizes)


def _row_sizes(file: Path) -> list[int]:
    """Bytes of each row: texts and blobs as they are, whole numbers as eight."""
    with sqlite3.connect(file) as connection:
        names = [row[1] for row in connection.execute("PRAGMA table_info(steps)")]
        sizes = " + ".join(f"coalesce(iif(typeof(\"{n}\") IN ('text', 'blob'), length(\"{n}\"), 8), 0)" for n in names)
        return [row[0] for row in connection.execute(f"SELECT {sizes} FROM steps")]
