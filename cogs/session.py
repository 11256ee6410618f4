"""/session: an evening of fights, between which what is left of the characters stays as it is."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs import resolve
from cogs.desk import Desk, source_of, user_of
from cogs.errors import Choices, completing, serve
from cogs.moderators import moderates
from cogs.render import sheets as render, theme
from cogs.reply import Interaction, Reply
from cogs.screen import Screen
from cogs.sheet import guild_of, system_of
from rules.core.ids import UserId

Text = app_commands.Range[str, 1, 100]


@app_commands.guild_only()
class SessionCog(commands.GroupCog, name="session", description="An evening of fights with your own characters"):
    """Opened and closed by a game master."""

    def __init__(self, desk: Desk) -> None:
        """`desk` holds the Referee."""
        self.desk = desk
        self.sheets = desk.referee.sheets
        super().__init__()

    async def _systems(self, interaction: Interaction, current: str) -> Choices:
        return resolve.suggestions(self.desk.systems_with_sheets(), current)

    @app_commands.command(description="Open a session of the fights that you run on this server")
    @app_commands.describe(system="By which rules", number="Which session of the campaign (empty: the next)")
    @app_commands.autocomplete(system=completing(_systems))
    async def start(
        self, interaction: Interaction, system: Text | None = None, number: app_commands.Range[int, 1, 99] | None = None
    ) -> None:
        """From now on characters keep what the fights leave of them."""

        async def handle(reply: Reply) -> None:
            done = await self.sheets.begin_session(
                guild_of(interaction),
                user_of(interaction),
                system_of(self.desk, system),
                number=number,
                source=source_of(interaction),
            )
            more = "Whoever brings a character of his own into one of your fights takes part: /session show."
            await reply.screen(Screen(text=theme.plain(f"{done.said} {more}")))

        await serve(self.desk.referee, interaction, None, handle)

    @app_commands.command(description="Who takes part in the open sessions of this server")
    async def show(self, interaction: Interaction) -> None:
        """What is left of a character is shown to its player and to the session's game master."""

        async def handle(reply: Reply) -> None:
            shown = await self.sheets.sessions(guild_of(interaction), user_of(interaction))
            await reply.screen(render.sessions(shown))

        await serve(self.desk.referee, interaction, None, handle)

    @app_commands.command(description="Close a session: what its fights left goes to the characters")
    @app_commands.describe(of="Whose session (empty: your own; another's only if you are a moderator)")
    async def end(self, interaction: Interaction, of: discord.User | None = None) -> None:
        """Its game master, or whoever manages the server."""

        async def handle(reply: Reply) -> None:
            user = user_of(interaction)
            done = await self.sheets.end_session(
                guild_of(interaction),
                user,
                gm=UserId(of.id) if of is not None else user,
                source=source_of(interaction),
                is_moderator=await moderates(self.desk.referee, interaction),
            )
            await reply.screen(Screen(text=theme.fit(map(theme.plain, done.said.split("\n")), theme.CONTENT)))

        await serve(self.desk.referee, interaction, None, handle)
