"""Taking back the last step, and judging the last ruling again."""

from rules import alone
from rules.acting import Acting
from rules.asking import Asked
from rules.core.command import Amend, Finish
from rules.core.event import Undone
from rules.core.fight import settled
from rules.core.ids import UserId
from rules.core.refusal import Illegal
from rules.corrections import Comparison
from rules.looking import Where
from rules.recording import Decided
from rules.repeats import UNDO
from rules.tables import AnyFight, Table
from rules.telling import Ruling


class Undoing(Acting):
    """The part of the Referee that changes what was ruled."""

    async def undo(self, where: Where, user: UserId, *, source: str, seq: int | None = None) -> Ruling:
        """Take back the last step that stands. GM only. Raises: Illegal(GM_ONLY, NOTHING_TO_UNDO, MOVED_ON).

        `seq` is the step that the GM saw as the last: if anything happened since, nothing is taken back.
        """
        return await self._shielded(self._undo(where, user, source, seq))

    async def correct(self, where: Where, user: UserId, amend: Amend, *, source: str, seq: int | None = None) -> Ruling:
        """Judge the last ruling again, with the same draws, after this change. GM only.

        `seq` is the step after which the GM saw what would come of it.
        Raises: Illegal(GM_ONLY, MOVED_ON, NOTHING_TO_CORRECT, OWN_DRAWS), or why the change is not legal.
        """
        return await self._shielded(self._correct(where, user, amend, source, seq))

    async def would_be(self, where: Where, user: UserId, amend: Amend) -> Comparison:
        """What `correct` would bring, in words for the GM. Raises: as `correct`."""
        table = await self._tables.find(where)
        async with table.lock:
            fight = await self._tables.read(table)
            return await self._corrections.compare(table, fight, user, amend)

    async def _undo(self, where: Where, user: UserId, source: str, seq: int | None) -> Ruling:
        table = await self._tables.find(where)
        async with table.lock:
            fight = await self._tables.read(table)
            ruleset = self._tables.ruleset(fight)
            if again := await self._repeats.by_source(table, fight, user, source):
                return again
            if again := await self._repeats.untold(table, fight, user, UNDO):
                return again
            if user not in fight.gms:
                raise Illegal("GM_ONLY", gm=ruleset.gm_word)
            if fight.is_closed:
                raise Illegal("CLOSED")
            if seq not in (None, fight.seq):
                raise Illegal("MOVED_ON")
            if fight.before == 0:
                raise Illegal("NOTHING_TO_UNDO")
            await self._sessions.require_undoable(fight)
            ruling = await self._took_back(table, fight, user, Asked(Finish(), source))
            # In a fight for one alone, back to where he was to decide.
            while alone.is_between(fight := await self._tables.read(table), ruleset) and fight.before:
                await self._took_back(
                    table, fight, user, Asked(Finish(), alone.own_source(source, fight.seq), is_own=True)
                )
            return ruling

    async def _took_back(self, table: Table, fight: AnyFight, user: UserId, asked: Asked) -> Ruling:
        """Undo the last step that stands, as a step of its own."""
        back = fight.back_at(await self._tables.at(fight, fight.before))
        after = settled(self._tables.ruleset(fight), back)
        decided = Decided(command=UNDO, events=(Undone(to=fight.before),))
        return await self._recorder.append(table, fight, after, decided, user, asked)

    async def _correct(self, where: Where, user: UserId, amend: Amend, source: str, seq: int | None) -> Ruling:
        table = await self._tables.find(where)
        async with table.lock:
            fight = await self._tables.read(table)
            if again := await self._repeats.by_source(table, fight, user, source):
                return again
            if seq not in (None, fight.seq) and user in fight.gms:
                raise Illegal("MOVED_ON")
            await self._sessions.require_undoable(fight)
            after, decided = await self._corrections.judged(table, fight, user, amend)
            ruling = await self._recorder.append(table, fight, after, decided, user, Asked(Finish(), source))
            return await self._went_on(table, ruling, user, source)
