"""The store on SQLite or PostgreSQL: reads here, writes through the one writer."""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Any

from msgspec.structs import fields
from sqlalchemy import Select, TextClause, bindparam, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from rules.core.ids import FightId, Place, SessionId, SheetId, UserId
from rules.store import people
from rules.store.engines import address, database_file, plain, reading_engine, require_openable, writing_connection
from rules.store.lock import only_process
from rules.store.migrate import VERSION_TABLE, revisions, upgrade
from rules.store.protocol import (
    About,
    Change,
    Deed,
    Entry,
    Examined,
    Message,
    Moderation,
    Note,
    Record,
    Rewriting,
    Saved,
    Session,
    SheetRow,
    Step,
    StoreError,
    Surface,
    Undo,
    Use,
    Whole,
    naming,
    newest_uses,
)
from rules.store.rows import AnyRow, message_of, record_of, session_of, sheet_of, step_of, use_of
from rules.store.tables import (
    deeds,
    fights,
    messages,
    moderations,
    players,
    saved,
    sessions,
    settings,
    sheets,
    steps,
    surfaces,
    uses,
)
from rules.store.writer import BeforeCommit, Writer
from rules.store.writes import (
    Append,
    Begin,
    Forget,
    Keep,
    Noted,
    PutSurface,
    Rewrite,
    Save,
    Sent,
    Set,
    SetAside,
    TakeIn,
    Told,
    Unsave,
)

AnySelect = Select[Any] | TextClause  # Any: as above

_FIGHT = fights.c.id == bindparam("fight")
_FULL = select(fights)
_BY_ID = _FULL.where(_FIGHT)
_CURRENT = _FULL.where(
    fights.c.guild == bindparam("guild"), fights.c.channel == bindparam("channel"), fights.c.is_current
)
_LAST = (
    _FULL.where(fights.c.guild == bindparam("guild"), fights.c.channel == bindparam("channel"))
    .order_by(fights.c.begun.desc(), fights.c.id.desc())
    .limit(1)
    .offset(bindparam("skip"))
)
_ALL_CURRENT = select(fights.c.id).where(fights.c.is_current).order_by(fights.c.begun.desc(), fights.c.id.desc())
_OF_USER = _ALL_CURRENT.join(players).where(players.c.user == bindparam("user"))

_STEP = select(*(steps.c[field.name] for field in fields(Step))).where(steps.c.fight == bindparam("fight"))
_NEWEST_FIRST = _STEP.order_by(steps.c.seq.desc()).limit(bindparam("limit"))
_BY_SOURCE = _STEP.where(steps.c.source == bindparam("source"))
_BY_USER = _NEWEST_FIRST.where(steps.c.user == bindparam("user"))
_BY_EXPECT = _BY_USER.where(steps.c.expect == bindparam("expect"))
_LATEST_BY = _BY_USER.add_columns(steps.c.told)
_BEFORE = _NEWEST_FIRST.where(steps.c.seq < bindparam("before"))
_AFTER = _STEP.where(steps.c.seq > bindparam("after")).order_by(steps.c.seq).limit(bindparam("limit"))
_UNDOS = (
    select(steps.c.seq, steps.c.back_to)
    .where(steps.c.fight == bindparam("fight"), steps.c.seq > bindparam("after"), steps.c.back_to.is_not(None))
    .order_by(steps.c.seq)
)
_KEYFRAME = _NEWEST_FIRST.where(steps.c.seq <= bindparam("at"), steps.c.keyframe.is_not(None))

_UNSENT = select(messages).where(messages.c.id > bindparam("after")).order_by(messages.c.id).limit(bindparam("limit"))
_SAVED = (
    select(saved)
    .where(
        saved.c.guild == bindparam("guild"), saved.c.ruleset == bindparam("ruleset"), saved.c.kind == bindparam("kind")
    )
    .order_by(saved.c.name)
)
_SURFACE = select(surfaces).where(
    surfaces.c.fight == bindparam("fight"),
    surfaces.c.kind == bindparam("kind"),
    surfaces.c.user == bindparam("user"),
)

