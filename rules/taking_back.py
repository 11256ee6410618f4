"""What the next undo takes back, found in the log: the step that stands last, and what became known since before it."""

import msgspec

from rules import alone
from rules.core.audience import Seen
from rules.core.dice import Draw
from rules.core.event import Event, Remembered, is_of_the_table, undone_in
from rules.core.ids import UserId
from rules.core.refusal import Illegal
from rules.core.table_commands import is_table_command
from rules.correcting import is_correction
from rules.store.protocol import Step, Store
from rules.tables import AnyFight, Table, Tables
from rules.undo_classes import UndoClass, WhyNot, gone_back, learned, learned_by_undo, redeal, why_not_free

AT_ONCE = 5  # steps read together: mostly the last one is the one


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """What the next undo takes back: by whom and what it was, the fight `past` it, and what became known since.

    `why_not` says why its maker cannot take it back by himself; None: he can. `events` and `draws` are those of what is
    dealt anew; `is_by_hand`: that only the table can.
    """

    step: Step
    done: tuple[Event, ...]
    past: AnyFight
    seen: tuple[Seen, ...]
    why_not: WhyNot | None
    events: tuple[Event, ...]
    draws: tuple[Draw, ...]
    is_by_hand: bool

    @property
    def written(self) -> tuple[Event, ...]:
        """The events of the undo, but for who made it: what it remembers, and what it deals anew."""
        return (*((Remembered(seen=self.seen),) if self.seen else ()), *self.events)

    @property
    def kind(self) -> UndoClass:
        """Its class."""
        if self.events or self.is_by_hand:
            return UndoClass.REDEAL
        return UndoClass.FREE if self.why_not is None else UndoClass.GM


class TakingBack:
    """Reads the log; writes nothing. Whoever uses it holds the table's lock, or bears with a fight that moves on."""

    def __init__(self, store: Store, tables: Tables) -> None:
        """`tables` has the fights."""
        self._store = store
        self._tables = tables

    async def whole(self, table: Table, fight: AnyFight, first: Taken) -> tuple[tuple[AnyFight, Taken], ...]:
        """All that an undo which begins with `first` takes back, newest first, each with the fight before that.

        It goes back to where somebody was to decide who is there; in a fight for one alone, where he was.
        """
        ruleset = self._tables.ruleset(fight)
        found = [(fight, first)]
        while True:
            now, taken = found[-1]
            after = gone_back(ruleset, now, taken.past, taken.events)
            if not (now.is_ordered or alone.is_between(after, ruleset)) or not after.before:
                return tuple(found)
            found.append((after, await self.next(table, after, since=taken)))

    async def next(self, table: Table, fight: AnyFight, since: Taken | None = None) -> Taken:
        """What an undo of this fight takes back. Raises: Illegal(CLOSED, NOTHING_TO_UNDO).

        `since`: what an undo took back that led to the fight and is not stored yet.
        """
        if fight.is_closed:
            raise Illegal("CLOSED")
        if fight.before == 0:
            raise Illegal("NOTHING_TO_UNDO")
        codec, ruleset = self._tables.codec(fight), self._tables.ruleset(fight)
        past = await self._tables.at(fight, fight.before)
        step, known, is_alone = await self._last_standing(fight, since)
        done = codec.events(step.events, step.schema)
        seen = tuple(dict.fromkeys((*known, *learned(ruleset, past, fight, done))))
        again = redeal(ruleset, fight, past, seen, table.key)
        why_not: WhyNot | None = WhyNot.OTHERS
        if is_alone and step.back_to is None and not is_table_command(step.command):
            command = codec.command(step.command, step.schema)
            at_now = fight.at_this_table(past)  # whoever plays it no more takes back nothing of it
            why_not = why_not_free(ruleset, at_now, step.user, command, done, codec.draws(step.draws))
        return Taken(
            step=step,
            done=done,
            past=past,
            seen=seen,
            why_not=why_not,
            events=again.events,
            draws=again.draws,
            is_by_hand=again.is_by_hand,
        )

    async def free_for(self, table: Table, fight: AnyFight) -> UserId | None:
        """Who may take back by himself what was done last; None: nobody. Mostly known without reading anything."""
        if fight.is_closed or fight.before == 0:
            return None
        if table.free is None or table.free[0] != fight.seq:
            taken = await self.next(table, fight)
            found = (fight.seq, taken.step.user if taken.kind is UndoClass.FREE else None)
            if table.fight is not fight:  # something was ruled meanwhile
                return found[1]
            table.free = found
        return table.free[1]

    async def _last_standing(self, fight: AnyFight, since: Taken | None) -> tuple[Step, tuple[Seen, ...], bool]:
        """The step that led to the fight as it stands, what the undos since remember, and whether there was none that
        somebody else had to make: what was done and taken back since may have told something."""
        codec, ruleset = self._tables.codec(fight), self._tables.ruleset(fight)
        steps = {step.seq: step for step in await self._store.latest(fight.id, before=None, limit=AT_ONCE)}
        known: list[Seen] = []
        is_alone, seq = True, fight.seq
        if since is not None:
            known += learned_by_undo(ruleset, since.written)
            is_alone, seq = False, since.past.seq
        while True:
            step = steps.get(seq) or (await self._store.steps(fight.id, after=seq - 1, limit=1))[0]
            events = codec.events(step.events, step.schema)
            if step.back_to is not None and not is_correction(step):
                known += learned_by_undo(ruleset, events)
                undone = undone_in(events)
                is_alone = is_alone and undone is not None and bool(undone.name)
                seq = step.back_to
            elif is_of_the_table(events):
                seq = step.seq - 1
            else:
                return step, tuple(known), is_alone
