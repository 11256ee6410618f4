"""/gm add with NPCs of the Dealer's own: typed in a form, pasted as a text, used again."""

from rules.core.view import CombatantView
from tests.support.table import Table, require_refused, seated

PASTED = "TOML: one NPC, or a table for each"


async def combatants(table: Table, person: str = "Dealer") -> dict[str, CombatantView]:
    view = (await table.showing(by=table.person(person))).view
    return {each.name: each for each in view.combatants}


async def test_the_dealer_fills_in_a_form_and_the_npc_enters() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        (choice,) = await dealer.complete("/gm add", "who", "your own, in")
        opened = await dealer.command("/gm add", who=choice.value, name="Black Jack", where="Rocks")
        assert opened.modal is not None
        outcome = await dealer.fills({"Grit, 1 to 99": "5", "Weapons, first in hand; “knife (hidden)”": "revolver"})
        assert "Black Jack is in (Rocks)" in outcome.text
        assert (await combatants(table))["Black Jack"].state.startswith("Grit 5")


async def test_a_fault_in_the_form_is_told_with_its_blank_and_nobody_enters() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        await dealer.command("/gm add", who="Your own, in a form", name="Black Jack")
        refused = await dealer.fills({"Grit, 1 to 99": "lots", "Weapons, first in hand; “knife (hidden)”": "bazooka"})
        require_refused(refused, "Grit", "lots", "1 to 99", "bazooka", "revolver", "TXD-30")
        assert "Black Jack" not in await combatants(table)


async def test_a_pasted_text_brings_one_in_who_can_be_brought_in_again_by_his_name() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        await dealer.command("/gm add", who="Your own, as a text", side="bystander", hidden=True)
        outcome = await dealer.fills({PASTED: 'name = "Doc"\ngrit = 7\nweapons = ["derringer"]\n'})
        assert "Doc is in" in outcome.text
        assert (await combatants(table))["Doc"].is_hidden
        assert "Doc" not in await combatants(table, "Ana")
        (again, *_) = await dealer.complete("/gm add", "who", "doc")
        assert again.name.startswith("Doc (yours)")
        await dealer.command("/gm add", who="Doc", name="Doc's brother")
        brother = (await combatants(table))["Doc's brother"]
        assert (brother.state.split(",")[0], brother.side, brother.is_hidden) == ("Grit 7", "enemy", False)


async def test_a_fault_in_a_pasted_text_is_told_with_its_line() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        await dealer.command("/gm add", who="Your own, as a text")
        refused = await dealer.fills({PASTED: 'name = "Doc"\ngrit = 7\nratings = { Pistols = 9 }\n'})
        require_refused(refused, "line 3", "Pistols", "-3 to 3")


async def test_several_are_written_down_and_told_to_the_dealer_alone() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer, before = table.person("Dealer"), await combatants(table)
        await dealer.command("/gm add", who="Your own, as a text")
        outcome = await dealer.fills({PASTED: "[ed]\ngrit = 4\n\n[zeb]\ngrit = 5\n"})
        assert "Ed is written down" in outcome.text
        assert await combatants(table) == before
        await table.settled()
        assert not [message for message in table.posted() if "Zeb" in str(message.payload)]
        assert [choice.name for choice in await table.person("Ana").complete("/gm add", "who", "zeb")] == []


async def test_only_the_dealer_gets_the_form() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        require_refused(await table.person("Ana").command("/gm add", who="Your own, in a form"), "Dealer")


async def test_what_was_described_survives_a_fight_read_from_the_store_and_an_undo_takes_it_back() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        await dealer.command("/gm add", who="Your own, as a text")
        await dealer.fills({PASTED: 'name = "Doc"\ngrit = 7\n'})
        assert (await table.bot.referee.verify(table.place())).compared >= 3
        await dealer.command("/fight undo", now=True)
        assert "Doc" not in await combatants(table)
        assert [choice.name for choice in await dealer.complete("/gm add", "who", "doc")] == []


async def test_a_place_that_is_none_is_refused_before_the_form_is_filled_in_for_nothing() -> None:
    async with seated() as table:
        await table.fight("Ana", start=False)
        dealer = table.person("Dealer")
        for where in ("nowhere " * 12, "by the bar: left"):
            refused = await dealer.command("/gm add", who="Your own, in a form", where=where)
            require_refused(refused, "Rocks")
