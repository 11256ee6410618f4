"""The page for everybody: screen readers, the keyboard alone, small screens, dark and light."""

from typing import Any, Final, Literal

from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]  # it comes without types
from playwright.async_api import Browser, expect

from bot.rehearsal.room import Room
from tests.room.chromium import needs_chromium
from tests.room.scene import at_the_form, with_a_hand
from tests.room.seat import Seat, seated

pytestmark = needs_chromium
GRAVE = ("serious", "critical")
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")


async def require_accessible(seat: Seat) -> None:
    """Check with axe-core that nothing on this page keeps anybody out, by day and by night."""
    for scheme in SCHEMES:
        await seat.page.emulate_media(color_scheme=scheme)
        results = await Axe().run(seat.page)
        found: list[dict[str, Any]] = results.response["violations"]  # Any: axe-core's JSON
        grave = [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found if each["impact"] in GRAVE]
        assert not grave, scheme
        assert results.response["passes"], "axe looked at nothing"


async def test_axe_finds_nothing_grave_on_the_table_a_hand_and_a_form(room: Room, browser: Browser) -> None:
    ana, dealer = await with_a_hand(browser, room.url)
    await require_accessible(dealer)
    await ana.press("Hand")
    await require_accessible(ana)
    await ana.page.get_by_role("button", name="Why?").click()
    await ana.rests()
    await require_accessible(ana)
    await dealer.press("Dealer")
    await dealer.page.get_by_role("combobox", name="Act for").last.click()
    await require_accessible(dealer)
    await at_the_form(ana, dealer)
    await require_accessible(ana)


async def test_axe_finds_nothing_grave_on_an_empty_table_and_while_a_command_is_typed(
    room: Room, browser: Browser
) -> None:
    dealer = await seated(browser, room.url, "Dealer")
    await require_accessible(dealer)
    await dealer.page.locator("#input").focus()
    await dealer.page.keyboard.type("/")
    await dealer.page.get_by_role("option").first.wait_for()
    await require_accessible(dealer)
    await dealer.page.keyboard.type("fight begin ")
    await dealer.page.get_by_role("option", name="Texarkana").wait_for()
    await require_accessible(dealer)
    await dealer.page.locator("#set-table").click()
    await dealer.page.get_by_role("dialog").wait_for()
    await require_accessible(dealer)


async def test_nothing_is_cut_off_on_a_screen_of_320_pixels(room: Room, browser: Browser) -> None:
    context = await browser.new_context(viewport={"width": 320, "height": 640})
    ana, dealer = await with_a_hand(context, room.url)
    await ana.press("Hand")
    await _require_fitting(ana)
    await ana.page.get_by_role("button", name="Channels").click()
    await _require_fitting(ana)
    await ana.page.get_by_role("button", name="# saloon").click()
    await ana.page.get_by_role("button", name="Why?").click()
    await _require_fitting(ana)
    await ana.page.get_by_role("button", name="Close").click()
    await dealer.press("Dealer")
    await dealer.page.get_by_role("combobox", name="Act for").last.click()
    await _require_fitting(dealer)
    await at_the_form(ana, dealer)
    await _require_fitting(ana)


async def _require_fitting(seat: Seat) -> None:
    await seat.rests()
    wide = await seat.page.evaluate(
        """() => {
            const scrolls = (node) => node && (node.matches("pre, #people ul, #tools") || scrolls(node.parentElement));
            return [...document.querySelectorAll("body *:not(.unseen, .skip)")]
                .filter((node) => node.checkVisibility() && node.getBoundingClientRect().right > innerWidth + 1)
                .filter((node) => !scrolls(node))
                .map((node) => node.outerHTML.slice(0, 120));
        }"""
    )
    assert not wide
    assert await seat.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


async def test_a_fight_is_begun_joined_and_looked_at_with_the_keyboard_alone(room: Room, browser: Browser) -> None:
    dealer = await seated(browser, room.url, "Dealer")
    keys = dealer.page.keyboard
    await keys.press("Alt+m")
    await keys.type("/fight beg")
    await dealer.page.get_by_role("option").first.wait_for()
    await keys.press("Enter")
    await keys.type("texarkana")
    await keys.press("Enter")  # whether or not the bot has said yet what there is
    await keys.press("Enter")
    await dealer.page.get_by_role("button", name="Join").wait_for()
    ana = await seated(browser, room.url, "Ana")
    keys = ana.page.keyboard
    menu = ana.page.get_by_role("combobox", name="Join as")
    await _walk_to(ana, "Join as")
    await keys.press("ArrowDown")
    await expect(menu).to_have_attribute("aria-expanded", "true")
    active = await menu.get_attribute("aria-activedescendant")
    await keys.press("ArrowDown")
    assert await menu.get_attribute("aria-activedescendant") != active
    await keys.press("Enter")
    await ana.answered()
    assert "is in" in await ana.newest()
    answer = ana.messages().last
    await expect(answer).to_be_focused()


async def _walk_to(seat: Seat, name: str) -> None:
    """Alt and ↑ to the oldest message, then Tab to the control; where the focus comes, it must be seen."""
    page = seat.page
    for _ in range(await seat.messages().count()):
        await page.keyboard.press("Alt+ArrowUp")
    await expect(seat.messages().first).to_be_focused()
    for _ in range(40):
        await page.keyboard.press("Tab")
        focused = page.locator(":focus")
        assert await focused.evaluate("(on) => getComputedStyle(on).outlineStyle") != "none", "the focus is not seen"
        if name in (await focused.get_attribute("aria-label") or await focused.inner_text()):
            return
    raise AssertionError(f"{name} is not reached")
