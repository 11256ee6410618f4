"""Who plays whom: seats that change hands, and whoever is away. No system decides that; all of it is on record."""

from collections.abc import Collection

from rules.acting import Acting
from rules.asking import Made
from rules.authority import (
    holds_anything,
    name_of,
    nobody_plays,
    require_controls,
    require_may_take_part,
    require_plays,
    require_presides,
    require_seen,
)
from rules.core.event import CameBack, Event, SeatGiven, SeatTaken, StoodDown, WentAway
from rules.core.fight import Seat
from rules.core.ids import CombatantId, SeatId, UserId, is_somebody
from rules.core.names import mention
from rules.core.option import Choice
from rules.core.orders import ELSE
from rules.core.refusal import Illegal
from rules.core.table_commands import ComeBack, GiveSeat, GoAway
from rules.looking import Where
from rules.tables import AnyFight, AnyRuleset
from rules.telling import Ruling


class Seating(Acting):
    """The part of the Referee that says who plays."""

    async def give_seat(
        self, where: Where, user: UserId, *, who: CombatantId, to: UserId, source: str, is_moderator: bool = False
    ) -> Ruling:
        """`to` plays this combatant from now on, with all that it holds and owes; an NPC can be given too.

        GM or a moderator. Raises: Illegal(GM_ONLY, NOBODY_THERE, NO_SUCH_USER, BARRED, HAS_IT, HIDDEN_ONE).
        """
        barred = await self._barred(where)

        def given(fight: AnyFight, ruleset: AnyRuleset) -> Made:
            noted = require_presides(fight, ruleset, user, is_moderator=is_moderator)
            name = require_seen(fight, ruleset, user, who)
            require_may_take_part(to, barred)
            seat = fight.seat_of(who)
            event: Event
            if seat is None:
                if name_of(ruleset, fight, who) != name:
                    raise Illegal("HIDDEN_ONE", who=name)
                event = SeatTaken(seat=SeatId(f"s{fight.seq + 1}"), user=to, combatant=who, name=name)
            elif seat.user == to:
                raise Illegal("HAS_IT", who=name, user=mention(to))
            else:
                seen = holds_anything(fight, ruleset, who)
                event = SeatGiven(
                    seat=seat.id,
                    name=name,
                    before=seat.user,
                    now=to,
                    seen=seen,
                    sees=seen and to in fight.gms,
                    kept_for=seat.offered if seat.offered != to else None,
                )
            return GiveSeat(combatant=who, user=to), (*noted, event)

        return await self._at_table(where, user, given, source, f"give {who} {to}")

    async def standing_orders(self, where: Where) -> tuple[Choice, ...]:
        """The orders that one may leave in this fight: no secret."""
        fight = await self._read(where)
        return self._tables.ruleset(fight).orders(fight.state)

    async def go_away(
        self,
        where: Where,
        user: UserId,
        *,
        who: CombatantId | None = None,
        delegate: UserId | None = None,
        orders: str = "",
        source: str,
        is_moderator: bool = False,
    ) -> Ruling:
        """Somebody is away: `delegate` plays for him, or it goes by `orders` (left out: what stands after "else").

        Without `who` it is the user himself, with all that he holds; with it, whoever holds that combatant, as a GM
        or a moderator may say too. Whoever is away stands in for nobody any more, and leaves no orders for others:
        whom he played for them is waited for, and what stands after "else" happens only when the time is up.
        Raises: Illegal(NOT_PLAYING, NOT_YOURS, NOBODY_PLAYS, EITHER_OR, NO_SUCH_ORDERS, NO_SUCH_USER, BARRED,
        AWAY_HIMSELF, NOT_YOURS_TO_HAND).
        """
        barred = await self._barred(where)

        def left(fight: AnyFight, ruleset: AnyRuleset) -> Made:
            noted, meant = _whose(fight, ruleset, user, who, is_moderator=is_moderator)
            presides = who is not None and (is_moderator or user in fight.gms)
            own = tuple(seat for seat in meant if presides or seat.user == user)
            if delegate is not None:
                if orders:
                    raise Illegal("EITHER_OR")
                require_may_take_part(delegate, barred)
                _require_to_hand(fight, ruleset, meant, own)
                _require_here(fight, delegate, own)
            order = "" if delegate is not None else _require_order(fight, ruleset, orders or ELSE)
            gone = tuple(
                WentAway(seat=seat.id, name=name_of(ruleset, fight, seat.combatant), delegate=delegate, orders=order)
                for seat in own
            )
            stood_down = tuple(
                StoodDown(seat=seat.id, name=name_of(ruleset, fight, seat.combatant), user=seat.player)
                for seat in _stood_in(fight, meant, own)
            )
            first = (own or meant)[0]
            return GoAway(combatant=first.combatant, delegate=delegate, orders=order if own else ""), (
                *noted,
                *gone,
                *stood_down,
            )

        return await self._at_table(where, user, left, source, f"away {who or ''} {delegate or ''} {orders}")

    async def come_back(
        self,
        where: Where,
        user: UserId,
        *,
        who: CombatantId | None = None,
        source: str,
        is_moderator: bool = False,
    ) -> Ruling:
        """Whoever was away plays again: the user himself, or (`who`, for a GM or a moderator) whoever holds it.

        Raises: Illegal(NOT_AWAY, NOT_AWAY_HE, STANDS_IN, NOT_PLAYING, NOT_YOURS, NOBODY_PLAYS).
        """

        def back(fight: AnyFight, ruleset: AnyRuleset) -> Made:
            noted, seats = _whose(fight, ruleset, user, who, is_moderator=is_moderator)
            away = [seat for seat in seats if seat.is_away and (who is not None or seat.user == user)]
            if not away:
                raise _not_away(fight, ruleset, user, who)
            events = tuple(CameBack(seat=seat.id, name=name_of(ruleset, fight, seat.combatant)) for seat in away)
            return ComeBack(combatant=away[0].combatant), (*noted, *events)

        return await self._at_table(where, user, back, source, f"back {who or ''}")


