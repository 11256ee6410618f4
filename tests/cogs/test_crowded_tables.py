"""Sixty at one table with long hostile names, played by others or away: every new screen holds them."""

import pytest

from bot.rehearsal.render import text_of
from rules.core.combatant import Side
from rules.core.ids import CombatantId, UserId
from rules.store.memory import MemoryStore
from tests.cogs.test_moderators import MESSAGES
from tests.support.table import Table, seated

SIXTY = 60
BAD = ("@everyone <@1> **[x](http://x)** `a` # > ||b|| \u202e\u200bשלום مرحبا " + "x*_`~" * 30)[:100]


async def crowded(table: Table, system: str) -> None:
    """Ana, Bo and 60 others by the same long name, half of them given to people, some away or with a delegate."""
    dealer, referee = table.person("Dealer"), table.bot.referee
    await dealer.command("/fight begin", system=system, title=BAD)
    for name in ("Ana", "Bo"):
        await table.person(name).command("/fight join", name=BAD)
    place, gm = table.place(), UserId(int(dealer.user.id))
    blocks = await referee.stat_blocks(place, gm)
    people = [UserId(int(table.person(f"P{number}").user.id)) for number in range(6)]
    for number in range(SIXTY):
        await referee.add(
            place, gm, name=f"{number} {BAD}", template=blocks[0].key, side=Side.ENEMY, at="", hidden=False,
            source=f"add{number}",
        )  # fmt: skip
    await dealer.command("/fight start")
    npcs = [each.id for each in (await table.showing(by=dealer)).view.combatants][2:]
    for number, who in enumerate(npcs[:40]):
        await referee.give_seat(place, gm, who=CombatantId(who), to=people[number % 6], source=f"give{number}")
    orders = await referee.standing_orders(place)
    for number, user in enumerate(people[:4]):
        delegate = people[5] if number % 2 else None
        order = "" if delegate else orders[-1].key
        await referee.go_away(place, user, delegate=delegate, orders=order, source=f"away{number}")
    await referee.set_table(place, gm, what="deadline", value="12h", source="deadline")
    await table.settled()


@pytest.mark.timeout(240)
@pytest.mark.parametrize("system", ["texarkana", "conflicts", "twtw"])
async def test_every_screen_of_the_table_holds_a_crowd_of_long_names_and_pings_nobody_else(system: str) -> None:
    async with seated(store=MemoryStore()) as table:
        dealer, ana = table.person("Dealer"), table.person("Ana")
        marshal = table.discord.person("Marshal", permissions=MESSAGES)
        await crowded(table, system)
        for who, command, options in (
            (dealer, "/fight show", {}),
            (dealer, "/fight table", {}),
            (dealer, "/fight undo", {}),
            (dealer, "/fight history", {}),
            (dealer, "/fight what", {}),
            (dealer, "/fight export", {"what": "text"}),
            (dealer, "/fight verify", {}),
            (dealer, "/gm numbers", {}),
            (dealer, "/gm table", {"what": "pings", "value": "firm"}),
            (ana, "/me pace", {}),
            (ana, "/me hand", {}),
            (ana, "/privacy what", {}),
            (ana, "/privacy export", {}),
            (ana, "/privacy forget", {}),
            (marshal, "/admin fights", {}),
            (marshal, "/admin undo", {}),
            (marshal, "/admin close", {}),
            (marshal, "/admin take-over", {}),
            (marshal, "/admin doctor", {}),
            (marshal, "/admin export", {"open": True}),
        ):
            outcome = await who.command(command, **options)
            assert "went wrong on my side" not in outcome.text, f"{command}: {outcome.text}"
        labels = {str(each.get("label")) for each in table.board().components}
        assert "Your move" in labels
        for who in (dealer, ana):
            for label in sorted(labels & {"Your move", "Hand", "Plan", "Sheet", "Dealer", "Judge", "GM"}):
                await who.press(table.board(), table.button(table.board(), label))
        for command, option in (
            ("/gm give-seat", "who"),
            ("/gm keep", "who"),
            ("/gm away", "who"),
            ("/admin give", "who"),
        ):
            by = marshal if "admin" in command else dealer
            assert len(await by.complete(command, option, "")) <= 25
        await dealer.command("/fight undo", now=True)
        await table.settled()
        assert len(text_of(table.board().payload)) <= 2500
        assert not [each for each in table.posted() if each.payload["mention_everyone"]]
        assert not [each for each in table.posted() if any(user["id"] == "1" for user in each.payload["mentions"])]
