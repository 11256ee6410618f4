"""/me: what one holds and wants: the hand, in this channel's fight or, in a DM, in whichever fight one means."""

from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from cogs.address import Address
from cogs.desk import Desk, place_of, user_of
from cogs.errors import serve
from cogs.pace import Pacing
from cogs.render import private, theme
from cogs.reply import Interaction, Reply
from cogs.screen import Button, Screen
from rules.referee import Showing


class MeCog(Pacing, commands.GroupCog, name="me", description="What is yours alone: your hand, and how you play"):
    """One's own secrets, shown to oneself."""

    def __init__(self, desk: Desk) -> None:
        """`desk` holds the Referee."""
        self.desk = desk
        self.referee = desk.referee
        super().__init__()

    @app_commands.command(description="Your hand and sheet, shown to you alone")
    async def hand(self, interaction: Interaction) -> None:
        """The hand, playable where it is shown."""
        user = user_of(interaction)
        if interaction.guild_id is not None:
            place = place_of(interaction)

            async def here(reply: Reply) -> None:
                showing = await self.referee.show(place, user)
                self.desk.require_part(showing)
                await reply.screen(private.hand(showing))

            await serve(self.referee, interaction, place, here)
            return

        async def which(reply: Reply) -> None:
            fights = [await self.referee.show(fight, user) for fight in await self.referee.fights_of(user)]
            if len(fights) == 1:
                await reply.screen(private.hand(fights[0]))
                return
            await reply.screen(_which(fights))

        await serve(self.referee, interaction, None, which)


def _which(fights: Sequence[Showing]) -> Screen:
    """Ask which fight is meant; two fights may have one title, so they are numbered, and their channels named."""
    if not fights:
        return Screen(text="You are in no fight just now. /fight join, in the fight's channel, takes you in.")
    shown = fights[: theme.ROWS * theme.BUTTONS_IN_ROW]
    lines = [f"{at}) {theme.name(each.title)} in <#{each.place.channel}>" for at, each in enumerate(shown, 1)]
    buttons = [Button(label=f"{at}) {each.title}", to=Address("hand", each.id)) for at, each in enumerate(shown, 1)]
    return Screen(text="\n".join(("In which fight?", theme.fit(lines, 1900))), rows=tuple(theme.rows_of(buttons)))
