"""The one writer: whatever queued up while the last transaction ran goes into the next one."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

import msgspec
from sqlalchemy import Connection

from rules.store.connections import OneConnection, Wait
from rules.store.engines import plain
from rules.store.protocol import NotStored, StoreError
from rules.store.writes import Append, Write, write_all, write_apart

log = logging.getLogger(__name__)

BeforeCommit: TypeAlias = Callable[[], Awaitable[None]]

MOST = 1000  # writes that somebody waits for, in one transaction
PATIENCE = 0.1  # seconds that a write nobody waits for may stay in memory


class _Waiting(msgspec.Struct, frozen=True):
    write: Write
    answer: asyncio.Future[None]


class Writer:
    """Makes writes durable, in the order they came, and fails only those that are at fault.

    `before_commit` runs before every COMMIT, which fails if it raises: for tests of failure and of timing.
    """

    def __init__(self, database: OneConnection, before_commit: BeforeCommit | None = None) -> None:
        self._database = database
        self._before_commit = before_commit
        self._waiting: list[_Waiting] = []
        self._lazy: list[Write] = []
        self._wake = asyncio.Event()
        self._timer: asyncio.TimerHandle | None = None
        self._is_closing = False
        self._task = asyncio.create_task(self._run(), name="store writer")

    async def write(self, write: Write) -> None:
        """Done and durable; a caller that is cancelled meanwhile does not cancel it.

        Raises: Conflict, PlaceTaken, NotStored.
        """
        if self._is_closing:
            raise NotStored("the store is closed")
        waiting = _Waiting(write, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._wake.set()
        await waiting.answer

    def soon(self, write: Write) -> None:
        """Done with a later transaction, in `PATIENCE` seconds at the latest; a crash before that loses it."""
        if self._is_closing:
            raise NotStored("the store is closed")
        self._lazy.append(write)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(PATIENCE, self._late)

    def _late(self) -> None:
        self._timer = None
        self._wake.set()

    def not_yet_durable(self) -> Iterator[Write]:
        """What was left with `soon` and no transaction has stored so far; a reader must count it as done."""
        return iter(tuple(self._lazy))

    async def close(self) -> None:
        """All that was queued is stored or refused; nothing more is taken."""
        self._is_closing = True
        self._wake.set()
        await asyncio.wait([self._task])

    async def _run(self) -> None:
        try:
            while not self._is_closing or self._wake.is_set():
                await self._wake.wait()
                self._wake.clear()
                if self._waiting or self._lazy:
                    await self._store_what_waits()
                if self._waiting:
                    self._wake.set()
            if self._lazy:
                log.error("%d notes were lost on closing", len(self._lazy))
        finally:
            self._is_closing = True
            self._cancel_timer()
            _answer(self._waiting, [])

    async def _store_what_waits(self) -> None:
        waiting, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
        lazy: tuple[Write, ...] = ()
        if self._takes_notes(waiting):
            self._cancel_timer()
            lazy = tuple(self._lazy)
        answers: Sequence[StoreError | None] = []
        try:
            answers = await self._transact([*(each.write for each in waiting), *lazy])
            del self._lazy[: len(lazy)]
        except Exception as error:  # noqa: BLE001 - the writer outlives whatever a driver raises
            # The lazy ones stay for the next transaction that somebody waits for.
            log.error("a transaction of %d writes was not stored: %s", len(waiting) + len(lazy), plain(error))
        finally:
            _answer(waiting, answers)

    def _takes_notes(self, waiting: Sequence[_Waiting]) -> bool:
        """Whether what nobody waits for goes in too: it does when its time is up, and with any write but a step.

        A step touches none of its rows, and in fewer and larger lots it costs less; other writes may touch them.
        """
        is_due = self._timer is None or self._is_closing
        return is_due or not all(isinstance(each.write, Append) for each in waiting)

    async def _transact(self, writes: Sequence[Write]) -> Sequence[StoreError | None]:
        answers = await self._database.run(partial(self._write_and_commit, writes))
        for refused in filter(None, answers):
            log.info("a write was refused: %s", refused)
        return answers

    def _write_and_commit(
        self, writes: Sequence[Write], connection: Connection, wait: Wait
    ) -> Sequence[StoreError | None]:
        transaction = connection.begin()
        answers: Sequence[StoreError | None] = [None] * len(writes)
        try:
            write_all(connection, writes)
        except Exception:  # noqa: BLE001 - one of them is at fault: the second attempt finds out which
            transaction.rollback()
            transaction = connection.begin()
            answers = write_apart(connection, writes)
        if self._before_commit is not None:
            wait(self._before_commit())
        transaction.commit()
        return answers

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _answer(waiting: Sequence[_Waiting], answers: Sequence[StoreError | None]) -> None:
    """Answer every caller who still waits; without answers the outcome is unknown."""
    for number, each in enumerate(waiting):
        if each.answer.done():  # its caller gave up
            continue
        refused = answers[number] if answers else NotStored("the transaction failed")
        if refused is None:
            each.answer.set_result(None)
        else:
            each.answer.set_exception(refused)
