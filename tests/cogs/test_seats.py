"""Seats that change hands, people who are away, several game masters, the table's rules: through the loopback."""

import asyncio

import pytest

from bot.rehearsal import Person
from rules.core.ids import Place, UserId
from rules.preferences import Server
from rules.store.memory import MemoryStore
from tests.cogs.players import awaited, play_by_buttons
from tests.support.table import Table, require_refused, seated

OTHERS = ("conflicts", "twtw")


def uid(person: Person) -> UserId:
    return UserId(int(person.user.id))


async def begun(table: Table, system: str, *players: str, scene: str | None = None) -> None:
    dealer = table.person("Dealer")
    await dealer.command("/fight begin", system=system, scene=scene, title="Showdown")
    for player in players:
        await table.person(player).command("/fight join")
    await dealer.command("/fight start")
    await table.settled()


def board(table: Table) -> str:
    return str(table.board().payload["content"])


def said(table: Table) -> str:
    """The last thing said to everybody that is no board."""
    return "\n".join(str(each.payload["content"]) for each in table.posted())


# ---- from one to another


async def test_a_hand_over_shows_the_new_player_his_hand_and_the_old_one_nothing_anywhere() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, ana, cy = (table.person(each) for each in ("Dealer", "Ana", "Cy"))
        opened = await ana.command("/me hand")
        letter = next(each for each in ana.surfaces() if "Your hand" in each.text)
        assert "Your hand" in opened.text
        given = await dealer.command("/gm give-seat", who="Ada", to=cy)
        await table.settled()
        assert not given.text.startswith("✋")
        assert f"Ada Quill is played by {cy.mention} from now on, in place of {ana.mention}" in said(table)
        assert "who has seen what is held" in said(table)
        assert "Your hand" in cy.sees()
        for label in [control.custom_id for control in letter.controls if control.is_button]:
            require_refused(await ana.press(letter.message, label))
        require_refused(await ana.command("/me hand"))
        require_refused(await ana.command("/act", action="I am Lookout"), "you play nobody here")
        require_refused(await ana.press(table.board(), table.button(table.board(), "Hand")))
        lookout = await cy.command("/act", action="I am Lookout")
        assert "Ada Quill is Lookout" in lookout.text


@pytest.mark.parametrize(("system", "gm_word"), [("texarkana", "Dealer"), ("conflicts", "GM"), ("twtw", "Judge")])
async def test_whoever_has_lost_his_place_is_told_who_can_give_him_one_and_of_join_only_in_a_lobby(
    system: str, gm_word: str
) -> None:
    async with seated() as table:
        dealer, ana, cy = (table.person(each) for each in ("Dealer", "Ana", "Cy"))
        now = f"You play nobody here. Ask the {gm_word} for a place"
        await dealer.command("/fight begin", system=system, title="Showdown")
        await ana.command("/fight join")
        assert "Press Join" in (await cy.command("/me hand")).text
        await dealer.command("/fight start")
        await table.settled()
        mine = next(each for each in (await table.showing(by=ana)).view.combatants if each.is_mine)
        await dealer.command("/gm give-seat", who=mine.name, to=cy)
        await table.settled()
        ana.goes_to_dms()
        assert now in ana.sees()
        assert "You hold nothing" not in ana.sees()
        ana.goes_to(table.discord.default_channel)
        require_refused(await ana.command("/me hand"), now)
        assert now in (await ana.command("/fight show")).text
        assert "for a place" not in (await dealer.command("/me hand")).text, "he plays nobody, and is not out"
        stranger, last = table.person("Stranger"), table.board()
        require_refused(await stranger.press(last, table.button(last, "Your move")), now)
        await dealer.command("/fight end")
        await dealer.presses("Yes, end it")
        await table.settled()
        assert "for a place" not in (await ana.command("/me hand")).text


@pytest.mark.parametrize("system", ["texarkana", *OTHERS])
async def test_by_all_rules_a_hand_over_stands_whatever_is_taken_back_and_the_log_proves_it(system: str) -> None:
    async with seated() as table:
        await begun(table, system, "Ana", "Bo")
        dealer, ana, cy = (table.person(each) for each in ("Dealer", "Ana", "Cy"))
        mine = next(each for each in (await table.showing(by=ana)).view.combatants if each.is_mine)
        await dealer.command("/gm go-on")
        hands = (await table.showing(by=ana)).view.hands
        await dealer.command("/gm give-seat", who=mine.name, to=cy)
        assert (await table.showing(by=cy)).view.hands == hands
        assert (await table.showing(by=ana)).view.hands == ()
        await dealer.command("/fight undo")
        await table.settled()
        assert (await table.showing()).players[mine.id] == uid(cy)
        require_refused(await ana.command("/me hand"))
        assert not (await dealer.command("/gm go-on")).text.startswith("✋")
        require_refused(
            await ana.press(table.board(), table.button(table.board(), "Your move")), "you play nobody here"
        )
        assert not (await cy.press(table.board(), table.button(table.board(), "Your move"))).text.startswith("✋")
        await table.bot.referee.verify(table.place())


