"""An even table in a channel: what others see, and when, is the same whether somebody could react or not."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.rehearsal import Loopback, Person
from bot.rehearsal.render import text_of
from bot.rehearsal.simulated import SimulatedClock
from rules.core.codec import codec_of, encode
from rules.core.fight import Fight
from rules.core.ids import CombatantId
from rules.core.table_rules import TableRules
from rules.core.values import replace
from rules.evenly import LEAST, MOST
from rules.store.memory import MemoryStore
from rules.systems.twtw import TWTW
from rules.systems.twtw.state import Policy, Stage
from tests.cogs.timed import NOON, Timed, once_more
from tests.support.table import seated
from tests.systems.twtw import table as twtw

STEP = 5  # seconds


@contextlib.asynccontextmanager
async def duel(folder: Path, policy: Policy, rules: TableRules) -> AsyncIterator[Timed]:
    """A duel in which Ana aims at Bart, who is about to move; Bo stands by. The bot is gone: `once_more` brings it."""
    clock, store = SimulatedClock(folder / "clock"), MemoryStore()
    clock.set(NOON)
    async with Loopback() as discord:
        async with seated(discord, store=store, clock=clock) as table:
            judge = table.person("Dealer")
            await judge.command("/fight begin", system="twtw", scene="standoff", title="Duel")
            for name in ("Ana", "Bo"):
                joined = await table.person(name).command("/fight join")
                assert not joined.text.startswith("✋"), joined.text
            await judge.command("/fight start")
            await table.settled()
            before = await table.showing()
        await _change(store, policy, rules, [who for who, _ in sorted(before.players.items())])
        yield Timed(discord=discord, store=store, clock=clock, table=table)


@contextlib.asynccontextmanager
async def under_aim(folder: Path, policy: Policy, rules: TableRules) -> AsyncIterator[Timed]:
    """The same, with the bot."""
    async with duel(folder, policy, rules) as before, once_more(before) as timed:
        yield timed


async def _change(store: MemoryStore, policy: Policy, rules: TableRules, players: list[CombatantId]) -> None:
    """Put them where the test needs them, behind the bot's back."""
    (fight,) = await store.current_fights()
    record = await store.load(fight)
    assert record is not None
    bart = twtw.enemy("bart", twtw.at(0, 10))
    ana, bo = players
    people = (
        bart,
        replace(twtw.fighter("ana", twtw.at(0, 0), policy=policy, **twtw.aiming(bart)), id=ana, name="Miranda"),
        replace(twtw.fighter("bo", twtw.at(0, -3)), id=bo, name="Xander"),
    )
    state = TWTW.evened(twtw.table(*people, stage=Stage.MOVES).state, is_even=rules.asking == "even")
    now: Fight[Any] = codec_of(TWTW).fight(record.raw, record.schema)
    now = replace(now, state=state, table=rules)
    store._records[fight] = msgspec.structs.replace(record, raw=encode(now), pending=b"")


def _folder(parent: Path, name: str) -> Path:
    (parent / name).mkdir()
    return parent / name


async def sets_off(timed: Timed) -> None:
    judge = timed.table.person("Dealer")
    outcome = await judge.command("/act", action="move", where="6 left of Miranda", as_="Bart")
    assert not outcome.text.startswith("✋"), outcome.text
    await timed.table.settled()


async def filmed(timed: Timed, seconds: int) -> list[tuple[float, list[str]]]:
    """All that stands in the channel, every few seconds, whenever it changes."""
    film: list[tuple[float, list[str]]] = []
    for at in range(0, seconds + 1, STEP):
        timed.clock.set(NOON + at)
        await timed.clock.caught_up()
        await timed.table.settled()
        stands = [_named(timed, text_of(each.payload)) for each in timed.table.posted()]
        if not film or film[-1][1] != stands:
            film.append((at, stands))
    return film


def _named(timed: Timed, text: str) -> str:
    """People have other ids in every rehearsal."""
    for person in timed.discord.people.values():
        text = text.replace(str(person.user.id), person.name)
    return text


async def answers(who: Person, label: str) -> str:
    await who.presses("Your move")
    return (await who.presses(label)).text


async def test_a_channel_shows_the_same_at_the_same_time(tmp_path: Path) -> None:
    """Ana with orders to keep the aim need not be asked; without them she says at once that she keeps it."""
    films = {}
    for policy in (Policy.ASK, Policy.KEEP):
        async with under_aim(_folder(tmp_path, policy), policy, TableRules(asking="even")) as timed:
            await sets_off(timed)
            if policy is Policy.ASK:
                before = [str(each.payload["content"]) for each in timed.table.posted()]
                said = await answers(timed.table.person("Ana"), "Keep the aim")
                assert "Noted." in said
                assert "Noted: Keep the aim." in said
                assert [str(each.payload["content"]) for each in timed.table.posted()] == before
            films[policy] = await filmed(timed, MOST + STEP)
    keeps = [at for at, stands in films[Policy.ASK] if any("keeps the aim at Bart" in text for text in stands)]
    assert LEAST <= keeps[0] <= MOST
    assert [at for at, _ in films[Policy.ASK]] == [at for at, _ in films[Policy.KEEP]]
    assert films[Policy.ASK] == films[Policy.KEEP]


async def test_at_a_plain_table_the_pause_would_tell(tmp_path: Path) -> None:
    async with under_aim(_folder(tmp_path, "plain"), Policy.KEEP, TableRules()) as timed:
        await sets_off(timed)
        assert "keeps the aim at Bart" in timed.texts()
    async with under_aim(_folder(tmp_path, "asked"), Policy.ASK, TableRules()) as timed:
        await sets_off(timed)
        assert "keeps the aim at Bart" not in timed.texts()


async def test_what_is_noted_outlives_the_bot(tmp_path: Path) -> None:
    async with duel(tmp_path, Policy.ASK, TableRules(asking="even")) as before:
        async with once_more(before) as timed:
            await sets_off(timed)
            await answers(timed.table.person("Ana"), "Keep the aim")
            assert "keeps the aim at Bart" not in timed.texts()
        async with once_more(before) as again:
            looked = await again.table.person("Ana").presses("Your move")
            assert "Noted: Keep the aim." in looked.text
            await filmed(again, MOST)
            assert "keeps the aim at Bart" in again.texts()


@pytest.mark.parametrize("who", ["Bo", "Dealer"])
async def test_nobody_else_reads_what_is_noted(tmp_path: Path, who: str) -> None:
    async with under_aim(tmp_path, Policy.ASK, TableRules(asking="even")) as timed:
        await sets_off(timed)
        await answers(timed.table.person("Ana"), "Keep the aim")
        person = timed.table.person(who)
        looked = await person.presses("Your move" if who == "Bo" else "Judge")
        assert "Noted" not in looked.text
