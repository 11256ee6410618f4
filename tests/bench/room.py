"""The rehearsal room in a real browser: how soon it is there, and how soon a press is answered on the page."""

import statistics
import time

from tests.room.chromium import browsing, found
from tests.room.command import rehearsing
from tests.room.seat import ONLINE, seated

PRESSES = 50
PRESS = """async () => {
  const log = document.querySelector("#log");
  while (log.querySelector('[aria-busy="true"]')) await new Promise(requestAnimationFrame);
  return new Promise((resolve) => {
    const button = [...log.querySelectorAll("button.press")].findLast((each) => each.textContent === "Hand");
    const answered = (node) => node.matches?.("article.only-you") && node.textContent.includes("Your hand");
    const watch = new MutationObserver((changes) => {
        if (!changes.some((change) => [...change.addedNodes].some(answered))) return;
        watch.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - begun));
    });
    watch.observe(log, { childList: true });
    const begun = performance.now();
    button.click();
  });
}"""


async def room() -> dict[str, float] | None:
    """Seconds from the command to page and bot, milliseconds from a press to its answer; None without a browser."""
    if found() is None:
        return None
    async with browsing() as browser:
        begun = time.perf_counter()
        async with rehearsing("--seed", "7") as url:
            page = await browser.new_page()
            await page.goto(url)
            await page.get_by_role("region", name="How to begin").wait_for()
            page_after = time.perf_counter() - begun
            await page.locator(ONLINE).wait_for()
            bot_after = time.perf_counter() - begun
            dealer = await seated(browser, url, "Dealer")
            await dealer.types("fight begin", system="texarkana", scene="saloon")
            ana = await seated(browser, url, "Ana")
            await ana.press("Join")
            await dealer.press("Start")
            await ana.rests()
            times = sorted([float(await ana.page.evaluate(PRESS)) for _ in range(PRESSES)])
    return {
        "page_after_s": page_after,
        "bot_after_s": bot_after,
        "press_p50_ms": statistics.median(times),
        "press_p90_ms": times[int(0.9 * PRESSES)],
    }
