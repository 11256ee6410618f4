"""Shows what has been ruled: public lines and calls at once, then the live board and what changed of the hands.

Ruling never waits for showing. What is to be told is stored with the ruling and marked when it was told; whatever a
crash left over is told at the next start. One task per fight that has something to show; the latest board wins.

How it is written is in `voice.py`, boards in `boards.py`, hands and private news in `hands.py`, the public message of
an act in `telling.py`.

A step counts as told once its board is up too: else a crash in between would leave an old board until the next act.
What is posted a second time after a crash carries the same nonce, by which Discord drops it.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Iterator, Sequence

import discord

from bot.acts import Acts
from bot.backlog import Backlog, which
from bot.boards import EVERY, Boards
from bot.hands import Hands
from bot.telling import Telling, grouped
from bot.voice import Voice, passes
from cogs import errors
from cogs.render import delivery
from rules.core.ids import FightId, UserId
from rules.core.refusal import Illegal
from rules.referee import Referee, Showing
from rules.store.protocol import Message, Store, Surface

log = logging.getLogger("fairdraw.publisher")

PATIENCE = (1.0, 5.0, 30.0)  # seconds between tries while Discord or the database does not answer
LEFT_OVER = 500  # messages read at once after a start
ANNOUNCING = 5.0  # seconds for which somebody is kept waiting until something is shown to all
AT_ONCE = 16  # fights shown at the same time: as many as Discord's 50 requests a second let through; answers go first
EXPLAINED = "dms-closed"  # the kind under which the store keeps who was told that nothing private reaches him


class Publisher:
    """One per process. `stored` is called by the Referee after each step."""

    def __init__(self, store: Store, *, board_every: float = EVERY) -> None:
        """Shows nothing until `start`. `board_every`: seconds between two edits of one board."""
        self._store = store
        self._referee: Referee | None = None
        self._voice = Voice()
        self._backlogs: dict[FightId, Backlog] = {}
        self._boards = Boards(store, self._voice, board_every)
        self._hands = Hands(store, self._voice)
        self._acts = Acts(store)
        self._telling = Telling(self._acts, self._voice, self._tell)
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._hurries = 0  # how many wait for everything to be shown

    async def start(self, referee: Referee, client: discord.Client) -> None:
        """Begin to show, with what an earlier process left untold."""
        self._referee = self._hands.referee = referee
        self._voice.client, self._voice.is_quiet = client, referee.is_quiet
        self.stored(await self._left_over())

    async def _left_over(self) -> Sequence[Message]:
        messages: list[Message] = []
        while left := await self._store.unsent(limit=LEFT_OVER, after=messages[-1].id if messages else 0):
            messages.extend(left)
        return messages

    async def stop(self) -> None:
        """Stop showing for good; what is untold stays stored."""
        self._voice.client = None
        tasks = [backlog.task for backlog in self._backlogs.values() if backlog.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # ---- what there is to show

    def stored(self, messages: Sequence[Message]) -> None:
        """There is something to show: all of a step."""
        for fight in {message.fight for message in messages}:
            backlog = self._backlog(fight)
            backlog.add(message for message in messages if message.fight == fight)
            self._wake(fight, backlog)

    def doubt(self, fight: FightId) -> None:
        """It is not known whether a step was stored: the store will say."""
        backlog = self._backlog(fight)
        backlog.is_doubtful = True
        self._wake(fight, backlog)

    def board_anew(self, fight: FightId) -> None:
        """Post the board again, at the bottom of the channel."""
        backlog = self._backlog(fight)
        backlog.board = backlog.anew = True
        self._wake(fight, backlog)

    def hand_anew(self, fight: FightId, user: UserId) -> None:
        """Send this player his hand once more, where he wants it now."""
        backlog = self._backlog(fight)
        backlog.wanted.add(user)
        self._wake(fight, backlog)

    def changed(self, guild: int) -> None:
        """Permissions, roles or channels of a server have changed: what could not be shown there is tried again."""
        for fight in {*self._boards.behind(guild), *self._telling.untold(guild)}:
            backlog = self._backlog(fight)
            backlog.board = backlog.again = True
            self._wake(fight, backlog)

    @contextlib.contextmanager
    def answering_in(self, fight: FightId, message: int) -> Iterator[None]:
        """While somebody is answered in a message of his own (an ephemeral one, a DM) nothing else changes it."""
        self._hands.hold(message)
        try:
            yield
        finally:
            self._hands.release(message)
            backlog = self._backlog(fight)
            backlog.hands = True
            self._wake(fight, backlog)

    async def was_redrawn(self, fight: FightId, user: UserId, message: int) -> None:
        """The answer to a press shows the present in that message."""
        await self._hands.was_redrawn(fight, user, message)

    async def forgotten(self, user: UserId) -> None:
        """Keep nothing of somebody who has no part in any fight any more."""
        for fight in list(self._backlogs):
            await self.announced(fight)  # what is under way may still name him
        self._hands.forget_user(user)
        await self._acts.forget_user(user)

    async def redraw(self, fight: FightId, user: UserId, channel: int, message: int) -> None:
        """Bring a message that was pressed up to date, if it is in the private thread of whoever pressed."""
        await self._tell(self._hands.redraw(fight, user, channel, message))

    def _backlog(self, fight: FightId) -> Backlog:
        return self._backlogs.setdefault(fight, Backlog())

    def _wake(self, fight: FightId, backlog: Backlog) -> None:
        backlog.more.set()
        if backlog.task is None and self._voice.client is not None:
            backlog.task = asyncio.create_task(self._show(fight, backlog), name=f"show {fight}")

    async def quiet(self) -> None:
        """Show everything now, and wait until it is shown."""
        self._hurries += 1
        try:
            for backlog in self._backlogs.values():
                backlog.more.set()
            while tasks := [backlog.task for backlog in self._backlogs.values() if backlog.task]:
                await asyncio.wait(tasks)
        finally:
            self._hurries -= 1

    async def announced(self, fight: FightId) -> bool:
        """Wait until all that a fight has to tell is told; False if that takes too long, or cannot be said at all."""
        backlog = self._backlogs.get(fight)
        if backlog is not None and backlog.has_steps:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(backlog.told.wait(), ANNOUNCING)
        is_told = backlog is None or not backlog.has_steps
        return is_told and self._voice.client is not None and not self._telling.is_silent(fight)

    # ---- one fight

    async def _show(self, fight: FightId, backlog: Backlog) -> None:
        failures = 0
        try:
            while not backlog.is_empty:
                backlog.more.clear()
                try:
                    if backlog.has_steps:
                        async with self._turn:
                            await self._show_steps(fight, backlog)
                    wait = 0.0 if self._hurries else self._boards.wait(fight)
                    if wait and not backlog.has_steps:
                        await backlog.wait(wait)
                    elif not backlog.has_steps:
                        async with self._turn:
                            await self._show_state(fight, backlog)
                    failures = 0
                except Illegal as illegal:  # the fight is gone from the store, or cannot be read
                    log.warning("nothing can be shown of fight %s: %s", fight, illegal.refusal.code)
                    return
                except Exception as error:  # noqa: BLE001 - a bug in showing must not stop the bot
                    if not passes(error):
                        errors.report(error)
                        return  # what is untold stays stored, for the next start
                    log.warning("cannot show just now: %s", type(error).__name__)
                    await asyncio.sleep(PATIENCE[min(failures, len(PATIENCE) - 1)])
                    failures += 1
        finally:
            self._backlogs.pop(fight, None)

    async def _tell(self, part: Awaitable[object]) -> None:
        """Show one message. If it cannot be shown for good, that is logged, and the others are shown all the same."""
        try:
            await part
        except Illegal:
            raise
        except discord.HTTPException as error:
            if passes(error):
                raise
            log.warning("could not show something: HTTP %s, Discord code %s", error.status, error.code)
        except Exception as error:
            if passes(error):
                raise
            errors.report(error)

    async def _show_steps(self, fight: FightId, backlog: Backlog) -> None:
        assert self._referee is not None
        if backlog.is_doubtful:
            backlog.add([message for message in await self._left_over() if message.fight == fight])
            backlog.is_doubtful = False
        showing = await self._referee.show(fight, None)
        while backlog.messages:
            first = which(backlog.messages[0])
            step = [message for message in backlog.messages if which(message) == first]
            if showing.seq < step[0].seq:
                showing = await self._referee.show(fight, None)
            await self._telling.tell(showing, step)
            await self._tell_privately(showing, step, backlog)
            backlog.messages = [message for message in backlog.messages if which(message) != first]
            backlog.posted.append(first)
        backlog.told.set()
        while backlog.wanted:
            user = backlog.wanted.pop()
            try:
                await self._tell(self._send_anew(showing, user, backlog))
            except BaseException:
                backlog.wanted.add(user)
                raise

    async def _show_state(self, fight: FightId, backlog: Backlog) -> None:
        """The board, and the hands that have changed."""
        assert self._referee is not None
        showing = await self._referee.show(fight, None)
        if backlog.board:
            anew, backlog.anew, backlog.board = backlog.anew, False, False
            try:
                if backlog.again:
                    await self._tell(self._telling.tell_untold(showing))
                    backlog.again = False
                await self._tell(self._show_board(showing, anew=anew))
            except BaseException:
                backlog.board, backlog.anew = True, anew
                raise
        backlog.hands = False
        try:
            for user in await self._hands.stale(showing):
                await self._tell(self._hands.renew(showing, user))
        except BaseException:
            backlog.hands = True
            raise
        while backlog.posted:
            await self._store.sent(fight, *backlog.posted[0])
            del backlog.posted[0]
        if showing.is_closed:
            self._acts.forget(fight)
            self._hands.forget(fight)

    async def _show_board(self, showing: Showing, *, anew: bool) -> None:
        assert self._referee is not None
        ready, said = self._referee.ready(showing.ruleset), await self._referee.said(showing.id)
        await self._boards.show(showing, ready, said, anew=anew)

    # ---- what is for one alone

    async def _tell_privately(self, showing: Showing, step: Sequence[Message], backlog: Backlog) -> None:
        """Tell each his news. Whom nothing private reaches is told in public that there is something.

        Not whoever is called by the same step: he looks anyway.
        """
        news, seated = grouped(step)
        for user, words in seated.items():
            if words:
                await self._tell(self._hands.take_leave(showing, user, words))
        in_public: list[UserId] = []
        for user in dict.fromkeys((*news, *seated)):
            await self._tell(self._tell_one(showing, user, news.get(user, ()), step[0].seq, in_public, backlog))
        called = {message.user for message in step if message.kind == "call"}
        if in_public := [user for user in in_public if user not in called]:
            screen, nonce = delivery.changed(showing, in_public), f"{showing.id}{step[0].seq}h"
            await self._tell(self._voice.say(showing.place.channel, screen, in_public, nonce))

    async def _tell_one(
        self,
        showing: Showing,
        user: UserId,
        news: Sequence[str],
        seq: int,
        in_public: list[UserId],
        backlog: Backlog,
    ) -> None:
        if await self._hands.wants_nothing(user):
            in_public.extend([user] if news else [])
            await self._note_reached(showing, user, backlog, is_reached=True)  # as he wishes
            return
        nonce = f"{showing.id}{seq}d{user % 10**6}"
        if news:
            is_reached = await self._hands.bring(showing, user, news, upto=seq, nonce=nonce)
        else:
            is_reached = await self._hands.greet(showing, user, upto=seq, nonce=nonce)
        await self._note_reached(showing, user, backlog, is_reached=is_reached)
        if is_reached:
            return
        if await self._store.surface(showing.id, EXPLAINED, user) is None:
            await self._explain(showing, user)
        elif news:
            in_public.append(user)

    async def _note_reached(self, showing: Showing, user: UserId, backlog: Backlog, *, is_reached: bool) -> None:
        assert self._referee is not None
        if await self._referee.reached(showing.id, user, is_reached=is_reached):
            backlog.board = True

    async def _explain(self, showing: Showing, user: UserId) -> None:
        """Say in the channel, once, to the player and the game master, that nothing private reaches him."""
        nonce = f"{showing.id}c{user % 10**13}"
        channel = showing.place.channel
        said = await self._voice.say(channel, delivery.unreachable(showing, user), (user, showing.gms[0]), nonce)
        if said is not None:
            await self._store.put_surface(
                Surface(fight=showing.id, kind=EXPLAINED, user=user, channel=channel, message=said)
            )

    async def _send_anew(self, showing: Showing, user: UserId, backlog: Backlog) -> None:
        is_content = await self._hands.wants_nothing(user)
        if is_content:
            await self._hands.take_away(showing, user)
        is_reached = is_content or await self._hands.anew(showing, user, secrets.token_hex(8))
        await self._note_reached(showing, user, backlog, is_reached=is_reached)
