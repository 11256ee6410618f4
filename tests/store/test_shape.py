"""The shape of the database: revisions and tables agree, and no read goes through a whole table."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import URL, Connection, Select
from sqlalchemy.ext.asyncio import AsyncEngine

from rules.store import people, sql
from rules.store.engines import address, reading_engine, writing_connection
from rules.store.migrate import VERSION_TABLE, upgrade
from rules.store.tables import metadata

READS = {name: value for name, value in {**vars(sql), **vars(people)}.items() if isinstance(value, Select)}
WHOLE_TABLE_WANTED = {"_UNSENT", "NAMING"}  # the outbox, by its key; who is named in what moderators did, asked seldom
NOT_RUN = {"_FULL", "_STEP", "_NEWEST_FIRST", "_BY_USER"}  # the others are made from these


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[AsyncEngine]:
    url = address(f"sqlite:///{tmp_path / 'fights.db'}")
    await upgraded(url)
    engine = reading_engine(url)
    yield engine
    await engine.dispose()


async def upgraded(url: URL) -> None:
    database = writing_connection(url)
    await upgrade(database)
    await database.dispose()


async def test_the_revisions_lead_to_the_tables_that_the_code_knows(engine: AsyncEngine) -> None:
    def differences(connection: Connection) -> object:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        return compare_metadata(context, metadata)

    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_the_revisions_lead_to_the_partial_indexes_that_the_code_knows(engine: AsyncEngine) -> None:
    """What alembic does not compare."""
    async with engine.connect() as connection:
        found = await connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql LIKE '% WHERE %'")
        assert {row.name: row.sql.partition(" WHERE ")[2] for row in found} == {
            index.name: str(index.dialect_options["sqlite"]["where"])
            for table in metadata.tables.values()
            for index in table.indexes
            if index.dialect_options["sqlite"]["where"] is not None
        }


async def test_to_upgrade_twice_changes_nothing(engine: AsyncEngine) -> None:
    await upgraded(engine.url)


@pytest.mark.parametrize("name", sorted(READS.keys() - WHOLE_TABLE_WANTED - NOT_RUN))
async def test_a_read_finds_its_rows_by_an_index(engine: AsyncEngine, name: str) -> None:
    statement = READS[name].compile(dialect=engine.dialect)
    async with engine.connect() as connection:
        values = tuple(1 for _ in statement.positiontup or ())
        plan = [row.detail for row in await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)]
    assert [step for step in plan if step.startswith("SCAN") and "USING INDEX" not in step] == []
