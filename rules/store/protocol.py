"""What the Referee asks of a store: bytes in, bytes out, all or nothing.

A store knows fights, steps and things to tell; it knows no rules, and never looks into the bytes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rules.core.ids import FightId, Place, UserId


class StoreError(Exception):
    """The base of what a store may answer instead of doing its work."""


class PlaceTaken(StoreError):
    """Another current fight holds this channel."""


class Conflict(StoreError):
    """Somebody else wrote this fight's next step first: read it again."""


class NotStored(StoreError):
    """The outcome is failure or unknown: nothing may be shown; read the fight again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A fight's snapshot row: `raw` is the encoded fight after step `seq`, `key` its secret key, `users` who plays.

    `schema` is the version of `ruleset` under which `raw` was encoded.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One entry of a fight's append-only log.

    `source` names what asked for it (an interaction), at most 64 characters, unique in its fight.
    `expect` is what the asker addressed (a prompt, a moment), or empty.
    `keyframe` is the compressed fight after this step, on every 50th step and every undo, else None.
    `schema` is the version of the fight's rules under which all bytes here were encoded.
    `back_to` is set on an undo: the step whose state it went back to.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """That step `seq` was an undo back to step `back_to`: what lies between was taken back."""

    seq: int
    back_to: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """Something to tell that has been ruled: `kind` is "line" (to the channel) or "dm" (to `user`).

    `id` is given by the store; `text` is plain words already fit for whoever reads it.
    """

    fight: FightId
    seq: int
    kind: str
    text: str
    user: UserId | None = None
    id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Surface:
    """A message of ours on Discord that lives on: `kind` "board" of a fight, or "hand" of a user (in a DM)."""

    fight: FightId
    kind: str
    user: UserId | None
    channel: int
    message: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What one act writes, in one transaction: the step, the snapshot after it and what is to be told."""

    record: Record
    step: Step
    messages: tuple[Message, ...] = ()
    has_same_users: bool = False  # as the step before it: whoever stores it need not compare


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
        """The next step of a fight. Raises: Conflict, PlaceTaken, NotStored."""
        ...

    async def current(self, place: Place) -> Record | None:
        """The current fight of a channel."""
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

    async def sent(self, fight: FightId, seq: int) -> None:
        """Note that all of this step was told, or can never be. May return before it is durable."""
        ...

    async def surface(self, fight: FightId, kind: str, user: UserId | None = None) -> Surface | None:
        """Where our message of this kind stands."""
        ...

    async def put_surface(self, surface: Surface) -> None:
        """Remember it, in place of an older one."""
        ...

    async def current_fights(self) -> Sequence[FightId]:
        """All current fights."""
        ...

    async def of_user(self, user: UserId) -> Sequence[FightId]:
        """Current fights among whose `users` this one is, newest first."""
        ...
