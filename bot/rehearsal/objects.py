"""What a loopback Discord is made of: users, guilds, channels and messages, with the payloads that describe them.

They are made and changed by `world.py`.
"""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

import discord

from .wire import FORUM, PRIVATE_THREAD, PUBLIC_THREAD, Json, moment, walk

MEMBER_PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    read_message_history=True,
    use_application_commands=True,
    create_public_threads=True,
    send_messages_in_threads=True,
    embed_links=True,
    attach_files=True,
    add_reactions=True,
)
BOT_PERMISSIONS: Final = MEMBER_PERMISSIONS | discord.Permissions(
    create_private_threads=True,
    manage_threads=True,
    pin_messages=True,
    mention_everyone=True,
    external_emojis=True,
)
ADMINISTRATOR: Final = discord.Permissions(administrator=True).value
VIEW_CHANNEL: Final = discord.Permissions(view_channel=True).value
MANAGE_THREADS: Final = discord.Permissions(manage_threads=True).value
EVERYTHING: Final = discord.Permissions.all().value
JOINED: Final = moment(1_600_000_000)


@dataclass(slots=True, eq=False, kw_only=True, repr=False)
class User:
    """An account, and what it may do in every guild beyond what everybody may (by a role of its own)."""

    id: str
    name: str
    bot: bool = False
    permissions: int = 0
    dms_open: bool = True
    direct: Channel | None = None
    _payload: Json | None = None

    def __repr__(self) -> str:
        return f"<User {self.name} {self.id}>"

    def payload(self) -> Json:
        """User, "User Object"; the same dict each time, not to be changed."""
        if self._payload is None:
            self._payload = self._described()
        return self._payload

    def _described(self) -> Json:
        return {
            "id": self.id,
            "username": re.sub(r"\W+", "", self.name).lower() or "someone",
            "discriminator": "0",
            "global_name": self.name,
            "avatar": None,
            "bot": self.bot,
            "system": False,
            "banner": None,
            "accent_color": None,
            "public_flags": 0,
            "avatar_decoration_data": None,
            "primary_guild": None,
        }

    def member(self, *, permissions: int | None = None, roles: Iterable[str] = ()) -> Json:
        """Guild, "Guild Member Object"; `permissions` only inside interactions."""
        member: Json = {
            "user": self.payload(),
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": list(roles),
            "joined_at": JOINED,
            "premium_since": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "pending": False,
            "communication_disabled_until": None,
        }
        if permissions is not None:
            member["permissions"] = str(permissions)
        return member


@dataclass(slots=True, eq=False, kw_only=True, repr=False)
class Guild:
    """A server with its roles, members and channels."""

    id: str
    name: str
    owner: User
    bot: User
    bot_role: str
    members: dict[str, User] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    roles: dict[str, Json] = field(default_factory=dict)
    held: dict[str, tuple[str, ...]] = field(default_factory=dict)  # ids of roles by that of who has them

    def __repr__(self) -> str:
        return f"<Guild {self.name} {self.id}>"

    def roles_of(self, user: User) -> tuple[str, ...]:
        """Ids of the roles a member has; the bot has the one Discord makes for it."""
        return (self.bot_role,) if user is self.bot else self.held.get(user.id, ())

    def payload(self) -> Json:
        """Guild, "Guild Object"."""
        return {
            "id": self.id,
            "name": self.name,
            "icon": None,
            "splash": None,
            "discovery_splash": None,
            "owner_id": self.owner.id,
            "afk_channel_id": None,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "roles": list(self.roles.values()),
            "emojis": [],
            "stickers": [],
            "features": [],
            "mfa_level": 0,
            "application_id": None,
            "system_channel_id": None,
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "max_members": 500_000,
            "vanity_url_code": None,
            "description": None,
            "banner": None,
            "premium_tier": 0,
            "preferred_locale": "en-US",
            "public_updates_channel_id": None,
            "nsfw_level": 0,
            "premium_progress_bar_enabled": False,
            "safety_alerts_channel_id": None,
        }

    def create_payload(self) -> Json:
        """Gateway Events, "Guild Create"."""
        channels = self.channels.values()
        return {
            **self.payload(),
            "joined_at": JOINED,
            "large": False,
            "unavailable": False,
            "member_count": len(self.members),
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
            "channels": [channel.payload for channel in channels if not channel.is_thread],
            "threads": [
                channel.payload
                for channel in channels
                if channel.is_thread and not channel.payload["thread_metadata"]["archived"]
            ],
            "members": [user.member(roles=self.roles_of(user)) for user in (self.bot, self.owner)],
        }


