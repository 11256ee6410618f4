"""Rooms for the tests of the Referee: in memory, or kept (in memory and in a file) where it must outlive a process."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rules.store.memory import MemoryStore
from rules.store.protocol import Store
from rules.store.sql import SqlStore
from tests.referee.room import Room


@pytest.fixture
async def room() -> Room:
    """Nothing has begun."""
    return Room(MemoryStore())


@pytest.fixture
async def fight(room: Room) -> Room:
    """Ana and Hank hold cards: see `Room.seated`."""
    return await room.seated()


class KeptRoom(Room):
    """A room whose store can be closed and opened again."""

    url = ""

    async def begin_anew(self) -> None:
        """The process ends in order, and another starts."""
        if not self.url:
            self.restart()
            return
        await self.store.close()
        again = SqlStore(self.url)
        await again.open()
        self.restart(again)


@pytest.fixture(params=["memory", "sqlite"])
async def kept(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[KeptRoom]:
    """Ana and Hank hold cards, in each kind of store."""
    url = "" if request.param == "memory" else f"sqlite:///{tmp_path / 'fights.db'}"
    store: Store = SqlStore(url) if url else MemoryStore()
    await store.open()
    room = KeptRoom(store)
    room.url = url
    await room.seated()
    yield room
    await room.store.close()
