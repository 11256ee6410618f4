"""/privacy as people use it: in a server and in a DM, by commands and by buttons."""

import json

import pytest

from bot.rehearsal import Person
from bot.rehearsal.journal import Requested
from bot.rehearsal.wire import dumps
from rules.core.command import Answer
from rules.core.ids import UserId
from rules.store.memory import MemoryStore
from tests.cogs.test_files import file_in
from tests.support.table import Table, require_refused, seated


async def test_everybody_is_told_what_is_stored_about_him_alone() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana, sue = table.person("Ana"), table.person("Sue")
        await ana.command("/sheet create", name="Cora Bell")
        outcome = await ana.command("/privacy what")
        assert outcome.ephemeral
        for words in ("in 1 fight (1 going on)", "Characters of your own: Cora Bell", "Settings of yours", "backups"):
            assert words in outcome.text
        nothing = await sue.command("/privacy what")
        assert "in 0 fights" in nothing.text
        assert "Characters of your own: none" in nothing.text
        assert "Cora" not in nothing.text


async def test_ones_own_data_come_as_a_file_in_a_dm_too() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana, bo = table.person("Ana"), table.person("Bo")
        hand = {item.label for item in (await table.showing(by=bo)).view.hands[0].items}
        await ana.command("/act", action="I am Lookout")
        await ana.command("/privacy export")
        assert file_in(table, ana)[0] == "fair-draw-my-data.json"
        bo.goes_to_dms()
        await bo.command("/privacy what")
        await bo.presses("Give me my data")
        assert json.loads(file_in(table, bo)[1])["user"] == int(bo.user.id)
        data = json.loads(file_in(table, ana)[1])
        assert str(data["user"]) == ana.user.id
        assert [each["said"] for each in data["fights"][0]["did"]][-1][0] == "Ada Quill is Lookout."
        assert not any(card in json.dumps(data) for card in hand)


async def forgets(person: Person) -> str:
    await person.command("/privacy forget")
    return (await person.presses("Yes, forget me")).text


def what_was_asked_of_discord_after(table: Table, number: int) -> str:
    return "\n".join(dumps(each.body) for each in table.discord.journal[number:] if isinstance(each, Requested))


async def test_whoever_is_forgotten_leaves_his_place_at_the_table_and_the_others_are_told() -> None:
    store = MemoryStore()
    async with seated(store=store) as table:
        await table.fight("Ana", "Bo")
        ana, dealer = table.person("Ana"), table.person("Dealer")
        hand = (await table.showing(by=ana)).view.hands
        asked = await ana.command("/privacy forget")
        assert "cannot be taken back" in asked.text
        assert "Ada Quill stays, but is yours no more" in asked.text
        assert (await ana.presses("Keep everything")).text.startswith("**What is stored about you**")
        assert "You are forgotten." in await forgets(ana)
        await table.settled()
        assert (await store.about(UserId(int(ana.user.id)))).surfaces == 0
        assert any("Whoever played Ada Quill is gone for good" in each.payload["content"] for each in table.posted())
        assert ana.user.id not in str(table.board().payload["content"])
        require_refused(await ana.command("/act", action="I am Lookout"), "you play nobody here")
        require_refused(await ana.command("/me hand"), "you play nobody here")
        assert "in 0 fights" in (await ana.command("/privacy what")).text
        mark = len(table.discord.journal)
        await dealer.command("/gm go-on")
        await table.settled()
        assert ana.user.id not in what_was_asked_of_discord_after(table, mark), "nobody calls him any more"
        cy = table.person("Cy")
        await dealer.command("/gm keep", who="Ada Quill", to="Cy")
        await table.settled()
        taken = await cy.press(table.board(), table.button(table.board(), "Take your place"))
        assert not taken.text.startswith("✋"), taken.text
        assert (await table.showing(by=cy)).view.hands == hand
        assert "steps hold" in (await dealer.command("/fight verify")).text


async def test_a_fight_that_only_he_leads_is_ended_and_he_is_told_before() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer = table.person("Dealer")
        dealer.goes_to_dms()
        asked = await dealer.command("/privacy forget")
        assert "nobody else leads it, so it is **ended**" in asked.text
        assert "You are forgotten." in (await dealer.presses("Yes, forget me")).text
        await table.settled()
        require_refused(await table.person("Ana").command("/fight show"), "no fight")
        assert "(put away)" in table.board().payload["content"]
        shown = await table.person("Ana").command("/fight history")
        assert dealer.user.id not in shown.text
        await table.person("Bo").command("/fight begin", system="texarkana", scene="ambush")
        await table.settled()
        assert "Press **Join**" in table.posted()[-1].payload["content"], "there is room for another"


async def test_a_second_press_of_the_same_button_does_nothing_more() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana = table.person("Ana")
        await ana.command("/privacy forget")
        message = ana.surfaces()[0].message
        address = next(each["custom_id"] for each in message.components if each.get("label") == "Yes, forget me")
        once, twice = ana.pressing(message, address), ana.pressing(message, address)
        assert "You are forgotten." in (await ana.does(once)).text
        before = await table.seq()
        assert "You are forgotten." in (await ana.does(twice)).text
        assert await table.seq() == before


@pytest.mark.parametrize("forged", ["fd:forgetnow::x", "fd:mydata::1:2", "fd:about::1"])
async def test_an_address_that_no_button_has_is_refused(forged: str) -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        ana, board = table.person("Ana"), table.board()
        interaction = ana.pressing(board, table.button(board, "Join"))
        interaction.payload["data"]["custom_id"] = forged
        require_refused(await ana.does(interaction), "no longer open")


async def test_nothing_that_is_shown_later_names_him_again() -> None:
    store = MemoryStore()
    async with seated(store=store) as table:
        dealer, ana, bo = map(table.person, ("Dealer", "Ana", "Bo"))
        await dealer.command("/fight begin", system="conflicts")
        for player in (ana, bo, table.person("Mo")):
            await player.command("/fight join")
        await dealer.command("/fight start")
        await table.settled()
        assert any(ana.user.id in each.text for each in store._surfaces.values()), "she was called"
        await forgets(ana)
        await table.settled()
        showing = await table.showing(by=bo)
        owed = next(each for each in showing.view.asked if each.is_mine)
        answer = Answer(prompt=owed.id, key=owed.choices[0].key)
        await table.bot.referee.act(showing.id, UserId(int(bo.user.id)), answer, source="bo")
        await table.settled()
        assert not [each for each in store._surfaces.values() if ana.user.id in each.text]


async def test_the_whole_record_names_him_nowhere() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana, bo, dealer = map(table.person, ("Ana", "Bo", "Dealer"))
        await bo.command("/me away", delegate="Ana")
        await bo.command("/me back")
        await forgets(ana)
        await table.settled()
        which, user = (await table.showing()).id, UserId(int(dealer.user.id))
        await table.bot.referee.end(which, user, source="end")
        raw = await table.bot.referee.open_record(which, user, source="open")
        assert bo.user.id.encode() in raw
        assert ana.user.id.encode() not in raw
