"""Everything there is at a loopback Discord, and how it is changed.

Nothing here knows HTTP, the gateway or interactions; whoever changes the world tells the gateway.
"""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Callable, Iterable
from typing import Final

import discord

from .objects import BOT_PERMISSIONS, MEMBER_PERMISSIONS, Channel, Guild, Message, Upload, User
from .wire import (
    COMPONENTS_V2,
    DIRECT,
    EPHEMERAL,
    EPOCH,
    FORUM,
    GUILD_TEXT,
    LOADING,
    PRIVATE_THREAD,
    TEXT,
    TEXT_INPUT,
    Body,
    Json,
    moment,
)

__all__ = ["Channel", "Guild", "Message", "Upload", "User", "World"]

MENTION_EVERYONE: Final = discord.Permissions(mention_everyone=True).value
PING: Final = re.compile(r"<@!?(\d+)>|<@&(\d+)>|(@everyone|@here)")


class Snowflakes:
    """Ids that only rise, each holding the moment of its making (Reference, "Snowflakes")."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._last = clock, 0

    def __call__(self) -> str:
        """Make the next one."""
        self._last = max(self._last + 1, (int(self._clock() * 1000) - EPOCH) << 22)
        return str(self._last)


class World:
    """Everything there is: made by hand, changed by the bot's requests."""

    def __init__(
        self, *, clock: Callable[[], float] = time.time, bot_name: str = "Fair Draw", keep: int = 50_000
    ) -> None:
        self.clock, self.keep = clock, keep
        self.new_id = Snowflakes(clock)
        self.users: dict[str, User] = {}
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Channel] = {}
        self.messages: dict[str, Message] = {}
        self.uploads: dict[str, Upload] = {}
        self.commands: dict[str | None, dict[str, Json]] = {}
        self.bot = self.add_user(bot_name, bot=True)
        self.owner = self.add_user("Owner")

    def made_at(self, snowflake: str) -> float:
        """When something of this id was made, in seconds since the epoch."""
        return ((int(snowflake) >> 22) + EPOCH) / 1000

    def add_user(self, name: str, *, bot: bool = False, permissions: int = 0) -> User:
        """Create an account and make it a member of every guild there is."""
        user = User(id=self.new_id(), name=name, bot=bot, permissions=permissions)
        self.users[user.id] = user
        for guild in self.guilds.values():
            self._join(guild, user)
        return user

    def _join(self, guild: Guild, user: User) -> None:
        guild.members[user.id] = user
        if user.permissions:
            powers = self.add_role(guild, f"Powers of {user.name}", user.permissions)
            guild.held[user.id] = (powers["id"],)

    def add_role(self, guild: Guild, name: str, permissions: int, role: str | None = None) -> Json:
        """Create a role above those there are."""
        role = role or self.new_id()
        guild.roles[role] = {
            "id": role,
            "name": name,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "icon": None,
            "unicode_emoji": None,
            "position": len(guild.roles),
            "permissions": str(permissions),
            "managed": role == guild.bot_role,
            "mentionable": False,
            "flags": 0,
        }
        return guild.roles[role]

    def add_guild(self, name: str) -> Guild:
        """Create a guild of everybody there is."""
        guild = Guild(id=self.new_id(), name=name, owner=self.owner, bot=self.bot, bot_role=self.new_id())
        self.add_role(guild, "@everyone", MEMBER_PERMISSIONS.value, guild.id)
        self.add_role(guild, self.bot.name, BOT_PERMISSIONS.value, guild.bot_role)
        for user in self.users.values():
            self._join(guild, user)
        self.guilds[guild.id] = guild
        return guild

    def add_channel(self, guild: Guild, name: str, *, is_forum: bool) -> Channel:
        """Create a text channel, or a forum."""
        channel_id, kind = self.new_id(), FORUM if is_forum else GUILD_TEXT
        payload: Json = {
            "id": channel_id,
            "type": kind,
            "guild_id": guild.id,
            "position": len(guild.channels),
            "permission_overwrites": [],
            "name": name,
            "topic": None,
            "nsfw": False,
            "last_message_id": None,
            "rate_limit_per_user": 0,
            "parent_id": None,
            "flags": 0,
        }
        if is_forum:
            payload.update(
                available_tags=[], default_reaction_emoji=None, default_sort_order=None, default_forum_layout=0
            )
        channel = Channel(id=channel_id, kind=kind, payload=payload, guild=guild)
        self.channels[channel_id] = guild.channels[channel_id] = channel
        return channel

    def add_thread(
        self,
        parent: Channel,
        *,
        name: str,
        kind: int,
        archive_after: int,
        origin: Message | None = None,
        owner: User | None = None,
        invitable: bool = True,
    ) -> Channel:
        """Create a thread of the bot or another `owner`.

        One from a message has that message's id (Channel, "Start Thread from Message").
        """
        owner = owner or self.bot
        guild = parent.guild
        assert guild is not None, "threads are made in guild channels only"
        thread_id = origin.id if origin is not None else self.new_id()
        payload: Json = {
            "id": thread_id,
            "type": kind,
            "guild_id": guild.id,
            "parent_id": parent.id,
            "owner_id": owner.id,
            "name": name,
            "last_message_id": None,
            "rate_limit_per_user": 0,
            "message_count": 0,
            "member_count": 1,
            "total_message_sent": 0,
            "flags": 0,
            "thread_metadata": {
                "archived": False,
                "auto_archive_duration": archive_after,
                "archive_timestamp": moment(self.clock()),
                "locked": False,
                "create_timestamp": moment(self.clock()),
            },
        }
        if kind == PRIVATE_THREAD:
            payload["thread_metadata"]["invitable"] = invitable
        thread = Channel(id=thread_id, kind=kind, payload=payload, guild=guild, parent=parent, members={owner.id})
        self.channels[thread_id] = guild.channels[thread_id] = thread
        return thread

    def direct_with(self, user: User) -> Channel:
        """Find or open the conversation between the bot and somebody."""
        if user.direct is None:
            channel_id = self.new_id()
            payload: Json = {
                "id": channel_id,
                "type": DIRECT,
                "last_message_id": None,
                "flags": 0,
                "recipients": [user.payload()],
            }
            user.direct = Channel(id=channel_id, kind=DIRECT, payload=payload, recipient=user)
            self.channels[channel_id] = user.direct
        return user.direct

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel with everything in it, its threads too."""
        for thread in [each for each in self.channels.values() if each.parent is channel]:
            self.remove_channel(thread)
        for message_id in channel.messages:
            self.messages.pop(message_id, None)
        self.channels.pop(channel.id, None)
        if channel.guild is not None:
            channel.guild.channels.pop(channel.id, None)

    # -- messages

    def add_message(
        self,
        channel: Channel,
        body: Json,
        *,
        author: User | None = None,
        kind: int = 0,
        private_to: User | None = None,
        uploads: Iterable[Upload] = (),
        more: Json | None = None,
    ) -> Message:
        """Post a message; `more` is laid over the payload."""
        author = author or self.bot
        message_id = self.new_id()
        payload: Json = {
            "id": message_id,
            "channel_id": channel.id,
            "author": author.payload(),
            "content": body.get("content") or "",
            "timestamp": moment(self.clock()),
            "edited_timestamp": None,
            "tts": bool(body.get("tts")),
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": body.get("embeds") or [],
            "pinned": False,
            "type": kind,
            "flags": body.get("flags") or 0,
            "components": numbered(body.get("components") or []),
        }
        if body.get("nonce") is not None:
            payload["nonce"] = body["nonce"]
        reference = body.get("message_reference")
        if reference is not None:
            payload["message_reference"] = {"type": 0, "channel_id": channel.id, **reference}
            referred = self.messages.get(str(reference.get("message_id")))
            payload["referenced_message"] = None if referred is None else referred.payload
        if more is not None:
            payload.update(more)
        message = Message(id=message_id, channel=channel, author=author, payload=payload, private_to=private_to)
        self._attach(payload, body, uploads)
        self._record_pings(message, body)
        self.messages[message_id] = channel.messages[message_id] = message
        if private_to is None:
            channel.payload["last_message_id"] = message_id
            if channel.is_thread:
                channel.payload["message_count"] += 1
                channel.payload["total_message_sent"] += 1
        if len(self.messages) > self.keep:
            self.remove_message(next(iter(self.messages.values())))
        return message

    def edit_message(self, message: Message, body: Json, *, uploads: Iterable[Upload] = ()) -> None:
        """Change what the body names; an ephemeral message stays one, and loading ends."""
        payload, kept = message.payload, EPHEMERAL | LOADING
        for key, empty in (("content", ""), ("embeds", []), ("components", []), ("flags", 0)):
            if key not in body:
                continue
            value: Body = body[key] if body[key] is not None else empty
            if key == "components":
                value = numbered(value)
            elif key == "flags":
                value = message.flags & (kept | COMPONENTS_V2) | value & ~kept
            payload[key] = value
        payload["flags"] &= ~LOADING
        payload["edited_timestamp"] = moment(self.clock())
        self._attach(payload, body, uploads)
        if "content" in body or "components" in body:
            self._record_pings(message, body)

    def remove_message(self, message: Message) -> None:
        """Delete a message."""
        self.messages.pop(message.id, None)
        message.channel.messages.pop(message.id, None)
        if message.id in message.channel.pins:
            message.channel.pins.remove(message.id)

    def _attach(self, payload: Json, body: Json, uploads: Iterable[Upload]) -> None:
        """Keep the attachments the body still names, and add the new files with their alt texts."""
        described = {str(each["id"]): each for each in body.get("attachments") or [] if "id" in each}
        kept = [each for each in payload["attachments"] if "attachments" not in body or each["id"] in described]
        for upload in uploads:
            about = described.get(upload.key, {})
            upload_id = self.new_id()
            self.uploads[upload_id] = upload
            link = f"https://cdn.discordapp.com/attachments/{payload['channel_id']}/{upload_id}/{upload.filename}"
            attachment: Json = {
                "id": upload_id,
                "filename": about.get("filename") or upload.filename,
                "size": len(upload.content),
                "url": link,
                "proxy_url": link,
                "content_type": upload.kind,
            }
            if about.get("description"):
                attachment["description"] = about["description"]
            kept.append(attachment)
        payload["attachments"] = kept

    def _record_pings(self, message: Message, body: Json) -> None:
        """Note whom the message calls (Message, "Allowed Mentions Object").

        Code blocks are not skipped: a name in one counts as a call, so that a test errs on the side of silence.
        """
        payload, guild = message.payload, message.channel.guild
        allowed = body.get("allowed_mentions")
        parse = ("users", "roles", "everyone") if allowed is None else tuple(allowed.get("parse") or ())
        named_users = [str(each) for each in (allowed or {}).get("users") or ()]
        named_roles = [str(each) for each in (allowed or {}).get("roles") or ()]
        texts = [payload["content"], *(each["content"] for each in message.components if each["type"] == TEXT)]
        users: dict[str, Json] = {}
        roles: dict[str, None] = {}
        everyone = False
        for user_id, role_id, wide in itertools.chain.from_iterable(map(PING.findall, texts)):
            if user_id in self.users and ("users" in parse or user_id in named_users):
                users[user_id] = self.users[user_id].payload()
            elif (
                role_id
                and guild is not None
                and role_id in guild.roles
                and ("roles" in parse or role_id in named_roles)
            ):
                roles[role_id] = None
            elif wide and "everyone" in parse:
                may = message.channel.permissions_of(message.author)
                everyone = bool(may & MENTION_EVERYONE)
        if message.private_to is None:
            payload.update(mentions=list(users.values()), mention_roles=list(roles), mention_everyone=everyone)


def numbered(components: Iterable[Json]) -> list[Json]:
    """Give every component the integer id that Discord fills in where the request left it out."""
    numbers = itertools.count(1)

    def copied(component: Json) -> Json:
        # `required` of a select belongs to modals and is not sent back
        copy = {key: value for key, value in component.items() if key != "required" or component["type"] == TEXT_INPUT}
        if copy.get("id") is None:
            copy["id"] = next(numbers)
        if "components" in copy:
            copy["components"] = [copied(each) for each in copy["components"]]
        for key in ("accessory", "component"):
            if key in copy:
                copy[key] = copied(copy[key])
        return copy

    return [copied(each) for each in components]
