"""A table that draws its own cards: what came is typed in, by menu or by command, by whoever acted or the GM."""

from bot.rehearsal import Person
from bot.rehearsal.render import Surface
from tests.support.table import Table, require_refused, seated


def asked(person: Person) -> Surface | None:
    """The private screen that asks what came."""
    return next((each for each in person.surfaces() if each.private and "What came?" in each.text), None)


async def opening(table: Table) -> None:
    """A fight that waits for the first card of the deal."""
    dealer = table.person("Dealer")
    await dealer.command("/fight begin", system="texarkana", scene="ambush", house="draws=typed")
    await table.person("Ana").command("/fight join")
    await dealer.command("/fight start")
    await table.settled()


async def test_the_panel_asks_what_came_and_pages_through_all_cards() -> None:
    async with seated() as table:
        await opening(table)
        dealer = table.person("Dealer")
        assert "What came?" in (await dealer.presses("Dealer")).text
        before = await table.seq()
        turned = await dealer.picks("More …")
        assert "What came?" in turned.text
        assert await table.seq() == before
        menu = asked(dealer)
        assert menu is not None
        await dealer.picks(menu.controls[0].options[0][0])
        assert await table.seq() == before + 1
        assert asked(dealer) is not None, "the next card"


async def test_nobody_else_may_type_in_a_draw_and_no_act_overtakes_it() -> None:
    async with seated() as table:
        await opening(table)
        ana, before = table.person("Ana"), await table.seq()
        require_refused(await ana.command("/act", action="7 of Clubs"), "cannot be done now")
        require_refused(await table.person("Dealer").command("/gm amend", what="Woe", value="1"))
        assert "Waiting for" in (await ana.press(table.board(), table.button(table.board(), "Your move"))).text
        assert await table.seq() == before


async def test_the_cards_are_typed_in_by_menu_until_the_deal_is_done() -> None:
    async with seated() as table:
        await opening(table)
        dealer = table.person("Dealer")
        await dealer.presses("Dealer")
        for number in range(20):
            menu = asked(dealer)
            if menu is None:
                break
            await dealer.picks(menu.controls[0].options[number][0])
            await table.settled()
        assert "Lookout" in (await table.showing()).view.headline
