"""Several channels in which people go on fighting while the bot is killed and started again; what they were told."""

import asyncio
import contextlib
import os
import random
import signal
import sqlite3
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from bot.rehearsal import Loopback, Outcome, Person, UnansweredError
from bot.rehearsal.interaction import Interaction
from bot.rehearsal.render import text_of
from bot.rehearsal.rest import Request
from bot.rehearsal.wire import DEFER, DEFER_UPDATE, RefusedError
from bot.rehearsal.world import Message
from cogs.address import parse
from tests.durability.crew import REFUSED, Act, Crew, Kind
from tests.durability.watch import Nonces, Watch

ZYGOTE = (sys.executable, "-m", "tests.durability.zygote")
READY = 30.0  # seconds
LIFE = 10.0  # seconds within which something must happen
ENDS = 0.02  # how often a Dealer ends the fight, rather than to go on: then another is begun
OLD = 2  # old buttons pressed after each start
BEFORE = "This was already ruled"
HARMLESS = {"answer", "move", "hand", "history", "panel", "form"}  # verbs whose buttons anybody may press at any time


class Forks:
    """Bots without waiting for imports (see `zygote`), one after the other."""

    def __init__(self, loopback: Loopback, log: Path, env: Mapping[str, str]) -> None:
        """Starts nothing yet."""
        self._loopback, self._log, self._env = loopback, log, env
        self._zygote: asyncio.subprocess.Process | None = None
        self.pid = 0

    async def start(self) -> None:
        """Another bot, connected. Raises: TimeoutError."""
        if self._zygote is None:
            with self._log.open("ab") as log:
                pipe = asyncio.subprocess.PIPE
                self._zygote = await asyncio.create_subprocess_exec(
                    *ZYGOTE, env=self._env, stdin=pipe, stdout=pipe, stderr=log
                )
        assert self._zygote.stdin is not None
        assert self._zygote.stdout is not None
        self._zygote.stdin.write(b"\n")
        self.pid = int(await asyncio.wait_for(self._zygote.stdout.readline(), READY))
        await self._loopback.until_ready(READY, commands=False)

    def shoot(self) -> None:
        """SIGKILL, this very moment."""
        os.kill(self.pid, signal.SIGKILL)

    async def gone(self) -> None:
        """Wait until the process is gone and Discord has noticed."""
        with contextlib.suppress(ProcessLookupError):
            while True:
                os.kill(self.pid, 0)
                await asyncio.sleep(0.002)
        await self._loopback.until_gone()

    async def close(self) -> None:
        """End the latest bot, if it lives, and the zygote."""
        if self._zygote is not None:
            with contextlib.suppress(ProcessLookupError):
                self.shoot()
            assert self._zygote.stdin is not None
            self._zygote.stdin.close()
            await self._zygote.wait()


class When(Enum):
    """At which moment the bot is killed."""

    SOME_TIME = "after some time, while Discord is slow"
    COMMIT = "right after a commit"
    REQUEST_LOST = "at a request, which is lost"
    REQUEST_DONE = "at a request, which Discord still carries out"


@dataclass(slots=True)
class Figures:
    """What happened, for the report."""

    kills: dict[When, int] = field(default_factory=lambda: dict.fromkeys(When, 0))
    unanswered: int = 0  # acts whose author saw no answer
    were_ruled: int = 0  # of these, were ruled before the kill
    acts: int = 0
    old_buttons: int = 0
    old_refused: int = 0
    nonce_repeats: int = 0


