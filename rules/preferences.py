"""What people and servers have set for all their fights: kept outside the fights, read from memory."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

import msgspec

from rules.core.ids import UserId
from rules.core.refusal import Illegal
from rules.store.protocol import Moderation, NotStored, Store

S = TypeVar("S")

PERSON, SERVER = "person", "server"  # scopes in the store
DAY = 24 * 60  # minutes
KEPT = 4096  # of each in memory
DM, THREAD, HERE = "dm", "thread", "here"  # where a hand comes to
DELIVERIES = (DM, THREAD, HERE)


class Quiet(msgspec.Struct, frozen=True, kw_only=True):
    """When somebody is not to be called: from and to, in minutes after midnight of his zone (`to` may be tomorrow)."""

    begin: int
    end: int


class Person(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one user wants, on every server: the name of his time zone, his quiet hours, where his hand comes to."""

    zone: str = "UTC"
    quiet: Quiet | None = None
    delivery: str = DM  # "dm", "thread" (a private thread beside the fight) or "here" (only when he asks)


class Server(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the moderators of a server have set: who may begin, who moderates, how its tables play at first."""

    begin_role: int = 0  # a role's id; 0: everybody
    moderator_role: int = 0  # besides whoever may manage messages
    barred: tuple[UserId, ...] = ()
    threads: bool = True  # whether hands may come in private threads
    table: Mapping[str, str] = {}  # readings of `rules.core.table_rules` for new fights


class Preferences:
    """Of all people and servers, by id."""

    def __init__(self, store: Store) -> None:
        """Reads each once. Whoever reads what a server has set, to change it, holds `changing` meanwhile."""
        self._store = store
        self.changing = asyncio.Lock()
        self._known: OrderedDict[tuple[str, int], bytes | None] = OrderedDict()

    async def person(self, user: UserId) -> Person:
        """What this user has set; nothing, where that cannot be read. Raises: StoreError."""
        person = _decoded(await self._read(PERSON, user), Person)
        return person if person is not None and _is_sane(person) else Person()

    async def people(self, users: Iterable[UserId]) -> Mapping[UserId, Person]:
        """What each of these has set: from memory, but for those never asked about. Raises: StoreError."""
        return {user: await self.person(user) for user in users}

    async def server(self, guild: int) -> Server:
        """What this server has set; nothing, where that cannot be read. Raises: StoreError."""
        return _decoded(await self._read(SERVER, guild), Server) or Server()

    async def change_person(self, user: UserId, change: Callable[[Person], Person]) -> Person:
        """From now on this user wants it as `change` makes it of what he wanted. Raises: Illegal(NOT_STORED)."""
        async with self.changing:
            person = change(await self.person(user))
            await self._set(PERSON, user, msgspec.json.encode(person))
        return person

    async def set_server(self, guild: int, server: Server, moderation: Moderation | None = None) -> None:
        """From now on it is so on this server; on record, if that is given.

        Raises: Illegal(NOT_STORED), Conflict where that very request was done already.
        """
        await self._set(SERVER, guild, msgspec.json.encode(server), moderation)

    def forget(self, user: UserId) -> None:
        """What the store has no more, this does not have either."""
        self._known.pop((PERSON, user), None)

    async def _read(self, scope: str, whose: int) -> bytes | None:
        if (scope, whose) not in self._known:
            raw = await self._store.setting(scope, whose)
            if (scope, whose) not in self._known:  # else it was set meanwhile, and what was read may be older
                self._keep(scope, whose, raw)
        return self._known[scope, whose]

    async def _set(self, scope: str, whose: int, raw: bytes, moderation: Moderation | None = None) -> None:
        self._known.pop((scope, whose), None)
        try:
            await self._store.set(scope, whose, raw, moderation)
        except NotStored as error:
            raise Illegal("NOT_STORED") from error
        self._keep(scope, whose, raw)

    def _keep(self, scope: str, whose: int, raw: bytes | None) -> None:
        self._known[scope, whose] = raw
        if len(self._known) > KEPT:
            self._known.popitem(last=False)


def _decoded(raw: bytes | None, kind: type[S]) -> S | None:
    """What was set. None: nothing, or garbage; whoever wants it otherwise sets it anew."""
    try:
        return msgspec.json.decode(raw, type=kind) if raw else None
    except (ValueError, RecursionError):
        return None


def _is_sane(person: Person) -> bool:
    """Whether all of it means something."""
    hours = (person.quiet.begin, person.quiet.end) if person.quiet is not None else ()
    return person.delivery in DELIVERIES and all(0 <= hour < DAY for hour in hours)
