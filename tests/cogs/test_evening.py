"""A game master's evening: few presses for many NPCs, the same fight again, a ruling put right."""

from bot.rehearsal import Person
from rules.core.view import Phase
from rules.correcting import FAR_BACK
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


async def test_run_all_takes_from_no_player_what_he_is_asked_together_with_an_empty_place() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        bo = table.person("Bo")
        await bo.command("/privacy forget")
        await bo.presses("Yes, forget me")
        await table.settled()
        require_refused(await table.person("Dealer").command("/gm go-on", only="npcs"), "whom you play")
        assert any("Lookout" in each.what for each in (await table.showing()).view.asked)


async def test_the_panel_is_short_and_the_numbers_of_everybody_are_a_press_away() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        await _until_npcs_are_awaited(table)
        dealer = table.person("Dealer")
        panel = (await dealer.presses("Dealer")).text
        assert "Brawling" not in panel
        shown = await dealer.presses("Numbers")
        assert shown.ephemeral
        assert all(each.name in shown.text for each in (await table.showing()).view.combatants)
        assert "Brawling 1; revolver" in shown.text
        assert (await dealer.command("/gm numbers")).text == shown.text
        await dealer.presses("Dealer")
        dutch = (await dealer.picks("Dutch")).text
        assert "**Dutch**: " in dutch
        assert "Brawling 1; revolver" in dutch
        assert "**Lefty**" not in dutch
        require_refused(await table.person("Ana").command("/gm numbers"), "Only the Dealer")


async def _shot_at(table: Table) -> str:
    """Ana has just shot at somebody; what was ruled."""
    await table.fight("Ana", "Bo")
    dealer, ana = table.person("Dealer"), table.person("Ana")
    for _ in range(40):
        view = (await table.showing()).view
        mine = {each.id for each in view.combatants if each.name == "Ada Quill"}
        if any(each.whom in mine and each.what == "to act" for each in view.asked):
            break
        await dealer.command("/gm go-on")
        await table.settled()
    outcome = await ana.command("/act", action="Shoot", whom="Dutch")
    assert not outcome.text.startswith("✋"), outcome.text
    for _ in range(4):
        if "to act" in (await table.showing()).view.asked[0].what:
            break
        await dealer.command("/gm go-on")
        await table.settled()
    return outcome.text


async def test_a_correction_is_compared_first_and_keeps_the_draws() -> None:
    async with seated() as table:
        await _shot_at(table)
        dealer = table.person("Dealer")
        before = await table.seq()
        outcome = await dealer.command("/gm correct", what="Injury chips", value="3", whom="Ada Quill")
        assert "As it was ruled" in outcome.text
        assert "As it would be" in outcome.text
        assert await table.seq() == before, "comparing changes nothing"
        was, _, would_be = outcome.text.partition("As it would be")
        assert " plays the " not in outcome.text, "the same card, the same flip: only what differs is told"
        assert " the same)" in was
        assert " the same)" in would_be
        assert "injury" in would_be.casefold()
        outcome = await dealer.presses("Correct it")
        assert not outcome.text.startswith("✋"), outcome.text
        assert await table.seq() == before + 1
        await table.settled()
        assert "judges the last ruling again" in table.person("Ana").sees()
        history = await dealer.command("/fight history")
        assert "(taken back)" in history.text, "the old ruling stays in the log"
        verified = await table.bot.referee.verify((await table.showing()).id)
        assert verified.compared == await table.seq()


async def test_the_difficulty_of_a_test_is_put_right_before_and_after_its_card() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo", scene="saloon")
        ana, dealer = table.person("Ana"), table.person("Dealer")
        await ana.command("/act", action="I am Lookout")
        open_yet = await dealer.command("/gm correct", what="difficulty", value="+3")
        assert "+3 to the difficulty" in open_yet.text
        await ana.command("/act", action="7 of Hearts")
        await table.settled()
        outcome = await dealer.command("/gm correct", what="difficulty", value="+3")
        was, _, would_be = outcome.text.partition("As it would be")
        assert "= 10." in was
        assert "the Dealer's word 3 = 13." in would_be
        assert not (await dealer.presses("Correct it")).text.startswith("✋")
        verified = await table.bot.referee.verify((await table.showing()).id)
        assert verified.compared == await table.seq()


