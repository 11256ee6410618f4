"""What players and the Dealer may ask for, besides the commands that every system shares."""

from typing import ClassVar

from rules.core.command import SHARED_COMMANDS, Act, Command, Describe, LayOut
from rules.core.ids import CombatantId

PRIVATE = ("card",)  # only whoever holds the hand may name a card of it


class TakeLookout(Act, frozen=True):
    """Speak up as Lookout (TX-14)."""


class Nominate(Act, frozen=True):
    """Claim the next move of the Posse Phase before choosing it (TX-20)."""


class Shoot(Act, frozen=True):
    """Make a ranged attack (TX-22a). Without `weapon`: the one in hand, else the best that reaches."""

    private: ClassVar[tuple[str, ...]] = PRIVATE
    whom: CombatantId
    weapon: str = ""
    card: str | None = None


class Brawl(Act, frozen=True):
    """Move to the enemy's zone if needed, and brawl (TX-22b).

    `how`: grapple, incapacitate, disarm, or `disarm <weapon>`.
    """

    private: ClassVar[tuple[str, ...]] = PRIVATE
    whom: CombatantId
    where: str = ""
    weapon: str = ""
    how: str = ""
    card: str | None = None


class Draw(Act, frozen=True):
    """Take a weapon in hand, or with `fists` put it away: free with the action (TXD-27, TXD-31)."""

    weapon: str


class Improvise(Act, frozen=True):
    """Grab something at hand, described in `what`, and brawl with it (TX-44)."""

    private: ClassVar[tuple[str, ...]] = PRIVATE
    whom: CombatantId
    what: str
    where: str = ""
    card: str | None = None


class Prefer(Act, frozen=True):
    """Attacked in a brawl: say what it shall bring if one wins (TX-29, TX-37), `how` as in `Brawl`."""

    how: str


class TakeCover(Act, frozen=True):
    """Move to an adjacent zone if wanted, and take cover there (TX-22c)."""

    where: str = ""


class Move(Act, frozen=True):
    """Move to an adjacent zone and, with `then`, on to another (TX-22e)."""

    where: str
    then: str = ""


class Flee(Act, frozen=True):
    """Leave the fight (TX-22f), by way of the adjacent zone `where` or straight out of this one.

    `card` serves for the first test that the flight brings about.
    """

    private: ClassVar[tuple[str, ...]] = PRIVATE
    where: str = ""
    card: str | None = None


class Sundry(Act, frozen=True):
    """Move to an adjacent zone if wanted, and do something quick, in words (TX-22d, TX-63)."""

    what: str
    where: str = ""


class Tend(Act, frozen=True):
    """Move to an adjacent zone if needed, and try to save somebody who is dying there (TX-22d, TXD-20)."""

    private: ClassVar[tuple[str, ...]] = PRIVATE
    whom: CombatantId
    where: str = ""
    card: str | None = None


class Invoke(Act, frozen=True):
    """Move to an adjacent zone if wanted, and try an Invocation, `how` by its key (TX-22d, TXF-40)."""

    private: ClassVar[tuple[str, ...]] = PRIVATE
    how: str
    whom: str = ""
    where: str = ""
    card: str | None = None


class Assist(Act, frozen=True):
    """Spend the action and a card of a trump suit to help somebody who owes a card (TXD-16)."""

    private: ClassVar[tuple[str, ...]] = PRIVATE
    whom: CombatantId
    card: str


class TurnOn(Act, frozen=True):
    """Attack somebody of one's own Posse (TXD-14): shoot from afar, brawl where he stands."""

    private: ClassVar[tuple[str, ...]] = PRIVATE
    whom: CombatantId
    weapon: str = ""
    how: str = ""
    card: str | None = None


class Pass(Act, frozen=True):
    """Let the turn go by."""


class BreakGrapple(Act, frozen=True):
    """Try to get loose (TX-38)."""

    private: ClassVar[tuple[str, ...]] = PRIVATE
    card: str | None = None


class HoldGrapple(Act, frozen=True):
    """Work on the one held (TX-39)."""

    private: ClassVar[tuple[str, ...]] = PRIVATE
    card: str | None = None


class RefuseInjury(Act, frozen=True):
    """Pay a Luck chip to refuse an Injury just gained (TXD-22, TXD-34)."""


Escalable = Shoot | Brawl | Draw | Improvise | TurnOn
"""The acts that may go beyond what is in order (TX-08)."""

OWN_COMMANDS: tuple[type[Command], ...] = (
    TakeLookout,
    Nominate,
    Shoot,
    Brawl,
    Draw,
    Improvise,
    Prefer,
    TakeCover,
    Move,
    Flee,
    Sundry,
    Tend,
    Invoke,
    Assist,
    TurnOn,
    Pass,
    BreakGrapple,
    HoldGrapple,
    RefuseInjury,
)
COMMANDS: tuple[type[Command], ...] = (*SHARED_COMMANDS, Describe, LayOut, *OWN_COMMANDS)
