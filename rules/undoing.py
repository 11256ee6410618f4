"""Taking back the last step, and judging the last ruling again."""

from rules import alone
from rules.acting import Acting
from rules.asking import Asked
from rules.authority import require_not_barred
from rules.core.audience import PUBLIC
from rules.core.command import Amend, Finish
from rules.core.event import Event, Moderated, Undone
from rules.core.ids import UserId
from rules.core.option import Amendable
from rules.core.refusal import Illegal
from rules.core.values import replace
from rules.corrections import Comparison
from rules.differences import differences
from rules.looking import Where
from rules.recording import Decided
from rules.repeats import UNDO
from rules.tables import AnyFight, Table
from rules.taking_back import Taken
from rules.telling import Ruling, lines
from rules.undo_classes import Preview, UndoClass, WhyNot, gone_back, learned_by_undo, seen_words

HALF_UNDONE = "What that followed from could not be taken back just now: /fight undo goes on."


class Undoing(Acting):
    """The part of the Referee that changes what was ruled."""

    async def undo(
        self, where: Where, user: UserId, *, source: str, seq: int | None = None, is_moderator: bool = False
    ) -> Ruling:
        """Take back the last step that stands, and deal anew what must be. GM, moderator or, if free, its maker.

        `seq` is the step that the user saw as the last: if anything happened since, nothing is taken back.
        Raises: Illegal(GM_ONLY, UNDO_NEEDS_GM, CLOSED, NOTHING_TO_UNDO, MOVED_ON, SHEETS_MOVED_ON,
        BARRED).
        """
        return await self._shielded(self._undo(where, user, source, seq, is_moderator))

    async def would_undo(self, where: Where, user: UserId, *, is_moderator: bool = False) -> Preview:
        """What `undo` would bring, in words for this user. Raises: as `undo`, but never MOVED_ON."""
        table = await self._tables.find(where)
        async with table.lock:
            fight = await self._tables.read(table)
            ruleset = self._tables.ruleset(fight)
            taken = await self._require_may_undo(table, fight, user, is_moderator=is_moderator)
            viewer = fight.viewer(user)
            every = await self._taking_back.whole(table, fight, taken)
            await self._require_none_barred(fight, every[-1][1].past)
            before, last = every[-1]
            in_between = learned_by_undo(ruleset, tuple(event for _, each in every[:-1] for event in each.events))
            return Preview(
                seq=fight.seq,
                kind=last.kind,
                is_at_once=bool(alone.character(fight, ruleset))
                or (taken.kind is UndoClass.FREE and taken.step.user == user),
                taken=tuple(line for now, each in reversed(every) for line in lines(ruleset, now, each.done, viewer)),
                differs=differences(ruleset.view(fight.state, viewer), ruleset.view(last.past.state, viewer)),
                seen=seen_words(ruleset, fight, last.past, [each for each in last.seen if each not in in_between]),
                dealt=lines(ruleset, gone_back(ruleset, before, last.past, last.events), last.events, PUBLIC),
                is_by_hand=last.is_by_hand,
            )

    async def free_undo(self, where: Where, user: UserId) -> int | None:
        """The step that this user may take back by himself now, to be named in `undo`; None: there is none."""
        table = await self._tables.find(where)
        fight = await self._tables.read(table)
        may = await self._taking_back.free_for(table, fight) == user
        return fight.seq if may else None

    async def correct(self, where: Where, user: UserId, amend: Amend, *, source: str, seq: int | None = None) -> Ruling:
        """Judge the last ruling again, with the same draws, after this change. GM only.

        `seq` is the step after which the GM saw what would come of it.
        Raises: Illegal(GM_ONLY, MOVED_ON, OWN_DRAWS), as `correcting.ruling_of`, or why the change is not legal.
        """
        return await self._shielded(self._correct(where, user, amend, source, seq))

    async def correctable(self, where: Where, user: UserId) -> tuple[Amendable, ...]:
        """What the GM may put right in the last ruling; nothing for anybody else."""
        table = await self._tables.find(where)
        async with table.lock:
            fight = await self._tables.read(table)
            return await self._corrections.amendables(fight) if user in fight.gms else ()

    async def would_be(self, where: Where, user: UserId, amend: Amend) -> Comparison:
        """What `correct` would bring, in words for the GM. Raises: as `correct`."""
        table = await self._tables.find(where)
        async with table.lock:
            fight = await self._tables.read(table)
            return await self._corrections.compare(table, fight, user, amend)

    async def _undo(self, where: Where, user: UserId, source: str, seq: int | None, is_moderator: bool) -> Ruling:
        table = await self._tables.find(where)
        async with table.lock:
            fight = await self._tables.read(table)
            if again := await self._repeats.by_source(table, fight, user, source):
                return again
            if again := await self._repeats.untold(table, fight, user, UNDO):
                return again
            may_any = user in fight.gms or is_moderator
            if seq not in (None, fight.seq) and (may_any or fight.viewer(user).combatants):
                raise Illegal("MOVED_ON")
            taken = await self._require_may_undo(table, fight, user, is_moderator=is_moderator)
            said = self._said_of(fight, user, is_moderator=is_moderator)
            _, *others = every = await self._taking_back.whole(table, fight, taken)
            await self._require_none_barred(fight, every[-1][1].past)
            ruling = await self._took_back(table, fight, user, taken, said, Asked(Finish(), source))
            for now, each in others:
                own = Asked(Finish(), alone.own_source(source, now.seq), is_own=True)
                try:
                    await self._took_back(table, now, user, each, (Undone(to=now.before),), own)
                except Illegal:  # what was taken back stays so
                    return replace(ruling, lines=(*ruling.lines, HALF_UNDONE))
            return ruling

    async def _require_may_undo(self, table: Table, fight: AnyFight, user: UserId, *, is_moderator: bool) -> Taken:
        """What he would take back. Raises: as `undo`."""
        ruleset = self._tables.ruleset(fight)
        may_any = user in fight.gms or is_moderator
        if not may_any and not fight.viewer(user).combatants:
            raise Illegal("GM_ONLY", gm=ruleset.gm_word)
        taken = await self._taking_back.next(table, fight)
        if not may_any and (taken.kind is not UndoClass.FREE or taken.step.user != user):
            why = WhyNot.OTHERS if taken.step.user != user else taken.why_not or WhyNot.SEEN
            raise Illegal("UNDO_NEEDS_GM", gm=ruleset.gm_word, why=why)
        await self._sessions.require_undoable(fight)
        return taken

    async def _require_none_barred(self, fight: AnyFight, past: AnyFight) -> None:
        """Whether everybody who would sit there again may play on the server. Raises: Illegal(BARRED)."""
        there = {seat.id for seat in fight.seats}
        again = {user for seat in past.seats if seat.id not in there for user in seat.players}
        if again:
            barred = (await self.preferences.server(fight.place.guild)).barred
            for user in sorted(again):
                require_not_barred(user, barred)

    def _said_of(self, fight: AnyFight, user: UserId, *, is_moderator: bool) -> tuple[Event, ...]:
        """Who took back what: whoever takes back his own is named, a moderator is on record."""
        if user in fight.gms:
            return (Undone(to=fight.before),)
        if is_moderator:
            return (Moderated(user=user), Undone(to=fight.before, is_moderators=True))
        people = self._tables.view(fight, fight.viewer(user)).combatants
        names = " and ".join(each.name for each in people if each.is_mine)
        return (Undone(to=fight.before, name=names),)

    async def _took_back(
        self, table: Table, fight: AnyFight, user: UserId, taken: Taken, said: tuple[Event, ...], asked: Asked
    ) -> Ruling:
        """Undo the last step that stands, as a step of its own."""
        decided = Decided(command=UNDO, events=(*said, *taken.written), draws=taken.draws)
        after = gone_back(self._tables.ruleset(fight), fight, taken.past, taken.events)
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