async def test_the_new_player_is_named_for_what_is_owed_already() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, cy = table.person("Dealer"), table.person("Cy")
        await dealer.command("/gm give-seat", who="Ada", to=cy)
        await table.settled()
        called = [each for each in table.posted() if cy.user.id in {user["id"] for user in each.payload["mentions"]}]
        assert any("to be Lookout" in each.payload["content"] for each in called)


async def test_only_the_game_master_gives_seats_and_only_to_people_who_may_play() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, ana, bo, cy = (table.person(each) for each in ("Dealer", "Ana", "Bo", "Cy"))
        require_refused(await ana.command("/gm give-seat", who="Ada", to=cy), "only the dealer")
        require_refused(await dealer.command("/gm give-seat", who="Ada", to=ana), "already")
        require_refused(await dealer.command("/gm give-seat", who="Nobody", to=cy), "Ada Quill")
        place = table.place()
        await table.bot.referee.preferences.set_server(place.guild, Server(barred=(uid(cy),)))
        require_refused(await dealer.command("/gm give-seat", who="Ada", to=cy), "moderators")
        require_refused(await bo.command("/me away", delegate=cy), "moderators")
        require_refused(await dealer.command("/gm name", user=cy), "moderators")
        assert await table.seq() == 4


async def test_whoever_has_left_the_server_cannot_play() -> None:
    async with seated() as table:
        await table.fight("Ana")
        dealer, ana, cy = (table.person(each) for each in ("Dealer", "Ana", "Cy"))
        guild = table.discord.default_channel.guild
        assert guild is not None
        del guild.members[cy.user.id]
        require_refused(await dealer.command("/gm give-seat", who="Ada", to=cy), "not on this server")
        require_refused(await ana.command("/me away", delegate=cy), "not on this server")


async def test_a_bot_cannot_play() -> None:
    async with seated() as table:
        await table.fight("Ana")
        bot = next(each for each in table.discord.world.users.values() if each.bot)
        require_refused(await table.person("Dealer").command("/gm give-seat", who="Ada", to=bot.id), "a bot")


async def test_whoever_is_barred_is_told_so_when_he_joins() -> None:
    async with seated() as table:
        ana = table.person("Ana")
        await table.bot.referee.preferences.set_server(table.place().guild, Server(barred=(uid(ana),)))
        await table.fight("Bo", start=False)
        require_refused(await ana.command("/fight join"), "moderators")
        require_refused(await ana.presses("Join"), "moderators")


async def test_an_npc_is_given_to_a_latecomer_who_plays_it_by_buttons() -> None:
    async with seated() as table:
        await table.fight("Ana")
        dealer, cy = table.person("Dealer"), table.person("Cy")
        npc = next(each for each in (await table.showing(by=dealer)).view.combatants if each.is_npc)
        await dealer.command("/gm give-seat", who=npc.name, to=cy)
        await table.settled()
        assert f"{npc.name} is played by {cy.mention}" in said(table).replace("\\", "")
        taken = await play_by_buttons(table, dealer)
        assert taken
        assert "Over" in (await table.showing()).view.headline


async def test_a_press_of_the_former_player_at_the_moment_of_the_hand_over_is_ruled_or_refused_never_half() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, ana, cy = (table.person(each) for each in ("Dealer", "Ana", "Cy"))
        _, lookout = await asyncio.gather(
            dealer.command("/gm give-seat", who="Ada", to=cy), ana.command("/act", action="I am Lookout")
        )
        await table.settled()
        showing = await table.showing()
        assert set(showing.players.values()) == {uid(cy), uid(table.person("Bo"))}
        assert ("Ada Quill is Lookout" in showing.view.headline) is not lookout.text.startswith("✋")
        await table.bot.referee.verify(table.place())


# ---- away


