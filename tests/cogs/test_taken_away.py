"""Every permission that Discord or the server can take away, one at a time, in the middle of a fight."""

import asyncio
import logging

import discord
import pytest

from bot.rehearsal.render import text_of
from bot.rehearsal.world import Channel
from cogs.permissions import NEEDS, missing
from rules.core.view import Phase
from tests.cogs.players import play_by_buttons, play_by_commands
from tests.support.table import Table, seated

PERMISSIONS = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "embed_links",
    "create_private_threads",
    "manage_threads",
    "pin_messages",
    "read_message_history",
)
PUBLIC = {"view_channel", "send_messages"}  # without them the channel is not told


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR]


async def in_thread(table: Table) -> Channel:
    dealer = table.person("Dealer")
    thread = table.discord.thread(table.discord.default_channel, "At the mill", dealer)
    for name in ("Dealer", "Ana", "Bo"):
        table.person(name).goes_to(thread)
    return thread


async def begin(table: Table) -> None:
    dealer = table.person("Dealer")
    await dealer.command("/fight begin", system="texarkana", scene="ambush", title="Showdown")
    for name in ("Ana", "Bo"):
        await table.person(name).command("/fight join")
    await dealer.command("/fight start")
    await table.settled()


async def acts(table: Table) -> None:
    """Ana becomes Lookout and plays her card: both answered to her alone."""
    for action in ("I am Lookout", "5 of Masks"):
        outcome = await table.person("Ana").command("/act", action=action)
        assert outcome.ephemeral
        assert not outcome.text.startswith("✋"), outcome.text
        await table.settled()


@pytest.mark.parametrize("denied", PERMISSIONS)
async def test_without_a_permission_the_fight_goes_on_to_its_end(denied: str, caplog: pytest.LogCaptureFixture) -> None:
    async with seated(expects_refusals=True) as table:
        await begin(table)
        channel, dealer = table.discord.default_channel, table.person("Dealer")
        table.discord.deny(channel, denied)
        await knows(table, channel, {denied})
        await doctor_names(table, channel, denied)
        await acts(table)
        await play_by_commands(table, dealer)
        showing = await table.showing(by=dealer)
        assert showing.view.phase is Phase.OVER or not [each for each in showing.view.asked if each.blocks]
        assert not errors(caplog)


