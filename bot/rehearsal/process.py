"""The bot that a script plays with: started, killed and stopped from outside."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Protocol

from .loopback import Loopback
from .script import Script
from .simulated import SimulatedClock

RUN: Final = (sys.executable, "-m", "bot", "run")
SYNC: Final = (sys.executable, "-m", "bot", "sync")
MONDAY: Final = datetime(2026, 1, 5, 12, tzinfo=UTC).timestamp()  # when a script begins in which time passes
APART: Final = 1_000_003  # between the seeds of one start and the next
HOUR: Final = 3600  # seconds
PATIENCE: Final = 20.0  # seconds


class BotFailedError(Exception):
    """The bot's process ended by itself or did not become ready; the text holds its last words."""


class Bot(Protocol):
    """A bot that a script can start, kill and stop."""

    async def start(self) -> None:
        """Start it, and return when it is connected and its commands are registered."""

    async def kill(self) -> None:
        """End it without warning, and return when it is gone."""

    async def passes(self, seconds: int) -> None:
        """So much time passes for it; return when whatever is due by then is done and shown."""

    async def stop(self) -> None:
        """End it in good order and clean up."""


BotFactory = Callable[[Loopback, Script], Bot]


class ChildBot:
    """The bot as a process of its own, with a database in a temporary folder that survives kills.

    `prepare` are commands that run to their end beside the first start, in the same environment.
    """

    def __init__(
        self,
        loopback: Loopback,
        script: Script,
        *,
        run: Sequence[str] = RUN,
        prepare: Sequence[Sequence[str]] = (SYNC,),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._loopback, self._run, self._prepare = loopback, run, prepare
        self._folder = tempfile.TemporaryDirectory(prefix="fairdraw-")
        self._log = Path(self._folder.name) / "bot.log"
        self._process: asyncio.subprocess.Process | None = None
        self._prepared, self._starts, self._seed = False, 0, script.seed
        self._clock = SimulatedClock(Path(self._folder.name) / "clock") if script.is_timed else None
        if self._clock is not None:
            self._clock.set(MONDAY)
        self._environment = {
            **os.environ,
            "DISCORD_TOKEN": loopback.token,
            "DISCORD_URL": loopback.url,
            "DATABASE_URL": f"sqlite+aiosqlite:///{self._folder.name}/fights.sqlite",
            "FAIRDRAW_BOARD_EVERY": "0",  # a script waits until all is shown
            **({"FAIRDRAW_CLOCK": f"{self._folder.name}/clock"} if script.is_timed else {}),
            **(environment or {}),
        }

    async def start(self) -> None:
        """Start, prepare meanwhile if that was not done, and wait until it is ready. Raises: BotFailedError."""
        if self._seed is not None:  # another after a kill: else the next fight would have the name of the first
            self._environment["FAIRDRAW_SEED"] = str(self._seed + self._starts * APART)
        self._starts += 1
        self._process = await self._spawn(self._run)
        ended = asyncio.create_task(self._process.wait())
        ready = asyncio.create_task(self._ready())
        await asyncio.wait((ended, ready), return_when=asyncio.FIRST_COMPLETED)
        ended.cancel()
        if not ready.done():
            ready.cancel()
            await asyncio.wait((ready,))
        elif ready.exception() is None:
            return
        elif isinstance(failed := ready.exception(), BotFailedError):
            raise failed
        raise BotFailedError(f"{' '.join(self._run)} did not become ready:\n{self.last_words()}")

    async def _ready(self) -> None:
        if not self._prepared:
            for command in self._prepare:
                process = await self._spawn(command)
                if await process.wait() != 0:
                    raise BotFailedError(f"{' '.join(command)} ended with {process.returncode}:\n{self.last_words()}")
            self._prepared = True
        await self._loopback.until_ready(PATIENCE)

    async def _spawn(self, command: Sequence[str]) -> asyncio.subprocess.Process:
        with self._log.open("ab") as log:
            return await asyncio.create_subprocess_exec(
                *command, env=self._environment, stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log
            )

    async def kill(self) -> None:
        """Send SIGKILL and wait until the loopback has noticed."""
        assert self._process is not None, "it was started"
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()
        await self._loopback.until_gone()

    async def passes(self, seconds: int) -> None:
        """Put its clock on, an hour at a time: what is due in between is done at its own time."""
        assert self._clock is not None, "time passes in the script"
        await self._clock.caught_up()  # else what passes before it is there would be an outage
        while seconds > 0:
            self._clock.advance(min(seconds, HOUR))
            await self._clock.caught_up()
            seconds -= HOUR
        await self._loopback.settled()

    async def stop(self) -> None:
        """Ask it to end, insist after five seconds, and remove the database."""
        process = self._process
        if process is not None and process.returncode is None:
            process.terminate()
            try:
                await asyncio.wait_for(process.wait(), 5.0)
            except TimeoutError:
                process.kill()
                await process.wait()
        self._folder.cleanup()

    def last_words(self, lines: int = 30) -> str:
        """Read the end of what the process wrote."""
        if not self._log.exists():
            return "(it wrote nothing)"
        return "\n".join(self._log.read_text(encoding="utf-8", errors="replace").splitlines()[-lines:])
