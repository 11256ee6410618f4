"""A loopback Discord, alone or with the example bot."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from bot.rehearsal import Loopback

from .example_bot import SaloonBot, running


@pytest_asyncio.fixture
async def loopback() -> AsyncIterator[Loopback]:
    """A loopback Discord that nobody has connected to."""
    async with Loopback() as discord_:
        yield discord_


@pytest_asyncio.fixture
async def saloon(loopback: Loopback) -> AsyncIterator[SaloonBot]:
    """The example bot, connected."""
    async with running(loopback) as bot:
        yield bot
