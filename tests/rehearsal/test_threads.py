"""Threads, private threads and forum posts at the loopback, with the codes by which Discord refuses."""

from __future__ import annotations

import time

import discord
import pytest

from bot.rehearsal import Loopback
from bot.rehearsal.objects import Channel
from bot.rehearsal.routes_channels import LATE_EDITS
from bot.rehearsal.wire import PRIVATE_THREAD, PUBLIC_THREAD

from .raw import Raw, raw_client

HELLO = {"content": "hello"}


async def private(raw: Raw) -> Channel:
    """A private thread of the bot in the default channel."""
    status, thread = await raw("POST", f"{raw.channel}/threads", {"name": "hand", "type": PRIVATE_THREAD})
    assert status == 200
    return raw.loopback.world.channels[thread["id"]]


async def test_a_private_thread_is_for_its_members_and_whoever_manages_threads(loopback: Loopback) -> None:
    ana, bo = loopback.person("Ana"), loopback.person("Bo")
    async with raw_client(loopback) as raw:
        thread = await private(raw)
        await raw("PUT", f"/channels/{thread.id}/thread-members/{ana.user.id}")
        await raw("POST", f"/channels/{thread.id}/messages", HELLO)
        assert thread.visible_to(ana.user)
        assert not thread.visible_to(bo.user)
        loopback.give(bo, loopback.role("Deputies", discord.Permissions(manage_threads=True)))
        assert thread.visible_to(bo.user)
        loopback.overwrite(
            loopback.default_channel, ana.user.id, {"id": ana.user.id, "type": 1, "allow": "0", "deny": str(1 << 10)}
        )
        assert not thread.visible_to(ana.user), "whoever may not see the channel does not see its threads"
        assert await raw.code("PUT", f"/channels/{thread.id}/thread-members/{ana.user.id}") == 50001


@pytest.mark.parametrize(
    ("denied", "code"), [("create_private_threads", 50013), ("view_channel", 50001), ("manage_threads", 0)]
)
async def test_a_private_thread_needs_its_permission(loopback: Loopback, denied: str, code: int) -> None:
    async with raw_client(loopback) as raw:
        loopback.deny(loopback.default_channel, denied)
        body = {"name": "hand", "type": PRIVATE_THREAD}
        assert await raw.code("POST", f"{raw.channel}/threads", body) == code


async def test_there_is_no_thread_in_a_thread_and_no_message_in_a_forum(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        thread = await private(raw)
        body = {"name": "hand", "type": PRIVATE_THREAD}
        assert await raw.code("POST", f"/channels/{thread.id}/threads", body) == 50024
        forum = loopback.channel("fights", is_forum=True)
        assert await raw.code("POST", f"/channels/{forum.id}/messages", HELLO) == 50008
        assert await raw.code("POST", f"/channels/{forum.id}/threads", body) == 50024


async def test_anybody_who_may_speak_opens_a_thread_that_sleeps_and_a_manager_one_that_is_locked(
    loopback: Loopback,
) -> None:
    thread = loopback.thread(loopback.default_channel, "At the mill", loopback.person("Ana"))
    assert thread.kind == PUBLIC_THREAD
    opening = ("PATCH", f"/channels/{thread.id}", {"archived": False})
    async with raw_client(loopback) as raw:
        loopback.deny(loopback.default_channel, "manage_threads")
        loopback.archive(thread)
        assert await raw.code(*opening) == 0
        assert await raw.code("PATCH", f"/channels/{thread.id}", {"archived": True}) == 50013, "it is not the bot's"
        loopback.archive(thread, locked=True)
        assert await raw.code(*opening) == 50013
        assert await raw.code("POST", f"/channels/{thread.id}/messages", HELLO) == 50083
        loopback.deny(loopback.default_channel, "manage_threads", "send_messages_in_threads")
        assert await raw.code("POST", f"/channels/{thread.id}/messages", HELLO) == 50013
        loopback.allow_all(loopback.default_channel)
        assert await raw.code(*opening) == 0
        assert not thread.is_archived


async def test_active_threads_are_those_the_bot_can_open(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        mine = await private(raw)
        asleep = await private(raw)
        loopback.archive(asleep)
        foreign = loopback.world.add_thread(
            loopback.default_channel,
            name="others",
            kind=PRIVATE_THREAD,
            archive_after=60,
            owner=loopback.person("Ana").user,
        )
        loopback.deny(loopback.default_channel, "manage_threads")
        _, listed = await raw("GET", f"/guilds/{loopback.default_guild.id}/threads/active")
        assert [each["id"] for each in listed["threads"]] == [mine.id]
        assert await raw.code("GET", f"/channels/{foreign.id}") == 50001


async def test_a_channel_takes_its_threads_with_it(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        thread = await private(raw)
        loopback.delete(loopback.default_channel)
        assert await raw.code("POST", f"/channels/{thread.id}/messages", HELLO) == 10003
        assert await raw.code("POST", f"{raw.channel}/messages", HELLO) == 10003


async def test_an_old_message_takes_a_few_edits_and_then_no_more() -> None:
    shift = -2 * 3600.0

    def clock() -> float:
        return time.time() + shift

    async with Loopback(clock=clock) as loopback, raw_client(loopback) as raw:
        _, message = await raw("POST", f"{raw.channel}/messages", HELLO)
        edit = ("PATCH", f"{raw.channel}/messages/{message['id']}", {"content": "again"})
        for _ in range(LATE_EDITS + 3):
            assert await raw.code(*edit) == 0, "it is young"
        shift = 0.0
        assert [await raw.code(*edit) for _ in range(LATE_EDITS + 2)] == [0] * LATE_EDITS + [30046] * 2
        status, refused = await raw(*edit)
        assert status == 429
        assert refused["retry_after"] > 0
