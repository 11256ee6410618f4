"""Callers that give up and stores that fail: nothing doubled, nothing shown that does not count."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import pytest

from rules.core.ids import PromptId
from rules.core.refusal import Illegal
from rules.store.memory import MemoryStore
from rules.store.protocol import Conflict, NotStored
from rules.store.sql import SqlStore
from rules.verifying import Verified
from tests.contracts.store_contract import FailingCommit, Gate
from tests.referee.room import ANA, ANAS, GM, HANKS, SALOON, FlakyStore, Room, Trouble, refusal_of
from tests.toy_values import Ask, Play, Roll


async def refuse(write: Callable[[], Awaitable[None]]) -> None:
    raise NotStored("the disk is full")


async def forestall(write: Callable[[], Awaitable[None]]) -> None:
    raise Conflict("somebody else was first")


async def lose_the_answer(write: Callable[[], Awaitable[None]]) -> None:
    await write()
    raise NotStored("the connection broke")


async def break_down(write: Callable[[], Awaitable[None]]) -> None:
    raise RuntimeError("a bug in a driver")


@pytest.fixture
async def flaky() -> Room:
    return await Room(FlakyStore()).seated()


def troubles(room: Room) -> list["Trouble | None"]:
    assert isinstance(room.store, FlakyStore)
    return room.store.troubles


# ---- callers that give up


@pytest.fixture
async def gated() -> tuple[Room, Gate]:
    gate = Gate()
    return await Room(MemoryStore(before_commit=gate)).seated(), gate


async def test_an_act_whose_caller_gave_up_happens_exactly_once(gated: tuple[Room, Gate]) -> None:
    room, gate = gated
    gate.shut()
    caller = asyncio.create_task(room.referee.act(SALOON, ANA, Roll(actor=ANAS), source="x"))
    await gate.reached.wait()
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    gate.opened.set()
    await room.referee.quiet()
    assert await room.seq() == 5
    assert (await room.act(ANA, Roll(actor=ANAS), source="x")).is_repeat


async def test_an_act_whose_caller_gave_up_while_it_queued_happens_exactly_once(gated: tuple[Room, Gate]) -> None:
    room, gate = gated
    gate.shut()
    first = asyncio.create_task(room.referee.act(SALOON, GM, Roll(actor=HANKS), source="first"))
    await gate.reached.wait()
    queued = asyncio.create_task(room.referee.act(SALOON, ANA, Roll(actor=ANAS), source="x"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    queued.cancel()
    gate.opened.set()
    await first
    await room.referee.quiet()
    assert [step.source for step in (await room.log())[4:]] == ["first", "x"]


async def test_a_begin_and_an_undo_whose_callers_gave_up_happen_exactly_once(gated: tuple[Room, Gate]) -> None:
    room, gate = gated
    gate.shut()
    caller = asyncio.create_task(room.referee.undo(SALOON, GM, source="x"))
    await gate.reached.wait()
    caller.cancel()
    gate.opened.set()
    await room.referee.quiet()
    assert await room.seq() == 5
    assert (await room.undo(source="x")).is_repeat


async def test_a_refusal_that_nobody_waits_for_is_no_error(fight: Room) -> None:
    caller = asyncio.create_task(fight.referee.act(SALOON, ANA, Roll(actor=HANKS), source="x"))
    await asyncio.sleep(0)
    caller.cancel()
    await fight.referee.quiet()
    assert await fight.seq() == 4


# ---- stores that fail


@pytest.mark.parametrize(("trouble", "code"), [(refuse, "NOT_STORED"), (forestall, "STALE")])
async def test_what_was_not_stored_is_refused_and_does_not_count(flaky: Room, trouble: Trouble, code: str) -> None:
    hands = await flaky.hands()
    troubles(flaky).append(trouble)
    assert await refusal_of(flaky.play_first(ANA, ANAS)) == code
    assert await flaky.seq() == 4
    assert await flaky.hands() == hands


@pytest.mark.parametrize("trouble", [refuse, forestall, lose_the_answer, break_down])
async def test_after_any_trouble_the_next_act_is_the_next_step(flaky: Room, trouble: Trouble) -> None:
    troubles(flaky).append(trouble)
    with contextlib.suppress(Illegal, RuntimeError):
        await flaky.roll()
    before = await flaky.seq()
    assert (await flaky.play_first(ANA, ANAS)).seq == before + 1
    assert [step.seq for step in await flaky.log()] == list(range(1, before + 2))
    assert await flaky.referee.verify(SALOON) == Verified(before + 1)


async def test_what_was_not_stored_is_ruled_when_it_is_done_again(flaky: Room) -> None:
    troubles(flaky).append(refuse)
    assert await refusal_of(flaky.act(ANA, Roll(actor=ANAS), source="x")) == "NOT_STORED"
    again = await flaky.act(ANA, Roll(actor=ANAS), source="x")
    assert (again.is_repeat, again.seq) == (False, 5)


async def test_what_was_stored_though_the_answer_was_lost_is_ruled_once(flaky: Room) -> None:
    troubles(flaky).append(lose_the_answer)
    ruling = await flaky.act(ANA, Roll(actor=ANAS), told=False)
    again = await flaky.act(ANA, Roll(actor=ANAS))
    assert ruling.seq == again.seq == await flaky.seq() == 5


async def test_a_conflict_is_not_answered_with_an_earlier_ruling_of_the_same_moment(flaky: Room) -> None:
    moment = (await flaky.referee.options(SALOON, ANA, ANAS))[0].moment
    await flaky.act(ANA, Roll(actor=ANAS), expect=moment)
    troubles(flaky).append(forestall)
    assert await refusal_of(flaky.act(ANA, Roll(actor=ANAS), expect=moment)) == "STALE"


async def test_nothing_is_heard_of_what_was_not_stored(flaky: Room) -> None:
    flaky.heard.clear()
    troubles(flaky).append(refuse)
    await refusal_of(flaky.roll())
    assert flaky.heard == []


async def test_an_undo_that_was_not_stored_took_nothing_back(flaky: Room) -> None:
    await flaky.roll()
    troubles(flaky).append(refuse)
    assert await refusal_of(flaky.undo(source="x")) == "NOT_STORED"
    assert await flaky.seq() == 5
    assert (await flaky.undo(source="x")).seq == 6


async def test_an_undo_that_was_stored_though_the_answer_was_lost_is_done_once(flaky: Room) -> None:
    await flaky.roll()
    await flaky.roll()
    troubles(flaky).append(lose_the_answer)
    assert await refusal_of(flaky.undo(source="x")) == "NOT_STORED"
    assert (await flaky.undo(source="x")).is_repeat
    assert await flaky.seq() == 7


async def test_a_begin_that_was_not_stored_leaves_the_channel_free(room: Room) -> None:
    flaky = Room(FlakyStore())
    troubles(flaky).append(refuse)
    assert await refusal_of(flaky.begin()) == "NOT_STORED"
    assert await refusal_of(flaky.show()) == "NO_FIGHT"
    assert (await flaky.begin()).seq == 1


async def test_a_begin_that_was_stored_though_the_answer_was_lost_opens_one_lobby() -> None:
    flaky = Room(FlakyStore())
    troubles(flaky).append(lose_the_answer)
    assert await refusal_of(flaky.begin(told=False)) == "NOT_STORED"
    again = await flaky.begin()
    assert (again.is_repeat, again.fight) == (True, (await flaky.show()).id)


async def test_a_new_fight_that_fails_after_the_old_one_was_put_away_can_be_begun_again(flaky: Room) -> None:
    await flaky.end()
    troubles(flaky).append(refuse)
    assert await refusal_of(flaky.begin()) == "NOT_STORED"
    assert (await flaky.begin()).seq == 1


async def test_a_failed_commit_of_a_database_is_refused_and_the_next_act_works(tmp_path: object) -> None:
    commit = FailingCommit()
    store = SqlStore(f"sqlite:///{tmp_path}/fights.db", before_commit=commit)
    await store.open()
    try:
        room = await Room(store).seated()
        commit.is_failing = True
        assert await refusal_of(room.roll()) == "NOT_STORED"
        assert await refusal_of(room.undo()) == "NOT_STORED"
        commit.is_failing = False
        assert (await room.play_first(ANA, ANAS)).seq == 5
        assert await room.referee.verify(SALOON) == Verified(5)
    finally:
        await store.close()


async def test_acts_that_queued_behind_a_failure_are_ruled(flaky: Room) -> None:
    troubles(flaky).extend([refuse, None, refuse, None])
    cards = await flaky.hand(ANA, ANAS)
    acts = [
        flaky.act(ANA, Roll(actor=ANAS)),
        flaky.act(ANA, Play(actor=ANAS, card=cards[0])),
        flaky.act(GM, Ask(actor=HANKS)),
        flaky.answer(GM, PromptId("p1"), "stand"),
    ]
    ended = await asyncio.gather(*acts, return_exceptions=True)
    assert [isinstance(each, Illegal) for each in ended] == [True, False, True, True]
    assert await flaky.seq() == 5
