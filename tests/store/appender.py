"""A process that appends as fast as it can until it is killed: `python -m tests.store.appender URL`.

Prints "<fight> <seq>" for every step that was acknowledged, and only then.
"""

import asyncio
import os
import sys

from rules.core.ids import FightId, Place
from rules.store.sql import SqlStore
from tests.contracts.store_contract import entry, line

FIGHTS = 8


async def append_for_ever(store: SqlStore, number: int) -> None:
    fight, place = FightId(f"fight-{number}"), Place(guild=1, channel=number)
    stored = await store.load(fight)
    seq = 0 if stored is None else stored.seq
    while True:
        seq += 1
        step = entry(fight, seq, place=place, tell=[line("Bang", fight=fight, seq=seq)])
        await (store.begin(step) if seq == 1 else store.append(step))
        os.write(1, f"{fight} {seq}\n".encode())  # one write: whole or not at all


async def main(url: str) -> None:
    store = SqlStore(url)
    await store.open()
    await asyncio.gather(*(append_for_ever(store, number) for number in range(FIGHTS)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
