"""A process killed at any moment loses nothing that it acknowledged."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from rules.core.ids import FightId
from rules.store.sql import SqlStore

ROOT = Path(__file__).parents[2]

# After how many acknowledged steps the process is killed.
KILLS = (1, 2, 5, 9, 17, 33, 64, 100, 201, 400)


@pytest.mark.parametrize("kills", [KILLS[::2], KILLS[1::2]], ids=str)
async def test_a_kill_loses_nothing_that_was_acknowledged(tmp_path: Path, kills: Sequence[int]) -> None:
    url = f"sqlite:///{tmp_path / 'fights.db'}"
    acknowledged: dict[str, int] = {}
    for kill in kills:
        acknowledged |= await append_and_be_killed(url, kill)
        store = SqlStore(url)
        await store.open()
        for fight, seq in acknowledged.items():
            await require_whole(store, FightId(fight), seq)
        await store.close()
    assert sum(acknowledged.values()) >= sum(kills)


async def append_and_be_killed(url: str, after: int) -> dict[str, int]:
    """The last step of each fight that was acknowledged before the end."""
    command = [sys.executable, "-m", "tests.store.appender", url]
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    lines = [await process.stdout.readline() for _ in range(after)]
    process.kill()
    lines += (await process.stdout.read()).splitlines()
    await process.wait()
    return {fight: int(seq) for fight, seq in (line.decode().split() for line in lines)}


async def require_whole(store: SqlStore, fight: FightId, acknowledged: int) -> None:
    """The snapshot is that of the last step, every step is there, and each has what is to be told of it."""
    record = await store.load(fight)
    assert record is not None
    assert record.seq >= acknowledged
    assert record.raw == b"\x00\xffafter %d" % record.seq
    assert [step.seq for step in await store.steps(fight, after=0, limit=10**6)] == list(range(1, record.seq + 1))
    told = [message.seq for message in await store.unsent(limit=10**6) if message.fight == fight]
    assert told == list(range(1, record.seq + 1))
