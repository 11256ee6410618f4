"""Plays small fights with the program of an older release and keeps the database it wrote: see README.md beside this.

Run in a checkout of that release; what it did not have yet is left out. The same release writes the same fights.
"""

import asyncio
import hashlib
import hmac
import itertools
import lzma
import random
import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import Any

from rules.asking import Wish
from rules.core.combatant import Side
from rules.core.command import Amend, Answer
from rules.core.ids import FightId, Place, UserId
from rules.core.refusal import Illegal
from rules.core.ruleset import Setup
from rules.drawing import DRAW
from rules.referee import Referee
from rules.registry import RULESETS
from rules.store.protocol import Surface
from rules.store.sql import SqlStore

GUILD, GM, ANA, BO = 1, UserId(100), UserId(1), UserId(2)
STEPS = 26  # of a fight that goes on
SCENES = {"texarkana": "ambush", "conflicts": "firefight", "twtw": "saloon"}
VALUES = {"texarkana": {"grit": "4"}}


class Maker:
    """A GM and two players who do, by chance, what they may."""

    def __init__(self, store: SqlStore) -> None:
        bytes_made, ticks, self.sources = itertools.count(), itertools.count(), itertools.count(1)
        self.store: Any = store  # Any: of whatever release
        self.chance = random.Random(1)
        self.referee: Any = Referee(
            store,
            RULESETS,
            clock=lambda: 1_700_000_000.0 + next(ticks),
            random_bytes=lambda size: hmac.digest(b"made", str(next(bytes_made)).encode(), hashlib.sha512)[:size],
        )

    def source(self) -> str:
        return f"made:{next(self.sources)}"

    async def told(self, ruling: Any, user: UserId) -> None:
        await self.referee.told(ruling, user)

    async def lobby(self, channel: int, ruleset: Any, title: str, sheet: Any = None, **house: str) -> FightId:
        """A lobby with two players and an NPC more than the scene has."""
        scenes = [each.key for each in ruleset.scenes]
        scene = SCENES[ruleset.id] if SCENES[ruleset.id] in scenes else scenes[0]
        place = Place(guild=GUILD, channel=channel)
        setup = Setup(scene=scene, house=house)
        begun = await self.referee.begin(place, GM, ruleset.id, title=title, setup=setup, source=self.source())
        await self.told(begun, GM)
        where: FightId = begun.fight
        ready = [each.key for each in ruleset.templates if each.is_ready_character]
        npcs = [each.key for each in ruleset.templates if not each.is_ready_character]
        if sheet is None:
            await self.told(await self.join(where, ANA, "Ana", ready[0]), ANA)
        else:
            ruling = await self.referee.join(where, ANA, name="", sheet=sheet, source=self.source())
            await self.told(ruling, ANA)
        await self.told(await self.join(where, BO, "Bo", ready[-1]), BO)
        added = await self.referee.add(
            where, GM, name="Dusty", template=npcs[0], side=Side.ENEMY, at="", hidden=True, source=self.source()
        )
        await self.told(added, GM)
        return where

    async def join(self, where: FightId, user: UserId, name: str, template: str) -> Any:
        return await self.referee.join(where, user, name=name, template=template, source=self.source())

    async def start(self, where: FightId) -> None:
        await self.told(await self.referee.act(where, GM, Wish(kind="start", fields={}), source=self.source()), GM)

    async def play(self, where: FightId, steps: int) -> None:
        """So many steps by chance, as far as the fight goes; it ends with a decision open where it goes on."""
        until = (await self.referee.show(where, GM)).seq + steps
        for _ in range(steps * 8):
            showing = await self.referee.show(where, GM)
            if showing.view.phase.value == "over" or (showing.seq >= until and showing.view.asked):
                return
            try:
                await self.something(where, showing)
            except Illegal:
                continue

    async def play_until_a_draw_is_owed(self, where: FightId) -> None:
        """Where draws are typed in: until one is waited for."""
        for _ in range(STEPS):
            if any(each.id.startswith(DRAW) for each in (await self.referee.show(where, GM)).view.asked):
                return
            await self.play(where, 1)

    async def something(self, where: FightId, showing: Any) -> None:
        if showing.view.asked and self.chance.random() < 0.7:
            asked = self.chance.choice(showing.view.asked)
            user = showing.players.get(asked.whom, GM)
            mine = next(each for each in (await self.referee.show(where, user)).view.asked if each.id == asked.id)
            if mine.choices:
                choice = self.chance.choice(mine.choices)
                slots = getattr(choice, "blanks", ())
                blanks = {slot.name: slot.choices[0].key if slot.choices else "quickly" for slot in slots}
                answer = Answer(prompt=asked.id, key=choice.key, **({"blanks": blanks} if blanks else {}))
                await self.told(await self.referee.act(where, user, answer, source=self.source()), user)
                return
        who = self.chance.choice(showing.view.combatants).id
        user = showing.players.get(who, GM)
        options = [each for each in await self.referee.options(where, user, who) if each.why_not is None]
        if not options:
            await self.told(await self.referee.go_on(where, GM, source=self.source()), GM)
            return
        option = self.chance.choice(options)
        fields: dict[str, object] = {"actor": option.actor}
        for slot in option.slots:
            if slot.choices:
                fields[slot.name] = self.chance.choice(slot.choices).key
            elif slot.is_free:
                fields[slot.name] = "quickly"
        wish = Wish(kind=option.kind, fields=fields)
        ruling = await self.referee.act(where, user, wish, source=self.source(), expect=option.moment)
        await self.told(ruling, user)

    async def undo(self, where: FightId) -> None:
        await self.told(await self.referee.undo(where, GM, source=self.source()), GM)

    async def set_something(self, where: FightId) -> None:
        """The GM sets what he may, once."""
        for each in await self.referee.amendables(where, GM):
            if each.group != "amend" or not each.values:
                continue
            whom = each.whom[0].key if each.whom else None
            try:
                amend = Amend(what=each.key, value=each.values[-1].key, whom=whom)
                await self.told(await self.referee.act(where, GM, amend, source=self.source()), GM)
            except Illegal:
                continue
            return

    async def correct(self, where: FightId) -> None:
        """The last ruling is judged again with something changed, if it can be."""
        if not hasattr(self.referee, "correct"):
            return
        for each in await self.referee.amendables(where, GM):
            for value in each.values[-1:]:
                amend = Amend(what=each.key, value=value.key, whom=each.whom[0].key if each.whom else None)
                try:
                    await self.told(await self.referee.correct(where, GM, amend, source=self.source()), GM)
                except Illegal:
                    continue
                return

    async def sheet(self, ruleset: Any) -> Any:  # the id, if any
        """A character of Ana's own and an open session of the GM's, where there were such."""
        sheets = getattr(self.referee, "sheets", None)
        if sheets is None or getattr(ruleset, "sheets", None) is None:
            return None
        await sheets.begin_session(GUILD, GM, ruleset.id, source=self.source())
        done = await sheets.create(
            GUILD, ANA, ruleset.id, name="Cora Lee", values=VALUES[ruleset.id], source=self.source()
        )
        await sheets.create(GUILD, BO, ruleset.id, name="Bo's spare", values={}, source=self.source())
        return done.about

    async def keep(self, where: FightId) -> None:
        """House rules and the scene are kept for later fights, where that could be done."""
        if hasattr(self.referee, "save_house"):
            await self.referee.save_house(where, GM)
        scenes = getattr(self.referee, "scenes", None)
        if scenes is not None:
            try:
                await scenes.save(where, GM, "The mill")
            except Illegal as refused:
                if refused.refusal.code != "NO_OWN_SCENES":
                    raise


