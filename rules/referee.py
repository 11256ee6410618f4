"""The Referee: the one door to a fight. Async, no Discord, no SQL.

For each act: one lock per fight, one shielded task per act, stored before it is told. Rules are decided by the
fight's system; who may ask, and whether the question still stands, is decided here.
"""

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeVar

import msgspec

from rules import alone, joining
from rules.again import lobby_of, renamed
from rules.asking import Asked, Wish, decided_by, unstamped
from rules.authority import played_for, require_may, require_stands
from rules.core.codec import encode
from rules.core.combatant import Side
from rules.core.command import Amend, Answer, Command, Describe, Enter, Finish, GoOn, Leave, Office, Start
from rules.core.dice import SeededDice
from rules.core.event import Closed, Event, SeatFreed, Undone
from rules.core.fight import Fight, fold
from rules.core.ids import CombatantId, FightId, Place, PromptId, SheetId, UserId
from rules.core.names import apart, clean
from rules.core.option import Choice
from rules.core.refusal import Illegal
from rules.core.ruleset import Setup
from rules.core.values import replace
from rules.core.view import Phase
from rules.corrections import Comparison, Corrections
from rules.drawing import BOT, DRAWS, TYPED, decide, decide_waiting
from rules.houses import Houses
from rules.looking import Looking, Past as Past, Showing as Showing, Where
from rules.recording import Decided, Recorder
from rules.repeats import MADE, UNDO, Repeats, mark
from rules.scenes import Scenes
from rules.sessions import Brought, Sessions
from rules.sheets import Sheets
from rules.store.protocol import (
    Conflict,
    Message,
    NotStored,
    PlaceTaken,
    Store,
    StoreError as StoreError,  # for whoever has to say so in words
)
from rules.tables import AnyFight, AnyRuleset, Table, fold_step
from rules.telling import Ruling, explaining

T = TypeVar("T")
AT_ONCE = 8  # people for whom something is worked out at the same time
LONGEST_LOBBY = 500  # steps before a start that are done again
MOST_COMBATANTS = 100  # in one fight: more would make everybody wait


