"""Playing a script against a bot in a loopback Discord, and telling what everybody sees as it happens."""

from __future__ import annotations

import asyncio
import operator
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, assert_never

import discord

from .journal import Shown
from .loopback import Loopback
from .people import NotThereError, UnansweredError
from .process import BotFactory, BotFailedError, ChildBot
from .render import form_text, text_of
from .script import (
    UNITS,
    Command,
    Count,
    DirectMessages,
    Dismiss,
    Expect,
    Fill,
    Go,
    Kill,
    Note,
    Pass,
    Pick,
    Press,
    Say,
    Script,
    ScriptError,
    Step,
    Submit,
    Wait,
    parse,
)
from .typed import UnusableError
from .wire import Body, loads

EXPECTATION: Final = 3.0  # seconds in which an expectation may become true
GLANCE: Final = 0.05  # seconds between two looks at the screen
COLUMN: Final = 18
MENTION: Final = re.compile(r"<@!?(\d+)>")
BRAWL: Final = Path(__file__).with_name("saloon_brawl.fight")
UNREADABLE: Final = 2  # exit code
COMPARE: Final = {"<=": operator.le, ">=": operator.ge, "==": operator.eq, "<": operator.lt, ">": operator.gt}


class UnmetError(Exception):
    """An expectation that did not come true, or an act that was not possible."""


async def play(
    script: Script, *, bot: BotFactory = ChildBot, out: Callable[[str], None] = print, loopback: Loopback | None = None
) -> int:
    """Play a script to its end and give 0.

    Gives 1 at the first expectation that is not met or act that is not possible, or when Discord refused the bot.
    """
    async with loopback or Loopback() as host:
        table = _Table(host, script, out)
        actor = bot(host, script)
        try:
            await actor.start()
            for step in script.steps:
                if isinstance(step, Kill):
                    out("--- the bot is killed")
                    await actor.kill()
                    await actor.start()
                    out("--- and started again")
                elif isinstance(step, Pass):
                    out(f"--- {_duration(step.seconds)}")
                    await actor.passes(step.seconds)
                    table.tell()
                else:
                    await table.do(step)
            await host.settled()
            table.tell()
        except (UnmetError, BotFailedError, TimeoutError) as error:
            table.tell()
            out(f"FAILED {table.named(str(error))}")
            return 1
        finally:
            await actor.stop()
        for refusal in host.refusals:
            out(f"REFUSED {refusal}")
        return 1 if host.refusals else 0


def _duration(seconds: int) -> str:
    unit = next(name for name in reversed(UNITS) if seconds % UNITS[name] == 0)
    many = seconds // UNITS[unit]
    return f"{_counted(many, unit)} {'passes' if many == 1 else 'pass'}"


def _counted(number: int, word: str) -> str:
    several = "es" if word.endswith("ss") else "s"
    return f"{number} {word}{several if number != 1 else ''}"


def play_file(path: Path | None) -> int:
    """Play a script from a file, or (None) the saloon brawl that comes along; prints, and gives the exit code."""
    try:
        script = parse((path or BRAWL).read_text(encoding="utf-8"))
    except OSError as error:
        print(f"{path or BRAWL}: {error.strerror}", file=sys.stderr)
        return UNREADABLE
    except UnicodeDecodeError:
        print(f"{path or BRAWL}: not a text file", file=sys.stderr)
        return UNREADABLE
    except ScriptError as error:
        print(f"{path or BRAWL}: {error}", file=sys.stderr)
        return UNREADABLE
    return asyncio.run(play(script))


