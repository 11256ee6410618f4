"""Random people at a loopback Discord with the whole bot behind it, and the search through all that reaches them.

What is looked through: every message and edit, ephemeral or not, direct messages, forms, autocomplete, custom ids, the
bodies of the bot's requests by whom they are for, and the log.
"""

import logging
import random
from collections.abc import Iterator, Sequence

from bot.logs import FORMAT
from bot.rehearsal import Person
from bot.rehearsal.journal import Requested, Shown
from bot.rehearsal.people import NotThereError
from bot.rehearsal.typed import UnusableError
from bot.rehearsal.wire import DIRECT, dumps
from rules.core.codec import codec_of
from rules.core.ids import UserId
from rules.core.view import Phase
from rules.store.memory import MemoryStore
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.cards import ALL_CARDS, shown
from rules.tables import fold_step
from tests.properties.evening import NPCS, UNSEEN
from tests.properties.secrecy import Leak, Truth
from tests.support.table import Table

SCENES = ("saloon", "ambush")
PLAYERS = ("Ana", "Bo", "Cleo")
OPTIONS = ("action", "whom", "where", "weapon", "card", "how")
HOME = {"Dealer": ("Dealer", "Your move", "History"), "": ("Your move", "Hand", "History")}
NEWEST = 3  # messages that people look at
FINAL = ("End the fight", "Start", "Leave", "Join")


