"""What the Referee asks of a store: bytes in, bytes out, all or nothing.

A store knows fights, steps and things to tell, players' sheets and sessions; it knows no rules, and never looks into
the bytes.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from rules.core.ids import CombatantId, FightId, Place, SessionId, SheetId, UserId
from rules.core.names import key_of, mention


class StoreError(Exception):
    """The base of what a store may answer instead of doing its work."""


class PlaceTaken(StoreError):
    """Another current fight holds this channel."""


class Conflict(StoreError):
    """Somebody else wrote this fight's next step first: read it again."""


class SheetMoved(StoreError):
    """The sheet was brought into another fight first, or is gone."""


class NotStored(StoreError):
    """The outcome is failure or unknown: nothing may be shown; read the fight again."""


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A fight's snapshot row: `raw` is the encoded fight after step `seq`, `key` its secret key, `users` who plays.

    `schema` is the version of `ruleset` under which `raw` was encoded. `pending` says of the decisions owed what the
    fight itself does not know (see `rules.acts`). `due` is when the clock has something to do for it (seconds since the
    epoch), if it has.
    """

    fight: FightId
    place: Place
    ruleset: str
    schema: int
    seq: int
    is_current: bool
    key: bytes
    users: tuple[UserId, ...]
    raw: bytes
    pending: bytes = b""
    due: float | None = None


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One entry of a fight's append-only log.

    `source` names what asked for it (an interaction), at most 64 characters, unique in its fight.
    `expect` is what the asker addressed (a prompt, a moment), or empty.
    `keyframe` is the compressed fight after this step, on every 50th step and every undo, else None.
    `schema` is the version of the fight's rules under which all bytes here were encoded.
    `back_to` is set on an undo: the step whose state it went back to.
    `act` is the step with which the act began that this is part of; 0: an act that this step completes.
    """

    fight: FightId
    seq: int
    ply: int
    before: int
    schema: int
    at: float  # seconds since the epoch
    user: UserId
    source: str
    expect: str
    command: bytes
    draws: bytes
    events: bytes
    digest: bytes
    keyframe: bytes | None = None
    back_to: int | None = None
    act: int = 0


class Undo(msgspec.Struct, frozen=True, kw_only=True):
    """That step `seq` was an undo back to step `back_to`: what lies between was taken back."""

    seq: int
    back_to: int


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """Something to tell that has been ruled: `kind` is "line" (to the channel), "term" (below it), "call" or "dm" (to
    `user`), or "seat" (`user` has sat down: the way to him is to be tried; or got up).

    `id` is given by the store; `text` is plain words already fit for whoever reads it. `act` is the step with which the
    act began that this belongs to, 0 for an act that one step completes; `goes_on`: the act is not at its end. `note`
    is 0 for what the step itself tells; what the clock tells after it has the number of its note, from 1.
    """

    fight: FightId
    seq: int
    kind: str
    text: str
    user: UserId | None = None
    id: int = 0
    act: int = 0
    goes_on: bool = False
    note: int = 0


class Saved(msgspec.Struct, frozen=True, kw_only=True):
    """Something kept in a server for later fights by one system, under a name.

    `kind` is "house" (a set of house rules, for all), or for one user alone, whose id stands behind it, "scene/…" and
    "pasted/…" (the text that he pasted last).

    `text` is what was saved, as its kind writes it; `user` who saved it, `at` when (seconds since the epoch).
    """

    guild: int
    ruleset: str
    kind: str
    name: str
    text: str
    user: UserId
    at: float


class Surface(msgspec.Struct, frozen=True, kw_only=True):
    """A message of ours on Discord that lives on: `kind` "board" of a fight, or "hand" of a user (`text`: how it came).

    `kind` "acts" stands for several, which `text` names: those of the acts that are not at their end. "thread" is a
    user's private thread, and "unreached" no message, but whom no private one reaches (in `text`).
    """

    fight: FightId
    kind: str
    user: UserId | None
    channel: int
    message: int
    text: str = ""