async def test_a_delegate_plays_until_the_player_does_something_himself() -> None:
    async with seated() as table:
        await table.fight("Ana")
        ana, cy = table.person("Ana"), table.person("Cy")
        await ana.command("/me away", delegate=cy)
        await table.settled()
        assert f"Ada Quill ({ana.mention}, away, {cy.mention} plays)" in board(table)
        assert "Your hand" in (await cy.command("/me hand")).text
        assert "Ada Quill is Lookout" in (await cy.command("/act", action="I am Lookout")).text
        card = next(choice.name for choice in await ana.complete("/act", "action", " of "))
        await ana.command("/act", action=card)
        await table.settled()
        assert "Whoever plays Ada Quill is back" in said(table)
        assert "away" not in board(table)
        require_refused(await cy.command("/me hand"))


async def test_a_bare_away_says_once_what_it_does_what_that_did_and_how_it_ends() -> None:
    async with seated() as table:
        await table.fight("Ana")
        ana = table.person("Ana")
        said_to_her = (await ana.command("/me away")).text
        assert "While you are away Ada Quill does what stands after “else”, at once." in said_to_her
        assert "Ada Quill is Lookout." in said_to_her, "which she owed"
        assert said_to_her.count("after “else”") == 1
        assert "Whoever plays" not in said_to_her, "that is she"
        assert "/me back" in said_to_her
        await table.settled()
        assert "Whoever plays Ada Quill is away: Ada Quill does what stands after “else”." in said(table)
        assert "You are back, and play Ada Quill yourself." in (await ana.command("/me back")).text


async def test_whoever_leaves_somebody_is_told_who_plays() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        bo, cy = table.person("Bo"), table.person("Cy")
        handed = (await bo.command("/me away", delegate=cy)).text
        assert f"While you are away {cy.mention} plays Hank Dollarhide, seeing what is held." in handed
        assert "else" not in handed.partition("What do you do")[0].partition("\n\n")[0]


async def test_whoever_stands_in_for_somebody_and_says_that_he_is_back_is_told_how_to_stop() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana, cy = table.person("Ana"), table.person("Cy")
        await ana.command("/me away", delegate=cy)
        refused = await cy.command("/me back")
        require_refused(refused, f"Ada Quill for {ana.mention}", "/fight leave who:Ada Quill")


async def test_the_game_master_who_says_that_somebody_is_back_is_told_who_is_away() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer = table.person("Dealer")
        await table.person("Ana").command("/me away", orders="pass")
        require_refused(await dealer.command("/gm back", who="Hank"), "Hank Dollarhide was not away", "Ada Quill")


async def test_who_stands_in_for_two_of_one_player_is_told_so_in_one_sentence() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, ana, bo, cy = (table.person(each) for each in ("Dealer", "Ana", "Bo", "Cy"))
        await dealer.command("/gm give-seat", who="Hank", to=ana)
        await ana.command("/me away", delegate=cy)
        await table.settled()
        cy.goes_to_dms()
        assert f"From now on you play Ada Quill and Hank Dollarhide for {ana.mention}, who is away." in cy.sees()
        assert bo.mention not in cy.sees()


async def test_nobody_waits_for_whoever_left_orders_and_he_is_not_named() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo", scene="saloon")
        dealer, ana, bo = (table.person(each) for each in ("Dealer", "Ana", "Bo"))
        await bo.command("/act", action="I am Lookout")  # that is left to whoever is there
        outcome = await ana.command("/me away", orders="Defend first")
        await table.settled()
        assert "defends first" in outcome.text
        assert "/me back" in outcome.text, "he alone is told how it ends"
        assert "/me back" not in said(table)
        assert f"Ada Quill ({ana.mention}, away: defends first)" in board(table)
        posted = len(table.posted())
        for _ in range(60):
            owed = await awaited(table, dealer)
            if not owed:
                break
            showing = await table.showing()
            assert all(showing.players.get(each.whom) != uid(ana) for each in owed if each.whom), owed
            if any(showing.players.get(each.whom) == uid(bo) for each in owed if each.whom):
                action = (await bo.complete("/act", "action", ""))[-1].name
                assert not (await bo.command("/act", action=action)).text.startswith("✋")
            else:
                await dealer.command("/gm go-on")
            await table.settled()
        assert "By the standing orders for Ada Quill, who defends first:" in said(table)
        pinged = {user["id"] for each in table.posted()[posted:] for user in each.payload["mentions"]}
        assert ana.user.id not in pinged
        await table.bot.referee.verify(table.place())


