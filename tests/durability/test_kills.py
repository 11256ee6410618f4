"""The bot is killed (SIGKILL) while several channels act, and started again: nothing is lost, doubled or untold.

10 kills by default; `FAIRDRAW_KILLS=200 pytest -n0 -s tests/durability/test_kills.py` for as many as one wants.
`FAIRDRAW_KILL_SEED` chooses other moments.
"""

import os
import random
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.rehearsal import Loopback
from bot.rehearsal.world import Channel
from cogs.render import board, theme
from rules.core.ids import FightId
from rules.referee import Past, Referee
from rules.registry import RULESETS
from rules.store.protocol import Step
from rules.store.sql import SqlStore
from rules.verifying import Verified
from tests.durability.child import BOT, Child, environment, run
from tests.durability.town import Forks, Town
from tests.durability.watch import is_board

KILLS = int(os.environ.get("FAIRDRAW_KILLS", "10"))
SEED = int(os.environ.get("FAIRDRAW_KILL_SEED", "1"))
CHANNELS = 4
PAGE = 500


@pytest.mark.timeout(120 + 10 * KILLS)
async def test_nothing_ruled_is_lost_doubled_or_untold_when_the_bot_is_killed(tmp_path: Path) -> None:
    """Whoever saw no answer does the same again: it is ruled once and told once, and every old button answers."""
    database = tmp_path / "fights.sqlite"
    async with Loopback(journal=False) as loopback:
        env = environment(loopback, database)
        assert (await run((*BOT, "sync"), env))[0] == 0
        bot = Forks(loopback, tmp_path / "bot.log", env)
        town = Town(loopback, bot, database, random.Random(SEED), CHANNELS)
        try:
            await bot.start()
            for _ in range(KILLS):
                await town.live_until_killed()
                await bot.start()
                await town.do_again()
            bot.shoot()
            await bot.gone()
        finally:
            await bot.close()
        last = Child(loopback, tmp_path / "last.log", (*BOT, "run"), env)
        await last.start()
        await town.until_all_is_shown()
        assert await last.stop() == 0
        log = (tmp_path / "bot.log").read_text()
        assert " bug " not in log, log[-3000:]
        assert not loopback.refusals, f"Discord refused: {loopback.refusals}"
        steps = await audit(database, town)
    print(f"\n{town.figures}\nsteps: {steps}")


async def audit(database: Path, town: Town) -> int:
    """The log of every fight is whole and sound, and all of it was told. Returns the number of steps."""
    store = SqlStore(f"sqlite:///{database}")
    await store.open()
    try:
        referee = Referee(store, RULESETS, clock=time.time)
        count = 0
        for crew in town.crews:
            posted = Counter(str(each.payload.get("nonce")) for each in crew.channel.messages.values())
            assert max(count for nonce, count in posted.items() if nonce != "None") == 1, "a line was told twice"
            ruled: list[Past] = []
            for fight in _fights(crew.channel):
                steps = await store.steps(fight, after=0, limit=10**6)
                record = await store.load(fight)
                assert record is not None
                assert [step.seq for step in steps] == list(range(1, record.seq + 1))
                assert await referee.verify(fight) == Verified(record.seq)
                ruled += await _history(referee, fight, None)
                _require_told(steps, town)
                count += len(steps)
            _require_public(ruled, crew.channel)
            await _require_board(referee, crew.channel)
        return count
    finally:
        await store.close()


def _fights(channel: Channel) -> list[FightId]:
    """The fights of a channel, by the boards posted in it (a nonce is the fight, a letter or nothing, a number)."""
    nonces = [str(each.payload.get("nonce") or "") for each in channel.messages.values()]
    return [FightId(nonce[:10]) for nonce in nonces if nonce[10:11] == "b"]


async def _history(referee: Referee, fight: FightId, user: None) -> Sequence[Past]:
    pages: list[Past] = []
    while page := await referee.history(fight, user, before=pages[-1].seq if pages else None, limit=PAGE):
        pages.extend(page)
    return pages


def _require_public(history: Sequence[Past], channel: Channel) -> None:
    """Every line of what was ruled in a channel stands there once, in whatever messages its acts are told.

    Names of those called and terms explained (once a fight, in small print) stand there besides.
    """
    ruled = Counter(theme.plain(line) for past in history for line in past.lines)
    told = [each for each in channel.messages.values() if each.payload.get("nonce") and not is_board(each.payload)]
    said = Counter(line for each in told for line in each.payload["content"].split("\n"))
    assert not ruled - said, f"not told: {ruled - said}"
    doubled = Counter({line: count for line, count in (said - ruled).items() if not line.startswith(("<@", "-# "))})
    assert not doubled, f"told too often: {doubled}"


def _require_told(steps: Sequence[Step], town: Town) -> None:
    """Each step's author was answered: by his first interaction, or by the one that repeated it."""
    for step in steps:
        asked = step.source.removeprefix("discord:")
        if ":" not in asked:
            told = town.told.get(asked) or town.told.get(town.repeats.get(asked, ""))
            assert told, f"nobody was told of step {step.seq}"


async def _require_board(referee: Referee, channel: Channel) -> None:
    """The newest board shows the fight as it is."""
    fight = _fights(channel)[-1]
    showing = await referee.show(fight, None)
    text = board.board(showing, referee.ready(showing.ruleset), await referee.said(fight)).text
    shown = [each.payload["content"] for each in channel.messages.values() if each.payload.get("nonce")]
    assert text in shown, f"no board says:\n{text}"
    assert len(text) <= theme.CONTENT
