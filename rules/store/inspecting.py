"""A look at a database from outside, changing nothing: while a bot runs on it, or before one ever did."""

import os
import stat
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Row, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from rules.store import lock
from rules.store.engines import address, database_file, is_damage, plain, reading_engine
from rules.store.migrate import VERSION_TABLE, revisions
from rules.store.protocol import Examined
from rules.store.sql import NAMES, SIZES
from rules.store.tables import settings

READ_BY_OTHERS = stat.S_IRGRP | stat.S_IROTH


class Hindrance(Enum):
    """What kind of thing keeps a database from being looked at, and so what is to be done about it."""

    UNREACHED = "no server of this address lets us in"
    BARRED = "the file is another user's"
    FOREIGN = "it is another program's"
    SPOILED = "it is there, and damaged"
    HELD = "something else uses it"


class Inspected(msgspec.Struct, frozen=True, kw_only=True):
    """What was found: the database, or (`trouble`, `hindrance`) why it cannot be looked at.

    `is_new`: there is none yet. `is_held`: a bot runs on it. `open_to_others`: the file, if others on this machine can
    read it. `backup` is the setting that says when the last backup was made.
    """

    examined: Examined | None = None
    trouble: str = ""
    hindrance: Hindrance | None = None
    is_new: bool = False
    is_held: bool = False
    is_writable: bool = True
    open_to_others: Path | None = None
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
        if not os.access(file, os.R_OK):
            return Inspected(trouble="this user may not read the file", hindrance=Hindrance.BARRED)
        is_held = lock.is_held(file)
    engine = reading_engine(parsed)
    kind = parsed.get_backend_name()
    try:
        tables = await _tables(engine, kind)
        if not tables:
            return Inspected(is_new=True, is_writable=is_writable)
        if VERSION_TABLE not in tables:
            return Inspected(trouble="it holds tables that are not Fair Draw's", hindrance=Hindrance.FOREIGN)
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
            open_to_others=_open_to_others(file) if file is not None else None,
            backup=backup.raw if backup is not None else None,
        )
    except (SQLAlchemyError, OSError) as error:
        hindrance = Hindrance.UNREACHED if file is None else Hindrance.HELD
        if is_damage(error):
            hindrance = Hindrance.SPOILED
        return Inspected(trouble=plain(error), hindrance=hindrance, is_held=is_held, is_writable=is_writable)
    finally:
        await engine.dispose()


def _open_to_others(database: Path) -> Path | None:
    """The file itself, if it or what SQLite keeps beside it can be read by others."""
    file = database.resolve()
    beside = (Path(f"{file}-wal"), Path(f"{file}-shm"))
    return file if any(map(is_open_to_others, (file, *beside))) else None


def is_open_to_others(file: Path) -> bool:
    """Whether others on this machine can read the file; False where there is none, or modes say nothing."""
    with suppress(FileNotFoundError):  # it may be folded in at this moment
        return os.name == "posix" and file.is_file() and bool(file.stat().st_mode & READ_BY_OTHERS)
    return False


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
