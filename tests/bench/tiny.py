"""Two bots without rules, `python -m tests.bench.tiny bare|floor`, to see what an act costs beyond Discord itself.

`bare` acknowledges a press and does nothing else. `floor` is asked as acts are, by typed commands and presses, and
sends what acts were seen to send (from a file): the same first answer, the same public line with its calls or the same
edit of the line before, the same edit of the board and of the hand in a conversation; nothing is ruled and nothing
stored.
"""

import asyncio
import itertools
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import msgspec
from discord import app_commands

from bot.__main__ import run_in_fast_loop
from bot.client import LeanBot
from bot.rehearsal.connect import guarded_connector, point_at
from cogs.address import parse
from cogs.screen import Button, Pick, Row, Screen, Select, view_of

STYLES = {1: "main", 2: "plain", 3: "go", 4: "stop"}  # Components, "Button Styles"
Json = dict[str, Any]  # Any: JSON as Discord has it
Text = app_commands.Range[str, 1, 100]
AnyInteraction = discord.Interaction[Any]  # Any: whichever client


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What one act was asked by (`typed`: the options of its command; None: a press) and the bodies of what it sent.

    `line` is None where nothing was posted, `edit` where no line was edited, `hand` where no hand was.
    """

    typed: Json | None
    answer: Json
    line: Json | None
    edit: Json | None
    board: Json
    hand: Json | None


class Bare(LeanBot):
    """Acknowledges every press, in the cheapest way there is."""

    async def on_interaction(self, interaction: AnyInteraction) -> None:
        """The event of discord.py."""
        await interaction.response.defer()


class Floor(LeanBot):
    """Sends what acts send, one after the other from a list."""

    def __init__(self, seen: list[Seen], *, connector: Any) -> None:
        super().__init__(connector=connector)
        self._acts = itertools.cycle([_Screens(each) for each in seen])
        self._shows: set[asyncio.Task[None]] = set()
        self._lines: dict[int, int] = {}  # the latest line, by channel
        self._boards: dict[int, int] = {}  # by channel
        self._hands: dict[int, discord.Message] = {}  # by channel, each in a conversation

    async def setup_hook(self) -> None:
        """Its one command, which takes what /act does."""
        self.tree.add_command(app_commands.Command(name="act", description="Act", callback=self.typed))
        await self.tree.sync()

    @app_commands.rename(as_="as")
    async def typed(
        self,
        interaction: AnyInteraction,
        action: Text,
        whom: Text | None = None,
        where: Text | None = None,
        weapon: Text | None = None,
        card: Text | None = None,
        how: Text | None = None,
        note: Text | None = None,
        as_: Text | None = None,
    ) -> None:
        """A typed act."""
        await self._serve(interaction)

    async def on_interaction(self, interaction: AnyInteraction) -> None:
        """The event of discord.py: a press, on the board at first."""
        if interaction.message is not None and interaction.channel_id is not None:
            self._boards.setdefault(interaction.channel_id, interaction.message.id)
            if interaction.channel_id not in self._hands:
                self._hands[interaction.channel_id] = await interaction.user.send("Your hand")
            await self._serve(interaction)

    async def _serve(self, interaction: AnyInteraction) -> None:
        """The channel is told beside the answer, as Fair Draw does it."""
        act = next(self._acts)
        show = asyncio.create_task(self._show(interaction, act))
        self._shows.add(show)
        show.add_done_callback(self._shows.discard)
        await interaction.response.send_message(act.answer.text, view=view_of(act.answer), ephemeral=True)

    async def _show(self, interaction: AnyInteraction, act: "_Screens") -> None:
        assert interaction.channel_id is not None
        at = self._boards[interaction.channel_id]
        channel = self.get_partial_messageable(interaction.channel_id, guild_id=interaction.guild_id)
        if act.edit is not None:
            line = channel.get_partial_message(self._lines.get(interaction.channel_id, at))
            await line.edit(content=act.edit.text, view=view_of(act.edit))
        if act.line is not None:
            mentions = discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=act.called)
            posted = await channel.send(
                act.line.text,
                view=view_of(act.line),
                allowed_mentions=mentions,
                nonce=str(interaction.id),
                silent=not act.called,
            )
            self._lines[interaction.channel_id] = posted.id
        board = channel.get_partial_message(at)
        await board.edit(content=act.board.text, view=view_of(act.board))
        if act.hand is not None:
            mine = self._hands[interaction.channel_id]
            hand = self.get_partial_messageable(mine.channel.id).get_partial_message(mine.id)
            await hand.edit(content=act.hand.text, view=view_of(act.hand))


class _Screens:
    """What one act showed, ready to be sent again."""

    def __init__(self, seen: Seen) -> None:
        self.answer = screen(seen.answer)
        self.line = None if seen.line is None else screen(seen.line)
        self.edit = None if seen.edit is None else screen(seen.edit)
        called = (seen.line or {}).get("allowed_mentions", {}).get("users", [])
        self.called = [discord.Object(int(user)) for user in called]
        self.board = screen(seen.board)
        self.hand = None if seen.hand is None else screen(seen.hand)


def screen(body: Json) -> Screen:
    """The body of a message as the screen it was made from."""
    return Screen(text=body.get("content") or "", rows=tuple(_rows(body.get("components") or [])))


def _rows(components: list[Json]) -> Iterator[Row]:
    for row in components:
        parts = row["components"]
        if parts[0]["type"] == 2:
            yield tuple(Button(label=each["label"], to=_address(each), style=STYLES[each["style"]]) for each in parts)
        else:
            picks = tuple(
                Pick(
                    key=option["value"],
                    label=option["label"],
                    note=option.get("description") or "",
                    is_chosen=bool(option.get("default")),
                )
                for option in parts[0]["options"]
            )
            yield Select(to=_address(parts[0]), placeholder=parts[0].get("placeholder") or "", picks=picks)


def _address(component: Json) -> Any:
    address = parse(component["custom_id"])
    assert address is not None, "all of ours are addresses"
    return address


async def serve(kind: str, seen: bytes) -> None:
    """Connect to the loopback of DISCORD_URL and serve until killed. `seen`: what acts sent, for the floor."""
    point_at(os.environ["DISCORD_URL"])
    connector = guarded_connector()
    if kind == "bare":
        bot: LeanBot = Bare(connector=connector)
    else:
        bot = Floor(msgspec.json.decode(seen, type=list[Seen]), connector=connector)
    await bot.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    run_in_fast_loop(serve(sys.argv[1], b"".join(Path(name).read_bytes() for name in sys.argv[2:])))