@dataclass(slots=True, eq=False, kw_only=True, repr=False)
class Channel:
    """A text channel, a thread or a direct conversation, with what was said in it."""

    id: str
    kind: int
    payload: Json
    guild: Guild | None = None
    parent: Channel | None = None
    recipient: User | None = None
    members: set[str] = field(default_factory=set)  # of a thread
    pins: list[str] = field(default_factory=list)  # newest first
    messages: dict[str, Message] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Channel {self.name} {self.id}>"

    @property
    def is_thread(self) -> bool:
        """Whether it hangs under another channel."""
        return self.kind in (PUBLIC_THREAD, PRIVATE_THREAD)

    @property
    def is_forum(self) -> bool:
        """Whether it holds nothing but threads, its posts."""
        return self.kind == FORUM

    @property
    def is_archived(self) -> bool:
        """Whether it is a thread that was closed or went to sleep."""
        return self.is_thread and bool(self.payload["thread_metadata"]["archived"])

    @property
    def is_locked(self) -> bool:
        """Whether it is a thread that only whoever manages threads may open again."""
        return self.is_thread and bool(self.payload["thread_metadata"]["locked"])

    @property
    def name(self) -> str:
        """What people call it."""
        return str(self.payload.get("name") or "direct messages")

    def permissions_of(self, user: User) -> int:
        """What somebody may do here, after the channel's overwrites (Permissions, "Permission Overwrites")."""
        guild = self.guild
        if guild is None:
            return MEMBER_PERMISSIONS.value
        if self.parent is not None:
            return self.parent.permissions_of(user)
        roles = guild.roles_of(user)
        base = int(guild.roles[guild.id]["permissions"])
        for role in roles:
            base |= int(guild.roles[role]["permissions"])
        if user is guild.owner or base & ADMINISTRATOR:
            return EVERYTHING
        if not self.payload["permission_overwrites"]:
            return base
        order = {guild.id: 0, **dict.fromkeys(roles, 1), user.id: 2}
        overwrites = [each for each in self.payload["permission_overwrites"] if each["id"] in order]
        for overwrite in sorted(overwrites, key=lambda each: order[each["id"]]):
            base = base & ~int(overwrite["deny"]) | int(overwrite["allow"])
        return base

    def visible_to(self, user: User) -> bool:
        """Whether somebody can open it."""
        if self.guild is None:
            return user is self.recipient or user.bot
        may = self.permissions_of(user)
        if user.id not in self.guild.members or not may & VIEW_CHANNEL:
            return False
        return self.kind != PRIVATE_THREAD or user.id in self.members or bool(may & MANAGE_THREADS)


@dataclass(slots=True, eq=False, kw_only=True, repr=False)
class Message:
    """A message as it stands now; `private_to` is the only reader of an ephemeral one."""

    id: str
    channel: Channel
    author: User
    payload: Json
    private_to: User | None = None
    dismissed: bool = False
    late_edits: int = 0  # made when it was over an hour old

    def __repr__(self) -> str:
        return f"<Message {self.id} in {self.channel.name}: {self.payload['content']!r}>"

    @property
    def flags(self) -> int:
        """Message, "Message Flags"."""
        return int(self.payload["flags"])

    @property
    def ephemeral(self) -> bool:
        """Whether only one person can see it."""
        return self.private_to is not None

    @property
    def components(self) -> Iterator[Json]:
        """Every component on it, however deep."""
        return iter(walk(self.payload["components"]))

    def seen_by(self, user: User) -> bool:
        """Whether it is on this person's screen when they look."""
        if self.private_to is not None:
            return self.private_to is user and not self.dismissed
        return self.channel.visible_to(user)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file a bot attached."""

    key: str
    filename: str
    content_type: str
    content: bytes

    @property
    def kind(self) -> str:
        """What Discord takes it for: its name counts before what the bot says."""
        return mimetypes.guess_type(self.filename)[0] or self.content_type
