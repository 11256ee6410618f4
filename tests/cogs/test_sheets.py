"""Players' own characters as people make and keep them: by command, button and form."""

import json
import logging

import pytest

from bot.rehearsal import Person
from bot.rehearsal.typed import File
from tests.support.table import Table, require_refused, seated


async def made(table: Table, name: str = "Cora Bell", by: str = "Ana") -> Person:
    person = table.person(by)
    await person.command("/sheet create", name=name)
    return person


async def copied(person: Person, who: str) -> dict[str, object]:
    text = (await person.command("/sheet export", who=who)).text
    found = json.loads(text.partition("```json\n")[2].partition("\n```")[0])
    assert isinstance(found, dict)
    return found


async def test_a_character_is_made_page_by_page_and_each_page_is_kept_when_it_is_sent() -> None:
    async with seated() as table:
        ana = await made(table)
        assert "Will 6, Grit 6, Luck 3, Coin 3" in ana.sees()
        await ana.presses("Chips")
        await ana.fills({"will": "8", "luck": "2"})
        assert "Will 8, Grit 6, Luck 2, Coin 3" in ana.sees()
        await ana.presses("Ranks 1")
        await ana.fills({"pistols": "B"})
        await ana.presses("Weapons")
        await ana.fills({"weapon": "service pistol", "others": ["bullwhip", "baton"]})
        await ana.presses("Person")
        await ana.fills({"motivation": "Justice", "characteristics": "Steady hand"})
        kept = await copied(ana, "cora")
        assert kept["name"] == "Cora Bell"
        assert (kept["will"], kept["luck"], kept["pistols"], kept["clubs"]) == ("8", "2", "B", "C")
        assert (kept["weapon"], kept["others"]) == ("service-pistol", "bullwhip,baton")
        assert (kept["motivation"], kept["characteristics"]) == ("justice", "Steady hand")


async def test_a_weapon_beyond_its_rank_is_kept_and_said() -> None:
    async with seated() as table:
        ana = await made(table)
        await ana.presses("Weapons")
        await ana.fills({"weapon": "service pistol"})
        assert "service pistol: without B Pistols it serves only as a club (TXA-04)" in ana.sees()


async def test_what_was_filled_in_can_be_emptied_again() -> None:
    async with seated() as table:
        ana = await made(table)
        await ana.presses("Person")
        await ana.fills({"motivation": "Justice", "flaws": "Proud"})
        await ana.presses("Person")
        await ana.fills({"motivation": [], "flaws": ""})
        kept = await copied(ana, "cora")
        assert "motivation" not in kept
        assert "flaws" not in kept


async def test_a_character_is_renamed_listed_looked_at_and_deleted_after_asking() -> None:
    async with seated() as table:
        ana = await made(table)
        await ana.presses("Name")
        await ana.fills({"name": "  Cora \u200b Belle "})
        await made(table, "Zeb")
        await ana.command("/sheet list")
        assert "Cora Belle (Texarkana)" in ana.sees()
        await ana.picks("Cora Belle")
        assert "Will 6" in ana.sees()
        await ana.presses("Delete")
        await ana.presses("Back")
        asked = await ana.command("/sheet delete", who="Cora")
        assert "cannot be taken back" in asked.text
        await ana.presses("Yes, delete it")
        assert "Cora" not in (await ana.command("/sheet list")).text


async def test_nobody_sees_finds_or_touches_anothers_character() -> None:
    async with seated() as table:
        ana, bo = await made(table), table.person("Bo")
        screen = ana.surfaces()[0]
        page = next(each.custom_id for each in screen.controls if each.label == "Chips")
        assert await bo.complete("/sheet edit", "who", "") == []
        assert "no characters" in (await bo.command("/sheet list")).text
        for command in ("/sheet edit", "/sheet delete", "/sheet export"):
            require_refused(await bo.command(command, who="Cora Bell"), "Cora Bell")
            require_refused(await bo.command(command, who=page.split(":")[2]), "nothing just now")
        await table.fight(start=False)
        offered = [choice.name for choice in await bo.complete("/fight join", "who", "")]
        assert not any("Cora" in each for each in offered)
        require_refused(await bo.command("/fight join", who="Cora Bell"), "Cora Bell", "Ada Quill")
        mine = [choice.name for choice in await ana.complete("/fight join", "who", "co")]
        assert mine == ["Cora Bell – your own character"]


