"""The fights in memory: one lock and one decoded fight each, bounded, read from the store when absent.

The store is right and this is a copy: after any doubt `forget` it and read again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from rules.core.audience import Viewer
from rules.core.codec import Codec, codec_of, squeeze
from rules.core.command import Answer
from rules.core.event import Event, OrdersFollowed, is_of_the_table
from rules.core.fight import Fight, fold, settled
from rules.core.ids import FightId, Place, PromptId, UserId
from rules.core.refusal import Illegal
from rules.core.ruleset import Ruleset
from rules.core.values import replace
from rules.core.view import FightView
from rules.store.protocol import Record, Store

AnyFight = Fight[Any]  # Any: each system has its own state
AnyRuleset = Ruleset[Any]

KEYFRAME_EVERY = 50  # steps: the most that has to be folded to see any earlier state


class Noted(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An answer that a user gave and that counts only later; `sources`: the last requests met by noting it.

    `returns`: he was away when he gave it, and nobody has said so of him since; when it counts he is back.
    """

    answer: Answer
    user: UserId
    sources: tuple[str, ...] = ()
    returns: bool = False


class Pending(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Of the decisions owed in a fight: since when each is (seconds since the epoch), and in which act what is open.

    `acts` has the matters (or acts, where prompts name them) with the step that began the act they are told in.
    `asked_back`: the step that somebody has asked to be taken back, while it is the last; `asked_back_at` when.

    For the clock (`rules.pacing`): what it has `done` about each; by how many seconds its time is longer (`added`);
    since when it is not asked, as another is taken first (`left`); since when it is the last of several (`alone`);
    since when somebody else decides it than when it was asked (`given`).
    `noted` has answers that count only later (`rules.evenly`): nobody but who gave them may learn of them.
    `idle` are those of which nothing would come as things stand, if what happens else did: they wait for another.
    `away` is the end of the last outage that was counted, `at` when the last step was made, `notes` how often the clock
    wrote something since. `own`: how many steps the bot has made by itself since somebody last did something.
    """

    since: Mapping[PromptId, int] = {}
    acts: Mapping[str, int] = {}
    done: Mapping[PromptId, tuple[str, ...]] = {}
    added: Mapping[PromptId, int] = {}
    left: Mapping[PromptId, int] = {}
    alone: Mapping[PromptId, int] = {}
    given: Mapping[PromptId, int] = {}
    noted: Mapping[PromptId, Noted] = {}
    idle: tuple[PromptId, ...] = ()
    away: int = 0
    at: int = 0
    notes: int = 0
    own: int = 0
    asked_back: int = 0
    asked_back_at: int = 0


NOTHING_PENDING = Pending()


@dataclass(slots=True, weakref_slot=True, eq=False)
class Table:
    """One fight in memory. What it holds as stored is replaced only by whoever holds the lock.

    The rest (`said`, `free`, `untold`, `unreached`, `seen`) is remembered by whoever worked it out of that.
    """

    id: FightId
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    fight: AnyFight | None = None
    last: tuple[Event, ...] = ()  # what the last step brought; empty: read it in the store
    said: str | None = None  # what the last step said to all that said anything; None: read it in the store
    pending: Pending = NOTHING_PENDING
    due: float | None = None  # when the clock has something to do, as it is stored
    key: bytes = b""
    free: tuple[int, UserId | None] | None = None  # after which step who may take it back by himself; None: not known
    # Rulings that may not have reached their asker: his last command and the step it made; None: looked, nothing.
    untold: dict[UserId, tuple[bytes, int] | None] = field(default_factory=dict)
    unreached: frozenset[UserId] | None = None  # whom no private message reaches; None: read it in the store
    seen: dict[Viewer, FightView] = field(default_factory=dict)  # `fight` as those who have a part in it see it

    def hold(
        self,
        fight: AnyFight,
        pending: Pending,
        due: float | None,
        last: tuple[Event, ...] = (),
        said: str | None = None,
    ) -> None:
        """From now on the fight stands so, after these events; what was seen of it before is out of date."""
        self.fight, self.pending, self.due, self.last, self.said, self.seen = fight, pending, due, last, said, {}

    def let_go(self) -> None:
        """Drop the fight: the next reader asks the store."""
        self.fight, self.pending, self.due, self.last, self.said = None, NOTHING_PENDING, None, (), None
        self.untold, self.seen, self.free, self.unreached = {}, {}, None, None


class Tables:
    """The bounded cache of fights, by id and by place."""

    def __init__(self, store: Store, rulesets: Mapping[str, AnyRuleset], limit: int = 512) -> None:
        """`limit`: how many fights stay decoded; those in use are never dropped."""
        self._store = store
        self._rulesets = rulesets
        self._limit = limit
        self._tables: OrderedDict[FightId, Table] = OrderedDict()  # the last ones used
        self._alive: WeakValueDictionary[FightId, Table] = WeakValueDictionary()  # those, and whatever is in use
        self._at: dict[Place, FightId] = {}

    def ruleset(self, fight: AnyFight) -> AnyRuleset:
        """The system this fight is played by."""
        return self._rulesets[fight.ruleset]

    def codec(self, fight: AnyFight) -> Codec[Any]:
        """The codec of that system."""
        return codec_of(self.ruleset(fight))

    def view(self, fight: AnyFight, viewer: Viewer) -> FightView:
        """The fight as its system shows it to this viewer; of the present one each view is made once."""
        table = self._alive.get(fight.id)
        has_part = viewer.user is None or viewer.gm or viewer.combatants  # of others there may be any number
        if table is None or table.fight is not fight or not has_part:
            return self.ruleset(fight).view(fight.state, viewer)
        if viewer not in table.seen:
            table.seen[viewer] = self.ruleset(fight).view(fight.state, viewer)
        return table.seen[viewer]

    async def find(self, where: Place | FightId) -> Table:
        """The table of a channel's current fight, or of a fight by id. Raises: Illegal(NO_FIGHT, UNKNOWN_FIGHT)."""
        if isinstance(where, Place):
            known = self._at.get(where)
            if known is None:
                record = await self._store.current(where)
                if record is None:
                    raise Illegal("NO_FIGHT")
                known = record.fight
                self._at[where] = known
            where = known
        table = self._alive.get(where) or Table(id=where)
        self._keep(table)
        return table

    async def read(self, table: Table) -> AnyFight:
        """The fight as last stored: from memory, else from the store.

        Raises: Illegal(UNKNOWN_FIGHT, NEWER_PROGRAM, BROKEN_RECORD).
        """
        fight = table.fight
        if fight is None:
            record = await self._store.load(table.id)
            if record is None:
                self._tables.pop(table.id, None)
                raise Illegal("UNKNOWN_FIGHT")
            fight = self.decode(record)
            pending = _pending(record)
            if pending is None:
                pending = await self._began_anew(fight)
            if table.fight is None or table.fight.seq <= fight.seq:
                table.hold(fight, pending, record.due)
                table.key, table.untold = record.key, {}
        return fight

    async def _began_anew(self, fight: AnyFight) -> Pending:
        """Instead of what cannot be read of what is pending: all that is owed was asked by the last step."""
        last = await self._store.latest(fight.id, before=None, limit=1)
        at = int(last[0].at) if last else 0
        return Pending(since={each.id: at for each in self.ruleset(fight).prompts(fight.state)})

    def decode(self, record: Record) -> AnyFight:
        """A stored record as a fight of the present schema; one that was set aside counts as put away.

        Raises: Illegal(NEWER_PROGRAM, BROKEN_RECORD).
        """
        ruleset = self._rulesets.get(record.ruleset)
        if ruleset is None:  # no system is ever taken out
            raise Illegal("NEWER_PROGRAM")
        fight = codec_of(ruleset).fight(record.raw, record.schema)
        return fight if record.is_current or fight.is_closed else msgspec.structs.replace(fight, is_closed=True)

    def replace(
        self,
        table: Table,
        fight: AnyFight,
        pending: Pending,
        due: float | None,
        last: tuple[Event, ...],
        said: str,
    ) -> None:
        """Keep what has just been stored, with the events of its last step and what it said to all."""
        table.hold(fight, pending, due, last, said or table.said)
        if fight.is_closed:
            self._at.pop(fight.place, None)

    def seat(self, fight: AnyFight, key: bytes, pending: Pending, due: float | None) -> Table:
        """A new fight's table, once it is stored."""
        table = self._alive.get(fight.id) or Table(id=fight.id)  # somebody may have found it in the store already
        if table.fight is None:
            table.hold(fight, pending, due)
            table.key = key
        self._at[fight.place] = fight.id
        self._keep(table)
        return table

    def forget(self, table: Table) -> None:
        """Drop what is in memory: the next reader asks the store."""
        table.let_go()
        for place, fight in list(self._at.items()):
            if fight == table.id:
                del self._at[place]

    def _keep(self, table: Table) -> None:
        """Remember it as the last one used and drop what was used longest ago.

        A dropped table that somebody still uses stays alive and is found again: one fight never has two locks.
        """
        if self._tables.get(table.id) is table:
            self._tables.move_to_end(table.id)
            return
        self._alive[table.id] = self._tables[table.id] = table
        while len(self._tables) > self._limit:
            _, dropped = self._tables.popitem(last=False)
            if dropped.fight is not None and self._at.get(dropped.fight.place) == dropped.id:
                del self._at[dropped.fight.place]

    async def at(self, fight: AnyFight, seq: int) -> AnyFight:
        """The same fight as it was after step `seq`: the nearest keyframe before it, and at most 49 steps folded."""
        return (await self.over(fight, seq, seq))[seq]

    async def over(self, fight: AnyFight, first: int, last: int) -> Mapping[int, AnyFight]:
        """The fight as it was after each step from `first` to `last`, those taken back too, in the present schema."""
        codec, ruleset = self.codec(fight), self.ruleset(fight)
        start = await self._store.keyframe(fight.id, first)
        assert start is not None, "the first step of every fight has a keyframe"
        assert start.keyframe is not None, "the store answers with a step that has one"
        past = codec.keyframe(start.keyframe, start.schema)
        found = {start.seq: past}
        for step in await self._store.steps(fight.id, after=start.seq, limit=last - start.seq):
            if step.keyframe is not None:  # an undo always has one: its state does not follow from the step before
                past = codec.keyframe(step.keyframe, step.schema)
            else:
                events = codec.events(step.events, step.schema)
                past = fold_step(ruleset, past, events, seq=step.seq, ply=step.ply, before=step.before)
            found[step.seq] = past
        return {seq: each for seq, each in found.items() if seq >= first}


def users(fight: AnyFight) -> tuple[UserId, ...]:
    """Everybody who has a part in the fight."""
    return tuple(sorted(fight.people))


def _pending(record: Record) -> Pending | None:
    """What is pending; None: it cannot be read."""
    try:
        return msgspec.json.decode(record.pending, type=Pending) if record.pending else NOTHING_PENDING
    except (ValueError, RecursionError):
        return None


def fold_step(
    ruleset: AnyRuleset, fight: AnyFight, events: tuple[Any, ...], *, seq: int, ply: int, before: int
) -> AnyFight:
    """The fight after a whole step."""
    for event in events:
        fight = fold(ruleset, fight, event)
    if not is_of_the_table(events):
        fight = replace(fight, is_ordered=any(isinstance(event, OrdersFollowed) for event in events))
    return settled(ruleset, fight).numbered(seq=seq, ply=ply, before=before)


def next_step(ruleset: AnyRuleset, fight: AnyFight, events: tuple[Any, ...]) -> AnyFight:
    """The fight after the step with these events. One of the table alone is no part of what an undo goes back over."""
    if is_of_the_table(events):
        return fold_step(ruleset, fight, events, seq=fight.seq + 1, ply=fight.ply, before=fight.before)
    return fold_step(ruleset, fight, events, seq=fight.seq + 1, ply=fight.ply + 1, before=fight.seq)


def keyframe_of(seq: int, raw: bytes, *, is_undo: bool) -> bytes | None:
    """The compressed state to keep with this step: for the first, every 50th, and every undo."""
    return squeeze(raw) if is_undo or seq % KEYFRAME_EVERY == 1 else None
