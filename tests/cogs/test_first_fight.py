"""The shortest way into a fight and out of it, as people walk it: at each step they read what comes next."""

from bot.rehearsal.render import text_of
from tests.support.table import require_refused, seated


async def test_a_lobby_is_opened_joined_and_started() -> None:
    async with seated() as table:
        dealer, ana = table.person("Dealer"), table.person("Ana")
        await dealer.types('/fight begin system:texarkana title:"Saloon brawl"')
        await table.settled()
        await ana.presses("Join")
        await dealer.presses("Start")
        await table.settled()
        assert "Lookout" in ana.sees()


async def test_the_panel_says_what_comes_next_from_the_lobby_until_the_fight_is_put_away() -> None:
    async with seated() as table:
        dealer = table.person("Dealer")
        outcome = await dealer.types("/fight begin system:conflicts")
        assert "press **Start**" in outcome.text
        await table.settled()
        assert table.board().payload["content"].startswith("A fight by the rules of")
        for who in ("Ana", "Bo", "Cy"):
            await table.person(who).presses("Join")
        outcome = await dealer.presses("Start")
        assert "…" in outcome.text, "there is so much to show that some is cut short"
        assert "**Go on** does what stands after" in outcome.text
        assert "**Run all** does so only for those whom you play." in outcome.text
        await table.settled()
        await dealer.presses("End the fight")
        outcome = await dealer.presses("Yes, end it")
        assert "put away" in outcome.text
        assert "/fight begin opens another" in outcome.text
        left = next(each for each in dealer.surfaces() if "opens another" in text_of(each.message.payload))
        assert not left.controls, "there is nothing left to take back or to end"


async def test_whoever_joined_is_told_that_he_is_in_where_the_rules_offer_something_before_the_start() -> None:
    async with seated() as table:
        await table.person("Judge").types("/fight begin system:twtw")
        await table.settled()
        outcome = await table.person("Ana").presses("Join")
        assert "You are in. When the Judge starts" in outcome.text
        assert "Before that you may" in outcome.text


async def test_the_hand_says_where_the_rest_of_what_may_be_done_is() -> None:
    async with seated() as table:
        await table.fight("Ana")
        outcome = await table.person("Ana").presses("Hand")
        assert "Your choice counts at once. **Your move** shows all that you may do." in outcome.text


async def test_whoever_can_do_nothing_now_is_told_why_whatever_he_typed() -> None:
    async with seated() as table:
        dealer, ana = table.person("Dealer"), table.person("Ana")
        await table.fight("Ana")
        for _ in range(3):  # Lookout, the card for the Initiative, the turn
            if "Enemy Phase" in (await dealer.types("/gm go-on")).text:
                break
        await table.settled()
        require_refused(await ana.types("/act action:dance"), "TX-17", "Posse Phase")
