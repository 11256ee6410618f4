"""What one holds is for one's own eyes: the rest of the table, the game master too, never receives it."""

from rules.core.ids import UserId
from tests.support.table import Table, seated


async def cards_of(table: Table, name: str) -> list[str]:
    showing = await table.bot.referee.show(table.place(), UserId(int(table.person(name).user.id)))
    return [item.label for each in showing.view.hands for item in each.items]


async def test_nobody_but_the_owner_receives_a_hand_however_it_is_looked_at() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, ana, bo = table.person("Dealer"), table.person("Ana"), table.person("Bo")
        await bo.command("/act", action="I am Lookout")
        held = await cards_of(table, "Ana")
        await ana.command("/me hand")
        await ana.presses("Your move")
        await ana.complete("/act", "card", "", action="Shoot")
        await dealer.presses("Dealer")
        await dealer.command("/me hand")
        await dealer.command("/fight history")
        await dealer.complete("/act", "action", "", **{"as": "Ada"})
        await dealer.complete("/act", "action", "", **{"as": "Hank"})
        await table.settled()
        assert all(any(card in text for text in table.discord.seen_by(ana)) for card in held)
        for person in (dealer, bo, table.person("Bystander")):
            read = "\n".join(table.discord.seen_by(person))
            assert not [card for card in held if card in read]


async def test_nobody_sees_a_hidden_enemy_but_the_game_master() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer, ana = table.person("Dealer"), table.person("Ana")
        await dealer.command("/gm add", who="sheriff", name="Nemesis", hidden=True)
        await dealer.command("/fight start")
        await table.settled()
        await ana.presses("Your move")
        await ana.command("/fight history")
        await ana.complete("/act", "whom", "", action="Shoot")
        await ana.command("/act", action="I am Lookout")
        await table.settled()
        await dealer.presses("Dealer")
        assert "Nemesis" in dealer.sees()
        assert "Nemesis" not in "\n".join(table.discord.seen_by(ana))
