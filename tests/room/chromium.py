"""A real browser for the rehearsal room: Chromium from the system's packages, driven by Playwright."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, async_playwright, expect

PATIENCE = 20  # seconds, as machines that check many things at once are slow
NAMES = ("chromium", "chromium-browser", "google-chrome")


def found() -> str | None:
    """Where Chromium is, if it is installed."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


needs_chromium = pytest.mark.skipif(found() is None, reason="no Chromium is installed (apt-get install chromium)")


@asynccontextmanager
async def browsing() -> AsyncIterator[Browser]:
    """A browser without a screen, closed at the end."""
    path = found()
    assert path is not None, "no Chromium is installed"
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    expect.set_options(timeout=PATIENCE * 1000)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=[*sandbox, "--disable-dev-shm-usage"])
        try:
            yield browser
        finally:
            await browser.close()
