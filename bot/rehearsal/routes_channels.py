"""Routes about channels, messages, pins, threads and permissions (Channel and Message of the Discord documentation)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord

from .rest import Request
from .routes_interactions import is_empty
from .strict import check_message
from .wire import (
    COMPONENTS_V2,
    HAS_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    Body,
    Json,
    Problem,
    RefusedError,
    empty_message,
    invalid_form,
    missing_access,
    missing_permissions,
    moment,
    unknown_channel,
    unknown_message,
)
from .world import Channel, Message

if TYPE_CHECKING:
    from .loopback import Loopback

# Message, "Message Types"
PINNED, THREAD_CREATED, THREAD_STARTER = 6, 18, 21
PINS: Final = 250
THREAD_NAME: Final = 100
NONCE_LIFE: Final = 180.0  # seconds in which a nonce is remembered: "the past few minutes"
ARCHIVE_AFTER: Final = (60, 1440, 4320, 10080)  # minutes


def bit(**permission: bool) -> int:
    """Give the number of a permission by its discord.py name."""
    return discord.Permissions(**permission).value


VIEW, SEND = bit(view_channel=True), bit(send_messages=True)
SEND_IN_THREADS, MANAGE_THREADS = bit(send_messages_in_threads=True), bit(manage_threads=True)
PIN, MANAGE_MESSAGES, HISTORY = bit(pin_messages=True), bit(manage_messages=True), bit(read_message_history=True)
PUBLIC_THREADS, PRIVATE_THREADS = bit(create_public_threads=True), bit(create_private_threads=True)
MANAGE_CHANNELS, MANAGE_ROLES, REACT = bit(manage_channels=True), bit(manage_roles=True), bit(add_reactions=True)


class ChannelRoutes:
    """What a bot does in channels without an interaction."""

    def __init__(self, host: Loopback) -> None:
        self._host, self._world = host, host.world
        self._nonces: dict[str, tuple[float, Message]] = {}  # oldest first
        add = host.rest.routes.add
        channel = "/channels/{channel}"
        add(f"GET {channel}", lambda call: self._channel(call).payload)
        add(f"PATCH {channel}", self.change_channel)
        add(f"DELETE {channel}", self.delete_channel)
        add(f"PUT {channel}/permissions/{{target}}", self.change_permissions)
        add(f"DELETE {channel}/permissions/{{target}}", self.clear_permissions)
        add(f"POST {channel}/typing", self.type)
        add(f"GET {channel}/messages", self.history)
        add(f"POST {channel}/messages", self.post)
        add(f"GET {channel}/messages/{{message}}", self.read)
        add(f"PATCH {channel}/messages/{{message}}", self.edit)
        add(f"DELETE {channel}/messages/{{message}}", self.delete)
        add(f"PUT {channel}/messages/{{message}}/reactions/{{emoji}}/@me", self.react)
        add(f"DELETE {channel}/messages/{{message}}/reactions/{{emoji}}/@me", self.react)
        for pins in (f"{channel}/messages/pins", f"{channel}/pins"):  # the newer and the older address
            add(f"PUT {pins}/{{message}}", self.pin)
            add(f"DELETE {pins}/{{message}}", self.unpin)
        add(f"GET {channel}/messages/pins", self.pins)
        add(f"GET {channel}/pins", lambda call: [each["message"] for each in self.pins(call)["items"]])
        add(f"POST {channel}/messages/{{message}}/threads", self.thread_from_message)
        add(f"POST {channel}/threads", self.thread)
        add(f"GET {channel}/threads/archived/public", self.archived_threads)
        add(f"GET {channel}/thread-members", self.thread_members)
        add(f"GET {channel}/thread-members/{{user}}", self.thread_member)
        add(f"PUT {channel}/thread-members/{{user}}", self.add_to_thread)
        add(f"DELETE {channel}/thread-members/{{user}}", self.take_from_thread)

    # -- what may be touched

    def _channel(self, call: Request, needed: int = 0) -> Channel:
        """The channel, if the bot may see it and has the permissions it needs."""
        channel = self._world.channels.get(call.args["channel"])
        if channel is None:
            raise unknown_channel()
        if channel.guild is not None:
            may = channel.permissions_of(self._world.bot)
            hidden = (
                channel.kind == PRIVATE_THREAD
                and not may & MANAGE_THREADS
                and self._world.bot.id not in channel.members
            )
            if not may & VIEW or hidden:
                raise missing_access()
            if needed & ~may:
                raise missing_permissions()
        return channel

    def _message(self, call: Request, channel: Channel) -> Message:
        message = channel.messages.get(call.args["message"])
        if message is None or message.ephemeral:
            raise unknown_message()
        return message

    def _archived(self, channel: Channel) -> bool:
        return channel.is_thread and bool(channel.payload["thread_metadata"]["archived"])

    def _require_open(self, channel: Channel) -> None:
        if self._archived(channel):
            raise RefusedError(400, 50083, "Thread is archived")

    def _checked(self, body: Json, *, flags: int = 0, editing: bool = False) -> None:
        if self._host.strict:
            problems = check_message(body, flags=flags & COMPONENTS_V2, editing=editing)
            if problems:
                raise invalid_form(problems)

    # -- channels

    def change_channel(self, call: Request) -> Body:
        """Channel, "Modify Channel": for threads mostly their archiving and locking."""
        channel, body = self._channel(call), call.form()
        if channel.is_thread:
            self._change_thread(channel, body)
        else:
            self._channel(call, MANAGE_CHANNELS)
            channel.payload.update({key: body[key] for key in ("name", "topic", "rate_limit_per_user") if key in body})
        self._host.tell("THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE", channel, channel.payload)
        return channel.payload

    def _change_thread(self, thread: Channel, body: Json) -> None:
        about, may = thread.payload["thread_metadata"], thread.permissions_of(self._world.bot)
        mine = thread.payload["owner_id"] == self._world.bot.id
        needs_manager = "locked" in body or "rate_limit_per_user" in body or not mine or about["locked"]
        if not may & MANAGE_THREADS and needs_manager:
            raise missing_permissions()
        if about["archived"] and body.get("archived") is not False:
            raise RefusedError(400, 50083, "Thread is archived")
        self._check_thread(body, named=False)
        about.update(
            {key: body[key] for key in ("archived", "locked", "auto_archive_duration", "invitable") if key in body}
        )
        if "archived" in body:
            about["archive_timestamp"] = moment(self._world.clock())
        thread.payload.update({key: body[key] for key in ("name", "rate_limit_per_user") if key in body})

    def delete_channel(self, call: Request) -> Body:
        """Channel, "Delete/Close Channel"."""
        channel = self._channel(call)
        if channel.guild is not None:
            self._channel(call, MANAGE_THREADS if channel.is_thread else MANAGE_CHANNELS)
            self._world.remove_channel(channel)
            self._host.tell("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", channel, channel.payload)
        return channel.payload

    def change_permissions(self, call: Request) -> Body:
        """Channel, "Edit Channel Permissions"."""
        channel, body, target = self._channel(call, MANAGE_ROLES), call.form(), call.args["target"]
        overwrite = {
            "id": target,
            "type": body["type"],
            "allow": str(body.get("allow") or 0),
            "deny": str(body.get("deny") or 0),
        }
        self._host.overwrite(channel, target, overwrite)

    def clear_permissions(self, call: Request) -> Body:
        """Channel, "Delete Channel Permission"."""
        self._host.overwrite(self._channel(call, MANAGE_ROLES), call.args["target"], None)

    def type(self, call: Request) -> Body:
        """Channel, "Trigger Typing Indicator"."""
        self._channel(call, SEND)

    # -- messages

    def history(self, call: Request) -> Body:
        """Message, "Get Channel Messages": newest first."""
        channel, query = self._channel(call), call.query
        limit = int(query.get("limit") or 50)
        if not 1 <= limit <= 100:
            raise invalid_form([Problem(("limit",), "NUMBER_TYPE_RANGE", "int value should be between 1 and 100.")])
        if channel.guild is not None and not channel.permissions_of(self._world.bot) & HISTORY:
            return []
        messages = [each for each in channel.messages.values() if not each.ephemeral]
        before, after = query.get("before"), query.get("after")
        if "around" in query:
            earlier = sum(int(each.id) < int(query["around"]) for each in messages)
            messages = messages[max(0, earlier - limit // 2) :][:limit]
        if before is not None:
            messages = [each for each in messages if int(each.id) < int(before)]
        if after is not None:
            messages = [each for each in messages if int(each.id) > int(after)][:limit]
        return [each.payload for each in reversed(messages[-limit:])]

    def post(self, call: Request) -> Body:
        """Message, "Create Message"."""
        channel, body = self._channel(call), call.form()
        if channel.guild is not None:
            self._channel(call, SEND_IN_THREADS if channel.is_thread else SEND)
        self._checked(body)
        if is_empty(body, call.uploads):
            raise empty_message()
        if channel.recipient is not None and not channel.recipient.dms_open:
            raise RefusedError(403, 50007, "Cannot send messages to this user")
        if self._archived(channel):
            about = channel.payload["thread_metadata"]
            if about["locked"] and not channel.permissions_of(self._world.bot) & MANAGE_THREADS:
                raise RefusedError(400, 50083, "Thread is archived")
            about["archived"] = False  # speaking opens an archived thread again
            self._host.tell("THREAD_UPDATE", channel, channel.payload)
        nonce = str(body["nonce"]) if body.get("enforce_nonce") and body.get("nonce") is not None else None
        if nonce is not None and (sent := self._sent_with(nonce)) is not None:
            return sent.payload
        message = self._world.add_message(channel, body, uploads=call.uploads)
        if nonce is not None:
            self._nonces[nonce] = (self._world.clock(), message)
        self._host.show(message, "message")
        return message.payload

    def _sent_with(self, nonce: str) -> Message | None:
        """Message, "Create Message: enforce_nonce": the bot's message of this nonce in the past few minutes."""
        earliest = self._world.clock() - NONCE_LIFE
        while self._nonces:
            oldest, (sent_at, _) = next(iter(self._nonces.items()))
            if sent_at >= earliest:
                break
            del self._nonces[oldest]
        found = self._nonces.get(nonce)
        return None if found is None else found[1]

    def read(self, call: Request) -> Body:
        """Message, "Get Channel Message"."""
        return self._message(call, self._channel(call, HISTORY)).payload

    def edit(self, call: Request) -> Body:
        """Message, "Edit Message": only the bot's own."""
        channel, body = self._channel(call), call.form()
        message = self._message(call, channel)
        self._require_open(channel)
        if message.author is not self._world.bot:
            raise RefusedError(403, 50005, "Cannot edit a message authored by another user", fault=True)
        self._checked(body, flags=message.flags, editing=True)
        self._world.edit_message(message, body, uploads=call.uploads)
        self._host.show(message, "edit")
        return message.payload

    def delete(self, call: Request) -> Body:
        """Message, "Delete Message"."""
        channel = self._channel(call)
        message = self._message(call, channel)
        self._require_open(channel)
        if message.author is not self._world.bot:
            self._channel(call, MANAGE_MESSAGES)
        self._world.remove_message(message)
        self._host.show(message, "delete")

    def react(self, call: Request) -> Body:
        """Message, "Create Reaction": accepted, and not kept."""
        self._message(call, self._channel(call, REACT | HISTORY))

    # -- pins

    def pins(self, call: Request) -> Body:
        """Message, "Get Channel Pins"."""
        channel = self._channel(call)
        items = [
            {"pinned_at": channel.messages[each].payload["timestamp"], "message": channel.messages[each].payload}
            for each in channel.pins
        ]
        return {"items": items, "has_more": False}

    def pin(self, call: Request) -> Body:
        """Message, "Pin Message"."""
        channel = self._channel(call, PIN)
        message = self._message(call, channel)
        self._require_open(channel)
        if message.id in channel.pins:
            return
        if len(channel.pins) >= PINS:
            raise RefusedError(400, 30003, f"Maximum number of pins reached for the channel ({PINS})")
        channel.pins.insert(0, message.id)
        self._pinned(channel, message, pinned=True)
        reference = {"message_id": message.id, "channel_id": channel.id}
        told = self._world.add_message(channel, {"message_reference": reference}, kind=PINNED)
        self._host.show(told, "message")

    def unpin(self, call: Request) -> Body:
        """Message, "Unpin Message"."""
        channel = self._channel(call, PIN)
        message = self._message(call, channel)
        if message.id in channel.pins:
            channel.pins.remove(message.id)
            self._pinned(channel, message, pinned=False)

    def _pinned(self, channel: Channel, message: Message, *, pinned: bool) -> None:
        message.payload["pinned"] = pinned
        self._host.show(message, "edit")
        about: Json = {"channel_id": channel.id, "last_pin_timestamp": moment(self._world.clock())}
        self._host.tell("CHANNEL_PINS_UPDATE", channel, about)

    # -- threads

    def _check_thread(self, body: Json, *, named: bool) -> None:
        name, after = body.get("name"), body.get("auto_archive_duration")
        problems = []
        if (named or name is not None) and not (isinstance(name, str) and 1 <= len(name) <= THREAD_NAME):
            problems.append(
                Problem(("name",), "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {THREAD_NAME} in length.")
            )
        if after is not None and after not in ARCHIVE_AFTER:
            choices = ", ".join(map(str, ARCHIVE_AFTER))
            problems.append(
                Problem(("auto_archive_duration",), "BASE_TYPE_CHOICES", f"Value must be one of ({choices}).")
            )
        if problems:
            raise invalid_form(problems)

    def thread_from_message(self, call: Request) -> Body:
        """Channel, "Start Thread from Message": the thread has the message's id."""
        channel, body = self._channel(call, PUBLIC_THREADS), call.form()
        origin = self._message(call, channel)
        self._check_thread(body, named=True)
        if channel.guild is None or channel.is_thread:
            raise RefusedError(400, 50024, "Cannot execute action on this channel type", fault=True)
        if origin.id in self._world.channels:
            raise RefusedError(400, 160004, "A thread has already been created for this message")
        thread = self._start(channel, body, PUBLIC_THREAD, origin)
        origin.payload["flags"] |= HAS_THREAD
        origin.payload["thread"] = thread.payload
        self._host.show(origin, "edit")
        reference = {"message_id": origin.id, "channel_id": channel.id}
        self._world.add_message(thread, {"message_reference": reference}, kind=THREAD_STARTER)
        return thread.payload

    def thread(self, call: Request) -> Body:
        """Channel, "Start Thread without Message": private unless the body says otherwise."""
        channel, body = self._channel(call), call.form()
        kind = body.get("type") or PRIVATE_THREAD
        self._check_thread(body, named=True)
        if channel.guild is None or channel.is_thread or kind not in (PUBLIC_THREAD, PRIVATE_THREAD):
            raise RefusedError(400, 50024, "Cannot execute action on this channel type", fault=True)
        self._channel(call, PRIVATE_THREADS if kind == PRIVATE_THREAD else PUBLIC_THREADS)
        thread = self._start(channel, body, kind, None)
        if kind == PUBLIC_THREAD:
            reference = {"channel_id": thread.id}
            told = self._world.add_message(
                channel, {"content": thread.name, "message_reference": reference}, kind=THREAD_CREATED
            )
            self._host.show(told, "message")
        return thread.payload

    def _start(self, channel: Channel, body: Json, kind: int, origin: Message | None) -> Channel:
        after = body.get("auto_archive_duration") or ARCHIVE_AFTER[1]
        thread = self._world.add_thread(channel, name=body["name"], kind=kind, archive_after=after, origin=origin)
        self._host.tell("THREAD_CREATE", thread, {**thread.payload, "newly_created": True})
        return thread

    def archived_threads(self, call: Request) -> Body:
        """Channel, "List Public Archived Threads"."""
        channel = self._channel(call, HISTORY)
        threads = [each for each in self._world.channels.values() if each.parent is channel and self._archived(each)]
        payloads = [each.payload for each in threads if each.kind == PUBLIC_THREAD]
        return {"threads": payloads, "members": [], "has_more": False}

    def _thread(self, call: Request) -> Channel:
        thread = self._channel(call)
        if not thread.is_thread:
            raise RefusedError(400, 50024, "Cannot execute action on this channel type", fault=True)
        return thread

    def _named(self, call: Request) -> str:
        user_id = self._world.bot.id if call.args["user"] == "@me" else call.args["user"]
        if user_id not in self._world.users:
            raise RefusedError(404, 10013, "Unknown User")
        return user_id

    def _membership(self, thread: Channel, user_id: str) -> Json:
        return {"id": thread.id, "user_id": user_id, "join_timestamp": moment(self._world.clock()), "flags": 0}

    def thread_members(self, call: Request) -> Body:
        """Channel, "List Thread Members"."""
        thread = self._thread(call)
        return [self._membership(thread, each) for each in sorted(thread.members)]

    def thread_member(self, call: Request) -> Body:
        """Channel, "Get Thread Member"."""
        thread, user_id = self._thread(call), self._named(call)
        if user_id not in thread.members:
            raise RefusedError(404, 10007, "Unknown Member")
        return self._membership(thread, user_id)

    def add_to_thread(self, call: Request) -> Body:
        """Channel, "Join Thread" and "Add Thread Member"."""
        thread, user_id = self._thread(call), self._named(call)
        self._require_open(thread)
        thread.members.add(user_id)
        self._members_changed(thread, added=user_id)

    def take_from_thread(self, call: Request) -> Body:
        """Channel, "Leave Thread" and "Remove Thread Member"."""
        thread, user_id = self._thread(call), self._named(call)
        if user_id != self._world.bot.id:
            self._channel(call, MANAGE_THREADS)
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
