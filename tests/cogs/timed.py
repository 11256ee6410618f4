"""A table in simulated time: what rings for whom, and at which time."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from bot.rehearsal import Loopback, Person
from bot.rehearsal.journal import Shown
from bot.rehearsal.render import text_of
from bot.rehearsal.simulated import SimulatedClock
from bot.rehearsal.wire import loads
from rules.core.ids import UserId
from rules.store.memory import MemoryStore
from rules.store.protocol import Store
from tests.pace.times import HOUR, at
from tests.support.table import Table, seated

SILENT = 1 << 12  # the flag of a message that rings for nobody
NOON = at("UTC", "2026-06-01 12:00")


@dataclass(slots=True, kw_only=True)
class Timed:
    """Discord, a store and a clock that outlive the bot; `table` is the bot that runs now."""

    discord: Loopback
    store: Store
    clock: SimulatedClock
    table: Table
    read: int = 0

    async def passes(self, hours: float, *, step: float = 0.25) -> list[tuple[float, str]]:
        """So much time passes, step by step. What rang for whom, in hours after noon (of a step's end)."""
        rang = self.rang()
        until = self.clock() + hours * HOUR
        while self.clock() < until:
            self.clock.set(min(until, self.clock() + step * HOUR))
            await self.clock.caught_up()
            rang += self.rang()
        return rang

    def rang(self) -> list[tuple[float, str]]:
        """What rang for whom since somebody last looked: mentions in channels, and direct messages."""
        new = self.discord.journal[self.read :]
        self.read = len(self.discord.journal)
        now = (self.clock() - NOON) / HOUR
        return [(now, name) for shown in new if isinstance(shown, Shown) for name in self._rung_by(shown)]

    def _rung_by(self, shown: Shown) -> list[str]:
        payload = loads(shown.payload)
        if shown.what != "message" or shown.private or int(payload.get("flags") or 0) & SILENT:
            return []
        named = {each["id"] for each in payload.get("mentions", ())}
        is_direct = shown.readers is not None and payload.get("guild_id") is None
        to = named | (set(shown.readers or ()) if is_direct else set())
        return sorted(person.name for person in self.discord.people.values() if person.user.id in to)

    async def plays(self, **rules: str) -> None:
        """The Dealer sets how the table plays."""
        for number, (what, value) in enumerate(rules.items()):
            await self.table.bot.referee.set_table(
                self.table.place(),
                user(self.table.person("Dealer")),
                what=what,
                value=value,
                source=f"set:{number}:{self.clock()}:{what}",
            )
        await self.table.settled()

    def texts(self) -> str:
        """All that was said in the channel, but for the board."""
        said = [each for each in self.table.posted() if "[History]" not in text_of(each.payload)]
        return "\n".join(str(each.payload["content"]) for each in said)


def user(person: Person) -> UserId:
    return UserId(int(person.user.id))


@contextlib.asynccontextmanager
async def a_table(folder: Path, *, store: Store | None = None) -> AsyncIterator[Timed]:
    """A loopback with a bot whose clock stands at noon."""
    clock = SimulatedClock(folder / "clock")
    clock.set(NOON)
    kept = store or MemoryStore()
    async with Loopback() as discord, seated(discord, store=kept, clock=clock) as table:
        yield Timed(discord=discord, store=kept, clock=clock, table=table)


@contextlib.asynccontextmanager
async def once_more(before: Timed) -> AsyncIterator[Timed]:
    """Another bot, after the one before has gone."""
    async with seated(before.discord, store=before.store, clock=before.clock) as table:
        await before.clock.caught_up()
        yield Timed(discord=before.discord, store=before.store, clock=before.clock, table=table, read=before.read)
