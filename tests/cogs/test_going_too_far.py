"""Going too far as people meet it: asked privately, the Dealer's choice in his panel, Woe armed from there (TX-08)."""

from bot.rehearsal import Person
from bot.rehearsal.render import text_of
from cogs.address import Address
from tests.cogs.players import awaited
from tests.support.table import Table, require_refused, seated


async def _posse_phase(table: Table) -> tuple[Person, Person]:
    """Ana, alone against two toughs in the saloon, is to act; hands are as the seed has them."""
    await table.fight("Ana", scene="saloon")
    ana, dealer = table.person("Ana"), table.person("Dealer")
    while not any(each.what == "to act" for each in await awaited(table, dealer)):
        await dealer.command("/gm go-on")
        await table.settled()
    return ana, dealer


async def test_a_pistol_in_a_fist_fight_is_asked_first_and_then_the_dealer_says() -> None:
    async with seated() as table:
        ana, dealer = await _posse_phase(table)
        outcome = await ana.command("/act", action="Draw or put away", weapon="derringer")
        assert outcome.ephemeral
        assert "With this (derringer) you go too far" in outcome.text
        assert "Do it" in outcome.text
        assert "Leave it" in outcome.text
        outcome = await ana.presses("Leave it")
        assert "leaves it" in outcome.text
        await ana.command("/act", action="Draw or put away", weapon="derringer")
        await ana.presses("Do it")
        outcome = await dealer.presses("Dealer")
        assert "A Shootout, with whom?" in outcome.text
        assert "A stranger: revolver" in outcome.text
        outcome = await dealer.presses("No Shootout: somebody answers in kind")
        await table.settled()
        told = [text for each in table.posted() if "answers in kind" in (text := text_of(each.payload))]
        assert len(told) == 2, "the act, from the question whether it is meant to the answer, and the board"
        assert "Otis the bartender answers in kind (blunderbuss)" in told[-1]
        assert "Somebody else instead?" in outcome.text  # and nobody waits for it


async def test_the_dealer_makes_it_a_shootout_with_a_stranger_by_name() -> None:
    async with seated() as table:
        ana, dealer = await _posse_phase(table)
        await ana.command("/act", action="Draw or put away", weapon="derringer")
        await ana.presses("Do it")
        await dealer.presses("Dealer")
        await dealer.presses("A stranger: revolver")
        outcome = await dealer.fills({"What the stranger is called": "Kid Amos"})
        assert "Kid Amos" in outcome.text
        assert (await awaited(table, dealer))[0].what.startswith("a card in the Shootout with Kid Amos")


async def test_the_dealer_arms_woe_from_his_panel_and_nobody_else_can() -> None:
    async with seated() as table:
        ana, dealer = await _posse_phase(table)
        outcome = await dealer.presses("Dealer")
        assert "Set …" in outcome.text
        outcome = await dealer.picks("Horrific Violence: the next test of violence")
        assert "Horrific Violence: armed (next)" in outcome.text
        assert "Horrific" not in "\n".join(text_of(each.payload) for each in table.posted())
        board = table.board()
        interaction = ana.pressing(board, table.button(board, "Dealer"))
        interaction.payload["data"]["custom_id"] = str(Address("set", (await table.showing()).id))
        require_refused(await ana.does(interaction), "Dealer")
