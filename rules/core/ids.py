"""Names for the things of a fight: ids only, no behaviour."""

from typing import NewType

import msgspec

UserId = NewType("UserId", int)  # a Discord user
FightId = NewType("FightId", str)
SeatId = NewType("SeatId", str)  # a place at the table
CombatantId = NewType("CombatantId", str)
PromptId = NewType("PromptId", str)  # a decision owed
SheetId = NewType("SheetId", str)  # a player's own character
SessionId = NewType("SessionId", str)  # an evening of one GM, with as many fights as it takes
RuleId = NewType("RuleId", str)  # "TX-29": a numbered rule of a book


def is_somebody(user: int | None) -> bool:
    """Whether an id is a person's. Below 1 are the bot's own, of places that nobody holds, and of who is forgotten."""
    return user is not None and user > 0


def nobody(number: int) -> UserId:
    """An id of nobody in particular, one for each number from 0 on; 0 itself is the bot's own."""
    return UserId(-1 - number)


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where a fight is played: a channel or thread of a guild (Discord ids)."""

    guild: int
    channel: int
