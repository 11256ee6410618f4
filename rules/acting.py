"""How every act goes: one lock per fight, one shielded task per act, stored before it is told.

Rules are decided by the fight's system; who may ask, and whether the question still stands, is decided here.
"""

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

from rules import alone, evenly, standing_orders
from rules.asking import Asked, Made, Make, Wish, decided_by, unstamped
from rules.authority import played_for, require_may, require_stands
from rules.core.codec import encode
from rules.core.command import Answer, Command, Enter, Finish, GoOn, Leave, Office, Start
from rules.core.dice import SeededDice
from rules.core.event import Event, SeatFreed
from rules.core.fight import fold
from rules.core.ids import CombatantId, FightId, PromptId, UserId, nobody
from rules.core.refusal import Illegal
from rules.core.table_commands import TableCommand
from rules.core.values import replace
from rules.core.view import Phase
from rules.corrections import Corrections
from rules.drawing import decide, decide_waiting
from rules.houses import Houses
from rules.looking import Looking, Where
from rules.recording import WHY_NOT_STORED, Decided, Recorder
from rules.repeats import MADE, Repeats, mark
from rules.scenes import Scenes
from rules.sessions import Sessions
from rules.sheets import Sheets
from rules.store.protocol import Conflict, Message, Store, StoreError
from rules.tables import AnyFight, AnyRuleset, Table, next_step
from rules.taking_back import TakingBack
from rules.telling import Ruling, explaining
from rules.undo_classes import why_not_free

T = TypeVar("T")
NO_STEP = 0  # of a ruling that nothing was done for yet
AT_ONCE = 16  # people for whom something is worked out at the same time