class SheetRow(msgspec.Struct, frozen=True, kw_only=True):
    """A user's own character in one server: `raw` are its values, encoded under this `schema` of `ruleset`.

    `revision` is 1 at first and rises by 1 with every change. A user has one sheet of a name in a server and system.
    """

    id: SheetId
    user: UserId
    guild: int
    ruleset: str
    schema: int
    name: str
    revision: int
    raw: bytes

    @property
    def key(self) -> str:
        """What names are compared by."""
        return key_of(self.name)


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """An evening of one GM in one server, by one system; he has at most one that is open (`ended` None)."""

    id: SessionId
    guild: int
    ruleset: str
    gm: UserId
    number: int
    begun: float  # seconds since the epoch
    ended: float | None = None


class Use(msgspec.Struct, frozen=True, kw_only=True):
    """That a sheet was brought into a fight: the sheet's `number`th time, from 1, as this combatant."""

    sheet: SheetId
    number: int
    fight: FightId
    combatant: CombatantId
    session: SessionId | None
    at: float  # seconds since the epoch


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """That a request about sheets or sessions was done (`source` as of a step), and what was said to it."""

    source: str
    user: UserId
    at: float  # seconds since the epoch
    about: str  # the id of the sheet or session
    said: str


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What one request about sheets or sessions writes, in one transaction.

    `sheets` are new (`revision` 1) or the successors of what is stored; `session` is new, or ends the one stored, into
    whose fights `uses` sheets had been brought when it was worked out what it leaves.
    """

    deed: Deed
    sheets: tuple[SheetRow, ...] = ()
    dropped: tuple[SheetId, ...] = ()
    session: Session | None = None
    uses: int = 0


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """What the clock writes, no step: what is pending after step `seq`, when it is due next, what is to be told.

    `messages` are of step `seq` too, and have the number of the note: how many there were since that step.
    """

    fight: FightId
    seq: int
    pending: bytes
    due: float | None
    messages: tuple[Message, ...] = ()


class Moderation(msgspec.Struct, frozen=True, kw_only=True):
    """What a moderator did to a server and to no fight's own log, as it is said; the store numbers them (`id`).

    `source` is as of a step, and unique: one request is one of them.
    """

    guild: int
    user: UserId
    at: float  # seconds since the epoch
    said: str
    source: str
    id: int = 0


class Examined(msgspec.Struct, frozen=True, kw_only=True):
    """What the database is, the revision of its shape and the one wanted, its size in bytes if it has one."""

    kind: str
    revision: str = ""
    wanted: str = ""
    size: int | None = None


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """What one act writes, in one transaction: the step, the snapshot after it and what is to be told.

    `use` is set where the step brings a sheet into the fight.
    """

    record: Record
    step: Step
    messages: tuple[Message, ...] = ()
    use: Use | None = None
    has_same_users: bool = False  # as the step before it: whoever stores it need not compare
    traces: tuple[UserId, ...] = ()  # who may be in the records of this fight for the first time


class Whole(msgspec.Struct, frozen=True, kw_only=True):
    """A fight with its whole log, all of which was told already; `traces`: whose ids are in it."""

    record: Record
    steps: tuple[Step, ...]
    messages: tuple[Message, ...] = ()
    traces: tuple[UserId, ...] = ()


class Rewriting(msgspec.Struct, frozen=True, kw_only=True):
    """A fight in which `gone` is somebody else: all its steps, in order, and its record, after the same step as stored.

    `texts` are pairs of what stands for him in other texts about the fight, and what stands there from now on.
    """

    whole: Whole
    gone: UserId
    texts: tuple[tuple[str, str], ...] = ()


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What is stored of a user outside the fights; `surfaces` and `deeds` are numbers of rows.

    `moderations` are what he did as a moderator, `named` the number of others' that name him; in what is set for the
    `servers` his id is found.
    """

    sheets: tuple[SheetRow, ...]
    saved: tuple[Saved, ...]
    sessions: tuple[Session, ...]
    surfaces: int
    deeds: int
    moderations: tuple[Moderation, ...] = ()
    named: int = 0
    servers: tuple[int, ...] = ()


