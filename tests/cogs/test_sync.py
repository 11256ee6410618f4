"""Registering the commands: that alone, and each of them is told of in the README."""

from collections.abc import Sequence
from typing import Any

from bot.app import assembled
from bot.rehearsal import Loopback
from bot.rehearsal.connect import pointed_at
from bot.syncing import sync
from rules.core.ids import FightId
from rules.store.memory import MemoryStore
from tests.support.table import settings


class Watched(MemoryStore):
    """A store that knows whether somebody looked for something to tell or to do."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    async def due(self, now: float, *, limit: int) -> Sequence[FightId]:
        self.asked.append("due")
        return await super().due(now, limit=limit)

    async def setting(self, scope: str, whose: int) -> bytes | None:
        self.asked.append("setting")
        return await super().setting(scope, whose)

    async def set(self, scope: str, whose: int, raw: bytes, *more: Any) -> None:  # Any: as the store has it
        self.asked.append("set")
        await super().set(scope, whose, raw, *more)


async def test_a_bot_that_only_registers_its_commands_looks_after_no_fight() -> None:
    async with Loopback() as loopback:
        with pointed_at(loopback.url):
            for serves in (False, True):
                store = Watched()
                async with assembled(settings(loopback), store, serves=serves) as bot:
                    await bot.login(loopback.token)
                    assert bot.tree.get_commands()
                assert bool(store.asked) is serves


async def test_what_is_registered_is_said_first_and_nothing_twice() -> None:
    async with Loopback() as loopback:
        with pointed_at(loopback.url):
            assert "+ /fight" in await sync(settings(loopback), None)
            assert await sync(settings(loopback), None) == []