class _Table:
    """The people of a script, and how far what they see has been told."""

    def __init__(self, loopback: Loopback, script: Script, out: Callable[[str], None]) -> None:
        self._loopback, self._out, self._told = loopback, out, 0
        self._people = {
            each.name: loopback.person(
                each.name,
                permissions=discord.Permissions(manage_guild=each.gm, manage_messages=each.moderator),
            )
            for each in script.people
        }
        self._bystander = loopback.person("Bystander")
        self._channels = {loopback.default_channel.name: loopback.default_channel}
        self._fields: dict[str, dict[str, str]] = {}
        self._last: dict[str, str] = {}

    async def do(self, step: Step) -> None:
        """Carry out one step. Raises: UnmetError."""
        try:
            await self._do(step)
        except (NotThereError, UnusableError, UnansweredError) as error:
            who = getattr(step, "who", None)
            seen = "" if who is None else f"\n{who} sees:\n{_indented(self._people[who].sees())}"
            raise UnmetError(f"line {step.line}: {error}{seen}") from error
        self.tell()

    async def _do(self, step: Step) -> None:
        match step:
            case Note():
                self._out(f"# {step.text}")
            case Command():
                self._out(f"{step.who}: {step.text}")
                await self._people[step.who].types(step.text)
            case Say():
                self._out(f"{step.who} says {step.text!r}")
                await self._people[step.who].says(step.text)
            case Press():
                self._out(f"{step.who} presses [{step.label}]")
                await self._once_there(lambda: self._people[step.who].presses(step.label))
            case Pick():
                self._out(f"{step.who} picks {', '.join(step.labels)}")
                await self._once_there(lambda: self._people[step.who].picks(*step.labels))
            case Fill():
                if self._people[step.who].form is None:
                    raise NotThereError(f"{step.who} has no form open")
                self._out(f"{step.who} writes {step.value!r} under {step.field}")
                self._fields.setdefault(step.who, {})[step.field] = step.value
            case Submit():
                self._out(f"{step.who} sends the form")
                await self._people[step.who].fills(self._fields.pop(step.who, {}))
            case Go():
                self._out(f"{step.who} goes to #{step.channel}")
                if step.channel not in self._channels:
                    self._channels[step.channel] = self._loopback.channel(step.channel)
                self._people[step.who].goes_to(self._channels[step.channel])
            case Expect():
                await self._expect(step)
            case DirectMessages():
                self._out(f"{step.who} {'opens' if step.opens else 'closes'} direct messages")
                person = self._people[step.who]
                await (person.opens_dms() if step.opens else person.closes_dms())
            case Dismiss():
                self._out(f"{step.who} dismisses what only they see")
                self._people[step.who].dismisses()
            case Wait():
                await asyncio.sleep(step.seconds)
            case Count():
                await self._count(step)
            case Kill() | Pass():
                raise AssertionError("that happens to the bot, not at the table")
            case _:
                assert_never(step)

    async def _once_there(self, act: Callable[[], Awaitable[object]]) -> None:
        """Do it as soon as what it needs is on the screen: people wait for a button to appear."""
        deadline = asyncio.get_running_loop().time() + EXPECTATION
        while True:
            try:
                await act()
                return
            except NotThereError:
                if asyncio.get_running_loop().time() > deadline:
                    raise
            await asyncio.sleep(GLANCE)

    async def _expect(self, step: Expect) -> None:
        """Wait for it; what must not be seen is looked for once the bot has fallen silent."""
        wanted = " ".join(step.text.casefold().split())

        def met() -> bool:
            return (wanted in " ".join(self._seen(step.who).casefold().split())) is step.wanted

        if not step.wanted:
            await self._loopback.settled()
        if not await self._loopback.until(met, EXPECTATION):
            self.tell()
            who, whether = step.who or "everyone", "" if step.wanted else "not "
            sight = _indented(self._seen(step.who))
            raise UnmetError(f"line {step.line}: expected {who} {whether}to see {step.text!r}; {who} sees:\n{sight}")

    def _seen(self, who: str | None) -> str:
        """What is on somebody's screen; None: on everybody's, in whichever channel."""
        if who is not None:
            return self._people[who].sees()
        sights = []
        for channel in self._channels.values():
            self._bystander.goes_to(channel)
            sights.append(self._bystander.sees())
        return "\n".join(sights)

    async def _count(self, step: Count) -> None:
        await self._loopback.settled()
        tally = self._people[step.who].counted()
        counted = (tally.commands, "command"), (tally.presses, "press"), (tally.messages, "message")
        self._out(f"--- counted for {step.who}: " + ", ".join(_counted(number, word) for number, word in counted))
        if step.what is not None and not COMPARE[step.how](getattr(tally, step.what), step.limit):
            count = getattr(tally, step.what)
            raise UnmetError(
                f"line {step.line}: expected {step.what} {step.how} {step.limit} of {step.who}, not {count}"
            )

    def tell(self) -> None:
        """Tell what has reached screens since the last time, leaving out edits that change nothing one can read."""
        journal = self._loopback.journal
        entries, self._told = journal[self._told :], len(journal)
        for each in entries:
            if not isinstance(each, Shown):
                continue
            payload: Body = loads(each.payload)
            key = each.message or f"{each.what} {sorted(each.readers or ())}"
            if each.what == "delete":
                self._say(each, f"(gone: {(self._last.pop(key, '') or 'a message').splitlines()[0]})")
            elif each.what == "choices":
                self._say(each, "choices: " + " | ".join(choice["name"] for choice in payload["choices"]))
            else:
                text = form_text(payload) if each.what == "modal" else text_of(payload)
                if text and (each.what == "modal" or self._last.get(key) != text):
                    self._say(each, text)
                self._last[key] = text

    def _say(self, shown: Shown, text: str) -> None:
        if shown.readers is None:
            channel = self._loopback.world.channels.get(loads(shown.payload)["channel_id"])
            who = "everyone"
            if channel is not None and channel is not self._loopback.default_channel:
                who = f"everyone (#{channel.name})"
        else:
            readers = shown.readers - {self._loopback.world.owner.id}  # of the server, who can read every thread
            who = ", ".join(self._name(each) for each in sorted(readers, key=int)) or "nobody"
            who = f"{who} (privately)" if shown.private else who
        for line in self.named(text).splitlines():
            self._out(f"{who:<{COLUMN}}| {line}")
            who = ""

    def named(self, text: str) -> str:
        """The same with people's names where they are mentioned."""
        return MENTION.sub(lambda found: f"@{self._name(found[1])}", text)

    def _name(self, user_id: str) -> str:
        return self._loopback.world.users[user_id].name


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines()) or "    (nothing)"
