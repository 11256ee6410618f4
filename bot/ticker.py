"""Wakes the Referee when something is due: one task that sleeps until then.

What is due when is stored with the fights, so a start finds it again. Once a minute it notes that people can reach the
bot. When they can again (after a start, when Discord was away, when the machine was asleep) and the last such note is
old, the times of all fights are made longer by that outage, before anything is done.
"""

import asyncio
import contextlib
import logging
import math
from collections.abc import Awaitable, Callable, Sequence

from bot.clock import Clock
from cogs import errors
from rules.core.ids import FightId
from rules.core.refusal import Illegal
from rules.referee import Referee
from rules.store.protocol import Store, StoreError

log = logging.getLogger("fairdraw.ticker")

ALIVE = ("bot", 0)  # scope and id of the setting that says when the bot was last there
MINUTE = 60.0  # seconds between two notes that it is
AWAY = 5 * MINUTE  # after which it was an outage
UNREACHABLE = 5.0  # seconds after which it is looked again whether Discord is there
AT_ONCE = 8  # fights for which something is done at the same time: people's acts go first
MOST = 200  # fights looked at together
MANY = 5  # times in a row that a fight may be due before it has to wait
PATIENCE, LONGEST_PATIENCE = 30.0, 3600.0  # seconds until a fight for which it failed is tried again
EVERY_FIGHT = 1_000_000
NEVER_TOO_LATE = 1e15  # an instant after all others


class Ticker:
    """One per process. `due` is called by the Referee whenever a fight's next time changes."""

    def __init__(self, store: Store, clock: Clock, shown: Callable[[], Awaitable[None]]) -> None:
        """Does nothing until `start`. `shown` returns when all that was ruled has been shown."""
        self._store = store
        self._clock = clock
        self._shown = shown
        self._is_reachable: Callable[[], bool] = lambda: True
        self._woken = asyncio.Event()
        self._until = math.inf  # what it sleeps until; awake: whatever is due must be looked at once more
        self._tries: dict[FightId, int] = {}
        self._not_before: dict[FightId, float] = {}
        self._noted = 0.0  # when it last noted that the bot can be reached
        self._is_back = False  # whether any outage is accounted for
        self._task: asyncio.Task[None] | None = None

    def start(self, referee: Referee, is_reachable: Callable[[], bool]) -> None:
        """Begin, with what became due while the bot was away.

        While it is not `is_reachable` nobody can act: nothing is done, and that time counts as an outage.
        """
        self._is_reachable = is_reachable
        self._task = asyncio.create_task(self._run(referee), name="ticker")

    async def stop(self) -> None:
        """Stop for good. What is due stays stored."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._task = None
        if self._is_back and self._is_reachable():
            with contextlib.suppress(StoreError):
                await self._note_alive(self._clock())

    def wake(self) -> None:
        """Look at once: Discord may be there again."""
        self._woken.set()

    def due(self, at: float) -> None:
        """Something is due then, in some fight."""
        if at < self._until:
            self._woken.set()

    async def _run(self, referee: Referee) -> None:
        while True:
            self._woken.clear()
            seconds = await self._once(referee)
            if seconds > 0:
                self._until = self._clock() + seconds
                if not await self._clock.wait(seconds, self._woken):
                    self._is_back = False
                self._until = math.inf

    async def _once(self, referee: Referee) -> float:
        """Do what is to be done now. Returns for how many seconds there is nothing to do."""
        if not self._is_reachable():
            self._is_back = False
            return UNREACHABLE
        try:
            if not self._is_back:
                await self._come_back(referee)
                self._is_back = True
            return await self._look(referee)
        except StoreError as error:
            log.warning("cannot look what is due: %s", type(error).__name__)
        except Exception as error:  # noqa: BLE001 - a bug here must not stop the clock for all fights
            errors.report(error)
        return PATIENCE

    async def _come_back(self, referee: Referee) -> None:
        """Make all times longer by an outage, if there was one. Harmless to do twice."""
        now = self._clock()
        gone = _instant(await self._store.setting(*ALIVE), instead=now)
        if now - gone > AWAY:
            log.info("away for %d minutes", (now - gone) // MINUTE)
            for fight in await self._store.due(NEVER_TOO_LATE, limit=EVERY_FIGHT):
                await _lengthen(referee, fight, gone, now)
        await self._note_alive(now)

    async def _look(self, referee: Referee) -> float:
        """Do whatever is due. Returns for how many seconds there is nothing to do; 0: there may be more at once."""
        now = self._clock()
        if abs(now - self._noted) >= MINUTE:  # a clock may be put back
            await self._note_alive(now)
        every = await self._store.due(now, limit=MOST + len(self._not_before))
        due = [fight for fight in every if self._not_before.get(fight, 0.0) <= now]
        self._tries = {fight: tries for fight, tries in self._tries.items() if fight in every}
        self._not_before = {fight: at for fight, at in self._not_before.items() if fight in every}
        if due:
            await self._tick_all(referee, due, now)
            return 0.0
        after = await self._store.next_due(now)  # one that is due but cannot be done hides no other
        await self._clock.idle(self._shown)
        later = min((now + MINUTE if after is None else after, now + MINUTE, *self._not_before.values()))
        return max(0.0, later - self._clock())

    async def _tick_all(self, referee: Referee, due: Sequence[FightId], now: float) -> None:
        turns = asyncio.Semaphore(AT_ONCE)

        async def tick(fight: FightId) -> None:
            async with turns:
                is_done = await _tick(referee, fight)
            tries = self._tries[fight] = self._tries.get(fight, 0) + 1
            if not is_done or tries > MANY:
                self._not_before[fight] = now + min(PATIENCE * 2 ** min(tries, 10), LONGEST_PATIENCE)

        await asyncio.gather(*(tick(fight) for fight in due))

    async def _note_alive(self, now: float) -> None:
        await self._store.set(*ALIVE, repr(now).encode())
        self._noted = now


def _instant(raw: bytes | None, *, instead: float) -> float:
    """What was noted, if that is a time."""
    try:
        at = float(raw) if raw else instead
    except ValueError:
        return instead
    return at if math.isfinite(at) else instead


async def _lengthen(referee: Referee, fight: FightId, gone: float, now: float) -> None:
    """Make the times of a fight longer by an outage, where that can be done. Raises: StoreError."""
    try:
        await referee.was_away(fight, gone, now)
    except Illegal as illegal:
        log.warning("times of fight %s stay as they are: %s", fight, illegal.refusal.code)
    except StoreError:
        raise
    except Exception as error:  # noqa: BLE001 - a bug in one fight must not stop the others
        errors.report(error)


async def _tick(referee: Referee, fight: FightId) -> bool:
    """Do what is due for a fight; False: it has to be tried again."""
    try:
        await referee.tick(fight)
    except Illegal as illegal:
        log.warning("nothing can be done for fight %s just now: %s", fight, illegal.refusal.code)
        return False
    except StoreError as error:
        log.warning("nothing can be done for fight %s just now: %s", fight, type(error).__name__)
        return False
    except Exception as error:  # noqa: BLE001 - a bug in one fight must not stop the others
        errors.report(error)
        return False
    return True
