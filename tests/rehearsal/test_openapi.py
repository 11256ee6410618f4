"""Request bodies against Discord's OpenAPI document, where the environment names one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.rehearsal import Loopback
from bot.rehearsal.openapi import VARIABLE, OpenApi

from .example_bot import running
from .raw import raw_client

DOCUMENT = Path(os.environ.get(VARIABLE) or "not named")
pytestmark = pytest.mark.skipif(not DOCUMENT.is_file(), reason=f"{VARIABLE} names no OpenAPI document")


async def test_what_discord_py_sends_fits_the_document(loopback: Loopback) -> None:
    assert loopback.openapi is not None
    async with running(loopback):
        ana, bo = loopback.person("Ana"), loopback.person("Bo")
        await ana.command("/saloon open", title="The Nugget")
        await ana.picks("rye")
        await ana.presses("Order")
        await ana.fills(who="Hank", glass="Small")
        await ana.command("/saloon nail", text="Wanted")
        await ana.command("/saloon panel")
        await ana.command("/saloon whisper", whom=bo)
        await ana.command("/saloon backroom enter")
        await ana.complete("/saloon order", "drink", "")
        await loopback.settled()
    assert not loopback.refusals


async def test_a_body_that_does_not_fit_is_refused(loopback: Loopback) -> None:
    async with raw_client(loopback) as raw:
        assert await raw.code("POST", f"{raw.channel}/messages", {"content": "x", "colour": "red"}) == 50035
        assert await raw.code("POST", f"{raw.channel}/messages", {"content": 7}) == 50035
        assert await raw.code("POST", f"{raw.channel}/messages", {"content": "x"}) == 0
    assert len(loopback.refusals) == 2


def test_the_real_fault_is_named_inside_a_union() -> None:
    body = {"type": 4, "data": {"components": [{"type": 1, "components": [{"type": 2, "style": "red"}]}]}}
    problems = OpenApi(DOCUMENT).check("POST", "/interactions/1/x/callback", body)
    assert [each.path for each in problems] == [("data", "components", "0", "components", "0", "style")]
