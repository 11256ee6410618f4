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
        assert f"Ask the {gm_word} for a place" in done.text
        assert f"{ana.mention}" in said(table)
        assert dealer.user.id in await pinged(table, posted)
        assert bo.user.id not in await pinged(table, posted)
        showing = await table.showing()
        assert list(showing.players.values()) == [uid(bo)]
        assert f"{mine.name} (nobody plays)" in board(table).replace("\\", "")
        require_refused(await ana.command("/fight leave"), "you play nobody here")
        require_refused(await ana.command("/me hand"), "you play nobody here")
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
        assert "Ask the Dealer for a place" in ana.sees()
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
        require_refused(await forged(cy, f"fd:leave:{fight}"), "you play nobody here")
        require_refused(await forged(cy, f"fd:leavenow:{fight}:x"), "you play nobody here")
        require_refused(await forged(ana, f"fd:leavenow:{fight}:x:c99"), "not yours to play")
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
        assert f"Hand back {npc.name} for good?" in one
        assert "You go on as Ada Quill" in one
        await ana.presses("Yes, give it up")
        assert uid(ana) in (await table.showing()).players.values()
        assert npc.id not in (await table.showing()).players
        await ana.command("/fight leave")
        await ana.presses("Yes, I am out")
        assert uid(ana) not in (await table.showing()).players.values()


async def test_whoever_plays_two_is_offered_to_leave_either_or_both_and_told_what_he_owes_for_whom() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo", "Cy")
        dealer, ana = table.person("Dealer"), table.person("Ana")
        await dealer.command("/gm give-seat", who="Hank", to=ana)
        asked = await ana.command("/fight leave")
        assert "Ada Quill: to be Lookout; Hank Dollarhide: to be Lookout." in asked.text
        (screen, *_) = ana.surfaces()
        labels = [each.label for each in screen.controls if each.is_button]
        assert labels == ["Yes, I am out", "Only Ada Quill", "Only Hank Dollarhide", "Stay"]
        before = len(table.posted())
        await ana.presses("Only Hank Dollarhide")
        await table.settled()
        mine = [who for who, user in (await table.showing()).players.items() if user == uid(ana)]
        names = {each.id: each.name for each in (await table.showing()).view.combatants}
        assert [names[each] for each in mine] == ["Ada Quill"]
        await dealer.command("/gm give-seat", who="Hank", to=ana)
        await ana.command("/fight leave")
        await ana.presses("Yes, I am out")
        await table.settled()
        told = "\n".join(str(each.payload["content"]) for each in table.posted()[before:] if each != table.board())
        assert "plays Ada Quill and Hank Dollarhide no longer" in told
        assert told.count("plays on for Ada Quill") == 1


async def test_no_full_stop_follows_what_ends_a_sentence_itself() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        shown = (await table.person("Cy").command("/fight show")).text
        assert "Who is Lookout?" in shown
        assert "Who is Lookout?." not in shown


async def test_whoever_only_stands_in_for_another_stops() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana, cy = table.person("Ana"), table.person("Cy")
        await ana.command("/me away", delegate=cy)
        asked = await cy.command("/fight leave")
        assert "Stand in no more for Ada Quill?" in asked.text
        assert "The hand of Ada Quill is shown to you no more" in asked.text
        for untrue in ("Your hand", "You play again", "/me away"):
            assert untrue not in asked.text, "what is true of his own places only"
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


async def test_whoever_is_not_in_the_fight_has_nothing_to_leave_and_whoever_only_leads_it_is_told_how_to_stop() -> None:
    async with seated() as table:
        await table.fight("Ana")
        require_refused(await table.person("Cy").command("/fight leave"), "you play nobody here")
        for command in ("/fight leave", "/me away", "/me back"):
            refused = await table.person("Dealer").command(command)
            require_refused(refused, "you lead it", "/gm hand-over", "/gm step-down")
            assert "for a place" not in refused.text


async def test_for_whom_a_place_is_kept_he_is_told_so_whatever_he_tries() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, cy = table.person("Dealer"), table.person("Cy")
        await dealer.command("/gm free", who="Ada")
        await dealer.command("/gm keep", who="Ada", to=cy)
        await table.settled()
        told = "Ada Quill is kept for you here. Press Take your place, or type /fight join."
        for command in ("/me hand", "/me away", "/me back", "/fight leave"):
            require_refused(await cy.command(command), told)
        for label in ("Your move", "Hand"):
            require_refused(await cy.press(table.board(), table.button(table.board(), label)), told)
        assert told in (await cy.command("/fight show")).text
        require_refused(await table.person("Stranger").command("/me hand"), "you play nobody here")


async def test_whoever_stood_in_for_somebody_who_is_back_reads_so_where_he_was_shown_the_hand() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana, cy = table.person("Ana"), table.person("Cy")
        await ana.command("/me away", delegate=cy)
        await table.settled()
        cy.goes_to_dms()
        assert "Your hand" in cy.sees()
        await ana.command("/me back")
        await table.settled()
        assert f"{ana.mention} plays Ada Quill himself again." in cy.sees()
        assert "Your hand" not in cy.sees()
        assert "for a place" not in cy.sees()


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
        require_refused(await ana.command("/me hand"), "you play nobody here")
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
        (offered, *_) = await dealer.complete("/gm free", "who", mine.name)
        assert str(offered.name).startswith(mine.name)
        freed = await dealer.command("/gm free", who=mine.name)
        await table.settled()
        assert not freed.text.startswith("✋"), freed.text
        assert "taken back from" not in freed.text, "nobody held it"
        assert mine.id not in {each.id for each in (await table.showing()).view.combatants}


