"""Handing one's place back, and having it taken, through the loopback."""

import discord
import pytest

from rules.core.view import Phase
from tests.cogs.players import play_by_commands
from tests.cogs.test_seats import begun, board, said, uid
from tests.support.forging import forged
from tests.support.table import Table, require_plain_speech, require_refused, seated

MESSAGES = discord.Permissions(manage_messages=True)
SYSTEMS = [("texarkana", "Dealer"), ("conflicts", "GM"), ("twtw", "Judge")]


async def pinged(table: Table, since: int) -> set[str]:
    return {user["id"] for each in table.posted()[since:] for user in each.payload["mentions"]}


async def test_before_the_start_whoever_leaves_gets_up_at_once() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo", start=False)
        assert not (await table.person("Ana").command("/fight leave")).text.startswith("✋")
        assert not (await table.person("Bo").presses("Leave")).text.startswith("✋")
        assert (await table.showing()).players == {}


@pytest.mark.parametrize(("system", "gm_word"), SYSTEMS)
async def test_by_all_rules_whoever_leaves_a_running_fight_is_shown_what_it_brings_and_is_out(
    system: str, gm_word: str
) -> None:
    async with seated() as table:
        await begun(table, system, "Ana", "Bo")
        dealer, ana, bo = (table.person(each) for each in ("Dealer", "Ana", "Bo"))
        mine = next(each for each in (await table.showing(by=ana)).view.combatants if each.is_mine)
        seq = await table.seq()
        asked = await ana.command("/fight leave")
        assert asked.ephemeral
        assert f"hand back {mine.name}?" in asked.text.replace("\\", "")
        assert f"The {gm_word} plays on for {mine.name}, without seeing what is held" in asked.text.replace("\\", "")
        assert "/me away" in asked.text
        assert await table.seq() == seq, "nothing has happened yet"
        posted = len(table.posted())
        done = await ana.presses("Yes, I am out")
        await table.settled()
        assert f"is out and plays {mine.name} no longer" in done.text.replace("\\", "")
        assert f"The {gm_word} can give you a place" in done.text
        assert f"{ana.mention}" in said(table)
        assert dealer.user.id in await pinged(table, posted)
        assert bo.user.id not in await pinged(table, posted)
        showing = await table.showing()
        assert list(showing.players.values()) == [uid(bo)]
        assert f"{mine.name} (the {gm_word} plays)" in board(table).replace("\\", "")
        require_refused(await ana.command("/fight leave"), "you play nobody here now")
        require_refused(await ana.command("/me hand"), "you play nobody here now")
        assert not (await dealer.command("/gm go-on")).text.startswith("✋")
        await dealer.command("/fight undo", now=True)
        assert list((await table.showing()).players.values()) == [uid(bo)]
        await table.bot.referee.verify(table.place())
        require_plain_speech(table)


async def test_what_is_owed_and_held_is_said_before_and_the_hand_is_shown_no_more_after() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana = table.person("Ana")
        assert "Your hand" in (await ana.command("/me hand")).text
        cards = [card.label for card in (await table.showing(by=ana)).view.hands[0].items]
        letter = next(each for each in ana.surfaces() if "Your hand" in each.text)
        asked = await ana.command("/fight leave")
        assert "to be Lookout" in asked.text
        assert "Your hand is shown to you no more" in asked.text
        await ana.presses("Yes, I am out")
        await table.settled()
        for label in [control.custom_id for control in letter.controls if control.is_button]:
            require_refused(await ana.press(letter.message, label))
        ana.goes_to_dms()
        assert "The Dealer can give you a place" in ana.sees()
        assert not any(card in ana.sees() for card in cards)


async def test_stay_leaves_everything_as_it_is() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana = table.person("Ana")
        before = await table.showing()
        await ana.command("/fight leave")
        assert "Lookout" in (await ana.presses("Stay")).text
        assert await table.showing() == before


async def test_an_old_button_of_the_lobby_asks_too() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana, cy = table.person("Ana"), table.person("Cy")
        fight = (await table.showing()).id
        asked = await forged(ana, f"fd:leave:{fight}")
        assert "Leave this fight for good" in asked.text
        require_refused(await forged(cy, f"fd:leave:{fight}"), "you play nobody here now")
        require_refused(await forged(cy, f"fd:leavenow:{fight}"), "you play nobody here now")
        require_refused(await forged(ana, f"fd:leavenow:{fight}:c99"), "not yours to play")
        assert len((await table.showing()).players) == 2


async def test_the_place_is_kept_and_taken_or_given_again() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, ana, cy = (table.person(each) for each in ("Dealer", "Ana", "Cy"))
        hand = (await table.showing(by=ana)).view.hands
        await ana.command("/fight leave")
        await ana.presses("Yes, I am out")
        await dealer.command("/gm keep", who="Ada", to=cy)
        await table.settled()
        await cy.press(table.board(), table.button(table.board(), "Take your place"))
        assert (await table.showing(by=cy)).view.hands == hand
        await cy.command("/fight leave")
        await cy.presses("Yes, I am out")
        await dealer.command("/gm give-seat", who="Ada", to=ana)
        assert (await table.showing(by=ana)).view.hands == hand


