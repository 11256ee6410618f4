"""A window without a browser: the frames that a page would get and send."""

import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp

from bot.rehearsal.room import Room

Frame = dict[str, Any]  # Any: JSON from the room
PATIENCE = 15.0  # seconds


class Live:
    """Somebody's connection; `frames` is everything that came, as text."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket, self._number = socket, 0
        self.frames: list[str] = []
        self.hello: Frame = {}

    async def hears(self) -> Frame:
        """The next frame."""
        text = await self._socket.receive_str(timeout=PATIENCE)
        self.frames.append(text)
        frame: Frame = json.loads(text)
        return frame

    async def asks(self, what: str, **fields: object) -> Frame:
        """Ask, and read on until the answer: `done` or `failed`."""
        self._number += 1
        await self._socket.send_json({"do": what, "nr": self._number, **fields})
        while (frame := await self.hears()).get("nr") != self._number:
            pass
        return frame

    async def sends(self, text: str) -> None:
        """Send whatever."""
        await self._socket.send_str(text)

    def channel(self, kind: str = "text") -> str:
        """The first channel of that kind."""
        return str(next(each["id"] for each in self.hello["channels"] if each["kind"] == kind))


@contextlib.asynccontextmanager
async def live(room: Room, name: str = "") -> AsyncIterator[Live]:
    """Sit down as somebody."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{room.url}/live?as={name}", headers={"Origin": room.url}) as socket,
    ):
        window = Live(socket)
        window.hello = await window.hears()
        yield window
