"""The page in a real browser: what it shows, what it never lets in, and how commands are typed."""

import pytest
from playwright.async_api import Browser, Page, expect

from bot.rehearsal.room import Room
from bot.rehearsal.wire import BUTTON, CONTAINER, GALLERY, ROW, SECTION, STRING_SELECT, TEXT, THUMBNAIL
from bot.rehearsal.world import Message, Upload
from tests.room.chromium import needs_chromium
from tests.room.scene import at_the_form, with_a_hand
from tests.room.seat import Seat, seated

pytestmark = needs_chromium
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360f8cf500f0003860180347d916b0000000049454e44ae426082"
)
EVIL = "<img src=x onerror=\"document.title='broken'\"><script>document.title='broken'</script>"

MARKDOWN = (
    ("**bold** *it* _it_", "<p><strong>bold</strong> <em>it</em> <em>it</em></p>"),
    ("__under__ ~~gone~~", "<p><u>under</u> <s>gone</s></p>"),
    ("**one\ntwo**", "<p><strong>one<br>two</strong></p>"),
    (r"\*\*not bold\*\* and 2\. no list", "<p>**not bold** and 2. no list</p>"),
    ("snake_case_word and 2 * 3 * 4", "<p>snake_case_word and 2 * 3 * 4</p>"),
    ("`a **b**`", "<p><code>a **b**</code></p>"),
    ("```py\nx = 1\n```", "<pre><code>x = 1</code></pre>"),
    ("# Big\n-# small", '<p class="heading h1">Big</p><p class="small">small</p>'),
    ("> said\n> more\nplain", "<blockquote>said<br>more</blockquote><p>plain</p>"),
    ("- a\n- b\n3. c", '<ul><li>a</li><li>b</li></ul><ol start="3"><li>c</li></ol>'),
    ("<@7> in <#8>", '<p><span class="call me">@Ana</span> in <span class="call">#bar</span></p>'),
    ("</me:9> <@99>", '<p><span class="call">/me</span> <span class="call">@unknown-user</span></p>'),
    ("[a](https://a.org/b)", '<p><a href="https://a.org/b" rel="noopener noreferrer" target="_blank">a</a></p>'),
    ("[bad](javascript:alert(1))", "<p>[bad](javascript:alert(1))</p>"),
    ("<b>&amp;</b>", "<p>&lt;b&gt;&amp;amp;&lt;/b&gt;</p>"),
)


@pytest.mark.parametrize(("written", "shown"), MARKDOWN)
async def test_markdown_reads_as_in_discord(written: str, shown: str, empty_room: Room, browser: Browser) -> None:
    page = await browser.new_page()
    await page.goto(empty_room.url)
    assert await _rendered(page, written) == shown


async def test_times_are_shown_in_the_readers_own_way(empty_room: Room, browser: Browser) -> None:
    page = await (await browser.new_context(locale="en-GB", timezone_id="Europe/Berlin")).new_page()
    await page.goto(empty_room.url)
    assert ">13:00</time>" in await _rendered(page, "<t:43200:t>")
    assert ">1 January 1970</time>" in await _rendered(page, "<t:43200:D>")
    assert "years ago</time>" in await _rendered(page, "<t:43200:R>")
    assert "Invalid date" in await _rendered(page, "<t:9999999999999:t>")


async def _rendered(page: Page, text: str) -> str:
    script = """async (text) => {
        const { markdown } = await import("/page/markdown.js");
        const names = { user: (id) => ({ 7: "Ana" })[id], channel: (id) => ({ 8: "bar" })[id], me: "7" };
        const box = document.createElement("div");
        box.append(...markdown(text, names));
        return box.innerHTML;
    }"""
    return str(await page.evaluate(script, text))


async def test_text_from_anybody_never_becomes_markup(empty_room: Room, browser: Browser) -> None:
    host = empty_room.loopback
    empty_room.cast.add("<i>Zoe</i>", list(empty_room.cast.roles.values())[1])
    button = {"type": BUTTON, "style": 1, "label": EVIL, "custom_id": "a"}
    option = {"label": EVIL, "value": "v", "description": EVIL}
    select = {"type": STRING_SELECT, "custom_id": "b", "placeholder": EVIL, "options": [option]}
    link = {"type": BUTTON, "style": 5, "label": "go", "url": "javascript:document.title='broken'"}
    embed = {"title": EVIL, "description": EVIL, "fields": [{"name": EVIL, "value": EVIL}], "footer": {"text": EVIL}}
    rows = [{"type": ROW, "components": [button, link]}, {"type": ROW, "components": [select]}]
    body = {"content": EVIL, "embeds": [embed], "components": rows}
    host.show(host.world.add_message(host.default_channel, body), "message")
    seat = Seat(await browser.new_page(), "Ana")
    await seat.page.goto(f"{empty_room.url}/?as=Ana")
    await seat.messages().first.wait_for()
    assert await seat.page.locator("#log img, #log script, #people i").count() == 0
    await seat.page.get_by_role("combobox", name="<img").click()
    await seat.page.get_by_role("link", name="go").click()
    assert await seat.page.title() != "broken"
    assert EVIL in await seat.reads()
    assert not seat.problems


