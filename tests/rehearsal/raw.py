"""Requests without a client library, for what discord.py would not send."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from bot.rehearsal import Loopback
from bot.rehearsal.interaction import Interaction, make
from bot.rehearsal.wire import COMMAND, Json
from bot.rehearsal.world import Message


class Raw:
    """An HTTP client with the bot's token."""

    def __init__(self, loopback: Loopback, session: aiohttp.ClientSession) -> None:
        self.loopback, self._session = loopback, session
        self.bot_id = loopback.world.bot.id
        self.channel = f"/channels/{loopback.default_channel.id}"

    async def __call__(self, method: str, path: str, body: object = None, **more: Any) -> tuple[int, Any]:
        url = f"{self.loopback.url}/api/v10{path}"
        async with self._session.request(method, url, json=body, **more) as answer:
            assert answer.status == 204 or answer.headers["Content-Type"] == "application/json"
            assert "X-RateLimit-Bucket" in answer.headers or answer.status == 404
            return answer.status, (await answer.json() if answer.status != 204 else None)

    async def code(self, method: str, path: str, body: object = None) -> int:
        """Discord's error code; 0 where it took the request."""
        status, answer = await self(method, path, body)
        return 0 if status < 300 else int(answer["code"])

    def opened(self, kind: int = COMMAND, *, surface: Message | None = None) -> Interaction:
        """An interaction that waits for an answer."""
        about: Json = (
            {"id": "1", "name": "x", "type": 1} if kind == COMMAND else {"custom_id": "x", "component_type": 2}
        )
        user = self.loopback.person("Ana").user
        interaction = make(self.loopback.world, kind, user, self.loopback.default_channel, about, surface=surface)
        self.loopback.deliver(interaction)
        return interaction

    async def answer(self, interaction: Interaction, kind: int, content: object = None) -> int:
        body = {"type": kind} if content is None else {"type": kind, "data": content}
        return await self.code("POST", f"/interactions/{interaction.id}/{interaction.token}/callback", body)

    def hook(self, interaction: Interaction, rest: str = "") -> str:
        return f"/webhooks/{self.bot_id}/{interaction.token}{rest}"


@asynccontextmanager
async def raw_client(loopback: Loopback) -> AsyncIterator[Raw]:
    headers = {"Authorization": f"Bot {loopback.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        yield Raw(loopback, session)
