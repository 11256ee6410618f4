"""Writing a step: the log entry, the snapshot and what is to be told, stored together before anybody hears of it."""

from collections.abc import Callable, Sequence

import msgspec

from rules import alone, evenly, pacing, standing_orders
from rules.acts import after_step
from rules.asking import Asked
from rules.core.codec import digest, encode
from rules.core.dice import Draw
from rules.core.event import Event, goes_back_to
from rules.core.ids import CombatantId, FightId, PromptId, UserId, is_somebody
from rules.core.refusal import Illegal
from rules.core.values import replace
from rules.preferences import Preferences
from rules.repeats import mark
from rules.sessions import Brought
from rules.store.protocol import (
    Conflict,
    Entry,
    Message,
    Note,
    NotStored,
    Record,
    SheetMoved,
    Step,
    Store,
    StoreError,
    Use,
)
from rules.tables import NOTHING_PENDING, AnyFight, Pending, Table, Tables, keyframe_of, users
from rules.telling import Ruling, farewells, messages, ruling


class Decided(msgspec.Struct, frozen=True, kw_only=True):
    """A command as encoded, what it brought about, and the draws that decided it; `decides`: the decisions it took."""

    command: bytes
    events: tuple[Event, ...]
    draws: tuple[Draw, ...] = ()
    entered: CombatantId | None = None  # whoever came in by it
    decides: tuple[PromptId, ...] = ()


NOBODY = UserId(0)  # whose steps are the bot's own: they are no answer to anything that somebody may ask again
WHY_NOT_STORED = {Conflict: "STALE", SheetMoved: "SHEET_MOVED", NotStored: "NOT_STORED"}


