"""Terms of the book are explained once a fight, below the first public ruling that uses them."""

from pathlib import Path

import pytest

from bot.rehearsal import Loopback, Person
from rules.registry import RULESETS
from tests.support.table import Table, seated

FIRST = {"texarkana": "Lookout: ", "conflicts": "Initiative: ", "twtw": "Action card: "}


async def _begun(table: Table, system: str) -> Person:
    dealer = table.person("Dealer")
    await dealer.command("/fight begin", system=system)
    await table.person("Ana").command("/fight join")
    await dealer.command("/fight start")
    await table.settled()
    return dealer


def _small_print(table: Table) -> list[str]:
    lines = [line for each in table.posted() for line in str(each.payload["content"]).splitlines()]
    return [line.removeprefix("-# ") for line in lines if line.startswith("-# ")]


@pytest.mark.parametrize("system", [each.id for each in RULESETS])
async def test_a_term_is_explained_below_the_ruling_that_first_uses_it_and_never_again(system: str) -> None:
    async with seated() as table:
        dealer = await _begun(table, system)
        assert any(line.startswith(FIRST[system]) for line in _small_print(table))
        for _ in range(12):
            await dealer.command("/gm go-on")
            await table.settled()
        told = _small_print(table)
        assert len(told) > 3
        assert len(set(told)) == len(told), "each once"
        verified = await table.bot.referee.verify((await table.showing()).id)
        assert verified.compared > 0


async def test_what_was_explained_is_known_after_a_restart_and_after_an_undo(tmp_path: Path) -> None:
    database = tmp_path / "fights.sqlite3"
    async with Loopback() as discord:
        async with seated(discord, database=database) as table:
            dealer = await _begun(table, "texarkana")
            await dealer.command("/gm go-on")
            await table.settled()
            told = _small_print(table)
            await dealer.command("/fight undo", now=True)
            await table.settled()
        async with seated(discord, database=database) as table:
            await table.person("Dealer").command("/gm go-on")
            await table.settled()
            assert _small_print(table) == told
            verified = await table.bot.referee.verify((await table.showing()).id)
            assert verified.compared == await table.seq()


async def test_whoever_plays_alone_hears_it_from_the_advice_instead() -> None:
    async with seated() as table:
        await table.person("Ana").command("/fight begin", system="texarkana", scene="first-steps")
        await table.settled()
        assert not _small_print(table)


async def test_a_correction_explains_nothing_anew() -> None:
    async with seated() as table:
        dealer = await _begun(table, "texarkana")
        for _ in range(3):
            await dealer.command("/gm go-on")
            await table.settled()
        told = _small_print(table)
        outcome = await dealer.command("/gm correct", what="Injury chips", value="1", whom="Ada Quill", now=True)
        assert not outcome.text.startswith("✋"), outcome.text
        await dealer.command("/fight undo", now=True)
        await table.settled()
        assert _small_print(table) == told
        verified = await table.bot.referee.verify((await table.showing()).id)
        assert verified.compared == await table.seq()