async def play_all(store: SqlStore) -> None:
    """Of every system: one fight that goes on, one with draws typed in, one that is put away, one lobby."""
    maker = Maker(store)
    channels = itertools.count(10)
    for ruleset in RULESETS:
        running = await maker.lobby(next(channels), ruleset, f"{ruleset.id} goes on", await maker.sheet(ruleset))
        await maker.keep(running)
        await maker.start(running)
        await maker.play(running, STEPS // 2)
        await maker.undo(running)
        await maker.play(running, 2)
        await maker.correct(running)
        await maker.set_something(running)
        await maker.play(running, STEPS // 2)
        await store.put_surface(Surface(fight=running, kind="board", user=None, channel=10, message=1234))
        typed = await maker.lobby(next(channels), ruleset, f"{ruleset.id} with typed draws", draws="typed")
        await maker.start(typed)
        await maker.play(typed, 6)
        await maker.play_until_a_draw_is_owed(typed)
        ended = await maker.lobby(next(channels), ruleset, f"{ruleset.id} put away")
        await maker.start(ended)
        await maker.play(ended, 4)
        await maker.told(await maker.referee.end(ended, GM, source=maker.source()), GM)
        await maker.lobby(next(channels), ruleset, f"{ruleset.id} to be")
        for message in await store.unsent(limit=100_000):
            record = await store.load(message.fight)
            assert record is not None
            if message.seq < record.seq:  # the last ruling of each is still to be told
                await store.sent(message.fight, message.seq)


async def written(file: Path) -> None:
    store = SqlStore(f"sqlite:///{file}")
    await store.open()
    await play_all(store)
    await store.close()


def main(to: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "fights.sqlite3")
        asyncio.run(written(file))
        whole = Path(folder, "whole.sqlite3")
        with sqlite3.connect(file) as database:
            database.execute("VACUUM INTO ?", (str(whole),))
        database.close()
        to.write_bytes(lzma.compress(whole.read_bytes(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
