"""Writing to Discord: posting, editing, opening threads again; what Discord refuses for good is told from what passes.

Nothing here knows what is written.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Iterator
from enum import Enum

import aiohttp
import discord
from discord.http import MultipartParameters

from cogs.screen import Json, Screen, components_of
from rules.core.ids import UserId
from rules.store.protocol import StoreError

log = logging.getLogger("fairdraw.voice")

ARCHIVED = 50083  # "Thread is archived"
NO_MORE_EDITS = 30046  # "Maximum number of edits to messages older than 1 hour reached"; Discord says so as a 429
OLD = 3600.0  # seconds after which that may happen
LATE_EDIT = 8.0  # seconds for an edit of an old message: the library would try again for minutes
REFUSED = (  # codes of a 400 by which Discord refuses for good
    ARCHIVED,
    50008,  # "Cannot send messages in a non-text channel"
    50024,  # "Cannot execute action on this channel type"
    50033,  # "Invalid Recipients"
    160006,  # "Maximum number of active threads reached"
)


class Edited(Enum):
    """What became of an edit: made; no such message, or none that we can still change; too many of them."""

    DONE = "done"
    GONE = "gone"
    FULL = "full"


class Voice:
    """What the bot says where. `client` is set while it is connected."""

    def __init__(self) -> None:
        """Says nothing until it has a client. Nothing rings for whoever `is_quiet`: the clock calls him afterwards."""
        self.client: discord.Client | None = None
        self.is_quiet: Callable[[UserId], Awaitable[bool]] = _never

    @property
    def connected(self) -> discord.Client:
        """The client. Only while it is set."""
        assert self.client is not None, "nothing is shown before the start"
        return self.client

    async def post(
        self, channel: int, screen: Screen, *, nonce: str, pinged: Collection[UserId] = (), silent: bool = False
    ) -> int:
        """Post a message and give its id; a repeat with the same nonce is dropped. Raises: discord.HTTPException."""
        flags = discord.MessageFlags(suppress_embeds=True, suppress_notifications=silent)
        body = _body(screen, pinged) | {"nonce": nonce, "enforce_nonce": True, "flags": flags.value}
        posted = await self.connected.http.send_message(channel, params=MultipartParameters(body, None, None))
        return int(posted["id"])

    async def say(self, channel: int, screen: Screen, pinged: Collection[UserId], nonce: str) -> int | None:
        """Post in the channel of a fight, silently unless somebody is called. None: we may not.

        Whoever is in his quiet hours is named all the same, but it rings for nobody.
        """
        pinged = [user for user in pinged if not await self.is_quiet(user)]
        try:
            return await self.post(channel, screen, nonce=nonce, pinged=pinged, silent=not pinged)
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            log.warning("may not write in a channel: Discord code %s", error.code)
            return None

    async def edit(self, channel: int, message: int, screen: Screen) -> Edited:
        """Change a message of ours (0: there is none); an archived thread is opened first.

        Raises: discord.Forbidden, and as `passes` tells.
        """
        if not message:
            return Edited.GONE
        try:
            try:
                await self._change(channel, message, screen)
            except discord.HTTPException as error:
                if error.code != ARCHIVED or not await self.open(channel):
                    raise
                await self._change(channel, message, screen)
        except discord.NotFound:  # somebody deleted it
            return Edited.GONE
        except TimeoutError:
            return Edited.FULL
        except discord.HTTPException as error:
            if error.code == NO_MORE_EDITS:
                return Edited.FULL
            if error.code == ARCHIVED:
                return Edited.GONE
            raise
        return Edited.DONE

    async def _change(self, channel: int, message: int, screen: Screen) -> None:
        is_old = time.time() - discord.utils.snowflake_time(message).timestamp() > OLD
        async with asyncio.timeout(LATE_EDIT if is_old else None):
            body = MultipartParameters(_body(screen), None, None)
            await self.connected.http.edit_message(channel, message, params=body)

    async def open(self, thread: int) -> bool:
        """Open an archived thread again; False where we may not. Raises: as `passes` tells."""
        try:
            await self.connected.http.edit_channel(thread, archived=False)
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            log.warning("may not open a thread again: Discord code %s", error.code)
            return False
        return True

    async def pin(self, channel: int, message: int) -> None:
        """Keep a message at hand; that we may not is no harm."""
        with harmless("pin a message"):
            await self.connected.get_partial_messageable(channel).get_partial_message(message).pin()

    async def unpin(self, channel: int, message: int) -> None:
        """The reverse."""
        with harmless("unpin a message"):
            await self.connected.get_partial_messageable(channel).get_partial_message(message).unpin()

    async def delete(self, channel: int, message: int) -> bool:
        """Delete a message of ours; False where we may not."""
        with harmless("delete a message"):
            await self.connected.get_partial_messageable(channel).get_partial_message(message).delete()
            return True
        return False


def _body(screen: Screen, pinged: Collection[UserId] = ()) -> Json:
    """The parameters of "Create Message" and "Edit Message"; they go to the library's own client as they are."""
    mentions = {"parse": [], "users": [str(user) for user in pinged]}
    return {"content": screen.text, "components": components_of(screen), "allowed_mentions": mentions}


async def _never(_: UserId) -> bool:
    return False


@contextlib.contextmanager
def harmless(what: str) -> Iterator[None]:
    """Whatever Discord refuses in here is logged, and no more."""
    try:
        yield
    except discord.HTTPException as error:
        if not isinstance(error, (discord.Forbidden, discord.NotFound)):
            log.warning("could not %s: Discord code %s", what, error.code)


def is_refused(error: discord.HTTPException) -> bool:
    """Whether Discord refuses for good: a permission, a channel or a person that is not there, a closed door."""
    return isinstance(error, (discord.Forbidden, discord.NotFound)) or error.code in REFUSED


def passes(error: Exception) -> bool:
    """Whether to try again later: Discord or the database does not answer, or does not let us in just now."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status in (401, 408, 429)
    return isinstance(error, (aiohttp.ClientError, OSError, StoreError))