async def test_a_correction_can_be_undone_and_is_only_the_dealers() -> None:
    async with seated() as table:
        await _shot_at(table)
        dealer = table.person("Dealer")
        stood = (await table.showing()).view.combatants
        wrong = {"what": "Injury chips", "value": "3", "whom": "Ada Quill"}
        require_refused(await table.person("Ana").command("/gm correct", **wrong, now=True), "only the Dealer")
        await dealer.command("/gm correct", **wrong, now=True)
        assert (await table.showing()).view.combatants != stood
        require_refused(await dealer.command("/gm correct", **wrong, now=True), "judged again already")
        await dealer.command("/fight undo", now=True)
        assert (await table.showing()).view.combatants == stood
        verified = await table.bot.referee.verify((await table.showing()).id)
        assert verified.compared == await table.seq()


async def test_there_is_nothing_to_correct_in_a_lobby() -> None:
    async with seated() as table:
        dealer = table.person("Dealer")
        await dealer.command("/fight begin", system="texarkana")
        await table.person("Ana").command("/fight join")
        outcome = await dealer.command("/gm correct", what="Injury chips", value="1", whom="Ada Quill", now=True)
        require_refused(outcome, "Nothing has been ruled yet")


async def test_a_check_that_was_called_cannot_be_corrected_and_it_says_so() -> None:
    async with seated() as table:
        await _shot_at(table)
        dealer = table.person("Dealer")
        await dealer.command("/gm call", who="posse", check="Spades trump")
        await dealer.presses("Call, difficulty told")
        await table.settled()
        wrong = {"what": "Injury chips", "value": "1", "whom": "Ada Quill", "now": True}
        require_refused(await dealer.command("/gm correct", **wrong), "a check that was called", "/fight undo")
        await dealer.command("/gm go-on")
        require_refused(await dealer.command("/gm correct", **wrong), "a check that was called", "/fight undo")


async def test_what_was_ruled_too_long_ago_is_told_from_what_was_never_ruled() -> None:
    async with seated() as table:
        await _shot_at(table)
        dealer = table.person("Dealer")
        for number in range(FAR_BACK):
            await dealer.command("/gm amend", what="Grit", value=str(1 + number % 2), whom="Ada Quill")
        outcome = await dealer.command("/gm correct", what="Injury chips", value="1", whom="Ada Quill", now=True)
        require_refused(outcome, "too long ago", "/gm amend")


async def test_house_rules_are_kept_for_the_server_and_brought_back() -> None:
    async with seated() as table:
        dealer, begin = table.person("Dealer"), {"system": "texarkana", "scene": "ambush"}
        require_refused(await dealer.command("/fight begin", **begin, house="saved"), "saved")
        await dealer.command("/fight begin", **begin, house="ties=npc, bust_over=22")
        require_refused(await table.person("Ana").command("/gm save-house"), "only the Dealer")
        outcome = await dealer.command("/gm save-house")
        assert "ties=npc" in outcome.text
        assert "bust" in outcome.text
        await dealer.command("/fight end")
        offered = [each.name for each in await dealer.complete("/fight begin", "house", "sav", system="texarkana")]
        assert any(name.startswith("saved") for name in offered), offered
        outcome = await dealer.command("/fight begin", **begin, house="saved")
        assert not outcome.text.startswith("✋"), outcome.text
        now = {switch.key: switch.now for switch in await table.bot.referee.house((await table.showing()).id)}
        assert (now["ties"], now["bust_over"]) == ("npc", "22")


