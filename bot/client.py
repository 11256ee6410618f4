"""The Discord client: no privileged intent, no message cache, all cogs, one error handler."""

import logging

import aiohttp
import discord
from discord.ext import commands

from bot.publisher import Publisher
from bot.ticker import Ticker
from cogs import errors
from cogs.act import ActCog
from cogs.admin import AdminCog
from cogs.admin_acts import AdminActs
from cogs.admin_presses import AdminPresses
from cogs.desk import Desk
from cogs.fight import FightCog
from cogs.gm import GmCog
from cogs.me import MeCog
from cogs.presses import Presses
from cogs.privacy import PrivacyCog
from cogs.reference import ReferenceCog
from cogs.session import SessionCog
from cogs.sheet import SheetCog
from cogs.surfaces import Surfaces
from rules.referee import Referee

log = logging.getLogger("fairdraw.client")


class LeanBot(commands.Bot):
    """A client set up as Fair Draw needs it, with nothing to say yet: it never reads messages and keeps no members."""

    def __init__(self, *, connector: aiohttp.BaseConnector | None = None) -> None:
        """`connector` is given by rehearsals, to stay on this machine."""
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # it never speaks
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            connector=connector,
            guild_ready_timeout=2.0 if connector is None else 0.05,  # seconds; a rehearsal has its one server at once
        )

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """A bug in an event handler that is no interaction: one log line without values."""
        log.exception("a bug in %s", event_method)


class FightBot(LeanBot):
    """Fair Draw as a Discord client. It answers interactions and never reads messages."""

    def __init__(
        self,
        referee: Referee,
        publisher: Publisher,
        ticker: Ticker,
        *,
        connector: aiohttp.BaseConnector | None = None,
        serves: bool = True,
    ) -> None:
        """`connector` is given by rehearsals, to stay on this machine. `serves`: see `bot.app.assembled`."""
        super().__init__(connector=connector)
        self.serves = serves
        self.referee = referee
        self.publisher = publisher
        self.ticker = ticker
        self.tree.error(errors.on_tree_error)

    async def setup_hook(self) -> None:
        """Add all cogs, tell what is untold, let the clock go.

        Commands are registered by `python -m bot sync`, never here.
        """
        await add_cogs(self, Desk(self.referee, self.publisher.announced), self.publisher)
        if self.serves:
            await self.publisher.start(self.referee, self)
            self.ticker.start(self.referee, self._is_reachable)

    def _is_reachable(self) -> bool:
        """Whether Discord hands us what people do; that a line is dead without a sign is found out soon."""
        return self.is_ready() and self.ws.open

    async def on_ready(self) -> None:
        """Say that the bot is up."""
        log.info("ready: %d servers", len(self.guilds))
        self.ticker.wake()

    async def on_resumed(self) -> None:
        """The line to Discord broke and stands again."""
        self.ticker.wake()

    # What could not be shown may be possible now. (Threads that sleep are opened when something is written there.)

    async def on_guild_channel_update(self, before: object, after: discord.abc.GuildChannel) -> None:
        """A channel's permissions may have changed."""
        self.publisher.changed(after.guild.id)

    async def on_guild_role_update(self, before: object, after: discord.Role) -> None:
        """What a role may do may have changed."""
        self.publisher.changed(after.guild.id)

    async def on_member_update(self, before: object, after: discord.Member) -> None:
        """Our own roles may have changed: of others nothing is heard."""
        self.publisher.changed(after.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread may have been opened or unlocked."""
        self.publisher.changed(payload.guild_id)


async def add_cogs(bot: commands.Bot, desk: Desk, surfaces: Surfaces) -> None:
    """Everything a person can type or press."""
    await bot.add_cog(FightCog(desk, surfaces.board_anew))
    await bot.add_cog(ActCog(desk))
    await bot.add_cog(MeCog(desk, surfaces))
    await bot.add_cog(GmCog(desk))
    await bot.add_cog(ReferenceCog(desk))
    await bot.add_cog(SheetCog(desk))
    await bot.add_cog(SessionCog(desk))
    await bot.add_cog(PrivacyCog(desk))
    await bot.add_cog(Presses(desk, surfaces))
    acts = AdminActs(desk)
    await bot.add_cog(AdminCog(acts))
    await bot.add_cog(AdminPresses(acts))
