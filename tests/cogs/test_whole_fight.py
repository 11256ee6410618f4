"""Whole fights, from the lobby to the end, as people play them."""

import asyncio

from bot.rehearsal.wire import PUBLIC_THREAD
from rules.core.ids import PromptId
from rules.core.values import replace
from rules.core.view import FightView, Phase
from tests.cogs.players import awaited, play_by_buttons, play_by_commands
from tests.support.table import Table, require_refused, seated


async def test_a_whole_fight_is_played_by_commands_alone() -> None:
    async with seated(seed=4) as table:
        await table.fight("Ana", "Bo")
        taken = await play_by_commands(table, table.person("Dealer"))
        assert (await table.showing()).view.phase is Phase.OVER
        assert "I am Lookout" in taken
        assert any(each.startswith("Stand on") for each in taken), "a trump was offered"
        assert "Act as suggested" in taken
        assert any(" of " in each for each in taken), "attacks were answered with cards"


async def test_a_whole_fight_is_played_by_buttons_alone() -> None:
    async with seated(seed=4) as table:
        dealer = table.person("Dealer")
        await dealer.command("/fight begin", system="texarkana", scene="ambush", title="Showdown")
        await table.settled()
        for name in ("Ana", "Bo"):
            await table.person(name).presses("Join")
        await dealer.presses("Start")
        await table.settled()
        taken = await play_by_buttons(table, dealer)
        assert (await table.showing()).view.phase is Phase.OVER
        assert {"Shoot", "Act as suggested"} <= set(taken)
        assert any(each.startswith("Stand on") for each in taken), "a trump was offered"


async def test_a_test_without_a_trump_takes_three_presses() -> None:
    async with seated() as table:
        await _turn_of(table, "Ana", "Bo")
        ana = table.person("Ana")
        ana.counted()
        await ana.presses("Your move")
        await ana.presses("Shoot")
        outcome = await ana.picks("Queen of Clubs")
        assert "plays the Queen of Clubs" in outcome.text
        assert ana.counted().presses == 3


async def test_go_on_plays_for_whoever_is_absent() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer = table.person("Dealer")
        await dealer.presses("Dealer")
        for _ in range(60):
            if not await awaited(table, dealer):
                break
            outcome = await dealer.presses("Go on")
            assert not outcome.text.startswith("✋")
            await table.settled()
        assert (await table.showing()).view.phase is Phase.OVER


async def test_undo_takes_back_the_last_ruling_and_history_says_so() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, ana = table.person("Dealer"), table.person("Ana")
        before = _without_ids((await table.showing()).view)
        await ana.command("/act", action="I am Lookout")
        await dealer.command("/fight undo", now=True)
        await table.settled()
        assert _without_ids((await table.showing()).view) == before
        history = await dealer.command("/fight history")
        assert "~~Ada Quill is Lookout." in history.text
        assert "(taken back)" in history.text
        assert "took back the last ruling" in ana.sees()


async def test_undo_from_the_panel_does_the_same() -> None:
    async with seated() as table:
        await table.fight("Ana")
        dealer = table.person("Dealer")
        before = _without_ids((await table.showing()).view)
        await table.person("Ana").command("/act", action="I am Lookout")
        await dealer.presses("Dealer")
        shown = await dealer.presses("Undo last ruling")
        assert "Ada Quill is Lookout" in shown.text
        await dealer.presses("Take it back")
        assert _without_ids((await table.showing()).view) == before


async def test_a_panel_that_is_out_of_date_shows_how_things_stand_and_works_at_the_next_press() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer = table.person("Dealer")
        await dealer.presses("Dealer")
        await table.person("Ana").command("/act", action="I am Lookout")
        await table.settled()
        seq = await table.seq()
        outcome = await dealer.presses("Go on")
        require_refused(outcome, "Something has happened")
        assert "[Go on]" in outcome.text
        assert await table.seq() == seq, "nothing was ruled"
        outcome = await dealer.presses("Go on")
        assert not outcome.text.startswith("✋"), outcome.text
        assert await table.seq() == seq + 1


