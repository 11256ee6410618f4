"""What a long evening costs: no more than a short one."""

import asyncio

import pytest

from rules.core.ids import FightId, Place
from rules.store.memory import MemoryStore
from rules.tables import KEYFRAME_EVERY, Tables
from rules.taking_back import AT_ONCE
from rules.verifying import Verified
from tests.referee.room import ANA, ANAS, GM, SALOON, CountingStore, Room
from tests.toy import TOY
from tests.toy_values import Idle, Roll


async def long_fight(steps: int = 2000) -> tuple[Room, CountingStore]:
    store = CountingStore()
    room = await Room(store).seated()
    while await room.seq() < steps:
        await room.act(ANA, Idle(actor=ANAS))
    store.reset()
    return room, store


@pytest.fixture
async def long() -> tuple[Room, CountingStore]:
    return await long_fight()


async def test_acts_late_in_a_fight_read_no_steps(long: tuple[Room, CountingStore]) -> None:
    room, store = long
    for _ in range(20):
        await room.roll()
    assert (store.questions, store.steps_read) == (0, 0)


async def test_the_first_act_after_a_restart_reads_one_step(long: tuple[Room, CountingStore]) -> None:
    room, store = long
    room.restart()
    await room.roll()
    assert (store.questions, store.steps_read) == (1, 1)


async def test_an_undo_reads_no_more_than_the_steps_since_a_keyframe(long: tuple[Room, CountingStore]) -> None:
    room, store = long
    for _ in range(KEYFRAME_EVERY + 10):
        store.reset()
        await room.undo()
        assert store.steps_read <= KEYFRAME_EVERY + AT_ONCE + 1  # those it looks through for what it takes back
        assert store.questions <= 6


async def test_a_page_of_history_reads_a_page_and_what_leads_there(long: tuple[Room, CountingStore]) -> None:
    room, store = long
    for before in (None, 1000):
        store.reset()
        assert len(await room.referee.history(SALOON, ANA, before=before, limit=10)) == 10
        assert store.steps_read <= 10 + 10 + KEYFRAME_EVERY


async def test_a_look_reads_no_steps(long: tuple[Room, CountingStore]) -> None:
    room, store = long
    room.restart()
    await room.show(ANA)
    await room.referee.options(SALOON, ANA, ANAS)
    await room.referee.amendables(SALOON, GM)
    assert store.questions == 0


# ---- many fights, few in memory


def of_channel(number: int) -> Place:
    return Place(guild=1, channel=number)


async def twenty_fights(limit: int) -> tuple[Room, Tables]:
    room = Room(MemoryStore())
    room.referee._tables = Tables(room.store, {TOY.id: TOY}, limit=limit)
    for number in range(20):
        room.place = of_channel(number)
        await room.seated()
    return room, room.referee._tables


async def test_more_fights_than_memory_holds_are_all_played() -> None:
    room, tables = await twenty_fights(limit=4)
    for _ in range(3):
        for number in range(20):
            room.place = of_channel(number)
            await room.roll()
    for number in range(20):
        room.place = of_channel(number)
        assert await room.seq() == 7
        assert await room.referee.verify(room.place) == Verified(7)
    assert len(tables._tables) <= 4


async def test_more_fights_than_memory_holds_are_played_at_once() -> None:
    room, _ = await twenty_fights(limit=4)
    acts = [
        room.referee.act(of_channel(number), ANA, Roll(actor=ANAS), source=f"{number}:{turn}")
        for turn in range(5)
        for number in range(20)
    ]
    rulings = await asyncio.gather(*acts)
    # Nobody was told, so that all but the first roll of each fight are repeats of it.
    assert {ruling.seq for ruling in rulings} == {5}
    for number in range(20):
        room.place = of_channel(number)
        assert await room.seq() == 5


async def test_a_fight_in_use_keeps_its_one_lock() -> None:
    _, tables = await twenty_fights(limit=4)
    used = [await tables.find(of_channel(number)) for number in range(8)]
    async with used[0].lock, used[1].lock, used[2].lock, used[3].lock, used[4].lock:
        for number in range(8, 20):
            await tables.find(of_channel(number))
        for number in range(5):
            assert await tables.find(of_channel(number)) is used[number]
            assert (await tables.find(of_channel(number))).lock.locked()


async def test_a_fight_that_somebody_waits_for_keeps_its_one_lock() -> None:
    room, tables = await twenty_fights(limit=1)
    table = await tables.find(of_channel(0))
    await table.lock.acquire()
    waiter = asyncio.create_task(room.referee.act(of_channel(0), ANA, Roll(actor=ANAS), source="waits"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    table.lock.release()  # not locked now, but somebody is about to
    await tables.find(of_channel(1))
    assert await tables.find(of_channel(0)) is table
    await waiter


async def test_a_fight_nobody_uses_is_forgotten_by_memory() -> None:
    _, tables = await twenty_fights(limit=4)
    assert len(tables._alive) == len(tables._at) == 4


async def test_a_fight_that_is_unknown_leaves_nothing_in_memory(fight: Room) -> None:
    for number in range(10):
        with pytest.raises(Exception, match="UNKNOWN_FIGHT"):
            await fight.referee.show(FightId(f"nowhere-{number}"), None)
    assert len(fight.referee._tables._tables) == 1
