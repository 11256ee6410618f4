"""Another bot at the table: the room knows Discord, and nothing of the bot that it was made for."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, expect

from bot.rehearsal.room import Room
from bot.rehearsal.wire import BUTTON, ROW, STRING_SELECT
from tests.rehearsal.example_bot import running
from tests.room.chromium import needs_chromium
from tests.room.live import live
from tests.room.seat import Seat, seated

pytestmark = needs_chromium


@pytest_asyncio.fixture(loop_scope="session")
async def saloon(empty_room: Room) -> AsyncIterator[Room]:
    """A room with the example bot of the loopback's own tests."""
    async with running(empty_room.loopback):
        yield empty_room


async def _opened(saloon: Room, browser: Browser) -> Seat:
    ana = await seated(browser, saloon.url, "Ana")
    await ana.page.locator("#input").fill("/saloon open title:Evening stools:5")
    await ana.page.keyboard.press("Enter")
    await ana.messages().first.wait_for()
    return ana


async def test_public_answers_updates_and_silent_ones(saloon: Room, browser: Browser) -> None:
    ana = await _opened(saloon, browser)
    assert "Ana used /saloon open" in await ana.newest()
    await expect(ana.page.get_by_role("button", name="Closed")).to_be_disabled()
    await ana.press("Listen")
    assert "Evening: 5 stools" in await ana.newest()
    await ana.press("Ring the bell")
    await expect(ana.messages().first).to_contain_text("The bell rings. (edited)")


async def test_a_menu_that_defers_edits_and_follows_up(saloon: Room, browser: Browser) -> None:
    ana = await _opened(saloon, browser)
    await ana.pick("A drink", "gin")
    await expect(ana.messages().first).to_contain_text("Somebody drinks gin.")
    await expect(ana.messages().last).to_contain_text("It burns.")


async def test_a_form_with_a_menu_in_it(saloon: Room, browser: Browser) -> None:
    ana = await _opened(saloon, browser)
    await ana.press("🍺 Order")
    form = ana.page.get_by_role("dialog", name="An order")
    await form.get_by_label("Name").fill("Hank")
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_be_visible()  # a glass is wanted
    await form.get_by_label("Glass").select_option("Large")
    await form.get_by_role("button", name="Submit").click()
    await expect(ana.messages().last).to_contain_text("Hank takes l")
    await ana.press("🍺 Order")
    await ana.page.keyboard.press("Escape")
    await form.wait_for(state="detached")


async def test_options_of_every_kind_are_offered(saloon: Room, browser: Browser) -> None:
    ana = await seated(browser, saloon.url, "Ana")
    await ana.types("saloon order", drink="rye", treat="true")
    await expect(ana.messages().last).to_contain_text("rye for all")
    await ana.types("saloon whisper", whom="Bo")
    await expect(ana.messages().last).to_contain_text("Whispered.")
    bo = await seated(browser, saloon.url, "Bo")
    await bo.page.get_by_role("button", name="With the bot").click()
    await expect(bo.messages().last).to_contain_text("Psst, Bo.")
    await ana.page.locator("#input").fill("/saloon open title:Evening stools:13")
    await ana.page.keyboard.press("Enter")
    await expect(ana.page.locator("#notice")).to_contain_text("from 1 to 12")


async def test_a_bot_that_thinks_is_seen_to_think(saloon: Room, browser: Browser) -> None:
    ana = await seated(browser, saloon.url, "Ana")
    await ana.types("saloon think")
    await expect(ana.page.locator("#log")).to_contain_text("I have thought.")
    async with live(saloon, "Bo") as bo:
        await bo.asks("use", channel=bo.channel(), command="saloon think", options={})
        while "And again." not in bo.frames[-1]:
            await bo.hears()
        assert any('"thinking":true' in frame for frame in bo.frames)


async def test_sections_embeds_pictures_pins_and_threads(saloon: Room, browser: Browser) -> None:
    ana = await seated(browser, saloon.url, "Ana")
    await ana.types("saloon panel")
    await expect(ana.page.locator(".container")).to_contain_text("A section")
    await ana.press("Pour rye")
    await expect(ana.messages().last).to_contain_text("Here is your rye.")
    await ana.types("saloon card")
    await expect(ana.page.locator(".embed")).to_contain_text("Dead or alive")
    await expect(ana.page.locator(".embed dd")).to_have_text("$50")
    await ana.page.locator("#input").fill("/saloon nail text:Look")
    await ana.page.keyboard.press("Enter")
    await expect(ana.page.get_by_role("img", name="a map")).to_have_count(1)
    await expect(ana.page.locator("#log")).to_contain_text("pinned a message to this channel")
    await ana.types("saloon backroom enter")
    await ana.page.get_by_role("button", name="Open the thread").click()
    await expect(ana.page.locator("#where")).to_have_text("# Backroom")
    await expect(ana.messages().last).to_contain_text("Quiet in here.")


async def test_commands_for_others_are_not_offered(saloon: Room, browser: Browser) -> None:
    for name, offered in (("Ana", 0), ("Dealer", 1)):
        seat = await seated(browser, saloon.url, name)
        await seat.page.locator("#input").focus()
        await seat.page.keyboard.type("/")
        await seat.page.get_by_role("option", name="/saloon card").wait_for()
        await expect(seat.page.get_by_role("option", name="/sheriff")).to_have_count(offered)
    async with live(saloon, "Ana") as ana:
        refused = await ana.asks("use", channel=ana.channel(), command="sheriff", options={})
        assert "has not the permissions" in refused["why"]


async def test_a_menu_for_several_sends_them_together(empty_room: Room, browser: Browser) -> None:
    host = empty_room.loopback
    options = [{"label": label, "value": label.lower()} for label in ("One", "Two", "Three", "Four")]
    menu = {"type": STRING_SELECT, "custom_id": "m", "placeholder": "Which?", "options": options, "max_values": 3}
    people = {"type": 5, "custom_id": "p", "placeholder": "Who?"}
    rows = [{"type": ROW, "components": [each]} for each in (menu, people)]
    host.show(host.world.add_message(host.default_channel, {"content": "x", "components": rows}), "message")
    ana = Seat(await browser.new_page(), "Ana")
    await ana.page.goto(f"{empty_room.url}/?as=Ana")
    await ana.page.get_by_role("combobox", name="Which?").click()
    await ana.page.get_by_role("option", name="Two").click()
    await ana.page.get_by_role("option", name="Four").click()
    await ana.page.get_by_role("option", name="Two (chosen)").click()
    await ana.page.get_by_role("option", name="One").click()
    await ana.page.locator("#input").focus()
    await ana.answered()
    await ana.pick("Who?", "Bo")
    sent = [each.payload["data"]["values"] for each in host.interactions.values()]
    assert sent == [["four", "one"], [host.person("Bo").user.id]]


async def test_a_disabled_or_missing_component_is_not_sent(empty_room: Room) -> None:
    host = empty_room.loopback
    button = {"type": BUTTON, "style": 1, "label": "No", "custom_id": "b", "disabled": True}
    message = host.world.add_message(host.default_channel, {"components": [{"type": ROW, "components": [button]}]})
    async with live(empty_room, "Ana") as ana:
        for component in (1, 2, 3):
            assert (await ana.asks("press", message=message.id, component=component))["what"] == "failed"
    assert not host.interactions