async def test_history_leaves_out_what_one_may_not_know() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer, ana = table.person("Dealer"), table.person("Ana")
        await dealer.command("/gm add", who="bandit", name="Rex", hidden=True)
        seq = await table.seq()
        assert f"**{seq}** <t:" in (await dealer.command("/fight history")).text
        seen = (await ana.command("/fight history")).text
        assert f"**{seq}** <t:" not in seen
        assert f"**{seq - 1}** <t:" in seen
        assert "nothing" not in seen.casefold()


async def test_history_pages_back_to_the_first_step_and_forward_again() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        for number in range(25):
            await dealer.command("/gm add", who="bandit", name=f"Bandit no {number}")
        read = [(await dealer.command("/fight history")).text]
        while "[Earlier]" in dealer.sees().splitlines()[-1]:
            read.append((await dealer.presses("Earlier")).text)
        assert all(f"Bandit no {number} is in" in "\n".join(read) for number in range(25))
        assert "**1** <t:" in read[-1]
        assert "**27** <t:" in (await dealer.presses("Newest")).text
        assert "**9** <t:" in (await dealer.command("/fight history", before=10)).text


async def test_long_steps_of_the_history_are_paged_without_losing_one() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        for number in range(20):
            await dealer.command("/gm place", where=f"Place {number}", note=f"N{number} " + "words " * 15)
        read = [(await dealer.command("/fight history")).text]
        while "[Earlier]" in dealer.sees().splitlines()[-1]:
            read.append((await dealer.presses("Earlier")).text)
        for number in range(1, 23):
            assert f"**{number}** <t:" in "\n".join(read)


async def test_ending_asks_first_and_a_second_fight_follows_in_the_same_channel() -> None:
    async with seated() as table:
        await table.fight("Ana")
        dealer = table.person("Dealer")
        await dealer.presses("Dealer")
        asked = await dealer.presses("End the fight")
        assert "cannot be taken back" in asked.text
        assert not (await table.showing()).is_closed
        await dealer.presses("Back")
        await dealer.presses("End the fight")
        await dealer.presses("Yes, end it")
        await table.settled()
        old = table.board()
        assert "put away" in old.payload["content"]
        await dealer.command("/fight begin", system="texarkana", title="The next one")
        await table.settled()
        await table.person("Ana").presses("Join")
        assert (await table.showing()).title == "The next one"


async def test_a_finished_fight_makes_room_for_the_next() -> None:
    async with seated(seed=4) as table:
        await table.fight("Ana")
        dealer = table.person("Dealer")
        while await awaited(table, dealer):
            await dealer.command("/gm go-on")
        await dealer.command("/fight begin", system="texarkana", title="The next one")
        assert (await table.showing()).title == "The next one"


async def test_a_fight_in_a_thread_is_played_like_any_other() -> None:
    async with seated(seed=4) as table:
        thread = table.discord.world.add_thread(
            table.discord.default_channel, name="duel", kind=PUBLIC_THREAD, archive_after=1440, origin=None
        )
        table.discord.tell("THREAD_CREATE", thread, thread.payload)
        dealer, ana = table.person("Dealer"), table.person("Ana")
        for person in (dealer, ana):
            person.goes_to(thread)
        await dealer.command("/fight begin", system="texarkana", scene="ambush")
        await table.settled()
        await ana.presses("Join")
        await dealer.presses("Start")
        await table.settled()
        await play_by_buttons(table, dealer, thread)
        assert (await table.showing(thread)).view.phase is Phase.OVER
        assert not table.posted(table.discord.default_channel)


