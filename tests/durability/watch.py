"""Looks over the shoulder of a loopback Discord: what a bot posted, and which boards were shown.

An act is shown in public by its line, posted or edited, and then by the board.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from bot.rehearsal import Loopback
from bot.rehearsal.rest import Request
from bot.rehearsal.wire import Body
from bot.rehearsal.world import Channel
from cogs.address import parse

ANSWER = "POST /interactions/{interaction}/{token}/callback"
LINE = "POST /channels/{channel}/messages"
EDIT = "PATCH /channels/{channel}/messages/{message}"
PIN = "PUT /channels/{channel}/messages/pins/{message}"
BOARD = {"join", "history"}  # verbs of the buttons that a board has, and no line
SHOWN = 20.0  # seconds within which a board must be shown


class Watch:
    """Counts boards shown, and keeps the latest bodies sent. `before` runs before each request is carried out."""

    def __init__(self, loopback: Loopback) -> None:
        """From now on."""
        self._channels = loopback.world.channels
        self.shown: Counter[str] = Counter()  # by channel
        self.answer: Body = None
        self.line: Body = None
        self.edit: Body = None  # of the line that an act goes on with
        self.board: Body = None
        self.hand: Body = None  # as it was changed where it stands, in a conversation with its owner
        self.before: Callable[[Request], None] = lambda _: None
        self._waiting: dict[str, asyncio.Future[None]] = {}
        routes = loopback.rest.routes.by_name
        for name, note in ((ANSWER, self._answered), (LINE, self._said), (EDIT, self._edited), (PIN, self._pinned)):
            routes[name].handler = self._beside(routes[name].handler, note)

    async def until_shown(self, channel: Channel, number: int) -> None:
        """Wait until so many boards were shown in a channel. Raises: TimeoutError."""
        while self.shown[channel.id] < number:
            self._waiting[channel.id] = asyncio.get_running_loop().create_future()
            await asyncio.wait_for(self._waiting[channel.id], SHOWN)

    def _beside(self, handler: Callable[[Request], Body], note: Callable[[Request], None]) -> Callable[[Request], Body]:
        def both(call: Request) -> Body:
            self.before(call)
            answer = handler(call)
            note(call)
            return answer

        return both

    def _answered(self, call: Request) -> None:
        self.answer = call.body

    def _said(self, call: Request) -> None:
        if self._is_public(call):
            self.line = call.body

    def _is_public(self, call: Request) -> bool:
        """Whether it is about the table, not about the hand of one."""
        channel = self._channels.get(call.args["channel"])
        return channel is not None and channel.guild is not None

    def _edited(self, call: Request) -> None:
        if not self._is_public(call):
            self.hand = call.body
            return
        if not is_board(call.form()):
            self.edit = call.body
            return
        self.board = call.body
        self._pinned(call)

    def _pinned(self, call: Request) -> None:
        channel = call.args["channel"]
        self.shown[channel] += 1
        waiting = self._waiting.pop(channel, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(None)


def is_board(payload: Mapping[str, Any]) -> bool:
    """Whether a message is a board, and no line: by its buttons."""
    rows = payload.get("components") or []
    addresses = [parse(str(part.get("custom_id"))) for row in rows for part in row.get("components", ())]
    return any(address is not None and address.verb in BOARD for address in addresses)


class Nonces:
    """Counts messages posted again with a used nonce, which Discord drops (Message, "Create Message")."""

    def __init__(self, loopback: Loopback) -> None:
        """From now on."""
        self.repeats = 0
        self._used: set[tuple[str, str]] = set()
        route = loopback.rest.routes.by_name[LINE]
        self._handler, route.handler = route.handler, self._post

    def _post(self, call: Request) -> Body:
        body = call.form()
        assert body.get("enforce_nonce"), "else a message posted again after a crash is told twice"
        used = (call.args["channel"], str(body["nonce"]))
        self.repeats += used in self._used
        self._used.add(used)
        return self._handler(call)
