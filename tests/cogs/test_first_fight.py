"""The shortest way into a fight, as people walk it."""

from tests.support.table import seated


async def test_a_lobby_is_opened_joined_and_started() -> None:
    async with seated() as table:
        dealer, ana = table.person("Dealer"), table.person("Ana")
        await dealer.types('/fight begin system:texarkana title:"Saloon brawl"')
        await table.settled()
        await ana.presses("Join")
        await dealer.presses("Start")
        await table.settled()
        assert "Lookout" in ana.sees()