_DUE = (
    select(fights.c.id)
    .where(fights.c.is_current, fights.c.due.is_not(None), fights.c.due <= bindparam("now"))
    .order_by(fights.c.due)
    .limit(bindparam("limit"))
)
_NEXT_DUE = (
    select(fights.c.due).where(fights.c.is_current, fights.c.due > bindparam("after")).order_by(fights.c.due).limit(1)
)
_IN = (
    select(fights)
    .where(fights.c.guild == bindparam("guild"), fights.c.is_current)
    .order_by(fights.c.begun.desc(), fights.c.id)
)
_SETTING = select(settings.c.raw).where(settings.c.scope == bindparam("scope"), settings.c.whose == bindparam("whose"))

_MODERATIONS = (
    select(moderations)
    .where(moderations.c.guild == bindparam("guild"), moderations.c.id < bindparam("before"))
    .order_by(moderations.c.id.desc())
    .limit(bindparam("limit"))
)
_SHAPE = text(f"SELECT version_num FROM {VERSION_TABLE}")
SIZES = {
    "sqlite": text("SELECT page_count * page_size AS size FROM pragma_page_count(), pragma_page_size()"),
    "postgresql": text("SELECT pg_database_size(current_database()) AS size"),
}
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
_EVER = 2**62  # more than any id

_SHEET = select(sheets).where(sheets.c.id == bindparam("sheet"))
_SHEETS_OF = select(sheets).where(sheets.c.guild == bindparam("guild"), sheets.c.user == bindparam("user"))
_USES_OF = select(uses).where(uses.c.sheet == bindparam("sheet")).order_by(uses.c.number.desc())
_USES_IN = select(uses).where(uses.c.session == bindparam("session"))
_USES_AT = select(uses).where(uses.c.fight == bindparam("fight"))
_SESSION = select(sessions).where(sessions.c.id == bindparam("session"))
_SESSIONS = (
    select(sessions)
    .where(
        sessions.c.guild == bindparam("guild"),
        sessions.c.ruleset == bindparam("ruleset"),
        sessions.c.gm == bindparam("gm"),
    )
    .order_by(sessions.c.begun.desc(), sessions.c.id.desc())
)
_OPEN_SESSIONS = (
    select(sessions)
    .where(sessions.c.guild == bindparam("guild"), sessions.c.ended.is_(None))
    .order_by(sessions.c.begun.desc(), sessions.c.id.desc())
)
_DEED = select(deeds).where(deeds.c.source == bindparam("source"))


