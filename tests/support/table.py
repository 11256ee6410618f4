"""A bot in this process and a loopback Discord, for tests that act as people do."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from bot.app import assembled
from bot.client import FightBot
from bot.rehearsal import Loopback, Person
from bot.rehearsal.connect import pointed_at
from bot.settings import Settings
from rules.store.memory import MemoryStore
from rules.store.protocol import Store


@dataclass(slots=True)
class Table:
    """A running bot, the Discord it is connected to, and a few people."""

    discord: Loopback
    bot: FightBot

    def person(self, name: str) -> Person:
        """Somebody new in the server."""
        return self.discord.person(name)

    async def settled(self) -> None:
        """Wait until everything ruled is shown."""
        await self.bot.publisher.quiet()
        await self.discord.settled()


def settings(loopback: Loopback, *, database: Path | None = None, seed: int | None = 7) -> Settings:
    """Settings that point at a loopback."""
    return Settings.model_validate(
        {
            "discord_token": loopback.token,
            "discord_url": loopback.url,
            "database_url": f"sqlite+aiosqlite:///{database}" if database else "sqlite+aiosqlite:///unused",
            "fairdraw_seed": seed,
        }
    )


@contextlib.asynccontextmanager
async def seated(
    loopback: Loopback | None = None, *, store: Store | None = None, database: Path | None = None, seed: int | None = 7
) -> AsyncIterator[Table]:
    """A bot connected to a loopback, with its commands registered. Without `database` fights are kept in memory.

    At the end: Discord must not have refused anything the bot sent.
    """
    async with contextlib.AsyncExitStack() as stack:
        if loopback is None:
            loopback = await stack.enter_async_context(Loopback())
        stack.enter_context(pointed_at(loopback.url))
        kept = store or (None if database else MemoryStore())
        bot = await stack.enter_async_context(assembled(settings(loopback, database=database, seed=seed), kept))
        await bot.login(loopback.token)
        await bot.tree.sync()
        connecting = asyncio.create_task(bot.connect())
        try:
            await loopback.until_ready()
            yield Table(discord=loopback, bot=bot)
            await bot.publisher.quiet()
            assert not loopback.refusals, f"Discord refused: {loopback.refusals}"
        finally:
            await bot.close()
            await connecting
