"""What the bot may touch: channels and messages by the ids of a request, and the permissions it has there."""

from __future__ import annotations

import discord

from .rest import Request
from .wire import PRIVATE_THREAD, archived, missing_access, missing_permissions, unknown_channel, unknown_message
from .world import Channel, Message, World


def bit(**permission: bool) -> int:
    """Give the number of a permission by its discord.py name."""
    return discord.Permissions(**permission).value


VIEW, SEND = bit(view_channel=True), bit(send_messages=True)
SEND_IN_THREADS, MANAGE_THREADS = bit(send_messages_in_threads=True), bit(manage_threads=True)
PIN, MANAGE_MESSAGES, HISTORY = bit(pin_messages=True), bit(manage_messages=True), bit(read_message_history=True)
PUBLIC_THREADS, PRIVATE_THREADS = bit(create_public_threads=True), bit(create_private_threads=True)
MANAGE_CHANNELS, MANAGE_ROLES, REACT = bit(manage_channels=True), bit(manage_roles=True), bit(add_reactions=True)


class Access:
    """Finds what a request names, as far as the bot may know of it."""

    def __init__(self, world: World) -> None:
        self._world = world

    def may(self, channel: Channel) -> int:
        """The bot's permissions in a channel."""
        return channel.permissions_of(self._world.bot)

    def channel(self, call: Request, needed: int = 0) -> Channel:
        """The channel, if the bot may see it and has the permissions it needs."""
        channel = self._world.channels.get(call.args["channel"])
        if channel is None:
            raise unknown_channel()
        if channel.guild is not None:
            may = self.may(channel)
            is_apart = channel.kind == PRIVATE_THREAD and self._world.bot.id not in channel.members
            if not may & VIEW or (is_apart and not may & MANAGE_THREADS):
                raise missing_access()
            if needed & ~may:
                raise missing_permissions()
        return channel

    def writable(self, call: Request) -> Channel:
        """The channel, if the bot may write there."""
        channel = self.channel(call)
        return self.channel(call, SEND_IN_THREADS if channel.is_thread else SEND)

    def message(self, call: Request, channel: Channel) -> Message:
        """A message of a channel that is no ephemeral one."""
        message = channel.messages.get(call.args["message"])
        if message is None or message.ephemeral:
            raise unknown_message()
        return message

    def require_open(self, channel: Channel) -> None:
        """Refuse in an archived thread."""
        if channel.is_archived:
            raise archived()
