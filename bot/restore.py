"""`python -m bot restore`: a backup takes the place of the database, after a look at both; the bot must be stopped.

What was told since the backup was made stays told: where the present database can be read, the restored one takes over
from it which rulings have been shown, and where the boards and hands are.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from enum import Enum, auto
from pathlib import Path

import msgspec
from sqlalchemy import URL

from bot.backup import stamp
from bot.database_copy import (
    clear,
    copy_whole,
    fold_in,
    in_plain_words,
    keep_aside,
    opened,
    put_in_place,
)
from bot.holding import Damaged, Holding, Newer, held_in, require_whole, revision_of
from rules.store.engines import database_file, writing_connection
from rules.store.lock import only_process
from rules.store.migrate import upgrade
from rules.store.protocol import StoreError

ANOTHER = "Take another backup; the database is as it was."
_SAME_STEP = "was.fight = now.fight AND was.seq = now.seq AND was.digest = now.digest"
_TOLD = f"""
DELETE FROM main.messages WHERE EXISTS (
  SELECT 1 FROM main.steps AS now JOIN present.steps AS was ON {_SAME_STEP}
  WHERE now.fight = messages.fight AND now.seq = messages.seq
) AND NOT EXISTS (
  SELECT 1 FROM present.messages AS still WHERE still.fight = messages.fight AND still.seq = messages.seq
)"""
_ANSWERED = f"""
UPDATE main.steps AS now SET told = 1
WHERE NOT told AND EXISTS (SELECT 1 FROM present.steps AS was WHERE {_SAME_STEP} AND was.told)"""
# The messages of acts that go on ("acts") belong to steps: those stay as the backup has them.
_PLACED = """
INSERT INTO main.surfaces (fight, kind, user, channel, message, text)
SELECT fight, kind, user, channel, message, text FROM present.surfaces
WHERE kind != 'acts' AND fight IN (SELECT id FROM main.fights)
ON CONFLICT (fight, kind, user) DO UPDATE
SET channel = excluded.channel, message = excluded.message, text = excluded.text"""

# What is told from here on is news: a hand's message brought some of steps that are gone.
_NEWS = f"""
UPDATE main.surfaces AS hand SET text = json_set(text, '$.upto', min(
  coalesce(json_extract(text, '$.upto'), 0),
  (SELECT coalesce(max(now.seq), 0) FROM main.steps AS now JOIN present.steps AS was ON {_SAME_STEP}
   WHERE now.fight = hand.fight)
))
WHERE kind = 'hand' AND json_valid(text)"""


class Unread(Enum):
    """Why nothing is known of what the present database holds."""

    NEWER = auto()  # it is of a newer version
    DAMAGED = auto()


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What would be put in place (of shape `revision` before it was upgraded), and of what; None: there is none."""

    revision: str
    coming: Holding
    present: Holding | Unread | None


def restore(url: URL, backup: Path, *, now: float, agrees: Callable[[Plan], bool]) -> Path | None:
    """Put the backup in the database's place if `agrees`; returns where the present one was kept (None: there is none).

    Raises: StoreError; Declined. Then the database is as it was.
    """
    database = database_file(url)
    assert database is not None, "the caller knows that it is a file"
    if backup.is_dir():
        raise StoreError(f"This is a folder: name a file in it{_newest(backup)}.")
    if not backup.is_file():
        raise StoreError(f"There is no such file: {backup.resolve()}")
    if database.exists() and backup.samefile(database):
        raise StoreError("This is the database itself: name a backup of it.")
    with only_process(database), in_plain_words("The backup could not be restored", if_damaged=ANOTHER):
        new = Path(f"{database}.restoring")
        clear(new)
        for left in database.parent.glob(f"{database.name}.before-restore-*.part"):  # by one that was killed
            left.unlink()
        try:
            return _restore(url, database, backup, new, now, agrees)
        finally:
            clear(new)


def _newest(folder: Path) -> str:
    newest = max(folder.glob("*.sqlite3"), key=lambda each: each.stat().st_mtime, default=None)
    return "" if newest is None else f", such as its newest, {newest}"


class Declined(Exception):
    """Whoever was asked does not want it."""


def _restore(
    url: URL, database: Path, backup: Path, new: Path, now: float, agrees: Callable[[Plan], bool]
) -> Path | None:
    copy_whole(backup, new)
    try:
        revision = require_whole(new)
    except Damaged as error:
        raise Damaged(f"{error} {ANOTHER}") from None
    asyncio.run(_upgraded(url, new))
    fold_in(new)
    plan = Plan(revision=revision, coming=held_in(new), present=_present(database))
    if not agrees(plan):
        raise Declined
    if plan.present is None:
        put_in_place(new, database)
        return None
    _take_over(new, database)
    aside = Path(f"{database}.before-restore-{stamp(now)}")
    if aside.exists():
        raise StoreError(f"There is a file of this name, which is left alone: {aside}")
    keep_aside(database, aside)
    put_in_place(new, database)
    return aside


async def _upgraded(url: URL, file: Path) -> None:
    writing = writing_connection(url.set(database=str(file)))
    try:
        await upgrade(writing)
    finally:
        await writing.dispose()


def _present(database: Path) -> Holding | Unread | None:
    if not database.exists():
        return None
    try:
        require_whole(database)
        return held_in(database)
    except Newer:
        return Unread.NEWER
    except (StoreError, sqlite3.Error):
        return Unread.DAMAGED


def _take_over(new: Path, database: Path) -> None:
    """What the present database knows of what was shown. Nothing, where it is damaged or of another shape."""
    with closing(opened(new, "rw")) as connection:
        try:
            if revision_of(database) != revision_of(new):
                return
            connection.execute("ATTACH ? AS present", (f"{database.resolve().as_uri()}?mode=ro",))
            connection.execute("BEGIN")
            for statement in (_TOLD, _ANSWERED, _PLACED, _NEWS):
                connection.execute(statement)
            connection.execute("COMMIT")
        except (StoreError, sqlite3.DatabaseError):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
