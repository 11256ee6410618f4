"""An evening with two fights: what the first leaves of a character is what comes into the second."""

from bot.rehearsal import Person
from rules.core.ids import CombatantId
from tests.support.table import Table, require_refused, seated


async def evening(table: Table) -> tuple[Person, Person]:
    """The Dealer's session is open, and Ana has a character called Cora Bell."""
    dealer, ana = table.person("Dealer"), table.person("Ana")
    await dealer.command("/session start", number=2)
    await ana.command("/sheet create", name="Cora Bell")
    return dealer, ana


async def opened(table: Table, *, who: str | None = "Cora Bell", scene: str = "ambush") -> None:
    """A lobby of the Dealer's, which Ana has joined."""
    await table.person("Dealer").command("/fight begin", system="texarkana", scene=scene, title="Showdown")
    await table.person("Ana").command("/fight join", who=who)
    await table.settled()


async def cora(table: Table) -> str:
    """Her chips as everybody sees them."""
    showing = await table.showing()
    return next(each.state for each in showing.view.combatants if each.name == "Cora Bell")


async def hand(table: Table, person: Person) -> list[str]:
    showing = await table.showing(by=person)
    return [item.key for item in showing.view.hands[0].items] if showing.view.hands else []


async def test_chips_injury_and_the_very_cards_stay_from_fight_to_fight_of_a_session() -> None:
    async with seated() as table:
        dealer, ana = await evening(table)
        await opened(table)
        await dealer.command("/fight start")
        for what, value in (("Grit", "4"), ("Luck", "1"), ("Injury", "2")):
            await dealer.command("/gm amend", what=what, value=value, whom="Cora")
        before = await hand(table, ana)
        await dealer.command("/fight end")
        await dealer.presses("Yes, end it")
        await opened(table)
        state = await cora(table)
        assert ("Grit 4" in state, "Luck 1" in state, "2 Injuries" in state) == (True, True, True)
        await dealer.command("/fight start")
        await table.settled()
        assert await hand(table, ana) == before
        assert (await table.showing()).view.notes[1] == "Woe 4; 111 cards in the deck"  # session 2, one player; TXF-24


async def test_what_was_played_and_drawn_in_the_first_fight_counts_in_the_second_and_so_does_woe() -> None:
    async with seated() as table:
        dealer, ana = await evening(table)
        await opened(table)
        await dealer.command("/fight start")
        await table.settled()
        dealt = await hand(table, ana)
        await ana.command("/act", action="I am Lookout")
        await ana.command("/act", action=(await ana.complete("/act", "action", " of "))[0].name)
        if any("Stand" in choice.name for choice in await ana.complete("/act", "action", "")):
            await ana.command("/act", action="Stand")
        left = await hand(table, ana)
        assert len(set(left) - set(dealt)) == 1  # one card was played, and another drawn
        await dealer.command("/gm decide", what="Woe", value="7")
        await dealer.command("/fight end")
        await dealer.presses("Yes, end it")
        await opened(table)
        await dealer.command("/fight start")
        await table.settled()
        assert await hand(table, ana) == left
        assert (await table.showing()).view.notes[1] == "Woe 7; 111 cards in the deck"


async def test_a_hand_that_is_elsewhere_is_missing_from_the_deck() -> None:
    async with seated() as table:
        dealer, ana = await evening(table)
        bo = table.person("Bo")
        await bo.command("/sheet create", name="Zeb")
        await opened(table)
        await dealer.command("/fight start")
        await table.settled()
        held = await hand(table, ana)
        await dealer.command("/fight end")
        await dealer.presses("Yes, end it")
        await dealer.command("/fight begin", system="texarkana", scene="ambush")
        await bo.command("/fight join", who="Zeb")
        await dealer.command("/fight start")
        await table.settled()
        # 117 cards, of which Ana holds 6 at home and Bo 6 here
        assert "105 cards in the deck" in (await table.showing()).view.notes[1]
        assert not set(held) & set(await hand(table, bo))
        assert all(card not in text for text in bo.sees().splitlines() for card in held)


async def test_without_a_session_a_character_comes_in_as_it_is_written() -> None:
    async with seated() as table:
        dealer, ana = table.person("Dealer"), table.person("Ana")
        await ana.command("/sheet create", name="Cora Bell")
        for _ in range(2):
            await opened(table)
            assert "Grit 6" in await cora(table)
            await dealer.command("/gm amend", what="Grit", value="4", whom="Cora")
            await dealer.command("/fight end")


