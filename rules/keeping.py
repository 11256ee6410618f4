"""Seats that nobody holds, as in a fight that came in a file: kept for somebody until he takes it himself."""

from rules.acting import Acting
from rules.asking import Made
from rules.authority import holds_anything, name_of, require_gm, require_may_take_part, require_not_barred
from rules.core.event import SeatGiven, SeatOffered
from rules.core.fight import Seat
from rules.core.ids import CombatantId, UserId, is_somebody
from rules.core.names import mention
from rules.core.refusal import Illegal
from rules.core.table_commands import OfferSeat, TakeSeat
from rules.looking import Where
from rules.tables import AnyFight, AnyRuleset
from rules.telling import Ruling


class Keeping(Acting):
    """The part of the Referee that lets people into seats that nobody holds."""

    async def offer(
        self, where: Where, user: UserId, combatant: CombatantId, to: UserId | None, *, source: str
    ) -> Ruling:
        """Keep a seat that nobody holds for somebody (None: for nobody). GM only.

        Raises: Illegal(GM_ONLY, NO_PLACE, SEAT_HELD, NO_SUCH_USER, BARRED).
        """
        barred = await self._barred(where)

        def kept(fight: AnyFight, ruleset: AnyRuleset) -> Made:
            require_gm(fight, ruleset, user)
            if to is not None:
                require_may_take_part(to, barred)
            seat = _free(fight, ruleset, combatant)
            name = name_of(ruleset, fight, combatant)
            before = seat.offered if seat.offered != to else None
            return OfferSeat(combatant=combatant, user=to), (
                SeatOffered(seat=seat.id, name=name, user=to, before=before),
            )

        return await self._at_table(where, user, kept, source, f"offer {combatant} {to}")

    async def take_seat(self, where: Where, user: UserId, *, source: str) -> Ruling:
        """Sit down where a seat is kept for this user. Raises: Illegal(NOT_KEPT, BARRED)."""
        barred = await self._barred(where)

        def taken(fight: AnyFight, ruleset: AnyRuleset) -> Made:
            seat = fight.kept_for(user)
            if seat is None:
                raise Illegal("NOT_KEPT", gm=ruleset.gm_word)
            require_not_barred(user, barred)
            name = name_of(ruleset, fight, seat.combatant)
            sees = user in fight.gms and holds_anything(fight, ruleset, seat.combatant)
            given = SeatGiven(seat=seat.id, name=name, before=seat.user, now=user, sees=sees)
            return TakeSeat(combatant=seat.combatant), (given,)

        return await self._at_table(where, user, taken, source, "take")

    async def is_kept_for(self, where: Where, user: UserId) -> bool:
        """Whether there is a seat that this user may take."""
        return (await self._read(where)).kept_for(user) is not None


def _free(fight: AnyFight, ruleset: AnyRuleset, combatant: CombatantId) -> Seat:
    seat = fight.seat_of(combatant)
    if seat is None:
        raise Illegal("NO_PLACE", who=name_of(ruleset, fight, combatant))
    if is_somebody(seat.user):
        raise Illegal("SEAT_HELD", who=name_of(ruleset, fight, combatant), user=mention(seat.user))
    return seat
