"""/privacy: what is stored about somebody, given to himself alone; and that he is forgotten. In servers and in DMs."""

from collections.abc import Awaitable, Callable

from discord import app_commands
from discord.ext import commands

from cogs.desk import Desk, user_of
from cogs.errors import serve
from cogs.press import Press, Verb, Verbs
from cogs.render import privacy as render
from cogs.reply import Interaction, Reply
from cogs.screen import Attached, Screen
from cogs.surfaces import Surfaces
from rules.core.ids import UserId


async def _what(desk: Desk, reply: Reply, user: UserId) -> None:
    reply.takes_long()
    await reply.screen(render.what(await desk.referee.stored(user)))


async def _data(desk: Desk, reply: Reply, user: UserId) -> None:
    reply.takes_long()
    file = Attached(name="fair-draw-my-data.json", content=await desk.referee.own_data(user))
    text = "Everything stored that is yours. Of fights: what you did, as you were told of it."
    await reply.file(Screen(text=text), file.fitting())


async def _forget(desk: Desk, reply: Reply, user: UserId) -> None:
    reply.takes_long()
    await reply.screen(render.forgetting(await desk.referee.stored(user)))


class PrivacyCog(commands.GroupCog, name="privacy", description="What is stored about you"):
    """Each about himself, nobody about others."""

    def __init__(self, desk: Desk) -> None:
        """`desk` holds the Referee."""
        self.desk = desk
        super().__init__()

    async def _serve(self, interaction: Interaction, show: Callable[[Desk, Reply, UserId], Awaitable[None]]) -> None:
        async def handle(reply: Reply) -> None:
            await show(self.desk, reply, user_of(interaction))

        await serve(self.desk.referee, interaction, None, handle)

    @app_commands.command(description="What is stored about you")
    async def what(self, interaction: Interaction) -> None:
        """In a line each."""
        await self._serve(interaction, _what)

    @app_commands.command(description="Everything stored that is yours, as a file")
    async def export(self, interaction: Interaction) -> None:
        """His own data."""
        await self._serve(interaction, _data)

    @app_commands.command(description="Delete what is stored about you, after asking")
    async def forget(self, interaction: Interaction) -> None:
        """What would happen; it takes a press."""
        await self._serve(interaction, _forget)


def verbs(desk: Desk, surfaces: Surfaces) -> Verbs:
    """What can be pressed."""

    async def what(press: Press) -> None:
        await _what(desk, press.reply, press.user)

    async def data(press: Press) -> None:
        await _data(desk, press.reply, press.user)

    async def forget(press: Press) -> None:
        await _forget(desk, press.reply, press.user)

    async def forget_now(press: Press) -> None:
        press.reply.takes_long()
        done = await desk.referee.forget(press.user, source=press.source)
        await surfaces.forgotten(press.user)
        await press.reply.screen(render.forgotten(done))

    return {
        "about": Verb(what),
        "mydata": Verb(data),
        "forget": Verb(forget),
        "forgetnow": Verb(forget_now),
    }
