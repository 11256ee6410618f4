"""A rehearsal room with the bot in this process."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser

from bot.rehearsal import Loopback
from bot.rehearsal.room import Room
from tests.room.chromium import browsing
from tests.support.table import seated


@pytest_asyncio.fixture
async def empty_room() -> AsyncIterator[Room]:
    """A room to which no bot has come."""
    async with Loopback() as loopback, Room(loopback, None) as room:
        yield room


@pytest_asyncio.fixture
async def room(empty_room: Room) -> AsyncIterator[Room]:
    """A room with the bot, which deals the same cards every time."""
    async with seated(empty_room.loopback):
        yield empty_room


@pytest_asyncio.fixture
async def browser() -> AsyncIterator[Browser]:
    """Chromium."""
    async with browsing() as opened:
        yield opened
