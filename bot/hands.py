"""Where each player's hand comes to: a direct message, or a private thread beside the fight, as he wishes.

From one stored hand. News of it (cards dealt, cards gained in another's turn, what only he may know) come as a new
message, which rings; a hand that changed by his own act is changed where it stands, silently: he was answered already.
So the newest message is the present hand. Older ones stay as what they were; whoever presses one is shown the present.
A message is changed when the hand is another, or when it asks for a decision that is no longer owed; not with every
turn, for nobody rereads his cards because others have moved.

When a hand comes to another place than before, the message it had there shows it no more, and nothing goes there again.

Where the wished for place fails (closed DMs, no permission, no threads here) the next is taken; where all fail the
caller tells the player in public that his hand has changed.
"""

import hashlib
import logging
from collections.abc import AsyncIterator, Sequence

import discord
import msgspec

from bot.private_threads import PrivateThreads
from bot.voice import Edited, Voice, is_refused, passes
from cogs.render import delivery, private
from cogs.screen import Screen
from rules.core.ids import FightId, UserId
from rules.core.values import replace
from rules.core.view import Phase
from rules.preferences import DM, HERE, THREAD
from rules.referee import Referee, Showing
from rules.store.protocol import Store, Surface

log = logging.getLogger("fairdraw.hands")

KIND = "hand"


