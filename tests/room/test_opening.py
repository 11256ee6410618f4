"""The command that opens the room: soon there, one at a port, gone without a trace."""

import asyncio
import os
import socket
import time
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from bot.__main__ import main
from bot.rehearsal.connect import HOST
from tests.room.chromium import needs_chromium
from tests.room.command import PATIENCE, rehearsing
from tests.room.seat import ONLINE, seated

SOON = 10.0  # seconds


@needs_chromium
async def test_the_page_is_there_in_ten_seconds_and_the_bot_soon_after(browser: Browser) -> None:
    begun = time.monotonic()
    async with rehearsing() as url:
        page = await browser.new_page()
        await page.goto(url)
        await page.get_by_role("region", name="How to begin").wait_for()
        assert time.monotonic() - begun < SOON
        await page.locator(ONLINE).wait_for()
        await page.locator("#input").focus()
        await page.keyboard.type("/")
        await page.get_by_role("option", name="/fight begin").wait_for()


@needs_chromium
async def test_the_bot_is_killed_and_started_from_the_page_and_old_buttons_work(browser: Browser) -> None:
    async with rehearsing("--seed", "7") as url:
        dealer = await seated(browser, url, "Dealer")
        await dealer.types("fight begin", system="texarkana", scene="saloon")
        ana = await seated(browser, url, "Ana")
        await ana.press("Join")
        await dealer.page.get_by_role("button", name="Restart the bot").click()
        await dealer.page.get_by_role("button", name="Kill and start").click()
        await expect(ana.page.locator("#bot")).to_have_text("The bot is starting …")
        await dealer.page.get_by_role("dialog").wait_for(state="detached")
        await expect(ana.page.locator("#bot")).to_have_text("The bot is online")
        await dealer.press("Start")
        await ana.press("Hand")
        assert "Your hand" in await ana.newest()


async def test_a_room_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    async with rehearsing():
        await asyncio.to_thread(_until_there, tmp_path, "*/fights.sqlite")
    assert not await asyncio.to_thread(os.listdir, tmp_path)


def _until_there(folder: Path, name: str) -> None:
    end = time.monotonic() + PATIENCE
    while not list(folder.glob(name)):
        assert time.monotonic() < end, f"no {name}"
        time.sleep(0.05)


def test_a_port_that_is_taken_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind((HOST, 0))
        other.listen()
        port = other.getsockname()[1]
        assert main(["rehearse", "--no-open", "--port", str(port)]) == 1
    assert f"Cannot listen on port {port}" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["run", "sync"])
def test_without_a_token_it_is_said_what_is_missing(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    assert main([command]) == 2
    assert "DISCORD_TOKEN: is missing" in capsys.readouterr().err


def test_a_script_that_is_not_there_or_no_text_is_said_plainly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rehearse", "--play", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err == f"{tmp_path / 'none'}: No such file or directory\n"
    (tmp_path / "picture").write_bytes(b"\xff\xd8\xff")
    assert main(["rehearse", "--play", str(tmp_path / "picture")]) == 2
    assert capsys.readouterr().err == f"{tmp_path / 'picture'}: not a text file\n"
