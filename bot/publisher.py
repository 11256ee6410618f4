"""Shows what has been ruled: public lines, calls, private news and the live board.

Ruling never waits for showing. What is to be told is stored with the ruling and marked when it was told; whatever a
crash left over is told at the next start. One task per fight that has something to show; the latest board wins.

An act has one message: posted with its announcement, edited as it goes on, up to its result. An edit pings nobody, so
whoever is called in the middle of an act is called by a short message of its own; if that begins an act (the next
attack, a round to declare), it becomes that act's message. A message that can be edited no more is posted anew; where
one has no room for what comes next, the act goes on in another.

A step counts as told once its board is up too: else a crash in between would leave an old board until the next act.
What is posted a second time after a crash carries the same nonce, by which Discord drops it.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import aiohttp
import discord

from bot.acts import ActMessage, Acts
from cogs import errors
from cogs.render import board, private
from cogs.screen import Screen, view_of
from rules.core.ids import FightId, UserId
from rules.core.refusal import Illegal
from rules.core.values import replace
from rules.referee import Referee, Showing
from rules.store.protocol import Message, Store, StoreError, Surface

log = logging.getLogger("fairdraw.publisher")

CLOSED_DM = 50007  # "Cannot send messages to this user"
NO_MORE_EDITS = (30046, 50083)  # "Maximum number of edits to messages older than 1 hour", "Thread is archived"
PATIENCE = (1.0, 5.0, 30.0)  # seconds between tries while Discord or the database does not answer
LEFT_OVER = 500  # messages read at once after a start
AT_ONCE = 16  # fights shown at the same time: as many as Discord's 50 requests a second let through; answers go first

Which = tuple[int, int]  # a step, and a note of the clock after it (0: the step itself)


@dataclass(slots=True)
class _Backlog:
    """What one fight has to show."""

    messages: list[Message] = field(default_factory=list)
    posted: list[Which] = field(default_factory=list)  # steps and notes whose board is still to be shown
    board: bool = False
    anew: bool = False
    is_doubtful: bool = False  # there may be more in the store
    task: asyncio.Task[None] | None = None

    @property
    def is_empty(self) -> bool:
        return not (self.messages or self.board or self.posted or self.is_doubtful)

    def add(self, messages: Iterable[Message]) -> None:
        """More to show, in the order it was ruled; nothing that is known already."""
        known = {_which(message) for message in self.messages} | {*self.posted}
        new = [message for message in messages if _which(message) not in known]
        self.messages = sorted([*self.messages, *new], key=_which)
        self.board = self.board or bool(new)


class Publisher:
    """One per process. `stored` is called by the Referee after each step."""

    def __init__(self, store: Store) -> None:
        """Shows nothing until `start`."""
        self._store = store
        self._referee: Referee | None = None
        self._client: discord.Client | None = None
        self._backlogs: dict[FightId, _Backlog] = {}
        self._acts = Acts(store)
        self._boards: dict[FightId, Surface] = {}  # of fights that go on, as the store has them
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def start(self, referee: Referee, client: discord.Client) -> None:
        """Begin to show, with what an earlier process left untold."""
        self._referee, self._client = referee, client
        self.stored(await self._left_over())

    async def _left_over(self) -> Sequence[Message]:
        messages: list[Message] = []
        while left := await self._store.unsent(limit=LEFT_OVER, after=messages[-1].id if messages else 0):
            messages.extend(left)
        return messages

    async def stop(self) -> None:
        """Stop showing for good; what is untold stays stored."""
        self._client = None
        tasks = [backlog.task for backlog in self._backlogs.values() if backlog.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def stored(self, messages: Sequence[Message]) -> None:
        """There is something to show: all of a step."""
        for fight in {message.fight for message in messages}:
            backlog = self._backlogs.setdefault(fight, _Backlog())
            backlog.add(message for message in messages if message.fight == fight)
            self._wake(fight, backlog)

    def doubt(self, fight: FightId) -> None:
        """It is not known whether a step was stored: the store will say."""
        backlog = self._backlogs.setdefault(fight, _Backlog())
        backlog.is_doubtful = True
        self._wake(fight, backlog)

    def board_anew(self, fight: FightId) -> None:
        """Post the board again, at the bottom of the channel."""
        backlog = self._backlogs.setdefault(fight, _Backlog())
        backlog.board = backlog.anew = True
        self._wake(fight, backlog)

    def _wake(self, fight: FightId, backlog: _Backlog) -> None:
        if backlog.task is None and self._client is not None:
            backlog.task = asyncio.create_task(self._show(fight, backlog), name=f"show {fight}")

    async def quiet(self) -> None:
        """Wait until everything is shown."""
        while tasks := [backlog.task for backlog in self._backlogs.values() if backlog.task]:
            await asyncio.wait(tasks)

    # ---- one fight

    async def _show(self, fight: FightId, backlog: _Backlog) -> None:
        failures = 0
        try:
            while not backlog.is_empty:
                try:
                    async with self._turn:
                        await self._show_once(fight, backlog)
                    failures = 0
                except Illegal as illegal:  # the fight is gone from the store, or cannot be read
                    log.warning("nothing can be shown of fight %s: %s", fight, illegal.refusal.code)
                    return
                except Exception as error:  # noqa: BLE001 - a bug in showing must not stop the bot
                    if not _passes(error):
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
            if _passes(error):
                raise
            log.warning("could not show something: HTTP %s, Discord code %s", error.status, error.code)
        except Exception as error:
            if _passes(error):
                raise
            errors.report(error)

    async def _show_once(self, fight: FightId, backlog: _Backlog) -> None:
        assert self._referee is not None
        if backlog.is_doubtful:
            backlog.add([message for message in await self._left_over() if message.fight == fight])
            backlog.is_doubtful = False
        showing = await self._referee.show(fight, None)
        while backlog.messages:
            which = _which(backlog.messages[0])
            step = [message for message in backlog.messages if _which(message) == which]
            if showing.seq < step[0].seq:
                showing = await self._referee.show(fight, None)
            await self._show_step(showing, step)
            backlog.messages = [message for message in backlog.messages if _which(message) != which]
            backlog.posted.append(which)
        if backlog.board:  # `showing` is of the latest step: each has something to tell, and all is told
            anew, backlog.anew, backlog.board = backlog.anew, False, False
            try:
                await self._tell(self._show_board(showing, anew=anew))
            except BaseException:
                backlog.board, backlog.anew = True, anew
                raise
        await self._mark(fight, backlog)

    async def _mark(self, fight: FightId, backlog: _Backlog) -> None:
        while backlog.posted:
            await self._store.sent(fight, *backlog.posted[0])
            del backlog.posted[0]

    async def _show_step(self, showing: Showing, step: Sequence[Message]) -> None:
        line = next((message for message in step if message.kind == "line"), step[0])
        calls = [message for message in step if message.kind == "call"]
        if line.text or calls:
            terms = tuple(term for message in step if message.kind == "term" for term in message.text.split("\n"))
            told = await self._acts.find(showing.id, line.act) if line.act else None
            so_far = told.with_step(line.seq, _lines(line), terms) if told is not None else None
            if so_far is not None and (so_far is told or board.has_room(so_far.lines)):
                await self._tell(self._go_on(showing, line, calls, so_far))
            else:
                called = _called(calls)
                if told is not None:  # it is full: another goes on, and names whoever still owes
                    called = {**_owing(told, showing), **called}
                    full = board.news(told.lines, {}, showing, told.terms)
                    await self._tell(self._edit(showing, told.message, full))
                new = ActMessage(message=0, upto=line.seq, lines=_lines(line), terms=terms)
                await self._tell(self._say_act(showing, line, called, new))
        if line.act and not line.goes_on:
            await self._acts.end(showing.id, line.act)
        for number, message in enumerate(step):
            if message.kind == "dm" and message.user is not None:
                nonce = f"{_nonce(showing, message)}d{number}"
                await self._tell(self._whisper(showing, message.user, message.text, nonce))

    async def _say_act(self, showing: Showing, line: Message, called: Mapping[UserId, str], told: ActMessage) -> None:
        """Post what is `told` of an act up to this step, with whom it calls; if we may not, a later step tells it."""
        screen = board.news(told.lines, called, showing, told.terms)
        said = await self._say(showing, screen, tuple(called), _nonce(showing, line))
        if line.goes_on:
            kept = replace(told, message=said or 0, calls=called)
            await self._acts.keep(showing.id, showing.place.channel, line.act, kept)

    async def _go_on(self, showing: Showing, line: Message, calls: Sequence[Message], told: ActMessage) -> None:
        """Tell a step in the message of its act, and call whoever it calls."""
        owing = _owing(told, showing) if line.goes_on else {}
        screen = board.news(told.lines, owing, showing, told.terms)
        try:
            is_told = await self._edit(showing, told.message, screen)
        except discord.Forbidden as error:
            log.warning("may not edit a message: Discord code %s", error.code)
            is_told = False
        if not is_told:
            await self._say_act(showing, line, {**owing, **_called(calls)}, told)
            return
        if line.goes_on:
            await self._acts.keep(showing.id, showing.place.channel, line.act, told)
        if calls:
            called = _called(calls)
            nonce = f"{_nonce(showing, line)}c"
            said = await self._say(showing, board.news((), called, showing), tuple(called), nonce)
            begun = next((call.act for call in calls if call.act == line.seq), 0)
            if said is not None and begun:
                new = ActMessage(message=said, upto=line.seq, calls=called)
                await self._acts.keep(showing.id, showing.place.channel, begun, new)

    async def _edit(self, showing: Showing, message: int, screen: Screen) -> bool:
        """Edit a message of ours in the fight's channel (0: there is none); False where another is to be posted.

        Raises: discord.Forbidden, and as `_passes` tells.
        """
        assert self._client is not None
        if not message:
            return False
        channel = self._client.get_partial_messageable(showing.place.channel, guild_id=showing.place.guild)
        try:
            await channel.get_partial_message(message).edit(content=screen.text, view=view_of(screen))
        except discord.NotFound:  # somebody deleted it
            return False
        except discord.HTTPException as error:
            if error.code not in NO_MORE_EDITS:
                raise
            return False
        return True

    async def _say(self, showing: Showing, screen: Screen, pinged: Sequence[UserId], nonce: str) -> int | None:
        """Post in the fight's channel. The nonce lets Discord drop a repeat after a crash. None: we may not.

        Whoever is in his quiet hours is named all the same, but it rings for nobody: the clock calls him afterwards.
        """
        assert self._client is not None
        assert self._referee is not None
        pinged = [user for user in pinged if not await self._referee.is_quiet(user)]
        channel = self._client.get_partial_messageable(showing.place.channel, guild_id=showing.place.guild)
        mentions = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in pinged]
        )
        try:
            message = await channel.send(
                screen.text,
                view=view_of(screen),
                allowed_mentions=mentions,
                nonce=nonce,
                silent=not pinged,
                suppress_embeds=True,
            )
        except (discord.Forbidden, discord.NotFound) as error:
            log.warning("may not write in a channel: Discord code %s", error.code)
            return None
        return message.id

    async def _whisper(self, showing: Showing, user: UserId, news: str, nonce: str) -> None:
        """Send private news with the hand. Where DMs are closed, say so in the channel, once, to player and GM."""
        assert self._client is not None
        assert self._referee is not None
        try:
            mine = await self._referee.show(showing.id, user)
            screen = private.with_news(news.split("\n"), private.hand(mine))
            channel = await self._client.create_dm(discord.Object(user))
            is_silent = await self._referee.is_quiet(user)
            await channel.send(screen.text, view=view_of(screen), nonce=nonce, silent=is_silent)
        except discord.Forbidden as error:
            if error.code != CLOSED_DM:
                log.warning("may not write to a player: Discord code %s", error.code)
            await self._say_dms_are_closed(showing, user)

    async def _say_dms_are_closed(self, showing: Showing, user: UserId) -> None:
        if await self._store.surface(showing.id, "dms-closed", user) is not None:
            return
        gm = showing.gms[0]
        text = (
            f"<@{user}>: I cannot write to you privately, since your DMs are closed. Press **Hand** or type /me hand "
            f"here: your cards are shown to you alone.\n<@{gm}>: the fight goes on all the same."
        )
        screen = Screen(text=text, rows=board.board(showing).rows[:1])
        said = await self._say(showing, screen, (user, gm), f"{showing.id}c{user % 10**13}")
        await self._store.put_surface(
            Surface(fight=showing.id, kind="dms-closed", user=user, channel=showing.place.channel, message=said or 0)
        )

    # ---- the board

    async def _show_board(self, showing: Showing, *, anew: bool) -> None:
        assert self._client is not None
        assert self._referee is not None
        said = await self._referee.said(showing.id)
        screen = board.board(showing, self._referee.ready(showing.ruleset), said)
        old = self._boards.get(showing.id) or await self._store.surface(showing.id, "board")
        channel = self._client.get_partial_messageable(showing.place.channel, guild_id=showing.place.guild)
        if old is not None:
            self._remember(showing, old)
        if old is not None and not anew:
            try:
                if await self._edit(showing, old.message, screen):
                    return
            except discord.Forbidden as error:  # a board a step would be worse than an old one
                log.warning("may not edit a board: Discord code %s", error.code)
                return
        # Whoever asks for it twice gets it twice.
        nonce = secrets.token_hex(8) if anew else f"{showing.id}b{showing.seq}"
        posted = await self._say(showing, screen, (), nonce)
        if posted is None:
            return
        new = Surface(fight=showing.id, kind="board", user=None, channel=showing.place.channel, message=posted)
        await self._store.put_surface(new)
        self._remember(showing, new)
        await self._pin(channel.get_partial_message(posted), channel.get_partial_message(old.message) if old else None)

    def _remember(self, showing: Showing, surface: Surface) -> None:
        if showing.is_closed:
            self._boards.pop(showing.id, None)
            self._acts.forget(showing.id)
        else:
            self._boards[showing.id] = surface

    async def _pin(self, new: discord.PartialMessage, old: discord.PartialMessage | None) -> None:
        """Keep the newest board at hand; that we may not pin or delete is no harm."""
        try:
            await new.pin()
            if old is not None:
                await old.delete()
        except (discord.Forbidden, discord.NotFound):
            pass
        except discord.HTTPException as error:
            log.warning("could not pin a board: Discord code %s", error.code)


def _which(message: Message) -> Which:
    return message.seq, message.note


def _nonce(showing: Showing, message: Message) -> str:
    """What Discord knows a step's (or note's) message by; at most 25 characters."""
    return f"{showing.id}{message.seq}n{message.note}" if message.note else f"{showing.id}{message.seq}"


def _lines(message: Message) -> tuple[str, ...]:
    return tuple(message.text.split("\n")) if message.text else ()


def _called(calls: Iterable[Message]) -> dict[UserId, str]:
    return {call.user: call.text for call in calls if call.user is not None}


def _owing(told: ActMessage, showing: Showing) -> dict[UserId, str]:
    """Those called by a message who still owe what they were called for."""
    owed = {(showing.players.get(each.whom), each.what) for each in showing.view.asked if each.whom is not None}
    return {user: what for user, what in told.calls.items() if (user, what) in owed}


def _passes(error: Exception) -> bool:
    """Whether to try again later: Discord or the database does not answer, or does not let us in just now."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 or error.status in (401, 408, 429)
    return isinstance(error, (aiohttp.ClientError, OSError, StoreError))
