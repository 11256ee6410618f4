"""The stores keep the contract: in memory, on SQLite and, where a server is at hand, on PostgreSQL."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from rules.core.ids import UserId
from rules.store.memory import MemoryStore
from rules.store.protocol import Conflict, Store
from rules.store.sql import SqlStore
from tests.contracts.store_contract import ANA, DUSK, BeforeCommit, Build, OpenStore, StoreContract, entry, line

POSTGRES = os.environ.get("FAIRDRAW_TEST_POSTGRES")


@pytest.fixture
async def open_store(build: Build) -> AsyncIterator[OpenStore]:
    async with AsyncExitStack() as opened:

        async def open_one(before_commit: BeforeCommit | None) -> Store:
            store = build(before_commit)
            await store.open()
            opened.push_async_callback(store.close)
            return store

        yield open_one


class TestMemoryStore(StoreContract):
    @pytest.fixture
    def build(self) -> Build:
        return lambda before_commit: MemoryStore(before_commit=before_commit)


class DatabaseContract(StoreContract):
    """What outlives the process."""

    async def test_what_was_stored_is_there_after_a_restart(self, open_store: OpenStore) -> None:
        store = await open_store(None)
        await store.begin(entry(tell=[line("Bang")]))
        await store.append(entry(seq=2))
        await store.close()
        again = await open_store(None)
        assert await again.load(DUSK) == entry(seq=2).record
        assert await again.steps(DUSK, after=0, limit=10) == [entry().step, entry(seq=2).step]
        assert [message.text for message in await again.unsent(limit=10)] == ["Bang"]

    async def test_notes_that_nobody_waited_for_are_stored_on_closing(self, open_store: OpenStore) -> None:
        store = await open_store(None)
        await store.begin(entry(tell=[line("one")]))
        await store.append(entry(seq=2, tell=[line("two", seq=2)], user=UserId(5)))
        await store.told(DUSK, 1)
        await store.sent(DUSK, 1)
        await store.close()
        again = await open_store(None)
        assert await again.latest_by(DUSK, ANA) == (entry().step, True)
        assert [message.text for message in await again.unsent(limit=10)] == ["two"]


class TestSqliteStore(DatabaseContract):
    @pytest.fixture
    def build(self, tmp_path: Path) -> Build:
        url = f"sqlite:///{tmp_path / 'fights.db'}"
        return lambda before_commit: SqlStore(url, before_commit=before_commit)


@pytest.mark.skipif(POSTGRES is None, reason="FAIRDRAW_TEST_POSTGRES names no server")
class TestPostgresStore(DatabaseContract):
    @pytest.fixture
    async def build(self) -> AsyncIterator[Build]:
        """A database of its own for each test, so that they may run side by side."""
        server = make_url(POSTGRES or "").set(drivername="postgresql+asyncpg")
        name = f"fairdraw_{uuid4().hex}"
        engine = create_async_engine(server, isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            await connection.execute(text(f"CREATE DATABASE {name}"))
            url = server.set(database=name).render_as_string(hide_password=False)
            yield lambda before_commit: SqlStore(url, before_commit=before_commit)
            await connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        await engine.dispose()

    async def test_of_two_processes_that_write_the_same_step_exactly_one_wins(self, open_store: OpenStore) -> None:
        here, there = await open_store(None), await open_store(None)
        await here.begin(entry())
        rivals = (here.append(entry(seq=2, source="here")), there.append(entry(seq=2, source="there")))
        answers = await asyncio.gather(*rivals, return_exceptions=True)
        assert {type(answer) for answer in answers} == {type(None), Conflict}
        assert [step.seq for step in await there.steps(DUSK, after=0, limit=10)] == [1, 2]
