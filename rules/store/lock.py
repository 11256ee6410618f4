"""One process a SQLite file: whoever opens, restores or migrates it holds the lock file beside it.

A backup only reads, and has a lock of its own.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from rules.store.protocol import StoreError


class InUse(StoreError):
    """Another process holds the lock."""


@contextmanager
def only_process(database: Path) -> Iterator[None]:
    """Inside, no other Fair Draw uses this database file; the system frees the lock of a process that was killed.

    Raises: InUse where another holds it; StoreError where the folder cannot be written to.
    """
    with _held(database, "", "Another Fair Draw runs on this database: {file}. Stop it first."):
        yield


@contextmanager
def only_backup(database: Path) -> Iterator[None]:
    """Inside, nobody else makes a backup of this database file. Raises: as `only_process`."""
    with _held(database, ".backup", "Another backup of this database is being made: {file}."):
        yield


def is_held(database: Path) -> bool:
    """Whether a Fair Draw uses this database file, as far as this user can tell; nothing is left behind."""
    if not _lock_file(database.resolve(), "").exists():
        return False
    try:
        with only_process(database):
            return False
    except InUse:
        return True
    except StoreError:  # the lock is another user's
        return False


def _lock_file(database: Path, what: str) -> Path:
    return Path(f"{database}{what}.lock")


@contextmanager
def _held(database: Path, what: str, words: str) -> Iterator[None]:
    file = database.resolve()  # the same file by another name has the same lock
    if not file.parent.is_dir():
        raise StoreError(f"The folder of the database does not exist: {file.parent}")
    path = _lock_file(file, what)
    lock = FileLock(path, mode=0o600, thread_local=False, fallback_to_soft=False, preserve_lock_file=True)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise InUse(words.format(file=file)) from None
    except OSError as error:
        raise StoreError(f"The lock beside the database cannot be taken: {error.strerror}") from None
    try:
        yield
    finally:
        lock.release()
