"""The live board of each fight: one message, edited as the fight goes on, made anew where it can be edited no more.

A board is changed at most once in `EVERY` seconds: the first change at once, then the latest state when it is time
again. Where it may not be shown just now (a permission is gone, its channel too) the fight is `behind`, and is shown
when something in its server has changed or something is ruled.
"""

import asyncio
import logging
import secrets

import discord

from bot.voice import Edited, Voice
from cogs.render import board
from cogs.screen import Screen
from rules.core.ids import FightId
from rules.core.option import Choice
from rules.referee import Showing
from rules.store.protocol import Store, Surface

log = logging.getLogger("fairdraw.boards")

KIND = "board"
EVERY = 1.5  # seconds between two edits of one board


class Boards:
    """Of all fights that are shown."""

    def __init__(self, store: Store, voice: Voice, every: float = EVERY) -> None:
        """`store` is asked once a fight."""
        self._store = store
        self._voice = voice
        self._every = every
        self._known: dict[FightId, Surface] = {}  # of fights that go on, as the store has them
        self._shown_at: dict[FightId, float] = {}  # by the loop's clock
        self._behind: dict[FightId, int] = {}  # whose board could not be shown, with their servers

    def wait(self, fight: FightId) -> float:
        """How many seconds the board is to be left alone."""
        at = self._shown_at.get(fight)
        return 0.0 if at is None else max(0.0, at + self._every - asyncio.get_running_loop().time())

    def behind(self, guild: int) -> list[FightId]:
        """Fights of a server whose boards could not be shown."""
        return [fight for fight, of in self._behind.items() if of == guild]

    async def show(self, showing: Showing, ready: tuple[Choice, ...], said: str, *, anew: bool) -> None:
        """Show the fight as it stands; `anew`: at the bottom of its channel."""
        screen = board.board(showing, ready, said)
        self._shown_at[showing.id] = asyncio.get_running_loop().time()
        try:
            is_shown = await self._shown(showing, screen, anew=anew)
        except discord.Forbidden as error:  # a board a step would be worse than an old one
            log.warning("may not edit a board: Discord code %s", error.code)
            is_shown = False
        if is_shown:
            self._behind.pop(showing.id, None)
        else:
            self._behind[showing.id] = showing.place.guild
        if showing.is_closed:
            self.forget(showing.id)

    def forget(self, fight: FightId) -> None:
        """The fight is put away."""
        self._known.pop(fight, None)
        self._shown_at.pop(fight, None)

    async def _shown(self, showing: Showing, screen: Screen, *, anew: bool) -> bool:
        channel = showing.place.channel
        old = self._known.get(showing.id) or await self._store.surface(showing.id, KIND)
        if old is not None:
            self._known[showing.id] = old
        became = Edited.GONE
        if old is not None and not anew:
            became = await self._voice.edit(channel, old.message, screen)
            if became is Edited.DONE:
                return True
        # Whoever asks for it twice gets it twice.
        nonce = secrets.token_hex(8) if anew else f"{showing.id}b{showing.seq}"
        posted = await self._voice.say(channel, screen, (), nonce)
        if posted is None:
            return False
        new = Surface(fight=showing.id, kind=KIND, user=None, channel=channel, message=posted)
        await self._store.put_surface(new)
        self._known[showing.id] = new
        await self._voice.pin(channel, posted)
        if old is not None and old.message and (anew or became is Edited.FULL):
            await self._retire(old, screen, is_full=became is Edited.FULL)
        return True

    async def _retire(self, old: Surface, screen: Screen, *, is_full: bool) -> None:
        """Make way for the new board. One that can be changed no more stays, and its buttons go on answering."""
        if is_full:
            await self._voice.unpin(old.channel, old.message)
        elif not await self._voice.delete(old.channel, old.message):
            try:
                await self._voice.edit(old.channel, old.message, moved(screen))
            except discord.Forbidden as error:
                log.warning("may not change an old board: Discord code %s", error.code)


def moved(screen: Screen) -> Screen:
    """What a board says that is kept up no more; its buttons answer with what is open now."""
    return Screen(text=board.MOVED, rows=screen.rows[:1])
