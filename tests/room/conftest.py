"""A rehearsal room with the bot in this process, and one browser for all tests.

All tests here share an event loop, since a browser lives on the loop that started it.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from bot.rehearsal import Loopback
from bot.rehearsal.room import Room
from tests.room.chromium import browsing
from tests.support.table import seated

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run every test of this directory on the loop of the browser."""
    for item in items:
        if HERE in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(loop_scope="session")
async def empty_room() -> AsyncIterator[Room]:
    """A room to which no bot has come."""
    async with Loopback() as loopback, Room(loopback, None) as room:
        yield room


@pytest_asyncio.fixture(loop_scope="session")
async def room(empty_room: Room) -> AsyncIterator[Room]:
    """A room with the bot, which deals the same cards every time."""
    async with seated(empty_room.loopback):
        yield empty_room


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """Chromium, started once."""
    async with browsing() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Browser) -> AsyncIterator[Browser]:
    """Chromium without a page; what a test opens in it is closed after it."""
    yield chromium
    for context in chromium.contexts:
        await context.close()
