"""What players and the Judge may ask for, besides the commands that every system shares."""

from rules.core.command import SHARED_COMMANDS, Act, Command, LayOut
from rules.core.ids import CombatantId


class Move(Act, frozen=True):
    """Go somewhere: `where` is written "6 left of Angus", "4 N", "to 3 E of Hank", "to hex 2,-1" (TW-2C)."""

    where: str


class Aim(Act, frozen=True):
    """Take aim at somebody with the weapon in hand (TW-A1)."""

    whom: CombatantId


class Fire(Act, frozen=True):
    """Shoot at somebody with the weapon in hand; `how` calls a spot (TW-3.1, TW-C1)."""

    whom: CombatantId
    how: str = ""


class Strike(Act, frozen=True):
    """Fight hand to hand; `how` calls a spot (TW-3E)."""

    whom: CombatantId
    weapon: str = ""
    how: str = ""


class Dodge(Act, frozen=True):
    """Dodge until the next turn: also when surprised (TW-S4, TW-OQ-8)."""


class Duck(Act, frozen=True):
    """Duck behind cover that is near, or behind the one already taken (TW-2C)."""

    where: str = ""


class Emerge(Act, frozen=True):
    """Come up from behind cover (TW-2C)."""


class DropProne(Act, frozen=True):
    """Drop to the ground (TW-2C)."""


class Stand(Act, frozen=True):
    """Stand up again (TW-2C)."""


class Ready(Act, frozen=True):
    """Take a weapon in hand (TW-4B)."""

    weapon: str


class Reload(Act, frozen=True):
    """Load the weapon in hand (TW-4B)."""


class Sundry(Act, frozen=True):
    """Do something else in words: a simple use of a skill, or a `complex` one (TW-2.13)."""

    what: str
    how: str = ""


class Treat(Act, frozen=True):
    """Help somebody who is dying (TW-W6)."""

    whom: CombatantId


class Expect(Act, frozen=True):
    """Tell the Judge that danger is expected (TW-S6)."""


class Orders(Act, frozen=True):
    """Say beforehand what to do when a target aimed at sets off: ask, fire or keep (TW-A5, TW-A6)."""

    how: str


class Declare(Act, frozen=True):
    """Declare how many action points will be used next round: a number, or `all` (TW-2.7, TW-OQ-34)."""

    how: str


OWN_COMMANDS: tuple[type[Command], ...] = (
    Move,
    Aim,
    Fire,
    Strike,
    Dodge,
    Duck,
    Emerge,
    DropProne,
    Stand,
    Ready,
    Reload,
    Sundry,
    Treat,
    Expect,
    Orders,
    Declare,
)
COMMANDS: tuple[type[Command], ...] = (*SHARED_COMMANDS, LayOut, *OWN_COMMANDS)