async def test_the_end_of_a_session_gives_the_chips_to_the_character_and_heals_injuries() -> None:
    async with seated() as table:
        dealer, _ = await evening(table)
        await opened(table)
        await dealer.command("/gm amend", what="Grit", value="4", whom="Cora")
        await dealer.command("/gm amend", what="Injury", value="1", whom="Cora")
        require_refused(await dealer.command("/session end"), "Cora Bell", "Showdown", "/fight end")
        await dealer.command("/fight end")
        ended = await dealer.command("/session end")
        assert "Session 2 is over" in ended.text
        assert "Grit 4" in ended.text
        assert "TXF-35" in ended.text
        require_refused(await dealer.command("/session end"), "/session start")
        await dealer.command("/session start")
        assert "Session 3" in (await dealer.command("/session show")).text
        await opened(table)
        assert "Grit 4" in await cora(table)
        assert "Injur" not in await cora(table)


async def test_a_character_is_in_one_fight_at_a_time() -> None:
    async with seated() as table:
        dealer, ana = await evening(table)
        await opened(table)
        street = table.discord.channel("street")
        dealer.goes_to(street)
        ana.goes_to(street)
        await dealer.command("/fight begin", system="texarkana", scene="ambush")
        refused = await ana.command("/fight join", who="Cora Bell")
        require_refused(refused, "Cora Bell is already in a fight", "Showdown", "/fight leave")
        ana.goes_to(table.discord.default_channel)
        await ana.command("/fight leave")
        ana.goes_to(street)
        assert not (await ana.command("/fight join", who="Cora Bell")).text.startswith("✋")


async def test_the_menu_of_the_lobby_offers_ones_own_characters_to_oneself() -> None:
    async with seated() as table:
        dealer, ana = await evening(table)
        await dealer.command("/fight begin", system="texarkana", scene="ambush")
        await table.settled()
        bo = table.person("Bo")
        await bo.presses("My characters")
        assert "/sheet create" in bo.sees()
        assert "Cora" not in bo.sees()
        await ana.presses("My characters")
        await ana.picks("Cora Bell")
        await table.settled()
        showing = await table.showing()
        assert showing.players[CombatantId("c2")] == int(ana.user.id)
        assert "Cora Bell" in [each.name for each in showing.view.combatants]


async def test_chips_of_an_open_session_are_not_changed_on_the_sheet() -> None:
    async with seated() as table:
        dealer, ana = await evening(table)
        await opened(table)
        await dealer.command("/gm amend", what="Grit", value="4", whom="Cora")
        await dealer.command("/fight end")
        shown = await ana.command("/sheet edit", who="Cora")
        assert "Left in the open session: Will 6; Grit 4" in shown.text.replace("*", "")
        await ana.presses("Chips")
        require_refused(await ana.fills({"grit": "9"}), "Grit of Cora Bell", "session")
        await ana.command("/sheet edit", who="Cora")
        await ana.presses("Ranks 2")
        assert not (await ana.fills({"clubs": "A"})).text.startswith("✋")


async def test_what_is_left_of_a_character_is_for_its_player_and_the_dealer_and_its_hand_for_the_player() -> None:
    async with seated() as table:
        dealer, _ = await evening(table)
        await opened(table)
        await dealer.command("/fight start")
        await dealer.command("/gm amend", what="Luck", value="1", whom="Cora")
        await dealer.command("/fight end")
        await dealer.presses("Yes, end it")
        seen = {each: (await table.person(each).command("/session show")).text for each in ("Ana", "Dealer", "Bo")}
        assert "Luck 1" in seen["Ana"]
        assert "in hand" in seen["Ana"]
        assert "Luck 1" in seen["Dealer"]
        assert "in hand" not in seen["Dealer"]
        assert "Cora Bell" in seen["Bo"]
        assert "Luck" not in seen["Bo"]


async def test_one_session_at_a_time_and_only_its_dealer_or_a_moderator_ends_it() -> None:
    async with seated() as table:
        dealer, _ = await evening(table)
        bo = table.person("Bo")
        require_refused(await dealer.command("/session start"), "session 2", "/session end")
        require_refused(await bo.command("/session end"), "/session start")
        require_refused(await bo.command("/session end", of=dealer), "Dealer", "a moderator of this server")
        assert not (await bo.command("/session start")).text.startswith("✋")


async def test_a_dead_character_takes_part_in_no_more_fights_of_the_session() -> None:
    async with seated() as table:
        dealer, ana = await evening(table)
        await opened(table)
        await dealer.command("/fight start")
        await dealer.command("/gm amend", what="In or out", value="dead", whom="Cora")
        await dealer.command("/fight end")
        if "put away" not in dealer.sees():
            await dealer.presses("Yes, end it")
        await dealer.command("/fight begin", system="texarkana", scene="ambush")
        require_refused(await ana.command("/fight join", who="Cora Bell"), "Cora Bell", "no Grit", "TXF-32")
        assert not (await ana.command("/fight join", who="Ada")).text.startswith("✋")