async def test_pictures_come_from_the_room_alone_with_their_alt_texts(empty_room: Room, browser: Browser) -> None:
    upload = Upload("0", "map.png", "image/png", PIXEL)
    gallery = [{"media": {"url": "attachment://map.png"}, "description": "Where everybody stands"}]
    elsewhere = {"type": THUMBNAIL, "media": {"url": "https://example.org/x.png"}, "description": "A wanted poster"}
    inside = [
        {"type": TEXT, "content": "**The bar**"},
        {"type": GALLERY, "items": gallery},
        {"type": SECTION, "components": [{"type": TEXT, "content": "beside it"}], "accessory": elsewhere},
    ]
    body = {"components": [{"type": CONTAINER, "components": inside}], "flags": 1 << 15}
    _say(empty_room, body, upload)
    seat = Seat(await browser.new_page(), "Ana")
    await seat.page.goto(f"{empty_room.url}/?as=Ana")
    picture = seat.page.get_by_role("img", name="Where everybody stands")
    await picture.scroll_into_view_if_needed()
    await expect(picture).to_have_js_property("naturalWidth", 1)
    assert "A wanted poster" in await seat.reads()
    assert not [each for each in seat.requests if "example.org" in each]
    assert not seat.problems


def _say(room: Room, body: dict[str, object], *uploads: Upload) -> Message:
    host = room.loopback
    message = host.world.add_message(host.default_channel, body, uploads=uploads)
    host.show(message, "message")
    return message


async def test_a_press_that_nobody_answers_says_so(empty_room: Room, browser: Browser) -> None:
    button = {"type": BUTTON, "style": 1, "label": "Anybody?", "custom_id": "a"}
    _say(empty_room, {"content": "hello", "components": [{"type": ROW, "components": [button]}]})
    seat = Seat(await browser.new_page(), "Ana")
    await seat.page.goto(f"{empty_room.url}/?as=Ana")
    await seat.press("Anybody?")
    assert "The application did not respond" in await seat.newest()
    await expect(seat.page.locator("#bot")).to_have_text("The bot is offline")


async def test_messages_their_edits_and_their_ends_are_live_in_every_window(empty_room: Room, browser: Browser) -> None:
    ana, bo = [Seat(await browser.new_page(), name) for name in ("Ana", "Bo")]
    for seat in (ana, bo):
        await seat.page.goto(f"{empty_room.url}/?as={seat.name}")
        await seat.page.get_by_role("region", name="How to begin").wait_for()
    await ana.page.locator("#input").fill("Look *out*!")
    await ana.page.keyboard.press("Enter")
    await expect(bo.messages()).to_have_count(1)
    assert "Look out!" in await bo.newest()
    message = _say(empty_room, {"content": "a <@" + empty_room.loopback.person("Bo").user.id + ">"})
    await expect(bo.messages().last).to_contain_text("calls you")
    await expect(ana.messages().last).to_contain_text("@Bo")
    assert "calls you" not in await ana.newest()
    empty_room.loopback.world.edit_message(message, {"content": "changed"})
    empty_room.loopback.show(message, "edit")
    await expect(bo.messages().last).to_contain_text("changed (edited)")
    empty_room.loopback.world.remove_message(message)
    empty_room.loopback.show(message, "delete")
    await expect(bo.messages()).to_have_count(1)


async def test_what_is_said_elsewhere_is_counted_in_words(empty_room: Room, browser: Browser) -> None:
    mine = empty_room.loopback.channel("mine")
    seat = Seat(await browser.new_page(), "Ana")
    await seat.page.goto(f"{empty_room.url}/?as=Ana")
    await seat.page.get_by_role("button", name="# mine").wait_for()
    host = empty_room.loopback
    host.show(host.world.add_message(mine, {"content": "deep down"}), "message")
    await seat.page.get_by_role("button", name="# mine 1 new").click()
    await expect(seat.messages().last).to_contain_text("deep down")
    await expect(seat.page.get_by_role("button", name="# mine", exact=True)).to_have_attribute("aria-current", "page")


async def test_earlier_messages_are_a_page_away(empty_room: Room, browser: Browser) -> None:
    for number in range(100):
        _say(empty_room, {"content": f"line {number}."})
    seat = Seat(await browser.new_page(), "Ana")
    await seat.page.goto(f"{empty_room.url}/?as=Ana")
    await expect(seat.messages()).to_have_count(60)
    await seat.page.get_by_role("button", name="Earlier messages").click()
    await expect(seat.messages()).to_have_count(100)
    assert "line 0." in await seat.messages().first.inner_text()


