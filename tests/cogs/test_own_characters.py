"""Whoever has brought a character of his own and plays it no more: what its sheet tells him, and the next fight."""

import pytest

from bot.rehearsal import Person
from tests.cogs.test_seats import uid
from tests.cogs.test_sessions import evening, opened
from tests.support.table import Table, seated


async def hand_of(table: Table, player: Person) -> list[str]:
    return [item.label for each in (await table.showing(by=player)).view.hands for item in each.items]


@pytest.mark.parametrize("leaves", [True, False])
async def test_the_sheet_tells_nothing_of_the_hand_that_somebody_else_plays_with(*, leaves: bool) -> None:
    async with seated() as table:
        dealer, ana = await evening(table)
        bo, cy = table.person("Bo"), table.person("Cy")
        await opened(table)
        await bo.command("/fight join")
        await dealer.command("/fight start")
        await table.settled()
        if leaves:
            await ana.command("/fight leave")
            await ana.presses("Yes, I am out")
        await dealer.command("/gm give-seat", who="Cora Bell", to=cy)
        await table.settled()
        hand = await hand_of(table, cy)
        assert len(hand) > 1
        for seen in (await ana.command("/session show"), await ana.command("/sheet edit", who="Cora Bell")):
            assert "Cora Bell" in seen.text
            assert not any(card in seen.text for card in hand), seen.text


async def test_whoever_plays_it_is_told_what_it_holds() -> None:
    async with seated() as table:
        dealer, ana = await evening(table)
        await opened(table)
        await table.person("Bo").command("/fight join")
        await dealer.command("/fight start")
        await table.settled()
        seen = await ana.command("/sheet edit", who="Cora Bell")
        assert all(card in seen.text for card in await hand_of(table, ana))


async def test_the_same_fight_once_more_is_without_whoever_left_for_good() -> None:
    async with seated() as table:
        dealer, ana, bo = (table.person(name) for name in ("Dealer", "Ana", "Bo"))
        await ana.command("/sheet create", name="Cora Bell")
        await opened(table)
        await bo.command("/fight join")
        await dealer.command("/fight start")
        await ana.command("/fight leave")
        await ana.presses("Yes, I am out")
        await dealer.command("/fight end")
        await dealer.presses("Yes, end it")
        await dealer.command("/fight again")
        await table.settled()
        assert set((await table.showing()).players.values()) == {uid(bo)}