class Town:
    """The channels, and what everybody was told."""

    def __init__(self, loopback: Loopback, bot: Forks, database: Path, chance: random.Random, channels: int) -> None:
        """Nobody does anything yet."""
        self.loopback, self.bot, self.chance = loopback, bot, chance
        self.watch = Watch(loopback)
        self.nonces = Nonces(loopback)
        self.crews = [Crew(loopback, loopback.channel(f"c{number}")) for number in range(channels)]
        self.figures = Figures()
        self.told: dict[str, str] = {}  # by the id of the interaction
        self.repeats: dict[str, str] = {}  # the id of an unanswered interaction -> of the one that repeated it
        self._database = database
        self._pending: dict[Crew, tuple[Act, Interaction]] = {}

    # ---- one kill

    async def live_until_killed(self) -> None:
        """All channels act at once until the bot is killed, at whatever moment chance has it."""
        when = self.chance.choice(list(When))
        acting = [asyncio.create_task(self._go_on(crew)) for crew in self.crews]
        try:
            await asyncio.wait_for(self._kill(when), LIFE)
        except TimeoutError:
            stuck = [str(act) for act, _ in self._pending.values()]
            raise AssertionError(f"nothing happened any more; not answered: {stuck}; {acting}") from None
        finally:
            self.watch.before, self.loopback.rest.latency = _nothing, 0.0
            for task in acting:
                task.cancel()
            results = await asyncio.gather(*acting, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, UnansweredError):
                raise result
        await self.bot.gone()
        self.figures.kills[when] += 1

    async def do_again(self) -> None:
        """Once the bot is back: whoever saw no answer does the same again, and must get one; then old buttons."""
        await asyncio.gather(*(self._again(crew) for crew in self.crews))
        for _ in range(OLD):
            await self._press_something_old(self.chance.choice(self.crews))
        await self.until_all_is_shown()

    async def until_all_is_shown(self) -> None:
        """Nothing is left in the outbox. Raises: AssertionError."""
        for _ in range(200):
            if not self._select("SELECT count(*) FROM messages")[0][0]:
                break
            await asyncio.sleep(0.025)
        else:
            raise AssertionError("something ruled was not told within 5 seconds")
        await self.loopback.settled(0.03)
        self.figures.nonce_repeats = self.nonces.repeats

    # ---- inside

    async def _kill(self, when: When) -> None:
        match when:
            case When.SOME_TIME:
                self.loopback.rest.latency = self.chance.choice((0.0, 0.02, 0.1))
                await asyncio.sleep(self.chance.uniform(0.0, 0.4))
                self.bot.shoot()
            case When.COMMIT:
                await self._kill_at_commit(self.chance.randint(1, 5))
            case When.REQUEST_LOST | When.REQUEST_DONE:
                await self._kill_at_request(self.chance.randint(1, 15), is_lost=when is When.REQUEST_LOST)

    async def _kill_at_commit(self, number: int) -> None:
        connection = sqlite3.connect(self._database)
        with contextlib.closing(connection):
            for _ in range(number):
                before = connection.execute("PRAGMA data_version").fetchone()
                while connection.execute("PRAGMA data_version").fetchone() == before:  # noqa: ASYNC110
                    await asyncio.sleep(0)  # SQLite tells nobody: one has to ask
            self.bot.shoot()

    async def _kill_at_request(self, number: int, *, is_lost: bool) -> None:
        left, shot = number, asyncio.Event()

        def before(_: Request) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                self.bot.shoot()
                shot.set()
            if left <= 0 and is_lost:
                raise RefusedError(500, 0, "the bot died before it had sent this")

        self.watch.before = before
        await shot.wait()

    async def _go_on(self, crew: Crew) -> None:
        while True:
            act = crew.next_act()
            if act.kind is Kind.ATTACK and self.chance.random() < ENDS:
                act = crew.end()
            due = self.watch.shown[crew.channel.id] + 1
            interaction = act.interaction()
            self._pending[crew] = act, interaction
            outcome = await act.who.does(interaction, str(act))
            del self._pending[crew]
            self.figures.acts += 1
            self.told[interaction.id] = outcome.text
            crew.heard(act, outcome)
            if act.kind is not Kind.LOOK and not outcome.text.startswith(REFUSED):
                await self.watch.until_shown(crew.channel, due)

    async def _again(self, crew: Crew) -> None:
        crew.missed_answer()
        if crew not in self._pending:
            return
        act, first = self._pending.pop(crew)
        if (answer := _answer(first)) is not None:
            self.told[first.id] = answer
            seen = Outcome(interaction=first, text=answer, ephemeral=True, choices=(), modal=None, settled=True)
            crew.heard(act, seen)
            return
        self.figures.unanswered += 1
        was_ruled = self._is_ruled(first.id)
        self.figures.were_ruled += was_ruled
        is_earlier_untold = not was_ruled and self._is_latest_untold(act.who)
        outcome = await self._once_more(crew, act)
        self.repeats[first.id] = outcome.interaction.id
        if is_earlier_untold and outcome.text.startswith(BEFORE):
            # He saw the ruling on the same request before that, but the bot died before it had noted so.
            assert not self._is_ruled(outcome.interaction.id), f"{act}: ruled, but told {outcome.text}"
            outcome = await self._once_more(crew, act)
        if act.kind is Kind.LOOK:
            return
        ruled = self._is_ruled(first.id) + self._is_ruled(outcome.interaction.id)
        if outcome.text.startswith(REFUSED):
            assert not ruled or "endnow" in act.button, f"{act}: ruled, but told {outcome.text}"
        else:
            assert ruled == 1, f"{act}: ruled {ruled} times; told {outcome.text}"

    async def _once_more(self, crew: Crew, act: Act) -> Outcome:
        repeat = act.interaction()
        outcome = await act.who.does(repeat, f"{act}, once more")
        self.told[repeat.id] = outcome.text
        crew.heard(act, outcome)
        return outcome

    async def _press_something_old(self, crew: Crew) -> None:
        """Any button that somebody still sees works, or he is told why not."""
        person = self.chance.choice((crew.dealer, *crew.players.values()))
        messages = [each for each in crew.channel.messages.values() if each.seen_by(person.user)]
        buttons = [(each, button) for each in messages for button in _harmless(each)]
        if not buttons:
            return
        message, button = self.chance.choice(buttons)
        outcome = await person.press(message, button)
        self.figures.old_buttons += 1
        self.figures.old_refused += outcome.text.startswith(REFUSED)
        assert outcome.text, f"{button} was answered with nothing"
        assert "Something went wrong" not in outcome.text, f"{button}: {outcome.text}"
        self.told[outcome.interaction.id] = outcome.text
        crew.missed_answer()

    def _is_ruled(self, interaction: str) -> bool:
        return bool(self._select("SELECT 1 FROM steps WHERE source = ?", f"discord:{interaction}"))

    def _is_latest_untold(self, who: Person) -> bool:
        """Whether it is not noted that this person's latest ruling reached him."""
        latest = "SELECT told FROM steps WHERE user = ? ORDER BY at DESC LIMIT 1"
        return self._select(latest, int(who.user.id)) == [(0,)]

    def _select(self, sql: str, *values: object) -> list[tuple[int, ...]]:
        with contextlib.closing(sqlite3.connect(self._database)) as connection:
            return connection.execute(sql, values).fetchall()


def _answer(interaction: Interaction) -> str | None:
    """What the person saw of it, if he saw more than that the bot is thinking."""
    if interaction.answered is None or interaction.original is None:
        return None
    if interaction.answer_kind in (DEFER, DEFER_UPDATE) and interaction.later == 0:
        return None
    return text_of(interaction.original.payload)


def _harmless(message: Message) -> list[str]:
    found = [str(each.get("custom_id")) for each in message.components if each["type"] == 2]
    return [each for each in found if (address := parse(each)) and address.verb in HARMLESS]


def _nothing(call: Request) -> None:
    """Nothing happens before a request is carried out."""
