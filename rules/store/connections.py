"""Where the one connection that writes lives: in a thread of its own (SQLite) or on the event loop (PostgreSQL).

SQLite is synchronous: a driver that hands every statement to a thread and waits for it costs more than the statement.
So a whole transaction goes there at once.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.util import await_only

T = TypeVar("T")
Wait = Callable[[Awaitable[None]], None]
Work = Callable[[Connection, Wait], T]


class OneConnection(Protocol):
    """A connection that does one piece of work at a time."""

    async def run(self, work: Work[T]) -> T:
        """Give `work` the connection, and a way to wait for something that runs on the event loop.

        It begins and commits by itself. After any exception the connection is dropped, and the next work has another:
        SQLite leaves a transaction open whose COMMIT failed, and SQLAlchemy thinks it is closed.
        """

    async def dispose(self) -> None:
        """Let go of it, once its work has ended."""


class InThread:
    """A connection that one thread of its own uses, so that work costs one hop however much it does.

    Work whose caller is cancelled goes on to its end.
    """

    def __init__(self, engine: Engine) -> None:
        """The thread starts with the first work."""
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, "store writer")

    async def run(self, work: Work[T]) -> T:
        """See `OneConnection`."""
        loop = asyncio.get_running_loop()

        async def until(done: Awaitable[None]) -> None:
            await done

        def wait(done: Awaitable[None]) -> None:
            asyncio.run_coroutine_threadsafe(until(done), loop).result()

        return await loop.run_in_executor(self._thread, self._run, work, wait)

    def _run(self, work: Work[T], wait: Wait) -> T:
        with self._engine.connect() as connection:
            try:
                return work(connection, wait)
            except BaseException:
                connection.invalidate()
                raise

    async def dispose(self) -> None:
        """See `OneConnection`."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown(wait=False)  # it has nothing left to do


class OnLoop:
    """A connection with an asynchronous driver."""

    def __init__(self, engine: AsyncEngine) -> None:
        """Connects with the first work."""
        self._engine = engine

    async def run(self, work: Work[T]) -> T:
        """See `OneConnection`."""
        async with self._engine.connect() as connection:
            try:
                return await connection.run_sync(work, await_only)
            except BaseException:
                await connection.invalidate()
                raise

    async def dispose(self) -> None:
        """See `OneConnection`."""
        await self._engine.dispose()
