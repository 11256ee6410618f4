"""Opening a lobby: a new one, or one like that of the channel's last fight."""

from collections.abc import Mapping

import msgspec

from rules import alone, joining
from rules.again import Lobby, lobby_of, renamed
from rules.asking import Asked, Made
from rules.authority import require_not_barred
from rules.core.codec import encode
from rules.core.command import Command, Describe, Enter, Finish, Office, Start
from rules.core.dice import SeededDice
from rules.core.event import Closed, Event, GmNamed, TableSet
from rules.core.fight import Fight
from rules.core.ids import CombatantId, FightId, Place, SheetId, UserId, is_somebody
from rules.core.names import UNTITLED, clean
from rules.core.refusal import Illegal
from rules.core.ruleset import Setup
from rules.core.table_rules import usual_for
from rules.core.values import replace
from rules.core.view import Phase
from rules.drawing import BOT, DRAWS, TYPED
from rules.entering import Entering
from rules.recording import Decided
from rules.store.protocol import PlaceTaken, StoreError
from rules.tables import AnyFight, AnyRuleset, Table, fold_step
from rules.telling import Ruling

LONGEST_LOBBY = 500  # steps before a start that are done again
MOST_LOBBIES = 20  # that came to nothing since the last fight


class Beginning(Entering):
    """The part of the Referee that opens lobbies."""

    async def begin(
        self, place: Place, user: UserId, ruleset_id: str, *, title: str, setup: Setup, source: str
    ) -> Ruling:
        """Open a lobby in this channel, with the user as its GM, at a table as the server has them.

        Raises: Illegal(PLACE_TAKEN, UNKNOWN_RULESET), and BARRED where moderators do not let him.
        """
        table = (await self.preferences.server(place.guild)).table
        return await self._shielded(self._begin(place, user, ruleset_id, title, setup, source, _table_set(table)))

    async def again(self, place: Place, user: UserId, *, source: str) -> Ruling:
        """Open a lobby like that of the last fight of this channel: same place, people, house and table, all fresh.

        A lobby that never came to a start hides no fight before it. For a GM of that fight, whose secrets come back
        too; so do other GMs. A ready character is for whoever played it last, a sheet for its owner. Whoever cannot
        come in again (a sheet in use, or worn; barred, or gone for good) is left out.
        Raises: Illegal(NOT_FOUGHT, NOT_GM_THEN, PLACE_TAKEN).
        """
        fight, lobby = await self._last_fought(place)
        if user not in fight.gms:
            raise Illegal("NOT_GM_THEN", gm=self._tables.ruleset(fight).gm_word)
        uses = {use.combatant: use.sheet for use in await self._store.uses_at(fight.id)}
        barred = (await self.preferences.server(place.guild)).barred
        now_there = (
            *_table_set(msgspec.structs.asdict(fight.table)),
            *(GmNamed(user=each) for each in fight.gms if is_somebody(each) and each not in (user, *barred)),
        )
        begun = await self._shielded(
            self._begin(place, user, fight.ruleset, fight.title, lobby.setup, source, now_there)
        )
        now: dict[CombatantId, CombatantId] = {}
        for number, done in enumerate(lobby.done):
            command = renamed(done.command, lobby.came, now)
            player = _last_player(fight, done.command, done.player)
            if command is None or (player is not None and not is_somebody(player)):
                continue
            try:
                ruling = await self._again(begun.fight, user, command, player, uses, f"{source}:{number}")
            except Illegal:
                continue
            if isinstance(command, Enter | Describe):
                now[command.combatant] = CombatantId(f"c{ruling.seq}")
        return begun

    async def _last_fought(self, place: Place) -> tuple[AnyFight, Lobby]:
        """The channel's last fight that was started, and how it was set up; if none ever was, its last lobby.

        Raises: Illegal(NOT_FOUGHT).
        """
        found: list[tuple[AnyFight, Lobby]] = []
        while len(found) < MOST_LOBBIES and (record := await self._store.last(place, skip=len(found))) is not None:
            fight = self._tables.decode(record)
            steps = await self._store.steps(fight.id, after=0, limit=LONGEST_LOBBY)
            lobby = lobby_of(self._tables.codec(fight), steps)
            if lobby.is_started:
                return fight, lobby
            found.append((fight, lobby))
        if not found:
            raise Illegal("NOT_FOUGHT")
        return found[0]

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

    async def _begin(
        self,
        place: Place,
        user: UserId,
        ruleset_id: str,
        title: str,
        setup: Setup,
        source: str,
        table_events: tuple[Event, ...],
    ) -> Ruling:
        """Open it; `table_events` are how its table differs from one that has set nothing."""
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
            title=clean(title) or UNTITLED,
            gms=(user,),
            is_typed=draws == TYPED,
            state=ruleset.empty(),
        )
        key = self._random_bytes(32)
        dice = SeededDice(key, b"begin")
        events = (*ruleset.open(replace(setup, house=house), dice), *table_events)
        begun = fold_step(ruleset, fight, events, seq=1, ply=0, before=0)
        require_not_barred(user, (await self.preferences.server(place.guild)).barred)
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

    async def _sat_down(self, table: Table, ruling: Ruling, user: UserId, source: str) -> Ruling:
        """In a fight for one alone whoever began it sits down at once, and it starts: each a step of the bot's own.

        The lock is held. If that cannot be stored there is a lobby, as for several.
        """
        said = list(ruling.lines)
        try:
            fight = await self._tables.read(table)
            template = alone.character(fight, self._tables.ruleset(fight))
            if template and fight.seq == 1:

                def sit(fight: AnyFight, ruleset: AnyRuleset) -> Made:
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


def _table_set(given: Mapping[str, str]) -> tuple[TableSet, ...]:
    """The readings by which a new table plays, as far as they are not what is usual."""
    return tuple(TableSet(what=what, value=value) for what, value in usual_for(given).items())


def _last_player(fight: AnyFight, command: Command, first: UserId | None) -> UserId | None:
    """Who is to play somebody who came in again: whoever held a ready character last, the owner of a sheet.

    Nobody, where nobody held it any more.
    """
    if first is None or not isinstance(command, Enter) or (seat := fight.seat_of(command.combatant)) is None:
        return first
    return first if command.sheet and is_somebody(seat.user) else seat.user
