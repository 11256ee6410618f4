"""Somebody at a window of the rehearsal room, who reads what is on the screen and presses what is there."""

import re
from dataclasses import dataclass, field

from playwright.async_api import Browser, BrowserContext, Locator, Page, Response, WebSocket, expect

ONLINE = "#bot[data-state=online]"
QUIET = """async (pause) => {
    const log = document.querySelector("#log");
    await new Promise((resolve) => {
        let timer = setTimeout(done, pause);
        const watch = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(done, pause); });
        function done() { watch.disconnect(); resolve(); }
        watch.observe(log, { subtree: true, childList: true, attributes: true });
    });
}"""
PAUSE = 80  # milliseconds without a change after which a window has come to rest
BUSY = '#log [aria-busy="true"]'


@dataclass(eq=False)
class Seat:
    """A page with a person's name, and everything that its network brought."""

    page: Page
    name: str
    frames: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("websocket", self._connected)
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("response", self._responded)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda said: self.problems.append(said.text) if said.type == "error" else None)

    def _connected(self, socket: WebSocket) -> None:
        self.requests.append(socket.url)
        socket.on("framereceived", lambda payload: self.frames.append(str(payload)))

    def _responded(self, response: Response) -> None:
        if response.status >= 400:
            self.problems.append(f"{response.status} {response.url}")

    # -- reading

    def messages(self) -> Locator:
        """Every message on the screen, oldest first."""
        return self.page.locator("#log article")

    async def reads(self) -> str:
        """Everything on the screen."""
        return await self.page.locator("body").inner_text()

    async def newest(self) -> str:
        """The last message."""
        return await self.messages().last.inner_text()

    async def offered(self) -> list[str]:
        """The enabled buttons of the newest message that only this person sees."""
        return await self.page.locator("#log article.only-you").last.locator("button.press:enabled").all_inner_texts()

    async def rests(self) -> None:
        """Wait until nothing changes any more."""
        await self.page.evaluate(QUIET, PAUSE)

    # -- doing

    async def press(self, label: str, *, whole: bool = False) -> None:
        """Press the newest enabled button that begins so (or is called so), and wait for the answer."""
        pattern = re.compile(rf"^\s*{re.escape(label)}" + (r"\s*$" if whole else ""))
        await self.page.locator("#log button.press:enabled").filter(has_text=pattern).last.click()
        await self.answered()

    async def answered(self) -> None:
        """Wait until no press is under way."""
        await self.page.locator(BUSY).wait_for(state="detached")
        await self.rests()

    async def pick(self, menu: str, label: str) -> None:
        """Open the newest menu of that name and choose a line."""
        await self.page.get_by_role("combobox", name=re.compile(rf"^{re.escape(menu)}")).last.click()
        await self.page.get_by_role("option", name=re.compile(re.escape(label))).last.click()
        await self.answered()

    async def says(self, line: str) -> None:
        """Send a line as it stands: chat, or a whole slash command."""
        await self.page.locator("#input").fill(line)
        await self.page.keyboard.press("Enter")
        await self.page.locator("#input").and_(self.page.locator(":placeholder-shown")).wait_for()
        await self.rests()

    async def types(self, command: str, **options: str) -> None:
        """Use a slash command with the keyboard, taking the first that the bot offers for each option's text."""
        keys, page = self.page.keyboard, self.page
        await page.locator("#input").focus()
        await keys.type(f"/{command} ")
        await page.locator("#command .chip").wait_for()
        for name, text in options.items():
            box = page.locator("#command").get_by_label(name, exact=True)
            if not await box.count():
                await page.locator("#command .more button", has_text=name).click()
            await box.focus()
            await keys.type(text)
            await keys.press("Enter")
            await expect(box).to_have_attribute("aria-expanded", "false")
            await expect(box).to_have_value(re.compile(re.escape(text), re.IGNORECASE))
        await keys.press("Enter")
        await self.rests()


async def seated(browser: Browser | BrowserContext, url: str, name: str, channel: str | None = None) -> Seat:
    """Open a window for somebody, and wait until the bot is there."""
    seat = Seat(await browser.new_page(), name)
    await seat.page.goto(f"{url}/?as={name}" + (f"&in={channel}" if channel else ""))
    await seat.page.locator(ONLINE).wait_for(timeout=60_000)
    await seat.rests()
    return seat
