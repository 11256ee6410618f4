"""What moderators of a server may do at its tables: in the fight's own log, or, where that cannot be read, beside it.

Who is a moderator is not known here: whoever calls these has made sure of it, each time.
"""

from collections.abc import Sequence

import msgspec

from rules.acting import Acting
from rules.core.ids import FightId, Place, UserId
from rules.core.names import channel_mention, clean
from rules.core.refusal import Illegal
from rules.looking import Showing
from rules.store.protocol import Conflict, Moderation, NotStored

UNREADABLE = frozenset({"BROKEN_RECORD", "NEWER_PROGRAM"})  # why a record cannot be read: for the host


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A fight as whoever looks after its server may see it: as everybody does; or (`trouble`) why it cannot be read."""

    fight: FightId
    place: Place
    title: str  # empty: not even that can be read
    system: str
    begun: float  # seconds since the epoch
    is_current: bool
    trouble: str = ""
    showing: Showing | None = None


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a fight without reading it: its title, where that can be read (else empty)."""

    fight: FightId
    place: Place
    title: str


class _Titled(msgspec.Struct, frozen=True):
    """What is looked for in a record that cannot be read as a whole."""

    title: str = ""


class Moderating(Acting):
    """The part of the Referee for moderators; what else they may do has `is_moderator` where it is."""

    async def fights_in(self, guild: int) -> tuple[Heading, ...]:
        """The current fights of a server, newest first, whether they can be read or not."""
        return tuple(
            Heading(fight=record.fight, place=record.place, title=_title(record.raw))
            for record in await self._store.fights_in(guild)
        )

    async def standing(self, fight: FightId) -> Standing:
        """One fight, whether it can be read or not. Raises: Illegal(UNKNOWN_FIGHT)."""
        record = await self._store.load(fight)
        if record is None:
            raise Illegal("UNKNOWN_FIGHT")
        first = await self._store.steps(fight, after=0, limit=1)
        ruleset = self.rulesets.get(record.ruleset)
        showing, trouble = None, ""
        try:
            self._tables.decode(record)  # what is in memory may be older than what happened to the record
            showing = await self.show(fight, None)
        except Illegal as illegal:
            trouble = illegal.refusal.code
            if trouble not in UNREADABLE:
                raise
        except Exception:  # noqa: BLE001 - a fight in which anything goes wrong is the one that has to be put away
            trouble = "BROKEN_RECORD"
        return Standing(
            fight=fight,
            place=record.place,
            title=showing.title if showing else _title(record.raw),
            system=ruleset.name if ruleset else "",
            begun=first[0].at if first else 0.0,
            is_current=record.is_current,
            trouble=trouble,
            showing=showing,
        )

    async def set_aside(self, fight: FightId, user: UserId, *, source: str) -> str:
        """The channel of the fight is free again, and all its records stay; what was done, in words.

        For a fight that cannot be read, or of which even the end goes wrong: it has no step. Raises: Illegal(CLOSED,
        NOT_STORED).
        """
        return await self._shielded(self._set_aside(fight, user, source))

    async def _set_aside(self, fight: FightId, user: UserId, source: str) -> str:
        table = await self._tables.find(fight)
        async with table.lock:
            standing = await self.standing(fight)
            where = f"{standing.title or 'A fight'} in {channel_mention(standing.place.channel)}"
            said = f"{where} is set aside unfinished, with all its records. The channel is free for another."
            moderation = self.moderation(standing.place.guild, user, said, source)
            if not standing.is_current:
                if await self._was_done(standing.place.guild, source):
                    return said  # this very request came twice
                raise Illegal("CLOSED")
            try:
                await self._store.set_aside(fight, moderation)
            except (Conflict, NotStored) as error:
                raise Illegal("NOT_STORED") from error
            finally:
                self._tables.forget(table)
        return said

    async def moderations(self, guild: int, *, before: int | None = None, limit: int = 10) -> Sequence[Moderation]:
        """What moderators did to this server, newest first."""
        return await self._store.moderations(guild, before=before, limit=limit)

    async def _was_done(self, guild: int, source: str) -> bool:
        return any(each.source == source for each in await self.moderations(guild))

    def moderation(self, guild: int, user: UserId, said: str, source: str) -> Moderation:
        """What a moderator does to a server, to be stored with it."""
        return Moderation(guild=guild, user=user, at=self._clock(), said=said, source=source)


def _title(raw: bytes) -> str:
    """The title in a record that cannot be read, if that much can."""
    try:
        return clean(msgspec.json.decode(raw, type=_Titled).title)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return ""
