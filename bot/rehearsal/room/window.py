"""One window: a person's connection to the room. It is told what that person may see, and acts only as that person."""

from __future__ import annotations

import asyncio
import secrets
from typing import Final

from aiohttp import web

from bot.rehearsal.interaction import Interaction
from bot.rehearsal.people import Person
from bot.rehearsal.wire import Json, dumps

BACKLOG: Final = 2000  # frames that may wait; a window that hangs longer is closed and begins anew
FORMS: Final = 10  # open at once


class Window:
    """Frames go out in the order they were put; `token` is what its pictures are asked for with."""

    def __init__(self, person: Person, socket: web.WebSocketResponse) -> None:
        self.person, self.token = person, secrets.token_urlsafe(24)
        self.forms: dict[str, Interaction] = {}
        self.aside: str | None = None  # the interaction whose answer fills the panel
        self._socket = socket
        self._frames: asyncio.Queue[str] = asyncio.Queue(BACKLOG)
        self._pump = asyncio.create_task(self._send_all())
        self._acts: set[asyncio.Task[None]] = set()

    def put(self, what: str, **more: object) -> None:
        """Tell the window something."""
        frame: Json = {"what": what, **more}
        try:
            self._frames.put_nowait(dumps(frame))
        except asyncio.QueueFull:
            self._pump.cancel()

    async def _send_all(self) -> None:
        try:
            while True:
                await self._socket.send_str(await self._frames.get())
        except ConnectionError:
            return  # the window is gone
        except asyncio.CancelledError:
            await self._socket.close(code=1013, message=b"too slow")
            raise

    def begin(self, act: asyncio.Task[None]) -> None:
        """Keep an act until it is done."""
        self._acts.add(act)
        act.add_done_callback(self._acts.discard)

    def opened(self, interaction: Interaction) -> None:
        """Remember a form, and forget the oldest of too many."""
        self.forms[interaction.id] = interaction
        while len(self.forms) > FORMS:
            del self.forms[next(iter(self.forms))]

    async def hang_up(self) -> None:
        """Close the connection; a page that is still there comes back."""
        await self._socket.close()

    async def close(self) -> None:
        """End everything that was under way."""
        tasks = [self._pump, *self._acts]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
