"""When the database or Discord is slow or fails for a moment: answered in time, nothing lost, nothing doubled."""

import asyncio
from collections import Counter

import pytest

from bot.rehearsal.journal import Requested
from bot.rehearsal.wire import DEFER, DEFER_UPDATE
from cogs import reply
from cogs.press import Press
from cogs.presses import Presses
from rules.store.memory import MemoryStore
from rules.store.protocol import Entry
from tests.support.table import Table, seated

AT_ONCE = 0.01  # seconds


class SlowStore(MemoryStore):
    """Stores a step only when the test lets it."""

    def __init__(self) -> None:
        super().__init__()
        self.open_door = asyncio.Event()
        self.open_door.set()

    async def append(self, entry: Entry) -> None:
        await self.open_door.wait()
        await super().append(entry)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reply, "SOON", AT_ONCE)


async def deferred_then_answered(table: Table, store: SlowStore, act: "asyncio.Task[object]") -> None:
    """Wait until the first answer, a deferral, went out; then let the store go on."""
    await _first_answer(table)
    store.open_door.set()
    await act


async def _first_answer(table: Table) -> None:

    def answered() -> bool:
        return list(table.discord.interactions.values())[-1].answered is not None

    while not answered():
        await list(table.discord.interactions.values())[-1].pulse.until(answered, 1.0)


async def test_a_slow_command_is_deferred_privately_and_answered() -> None:
    store = SlowStore()
    async with seated(store=store) as table:
        await table.fight("Ana", "Bo")
        store.open_door.clear()
        act = asyncio.create_task(table.person("Ana").command("/act", action="I am Lookout"))
        await asyncio.sleep(0)
        await deferred_then_answered(table, store, act)
        outcome = act.result()
        assert outcome.interaction.answer_kind == DEFER
        assert outcome.ephemeral
        assert "Ada Quill is Lookout" in outcome.text


async def test_a_slow_press_is_deferred_and_changes_its_screen() -> None:
    store = SlowStore()
    async with seated(store=store) as table:
        await table.fight("Ana", "Bo")
        ana = table.person("Ana")
        await ana.press(table.board(), table.button(table.board(), "Your move"))
        store.open_door.clear()
        act = asyncio.create_task(ana.presses("I am Lookout"))
        await asyncio.sleep(0)
        await deferred_then_answered(table, store, act)
        assert act.result().interaction.answer_kind == DEFER_UPDATE
        assert "Ada Quill is Lookout" in ana.surfaces()[0].text


async def test_a_slow_refusal_of_a_press_is_private_and_leaves_the_screen() -> None:
    store = SlowStore()
    async with seated(store=store) as table:
        await table.fight("Ana", "Bo")
        ana, bo = table.person("Ana"), table.person("Bo")
        for person in (ana, bo):
            await person.press(table.board(), table.button(table.board(), "Your move"))
        store.open_door.clear()
        first = asyncio.create_task(bo.presses("I am Lookout"))
        await asyncio.sleep(0)
        await _first_answer(table)
        second = asyncio.create_task(ana.presses("I am Lookout"))
        await asyncio.sleep(0)
        await deferred_then_answered(table, store, second)
        await first
        assert second.result().interaction.answer_kind == DEFER_UPDATE
        assert second.result().text.startswith("✋")
        assert second.result().ephemeral


async def test_a_form_that_comes_too_late_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana = table.person("Ana")
        await ana.command("/act", action="I am Lookout")
        await ana.command("/act", action="5 of Masks")
        await ana.presses("Your move")
        await ana.presses("Something else")
        cog = table.bot.get_cog("Presses")
        assert isinstance(cog, Presses)
        write = cog._verbs["write"]

        async def late(press: Press) -> None:
            await _first_answer(table)
            await write.handle(press)

        monkeypatch.setattr(cog, "_verbs", {**cog._verbs, "write": write._replace(handle=late)})
        outcome = await ana.presses("Say it")
        assert outcome.modal is None
        assert "Please press again" in outcome.text


async def test_a_line_that_discord_fails_to_take_is_tried_again_and_neither_lost_nor_doubled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("discord.http.asyncio.sleep", _no_wait)
    monkeypatch.setattr("bot.publisher.PATIENCE", (0.0,))
    async with seated(expects_refusals=True) as table:
        await table.fight("Ana", "Bo")
        before = len(table.posted())
        table.discord.fail("POST /channels/{channel}/messages", status=500, times=7)
        await table.person("Ana").command("/act", action="I am Lookout")
        await table.settled()
        news = [each for each in table.posted()[before:] if "Ada Quill is Lookout" in each.payload["content"]]
        assert len(news) == 1
        nonces = Counter(
            str(each.body["nonce"])
            for each in table.discord.journal
            if isinstance(each, Requested)
            and each.method == "POST"
            and isinstance(each.body, dict)
            and "Ada Quill is Lookout" in str(each.body.get("content"))
            and "nonce" in each.body
        )
        assert len(nonces) == 1, "every try carried the same nonce"
        assert "Lookout" in table.board().payload["content"]


_sleep = asyncio.sleep


async def _no_wait(seconds: float, result: object = None) -> object:
    return await _sleep(0, result)
