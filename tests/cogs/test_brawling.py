"""A brawl on Discord: grabbing something in one's own words, and saying what winning shall bring when attacked."""

from bot.rehearsal import Person
from tests.support.table import Table, seated

DEAL = (
    "King of Hearts,5 of Clubs,Jack of Hearts,7 of Pistols,4 of Spades,2 of Tomes,"
    "3 of Hearts,9 of Spades,10 of Diamonds,6 of Masks,4 of Hearts,Ace of Clubs"
)


async def drawn(table: Table, cards: str) -> None:
    for card in cards.split(","):
        outcome = await table.person("Dealer").command("/act", action=card)
        assert not outcome.text.startswith("✋"), f"{card}: {outcome.text}"
    await table.settled()


async def saloon(table: Table) -> tuple[Person, Person]:
    """Hank and Mercy in the saloon with two toughs, the Posse's first phase, hand weapons in order; Hank is Lookout."""
    dealer, ana, bo = (table.person(name) for name in ("Dealer", "Ana", "Bo"))
    await dealer.command(
        "/fight begin", system="texarkana", scene="saloon", title="Saloon", house="draws=typed, tier=melee"
    )
    await ana.command("/fight join", who="Hank Dollarhide", name="Hank")
    await bo.command("/fight join", who="Mercy Vance", name="Mercy")
    await dealer.command("/fight start")
    await drawn(table, DEAL)
    await ana.command("/act", action="I am Lookout")
    await ana.command("/act", action="Jack of Hearts")
    await drawn(table, "2 of Horns,3 of Horns")
    return dealer, ana


async def test_tx_44_something_is_grabbed_in_ones_own_words_and_rated_by_the_dealer() -> None:
    async with seated() as table:
        dealer, ana = await saloon(table)
        await ana.presses("Your move")
        form = await ana.presses("Grab something and brawl")
        assert "Grab something and brawl" in form.text
        await ana.presses("Say it in your own words")
        told = await ana.fills(what="a bar stool")
        assert "Hank grabs something: bar stool (damage 2, unless the Dealer says otherwise)" in told.text
        rated = await dealer.command("/gm decide", what="Damage of a makeshift weapon", whom="Hank", value="3")
        assert not rated.text.startswith("✋"), rated.text
        await table.settled()
        assert "Hank's bar stool does 3 damage" in table.person("Bystander").sees()


async def test_tx_37_whoever_is_attacked_sees_the_question_and_may_say_what_winning_brings() -> None:
    async with seated() as table:
        dealer, ana = await saloon(table)
        await ana.command("/act", action="Let the turn go by")
        await table.person("Bo").command("/act", action="Let the turn go by")
        await dealer.command("/act", action="Brawl", whom="Hank", weapon="fists", **{"as": "Clem"})
        await table.settled()
        asked = await ana.presses("Your move")
        assert "Which card do you play against Clem, who brawls (bare fists)?" in asked.text
        assert "[King of Hearts" in asked.text
        await ana.presses("If you win …")
        await ana.presses("If you win …")
        await table.settled()
        assert "If Hank wins: grapple." in table.person("Bystander").sees()
        await ana.command("/act", action="King of Hearts")
        await drawn(table, "2 of Diamonds,4 of Horns")
        assert "Hank has hold of Clem" in table.person("Bystander").sees()
