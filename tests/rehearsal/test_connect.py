"""A rehearsing bot is pointed at 127.0.0.1 and at nothing else."""

from __future__ import annotations

import subprocess
import sys

import aiohttp
import discord.gateway
import discord.http
import pytest

from bot.rehearsal.connect import NotLoopbackError, guarded_connector, pointed_at


@pytest.mark.parametrize(
    "url",
    [
        "https://discord.com",
        "http://localhost:8123",
        "http://127.0.0.2:8123",
        "http://127.0.0.1.example.org:8123",
        "http://user@127.0.0.1:8123",
        "https://127.0.0.1:8123",
        "http://127.0.0.1",
        "http://127.0.0.1:8123/api",
        "127.0.0.1:8123",
        "",
    ],
)
def test_any_other_address_is_refused(url: str) -> None:
    before = discord.http.Route.BASE
    with pytest.raises(NotLoopbackError), pointed_at(url):
        pass
    assert before == discord.http.Route.BASE


def test_a_block_points_and_points_back() -> None:
    before = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    with pointed_at("http://127.0.0.1:8123"):
        assert discord.http.Route.BASE == "http://127.0.0.1:8123/api/v10"
        assert str(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY) == "ws://127.0.0.1:8123/"
    assert before == (discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY)


async def test_a_guarded_connector_looks_up_no_name() -> None:
    async with aiohttp.ClientSession(connector=guarded_connector()) as session:
        with pytest.raises(aiohttp.ClientConnectorError, match="Cannot connect"):
            await session.get("https://discord.com")


def test_a_loopback_serves_alone_in_a_process() -> None:
    command = [sys.executable, "-W", "ignore", "-m", "bot.rehearsal", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        process.terminate()
    assert line.startswith("http://127.0.0.1:")
