"""From a database URL to what writes and what reads there, and what went wrong in plain words."""

import logging
import os
import sqlite3
from pathlib import Path

from sqlalchemy import URL, Connection, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from rules.store.connections import InThread, OneConnection, OnLoop
from rules.store.protocol import StoreError

READERS = 4  # connections; on SQLite each is a thread
INSTALL_DRIVER = 'python -m pip install -e ".[postgres]"'
RESTORE = "Restore a backup (python -m bot restore FILE), or set DATABASE_URL to another place."
DAMAGES = ("SQLITE_CORRUPT", "SQLITE_NOTADB")  # beginnings of error names

_WORDS = {  # by the beginning of SQLite's error name or by PostgreSQL's SQLSTATE
    "SQLITE_NOTADB": "the file is not a database",
    "SQLITE_CORRUPT": "the file is damaged",
    "SQLITE_CANTOPEN": "the file cannot be opened",
    "SQLITE_READONLY": "the file cannot be written to",
    "SQLITE_BUSY": "another program holds the database",
    "SQLITE_FULL": "the disk is full",
    "28": "the server refuses this user or password",
    "3D000": "the server has no such database",
    "42501": "this user may not do that",
    "53100": "the disk is full",
}


class DriverMissing(StoreError):
    """What speaks to PostgreSQL is not installed."""


def address(url: str) -> URL:
    """The URL with the driver Fair Draw uses, never repeated in an error: it may hold a password.

    Raises: StoreError for anything but a SQLite file or PostgreSQL.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # as of a port that is no number: an unescaped password may be taken for one
        raise StoreError(
            "The database URL cannot be read: write sqlite:///file or postgresql://user@host/name."
        ) from None
    match parsed.drivername:
        case "sqlite" | "sqlite+aiosqlite":
            if parsed.database in (None, "", ":memory:") or parsed.database.startswith("file:") or parsed.query:
                raise StoreError("A SQLite URL must name a plain file: sqlite:///file (in memory, use MemoryStore).")
            return parsed.set(drivername="sqlite+aiosqlite")
        case "postgres" | "postgresql" | "postgresql+asyncpg":
            parsed = parsed.set(drivername="postgresql+asyncpg")
            if "sslmode" in parsed.query:  # libpq's word, which hosts hand out; asyncpg's is ssl
                mode = parsed.query["sslmode"]
                parsed = parsed.difference_update_query(["sslmode"]).update_query_dict({"ssl": mode})
            return parsed
        case _:
            raise StoreError("Fair Draw keeps its fights in SQLite or PostgreSQL, and in no other database.")


def database_file(url: URL) -> Path | None:
    """The file of a SQLite database, None for a server; to be locked with `lock.only_process`."""
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database is not None else None


def require_openable(file: Path) -> None:
    """SQLite can open the file, which is made if it is missing; aiosqlite, asked first, leaves a thread behind.

    Nobody else may read a new one, nor what SQLite puts beside it, which has the same mode. Raises: StoreError.
    """
    try:
        if not file.exists():
            make_private(file.resolve())
        sqlite3.connect(file).close()
    except OSError as error:
        raise StoreError(f"The database cannot be made: {error.strerror}.") from None
    except sqlite3.Error as error:
        raise unusable(error) from None


def make_private(file: Path) -> None:
    """An empty file that nobody else may read: it will hold every hand. Raises: OSError, as where it is there."""
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def writing_connection(url: URL) -> OneConnection:
    """The one that writes; a transaction on SQLite locks at its beginning, so that it never fails half-way for a lock.

    Raises: DriverMissing.
    """
    # Whoever writes ends his transactions himself: no further rollback when a connection comes back.
    options = {"pool_size": 1, "max_overflow": 0, "pool_reset_on_return": None, "hide_parameters": True}
    if database_file(url) is None:
        return OnLoop(_engine(url, pool_pre_ping=True, **options))
    engine = create_engine(url.set(drivername="sqlite"), **options)
    event.listen(engine, "connect", _prepare_writing)
    event.listen(engine, "begin", _begin_immediate)
    return InThread(engine)


def reading_engine(url: URL) -> AsyncEngine:
    """A few connections without transactions: each statement sees what was committed when it began."""
    is_file = database_file(url) is not None
    engine = _engine(
        url,
        hide_parameters=True,
        pool_size=READERS,
        max_overflow=0,
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,
        pool_pre_ping=not is_file,
    )
    if is_file:
        event.listen(engine.sync_engine, "connect", _prepare_reading)
    return engine


def unusable(error: Exception) -> StoreError:
    """What a host is told who wants to use the database: what went wrong and, where it is damaged, what to do."""
    return StoreError(f"The database cannot be used: {plain(error)}.{f' {RESTORE}' if is_damage(error) else ''}")


def is_damage(error: Exception) -> bool:
    """Whether the file itself is at fault, and will be tomorrow."""
    return _name(_cause(error)).startswith(DAMAGES)


def plain(error: Exception) -> str:
    """What went wrong, without statements, parameters or secrets: safe to log and to show to an operator."""
    cause = _cause(error)
    name = _name(cause)
    words = next((words for known, words in _WORDS.items() if name.startswith(known)), None)
    if words is None and isinstance(cause, OSError):
        words = "the server cannot be reached"
    return f"{words} ({name})" if words else name


def _cause(error: Exception) -> BaseException | None:
    return error.orig if isinstance(error, DBAPIError) else error


def _name(cause: BaseException | None) -> str:
    """SQLite's name of the error, PostgreSQL's SQLSTATE, or the class."""
    return str(getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or type(cause).__name__)


def _engine(url: URL, **options: object) -> AsyncEngine:
    logging.getLogger("aiosqlite").setLevel(logging.INFO)  # its DEBUG lines hold every parameter
    try:
        return create_async_engine(url, **options)
    except ModuleNotFoundError:
        raise DriverMissing(f"The driver for PostgreSQL is missing. Install it: {INSTALL_DRIVER}") from None


def _prepare_writing(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # sqlite3 begins nothing by itself: we say BEGIN
    _pragmas(connection, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")
    _pragmas(connection, "secure_delete=ON")  # what somebody wants forgotten is not left in free pages


def _prepare_reading(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    _pragmas(connection, "query_only=ON", "busy_timeout=5000")


def _pragmas(connection: DBAPIConnection, *pragmas: str) -> None:
    cursor = connection.cursor()
    for pragma in pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