class Acting(Looking):
    """The part of the Referee by which everything that changes a fight goes. Methods may raise Illegal."""

    def __init__(
        self,
        store: Store,
        rulesets: Sequence[AnyRuleset],
        *,
        clock: Callable[[], float],
        random_bytes: Callable[[int], bytes] = secrets.token_bytes,
        on_stored: Callable[[Sequence[Message]], None] = lambda _: None,
        on_doubt: Callable[[FightId], None] = lambda _: None,
        on_due: Callable[[float], None] = lambda _: None,
    ) -> None:
        """`clock`: seconds since the epoch. `on_stored` is given what each step has to tell, once it is stored.

        `on_doubt` is called for a fight where it is not known whether the last step was stored. `on_due` is told when
        the clock has something to do for a fight, whenever that changes.
        """
        super().__init__(store, {ruleset.id: ruleset for ruleset in rulesets})
        self._clock = clock
        self._recorder = Recorder(
            store, self._tables, self.preferences, clock=clock, on_stored=on_stored, on_doubt=on_doubt, on_due=on_due
        )
        self._repeats = Repeats(store, self._tables)
        self._corrections = Corrections(store, self._tables)
        self._taking_back = TakingBack(store, self._tables)
        self.houses = Houses(store, clock)
        self.scenes = Scenes(store, self._tables, self.rulesets, clock)
        self._sessions = Sessions(store, self._tables, self.rulesets)
        self.sheets = Sheets(store, self.rulesets, self._sessions, clock=clock, random_bytes=random_bytes)
        self._random_bytes = random_bytes
        self._acts: set[asyncio.Task[Any]] = set()
        self._slowly = asyncio.Semaphore(1)  # for what takes long: one after the other, so that the fights go on
        # Whoever serves a person waits for his turn here: if all were served at once, each step for each would wait for
        # a step for all the others, and so would suggestions, which need no turn.
        self.turns = asyncio.Semaphore(AT_ONCE)

    async def act(self, where: Where, user: UserId, asked: Command | Wish, *, source: str, expect: str = "") -> Ruling:
        """Rule on a command. `source` makes a repeat harmless; `expect` is the moment or prompt it was made for."""
        return await self._shielded(self._act(where, user, Asked(asked, source, expect)))

    async def told(self, ruling: Ruling, user: UserId) -> None:
        """Note that the ruling reached its asker: the same command again is then a new one."""
        table = await self._tables.find(ruling.fight)
        kept = table.untold.get(user)
        if kept is not None and kept[1] == ruling.seq:
            table.untold[user] = None
        await self._store.told(ruling.fight, ruling.seq)

    async def missed(self, where: Where, user: UserId) -> Ruling | None:
        """The ruling on the user's last request if it stands and never reached him, as when a crash came between."""
        table = await self._tables.find(where)
        async with table.lock:
            fight = await self._tables.read(table)
            return await self._repeats.missed(table, fight, user)

    async def quiet(self) -> None:
        """Wait until no act is under way: for an orderly end."""
        while self._acts:
            await asyncio.wait(self._acts)

    async def _shielded(self, act: Coroutine[Any, Any, T]) -> T:
        """Run an act to its end whatever becomes of its caller: a caller that gives up cancels only his wait."""
        task = asyncio.create_task(act)
        self._acts.add(task)
        task.add_done_callback(self._act_ended)
        return await asyncio.shield(task)

    def _act_ended(self, task: asyncio.Task[Any]) -> None:
        self._acts.discard(task)
        if not task.cancelled():
            task.exception()  # seen by the caller, or by nobody if he gave up: either way it was answered

    async def _act(self, where: Where, user: UserId, asked: Asked) -> Ruling:
        table = await self._tables.find(where)
        async with table.lock:
            fight = await self._tables.read(table)
            try:
                ruling = await self._rule(table, fight, user, asked)
            except Illegal as refused:
                # A repeat of what was already ruled is answered with the ruling, not with a refusal.
                # (A conflict is stale too, but there what was addressed may still be open.)
                is_gone = refused.refusal.code == "STALE" and not isinstance(refused.__cause__, Conflict)
                try:
                    fight = await self._tables.read(table)
                    again = await self._repeats.of_request(table, fight, user, asked, is_gone=is_gone)
                except StoreError:
                    raise refused from None  # nothing can be looked up: what was refused stays so
                if not again:
                    raise
                ruling = again
            return await self._went_on(table, ruling, user, asked.source, asked.ran)

    async def _went_on(
        self, table: Table, ruling: Ruling, user: UserId, source: str, ran: set[CombatantId] | None = None
    ) -> Ruling:
        """The same ruling with what the bot then did by itself: for one alone, for whoever is away, or for the NPCs.

        The lock is held.

        Each is a step that counts by itself. Where one cannot be stored the fight waits: the GM may go on.
        """
        said = list(ruling.lines)
        try:
            for _ in range(alone.MOST_STEPS):
                fight = await self._tables.read(table)
                ruleset = self._tables.ruleset(fight)
                own = alone.own_source(source, fight.seq)
                command = alone.onward(fight, ruleset)
                ordered = standing_orders.next_ordered(fight, ruleset, table.pending) if command is None else None
                if ordered is not None:
                    said += (await self._by_orders(table, fight, user, ordered, own)).lines
                    continue
                if command is None and ran and not ruling.is_repeat:
                    command = alone.npc_after_npc(fight, ruleset, ran)
                if command is None:
                    break
                said += (await self._rule(table, fight, user, Asked(command, own, is_own=True))).lines
        except (Illegal, StoreError):
            return replace(ruling, lines=tuple(said))
        return replace(ruling, lines=tuple(said))

    async def _by_orders(
        self, table: Table, fight: AnyFight, user: UserId, ordered: standing_orders.Ordered, source: str
    ) -> Ruling:
        """Carry out a standing order; where the rules refuse it after all, what stands after "else"."""

        def made(command: Command) -> Asked:
            return Asked(lambda *_: (command, (ordered.note(command),)), source, office=Office.TABLE, is_own=True)

        try:
            return await self._rule(table, fight, user, made(ordered.command))
        except Illegal as refused:
            if refused.refusal.code in WHY_NOT_STORED.values():
                raise
            return await self._rule(table, fight, user, made(ordered.instead))

    async def _rule(self, table: Table, fight: AnyFight, user: UserId, asked: Asked) -> Ruling:
        ruleset = self._tables.ruleset(fight)
        if fight.is_closed:
            raise Illegal("CLOSED")
        command, extra = await self._command(table, fight, asked)
        if not asked.is_own:
            again = await self._repeats.untold(table, fight, user, mark(encode(command), asked.expect))
            if again:
                return again
        if isinstance(command, TableCommand):
            return await self._write(table, fight, user, asked, Decided(command=encode(command), events=extra))
        if fight.owed_draw is not None and not isinstance(command, Finish):
            events, draws = decide_waiting(ruleset, fight, command, user)
            return await self._write(
                table, fight, user, asked, Decided(command=encode(command), events=events, draws=draws)
            )
        require_may(fight, ruleset, user, command, asked.office or command.office, self._tables.view)
        if asked.expect and not asked.expect.startswith(MADE):
            require_stands(fight, ruleset, command, unstamped(fight, asked.expect))
        if (
            isinstance(command, Answer)
            and not asked.is_own
            and evenly.is_sealed(fight, ruleset, table.pending, command.prompt)
        ):
            return await self._noted(table, fight, user, command, asked.source)
        if isinstance(command, Finish) and extra and self._phase(fight) is Phase.OVER:
            return await self._write(table, fight, user, asked, Decided(command=encode(command), events=extra))
        decided = self._decided(table, fight, user, command, extra, is_own=asked.is_own)
        ruling = await self._write(table, fight, user, asked, decided)
        is_free = not asked.is_own and not why_not_free(ruleset, fight, user, command, decided.events, decided.draws)
        table.free = (ruling.seq, user if is_free else None)
        return ruling

    async def _command(self, table: Table, fight: AnyFight, asked: Asked) -> Made:
        """What is asked, with what the system is to know besides: who sits there, what was noted, who is absent."""
        ruleset = self._tables.ruleset(fight)
        command, extra = asked.command(fight, ruleset)
        match command:
            case Answer() if not asked.is_own:
                command = replace(command, prompt=PromptId(unstamped(fight, command.prompt)))
            case GoOn():
                command = evenly.opened(command, table.pending)
            case Start() if ruleset.sheets is not None:
                session, absent = await self._sessions.for_start(fight)
                command = Start(session=session, absent=absent)
            case Leave() if not extra:
                extra = tuple(SeatFreed(seat=seat.id) for seat in fight.seats if seat.combatant == command.combatant)
        return command, extra

    def _decided(
        self,
        table: Table,
        fight: AnyFight,
        user: UserId,
        command: Command,
        extra: tuple[Event, ...],
        *,
        is_own: bool,
    ) -> Decided:
        """What the system decides, behind what the table notes of it. Raises: Illegal as the system refuses."""
        ruleset = self._tables.ruleset(fight)
        # What the bot draws by itself the GM types in, not whoever happened to act before: it may come into a hand.
        typist = fight.gms[0] if is_own and fight.gms else user
        try:
            events, draws = decide(ruleset, table, fight, command, typist)
        except Illegal:
            if not isinstance(command, GoOn) or not command.said:
                raise
            command = replace(command, said=())  # what was noted is possible no more
            events, draws = decide(ruleset, table, fight, command, typist)
        if isinstance(command, GoOn) and command.said:
            extra = (*standing_orders.back_then(fight, ruleset, table.pending, command.prompts), *extra)
        if not is_own:
            came_back = standing_orders.coming_back(fight, ruleset, user, command)
            extra = (*came_back, *extra, *played_for(fight, ruleset, user, command))
        return Decided(
            command=encode(command),
            events=(*extra, *events),
            draws=draws,
            entered=command.combatant if isinstance(command, Enter) else None,
            decides=decided_by(command),
        )

    async def _noted(self, table: Table, fight: AnyFight, user: UserId, answer: Answer, source: str) -> Ruling:
        """Keep an answer that counts at the end of its window: no step, and nothing of it shows before.

        Raises: Illegal as the answer itself would be refused, and (STALE, NOT_STORED).
        """
        ruleset = self._tables.ruleset(fight)
        if not evenly.is_noted(table.pending, answer.prompt, source):
            ruleset.decide(fight.state, answer, SeededDice(table.key, b"would it be refused?"))
            returns = bool(standing_orders.coming_back(fight, ruleset, user, answer))
            pending = evenly.noted(table.pending, answer, user, source, returns=returns)
            try:
                await self._recorder.note(table, pending, table.due)
            except StoreError as error:
                raise Illegal(WHY_NOT_STORED.get(type(error), "NOT_STORED")) from error
        said = evenly.words_later(table.pending, answer.prompt, user)
        return Ruling(fight=fight.id, seq=NO_STEP, lines=(f"Noted. {said}",))

    async def _write(self, table: Table, fight: AnyFight, user: UserId, asked: Asked, decided: Decided) -> Ruling:
        """Store a step and what it has to tell, and answer with the ruling."""
        ruleset = self._tables.ruleset(fight)
        after = next_step(ruleset, fight, decided.events)
        for event in explaining(ruleset, after, decided.events):
            decided = replace(decided, events=(*decided.events, event))
            after = fold(ruleset, after, event)
        return await self._recorder.append(table, fight, after, decided, user, asked)

    async def _at_table(
        self,
        where: Where,
        user: UserId,
        make: Make,
        source: str,
        what: str,
    ) -> Ruling:
        """An act about the table alone, which the Referee makes itself; `what` tells it from others of this user."""
        asked = Asked(make, source, f"{MADE}{what}"[:100], office=Office.TABLE)
        return await self._shielded(self._act(where, user, asked))

    async def _barred(self, where: Where) -> tuple[UserId, ...]:
        """Whom the moderators of the fight's server keep from playing there."""
        return (await self.preferences.server((await self._read(where)).place.guild)).barred

    def _nobody(self) -> UserId:
        """Somebody without a name, told from all others of a fight by chance."""
        return nobody(int.from_bytes(self._random_bytes(4), "big"))

    def _phase(self, fight: AnyFight) -> Phase:
        return self._tables.ruleset(fight).phase(fight.state)
