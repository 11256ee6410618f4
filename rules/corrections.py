"""Corrections of rulings as the Referee makes them: found in the log, judged again, shown beside what stands."""

import msgspec

from rules import correcting
from rules.authority import require_gm
from rules.core.codec import encode
from rules.core.command import Amend, Command
from rules.core.dice import Draw
from rules.core.event import Event
from rules.core.ids import UserId
from rules.core.option import Amendable
from rules.core.refusal import Illegal, Refusal
from rules.recording import Decided
from rules.store.protocol import Step, Store
from rules.tables import AnyFight, Table, Tables
from rules.telling import lines


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """What stands and what would be, in words for the GM; `refused`: what could no longer be done. `seq`: seen at."""

    seq: int
    was: tuple[str, ...]
    would_be: tuple[str, ...]
    refused: Refusal | None


class _Found(msgspec.Struct, frozen=True, kw_only=True):
    """The last ruling: its steps, oldest first, with the fight before it."""

    before: AnyFight
    steps: tuple[Step, ...]
    done: tuple[correcting.Done, ...]
    draws: tuple[Draw, ...]
    events: tuple[Event, ...]
    stood: tuple[AnyFight, ...]  # after each step


class Corrections:
    """Reads the log and judges; writes nothing."""

    def __init__(self, store: Store, tables: Tables) -> None:
        """Whoever uses it holds the table's lock."""
        self._store = store
        self._tables = tables

    async def judged(self, table: Table, fight: AnyFight, user: UserId, amend: Amend) -> tuple[AnyFight, Decided]:
        """The fight as corrected, and what to write. Raises: as `Referee.correct`."""
        found, judged, dice = await self._judge(table, fight, user, amend)
        after, events = correcting.corrected(fight, found.steps[0].before, judged)
        command = encode(correcting.Correct(amend=amend))
        return after, Decided(command=command, events=events, draws=tuple(dice.drawn))

    async def compare(self, table: Table, fight: AnyFight, user: UserId, amend: Amend) -> Comparison:
        """What was ruled beside what would be. Raises: as `Referee.correct`."""
        found, judged, _ = await self._judge(table, fight, user, amend)
        ruleset, viewer = self._tables.ruleset(fight), fight.viewer(user)
        return Comparison(
            seq=fight.seq,
            was=lines(ruleset, fight, found.events, viewer),
            would_be=lines(ruleset, judged.fight, judged.events, viewer),
            refused=judged.refused,
        )

    async def amendables(self, fight: AnyFight) -> tuple[Amendable, ...]:
        """What the GM may set now, and what there was to set while the last ruling was made."""
        ruleset = self._tables.ruleset(fight)
        try:
            stood = (*(await self._last_ruling(fight)).stood, fight)
        except Illegal:
            stood = (fight,)
        return tuple({each.key: each for past in stood for each in ruleset.amendables(past.state)}.values())

    async def _judge(
        self, table: Table, fight: AnyFight, user: UserId, amend: Amend
    ) -> tuple[_Found, correcting.Judged, correcting.SameDraws]:
        ruleset = self._tables.ruleset(fight)
        require_gm(fight, ruleset, user)
        if fight.is_closed:
            raise Illegal("CLOSED")
        if fight.is_typed:
            raise Illegal("OWN_DRAWS")
        found = await self._last_ruling(fight)
        dice = correcting.SameDraws(found.draws, table.key, fight.seq)
        judged = correcting.judge(ruleset, found.before, amend, found.done, dice)
        return found, judged, dice

    async def _last_ruling(self, fight: AnyFight) -> _Found:
        codec, ruleset = self._tables.codec(fight), self._tables.ruleset(fight)
        page = await self._store.latest(fight.id, before=None, limit=correcting.FAR_BACK)
        steps = {step.seq: step for step in page}
        standing = [step for step in correcting.chain(steps, fight.seq) if step.seq > 1]
        then = await self._tables.over(fight, min(steps), fight.seq)
        commands: dict[int, Command] = {
            step.seq: codec.command(step.command, step.schema) for step in standing if step.back_to is None
        }
        ruling = tuple(correcting.ruling_of(ruleset, standing, commands, then))
        events = {step.seq: codec.events(step.events, step.schema) for step in ruling}
        return _Found(
            before=then[ruling[0].before],
            steps=ruling,
            done=tuple(
                correcting.Done(command=commands[step.seq], noted=correcting.noted(events[step.seq])) for step in ruling
            ),
            draws=tuple(draw for step in ruling for draw in codec.draws(step.draws)),
            events=tuple(event for step in ruling for event in events[step.seq]),
            stood=tuple(then[step.seq] for step in ruling),
        )
