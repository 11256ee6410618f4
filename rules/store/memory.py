"""The store in memory: for tests, rehearsals and simulations. Nothing outlives the process."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace

from rules.core.ids import FightId, Place, UserId
from rules.store.protocol import Conflict, Entry, Message, NotStored, PlaceTaken, Record, Step, Surface, Undo


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
        self._surfaces: dict[tuple[FightId, str, UserId | None], Surface] = {}

    async def open(self) -> None:
        """Ready from the start."""

    async def close(self) -> None:
        """There is nothing to let go."""

    async def begin(self, entry: Entry) -> None:
        """A new fight with its first step. Raises: PlaceTaken, NotStored."""
        await self._write(lambda: self._begin(entry))

    async def append(self, entry: Entry) -> None:
        """The next step of a fight. Raises: Conflict, PlaceTaken, NotStored."""
        await self._write(lambda: self._append(entry))

    async def put_surface(self, surface: Surface) -> None:
        """Remember it, in place of an older one. Raises: NotStored."""
        await self._write(lambda: self._put_surface(surface))

    async def told(self, fight: FightId, seq: int) -> None:
        """Note that the ruling of this step reached its asker."""
        self._told.add((fight, seq))

    async def sent(self, fight: FightId, seq: int) -> None:
        """Note that all of this step was told, or can never be."""
        kept = {number: each for number, each in self._messages.items() if (each.fight, each.seq) != (fight, seq)}
        self._messages = kept

    async def current(self, place: Place) -> Record | None:
        """The current fight of a channel."""
        return next((record for record in self._records.values() if record.is_current and record.place == place), None)

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

    async def current_fights(self) -> Sequence[FightId]:
        """All current fights, newest first."""
        current = [record.fight for record in self._records.values() if record.is_current]
        return sorted(current, key=lambda fight: (self._steps[fight][0].at, fight), reverse=True)

    async def of_user(self, user: UserId) -> Sequence[FightId]:
        """Current fights among whose `users` this one is, newest first."""
        return [fight for fight in await self.current_fights() if user in self._records[fight].users]

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
        self._put(entry)

    def _put(self, entry: Entry) -> None:
        self._records[entry.record.fight] = entry.record
        self._steps.setdefault(entry.record.fight, []).append(entry.step)
        self._by_source[entry.record.fight, entry.step.source] = entry.step
        for message in entry.messages:
            self._last_message += 1
            self._messages[self._last_message] = replace(message, id=self._last_message)

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
