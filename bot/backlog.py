"""What one fight has to show, and the waiting for it."""

import asyncio
import contextlib
from collections.abc import Iterable
from dataclasses import dataclass, field

from rules.core.ids import UserId
from rules.store.protocol import Message

Which = tuple[int, int]  # a step, and a note of the clock after it (0: the step itself)


def which(message: Message) -> Which:
    """What a message belongs to: all of it is shown together."""
    return message.seq, message.note


@dataclass(slots=True)
class Backlog:
    """What one fight has to show."""

    messages: list[Message] = field(default_factory=list)
    posted: list[Which] = field(default_factory=list)  # steps and notes whose board is still to be shown
    board: bool = False
    anew: bool = False
    again: bool = False  # what could not be said may be possible now
    hands: bool = False  # somebody's may be out of date
    wanted: set[UserId] = field(default_factory=set)  # who wants his hand once more
    is_doubtful: bool = False  # there may be more in the store
    task: asyncio.Task[None] | None = None
    more: asyncio.Event = field(default_factory=asyncio.Event)
    told: asyncio.Event = field(default_factory=asyncio.Event)  # all that was ruled up to now

    @property
    def is_empty(self) -> bool:
        """Whether all is shown."""
        return not (self.has_steps or self.board or self.hands or self.posted)

    @property
    def has_steps(self) -> bool:
        """Whether there is something to tell at once."""
        return bool(self.messages or self.wanted or self.is_doubtful)

    def add(self, messages: Iterable[Message]) -> None:
        """More to show, in the order it was ruled; nothing that is known already."""
        known = {which(message) for message in self.messages} | {*self.posted}
        new = [message for message in messages if which(message) not in known]
        self.messages = sorted([*self.messages, *new], key=which)
        self.board = self.board or bool(new)
        if new:
            self.told.clear()

    async def wait(self, seconds: float) -> None:
        """Until so much time has passed, or there is more."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.more.wait()
