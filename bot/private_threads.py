"""The private thread of a player beside a fight: made once, and found again after a crash; made anew if it is deleted.

What the store keeps of it (a surface "thread"): its id as the channel, 0 while it is being made, and in `text` how far
it came. A thread is made without a nonce, so that one that a crash came upon is looked for by its name among those
newer than the last message known then in which nobody is.
"""

import logging
from typing import Final

import discord

from bot.voice import Voice, is_refused
from rules.core.ids import FightId, UserId
from rules.core.values import replace
from rules.referee import Showing
from rules.store.protocol import Store, Surface

log = logging.getLogger("fairdraw.threads")

KIND = "thread"
MADE, OPEN, BEGUN = "made", "open", "begun"  # it is there; its player is in it; it was said what it is
LONGEST_NAME = 100  # "Start Thread without Message: name"
SLEEPS_AFTER: Final = 10080  # minutes
UNKNOWN_CHANNEL = 10003


class PrivateThreads:
    """Of all players of fights that are shown."""

    def __init__(self, store: Store, voice: Voice) -> None:
        """`store` is asked once for each player who wants one."""
        self._store = store
        self._voice = voice
        self._known: dict[tuple[FightId, UserId], Surface | None] = {}

    def is_ready(self, fight: FightId, user: UserId) -> bool:
        """Whether there is one, as far as is known."""
        known = self._known.get((fight, user))
        return known is not None and bool(known.channel)

    def is_begun(self, fight: FightId, user: UserId) -> bool:
        """Whether it was said in it what it is."""
        known = self._known.get((fight, user))
        return known is not None and known.text == BEGUN

    async def is_his(self, fight: FightId, user: UserId, channel: int) -> bool:
        """Whether this channel is this player's thread."""
        known = await self._surface(fight, user)
        return known is not None and known.channel == channel

    async def of(self, mine: Showing, user: UserId) -> int | None:
        """His thread, with him in it; None where there can be none. Raises: as `passes` tells."""
        known = await self._surface(mine.id, user)
        try:
            if known is None or not known.channel:
                known = await self._made(mine, user, known)
            if known is not None and known.text == MADE:
                await self._voice.connected.http.add_user_to_thread(known.channel, user)
                known = await self._put(replace(known, text=OPEN))
        except discord.HTTPException as error:
            if not is_refused(error):
                raise
            log.warning("may not make a private thread: Discord code %s", error.code)
            if known is not None and error.code == UNKNOWN_CHANNEL:
                await self._put(replace(known, channel=0, text=""))
            return None
        return known.channel if known is not None else None

    async def begun(self, fight: FightId, user: UserId) -> None:
        """It was said in it what it is."""
        known = await self._surface(fight, user)
        if known is not None and known.text != BEGUN:
            await self._put(replace(known, text=BEGUN))

    async def failed(self, fight: FightId, user: UserId, error: discord.HTTPException) -> None:
        """It could not be written in. If it is gone, another is made when one is wanted."""
        known = await self._surface(fight, user)
        if known is not None and error.code == UNKNOWN_CHANNEL:
            await self._put(replace(known, channel=0, text=""))

    def forget(self, fight: FightId) -> None:
        """The fight is put away."""
        for key in [key for key in self._known if key[0] == fight]:
            del self._known[key]

    def forget_user(self, user: UserId) -> None:
        """He has no part in any fight any more."""
        for key in [key for key in self._known if key[1] == user]:
            del self._known[key]

    async def _made(self, mine: Showing, user: UserId, known: Surface | None) -> Surface | None:
        parent = self._voice.connected.get_channel(mine.place.channel)
        if not isinstance(parent, discord.TextChannel) or parent.is_news():
            return None  # a thread or a forum post: there is no thread in a thread
        name = _name(mine, user)
        thread = await self._left(parent, name, mine, known) if known is not None else None
        if thread is None:
            board = await self._store.surface(mine.id, "board")
            newest = max(board.message if board else 0, parent.last_message_id or 0)
            known = Surface(fight=mine.id, kind=KIND, user=user, channel=0, message=newest)
            await self._put(known)
            made = await parent.create_thread(
                name=name,
                type=discord.ChannelType.private_thread,
                invitable=False,
                auto_archive_duration=SLEEPS_AFTER,
            )
            thread = made.id
        assert known is not None, "it is noted before it is made"
        return await self._put(replace(known, channel=thread, text=MADE))

    async def _left(self, parent: discord.TextChannel, name: str, mine: Showing, known: Surface) -> int | None:
        """A thread of this name that was made, and not noted, when a crash came; none that is another player's.

        Then nobody else was in it yet, and nothing was written there: another may be that of whoever played before.
        """
        me = parent.guild.me.id
        away = (each.user for each in mine.away.values())
        others = {*mine.players.values(), *away} - {known.user}
        for thread in await parent.guild.active_threads():
            is_meant = (thread.parent_id, thread.owner_id, thread.name) == (parent.id, me, name)
            is_unused = thread.member_count <= 1 and not thread.message_count and thread.id > known.message
            if is_meant and is_unused and not [each for each in others if await self.is_his(mine.id, each, thread.id)]:
                return thread.id
        return None

    async def _surface(self, fight: FightId, user: UserId) -> Surface | None:
        if (fight, user) not in self._known:
            self._known.setdefault((fight, user), await self._store.surface(fight, KIND, user))
        return self._known[fight, user]

    async def _put(self, surface: Surface) -> Surface:
        assert surface.user is not None, "a thread is a player's"
        await self._store.put_surface(surface)
        self._known[surface.fight, surface.user] = surface
        return surface


def _name(mine: Showing, user: UserId) -> str:
    """What it is called: the fight, and whom he plays in it, which tells it from the others of the fight."""
    whose = next((each for each, player in mine.players.items() if player == user), None)
    who = next((each.name for each in mine.view.combatants if each.id == whose), "player")
    room = LONGEST_NAME - len(who[:40]) - 3
    return f"{mine.title[:room]} · {who[:40]}"