@pytest.mark.parametrize("system", OTHERS)
async def test_nobody_waits_by_the_other_rules_either(system: str) -> None:
    async with seated() as table:
        await begun(table, system, "Ana", "Bo")
        dealer, ana = table.person("Dealer"), table.person("Ana")
        orders = [choice.name for choice in await ana.complete("/me away", "orders", "")]
        assert orders[0].startswith("Defend first")
        await ana.command("/me away", orders=orders[0])
        await table.settled()
        for _ in range(25):
            owed = await awaited(table, dealer)
            showing = await table.showing()
            assert all(showing.players.get(each.whom) != uid(ana) for each in owed if each.whom), owed
            if not owed:
                break
            await dealer.command("/gm go-on")
            await table.settled()
        assert "By the standing orders for" in said(table)
        await table.bot.referee.verify(table.place())


async def test_back_is_back_also_from_a_direct_message() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana = table.person("Ana")
        ana.goes_to_dms()
        await ana.command("/me away", orders="pass")
        assert (await table.showing()).away
        require_refused(await table.person("Bo").command("/me back"), "you were not away")
        outcome = await ana.command("/me back")
        assert "You are back" in outcome.text
        assert not (await table.showing()).away


async def test_in_a_direct_message_it_has_to_be_clear_which_fight_is_meant() -> None:
    async with seated() as table:
        ana = table.person("Ana")
        ana.goes_to_dms()
        require_refused(await ana.command("/me away"), "no fight")


async def test_the_game_master_says_it_for_a_player() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, ana, bo = (table.person(each) for each in ("Dealer", "Ana", "Bo"))
        require_refused(await bo.command("/gm away", who="Ada", delegate=bo), "only the dealer")
        await dealer.command("/gm away", who="Ada", delegate=bo)
        await table.settled()
        assert "Hand of Ada Quill" in (await bo.command("/me hand")).text
        names = {each.name for each in (await table.showing(by=bo)).view.combatants if each.is_mine}
        assert {each.name.partition(" –")[0] for each in await bo.complete("/act", "as", "")} == names
        assert len(names) == 2
        assert "is Lookout" in (await bo.command("/act", action="I am Lookout", as_="Ada Quill")).text
        await dealer.command("/gm back", who="Ada")
        assert "Hand of Ada Quill" not in (await bo.command("/me hand")).text
        assert "Your hand" in (await ana.command("/me hand")).text


async def test_a_restart_changes_nothing_of_who_plays() -> None:
    store = MemoryStore()
    async with seated(store=store) as table:
        await table.fight("Ana", "Bo")
        ana, cy = table.person("Ana"), table.person("Cy")
        await ana.command("/me away", delegate=cy)
        await table.settled()
        loopback, place = table.discord, table.place()
        who = (uid(ana), uid(cy))
        await table.bot.close()
        async with seated(loopback, store=store) as again:
            showing = await again.bot.referee.show(Place(guild=place.guild, channel=place.channel), None)
            (away,) = showing.away.values()
            assert (away.user, away.delegate) == who
            assert "Your hand" in (await again.person("Cy").command("/me hand")).text


# ---- game masters


async def test_a_second_game_master_a_hand_over_and_stepping_down() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, ana, cy = (table.person(each) for each in ("Dealer", "Ana", "Cy"))
        require_refused(await dealer.command("/gm step-down"), "only Dealer")
        require_refused(await ana.command("/gm name", user=cy), "only the dealer")
        await dealer.command("/gm name", user=ana)
        await table.settled()
        assert f"Ada Quill ({ana.mention}, Dealer)" in board(table)
        called = [each for each in table.posted() if ana.user.id in {user["id"] for user in each.payload["mentions"]}]
        (naming,) = [each for each in called if "Dealer of this fight" in each.payload["content"]]
        assert "panel" in (await ana.press(naming, table.button(naming, "Dealer"))).text
        assert "panel" in (await ana.press(table.board(), table.button(table.board(), "Dealer"))).text
        await dealer.command("/gm hand-over", user=cy)
        await table.settled()
        require_refused(await dealer.command("/gm go-on"), "only the dealer")
        assert not (await cy.command("/gm go-on")).text.startswith("✋")
        assert not (await ana.command("/gm step-down")).text.startswith("✋")
        await table.settled()
        assert f"Ada Quill ({ana.mention})" in board(table)
        await table.bot.referee.verify(table.place())


async def test_a_game_master_who_plays_for_somebody_is_named_as_such_on_the_board() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, ana = table.person("Dealer"), table.person("Ana")
        await dealer.command("/gm away", who="Ada", delegate=dealer)
        await table.settled()
        assert f"Ada Quill ({ana.mention}, away, the Dealer {dealer.mention} plays)" in board(table)