class Kept(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the store knows of a hand's message: the way it came, what of the hand it shows, the decisions owed then.

    `upto` is the last step of which it brought news.
    """

    way: str
    shows: str
    asks: str = ""
    upto: int = 0


class Hands:
    """Of all fights that are shown."""

    def __init__(self, store: Store, voice: Voice) -> None:
        """`store` is asked once for each player of a fight."""
        self._store = store
        self._voice = voice
        self._threads = PrivateThreads(store, voice)
        self._known: dict[FightId, dict[UserId, Surface | None]] = {}
        self._held: list[int] = []  # messages whose owner is just being answered in them
        self.referee: Referee | None = None  # set at the start

    @property
    def _rules(self) -> Referee:
        assert self.referee is not None, "nothing is shown before the start"
        return self.referee

    # ---- bringing it

    async def wants_nothing(self, user: UserId) -> bool:
        """Whether this player looks at his hand only where the fight is."""
        return (await self._rules.preferences.person(user)).delivery == HERE

    async def bring(self, showing: Showing, user: UserId, news: Sequence[str], *, upto: int, nonce: str) -> bool:
        """Tell him this above his hand, privately. False: no way is open. Raises: as `passes` tells."""
        kept = await self._hand(showing.id, user)
        if kept is not None and upto <= _read(kept).upto:
            return True  # told before a crash
        mine = await self._rules.show(showing.id, user)
        screen = private.with_news(news, private.hand(mine))
        return await self._send(mine, user, screen, upto=upto, nonce=nonce)

    async def greet(self, showing: Showing, user: UserId, *, upto: int, nonce: str) -> bool:
        """Say where his hand will come to, which tries the way. False: no way is open. Raises: as `passes` tells.

        To whoever knows it from before it is not said again.
        """
        mine = await self._rules.show(showing.id, user)
        if user not in mine.players.values():
            await self._hand(showing.id, user)  # what he was sent is brought up to date
            return True  # he is gone
        before = await self._store.surface(mine.id, KIND, user)
        is_greeted = before is not None and bool(before.text)
        if is_greeted and mine.view.phase is not Phase.RUNNING:
            return True
        below = private.hand(mine) if mine.view.phase is Phase.RUNNING else Screen(text="")
        screen = private.with_news(() if is_greeted else (delivery.greeting(mine),), below)
        return await self._send(mine, user, screen, upto=upto, nonce=nonce)

    async def _send(
        self, mine: Showing, user: UserId, screen: Screen, *, upto: int, nonce: str, silent: bool = False
    ) -> bool:
        async for way, channel in self._ways(mine, user):
            is_new = way == THREAD and not self._threads.is_begun(mine.id, user)
            sent = delivery.by_way(screen, way, mine, is_new=is_new)
            is_silent = silent or await self._voice.is_quiet(user)
            pinged = (user,) if way == THREAD and not is_silent else ()
            try:
                message = await self._voice.post(channel, sent, nonce=nonce, pinged=pinged, silent=is_silent)
            except discord.HTTPException as error:
                if not is_refused(error):
                    raise
                log.warning("may not write to a player: Discord code %s", error.code)
                if way == THREAD:
                    await self._threads.failed(mine.id, user, error)
                continue
            await self._moved(mine, user, channel)
            await self._keep(mine, user, way, channel, message, upto)
            if way == THREAD:
                await self._threads.begun(mine.id, user)
            return True
        return False

    async def take_away(self, showing: Showing, user: UserId) -> None:
        """Show him nothing of his hand any more where it came to. Raises: as `passes` tells."""
        mine = await self._rules.show(showing.id, user)
        if kept := await self._moved(mine, user, None):
            await self._put(mine.id, user, replace(kept, message=0, text=""))
            self._known[mine.id][user] = None

    async def take_leave(self, showing: Showing, user: UserId, words: str) -> None:
        """Say why, where he was shown the hand of whoever he plays for no more. Raises: as `renew` does."""
        kept = await self._hand(showing.id, user)
        mine = await self._rules.show(showing.id, user)
        if kept is not None and not mine.viewer.combatants:
            screen = delivery.by_way(delivery.farewell(mine, words), _read(kept).way, mine)
            await self._voice.edit(kept.channel, kept.message, screen)
            self._known[showing.id][user] = None

    async def _moved(self, mine: Showing, user: UserId, channel: int | None) -> Surface | None:
        """His hand comes to this channel (None: nowhere): the message it had elsewhere shows it no more.

        Gives that message, if there was one.
        """
        kept = await self._hand(mine.id, user)
        if kept is None or kept.channel == channel:
            return None
        try:
            if await self._voice.edit(kept.channel, kept.message, delivery.elsewhere(mine)) is Edited.FULL:
                await self._voice.delete(kept.channel, kept.message)
        except discord.HTTPException as error:
            if passes(error):
                raise
            log.warning("may not take a hand away: Discord code %s", error.code)
        return kept

    async def _ways(self, mine: Showing, user: UserId) -> AsyncIterator[tuple[str, int]]:
        """The channels in which he can be told, as he wishes them; each is made ready when it is asked for."""
        wish = (await self._rules.preferences.person(user)).delivery
        may_thread = await self._may_thread(mine)
        ways = {DM: (DM, THREAD), THREAD: (THREAD, DM)}.get(wish, ())
        for way in ways:
            if way == DM:
                channel = await self._direct(user)
                if channel is not None:
                    yield way, channel
            elif may_thread:
                for _ in range(2):  # a thread that was deleted is made anew
                    channel = await self._threads.of(mine, user)
                    if channel is None:
                        break
                    yield way, channel
                    if self._threads.is_ready(mine.id, user):
                        break

    async def _may_thread(self, mine: Showing) -> bool:
        return (await self._rules.preferences.server(mine.place.guild)).threads

    async def _direct(self, user: UserId) -> int | None:
        try:
            return (await self._voice.connected.create_dm(discord.Object(user))).id
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            log.warning("may not open a conversation: Discord code %s", error.code)
            return None

    # ---- keeping it up to date

    async def stale(self, showing: Showing) -> list[UserId]:
        """Whose hand's message no longer shows what he holds or owes."""
        found = []
        for user in dict.fromkeys((*showing.players.values(), *self._known.get(showing.id, ()))):
            kept = await self._hand(showing.id, user)
            if kept is None or kept.message in self._held:
                continue
            is_unwanted = await self.wants_nothing(user)
            if is_unwanted or not _is_current(_read(kept), await self._rules.show(showing.id, user)):
                found.append(user)
        return found

    async def renew(self, showing: Showing, user: UserId) -> None:
        """Show him his present hand where it stands, silently. Raises: discord.Forbidden, and as `passes` tells."""
        kept = await self._hand(showing.id, user)
        if kept is None:
            return
        mine = await self._rules.show(showing.id, user)
        known = _read(kept)
        screen = delivery.by_way(private.hand(mine), known.way, mine)
        if not mine.viewer.combatants:
            await self._voice.edit(kept.channel, kept.message, screen)
            self._known[showing.id][user] = None  # he is gone: nothing of him is kept any more
            return
        if await self.wants_nothing(user):  # it was not taken away before a crash
            await self.take_away(showing, user)
            return
        is_allowed = known.way != THREAD or await self._may_thread(mine)
        if is_allowed and await self._voice.edit(kept.channel, kept.message, screen) is Edited.DONE:
            await self._keep(mine, user, known.way, kept.channel, kept.message, known.upto)
            return
        nonce = f"{mine.id}{mine.seq}r{user % 10**6}"
        if not await self._send(mine, user, private.hand(mine), upto=known.upto, nonce=nonce, silent=True):
            await self._keep(mine, user, known.way, kept.channel, 0, known.upto)  # until it changes again

    async def anew(self, showing: Showing, user: UserId, nonce: str) -> bool:
        """His hand once more, where he wants it now. Raises: as `passes` tells."""
        mine = await self._rules.show(showing.id, user)
        kept = await self._hand(showing.id, user)
        upto = _read(kept).upto if kept is not None else 0
        screen = private.with_news((delivery.greeting(mine),), private.hand(mine))
        return await self._send(mine, user, screen, upto=upto, nonce=nonce)

    # ---- presses in the message itself

    def hold(self, message: int) -> None:
        """It is being answered in: leave it alone."""
        self._held.append(message)

    def release(self, message: int) -> None:
        """It is answered."""
        self._held.remove(message)

    async def was_redrawn(self, fight: FightId, user: UserId, message: int) -> None:
        """The answer to a press shows the present hand in this message."""
        kept = await self._hand(fight, user)
        if kept is not None and kept.message == message:
            known, mine = _read(kept), await self._rules.show(fight, user)
            await self._keep(mine, user, known.way, kept.channel, message, known.upto)

    async def redraw(self, fight: FightId, user: UserId, channel: int, message: int) -> None:
        """Bring an old message in his own thread up to date. Raises: discord.Forbidden, and as `passes` tells."""
        if await self._threads.is_his(fight, user, channel):
            mine, kept = await self._rules.show(fight, user), await self._hand(fight, user)
            is_elsewhere = mine.viewer.combatants and (kept is None or kept.channel != channel)
            screen = delivery.elsewhere(mine) if is_elsewhere else private.hand(mine)
            await self._voice.edit(channel, message, delivery.by_way(screen, THREAD, mine))

    # ---- what is known

    def forget(self, fight: FightId) -> None:
        """The fight is put away."""
        self._known.pop(fight, None)
        self._threads.forget(fight)

    def forget_user(self, user: UserId) -> None:
        """He has no part in any fight any more."""
        for known in self._known.values():
            known.pop(user, None)
        self._threads.forget_user(user)

    async def _hand(self, fight: FightId, user: UserId) -> Surface | None:
        known = self._known.setdefault(fight, {})
        if user not in known:
            stored = await self._store.surface(fight, KIND, user)
            known.setdefault(user, stored if stored is not None and stored.text else None)
        return known[user]

    async def _keep(self, mine: Showing, user: UserId, way: str, channel: int, message: int, upto: int) -> None:
        text = msgspec.json.encode(Kept(way=way, shows=_shows(mine), asks=_asks(mine), upto=upto)).decode()
        surface = Surface(fight=mine.id, kind=KIND, user=user, channel=channel, message=message, text=text)
        await self._put(mine.id, user, surface)

    async def _put(self, fight: FightId, user: UserId, surface: Surface) -> None:
        """Remember it. Durable before the step that brought it is marked as told."""
        self._known.setdefault(fight, {})[user] = surface
        await self._store.note_surface(surface)


def _read(surface: Surface) -> Kept:
    return msgspec.json.decode(surface.text, type=Kept)


def _is_current(known: Kept, mine: Showing) -> bool:
    return known.shows == _shows(mine) and set(known.asks.split()) <= set(_asks(mine).split())


def _shows(mine: Showing) -> str:
    """What tells one hand from another, as a short mark."""
    held = [(each.combatant, each.revision, [item.key for item in each.items]) for each in mine.view.hands]
    is_running = mine.view.phase is Phase.RUNNING and not mine.is_closed
    return hashlib.sha256(repr((is_running, held)).encode()).hexdigest()[:16]


def _asks(mine: Showing) -> str:
    """The decisions owed for which a hand's message may ask."""
    return " ".join(each.id for each in private.owed(mine) if each.whom in mine.viewer.combatants)
