"""A bot in this process and a loopback Discord, for tests that act as people do."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from bot.app import assembled
from bot.client import FightBot
from bot.clock import Clock
from bot.rehearsal import Loopback, Person
from bot.rehearsal.connect import pointed_at
from bot.rehearsal.journal import Shown
from bot.rehearsal.people import Outcome
from bot.rehearsal.render import form_text, text_of
from bot.rehearsal.wire import Body, loads
from bot.rehearsal.world import Channel, Message
from bot.settings import Settings
from rules.core.ids import Place
from rules.referee import Showing
from rules.store.memory import MemoryStore
from rules.store.protocol import Store

CODE_WORDS = re.compile(r"(?<!/gm give-)\b(seat|seats|ply|seq|prompt|prompts|resolution)\b", re.IGNORECASE)
RAW_IDS = re.compile(r"(?<![\w@#:/])([cst]\d{1,3}|t\d+\.\w+|turn\d+\.\w+)(?!\w)")


@dataclass(slots=True)
class Table:
    """A running bot, the Discord it is connected to, and a few people."""

    discord: Loopback
    bot: FightBot

    def person(self, name: str) -> Person:
        """Somebody in the server."""
        return self.discord.person(name)

    async def settled(self) -> None:
        """Wait until everything ruled is shown."""
        await self.bot.publisher.quiet()

    async def fight(self, *players: str, scene: str = "ambush", house: str | None = None, start: bool = True) -> None:
        """A fight of "Dealer" and these players in the default channel, dealt and begun unless told otherwise."""
        dealer = self.person("Dealer")
        await dealer.command("/fight begin", system="texarkana", scene=scene, title="Showdown", house=house)
        for player in players:
            await self.person(player).command("/fight join")
        if start:
            await dealer.command("/fight start")
        await self.settled()

    async def showing(self, channel: Channel | None = None, by: Person | None = None) -> Showing:
        """The fight of a channel as somebody (left out: anybody) may see it."""
        return await self.bot.referee.show(self.place(channel), None if by is None else int(by.user.id))  # type: ignore[arg-type]  # a UserId

    async def seq(self, channel: Channel | None = None) -> int:
        """How many steps were ruled in a channel's fight."""
        return (await self.showing(channel)).seq

    def place(self, channel: Channel | None = None) -> Place:
        """A channel as the Referee names it."""
        channel = channel or self.discord.default_channel
        assert channel.guild is not None
        return Place(guild=int(channel.guild.id), channel=int(channel.id))

    def posted(self, channel: Channel | None = None) -> list[Message]:
        """What was said to everybody in a channel, as it stands now, oldest first; no "pinned a message"."""
        channel = channel or self.discord.default_channel
        return [each for each in channel.messages.values() if not each.ephemeral and each.payload["type"] == 0]

    def board(self, channel: Channel | None = None) -> Message:
        """The live board of a channel."""
        boards = [each for each in self.posted(channel) if "[History]" in text_of(each.payload)]
        lobbies = [each for each in self.posted(channel) if "[Join]" in text_of(each.payload)]
        return [*lobbies, *boards][-1]

    def button(self, message: Message, label: str) -> str:
        """The address of a button on a message."""
        return next(str(each["custom_id"]) for each in message.components if each.get("label") == label)

    def texts(self) -> list[str]:
        """Every text that anybody has read, without the addresses of buttons."""
        return [_read(each) for each in self.discord.journal if isinstance(each, Shown) and each.what != "delete"]


def _read(shown: Shown) -> str:
    payload: Body = loads(shown.payload)
    if shown.what == "choices":
        return "\n".join(choice["name"] for choice in payload["choices"])
    return form_text(payload) if shown.what == "modal" else text_of(payload)


def require_refused(outcome: Outcome, *words: str) -> None:
    """Check that somebody was refused privately, in these words (whatever their case)."""
    text = outcome.text.casefold()
    assert outcome.ephemeral, f"others could see: {outcome.text}"
    assert outcome.text.startswith("✋"), f"not a refusal: {outcome.text}"
    missing = [word for word in words if word.casefold() not in text]
    assert not missing, f"{missing} not in: {outcome.text}"


def require_plain_speech(table: Table) -> None:
    """Check that nothing anybody read holds a word of the program or a bare id."""
    for text in table.texts():
        for found in (CODE_WORDS.search(text), RAW_IDS.search(text)):
            assert found is None, f"a person reads {found[0]!r} in: {text}"


def settings(loopback: Loopback, *, database: Path | None = None, seed: int | None = 7) -> Settings:
    """Settings that point at a loopback."""
    return Settings.model_validate(
        {
            "discord_token": loopback.token,
            "discord_url": loopback.url,
            "database_url": f"sqlite+aiosqlite:///{database}" if database else "sqlite+aiosqlite:///unused",
            "fairdraw_seed": seed,
        }
    )


@contextlib.asynccontextmanager
async def seated(
    loopback: Loopback | None = None,
    *,
    store: Store | None = None,
    database: Path | None = None,
    seed: int | None = 7,
    clock: Clock | None = None,
    expects_refusals: bool = False,
) -> AsyncIterator[Table]:
    """A bot connected to a loopback, with its commands registered. Without `database` fights are kept in memory.

    At the end: Discord must not have refused anything the bot sent (unless the test `expects_refusals`), and nobody
    must have read a word of the program.
    """
    async with contextlib.AsyncExitStack() as stack:
        if loopback is None:
            loopback = await stack.enter_async_context(Loopback())
        stack.enter_context(pointed_at(loopback.url))
        kept = store or (None if database else MemoryStore())
        bot = await stack.enter_async_context(
            assembled(settings(loopback, database=database, seed=seed), kept, clock=clock)
        )
        await bot.login(loopback.token)
        await bot.tree.sync()
        connecting = asyncio.create_task(bot.connect())
        try:
            await loopback.until_ready()
            await bot.wait_until_ready()  # else its being ready may come up when it is closed already
            table = Table(discord=loopback, bot=bot)
            yield table
            await bot.publisher.quiet()
            assert expects_refusals or not loopback.refusals, f"Discord refused: {loopback.refusals}"
            require_plain_speech(table)
        finally:
            await bot.close()
            await connecting
