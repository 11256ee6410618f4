"""How the writer groups what waits, and that nothing a caller hands over stops it or leaks out."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from rules.core.ids import Place, UserId
from rules.core.values import replace
from rules.store.connections import Wait
from rules.store.engines import address, writing_connection
from rules.store.protocol import Conflict, Entry, Message, NotStored, PlaceTaken, StoreError
from rules.store.sql import SqlStore
from rules.store.writer import Writer
from rules.store.writes import Append
from tests.contracts.store_contract import ANA, DUSK, HANK, SALOON, STREET, FailingCommit, Gate, entry, line

SECRET = "a-secret-nobody-may-read"


class CountingGate(Gate):
    """A gate that counts who came through."""

    def __init__(self) -> None:
        super().__init__()
        self.commits = 0

    async def __call__(self) -> None:
        await super().__call__()
        self.commits += 1


@pytest.fixture
def gate() -> CountingGate:
    return CountingGate()


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'fights.db'}"


@pytest.fixture
async def store(url: str, gate: CountingGate) -> AsyncIterator[SqlStore]:
    store = SqlStore(url, before_commit=gate)
    await store.open()
    yield store
    await store.close()


def with_secret(entry: Entry) -> Entry:
    return replace(
        entry,
        record=replace(entry.record, key=SECRET.encode(), raw=SECRET.encode(), ruleset=SECRET),
        step=replace(entry.step, source=SECRET, expect=SECRET, command=SECRET.encode()),
        messages=(line(SECRET),),
    )


async def test_what_waits_together_is_committed_together(store: SqlStore, gate: CountingGate) -> None:
    gate.shut()
    first = asyncio.create_task(store.begin(entry("first", place=SALOON)))
    await gate.reached.wait()
    rest = [
        asyncio.create_task(store.begin(entry(f"fight {number}", place=Place(guild=2, channel=number))))
        for number in range(50)
    ]
    gate.opened.set()
    await asyncio.gather(first, *rest)
    assert gate.commits == 2


async def test_a_note_nobody_waits_for_is_committed_by_itself(store: SqlStore, gate: CountingGate) -> None:
    await store.begin(entry())
    gate.reached.clear()
    await store.told(DUSK, 1)
    await gate.reached.wait()
    assert await store.latest_by(DUSK, ANA) == (entry().step, True)


async def test_a_note_rides_along_with_what_somebody_waits_for(store: SqlStore, gate: CountingGate) -> None:
    await store.begin(entry(tell=[line("Bang")]))
    await store.sent(DUSK, 1)
    await store.append(entry(seq=2))
    assert gate.commits == 2
    assert await store.unsent(limit=1) == []


async def test_a_note_outlives_a_commit_that_failed(url: str) -> None:
    commit = FailingCommit()
    store = SqlStore(url, before_commit=commit)
    await store.open()
    await store.begin(entry())
    await store.told(DUSK, 1)
    commit.is_failing = True
    with pytest.raises(NotStored):
        await store.append(entry(seq=2))
    commit.is_failing = False
    await store.close()
    again = SqlStore(url)
    await again.open()
    assert await again.latest_by(DUSK, ANA) == (entry().step, True)
    await again.close()


async def test_a_note_that_comes_during_the_last_commit_is_stored(url: str) -> None:
    gate = Gate()
    store = SqlStore(url, before_commit=gate)
    await store.open()
    gate.shut()
    beginning = asyncio.create_task(store.begin(entry()))
    await gate.reached.wait()
    await store.told(DUSK, 1)
    closing = asyncio.create_task(store.close())
    gate.opened.set()
    await asyncio.gather(beginning, closing)
    again = SqlStore(url)
    await again.open()
    assert await again.latest_by(DUSK, ANA) == (entry().step, True)
    await again.close()


@pytest.mark.parametrize("bad", [line("too big", seq=2**80), line("half a letter: \ud800")])
async def test_a_value_the_driver_cannot_take_fails_its_own_caller(
    store: SqlStore, gate: CountingGate, bad: Message
) -> None:
    gate.shut()
    first = asyncio.create_task(store.begin(entry("first", place=Place(guild=3, channel=3))))
    await gate.reached.wait()
    rest = (
        store.begin(replace(entry("dusk", place=SALOON), messages=(bad,))),
        store.begin(entry("dawn", place=STREET)),
    )
    waiting = asyncio.gather(*rest, return_exceptions=True)
    gate.opened.set()
    await first
    assert list(map(type, await waiting)) == [NotStored, type(None)]
    assert await store.load(DUSK) is None


async def test_the_bad_among_many_fail_alone(store: SqlStore, gate: CountingGate) -> None:
    gate.shut()
    first = asyncio.create_task(store.begin(entry("first", place=Place(guild=3, channel=1))))
    await gate.reached.wait()
    begun = [entry(f"fight {number}", place=Place(guild=3, channel=number)) for number in range(40)]
    waiting = asyncio.gather(*map(store.begin, [*begun, *begun[7:9]]), return_exceptions=True)
    gate.opened.set()
    await first
    refused = {number: type(answer) for number, answer in enumerate(await waiting) if answer is not None}
    assert refused == {1: PlaceTaken, 40: NotStored, 41: NotStored}
    assert len(await store.current_fights()) == 40


async def test_a_commit_that_the_database_refuses_is_not_stored_and_not_the_end(store: SqlStore, url: str) -> None:
    await store.begin(entry())
    await change(url, "CREATE TABLE doom (fight REFERENCES fights (id) DEFERRABLE INITIALLY DEFERRED)")
    await change(url, "CREATE TRIGGER doomed AFTER INSERT ON steps BEGIN INSERT INTO doom VALUES ('nowhere'); END")
    with pytest.raises(NotStored):
        await store.append(entry(seq=2))
    await change(url, "DROP TRIGGER doomed")
    await store.append(entry(seq=2))
    assert [step.seq for step in await store.steps(DUSK, after=0, limit=5)] == [1, 2]


async def test_a_note_the_driver_cannot_take_is_dropped(store: SqlStore) -> None:
    await store.begin(entry())
    await store.sent(DUSK, 2**80)
    await store.told(DUSK, 1)
    await store.append(entry(seq=2, user=UserId(5)))
    await store.append(entry(seq=3, user=UserId(5)))
    assert await store.latest_by(DUSK, ANA) == (entry().step, True)


async def test_refusals_and_logs_repeat_no_value(store: SqlStore, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    await store.begin(with_secret(entry()))
    refusals = [
        await refusal(store, with_secret(entry(seq=2))),
        await refusal(store, with_secret(entry(seq=7))),
        await refusal(store, replace(entry(seq=2), messages=(line(f"{SECRET} \ud800"),))),
    ]
    assert [type(each) for each in refusals] == [Conflict, Conflict, NotStored]
    said = "\n".join([*map(repr, refusals), *(repr(each.__cause__) for each in refusals)])
    assert SECRET not in said
    assert SECRET not in caplog.text


async def test_a_failed_commit_is_logged_without_what_it_said(url: str, caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise ValueError(SECRET)

    store = SqlStore(url, before_commit=fail)
    await store.open()
    with pytest.raises(NotStored) as refused:
        await store.begin(entry())
    await store.close()
    assert "ValueError" in caplog.text
    assert SECRET not in caplog.text + repr(refused.value)


async def test_a_database_that_another_program_spoils_is_not_the_end(store: SqlStore, url: str) -> None:
    await store.begin(entry())
    await change(url, "ALTER TABLE steps RENAME TO hidden")
    with pytest.raises(NotStored):
        await store.append(entry(seq=2))
    await change(url, "ALTER TABLE hidden RENAME TO steps")
    await store.append(entry(seq=2))
    assert [step.seq for step in await store.steps(DUSK, after=0, limit=5)] == [1, 2]


async def test_a_read_that_fails_is_a_store_error(store: SqlStore, url: str) -> None:
    await change(url, "ALTER TABLE steps RENAME TO hidden")
    with pytest.raises(StoreError, match="could not be read"):
        await store.steps(DUSK, after=0, limit=5)


async def test_callers_of_a_writer_that_was_killed_hear_that_nothing_is_certain(url: str) -> None:
    gate = Gate()
    gate.shut()
    database = writing_connection(address(url))
    writer = Writer(database, gate)
    try:
        first = asyncio.create_task(writer.write(Append(entry())))
        await gate.reached.wait()
        second = asyncio.create_task(writer.write(Append(entry())))
        await asyncio.sleep(0)  # let it queue up
        (task,) = (task for task in asyncio.all_tasks() if task.get_name() == "store writer")
        task.cancel()
        answers = await asyncio.gather(first, second, return_exceptions=True)
        assert list(map(type, answers)) == [NotStored, NotStored]
        with pytest.raises(NotStored):
            await writer.write(Append(entry()))
    finally:
        gate.opened.set()  # what was handed to the database goes on to its end
        await database.dispose()


async def test_players_are_compared_unless_they_are_known_to_be_the_same(store: SqlStore) -> None:
    await store.begin(entry())
    await store.append(entry(seq=2, users=(ANA, HANK, UserId(7))))
    await store.append(replace(entry(seq=3, users=(ANA, HANK, UserId(7))), has_same_users=True))
    assert await store.of_user(UserId(7)) == [DUSK]
    await store.append(entry(seq=4))
    assert await store.of_user(UserId(7)) == []


async def refusal(store: SqlStore, refused: Entry) -> StoreError:
    with pytest.raises(StoreError) as caught:
        await store.append(refused)
    return caught.value


async def change(url: str, statement: str) -> None:
    def work(connection: Connection, _: Wait) -> None:
        with connection.begin():
            connection.execute(text(statement))

    database = writing_connection(address(url))
    await database.run(work)
    await database.dispose()
