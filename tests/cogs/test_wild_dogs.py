"""Wild dogs driven off, on Discord: the written fight of that name, card by card, and what each person gets to see.

The table draws its own cards, so that it comes out as in `tests/playthroughs/dogs.fight`. One more dog is hidden.
"""

from bot.rehearsal import Person
from rules.core.view import Phase
from tests.support.table import Table, require_refused, seated

DEAL = (
    "8 of Hearts,5 of Clubs,Jack of Hearts,7 of Pistols,4 of Spades,2 of Tomes,"
    "3 of Hearts,9 of Spades,10 of Diamonds,6 of Masks,4 of Hearts,Ace of Clubs"
)
NEVER_PLAYED = {"Ana": "7 of Pistols", "Bo": "Ace of Clubs"}
UNSEEN = "Old one"  # hidden to the end


class Camp:
    """The table, with its people by what they play: Ana is Mercy, Bo is Ruth."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.dealer, self.ana, self.bo = (table.person(name) for name in ("Dealer", "Ana", "Bo"))
        self.bystander = table.person("Bystander")

    async def act(self, who: Person, action: str, draws: str = "", **blanks: str) -> str:
        """Type an act, and then what was drawn for it."""
        outcome = await who.command("/act", action=action, **blanks)
        assert not outcome.text.startswith("✋"), outcome.text
        await self.drawn(draws)
        return outcome.text

    async def drawn(self, cards: str) -> None:
        for card in cards.split(",") if cards else ():
            outcome = await self.dealer.command("/act", action=card)
            assert not outcome.text.startswith("✋"), f"{card}: {outcome.text}"
        await self.table.settled()

    def read(self, person: Person) -> str:
        """Everything this person has ever been shown."""
        return "\n".join(self.table.discord.seen_by(person))

    async def opened(self) -> None:
        await self.dealer.command(
            "/fight begin", system="texarkana", scene="dogs", title="At the camp", house="draws=typed, chase=optional"
        )
        await self.ana.command("/fight join", who="Mercy Vance", name="Mercy")
        await self.bo.command("/fight join", who="Ruth Okafor", name="Ruth")
        await self.dealer.command("/gm add", who="wild-dog", name=UNSEEN, where="Brush", hidden=True)
        await self.dealer.command("/fight start")
        await self.drawn(DEAL)

    async def surprised(self) -> None:
        """The Posse is late; three dogs attack, and the Dealer makes a hold of Mercy's Trump in vain."""
        await self.act(self.ana, "I am Lookout")
        await self.act(self.ana, "4 of Spades", "Queen of Diamonds,3 of Diamonds")
        await self.act(self.dealer, "Brawl", whom="Mercy", **{"as": "Grey dog"})
        await self.act(self.ana, "8 of Hearts", "5 of Diamonds,Queen of Hearts")
        await self.act(self.dealer, "Brawl", whom="Ruth", **{"as": "Lame dog"})
        await self.act(self.bo, "3 of Hearts", "9 of Hearts,2 of Hearts")
        await self.act(self.dealer, "Brawl", whom="Mercy", **{"as": "Young dog"})
        await self.act(self.ana, "5 of Clubs", "King of Hearts")
        await self.act(self.ana, "Trump: flip one more", "4 of Diamonds,6 of Hearts")


async def test_tx_02_wild_dogs_are_driven_off_and_each_sees_what_is_his() -> None:
    async with seated() as table:
        camp = Camp(table)
        await camp.opened()
        await camp.surprised()

        # TX-65, TXD-34: Mercy is disarmed at once; only the Dealer is asked whether something else shall follow.
        assert "Mercy loses the service pistol for this scene" in camp.read(camp.bystander)
        panel = await camp.dealer.presses("Dealer")
        assert "Mercy Trumped in vain: Disarmed of the service pistol. Shall something else follow?" in panel.text
        assert "[Grappled]" in panel.text
        for person in (camp.ana, camp.bo, camp.bystander):
            assert "Shall something else follow" not in camp.read(person)
        await camp.dealer.presses("Grappled")
        await table.settled()
        assert "Young dog has hold of Mercy" in camp.read(camp.bystander)

        # TX-38, TX-51: who is held only breaks loose; nobody shoots with dogs around.
        require_refused(await camp.ana.command("/act", action="Shoot"), "TX-38", "held by Young dog")
        await camp.act(camp.ana, "Break the grapple", "4 of Horns,7 of Hearts", card="Jack of Hearts")
        require_refused(await camp.bo.command("/act", action="Shoot"), "TX-51", "Lame dog, Young dog")
        await camp.act(camp.bo, "Brawl", "6 of Tomes", whom="Lame dog", weapon="wrench", card="9 of Spades")
        await camp.act(camp.bo, "Stand on 8", "5 of Hearts")
        await camp.act(camp.dealer, "Move", where="Brush", **{"as": "Young dog"})

        # TX-27: a sketch for whoever asks, the Dealer's with what only he knows.
        mine = (await camp.ana.command("/fight show")).text
        assert "Camp: Mercy, Ruth; ways to Brush (the trampled grass), Creek (the bank); sees Brush, Creek" in mine
        assert "Brush: Young dog (enemy); ways to Camp" in mine
        assert f"{UNSEEN} (enemy, hidden)" in (await camp.dealer.command("/fight show")).text

        # TX-59: it runs; Mercy fires and misses, and Ruth lets it go. Who is hidden holds nobody up.
        await camp.act(camp.ana, "Take cover")
        await camp.act(camp.bo, "Let the turn go by")
        await camp.act(camp.dealer, "Flee", **{"as": "Young dog"})
        assert "Young dog flees" in camp.read(camp.bystander)
        await camp.act(camp.ana, "Shoot")
        await camp.act(camp.bo, "Hold fire")
        await camp.act(camp.ana, "2 of Tomes", "10 of Hearts,8 of Diamonds")
        await camp.act(camp.bo, "Leave it to others")
        assert "Young dog gets away" in camp.read(camp.bystander)
        await camp.dealer.command("/gm amend", what="In or out", whom=UNSEEN, value="fled")
        await table.settled()
        showing = await table.showing()
        assert showing.view.phase is Phase.OVER
        assert "the Posse holds the field" in camp.read(camp.bystander)

        # TXF-05, TX-24: what each never saw. The Dealer typed in the deal; the two players saw their own cards alone.
        for owner, card in NEVER_PLAYED.items():
            for person in (camp.ana, camp.bo, camp.bystander):
                assert (card in camp.read(person)) is (person is table.person(owner)), (owner, card, person.name)
        for person in (camp.ana, camp.bo):
            assert "Pistols rating" not in camp.read(person)
            assert "the Dealer's secret" in camp.read(person)