async def test_two_channels_play_at_once_without_mixing() -> None:
    async with seated() as table:
        other = table.discord.channel("livery")
        ana, bo = table.person("Ana"), table.person("Bo")
        for person in (table.person("Judge"), bo):
            person.goes_to(other)

        async def play(gm_name: str, player_name: str) -> None:
            gm, player = table.person(gm_name), table.person(player_name)
            await gm.command("/fight begin", system="texarkana", scene="ambush", title=f"Fight of {gm_name}")
            await player.command("/fight join")
            await gm.command("/fight start")
            await player.command("/act", action="I am Lookout")
            await gm.command("/gm go-on")

        await asyncio.gather(play("Dealer", "Ana"), play("Judge", "Bo"))
        await table.settled()
        here, there = await table.showing(), await table.showing(other)
        assert (here.seq, there.seq) == (5, 5)
        assert set(here.players.values()) == {int(ana.user.id)}
        assert set(there.players.values()) == {int(bo.user.id)}
        assert "Fight of Judge" not in "\n".join(each.payload["content"] for each in table.posted())


async def test_a_free_act_is_written_in_a_form_and_told_to_all() -> None:
    async with seated() as table:
        await _turn_of(table, "Ana", "Bo")
        ana = table.person("Ana")
        await ana.presses("Your move")
        await ana.presses("Something else")
        await ana.picks("Wagon")
        opened = await ana.presses("Say it in your own words")
        assert opened.modal is not None
        outcome = await ana.fills({"What do you do?": "I kick the table over"})
        await table.settled()
        assert "kick the table over" in outcome.text
        assert "kick the table over" in table.person("Bystander").sees()
        assert (
            "Wagon"
            in next(each.place for each in (await table.showing()).view.combatants if each.name == "Ada Quill").title()
        )


async def test_the_board_lists_everybody_under_the_place_where_he_is() -> None:
    async with seated() as table:
        await table.fight("Ana")
        lines = table.board().payload["content"].splitlines()
        road = next(at for at, line in enumerate(lines) if line.startswith("**Road**"))
        rocks = next(at for at, line in enumerate(lines) if line.startswith("**Rocks**"))
        assert road < next(at for at, line in enumerate(lines) if "· Ada Quill" in line) < rocks
        assert rocks < next(at for at, line in enumerate(lines) if "· Dutch" in line)


async def test_whoever_is_asked_is_named_and_nobody_else_is_pinged() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        pinged = [each for each in table.posted() if each.payload["mentions"]]
        assert [sorted(user["id"] for user in each.payload["mentions"]) for each in pinged] == [
            sorted(table.person(name).user.id for name in ("Ana", "Bo"))
        ]


async def test_the_letter_with_the_hand_does_not_say_each_card_twice() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        direct = table.discord.world.direct_with(table.person("Ana").user)
        greeting, letter = direct.messages.values()
        assert "your hand comes here" in greeting.payload["content"]
        assert letter.payload["content"].count("6 of Hearts") == 1
        assert "**Your hand**" in letter.payload["content"]


async def test_the_lobby_menu_joins_as_the_character_picked() -> None:
    async with seated() as table:
        await table.fight(start=False)
        outcome = await table.person("Ana").picks("Tobias Crane")
        assert "Tobias Crane is in" in outcome.text
        require_refused(await table.person("Ana").picks("Ruth Okafor"), "already in", "Tobias Crane")


async def test_the_panel_of_a_lobby_starts_it() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        await table.person("Dealer").command("/fight show")
        await table.person("Dealer").presses("Start")
        assert (await table.showing()).view.phase is Phase.RUNNING


def _without_ids(view: FightView) -> FightView:
    """The view without the names of decisions, which are others after an undo."""
    return replace(view, asked=tuple(replace(each, id=PromptId("")) for each in view.asked))


async def _turn_of(table: Table, *players: str) -> None:
    await table.fight(*players)
    first = table.person(players[0])
    await first.command("/act", action="I am Lookout")
    await first.command("/act", action="5 of Masks")
    await table.settled()
    assert (await table.showing()).view.headline.endswith("Posse Phase"), "the seed gives the Posse the Initiative"
