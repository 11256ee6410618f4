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
    Imported,
    Moderated,
    Opened,
    OrdersFollowed,
    Peeked,
    PlayedFor,
    Remembered,
    SeatFreed,
    SeatGiven,
    SeatLeft,
    SeatOffered,
    SeatTaken,
    StoodDown,
    TableSet,
    TimeUp,
    WentAway,
)
from rules.core.ids import CombatantId, FightId, Place, SeatId, UserId, is_somebody
from rules.core.ruleset import Ruleset
from rules.core.table_rules import TableRules
from rules.core.values import replace

S = TypeVar("S")


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A place at the table: the user who holds it controls its combatant; both can be handed over.

    One that nobody holds (`is_somebody`) is played as an NPC is, by the GM, who sees no more of its hand for that.
    """

    id: SeatId
    user: UserId
    combatant: CombatantId
    is_away: bool = False
    delegate: UserId | None = None  # who plays for him while he is away
    orders: str = ""  # what to do for him while he is away and nobody plays for him; empty: he is waited for
    offered: UserId | None = None  # for whom it is kept while nobody holds it

    @property
    def player(self) -> UserId:
        """Who plays the combatant just now."""
        return self.delegate if self.is_away and self.delegate is not None else self.user

    @property
    def goes_by_orders(self) -> bool:
        """Whether nobody plays it and nobody is waited for."""
        return self.is_away and self.delegate is None and bool(self.orders)

    @property
    def is_there(self) -> bool:
        """Whether somebody is there to play: not if nobody holds it, nor if it goes by orders."""
        return is_somebody(self.player) and not self.goes_by_orders

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
    is_ordered: bool = False  # the last step that stands was the bot's own, by somebody's standing orders
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
        owed = past.owed_draw
        for seat in past.seats if owed is not None else ():
            if owed is not None and seat.player == owed.user:
                owed = replace(owed, user=now.get(seat.id, seat).player)
                break
        seats = tuple(now.get(seat.id, seat) for seat in past.seats)
        return replace(
            self.at_this_table(past),
            seats=seats,
            owed_draw=_owed_by(owed, seats, self.gms),
            seq=self.seq + 1,
            epoch=self.epoch + 1,
        )

    def at_this_table(self, other: "Fight[S]") -> "Fight[S]":
        """`other` with the table as it is here: what is told stays told, and who sits there stays."""
        return replace(other, explained=self.explained, gms=self.gms, table=self.table, seats=self.seats)

    @property
    def people(self) -> frozenset[UserId]:
        """Everybody who has a part in it: its GMs, and whoever may play for a seat."""
        return self.players | {gm for gm in self.gms if is_somebody(gm)}

    @property
    def named(self) -> frozenset[UserId]:
        """Everybody whose id is in it: those who have a part, and those for whom a seat is kept."""
        return self.people | {seat.offered for seat in self.seats if seat.offered is not None}

    @property
    def players(self) -> frozenset[UserId]:
        """Everybody who may play for a seat."""
        return frozenset(user for seat in self.seats for user in seat.players if is_somebody(user))

    def numbered(self, *, seq: int, ply: int, before: int) -> "Fight[S]":
        """The same fight as the result of step `seq`."""
        return replace(self, seq=seq, ply=ply, before=before)

    def holder(self, combatant: CombatantId | None) -> UserId | None:
        """Who plays the combatant just now: None for an NPC, or where nobody holds the seat: the GM plays it."""
        player = next((seat.player for seat in self.seats if seat.combatant == combatant), None)
        return player if is_somebody(player) else None

    def plays(self, user: UserId, combatant: CombatantId | None) -> bool:
        """Whether this user may play the combatant: its holder, or whoever does for him."""
        return any(seat.combatant == combatant and user in seat.players for seat in self.seats)

    def decides(self, user: UserId, combatant: CombatantId | None) -> bool:
        """Whether this user may decide for the combatant: whoever may play it, or a GM."""
        return user in self.gms or self.plays(user, combatant)

    def seat_of(self, combatant: CombatantId | None) -> Seat | None:
        """The seat that controls the combatant; None for an NPC's."""
        return next((seat for seat in self.seats if seat.combatant == combatant), None)

    def kept_for(self, user: UserId | None) -> Seat | None:
        """The seat that this user may take, since it is kept for him and nobody holds it."""
        kept = (seat for seat in self.seats if user is not None and seat.offered == user)
        return next((seat for seat in kept if not is_somebody(seat.user)), None)


