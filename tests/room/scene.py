"""How people come to where a test begins."""

from playwright.async_api import Browser, BrowserContext

from tests.room.seat import Seat, seated


async def with_a_hand(browser: Browser | BrowserContext, url: str) -> tuple[Seat, Seat]:
    """Ana, who holds cards and owes a decision, and the Dealer."""
    dealer = await seated(browser, url, "Dealer")
    await dealer.types("fight begin", system="texarkana", scene="saloon")
    ana = await seated(browser, url, "Ana")
    await ana.press("Join")
    await dealer.press("Start")
    return ana, dealer


async def at_the_form(ana: Seat, dealer: Seat) -> None:
    """Ana goes on to the form of an act in her own words."""
    await ana.press("Your move")
    await ana.press("I am Lookout")
    await ana.press(next(each for each in await ana.offered() if " of " in each))
    for _ in range(4):  # until it is her turn
        await ana.press("Your move")
        if "Something else" in await ana.offered():
            break
        await dealer.press("Dealer")
        await dealer.press("Go on")
    await ana.press("Something else")
    await ana.press("Say it in your own words")
    await ana.page.get_by_role("dialog").wait_for()
