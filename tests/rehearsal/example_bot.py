"""A small saloon bot: one of everything that the loopback has to answer.

`python -m tests.rehearsal.example_bot` runs it in a process of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
from collections.abc import AsyncIterator
from typing import Any, Self

import discord
from discord import app_commands

from bot.rehearsal import Loopback
from bot.rehearsal.connect import guarded_connector, point_at, pointed_at

Press = discord.Interaction["SaloonBot"]
DRINKS = ("sarsaparilla", "rye", "gin", "coffee")


class Pour(discord.ui.DynamicItem[discord.ui.Button[discord.ui.View]], template=r"pour:(?P<drink>[a-z]+)"):
    """A button that works after any restart."""

    def __init__(self, drink: str) -> None:
        super().__init__(discord.ui.Button(label=f"Pour {drink}", custom_id=f"pour:{drink}"))
        self.drink = drink

    @classmethod
    async def from_custom_id(cls, interaction: discord.Interaction[Any], item: Any, match: re.Match[str], /) -> Self:
        return cls(match["drink"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"Here is your {self.drink}.", ephemeral=True)


class Order(discord.ui.Modal, title="An order"):
    who = discord.ui.TextInput[Any](label="Name", custom_id="who", max_length=20)
    glass: discord.ui.Label[Any] = discord.ui.Label(
        text="Glass",
        component=discord.ui.Select(
            custom_id="glass",
            options=[discord.SelectOption(label="Small", value="s"), discord.SelectOption(label="Large", value="l")],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        assert isinstance(self.glass.component, discord.ui.Select)
        await interaction.response.send_message(
            f"{self.who.value} takes {self.glass.component.values[0]}", ephemeral=True
        )


class Bar(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Ring the bell", custom_id="bar:ring")
    async def ring(self, interaction: Press, button: discord.ui.Button[Self]) -> None:
        await interaction.response.edit_message(content="The bell rings.")

    @discord.ui.button(label="Order", custom_id="bar:order", emoji="🍺")
    async def order(self, interaction: Press, button: discord.ui.Button[Self]) -> None:
        await interaction.response.send_modal(Order())

    @discord.ui.button(label="Closed", custom_id="bar:closed", disabled=True)
    async def closed(self, interaction: Press, button: discord.ui.Button[Self]) -> None:
        raise AssertionError("a disabled button cannot be pressed")

    @discord.ui.button(label="Listen", custom_id="bar:listen")
    async def listen(self, interaction: Press, button: discord.ui.Button[Self]) -> None:
        await interaction.response.defer()

    @discord.ui.select(
        custom_id="bar:drink", placeholder="A drink", options=[discord.SelectOption(label=d) for d in DRINKS]
    )
    async def drink(self, interaction: Press, select: discord.ui.Select[Self]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content=f"Somebody drinks {select.values[0]}.")
        await interaction.followup.send("It burns.", ephemeral=True)


class Saloon(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="saloon", description="The saloon")
        self.add_command(Backroom())

    @app_commands.command(description="Open the bar")
    async def open(self, interaction: Press, title: str, stools: app_commands.Range[int, 1, 12] = 4) -> None:
        await interaction.response.send_message(f"{title}: {stools} stools", view=Bar())

    @app_commands.command(description="Order by name")
    async def order(self, interaction: Press, drink: str, treat: bool = False) -> None:
        await interaction.response.send_message(f"{drink}{' for all' if treat else ''}", ephemeral=True)

    @order.autocomplete("drink")
    async def drinks(self, interaction: Press, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=each.title(), value=each) for each in DRINKS if each.startswith(current)]

    @app_commands.command(description="A button that outlives the bot")
    async def tap(self, interaction: Press) -> None:
        view = discord.ui.View(timeout=None).add_item(Pour("rye")).add_item(Pour("gin"))
        await interaction.response.send_message("The tap.", view=view)

    @app_commands.command(description="Think, then answer")
    async def think(self, interaction: Press, secret: bool = False) -> None:
        await interaction.response.defer(ephemeral=secret, thinking=True)
        await interaction.followup.send("I have thought.")
        original = await interaction.original_response()
        assert original.content == "I have thought."
        await interaction.followup.send("And again.", ephemeral=True)

    @app_commands.command(description="Whisper into a pocket")
    async def whisper(self, interaction: Press, whom: discord.Member) -> None:
        await interaction.response.defer(ephemeral=True)
        try:
            await whom.send(f"Psst, {whom.display_name}.")
        except discord.Forbidden as error:
            await interaction.followup.send(f"No: {error.code}")
        else:
            await interaction.followup.send("Whispered.")

    @app_commands.command(description="Nail something to the wall")
    async def nail(self, interaction: Press, text: str) -> None:
        await interaction.response.defer(ephemeral=True)
        assert isinstance(interaction.channel, discord.TextChannel)
        try:
            message = await interaction.channel.send(
                text, file=discord.File(_picture(), "map.png", description="a map")
            )
            await message.edit(content=f"{text}!")
            await message.pin()
            pinned = [each async for each in interaction.channel.pins()]
            await interaction.followup.send(f"Pinned {len(pinned)}.")
        except discord.Forbidden as error:
            await interaction.followup.send(f"No: {error.code}")

    @app_commands.command(description="Panels of the new kind")
    async def panel(self, interaction: Press) -> None:
        view = discord.ui.LayoutView(timeout=None)
        box: discord.ui.Container[Any] = discord.ui.Container(discord.ui.TextDisplay("The new panel"))
        box.add_item(discord.ui.Separator())
        box.add_item(discord.ui.Section("A section", accessory=discord.ui.Button(label="Beside", custom_id="side")))
        box.add_item(discord.ui.ActionRow(Pour("rye")))
        view.add_item(box)
        await interaction.response.send_message(view=view)

    @app_commands.command(description="Say what was written")
    async def say(self, interaction: Press, text: str, quietly: bool = True) -> None:
        allowed = discord.AllowedMentions.none() if quietly else discord.AllowedMentions.all()
        await interaction.response.send_message(text, allowed_mentions=allowed)

    @app_commands.command(description="Show a card")
    async def card(self, interaction: Press) -> None:
        embed = discord.Embed(title="Wanted", description="Dead or alive").add_field(name="Reward", value="$50")
        await interaction.response.send_message(embed=embed)


class Backroom(app_commands.Group):
    def __init__(self) -> None:
        super().__init__(name="backroom", description="Behind the curtain")

    @app_commands.command(description="Start a thread")
    async def enter(self, interaction: Press) -> None:
        await interaction.response.send_message("A door opens.")
        message = await interaction.original_response()
        assert isinstance(interaction.channel, discord.TextChannel)
        door = await interaction.channel.fetch_message(message.id)
        thread = await door.create_thread(name="Backroom", auto_archive_duration=60)
        await thread.send("Quiet in here.")
        await thread.edit(archived=True, locked=True)


@app_commands.command(description="For the sheriff")
@app_commands.default_permissions(manage_guild=True)
async def sheriff(interaction: Press) -> None:
    await interaction.response.send_message("Yes, sheriff.", ephemeral=True)


def _picture() -> Any:
    import io

    return io.BytesIO(b"not really a picture")


class SaloonBot(discord.Client):
    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            chunk_guilds_at_startup=False,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            connector=guarded_connector(),
            max_ratelimit_timeout=30.0,
            guild_ready_timeout=0.05,
        )
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(Saloon())
        self.tree.add_command(sheriff)
        self.errors: list[BaseException] = []
        self.resumes = 0

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Pour)
        self.tree.error(self._note)
        await self.tree.sync()

    async def _note(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        self.errors.append(getattr(error, "original", error))

    async def on_resumed(self) -> None:
        self.resumes += 1


@contextlib.asynccontextmanager
async def running(loopback: Loopback) -> AsyncIterator[SaloonBot]:
    """Run the bot in this process until the block ends."""
    with pointed_at(loopback.url):
        bot = SaloonBot()
        task = asyncio.create_task(bot.start(loopback.token))
        try:
            await loopback.until_ready()
            await bot.wait_until_ready()
            yield bot
        finally:
            await bot.close()
            await asyncio.wait((task,))
            if not task.cancelled() and task.exception() is not None:
                raise task.exception()  # type: ignore[misc]  # it is not None: asked the line before


def main() -> None:
    """Run in a process of its own, as a benchmark or a script does."""
    point_at(os.environ["DISCORD_URL"])

    async def start() -> None:
        async with SaloonBot() as bot:
            await bot.start(os.environ["DISCORD_TOKEN"])

    asyncio.run(start())


if __name__ == "__main__":
    main()
