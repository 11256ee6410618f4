"""Random people around a Referee: players, the Dealer and a stranger, who also try what they may not.

Every text that leaves the Referee is looked through as it leaves; what it should not have said is kept in `leaks`.
"""

import functools
import hashlib
import hmac
import itertools
import random
from collections.abc import Awaitable, Callable
from typing import Any

from rules.asking import Wish
from rules.core.codec import Codec, encode
from rules.core.combatant import Side
from rules.core.command import Amend, Answer, Command
from rules.core.ids import CombatantId, FightId, Place, PromptId, UserId
from rules.core.option import Option
from rules.core.refusal import Illegal
from rules.core.ruleset import Setup
from rules.core.view import Phase
from rules.exporting import as_json, written
from rules.referee import Referee, Showing
from rules.store.memory import MemoryStore
from rules.store.protocol import Message
from rules.systems.texarkana.cards import ALL_CARDS
from rules.systems.texarkana.engine import Texarkana
from rules.systems.texarkana.state import TexState
from rules.telling import Ruling
from tests.properties.secrecy import Leak, Truth

DEALER, STRANGER = UserId(100), UserId(900)
PLAYERS = (UserId(1), UserId(2), UserId(3))
SALOON = Place(guild=1, channel=1)
UNSEEN = ("Quillbane", "Vexmoor", "Ashgrove", "Nyxfeld", "Dreadlow", "Murkwater")  # found in no other text
NPCS = ("bandit", "gunslinger", "sheriff", "wild-dog", "saloon-tough")


