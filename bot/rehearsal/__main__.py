"""Serve a loopback Discord alone: `python -m bot.rehearsal --port 8123`."""

from __future__ import annotations

import argparse
import asyncio
import contextlib

from .loopback import Loopback


async def serve(port: int, *, strict: bool, journal: bool) -> None:
    """Print the address and serve until interrupted."""
    async with Loopback(port=port, strict=strict, journal=journal) as loopback:
        print(loopback.url, flush=True)
        await asyncio.Event().wait()


def main() -> None:
    """Read the arguments and serve."""
    parser = argparse.ArgumentParser(prog="python -m bot.rehearsal", description="Serve a loopback Discord.")
    parser.add_argument("--port", type=int, default=0, help="a free port when left out")
    parser.add_argument("--no-strict", action="store_true", help="do not check what bots send")
    parser.add_argument("--journal", action="store_true", help="write everything down (for as long as it runs)")
    arguments = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(arguments.port, strict=not arguments.no_strict, journal=arguments.journal))


if __name__ == "__main__":
    main()
