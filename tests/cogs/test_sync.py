"""Registering the commands: that alone, and each of them is told of in the README."""

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.app import assembled
from bot.rehearsal import Loopback
from bot.rehearsal.connect import pointed_at
from bot.syncing import sync
from rules.core.ids import FightId
from rules.store.memory import MemoryStore
from rules.store.protocol import Message
from tests.support.table import settings


class Watched(MemoryStore):
    """A store that knows whether somebody looked for something to tell or to do."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    async def unsent(self, *, limit: int, after: int = 0) -> Sequence[Message]:
        self.asked.append("unsent")
        return await super().unsent(limit=limit, after=after)

    async def due(self, now: float, *, limit: int) -> Sequence[FightId]:
        self.asked.append("due")
        return await super().due(now, limit=limit)

    async def setting(self, scope: str, whose: int) -> bytes | None:
        self.asked.append("setting")
        return await super().setting(scope, whose)

    async def set(self, scope: str, whose: int, raw: bytes, *more: Any) -> None:  # Any: as the store has it
        self.asked.append("set")
        await super().set(scope, whose, raw, *more)


async def test_a_bot_that_only_registers_its_commands_looks_after_no_fight() -> None:
    async with Loopback() as loopback:
        with pointed_at(loopback.url):
            for serves in (False, True):
                store = Watched()
                async with assembled(settings(loopback), store, serves=serves) as bot:
                    await bot.login(loopback.token)
                    assert bot.tree.get_commands()
                    await asyncio.sleep(0.05)  # whatever it began has its turn
                assert bool(store.asked) is serves


async def test_what_is_registered_is_said_first_and_nothing_twice() -> None:
    async with Loopback() as loopback:
        with pointed_at(loopback.url):
            assert "+ /fight" in await sync(settings(loopback), None)
            assert await sync(settings(loopback), None) == []


README = Path(__file__).parents[2] / "README.md"
SUBCOMMANDS = (1, 2)  # types of options that are commands of their own; Discord, "Application Command Option Type"


def commands_of(payload: Mapping[str, Any], above: str = "/") -> Iterator[tuple[str, frozenset[str]]]:
    """Each command that can be typed, with the names of its options. Any: Discord's JSON."""
    name, options = above + payload["name"], payload.get("options") or ()
    if below := [each for each in options if each["type"] in SUBCOMMANDS]:
        for each in below:
            yield from commands_of(each, f"{name} ")
    else:
        yield name, frozenset(each["name"] for each in options)


async def known_commands() -> dict[str, frozenset[str]]:
    """Each command that is registered, with the names of its options."""
    async with Loopback() as loopback:
        with pointed_at(loopback.url):
            await sync(settings(loopback), None)
        registered = loopback.world.commands[None].values()
        return dict(found for payload in registered for found in commands_of(payload))


def told_of(text: str, known: Mapping[str, frozenset[str]]) -> Iterator[tuple[str, frozenset[str]]]:
    """The commands in the first cells of the tables, with options: `join` after `/fight begin` is its sister."""
    for row in re.findall(r"^\| (`/.+?`) \|", text, re.MULTILINE):
        path: list[str] = []
        for span in re.findall(r"`(.+?)`", row):
            words = span.split() if span.startswith("/") else [*path[:-1], *span.split()]
            path = next((words[:length] for length in (3, 2, 1) if " ".join(words[:length]) in known), words)
            yield " ".join(path), frozenset(words[len(path) :])


async def test_the_tables_of_the_readme_name_each_command_and_no_other_nor_an_option_that_there_is_not() -> None:
    known = await known_commands()
    told = list(told_of(README.read_text("utf-8"), known))
    names = [name for name, _ in told]
    assert sorted(set(names)) == sorted(known)
    assert {name for name in names if names.count(name) > 1} <= {"/fight undo"}
    for name, options in told:
        assert options <= known[name], f"{name} has no {options - known[name]}"


def typed_in(text: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The commands in running text that are typed with values: `/gm table what:asking value:even`."""
    for span in re.findall(r"`(/[a-z].*?)`", text):
        bare = re.sub(r'"[^"]*"', "", span)
        if options := re.findall(r" ([a-z]+):", bare):
            yield bare[: bare.index(f" {options[0]}:")], frozenset(options)


async def test_what_the_readme_types_with_values_can_be_typed() -> None:
    known = await known_commands()
    told = list(typed_in(README.read_text("utf-8")))
    assert told
    for name, options in told:
        assert options <= known[name], f"{name} has no {options - known[name]}"


def test_what_the_readme_types_into_a_terminal_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    typed = re.findall(r"python -m bot ([a-z]+)((?: [^`\n]*)?)", README.read_text("utf-8"))
    assert {command for command, _ in typed} >= {"run", "sync", "doctor", "backup", "restore", "migrate", "rehearse"}
    for command, rest in typed:
        with pytest.raises(SystemExit) as ended:
            main([command, "--help"])
        assert ended.value.code == 0, command
        offered = capsys.readouterr().out
        assert [flag for flag in re.findall(r"--[a-z-]+", rest) if flag not in offered] == [], command


def test_what_the_readme_points_to_is_there() -> None:
    text = README.read_text("utf-8")
    headings = {
        re.sub(r"[^a-z -]", "", found.lower()).replace(" ", "-") for found in re.findall(r"^#+ (.+)", text, re.M)
    }
    assert set(re.findall(r"\]\(#(.+?)\)", text)) <= headings
    for path in re.findall(r"[`(]((?:rules|bot|cogs|tests)/[a-z_/]+(?:\.[a-z]+)?)[`)]", text):
        assert (README.parent / path).exists(), path
