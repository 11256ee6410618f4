"""Pointing an unmodified discord.py client at a loopback Discord, and keeping it on this machine.

Discord documentation: Reference, "API Versioning" (the base URL) and Events, "Gateway".
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from typing import NoReturn

import aiohttp
import discord.gateway
import discord.http
import yarl
from aiohttp.abc import AbstractResolver, ResolveResult

HOST = "127.0.0.1"


class NotLoopbackError(ValueError):
    """Somebody tried to point the bot at another machine."""


def require_loopback(url: str) -> yarl.URL:
    """Read an address such as `http://127.0.0.1:8123`.

    Raises: NotLoopbackError for any other host, scheme or path.
    """
    try:
        address = yarl.URL(url)
    except ValueError as error:
        raise NotLoopbackError(f"not an address: {url!r}") from error
    if address.scheme != "http" or address.host != HOST or address.user is not None:
        raise NotLoopbackError(f"a loopback Discord is at http://{HOST}:<port> and nowhere else, not at {url!r}")
    if address.explicit_port is None or address.path not in ("", "/") or address.query_string or address.fragment:
        raise NotLoopbackError(f"expected http://{HOST}:<port> with a port and no path, not {url!r}")
    return address.origin()


def point_at(url: str) -> None:
    """Make every discord.py client of this process talk to a loopback Discord, for good.

    Raises: NotLoopbackError for any host but 127.0.0.1.
    """
    address = require_loopback(url)
    discord.http.Route.BASE = f"{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = address.with_scheme("ws").with_path("/")


@contextlib.contextmanager
def pointed_at(url: str) -> Iterator[None]:
    """Do the same for the length of a block, as tests need it."""
    before = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    point_at(url)
    try:
        yield
    finally:
        discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = before


class _NoNames(AbstractResolver):
    """Refuses to look up any name: aiohttp asks for names only, never for an address written in numbers."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        self._refuse(host)

    def _refuse(self, host: str) -> NoReturn:
        raise OSError(f"this bot rehearses: it does not look up {host!r}")

    async def close(self) -> None:
        """Nothing is held."""


def guarded_connector() -> aiohttp.TCPConnector:
    """Make a connector for `discord.Client(connector=...)` that reaches no host by name. Needs a running loop."""
    return aiohttp.TCPConnector(limit=0, resolver=_NoNames())