class Recorder:
    """Stores steps, keeps the tables in memory up to date, and hands on what is to be told."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        preferences: Preferences,
        *,
        clock: Callable[[], float],
        on_stored: Callable[[Sequence[Message]], None],
        on_doubt: Callable[[FightId], None],
        on_due: Callable[[float], None],
    ) -> None:
        """See `Referee`."""
        self._store = store
        self._tables = tables
        self._preferences = preferences
        self._on_due = on_due
        self._clock = clock
        self._on_stored = on_stored
        self._on_doubt = on_doubt

    async def begin(self, fight: AnyFight, key: bytes, decided: Decided, user: UserId, source: str) -> Ruling:
        """Store a new fight. Raises: PlaceTaken, Illegal(NOT_STORED)."""
        entry, pending = await self.entry(NOTHING_PENDING, None, fight, key, decided, user, source)
        try:
            await self._store.begin(entry)
        except NotStored as error:
            self._on_doubt(fight.id)
            raise Illegal("NOT_STORED") from error
        return self.taken_in(fight, key, pending, decided, entry, user)

    def taken_in(
        self, fight: AnyFight, key: bytes, pending: Pending, decided: Decided, entry: Entry, user: UserId
    ) -> Ruling:
        """A fight that is new here was stored, of which this was the last step: hand on what is to be told."""
        self._tables.seat(fight, key, pending, entry.record.due).untold[user] = (decided.command, fight.seq)
        self._on_stored(entry.messages)
        self._told_due(entry.record.due)
        return ruling(self._tables.ruleset(fight), fight, decided.events, user)

    async def append(
        self, table: Table, before: AnyFight, after: AnyFight, decided: Decided, user: UserId, asked: Asked
    ) -> Ruling:
        """Store the next step of a fight; its lock is held. Raises: Illegal(STALE, SHEET_MOVED, NOT_STORED).

        On any doubt about the outcome what is in memory is forgotten before the lock opens.
        """
        entry, pending = await self.entry(
            table.pending,
            before,
            after,
            table.key,
            decided,
            user,
            asked.source,
            asked.address,
            is_own=asked.is_own,
        )
        if asked.brings is not None and decided.entered is not None:
            entry = replace(entry, use=_use(asked.brings, after.id, decided.entered, entry.step.at))
        try:
            await self._store.append(entry)
        except (Conflict, SheetMoved, NotStored) as error:
            self._doubt(table)
            raise Illegal(WHY_NOT_STORED[type(error)]) from error
        except BaseException:
            self._doubt(table)
            raise
        self._tables.replace(table, after, pending, entry.record.due, decided.events, entry.messages[0].text)
        if not asked.is_own:
            table.untold[user] = (mark(decided.command, asked.address), after.seq)
        self._on_stored(entry.messages)
        self._told_due(entry.record.due)
        return ruling(self._tables.ruleset(after), after, decided.events, user)

    def _doubt(self, table: Table) -> None:
        self._tables.forget(table)
        self._on_doubt(table.id)

    async def entry(
        self,
        pending: Pending,
        before: AnyFight | None,
        after: AnyFight,
        key: bytes,
        decided: Decided,
        user: UserId,
        source: str,
        expect: str = "",
        *,
        is_own: bool = False,
    ) -> tuple[Entry, Pending]:
        """What is stored of a step, and what is then pending: also for whoever stores it together with others."""
        raw = encode(after)
        back_to = goes_back_to(decided.events)
        at = self._clock()
        ruleset = self._tables.ruleset(after)
        told, now = after_step(ruleset, pending, before, after, decided.decides, at=at, is_anew=back_to is not None)
        step = Step(
            fight=after.id,
            seq=after.seq,
            ply=after.ply,
            before=after.before,
            schema=after.schema,
            back_to=back_to,
            act=told.act,
            at=at,
            user=NOBODY if is_own else user,
            source=source,
            expect=expect,
            command=decided.command,
            draws=encode(decided.draws),
            events=encode(decided.events),
            digest=digest(key, raw),
            keyframe=keyframe_of(after.seq, raw, is_undo=back_to is not None),
        )
        left = farewells(before, after, decided.events) if before is not None else {}
        outbox = messages(ruleset, after, decided.events, user, told, left)
        now = pacing.carried(ruleset, before, after, pending, now, at)
        now = standing_orders.gone_again(now, after, decided.events)
        own = pending.own + 1 if is_own else 0
        now = replace(now, at=int(at), own=alone.MOST_STEPS if back_to is not None else own)
        record = _record(after, key, raw, now, await self.due(after, now, at, key))
        is_same = before is not None and users(before) == record.users
        traces = _named(after, user) - (_named(before) if before is not None else frozenset())
        entry = Entry(record=record, step=step, messages=outbox, has_same_users=is_same, traces=tuple(sorted(traces)))
        return entry, now

    async def due(self, fight: AnyFight, pending: Pending, now: float, key: bytes) -> float | None:
        """When the clock has something to do for the fight; what cannot be read just now, it reads itself later."""
        if alone.is_broken_off(fight, self._tables.ruleset(fight), pending):
            return now  # unless the bot goes on at once, as it mostly does
        try:
            people = await self._preferences.people(users(fight))
        except StoreError:
            return now
        ruleset = self._tables.ruleset(fight)
        windows = evenly.windows(fight, ruleset, pending, people, key)
        return pacing.plan_of(fight, ruleset, pending, people, now, windows).at

    async def note(self, table: Table, pending: Pending, due: float | None, outbox: Sequence[Message] = ()) -> None:
        """Store what the clock did for a fight; its lock is held. Raises: Conflict, NotStored.

        On any doubt about the outcome what is in memory is forgotten before the lock opens.
        """
        fight = table.fight
        assert fight is not None, "it was read, and the lock is held"
        note = Note(fight=fight.id, seq=fight.seq, pending=_encoded(pending), due=due, messages=tuple(outbox))
        try:
            await self._store.note(note)
        except BaseException:
            self._doubt(table)
            raise
        table.pending, table.due = pending, due
        self._on_stored(note.messages)
        self._told_due(due)

    def _told_due(self, due: float | None) -> None:
        if due is not None:
            self._on_due(due)


def _named(fight: AnyFight, user: UserId = NOBODY) -> frozenset[UserId]:
    """Whose ids are in the fight and its newest step."""
    return fight.named | {each for each in (user,) if is_somebody(each)}


def _use(brought: Brought, fight: FightId, combatant: CombatantId, at: float) -> Use:
    return Use(
        sheet=brought.sheet,
        number=brought.number,
        fight=fight,
        combatant=combatant,
        session=brought.session,
        at=at,
    )


def _encoded(pending: Pending) -> bytes:
    return msgspec.json.encode(pending)


def _record(fight: AnyFight, key: bytes, raw: bytes, pending: Pending, due: float | None) -> Record:
    return Record(
        fight=fight.id,
        place=fight.place,
        ruleset=fight.ruleset,
        schema=fight.schema,
        seq=fight.seq,
        is_current=not fight.is_closed,
        key=key,
        users=users(fight),
        raw=raw,
        pending=_encoded(pending),
        due=due,
    )
