"""/gm scene: keeping the place of a fight, laying one out, and pasting one that is looked at first."""

from pathlib import Path

import pytest

from bot.rehearsal import Loopback
from bot.rehearsal.people import Outcome
from rules.core.values import replace
from rules.core.view import CombatantView, FightView
from rules.registry import RULESETS
from tests.cogs.test_calls import forged
from tests.cogs.test_twice import again
from tests.support.table import Table, require_refused, seated

BOX = "Places, people and settings, a line each"
MILL = """\
Scene: The mill
Opening: The wheel is turning
Tier: melee
Bar - Mezzanine (sees)
2 Saloon tough in Bar
Bandit as Zeke in Mezzanine, hidden
"""
FAULTY = "Bar - Street\n2 Gunmen in Bar\nSaloon tough in Cellar\nhello"
SYSTEMS = [each.id for each in RULESETS]


async def view(table: Table, person: str = "Dealer") -> FightView:
    return (await table.showing(by=table.person(person))).view


def _seen(shown: FightView) -> list[CombatantView]:
    """Who is there, but for the order in which he carries things."""
    return [replace(each, details="") for each in shown.combatants]


async def names(table: Table, person: str = "Dealer") -> set[str]:
    return {each.name for each in (await view(table, person)).combatants}


async def pasted(table: Table, text: str, person: str = "Dealer") -> Outcome:
    """What somebody is shown who sends this text."""
    opened = await table.person(person).command("/gm scene paste")
    assert opened.modal is not None, opened.text
    return await table.person(person).fills({BOX: text})


def prefilled(outcome: Outcome) -> str:
    """What stands in a form as it opens."""
    assert outcome.modal is not None
    return str(outcome.modal["components"][0]["component"]["value"])


# ---- pasting


async def test_a_pasted_scene_is_shown_line_by_line_before_it_is_laid_out() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        shown = await pasted(table, MILL)
        assert shown.ephemeral
        assert "Line 5: 2 × Saloon tough, enemy, at Bar" in shown.text
        assert "Nothing is laid out yet" in shown.text
        assert "Zeke" not in await names(table)
        outcome = await dealer.presses("Lay it out")
        assert "The mill. The wheel is turning." in outcome.text
        assert await names(table) == {"Ada Quill", "Saloon tough", "Saloon tough 2", "Zeke"}
        assert await names(table, "Ana") == {"Ada Quill", "Saloon tough", "Saloon tough 2"}
        assert [each.name for each in (await view(table)).places] == ["Bar", "Mezzanine"]
        await table.settled()
        assert "The mill: the lobby is open" in (await view(table, "Ana")).headline
        assert not any("Zeke" in str(message.payload) for message in table.posted())
        assert (await table.bot.referee.verify(table.place())).compared == await table.seq()


@pytest.mark.parametrize("system", SYSTEMS)
async def test_the_example_in_the_form_serves_as_it_stands_in_every_system(system: str) -> None:
    async with seated() as table:
        dealer = table.person("Dealer")
        await dealer.command("/fight begin", system=system)
        await table.settled()
        await table.person("Ana").presses("Join")
        await dealer.command("/gm scene paste")
        await dealer.fills({})
        await dealer.presses("Lay it out")
        everybody, seen = await names(table), await names(table, "Ana")
        assert (len(everybody), len(seen)) == (5, 4)
        assert not (await dealer.presses("Start")).text.startswith("✋")


async def test_a_fault_names_its_line_and_what_would_be_legal_and_the_text_is_not_lost() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer, before = table.person("Dealer"), await view(table)
        shown = await pasted(table, FAULTY)
        require_refused(shown, "3 lines", "Line 2", "Gunmen", "Bandit", "Line 3", "Cellar", "Street", "Line 4", "hello")
        assert "Lay it out" not in shown.text
        assert prefilled(await dealer.presses("Change the text")) == FAULTY
        mended = await dealer.fills({BOX: "Bar - Street\n2 Bandit in Bar"})
        assert "Lay it out" in mended.text
        assert await view(table) == before
        await dealer.presses("Lay it out")
        assert await names(table) == {"Ada Quill", "Bandit", "Bandit 2"}


async def test_what_was_pasted_last_stands_in_the_form_the_next_time_and_is_nobody_elses() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        await pasted(table, FAULTY)
        assert prefilled(await table.person("Dealer").command("/gm scene paste")) == FAULTY
        other = table.discord.channel("street")
        bo = table.person("Bo")
        bo.goes_to(other)
        await bo.command("/fight begin", system="texarkana")
        assert prefilled(await bo.command("/gm scene paste")).startswith("Scene: The mill")


async def test_a_scene_pasted_twice_is_there_once_and_an_older_sight_of_it_no_longer_serves() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        first = await pasted(table, "Bar - Street\nBandit in Bar")
        await pasted(table, MILL)
        await dealer.presses("Lay it out")
        once = await view(table)
        await pasted(table, MILL)
        await dealer.presses("Lay it out")
        assert (await view(table)).combatants == once.combatants
        old = first.interaction.original
        assert old is not None
        await pasted(table, FAULTY)
        require_refused(await dealer.press(old, table.button(old, "Lay it out")), "another text since")
        assert (await view(table)).combatants == once.combatants