async def test_whoever_plays_several_says_which_or_leaves_them_all() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, ana = table.person("Dealer"), table.person("Ana")
        npc = next(each for each in (await table.showing(by=dealer)).view.combatants if each.is_npc)
        await dealer.command("/gm give-seat", who=npc.name, to=ana)
        offered = {str(choice.name).partition(" – ")[0] for choice in await ana.complete("/fight leave", "who", "")}
        assert offered == {"Ada Quill", npc.name}
        require_refused(await ana.command("/fight leave", who="Hank"), "Ada Quill")
        one = (await ana.command("/fight leave", who=npc.name)).text
        assert "Ada Quill" not in one
        await ana.presses("Yes, I am out")
        assert uid(ana) in (await table.showing()).players.values()
        assert npc.id not in (await table.showing()).players
        await ana.command("/fight leave")
        await ana.presses("Yes, I am out")
        assert uid(ana) not in (await table.showing()).players.values()


async def test_whoever_only_stands_in_for_another_stops() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana, cy = table.person("Ana"), table.person("Cy")
        await ana.command("/me away", delegate=cy)
        asked = await cy.command("/fight leave")
        assert "Stand in no more for Ada Quill?" in asked.text
        await cy.presses("Yes, I am out")
        await table.settled()
        assert "no longer stands in for Ada Quill" in said(table)
        assert (await table.showing()).away


async def test_a_fight_for_one_alone_is_ended_and_not_left() -> None:
    async with seated() as table:
        ana = table.person("Ana")
        await ana.command("/fight begin", system="texarkana", scene="First steps")
        require_refused(await ana.command("/fight leave"), "/fight end")
        assert (await table.showing()).view.phase is not Phase.OVER


async def test_once_the_fight_is_over_whoever_leaves_calls_nobody() -> None:
    async with seated() as table:
        await table.fight("Ana")
        ana = table.person("Ana")
        await play_by_commands(table, table.person("Dealer"))
        assert (await table.showing()).view.phase is Phase.OVER
        await table.settled()
        posted = len(table.posted())
        await ana.command("/fight leave")
        await ana.presses("Yes, I am out")
        await table.settled()
        assert "is out and plays Ada Quill no longer" in said(table)
        assert await pinged(table, posted) == set()


async def test_whoever_is_not_in_the_fight_or_only_leads_it_has_nothing_to_leave() -> None:
    async with seated() as table:
        await table.fight("Ana")
        require_refused(await table.person("Cy").command("/fight leave"), "you play nobody here now")
        require_refused(await table.person("Dealer").command("/fight leave"), "you play nobody here now")


# ---- taken by others


async def test_the_game_master_takes_a_place_back_by_command() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, ana = table.person("Dealer"), table.person("Ana")
        require_refused(await ana.command("/gm free", who="Bo"), "only the dealer")
        done = await dealer.command("/gm free", who="Ada")
        await table.settled()
        assert "Ada Quill no longer: the place is taken back" in done.text
        assert "the place is taken back" in said(table)
        require_refused(await dealer.command("/gm free", who="Ada"), "nobody but the dealer")
        require_refused(await ana.command("/me hand"), "you play nobody here now")
        require_plain_speech(table)


async def test_a_moderator_takes_a_place_back_by_command_or_button_and_the_table_is_told_who() -> None:
    async with seated() as table:
        marshal = table.discord.person("Marshal", permissions=MESSAGES)
        await table.fight("Ana", "Bo")
        dealer, ana, bo, ned = (table.person(each) for each in ("Dealer", "Ana", "Bo", "Ned"))
        fight = (await table.showing()).id
        mine = next(each for each in (await table.showing(by=bo)).view.combatants if each.is_mine)
        require_refused(await forged(ned, f"fm:placefree:{fight}:{mine.id}"), "moderator")
        posted = len(table.posted())
        await marshal.command("/admin free", who="Ada Quill")
        await table.settled()
        assert said(table).count(f"By {marshal.mention}, a moderator of this server:\n{ana.mention}") == 1
        assert dealer.user.id in await pinged(table, posted)
        require_refused(await marshal.command("/admin free", who="Ada Quill"), "nobody but the dealer")
        await marshal.command("/admin fights")
        await marshal.picks("1)")
        await marshal.picks(mine.name)
        await marshal.presses("Nobody: take it back")
        assert (await table.showing()).players == {}
        await marshal.picks(mine.name)
        assert all(each.label != "Nobody: take it back" for each in marshal.surfaces()[0].controls)
        await table.bot.referee.verify(table.place())


async def test_a_place_that_nobody_holds_is_taken_out_of_a_lobby_by_the_game_master() -> None:
    async with seated() as table:
        await begun(table, "twtw", "Ana", "Bo")
        dealer, ana = table.person("Dealer"), table.person("Ana")
        mine = next(each for each in (await table.showing(by=ana)).view.combatants if each.is_mine)
        await ana.command("/fight leave")
        await ana.presses("Yes, I am out")
        while (await table.showing()).view.phase is not Phase.LOBBY:
            await dealer.command("/fight undo", now=True)
        freed = await dealer.command("/gm free", who=mine.name)
        assert not freed.text.startswith("✋"), freed.text
        assert mine.id not in {each.id for each in (await table.showing()).view.combatants}
