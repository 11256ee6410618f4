"""`python -m bot run | sync | doctor | backup | restore | migrate | rehearse`."""

import argparse
import asyncio
import gc
import sys
import time
from collections.abc import Coroutine, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import aiohttp
import discord

from bot import logs
from bot.settings import Settings, SettingsError, load
from rules.store.protocol import StoreError

WRONG_SETTINGS = 2  # exit code
MAINTENANCE = ("backup", "restore", "migrate")
GARBAGE = (50_000, 20, 100)  # thresholds of the three generations; usually 700, 10 and 10


def main(argv: Sequence[str] | None = None) -> int:
    """Read the command line and do what it says. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bot", description="Fair Draw, a referee for fights in chat")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="connect to Discord and serve")
    sync = commands.add_parser("sync", help="register the slash commands, showing the difference first")
    sync.add_argument("--guild", type=int, metavar="ID", help="only in this server (at once; else everywhere)")
    doctor = commands.add_parser("doctor", help="what is well and what is not: settings, database, backup")
    doctor.add_argument("--online", action="store_true", help="also ask Discord whether it takes the token")
    _add_maintenance(commands)
    rehearse = commands.add_parser(
        "rehearse",
        help="try it on this machine, without a token: a table in the browser",
        epilog="An example of a script: bot/rehearsal/saloon_brawl.fight",
    )
    rehearse.add_argument("--port", type=int, default=8137, help="of the page, on 127.0.0.1 (0: a free one)")
    rehearse.add_argument("--no-open", action="store_true", help="do not open a browser")
    rehearse.add_argument("--seed", type=int, help="the same draws every time")
    rehearse.add_argument(
        "--play",
        nargs="?",
        const="",
        metavar="FILE",
        help="play a script instead, and print what everybody sees (left out: the saloon brawl that comes along)",
    )
    rehearse.add_argument("--language", action="store_true", help="print what may stand in a script, line by line")
    chosen = parser.parse_args(argv)
    if chosen.command == "rehearse":
        return _rehearse(chosen)
    if chosen.command == "doctor":
        from bot import doctor as host

        return host.show(asyncio.run(host.examine(asks_discord=chosen.online)))
    try:
        settings = load(needs_token=chosen.command not in MAINTENANCE)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return WRONG_SETTINGS
    logs.set_up(settings.log_level)
    return _maintained(settings, chosen) if chosen.command in MAINTENANCE else _online(settings, chosen)


def _add_maintenance(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    backup = commands.add_parser("backup", help="copy the database, checked; the bot may be running")
    backup.add_argument("file", type=Path, nargs="?", metavar="FILE", help="or folder (left out: backups/ beside it)")
    backup.add_argument("--keep", type=_at_least_one, metavar="N", help="of the dated backups keep only the newest N")
    backup.add_argument("--noted", action="store_true", help="make none, note that one was made by other means")
    restore = commands.add_parser("restore", help="put a backup in the database's place; the bot must be stopped")
    restore.add_argument("file", type=Path, metavar="FILE", help="what `backup` made")
    migrate = commands.add_parser("migrate", help="bring the database to this version's shape, after a backup")
    for each in (restore, migrate):
        each.add_argument("--yes", action="store_true", help="do not ask")


def _at_least_one(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("a whole number from 1 on")
    return int(text)


def _maintained(settings: Settings, chosen: argparse.Namespace) -> int:
    from bot import maintenance

    try:
        return maintenance.run(settings, chosen, now=time.time())
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1


def _rehearse(chosen: argparse.Namespace) -> int:
    if chosen.language:
        from bot.rehearsal import script

        print(script.__doc__)
        return 0
    if chosen.play is not None:
        from bot.rehearsal.play import play_file

        return play_file(Path(chosen.play) if chosen.play else None)
    from bot.rehearsal.room import rehearse

    return rehearse(port=chosen.port, opens_browser=not chosen.no_open, seed=chosen.seed)


def _online(settings: Settings, chosen: argparse.Namespace) -> int:
    from bot.app import serve_until_stopped
    from bot.syncing import sync

    try:
        if chosen.command == "sync":
            run_in_fast_loop(sync(settings, chosen.guild))
        else:
            run_in_fast_loop(serve_until_stopped(settings))
    except StoreError as error:
        print(error, file=sys.stderr)
        return 1
    except discord.LoginFailure:
        print("Discord does not accept DISCORD_TOKEN. Reset and copy it anew in the developer portal.", file=sys.stderr)
        return WRONG_SETTINGS
    except (aiohttp.ClientError, OSError) as error:
        print(f"Discord cannot be reached ({type(error).__name__}). Check this machine's network.", file=sys.stderr)
        return 1
    except discord.HTTPException as error:
        print(f"Discord refused: HTTP {error.status}, code {error.code}", file=sys.stderr)
        return 1
    return 0


def run_in_fast_loop(main: Coroutine[Any, Any, object]) -> None:
    """Run in the fast event loop where it is installed (the extra `speed`).

    Cycles of garbage are looked for seldom: fights are values without any, and many of them live long, so that looking
    at each again and again took a sixth of the time.
    """
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    loop = find_spec("uvloop") and import_module("uvloop").new_event_loop
    with asyncio.Runner(loop_factory=loop or None) as runner:
        runner.run(main)


if __name__ == "__main__":
    sys.exit(main())