async def test_a_game_master_who_is_away_is_named_as_such_and_not_whoever_plays_for_him() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, ana, cy = (table.person(each) for each in ("Dealer", "Ana", "Cy"))
        await dealer.command("/gm name", user=ana)
        await ana.command("/me away", delegate=cy)
        await table.settled()
        assert f"Ada Quill ({ana.mention}, Dealer, away, {cy.mention} plays)" in board(table)


# ---- the table


async def test_the_table_is_read_by_all_and_set_by_the_game_master_by_menu_or_command() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer, ana = table.person("Dealer"), table.person("Ana")
        read = await ana.command("/fight table")
        assert "as long as it takes (deadline=none)" in read.text
        require_refused(await ana.command("/gm table", what="deadline", value="24h"), "only the dealer")
        assert "A pick counts at once" in (await dealer.command("/gm table")).text
        picked = await dealer.picks("1 day")
        assert "1 day (deadline=24h)" in picked.text
        assert (await dealer.picks("4 hours")).text.startswith("Time to answer: 4 hours.")
        require_refused(await dealer.command("/gm table", what="deadline", value="2 hours"), "4 hours, 12 hours")
        typed = await dealer.command("/gm table", what="pings", value="no reminder")
        assert "pings=off" in typed.text
        offered = [each.value for each in await dealer.complete("/gm table", "value", "", what="late")]
        assert offered == ["call", "default"]
        require_refused(await dealer.command("/gm table", what="late"), "value")
        require_refused(await dealer.command("/gm table", what="music", value="loud"), "music")
        await table.settled()
        assert "Time to answer: 4 hours." in said(table)


async def test_a_menu_of_the_table_is_nothing_for_whoever_is_game_master_no_more() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        await dealer.command("/gm table")
        await dealer.command("/gm hand-over", user=table.person("Cy"))
        require_refused(await dealer.picks("1 day"), "only the dealer")


async def test_a_server_has_its_own_usual_table() -> None:
    async with seated() as table:
        place = table.place()
        await table.bot.referee.preferences.set_server(place.guild, Server(table={"deadline": "12h"}))
        await table.fight("Ana", start=False)
        assert "12 hours" in (await table.person("Ana").command("/fight table")).text


# ---- looking at a hand


async def test_a_look_at_a_hand_is_told_to_all_before_it_is_shown() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo", start=False)
        dealer, ana = table.person("Dealer"), table.person("Ana")
        require_refused(await dealer.command("/gm peek", who="Ada"), "at this table nobody")
        await dealer.command("/gm table", what="peeking", value="open")
        await dealer.command("/fight start")
        await table.settled()
        require_refused(await ana.command("/gm peek", who="Bo"), "only the dealer")
        hand = (await table.showing(by=ana)).view.hands[0]
        shown = await dealer.command("/gm peek", who="Ada")
        assert shown.ephemeral
        assert all(card.label in shown.text for card in hand.items)
        read = table.texts()
        told = next(at for at, text in enumerate(read) if "looked at what Ada Quill holds" in text)
        assert told < next(at for at, text in enumerate(read) if "Everybody has been told" in text)
        assert f"The Dealer ({dealer.mention}) looked at what Ada Quill holds." in said(table)
        assert not (await table.showing(by=dealer)).view.hands


async def test_where_it_cannot_be_told_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.publisher.ANNOUNCING", 0.05)
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        await dealer.command("/gm table", what="peeking", value="open")
        await dealer.command("/fight start")
        await table.settled()
        table.discord.fail("POST /channels/{channel}/messages", status=503, code=0)
        outcome = await dealer.command("/gm peek", who="Ada")
        assert "✋ I could not tell the others yet" in outcome.text
        assert "Hearts" not in outcome.text
        assert "Everybody has been told" not in outcome.text
        await table.settled()
        assert "looked at what Ada Quill holds" in said(table)


async def test_where_the_bot_may_not_write_nobody_looks_either() -> None:
    async with seated(expects_refusals=True) as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        await dealer.command("/gm table", what="peeking", value="open")
        await dealer.command("/fight start")
        await table.settled()
        table.discord.deny(table.discord.default_channel, "send_messages")
        outcome = await dealer.command("/gm peek", who="Ada")
        assert "✋ I could not tell the others yet" in outcome.text
        assert "Everybody has been told" not in outcome.text


async def test_looking_is_settled_before_the_start() -> None:
    async with seated() as table:
        await table.fight("Ana")
        dealer = table.person("Dealer")
        require_refused(await dealer.command("/gm table", what="peeking", value="open"), "before the start")
        screen = await dealer.command("/gm table")
        assert "never (peeking=off)" in screen.text