async def test_the_panel_says_whom_nobody_plays_and_lets_the_gm_act_for_him_and_keep_the_place() -> None:
    async with seated() as table:
        await begun(table, "conflicts", "Ana", "Bo")
        dealer, ana, cy = (table.person(each) for each in ("Dealer", "Ana", "Cy"))
        mine = next(each.name for each in (await table.showing(by=ana)).view.combatants if each.is_mine)
        await ana.command("/fight leave")
        await ana.presses("Yes, I am out")
        await table.settled()
        assert "(/gm give-seat, /gm keep)" in said(table)
        panel = await dealer.press(table.board(), table.button(table.board(), "GM"))
        assert f"Nobody plays: {mine}." in panel.text
        acting = await dealer.picks(mine)
        assert "[Attack]" in acting.text
        await dealer.press(table.board(), table.button(table.board(), "GM"))
        assert f"{mine}: nobody plays" in (await dealer.presses("Who plays whom")).text
        await dealer.command("/gm keep", who=mine, to=cy)
        panel = await dealer.press(table.board(), table.button(table.board(), "GM"))
        assert f"Nobody plays: {mine} (kept for {cy.mention})." in panel.text


async def test_for_whom_the_gm_sees_no_cards_he_is_told_what_goes_on_instead() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, ana = table.person("Dealer"), table.person("Ana")
        await ana.command("/act", action="I am Lookout")
        await ana.command("/fight leave")
        await ana.presses("Yes, I am out")
        await table.settled()
        instead = "/gm go-on does what stands after “else”"
        refused = await dealer.command("/act", action="Brawl", as_="Ada Quill")
        require_refused(refused, "Ada Quill owes a card for the Initiative", instead)
        assert "nothing just now" not in refused.text
        await dealer.press(table.board(), table.button(table.board(), "Dealer"))
        assert instead in (await dealer.picks("Ada Quill")).text


async def test_what_is_offered_for_a_place_is_what_is_not_refused() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer = table.person("Dealer")
        npc = next(each.name for each in (await table.showing(by=dealer)).view.combatants if each.is_npc)

        async def offered(command: str) -> set[str]:
            return {str(each.name).partition(" – ")[0] for each in await dealer.complete(command, "who", "")}

        players = {"Ada Quill", "Hank Dollarhide"}
        assert await offered("/gm free") == players
        assert await offered("/gm away") == players
        assert await offered("/gm peek") == players
        assert await offered("/gm back") == set()
        await table.person("Ana").command("/me away", orders="pass")
        assert await offered("/gm back") == {"Ada Quill"}
        for command in ("/gm free", "/gm away"):
            require_refused(await dealer.command(command, who=npc), f"nobody but the Dealer plays {npc}", *players)
        held = await dealer.command("/gm keep", who="Ada", to=table.person("Cy"))
        require_refused(held, f"Ada Quill is played by {table.person('Ana').mention}", "/gm free")
        require_refused(await dealer.command("/gm keep", who=npc), "/gm give-seat")


async def test_an_old_yes_gives_back_no_more_than_it_named() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, ana = table.person("Dealer"), table.person("Ana")
        hank = next(each for each in (await table.showing()).view.combatants if each.name.startswith("Hank"))
        asked = await ana.command("/fight leave")
        assert "Hank" not in asked.text
        await dealer.command("/gm give-seat", who=hank.name, to=ana)
        await table.settled()
        again = await ana.presses("Yes, I am out")
        assert "Hank" in again.text, "she is asked anew"
        assert (await table.showing()).players[hank.id] == uid(ana)
        await ana.presses("Yes, I am out")
        assert uid(ana) not in (await table.showing()).players.values()


async def test_an_old_word_about_standing_in_does_not_count_for_a_place_of_ones_own() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, ana, cy = (table.person(each) for each in ("Dealer", "Ana", "Cy"))
        ada = next(each for each in (await table.showing(by=ana)).view.combatants if each.is_mine)
        await ana.command("/me away", delegate=cy)
        assert "Stand in no more for" in (await cy.command("/fight leave")).text
        await dealer.command("/gm give-seat", who=ada.name, to=cy)
        await table.settled()
        assert f"hand back {ada.name}" in (await cy.presses("Yes, I am out")).text
        assert (await table.showing()).players[ada.id] == uid(cy)


async def test_whoever_takes_his_place_again_is_not_told_again_where_what_he_holds_comes_to() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, ana = table.person("Dealer"), table.person("Ana")
        for _ in range(2):
            await ana.command("/fight leave")
            await ana.presses("Yes, I am out")
            await dealer.command("/gm keep", who="Ada", to=ana)
            await table.settled()
            await ana.command("/fight join")
            await table.settled()
        ana.goes_to_dms()
        letters = [str(each.payload["content"]) for each in table.discord.world.direct_with(ana.user).messages.values()]
        assert sum("your hand comes here" in each for each in letters) == 1
        assert "Your hand" in letters[-1]


async def test_whoever_comes_late_is_told_whom_to_ask_and_nothing_of_leaving() -> None:
    async with seated() as table:
        await table.fight("Ana")
        refused = await table.person("Cy").command("/fight join")
        require_refused(refused, "the fight has begun", "ask the Dealer for a place")
        assert "/fight leave" not in refused.text
