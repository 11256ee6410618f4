"""What may be brought to a test before the card is pressed like any other answer (TXF-14, TXF-22)."""

import json

from tests.support.table import Table, seated

LONG = "Never once in all his days turned his back upon a friend: not for gold and not to save his neck"


async def _as_lookout(table: Table) -> None:
    ana = table.person("Ana")
    await ana.presses("Your move")
    await ana.presses("I am Lookout")


async def test_a_characteristic_is_invoked_by_its_button() -> None:
    async with seated() as table:
        await table.fight("Ana", scene="saloon")
        ana = table.person("Ana")
        await _as_lookout(table)
        outcome = await ana.presses("Wager 1 Luck: Measures twice")
        assert "invokes the Characteristic Measures twice" in outcome.text


async def test_one_with_a_long_name_and_a_colon_is_invoked_by_its_button_too() -> None:
    async with seated() as table:
        ana, dealer = table.person("Ana"), table.person("Dealer")
        text = json.dumps({"name": "Cora Bell", "will": 4, "characteristics": LONG, "flaws": "Proud"})
        await ana.command("/sheet import")
        await ana.fills({"text": text})
        await dealer.command("/fight begin", system="texarkana", scene="saloon")
        await ana.command("/fight join", who="Cora Bell")
        await dealer.command("/fight start")
        await table.settled()
        await _as_lookout(table)
        outcome = await ana.presses("Wager 1 Luck: Never once")
        assert f"invokes the Characteristic {LONG}" in outcome.text
