"""/admin doctor names what is not well in a channel, and how to make it so."""

import time
from pathlib import Path

import discord
import msgspec
import pytest

from bot.rehearsal import Loopback
from bot.rehearsal.world import Channel
from cogs.permissions import NEEDS, Need
from cogs.render.doctor import (
    age_said,
    backup_found,
    clock_found,
    permissions_found,
    records_found,
    size_said,
    thread_found,
)
from rules.examining import BACKUP, Health
from rules.store.memory import MemoryStore
from rules.store.protocol import Examined, NotStored
from tests.support.table import Table, seated

MESSAGES = discord.Permissions(manage_messages=True)


async def doctor(table: Table, channel: Channel | None = None) -> str:
    marshal = table.discord.person("Marshal", permissions=MESSAGES)
    return (await marshal.command("/admin doctor", channel)).text


async def test_where_all_is_well_the_doctor_says_so() -> None:
    async with seated() as table:
        text = await doctor(table)
        assert text.startswith("**All is well here.**")
        assert "✗" not in text
        for words in ("all that I need", "No fight is going on here", "goes with Discord's", "memory"):
            assert words in text


IN_CHANNELS = [each for each in NEEDS if each.in_threads in (None, False)]
IN_THREADS = [each for each in NEEDS if each.in_threads in (None, True)]


@pytest.mark.parametrize("need", IN_CHANNELS, ids=[each.key for each in IN_CHANNELS])
async def test_each_permission_taken_away_is_named_with_what_suffers_and_the_remedy(need: Need) -> None:
    async with seated(expects_refusals=True) as table:
        table.discord.deny(table.discord.default_channel, need.key)
        text = await doctor(table)
        assert (
            f"✗ {need.name} is missing. {need.suffers} Remedy: Edit #saloon, Permissions: allow “{need.name}”" in text
        )
        assert text.count("✗") == 1


async def test_threads_are_not_asked_for_where_the_server_has_none() -> None:
    async with seated() as table:
        table.discord.deny(table.discord.default_channel, "create_private_threads", "send_messages_in_threads")
        marshal = table.discord.person("Marshal", permissions=MESSAGES)
        assert "Create Private Threads is missing" in await doctor(table)
        await marshal.command("/admin set", what="threads", value="off")
        assert "✗" not in await doctor(table)


@pytest.mark.parametrize("need", IN_THREADS, ids=[each.key for each in IN_THREADS])
async def test_in_a_thread_what_counts_there_is_looked_at(need: Need) -> None:
    async with seated(expects_refusals=True) as table:
        thread = table.discord.world.add_thread(
            table.discord.default_channel, name="the fight", kind=11, archive_after=1440, origin=None
        )
        table.discord.tell("THREAD_CREATE", thread, thread.payload)
        await table.discord.settled()
        assert "✓ This thread is open" in await doctor(table, thread)
        table.discord.deny(table.discord.default_channel, need.key)
        text = await doctor(table, thread)
        assert f"✗ {need.name} is missing. {need.suffers} Remedy: Edit #saloon" in text
        assert text.count("✗") == 1


async def test_whoever_cannot_be_reached_is_named() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo", start=False)
        ana = table.person("Ana")
        await ana.closes_dms()
        table.discord.deny(table.discord.default_channel, "create_private_threads")
        await table.person("Dealer").command("/fight start")
        await table.settled()
        assert f"✗ I cannot write privately to {ana.mention}." in await doctor(table)


@pytest.mark.parametrize(("ahead", "words"), [(90, "90 seconds ahead of"), (-40, "40 seconds behind")])
async def test_a_clock_that_goes_wrong_is_named(ahead: int, words: str) -> None:
    async with Loopback(clock=lambda: time.time() - ahead) as loopback, seated(loopback) as table:
        text = await doctor(table)
        assert words in text
        assert "NTP" in text


async def test_the_age_of_the_backup_is_told_and_a_database_without_one_is_not_well(tmp_path: Path) -> None:
    async with seated(database=tmp_path / "fights.db") as table:
        text = await doctor(table)
        assert "✗ Backup: never" in text
        assert "✓ Records: SQLite, " in text
        await table.bot.referee._store.set(BACKUP, 0, msgspec.json.encode({"at": time.time() - 3 * 3600}))
        assert "✓ Backup: 3 hours old." in await doctor(table)


async def test_records_that_take_nothing_are_not_well() -> None:
    class Full(MemoryStore):
        async def set(self, *_: object) -> None:
            raise NotStored("the disk is full")

    async with seated(store=Full()) as table:
        assert "✗ Records: nothing can be written" in await doctor(table)


# ---- the findings themselves


def test_every_permission_is_one_that_discord_knows() -> None:
    for each in NEEDS:
        assert each.key in discord.Permissions.VALID_FLAGS


async def test_all_that_is_missing_is_named_at_once_but_where_nothing_can_be_seen_that_alone() -> None:
    async with seated(expects_refusals=True) as table:
        keys = [each.key for each in IN_CHANNELS]
        table.discord.deny(table.discord.default_channel, *[key for key in keys if key != "view_channel"])
        text = await doctor(table)
        assert text.count("✗") == len(keys) - 2, "nobody misses links where nothing is sent"
        table.discord.deny(table.discord.default_channel, *keys)
        assert (await doctor(table)).count("✗") == 1


def test_nothing_missing_is_one_good_finding() -> None:
    assert [each.is_well for each in permissions_found(())] == [True]


def test_a_locked_thread_is_ill_only_where_it_cannot_be_opened() -> None:
    assert not thread_found(is_archived=True, is_locked=True, may_manage=False).is_well
    assert thread_found(is_archived=True, is_locked=True, may_manage=True).is_well
    assert thread_found(is_archived=True, is_locked=False, may_manage=False).is_well


@pytest.mark.parametrize(("ahead", "is_well"), [(-2.0, True), (-2.5, False), (0.3, True), (10.0, True), (10.5, False)])
def test_a_clock_may_be_as_late_as_an_interaction_takes(ahead: float, is_well: bool) -> None:
    assert clock_found(1000.0 + ahead, 1000.0).is_well is is_well


def test_a_backup_of_more_than_a_week_is_old() -> None:
    day = 24 * 3600.0
    assert backup_found(0.0, 8 * day).is_well
    assert not backup_found(0.0, 8 * day + 1).is_well
    assert not backup_found(None, 0.0).is_well


def test_a_database_of_another_shape_or_that_does_not_answer_is_ill() -> None:
    old = Health(examined=Examined(kind="SQLite", revision="0006", wanted="0007"), is_writable=True, backed_up=0, now=0)
    assert [each.is_well for each in records_found(old)] == [False, True]
    dead = Health(examined=None, is_writable=False, backed_up=None, now=0)
    assert [each.is_well for each in records_found(dead)] == [False]


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(5, "less than a minute"), (60, "1 minute"), (7200, "2 hours"), (86400, "1 day"), (864000, "10 days")],
)
def test_an_age_is_said_in_one_unit(seconds: float, said: str) -> None:
    assert age_said(seconds) == said


@pytest.mark.parametrize(("size", "said"), [(17, "17 bytes"), (2048, "2.0 kB"), (3 * 1024**2, "3.0 MB")])
def test_a_size_is_said_in_one_unit(size: int, said: str) -> None:
    assert size_said(size) == said
