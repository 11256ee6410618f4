"""`python -m bot backup`: a copy of the database at one moment, checked before it is named; the bot may be running.

When the last one was made stands in the database itself, as a setting (`rules.examining`), where `doctor` reads it: a
single row of its own, which no running bot keeps in memory, so that it may be written beside it.
"""

import re
import time
from pathlib import Path

import msgspec
from sqlalchemy import URL, Connection
from sqlalchemy.exc import SQLAlchemyError

from bot.database_copy import SIDES, clear, copy_whole, finish, in_plain_words
from bot.holding import Holding, Newer, held_in, require_whole
from rules.examining import BACKUP, BackedUp
from rules.store.connections import Wait
from rules.store.engines import RESTORE, writing_connection
from rules.store.lock import only_backup
from rules.store.protocol import StoreError
from rules.store.writes import Set, write_all

FOLDER = "backups"  # beside the database
UNFINISHED = ".part"


class Made(msgspec.Struct, frozen=True, kw_only=True):
    """A backup: its file, what it holds, and which older ones were dropped."""

    file: Path
    holding: Holding
    dropped: tuple[Path, ...]


def stamp(now: float) -> str:
    """A moment as file names have it (UTC)."""
    return time.strftime("%Y-%m-%d-%H%M%S", time.gmtime(now))


def make_backup(database: Path, to: Path | None, *, now: float, keep: int | None = None, why: str = "") -> Made:
    """A checked copy at `to`: a file, or a folder in which it is named by `now` (and `why`); left out: `backups/`.

    With `keep` only so many of those named by time alone stay, unless something is the matter with this one.
    Raises: StoreError; then there is no file of this name.
    """
    if not database.is_file():
        raise StoreError(f"There is no database yet: {database.resolve()}")
    folder = to if to is not None and to.is_dir() else database.parent / FOLDER
    file = to if to is not None and not to.is_dir() else folder / f"{database.stem}-{stamp(now)}{why}.sqlite3"
    if keep is not None and file.parent != folder:
        raise StoreError("--keep counts the files of a folder: name a folder, or none.")
    with only_backup(database), in_plain_words("The backup could not be made", if_damaged=RESTORE):
        if to is None:
            folder.mkdir(mode=0o700, exist_ok=True)
        if not file.parent.is_dir():
            raise StoreError(f"The folder does not exist: {file.parent}")
        if file.exists():
            raise StoreError(f"There is a file of this name, which is left alone: {file}")
        _clear_unfinished(database, file)
        holding = _made(database, file)
    dropped = _drop_older(database, folder, keep) if keep is not None and not holding.troubles else ()
    return Made(file=file, holding=holding, dropped=dropped)


def _made(database: Path, file: Path) -> Holding:
    part = Path(f"{file}{UNFINISHED}")
    try:
        copy_whole(database, part, mode="rw")  # so that nothing is left beside it where no bot is running
        require_whole(part)
        holding = held_in(part)
        finish(part, file)
    except Newer as error:
        raise Newer(f"{error} No backup was made.") from None
    except StoreError as error:
        raise StoreError(f"{error} No backup was made; this is how the database is now.") from None
    finally:
        clear(part)
    return holding


async def note_backup(url: URL, now: float) -> bool:
    """The database says that a backup was made now; False where it cannot, as one of an older shape."""
    writing = writing_connection(url)

    def write(connection: Connection, _: Wait) -> None:
        with connection.begin():
            write_all(connection, [Set(BACKUP, 0, msgspec.json.encode(BackedUp(at=now)))])

    try:
        await writing.run(write)
    except (SQLAlchemyError, OSError):
        return False
    finally:
        await writing.dispose()
    return True


def _pattern(database: Path, end: str) -> re.Pattern[str]:
    return re.compile(re.escape(database.stem) + r"-\d{4}-\d\d-\d\d-\d{6}" + end)


def _clear_unfinished(database: Path, file: Path) -> None:
    """Whatever backups that were killed have left is gone; nobody else is at it."""
    clear(Path(f"{file}{UNFINISHED}"))
    ours = _pattern(database, rf".*\.sqlite3\{UNFINISHED}({'|'.join(SIDES)})?")
    for left in [each for each in file.parent.iterdir() if ours.fullmatch(each.name)]:
        left.unlink(missing_ok=True)


def _drop_older(database: Path, folder: Path, keep: int) -> tuple[Path, ...]:
    ours = _pattern(database, r"\.sqlite3")
    dated = sorted(each for each in folder.iterdir() if ours.fullmatch(each.name))
    dropped = tuple(dated[:-keep])
    for each in dropped:
        each.unlink(missing_ok=True)
    return dropped
