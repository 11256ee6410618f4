"""What the bot may not do in a channel, what suffers by it, and who can help. Pure: from permissions to words."""

from dataclasses import dataclass
from typing import TypeAlias

import discord

Where: TypeAlias = discord.abc.GuildChannel | discord.Thread


@dataclass(frozen=True, slots=True, kw_only=True)
class Lack:
    """A permission that is missing: its name in the library and in Discord's settings, what suffers, the remedy.

    `is_grave`: the table is not told in public what happens.
    """

    key: str
    name: str
    suffers: str
    remedy: str
    is_grave: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """A permission the bot makes use of."""

    key: str
    name: str
    suffers: str
    is_grave: bool = False
    in_threads: bool | None = None  # needed only in threads; False: only outside them
    is_for_hands: bool = False  # needed only where hands may come in private threads


NEEDS = (
    Need(
        key="view_channel",
        name="View Channel",
        suffers="No board and no news are shown here; whoever types or presses is still answered privately.",
        is_grave=True,
    ),
    Need(
        key="send_messages",
        name="Send Messages",
        suffers="Nothing new is posted here: no news, no calls; a board that stands is still changed.",
        is_grave=True,
        in_threads=False,
    ),
    Need(
        key="send_messages_in_threads",
        name="Send Messages in Threads",
        suffers="Nothing new is posted in this thread: no news, no calls; a board that stands is still changed.",
        is_grave=True,
        in_threads=True,
    ),
    Need(
        key="send_messages_in_threads",
        name="Send Messages in Threads",
        suffers="What is a player's alone cannot come in a private thread; it comes by direct message.",
        in_threads=False,
        is_for_hands=True,
    ),
    Need(
        key="create_private_threads",
        name="Create Private Threads",
        suffers="What is a player's alone cannot come in a private thread; with closed DMs he looks it up: /me hand.",
        in_threads=False,
        is_for_hands=True,
    ),
    Need(
        key="manage_threads",
        name="Manage Threads",
        suffers="A thread that a moderator has locked stays closed to the bot.",
    ),
    Need(
        key="pin_messages",
        name="Pin Messages",
        suffers="The board is not pinned; /fight show brings it to the bottom.",
    ),
    Need(
        key="read_message_history",
        name="Read Message History",
        suffers="Threads that sleep are not found again by name after a crash.",
    ),
    Need(
        key="embed_links",
        name="Embed Links",
        suffers="Links are shown without a preview; fights need none.",
    ),
)


def missing(
    has: discord.Permissions, channel: Where, me: discord.Member | None, *, wants_threads: bool = True
) -> tuple[Lack, ...]:
    """What the bot (`me`, if it is known) lacks where it `has` these permissions, the gravest first.

    `wants_threads`: the server allows hands in private threads. Without View Channel nothing else is named, and without
    Send Messages no links: they do not count then.
    """
    is_thread = isinstance(channel, discord.Thread)
    can_send = has.send_messages_in_threads if is_thread else has.send_messages
    lacks = tuple(
        Lack(
            key=need.key,
            name=need.name,
            suffers=need.suffers,
            remedy=_remedy(need, channel, me),
            is_grave=need.is_grave,
        )
        for need in NEEDS
        if not getattr(has, need.key)
        and need.in_threads in (None, is_thread)
        and (wants_threads or not need.is_for_hands)
        and (can_send or need.key != "embed_links")
    )
    return lacks[:1] if lacks and lacks[0].key == "view_channel" else lacks


def _remedy(need: Need, channel: Where, me: discord.Member | None) -> str:
    """Where to allow it: in the channel where that takes it away, else in the role."""
    top = channel.parent if isinstance(channel, discord.Thread) else channel
    where = f"#{top.name}" if top is not None else "this channel"
    if me is None or getattr(me.guild_permissions, need.key):
        return f"Edit {where}, Permissions: allow “{need.name}” for {me.display_name if me else 'my role'}."
    return f"Server Settings of {me.guild.name}, Roles: allow “{need.name}” for the role of {me.display_name}."
