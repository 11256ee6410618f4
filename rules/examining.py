"""How the program's own records are: for whoever has to find out why something does not work."""

import msgspec

from rules.acting import Acting
from rules.store.protocol import Examined, StoreError

BACKUP = "backup"  # the scope of the setting (of 0) that says when the last backup was made
DOCTOR = "doctor"  # the scope of one that is written only to see whether one can


class BackedUp(msgspec.Struct, frozen=True, kw_only=True):
    """When the last backup was made, in seconds since the epoch."""

    at: float


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """How the database is (None: it does not answer), whether it can be written, when it was backed up last (if ever).

    `now` is the bot's own time, in seconds since the epoch.
    """

    examined: Examined | None
    is_writable: bool
    backed_up: float | None
    now: float


class Examining(Acting):
    """The part of the Referee that looks after its own records. Never raises for what it finds."""

    async def health(self) -> Health:
        """How the database is, tried out: something is read and something written."""
        now = self._clock()
        examined, backed_up, is_writable = None, None, True
        try:
            examined = await self._store.examined()
            backed_up = backup_time(await self._store.setting(BACKUP, 0))
        except StoreError:
            examined = None
        try:
            await self._store.set(DOCTOR, 0, msgspec.json.encode(BackedUp(at=now)))
        except StoreError:
            is_writable = False
        return Health(examined=examined, is_writable=is_writable, backed_up=backed_up, now=now)


def backup_time(raw: bytes | None) -> float | None:
    """When the last backup was made, as it is kept; None: never, as far as can be read."""
    try:
        return msgspec.json.decode(raw, type=BackedUp).at if raw else None
    except msgspec.MsgspecError:
        return None
