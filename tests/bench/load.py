"""Bots under load: each in a process of its own, while this process is Discord and everybody who plays.

Load is closed: in each channel somebody acts as soon as everything of the act before is shown (the answer, the public
line, posted or edited, and the board), so that acts and `floor` make the same requests. (A hand that has changed is
shown after its board, by both, and nobody waits for that.) Acts per second are then the
number of channels over the mean time of an act.

Counted are attacks, cards or Stands in tests, and No to a second shot. Players go on from the screen that the act
before has brought, or type the name of a card they know they hold; only where they do not know, they look first (a
hand, [Your move]). Those looks, and what the Dealer gives so that nobody drops out, are one in a hundred or so: made,
not timed, but in the bot's CPU.
"""

import asyncio
import itertools
import random
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from bot.rehearsal import Loopback, Outcome, Person
from bot.rehearsal.wire import BUTTON, ROW
from bot.rehearsal.world import Message
from tests.bench.tiny import Seen
from tests.durability.child import BOT, Child, environment, run
from tests.durability.crew import REFUSED, Act, Crew, Kind
from tests.durability.watch import Watch

TINY = (sys.executable, "-m", "tests.bench.tiny")
WARM = 120  # acts, which are also what the floor repeats
BESIDE = 0.03  # seconds after the board in which a hand is changed, too, while nobody else acts
TYPING = 0.05  # seconds between two people who type in an option


@dataclass(slots=True, kw_only=True)
class Round:
    """What one bot did in one stretch of load."""

    channels: int
    times: list[float] = field(default_factory=list)  # seconds each: until all is shown
    answers: list[float] = field(default_factory=list)  # seconds each: until the first answer
    cpu: float = 0.0  # seconds of the bot's process
    refused: int = 0

    @property
    def rate(self) -> float:
        """Counted interactions a second."""
        return self.channels * len(self.times) / sum(self.times)


class Subject:
    """A bot under load, with the Discord it lives in."""

    def __init__(self, folder: Path, name: str, command: tuple[str, ...]) -> None:
        """Starts nothing yet."""
        self.name = name
        self.loopback = Loopback(strict=False, journal=False)
        self.watch = Watch(self.loopback)
        self._folder, self._command = folder, command

    async def start(self) -> None:
        """Discord first, then the bot."""
        await self.loopback.start()
        env = environment(self.loopback, self._folder / f"{self.name}.sqlite", FAIRDRAW_SEED="7")
        self.child = Child(self.loopback, self._folder / f"{self.name}.log", self._command, env)
        await self.child.start()

    async def stop(self) -> None:
        """In the other order."""
        await self.child.stop()
        await self.loopback.stop()

    async def ready(self, channels: int) -> None:
        """So many channels are ready for `interact`."""
        raise NotImplementedError

    async def interact(self, number: int, into: Round) -> None:
        """One interaction in one channel, noted if it counts."""
        raise NotImplementedError

    async def under_load(self, channels: int, seconds: float) -> Round:
        """All channels at once, for so long."""
        did = Round(channels=channels)
        cpu, end = self.child.cpu(), time.perf_counter() + seconds

        async def go_on(number: int) -> None:
            while time.perf_counter() < end:
                await self.interact(number, did)

        async with asyncio.TaskGroup() as group:
            for number in range(channels):
                group.create_task(go_on(number))
        did.cpu = self.child.cpu() - cpu
        return did


