"""What a SQLite file of ours holds, of whatever release: whether it is whole, and whether its fights can be read."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from bot.database_copy import opened
from rules.core.codec import codec_of
from rules.core.ids import FightId, Place, UserId
from rules.core.refusal import Illegal
from rules.core.speech import refusal_words
from rules.registry import RULESETS
from rules.store.migrate import VERSION_TABLE, revisions
from rules.store.protocol import Record, Step, StoreError
from rules.verifying import Unsound, exported, verify

PROVED = 5  # fights whose whole log is folded again: those that were acted in last
LONGEST_PROVED = 2000  # steps
KNOWN = {ruleset.id: ruleset for ruleset in RULESETS}


class Newer(StoreError):
    """It was written by a newer Fair Draw, which is no damage."""


class Damaged(StoreError):
    """It is not whole."""


class Holding(msgspec.Struct, frozen=True, kw_only=True):
    """What a file holds: fights (current ones apart) and steps; `newest` is when the last step was ruled.

    `troubles` says in words which current fights cannot be read or proved; the others are sound.
    """

    revision: str
    fights: int
    current: int
    steps: int
    newest: float | None  # seconds since the epoch
    troubles: tuple[str, ...]


def require_whole(file: Path) -> str:
    """The file is a database of Fair Draw's, undamaged, and not of a newer release; the revision of its shape.

    Raises: Newer, Damaged, StoreError, sqlite3.Error.
    """
    with closing(opened(file, "ro")) as database:
        if (faults := [row[0] for row in database.execute("PRAGMA integrity_check(1)")]) != ["ok"]:
            raise Damaged(f"It is damaged: {str(faults[0]).splitlines()[0]}.")
        if database.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise Damaged("It is damaged: rows refer to others that are not there.")
        return _revision(database)


def revision_of(file: Path) -> str:
    """The revision of its shape, without looking further. Raises: Newer, StoreError, sqlite3.Error."""
    with closing(opened(file, "ro")) as database:
        return _revision(database)


def _revision(database: sqlite3.Connection) -> str:
    if not database.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (VERSION_TABLE,)).fetchone():
        raise StoreError("It is no database of Fair Draw's.")
    found = [str(row[0]) for row in database.execute(f"SELECT version_num FROM {VERSION_TABLE}")]
    known = revisions()
    if len(found) != 1 or found[0] not in known:
        raise Newer(f"It was written by a newer Fair Draw (this one knows shapes up to {known[-1]}).")
    return found[0]


def held_in(file: Path) -> Holding:
    """What is in a whole file; every current fight is read, the last ones are proved.

    Raises: StoreError, sqlite3.Error.
    """
    with closing(opened(file, "ro")) as database:
        revision = _revision(database)
        troubles = [*_unreadable(database), *_unsound(database)]
        return Holding(
            revision=revision,
            fights=_number(database, "SELECT count(*) FROM fights"),
            current=_number(database, "SELECT count(*) FROM fights WHERE is_current"),
            steps=_number(database, "SELECT count(*) FROM steps"),
            newest=database.execute("SELECT max(at) FROM steps").fetchone()[0],
            troubles=tuple(dict.fromkeys(troubles)),
        )


def _number(database: sqlite3.Connection, query: str) -> int:
    return int(database.execute(query).fetchone()[0])


def _unreadable(database: sqlite3.Connection) -> list[str]:
    found = []
    for row in database.execute("SELECT * FROM fights WHERE is_current"):
        record = _record(row)
        try:
            if record.ruleset not in KNOWN:
                raise Illegal("NEWER_PROGRAM")
            codec_of(KNOWN[record.ruleset]).fight(record.raw, record.schema)
        except Illegal as illegal:
            gm_word = KNOWN[record.ruleset].gm_word if record.ruleset in KNOWN else "GM"
            words = refusal_words(illegal.refusal, gm_word) or illegal.refusal.code
            found.append(f"{_named(record)} cannot be read: {words}")
    return found


def _unsound(database: sqlite3.Connection) -> list[str]:
    latest = (
        "SELECT fights.* FROM fights JOIN steps ON steps.fight = fights.id AND steps.seq = fights.seq "
        "WHERE is_current AND fights.seq <= ? ORDER BY steps.at DESC LIMIT ?"
    )
    found = []
    for row in database.execute(latest, (LONGEST_PROVED, PROVED)).fetchall():
        record = _record(row)
        rows = database.execute("SELECT * FROM steps WHERE fight = ? ORDER BY seq", (record.fight,))
        try:
            verify(exported(record, [_step(each) for each in rows]), KNOWN)
        except Unsound as unsound:
            found.append(f"{_named(record)} does not follow from its log: {unsound}")
    return found


def _named(record: Record) -> str:
    return f"Fight {record.fight} in channel {record.place.channel}"


def _record(row: sqlite3.Row) -> Record:
    return Record(
        fight=FightId(row["id"]),
        place=Place(guild=row["guild"], channel=row["channel"]),
        ruleset=row["ruleset"],
        schema=_columns(row).get("schema", 1),
        seq=row["seq"],
        is_current=bool(row["is_current"]),
        key=row["key"],
        users=(),
        raw=row["raw"],
    )


def _step(row: sqlite3.Row) -> Step:
    values = {"schema": 1, **_columns(row)}
    return Step(
        **{name: values[name] for name in Step.__struct_fields__ if name in values and name != "user"},
        user=UserId(row["user"]),
    )


def _columns(row: sqlite3.Row) -> Mapping[str, Any]:  # Any: whatever the columns of that release hold
    return dict(zip(row.keys(), row, strict=True))
