"""The envelope of a fight: where it is played, who sits at the table, and the state of its system."""

from typing import Generic, TypeVar

import msgspec

from rules.core.audience import Viewer
from rules.core.event import Closed, Corrected, DrawAsked, DrawsMade, Event, Explained, PlayedFor, SeatFreed, SeatTaken
from rules.core.ids import CombatantId, FightId, Place, SeatId, UserId
from rules.core.ruleset import Ruleset
from rules.core.values import replace

S = TypeVar("S")


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A place at the table: the user who holds it controls its combatant, and can hand both over."""

    id: SeatId
    user: UserId
    combatant: CombatantId


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
    state: S

    def viewer(self, user: UserId | None) -> Viewer:
        """This user as somebody who looks at the fight."""
        return Viewer(
            user=user,
            gm=user in self.gms,
            combatants=frozenset(seat.combatant for seat in self.seats if seat.user == user),
        )

    def back_at(self, past: "Fight[S]") -> "Fight[S]":
        """`past` as the result of an undo, which is the step after this one."""
        return replace(past, seq=self.seq + 1, epoch=self.epoch + 1, explained=self.explained)

    def numbered(self, *, seq: int, ply: int, before: int) -> "Fight[S]":
        """The same fight as the result of step `seq`."""
        return replace(self, seq=seq, ply=ply, before=before)

    def holder(self, combatant: CombatantId | None) -> UserId | None:
        """Who controls the combatant: None for an NPC, which the GM plays."""
        return next((seat.user for seat in self.seats if seat.combatant == combatant), None)


def fold(ruleset: Ruleset[S], fight: Fight[S], event: Event) -> Fight[S]:
    """The fight after one event: the envelope's own events here, all others by the system."""
    match event:
        case SeatTaken():
            return replace(fight, seats=(*fight.seats, Seat(id=event.seat, user=event.user, combatant=event.combatant)))
        case SeatFreed():
            return replace(fight, seats=tuple(seat for seat in fight.seats if seat.id != event.seat))
        case Closed():
            return replace(fight, is_closed=True)
        case PlayedFor() | Corrected():
            return fight
        case DrawAsked():
            owed = OwedDraw(user=event.user, command=event.command, typed=event.typed, why=event.why)
            return replace(fight, owed_draw=owed)
        case DrawsMade():
            return replace(fight, owed_draw=None)
        case Explained():
            return replace(fight, explained=(*fight.explained, *event.terms))
        case _:
            return replace(fight, state=ruleset.apply(fight.state, event))
