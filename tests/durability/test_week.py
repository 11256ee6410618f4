"""A week at one table in simulated time: three time zones, five players, one who is never there, one whom no private
message reaches; two restarts, one of them hours long, and a SIGKILL in the middle of an act.
"""

import asyncio
import contextlib
import random
import re
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from bot.rehearsal import Loopback, NotThereError, Person, UnansweredError
from bot.rehearsal.journal import Shown
from bot.rehearsal.render import text_of
from bot.rehearsal.simulated import SimulatedClock
from bot.rehearsal.wire import loads
from bot.rehearsal.world import Message
from rules.core.codec import codec_of
from rules.core.ids import Place, UserId
from rules.registry import RULESETS
from rules.store.sql import SqlStore
from rules.tables import fold_step
from rules.verifying import exported, verify
from tests.cogs.timed import SILENT
from tests.durability.child import BOT, Child, environment, run
from tests.pace.times import HOUR, at
from tests.properties.secrecy import Leak, Truth, brief

MONDAY = at("UTC", "2026-10-26 12:00")  # on the Sunday after it the clocks of Los Angeles go back
DAY, STEP = 24 * HOUR, HOUR / 2
ZONES = {
    "Dealer": "Europe/Berlin",
    "Ana": "America/Los_Angeles",
    "Bo": "Asia/Tokyo",
    "Cy": "Europe/Berlin",
    "Dee": "America/Los_Angeles",  # joins, and is never seen again
    "Eve": "Asia/Tokyo",  # her DMs are closed
}
ABSENT, CLOSED = "Dee", "Eve"
SLEEPS, WAKES = 22, 8  # local hours: the quiet hours of everybody
LOOKS = 0.3  # how likely somebody awake looks at Discord in half an hour
DEADLINE = 12 * HOUR
TIME_UP = re.compile(r"time up <t:(\d+):R>")
PANEL = {"Run all", "Go on", "Call for a check", "Undo last ruling", "Numbers", "End the fight", "Undo", "Back"}
WANTED = ("Act as suggested", "Shoot", "Brawl", "Stand", "Give chase", "I am Lookout")


def is_asleep(name: str, when: float) -> bool:
    hour = datetime.fromtimestamp(when, ZoneInfo(ZONES[name])).hour
    return hour >= SLEEPS or hour < WAKES


@dataclass(slots=True)
class Week:
    """What happened, to be looked through: `marks` has what time it was at which place of the journal."""

    discord: Loopback
    clock: SimulatedClock
    chance: random.Random
    marks: list[tuple[int, float]] = field(default_factory=list)
    acts: int = 0

    def person(self, name: str) -> Person:
        return self.discord.person(name)

    @property
    def board(self) -> Message:
        every = [each for each in self.discord.default_channel.messages.values() if not each.ephemeral]
        return [each for each in every if "[History]" in text_of(each.payload)][-1]

    @property
    def is_over(self) -> bool:
        return "[Again]" in text_of(self.board.payload)

    async def shown(self) -> None:
        await self.clock.caught_up()
        self.marks.append((len(self.discord.journal), self.clock()))

    # ---- people

    async def looks(self, name: str) -> None:
        """Somebody opens Discord and does what is asked of him, in the shortest way."""
        person = self.person(name)
        board = self.board
        label = "Dealer" if name == "Dealer" else "Your move"
        button = next((str(each["custom_id"]) for each in board.components if each.get("label") == label), None)
        if button is None:  # the fight is over
            return
        await person.press(board, button)
        for _ in range(3):
            labels = [each.label for each in person.surfaces()[0].controls if each.is_button and not each.disabled]
            action = self._choice(labels, is_dealer=name == "Dealer")
            if action is None:
                return
            outcome = await person.presses(action)
            self.acts += 1
            if "to confirm" not in outcome.text:
                return

    def _choice(self, labels: list[str], *, is_dealer: bool) -> str | None:
        if is_dealer and "Run all" in labels:
            return "Run all"
        for wanted in WANTED:
            for each in labels:
                if each.startswith(wanted):
                    return each
        decisions = [each for each in labels if each not in PANEL and not each.startswith(("TX", "C2", "TW"))]
        return decisions[0] if decisions else None

    # ---- what must hold at every moment

    def require_nobody_blocked(self) -> None:
        late = [end for end in map(int, TIME_UP.findall(text_of(self.board.payload))) if end <= self.clock() - STEP]
        assert not late, f"still awaited at {self.clock()}: {text_of(self.board.payload)}"

    def rung_asleep(self) -> list[str]:
        """Whatever rang for somebody in his quiet hours."""
        found = []
        for index, entry in enumerate(self.discord.journal):
            when = self.when(index)
            if isinstance(entry, Shown):
                found += [f"{name} at {when}: {entry.payload}" for name in self._rung(entry) if is_asleep(name, when)]
        return found

    def when(self, index: int) -> float:
        return next((now for upto, now in self.marks if index < upto), self.clock())

    def _rung(self, entry: Shown) -> list[str]:
        payload = loads(entry.payload)
        if entry.what != "message" or entry.private or int(payload.get("flags") or 0) & SILENT:
            return []
        named = {each["id"] for each in payload.get("mentions", ())}
        if entry.readers is not None and payload.get("guild_id") is None:
            named |= set(entry.readers)
        return sorted(name for name in ZONES if self.person(name).user.id in named)


