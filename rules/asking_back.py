"""A player asks the game master to take back what was ruled last: told to all, once, and nothing else changes."""

from rules.acting import Acting
from rules.core.ids import UserId
from rules.core.refusal import Illegal
from rules.core.values import replace
from rules.looking import Where
from rules.pacing import ASKED_BACK
from rules.store.protocol import Conflict, Message, NotStored


class AskingBack(Acting):
    """The part of the Referee that only tells of a wish."""

    async def ask_undo(self, where: Where, user: UserId, *, seq: int) -> None:
        """Call the game masters to take back step `seq`, once.

        Raises: Illegal(NOT_PLAYING, CLOSED, MOVED_ON, UNDO_ASKED, NOT_STORED).
        """
        await self._shielded(self._ask_undo(where, user, seq))

    async def _ask_undo(self, where: Where, user: UserId, seq: int) -> None:
        table = await self._tables.find(where)
        async with table.lock:
            fight = await self._tables.read(table)
            ruleset = self._tables.ruleset(fight)
            viewer = fight.viewer(user)
            if not viewer.combatants:
                raise Illegal("NOT_PLAYING")
            if fight.is_closed:
                raise Illegal("CLOSED")
            if fight.seq != seq:
                raise Illegal("MOVED_ON")
            if table.pending.asked_back == seq:
                raise Illegal("UNDO_ASKED", gm=ruleset.gm_word)
            names = " and ".join(each.name for each in self._tables.view(fight, viewer).combatants if each.is_mine)
            said = f"{names} would like the last ruling to be taken back."
            now = self._clock()
            pending = replace(table.pending, asked_back=seq, asked_back_at=int(now), notes=table.pending.notes + 1)
            line = Message(fight=fight.id, seq=seq, kind="line", text=said, note=pending.notes)
            calls = tuple(replace(line, kind="call", text=ASKED_BACK, user=gm) for gm in fight.gms if gm != user)
            try:
                due = await self._recorder.due(fight, pending, now, table.key)
                await self._recorder.note(table, pending, due, (line, *calls))
            except (Conflict, NotStored) as error:
                raise Illegal("NOT_STORED") from error

    async def may_ask_undo(self, where: Where, user: UserId) -> int | None:
        """The step that this user may ask to be taken back; None: he does not play, or it was asked already."""
        table = await self._tables.find(where)
        fight = await self._tables.read(table)
        may = bool(fight.viewer(user).combatants) and not fight.is_closed and table.pending.asked_back != fight.seq
        return fight.seq if may else None
