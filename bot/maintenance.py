"""What whoever hosts the bot does to its database: `python -m bot backup | restore | migrate`, told in plain words."""

import asyncio
import shlex
import sys
import time
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import msgspec
from sqlalchemy import URL

from bot.backup import make_backup, note_backup, stamp
from bot.holding import Holding
from bot.restore import Declined, Plan, Unread, restore
from bot.settings import Settings
from rules.core.counting import counted
from rules.store.engines import address, database_file, writing_connection
from rules.store.lock import only_process
from rules.store.migrate import revision, revisions, upgrade
from rules.store.protocol import StoreError

TROUBLE, NOT_DONE = 1, 2  # exit codes
Ask = Callable[[str], bool]


def run(settings: Settings, chosen: Namespace, *, now: float) -> int:
    """Do what was chosen. Returns the exit code. Raises: StoreError."""
    url = address(settings.database_url)
    match chosen.command:
        case "backup":
            return backup(url, chosen.file, keep=chosen.keep, is_elsewhere=chosen.noted, now=now)
        case "restore":
            return bring_back(url, chosen.file, now=now, ask=_yes if chosen.yes else _asked)
        case _:
            return asyncio.run(migrate(url, now=now, ask=_yes if chosen.yes else _asked))


def backup(url: URL, to: Path | None, *, keep: int | None, is_elsewhere: bool, now: float) -> int:
    """Make one, or note that one was made by other means. Raises: StoreError."""
    database = database_file(url)
    if is_elsewhere:
        if database is not None and not database.is_file():
            raise StoreError(f"There is no database yet: {database.resolve()}")
        if not asyncio.run(note_backup(url, now)):
            raise StoreError("That could not be noted: the database is out of reach, or older than this program.")
        print("Noted: a backup was made now.")
        return 0
    if database is None:
        raise StoreError(
            f"{_POSTGRES} Make a backup with:\n  {_pg_dump(url, now)}\nand then: python -m bot backup --noted"
        )
    made = make_backup(database, to, now=now, keep=keep)
    print(f"{made.file}: {words(made.holding)}")
    for each in made.dropped:
        print(f"Dropped: {each.name}")
    asyncio.run(_note(url, made.holding.revision, now))
    return _told_troubles(made.holding)


def bring_back(url: URL, file: Path, *, now: float, ask: Ask) -> int:
    """Put a backup in the database's place. Raises: StoreError."""
    if database_file(url) is None:
        raise StoreError(
            f"{_POSTGRES} Stop the bot, and bring back what pg_dump wrote with:\n  {_pg_restore(url, file)}"
        )

    def agrees(plan: Plan) -> bool:
        print(f"{file}: {words(msgspec.structs.replace(plan.coming, revision=plan.revision))}")
        _told_troubles(plan.coming)
        if plan.revision != plan.coming.revision:
            print(f"It is of an older release, and is brought to shape {plan.coming.revision}.")
        if plan.present is None:
            return ask("Make it the database?")
        print(f"The database now: {_present(plan.present)}")
        return ask("Put the backup in its place?")

    try:
        aside = restore(url, file, now=now, agrees=agrees)
    except Declined:
        print("Nothing was changed.")
        return NOT_DONE
    print("Restored. What was ruled after the backup is gone from the fights, though Discord still shows it.")
    if aside is not None:
        print(f"The database of before is kept: {aside}")
    print("Now start the bot (python -m bot run).")
    return 0


def _present(database: Holding | Unread) -> str:
    match database:
        case Holding():
            return words(database)
        case Unread.NEWER:
            return "of a newer version; it is kept aside."
        case Unread.DAMAGED:
            return "cannot be read; it is kept aside."


async def migrate(url: URL, *, now: float, ask: Ask) -> int:
    """Bring the database to this program's shape: a file after a backup, a server once somebody says so.

    `python -m bot run` does the same at its start, without the backup. Raises: StoreError.
    """
    database = database_file(url)
    if database is None:
        return await _migrate_server(url, now, ask)
    if not database.is_file():
        raise StoreError(f"There is no database yet: {database.resolve()}. `python -m bot run` makes it.")
    with only_process(database):
        before = await _known_revision(url)
        if before == revisions()[-1]:
            return await _upgraded(url, before)
        made = make_backup(database, None, now=now, why=f"-shape-{before}")
        print(f"Kept as it was: {made.file}")
        _told_troubles(made.holding)
        code = await _upgraded(url, before)
        await _note(url, revisions()[-1], now)
        return code


async def _migrate_server(url: URL, now: float, ask: Ask) -> int:
    before = await _known_revision(url)
    if before not in (None, revisions()[-1]):
        print(f"{_POSTGRES} Make a backup first:\n  {_pg_dump(url, now)}")
        if not ask("Is there one?"):
            print("Nothing was changed.")
            return NOT_DONE
    return await _upgraded(url, before)


async def _known_revision(url: URL) -> str | None:
    """The revision of the database, None if there is nothing of ours in it. Raises: StoreError if it is a newer one."""
    writing = writing_connection(url)
    try:
        found = await revision(writing)
    finally:
        await writing.dispose()
    if found not in (None, *revisions()):
        raise StoreError("The database is of a newer Fair Draw: nothing was done. Run that version.")
    return found


async def _note(url: URL, shape: str, now: float) -> None:
    """The database, which has this shape, says that a backup was made; if it does not, the host is told."""
    if await note_backup(url, now):
        return
    why = "" if shape == revisions()[-1] else ": it is of an older version, and python -m bot migrate mends that"
    print(f"Its time could not be noted in the database{why}. The doctor does not know of it.", file=sys.stderr)


async def _upgraded(url: URL, before: str | None) -> int:
    writing = writing_connection(url)
    try:
        await upgrade(writing)
        after = await revision(writing)
    finally:
        await writing.dispose()
    print(f"The database has the shape {after} already." if before == after else f"The shape was {before}, is {after}.")
    return 0


def words(holding: Holding) -> str:
    """What a file holds, in one line."""
    newest = "" if holding.newest is None else f", the last ruled {moment(holding.newest)}"
    return (
        f"{counted(holding.fights, 'fight')}, {holding.current} of them not put away; "
        f"{counted(holding.steps, 'step')}{newest}; "
        f"shape {holding.revision}."
    )


def moment(at: float) -> str:
    """A moment as people read it."""
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(at))


def _told_troubles(holding: Holding) -> int:
    for each in holding.troubles:
        print(each, file=sys.stderr)
    return TROUBLE if holding.troubles else 0


def _yes(question: str) -> bool:
    return True


def _asked(question: str) -> bool:
    if not sys.stdin.isatty():
        print(f"{question} Say --yes if so.")
        return False
    return input(f"{question} [y/N] ").strip().casefold() in ("y", "yes")


# ---- PostgreSQL has its own tools

_POSTGRES = "PostgreSQL keeps the fights, and has its own tools for that."


def _pg_dump(url: URL, now: float) -> str:
    return f"pg_dump --format=custom --file=fairdraw-{stamp(now)}.dump {_where(url)}"


def _pg_restore(url: URL, file: Path) -> str:
    return f"pg_restore --clean --if-exists --no-owner --single-transaction {_where(url)} {shlex.quote(str(file))}"


def _where(url: URL) -> str:
    """Which database, without the password: the tools ask for it, or find it in PGPASSWORD or ~/.pgpass."""
    parts = {"host": url.host, "port": url.port, "username": url.username, "dbname": url.database}
    return " ".join(f"--{name}={shlex.quote(str(value))}" for name, value in parts.items() if value is not None)