async def test_the_same_fight_again_with_the_same_people_place_and_house() -> None:
    async with seated() as table:
        dealer = table.person("Dealer")
        require_refused(await dealer.command("/fight again"), "no fight in this channel")
        await dealer.command("/fight begin", system="texarkana", scene="ambush", house="ties=npc", title="Dust")
        await table.person("Bo").command("/fight join", who="ruth")
        await table.person("Bo").command("/fight leave")
        await table.person("Ana").command("/fight join", who="hank", name="Hanna")
        await table.person("Bo").command("/fight join", who="mercy")
        await dealer.command("/gm add", who="sheriff", name="Old Ben", side="bystander")
        await dealer.command("/gm amend", what="Grit", value="2", whom="Hanna")
        await dealer.command("/fight start")
        require_refused(await dealer.command("/fight again"), "already going on")
        before = await table.showing()
        await dealer.command("/fight end")
        await dealer.presses("Yes, end it")
        await table.settled()
        stranger = table.person("Stranger")
        require_refused(await stranger.command("/fight again"), "Only the Dealer")
        outcome = await dealer.presses("Again")
        assert not outcome.text.startswith("✋"), outcome.text
        now = await table.showing()
        assert now.id != before.id
        assert now.title == "Dust"
        names = [(each.name, each.side) for each in now.view.combatants]
        assert names == [(each.name, each.side) for each in before.view.combatants]
        assert sorted(now.players.values()) == sorted(before.players.values())
        hanna = next(each for each in now.view.combatants if each.name == "Hanna")
        assert "Grit 2" in hanna.state
        house = {switch.key: switch.now for switch in await table.bot.referee.house(now.id)}
        assert house["ties"] == "npc"
        await dealer.command("/fight start")
        assert (await table.bot.referee.verify(now.id)).compared == await table.seq()


async def _set_up_and_ended(table: Table, *, start: bool = True) -> Person:
    """Ana against a sheriff in the open; hidden Murkwater, and Vex, whom the Dealer has described himself."""
    dealer = table.person("Dealer")
    await dealer.command("/fight begin", system="texarkana", scene="ambush")
    await table.person("Ana").command("/fight join", who="hank")
    await dealer.command("/gm add", who="sheriff", name="Old Ben")
    await dealer.command("/gm add", who="bandit", name="Murkwater", hidden=True)
    await dealer.command("/gm add", who="Your own, as a text")
    await dealer.fills({"TOML: one NPC, or a table for each": 'name = "Vex"\ngrit = 9\nweapons = ["derringer"]'})
    await dealer.command("/gm amend", what="Grit", value="4", whom="Vex")
    if start:
        await dealer.command("/fight start")
    outcome = await dealer.command("/fight end")
    if "cannot be taken back" in outcome.text:
        await dealer.presses("Yes, end it")
    await table.settled()
    return dealer


async def _who_is_there(table: Table, person: Person) -> dict[str, str]:
    return {each.name: each.state for each in (await table.showing(by=person)).view.combatants}


async def test_the_history_of_a_fight_can_be_read_after_its_end() -> None:
    async with seated() as table:
        ana = table.person("Ana")
        require_refused(await ana.command("/fight history"), "no fight in this channel")
        await _set_up_and_ended(table)
        assert "The fight is put away." in (await ana.command("/fight history")).text


async def test_nobody_but_the_dealer_calls_the_fight_up_again() -> None:
    async with seated() as table:
        await _set_up_and_ended(table)
        ana = table.person("Ana")
        for outcome in (await ana.presses("Again"), await ana.command("/fight again")):
            require_refused(outcome, "Only the Dealer of the last fight here can call it up again")
        require_refused(await table.person("Dealer").command("/fight undo", now=True), "no fight in this channel")


async def test_npcs_of_the_dealers_own_come_back_for_him_and_what_he_set_of_them() -> None:
    async with seated() as table:
        dealer = await _set_up_and_ended(table)
        await dealer.presses("Again")
        there = await _who_is_there(table, dealer)
        assert {"Old Ben", "Murkwater", "Vex"} <= set(there)
        assert there["Vex"].startswith("Grit 4")


async def test_a_lobby_that_was_ended_before_its_start_is_opened_again() -> None:
    async with seated() as table:
        dealer = await _set_up_and_ended(table, start=False)
        await dealer.presses("Again")
        showing = await table.showing(by=dealer)
        assert showing.view.phase is Phase.LOBBY
        assert not showing.is_closed
