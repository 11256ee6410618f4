"""The clock by which the bot acts: of this machine, or (rehearsals and tests) one that is put on by hand."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Protocol

STANDSTILL = 60.0  # seconds by which a wait must take too long to be one


class Clock(Protocol):
    """Tells the time in seconds since the epoch, and waits for it."""

    def __call__(self) -> float:
        """What time it is."""
        ...

    async def wait(self, seconds: float, woken: asyncio.Event) -> bool:
        """Return when so much time has passed, or when `woken` is set before that.

        False: much more has passed, as the machine was asleep or this process stood still.
        """
        ...

    async def idle(self, shown: Callable[[], Awaitable[None]]) -> None:
        """Nothing is due any more by now; `shown` returns when all that came of it has been shown."""
        ...


class MachineClock:
    """The clock of this machine."""

    def __call__(self) -> float:
        """What time it is."""
        return time.time()

    async def wait(self, seconds: float, woken: asyncio.Event) -> bool:
        """See `Clock`."""
        begun = self()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await woken.wait()
        return self() - begun < seconds + STANDSTILL

    async def idle(self, shown: Callable[[], Awaitable[None]]) -> None:
        """Nobody waits for that."""