GONE = UserId(-1)  # stands for whoever is forgotten, where one need not be told from another


def naming(user: UserId) -> re.Pattern[str]:
    """Finds this user in words of the table."""
    return re.compile(f"{mention(user)}(?!\\d)")


def newest_uses(uses: Iterable[Use]) -> list[Use]:
    """Uses of any sheets, the latest first."""
    return sorted(uses, key=lambda use: (use.at, use.sheet, use.number), reverse=True)


class Store(Protocol):
    """Fights kept safe. Every write returns only after it is durable."""

    async def open(self) -> None:
        """Make ready; raises StoreError where the database cannot be used."""
        ...

    async def close(self) -> None:
        """Finish what is queued and let go."""
        ...

    async def begin(self, entry: Entry) -> None:
        """A new fight with its first step. Raises: PlaceTaken, NotStored."""
        ...

    async def append(self, entry: Entry) -> None:
        """The next step of a fight. Raises: Conflict, PlaceTaken, SheetMoved, NotStored."""
        ...

    async def note(self, note: Note) -> None:
        """What the clock did for a fight. Raises: Conflict where another step came first, NotStored."""
        ...

    async def set_aside(self, fight: FightId, moderation: Moderation | None = None) -> None:
        """The fight is current no more, with no step: for one that cannot be read; on record if it is given.

        Raises: Conflict where the source of the moderation is known, NotStored.
        """
        ...

    async def set(self, scope: str, whose: int, raw: bytes, moderation: Moderation | None = None) -> None:
        """What a person or server (`scope`) wants from now on; on record if it is given.

        Raises: Conflict where the source of the moderation is known, NotStored.
        """
        ...

    async def take_in(self, whole: Whole) -> None:
        """A fight from elsewhere. Raises: PlaceTaken, NotStored."""
        ...

    async def rewrite(self, rewriting: Rewriting) -> None:
        """Other ids in a fight; what was to be told to whoever is gone is dropped, and where it stands.

        Raises: Conflict where another step came first, NotStored.
        """
        ...

    async def forget(self, user: UserId, at: float) -> None:
        """Nothing of the user is stored outside the fights any more.

        What he kept for a whole server stays, as nobody's; so do the sessions that he led, which are over (`at`). What
        he did as a moderator, and what was done to him, stays as that of `GONE`; that he is barred stays.
        Raises: NotStored.
        """
        ...

    async def keep(self, change: Change) -> None:
        """What is asked of sheets and sessions. Raises: NotStored.

        Raises: Conflict where the source is known, a sheet is not the successor of the stored one, its name is taken,
        or the session is open or ended already.
        """
        ...

    async def current(self, place: Place) -> Record | None:
        """The current fight of a channel."""
        ...

    async def last(self, place: Place, *, skip: int = 0) -> Record | None:
        """The fight of a channel that was begun last, current or not; with `skip` the one so many before it."""
        ...

    async def load(self, fight: FightId) -> Record | None:
        """A fight by id, current or not."""
        ...

    async def by_source(self, fight: FightId, source: str) -> Step | None:
        """The step that this source brought about."""
        ...

    async def by_expect(self, fight: FightId, user: UserId, expect: str) -> Step | None:
        """The latest step by which this user met this address."""
        ...

    async def latest_by(self, fight: FightId, user: UserId) -> tuple[Step, bool] | None:
        """The user's latest step, and whether its ruling was told to him."""
        ...

    async def told(self, fight: FightId, seq: int) -> None:
        """Note that the ruling of this step reached its asker. May return before it is durable."""
        ...

    async def steps(self, fight: FightId, *, after: int, limit: int) -> Sequence[Step]:
        """Steps with seq > `after`, oldest first, at most `limit`."""
        ...

    async def latest(self, fight: FightId, *, before: int | None, limit: int) -> Sequence[Step]:
        """The last `limit` steps with seq < `before` (None: of all), newest first."""
        ...

    async def undos(self, fight: FightId, *, after: int) -> Sequence[Undo]:
        """All undos with seq > `after` (the steps with `back_to`), oldest first."""
        ...

    async def keyframe(self, fight: FightId, at: int) -> Step | None:
        """The latest step with a keyframe and seq <= `at`."""
        ...

    async def unsent(self, *, limit: int, after: int = 0) -> Sequence[Message]:
        """What is still to be told and has an id > `after`, oldest first, at most `limit`."""
        ...

    async def sent(self, fight: FightId, seq: int, note: int = 0) -> None:
        """Note that all of this step (or note after it) was told, or can never be. May return before it is durable."""
        ...

    async def surface(self, fight: FightId, kind: str, user: UserId | None = None) -> Surface | None:
        """Where our message of this kind stands."""
        ...

    async def put_surface(self, surface: Surface) -> None:
        """Remember it, in place of an older one."""
        ...

    async def note_surface(self, surface: Surface) -> None:
        """The same for a fight that is stored. May return before it is durable, which it is before a later `sent`."""
        ...

    async def saved(self, guild: int, ruleset: str, kind: str) -> Sequence[Saved]:
        """What a server keeps of this kind for this system, by name."""
        ...

    async def save(self, saved: Saved) -> None:
        """Keep it, in place of what went by that name. Raises: NotStored."""
        ...

    async def unsave(self, guild: int, ruleset: str, kind: str, name: str) -> None:
        """Keep it no more; if it is not there, that is as well. Raises: NotStored."""
        ...

    async def due(self, now: float, *, limit: int) -> Sequence[FightId]:
        """Current fights for which the clock has something to do by `now`, the longest due first."""
        ...

    async def next_due(self, after: float) -> float | None:
        """When the clock has something to do next, later than `after`; None: never, as things stand."""
        ...

    async def fights_in(self, guild: int) -> Sequence[Record]:
        """All current fights of a server, newest first."""
        ...

    async def setting(self, scope: str, whose: int) -> bytes | None:
        """What a person or server (`scope`) has set."""
        ...

    async def moderations(self, guild: int, *, before: int | None = None, limit: int) -> Sequence[Moderation]:
        """What moderators did to a server, newest first, at most `limit` with an id < `before` (None: of all)."""
        ...

    async def examined(self) -> Examined:
        """How the database is. Raises: StoreError where it does not answer."""
        ...

    async def traces(self, user: UserId) -> Sequence[FightId]:
        """All fights, current or not, in whose records this user is, by id."""
        ...

    async def about(self, user: UserId) -> About:
        """What is stored of this user outside the fights, each kind oldest or by name."""
        ...

    async def current_fights(self) -> Sequence[FightId]:
        """All current fights."""
        ...

    async def of_user(self, user: UserId) -> Sequence[FightId]:
        """Current fights among whose `users` this one is, newest first."""
        ...

    async def sheet(self, sheet: SheetId) -> SheetRow | None:
        """A sheet by id."""
        ...

    async def sheets_of(self, guild: int, user: UserId) -> Sequence[SheetRow]:
        """The user's sheets in a server, by name."""
        ...

    async def uses_of(self, sheet: SheetId) -> Sequence[Use]:
        """Where the sheet was brought into, newest first."""
        ...

    async def session(self, session: SessionId) -> Session | None:
        """A session by id."""
        ...

    async def sessions(self, guild: int, ruleset: str, gm: UserId) -> Sequence[Session]:
        """The sessions of a GM in a server by one system, newest first."""
        ...

    async def open_sessions(self, guild: int) -> Sequence[Session]:
        """The open sessions of a server, newest first."""
        ...

    async def uses_in(self, session: SessionId) -> Sequence[Use]:
        """What was brought into the fights of a session, newest first."""
        ...

    async def uses_at(self, fight: FightId) -> Sequence[Use]:
        """What was brought into a fight, newest first."""
        ...

    async def deed(self, source: str) -> Deed | None:
        """What this source brought about."""
        ...
