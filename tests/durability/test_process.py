"""The bot as whoever hosts it meets it: settings, exit codes, one process a database, an orderly end, registering."""

import asyncio
import os
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.rehearsal import Loopback
from bot.settings import SettingsError, load
from tests.durability.child import BOT, Child, environment, run
from tests.durability.crew import Crew

TOKEN = "loopback-token"
RUN, SYNC = (*BOT, "run"), (*BOT, "sync")
WRONG_SETTINGS, FAILED = 2, 1  # exit codes


@pytest.fixture
async def discord() -> AsyncIterator[Loopback]:
    async with Loopback() as loopback:
        yield loopback


def bare_environment(**settings: str) -> dict[str, str]:
    """No setting but these."""
    ours = ("DISCORD_TOKEN", "DISCORD_URL", "DATABASE_URL", "LOG_LEVEL", "FAIRDRAW_SEED")
    return {**{name: value for name, value in os.environ.items() if name not in ours}, **settings}


async def test_all_wrong_settings_are_listed_at_once_without_their_values(tmp_path: Path) -> None:
    env = bare_environment(
        DATABASE_URL="mysql://me:hunter2@host/db",
        LOG_LEVEL="chatty",
        DISCORD_URL="http://10.0.0.1:80",
        FAIRDRAW_SEED="seven",
    )
    code, out, err = await run(RUN, env, cwd=tmp_path)
    assert code == WRONG_SETTINGS
    for name in ("DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL", "DISCORD_URL", "FAIRDRAW_SEED"):
        assert name in err
    assert not re.search("hunter2|10\\.0\\.0\\.1|chatty|seven|Traceback", out + err)


async def test_a_token_of_two_words_is_a_wrong_setting(tmp_path: Path) -> None:
    code, _, err = await run(RUN, bare_environment(DISCORD_TOKEN="Bot hunter2"), cwd=tmp_path)
    assert code == WRONG_SETTINGS
    assert "DISCORD_TOKEN" in err
    assert "hunter2" not in err


async def test_a_rehearsal_on_another_host_is_refused(tmp_path: Path) -> None:
    code, _, err = await run(RUN, bare_environment(DISCORD_TOKEN="x", DISCORD_URL="http://discord.com"), cwd=tmp_path)
    assert code == WRONG_SETTINGS
    assert "DISCORD_URL" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "url", ["http://localhost:80", "http://127.0.0.1.example.org:80", "https://127.0.0.1:80",
            "http://127.0.0.1", "http://127.0.0.1:80/api", "http://me@127.0.0.1:80"]
)  # fmt: skip
def test_whatever_is_not_quite_this_machine_is_another_host(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setenv("DISCORD_URL", url)
    with pytest.raises(SettingsError, match="DISCORD_URL"):
        load()


@pytest.mark.parametrize("command", [RUN, SYNC])
async def test_a_token_that_discord_does_not_know_is_said_so(
    discord: Loopback, tmp_path: Path, command: tuple[str, ...]
) -> None:
    env = {**environment(discord, tmp_path / "fights.sqlite"), "DISCORD_TOKEN": "hunter2"}
    code, _, err = await run(command, env)
    assert code == WRONG_SETTINGS
    assert "DISCORD_TOKEN" in err
    assert not re.search("hunter2|Traceback", err)


async def test_a_database_that_cannot_be_opened_is_said_so(discord: Loopback, tmp_path: Path) -> None:
    code, _, err = await run(RUN, environment(discord, tmp_path / "nowhere" / "fights.sqlite"))
    assert code == FAILED
    assert "does not exist" in err
    assert "Traceback" not in err


async def test_a_second_process_on_the_same_database_is_refused(discord: Loopback, tmp_path: Path) -> None:
    env = environment(discord, tmp_path / "fights.sqlite")
    first = Child(discord, tmp_path / "log", RUN, env)
    await first.start()
    try:
        code, _, err = await run(RUN, env)
        assert code == FAILED
        assert "Another Fair Draw runs on this database" in err
        assert "Traceback" not in err
        assert discord.gateway.listening, "the first goes on"
    finally:
        assert await first.stop() == 0


async def test_sync_shows_the_difference_once_and_then_has_nothing_to_change(discord: Loopback, tmp_path: Path) -> None:
    env = environment(discord, tmp_path / "fights.sqlite")
    code, out, err = await run(SYNC, env)
    assert code == 0
    assert "+ /fight" in out
    assert discord.registrations == 1
    assert (await run(SYNC, env))[1].strip() == "nothing to change"
    assert discord.registrations == 1
    assert TOKEN not in out + err


async def test_sync_in_one_server_registers_there_alone(discord: Loopback, tmp_path: Path) -> None:
    env = environment(discord, tmp_path / "fights.sqlite")
    guild = discord.default_guild.id
    code, out, _ = await run((*SYNC, "--guild", guild), env)
    assert code == 0
    assert guild in out
    assert discord.world.commands[guild]
    assert not discord.world.commands.get(None)
    assert (await run((*SYNC, "--guild", guild), env))[1].strip() == "nothing to change"


async def test_sync_tells_what_changed_in_a_command(discord: Loopback, tmp_path: Path) -> None:
    env = environment(discord, tmp_path / "fights.sqlite")
    await run(SYNC, env)
    commands = discord.world.commands[None]
    fight = next(each for each in commands.values() if each["name"] == "fight")
    fight["description"] = "Something older"
    assert "~ /fight: description" in (await run(SYNC, env))[1]


async def test_sigterm_ends_in_order_and_loses_nothing(discord: Loopback, tmp_path: Path) -> None:
    """Acts under way are finished and shown; what nobody was told before is told after the next start; no secrets."""
    env = environment(discord, tmp_path / "fights.sqlite", LOG_LEVEL="DEBUG")
    assert (await run(SYNC, env))[0] == 0
    registered = discord.registrations
    crews = [Crew(discord, discord.channel(f"c{number}")) for number in range(3)]
    log = tmp_path / "log"
    for number in range(3):
        child = Child(discord, log, RUN, env)
        await child.start()
        acting = [asyncio.create_task(_act_on(crew)) for crew in crews]
        await asyncio.sleep(0.4 + 0.1 * number)
        assert await child.stop() == 0
        for task in acting:
            task.cancel()
        await asyncio.gather(*acting, return_exceptions=True)
        for crew in crews:
            crew.missed_answer()
    assert discord.registrations == registered, "a start registers nothing"
    assert not discord.refusals
    said = log.read_text()
    assert not re.search(rf"{TOKEN}|Traceback|ERROR", said), said[-3000:]
    assert not re.search(" of (Clubs|Hearts|Skulls)", said), "cards are no matter for a log"


async def _act_on(crew: Crew) -> None:
    while True:
        act = crew.next_act()
        crew.heard(act, await act.who.does(act.interaction(), str(act)))
        await asyncio.sleep(0.02)
