"""Sessions: what the fights of one evening leave of the sheets that play in them.

Nothing is written back after a fight: what is left of a sheet is read off the last fight of the session that it was in
(`Use`), so an undo there counts by itself. Only the end of a session changes the sheets.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from rules.core.codec import codec_of, encode
from rules.core.ids import FightId, SessionId, SheetId, UserId
from rules.core.refusal import Illegal
from rules.core.sheet import Left, SheetRules
from rules.core.values import replace
from rules.core.view import Phase
from rules.store.protocol import Session, SheetRow, Store, Use
from rules.tables import AnyFight, AnyRuleset, Tables


class Brought(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet on its way into a fight: what goes into the command, and what goes on record as a `Use`."""

    sheet: SheetId
    name: str
    values: Mapping[str, str]
    left: Mapping[str, str]
    number: int
    session: SessionId | None


class Taking(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet that takes part in a session, and (to those who may know it) what is left of it, in words."""

    name: str
    user: UserId
    fights: int
    left: str


class SessionShown(msgspec.Struct, frozen=True, kw_only=True):
    """An open session as one user may see it."""

    id: SessionId
    number: int
    gm: UserId
    gm_word: str
    ruleset_name: str
    taking: tuple[Taking, ...]


class Rest(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a session: the sheets as they are after it, and what is said to its GM."""

    sheets: tuple[SheetRow, ...] = ()
    said: tuple[str, ...] = ()
    uses: int = 0  # of sheets in its fights, as they were read


class Sessions:
    """What sessions know, read from the fights in them. Reads only."""

    def __init__(self, store: Store, tables: Tables, rulesets: Mapping[str, AnyRuleset]) -> None:
        """`tables` decodes the fights."""
        self._store = store
        self._tables = tables
        self._rulesets = rulesets

    # ---- which session

    async def open_of(self, guild: int, ruleset: str, gms: Iterable[UserId]) -> Session | None:
        """The open session of one of these GMs."""
        for gm in gms:
            for session in await self._store.sessions(guild, ruleset, gm):
                if session.ended is None:
                    return session
        return None

    async def last_number(self, guild: int, ruleset: str, gm: UserId) -> int:
        """The number of this GM's latest session; 0 before the first."""
        latest = await self._store.sessions(guild, ruleset, gm)
        return latest[0].number if latest else 0

    async def show(self, guild: int, user: UserId) -> tuple[SessionShown, ...]:
        """The open sessions of a server; what is left of a sheet to its player, and without secrets to the GM."""
        return tuple([await self._shown(session, user) for session in await self._store.open_sessions(guild)])

    async def _shown(self, session: Session, user: UserId) -> SessionShown:
        ruleset = self._rulesets[session.ruleset]
        taking = []
        for row, uses in await self._taking_part(session):
            said = await self._words(row, uses, user) if user in (row.user, session.gm) else ""
            taking.append(Taking(name=row.name, user=row.user, fights=len({use.fight for use in uses}), left=said))
        return SessionShown(
            id=session.id,
            number=session.number,
            gm=session.gm,
            gm_word=ruleset.gm_word,
            ruleset_name=ruleset.name,
            taking=tuple(taking),
        )

    async def _taking_part(self, session: Session) -> list[tuple[SheetRow, list[Use]]]:
        """The sheets that really came into its fights, by name, each with its uses there, newest first."""
        uses: dict[SheetId, list[Use]] = {}
        for use in await self._store.uses_in(session.id):
            if await self._found(use) is not None:
                uses.setdefault(use.sheet, []).append(use)
        rows = [(await self._store.sheet(sheet), own) for sheet, own in uses.items()]
        return sorted(((row, own) for row, own in rows if row), key=lambda each: (each[0].key, each[0].id))

    # ---- what is left

    async def left_of(self, row: SheetRow) -> Mapping[str, str]:
        """What the open session that the sheet is in left of it so far; nothing if it is in none."""
        return await self._left(await self._uses_now(row))

    async def words_of(self, row: SheetRow) -> str:
        """The same in words for its player."""
        return await self._words(row, await self._uses_now(row), row.user)

    async def _words(self, row: SheetRow, uses: Sequence[Use], user: UserId) -> str:
        """What the newest of these uses that stands left of its sheet, with its secrets if the user may know them."""
        use, left = await self._last(uses)
        if use is None or not left:
            return ""
        may_know = row.user == user and await self._is_his(use, user)
        return self._rules(row.ruleset).left_words(left, is_owner=may_know)

    async def _is_his(self, use: Use, user: UserId) -> bool:
        """Whether what is left of it is the user's: not what somebody else now plays with."""
        fight = await self._fight(use.fight)
        return fight is not None and (self._is_over(fight) or fight.plays(user, use.combatant))

    async def _session_of(self, uses: Sequence[Use]) -> Session | None:
        """The open session that a sheet of these uses takes part in."""
        for which in dict.fromkeys(use.session for use in uses if use.session is not None):
            session = await self._store.session(which)
            is_open = session is not None and session.ended is None
            if is_open and any([await self._found(use) is not None for use in uses if use.session == which]):
                return session
        return None

    async def _uses_now(self, row: SheetRow) -> list[Use]:
        """The sheet's uses in the open session that it takes part in, newest first."""
        uses = await self._store.uses_of(row.id)
        session = await self._session_of(uses)
        return [use for use in uses if session is not None and use.session == session.id]

    async def _left(self, uses: Sequence[Use]) -> Mapping[str, str]:
        """What the newest of these uses that stands left of its sheet."""
        return (await self._last(uses))[1]

    async def _last(self, uses: Sequence[Use]) -> tuple[Use | None, Mapping[str, str]]:
        """The newest of these uses that stands, and what it left; None, and nothing, if none does."""
        for use in uses:
            if (found := await self._found(use)) is not None:
                return use, found
        return None, {}

    async def _found(self, use: Use) -> Mapping[str, str] | None:
        """What the fight leaves of this use as it stands; None if it was taken back or given up in the lobby."""
        fight = await self._fight(use.fight)
        if fight is None:
            return None
        found = self._left_by(fight).sheets.get(use.combatant)
        if found is None and any(seat.combatant == use.combatant for seat in fight.seats):
            return {}  # a draw is owed for his entry
        return found

    def _left_by(self, fight: AnyFight) -> Left:
        return self._rules(fight.ruleset).left(fight.state)

    async def _busy(self, uses: Sequence[Use]) -> AnyFight | None:
        """The fight that still holds the sheet of these uses."""
        for use in uses:
            fight = await self._fight(use.fight)
            if fight is None or self._is_over(fight):
                continue
            if any(seat.combatant == use.combatant for seat in fight.seats):
                return fight
        return None

    # ---- a sheet comes into a fight

    async def bring(self, fight: AnyFight, user: UserId, sheet: SheetId) -> Brought:
        """This sheet as it comes into this fight, with what the session of the fight's GM left of it.

        Raises: Illegal(NO_SUCH_SHEET, SHEET_OF_OTHER_SYSTEM, SHEET_BUSY, SHEET_IN_OTHER_SESSION).
        """
        row = await self._store.sheet(sheet)
        if row is None or row.user != user or row.guild != fight.place.guild:
            raise Illegal("NO_SUCH_SHEET")
        if row.ruleset != fight.ruleset:
            raise Illegal("SHEET_OF_OTHER_SYSTEM", name=row.name, system=self._rulesets[row.ruleset].name)
        uses = await self._store.uses_of(sheet)
        if (elsewhere := await self._busy(uses)) is not None:
            raise Illegal("SHEET_BUSY", name=row.name, where=elsewhere.title)
        session = await self.open_of(fight.place.guild, fight.ruleset, fight.gms)
        playing = await self._session_of(uses)
        if session is not None and playing is not None and playing.id != session.id:
            raise Illegal("SHEET_IN_OTHER_SESSION", name=row.name, gm=self._rulesets[row.ruleset].gm_word)
        values = values_of(self._rulesets[row.ruleset], row.raw, row.schema)
        left = await self._left([use for use in uses if use.session == session.id]) if session else {}
        return Brought(
            sheet=sheet,
            name=row.name,
            values=self._rules(row.ruleset).check(values).fields,
            left=left,
            number=len(uses) + 1,
            session=session.id if session else None,
        )

    async def for_start(self, fight: AnyFight) -> tuple[Mapping[str, str], tuple[Mapping[str, str], ...]]:
        """What the session of this fight leaves to the whole table, and of each of its sheets that is not here.

        Nothing, if no sheet came into this fight for a session.
        """
        here = [
            use for use in await self._store.uses_at(fight.id) if use.session and await self._found(use) is not None
        ]
        session = await self._store.session(here[0].session) if here and here[0].session else None
        if session is None:
            return {}, ()
        mine = {use.sheet for use in here}
        taking = [(row, uses) for row, uses in await self._taking_part(session) if row.id not in mine]
        absent = tuple([left for _, uses in taking if (left := await self._left(uses))])
        table: Mapping[str, str] = {}
        for which in dict.fromkeys(use.fight for use in await self._store.uses_in(session.id)):
            earlier = await self._fight(which)
            if earlier is not None and earlier.id != fight.id and (table := self._left_by(earlier).table):
                break
        return {"number": str(session.number), **table}, absent

    async def require_undoable(self, fight: AnyFight) -> None:
        """Refuse to take back the end of a fight whose outcome counts already.

        Raises: Illegal(SHEETS_MOVED_ON).
        """
        if self._rulesets[fight.ruleset].sheets is None or self._phase(fight) is not Phase.OVER:
            return
        for use in await self._store.uses_at(fight.id):
            if await self._found(use) is None or use.session is None:
                continue
            session, row = await self._store.session(use.session), await self._store.sheet(use.sheet)
            if session is not None and session.ended is not None:
                raise Illegal("SHEETS_MOVED_ON", name=row.name if row else "a sheet")
            later = [each for each in await self._store.uses_of(use.sheet) if each.number > use.number]
            if row is not None and any([await self._found(each) is not None for each in later]):
                raise Illegal("SHEETS_MOVED_ON", name=row.name)

    # ---- the end

    async def rest(self, session: Session) -> Rest:
        """What the end of the session makes of its sheets. Raises: Illegal(SESSION_BUSY) while a fight goes on."""
        rules, ruleset = self._rules(session.ruleset), self._rulesets[session.ruleset]
        rows, said = [], []
        seen = len(await self._store.uses_in(session.id))  # before anything else is read: what comes later is noticed
        for row, uses in await self._taking_part(session):
            if (fight := await self._busy(uses)) is not None:
                raise Illegal("SESSION_BUSY", name=row.name, where=fight.title)
            left = await self._left(uses)
            values = rules.check(values_of(ruleset, row.raw, row.schema)).fields
            rested = rules.check(rules.rested(values, left)).fields
            changed = [f"{each.label} {rested[each.name]}" for each in rules.fields if each.name in left]
            said.append(f"{row.name}: {', '.join(changed)}")
            raw = encode(dict(rested))
            rows.append(replace(row, schema=ruleset.schema, revision=row.revision + 1, raw=raw))
        if said and rules.farewell:
            said.append(rules.farewell)
        return Rest(sheets=tuple(rows), said=tuple(said), uses=seen)

    # ---- inside

    def _rules(self, ruleset: str) -> SheetRules[object]:
        rules = self._rulesets[ruleset].sheets
        assert rules is not None, "only systems with sheets have sessions"
        return rules

    def _is_over(self, fight: AnyFight) -> bool:
        return fight.is_closed or self._phase(fight) is Phase.OVER

    def _phase(self, fight: AnyFight) -> Phase:
        return self._tables.ruleset(fight).phase(fight.state)

    async def _fight(self, which: FightId) -> AnyFight | None:
        """The fight as it stands; None if it is gone or cannot be read."""
        try:
            return await self._tables.read(await self._tables.find(which))
        except Illegal:
            return None


def values_of(ruleset: AnyRuleset, raw: bytes, schema: int) -> Mapping[str, str]:
    """The values of an encoded sheet as the present schema has them. Raises: Illegal(SHEET_NEWER, SHEET_BROKEN)."""
    try:
        return codec_of(ruleset).sheet(raw, schema)
    except Illegal as illegal:
        is_newer = illegal.refusal.code == "NEWER_PROGRAM"
        raise Illegal("SHEET_NEWER" if is_newer else "SHEET_BROKEN") from illegal
