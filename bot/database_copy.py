"""A SQLite database as a file: copied whole while it is in use, and put in another's place. What it holds: `holding`.

Whatever is not finished has a name of its own; a final name is given by renaming, so that a process that is killed
leaves the file of before or the whole new one.
"""

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from rules.store.engines import is_damage, make_private, plain
from rules.store.protocol import StoreError

PAGES = 256  # copied at a time: a megabyte
REST = 0.002  # seconds after each, in which the disk is free for others
PATIENCE = 5.0  # seconds to wait for whoever holds the database
SIDES = ("-journal", "-wal", "-shm")  # what SQLite puts beside a database


def opened(file: Path, mode: str) -> sqlite3.Connection:
    """A connection in which every statement stands alone; `mode` is "ro" or "rw", and the file must be there."""
    uri = f"{file.resolve().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)
    connection.row_factory = sqlite3.Row
    return connection


@contextmanager
def in_plain_words(what: str, *, if_damaged: str) -> Iterator[None]:
    """Whatever SQLite or the disk refuses inside is told as what went wrong with `what`, and what helps against damage.

    Raises: StoreError.
    """
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        words = error.strerror if isinstance(error, OSError) else plain(error)
        raise StoreError(f"{what}: {words}.{f' {if_damaged}' if is_damage(error) else ''}") from None


def copy_whole(source: Path, target: Path, *, mode: str = "ro") -> None:
    """`target` becomes one file with the database as it is at this moment, whatever is written to it meanwhile.

    One read transaction is open until the end: it holds up nobody (the log beside the database cannot be folded in
    meanwhile, that is all), and without it SQLite would begin anew after every act of the bot.
    Raises: sqlite3.Error, OSError.
    """
    make_private(target)
    with closing(opened(source, mode)) as live, closing(opened(target, "rw")) as copy:
        live.execute("BEGIN")
        live.execute("SELECT count(*) FROM sqlite_master").fetchone()
        live.backup(copy, pages=PAGES, progress=lambda *_: time.sleep(REST))
        live.execute("ROLLBACK")
        copy.execute("PRAGMA journal_mode=DELETE")  # nothing beside it: it can be carried elsewhere
    durable(target)


def durable(file: Path) -> None:
    """What the file (or folder) holds is on the disk. Raises: OSError."""
    handle = os.open(file, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def clear(unfinished: Path) -> None:
    """A file that was not finished is gone, with what SQLite put beside it."""
    for side in ("", *SIDES):
        with suppress(OSError):
            Path(f"{unfinished}{side}").unlink()


def finish(unfinished: Path, final: Path) -> None:
    """Give it its final name, in place of whatever has it; durable. Raises: OSError."""
    unfinished.replace(final)
    if os.name == "posix":  # elsewhere folders cannot be opened
        durable(final.parent)


def fold_in(database: Path) -> bool:
    """What stands in the log beside it is in the file itself, and the log is gone; False where the file is damaged.

    Raises: sqlite3.Error where somebody else uses it, or the disk is full.
    """
    try:
        with closing(opened(database, "rw")) as connection:
            return bool(connection.execute("PRAGMA journal_mode=DELETE").fetchone()[0] == "delete")
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return False
        raise


def keep_aside(database: Path, aside: Path) -> None:
    """A copy of the database, damaged or not, stands under this name. Nobody may use it.

    Raises: OSError, sqlite3.Error.
    A copy and no second name of the same file: SQLite must not meet one file under two names.
    """
    sides = () if fold_in(database) else SIDES
    for side in sides:
        if Path(f"{database}{side}").exists():
            _copy_aside(Path(f"{database}{side}"), Path(f"{aside}{side}"))
    part = Path(f"{aside}.part")
    _copy_aside(database, part)
    durable(part)
    finish(part, aside)


def _copy_aside(source: Path, target: Path) -> None:
    """With its times and its mode, and never readable by more people than that, not even while it is written."""
    target.unlink(missing_ok=True)
    make_private(target)
    shutil.copy2(source, target)


def put_in_place(new: Path, database: Path) -> None:
    """The new file is the database from now on; nobody may use either. Raises: OSError."""
    if database.exists():
        shutil.copymode(database, new)
    for side in SIDES:  # a log left beside it would be taken for the new file's
        with suppress(FileNotFoundError):
            Path(f"{database}{side}").unlink()
    finish(new, database)