async def leaks_of(week: Week, database: Path) -> tuple[list[Leak], int]:
    """Every card that was shown to somebody before he could know it, by the log; and how many steps that has."""
    store = SqlStore(f"sqlite+aiosqlite:///{database}")
    await store.open()
    try:
        record = await store.last(_place(week))
        assert record is not None
        steps = await store.steps(record.fight, after=0, limit=5000)
    finally:
        await store.close()
    ruleset = next(each for each in RULESETS if each.id == "texarkana")
    codec = codec_of(ruleset)
    verify(exported(record, steps), {ruleset.id: ruleset})
    last = codec.fight(record.raw, record.schema)
    fight = codec.keyframe(steps[0].keyframe or b"", steps[0].schema)
    truth = Truth(fight=fight)
    readers = [None, *(UserId(int(week.person(name).user.id)) for name in ZONES)]
    learned: dict[UserId | None, dict[str, float]] = {reader: {} for reader in readers}
    for step in steps:
        events = codec.events(step.events, step.schema)
        if step.seq > 1:
            fight = fold_step(ruleset, fight, events, seq=step.seq, ply=step.ply, before=step.before)
        truth.saw(fight, events)
        for reader in readers:
            for card in truth.cards_ever(reader):
                learned[reader].setdefault(card, step.at)
    assert fight.state == last.state
    leaks: list[Leak] = []
    for index, entry in enumerate(week.discord.journal):
        if isinstance(entry, Shown):
            when = week.when(index)
            # Who manages threads can read them all (it is said so in each); here that is the server's owner alone.
            who = [None] if entry.readers is None else [each for each in readers if str(each) in entry.readers]
            for reader in who:
                allowed = {card for card, at in learned[reader].items() if at <= when}
                for text in entry.texts():
                    leaks += truth.leaks_in(text, reader, allowed, f"{entry.what} at {when}")
    return leaks, len(steps)


def _place(week: Week) -> Place:
    channel = week.discord.default_channel
    assert channel.guild is not None
    return Place(guild=int(channel.guild.id), channel=int(channel.id))


async def begun(week: Week) -> None:
    """Monday: everybody is there once, says when he sleeps, and the Dealer deals."""
    dealer = week.person("Dealer")
    await week.person(CLOSED).closes_dms()
    await dealer.command("/fight begin", system="texarkana", scene="ambush", title="A long week")
    for name in ZONES:
        if name != "Dealer":
            await week.person(name).command("/fight join")
    for number in range(6):
        added = await dealer.command("/gm add", who="gunslinger", name=f"Rider {number}")
        assert "✋" not in added.text
    for what, value in (("deadline", "12h"), ("late", "default"), ("pings", "firm")):
        assert "✋" not in (await dealer.command("/gm table", what=what, value=value)).text
    for name, zone in ZONES.items():
        told = await week.person(name).command("/me quiet", **{"from": "22:00", "to": "08:00", "zone": zone})
        assert "✋" not in told.text
    await dealer.command("/fight start")
    await week.shown()


async def test_a_week_with_people_asleep_away_and_unreachable_ends_as_it_should(tmp_path: Path) -> None:
    database, clock = tmp_path / "fights.sqlite", SimulatedClock(tmp_path / "clock")
    clock.set(MONDAY)
    async with Loopback() as discord, contextlib.AsyncExitStack() as stack:
        code, out, err = await run((*BOT, "sync"), environment(discord, tmp_path / "sync.sqlite"))
        assert code == 0, f"sync: {out}{err}"
        env = environment(discord, database, FAIRDRAW_CLOCK=str(tmp_path / "clock"), FAIRDRAW_SEED="11")
        bot = Child(discord, tmp_path / "bot.log", (*BOT, "run"), env)
        await bot.start()
        stack.push_async_callback(bot.kill)
        week = Week(discord, clock, random.Random(7))
        await begun(week)
        restart, outage, kill = MONDAY + 1.5 * DAY, MONDAY + 4 * DAY, MONDAY + 2.5 * DAY
        while clock() < MONDAY + 7 * DAY and not week.is_over:
            now = clock() + STEP
            if clock() < restart <= now:
                assert await bot.stop() == 0
                await bot.start()
            if clock() < outage <= now:
                assert await bot.stop() == 0
                now = clock() + 3 * HOUR
                clock.set(now)
                await bot.start()
            clock.set(now)
            await week.shown()
            week.require_nobody_blocked()
            awake = [name for name in ZONES if name != ABSENT and not is_asleep(name, now)]
            for name in [each for each in awake if week.chance.random() < LOOKS]:
                if clock() >= kill:
                    kill = float("inf")
                    act = asyncio.create_task(week.looks(name))
                    await asyncio.sleep(0.03)
                    await bot.kill()
                    await asyncio.wait((act,))
                    assert act.exception() is None or isinstance(act.exception(), UnansweredError | NotThereError)
                    await bot.start()
                    await week.shown()
                with contextlib.suppress(NotThereError):
                    await week.looks(name)
                await week.shown()
        public = [each for each in discord.default_channel.messages.values() if not each.ephemeral]
        said = "\n".join(str(each.payload["content"]) for each in public)
        assert kill == float("inf"), "the kill came"
        await week.person("Dealer").command("/fight end")
        if not week.is_over:
            await week.person("Dealer").presses("Yes, end it")
        await week.shown()
        assert "(put away)" in week.board.payload["content"]
        assert said.count("I was away for 3 h") == 1
        assert "Time is up for" in said
        assert not week.rung_asleep()
        assert not discord.refusals
        assert await bot.stop() == 0
        assert " bug " not in bot.log.read_text()
        leaks, steps = await leaks_of(week, database)
        assert not leaks, brief(leaks)
        assert 60 < steps < 5 * week.acts, "a week of it, and nothing again and again"
