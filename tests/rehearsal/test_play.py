"""Scripts are played against the example bot, in this process and in one of its own."""

from __future__ import annotations

import asyncio
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.rehearsal import Loopback
from bot.rehearsal.interaction import Interaction
from bot.rehearsal.play import BRAWL, play, play_file
from bot.rehearsal.process import ChildBot
from bot.rehearsal.script import Script, parse

from .example_bot import running


class InThisProcess:
    """The example bot, started and ended at will."""

    def __init__(self, loopback: Loopback, script: Script) -> None:
        self._loopback, self._stack = loopback, AsyncExitStack()

    async def start(self) -> None:
        await self._stack.enter_async_context(running(self._loopback))

    async def kill(self) -> None:
        await self._stack.aclose()
        await self._loopback.until_gone()

    async def passes(self, seconds: int) -> None:
        raise AssertionError("the example bot has no clock")

    async def stop(self) -> None:
        await self._stack.aclose()


GOOD = r"""
people Dealer(gm) Ana Bo
# A round at the bar.
Dealer: /saloon open title:"The Nugget" stools:2
expect public ~ "the nugget: 2 STOOLS"
Ana presses "Order"
expect Ana ~ "An order"
Ana fills "Name" "Hank"
Ana fills "Glass" "Large"
Ana submits
expect Ana ~ "Hank takes l"
expect not Bo ~ "Hank takes l"
expect not public ~ "Hank takes l"
Bo picks "rye"
expect Bo ~ "It burns"
Bo closes DMs
Ana: /saloon whisper whom:Bo
expect Ana ~ "No: 50007"
Bo opens DMs
Ana: /saloon whisper whom:Bo
expect Bo ~ "Psst, Bo"
Ana dismisses
expect not Ana ~ "Hank takes l"
Dealer: /saloon tap
kill
Ana presses "Pour gin"
expect Ana ~ "your gin"
Dealer: /sheriff
Ana says "goodbye"
wait 0.01
count Dealer commands == 3
count Ana presses <= 3
"""


async def test_a_script_is_played_and_told() -> None:
    told: list[str] = []
    assert await play(parse(GOOD), bot=InThisProcess, out=told.append) == 0, "\n".join(told)
    everything = "\n".join(told)
    assert "# A round at the bar." in told
    assert "everyone          | The Nugget: 2 stools" in told
    assert "Ana (privately)   | Hank takes l" in told
    assert "Bo (privately)    | Psst, Bo." in told
    assert "Dealer: 3 commands, 0 presses" in everything
    assert "Bo (privately)    | Hank" not in everything


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ('Ana: /saloon card\nexpect not public ~ "wanted"', "line 3: expected everyone not to see 'wanted'"),
        ('Ana presses "Nothing"', "line 2: Ana: Nothing is not there"),
        ("Ana: /saloon fly", "line 2: /saloon fly needs one of"),
        ('Ana fills "x" "y"', "line 2: Ana has no form open"),
        ("Ana: /sheriff", "has not the permissions"),
        ("Ana: /saloon card\ncount Ana commands < 1", "line 3: expected commands < 1 of Ana, not 1"),
    ],
)
async def test_the_first_unmet_expectation_ends_a_script(
    monkeypatch: pytest.MonkeyPatch, lines: str, complaint: str
) -> None:
    monkeypatch.setattr("bot.rehearsal.play.EXPECTATION", 0.2)
    told: list[str] = []
    assert await play(parse(f"people Ana\n{lines}\nAna: /saloon tap"), bot=InThisProcess, out=told.append) == 1
    assert complaint in told[-1]
    assert "Ana: /saloon tap" not in told


async def test_a_refusal_by_discord_fails_a_script() -> None:
    told: list[str] = []
    assert await play(parse('people Ana\nAna: /saloon open title:"x"'), bot=_Refused, out=told.append) == 1
    assert told[-1].startswith("REFUSED POST /interactions/")


class _Refused(InThisProcess):
    async def start(self) -> None:
        await super().start()
        loop = asyncio.get_running_loop()

        def again(interaction: Interaction, seconds: float) -> None:
            loop.call_soon(self._loopback.deliver_again, interaction)

        self._loopback.on_answer = again


async def test_a_bot_in_a_process_of_its_own_is_killed_and_comes_back() -> None:
    told: list[str] = []
    read = parse('people Ana\nseed 7\nAna: /saloon tap\nkill\nAna presses "Pour rye"\nexpect Ana ~ "your rye"')

    def child(loopback: Loopback, script: Script) -> ChildBot:
        command = (sys.executable, "-W", "ignore", "-m", "tests.rehearsal.example_bot")
        return ChildBot(loopback, script, run=command, prepare=((sys.executable, "-c", "pass"),))

    assert await play(read, bot=child, out=told.append) == 0, "\n".join(told)


