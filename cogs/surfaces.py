"""What the cogs ask of whoever keeps boards and hands on Discord up to date."""

from contextlib import AbstractContextManager
from typing import Protocol

from rules.core.ids import FightId, UserId


class Surfaces(Protocol):
    """Boards and hands, which live on between presses."""

    def board_anew(self, fight: FightId) -> None:
        """Post the board again, at the bottom of the channel."""

    def hand_anew(self, fight: FightId, user: UserId) -> None:
        """Send this player his hand once more, where he wants it now."""

    def answering_in(self, fight: FightId, message: int) -> AbstractContextManager[None]:
        """While somebody is answered in a message of his own nothing else changes it."""

    async def was_redrawn(self, fight: FightId, user: UserId, message: int) -> None:
        """The answer to a press shows the present in that message."""

    async def forgotten(self, user: UserId) -> None:
        """Keep nothing of somebody who has no part in any fight any more."""

    async def redraw(self, fight: FightId, user: UserId, channel: int, message: int) -> None:
        """Bring a message that was pressed up to date, if it is in the private thread of whoever pressed."""
