"""A PostgreSQL database with the rows of a SQLite file of the same shape; only where FAIRDRAW_TEST_POSTGRES is set."""

import json
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import uuid4

from sqlalchemy import Boolean, Connection, MetaData, insert, make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from rules.store.connections import Wait
from rules.store.engines import address, writing_connection
from rules.store.migrate import VERSION_TABLE, upgrade

SERVER = os.environ.get("FAIRDRAW_TEST_POSTGRES", "")


@asynccontextmanager
async def database_with_rows_of(file: Path, revision: str) -> AsyncIterator[str]:
    """The URL of a new database of this revision with what is in the file; it is dropped at the end."""
    server = make_url(SERVER).set(drivername="postgresql+asyncpg")
    name = f"fairdraw_{uuid4().hex}"
    engine = create_async_engine(server, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(text(f"CREATE DATABASE {name}"))
        url = server.set(database=name).render_as_string(hide_password=False)
        try:
            await _fill(url, file, revision)
            yield url
        finally:
            await connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    await engine.dispose()


async def _fill(url: str, file: Path, revision: str) -> None:
    writing = writing_connection(address(url))
    await upgrade(writing, revision)
    source = sqlite3.connect(file)
    source.row_factory = sqlite3.Row

    def copy(connection: Connection, _: Wait) -> None:
        with connection.begin():
            found = MetaData()
            found.reflect(connection)
            for table in found.sorted_tables:
                if table.name == VERSION_TABLE:
                    continue
                rows = [dict(row) for row in source.execute(f"SELECT * FROM {table.name}")]
                for row in rows:
                    row |= {each.name: bool(row[each.name]) for each in table.c if isinstance(each.type, Boolean)}
                    if table.name == "fights":
                        row["users"] = json.loads(row["users"])
                if rows:
                    connection.execute(insert(table), rows)
            # What a program of then would have left: the next message has the next id.
            connection.execute(text("SELECT setval(pg_get_serial_sequence('messages', 'id'), max(id)) FROM messages"))

    await writing.run(copy)
    await writing.dispose()
    source.close()
