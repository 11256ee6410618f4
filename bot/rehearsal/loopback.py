"""A Discord on 127.0.0.1 that an unmodified discord.py client can live in: for trying, testing and benchmarking a bot.

`Loopback` puts the parts together and is what tests hold in their hands. What people do is in `people.py`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

import discord
from aiohttp import web

from .connect import HOST
from .gateway import DIRECT_MESSAGES, GUILD_MESSAGES, GUILDS, Gateway
from .interaction import Interaction
from .journal import Entry, Refusal, Shown
from .openapi import OpenApi, from_environment
from .people import Person
from .pulse import Pulse
from .rest import Rest
from .routes_channels import ChannelRoutes
from .routes_interactions import InteractionRoutes
from .routes_rest import IdentityRoutes
from .wire import DIRECT, PRIVATE_THREAD, PUBLIC_THREAD, Json, RefusedError, dumps
from .world import Channel, Guild, Message, User, World

EVENTS: Final = {"message": "MESSAGE_CREATE", "edit": "MESSAGE_UPDATE", "delete": "MESSAGE_DELETE"}


class Loopback:
    """One Discord with one bot application in it.

    `strict` refuses what Discord refuses and keeps each refusal in `refusals`; `journal` writes everything down for
    `seen_by` and costs time; `openapi` is by default the document that FAIRDRAW_OPENAPI names. `patience` bounds in
    seconds how long a person waits for an answer.
    """

    def __init__(
        self,
        *,
        port: int = 0,
        token: str = "loopback-token",
        strict: bool = True,
        journal: bool = True,
        openapi: OpenApi | None = None,
        compress: bool = True,
        heartbeat: float = 41.25,
        patience: float = 10.0,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.token, self.strict, self.journaling, self.patience = token, strict, journal, patience
        self.openapi = openapi or (from_environment() if strict else None)
        self.world = World(clock=clock)
        self.journal: list[Entry] = []
        self.refusals: list[Refusal] = []
        self.interactions: dict[str, Interaction] = {}
        self.by_token: dict[str, Interaction] = {}
        self.forms: dict[str, Interaction] = {}  # user id -> the interaction that opened the form on their screen
        self.files: dict[str, bytes] = {}  # what people attached, by the path it is fetched from
        self.people: dict[str, Person] = {}
        self.registrations = 0
        self.on_answer: Callable[[Interaction, float], None] | None = None
        self.on_show: Callable[[Message, str], None] | None = None  # "message", "edit" or "delete"
        self.on_tell: Callable[[], None] | None = None  # a channel or thread came, changed or went
        self.answer_window = 3.0  # seconds (Interactions, "Interaction Callback")
        self.token_life = 15 * 60.0
        self.pulse = Pulse()
        self.gateway = Gateway(self, compress=compress, heartbeat=heartbeat)
        self.rest = Rest(self)
        IdentityRoutes(self)
        InteractionRoutes(self)
        ChannelRoutes(self)
        self._port = port
        self._runner: web.ServerRunner | None = None
        self.default_guild = self.world.add_guild("Redwater")
        self.default_channel = self.channel("saloon")

    # -- life

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def start(self) -> str:
        """Listen on 127.0.0.1 and give the address, such as `http://127.0.0.1:8123`."""
        self._runner = web.ServerRunner(web.Server(self._serve), shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, HOST, self._port, backlog=1024).start()
        self._port = self._runner.addresses[0][1]
        return self.url

    async def stop(self) -> None:
        """Close every connection and stop listening."""
        await self.gateway.stop()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://{HOST}:{self._port}"

    @property
    def gateway_url(self) -> str:
        """Where its WebSocket is."""
        return f"ws://{HOST}:{self._port}"

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        if "Origin" in request.headers or request.headers.get("Host") != f"{HOST}:{self._port}":
            return web.Response(status=403)  # a web page that knocks at ports: no bot is like that
        if request.path == "/":
            return await self.gateway.serve(request)
        if request.path in self.files:  # Discord's content delivery needs no token
            return web.Response(body=self.files[request.path])
        return await self.rest.answer(request)

    # -- what there is

    def guild(self, name: str) -> Guild:
        """Create another guild, with everybody in it."""
        guild = self.world.add_guild(name)
        self.gateway.dispatch("GUILD_CREATE", guild.create_payload(), intents=GUILDS, guild_id=guild.id)
        return guild

    def channel(self, name: str, guild: Guild | None = None, *, is_forum: bool = False) -> Channel:
        """Create another text channel, or a forum."""
        guild = guild or self.default_guild
        channel = self.world.add_channel(guild, name, is_forum=is_forum)
        self.tell("CHANNEL_CREATE", channel, channel.payload)
        return channel

    def thread(self, parent: Channel, name: str, by: Person) -> Channel:
        """A public thread that somebody starts in a channel, or his post in a forum, with its first message."""
        thread = self.world.add_thread(parent, name=name, kind=PUBLIC_THREAD, archive_after=1440, owner=by.user)
        self.tell("THREAD_CREATE", thread, {**thread.payload, "newly_created": True})
        if parent.is_forum:
            self.show(self.world.add_message(thread, {"content": name}, author=by.user), "message")
        return thread

    def archive(self, thread: Channel, *, locked: bool = False) -> None:
        """A thread goes to sleep, or a moderator closes it."""
        thread.payload["thread_metadata"].update(archived=True, locked=locked)
        self.tell("THREAD_UPDATE", thread, thread.payload)

    def delete(self, channel: Channel) -> None:
        """Somebody deletes a channel or thread."""
        self.world.remove_channel(channel)
        self.tell("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", channel, channel.payload)

    def person(self, name: str, *, permissions: discord.Permissions | None = None) -> Person:
        """Create a member with these permissions beyond everybody's, or find the one of that name."""
        if name not in self.people:
            user = self.world.add_user(name, permissions=permissions.value if permissions is not None else 0)
            self.people[name] = Person(self, user)
            for guild in self.world.guilds.values():
                for role in guild.roles_of(user):
                    self._tell_role(guild, role)
        return self.people[name]

    def role(self, name: str, permissions: discord.Permissions | None = None) -> str:
        """Create a role in the first guild; its id."""
        value = permissions.value if permissions is not None else 0
        role = str(self.world.add_role(self.default_guild, name, value)["id"])
        self._tell_role(self.default_guild, role)
        return role

    def _tell_role(self, guild: Guild, role: str) -> None:
        content = {"guild_id": guild.id, "role": guild.roles[role]}
        self.gateway.dispatch("GUILD_ROLE_CREATE", content, intents=GUILDS, guild_id=guild.id)

    def give(self, person: Person, role: str) -> None:
        """Give somebody a role of the first guild. The bot hears of it with what he does next."""
        held = self.default_guild.held
        held[person.user.id] = (*held.get(person.user.id, ()), role)

    def take(self, person: Person) -> None:
        """Take all roles in the first guild from somebody."""
        self.default_guild.held.pop(person.user.id, None)

    def deny(self, channel: Channel, *names: str) -> None:
        """Take permissions from the bot in a channel, by their discord.py names: `send_messages`, `pin_messages`."""
        denied = discord.Permissions(**dict.fromkeys(names, True)).value
        self.overwrite(
            channel, self.world.bot.id, {"id": self.world.bot.id, "type": 1, "allow": "0", "deny": str(denied)}
        )

    def allow_all(self, channel: Channel) -> None:
        """Give the bot back what `deny` took."""
        self.overwrite(channel, self.world.bot.id, None)

    def overwrite(self, channel: Channel, target: str, overwrite: Json | None) -> None:
        """Replace a channel's permission overwrite of one member or role."""
        rest = [each for each in channel.payload["permission_overwrites"] if each["id"] != target]
        channel.payload["permission_overwrites"] = rest if overwrite is None else [*rest, overwrite]
        self.tell("CHANNEL_UPDATE", channel, channel.payload)

    def command_named(self, name: str, guild: Guild | None) -> Json | None:
        """Find a registered slash command: one of the guild before a global one."""
        for scope in (None if guild is None else guild.id, None):
            for command in self.world.commands.get(scope, {}).values():
                if command["name"] == name and command["type"] == 1:
                    return command
        return None

    # -- telling the bot and people

    def tell(self, event: str, channel: Channel, content: Json) -> None:
        """Tell the bot about a channel."""
        guild_id = channel.guild.id if channel.guild is not None else None
        if guild_id is not None and "guild_id" not in content:
            content = {**content, "guild_id": guild_id}
        self.gateway.dispatch(event, content, intents=GUILDS, guild_id=guild_id)
        if self.on_tell is not None:
            self.on_tell()

    def show(self, message: Message, what: str) -> None:
        """Put a message, its edit or its end ("message", "edit", "delete") on the screens that have it."""
        channel = message.channel
        if self.on_show is not None:
            self.on_show(message, what)
        if self.journaling:
            readers = self._readers(message)
            self.journal.append(
                Shown(
                    at=self.world.clock(),
                    readers=readers,
                    what=what,
                    payload=dumps(message.payload),
                    message=message.id,
                    private=message.ephemeral or channel.kind == DIRECT,
                )
            )
        if message.ephemeral:
            return  # an ephemeral message is never dispatched
        guild = channel.guild
        content = message.payload
        if what == "delete":
            content = {"id": message.id, "channel_id": channel.id}
        if guild is not None:
            content = {**content, "guild_id": guild.id}
        intents = GUILD_MESSAGES if guild is not None else DIRECT_MESSAGES
        self.gateway.dispatch(EVENTS[what], content, intents=intents, guild_id=guild.id if guild is not None else None)

    def show_privately(self, user: User, what: str, payload: Json) -> None:
        """Put a form ("modal") or choices ("choices") on one person's screen."""
        if self.journaling:
            readers = frozenset((user.id,))
            self.journal.append(
                Shown(at=self.world.clock(), readers=readers, what=what, payload=dumps(payload), private=True)
            )

    def _readers(self, message: Message) -> frozenset[str] | None:
        if message.private_to is not None:
            return frozenset((message.private_to.id,))
        channel = message.channel
        top = channel.parent or channel
        if channel.kind not in (DIRECT, PRIVATE_THREAD) and not top.payload["permission_overwrites"]:
            return None
        return frozenset(user.id for user in self.world.users.values() if not user.bot and channel.visible_to(user))

    def deliver(self, interaction: Interaction) -> bool:
        """Hand an interaction to the bot and start its three seconds; False when no bot listens."""
        self.interactions[interaction.id] = self.by_token[interaction.token] = interaction
        if len(self.interactions) > self.world.keep:
            oldest = next(iter(self.interactions.values()))
            del self.interactions[oldest.id], self.by_token[oldest.token]
        interaction.sent = time.monotonic()
        return self.gateway.deliver(interaction.payload)

    def deliver_again(self, interaction: Interaction) -> bool:
        """Hand the very same interaction, id and token, to the bot once more."""
        return self.gateway.deliver(interaction.payload)

    # -- what a test asks for

    def seen_by(self, person: Person) -> list[str]:
        """Every text that this person's client ever received: each version of public messages, of their own ephemeral
        ones and of direct messages, with custom ids, alt texts, embeds, forms and choices.
        """
        assert self.journaling, "seen_by needs the journal"
        shown = [each for each in self.journal if isinstance(each, Shown) and each.reaches(person.user.id)]
        return [text for each in shown for text in each.texts()]

    def fail(self, route: str, *, status: int = 500, code: int = 0, message: str = "injected", times: int = 1) -> None:
        """Answer the next requests on a route ("POST /channels/{channel}/messages") with an error."""
        self.rest.fail(route, RefusedError(status, code, message), times=times)

    def limit(self, route: str, *, uses: int, seconds: float) -> None:
        """Answer 429 on a route beyond so many uses in so many seconds; zero uses lifts it."""
        self.rest.limit(route, uses=uses, seconds=seconds)

    async def until(self, true: Callable[[], bool], seconds: float) -> bool:
        """Wait until something is true; False when it took too long."""
        return await self.pulse.until(true, seconds)

    async def until_ready(self, seconds: float = 20.0, *, commands: bool = True) -> None:
        """Wait until a bot has identified, knows the guilds and (unless told otherwise) has registered commands.

        Raises: TimeoutError.
        """

        def ready() -> bool:
            return self.gateway.listening and (not commands or any(self.world.commands.values()))

        if not await self.until(ready, seconds):
            raise TimeoutError(f"no bot was ready within {seconds} seconds")

    async def until_gone(self, seconds: float = 5.0) -> None:
        """Wait until no bot is connected any more. Raises: TimeoutError."""
        if not await self.until(lambda: not self.gateway.lines, seconds):
            raise TimeoutError(f"the bot was still connected after {seconds} seconds")

    async def settled(self, quiet: float = 0.15, *, limit: float = 5.0) -> bool:
        """Wait until no request has come for `quiet` seconds; False when that did not happen within `limit`."""
        start = time.monotonic()
        while (now := time.monotonic()) - start < limit:
            still = now - max(self.rest.last_call, start)
            if self.rest.under_way == 0 and still >= quiet:
                return True
            await asyncio.sleep(max(quiet - still, 0.005))
        return False
