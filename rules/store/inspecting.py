"""A look at a database from outside, changing nothing: while a bot runs on it, or before one ever did."""

import os
from typing import Any

import msgspec
from sqlalchemy import Row, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from rules.store.engines import address, database_file, plain, reading_engine
from rules.store.lock import only_process
from rules.store.migrate import VERSION_TABLE, revisions
from rules.store.protocol import Examined, StoreError
from rules.store.sql import NAMES, SIZES
from rules.store.tables import settings


class Inspected(msgspec.Struct, frozen=True, kw_only=True):
    """What was found: the database, or (`trouble`) why it cannot be looked at; `is_new`: there is none yet.

    `is_reached`: a file, or a server that could be connected to. `is_ours`: it holds no tables of another program.
    `is_held`: a bot runs on it. `backup` is the setting that says when the last backup was made.
    """

    examined: Examined | None = None
    trouble: str = ""
    is_new: bool = False
    is_reached: bool = True
    is_ours: bool = True
    is_held: bool = False
    is_writable: bool = True
    backup: bytes | None = None


async def inspected(url: str, backup_scope: str) -> Inspected:
    """What there is at this URL. Raises: StoreError for a URL that cannot be used."""
    parsed = address(url)
    file = database_file(parsed)
    is_held, is_writable = False, True
    if file is not None:
        is_writable = os.access(file if file.exists() else file.resolve().parent, os.W_OK)
        if not file.exists():
            return Inspected(is_new=True, is_writable=is_writable)
        try:
            with only_process(file):
                pass
        except StoreError:
            is_held = True
    engine = reading_engine(parsed)
    kind = parsed.get_backend_name()
    is_reached = file is not None
    try:
        async with engine.connect():
            is_reached = True
        tables = await _tables(engine, kind)
        if not tables:
            return Inspected(is_new=True, is_writable=is_writable)
        if VERSION_TABLE not in tables:
            return Inspected(trouble="it holds tables that are not Fair Draw's", is_ours=False, is_held=is_held)
        shape = await _first(engine, text(f"SELECT version_num FROM {VERSION_TABLE}"))
        size = await _first(engine, SIZES[kind])
        backup = None
        if settings.name in tables:
            asked = select(settings.c.raw).where(settings.c.scope == backup_scope, settings.c.whose == 0)
            backup = await _first(engine, asked)
        return Inspected(
            examined=Examined(
                kind=NAMES[kind],
                revision=shape.version_num if shape is not None else "",
                wanted=revisions()[-1],
                size=int(size.size) if size is not None else None,
            ),
            is_held=is_held,
            is_writable=is_writable,
            backup=backup.raw if backup is not None else None,
        )
    except (SQLAlchemyError, OSError) as error:
        return Inspected(trouble=plain(error), is_reached=is_reached, is_held=is_held, is_writable=is_writable)
    finally:
        await engine.dispose()


_TABLES = {
    "sqlite": text("SELECT name FROM sqlite_master WHERE type = 'table'"),
    "postgresql": text("SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()"),
}


async def _tables(engine: AsyncEngine, kind: str) -> set[str]:
    async with engine.connect() as connection:
        return {row.name for row in (await connection.execute(_TABLES[kind])).all()}


async def _first(engine: AsyncEngine, statement: Any) -> Row[Any] | None:  # Any: a row's columns, a statement's kind
    async with engine.connect() as connection:
        return (await connection.execute(statement)).first()