@pytest.mark.parametrize("denied", PERMISSIONS)
async def test_when_a_permission_returns_the_board_is_whole_and_what_was_not_told_is_told(
    denied: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with seated(expects_refusals=True) as table:
        await begin(table)
        channel = table.discord.default_channel
        table.discord.deny(channel, denied)
        await acts(table)
        table.discord.allow_all(channel)
        assert await table.discord.until(lambda: "Ada Quill is Lookout." in said(table, channel), 5.0)
        await table.settled()
        assert "Turn 1" in table.board().payload["content"]
        assert said(table, channel).count("Ada Quill plays the 5 of Masks") == 1
        assert not errors(caplog)


@pytest.mark.parametrize("denied", PERMISSIONS)
async def test_in_a_thread_too(denied: str, caplog: pytest.LogCaptureFixture) -> None:
    async with seated(expects_refusals=True) as table:
        thread = await in_thread(table)
        await begin(table)
        parent = table.discord.default_channel
        table.discord.deny(parent, denied)
        await acts(table)
        table.discord.allow_all(parent)
        assert await table.discord.until(lambda: "Ada Quill is Lookout." in said(table, thread), 5.0)
        await table.settled()
        assert "Turn 1" in table.board(thread).payload["content"]
        assert not errors(caplog)


@pytest.mark.parametrize("state", ["archived", "locked"])
async def test_a_thread_that_was_closed(state: str, caplog: pytest.LogCaptureFixture) -> None:
    async with seated(expects_refusals=True) as table:
        thread = await in_thread(table)
        await begin(table)
        table.discord.deny(table.discord.default_channel, "manage_threads")
        board = table.board(thread)
        table.discord.archive(thread, locked=state == "locked")
        await acts(table)
        if state == "archived":
            assert not thread.is_archived, "it is opened before anything is written"
            assert table.board(thread) is board
        else:
            assert thread.is_archived
            table.discord.allow_all(table.discord.default_channel)
        assert await table.discord.until(lambda: "Turn 1" in table.board(thread).payload["content"], 5.0)
        await table.settled()
        assert not errors(caplog)


async def test_when_the_channel_is_deleted_the_fight_is_played_to_its_end_from_direct_messages(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with seated(expects_refusals=True) as table:
        await begin(table)
        fight = (await table.showing()).id
        table.discord.delete(table.discord.default_channel)
        people = {name: table.person(name) for name in ("Dealer", "Ana", "Bo")}
        for person in people.values():
            person.goes_to_dms()
        hand = await people["Ana"].command("/me hand")
        assert "Your hand" in hand.text
        assert "Ada Quill is Lookout" in (await people["Ana"].presses("I am Lookout")).text
        await table.settled()
        await people["Dealer"].command("/me hand")
        panel = await people["Dealer"].presses("Your move")
        assert "Dealer's panel" in panel.text
        for _ in range(3):
            outcome = await people["Dealer"].presses("Go on")
            assert not outcome.text.startswith("✋"), outcome.text
            await table.settled()
        await people["Dealer"].presses("End the fight")
        await people["Dealer"].presses("Yes, end it")
        await table.settled()
        assert (await table.bot.referee.show(fight, None)).is_closed
        assert not errors(caplog)


@pytest.mark.parametrize("is_forum", [True, False])
async def test_a_forum_post_or_a_thread_takes_a_whole_fight(is_forum: bool, caplog: pytest.LogCaptureFixture) -> None:
    async with seated() as table:
        forum = table.discord.channel("fights", is_forum=is_forum)
        dealer = table.person("Dealer")
        post = table.discord.thread(forum, "A fight, anybody?", dealer)
        for name in ("Dealer", "Ana", "Bo"):
            table.person(name).goes_to(post)
        await table.person("Bo").closes_dms()
        await begin(table)
        assert "Nothing private reaches" not in table.board(post).payload["content"], "only the lobby says so"
        assert "cannot write to you privately" in said(table, post), "there is no thread in a thread"
        table.discord.archive(post)
        await play_by_buttons(table, dealer, post)
        assert not post.is_archived
        await dealer.command("/fight end")
        if dealer.surfaces()[0].text.startswith("End "):
            await dealer.presses("Yes, end it")
        await table.settled()
        assert "put away" in table.board(post).payload["content"]
        assert not errors(caplog)


def said(table: Table, channel: Channel) -> str:
    return "\n".join(text_of(each.payload) for each in table.posted(channel))


def lacking(table: Table, channel: Channel) -> set[str]:
    """What the bot knows that it lacks, as its own library sees the channel."""
    guild = table.bot.get_guild(int(table.place(channel).guild))
    assert guild is not None
    here = guild.get_channel_or_thread(int(channel.id))
    assert here is not None
    return {each.key for each in missing(here.permissions_for(guild.me), here, guild.me)}


async def knows(table: Table, channel: Channel, wanted: set[str]) -> None:
    """Wait until the library has heard of what was taken away."""
    for _ in range(200):
        if lacking(table, channel) == wanted:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"{lacking(table, channel)} are named instead of {wanted}")


async def doctor_names(table: Table, channel: Channel, denied: str) -> None:
    """The doctor says that this is missing and no other permission, what suffers and where to allow it."""
    marshal = table.discord.person("Marshal", permissions=discord.Permissions(manage_messages=True))
    marshal.goes_to(channel)
    text = (await marshal.command("/admin doctor")).text
    (need,) = [each for each in NEEDS if each.key == denied and each.in_threads in (None, channel.is_thread)]
    assert f"{need.name} is missing. {need.suffers} Remedy: " in text
    assert text.count("is missing") == 1
    assert need.name in text.split("Remedy: ")[1].split("\n")[0]


async def test_what_is_missing_is_named_with_its_remedy() -> None:
    async with seated() as table:
        channel = table.discord.default_channel
        assert not lacking(table, channel)
        table.discord.deny(channel, "pin_messages", "create_private_threads")
        await knows(table, channel, {"pin_messages", "create_private_threads"})
        guild = table.bot.get_guild(int(channel.guild.id)) if channel.guild else None
        assert guild is not None
        here = guild.get_channel(int(channel.id))
        assert here is not None
        for lack in missing(here.permissions_for(guild.me), here, guild.me):
            assert lack.name in lack.remedy
            assert "#saloon" in lack.remedy, "the channel takes it away, not the role"
            assert lack.suffers