@pytest.mark.parametrize(
    "text",
    [
        "@everyone - <@&1> (sees)\nBandit as @here in @everyone",
        "\u202etes\u202c - 酒場 (見る)\nBandit as \u202ekcalB\u202c in 酒場",
        f"{'x' * 100} - {'y' * 100}\nBandit as {'**z**' * 20} in {'x' * 100}",
        "`Bar` - [a](http://b) (||sees||)\n# no",
    ],
    ids=["mentions", "right to left", "long names", "markup"],
)
async def test_hostile_names_are_laid_out_as_they_stand(text: str) -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        shown = await pasted(table, text)
        assert "Lay it out" in shown.text, shown.text
        assert "\u202e" not in shown.text
        await table.person("Dealer").presses("Lay it out")
        await table.person("Dealer").command("/gm scene save", name=text[:100])
        await table.settled()
        assert all(message.payload.get("mentions") in (None, []) for message in table.posted())
        assert len((await view(table)).places) == 2


async def test_a_thousand_lines_are_told_in_one_message_and_change_nothing() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        before = await view(table)
        text = "\n".join(["a"] * 1000)
        shown = await pasted(table, text)
        require_refused(shown, "201 lines", "more")
        assert prefilled(await table.person("Dealer").presses("Change the text")) == text
        assert await view(table) == before


# ---- keeping and loading


@pytest.mark.parametrize("system", SYSTEMS)
async def test_a_kept_scene_is_loaded_and_begun_with_in_every_system(system: str) -> None:
    async with seated() as table:
        dealer = table.person("Dealer")
        await dealer.command("/fight begin", system=system)
        await dealer.command("/gm scene paste")
        await dealer.fills({})
        await dealer.presses("Lay it out")
        kept = await view(table)
        assert "Our place" in (await dealer.command("/gm scene save", name="Our place")).text
        await dealer.command("/fight end")
        (choice,) = await dealer.complete("/fight begin", "scene", "our pl", system=system)
        assert choice.name == "Our place – kept by you"
        await dealer.command("/fight begin", system=system, scene=choice.value)
        begun = await view(table)
        assert (_seen(begun), begun.places) == (_seen(kept), kept.places)
        await dealer.command("/fight end")
        await dealer.command("/fight begin", system=system)
        await dealer.command("/gm scene load", name="our place")
        loaded = await view(table)
        assert (_seen(loaded), loaded.places) == (_seen(kept), kept.places)
        assert len(await names(table, "Ana")) == len(kept.combatants) - 1


async def test_a_fight_under_way_can_be_kept_and_takes_no_other_scene() -> None:
    async with seated() as table:
        await table.fight("Ana")
        dealer = table.person("Dealer")
        await dealer.command("/gm add", who="bandit", name="Sleeper", hidden=True)
        await dealer.command("/gm scene save", name="Rocks at noon")
        before, seq = await view(table), await table.seq()
        require_refused(await dealer.command("/gm scene load", name="Rocks at noon"), "begun already", "lobby is open")
        shown = await pasted(table, MILL)
        require_refused(shown, "lobby is closed", "text is kept")
        assert "Lay it out" not in shown.text
        assert (await view(table), await table.seq()) == (before, seq)


async def test_a_preview_that_outlives_the_lobby_is_refused_and_its_text_stays() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        shown = await pasted(table, MILL)
        await dealer.command("/fight start")
        before = await view(table)
        message = shown.interaction.original
        assert message is not None
        require_refused(await dealer.press(message, table.button(message, "Lay it out")), "begun already", "TX-24")
        assert (await view(table)).combatants == before.combatants
        assert prefilled(await dealer.command("/gm scene paste")) == MILL


async def test_a_name_in_use_is_refused_until_it_is_to_be_replaced() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        await dealer.command("/gm scene save", name="The Mill")
        await dealer.command("/gm add", who="wild-dog", name="Lame dog")
        require_refused(await dealer.command("/gm scene save", name="the  MILL"), "The Mill", "replace")
        require_refused(await dealer.command("/gm scene save", name="saloon"), "ready scene")
        require_refused(await dealer.command("/gm scene save", name="\u200b"), "needs a name")
        assert "The Mill" in (await dealer.command("/gm scene save", name="the mill", replace=True)).text
        (choice,) = await dealer.complete("/gm scene load", "name", "")
        await dealer.command("/gm scene load", name=choice.value)
        assert "Lame dog" in await names(table)


