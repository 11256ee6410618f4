"""Scenes by the other rule systems in three windows: what is only its owner's stays in its owner's window."""

import re

from playwright.async_api import Browser, expect

from bot.rehearsal.room import Room
from tests.room.chromium import needs_chromium
from tests.room.seat import Seat, seated
from tests.room.test_access import require_accessible

pytestmark = needs_chromium
AWAITED = re.compile(r"⏳ ([^:\n]+): (to \w+)")
ATTACK = re.compile(r"(hits|misses) Gus \(FN-FAL with telescope, from the hip\): \d+ \(dice \d, \d\)")
SHOT = re.compile(r"Miranda (hits|misses) Angus Laroq \(Peacemaker, at the head\): card \d+")
MOVES = 30  # more than two rounds of four people hold


async def _three(browser: Browser, room: Room) -> tuple[Seat, Seat, Seat]:
    """The game master, Ana and Bo."""
    dealer, ana, bo = [await seated(browser, room.url, name) for name in ("Dealer", "Ana", "Bo")]
    return dealer, ana, bo


async def _require_only_of(owner: Seat, words: str, *others: Seat) -> None:
    """Check that these words came to their owner, and by nothing, on no screen and in no traffic, to the others."""
    assert any(words in each for each in _traffic(owner)), f"{owner.name} was not sent {words!r}: nothing is checked"
    for other in others:
        assert not any(words in each for each in _traffic(other)), f"{other.name} was sent {words!r}"
        assert words not in (await other.page.content()).replace("\\", ""), f"{other.name} sees {words!r}"


def _traffic(seat: Seat) -> list[str]:
    """What the room sent, without the marks that keep names from being markup."""
    return [each.replace("\\", "") for each in seat.frames]


# ---- Conflicts: everybody declares two actions, and nobody knows the others'


async def _declare_an_attack(player: Seat, whom: str, weapon: str) -> None:
    """An attack, chosen in the form of an attack."""
    await player.press("Your move")
    await player.press("Attack", whole=True)
    await player.pick("Whom", whom)
    await player.pick("With what", weapon)
    await player.press("Attack", whole=True)


async def test_two_actions_are_declared_in_private_and_shown_when_all_have_declared(
    room: Room, browser: Browser
) -> None:
    gm, ana, bo = await _three(browser, room)
    await gm.types("fight begin", system="conflicts", scene="anchor")
    for player in (ana, bo):
        await player.press("Join")
    await gm.press("Start")
    await _declare_an_attack(ana, "Sid", "fist")
    await _require_only_of(ana, "attack Sid (fist)", gm, bo)
    await require_accessible(ana)
    await ana.press("Your move")
    await ana.press("Defend", whole=True)
    await _declare_an_attack(bo, "Gus", "from the hip")
    await require_accessible(gm)
    await bo.press("Your move")
    await bo.press("Orient", whole=True)
    await _require_only_of(ana, "attack Sid (fist)", gm, bo)
    await _require_only_of(ana, "to defend", gm, bo)
    await _require_only_of(bo, "attack Gus (FN-FAL with telescope, from the hip)", gm, ana)
    await gm.press("GM")
    await gm.press("Go on")
    for seat in (gm, ana, bo):
        log = seat.page.locator("#log")
        await expect(log).to_contain_text("declared: attack Sid (fist), then defend")
        await expect(log).to_contain_text("declared: attack Gus (FN-FAL with telescope, from the hip), then orient")
    await bo.press("Your move")
    await bo.press((await bo.offered())[0])  # as he declared
    for seat in (gm, ana, bo):
        await expect(seat.page.locator("#log")).to_contain_text(ATTACK)
        assert not seat.problems


# ---- The West That Wasn't: no card is private, but sheets, orders for an aim and the choice of a shot are


async def _until(judge: Seat, who: str, what: str) -> None:
    """Everybody does nothing until this one owes this decision."""
    for _ in range(MOVES):
        await judge.press("Judge")
        awaited = AWAITED.findall(await judge.newest())
        if (who, what) in awaited:
            return
        name, owed = awaited[0]
        done = "Stay here" if owed == "to move" else "Done"
        await judge.says(f'/act action:"{done}" as:"{name}"')
    raise AssertionError(f"{who} never has {what}")


async def test_a_shot_is_aimed_held_while_the_target_moves_and_fired(room: Room, browser: Browser) -> None:
    judge, ana, bo = await _three(browser, room)
    await judge.says('/fight begin system:twtw scene:standoff house:"movement=slowest_first"')
    await ana.says("/fight join who:Miranda")
    await bo.says("/fight join who:Cyril")
    await judge.press("Start")
    await ana.press("Sheet")
    await bo.press("Sheet")
    await judge.press("Judge")
    await judge.press("Numbers")
    await _require_only_of(ana, "Skills: handgun 3, brawling 1, rifle 1", judge, bo)
    await _require_only_of(bo, "Skills: rifle 3, medicine 2", judge, ana)
    await _require_only_of(judge, "Skills: handgun 3, brawling 2", ana, bo)
    await _until(judge, "Miranda", "to act")
    await ana.press("Your move")
    await ana.press("Aim", whole=True)
    assert "At whom: Angus Laroq" in await ana.newest()
    await ana.press("Aim", whole=True)
    await expect(bo.page.locator("#log")).to_contain_text("Miranda aims at Angus Laroq")
    await ana.press("Your move")
    await ana.press("Hold the aim")
    await _until(judge, "Angus Laroq", "to move")
    await judge.says('/act action:move note:"5 paces left of Miranda" as:Angus')
    await expect(bo.page.locator("#log")).to_contain_text("Angus Laroq sets off: 5 straight left of Miranda")
    await ana.press("Your move")
    await _require_only_of(ana, "is about to go 5 straight left of Miranda", judge, bo)
    await _require_only_of(ana, "When a target you aim at moves: ask", judge)  # Bo has orders of his own
    await ana.press("Fire now")
    form = ana.page.get_by_role("dialog")
    await require_accessible(ana)
    await _require_only_of(ana, "Called shot", judge, bo)
    await form.get_by_label("Called shot").select_option("head")
    await form.get_by_role("button", name="Submit").click()
    await form.wait_for(state="detached")
    for seat in (judge, ana, bo):
        await expect(seat.page.locator("#log")).to_contain_text(SHOT)
        assert not seat.problems
