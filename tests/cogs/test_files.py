"""A fight as a file and from a file, as people do it on Discord: who is given what, who is asked, what is refused."""

import json

import discord
import pytest

from bot.rehearsal import Person
from bot.rehearsal.people import Outcome
from bot.rehearsal.typed import File
from bot.rehearsal.world import Channel
from rules import verifying
from rules.core.view import Phase
from rules.registry import RULESETS
from tests.support.table import Table, require_refused, seated

EVERY = {each.id: each for each in RULESETS}


def file_in(table: Table, person: Person) -> tuple[str, bytes]:
    """The newest file on somebody's screen: its name and content."""
    message = next(each.message for each in person.surfaces() if each.message.payload.get("attachments"))
    (attached,) = message.payload["attachments"]
    assert message.ephemeral
    return attached["filename"], table.discord.world.uploads[attached["id"]].content


async def record_of(table: Table) -> bytes:
    """The whole record of the fight, which the Dealer puts away for it."""
    dealer = table.person("Dealer")
    await dealer.command("/fight end")
    await dealer.presses("Yes, end it")
    await dealer.command("/fight export", what="record")
    await dealer.presses("Give me the record")
    await table.settled()
    return file_in(table, dealer)[1]


async def bring(table: Table, raw: bytes, to: Channel, who: str = "Dealer", name: str = "showdown.json") -> Outcome:
    outcome = await table.person(who).command("/fight import", to, file=File(name, raw))
    await table.settled()
    return outcome


async def test_everybody_takes_the_log_as_he_may_know_it_and_alone() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana, bo = table.person("Ana"), table.person("Bo")
        mine = {item.label for item in (await table.showing(by=ana)).view.hands[0].items}
        outcome = await ana.command("/fight export")
        assert outcome.ephemeral
        name, text = file_in(table, ana)
        assert name == "showdown.txt"
        assert text.decode().startswith("Showdown\nTexarkana")
        assert "Ada Quill" in text.decode()
        await bo.command("/fight export", what="json")
        name, raw = file_in(table, bo)
        assert name == "showdown.json"
        log = json.loads(raw)
        assert log["you"] == ["Silas Redbird"] or len(log["you"]) == 1
        assert not any(card in raw.decode() for card in mine)
        assert {"key", "digest", "draws"}.isdisjoint(log)


async def test_the_whole_record_is_the_dealers_after_the_end_and_everybody_hears_of_it() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        dealer, ana = table.person("Dealer"), table.person("Ana")
        require_refused(await dealer.command("/fight export", what="record"), "put away")
        require_refused(await ana.command("/fight export", what="record"), "Only the Dealer")
        await dealer.command("/fight end")
        await dealer.presses("Yes, end it")
        asked = await dealer.command("/fight export", what="record")
        assert "every secret" in asked.text
        assert not any("whole record" in each.payload["content"] for each in table.posted())
        await dealer.presses("Give me the record")
        await table.settled()
        assert any("was given the whole record" in each.payload["content"] for each in table.posted())
        name, raw = file_in(table, dealer)
        assert name == "showdown.fight.json"
        assert verifying.verify(verifying.read(raw), EVERY).compared == 6  # begun, two joined, dealt, ended, opened


async def test_a_fight_goes_on_in_another_channel_and_whoever_played_takes_his_place_himself() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana, bo, dealer = (table.person(name) for name in ("Ana", "Bo", "Dealer"))
        hand = (await table.showing(by=ana)).view.hands
        raw = await record_of(table)
        mill = table.discord.channel("mill")
        outcome = await bring(table, raw, mill)
        assert outcome.ephemeral
        assert "brought this fight here in a file" in outcome.text
        assert "Ada Quill: nobody plays, kept for" in outcome.text
        showing = await table.showing(mill)
        assert showing.view.phase is Phase.RUNNING
        assert not showing.players
        board = table.board(mill)
        require_refused(await dealer.press(board, table.button(board, "Take your place")), "kept for you")
        taken = await ana.press(board, table.button(board, "Take your place"))
        assert not taken.text.startswith("✋"), taken.text
        await table.settled()
        assert (await table.showing(mill, ana)).view.hands == hand
        await bo.command("/fight join", mill)
        await table.settled()
        assert "Take your place" not in str(table.board(mill).components)
        assert set((await table.showing(mill)).players.values()) == {int(ana.user.id), int(bo.user.id)}
        await ana.command("/act", mill, action="I am Lookout")
        checked = await bo.command("/fight verify", mill)
        assert "steps hold" in checked.text
        assert "came here in a file" in checked.text
        assert "cannot prove that the bot shuffles honestly" in checked.text


async def test_the_dealer_finds_other_players_by_menu_or_by_command() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        raw = await record_of(table)
        mill, dealer, cy, dora = table.discord.channel("mill"), *map(table.person, ("Dealer", "Cy", "Dora"))
        dealer.goes_to(mill)
        await bring(table, raw, mill)
        asked = await dealer.picks("Ada Quill")
        assert "For whom do you keep **Ada Quill**" in asked.text
        kept = await dealer.picks("Cy")
        assert f"Ada Quill: nobody plays, kept for <@{cy.user.id}>" in kept.text
        await table.settled()
        assert any(f"kept for <@{cy.user.id}>" in each.payload["content"] for each in table.posted(mill))
        require_refused(await table.person("Ana").command("/fight join", mill), "has begun")
        await cy.command("/fight join", mill)
        who = [choice.name for choice in await dealer.complete("/gm keep", "who", "")]
        assert len(who) == 1
        other = await dealer.command("/gm keep", mill, who=who[0], to="Dora")
        assert f"kept for <@{dora.user.id}>" in other.text
        bot = table.discord.world.bot
        require_refused(await dealer.command("/gm keep", mill, who=who[0], to=bot.id), "a bot")
        await dealer.command("/gm keep", mill, who=who[0])
        require_refused(await dora.command("/fight join", mill), "has begun")
        require_refused(await cy.command("/gm keep", mill), "Only the Dealer")
        assert "nobody plays" in (await dealer.command("/gm keep", mill)).text


