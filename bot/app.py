"""The composition root: settings, store, Referee, publisher and client put together, and taken apart in order."""

import asyncio
import contextlib
import hashlib
import hmac
import itertools
import secrets
import signal
from collections.abc import AsyncIterator, Callable

from bot.client import FightBot
from bot.clock import Clock, MachineClock
from bot.publisher import Publisher
from bot.settings import Settings
from bot.ticker import Ticker
from rules.referee import Referee
from rules.registry import RULESETS
from rules.store.protocol import Store
from rules.store.sql import SqlStore

FAREWELL = 3.0  # seconds at the end for what is ruled to be shown; the rest is shown at the next start


def seeded_bytes(seed: int) -> Callable[[int], bytes]:
    """Random-looking bytes that follow from a seed: for rehearsals and tests, never for play."""
    count = itertools.count()

    def more(length: int) -> bytes:
        return hmac.digest(str(seed).encode(), str(next(count)).encode(), hashlib.sha512)[:length]

    return more


@contextlib.asynccontextmanager
async def assembled(
    settings: Settings, store: Store | None = None, *, clock: Clock | None = None, serves: bool = True
) -> AsyncIterator[FightBot]:
    """A bot ready to connect, over an open store; everything is closed in order at the end.

    `store` and `clock` are given by tests; else the database and clock of the settings are used. One that does not
    serve only has its commands: it looks after no fight. Raises: StoreError.
    """
    clock = clock or _clock(settings)
    store = store or SqlStore(settings.database_url)
    seed = settings.fairdraw_seed
    random_bytes = secrets.token_bytes if seed is None else seeded_bytes(seed)
    await store.open()
    try:
        publisher = Publisher(store, board_every=settings.fairdraw_board_every)
        ticker = Ticker(store, clock, publisher.quiet)
        referee = Referee(
            store,
            RULESETS,
            clock=clock,
            random_bytes=random_bytes,
            on_stored=publisher.stored,
            on_doubt=publisher.doubt,
            on_due=ticker.due,
        )
        connector = None
        if settings.discord_url is not None:
            from bot.rehearsal.connect import guarded_connector, point_at  # not needed to serve Discord itself

            point_at(settings.discord_url)
            connector = guarded_connector()
        bot = FightBot(referee, publisher, ticker, connector=connector, serves=serves)
        try:
            yield bot
        finally:
            await ticker.stop()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL):
                    await referee.quiet()
                    await publisher.quiet()
            await publisher.stop()
            await bot.close()
            await referee.quiet()
    finally:
        await store.close()


def _clock(settings: Settings) -> Clock:
    if settings.fairdraw_clock is None:
        return MachineClock()
    from bot.rehearsal.simulated import SimulatedClock  # not needed to serve Discord itself

    return SimulatedClock(settings.fairdraw_clock)


async def run(settings: Settings) -> None:
    """Connect and serve until cancelled. Raises: discord.LoginFailure, StoreError."""
    async with assembled(settings) as bot:
        await bot.start(settings.discord_token.get_secret_value())


async def serve_until_stopped(settings: Settings) -> None:
    """`run`, ended in order by Ctrl-C or SIGTERM."""
    task = asyncio.create_task(run(settings))
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers in the loop
            loop.add_signal_handler(number, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task
