"""Brings a database to the shape this version needs, or says in plain words why it will not."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from rules.store.connections import OneConnection
from rules.store.engines import unusable
from rules.store.protocol import StoreError

VERSION_TABLE = "fairdraw_version"
T = TypeVar("T")
_ONE_AT_A_TIME = 0x46414952  # the advisory lock of processes that start together on PostgreSQL


async def upgrade(database: OneConnection, to: str = "head") -> None:
    """All revisions (tests stop at an earlier one) are applied, in one transaction, or none.

    Raises: StoreError where the database is newer than this program, not ours, damaged or out of reach.
    """
    await _run(database, lambda connection: _upgrade_at_once(connection, to))


def _upgrade_at_once(connection: Connection, to: str) -> None:
    with connection.begin():
        _upgrade(connection, to)


def revisions() -> tuple[str, ...]:
    """All revisions that this program knows, the first one first."""
    scripts = ScriptDirectory.from_config(_config()).walk_revisions()
    return tuple(script.revision for script in scripts)[::-1]


async def revision(database: OneConnection) -> str | None:
    """The revision of a database; None if there is nothing in it. Raises: StoreError where it is out of reach."""
    return await _run(database, lambda connection: next(iter(_heads(connection)), None))


async def _run(database: OneConnection, work: Callable[[Connection], T]) -> T:
    """What the work returns. Raises: StoreError where the database cannot be used."""
    try:
        return await database.run(lambda connection, _: work(connection))
    except (SQLAlchemyError, OSError) as error:
        raise unusable(error) from None


def _upgrade(connection: Connection, to: str) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ONE_AT_A_TIME})
    config = _config()
    config.attributes["connection"] = connection
    _require_ours(connection, ScriptDirectory.from_config(config))
    command.upgrade(config, to)


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config


def _heads(connection: Connection) -> tuple[str, ...]:
    return MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE}).get_current_heads()


def _require_ours(connection: Connection, scripts: ScriptDirectory) -> None:
    heads = _heads(connection)
    if not heads and inspect(connection).get_table_names():
        raise StoreError("The database holds tables that are not Fair Draw's: give it a database of its own.")
    known = {script.revision for script in scripts.walk_revisions()}
    if not known.issuperset(heads):
        raise StoreError("The database was written by a newer Fair Draw: run that version, or restore a backup.")
