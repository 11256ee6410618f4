"""The envelope of a fight: where it is played, who sits at the table, and the state of its system."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec

from rules.core.audience import Viewer
from rules.core.event import (
    CameBack,
    Closed,
    Corrected,
    DrawAsked,
    DrawsMade,
    Event,
    Explained,
    GmLeft,
    GmNamed,
    Moderated,
    Peeked,
    PlayedFor,
    SeatFreed,
    SeatGiven,
    SeatTaken,
    TableSet,
    TimeUp,
    WentAway,
)
from rules.core.ids import CombatantId, FightId, Place, SeatId, UserId
from rules.core.ruleset import Ruleset
from rules.core.table_rules import TableRules
from rules.core.values import replace

S = TypeVar("S")


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A place at the table: the user who holds it controls its combatant; both can be handed over."""

    id: SeatId
    user: UserId
    combatant: CombatantId
    is_away: bool = False
    delegate: UserId | None = None  # who plays for him while he is away
    orders: str = ""  # what to do for him while he is away and nobody plays for him

    @property
    def player(self) -> UserId:
        """Who plays the combatant just now."""
        return self.delegate if self.is_away and self.delegate is not None else self.user

    @property
    def players(self) -> frozenset[UserId]:
        """Who may play it: the holder himself, and whoever does for him."""
        return frozenset({self.user, self.player})


class OwedDraw(msgspec.Struct, frozen=True, kw_only=True):
    """A command that waits for a typed-in draw."""

    user: UserId
    command: str  # encoded
    typed: tuple[str, ...]  # what came so far
    why: str


class Fight(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """A fight as it stands after step `seq`.

    `seq` rises with every step, undo too; `ply` counts the steps that led to this state (an undo lowers it);
    `before` is the step that undo goes back to.
    While `owed_draw` is set nothing else can be decided.
    """

    id: FightId
    place: Place
    ruleset: str
    schema: int
    title: str
    gms: tuple[UserId, ...]
    seats: tuple[Seat, ...] = ()
    seq: int = 0
    ply: int = 0
    before: int = 0
    is_closed: bool = False
    epoch: int = 0  # how often something was taken back: what was handed out before that counts no more
    explained: tuple[str, ...] = ()  # names of terms: what was told once stays told, whatever is taken back
    is_typed: bool = False  # people draw with their own cards and dice, and type in what came
    owed_draw: OwedDraw | None = None
    table: TableRules = TableRules()
    state: S

    def viewer(self, user: UserId | None) -> Viewer:
        """This user as somebody who looks at the fight."""
        return Viewer(
            user=user,
            gm=user in self.gms,
            combatants=frozenset(seat.combatant for seat in self.seats if user in seat.players),
        )

    def back_at(self, past: "Fight[S]") -> "Fight[S]":
        """`past` as the result of an undo, which is the step after this one. The table itself stays as it is now."""
        now = {seat.id: seat for seat in self.seats}
        return replace(
            past,
            seq=self.seq + 1,
            epoch=self.epoch + 1,
            explained=self.explained,
            gms=self.gms,
            table=self.table,
            seats=tuple(now.get(seat.id, seat) for seat in past.seats),
        )

    def numbered(self, *, seq: int, ply: int, before: int) -> "Fight[S]":
        """The same fight as the result of step `seq`."""
        return replace(self, seq=seq, ply=ply, before=before)

    def holder(self, combatant: CombatantId | None) -> UserId | None:
        """Who plays the combatant just now: None for an NPC, which the GM plays."""
        return next((seat.player for seat in self.seats if seat.combatant == combatant), None)

    def plays(self, user: UserId, combatant: CombatantId | None) -> bool:
        """Whether this user may play the combatant: its holder, or whoever does for him."""
        return any(seat.combatant == combatant and user in seat.players for seat in self.seats)

    def seat_of(self, combatant: CombatantId | None) -> Seat | None:
        """The seat that controls the combatant; None for an NPC's."""
        return next((seat for seat in self.seats if seat.combatant == combatant), None)


def fold(ruleset: Ruleset[S], fight: Fight[S], event: Event) -> Fight[S]:
    """The fight after one event: the envelope's own events here, all others by the system."""
    match event:
        case SeatTaken():
            return replace(fight, seats=(*fight.seats, Seat(id=event.seat, user=event.user, combatant=event.combatant)))
        case SeatFreed():
            return replace(fight, seats=tuple(seat for seat in fight.seats if seat.id != event.seat))
        case Closed():
            return replace(fight, is_closed=True)
        case PlayedFor() | TimeUp() | Corrected() | Peeked() | Moderated():
            return fight
        case DrawAsked():
            owed = OwedDraw(user=event.user, command=event.command, typed=event.typed, why=event.why)
            return replace(fight, owed_draw=owed)
        case DrawsMade():
            return replace(fight, owed_draw=None)
        case Explained():
            return replace(fight, explained=(*fight.explained, *event.terms))
        case SeatGiven():
            seat = {"user": event.now, "is_away": False, "delegate": None, "orders": ""}
            return _seat_changed(fight, event.seat, seat)
        case WentAway():
            seat = {"is_away": True, "delegate": event.delegate, "orders": event.orders}
            return _seat_changed(fight, event.seat, seat)
        case CameBack():
            return _seat_changed(fight, event.seat, {"is_away": False, "delegate": None, "orders": ""})
        case GmNamed():
            return replace(fight, gms=(event.user,) if event.alone else (*fight.gms, event.user))
        case GmLeft():
            return replace(fight, gms=tuple(gm for gm in fight.gms if gm != event.user))
        case TableSet():
            return replace(fight, table=replace(fight.table, **{event.what: event.value}))
        case _:
            return replace(fight, state=ruleset.apply(fight.state, event))


def settled(ruleset: Ruleset[S], fight: Fight[S]) -> Fight[S]:
    """The fight after a whole step, its system asking as the rules of the table have it; one alone has no secrets."""
    is_even = fight.table.asking == "even" and not ruleset.alone(fight.state)
    state = ruleset.evened(fight.state, is_even=is_even)
    return fight if state is fight.state else replace(fight, state=state)


def _seat_changed(fight: Fight[S], seat: SeatId, changes: Mapping[str, Any]) -> Fight[S]:
    return replace(fight, seats=tuple(replace(each, **changes) if each.id == seat else each for each in fight.seats))