async def test_in_another_server_nobody_is_named_who_is_not_there() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        raw = await record_of(table)
        ids = {table.person(name).user.id for name in ("Ana", "Bo", "Dealer")}
    async with seated() as other:
        await bring(other, raw, other.discord.default_channel, who="Zed")
        zed = other.person("Zed")
        await zed.command("/fight history")
        await zed.command("/fight export")
        texts = [*other.texts(), file_in(other, zed)[1].decode()]
        new = {person.user.id for person in other.discord.people.values()}
        assert not [text for text in texts for each in ids - new if each in text]
        assert "nobody plays" in zed.sees()


async def test_a_fight_is_brought_only_by_whoever_may_open_one() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        raw = await record_of(table)
        marshal = table.discord.person("Marshal", permissions=discord.Permissions(manage_messages=True))
        table.discord.give(table.person("Dealer"), table.discord.role("Dealers"))
        await marshal.command("/admin set", what="begin", value="Dealers")
        mill = table.discord.channel("mill")
        require_refused(await bring(table, raw, mill, who="Bo"), "may open fights")
        assert "brought this fight here" in (await bring(table, raw, mill)).text


async def test_what_nobody_holds_is_given_kept_and_named_by_whoever_leads_and_moderates() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        raw = await record_of(table)
        mill, dealer, cy = table.discord.channel("mill"), table.person("Dealer"), table.person("Cy")
        marshal = table.discord.person("Marshal", permissions=discord.Permissions(manage_messages=True))
        for person in (dealer, cy, marshal):
            person.goes_to(mill)
        await bring(table, raw, mill)
        board = table.board(mill).payload["content"]
        assert "Ada Quill" in board
        assert "gone" not in board
        await marshal.command("/admin fights")
        opened = await marshal.picks("1) Showdown")
        assert "Ada Quill: nobody plays, kept for" in opened.text
        names = [choice.name for choice in await marshal.complete("/admin give", "who", "")]
        assert "Ada Quill" in names
        require_refused(await dealer.command("/gm away", who="Ada Quill", delegate=cy), "nobody but the dealer")
        given = await dealer.command("/gm give-seat", who="Ada Quill", to=cy)
        assert f"Ada Quill is played by {cy.mention} from now on" in given.text
        await table.settled()
        assert "Your hand" in (await cy.command("/me hand")).text
        other = next(name for name in names if name != "Ada Quill")
        moved = await marshal.command("/admin give", who=other, to=cy)
        assert f"{other} is played by {cy.mention} from now on" in moved.text
        require_refused(await dealer.command("/gm keep", who="Ada Quill", to=cy), "ada quill is played by")


NO_FIGHTS = (b"", b"not a fight", b'{"fairdraw":1}', b"[" * 100_000, b"\x1f\x8b\x00", b"\x00" * 1000)


@pytest.mark.parametrize("raw", NO_FIGHTS)
async def test_a_file_that_is_no_fight_is_refused_privately_and_nothing_is_stored(raw: bytes) -> None:
    async with seated() as table:
        outcome = await bring(table, raw, table.discord.default_channel)
        require_refused(outcome, "cannot take that file", "Nothing was stored")
        require_refused(await table.person("Dealer").command("/fight show"), "no fight")


async def test_a_file_that_is_too_large_is_not_even_read() -> None:
    async with seated() as table:
        outcome = await bring(table, b"x" * (8 * 2**20 + 1), table.discord.default_channel)
        require_refused(outcome, "at most 8 MiB")


async def test_a_file_whose_log_was_changed_is_refused() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        raw = await record_of(table)
        mill = table.discord.channel("mill")
        digest = json.loads(raw)["steps"][3]["digest"]
        outcome = await bring(table, raw.replace(digest.encode(), b"0" * 32), mill)
        require_refused(outcome, "step 4 does not follow")
        outcome = await bring(table, raw, table.discord.default_channel)
        assert "brought this fight here" in outcome.text, "the fight here is put away: there is room"
        require_refused(await bring(table, raw, table.discord.default_channel, who="Bo"), "already going on")


async def test_a_running_fight_is_checked_in_words() -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        outcome = await table.person("Sue").command("/fight verify")
        assert outcome.ephemeral
        assert "**4 steps hold**" in outcome.text  # begun, two joined, dealt
        assert "a file" not in outcome.text


@pytest.mark.parametrize(
    ("forged", "words"),
    [
        ("openrecord", "Only the Dealer"),
        ("places", "Only the Dealer"),
        ("keepwhich", "Only the Dealer"),
        ("keepfor:c2", "Only the Dealer"),
        ("keepfor:c2:nobody", "Only the Dealer"),
        ("take", "kept for you"),
        ("take:c2", "no longer open"),
        ("keepfor", "no longer open"),
    ],
)
async def test_a_press_that_was_made_up_gives_nothing(forged: str, words: str) -> None:
    async with seated() as table:
        await table.fight("Ana", "Bo")
        ana, board, fight = table.person("Ana"), table.board(), (await table.showing()).id
        verb, *more = forged.split(":")
        interaction = ana.pressing(board, table.button(board, "Hand"))
        interaction.payload["data"]["custom_id"] = ":".join(("fd", verb, fight, *more))
        require_refused(await ana.does(interaction), words)
