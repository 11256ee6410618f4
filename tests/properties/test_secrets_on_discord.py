"""Nothing secret reaches the wrong screen, request or log line of the whole bot: fights over the loopback Discord."""

import logging
from collections.abc import Sequence

import pytest

from bot.hands import Hands
from cogs.screen import Screen
from rules.core.ids import UserId
from rules.core.view import Phase
from rules.referee import Showing
from rules.store.memory import MemoryStore
from tests.properties.crowd import Crowd
from tests.properties.mutants import Clumsy, LoudWords, OpenOptions, OpenView
from tests.properties.secrecy import brief
from tests.support.table import seated

SEEDS = range(15)
ACTS = 120
NOISY = ("discord", "asyncio", "aiohttp", "hypothesis")  # as `bot.logs` keeps them


async def fight(seed: int, caplog: pytest.LogCaptureFixture, *, acts: int = ACTS) -> Crowd:
    """One fight, played and looked through."""
    caplog.set_level(logging.DEBUG)
    for name in NOISY:
        caplog.set_level(logging.WARNING, logger=name)
    store = MemoryStore()
    async with seated(store=store, seed=seed) as table:
        crowd = Crowd(table, store, seed)
        await crowd.play(acts)
        crowd.scan_log(caplog.records)
        return crowd


@pytest.mark.parametrize("seed", SEEDS)
async def test_nothing_secret_reaches_a_screen_a_request_or_the_log(
    seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    crowd = await fight(seed, caplog)
    assert not crowd.leaks, brief(crowd.leaks)
    assert crowd.acts > ACTS // 3 or crowd.truth.fight.state.phase is Phase.OVER
    assert crowd.texts > 1000


async def test_bugs_tell_nobody_anything(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.app.RULESETS", (Clumsy(),))
    crowds = [await fight(seed, caplog) for seed in range(100, 106)]
    leaks = [leak for crowd in crowds for leak in crowd.leaks]
    assert not leaks, brief(leaks)
    assert sum(crowd.bugs for crowd in crowds) > 0, "people were told of bugs"
    assert sum("bug" in record.getMessage() for record in caplog.records) > 10


@pytest.mark.parametrize("mutant", [LoudWords, OpenView, OpenOptions])
async def test_a_system_with_a_hole_in_it_is_caught(
    mutant: type, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.app.RULESETS", (mutant(),))
    for seed in range(1, 9):
        if (await fight(seed, caplog)).leaks:
            return
    pytest.fail("nothing was found")


async def test_a_publisher_that_whispers_aloud_is_caught(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring = Hands.bring

    async def aloud(self: Hands, showing: Showing, user: UserId, news: Sequence[str], *, upto: int, nonce: str) -> bool:
        await self._voice.say(showing.place.channel, Screen(text="\n".join(news)), (), f"a{nonce}")
        return await bring(self, showing, user, news, upto=upto, nonce=nonce)

    monkeypatch.setattr(Hands, "bring", aloud)
    crowd = await fight(1, caplog)
    assert any(leak.reader is None for leak in crowd.leaks)
