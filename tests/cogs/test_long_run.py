"""A bot that runs for months keeps nothing of the screens it showed."""

import asyncio

from tests.support.table import Table, seated

SHOWN = 1000


def kept(table: Table) -> tuple[int, ...]:
    """What discord.py remembers of views, forms and dynamic items."""
    store = table.bot._connection._view_store
    sizes = (len(store._views), len(store._synced_message_views), len(store._modals), len(store._dynamic_items))
    return (*sizes, sum(len(each) for each in store._views.values()))


async def test_a_thousand_boards_and_presses_register_nothing_and_leave_no_task() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana = table.person("Ana")
        await ana.command("/act", action="I am Lookout")
        await ana.command("/act", action="5 of Masks")
        await table.settled()
        await _round(table, 1)
        before, tasks = kept(table), len(asyncio.all_tasks())
        acts = 0
        while acts < SHOWN:
            acts += await _round(table, acts)
        assert kept(table) == before == (0, 0, 0, 0, 0)
        assert len(asyncio.all_tasks()) == tasks


async def _round(table: Table, number: int) -> int:
    """A board edit, and all kinds of screens shown in place and anew. Returns how many surfaces were shown."""
    ana, dealer, board = table.person("Ana"), table.person("Dealer"), table.board()
    shown = 0
    for _ in range(5):
        await dealer.command("/gm amend", what="Luck", value=str(number % 9), whom="Ada")
        await ana.press(board, table.button(board, "Hand"))
        await ana.press(board, table.button(board, "Your move"))
        await ana.presses("Shoot")
        await ana.presses("Back")
        shown += 6  # two boards' worth: the line and the edit
    await ana.presses("Something else")
    await ana.presses("Say it")
    await table.settled()
    for person in (ana, dealer):
        for each in [message for message in person.channel.messages.values() if message.ephemeral]:
            table.discord.world.remove_message(each)  # people dismiss them; the loopback stays quick
    return shown + 2
