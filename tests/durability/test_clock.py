"""A bot in a process of its own, in simulated time: killed (SIGKILL) whenever something is due, and started again."""

import asyncio
import random
from pathlib import Path

from bot.rehearsal import Loopback
from bot.rehearsal.simulated import SimulatedClock
from tests.cogs.timed import NOON, Timed, user
from tests.durability.child import BOT, Child, environment, run
from tests.pace.times import HOUR
from tests.support.table import seated

TIMES = {6: "half of your time is over", 10: "your time is nearly up", 12: "Time is up for Ada Quill"}


async def test_a_kill_whenever_something_is_due_loses_nothing_and_says_nothing_twice(tmp_path: Path) -> None:
    database, clock = tmp_path / "fights.sqlite", SimulatedClock(tmp_path / "clock")
    clock.set(NOON)
    async with Loopback() as loopback:
        async with seated(loopback, database=database, clock=clock) as table:
            await table.fight("Ana", "Bo")
            for what, value in (("deadline", "12h"), ("late", "default"), ("pings", "firm")):
                gm = user(table.person("Dealer"))
                await table.bot.referee.set_table(table.place(), gm, what=what, value=value, source=what)
            timed = Timed(discord=loopback, store=table.bot.ticker._store, clock=clock, table=table)
        env = environment(loopback, database, FAIRDRAW_CLOCK=str(tmp_path / "clock"))
        bot = Child(loopback, tmp_path / "bot.log", (*BOT, "run"), env)
        chance = random.Random(7)
        await bot.start()
        await clock.caught_up()
        for hours, said in TIMES.items():
            clock.set(NOON + hours * HOUR - 200)  # nothing is due yet, and from here to there is no outage
            await clock.caught_up()
            assert said not in timed.texts()
            clock.set(NOON + hours * HOUR)
            await asyncio.sleep(chance.uniform(0.0, 0.08))  # somewhere between looking, storing, showing, noting
            await bot.kill()
            await bot.start()
            await clock.caught_up()
            assert timed.texts().count(said) == 1
        assert "I was away" not in timed.texts()
        assert await bot.stop() == 0
        assert not loopback.refusals
        assert " bug " not in bot.log.read_text()


async def test_a_clock_that_is_put_on_by_hand_is_for_rehearsals_alone(tmp_path: Path) -> None:
    code, _, err = await run(
        (*BOT, "run"), {"DISCORD_TOKEN": "x", "FAIRDRAW_CLOCK": str(tmp_path / "clock")}, cwd=tmp_path
    )
    assert code == 2
    assert "FAIRDRAW_CLOCK" in err
    assert "Traceback" not in err
