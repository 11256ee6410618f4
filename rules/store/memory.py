"""The store in memory: for tests, rehearsals and simulations. Nothing outlives the process."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from itertools import islice

from rules.core.ids import FightId, Place, SessionId, SheetId, UserId
from rules.core.names import mention
from rules.core.values import replace
from rules.store.protocol import (
    GONE,
    About,
    Change,
    Conflict,
    Deed,
    Entry,
    Examined,
    Message,
    Moderation,
    Note,
    NotStored,
    PlaceTaken,
    Record,
    Rewriting,
    Saved,
    Session,
    SheetMoved,
    SheetRow,
    Step,
    Surface,
    Undo,
    Use,
    Whole,
    naming,
    newest_uses,
)


class MemoryStore:
    """A `Store` that keeps its promises until the process ends, closed or not.

    `before_commit` runs before every write that is waited for, which fails if it raises: for tests.
    """

    def __init__(self, *, before_commit: Callable[[], Awaitable[None]] | None = None) -> None:
        self._before_commit = before_commit
        self._records: dict[FightId, Record] = {}
        self._steps: dict[FightId, list[Step]] = {}
        self._by_source: dict[tuple[FightId, str], Step] = {}
        self._told: set[tuple[FightId, int]] = set()
        self._messages: dict[int, Message] = {}
        self._last_message = 0
        self._saved: dict[tuple[int, str, str, str], Saved] = {}
        self._settings: dict[tuple[str, int], bytes] = {}
        self._moderations: list[Moderation] = []
        self._surfaces: dict[tuple[FightId, str, UserId | None], Surface] = {}
        self._sheets: dict[SheetId, SheetRow] = {}
        self._uses: dict[SheetId, list[Use]] = {}
        self._sessions: dict[SessionId, Session] = {}
        self._deeds: dict[str, Deed] = {}
        self._traces: set[tuple[UserId, FightId]] = set()

    async def open(self) -> None:
        """Ready from the start."""

    async def close(self) -> None:
        """There is nothing to let go."""

    async def begin(self, entry: Entry) -> None:
        """A new fight with its first step. Raises: PlaceTaken, NotStored."""
        await self._write(lambda: self._begin(entry))

    async def append(self, entry: Entry) -> None:
        """The next step of a fight. Raises: Conflict, PlaceTaken, SheetMoved, NotStored."""
        await self._write(lambda: self._append(entry))

    async def take_in(self, whole: Whole) -> None:
        """A fight from elsewhere. Raises: PlaceTaken, NotStored."""
        await self._write(lambda: self._take_in(whole))

    async def rewrite(self, rewriting: Rewriting) -> None:
        """Other ids in a fight. Raises: Conflict, NotStored."""
        await self._write(lambda: self._rewrite(rewriting))

    async def forget(self, user: UserId, at: float) -> None:
        """Nothing of the user is stored outside the fights any more. Raises: NotStored."""
        await self._write(lambda: self._forget(user, at))

    async def keep(self, change: Change) -> None:
        """What is asked of sheets and sessions. Raises: Conflict, NotStored."""
        await self._write(lambda: self._keep(change))

    async def save(self, saved: Saved) -> None:
        """Keep it, in place of what went by that name. Raises: NotStored."""
        await self._write(lambda: self._save(saved))

    async def unsave(self, guild: int, ruleset: str, kind: str, name: str) -> None:
        """Keep it no more. Raises: NotStored."""
        await self._write(lambda: self._unsave((guild, ruleset, kind, name)))

    async def note(self, note: Note) -> None:
        """What the clock did for a fight. Raises: Conflict, NotStored."""
        await self._write(lambda: self._note(note))

    async def set_aside(self, fight: FightId, moderation: Moderation | None = None) -> None:
        """The fight is current no more. Raises: Conflict, NotStored."""
        await self._write(lambda: self._set_aside(fight, moderation))

    async def set(self, scope: str, whose: int, raw: bytes, moderation: Moderation | None = None) -> None:
        """What a person or server wants from now on. Raises: Conflict, NotStored."""
        await self._write(lambda: self._set(scope, whose, raw, moderation))

    async def put_surface(self, surface: Surface) -> None:
        """Remember it, in place of an older one. Raises: NotStored."""
        await self._write(lambda: self._put_surface(surface))

    async def note_surface(self, surface: Surface) -> None:
        """The same, at once."""
        self._put_surface(surface)

    async def told(self, fight: FightId, seq: int) -> None:
        """Note that the ruling of this step reached its asker."""
        self._told.add((fight, seq))

    async def sent(self, fight: FightId, seq: int, note: int = 0) -> None:
        """Note that all of this step (or note after it) was told, or can never be."""
        told = (fight, seq, note)
        self._messages = {
            number: each for number, each in self._messages.items() if (each.fight, each.seq, each.note) != told
        }

    async def current(self, place: Place) -> Record | None:
        """The current fight of a channel."""
        return next((record for record in self._records.values() if record.is_current and record.place == place), None)

    async def last(self, place: Place, *, skip: int = 0) -> Record | None:
        """The fight of a channel that was begun last, current or not, or one before it."""
        here = (record for record in reversed(self._records.values()) if record.place == place)
        return next(islice(here, skip, None), None)

    async def load(self, fight: FightId) -> Record | None:
        """A fight by id, current or not."""
        return self._records.get(fight)

    async def by_source(self, fight: FightId, source: str) -> Step | None:
        """The step that this source brought about."""
        return self._by_source.get((fight, source))

    async def by_expect(self, fight: FightId, user: UserId, expect: str) -> Step | None:
        """The latest step by which this user met this address."""
        found = (step for step in self._newest_first(fight) if step.user == user and step.expect == expect)
        return next(found, None)

    async def latest_by(self, fight: FightId, user: UserId) -> tuple[Step, bool] | None:
        """The user's latest step, and whether its ruling was told to him."""
        found = ((step, (fight, step.seq) in self._told) for step in self._newest_first(fight) if step.user == user)
        return next(found, None)

    async def steps(self, fight: FightId, *, after: int, limit: int) -> Sequence[Step]:
        """Steps with seq > `after`, oldest first, at most `limit`."""
        return [step for step in self._steps.get(fight, []) if step.seq > after][:limit]

    async def latest(self, fight: FightId, *, before: int | None, limit: int) -> Sequence[Step]:
        """The last `limit` steps with seq < `before` (None: of all), newest first."""
        return [step for step in self._newest_first(fight) if before is None or step.seq < before][:limit]

    async def undos(self, fight: FightId, *, after: int) -> Sequence[Undo]:
        """All undos with seq > `after` (the steps with `back_to`), oldest first."""
        later = (step for step in self._steps.get(fight, []) if step.seq > after)
        return [Undo(seq=step.seq, back_to=step.back_to) for step in later if step.back_to is not None]

    async def keyframe(self, fight: FightId, at: int) -> Step | None:
        """The latest step with a keyframe and seq <= `at`."""
        found = (step for step in self._newest_first(fight) if step.seq <= at and step.keyframe is not None)
        return next(found, None)

    async def unsent(self, *, limit: int, after: int = 0) -> Sequence[Message]:
        """What is still to be told and has an id > `after`, oldest first."""
        return [message for number, message in self._messages.items() if number > after][:limit]

    async def surface(self, fight: FightId, kind: str, user: UserId | None = None) -> Surface | None:
        """Where our message of this kind stands."""
        return self._surfaces.get((fight, kind, user))

    async def saved(self, guild: int, ruleset: str, kind: str) -> Sequence[Saved]:
        """What a server keeps of this kind for this system, by name."""
        found = [
            each for each in self._saved.values() if (each.guild, each.ruleset, each.kind) == (guild, ruleset, kind)
        ]
        return sorted(found, key=lambda each: each.name)

    async def due(self, now: float, *, limit: int) -> Sequence[FightId]:
        """Current fights for which the clock has something to do by `now`, the longest due first."""
        due = sorted((at, fight) for fight, at in self._due().items() if at <= now)
        return [fight for _, fight in due[:limit]]

    async def next_due(self, after: float) -> float | None:
        """When the clock has something to do next, later than `after`."""
        return min((at for at in self._due().values() if at > after), default=None)

    def _due(self) -> dict[FightId, float]:
        return {each.fight: each.due for each in self._records.values() if each.is_current and each.due is not None}

    async def fights_in(self, guild: int) -> Sequence[Record]:
        """All current fights of a server, newest first."""
        return [each for each in reversed(self._records.values()) if each.is_current and each.place.guild == guild]

    async def setting(self, scope: str, whose: int) -> bytes | None:
        """What a person or server has set."""
        return self._settings.get((scope, whose))

    async def moderations(self, guild: int, *, before: int | None = None, limit: int) -> Sequence[Moderation]:
        """What moderators did to a server, newest first."""
        found = (each for each in reversed(self._moderations) if each.guild == guild)
        return [each for each in found if before is None or each.id < before][:limit]

    async def examined(self) -> Examined:
        """There is no database."""
        return Examined(kind="memory")

    async def traces(self, user: UserId) -> Sequence[FightId]:
        """All fights in whose records this user is, by id."""
        return sorted(fight for whose, fight in self._traces if whose == user)

    async def about(self, user: UserId) -> About:
        """What is stored of this user outside the fights."""
        sheets = (each for each in self._sheets.values() if each.user == user)
        kept = (each for each in self._saved.values() if each.user == user)
        led = (each for each in self._sessions.values() if each.gm == user)
        return About(
            sheets=tuple(sorted(sheets, key=lambda each: (each.key, each.id))),
            saved=tuple(sorted(kept, key=lambda each: (each.guild, each.ruleset, each.kind, each.name))),
            sessions=tuple(sorted(led, key=lambda each: (each.begun, each.id))),
            surfaces=sum(each.user == user for each in self._surfaces.values()),
            deeds=sum(each.user == user for each in self._deeds.values()),
            moderations=tuple(each for each in self._moderations if each.user == user),
            named=sum(each.user != user and bool(naming(user).search(each.said)) for each in self._moderations),
            servers=tuple(
                sorted(
                    whose
                    for (scope, whose), raw in self._settings.items()
                    if scope == "server" and str(user).encode() in raw
                )
            ),
        )

    async def current_fights(self) -> Sequence[FightId]:
        """All current fights, newest first."""
        current = [record.fight for record in self._records.values() if record.is_current]
        return sorted(current, key=lambda fight: (self._steps[fight][0].at, fight), reverse=True)

    async def of_user(self, user: UserId) -> Sequence[FightId]:
        """Current fights among whose `users` this one is, newest first."""
        return [fight for fight in await self.current_fights() if user in self._records[fight].users]

    async def sheet(self, sheet: SheetId) -> SheetRow | None:
        """A sheet by id."""
        return self._sheets.get(sheet)

    async def sheets_of(self, guild: int, user: UserId) -> Sequence[SheetRow]:
        """The user's sheets in a server, by name."""
        mine = (each for each in self._sheets.values() if (each.guild, each.user) == (guild, user))
        return sorted(mine, key=lambda each: (each.key, each.id))

    async def uses_of(self, sheet: SheetId) -> Sequence[Use]:
        """Where the sheet was brought into, newest first."""
        return self._uses.get(sheet, [])[::-1]

    async def session(self, session: SessionId) -> Session | None:
        """A session by id."""
        return self._sessions.get(session)

    async def sessions(self, guild: int, ruleset: str, gm: UserId) -> Sequence[Session]:
        """The sessions of a GM in a server by one system, newest first."""
        whose = (guild, ruleset, gm)
        return _newest([each for each in self._sessions.values() if (each.guild, each.ruleset, each.gm) == whose])

    async def open_sessions(self, guild: int) -> Sequence[Session]:
        """The open sessions of a server, newest first."""
        return _newest([each for each in self._sessions.values() if each.guild == guild and each.ended is None])

    async def uses_in(self, session: SessionId) -> Sequence[Use]:
        """What was brought into the fights of a session, newest first."""
        return newest_uses(use for uses in self._uses.values() for use in uses if use.session == session)

    async def uses_at(self, fight: FightId) -> Sequence[Use]:
        """What was brought into a fight, newest first."""
        return newest_uses(use for uses in self._uses.values() for use in uses if use.fight == fight)

    async def deed(self, source: str) -> Deed | None:
        """What this source brought about."""
        return self._deeds.get(source)

    async def _write(self, change: Callable[[], None]) -> None:
        """Make the change, even if the caller is cancelled meanwhile."""
        await asyncio.shield(asyncio.ensure_future(self._commit(change)))

    async def _commit(self, change: Callable[[], None]) -> None:
        if self._before_commit is not None:
            try:
                await self._before_commit()
            except Exception as error:  # whatever a test raises stands for a failed COMMIT
                raise NotStored("the transaction failed") from error
        change()

    def _begin(self, entry: Entry) -> None:
        if entry.record.fight in self._records:
            raise NotStored("this fight is stored already")
        self._require_place(entry.record)
        self._put(entry)

    def _append(self, entry: Entry) -> None:
        stored = self._records.get(entry.record.fight)
        is_repeated = (entry.record.fight, entry.step.source) in self._by_source
        if stored is None or stored.seq != entry.record.seq - 1 or is_repeated:
            raise Conflict("another step of this fight was stored first")
        self._require_place(entry.record)
        if entry.use is not None and not self._is_next(entry.use):
            raise SheetMoved("the sheet was brought into another fight first, or is gone, or its session is over")
        self._put(entry)

    def _is_next(self, use: Use) -> bool:
        session = self._sessions.get(use.session) if use.session is not None else None
        is_open = use.session is None or (session is not None and session.ended is None)
        return is_open and use.sheet in self._sheets and use.number == len(self._uses.get(use.sheet, [])) + 1

    def _keep(self, change: Change) -> None:
        if change.deed.source in self._deeds:
            raise Conflict("this was done already")
        for row in change.sheets:
            self._require_next(row)
        session = change.session
        if session is not None:
            stored = self._sessions.get(session.id)
            if session.ended is None:
                rivals = (each for each in self._sessions.values() if each.ended is None)
                whose = (session.guild, session.ruleset, session.gm)
                if stored or any((each.guild, each.ruleset, each.gm) == whose for each in rivals):
                    raise Conflict("a session is open already")
            elif stored is None or stored.ended is not None:
                raise Conflict("the session is not open")
            elif change.uses != sum(use.session == session.id for uses in self._uses.values() for use in uses):
                raise Conflict("another sheet was brought into the session")
            self._sessions[session.id] = session
        self._sheets |= {row.id: row for row in change.sheets}
        for sheet in change.dropped:
            self._sheets.pop(sheet, None)
            self._uses.pop(sheet, None)
        self._deeds[change.deed.source] = change.deed

    def _require_next(self, row: SheetRow) -> None:
        stored = self._sheets.get(row.id)
        if (stored.revision if stored else 0) != row.revision - 1:
            raise Conflict("the sheet was changed first")
        named = (row.guild, row.user, row.ruleset, row.key)
        others = (each for each in self._sheets.values() if each.id != row.id)
        if any((each.guild, each.user, each.ruleset, each.key) == named for each in others):
            raise Conflict("another sheet has this name")

    def _put(self, entry: Entry) -> None:
        if entry.use is not None:
            self._uses.setdefault(entry.use.sheet, []).append(entry.use)
        self._records[entry.record.fight] = entry.record
        self._steps.setdefault(entry.record.fight, []).append(entry.step)
        self._by_source[entry.record.fight, entry.step.source] = entry.step
        self._tell(entry.messages)
        self._traces |= {(user, entry.record.fight) for user in entry.traces}

    def _take_in(self, whole: Whole) -> None:
        if whole.record.fight in self._records:
            raise NotStored("this fight is stored already")
        self._require_place(whole.record)
        self._put_whole(whole)
        self._told |= {(step.fight, step.seq) for step in whole.steps}
        self._tell(whole.messages)
        self._traces |= {(user, whole.record.fight) for user in whole.traces}

    def _put_whole(self, whole: Whole) -> None:
        self._records[whole.record.fight] = whole.record
        self._steps[whole.record.fight] = list(whole.steps)
        self._by_source.update({(step.fight, step.source): step for step in whole.steps})

    def _rewrite(self, rewriting: Rewriting) -> None:
        whole, gone = rewriting.whole, rewriting.gone
        fight = whole.record.fight
        stored = self._records.get(fight)
        if stored is None or stored.seq != whole.record.seq:
            raise Conflict("another step of this fight was stored first")
        self._put_whole(whole)
        self._traces.discard((gone, fight))
        self._messages = {
            number: replace(each, text=_other(each.text, rewriting)) if each.fight == fight else each
            for number, each in self._messages.items()
            if (each.fight, each.user) != (fight, gone)
        }
        self._surfaces = {
            key: replace(each, text=_other(each.text, rewriting)) if each.fight == fight else each
            for key, each in self._surfaces.items()
            if (each.fight, each.user) != (fight, gone)
        }

    def _forget(self, user: UserId, at: float) -> None:
        for sheet in [each.id for each in self._sheets.values() if each.user == user]:
            self._sheets.pop(sheet)
            self._uses.pop(sheet, None)
        self._saved = {
            key: replace(each, user=UserId(0)) if each.user == user else each
            for key, each in self._saved.items()
            if not (each.user == user and each.kind.endswith(f"/{user}"))
        }
        self._settings = {key: raw for key, raw in self._settings.items() if key[1] != user or key[0] == "server"}
        self._surfaces = {key: each for key, each in self._surfaces.items() if each.user != user}
        self._messages = {number: each for number, each in self._messages.items() if each.user != user}
        self._deeds = {source: each for source, each in self._deeds.items() if each.user != user}
        self._moderations = [
            replace(
                each,
                user=GONE if each.user == user else each.user,
                said=naming(user).sub(mention(GONE), each.said),
            )
            for each in self._moderations
        ]
        for each in [each for each in self._sessions.values() if each.gm == user]:
            self._sessions[each.id] = replace(each, gm=UserId(0), ended=at if each.ended is None else each.ended)

    def _tell(self, messages: Sequence[Message]) -> None:
        for message in messages:
            self._last_message += 1
            self._messages[self._last_message] = replace(message, id=self._last_message)

    def _save(self, saved: Saved) -> None:
        self._saved[saved.guild, saved.ruleset, saved.kind, saved.name] = saved

    def _unsave(self, key: tuple[int, str, str, str]) -> None:
        self._saved.pop(key, None)

    def _note(self, note: Note) -> None:
        record = self._records.get(note.fight)
        if record is None or record.seq != note.seq or not record.is_current:
            raise Conflict("another step of this fight was stored first")
        self._records[note.fight] = replace(record, pending=note.pending, due=note.due)
        self._tell(note.messages)

    def _set(self, scope: str, whose: int, raw: bytes, moderation: Moderation | None) -> None:
        self._record(moderation)
        self._settings[scope, whose] = raw

    def _record(self, moderation: Moderation | None) -> None:
        if moderation is None:
            return
        if any(each.source == moderation.source for each in self._moderations):
            raise Conflict("this was done already")
        self._moderations.append(replace(moderation, id=len(self._moderations) + 1))

    def _set_aside(self, fight: FightId, moderation: Moderation | None) -> None:
        self._record(moderation)
        if fight in self._records:
            self._records[fight] = replace(self._records[fight], is_current=False)

    def _put_surface(self, surface: Surface) -> None:
        if surface.fight not in self._records:
            raise NotStored("there is no such fight")
        self._surfaces[surface.fight, surface.kind, surface.user] = surface

    def _require_place(self, record: Record) -> None:
        others = (other for other in self._records.values() if other.fight != record.fight and other.is_current)
        if record.is_current and any(other.place == record.place for other in others):
            raise PlaceTaken("another fight is current in this channel")

    def _newest_first(self, fight: FightId) -> Iterator[Step]:
        return reversed(self._steps.get(fight, []))


def _other(text: str, rewriting: Rewriting) -> str:
    for before, after in rewriting.texts:
        text = text.replace(before, after)
    return text


def _newest(sessions: list[Session]) -> list[Session]:
    return sorted(sessions, key=lambda each: (each.begun, each.id), reverse=True)