def fold(ruleset: Ruleset[S], fight: Fight[S], event: Event) -> Fight[S]:
    """The fight after one event: the envelope's own events here, all others by the system."""
    match event:
        case SeatTaken():
            return replace(fight, seats=(*fight.seats, Seat(id=event.seat, user=event.user, combatant=event.combatant)))
        case SeatFreed():
            return replace(fight, seats=tuple(seat for seat in fight.seats if seat.id != event.seat))
        case Closed():
            return replace(fight, is_closed=True)
        case PlayedFor() | OrdersFollowed() | TimeUp() | Corrected() | Remembered() | Peeked() | Opened() | Moderated():
            return fight
        case Imported():  # nobody whom the file tells of is here, so nobody is away either
            return replace(fight, seats=tuple(replace(seat, **_PRESENT) for seat in fight.seats))
        case DrawAsked():
            owed = OwedDraw(user=event.user, command=event.command, typed=event.typed, why=event.why)
            return replace(fight, owed_draw=owed)
        case DrawsMade():
            return replace(fight, owed_draw=None)
        case Explained():
            return replace(fight, explained=(*fight.explained, *event.terms))
        case SeatGiven():
            return _seat_changed(fight, event.seat, {**_PRESENT, "user": event.now, "offered": None})
        case SeatLeft():
            return _seat_changed(fight, event.seat, {**_PRESENT, "user": event.now, "offered": None})
        case SeatOffered():
            return _seat_changed(fight, event.seat, {"offered": event.user})
        case WentAway():
            seat = {"is_away": True, "delegate": event.delegate, "orders": event.orders}
            return _seat_changed(fight, event.seat, seat)
        case StoodDown():
            return _seat_changed(fight, event.seat, {"is_away": True, "delegate": None, "orders": ""})
        case CameBack():
            return _seat_changed(fight, event.seat, _PRESENT)
        case GmNamed():
            return _gms_changed(fight, (event.user,) if event.alone else (*fight.gms, event.user))
        case GmLeft():
            return _gms_changed(fight, tuple(gm for gm in fight.gms if gm != event.user))
        case TableSet():
            return replace(fight, table=replace(fight.table, **{event.what: event.value}))
        case _:
            return replace(fight, state=ruleset.apply(fight.state, event))


_PRESENT: Mapping[str, Any] = {"is_away": False, "delegate": None, "orders": ""}


def settled(ruleset: Ruleset[S], fight: Fight[S]) -> Fight[S]:
    """The fight after a whole step, its system asking as the rules of the table have it; one alone has no secrets."""
    is_even = fight.table.asking == "even" and not ruleset.alone(fight.state)
    state = ruleset.evened(fight.state, is_even=is_even)
    return fight if state is fight.state else replace(fight, state=state)


def _gms_changed(fight: Fight[S], gms: tuple[UserId, ...]) -> Fight[S]:
    """Others preside; a draw that one who does no more was to type in is theirs from now on."""
    return replace(fight, gms=gms, owed_draw=_owed_by(fight.owed_draw, fight.seats, gms))


def _owed_by(owed: OwedDraw | None, seats: tuple[Seat, ...], gms: tuple[UserId, ...]) -> OwedDraw | None:
    """The draw, to be typed in by whoever has a part in the fight: a game master where whoever was to has none."""
    if owed is None or not gms or owed.user in gms or any(owed.user in seat.players for seat in seats):
        return owed
    return replace(owed, user=gms[0])


def _seat_changed(fight: Fight[S], which: SeatId, changes: Mapping[str, Any]) -> Fight[S]:
    """The seat changed; a draw that its player was to type in is from now on its new player's to type in."""
    old = next((each for each in fight.seats if each.id == which), None)
    if old is None:
        return fight
    new: Seat = replace(old, **changes)
    owed = fight.owed_draw
    if owed is not None and owed.user == old.player:
        owed = replace(owed, user=new.player)
    return replace(fight, owed_draw=owed, seats=tuple(new if each is old else each for each in fight.seats))