class Evening:
    """One fight at one table. `play` plays it; `leaks` holds what was told to the wrong person."""

    def __init__(self, seed: int, ruleset: Texarkana) -> None:
        self.chance = random.Random(seed)
        self.ruleset = ruleset
        self.codec: Codec[TexState] = Codec(ruleset)
        self.store = MemoryStore()
        self.leaks: list[Leak] = []
        self.outbox: list[Message] = []
        self.steps = self.refusals = self.texts = 0
        self._sources = itertools.count()
        self._unseen = iter(UNSEEN)
        more = itertools.count()
        self.referee = Referee(
            self.store,
            (ruleset,),
            clock=lambda: 1_700_000_000.0,
            random_bytes=lambda n: hmac.digest(str(seed).encode(), str(next(more)).encode(), hashlib.sha512)[:n],
            on_stored=self.outbox.extend,
        )
        self.truth: Truth

    @property
    def people(self) -> tuple[UserId | None, ...]:
        """Everybody who can look, and nobody in particular."""
        return (DEALER, *PLAYERS, STRANGER, None)

    async def play(self, steps: int) -> None:
        """A fight from the lobby on, at most so many steps."""
        # One who plays alone is told, of his beginning, what only he may know; here nobody is Dealer and player.
        scene = self.chance.choice([each.key for each in self.ruleset.scenes if each.key != "first-steps"])
        setup = Setup(scene=scene)
        await self._ask(
            DEALER,
            lambda source: self.referee.begin(SALOON, DEALER, "texarkana", title="Dusk", setup=setup, source=source),
        )
        for user in self.chance.sample(PLAYERS, self.chance.randint(1, len(PLAYERS))):
            await self._ask(user, functools.partial(self._join, user))
        await self._add(hidden=False)
        for _ in range(self.chance.randint(0, 2)):
            await self._add(hidden=True)
        await self._act(DEALER, Wish(kind="start", fields={}))
        for _ in range(steps):
            if self.truth.fight.state.phase is Phase.OVER:
                break
            before = self.truth.fight.seq
            await self._somebody_acts()
            if self.truth.fight.seq != before:
                await self._look()
        await self._look_back()

    async def _join(self, user: UserId, source: str) -> Ruling:
        return await self.referee.join(SALOON, user, name="", template="", source=source)

    async def _somebody_acts(self) -> None:
        roll = self.chance.random()
        if roll < 0.12:
            await self._does_wrong()
        elif roll < 0.18:
            await self._gm_sets()
        elif roll < 0.20:
            await self._look_at_undo()
            await self._ask(DEALER, lambda source: self.referee.undo(SALOON, DEALER, source=source))
        elif roll < 0.32:
            await self._ask(DEALER, lambda source: self.referee.go_on(SALOON, DEALER, source=source))
        else:
            await self._does_right()

    # ---- acting

    async def _does_right(self) -> None:
        """Somebody answers a decision he owes, or does what he is offered."""
        fight = self.truth.fight
        owing = [fight.holder(prompt.whom) or DEALER for prompt in self.ruleset.prompts(fight.state)]
        user = self.chance.choice(owing or [DEALER])
        showing = await self.referee.show(SALOON, user)
        owed = [each for each in showing.view.asked if each.is_mine and each.choices]
        if owed and self.chance.random() < 0.6:
            asked = self.chance.choice(owed)
            await self._act(user, Answer(prompt=asked.id, key=self.chance.choice(asked.choices).key))
            return
        options = [each for each in await self._options(showing, user) if each.why_not is None]
        if options:
            await self._act(user, self._filled(self.chance.choice(options)))

    async def _options(self, showing: Showing, user: UserId) -> list[Option]:
        fight = self.truth.fight
        npcs = {each.id for each in fight.state.fighters if not each.is_pc} if showing.viewer.gm else set()
        actors = sorted(fight.viewer(user).combatants | npcs)
        return [each for actor in actors for each in await self.referee.options(SALOON, user, actor)]

    def _filled(self, option: Option) -> Wish:
        fields: dict[str, object] = {"actor": option.actor}
        for slot in option.slots:
            if slot.choices and not (slot.is_optional and self.chance.random() < 0.5):
                fields[slot.name] = self.chance.choice(slot.choices).key
            elif slot.is_free:
                fields[slot.name] = "shout"
        return Wish(kind=option.kind, fields=fields)

    async def _gm_sets(self) -> None:
        if self.chance.random() < 0.4:
            await self._add(hidden=self.chance.random() < 0.7)
            return
        each = self.chance.choice(await self.referee.amendables(SALOON, DEALER))
        value = self.chance.choice(each.values).key if each.values else str(self.chance.randint(1, 5))
        whom = CombatantId(self.chance.choice(each.whom).key) if each.whom else None
        await self._act(DEALER, Amend(what=each.key, value=value, whom=whom))

    async def _add(self, *, hidden: bool) -> None:
        name = next(self._unseen, "") if hidden else ""
        if hidden and not name:
            return
        template, side = (
            self.chance.choice(NPCS),
            self.chance.choice((Side.ENEMY, Side.ENEMY, Side.BYSTANDER, Side.POSSE)),
        )
        await self._ask(
            DEALER,
            lambda source: self.referee.add(
                SALOON,
                DEALER,
                name=name,
                template=template,
                side=side if hidden else Side.ENEMY,
                at="",
                hidden=hidden,
                source=source,
            ),
        )

    async def _does_wrong(self) -> None:
        """Somebody tries what he may not: others' cards, others' decisions, people he cannot know of."""
        user = self.chance.choice((DEALER, *PLAYERS, STRANGER))
        state = self.truth.fight.state
        actor = self.chance.choice(state.fighters).id
        whom = self.chance.choice(state.fighters).id
        card = self.chance.choice(ALL_CARDS)
        prompt = self.chance.choice([each.id for each in self.ruleset.prompts(state)] or [PromptId("t1.card")])
        tries: list[Command | Wish] = [
            Answer(prompt=prompt, key=self.chance.choice((card, "trump", "pass", "take"))),
            Wish(kind="shoot", fields={"actor": actor, "whom": whom, "card": card}),
            Wish(kind="brawl", fields={"actor": actor, "whom": whom, "how": "disarm"}),
            Wish(kind="move", fields={"actor": actor, "where": self.chance.choice(state.zones).id}),
            Wish(kind="flee", fields={"actor": actor, "where": self.chance.choice(state.zones).name}),
            Wish(kind="take-cover", fields={"actor": actor}),
            Wish(kind="refuse-injury", fields={"actor": actor}),
            Wish(kind="take-lookout", fields={"actor": actor}),
            Wish(kind="nonsense", fields={"actor": actor}),
            Wish(kind="amend", fields={"what": "grit", "value": "0", "whom": whom}),
        ]
        await self._act(user, self.chance.choice(tries))

    async def _act(self, user: UserId, asked: Command | Wish) -> None:
        typed = encode(asked).decode()
        await self._ask(user, lambda source: self.referee.act(SALOON, user, asked, source=source), typed)

    async def _ask(self, user: UserId, ask: Callable[[str], Awaitable[Ruling]], typed: str = "") -> None:
        """Ask, follow the truth, and look through everything that this told."""
        self.outbox.clear()
        try:
            ruling = await ask(f"evening:{next(self._sources)}")
        except Illegal as illegal:
            self.refusals += 1
            text = await self.referee.refusal_words(illegal.refusal, SALOON, user)
            self._scan(text, user, self.truth.cards_now(user), "a refusal", typed=typed)
            self._scan(encode(illegal.refusal).decode(), user, self.truth.cards_now(user), "a refusal", typed=typed)
            return
        await self.referee.told(ruling, user)
        await self._follow(ruling.fight)
        self.steps += 1
        self._scan("\n".join(ruling.lines), user, self.truth.cards_of_step(ruling.seq, user), "a ruling")
        for message in self.outbox:
            reader = message.user if message.kind == "dm" else None
            self._scan(message.text, reader, self.truth.cards_of_step(message.seq, reader), f"a {message.kind}")

    async def _follow(self, fight: FightId) -> None:
        record = await self.store.load(fight)
        assert record is not None
        after = self.codec.fight(record.raw)
        if not hasattr(self, "truth"):
            self.truth = Truth(fight=after)
        for step in await self.store.steps(fight, after=after.seq - 1, limit=1):
            self.truth.saw(after, self.codec.events(step.events))

    # ---- looking

    async def _look(self) -> None:
        """Everybody looks at everything he can look at."""
        for user in self.people:
            now = self.truth.cards_now(user)
            showing = await self.referee.show(SALOON, user)
            self._scan(_json(showing.view), user, now, "a view")
            if user is None:
                continue
            actors = self.truth.fight.state.fighters if user == DEALER else self.truth.fight.state.pcs
            for fighter in actors:
                try:
                    options = await self.referee.options(SALOON, user, fighter.id)
                except Illegal as illegal:
                    text = await self.referee.refusal_words(illegal.refusal, SALOON, user)
                    self._scan(text, user, now, "a refusal")
                    continue
                self._scan(_json(options), user, now, "options")
            amendables = await self.referee.amendables(SALOON, user)
            self._scan(_json(amendables), user, now, "amendables")

    async def _look_at_undo(self) -> None:
        """Everybody asks what taking back would bring."""
        for user in (DEALER, *PLAYERS, STRANGER):
            known = self.truth.cards_ever(user)
            try:
                self._scan(_json(await self.referee.would_undo(SALOON, user)), user, known, "a look at an undo")
            except Illegal as illegal:
                text = await self.referee.refusal_words(illegal.refusal, SALOON, user)
                self._scan(text, user, known, "a refusal")

    async def _look_back(self) -> None:
        for user in self.people:
            for past in await self.referee.history(SALOON, user, limit=100):
                self._scan("\n".join(past.lines), user, self.truth.cards_of_step(past.seq, user), "history")
            if user is not None:
                await self._take_files(user)

    async def _take_files(self, user: UserId) -> None:
        """What he can take with him: the log as he may know it, and what is stored of him."""
        log = await self.referee.log(SALOON, user)
        ever = self.truth.cards_ever(user) | self.truth.cards_now(user)
        for file in (written(log), as_json(log), await self.referee.own_data(user)):
            self._scan(file.decode(), user, ever, "a file")

    def _scan(self, text: str, reader: UserId | None, allowed: set[str], where: str, *, typed: str = "") -> None:
        self.texts += 1
        self.leaks.extend(self.truth.leaks_in(text, reader, allowed, where, typed=typed))


def _json(value: Any) -> str:  # Any: views, options and the like
    return encode(value).decode()
