"""Players' own characters: made, changed, given up, copied out and in. Each sees his own alone.

What sessions and fights do with them is in `rules.sessions`.
"""

from collections.abc import Awaitable, Callable, Mapping

import msgspec

from rules import sheet_text
from rules.core.codec import encode
from rules.core.ids import SessionId, SheetId, UserId
from rules.core.names import clean, key_of
from rules.core.refusal import Illegal
from rules.core.sheet import Sheet, SheetField, SheetRules
from rules.core.values import replace
from rules.sessions import Sessions, SessionShown, values_of
from rules.store.protocol import Change, Conflict, Deed, NotStored, Session, SheetRow, Store
from rules.tables import AnyRuleset

MOST_SHEETS = 20  # of one user in one server


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """What a request about sheets or sessions brought about; `about` is the sheet's or session's id.

    `is_repeat`: this was done before and is told again.
    """

    about: str
    said: str
    is_repeat: bool = False


class SheetShown(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet as its player sees it: its values, in words; `left` is what the open session left of it."""

    id: SheetId
    name: str
    ruleset_name: str
    blanks: tuple[SheetField, ...]
    values: Mapping[str, str]
    lines: tuple[str, ...]
    warnings: tuple[str, ...]
    left: str

    @property
    def pages(self) -> tuple[str, ...]:
        """The pages of blanks, in order."""
        return tuple(dict.fromkeys(each.page for each in self.blanks))


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet in a list."""

    id: SheetId
    name: str
    ruleset: str
    ruleset_name: str


class Sheets:
    """The sheets of one process. Every method may raise Illegal; an unknown sheet and another's are the same."""

    def __init__(
        self,
        store: Store,
        rulesets: Mapping[str, AnyRuleset],
        sessions: Sessions,
        *,
        clock: Callable[[], float],
        random_bytes: Callable[[int], bytes],
    ) -> None:
        """`clock`: seconds since the epoch."""
        self._store = store
        self._rulesets = rulesets
        self._sessions = sessions
        self._clock = clock
        self._random_bytes = random_bytes

    # ---- looking

    async def mine(self, guild: int, user: UserId, ruleset: str = "") -> tuple[Named, ...]:
        """The user's sheets in this server (by one system), by name."""
        return tuple(
            Named(id=row.id, name=row.name, ruleset=row.ruleset, ruleset_name=self._rulesets[row.ruleset].name)
            for row in await self._store.sheets_of(guild, user)
            if ruleset in ("", row.ruleset) and row.ruleset in self._rulesets
        )

    async def show(self, user: UserId, sheet: SheetId) -> SheetShown:
        """One sheet, to its player. Raises: Illegal(NO_SUCH_SHEET)."""
        row = await self._own(user, sheet)
        rules, sheet_now = self._rules(row.ruleset), self._read(row)
        return SheetShown(
            id=row.id,
            name=row.name,
            ruleset_name=self._rulesets[row.ruleset].name,
            blanks=rules.fields,
            values=sheet_now.fields,
            lines=sheet_now.lines,
            warnings=sheet_now.warnings,
            left=await self._sessions.words_of(row),
        )

    async def name_of(self, user: UserId, sheet: SheetId) -> str:
        """The name of a sheet, to its player, even where it cannot be read. Raises: Illegal(NO_SUCH_SHEET)."""
        return (await self._own(user, sheet)).name

    async def copy_out(self, user: UserId, sheet: SheetId) -> str:
        """The sheet as a text that `copy_in` takes. Raises: Illegal(NO_SUCH_SHEET)."""
        row = await self._own(user, sheet)
        copied = sheet_text.Copied(
            system=row.ruleset,
            schema=self._rulesets[row.ruleset].schema,
            name=row.name,
            values=self._read(row).fields,
        )
        return sheet_text.written(copied)

    # ---- changing

    async def create(
        self, guild: int, user: UserId, ruleset: str, *, name: str, values: Mapping[str, str], source: str
    ) -> Done:
        """A new sheet; what is left out is as usual.

        Raises: Illegal(NO_SHEETS, SHEET_NAMELESS, SHEET_NAME_TAKEN, TOO_MANY_SHEETS), or what is wrong with a value.
        """

        async def make() -> Change:
            rules, called = self._rules(ruleset), clean(name)
            await self._require_room(guild, user)
            await self._require_name(guild, user, ruleset, called)
            row = SheetRow(
                id=SheetId(self._random_bytes(5).hex()),
                user=user,
                guild=guild,
                ruleset=ruleset,
                schema=self._rulesets[ruleset].schema,
                name=called,
                revision=1,
                raw=encode(dict(rules.check(values).fields)),
            )
            return Change(deed=self._deed(source, user, row.id, f"{called} is yours."), sheets=(row,))

        return await self._once(user, source, make)

    async def copy_in(self, guild: int, user: UserId, text: str, *, system: str, source: str) -> Done:
        """A new sheet from a text; `system` serves where the text names none.

        Raises: Illegal(SHEET_UNREADABLE), and as `create`.
        """
        copied = sheet_text.read(text, system=system)
        self._rules(copied.system)
        values: Mapping[str, str] = copied.values
        if copied.schema is not None:
            values = values_of(self._rulesets[copied.system], encode(dict(values)), copied.schema)
        return await self.create(guild, user, copied.system, name=copied.name, values=values, source=source)

    async def change(
        self, user: UserId, sheet: SheetId, values: Mapping[str, str], *, source: str, name: str | None = None
    ) -> Done:
        """Some values are others now, or the name is.

        Raises: Illegal(NO_SUCH_SHEET, FIELD_IN_SESSION, SHEET_NAMELESS, SHEET_NAME_TAKEN), or what is wrong with a
        value.
        """

        async def make() -> Change:
            row = await self._own(user, sheet)
            before, called = self._read(row).fields, row.name if name is None else clean(name)
            if key_of(called) != row.key:
                await self._require_name(row.guild, user, row.ruleset, called)
            rules = self._rules(row.ruleset)
            after = rules.check({**before, **values}).fields
            left = await self._sessions.left_of(row)
            held = [each.label for each in rules.fields if each.name in left and after[each.name] != before[each.name]]
            if held:
                raise Illegal("FIELD_IN_SESSION", field=" and ".join(held), name=row.name)
            changed = replace(
                row,
                schema=self._rulesets[row.ruleset].schema,
                name=called,
                revision=row.revision + 1,
                raw=encode(dict(after)),
            )
            return Change(deed=self._deed(source, user, sheet, f"{called} is kept."), sheets=(changed,))

        return await self._once(user, source, make)

    async def drop(self, user: UserId, sheet: SheetId, *, source: str) -> Done:
        """The sheet is gone; a fight it was brought into goes on. Raises: Illegal(NO_SUCH_SHEET)."""

        async def make() -> Change:
            row = await self._own(user, sheet)
            return Change(deed=self._deed(source, user, sheet, f"{row.name} is deleted."), dropped=(sheet,))

        return await self._once(user, source, make)

    # ---- sessions

    async def begin_session(
        self, guild: int, user: UserId, ruleset: str, *, number: int | None = None, source: str
    ) -> Done:
        """Open a session, with the user as its GM; `number` None: the next.

        Raises: Illegal(NO_SHEETS, SESSION_OPEN).
        """

        async def make() -> Change:
            self._rules(ruleset)
            if (already := await self._sessions.open_of(guild, ruleset, (user,))) is not None:
                raise Illegal("SESSION_OPEN", number=str(already.number))
            session = Session(
                id=SessionId(self._random_bytes(5).hex()),
                guild=guild,
                ruleset=ruleset,
                gm=user,
                number=number or await self._sessions.last_number(guild, ruleset, user) + 1,
                begun=self._clock(),
            )
            said = f"Session {session.number} of {self._rulesets[ruleset].name} is open."
            return Change(deed=self._deed(source, user, session.id, said), session=session)

        return await self._once(user, source, make)

    async def end_session(
        self, guild: int, user: UserId, *, gm: UserId, source: str, is_moderator: bool = False
    ) -> Done:
        """Close the oldest open session of this GM: what its fights left goes back to the sheets.

        The GM himself, or a moderator of the server. Raises: Illegal(NO_SESSION, NOT_YOUR_SESSION, SESSION_BUSY).
        """

        async def make() -> Change:
            theirs = [each for each in await self._store.open_sessions(guild) if each.gm == gm]
            if not theirs:
                raise Illegal("NO_SESSION")
            session = theirs[-1]
            if user != gm and not is_moderator:
                raise Illegal("NOT_YOUR_SESSION", gm=self._rulesets[session.ruleset].gm_word)
            rest = await self._sessions.rest(session)
            said = "\n".join((f"Session {session.number} is over.", *rest.said))
            deed = self._deed(source, user, session.id, said)
            ended = replace(session, ended=self._clock())
            return Change(deed=deed, sheets=rest.sheets, session=ended, uses=rest.uses)

        try:
            return await self._once(user, source, make)
        except Illegal as refused:
            if refused.refusal.code != "SHEET_CHANGED":
                raise
        return await self._once(user, source, make)  # somebody sat down or wrote meanwhile: look at it as it is now

    async def sessions(self, guild: int, user: UserId) -> tuple[SessionShown, ...]:
        """The open sessions of a server, as this user may see them."""
        return await self._sessions.show(guild, user)

    # ---- inside

    async def _once(self, user: UserId, source: str, make: Callable[[], Awaitable[Change]]) -> Done:
        """What `make` says is stored, and a repeat of the same request answered as before.

        Raises: Illegal(SHEET_CHANGED, NOT_STORED), or whatever `make` refuses.
        """
        if again := await self._again(user, source):
            return again
        change = await make()
        try:
            await self._store.keep(change)
        except Conflict as error:
            if again := await self._again(user, source):
                return again
            raise Illegal("SHEET_CHANGED") from error
        except NotStored as error:
            raise Illegal("NOT_STORED") from error
        return Done(about=change.deed.about, said=change.deed.said)

    async def _again(self, user: UserId, source: str) -> Done | None:
        deed = await self._store.deed(source)
        return Done(about=deed.about, said=deed.said, is_repeat=True) if deed and deed.user == user else None

    def _deed(self, source: str, user: UserId, about: str, said: str) -> Deed:
        return Deed(source=source, user=user, at=self._clock(), about=about, said=said)

    def _rules(self, ruleset: str) -> SheetRules[object]:
        found = self._rulesets.get(ruleset)
        if found is None:
            raise Illegal("UNKNOWN_RULESET", ruleset=ruleset, known=", ".join(self._rulesets))
        if found.sheets is None:
            raise Illegal("NO_SHEETS", system=found.name)
        return found.sheets

    def _read(self, row: SheetRow) -> Sheet:
        return self._rules(row.ruleset).check(values_of(self._rulesets[row.ruleset], row.raw, row.schema))

    async def _own(self, user: UserId, sheet: SheetId) -> SheetRow:
        row = await self._store.sheet(sheet)
        if row is None or row.user != user:
            raise Illegal("NO_SUCH_SHEET")
        return row

    async def _require_room(self, guild: int, user: UserId) -> None:
        if len(await self._store.sheets_of(guild, user)) >= MOST_SHEETS:
            raise Illegal("TOO_MANY_SHEETS", most=str(MOST_SHEETS))

    async def _require_name(self, guild: int, user: UserId, ruleset: str, name: str) -> None:
        if not name:
            raise Illegal("SHEET_NAMELESS")
        mine = await self._store.sheets_of(guild, user)
        if any((row.ruleset, row.key) == (ruleset, key_of(name)) for row in mine):
            raise Illegal("SHEET_NAME_TAKEN", name=name)
