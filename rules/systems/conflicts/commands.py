"""What players and the GM may ask for, besides the commands that every system shares.

While a round is declared, `attack`, `move`, `handle`, `orient` and `defend` each declare one action, whose details may
be left open; when its turn has come, the same commands carry out the action declared.
"""

from rules.core.command import SHARED_COMMANDS, Act, Command, LayOut


class Attack(Act, frozen=True):
    """Attack somebody (C2-11). `weapon`: an item with its grip, bare hands or words; `where`: the part of the body
    aimed at; `how`: the trait that helps (C2-07)."""

    whom: str = ""
    weapon: str = ""
    where: str = ""
    how: str = ""


class Move(Act, frozen=True):
    """Move to or towards a place, or get up with `where` "rise" (C2-10, C2D-15)."""

    where: str = ""


class Handle(Act, frozen=True):
    """Draw, put away, reload, aim and the like, or something in one's own words (C2-08, C2D-15)."""

    how: str = ""


class Orient(Act, frozen=True):
    """Look round the whole field (C2-09)."""


class Defend(Act, frozen=True):
    """Move evasively: held until an attack uses it up (C2-12, C2A-06)."""


class PlanAnew(Act, frozen=True):
    """Take back what was declared, as long as not everybody has declared."""


class Change(Act, frozen=True):
    """Turn a declared action that is not used yet into Orient or Defend (C2-06): `how` as in "first-defend"."""

    how: str


class Drop(Act, frozen=True):
    """Crouch or drop prone, free once a round (C2D-15): `how` is crouching or prone."""

    how: str


class AskMe(Act, frozen=True):
    """Be asked before each attack of this round how it is met (C2A-06)."""


ACTIONS: tuple[type[Command], ...] = (Attack, Move, Handle, Orient, Defend)
OWN_COMMANDS: tuple[type[Command], ...] = (*ACTIONS, PlanAnew, Change, Drop, AskMe)
COMMANDS: tuple[type[Command], ...] = (*SHARED_COMMANDS, LayOut, *OWN_COMMANDS)
