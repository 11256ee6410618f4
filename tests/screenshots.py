"""`python -m tests.screenshots`: the pictures of the README, made anew from the running rehearsal room."""

import asyncio
from pathlib import Path

from tests.room.chromium import browsing
from tests.room.command import rehearsing
from tests.room.scene import with_a_hand

PICTURES = Path(__file__).parents[1] / "bot" / "rehearsal" / "room" / "pictures"


async def take() -> None:
    """A game master's window in daylight, a player's hand on a small screen at night."""
    async with browsing() as browser, rehearsing("--seed", "7") as url:
        context = await browser.new_context(viewport={"width": 1180, "height": 660}, locale="en-GB")
        ana, dealer = await with_a_hand(context, url)
        await ana.press("Your move")
        await ana.press("I am Lookout")
        await ana.press(next(each for each in await ana.offered() if " of " in each))
        await dealer.page.get_by_role("button", name="Why?").click()
        await dealer.press("Dealer")
        await dealer.page.screenshot(path=PICTURES / "dealer.png")
        await ana.page.emulate_media(color_scheme="dark")
        await ana.page.set_viewport_size({"width": 390, "height": 640})
        await ana.press("Hand")
        await ana.page.screenshot(path=PICTURES / "hand.png")


if __name__ == "__main__":
    asyncio.run(take())
