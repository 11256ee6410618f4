"""`python -m bot rehearse`: opens the room, tells where it is, and closes it in order."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import signal
import sys
import webbrowser
from typing import Final

from bot.rehearsal.loopback import Loopback
from bot.rehearsal.process import ChildBot
from bot.rehearsal.script import Script

from .room import Room

TAKEN: Final = 1  # exit code


def rehearse(*, port: int, opens_browser: bool, seed: int | None) -> int:
    """Serve the room until Ctrl-C or SIGTERM; prints its address, and gives the exit code."""
    try:
        with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C where the loop has no signal handlers
            asyncio.run(_serve(port, opens_browser=opens_browser, seed=seed))
    except OSError as error:
        print(f"Cannot listen on port {port}: {error.strerror}. Is a room open there? Or: --port 0", file=sys.stderr)
        return TAKEN
    return 0


async def _serve(port: int, *, opens_browser: bool, seed: int | None) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers in the loop
            loop.add_signal_handler(number, stopped.set)
    # nothing but the bot knows the token: no other page or program can speak to this Discord
    async with Loopback(token=secrets.token_urlsafe(24), journal=False) as loopback:
        bot = ChildBot(loopback, Script(people=(), steps=(), seed=seed))
        async with Room(loopback, bot, port=port) as room:
            print(f"The rehearsal room is open: {room.url}   (a window of one's own: {room.url}/?as=Ana)", flush=True)
            print("Ctrl-C closes it. Nothing is kept.", flush=True)
            if opens_browser:
                await asyncio.to_thread(_show, room.url)
            await stopped.wait()


def _show(address: str) -> None:
    """Open the page, unless that would put a browser for terminals in place of this one."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    if type(browser) is not webbrowser.GenericBrowser:
        browser.open(address)
