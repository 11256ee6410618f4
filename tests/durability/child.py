"""A bot as a process of its own: started, watched, killed and stopped from outside."""

import asyncio
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from bot.rehearsal import Loopback

READY = 30.0  # seconds; other developers use this machine too
TICKS = os.sysconf("SC_CLK_TCK")
BOT = (sys.executable, "-m", "bot")


class ChildFailed(Exception):
    """A process ended by itself or did not become ready; the text holds its last words."""


def environment(loopback: Loopback, database: Path, **more: str) -> dict[str, str]:
    """Settings of a bot that serves this loopback and keeps its fights in this file."""
    return {
        **os.environ,
        "DISCORD_TOKEN": loopback.token,
        "DISCORD_URL": loopback.url,
        "DATABASE_URL": f"sqlite+aiosqlite:///{database}",
        "FAIRDRAW_BOARD_EVERY": "0",  # each act shows its board, which can be waited for
        **more,
    }


async def run(command: Sequence[str], env: Mapping[str, str], *, cwd: Path | None = None) -> tuple[int, str, str]:
    """Run a command to its end: its exit code, and what it wrote to standard output and to standard error."""
    process = await asyncio.create_subprocess_exec(
        *command,
        env={**env, "PYTHONPATH": os.getcwd()},
        cwd=cwd,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        out, err = await asyncio.wait_for(process.communicate(), READY)
    except BaseException:
        process.kill()
        await process.wait()
        raise
    assert process.returncode is not None, "it has ended"
    return process.returncode, out.decode(), err.decode()


class Child:
    """One process that serves a loopback. What it writes to standard error is kept in `log`."""

    def __init__(self, loopback: Loopback, log: Path, command: Sequence[str], env: Mapping[str, str]) -> None:
        """Starts nothing yet."""
        self._loopback, self.log, self._command, self._env = loopback, log, command, env
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it and wait until it is connected. Raises: ChildFailed."""
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, env=self._env, stdin=asyncio.subprocess.DEVNULL, stdout=log, stderr=log
            )
        ended = asyncio.create_task(self._process.wait())
        ready = asyncio.create_task(self._loopback.until_ready(READY, commands=False))
        await asyncio.wait((ended, ready), return_when=asyncio.FIRST_COMPLETED)
        is_ready = ready.done() and ready.exception() is None
        for task in (ended, ready):
            task.cancel()
        if not is_ready:
            await self.kill()
            raise ChildFailed(f"{' '.join(self._command)} did not become ready:\n{self.log.read_text()[-3000:]}")

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process is not None, "it was started"
        return self._process.pid

    async def kill(self) -> None:
        """End it without warning (SIGKILL), and return when Discord has noticed."""
        await self._end(insists=True)

    async def stop(self) -> int:
        """Ask it to end in order (SIGTERM). Returns its exit code."""
        return await self._end(insists=False)

    async def _end(self, *, insists: bool) -> int:
        assert self._process is not None, "it was started"
        if self._process.returncode is None:
            (self._process.kill if insists else self._process.terminate)()
        try:
            code = await asyncio.wait_for(self._process.wait(), READY)
        except TimeoutError:
            self._process.kill()
            code = await self._process.wait()
        await self._loopback.until_gone()
        return code

    def cpu(self) -> float:
        """Seconds of processor time it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def resident(self) -> float:
        """Megabytes of memory it holds."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