async def test_a_window_that_lost_the_room_comes_back_by_itself(empty_room: Room, browser: Browser) -> None:
    seat = Seat(await browser.new_page(), "Ana")
    await seat.page.goto(f"{empty_room.url}/?as=Ana")
    await expect(seat.page.locator("#bot")).to_have_text("The bot is offline")
    for window in list(empty_room.windows.values()):
        await window.hang_up()
    _say(empty_room, {"content": "meanwhile"})
    await expect(seat.messages()).to_have_count(1)


async def test_a_slash_command_is_chosen_filled_in_any_order_and_completed_by_the_bot(
    room: Room, browser: Browser
) -> None:
    dealer = await seated(browser, room.url, "Dealer")
    page, keys = dealer.page, dealer.page.keyboard
    await page.locator("#input").focus()
    await keys.type("/begin")
    offer = page.get_by_role("option", name="/fight begin")
    await expect(offer).to_contain_text("you are its game master")
    await keys.press("Enter")
    system = page.get_by_role("combobox", name="system")
    await expect(system).to_be_focused()
    await page.get_by_role("button", name="Add title").click()
    await keys.type("High noon")
    await system.focus()
    await page.get_by_role("option", name="Texarkana").wait_for()
    await keys.press("Enter")
    await page.get_by_role("button", name="Add scene").click()
    await keys.type("saloo")
    await expect(page.get_by_role("option")).to_have_count(1)
    await keys.press("Tab")
    await page.get_by_role("button", name="Send").click()
    await expect(dealer.page.locator("#log")).to_contain_text("High noon, a fight by the rules of Texarkana")
    await expect(dealer.page.locator("#log")).to_contain_text("Dealer used /fight begin")


async def test_a_whole_command_may_be_typed_as_one_line_and_is_refused_in_words(room: Room, browser: Browser) -> None:
    ana = await seated(browser, room.url, "Ana")
    await ana.page.locator("#input").fill("/fight begin scene:saloon")
    await ana.page.keyboard.press("Enter")
    await expect(ana.page.get_by_role("alert").filter(has_text="needs system")).to_be_visible()
    await ana.page.locator("#input").fill('/fight begin system:texarkana title:"One line"')
    await ana.page.keyboard.press("Enter")
    await expect(ana.page.locator("#log")).to_contain_text("One line, a fight by the rules of Texarkana")
    await expect(ana.page.locator("#notice")).to_be_hidden()


async def test_what_is_typed_or_pasted_after_a_command_goes_into_its_first_option(room: Room, browser: Browser) -> None:
    dealer = await seated(browser, room.url, "Dealer")
    await dealer.page.locator("#input").fill("/fight begin texark")
    await expect(dealer.page.get_by_role("combobox", name="system")).to_have_value("texark")
    await expect(dealer.page.get_by_role("option")).to_have_count(1)


async def test_an_option_is_dropped_with_backspace_and_the_command_left_with_escape(
    room: Room, browser: Browser
) -> None:
    dealer = await seated(browser, room.url, "Dealer")
    page, keys = dealer.page, dealer.page.keyboard
    await page.locator("#input").focus()
    await keys.type("/fight begin ")
    await page.get_by_role("button", name="Add house").click()
    await keys.press("Backspace")
    await expect(page.get_by_role("button", name="Add house")).to_be_visible()
    await keys.press("Escape")
    await keys.press("Escape")
    await expect(page.locator("#input")).to_be_focused()


async def test_private_answers_are_dismissed_and_gone_after_a_reload(room: Room, browser: Browser) -> None:
    ana = await seated(browser, room.url, "Ana")
    await ana.types("me hand")
    assert "Only you can see this" in await ana.newest()
    await ana.page.get_by_role("button", name="Dismiss this message").click()
    await expect(ana.messages()).to_have_count(0)
    await ana.page.reload()
    await ana.rests()
    await expect(ana.messages()).to_have_count(0)


async def test_a_form_opens_refuses_what_it_cannot_take_and_is_sent(room: Room, browser: Browser) -> None:
    ana, dealer = await with_a_hand(browser, room.url)
    await at_the_form(ana, dealer)
    form = ana.page.get_by_role("dialog")
    box = form.get_by_label("What do you do?")
    await expect(box).to_be_focused()
    await form.get_by_role("button", name="Submit").click()
    assert await box.evaluate("(box) => box.validity.valueMissing")
    await box.fill("I kick the table over")
    await form.get_by_role("button", name="Submit").click()
    await form.wait_for(state="detached")
    await ana.rests()
    assert "I kick the table over" in await ana.reads()


