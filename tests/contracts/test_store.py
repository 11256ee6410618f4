"""The stores keep the contract: in memory, on SQLite and, where a server is at hand, on PostgreSQL."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from uuid import uuid4

import pytest
from msgspec.structs import asdict
from sqlalchemy import Connection, insert, inspect, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from rules.core.ids import UserId
from rules.core.values import replace
from rules.store.connections import Wait
from rules.store.engines import address, writing_connection
from rules.store.memory import MemoryStore
from rules.store.migrate import upgrade
from rules.store.protocol import Conflict, Rewriting, Saved, Store, Whole
from rules.store.sql import SqlStore
from rules.store.tables import fights, steps
from rules.verifying import Verified
from tests.contracts.people_contract import two_steps
from tests.contracts.sheets_contract import WholeStoreContract
from tests.contracts.store_contract import ANA, DUSK, NOON, BeforeCommit, Build, OpenStore, entry, line
from tests.referee.room import Room

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


class TestMemoryStore(WholeStoreContract):
    @pytest.fixture
    def build(self) -> Build:
        return lambda before_commit: MemoryStore(before_commit=before_commit)


class DatabaseContract(WholeStoreContract):
    """What outlives the process. Subclasses give the fixture `url`."""

    @pytest.fixture
    def build(self, url: str) -> Build:
        return lambda before_commit: SqlStore(url, before_commit=before_commit)

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

    async def test_a_fight_stored_before_there_were_schemas_was_written_under_the_first(
        self, url: str, open_store: OpenStore
    ) -> None:
        room = await Room(MemoryStore()).seated()
        await room.roll()
        await room.undo()
        await store_under_the_first_revision(url, room)
        again = Room(await open_store(None))
        record = await again.store.load((await again.show()).id)
        assert record is not None
        assert (record.schema, [step.schema for step in await again.log()]) == (1, [1] * 6)
        assert await again.referee.verify(again.place) == Verified(6)
        await again.undo(source="after the upgrade")
        assert await again.seq() == 7


async def store_under_the_first_revision(url: str, room: Room) -> None:
    """Make the database as the program's first version had it, with the room's fight in it."""
    record, log = await room.store.load((await room.show()).id), await room.log()
    assert record is not None
    fight = {
        "id": record.fight,
        "guild": record.place.guild,
        "channel": record.place.channel,
        "ruleset": record.ruleset,
        "seq": record.seq,
        "is_current": True,
        "begun": log[0].at,
        "users": record.users,
        "key": record.key,
        "raw": record.raw,
    }
    rows = [{**asdict(step), "told": True} for step in log]
    for row in rows:
        del row["schema"], row["act"]

    def insert_all(connection: Connection, _: Wait) -> None:
        with connection.begin():
            assert "schema" not in {column["name"] for column in inspect(connection).get_columns("steps")}
            connection.execute(insert(fights), fight)
            connection.execute(insert(steps), rows)

    database = writing_connection(address(url))
    await upgrade(database, to="0001")
    await database.run(insert_all)
    await database.dispose()


def content_of(folder: Path) -> bytes:
    """Everything that stands in a database's files."""
    return b"".join(file.read_bytes() for file in folder.glob("fights.db*") if file.suffix != ".lock")


class TestSqliteStore(DatabaseContract):
    @pytest.fixture
    def url(self, tmp_path: Path) -> str:
        return f"sqlite:///{tmp_path / 'fights.db'}"

    async def test_what_was_forgotten_is_not_left_in_the_file(self, tmp_path: Path, open_store: OpenStore) -> None:
        store = await open_store(None)
        await two_steps(store)
        for number in range(200):  # of several pages
            text = f"a text that is Ana's own, {number}" * 20
            name = f"Mill {number}"
            await store.save(
                Saved(guild=1, ruleset="toy", kind=f"scene/{ANA}", name=name, text=text, user=ANA, at=NOON)
            )
        whole = Whole(record=entry(seq=2).record, steps=tuple(await store.steps(DUSK, after=0, limit=9)))
        other = tuple(replace(step, user=UserId(-7), command=b"other") for step in whole.steps)
        await store.rewrite(Rewriting(whole=replace(whole, steps=other), gone=ANA))
        await store.forget(ANA, NOON)
        await store.close()
        content = content_of(tmp_path)
        assert b"Ana's own" not in content
        assert b"Mill" not in content


@pytest.mark.skipif(POSTGRES is None, reason="FAIRDRAW_TEST_POSTGRES names no server")
class TestPostgresStore(DatabaseContract):
    @pytest.fixture
    async def url(self) -> AsyncIterator[str]:
        """A database of its own for each test, so that they may run side by side."""
        server = make_url(POSTGRES or "").set(drivername="postgresql+asyncpg")
        name = f"fairdraw_{uuid4().hex}"
        engine = create_async_engine(server, isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            await connection.execute(text(f"CREATE DATABASE {name}"))
            yield server.set(database=name).render_as_string(hide_password=False)
            await connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        await engine.dispose()

    async def test_of_two_processes_that_write_the_same_step_exactly_one_wins(self, open_store: OpenStore) -> None:
        here, there = await open_store(None), await open_store(None)
        await here.begin(entry())
        rivals = (here.append(entry(seq=2, source="here")), there.append(entry(seq=2, source="there")))
        answers = await asyncio.gather(*rivals, return_exceptions=True)
        assert {type(answer) for answer in answers} == {type(None), Conflict}
        assert [step.seq for step in await there.steps(DUSK, after=0, limit=10)] == [1, 2]
