"""A clock that stands until somebody puts it on: for rehearsals and tests of what takes days.

It is kept in a file, so that it goes on showing the same time to a bot that is killed and started again in a process of
its own. Whoever plays with time and the bot each have a `SimulatedClock` of the same file; the bot is given it by
`assembled(settings, store, clock=…)`, or by the setting FAIRDRAW_CLOCK, which counts only beside a DISCORD_URL on this
machine:

    clock = SimulatedClock(folder / "clock")
    clock.set(monday_noon)                      # before the bot starts
    … start the bot with FAIRDRAW_CLOCK=<folder>/clock …
    clock.advance(6 * HOUR)                     # people sleep
    await clock.caught_up()                     # whatever was due by now is done, stored and shown

A jump is one look at the clock, late: what was due several times in between is done once. To see each thing at its own
time, put the clock on in small steps.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

LOOKS = 0.01  # seconds between two looks at the file
PATIENCE = 30.0  # seconds; other developers use this machine too


class SimulatedClock:
    """A `Clock` in a file: what it shows, and how often somebody has set it or waited for the bot."""

    def __init__(self, file: Path) -> None:
        """`file` need not exist before the clock is set; beside it stands `<file>.done`."""
        self._file = file
        self._done = file.with_name(f"{file.name}.done")
        self._seen = -1

    # ---- for whoever plays with time

    def set(self, at: float) -> None:
        """From now on it shows this time."""
        _write(self._file, f"{at!r} {self._count() + 1}")

    def advance(self, seconds: float) -> None:
        """So much time passes at once."""
        self.set(self() + seconds)

    async def caught_up(self, patience: float = PATIENCE) -> None:
        """Return when a bot has done and shown whatever is due by now. Raises: TimeoutError where none does."""
        self.set(self())
        async with asyncio.timeout(patience):
            while _number(self._done) < self._count():  # noqa: ASYNC110 - another process may write it
                await asyncio.sleep(LOOKS)

    # ---- for the bot

    def __call__(self) -> float:
        """What time it is."""
        return float(self._file.read_text().split()[0])

    async def wait(self, seconds: float, woken: asyncio.Event) -> bool:
        """Return when so much time has passed or somebody set the clock, or when `woken` is set before that.

        True: the bot was there all the time, however far the clock was put on.
        """
        until = self() + seconds
        while not woken.is_set() and self._count() == self._seen and self() < until:  # noqa: ASYNC110 - as above
            await asyncio.sleep(LOOKS)
        self._seen = self._count()
        return True

    async def idle(self, shown: Callable[[], Awaitable[None]]) -> None:
        """Say so to whoever waits in `caught_up`."""
        await shown()
        _write(self._done, str(self._seen))

    def _count(self) -> int:
        return int(self._file.read_text().split()[1]) if self._file.exists() else 0


def _number(file: Path) -> int:
    return int(file.read_text()) if file.exists() else -1


def _write(file: Path, text: str) -> None:
    """All at once: whoever reads it meanwhile reads the old text or the new."""
    new = file.with_name(f"{file.name}.{os.getpid()}.new")
    new.write_text(text)
    new.replace(file)