class Referee(Looking):
    """Adjudicates all fights of one process. Every method may raise Illegal, with words for the asker in `words`."""

    def __init__(
        self,
        store: Store,
        rulesets: Sequence[AnyRuleset],
        *,
        clock: Callable[[], float],
        random_bytes: Callable[[int], bytes] = secrets.token_bytes,
        on_stored: Callable[[Sequence[Message]], None] = lambda _: None,
        on_doubt: Callable[[FightId], None] = lambda _: None,
    ) -> None:
        """`clock`: seconds since the epoch. `on_stored` is given what each step has to tell, once it is stored.

        `on_doubt` is called for a fight where it is not known whether the last step was stored.
        """
        super().__init__(store, {ruleset.id: ruleset for ruleset in rulesets})
        self._recorder = Recorder(store, self._tables, clock=clock, on_stored=on_stored, on_doubt=on_doubt)
        self._repeats = Repeats(store, self._tables)
        self._corrections = Corrections(store, self._tables)
        self.houses = Houses(store, clock)
        self.scenes = Scenes(store, self._tables, self.rulesets, clock)
        self._sessions = Sessions(store, self._tables, self.rulesets)
        self.sheets = Sheets(store, self.rulesets, self._sessions, clock=clock, random_bytes=random_bytes)
        self._random_bytes = random_bytes
        self._acts: set[asyncio.Task[Any]] = set()
        # Whoever serves a person waits for his turn here: if all were served at once, each step for each would wait for
        # a step for all the others, and so would suggestions, which need no turn.
        self.turns = asyncio.Semaphore(AT_ONCE)

    # ---- asking

    async def begin(
        self, place: Place, user: UserId, ruleset_id: str, *, title: str, setup: Setup, source: str
    ) -> Ruling:
        """Open a lobby in this channel, with the user as its GM. Raises: Illegal(PLACE_TAKEN, UNKNOWN_RULESET)."""
        return await self._shielded(self._begin(place, user, ruleset_id, title, setup, source))

    async def again(self, place: Place, user: UserId, *, source: str) -> Ruling:
        """Open a lobby like that of the last fight of this channel: same place, people and house, everything fresh.

        For a GM of that fight, whose secrets come back too. Whoever cannot come in again (a sheet in use, or worn) is
        left out.
        Raises: Illegal(NOT_FOUGHT, NOT_GM_THEN, PLACE_TAKEN).
        """
        last = await self._store.last(place)
        if last is None:
            raise Illegal("NOT_FOUGHT")
        fight = self._tables.decode(last)
        if user not in fight.gms:
            raise Illegal("NOT_GM_THEN", gm=self._tables.ruleset(fight).gm_word)
        codec = self._tables.codec(fight)
        lobby = lobby_of(codec, await self._store.steps(last.fight, after=0, limit=LONGEST_LOBBY))
        uses = {use.combatant: use.sheet for use in await self._store.uses_at(last.fight)}
        begun = await self.begin(place, user, fight.ruleset, title=fight.title, setup=lobby.setup, source=source)
        now: dict[CombatantId, CombatantId] = {}
        for number, done in enumerate(lobby.done):
            command = renamed(done.command, lobby.came, now)
            if command is None:
                continue
            try:
                ruling = await self._again(begun.fight, user, command, done.player, uses, f"{source}:{number}")
            except Illegal:
                continue
            if isinstance(command, Enter | Describe):
                now[command.combatant] = CombatantId(f"c{ruling.seq}")
        return begun

    async def _again(
        self,
        where: FightId,
        user: UserId,
        command: Command,
        player: UserId | None,
        uses: Mapping[CombatantId, SheetId],
        source: str,
    ) -> Ruling:
        if isinstance(command, Enter) and player is not None:
            sheet = uses.get(command.combatant)
            if command.sheet and sheet is None:
                raise Illegal("NO_SUCH_SHEET")
            return await self.join(
                where, player, name=command.name, template=command.template, sheet=sheet, source=source
            )
        if isinstance(command, Enter):
            return await self.add(
                where,
                user,
                name=command.name,
                template=command.template,
                side=command.side,
                at=command.where,
                hidden=command.hidden,
                source=source,
            )
        if isinstance(command, Describe):
            return await self.describe(
                where,
                user,
                blanks=command.blanks,
                text=command.text,
                side=command.side,
                at=command.where,
                hidden=command.hidden,
                source=source,
            )
        return await self.act(where, user, command, source=source)

    async def act(self, where: Where, user: UserId, asked: Command | Wish, *, source: str, expect: str = "") -> Ruling:
        """Rule on a command. `source` makes a repeat harmless; `expect` is the moment or prompt it was made for."""
        return await self._shielded(self._act(where, user, Asked(asked, source, expect)))

    async def join(
        self, where: Where, user: UserId, *, name: str, template: str = "", sheet: SheetId | None = None, source: str
    ) -> Ruling:
        """Sit down as a ready character (empty `template`: the next free one), or with one's own `sheet`.

        Raises: Illegal(ALREADY_JOINED, LOBBY_ONLY, CHARACTER_TAKEN, …), and for a sheet as `Sessions.bring`.
        """
        brought = await self._brought(where, user, sheet) if sheet is not None else None

        def sit(fight: AnyFight, ruleset: AnyRuleset) -> tuple[Command, tuple[Event, ...]]:
            return joining.sit(fight, ruleset, user, name=name, template=template, brought=brought)

        brings = brought if isinstance(brought, Brought) else None
        return await self._shielded(self._act(where, user, Asked(sit, source, office=Office.TABLE, brings=brings)))

    async def sheets_for(self, where: Where, user: UserId) -> tuple[Choice, ...]:
        """The user's own sheets that serve for this fight."""
        fight = await self._read(where)
        if self._tables.ruleset(fight).sheets is None:
            return ()
        mine = await self.sheets.mine(fight.place.guild, user, fight.ruleset)
        return tuple(Choice(key=each.id, label=each.name, note="your own character") for each in mine)

    async def add(
        self, where: Where, user: UserId, *, name: str, template: str, side: Side, at: str, hidden: bool, source: str
    ) -> Ruling:
        """Bring in an NPC from a stat block. GM only. Raises: Illegal(GM_ONLY, …)."""

        def bring(fight: AnyFight, ruleset: AnyRuleset) -> tuple[Command, tuple[Event, ...]]:
            combatant = CombatantId(f"c{fight.seq + 1}")
            if len(joining.names(fight, ruleset, fight.viewer(user))) >= MOST_COMBATANTS:
                raise Illegal("TOO_MANY", most=str(MOST_COMBATANTS))
            known = (*ruleset.templates, *ruleset.own_templates(fight.state))
            block = next((each.name for each in known if each.key == template), template)
            called = apart(clean(name) or block, joining.names(fight, ruleset, fight.viewer(user)))
            enter = Enter(combatant=combatant, name=called, side=side, template=template, where=at, hidden=hidden)
            return enter, ()

        wish = msgspec.json.encode((name, template, side, at, hidden))
        asked = Asked(bring, source, f"{MADE}add {wish.decode()}", office=Office.GM)
        return await self._shielded(self._act(where, user, asked))

    async def describe(
        self,
        where: Where,
        user: UserId,
        *,
        blanks: Mapping[str, str],
        text: str,
        side: Side,
        at: str,
        hidden: bool,
        source: str,
    ) -> Ruling:
        """NPCs of the GM's own: the blanks of a form, or a text of one or several. GM only. Raises: Illegal(…)."""

        def bring(fight: AnyFight, ruleset: AnyRuleset) -> tuple[Command, tuple[Event, ...]]:
            if ruleset.own_npcs is None:
                raise Illegal("NO_OWN_NPCS", gm=ruleset.gm_word)
            if len(joining.names(fight, ruleset, fight.viewer(user))) >= MOST_COMBATANTS:
                raise Illegal("TOO_MANY", most=str(MOST_COMBATANTS))
            who = CombatantId(f"c{fight.seq + 1}")
            return Describe(combatant=who, side=side, where=at, hidden=hidden, blanks=blanks, text=text), ()

        wish = msgspec.json.encode((sorted(blanks.items()), text, side, at, hidden))
        asked = Asked(bring, source, f"{MADE}describe {sha256(wish).hexdigest()}", office=Office.GM)
        return await self._shielded(self._act(where, user, asked))

    async def leave(self, where: Where, user: UserId, *, source: str) -> Ruling:
        """Get up again, in the lobby. Raises: Illegal(NOT_PLAYING)."""

        def get_up(fight: AnyFight, ruleset: AnyRuleset) -> tuple[Command, tuple[Event, ...]]:
            seat = next((seat for seat in fight.seats if seat.user == user), None)
            if seat is None:
                raise Illegal("NOT_PLAYING")
            if ruleset.phase(fight.state) is not Phase.LOBBY:
                raise Illegal("LOBBY_ONLY", gm=ruleset.gm_word)
            return Leave(combatant=seat.combatant), (SeatFreed(seat=seat.id),)

        return await self._shielded(self._act(where, user, Asked(get_up, source, office=Office.TABLE)))

    async def go_on(
        self, where: Where, user: UserId, *, source: str, seq: int | None = None, only_npcs: bool = False
    ) -> Ruling:
        """Apply the defaults of whoever holds the fight up now, or of the NPCs only. GM only.

        `seq` is the step after which the GM saw who is awaited: if anything happened since, nothing is applied.
        With `only_npcs` also of those NPCs who come up after them, each once, until somebody else is awaited.
        Raises: Illegal(GM_ONLY, MOVED_ON, NO_NPC_AWAITED).
        """
        ran: set[CombatantId] = set()

        def awaited(fight: AnyFight, ruleset: AnyRuleset) -> tuple[Command, tuple[Event, ...]]:
            if user not in fight.gms:
                raise Illegal("GM_ONLY", gm=ruleset.gm_word)
            if seq not in (None, fight.seq):
                raise Illegal("MOVED_ON")
            prompts = [prompt for prompt in ruleset.prompts(fight.state) if prompt.blocks]
            if only_npcs:
                prompts = [prompt for prompt in prompts if prompt.whom and fight.holder(prompt.whom) is None]
                if not prompts:
                    raise Illegal("NO_NPC_AWAITED")
                ran.update(prompt.whom for prompt in prompts if prompt.whom)
            return GoOn(prompts=tuple(prompt.id for prompt in prompts)), ()

        asked = Asked(awaited, source, f"{MADE}{'run' if only_npcs else 'go-on'}", office=Office.GM, ran=ran)
        return await self._shielded(self._act(where, user, asked))

    async def end(self, where: Where, user: UserId, *, source: str, is_moderator: bool = False) -> Ruling:
        """Put the fight away, finished or not; the channel is free for another. GM or a moderator of the server."""

        def finish(fight: AnyFight, ruleset: AnyRuleset) -> tuple[Command, tuple[Event, ...]]:
            return Finish(), (Closed(),)

        return await self._shielded(
            self._act(where, user, Asked(finish, source, office=Office.TABLE if is_moderator else Office.GM))
        )

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

    async def save_house(self, where: Where, user: UserId) -> str:
        """Keep the fight's house rules for later ones on its server; what was kept, as it is typed. GM only.

        Raises: Illegal(GM_ONLY, NOT_STORED).
        """
        fight = await self._read(where)
        if user not in fight.gms:
            raise Illegal("GM_ONLY", gm=self._tables.ruleset(fight).gm_word)
        try:
            return await self.houses.save(fight.place.guild, fight.ruleset, user, await self.house(fight.id))
        except NotStored as error:
            raise Illegal("NOT_STORED") from error

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

    # ---- inside

    async def _brought(self, where: Where, user: UserId, sheet: SheetId) -> Brought | Illegal:
        """The sheet as it comes in; or why it may not, to be said only if this is no repeat of what was done."""
        fight = await self._read(where)
        try:
            return await self._sessions.bring(fight, user, sheet)
        except Illegal as refused:
            return refused

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

    async def _begin(
        self, place: Place, user: UserId, ruleset_id: str, title: str, setup: Setup, source: str
    ) -> Ruling:
        ruleset = self.rulesets.get(ruleset_id)
        if ruleset is None:
            raise Illegal("UNKNOWN_RULESET", ruleset=ruleset_id, known=", ".join(self.rulesets))
        if again := await self._make_room(place, user, encode(setup), source):
            return again
        house = dict(setup.house)
        draws = house.pop(DRAWS, BOT)
        if draws not in (BOT, TYPED):
            raise Illegal("UNREADABLE", what=f"{DRAWS} may be {BOT} or {TYPED}, not {draws}")
        fight: AnyFight = Fight(
            id=FightId(self._random_bytes(5).hex()),
            place=place,
            ruleset=ruleset.id,
            schema=ruleset.schema,
            title=clean(title) or "A fight",
            gms=(user,),
            is_typed=draws == TYPED,
            state=ruleset.empty(),
        )
        key = self._random_bytes(32)
        dice = SeededDice(key, b"begin")
        events = ruleset.open(replace(setup, house=house), dice)
        begun = fold_step(ruleset, fight, events, seq=1, ply=0, before=0)
        decided = Decided(command=encode(setup), events=events, draws=tuple(dice.drawn))
        try:
            ruling = await self._recorder.begin(begun, key, decided, user, source)
        except PlaceTaken:
            if again := await self._make_room(place, user, encode(setup), source):
                return again
            raise Illegal("PLACE_TAKEN") from None
        table = await self._tables.find(ruling.fight)
        async with table.lock:
            return await self._sat_down(table, ruling, user, source)

    async def _make_room(self, place: Place, user: UserId, setup: bytes, source: str) -> Ruling | None:
        """Put away a fight that is over; or the ruling, if this very lobby was opened already."""
        try:
            table = await self._tables.find(place)
        except Illegal:
            return None
        async with table.lock:
            fight = await self._tables.read(table)
            if again := await self._repeats.by_source(table, fight, user, source):
                return await self._sat_down(table, again, user, source)
            if again := await self._repeats.untold(table, fight, user, setup):
                return await self._sat_down(table, again, user, source)
            if not fight.is_closed:
                if self._phase(fight) is not Phase.OVER:
                    raise Illegal("PLACE_TAKEN")
                asked = Asked(Finish(), f"{source}:put-away")
                decided = Decided(command=encode(Finish()), events=(Closed(),))
                await self._write(table, fight, user, asked, decided)
            return None

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

    async def _sat_down(self, table: Table, ruling: Ruling, user: UserId, source: str) -> Ruling:
        """In a fight for one alone whoever began it sits down at once, and it starts: each a step of the bot's own.

        The lock is held. If that cannot be stored there is a lobby, as for several.
        """
        said = list(ruling.lines)
        try:
            fight = await self._tables.read(table)
            template = alone.character(fight, self._tables.ruleset(fight))
            if template and fight.seq == 1:

                def sit(fight: AnyFight, ruleset: AnyRuleset) -> tuple[Command, tuple[Event, ...]]:
                    return joining.sit(fight, ruleset, user, name="", template=template, brought=None)

                sitting = Asked(sit, alone.own_source(source, 1), office=Office.TABLE, is_own=True)
                said += (await self._rule(table, fight, user, sitting)).lines
                fight = await self._tables.read(table)
                if fight.owed_draw is None:  # else it starts when he says so
                    said += (
                        await self._rule(
                            table, fight, user, Asked(Start(), alone.own_source(source, fight.seq), is_own=True)
                        )
                    ).lines
        except (Illegal, StoreError):
            return replace(ruling, lines=tuple(said))
        return await self._went_on(table, replace(ruling, lines=tuple(said)), user, source)

    async def _went_on(
        self, table: Table, ruling: Ruling, user: UserId, source: str, ran: set[CombatantId] | None = None
    ) -> Ruling:
        """The same ruling with what the bot then did by itself, for one alone or for the NPCs; the lock is held.

        Each is a step that counts by itself. Where one cannot be stored the fight waits: the GM may go on.
        """
        said = list(ruling.lines)
        try:
            for _ in range(alone.MOST_STEPS):
                fight = await self._tables.read(table)
                ruleset = self._tables.ruleset(fight)
                command = alone.onward(fight, ruleset)
                if command is None and ran and not ruling.is_repeat:
                    command = alone.npc_after_npc(fight, ruleset, ran)
                if command is None:
                    break
                step = await self._rule(
                    table, fight, user, Asked(command, alone.own_source(source, fight.seq), is_own=True)
                )
                said += step.lines
        except (Illegal, StoreError):
            return replace(ruling, lines=tuple(said))
        return replace(ruling, lines=tuple(said))

    async def _rule(self, table: Table, fight: AnyFight, user: UserId, asked: Asked) -> Ruling:
        ruleset = self._tables.ruleset(fight)
        if fight.is_closed:
            raise Illegal("CLOSED")
        command, extra = asked.command(fight, ruleset)
        if isinstance(command, Answer):
            command = replace(command, prompt=PromptId(unstamped(fight, command.prompt)))
        if isinstance(command, Start) and ruleset.sheets is not None:
            session, absent = await self._sessions.for_start(fight)
            command = Start(session=session, absent=absent)
        asked_before = mark(encode(command), asked.expect)
        again = None if asked.is_own else await self._repeats.untold(table, fight, user, asked_before)
        if again:
            return again
        if isinstance(command, Leave) and not extra:
            extra = tuple(SeatFreed(seat=seat.id) for seat in fight.seats if seat.combatant == command.combatant)
        if fight.owed_draw is not None and not isinstance(command, Finish):
            events, draws = decide_waiting(ruleset, fight, command, user)
            return await self._write(
                table, fight, user, asked, Decided(command=encode(command), events=events, draws=draws)
            )
        require_may(fight, ruleset, user, command, asked.office or command.office, self._tables.view)
        if asked.expect and not asked.expect.startswith(MADE):
            require_stands(fight, ruleset, command, unstamped(fight, asked.expect))
        if isinstance(command, Finish) and extra and self._phase(fight) is Phase.OVER:
            return await self._write(table, fight, user, asked, Decided(command=encode(command), events=extra))
        events, draws = decide(ruleset, table, fight, command, user)
        extra = (*extra, *played_for(fight, ruleset, user, command))
        entered = command.combatant if isinstance(command, Enter) else None
        decided = Decided(
            command=encode(command),
            events=(*extra, *events),
            draws=draws,
            entered=entered,
            decides=decided_by(command),
        )
        return await self._write(table, fight, user, asked, decided)

    async def _write(self, table: Table, fight: AnyFight, user: UserId, asked: Asked, decided: Decided) -> Ruling:
        """Store a step and what it has to tell, and answer with the ruling."""
        ruleset = self._tables.ruleset(fight)
        after = fold_step(ruleset, fight, decided.events, seq=fight.seq + 1, ply=fight.ply + 1, before=fight.seq)
        for event in explaining(ruleset, after, decided.events):
            decided = replace(decided, events=(*decided.events, event))
            after = fold(ruleset, after, event)
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
        after = fight.back_at(await self._tables.at(fight, fight.before))
        decided = Decided(command=UNDO, events=(Undone(to=fight.before),))
        return await self._recorder.append(table, fight, after, decided, user, asked)

    def _phase(self, fight: AnyFight) -> Phase:
        return self._tables.ruleset(fight).phase(fight.state)