async def test_a_hand_comes_privately_and_is_played_where_it_is_shown(room: Room, browser: Browser) -> None:
    ana, dealer = await with_a_hand(browser, room.url)
    await ana.page.get_by_role("button", name="With the bot 2 new").click()
    await expect(ana.page.locator("#where")).to_have_text("With the bot, privately")
    assert "Your hand" in await ana.newest()
    await ana.press("I am Lookout")
    await expect(dealer.page.locator("#log")).to_contain_text("Ada Quill is Lookout")
    await ana.page.get_by_role("button", name="# saloon").click()
    await expect(ana.page.locator("#where")).to_have_text("# saloon")


async def test_why_shows_the_rulings_as_this_person_may_know_them(room: Room, browser: Browser) -> None:
    dealer = await seated(browser, room.url, "Dealer")
    await dealer.page.get_by_role("button", name="Why?").click()
    await expect(dealer.page.locator("#why")).to_contain_text("There is no fight")
    await dealer.types("fight begin", system="texarkana", scene="ambush")
    await expect(dealer.page.locator("#why")).to_contain_text("What happened")
    ana = await seated(browser, room.url, "Ana")
    await ana.press("Join")
    await expect(dealer.page.locator("#why")).to_contain_text("Ada Quill is in")
    await dealer.press("Start")
    await ana.page.get_by_role("button", name="Why?").click()
    await expect(ana.page.locator("#why")).to_contain_text("The cards are dealt")
    await expect(ana.page.locator("#why")).to_contain_text("draws the")
    assert "draws the" not in await dealer.page.locator("#why").inner_text()
    assert "What happened" not in await ana.page.locator("#log").inner_text()


@pytest.mark.parametrize(("system", "rule"), [("texarkana", "TX"), ("conflicts", "C2"), ("twtw", "TW")])
async def test_why_lists_the_rules_behind_the_rulings_and_opens_them(
    system: str, rule: str, room: Room, browser: Browser
) -> None:
    dealer = room.cast.first
    await dealer.command("fight begin", system=system)
    await room.loopback.person("Ana").command("fight join")
    await dealer.command("fight start")
    await room.loopback.settled()
    ana = await seated(browser, room.url, "Ana")
    await ana.page.get_by_role("button", name="Why?").click()
    listed = ana.page.locator("#why").get_by_role("listitem").get_by_role("button")
    await listed.first.wait_for()
    found = await listed.all_inner_texts()
    assert all(each.startswith(rule) for each in found)
    await listed.first.click()
    await ana.answered()
    await expect(ana.messages().last).to_contain_text(found[0])
    assert "Only you can see this" in await ana.newest()


async def test_a_ready_scene_is_set_from_the_page(room: Room, browser: Browser) -> None:
    ana = await seated(browser, room.url, "Ana")
    await _set(ana, "Texarkana", "The fight has begun")
    await ana.press("Hand")
    assert "Your hand" in await ana.newest()
    await _set(ana, "Texarkana", "… and has gone on once", scene="An empty stage")
    await expect(ana.page.locator("#notice")).to_contain_text("The Dealer adds an NPC")
    await expect(ana.page.locator("#where")).to_have_text("# an-empty-stage")


async def _set(seat: Seat, rules: str, step: str, *, scene: str = "") -> None:
    """Set the table from the form that is opened on an empty table, or at the side."""
    page = seat.page
    guide = page.get_by_role("button", name="set the table with a ready scene")
    await (guide if await guide.count() else page.locator("#set-table")).click()
    await page.get_by_label("Rules").select_option(rules)
    scenes = await page.get_by_label("Scene").locator("option").all_inner_texts()
    await page.get_by_label("Scene").select_option(next(each for each in scenes if each.startswith(scene)))
    await page.get_by_label("How far").select_option(step)
    await page.get_by_role("button", name="Set it").click()
    await page.get_by_role("dialog").wait_for(state="detached")


async def test_closed_direct_messages_are_told_and_opened_again(room: Room, browser: Browser) -> None:
    ana = await seated(browser, room.url, "Ana")
    await ana.page.get_by_label("takes direct messages").uncheck()
    await ana.rests()
    assert not room.loopback.person("Ana").user.dms_open
    await ana.page.get_by_label("takes direct messages").check()
    await ana.rests()
    assert room.loopback.person("Ana").user.dms_open


async def test_somebody_unknown_is_told_whom_there_is(empty_room: Room, browser: Browser) -> None:
    seat = Seat(await browser.new_page(), "Zed")
    await seat.page.goto(f"{empty_room.url}/?as=Zed")
    await expect(seat.page.locator("#log")).to_contain_text("Nobody here is called “Zed”")
    await seat.page.get_by_role("link", name="Ana player").click()
    await expect(seat.page.get_by_role("link", name="Ana player")).to_have_attribute("aria-current", "true")
