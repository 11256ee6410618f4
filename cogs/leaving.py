"""Getting up: in a lobby at once, later after asking, since that is for good."""

from cogs import resolve
from cogs.desk import Desk
from cogs.press import Press, Verb, Verbs
from cogs.render import leaving
from cogs.reply import Reply
from rules.core.ids import CombatantId, UserId
from rules.core.refusal import Illegal
from rules.core.view import Phase
from rules.looking import Where


async def get_up(desk: Desk, reply: Reply, where: Where, user: UserId, source: str, who: str | None = None) -> None:
    """Leave the lobby; or ask whether it is meant to leave the fight. Raises: Illegal(NOT_PLAYING, PLAYS_ALONE, …)."""
    showing = await desk.referee.show(where, user)
    if not showing.viewer.combatants:
        raise Illegal("NOT_PLAYING")
    meant = CombatantId(resolve.choose(who, resolve.own(showing), "who")) if who else None
    if showing.view.phase is Phase.LOBBY:
        await desk.ruled(reply, await desk.referee.leave(showing.id, user, who=meant, source=source), user)
        return
    if showing.is_closed:
        raise Illegal("CLOSED")
    if showing.is_for_one:
        raise Illegal("PLAYS_ALONE")
    await reply.screen(leaving.leaving(showing, meant))


def verbs(desk: Desk) -> Verbs:
    """What can be pressed."""

    async def leave(press: Press) -> None:
        await get_up(desk, press.reply, press.fight, press.user, press.source)

    async def leave_now(press: Press) -> None:
        """What is pressed counts for what it was asked about; of anything else it is asked anew."""
        mark, who = press.address.args[0], CombatantId(next(iter(press.address.args[1:]), "")) or None
        showing = await desk.referee.show(press.fight, press.user)
        is_his = who is None or who in showing.viewer.combatants
        if is_his and showing.view.phase is not Phase.LOBBY and leaving.mark(showing, who) != mark:
            await get_up(desk, press.reply, press.fight, press.user, press.source, who)
            return
        ruling = await desk.referee.hand_back(press.fight, press.user, who=who, source=press.source)
        await desk.ruled(press.reply, ruling, press.user)

    return {"leave": Verb(leave), "leavenow": Verb(leave_now, 1, 2)}
