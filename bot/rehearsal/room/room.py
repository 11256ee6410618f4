"""The room put together: the loopback, the bot in its own process, the windows, and the server of the page."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import msgspec
from aiohttp import WSMsgType, web

from bot.rehearsal.connect import HOST
from bot.rehearsal.loopback import Loopback
from bot.rehearsal.process import Bot, BotFailedError
from bot.rehearsal.wire import Json
from bot.rehearsal.world import Message, User

from . import acts, asked, guard, sight
from .cast import Cast
from .window import Window

PAGE: Final = Path(__file__).with_name("page")
PICTURES: Final = ("image/png", "image/jpeg", "image/gif", "image/webp")
LARGEST: Final = 1 << 16  # bytes of a frame from a window
TYPES: Final = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


class Room:
    """A table in the browser. `bot` is started and stopped with it; tests may seat one of their own."""

    def __init__(
        self, loopback: Loopback, bot: Bot | None, *, port: int = 0, say: Callable[[str], None] = print
    ) -> None:
        self.loopback, self.cast = loopback, Cast(loopback)
        self.windows: dict[str, Window] = {}  # by token
        self.asides: dict[str, Window] = {}  # interactions whose answers go to a panel
        self.bot_state = "starting"
        self._bot, self._port, self._say = bot, port, say
        self._runner: web.AppRunner | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._starting = asyncio.Lock()
        self._refusals = 0
        loopback.on_show = self.shown
        loopback.on_tell = self.told_about_channels

    # -- life

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def start(self) -> str:
        """Listen, begin to start the bot, and give the address. Raises: OSError where the port is taken."""
        app = web.Application(middlewares=[guard.guarding(lambda: self._port)])
        app.router.add_get("/", self._page)
        app.router.add_get("/page/{name}", self._page)
        app.router.add_get("/live", self._live)
        app.router.add_get("/files/{token}/{file}", self._file)
        self._runner = web.AppRunner(app, shutdown_timeout=1.0, access_log=None)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, HOST, self._port).start()
        except OSError:
            await self.stop()
            raise
        self._port = self._runner.addresses[0][1]
        self._tasks = [asyncio.create_task(self._watch()), asyncio.create_task(self._start_bot())]
        return self.url

    async def stop(self) -> None:
        """Close the windows, end the bot, stop listening."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for window in list(self.windows.values()):
            await window.close()
        if self._bot is not None:
            await self._bot.stop()
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://{HOST}:{self._port}"

    # -- the bot

    async def _start_bot(self) -> None:
        if self._bot is None:
            self._is_in_state("online" if self.loopback.gateway.listening else "offline")
            return
        async with self._starting:
            self._is_in_state("starting")
            try:
                await self._bot.start()
            except (BotFailedError, TimeoutError) as error:
                self._is_in_state("failed")
                self._say(f"The bot did not start: {error}")
                return
            self._is_in_state("online")

    async def restart_bot(self) -> None:
        """Kill it without warning, and start it again. Raises: NotDoneError while it is being started."""
        if self._bot is None or self._starting.locked():
            raise acts.NotDoneError("The bot is being started already.")
        await self._bot.kill()
        await self._start_bot()

    async def _watch(self) -> None:
        """Follow whether the bot is there, and what Discord refused it: that is for the developer's terminal."""
        while True:
            before = self._state()
            await self.loopback.until(partial(self._differs, before), 3600.0)
            if not self._starting.locked():
                self._is_in_state("online" if self.loopback.gateway.listening else "offline")
            for refusal in self.loopback.refusals[self._refusals :]:
                self._say(f"Discord would refuse: {refusal}")
            self._refusals = len(self.loopback.refusals)

    def _differs(self, before: tuple[bool, int]) -> bool:
        return self._state() != before

    def _state(self) -> tuple[bool, int]:
        return self.loopback.gateway.listening, len(self.loopback.refusals)

    def _is_in_state(self, state: str) -> None:
        self.bot_state = state
        for window in self.windows.values():
            window.put("bot", state=state)

    # -- telling windows

    def shown(self, message: Message, what: str) -> None:
        """Put a message, its edit or its end on the windows of those who see it, and on no other."""
        aside = self.asides.get(sight.asked_by(message) or "")
        if aside is not None:
            aside.put("why", message=None if what == "delete" else sight.message(message, self.loopback))
            return
        for window in self.windows.values():
            if what == "delete" and (message.private_to or window.person.user) is window.person.user:
                if message.channel.visible_to(window.person.user):
                    window.put("delete", id=message.id, channel=message.channel.id)
            elif message.seen_by(window.person.user):
                window.put(what, message=sight.message(message, self.loopback))

    def told_about_channels(self) -> None:
        """Tell every window which channels its person can open now."""
        for window in self.windows.values():
            window.put("channels", channels=sight.channels(self.loopback, window.person.user))

    def told_about_people(self) -> None:
        """Tell every window who is here now."""
        everybody = sight.people(self.cast, self.loopback)
        for window in self.windows.values():
            window.put("people", people=everybody, takes_dms=window.person.user.dms_open)

    def forget_aside(self, window: Window) -> None:
        """Throw away what the panel of a window was filled with."""
        if window.aside is None:
            return
        asked_with, window.aside = window.aside, None
        self.asides.pop(asked_with, None)
        interaction = self.loopback.interactions.get(asked_with)
        if interaction is not None and interaction.original is not None:
            self.loopback.world.remove_message(interaction.original)

    # -- serving

    async def _page(self, request: web.Request) -> web.Response:
        there = {each.name: each for each in PAGE.iterdir() if each.suffix in TYPES}
        path = there.get(request.match_info.get("name", "index.html"))
        if path is None:
            raise web.HTTPNotFound
        return web.Response(body=path.read_bytes(), content_type=TYPES[path.suffix], charset="utf-8")

    async def _file(self, request: web.Request) -> web.Response:
        """A file from a message, for a window whose person sees such a message."""
        window = self.windows.get(request.match_info["token"])
        file = request.match_info["file"]
        upload = self.loopback.world.uploads.get(file)
        if window is None or upload is None or not self._has(window.person.user, file):
            raise web.HTTPNotFound
        if upload.kind in PICTURES:
            return web.Response(body=upload.content, content_type=upload.kind)
        return web.Response(
            body=upload.content,
            content_type="application/octet-stream",
            headers={"Content-Disposition": "attachment"},
        )

    def _has(self, user: User, file: str) -> bool:
        return any(
            each["id"] == file
            for message in self.loopback.world.messages.values()
            if message.payload["attachments"] and message.seen_by(user)
            for each in message.payload["attachments"]
        )

    async def _live(self, request: web.Request) -> web.StreamResponse:
        """Serve one window for as long as it is open."""
        socket = web.WebSocketResponse(timeout=1.0, heartbeat=20.0, max_msg_size=LARGEST)
        if not socket.can_prepare(request):
            raise web.HTTPBadRequest
        await socket.prepare(request)
        name = request.query.get("as", "")
        person = self.cast.find(name) if name else self.cast.first
        if person is None:
            await socket.send_json({"what": "nobody", "name": name, "people": sight.people(self.cast, self.loopback)})
            await socket.close()
            return socket
        window = Window(person, socket)
        self.windows[window.token] = window
        window.put("hello", **self._hello(window))
        try:
            async for received in socket:
                if received.type is WSMsgType.TEXT:
                    window.begin(asyncio.create_task(self._carry_out(window, received.data)))
        finally:
            del self.windows[window.token]
            self.forget_aside(window)
            await window.close()
        return socket

    def _hello(self, window: Window) -> Json:
        user = window.person.user
        return {
            "me": user.id,
            "token": window.token,
            "server": self.loopback.default_guild.name,
            "people": sight.people(self.cast, self.loopback),
            "channels": sight.channels(self.loopback, user),
            "takes_dms": user.dms_open,
            "bot": self.bot_state,
        }

    async def _carry_out(self, window: Window, text: str) -> None:
        try:
            frame = asked.read(text)
        except msgspec.MsgspecError:
            window.put("unreadable")
            return
        try:
            answer = await acts.carry_out(self, window, frame)
        except acts.NotDoneError as error:
            window.put("failed", nr=frame.nr, why=str(error))
        except Exception:  # noqa: BLE001 - a bug of the room: whoever asked is answered all the same
            self._say(f"A bug of the room, at {frame!r}:\n{traceback.format_exc()}")
            window.put("failed", nr=frame.nr, why="Something broke in the room: the terminal says what.")
        else:
            window.put("done", nr=frame.nr, **answer)
