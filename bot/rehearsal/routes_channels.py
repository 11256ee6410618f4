"""Routes about channels, messages, pins, threads and permissions (Channel and Message of the Discord documentation)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .access import (
    HISTORY,
    MANAGE_CHANNELS,
    MANAGE_MESSAGES,
    MANAGE_ROLES,
    MANAGE_THREADS,
    PIN,
    REACT,
    SEND,
    Access,
)
from .rest import LimitedError, Request
from .routes_interactions import is_empty
from .routes_threads import ThreadRoutes
from .strict import check_message
from .wire import (
    COMPONENTS_V2,
    Body,
    Json,
    Problem,
    RefusedError,
    archived,
    empty_message,
    invalid_form,
    moment,
)
from .world import Channel, Message

if TYPE_CHECKING:
    from .loopback import Loopback

PINNED: Final = 6  # Message, "Message Types"
PINS: Final = 250
NONCE_LIFE: Final = 180.0  # seconds in which a nonce is remembered: "the past few minutes"
OLD: Final = 3600.0  # seconds after which a message may be edited only so often
LATE_EDITS: Final = 5  # Discord does not say how many it takes
TRY_LATER: Final = 20.0  # seconds


class ChannelRoutes:
    """What a bot does in channels without an interaction."""

    def __init__(self, host: Loopback) -> None:
        self._host, self._world, self._access = host, host.world, Access(host.world)
        self._threads = ThreadRoutes(host)
        self._nonces: dict[str, tuple[float, Message]] = {}  # oldest first
        add = host.rest.routes.add
        channel = "/channels/{channel}"
        add(f"GET {channel}", lambda call: self._access.channel(call).payload)
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

    def _checked(self, body: Json, *, flags: int = 0, editing: bool = False) -> None:
        if self._host.strict:
            problems = check_message(body, flags=flags & COMPONENTS_V2, editing=editing)
            if problems:
                raise invalid_form(problems)

    # -- channels

    def change_channel(self, call: Request) -> Body:
        """Channel, "Modify Channel": for threads mostly their archiving and locking."""
        channel, body = self._access.channel(call), call.form()
        if channel.is_thread:
            self._threads.change(channel, body)
        else:
            self._access.channel(call, MANAGE_CHANNELS)
            channel.payload.update({key: body[key] for key in ("name", "topic", "rate_limit_per_user") if key in body})
        self._host.tell("THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE", channel, channel.payload)
        return channel.payload

    def delete_channel(self, call: Request) -> Body:
        """Channel, "Delete/Close Channel"."""
        channel = self._access.channel(call)
        if channel.guild is not None:
            self._access.channel(call, MANAGE_THREADS if channel.is_thread else MANAGE_CHANNELS)
            self._world.remove_channel(channel)
            self._host.tell("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", channel, channel.payload)
        return channel.payload

    def change_permissions(self, call: Request) -> Body:
        """Channel, "Edit Channel Permissions"."""
        channel, body, target = self._access.channel(call, MANAGE_ROLES), call.form(), call.args["target"]
        overwrite = {
            "id": target,
            "type": body["type"],
            "allow": str(body.get("allow") or 0),
            "deny": str(body.get("deny") or 0),
        }
        self._host.overwrite(channel, target, overwrite)

    def clear_permissions(self, call: Request) -> Body:
        """Channel, "Delete Channel Permission"."""
        self._host.overwrite(self._access.channel(call, MANAGE_ROLES), call.args["target"], None)

    def type(self, call: Request) -> Body:
        """Channel, "Trigger Typing Indicator"."""
        self._access.channel(call, SEND)

    # -- messages

    def history(self, call: Request) -> Body:
        """Message, "Get Channel Messages": newest first."""
        channel, query = self._access.channel(call), call.query
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
        channel, body = self._access.writable(call), call.form()
        if channel.is_forum:
            raise RefusedError(400, 50008, "Cannot send messages in a non-text channel", fault=True)
        self._checked(body)
        if is_empty(body, call.uploads):
            raise empty_message()
        if channel.recipient is not None and not channel.recipient.dms_open:
            raise RefusedError(403, 50007, "Cannot send messages to this user")
        if channel.is_archived:
            if channel.is_locked and not self._access.may(channel) & MANAGE_THREADS:
                raise archived()
            channel.payload["thread_metadata"]["archived"] = False  # speaking opens an archived thread again
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
        return self._access.message(call, self._access.channel(call, HISTORY)).payload

    def edit(self, call: Request) -> Body:
        """Message, "Edit Message": only the bot's own."""
        channel, body = self._access.channel(call), call.form()
        message = self._access.message(call, channel)
        self._access.require_open(channel)
        if message.author is not self._world.bot:
            raise RefusedError(403, 50005, "Cannot edit a message authored by another user", fault=True)
        self._checked(body, flags=message.flags, editing=True)
        self._count_late_edit(message)
        self._world.edit_message(message, body, uploads=call.uploads)
        self._host.show(message, "edit")
        return message.payload

    def _count_late_edit(self, message: Message) -> None:
        """Refuse more than a few edits of an old message: as a 429 that has a code."""
        if self._world.clock() - self._world.made_at(message.id) < OLD:
            return
        if message.late_edits >= LATE_EDITS:
            words = "Maximum number of edits to messages older than 1 hour reached. Try again later."
            raise LimitedError({}, {"message": words, "code": 30046, "retry_after": TRY_LATER, "global": False})
        message.late_edits += 1

    def delete(self, call: Request) -> Body:
        """Message, "Delete Message"."""
        channel = self._access.channel(call)
        message = self._access.message(call, channel)
        self._access.require_open(channel)
        if message.author is not self._world.bot:
            self._access.channel(call, MANAGE_MESSAGES)
        self._world.remove_message(message)
        self._host.show(message, "delete")

    def react(self, call: Request) -> Body:
        """Message, "Create Reaction": accepted, and not kept."""
        self._access.message(call, self._access.channel(call, REACT | HISTORY))

    # -- pins

    def pins(self, call: Request) -> Body:
        """Message, "Get Channel Pins"."""
        channel = self._access.channel(call)
        items = [
            {"pinned_at": channel.messages[each].payload["timestamp"], "message": channel.messages[each].payload}
            for each in channel.pins
        ]
        return {"items": items, "has_more": False}

    def pin(self, call: Request) -> Body:
        """Message, "Pin Message"."""
        channel = self._access.channel(call, PIN)
        message = self._access.message(call, channel)
        self._access.require_open(channel)
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
        channel = self._access.channel(call, PIN)
        message = self._access.message(call, channel)
        if message.id in channel.pins:
            channel.pins.remove(message.id)
            self._pinned(channel, message, pinned=False)

    def _pinned(self, channel: Channel, message: Message, *, pinned: bool) -> None:
        message.payload["pinned"] = pinned
        self._host.show(message, "edit")
        about: Json = {"channel_id": channel.id, "last_pin_timestamp": moment(self._world.clock())}
        self._host.tell("CHANNEL_PINS_UPDATE", channel, about)
