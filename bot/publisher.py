"""Shows what has been ruled: public lines, calls, private news and the live board.

Ruling never waits for showing. What is to be told is stored with the ruling and marked when it was told; whatever a
crash left over is told at the next start. One task per fight that has something to show; the latest board wins.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

import discord

from cogs import errors
from cogs.render import board, private
from cogs.screen import Screen, view_of
from rules.core.ids import FightId, UserId
from rules.core.refusal import Illegal
from rules.referee import Referee, Showing
from rules.store.protocol import Message, Store, StoreError, Surface

log = logging.getLogger("fairdraw.publisher")

CLOSED_DM = 50007  # "Cannot send messages to this user"
TOO_OLD = 30046  # "Maximum number of edits to messages older than 1 hour"
PATIENCE = (1.0, 5.0, 30.0)  # seconds between tries while Discord or the database does not answer
LEFT_OVER = 500  # messages read at once after a start


@dataclass(slots=True)
class _Backlog:
    """What one fight has to show."""

    messages: list[Message] = field(default_factory=list)
    board: bool = False
    anew: bool = False
    task: asyncio.Task[None] | None = None

    @property
    def is_empty(self) -> bool:
        return not (self.messages or self.board)


class Publisher:
    """One per process. `stored` is called by the Referee after each step."""

    def __init__(self, store: Store) -> None:
        """Shows nothing until `start`."""
        self._store = store
        self._referee: Referee | None = None
        self._client: discord.Client | None = None
        self._backlogs: dict[FightId, _Backlog] = {}

    async def start(self, referee: Referee, client: discord.Client) -> None:
        """Begin to show, with what an earlier process left untold."""
        self._referee, self._client = referee, client
        known = {message.id for backlog in self._backlogs.values() for message in backlog.messages}
        after = 0
        while left := await self._store.unsent(limit=LEFT_OVER, after=after):
            after = left[-1].id
            self.stored([message for message in left if message.id not in known])

    async def stop(self) -> None:
        """Stop showing; what is untold stays stored."""
        tasks = [backlog.task for backlog in self._backlogs.values() if backlog.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def stored(self, messages: Sequence[Message]) -> None:
        """There is something to show."""
        for message in messages:
            backlog = self._backlogs.setdefault(message.fight, _Backlog())
            backlog.messages.append(message)
            backlog.board = True
            self._wake(message.fight, backlog)

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
        while not backlog.is_empty:
            try:
                await self._show_once(fight, backlog)
                failures = 0
            except (discord.DiscordServerError, OSError, StoreError) as error:
                log.warning("cannot show just now: %s", type(error).__name__)
                await asyncio.sleep(PATIENCE[min(failures, len(PATIENCE) - 1)])
                failures += 1
            except Illegal:
                backlog.messages.clear()  # the fight is gone from the store: nothing can be shown of it
                backlog.board = False
            except Exception as error:  # noqa: BLE001 - a bug in showing must not stop the showing of later rulings
                errors.report(error)
                await self._give_up_first(backlog)
        self._backlogs.pop(fight, None)

    async def _show_once(self, fight: FightId, backlog: _Backlog) -> None:
        assert self._referee is not None
        while backlog.messages:
            seq = backlog.messages[0].seq
            step = [message for message in backlog.messages if message.seq == seq]
            showing = await self._referee.show(fight, None)
            await self._show_step(showing, step)
            backlog.messages[:] = [message for message in backlog.messages if message.seq != seq]
            await self._store.sent(fight, seq)
        if backlog.board:
            anew, backlog.anew, backlog.board = backlog.anew, False, False
            try:
                await self._show_board(await self._referee.show(fight, None), anew=anew)
            except (discord.DiscordServerError, OSError, StoreError):
                backlog.board, backlog.anew = True, anew
                raise

    async def _give_up_first(self, backlog: _Backlog) -> None:
        """After a bug: leave out the step that cannot be shown, so that it is not tried for ever."""
        if backlog.messages:
            first = backlog.messages[0]
            backlog.messages[:] = [message for message in backlog.messages if message.seq != first.seq]
            await self._store.sent(first.fight, first.seq)
        else:
            backlog.board = False

    async def _show_step(self, showing: Showing, step: Sequence[Message]) -> None:
        lines = "\n".join(message.text for message in step if message.kind == "line" and message.text)
        calls = {message.user: message.text for message in step if message.kind == "call" and message.user}
        if lines or calls:
            await self._say(showing, board.news(lines, calls, showing), tuple(calls), f"{showing.id}{step[0].seq}")
        for message in step:
            if message.kind == "dm" and message.user is not None:
                await self._whisper(showing, message.user, message)

    async def _say(self, showing: Showing, screen: Screen, pinged: Sequence[UserId], nonce: str) -> int | None:
        """Post in the fight's channel. The nonce lets Discord drop a repeat after a crash. None: we may not."""
        assert self._client is not None
        channel = self._client.get_partial_messageable(showing.place.channel, guild_id=showing.place.guild)
        mentions = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in pinged]
        )
        try:
            message = await channel.send(
                screen.text, view=view_of(screen), allowed_mentions=mentions, nonce=nonce, silent=not pinged
            )
        except (discord.Forbidden, discord.NotFound) as error:
            log.warning("may not write in a channel: Discord code %s", error.code)
            return None
        return message.id

    async def _whisper(self, showing: Showing, user: UserId, message: Message) -> None:
        """Send private news with the hand. Where DMs are closed, say so in the channel, once, to player and GM."""
        assert self._client is not None
        assert self._referee is not None
        try:
            mine = await self._referee.show(showing.id, user)
            screen = private.with_news(message.text.split("\n"), private.hand(mine))
            channel = await self._client.create_dm(discord.Object(user))
            await channel.send(
                screen.text, view=view_of(screen), nonce=f"{showing.id}{message.seq}d{user % 10_000}", silent=False
            )
        except discord.Forbidden as error:
            if error.code != CLOSED_DM:
                log.warning("may not write to a player: Discord code %s", error.code)
            await self._say_dms_are_closed(showing, user)

    async def _say_dms_are_closed(self, showing: Showing, user: UserId) -> None:
        if await self._store.surface(showing.id, "dms-closed", user) is not None:
            return
        gm = showing.gms[0]
        text = (
            f"<@{user}>: I cannot write to you privately, since your DMs are closed. Press **Hand** or type /me here: "
            f"your cards are shown to you alone.\n<@{gm}>: the fight goes on all the same."
        )
        screen = Screen(text=text, rows=board.board(showing).rows[:1])
        said = await self._say(showing, screen, (user, gm), f"{showing.id}c{user % 10_000}")
        await self._store.put_surface(
            Surface(fight=showing.id, kind="dms-closed", user=user, channel=showing.place.channel, message=said or 0)
        )

    # ---- the board

    async def _show_board(self, showing: Showing, *, anew: bool) -> None:
        assert self._client is not None
        assert self._referee is not None
        screen = board.board(showing, self._referee.ready(showing.ruleset))
        old = await self._store.surface(showing.id, "board")
        channel = self._client.get_partial_messageable(showing.place.channel, guild_id=showing.place.guild)
        if old is not None and not anew:
            try:
                await channel.get_partial_message(old.message).edit(content=screen.text, view=view_of(screen))
                return
            except discord.NotFound:
                pass  # somebody deleted it: post another
            except discord.Forbidden as error:
                log.warning("may not edit a board: Discord code %s", error.code)
                return
            except discord.HTTPException as error:
                if error.code != TOO_OLD:
                    raise
        said = await self._say(showing, screen, (), f"{showing.id}b{showing.seq}")
        if said is None:
            return
        await self._store.put_surface(
            Surface(fight=showing.id, kind="board", user=None, channel=showing.place.channel, message=said)
        )
        await self._pin(channel.get_partial_message(said), channel.get_partial_message(old.message) if old else None)

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