async def test_what_one_has_kept_nobody_else_finds_or_loads_and_his_names_are_free() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer, bo = table.person("Dealer"), table.person("Bo")
        await dealer.command("/gm add", who="bandit", name="Murkwater", hidden=True)
        await dealer.command("/gm scene save", name="The Mill")
        bo.goes_to(table.discord.channel("street"))
        assert await bo.complete("/fight begin", "scene", "mill", system="texarkana") == []
        require_refused(await bo.command("/fight begin", system="texarkana", scene="The Mill"), "The Mill")
        await bo.command("/fight begin", system="texarkana", scene="dogs")
        assert await bo.complete("/gm scene load", "name", "") == []
        for name in ("The Mill", "own/The Mill"):
            require_refused(await bo.command("/gm scene load", name=name), "nothing just now")
        assert not (await bo.command("/gm scene save", name="The Mill")).text.startswith("✋")
        await dealer.command("/gm scene load", name="The Mill")
        assert "Murkwater" in await names(table), "his own is as it was"


async def test_what_a_server_keeps_is_not_known_on_another() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        await dealer.command("/gm scene save", name="The Mill")
        dealer.goes_to(table.discord.channel("far", table.discord.world.add_guild("Elsewhere")))
        assert await dealer.complete("/fight begin", "scene", "mill", system="texarkana") == []
        await dealer.command("/fight begin", system="texarkana")
        require_refused(await dealer.command("/gm scene load", name="The Mill"), "The Mill")


async def test_a_kept_scene_is_deleted_after_asking_also_where_no_fight_is_open() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        for name in ("The Mill", "The Barn"):
            await dealer.command("/gm scene save", name=name)
        require_refused(await dealer.command("/gm scene delete", name="The Shed"), "The Mill", "The Barn")
        dealer.goes_to(table.discord.channel("street"))
        (choice,) = await dealer.complete("/gm scene delete", "name", "mill")
        asked = await dealer.command("/gm scene delete", name=choice.value)
        assert asked.ephemeral
        assert "Delete the scene **The Mill**?" in asked.text
        assert len(await dealer.complete("/gm scene delete", "name", "")) == 2, "not yet"
        assert "is deleted" in (await dealer.presses("Yes, delete it")).text
        (left,) = await dealer.complete("/gm scene delete", "name", "")
        assert left.name.startswith("The Barn")
        await dealer.command("/fight begin", system="texarkana")
        require_refused(await dealer.command("/gm scene load", name="The Mill"), "The Barn")
        assert not (await dealer.command("/gm scene save", name="The Mill")).text.startswith("✋"), "the name is free"


async def test_a_scene_is_deleted_once_and_by_nobody_else() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer, ana = table.person("Dealer"), table.person("Ana")
        await dealer.command("/gm scene save", name="The Mill")
        await dealer.command("/gm scene delete", name="the mill")
        asked = dealer.surfaces()[0]
        assert asked.message is not None
        address = next(each.custom_id for each in asked.controls if each.label == "Yes, delete it")
        assert await ana.complete("/gm scene delete", "name", "") == []
        require_refused(await ana.command("/gm scene delete", name="The Mill"), "nothing just now")
        require_refused(await ana.does(forged(table, ana, asked.message, address)), "no such scene")
        assert len(await dealer.complete("/gm scene delete", "name", "")) == 1
        late = forged(table, dealer, asked.message, address)
        await dealer.presses("Yes, delete it")
        require_refused(await dealer.does(late), "no such scene")


# ---- who may


@pytest.mark.parametrize("person", ["Ana", "Eve"])
async def test_neither_a_player_nor_a_stranger_saves_loads_or_pastes(person: str) -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer, other = table.person("Dealer"), table.person(person)
        await dealer.command("/gm scene save", name="The Mill")
        shown = await pasted(table, MILL)
        before = await view(table)
        require_refused(await other.command("/gm scene save", name="Mine"), "Dealer")
        require_refused(await other.command("/gm scene load", name="The Mill"), "Dealer")
        require_refused(await other.command("/gm scene paste"), "Dealer")
        assert await other.complete("/gm scene load", "name", "") == []
        assert await view(table) == before
        assert shown.ephemeral


async def test_what_is_delivered_twice_counts_once() -> None:
    async with seated(expects_refusals=True) as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        await again(table, (await dealer.command("/gm scene save", name="The Mill")).interaction)
        await again(table, (await pasted(table, MILL)).interaction)
        await again(table, (await dealer.presses("Lay it out")).interaction)
        assert await table.seq() == 3
        await again(table, (await dealer.command("/gm scene load", name="The Mill")).interaction)
        assert await table.seq() == 4
        assert len(await dealer.complete("/gm scene load", "name", "")) == 1


async def test_a_preview_and_a_kept_scene_outlive_the_bot(tmp_path: Path) -> None:
    database = tmp_path / "fights.sqlite3"
    async with Loopback() as discord:
        async with seated(discord, database=database) as table:
            await table.fight("Ana", start=False)
            await table.person("Dealer").command("/gm scene save", name="The road")
            shown = await pasted(table, MILL)
        async with seated(discord, database=database) as table:
            dealer, message = table.person("Dealer"), shown.interaction.original
            assert message is not None
            await dealer.press(message, table.button(message, "Lay it out"))
            assert "Zeke" in await names(table)
            await dealer.command("/gm scene load", name="The road")
            assert await names(table) == {"Ada Quill", "Dutch", "Lefty", "Moss"}
            assert "Mezzanine" not in {each.name for each in (await view(table)).places}
