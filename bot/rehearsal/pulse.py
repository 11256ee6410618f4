"""Waiting for something to become true without polling."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Pulse:
    """Wakes whoever waits each time something happened."""

    def __init__(self) -> None:
        self._waiting: list[asyncio.Future[None]] = []

    def beat(self) -> None:
        """Something happened: look again."""
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            for each in waiting:
                if not each.done():
                    each.set_result(None)

    async def until(self, true: Callable[[], bool], seconds: float) -> bool:
        """Wait until `true()` holds; False when that took longer than `seconds`."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + seconds
        while not true():
            left = deadline - loop.time()
            if left <= 0:
                return False
            waiter: asyncio.Future[None] = loop.create_future()
            self._waiting.append(waiter)
            await asyncio.wait((waiter,), timeout=left)
            if not waiter.done():
                waiter.cancel()
        return True