@pytest.mark.parametrize(
    "forged", ["open:{}", "copy:{}", "drop:{}", "dropnow:{}", "page:{}:0", "page:{}:name", "sent:{}:name", "sent:{}:1"]
)
async def test_a_forged_press_on_anothers_character_is_refused(forged: str) -> None:
    async with seated() as table:
        ana, bo = await made(table), table.person("Bo")
        theirs = next(each.custom_id for each in ana.surfaces()[0].controls if each.label == "Delete").split(":")[2]
        await table.fight(start=False)
        interaction = bo.pressing(table.board(), table.button(table.board(), "Join"))
        interaction.payload["data"]["custom_id"] = "fs:" + forged.format(theirs)
        require_refused(await bo.does(interaction), "no such character")
        assert "Cora Bell" in (await ana.command("/sheet list")).text


@pytest.mark.parametrize(
    "forged", ["page:{}:9", "page:{}:x", "sent:{}:99", "page:{}", "fly:{}", "import:{}", "open:{}:1"]
)
async def test_an_address_that_no_button_of_ours_has_is_refused_and_is_no_bug(
    forged: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with seated() as table:
        ana = await made(table)
        mine = next(each.custom_id for each in ana.surfaces()[0].controls if each.label == "Delete").split(":")[2]
        await table.fight(start=False)
        interaction = ana.pressing(table.board(), table.button(table.board(), "Join"))
        interaction.payload["data"]["custom_id"] = "fs:" + forged.format(mine)
        require_refused(await ana.does(interaction))
        assert not [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR]


async def test_names_are_needed_and_not_given_twice() -> None:
    async with seated() as table:
        ana = await made(table)
        require_refused(await ana.command("/sheet create", name="\u200b\u200b"), "needs a name")
        require_refused(await ana.command("/sheet create", name="CORA  BELL"), "CORA BELL", "already")
        await made(table, by="Bo")


async def test_only_so_many_characters_are_kept() -> None:
    async with seated() as table:
        for number in range(20):
            await made(table, f"Number {number}")
        require_refused(await table.person("Ana").command("/sheet create", name="One more"), "20", "/sheet delete")
        assert "Number 19" in (await table.person("Ana").command("/sheet list")).text


# ---- copied out and in


async def test_what_was_copied_out_comes_in_again() -> None:
    async with seated() as table:
        ana, bo = await made(table), table.person("Bo")
        await ana.presses("Chips")
        await ana.fills({"grit": "9"})
        await ana.presses("Person")
        await ana.fills({"flaws": "Says ``` too often, and *stars*"})
        text = (await ana.command("/sheet export", who="cora")).text.partition("\n")[2]
        await bo.command("/sheet import")
        await bo.fills({"text": text})
        assert "Grit 9" in bo.sees()
        assert await copied(bo, "cora") == await copied(ana, "cora")


async def test_toml_by_hand_comes_in() -> None:
    async with seated() as table:
        ana = table.person("Ana")
        await ana.command("/sheet import", system="texarkana")
        await ana.fills({"text": 'name = "Zeb"\nwill = 7\nothers = ["Baton", "cane"]\nmotivation = "Honour"'})
        kept = await copied(ana, "zeb")
        assert (kept["will"], kept["others"], kept["motivation"]) == ("7", "baton,cane", "honour")


async def test_a_text_that_is_no_character_is_refused_with_what_is_wrong() -> None:
    async with seated() as table:
        ana = table.person("Ana")
        for text, *words in (
            ('{"name": "Zeb",', "line 1", "JSON"),
            ("name = Zeb", "TOML", "line 1"),
            ("", "no fields"),
            ("[1, 2]", "no fields"),
            ('name = "Zeb"\nwill = 7.5', "will", "whole number"),
            ('name = "Zeb"\nwill = 11', "Will (cards in hand)", "11", "10", "TXF-29"),
            ('name = "Zeb"\nwits = 7', "wits", "motivation, characteristics"),
            ('name = "Zeb"\nweapon = "cannon"', "Main weapon", "cannon", "derringer"),
            (f'name = "Zeb"\nflaws = "{"x" * 101}"', "Flaws", "100"),
            ('name = "Zeb"\nothers = ["baton", "cane", "bowie", "sabre", "bow", "derringer"]', "Other weapons"),
            ('system = "chess"\nname = "Zeb"', "chess", "texarkana"),
            ('schema = 99\nname = "Zeb"', "newer"),
            ("will = 7", "needs a name"),
        ):
            await ana.command("/sheet import")
            require_refused(await ana.fills({"text": text or " "}), *words)
        assert "no characters" in (await ana.command("/sheet list")).text


async def test_a_character_comes_in_by_a_file() -> None:
    async with seated() as table:
        ana = table.person("Ana")
        await ana.command("/sheet import", file=File("zeb.toml", b'\xef\xbb\xbfname = "Zeb"\nwill = 7'))
        assert (await copied(ana, "zeb"))["will"] == "7"
        for content, word in ((b"\xff\xfe\x00", "UTF-8"), (b"x" * 16_001, "larger"), (b'{"name":', "line 1")):
            require_refused(await ana.command("/sheet import", file=File("bad.json", content)), word)
