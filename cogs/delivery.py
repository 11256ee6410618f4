"""/me delivery: where what is one's own alone comes to."""

from discord import app_commands
from discord.ext import commands

from cogs.desk import Desk, user_of
from cogs.errors import serve
from cogs.render import delivery
from cogs.reply import Interaction, Reply
from cogs.screen import Screen
from cogs.surfaces import Surfaces
from rules.core.values import replace
from rules.preferences import DELIVERIES
from rules.referee import Referee

WAYS = [app_commands.Choice(name=f"{way}: {delivery.WAYS[way]}"[:100], value=way) for way in DELIVERIES]


class Delivery(commands.Cog):
    """The part of /me that is about it."""

    desk: Desk
    referee: Referee
    surfaces: Surfaces

    @app_commands.command(
        name="delivery", description="Where what is yours alone comes to (your hand, your plan), in all your fights"
    )
    @app_commands.describe(where="Left out: tells what you have chosen")
    @app_commands.choices(where=WAYS)
    async def delivery(self, interaction: Interaction, where: app_commands.Choice[str] | None = None) -> None:
        """Choose it, or see what is chosen. A fight that goes on brings the hand there at once."""
        user, guild = user_of(interaction), interaction.guild_id

        async def handle(reply: Reply) -> None:
            person = await self.referee.preferences.person(user)
            if where is not None and where.value != person.delivery:
                way = where.value
                person = await self.referee.preferences.change_person(user, lambda now: replace(now, delivery=way))
                for fight in await self.referee.fights_of(user):
                    if (await self.referee.show(fight, user)).viewer.combatants:
                        self.surfaces.hand_anew(fight, user)
            allows = guild is None or (await self.referee.preferences.server(guild)).threads
            await reply.screen(Screen(text=delivery.chosen(person.delivery, allows_threads=allows)))

        await serve(self.referee, interaction, None, handle)