async def test_a_process_that_does_not_start_says_why() -> None:
    told: list[str] = []

    def child(loopback: Loopback, script: Script) -> ChildBot:
        return ChildBot(loopback, script, run=(sys.executable, "-c", "raise SystemExit('no database')"), prepare=())

    assert await play(parse("people Ana"), bot=child, out=told.append) == 1
    assert "no database" in told[-1]


async def test_the_brawl_that_comes_along_is_played_to_its_end() -> None:
    told: list[str] = []
    assert await play(parse(BRAWL.read_text(encoding="utf-8")), out=told.append) == 0, "\n".join(told[-60:])
    assert "# What happened is kept, and the fight is put away: the channel is free for another." in told
    assert not any("Owner" in each for each in told), "nobody of that name is at the table"
    assert any(each.startswith("--- counted for Dealer: 3 commands, ") for each in told)


def test_what_a_script_may_say_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["rehearse", "--help"])
    assert "what may stand in a script" in capsys.readouterr().out
    assert main(["rehearse", "--language"]) == 0
    told = capsys.readouterr().out
    assert 'Ana presses "Join"' in told
    assert "people Dealer(gm)" in told


WEEKS = """
people Dealer Ana Bo
seed 3
Dealer: /fight begin system:texarkana scene:saloon
Dealer: /gm table what:deadline value:"1 day"
Dealer: /gm table what:late value:else
Ana presses "Join"
Bo picks "Hank"
Dealer presses "Start"
pass 12 hours
expect public ~ "half of your time is over"
expect not public ~ "Time is up for"
pass 1 day
expect public ~ "Time is up for Ada Quill"
kill
pass 2 days
Dealer: /fight end
Dealer presses "Yes, end it"
Dealer: /fight export what:record
Dealer presses "Give me the record"
expect Dealer ~ "a-fight.fight.json"
Dealer: /fight import file:a-fight.fight.json
Dealer presses "Dealer"
expect public ~ "brought this fight here in a file"
Ana: /fight import file:a-fight.fight.json
"""


async def test_days_pass_in_a_script_and_a_file_is_given_back() -> None:
    told: list[str] = []
    assert await play(parse(WEEKS), out=told.append) == 1
    assert "line 25: /fight import file: no file 'a-fight.fight.json' here; there is: none" in told[-1], told[-1]
    assert "--- 12 hours pass" in told
    assert "--- 1 day passes" in told


CHANNELS = """
people Dealer(gm) Ana Bo
seed 3
Dealer: /fight begin system:texarkana title:"One"
Ana presses "Join"
Dealer goes to "mill"
Dealer: /fight begin system:texarkana title:"Two"
expect public ~ "**One**, a fight"
expect public ~ "**Two**, a fight"
expect not Ana ~ "**Two**, a fight"
Ana goes to "mill"
Ana presses "Join"
expect not Ana ~ "**One**, a fight"
Ana goes to "saloon"
Ana: /me away everywhere:True
expect Ana ~ "You are away in 2 of your 2 fights."
Bo goes to "mill"
expect Bo ~ "is away"
"""


async def test_a_script_plays_in_several_channels() -> None:
    told: list[str] = []
    assert await play(parse(CHANNELS), out=told.append) == 0, "\n".join(told[-60:])
    assert "Dealer goes to #mill" in told
    assert any(each.startswith("everyone          | **One**, a fight") for each in told)
    assert any(each.startswith("everyone (#mill)  | **Two**, a fight") for each in told)
    assert not any("(#saloon)" in each for each in told)


async def test_what_somebody_saw_when_a_script_fails_names_people() -> None:
    told: list[str] = []
    script = (
        'people Dealer(gm) Ana\nDealer: /fight begin system:texarkana\nAna presses "Join"\nexpect Ana ~ "no such words"'
    )
    assert await play(parse(script), out=told.append) == 1
    assert "@Ana" in told[-1]
    assert "<@" not in told[-1]


async def test_a_moderator_of_a_script_may_do_what_moderators_do() -> None:
    told: list[str] = []
    read = parse('people Mo(moderator) Ana\nMo: /admin settings\nexpect Mo ~ "Time to answer"\nAna: /admin settings')
    assert await play(read, out=told.append) == 1
    assert told[-1].startswith("FAILED line 4: Ana has not the permissions")


def test_a_file_that_cannot_be_read_gives_its_own_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "bad.fight"
    script.write_text("people Ana\nAna dances\n", encoding="utf-8")
    assert play_file(script) == 2
    assert "line 2" in capsys.readouterr().err
    assert play_file(tmp_path / "none.fight") == 2
