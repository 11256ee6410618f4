"""Taking back what was ruled last: at once where it is free, else looked at first, or asked for."""

from functools import partial

from cogs import paging
from cogs.desk import Desk
from cogs.press import Press, Verb, Verbs
from cogs.render import undoing
from cogs.reply import Reply
from rules.core.ids import UserId
from rules.core.refusal import Illegal
from rules.looking import Where


async def look(desk: Desk, reply: Reply, where: Where, user: UserId, source: str, *, now: bool = False) -> None:
    """`/fight undo` and [Undo last ruling]: done at once where nothing is to be considered, or with `now`."""
    referee = desk.referee
    try:
        if now:
            await desk.ruled(reply, await referee.undo(where, user, source=source), user)
            return
        preview = await referee.would_undo(where, user)
        if preview.is_at_once:
            await desk.ruled(reply, await referee.undo(where, user, source=source, seq=preview.seq), user)
            return
        await reply.screen(undoing.preview(await referee.show(where, user), preview))
    except Illegal as illegal:
        if illegal.refusal.code != "UNDO_NEEDS_GM" or await referee.missed(where, user):
            raise  # what was ruled and never shown is shown with the refusal
        words = await referee.refusal_words(illegal.refusal, where, user)
        seq = await referee.may_ask_undo(where, user)
        await reply.apart(undoing.needs_gm(await referee.show(where, user), words, seq))


async def _look(desk: Desk, press: Press) -> None:
    if press.address.args:  # an address of an older version names the step
        paging.number(press.address.args[0])
    await look(desk, press.reply, press.fight, press.user, press.source)


async def _take_back(desk: Desk, press: Press) -> None:
    """[Take it back], [Undo]; has something happened since, the presser sees how things stand, and nothing is ruled."""
    ruling = desk.referee.undo(press.fight, press.user, source=press.source, seq=paging.number(press.address.args[0]))
    await desk.ruled_if_it_stands(press.reply, ruling, press.fight, press.user)


async def _ask(desk: Desk, press: Press) -> None:
    """[Ask the Dealer]: told to all."""
    showing = await desk.referee.show(press.fight, press.user)
    await desk.referee.ask_undo(showing.id, press.user, seq=paging.number(press.address.args[0]))
    await press.reply.screen(undoing.asked(showing))


def verbs(desk: Desk) -> Verbs:
    """What can be pressed."""
    return {
        "undo": Verb(partial(_look, desk), 0, 1),
        "undonow": Verb(partial(_take_back, desk), 1, 1),
        "undoask": Verb(partial(_ask, desk), 1, 1),
    }
