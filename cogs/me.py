"""/me: what one holds and wants: the hand, in this channel's fight or, in a DM, in whichever fight one means."""

from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from cogs.address import Address
from cogs.away import Away
from cogs.delivery import Delivery
from cogs.desk import Desk, place_of, place_or_dm, user_of
from cogs.errors import serve
from cogs.pace import Pacing
from cogs.render import private, theme
from cogs.reply import Interaction, Reply, is_in_private_thread
from cogs.screen import Button, Screen
from cogs.surfaces import Surfaces
from rules.core.ids import UserId
from rules.core.refusal import Illegal
from rules.referee import Showing


class MeCog(
    Delivery,
    Away,
    Pacing,
    commands.GroupCog,
    name="me",
    description="What is yours alone, and how you play",
):
    """One's own secrets, shown to oneself."""

    def __init__(self, desk: Desk, surfaces: Surfaces) -> None:
        """`desk` holds the Referee."""
        self.desk = desk
        self.referee = desk.referee
        self.surfaces = surfaces
        super().__init__()

    @app_commands.command(description="What you hold (your hand, your plan) and your sheet, shown to you alone")
    async def hand(self, interaction: Interaction) -> None:
        """The hand, playable where it is shown."""
        user = user_of(interaction)
        place = place_or_dm(interaction)

        async def handle(reply: Reply) -> None:
            showing = await self._shown_here(interaction, user)
            if showing is not None:
                self.desk.require_part(showing)
                await reply.screen(private.hand(showing))
                return
            fights = [await self.referee.show(fight, user) for fight in await self.referee.fights_of(user)]
            await reply.screen(private.hand(fights[0]) if len(fights) == 1 else _which(fights))

        await serve(self.referee, interaction, place, handle)

    async def _shown_here(self, interaction: Interaction, user: UserId) -> Showing | None:
        """The fight of this channel. None in a DM, and in a private thread (his own, perhaps) in which none goes on."""
        if interaction.guild_id is None:
            return None
        try:
            return await self.referee.show(place_of(interaction), user)
        except Illegal as illegal:
            if illegal.refusal.code == "NO_FIGHT" and is_in_private_thread(interaction):
                return None
            raise


def _which(fights: Sequence[Showing]) -> Screen:
    """Ask which fight is meant; two fights may have one title, so they are numbered, and their channels named."""
    if not fights:
        return Screen(text="You are in no fight just now. /fight join, in the fight's channel, takes you in.")
    shown = fights[: theme.ROWS * theme.BUTTONS_IN_ROW]
    lines = [f"{at}) {theme.name(each.title)} in <#{each.place.channel}>" for at, each in enumerate(shown, 1)]
    buttons = [Button(label=f"{at}) {each.title}", to=Address("hand", each.id)) for at, each in enumerate(shown, 1)]
    return Screen(text="\n".join(("In which fight?", theme.fit(lines, 1900))), rows=tuple(theme.rows_of(buttons)))
