"""Routes about threads and who is in them (Channel of the Discord documentation)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .access import HISTORY, MANAGE_THREADS, PRIVATE_THREADS, PUBLIC_THREADS, SEND, SEND_IN_THREADS, Access
from .rest import Request
from .wire import (
    GUILD_TEXT,
    HAS_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    Body,
    Json,
    Problem,
    RefusedError,
    archived,
    invalid_form,
    missing_access,
    missing_permissions,
    moment,
    wrong_kind,
)
from .world import Channel, Message

if TYPE_CHECKING:
    from .loopback import Loopback

THREAD_CREATED, THREAD_STARTER = 18, 21  # Message, "Message Types"
THREAD_NAME: Final = 100
ARCHIVE_AFTER: Final = (60, 1440, 4320, 10080)  # minutes
ACTIVE_THREADS: Final = 1000  # of one server at once


class ThreadRoutes:
    """What a bot does with threads."""

    def __init__(self, host: Loopback) -> None:
        self._host, self._world, self._access = host, host.world, Access(host.world)
        add = host.rest.routes.add
        channel = "/channels/{channel}"
        add(f"POST {channel}/messages/{{message}}/threads", self.from_message)
        add(f"POST {channel}/threads", self.start)
        add(f"GET {channel}/threads/archived/public", self.archived_threads)
        add("GET /guilds/{guild}/threads/active", self.active)
        add(f"GET {channel}/thread-members", self.members)
        add(f"GET {channel}/thread-members/{{user}}", self.member)
        add(f"PUT {channel}/thread-members/{{user}}", self.add_member)
        add(f"DELETE {channel}/thread-members/{{user}}", self.take_member)

    # -- making and changing them

    def from_message(self, call: Request) -> Body:
        """Channel, "Start Thread from Message": the thread has the message's id."""
        channel, body = self._access.channel(call, PUBLIC_THREADS), call.form()
        origin = self._access.message(call, channel)
        check_thread(body, named=True)
        if channel.kind != GUILD_TEXT:
            raise wrong_kind()
        if origin.id in self._world.channels:
            raise RefusedError(400, 160004, "A thread has already been created for this message")
        thread = self._made(channel, body, PUBLIC_THREAD, origin)
        origin.payload["flags"] |= HAS_THREAD
        origin.payload["thread"] = thread.payload
        self._host.show(origin, "edit")
        reference = {"message_id": origin.id, "channel_id": channel.id}
        self._world.add_message(thread, {"message_reference": reference}, kind=THREAD_STARTER)
        return thread.payload

    def start(self, call: Request) -> Body:
        """Channel, "Start Thread without Message": private unless the body says otherwise."""
        channel, body = self._access.channel(call), call.form()
        kind = body.get("type") or PRIVATE_THREAD
        check_thread(body, named=True)
        if channel.kind != GUILD_TEXT or kind not in (PUBLIC_THREAD, PRIVATE_THREAD):
            raise wrong_kind()
        self._access.channel(call, PRIVATE_THREADS if kind == PRIVATE_THREAD else PUBLIC_THREADS)
        thread = self._made(channel, body, kind, None)
        if kind == PUBLIC_THREAD:
            reference = {"channel_id": thread.id}
            told = self._world.add_message(
                channel, {"content": thread.name, "message_reference": reference}, kind=THREAD_CREATED
            )
            self._host.show(told, "message")
        return thread.payload

    def _made(self, channel: Channel, body: Json, kind: int, origin: Message | None) -> Channel:
        assert channel.guild is not None, "threads are made in servers"
        threads = [each for each in channel.guild.channels.values() if each.is_thread and not each.is_archived]
        if len(threads) >= ACTIVE_THREADS:
            raise RefusedError(400, 160006, "Maximum number of active threads reached")
        after = body.get("auto_archive_duration") or ARCHIVE_AFTER[1]
        thread = self._world.add_thread(
            channel,
            name=body["name"],
            kind=kind,
            archive_after=after,
            origin=origin,
            invitable=body.get("invitable") is not False,
        )
        self._host.tell("THREAD_CREATE", thread, {**thread.payload, "newly_created": True})
        return thread

    def change(self, thread: Channel, body: Json) -> None:
        """Channel, "Modify Channel: Thread": mostly its archiving and locking."""
        about, may = thread.payload["thread_metadata"], self._access.may(thread)
        mine = thread.payload["owner_id"] == self._world.bot.id
        is_opening = body.keys() <= {"archived"} and body.get("archived") is False and not thread.is_locked
        needs_manager = body.keys() & {"locked", "rate_limit_per_user", "invitable"} or not mine or thread.is_locked
        if is_opening and not may & SEND:
            raise missing_permissions()
        if not is_opening and needs_manager and not may & MANAGE_THREADS:
            raise missing_permissions()
        if thread.is_archived and body.get("archived") is not False:
            raise archived()
        check_thread(body, named=False)
        about.update(
            {key: body[key] for key in ("archived", "locked", "auto_archive_duration", "invitable") if key in body}
        )
        if "archived" in body:
            about["archive_timestamp"] = moment(self._world.clock())
        thread.payload.update({key: body[key] for key in ("name", "rate_limit_per_user") if key in body})

    # -- lists

    def archived_threads(self, call: Request) -> Body:
        """Channel, "List Public Archived Threads"."""
        channel = self._access.channel(call, HISTORY)
        threads = [each for each in self._world.channels.values() if each.parent is channel and each.is_archived]
        payloads = [each.payload for each in threads if each.kind == PUBLIC_THREAD]
        return {"threads": payloads, "members": [], "has_more": False}

    def active(self, call: Request) -> Body:
        """Guild, "List Active Guild Threads": those that the bot can open."""
        guild = self._world.guilds.get(call.args["guild"])
        if guild is None:
            raise RefusedError(404, 10004, "Unknown Guild")
        bot = self._world.bot
        threads = [each for each in guild.channels.values() if each.is_thread and not each.is_archived]
        seen = [each for each in threads if each.visible_to(bot)]
        mine = [self._membership(each, bot.id) for each in seen if bot.id in each.members]
        return {"threads": [each.payload for each in seen], "members": mine}

    # -- members

    def _thread(self, call: Request) -> Channel:
        thread = self._access.channel(call)
        if not thread.is_thread:
            raise wrong_kind()
        return thread

    def _named(self, call: Request) -> str:
        user_id = self._world.bot.id if call.args["user"] == "@me" else call.args["user"]
        if user_id not in self._world.users:
            raise RefusedError(404, 10013, "Unknown User")
        return user_id

    def _membership(self, thread: Channel, user_id: str) -> Json:
        return {"id": thread.id, "user_id": user_id, "join_timestamp": moment(self._world.clock()), "flags": 0}

    def members(self, call: Request) -> Body:
        """Channel, "List Thread Members"."""
        thread = self._thread(call)
        return [self._membership(thread, each) for each in sorted(thread.members)]

    def member(self, call: Request) -> Body:
        """Channel, "Get Thread Member"."""
        thread, user_id = self._thread(call), self._named(call)
        if user_id not in thread.members:
            raise RefusedError(404, 10007, "Unknown Member")
        return self._membership(thread, user_id)

    def add_member(self, call: Request) -> Body:
        """Channel, "Join Thread" and "Add Thread Member"."""
        thread, user_id = self._thread(call), self._named(call)
        self._access.require_open(thread)
        if user_id != self._world.bot.id and not self._access.may(thread) & SEND_IN_THREADS:
            raise missing_permissions()
        assert thread.parent is not None, "a thread has a parent"
        if not thread.parent.visible_to(self._world.users[user_id]):
            raise missing_access()
        thread.members.add(user_id)
        self._members_changed(thread, added=user_id)

    def take_member(self, call: Request) -> Body:
        """Channel, "Leave Thread" and "Remove Thread Member"."""
        thread, user_id = self._thread(call), self._named(call)
        self._access.require_open(thread)
        is_mine = thread.kind == PRIVATE_THREAD and thread.payload["owner_id"] == self._world.bot.id
        if user_id != self._world.bot.id and not is_mine:
            self._access.channel(call, MANAGE_THREADS)
        thread.members.discard(user_id)
        self._members_changed(thread, removed=user_id)

    def _members_changed(self, thread: Channel, *, added: str | None = None, removed: str | None = None) -> None:
        thread.payload["member_count"] = len(thread.members)
        about: Json = {"id": thread.id, "member_count": len(thread.members)}
        if added is not None:
            about["added_members"] = [self._membership(thread, added)]
        if removed is not None:
            about["removed_member_ids"] = [removed]
        self._host.tell("THREAD_MEMBERS_UPDATE", thread, about)


def check_thread(body: Json, *, named: bool) -> None:
    """Refuse a name or a time of archiving that Discord does not take."""
    name, after = body.get("name"), body.get("auto_archive_duration")
    problems = []
    if (named or name is not None) and not (isinstance(name, str) and 1 <= len(name) <= THREAD_NAME):
        problems.append(Problem(("name",), "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {THREAD_NAME} in length."))
    if after is not None and after not in ARCHIVE_AFTER:
        choices = ", ".join(map(str, ARCHIVE_AFTER))
        problems.append(Problem(("auto_archive_duration",), "BASE_TYPE_CHOICES", f"Value must be one of ({choices})."))
    if problems:
        raise invalid_form(problems)
