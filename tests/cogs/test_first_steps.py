"""A fight for one alone: somebody types one command, and presses what is offered first until it is over."""

import re

import pytest

from bot.rehearsal import Person
from bot.rehearsal.render import Surface, text_of
from rules.core.view import Phase
from rules.registry import RULESETS
from tests.support.table import Table, seated

SYSTEMS = [each.id for each in RULESETS]
MOST_PRESSES = 80  # about two minutes for somebody who reads; a form is two
LEAST_ADVICE = 4  # lines that even the shortest way to the end brings


async def _begun(table: Table, system: str) -> Person:
    ana = table.person("Ana")
    outcome = await ana.command("/fight begin", system=system, scene="First steps")
    await table.settled()
    assert outcome.ephemeral
    return ana


def _mine(ana: Person) -> Surface:
    """The newest message that is for her alone."""
    return next(each for each in ana.surfaces() if each.private and each.controls)


async def _presses_first(table: Table, ana: Person, tried: set[tuple[str, str]]) -> int:
    """Press what is offered first, but nothing twice where it leads nowhere. Returns the number of presses."""
    asked = (await table.showing(by=ana)).view.asked
    moment = " ".join(each.id + each.question for each in asked if each.is_mine)
    screen = _mine(ana)
    button = next(each for each in screen.controls if each.is_button and (moment, each.label) not in tried)
    tried.add((moment, button.label))
    outcome = await ana.press(screen.message, button.custom_id)
    presses = 1
    if "to confirm" in outcome.text:
        form = _mine(ana)
        if form.controls[0].options and "own words" in outcome.text:
            await ana.press(form.message, form.controls[0].custom_id, form.controls[0].options[0][1])
            form, presses = _mine(ana), presses + 1
        confirm = next(each for each in form.controls if each.is_button)
        outcome = await ana.press(form.message, confirm.custom_id)
        presses += 1
    assert not outcome.text.startswith("✋"), f"{button.label}: {outcome.text}"
    await table.settled()
    return presses


async def _is_over(table: Table) -> bool:
    return (await table.showing()).view.phase is Phase.OVER


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("system", SYSTEMS)
async def test_one_person_alone_gets_to_the_end_by_pressing_what_is_offered_first(system: str, seed: int) -> None:
    async with seated(seed=seed) as table:
        ana = await _begun(table, system)
        showing = await table.showing(by=ana)
        assert set(showing.players.values()) == set(showing.gms) == {int(ana.user.id)}
        presses, tried, advice = 0, set[tuple[str, str]](), [showing.view.advice]
        while not await _is_over(table):
            view = (await table.showing(by=ana)).view
            assert any(each.is_mine and each.blocks and each.whom in showing.players for each in view.asked)
            assert view.advice, f"nothing is said to {view.headline}"
            assert _plain(view.advice) in _plain(_mine(ana).text), "it stands above what she may press"
            assert _plain(view.advice) in _plain(text_of(table.board().payload)), "and on the board"
            presses += await _presses_first(table, ana, tried)
            advice.append((await table.showing()).view.advice)
        assert presses <= MOST_PRESSES
        assert len(dict.fromkeys(advice)) >= LEAST_ADVICE
        assert advice[-1], "the end is commented"
        verified = await table.bot.referee.verify(table.place())
        assert verified.compared == await table.seq()


def _plain(text: str) -> str:
    return re.sub(r"\\", "", text)


@pytest.mark.parametrize("system", SYSTEMS)
async def test_a_delivery_that_comes_twice_counts_once(system: str) -> None:
    async with seated(seed=3, expects_refusals=True) as table:
        ana = table.person("Ana")
        begun = await ana.command("/fight begin", system=system, scene="First steps")
        await table.settled()
        await _again(table, begun.interaction)
        for _ in range(3):
            screen = _mine(ana)
            button = next(each for each in screen.controls if each.is_button)
            outcome = await ana.press(screen.message, button.custom_id)
            await table.settled()
            await _again(table, outcome.interaction)


async def _again(table: Table, interaction: object) -> None:
    seq, before = await table.seq(), len(table.discord.refusals)
    table.discord.deliver_again(interaction)  # type: ignore[arg-type]  # what a press returned
    assert await table.discord.until(lambda: len(table.discord.refusals) > before, 5.0), "it was not even tried"
    await table.settled()
    assert await table.seq() == seq


@pytest.mark.parametrize("system", SYSTEMS)
async def test_an_undo_goes_back_to_where_the_person_was_to_decide(system: str) -> None:
    async with seated(seed=1) as table:
        ana = await _begun(table, system)
        tried: set[tuple[str, str]] = set()
        before, seq = (await table.showing(by=ana)).view, await table.seq()
        for _ in range(9):
            before, seq = (await table.showing(by=ana)).view, await table.seq()
            await _presses_first(table, ana, tried)
            if await table.seq() > seq + 1:
                break
        assert await table.seq() > seq + 1, "the bot went on by itself"
        assert not await _is_over(table)
        outcome = await ana.command("/fight undo")
        assert not outcome.text.startswith("✋"), outcome.text
        await table.settled()
        after = (await table.showing(by=ana)).view
        assert [each.question for each in after.asked] == [each.question for each in before.asked]
        assert [(each.title, each.items) for each in after.hands] == [(each.title, each.items) for each in before.hands]
        await _presses_first(table, ana, set())
        await table.bot.referee.verify(table.place())


@pytest.mark.parametrize("system", SYSTEMS)
async def test_with_draws_typed_in_the_bot_waits_for_each(system: str) -> None:
    async with seated() as table:
        ana = table.person("Ana")
        await ana.command("/fight begin", system=system, scene="First steps", house="draws=typed")
        await table.settled()
        showing = await table.showing(by=ana)
        assert list(showing.players.values()) == [int(ana.user.id)]
        assert showing.view.asked[0].is_mine
        assert showing.view.asked[0].choices
