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


class OfferSeat(TableCommand, frozen=True):
    """The seat of this combatant, which nobody holds, is kept for a user; None: for nobody any more."""

    combatant: CombatantId
    user: UserId | None


class TakeSeat(TableCommand, frozen=True):
    """Whoever the seat of this combatant is kept for takes it."""

    combatant: CombatantId


class FreeSeats(TableCommand, frozen=True):
    """Nobody holds the seats of these combatants any more, and whoever asked for it stands in for them no more."""

    combatants: tuple[CombatantId, ...]


class BeForgotten(TableCommand, frozen=True):
    """A user gives up every part he has in the fight, since all that is stored of him is to be deleted."""


class OpenRecord(TableCommand, frozen=True):
    """The whole record of the fight is given out."""


class TakeIn(TableCommand, frozen=True):
    """The fight comes from a file, with whoever brought it as its GM."""


TABLE_COMMANDS: tuple[type[Command], ...] = (
    GiveSeat,
    GoAway,
    ComeBack,
    NameGm,
    DropGm,
    SetTable,
    Peek,
    OfferSeat,
    TakeSeat,
    FreeSeats,
    BeForgotten,
    OpenRecord,
    TakeIn,
)
_BEGINNINGS = tuple(f'{{"do":"{kind_of(each.__name__)}"'.encode() for each in TABLE_COMMANDS)


def is_table_command(raw: bytes) -> bool:
    """Whether an encoded command, as it stands in the log, is of the table."""
    return raw.startswith(_BEGINNINGS)