class Crowd:
    """The Dealer, three players and a stranger at one fight. `leaks` holds what reached the wrong person."""

    def __init__(self, table: Table, store: MemoryStore, seed: int) -> None:
        self.table = table
        self.store = store
        self.chance = random.Random(seed)
        self.dealer, self.stranger = table.person("Dealer"), table.person("Sue")
        self.players = [table.person(name) for name in PLAYERS[: self.chance.randint(2, 3)]]
        self.leaks: list[Leak] = []
        self.texts = self.acts = self.refused = self.bugs = 0
        self.typed: dict[str, str] = {}
        self._unseen = iter(UNSEEN)
        self._read = 0
        self.truth: Truth

    @property
    def everybody(self) -> Sequence[Person]:
        """All of them."""
        return (self.dealer, *self.players, self.stranger)

    async def play(self, acts: int) -> None:
        """A fight from the lobby on, so many things done by anybody."""
        await self.dealer.command("/fight begin", system="texarkana", scene=self.chance.choice(SCENES))
        for player in self.players:
            await player.command("/fight join")
        await self._adds()
        await self.dealer.command("/fight start")
        await self._catch_up()
        for number in range(acts):
            if number % 12 == 11:
                await self._pries()
            if self.truth.fight.state.phase is Phase.OVER or self.truth.fight.is_closed:
                break
            person = self.chance.choice((*self.everybody, *self.players))
            try:
                await self._does_something(person)
            except (NotThereError, UnusableError):
                continue
            self.acts += 1
            await self._catch_up()
        for person in self.everybody:
            await person.command("/fight history")
            await person.command("/me hand")
        await self._catch_up()

    async def _adds(self) -> None:
        name = next(self._unseen, None)
        if name is not None:
            npc = self.chance.choice(NPCS)
            await self.dealer.command("/gm add", who=npc, name=name, hidden=True)

    # ---- what people do

    async def _does_something(self, person: Person) -> None:
        roll = self.chance.random()
        if person.form is not None:
            await person.fills({"What do you do?": self.chance.choice(("shout", "a bug"))})
        elif roll < 0.35:
            await person.presses(self.chance.choice(HOME.get(person.name, HOME[""])))
            await self._presses_anything(person, 1)
        elif roll < 0.6:
            await self._presses_anything(person)
        elif roll < 0.7:
            await self._completes(person)
        elif roll < 0.85:
            await self._types(person)
        elif roll < 0.9:
            await self._adds()
        else:
            await self.dealer.command("/gm go-on")

    async def _presses_anything(self, person: Person, newest: int = NEWEST) -> None:
        controls = [
            (surface, control)
            for surface in person.surfaces()[:newest]
            for control in surface.controls
            if not control.disabled and not control.label.startswith(FINAL)
        ]
        if not controls:
            raise NotThereError("nothing to press")
        surface, control = self.chance.choice(controls)
        values = () if control.is_button else (self.chance.choice(control.options)[1],)
        await person.press(surface.message, control.custom_id, *values)

    async def _completes(self, person: Person) -> None:
        text = self._word(person)
        if person is self.dealer and self.chance.random() < 0.5:
            command, option = (
                self.chance.choice(("/gm secret", "/gm amend")),
                self.chance.choice(("what", "whom", "value")),
            )
            await person.complete(command, option, text if option != "what" else "")
            return
        action = self.chance.choice(("shoot", "brawl", "flee", "move"))
        option = "card" if self.chance.random() < 0.4 else self.chance.choice(OPTIONS)
        given = {} if option == "action" else {"action": action}
        if person is self.dealer:
            given["as"] = self.chance.choice((*self.truth.fight.state.pcs, *self.truth.fight.state.fighters)).name
        await person.complete("/act", option, self.chance.choice(("", text)), **given)

    async def _pries(self) -> None:
        """The Dealer asks for the cards of each player."""
        for pc in self.truth.fight.state.pcs:
            for action in ("shoot", "brawl", "flee"):
                await self.dealer.complete("/act", "card", "", **{"action": action, "as": pc.name})

    async def _types(self, person: Person) -> None:
        act = self.chance.choice(("shoot", "brawl", "take-cover", "sundry", "take-lookout", "flee"))
        blanks = self.chance.sample(("whom", "card", "where", "as"), self.chance.randint(0, 2))
        options: dict[str, object] = {blank: self._word(person) for blank in blanks}
        if act == "sundry":
            options["note"] = "a bug"
        command = self.chance.choice(("/act", "/act", "/me hand", "/fight show", "/gm go-on", "/gm secret"))
        if command == "/act":
            outcome = await person.command(command, action=act, **options)
        elif command == "/gm secret":
            outcome = await person.command(command, what="hidden", value="yes", whom=self._word(person))
        else:
            outcome = await person.command(command)
        self.refused += outcome.text.startswith("✋")
        self.bugs += "Something went wrong" in outcome.text

    def _word(self, person: Person) -> str:
        """A name, a card, somebody else's card, a hidden one's name: whatever people try."""
        state = self.truth.fight.state
        card = self.chance.choice(ALL_CARDS)
        words = (self.chance.choice(state.fighters).name, card, shown(card), self.chance.choice(state.zones).name)
        word = self.chance.choice(words)
        self.typed[person.user.id] = f"{self.typed.get(person.user.id, '')} {word}"
        return word

    # ---- what reaches them

    async def _catch_up(self) -> None:
        """Follow what was ruled, wait until it is shown, and look through everything new."""
        await self.table.settled()
        await self._follow()
        journal = self.table.discord.journal
        for entry in journal[self._read :]:
            if isinstance(entry, Shown):
                readers = [None] if entry.readers is None else sorted(entry.readers)
                for text in entry.texts():
                    for reader in readers:
                        self._scan(text, reader, f"shown: {entry.what}")
            elif isinstance(entry, Requested):
                self._scan(dumps(entry.body), self._recipient(entry), f"{entry.method} {entry.path}")
        self._read = len(journal)

    async def _follow(self) -> None:
        record = await self.store.current(self.table.place())
        if record is None:
            return
        codec = codec_of(TEXARKANA)
        after = codec.fight(record.raw)
        if not hasattr(self, "truth"):
            self.truth = Truth(fight=after)
        seen = max(self.truth.steps, default=0)
        steps = await self.store.steps(record.fight, after=seen, limit=100)
        for step in steps:
            events = codec.events(step.events)
            is_last = step.seq == after.seq
            fight = self.truth.fight
            if not is_last and step.back_to is None:
                fight = fold_step(TEXARKANA, fight, events, seq=step.seq, ply=step.ply, before=step.before)
            self.truth.saw(after if is_last else fight, events)

    def _recipient(self, entry: Requested) -> str | None:
        if entry.person is not None:
            return entry.person
        parts = entry.path.strip("/").split("/")
        channel = self.table.discord.world.channels.get(parts[1]) if parts[0] == "channels" and len(parts) > 1 else None
        if channel is not None and channel.kind == DIRECT and channel.recipient is not None:
            return channel.recipient.id
        return None

    def _scan(self, text: str, reader: str | None, where: str) -> None:
        self.texts += 1
        user = None if reader is None else UserId(int(reader))
        typed = self.typed.get(reader or "", "")
        self.leaks.extend(self.truth.leaks_in(text, user, self.truth.cards_ever(user), where, typed=typed))

    def scan_log(self, records: Sequence[logging.LogRecord]) -> None:
        """Look through the log as it is printed: nothing in it may be secret, whoever typed it."""
        for line in log_lines(records):
            self.texts += 1
            self.leaks.extend(self.truth.leaks_in(line, None, self.truth.ever_public, "the log"))


def log_lines(records: Sequence[logging.LogRecord]) -> Iterator[str]:
    """Each record as `bot.logs` prints it."""
    from bot.logs import _NoTraces  # the formatter is the module's own; what it prints is what is tested

    formatter = _NoTraces(FORMAT)
    for record in records:
        yield formatter.format(record)