class SqlStore:
    """A `Store` in a SQLite file (`sqlite:///file`), held by one process, or in PostgreSQL (`postgresql://…`).

    `before_commit` runs before every COMMIT, which fails if it raises: for tests.
    Reads raise StoreError where the database cannot be read. No error repeats a value or the URL.
    """

    def __init__(self, url: str, *, before_commit: BeforeCommit | None = None) -> None:
        self._url = url
        self._before_commit = before_commit
        self._opened = AsyncExitStack()
        self._reader: AsyncEngine | None = None
        self._writer: Writer | None = None

    async def open(self) -> None:
        """The database is locked (a file), brought to this version's shape and ready; else nothing is held.

        Raises: StoreError for a URL, file or server that cannot be used, and for a file another process uses.
        """
        url = address(self._url)
        async with AsyncExitStack() as opened:
            file = database_file(url)
            if file is not None:
                opened.enter_context(only_process(file))
                require_openable(file)
            writing = writing_connection(url)
            opened.push_async_callback(writing.dispose)
            await upgrade(writing)
            reader = reading_engine(url)
            opened.push_async_callback(reader.dispose)
            writer = Writer(writing, self._before_commit)
            opened.push_async_callback(writer.close)
            self._opened, self._reader, self._writer = opened.pop_all(), reader, writer

    async def close(self) -> None:
        """What was queued is stored, the lazy notes too; all is let go. Closing twice does no harm."""
        await self._opened.aclose()
        self._reader = self._writer = None

    async def begin(self, entry: Entry) -> None:
        """A new fight with its first step. Raises: PlaceTaken, NotStored."""
        await self._require_writer().write(Begin(entry))

    async def append(self, entry: Entry) -> None:
        """The next step of a fight. Raises: Conflict, PlaceTaken, SheetMoved, NotStored."""
        await self._require_writer().write(Append(entry))

    async def take_in(self, whole: Whole) -> None:
        """A fight from elsewhere. Raises: PlaceTaken, NotStored."""
        await self._require_writer().write(TakeIn(whole))

    async def rewrite(self, rewriting: Rewriting) -> None:
        """Other ids in a fight. Raises: Conflict, NotStored."""
        await self._require_writer().write(Rewrite(rewriting))

    async def forget(self, user: UserId, at: float) -> None:
        """Nothing of the user is stored outside the fights any more. Raises: NotStored."""
        await self._require_writer().write(Forget(user, at))

    async def keep(self, change: Change) -> None:
        """What is asked of sheets and sessions. Raises: Conflict, NotStored."""
        await self._require_writer().write(Keep(change))

    async def save(self, saved: Saved) -> None:
        """Keep it, in place of what went by that name. Raises: NotStored."""
        await self._require_writer().write(Save(saved))

    async def unsave(self, guild: int, ruleset: str, kind: str, name: str) -> None:
        """Keep it no more. Raises: NotStored."""
        await self._require_writer().write(Unsave(guild, ruleset, kind, name))

    async def note(self, note: Note) -> None:
        """What the clock did for a fight. Raises: Conflict, NotStored."""
        await self._require_writer().write(Noted(note))

    async def set_aside(self, fight: FightId, moderation: Moderation | None = None) -> None:
        """The fight is current no more. Raises: Conflict, NotStored."""
        await self._require_writer().write(SetAside(fight, moderation))

    async def set(self, scope: str, whose: int, raw: bytes, moderation: Moderation | None = None) -> None:
        """What a person or server wants from now on. Raises: Conflict, NotStored."""
        await self._require_writer().write(Set(scope, whose, raw, moderation))

    async def put_surface(self, surface: Surface) -> None:
        """Remember it, in place of an older one. Raises: NotStored."""
        await self._require_writer().write(PutSurface(surface))

    async def note_surface(self, surface: Surface) -> None:
        """Remembered for every later read at once; durable soon after."""
        self._require_writer().soon(PutSurface(surface))

    async def told(self, fight: FightId, seq: int) -> None:
        """Noted for every later read at once; durable soon after."""
        self._require_writer().soon(Told(fight, seq))

    async def sent(self, fight: FightId, seq: int, note: int = 0) -> None:
        """Gone from `unsent` at once; durable soon after."""
        self._require_writer().soon(Sent(fight, seq, note))

    async def current(self, place: Place) -> Record | None:
        """The current fight of a channel."""
        return record_of(await self._first(_CURRENT, guild=place.guild, channel=place.channel))

    async def last(self, place: Place, *, skip: int = 0) -> Record | None:
        """The fight of a channel that was begun last, current or not, or one before it."""
        return record_of(await self._first(_LAST, guild=place.guild, channel=place.channel, skip=skip))

    async def load(self, fight: FightId) -> Record | None:
        """A fight by id, current or not."""
        return record_of(await self._first(_BY_ID, fight=fight))

    async def by_source(self, fight: FightId, source: str) -> Step | None:
        """The step that this source brought about."""
        return await self._step(_BY_SOURCE, fight=fight, source=source)

    async def by_expect(self, fight: FightId, user: UserId, expect: str) -> Step | None:
        """The latest step by which this user met this address."""
        return await self._step(_BY_EXPECT, fight=fight, user=user, expect=expect, limit=1)

    async def latest_by(self, fight: FightId, user: UserId) -> tuple[Step, bool] | None:
        """The user's latest step, and whether its ruling was told to him."""
        noted = set(self._require_writer().not_yet_durable())
        row = await self._first(_LATEST_BY, fight=fight, user=user, limit=1)
        if row is None:
            return None
        step = step_of(row)
        return step, row.told or Told(fight, step.seq) in noted

    async def steps(self, fight: FightId, *, after: int, limit: int) -> Sequence[Step]:
        """Steps with seq > `after`, oldest first, at most `limit`."""
        return [step_of(row) for row in await self._rows(_AFTER, fight=fight, after=after, limit=limit)]

    async def latest(self, fight: FightId, *, before: int | None, limit: int) -> Sequence[Step]:
        """The last `limit` steps with seq < `before` (None: of all), newest first."""
        if before is None:
            return [step_of(row) for row in await self._rows(_NEWEST_FIRST, fight=fight, limit=limit)]
        return [step_of(row) for row in await self._rows(_BEFORE, fight=fight, before=before, limit=limit)]

    async def undos(self, fight: FightId, *, after: int) -> Sequence[Undo]:
        """All undos with seq > `after` (the steps with `back_to`), oldest first."""
        return [Undo(seq=row.seq, back_to=row.back_to) for row in await self._rows(_UNDOS, fight=fight, after=after)]

    async def keyframe(self, fight: FightId, at: int) -> Step | None:
        """The latest step with a keyframe and seq <= `at`."""
        return await self._step(_KEYFRAME, fight=fight, at=at, limit=1)

    async def unsent(self, *, limit: int, after: int = 0) -> Sequence[Message]:
        """What is still to be told and has an id > `after`, oldest first."""
        noted = {write for write in self._require_writer().not_yet_durable() if isinstance(write, Sent)}
        unsent: list[Message] = []
        while len(unsent) < limit:
            page = await self._rows(_UNSENT, limit=limit, after=after)
            unsent += [message_of(row) for row in page if Sent(row.fight, row.seq, row.note) not in noted]
            if len(page) < limit:
                break
            after = page[-1].id
        return unsent[:limit]

    async def surface(self, fight: FightId, kind: str, user: UserId | None = None) -> Surface | None:
        """Where our message of this kind stands."""
        noted = [
            write.surface
            for write in self._require_writer().not_yet_durable()
            if isinstance(write, PutSurface)
            and (write.surface.fight, write.surface.kind, write.surface.user) == (fight, kind, user)
        ]
        if noted:
            return noted[-1]
        row = await self._first(_SURFACE, fight=fight, kind=kind, user=user or 0)
        if row is None:
            return None
        return Surface(fight=fight, kind=kind, user=user, channel=row.channel, message=row.message, text=row.text)

    async def saved(self, guild: int, ruleset: str, kind: str) -> Sequence[Saved]:
        """What a server keeps of this kind for this system, by name."""
        rows = await self._rows(_SAVED, guild=guild, ruleset=ruleset, kind=kind)
        return [Saved(**row._mapping) for row in rows]

    async def due(self, now: float, *, limit: int) -> Sequence[FightId]:
        """Current fights for which the clock has something to do by `now`, the longest due first."""
        return [FightId(row.id) for row in await self._rows(_DUE, now=now, limit=limit)]

    async def next_due(self, after: float) -> float | None:
        """When the clock has something to do next, later than `after`."""
        row = await self._first(_NEXT_DUE, after=after)
        return None if row is None else row.due

    async def fights_in(self, guild: int) -> Sequence[Record]:
        """All current fights of a server, newest first."""
        return [found for row in await self._rows(_IN, guild=guild) if (found := record_of(row)) is not None]

    async def setting(self, scope: str, whose: int) -> bytes | None:
        """What a person or server has set."""
        row = await self._first(_SETTING, scope=scope, whose=whose)
        return None if row is None else row.raw

    async def moderations(self, guild: int, *, before: int | None = None, limit: int) -> Sequence[Moderation]:
        """What moderators did to a server, newest first."""
        rows = await self._rows(_MODERATIONS, guild=guild, before=_EVER if before is None else before, limit=limit)
        return [Moderation(**row._mapping) for row in rows]

    async def examined(self) -> Examined:
        """How the database is. Raises: StoreError."""
        kind = address(self._url).get_backend_name()
        shape, size = await self._first(_SHAPE), await self._first(SIZES[kind])
        return Examined(
            kind=NAMES[kind],
            revision=shape.version_num if shape else "",
            wanted=revisions()[-1],
            size=int(size.size) if size else None,
        )

    async def traces(self, user: UserId) -> Sequence[FightId]:
        """All fights in whose records this user is, by id."""
        return [FightId(row.fight) for row in await self._rows(people.TRACES, user=user)]

    async def about(self, user: UserId) -> About:
        """What is stored of this user outside the fights."""
        sheets = [sheet_of(row) for row in await self._rows(people.SHEETS, user=user)]
        kept = [Saved(**row._mapping) for row in await self._rows(people.SAVED, user=user)]
        led = [session_of(row) for row in await self._rows(people.SESSIONS, user=user)]
        return About(
            sheets=tuple(sorted(sheets, key=lambda each: (each.key, each.id))),
            saved=tuple(sorted(kept, key=lambda each: (each.guild, each.ruleset, each.kind, each.name))),
            sessions=tuple(sorted(led, key=lambda each: (each.begun, each.id))),
            surfaces=(await self._rows(people.SURFACES, user=user))[0][0],
            deeds=(await self._rows(people.DEEDS, user=user))[0][0],
            moderations=tuple(Moderation(**row._mapping) for row in await self._rows(people.BY_HIM, user=user)),
            named=sum(
                row.user != user and bool(naming(user).search(row.said)) for row in await self._rows(people.NAMING)
            ),
            servers=tuple(row.whose for row in await self._rows(people.SERVERS) if str(user).encode() in row.raw),
        )

    async def current_fights(self) -> Sequence[FightId]:
        """All current fights, newest first."""
        return [FightId(row.id) for row in await self._rows(_ALL_CURRENT)]

    async def of_user(self, user: UserId) -> Sequence[FightId]:
        """Current fights among whose `users` this one is, newest first."""
        return [FightId(row.id) for row in await self._rows(_OF_USER, user=user)]

    async def sheet(self, sheet: SheetId) -> SheetRow | None:
        """A sheet by id."""
        row = await self._first(_SHEET, sheet=sheet)
        return None if row is None else sheet_of(row)

    async def sheets_of(self, guild: int, user: UserId) -> Sequence[SheetRow]:
        """The user's sheets in a server, by name."""
        rows = [sheet_of(row) for row in await self._rows(_SHEETS_OF, guild=guild, user=user)]
        return sorted(rows, key=lambda each: (each.key, each.id))  # databases sort texts each in its own way

    async def uses_of(self, sheet: SheetId) -> Sequence[Use]:
        """Where the sheet was brought into, newest first."""
        return [use_of(row) for row in await self._rows(_USES_OF, sheet=sheet)]

    async def session(self, session: SessionId) -> Session | None:
        """A session by id."""
        row = await self._first(_SESSION, session=session)
        return None if row is None else session_of(row)

    async def sessions(self, guild: int, ruleset: str, gm: UserId) -> Sequence[Session]:
        """The sessions of a GM in a server by one system, newest first."""
        return [session_of(row) for row in await self._rows(_SESSIONS, guild=guild, ruleset=ruleset, gm=gm)]

    async def open_sessions(self, guild: int) -> Sequence[Session]:
        """The open sessions of a server, newest first."""
        return [session_of(row) for row in await self._rows(_OPEN_SESSIONS, guild=guild)]

    async def uses_in(self, session: SessionId) -> Sequence[Use]:
        """What was brought into the fights of a session, newest first."""
        return newest_uses(use_of(row) for row in await self._rows(_USES_IN, session=session))

    async def uses_at(self, fight: FightId) -> Sequence[Use]:
        """What was brought into a fight, newest first."""
        return newest_uses(use_of(row) for row in await self._rows(_USES_AT, fight=fight))

    async def deed(self, source: str) -> Deed | None:
        """What this source brought about."""
        row = await self._first(_DEED, source=source)
        if row is None:
            return None
        return Deed(source=row.source, user=UserId(row.user), at=row.at, about=row.about, said=row.said)

    def _require_writer(self) -> Writer:
        if self._writer is None:
            raise StoreError("the store is not open")
        return self._writer

    async def _step(self, statement: AnySelect, **values: object) -> Step | None:
        row = await self._first(statement, **values)
        return None if row is None else step_of(row)

    async def _first(self, statement: AnySelect, **values: object) -> AnyRow | None:
        rows = await self._rows(statement, **values)
        return rows[0] if rows else None

    async def _rows(self, statement: AnySelect, **values: object) -> Sequence[AnyRow]:
        if self._reader is None:
            raise StoreError("the store is not open")
        try:
            async with self._reader.connect() as connection:
                return (await connection.execute(statement, values)).all()
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(f"the database could not be read: {plain(error)}") from None
