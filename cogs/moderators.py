"""Who is a moderator: asked of Discord's own word at every command, press, pick and form, never remembered.

Of a whole server: whoever may manage its messages or the server itself, or has the role that it has set. Of one
channel: besides those, whoever may manage messages there, or the channel.
"""

from collections.abc import Collection

import discord

from cogs.reply import Interaction
from rules.core.ids import Place
from rules.core.names import role_mention
from rules.core.refusal import Illegal
from rules.referee import Referee


async def moderates(referee: Referee, interaction: Interaction, place: Place | None = None) -> bool:
    """Whether this person is a moderator of the server where he speaks, or (`place`) at least of that channel of it."""
    guild = interaction.guild_id
    if guild is None or (place is not None and place.guild != guild):
        return False
    may = interaction.permissions
    if may.manage_guild or _may_in_server(interaction):
        return True
    is_here = place is not None and place.channel == interaction.channel_id
    if is_here and (may.manage_messages or may.manage_channels):
        return True
    role = (await referee.preferences.server(guild)).moderator_role
    return role != 0 and role in roles_of(interaction)


async def require_moderator(referee: Referee, interaction: Interaction, place: Place | None = None) -> int:
    """The server that he speaks in, if he `moderates`. Raises: Illegal(NOT_MODERATOR)."""
    guild = interaction.guild_id
    if guild is None:
        raise Illegal("NOT_MODERATOR", where=", in a channel of that server", role="")
    if not await moderates(referee, interaction, place):
        role = (await referee.preferences.server(guild)).moderator_role
        where = " on this server" if place is None else " there"
        raise Illegal("NOT_MODERATOR", where=where, role=f", or has the role {role_mention(role)}" if role else "")
    return guild


async def require_may_begin(referee: Referee, interaction: Interaction) -> None:
    """Whether this person may open a fight where he speaks. Raises: Illegal(MAY_NOT_BEGIN)."""
    guild = interaction.guild_id
    if guild is not None and not await moderates(referee, interaction):
        await referee.may_begin(guild, roles_of(interaction))


def roles_of(interaction: Interaction) -> Collection[int]:
    """The roles that this person has on the server where he speaks."""
    return {role.id for role in interaction.user.roles} if isinstance(interaction.user, discord.Member) else ()


def _may_in_server(interaction: Interaction) -> bool:
    """Whether he may manage messages by his roles, whatever one channel allows him besides."""
    return isinstance(interaction.user, discord.Member) and interaction.user.guild_permissions.manage_messages
