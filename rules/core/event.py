"""What happened, past tense and frozen. Each event cites its rules and says who may know it.

The events here change the envelope of a fight (who sits where); a system's own change its state.
"""

from collections.abc import Sequence

import msgspec

from rules.core.audience import ALL, Audience, Seen
from rules.core.command import kind_of
from rules.core.ids import CombatantId, RuleId, SeatId, UserId


class Event(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag=kind_of,
    tag_field="was",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """The base of all events: only the encoding, the rules cited and the audience."""

    rules: tuple[RuleId, ...] = ()
    audience: Audience = ALL


def cited(*rules: str) -> tuple[RuleId, ...]:
    """Rule ids as events carry them, each once."""
    return tuple(dict.fromkeys(RuleId(rule) for rule in rules))


class SeatTaken(Event, frozen=True):
    """A user sits down and controls a combatant; `name` is given where it was an NPC of the fight until then."""

    seat: SeatId
    user: UserId
    combatant: CombatantId
    name: str = ""


class SeatFreed(Event, frozen=True):
    """A seat is given up in the lobby; `user`: from whom another took it, with the `name` of its combatant."""

    seat: SeatId
    user: UserId | None = None
    name: str = ""


class PlayedFor(Event, frozen=True):
    """The GM decided in place of the players of these combatants: on record, since they might wonder.

    `otherwise`: what happened else, where that was let happen; told where nothing else is told of it.
    """

    names: tuple[str, ...]
    otherwise: str = ""


class OrdersFollowed(Event, frozen=True):
    """What stands beside this was done for a combatant whose player is away, by the orders that he left.

    `otherwise`: as of `PlayedFor`.
    """

    name: str
    orders: str
    otherwise: str = ""


class TimeUp(Event, frozen=True):
    """The time of whoever was awaited is over: what happens else happens. `name` is his combatant's.

    `otherwise`: as of `PlayedFor`.
    """

    name: str
    otherwise: str = ""


class Closed(Event, frozen=True):
    """The fight is over and put away; its channel is free for another."""


class Undone(Event, frozen=True):
    """The state went back to what it was after step `to` (0: before the first).

    `name`: of whoever took back what he had done himself; empty: the GM did, or a moderator.
    """

    to: int
    name: str = ""
    is_moderators: bool = False


class Remembered(Event, frozen=True):
    """What has become known by what was taken back, in this undo and in those that it goes on from: told to nobody."""

    seen: tuple[Seen, ...]


class Corrected(Event, frozen=True):
    """The last ruling is judged again from what was after step `to`: what follows here is how it stands now."""

    to: int


class DrawAsked(Event, frozen=True):
    """A command waits until somebody types in the next draw: `typed` came so far, `why` says what for.

    `command` is the waiting command, encoded; `user` gave it.
    """

    user: UserId
    command: str
    typed: tuple[str, ...]
    why: str


class DrawsMade(Event, frozen=True):
    """All draws of the waiting command have been typed in."""


class Explained(Event, frozen=True):
    """Terms that the step's public words use for the first time in this fight are explained, by name."""

    terms: tuple[str, ...]


class SeatGiven(Event, frozen=True):
    """A seat with all that is held there goes from one user to another; `name` is its combatant's.

    `seen`: something is held there that the one before knows; `sees`: so is it, and the new one is a game master.
    `kept_for`: for whom else it was kept till now.
    """

    seat: SeatId
    name: str
    before: UserId
    now: UserId
    seen: bool = False
    kept_for: UserId | None = None
    sees: bool = False


class WentAway(Event, frozen=True):
    """Whoever holds the seat is away: `delegate` plays for him meanwhile, or (None) it goes by `orders`."""

    seat: SeatId
    name: str
    delegate: UserId | None = None
    orders: str = ""


class StoodDown(Event, frozen=True):
    """`user`, who played for whoever is away, does so no more: nobody plays for this seat, and no orders are left."""

    seat: SeatId
    name: str
    user: UserId


class CameBack(Event, frozen=True):
    """Whoever holds the seat plays again."""

    seat: SeatId
    name: str


class GmNamed(Event, frozen=True):
    """A user is a game master of this fight from now on; `alone`: in place of all others."""

    user: UserId
    alone: bool = False


class GmLeft(Event, frozen=True):
    """A user is no game master of this fight any more."""

    user: UserId


class TableSet(Event, frozen=True):
    """The table plays by another reading from now on: `what` and `value` are keys of `rules.core.table_rules`."""

    what: str
    value: str


class Peeked(Event, frozen=True):
    """A game master looked at what this combatant holds."""

    user: UserId
    name: str


class Moderated(Event, frozen=True):
    """A moderator of the server did what stands beside this."""

    user: UserId


class SeatOffered(Event, frozen=True):
    """A seat that nobody holds is kept for a user until he takes it; None: for nobody any more.

    `before`: for whom else it was kept till now.
    """

    seat: SeatId
    name: str
    user: UserId | None
    before: UserId | None = None


class SeatLeft(Event, frozen=True):
    """Whoever held the seat is gone for good: nobody (`now`) holds it until it is given to somebody.

    `user`: who it was; None where he is to be forgotten. `is_taken`: another took it from him. `seen`: he knows what
    is held there. `stays`: he is at the table still, as a game master or in another seat.
    """

    seat: SeatId
    name: str
    now: UserId
    user: UserId | None = None
    is_taken: bool = False
    seen: bool = False
    stays: bool = False


class Opened(Event, frozen=True):
    """A user was given the whole record of the fight, in which every hand can be read."""

    user: UserId


class Imported(Event, frozen=True):
    """The fight came here in a file that this user brought: `steps` before this one, begun at `begun` (seconds).

    `compared` of them follow from their commands and draws; the others were written by an older version.
    """

    user: UserId
    steps: int
    compared: int
    begun: int


TABLE_EVENTS: tuple[type[Event], ...] = (
    SeatGiven,
    WentAway,
    StoodDown,
    CameBack,
    GmNamed,
    GmLeft,
    TableSet,
    Peeked,
    Moderated,
    SeatOffered,
    SeatLeft,
    Opened,
    Imported,
)
"""Those that change only who sits at the table and how it plays. An undo leaves them as they are."""

ENVELOPE_EVENTS: tuple[type[Event], ...] = (
    SeatTaken,
    SeatFreed,
    PlayedFor,
    OrdersFollowed,
    TimeUp,
    Closed,
    Undone,
    Remembered,
    Corrected,
    DrawAsked,
    DrawsMade,
    Explained,
    *TABLE_EVENTS,
)


def undone_in(events: Sequence[Event]) -> Undone | None:
    """What an undo says of itself; None: the step is none."""
    return next((event for event in events if isinstance(event, Undone)), None)


def goes_back_to(events: Sequence[Event]) -> int | None:
    """The step from which an undo or a correction goes on; None: the step is neither."""
    return next((event.to for event in events if isinstance(event, Undone | Corrected)), None)


def is_of_the_table(events: Sequence[Event]) -> bool:
    """Whether a step changed only the table: no part of the course of the fight, which an undo goes back over.

    That a term is explained, which the words of such a step used first, changes nothing in that.
    """
    others = [event for event in events if not isinstance(event, TABLE_EVENTS)]
    return len(others) < len(events) and all(isinstance(event, Explained) for event in others)
