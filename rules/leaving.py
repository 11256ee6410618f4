"""Who gets up again: in the lobby with his character; later for good, his place free for somebody else.

A place that nobody holds is played by the GM, who sees no more of its hand for that, until it is given to somebody or
taken by whoever it is kept for (`rules.keeping`).
"""

from rules.acting import Acting
from rules.asking import Asked, Made
from rules.authority import (
    holds_anything,
    name_of,
    nobody_plays,
    not_yours,
    require_plays,
    require_presides,
    require_seen,
)
from rules.core.command import Leave, Office
from rules.core.event import Event, SeatFreed, SeatLeft, StoodDown
from rules.core.fight import Seat
from rules.core.ids import CombatantId, UserId, is_somebody
from rules.core.refusal import Illegal
from rules.core.table_commands import FreeSeats
from rules.core.view import Phase
from rules.looking import Where
from rules.tables import AnyFight, AnyRuleset
from rules.telling import Ruling


class Leaving(Acting):
    """The part of the Referee that lets people out."""

    async def leave(self, where: Where, user: UserId, *, who: CombatantId | None = None, source: str) -> Ruling:
        """Get up again, in the lobby: as the first of those that he holds, or as `who`. An NPC that he got stays.

        Raises: Illegal(NOT_PLAYING, NOT_YOURS, BEGUN_ALREADY).
        """

        def get_up(fight: AnyFight, ruleset: AnyRuleset) -> Made:
            seat = next((each for each in _meant(fight, ruleset, user, who) if each.user == user), None)
            if seat is None:
                raise Illegal("NOT_PLAYING")
            if ruleset.phase(fight.state) is not Phase.LOBBY:
                raise Illegal("BEGUN_ALREADY")
            return self._out_of_lobby(fight, ruleset, seat, user)

        return await self._shielded(self._act(where, user, Asked(get_up, source, office=Office.TABLE)))

    async def hand_back(self, where: Where, user: UserId, *, who: CombatantId | None = None, source: str) -> Ruling:
        """Leave a fight that has begun, for good: nobody holds any more what the user held, or (`who`) that one.

        With all of it he stands in for nobody any more either. What he owed is the GM's to decide.
        Raises: Illegal(NOT_PLAYING, NOT_YOURS, PLAYS_ALONE), and STALE in a lobby.
        """

        def handed(fight: AnyFight, ruleset: AnyRuleset) -> Made:
            meant = _meant(fight, ruleset, user, who)
            if ruleset.phase(fight.state) is Phase.LOBBY:
                raise Illegal("STALE")
            _require_several(fight, ruleset)
            events: list[Event] = []
            for seat in meant:
                if seat.user == user:
                    events.append(self._left(fight, ruleset, seat, user, freed=meant))
                else:
                    name = name_of(ruleset, fight, seat.combatant)
                    events.append(StoodDown(seat=seat.id, name=name, user=user))
            return FreeSeats(combatants=tuple(seat.combatant for seat in meant)), tuple(events)

        return await self._at_table(where, user, handed, source, f"out {who or ''}")

    async def free_seat(
        self, where: Where, user: UserId, *, who: CombatantId, source: str, is_moderator: bool = False
    ) -> Ruling:
        """Take a combatant from whoever holds it: nobody does until it is given to somebody. GM or a moderator.

        In a lobby it gets up, unless it is an NPC.
        Raises: Illegal(GM_ONLY, NOBODY_THERE, NOBODY_PLAYS, PLAYS_ALONE).
        """

        def freed(fight: AnyFight, ruleset: AnyRuleset) -> Made:
            noted = require_presides(fight, ruleset, user, is_moderator=is_moderator)
            require_seen(fight, ruleset, user, who)
            seat, is_lobby = fight.seat_of(who), ruleset.phase(fight.state) is Phase.LOBBY
            if seat is None or not (is_lobby or is_somebody(seat.user)):
                raise nobody_plays(fight, ruleset, who)
            if is_lobby:
                command, events = self._out_of_lobby(fight, ruleset, seat, user)
                return command, (*noted, *events)
            _require_several(fight, ruleset)
            return FreeSeats(combatants=(who,)), (*noted, self._left(fight, ruleset, seat, user, freed=(seat,)))

        return await self._at_table(where, user, freed, source, f"free {who}")

    def _out_of_lobby(self, fight: AnyFight, ruleset: AnyRuleset, seat: Seat, user: UserId) -> Made:
        seen = ruleset.view(fight.state, fight.viewer(seat.user)).combatants
        if any(each.id == seat.combatant and each.is_npc for each in seen):
            return FreeSeats(combatants=(seat.combatant,)), (self._left(fight, ruleset, seat, user, freed=(seat,)),)
        if seat.user == user or not is_somebody(seat.user):
            return Leave(combatant=seat.combatant), (SeatFreed(seat=seat.id),)
        name = name_of(ruleset, fight, seat.combatant)
        return Leave(combatant=seat.combatant), (SeatFreed(seat=seat.id, user=seat.user, name=name),)

    def _left(
        self, fight: AnyFight, ruleset: AnyRuleset, seat: Seat, user: UserId, *, freed: tuple[Seat, ...]
    ) -> SeatLeft:
        """That nobody holds the seat any more, one of those `freed`, as this user wants it."""
        others = (each for each in fight.seats if each.user == seat.user and each not in freed)
        return SeatLeft(
            seat=seat.id,
            name=name_of(ruleset, fight, seat.combatant),
            now=self._nobody(),
            user=seat.user,
            is_taken=seat.user != user,
            seen=holds_anything(fight, ruleset, seat.combatant),
            stays=seat.user in fight.gms or any(others),
        )


def _meant(fight: AnyFight, ruleset: AnyRuleset, user: UserId, who: CombatantId | None) -> tuple[Seat, ...]:
    """The seats that the user holds or plays for others, or (`who`) that one of them.

    Raises: Illegal(NOT_PLAYING, NOT_YOURS).
    """
    mine = require_plays(fight, user)
    if who is None:
        return mine
    meant = tuple(seat for seat in mine if seat.combatant == who)
    if not meant:
        raise not_yours(fight, ruleset, user, who)
    return meant


def _require_several(fight: AnyFight, ruleset: AnyRuleset) -> None:
    """Whether it goes on without whoever leaves. Raises: Illegal(PLAYS_ALONE)."""
    if ruleset.alone(fight.state):
        raise Illegal("PLAYS_ALONE")
