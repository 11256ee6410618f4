"""What people ask of the table itself: who sits where, who is game master, how it plays. No system decides these."""

from typing import ClassVar

from rules.core.command import Command, Office, kind_of
from rules.core.ids import CombatantId, UserId


class TableCommand(Command, frozen=True):
    """The base: the Referee makes these itself, for whoever may ask for them (`rules.seating`)."""

    office: ClassVar[Office] = Office.TABLE


class GiveSeat(TableCommand, frozen=True):
    """Another user plays this combatant from now on."""

    combatant: CombatantId
    user: UserId


class GoAway(TableCommand, frozen=True):
    """Whoever plays this combatant is away: `delegate` plays it meanwhile, or it goes by `orders`."""

    combatant: CombatantId
    delegate: UserId | None = None
    orders: str = ""


class ComeBack(TableCommand, frozen=True):
    """He plays again."""

    combatant: CombatantId


class NameGm(TableCommand, frozen=True):
    """Another game master, besides those there are or (`alone`) in their place."""

    user: UserId
    alone: bool = False


class DropGm(TableCommand, frozen=True):
    """One game master less."""

    user: UserId


class SetTable(TableCommand, frozen=True):
    """The table plays by another reading (keys of `rules.core.table_rules`)."""

    what: str
    value: str


class Peek(TableCommand, frozen=True):
    """A game master looks at what a combatant holds."""

    combatant: CombatantId


class OpenRecord(TableCommand, frozen=True):
    """A moderator opens the whole record of a fight that goes on."""


TABLE_COMMANDS: tuple[type[Command], ...] = (GiveSeat, GoAway, ComeBack, NameGm, DropGm, SetTable, Peek, OpenRecord)
_BEGINNINGS = tuple(f'{{"do":"{kind_of(each.__name__)}"'.encode() for each in TABLE_COMMANDS)


def is_table_command(raw: bytes) -> bool:
    """Whether an encoded command, as it stands in the log, is of the table."""
    return raw.startswith(_BEGINNINGS)
