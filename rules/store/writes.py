"""What the writer does inside its transaction: the SQL of every change, in bulk or, where some of it is refused, apart.

Runs on a synchronous `Connection`; begins and ends no transaction, but savepoints.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias, assert_never

import msgspec
from msgspec.structs import fields
from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from rules.core.ids import UserId
from rules.store import people_writes, sheet_writes
from rules.store.engines import plain
from rules.store.protocol import (
    Change,
    Conflict,
    Entry,
    Message,
    Moderation,
    Note,
    NotStored,
    PlaceTaken,
    Record,
    Rewriting,
    Saved,
    SheetMoved,
    Step,
    StoreError,
    Surface,
    Whole,
)
from rules.store.tables import fights, messages, moderations, players, saved, settings, steps, surfaces


class Begin(msgspec.Struct, frozen=True):
    """Store a new fight."""

    entry: Entry


class Append(msgspec.Struct, frozen=True):
    """Store the next step of a fight."""

    entry: Entry


class Keep(msgspec.Struct, frozen=True):
    """Change sheets and sessions."""

    change: Change


class Save(msgspec.Struct, frozen=True):
    """Keep something for later fights."""

    saved: Saved


class Unsave(msgspec.Struct, frozen=True):
    """Keep that no more."""

    guild: int
    ruleset: str
    kind: str
    name: str


class Noted(msgspec.Struct, frozen=True):
    """What the clock did for a fight."""

    note: Note


class SetAside(msgspec.Struct, frozen=True):
    """A fight is current no more."""

    fight: str
    moderation: Moderation | None = None


class Set(msgspec.Struct, frozen=True):
    """What a person or server wants."""

    scope: str
    whose: int
    raw: bytes
    moderation: Moderation | None = None


class TakeIn(msgspec.Struct, frozen=True):
    """Store a fight from elsewhere."""

    whole: Whole


class Rewrite(msgspec.Struct, frozen=True):
    """Other ids in a fight."""

    rewriting: Rewriting


class Forget(msgspec.Struct, frozen=True):
    """Nothing of a user is stored outside the fights any more."""

    user: UserId
    at: float


class PutSurface(msgspec.Struct, frozen=True):
    """Remember where a message of ours stands."""

    surface: Surface


class Told(msgspec.Struct, frozen=True):
    """Note that the ruling of a step reached its asker."""

    fight: str
    seq: int


class Sent(msgspec.Struct, frozen=True):
    """Take what a step, or a note of the clock after it, had to tell out of the outbox."""

    fight: str
    seq: int
    note: int = 0


Write: TypeAlias = (
    Begin
    | Append
    | TakeIn
    | Rewrite
    | Forget
    | Keep
    | Save
    | Unsave
    | Noted
    | SetAside
    | Set
    | PutSurface
    | Told
    | Sent
)
Values: TypeAlias = dict[str, object]

_USERS = select(fights.c.id, fights.c.users).where(fights.c.id.in_(bindparam("ids", expanding=True)))
_ADVANCE = update(fights).where(fights.c.id == bindparam("this"), fights.c.seq == bindparam("previous"))
_CLEAR_PLAYERS = delete(players).where(players.c.fight == bindparam("this"))
_CLEAR_SURFACE = delete(surfaces).where(
    surfaces.c.fight == bindparam("this"), surfaces.c.kind == bindparam("of"), surfaces.c.user == bindparam("whose")
)
_FORGET = delete(saved).where(
    saved.c.guild == bindparam("this_guild"),
    saved.c.ruleset == bindparam("this_ruleset"),
    saved.c.kind == bindparam("this_kind"),
    saved.c.name == bindparam("this_name"),
)
SAVED_BY = ("guild", "ruleset", "kind", "name")
_TELL = update(steps).where(steps.c.fight == bindparam("this"), steps.c.seq == bindparam("number")).values(told=True)
_DROP_MESSAGES = delete(messages).where(
    messages.c.fight == bindparam("this"),
    messages.c.seq == bindparam("number"),
    messages.c.note == bindparam("of_note"),
)
_SEQ = select(fights.c.seq).where(fights.c.id == bindparam("this"))
_KNOWN_SOURCE = select(steps.c.seq).where(steps.c.fight == bindparam("this"), steps.c.source == bindparam("asked"))
_OTHER_CURRENT = select(fights.c.id).where(
    fights.c.guild == bindparam("in_guild"),
    fights.c.channel == bindparam("in_channel"),
    fights.c.is_current,
    fights.c.id != bindparam("this"),
)
_PENDING = (
    update(fights)
    .where(fights.c.id == bindparam("this"), fights.c.seq == bindparam("number"), fights.c.is_current)
    .values(pending=bindparam("now_pending"), due=bindparam("now_due"))
)
_SET_ASIDE = update(fights).where(fights.c.id == bindparam("this")).values(is_current=False)
_UNSET = delete(settings).where(settings.c.scope == bindparam("of"), settings.c.whose == bindparam("of_whom"))
_STEP_COLUMNS = tuple(field.name for field in fields(Step))
_MODERATION_COLUMNS = tuple(field.name for field in fields(Moderation) if field.name != "id")


def write_all(connection: Connection, writes: Sequence[Write]) -> None:
    """Do all, each kind with one statement. After any exception the transaction must be rolled back.

    Fights come into being before anything refers to them; within one fight the order of `writes` is kept.
    Raises: Conflict where a snapshot or sheet is not the successor of the stored one; whatever the database raises.
    """
    begun: list[Entry] = []
    appended: list[Entry] = []
    kept: list[Change] = []
    set_by: list[Saved | Unsave] = []
    noted: list[Note] = []
    set_anew: list[Values] = []
    moderated: list[Moderation | None] = []
    placed: list[Surface] = []
    told: list[Values] = []
    sent: list[Values] = []
    later: list[TakeIn | Rewrite | Forget] = []
    for write in writes:
        match write:
            case Begin(entry):
                begun.append(entry)
            case Append(entry):
                appended.append(entry)
            case TakeIn() | Rewrite() | Forget():
                later.append(write)
            case Keep(change):
                kept.append(change)
            case Save(one):
                set_by.append(one)
            case Unsave():
                set_by.append(write)
            case Noted(note):
                noted.append(note)
            case SetAside(fight, moderation):
                connection.execute(_SET_ASIDE, {"this": fight})
                moderated.append(moderation)
            case Set(scope, whose, raw, moderation):
                set_anew.append({"scope": scope, "whose": whose, "raw": raw})
                moderated.append(moderation)
            case PutSurface(surface):
                placed.append(surface)
            case Told(fight, seq):
                told.append({"this": fight, "number": seq})
            case Sent(fight, seq, of_note):
                sent.append({"this": fight, "number": seq, "of_note": of_note})
            case _:
                assert_never(write)
    if begun:
        connection.execute(
            insert(fights), [{"begun": e.step.at, "id": e.record.fight, **_row(e.record)} for e in begun]
        )
        _insert_players(connection, [entry.record for entry in begun])
    if appended:
        _change_players(connection, [entry.record for entry in appended if not entry.has_same_users])
        _advance(connection, [entry.record for entry in appended])
    if begun or appended:
        _insert_steps(connection, [*begun, *appended])
        people_writes.trace(connection, {(user, e.record.fight) for e in (*begun, *appended) for user in e.traces})
        sheet_writes.bring_in(connection, [entry.use for entry in appended if entry.use is not None])
    for change in kept:
        sheet_writes.keep(connection, change)
    for each in set_by:
        connection.execute(_FORGET, {f"this_{name}": getattr(each, name) for name in SAVED_BY})
        if isinstance(each, Saved):
            connection.execute(insert(saved), {field.name: getattr(each, field.name) for field in fields(Saved)})
    for note in noted:
        _note(connection, note)
    for setting in set_anew:
        connection.execute(_UNSET, {"of": setting["scope"], "of_whom": setting["whose"]})
        connection.execute(insert(settings), setting)
    for moderation in filter(None, moderated):
        connection.execute(insert(moderations), {name: getattr(moderation, name) for name in _MODERATION_COLUMNS})
    if placed:
        _replace_surfaces(connection, placed)
    if told:
        connection.execute(_TELL, told)
    if sent:
        connection.execute(_DROP_MESSAGES, sent)
    for about_people in later:
        _write_of_people(connection, about_people)


def _write_of_people(connection: Connection, write: TakeIn | Rewrite | Forget) -> None:
    match write:
        case TakeIn(whole):
            record, log = whole.record, whole.steps
            connection.execute(insert(fights), {"begun": log[0].at, "id": record.fight, **_row(record)})
            _insert_players(connection, [record])
            connection.execute(insert(steps), [{**_step(step), "told": True} for step in log])
            if whole.messages:
                connection.execute(insert(messages), [_message(message) for message in whole.messages])
            people_writes.trace(connection, {(user, record.fight) for user in whole.traces})
        case Rewrite(rewriting):
            _change_players(connection, [rewriting.whole.record])
            people_writes.rewrite(connection, rewriting)
        case Forget(user, at):
            people_writes.forget(connection, user, at)
        case _:
            assert_never(write)


def write_apart(connection: Connection, writes: Sequence[Write]) -> list[StoreError | None]:
    """Do what can be done, in order, after `write_all` failed; for each, None or why it was left out.

    Halves again and again, each in a savepoint, until whatever is at fault stands alone.
    Raises: whatever the database raises when it can no longer go back to a savepoint.
    """
    middle = len(writes) // 2
    halves = (writes[:middle], writes[middle:]) if middle else (writes,)
    return [answer for half in halves for answer in _write_half(connection, half)]


def _write_half(connection: Connection, writes: Sequence[Write]) -> list[StoreError | None]:
    savepoint = connection.begin_nested()
    try:
        write_all(connection, writes)
        savepoint.commit()
        return [None] * len(writes)
    except Exception as error:  # noqa: BLE001 - a value that the driver cannot take must fail its own caller only
        savepoint.rollback()
        if len(writes) == 1:
            return [_why(connection, writes[0], error)]
    return write_apart(connection, writes)


def _why(connection: Connection, write: Write, error: Exception) -> StoreError:
    """The refusal that the caller can act on, read from the database itself: its messages differ and hold values."""
    if isinstance(write, Noted | Rewrite) and isinstance(error, Conflict):
        return error
    if isinstance(write, Set | SetAside) and write.moderation is not None and isinstance(error, IntegrityError):
        return Conflict("this was done already")
    if isinstance(write, TakeIn) and isinstance(error, IntegrityError) and _is_taken(connection, write.whole.record):
        return PlaceTaken("another fight is current in this channel")
    if isinstance(write, Keep) and isinstance(error, IntegrityError | Conflict):
        return Conflict("this was done already, or something else was done first")
    if isinstance(write, Begin | Append) and isinstance(error, IntegrityError | Conflict):
        record, step = write.entry.record, write.entry.step
        if isinstance(write, Append):
            stored = connection.execute(_SEQ, {"this": record.fight}).scalar()
            known = connection.execute(_KNOWN_SOURCE, {"this": record.fight, "asked": step.source}).first()
            if stored != record.seq - 1 or known is not None:
                return Conflict("another step of this fight was stored first")
        if _is_taken(connection, record):
            return PlaceTaken("another fight is current in this channel")
        if write.entry.use is not None and not sheet_writes.is_next(connection, write.entry.use):
            return SheetMoved("the sheet was brought into another fight first, or is gone, or its session is over")
    return NotStored(f"the database refused: {plain(error)}")


def _is_taken(connection: Connection, record: Record) -> bool:
    """Whether another fight is current where this one wants to be."""
    where = {"in_guild": record.place.guild, "in_channel": record.place.channel, "this": record.fight}
    return record.is_current and connection.execute(_OTHER_CURRENT, where).first() is not None


def _row(record: Record) -> Values:
    return {
        "guild": record.place.guild,
        "channel": record.place.channel,
        "ruleset": record.ruleset,
        "schema": record.schema,
        "seq": record.seq,
        "is_current": record.is_current,
        "users": record.users,
        "key": record.key,
        "raw": record.raw,
        "pending": record.pending,
        "due": record.due,
    }


def _note(connection: Connection, note: Note) -> None:
    changed = connection.execute(
        _PENDING, {"this": note.fight, "number": note.seq, "now_pending": note.pending, "now_due": note.due}
    ).rowcount
    if changed != 1:
        raise Conflict("another step of this fight was stored first")
    if note.messages:
        connection.execute(insert(messages), [_message(message) for message in note.messages])


def _advance(connection: Connection, records: Sequence[Record]) -> None:
    rows = [{"this": record.fight, "previous": record.seq - 1, **_row(record)} for record in records]
    if connection.dialect.supports_sane_multi_rowcount:
        changed = connection.execute(_ADVANCE, rows).rowcount
    else:  # asyncpg does not count the rows of many
        changed = sum(connection.execute(_ADVANCE, row).rowcount for row in rows)
    if changed != len(records):
        raise Conflict("another step of this fight was stored first")


def _insert_steps(connection: Connection, entries: Sequence[Entry]) -> None:
    connection.execute(insert(steps), [_step(entry.step) for entry in entries])
    outbox = [_message(message) for entry in entries for message in entry.messages]
    if outbox:
        connection.execute(insert(messages), outbox)


def _step(step: Step) -> Values:
    return {name: getattr(step, name) for name in _STEP_COLUMNS}


def _message(message: Message) -> Values:
    return {
        "fight": message.fight,
        "seq": message.seq,
        "kind": message.kind,
        "user": message.user,
        "text": message.text,
        "act": message.act,
        "goes_on": message.goes_on,
        "note": message.note,
    }


def _change_players(connection: Connection, records: Iterable[Record]) -> None:
    wanted = {record.fight: record for record in records}
    if not wanted:
        return
    changed = [
        wanted[row.id]
        for row in connection.execute(_USERS, {"ids": list(wanted)})
        if tuple(row.users) != wanted[row.id].users
    ]
    if changed:
        connection.execute(_CLEAR_PLAYERS, [{"this": record.fight} for record in changed])
        _insert_players(connection, changed)


def _insert_players(connection: Connection, records: Iterable[Record]) -> None:
    rows = [{"fight": record.fight, "user": user} for record in records for user in dict.fromkeys(record.users)]
    if rows:
        connection.execute(insert(players), rows)


def _replace_surfaces(connection: Connection, placed: Sequence[Surface]) -> None:
    latest = {(surface.fight, surface.kind, surface.user or 0): surface for surface in placed}
    connection.execute(_CLEAR_SURFACE, [{"this": f, "of": kind, "whose": user} for f, kind, user in latest])
    rows = [
        {
            "fight": f,
            "kind": kind,
            "user": user,
            "channel": surface.channel,
            "message": surface.message,
            "text": surface.text,
        }
        for (f, kind, user), surface in latest.items()
    ]
    connection.execute(insert(surfaces), rows)
