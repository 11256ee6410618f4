"""What can be taken out and brought in again of fights by every system, as the bot plays them."""

import itertools
import random

import pytest

from rules.asking import Wish
from rules.core.combatant import Side
from rules.core.ids import UserId
from rules.core.refusal import Illegal
from rules.core.ruleset import Setup
from rules.exporting import as_json, written
from rules.referee import Referee
from rules.registry import RULESETS
from rules.store.memory import MemoryStore
from rules.tables import AnyRuleset
from rules.verifying import Verified
from tests.referee.room import ANA, GM, HANK, NOON, SALOON, STREET, seeded_bytes

ZOE = UserId(9)
STEPS = 60


class Evening:
    """Two players and a GM who do whatever comes up."""

    def __init__(self, ruleset: AnyRuleset, seed: int) -> None:
        ticks, self.sources = itertools.count(), itertools.count()
        self.ruleset = ruleset
        self.store = MemoryStore()
        self.chance = random.Random(seed)
        self.referee = Referee(
            self.store,
            RULESETS,
            clock=lambda: NOON + next(ticks),
            random_bytes=seeded_bytes(f"{seed}".encode()),
        )

    @property
    def source(self) -> str:
        return f"test:{next(self.sources)}"

    async def played(self) -> "Evening":
        setup = Setup(scene=self.ruleset.scenes[0].key)
        await self.referee.begin(SALOON, GM, self.ruleset.id, title="Dusk", setup=setup, source=self.source)
        for user in (ANA, HANK):
            await self.referee.join(SALOON, user, name="", source=self.source)
        await self.describes()
        await self.referee.act(SALOON, GM, Wish(kind="start", fields={}), source=self.source)
        for number in range(STEPS):
            try:
                if number % 10 == 9:
                    ruling = await self.referee.undo(SALOON, GM, source=self.source)
                    await self.referee.told(ruling, GM)
                elif number % 2 or not await self.does_something():
                    ruling = await self.referee.go_on(SALOON, GM, source=self.source)
                    await self.referee.told(ruling, GM)
            except Illegal:
                continue
        return self

    async def describes(self) -> None:
        """An NPC of the GM's own, in several lines where that is how they are described."""
        if self.ruleset.own_npcs is None:
            return
        text = self.ruleset.own_npcs.example
        assert "\n" in text
        await self.referee.describe(
            SALOON, GM, blanks={}, text=text, side=Side.ENEMY, at="", hidden=True, source=self.source
        )

    async def does_something(self) -> bool:
        for user in (ANA, HANK):
            showing = await self.referee.show(SALOON, user)
            for actor in showing.viewer.combatants:
                options = [each for each in await self.referee.options(SALOON, user, actor) if each.why_not is None]
                if options:
                    option = self.chance.choice(options)
                    fields: dict[str, object] = {"actor": actor}
                    for slot in option.slots:
                        if slot.choices:
                            fields[slot.name] = self.chance.choice(slot.choices).key
                        elif slot.is_free:
                            fields[slot.name] = "shout"
                    wish = Wish(kind=option.kind, fields=fields)
                    await self.referee.told(await self.referee.act(SALOON, user, wish, source=self.source), user)
                    return True
        return False


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda each: each.id)
async def test_a_fight_by_every_system_goes_on_elsewhere_as_it_stood(ruleset: AnyRuleset, seed: int) -> None:
    evening = await Evening(ruleset, seed).played()
    referee = evening.referee
    before = await referee.show(SALOON, ANA)
    fight, steps = before.id, before.seq
    assert steps > 20
    if not before.is_closed:
        await referee.end(SALOON, GM, source=evening.source)
    raw = await referee.open_record(fight, GM, source=evening.source)
    await referee.bring(STREET, ZOE, raw, source=evening.source)
    await referee.take_seat(STREET, ANA, source=evening.source)
    after = await referee.show(STREET, ANA)
    assert after.view.hands == before.view.hands
    assert after.view.combatants == before.view.combatants
    assert after.view.notes == before.view.notes
    assert await referee.verify(STREET) == Verified(after.seq)
    for user in (GM, ANA, HANK, ZOE):
        log = await referee.log(STREET, user)
        assert len(written(log)) > 500
        assert raw[60:124].decode() not in as_json(log).decode(), "the key of the record"
    await referee.forget(ANA, source=evening.source)
    assert (await referee.verify(STREET)).compared == after.seq + 1
    assert (await referee.verify(fight)).compared == steps + 2
