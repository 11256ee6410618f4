"""A hand that comes elsewhere than before, and who is told of it; what there is of it in a lobby."""

import pytest

from tests.cogs.test_delivery import content, gains_a_card, held, letters, require_shows_hand, threads
from tests.support.table import require_refused, seated


@pytest.mark.parametrize("way", ["thread", "dm"])
async def test_where_a_hand_comes_to_no_more_it_is_shown_no_more_whatever_comes(way: str) -> None:
    async with seated() as table:
        ana = table.person("Ana")
        if way == "thread":
            await ana.command("/me delivery", where="thread")
        await table.fight("Ana", "Bo")
        old = next(reversed(threads(table)[0].messages.values())) if way == "thread" else letters(ana)[-1]
        await require_shows_hand(table, ana, old)
        await ana.command("/me delivery", where="here")
        await table.settled()
        assert "your hand comes elsewhere now" in content(old)
        await gains_a_card(table)
        assert not [card for card in await held(table, ana) if card in content(old)]
        assert "your hand comes elsewhere now" in content(old)


async def test_whoever_changes_from_a_thread_to_letters_has_his_hand_in_one_of_them() -> None:
    async with seated() as table:
        ana = table.person("Ana")
        await ana.command("/me delivery", where="thread")
        await table.fight("Ana", "Bo")
        await ana.command("/me delivery", where="dm")
        await table.settled()
        (thread,) = threads(table)
        *_, old = thread.messages.values()
        assert "your hand comes elsewhere now" in content(old)
        await require_shows_hand(table, ana, letters(ana)[-1])


async def test_an_old_message_in_a_thread_shows_no_hand_when_it_is_pressed_where_none_comes_any_more() -> None:
    async with seated() as table:
        bo = table.person("Bo")
        await bo.command("/me delivery", where="thread")
        await table.fight("Ana", "Bo")
        *_, old = threads(table)[0].messages.values()
        pressed = bo.pressing(old, table.button(old, "I am Lookout"))
        await gains_a_card(table)
        await bo.command("/me delivery", where="here")
        require_refused(await bo.does(pressed), "no longer open")
        await table.settled()
        assert not [card for card in await held(table, bo) if card in content(old)]


async def test_whoever_is_called_is_not_told_by_the_same_step_that_his_hand_has_changed() -> None:
    async with seated() as table:
        ana = table.person("Ana")
        await ana.command("/me delivery", where="here")
        await table.fight("Ana", "Bo")
        before = table.posted()
        await gains_a_card(table)  # … and is asked whether she stands on it
        naming = [each for each in table.posted() if each not in before and f"<@{ana.user.id}>" in content(each)]
        assert len([each for each in naming if each is not table.board()]) == 1


@pytest.mark.parametrize(
    ("system", "held"),
    [("texarkana", "Your hand comes when the Dealer"), ("conflicts", "Your plan comes when the GM")],
)
async def test_in_the_lobby_whoever_asks_what_he_holds_is_told_who_he_is_and_when_it_comes(
    system: str, held: str
) -> None:
    async with seated() as table:
        await table.person("Dealer").command("/fight begin", system=system)
        ana = table.person("Ana")
        await ana.command("/fight join")
        (mine,) = [each.name for each in (await table.showing(by=ana)).view.combatants if each.is_mine]
        shown = (await ana.command("/me hand")).text
        assert f"You are in as {mine}. {held}" in shown
        assert "You hold nothing" not in shown