class Tiny(Subject):
    """A bot without rules: somebody presses its only button again and again, or types what acts are asked by."""

    def __init__(self, folder: Path, name: str, acts: Path | None = None) -> None:
        """`acts`: what the floor sends."""
        super().__init__(folder, name, (*TINY, name, *([] if acts is None else [str(acts)])))
        self._is_floor = acts is not None
        seen = msgspec.json.decode(acts.read_bytes(), type=list[Seen]) if acts is not None else []
        self._typed = itertools.cycle([each.typed for each in seen] or [None])
        self._boards: list[tuple[Person, Message]] = []

    async def ready(self, channels: int) -> None:
        """A message with a button in each."""
        for number in range(len(self._boards), channels):
            channel = self.loopback.channel(f"channel-{number}")
            button = {"type": BUTTON, "style": 2, "label": "Go", "custom_id": "fd:move:x"}
            board = {"content": "Press", "components": [{"type": ROW, "components": [button]}]}
            message = self.loopback.world.add_message(channel, board)
            person = self.loopback.person(f"Somebody in {number}")
            person.goes_to(channel)
            self._boards.append((person, message))
            if self._is_floor:  # it comes to know the board
                await self._do(Act(who=person, kind=Kind.ATTACK, message=message, button="fd:move:x"))

    async def interact(self, number: int, into: Round) -> None:
        """One press, until it is acknowledged (`bare`), or what an act is asked by, until all is shown (`floor`)."""
        person, board = self._boards[number]
        typed = next(self._typed)
        button = next(str(each["custom_id"]) for each in board.components if each.get("custom_id"))
        pressed = Act(who=person, kind=Kind.ATTACK, message=board, button=button)
        begun = time.perf_counter()
        outcome = await self._do(
            Act(who=person, kind=Kind.ATTACK, path="act", options=typed) if typed is not None else pressed
        )
        into.times.append(time.perf_counter() - begun)
        into.answers.append(outcome.latency)

    async def _do(self, act: Act) -> Outcome:
        due = self.watch.shown[act.who.channel.id] + 1
        outcome = await act.who.does(act.interaction(), str(act), settle=False)
        if self._is_floor:
            await self.watch.until_shown(act.who.channel, due)
        return outcome


class Playing(Subject):
    """Fair Draw: a Dealer and three players in each channel shoot at each other for ever."""

    def __init__(self, folder: Path) -> None:
        """With a new database in the folder."""
        super().__init__(folder, "act", (*BOT, "run"))
        self._crews: list[Crew] = []

    async def start(self) -> None:
        """Register the commands, then as any bot."""
        await super().start()
        code, out, err = await run((*BOT, "sync"), environment(self.loopback, self._folder / "sync.sqlite"))
        assert code == 0, f"sync: {out}{err}"

    async def ready(self, channels: int) -> None:
        """A fight under way in each."""
        more = [Crew(self.loopback, self.loopback.channel(f"c{n}")) for n in range(len(self._crews), channels)]
        self._crews += more
        await asyncio.gather(*map(self._until_first_attack, more))

    async def _until_first_attack(self, crew: Crew) -> None:
        act = crew.next_act()
        while act.kind is not Kind.ATTACK:
            await self._do(crew, act)
            act = crew.next_act()

    async def seen(self) -> list[Seen]:
        """What some acts in the first channel send, for the floor to repeat."""
        seen: list[Seen] = []
        while len(seen) < WARM:
            act = self._crews[0].next_act()
            self.watch.line = self.watch.edit = self.watch.hand = None
            await self._do(self._crews[0], act)
            await asyncio.sleep(BESIDE)
            if act.kind is Kind.ATTACK:
                watch = self.watch
                sent = {"line": watch.line, "edit": watch.edit, "board": watch.board, "hand": watch.hand}
                sent["typed"] = dict(act.options) if act.path else None
                seen.append(msgspec.convert({"answer": self.watch.answer["data"], **sent}, Seen))
        return seen

    async def interact(self, number: int, into: Round) -> None:
        """Whatever comes next in this channel; attacks and played cards count."""
        crew = self._crews[number]
        act = crew.next_act()
        begun = time.perf_counter()
        outcome = await self._do(crew, act)
        if outcome.text.startswith(REFUSED):
            into.refused += 1
        elif act.kind is Kind.ATTACK:
            into.times.append(time.perf_counter() - begun)
            into.answers.append(outcome.latency)

    async def _do(self, crew: Crew, act: Act) -> Outcome:
        due = self.watch.shown[crew.channel.id] + 1
        outcome = await act.who.does(act.interaction(), str(act))
        if act.kind is not Kind.LOOK and not outcome.text.startswith(REFUSED):
            await self.watch.until_shown(crew.channel, due)
        crew.heard(act, outcome)
        return outcome

    async def typing_under_load(self, channels: int, seconds: float) -> list[float]:
        """Seconds until suggestions came, while all channels act and people type at a steady pace."""
        took: list[float] = []

        async def type_on() -> None:
            chance = random.Random(7)
            while True:
                crew = self._crews[chance.randrange(channels)]
                player = chance.choice(list(crew.players.values()))
                begun = time.perf_counter()
                await player.complete("act", chance.choice(("action", "whom", "card")), "", action="shoot")
                took.append(time.perf_counter() - begun)
                await asyncio.sleep(TYPING)

        typist = asyncio.create_task(type_on())
        await self.under_load(channels, seconds)
        typist.cancel()
        await asyncio.wait((typist,))
        return took
