"""A game master's evening: few presses for many NPCs, the same fight again, a ruling put right."""

from tests.support.table import Table, require_refused, seated


async def _until_npcs_are_awaited(table: Table) -> None:
    dealer = table.person("Dealer")
    for _ in range(40):
        view = (await table.showing()).view
        npcs = {each.id for each in view.combatants if each.is_npc}
        if any(each.whom in npcs for each in view.asked):
            return
        await dealer.command("/gm go-on")
        await table.settled()
    raise AssertionError("the enemies never had their turn")


async def test_run_all_plays_every_npc_and_stops_where_a_player_must_answer() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        await _until_npcs_are_awaited(table)
        dealer = table.person("Dealer")
        await dealer.presses("Dealer")
        outcome = await dealer.presses("Run all")
        assert not outcome.text.startswith("✋")
        view = (await table.showing()).view
        players = set((await table.showing()).players)
        assert any(each.whom in players for each in view.asked), "a player is attacked and asked"
        assert all(each.whom in players for each in view.asked) or len(view.asked) > 1


async def test_run_all_is_refused_while_no_npc_is_awaited() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        require_refused(await table.person("Dealer").command("/gm go-on", only="npcs"), "whom you play")
        require_refused(await table.person("Ana").command("/gm go-on", only="npcs"), "only the Dealer")
