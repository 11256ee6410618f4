"""/me: what one holds, in this channel's fight or, in a DM, in whichever fight one means."""

from discord import app_commands
from discord.ext import commands

from cogs.address import Address
from cogs.desk import Desk, place_of, user_of
from cogs.errors import serve
from cogs.render import private, theme
from cogs.reply import Interaction, Reply
from cogs.screen import Button, Screen


class MeCog(commands.Cog):
    """One's own secrets, shown to oneself."""

    def __init__(self, desk: Desk) -> None:
        """`desk` holds the Referee."""
        self.desk = desk
        self.referee = desk.referee

    @app_commands.command(name="me", description="Your hand and sheet, shown to you alone")
    async def me(self, interaction: Interaction) -> None:
        """The hand, playable where it is shown."""
        user = user_of(interaction)
        if interaction.guild_id is not None:
            place = place_of(interaction)

            async def here(reply: Reply) -> None:
                await reply.screen(private.hand(await self.referee.show(place, user)))

            await serve(self.referee, interaction, place, here)
            return

        async def which(reply: Reply) -> None:
            fights = [await self.referee.show(fight, user) for fight in await self.referee.fights_of(user)]
            if len(fights) == 1:
                await reply.screen(private.hand(fights[0]))
                return
            buttons = tuple(
                Button(label=theme.cut(showing.title, theme.BUTTON_LABEL), to=Address("hand", showing.id))
                for showing in fights[: theme.BUTTONS_IN_ROW]
            )
            text = "In which fight?" if fights else "You are in no fight just now."
            await reply.screen(Screen(text=text, rows=(buttons,) if buttons else ()))

        await serve(self.referee, interaction, None, which)
