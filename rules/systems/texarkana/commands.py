"""What players and the Dealer may ask for, besides the commands that every system shares."""

from typing import ClassVar

from rules.core.command import SHARED_COMMANDS, Command
from rules.core.ids import CombatantId

PRIVATE = ("card",)  # only whoever holds the hand may name a card of it


class TakeLookout(Command, frozen=True):
    """Speak up as Lookout (TX-14)."""

    actor: CombatantId


class Nominate(Command, frozen=True):
    """Claim the next move of the Posse Phase before choosing it (TX-20)."""

    actor: CombatantId


class Shoot(Command, frozen=True):
    """Make a ranged attack (TX-22a). Without `weapon`: the one in hand, else the best that reaches."""

    private: ClassVar[tuple[str, ...]] = PRIVATE
    actor: CombatantId
    whom: CombatantId
    weapon: str = ""
    card: str | None = None


class Brawl(Command, frozen=True):
    """Move to the enemy's zone if needed, and brawl (TX-22b). `how`: grapple, disarm or incapacitate."""

    private: ClassVar[tuple[str, ...]] = PRIVATE
    actor: CombatantId
    whom: CombatantId
    where: str = ""
    weapon: str = ""
    how: str = ""
    card: str | None = None


class TakeCover(Command, frozen=True):
    """Move to an adjacent zone if wanted, and take cover there (TX-22c)."""

    actor: CombatantId
    where: str = ""


class Move(Command, frozen=True):
    """Move to an adjacent zone and, with `then`, on to another (TX-22e)."""

    actor: CombatantId
    where: str
    then: str = ""


class Flee(Command, frozen=True):
    """Leave the fight (TX-22f), by way of the adjacent zone `where` or straight out of this one.

    `card` serves for the first test that the flight brings about.
    """

    private: ClassVar[tuple[str, ...]] = PRIVATE
    actor: CombatantId
    where: str = ""
    card: str | None = None


class Sundry(Command, frozen=True):
    """Move to an adjacent zone if wanted, and do something quick, in words (TX-22d, TX-63)."""

    actor: CombatantId
    what: str
    where: str = ""


class Pass(Command, frozen=True):
    """Let the turn go by."""

    actor: CombatantId


class BreakGrapple(Command, frozen=True):
    """Try to get loose (TX-38)."""

    private: ClassVar[tuple[str, ...]] = PRIVATE
    actor: CombatantId
    card: str | None = None


class HoldGrapple(Command, frozen=True):
    """Work on the one held (TX-39)."""

    private: ClassVar[tuple[str, ...]] = PRIVATE
    actor: CombatantId
    card: str | None = None


class RefuseInjury(Command, frozen=True):
    """Pay a Luck chip to refuse an Injury just gained (TXD-22, TXD-34)."""

    actor: CombatantId


OWN_COMMANDS: tuple[type[Command], ...] = (
    TakeLookout,
    Nominate,
    Shoot,
    Brawl,
    TakeCover,
    Move,
    Flee,
    Sundry,
    Pass,
    BreakGrapple,
    HoldGrapple,
    RefuseInjury,
)
COMMANDS: tuple[type[Command], ...] = (*SHARED_COMMANDS, *OWN_COMMANDS)