def _not_away(fight: AnyFight, ruleset: AnyRuleset, user: UserId, who: CombatantId | None) -> Illegal:
    """That nobody is to come back: with those who are away, or for whom the user himself stands in."""
    if who is not None:
        away = [name_of(ruleset, fight, seat.combatant) for seat in fight.seats if seat.is_away]
        return Illegal("NOT_AWAY_HE", who=name_of(ruleset, fight, who), choices=", ".join(away) or "nobody")
    others = [seat for seat in fight.seats if seat.player == user != seat.user]
    if not others:
        return Illegal("NOT_AWAY")
    names = [name_of(ruleset, fight, seat.combatant) for seat in others]
    said = [f"{name} for {mention(seat.user)}" for name, seat in zip(names, others, strict=True)]
    return Illegal("STANDS_IN", who=" and ".join(said), name=names[0])


def _require_to_hand(fight: AnyFight, ruleset: AnyRuleset, meant: tuple[Seat, ...], own: tuple[Seat, ...]) -> None:
    """Whether a delegate, who sees what is held, may be named for any of the seats. Raises: NOT_YOURS_TO_HAND."""
    if not own:
        who = " and ".join(name_of(ruleset, fight, seat.combatant) for seat in meant)
        raise Illegal("NOT_YOURS_TO_HAND", who=who, gm=ruleset.gm_word)


def _stood_in(fight: AnyFight, meant: tuple[Seat, ...], own: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The seats of others for which nobody stands in any more, if the holders of their `own` go away."""
    away = {seat.user for seat in own}
    return tuple(
        seat for seat in fight.seats if seat not in own and (seat in meant or (seat.is_away and seat.delegate in away))
    )


def _require_here(fight: AnyFight, delegate: UserId, seats: Collection[Seat]) -> None:
    """Whether he can play for others: not if he is one of those who are away."""
    is_away = any(seat.user == delegate and seat.is_away for seat in fight.seats)
    if is_away or any(seat.user == delegate for seat in seats):
        raise Illegal("AWAY_HIMSELF", who=mention(delegate))


def _require_order(fight: AnyFight, ruleset: AnyRuleset, order: str) -> str:
    known = ruleset.orders(fight.state)
    if order not in {each.key for each in known}:
        raise Illegal("NO_SUCH_ORDERS", choices=", ".join(each.label for each in known))
    return order


def _whose(
    fight: AnyFight, ruleset: AnyRuleset, user: UserId, who: CombatantId | None, *, is_moderator: bool
) -> tuple[tuple[Event, ...], tuple[Seat, ...]]:
    """The seats meant: that of a combatant, or all that the user holds or plays; and the note if a moderator does it.

    Raises: Illegal(NOT_PLAYING, NOT_YOURS, NOBODY_PLAYS).
    """
    if who is None:
        return (), require_plays(fight, user)
    noted: tuple[Event, ...] = ()
    if is_moderator and not fight.plays(user, who):
        noted = require_presides(fight, ruleset, user, is_moderator=True)
    else:
        require_controls(fight, ruleset, user, who)
    seat = fight.seat_of(who)
    if seat is None or not is_somebody(seat.user):
        raise nobody_plays(fight, ruleset, who)
    return noted, (seat,)
