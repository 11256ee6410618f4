"""The public message of an act, and the calls.

An act has one message: posted with its announcement, edited as it goes on, up to its result. An edit pings nobody, so
whoever is called in the middle of an act is called by a short message of its own; if that begins an act (the next
attack, a round to declare), it becomes that act's message. A message that can be edited no more is posted anew; where
one has no room for what comes next, the act goes on in another.

What could not be said, since a permission was gone, is said with what comes next, or when the board can be shown again.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence

import discord

from bot.acts import ActMessage, Acts
from bot.voice import Edited, Voice
from cogs.render import board
from cogs.screen import Screen
from rules.core.ids import FightId, UserId
from rules.core.values import replace
from rules.referee import Showing
from rules.store.protocol import Message

log = logging.getLogger("fairdraw.telling")

UNTOLD = 0  # in place of an act's number: lines that could not be said


class Telling:
    """Tells the steps of all fights that are shown."""

    def __init__(self, acts: Acts, voice: Voice, safely: Callable[[Awaitable[object]], Awaitable[None]]) -> None:
        """`safely` shows one message, whatever becomes of it."""
        self._acts = acts
        self._voice = voice
        self._tell = safely
        self._untold: dict[FightId, int] = {}  # fights of which something could not be said, with their servers

    def untold(self, guild: int) -> list[FightId]:
        """Fights of a server of which something could not be said."""
        return [fight for fight, of in self._untold.items() if of == guild]

    def is_silent(self, fight: FightId) -> bool:
        """Whether the last that was to be said in its channel could not be."""
        return fight in self._untold

    async def tell(self, showing: Showing, step: Sequence[Message]) -> None:
        """Tell everybody a step of a fight."""
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
                    await self._tell(self._voice.edit(showing.place.channel, told.message, full))
                new = ActMessage(message=0, upto=line.seq, lines=_lines(line), terms=terms)
                await self._tell(self._say_act(showing, line, called, new))
        if line.act and not line.goes_on:
            await self._acts.end(showing.id, line.act)

    async def tell_untold(self, showing: Showing) -> None:
        """Say what could not be said, if there is anything. Raises: as `passes` tells."""
        channel = showing.place.channel
        for act, told in await self._acts.unsaid(showing.id):
            owing = _owing(told, showing)
            screen = board.news(told.lines, owing, showing, told.terms)
            said = await self._voice.say(channel, screen, tuple(owing), f"{showing.id}{told.upto}u")
            if said is None:
                return
            if act == UNTOLD:
                await self._told_all(showing)
            else:
                await self._acts.keep(showing.id, channel, act, replace(told, message=said))
        self._untold.pop(showing.id, None)

    async def _say_act(self, showing: Showing, line: Message, called: Mapping[UserId, str], told: ActMessage) -> None:
        """Post what is `told` of an act up to this step, with whom it calls; if we may not, a later step tells it."""
        untold = await self._acts.find(showing.id, UNTOLD)
        whole = told
        if untold is not None and untold.upto < told.upto:
            whole = replace(told, lines=(*untold.lines, *told.lines), terms=(*untold.terms, *told.terms))
        screen = board.news(whole.lines, called, showing, whole.terms)
        said = await self._voice.say(showing.place.channel, screen, tuple(called), _nonce(showing, line))
        if said is None:
            self._untold[showing.id] = showing.place.guild
        else:
            self._untold.pop(showing.id, None)
            if whole is not told:
                await self._told_all(showing)
        if line.goes_on:
            kept = replace(told if said is None else whole, message=said or 0, calls=called)
            await self._acts.keep(showing.id, showing.place.channel, line.act, kept)
        elif said is None:
            await self._acts.keep(showing.id, showing.place.channel, UNTOLD, whole)

    async def _told_all(self, showing: Showing) -> None:
        await self._acts.end(showing.id, UNTOLD)
        await self._acts.save(showing.id, showing.place.channel)

    async def _go_on(self, showing: Showing, line: Message, calls: Sequence[Message], told: ActMessage) -> None:
        """Tell a step in the message of its act, and call whoever it calls."""
        owing = _owing(told, showing) if line.goes_on else {}
        if not await self._is_edited(showing, told.message, board.news(told.lines, owing, showing, told.terms)):
            await self._say_act(showing, line, {**owing, **_called(calls)}, told)
            return
        if line.goes_on:
            await self._acts.keep(showing.id, showing.place.channel, line.act, told)
        if calls:
            called = _called(calls)
            nonce, screen = f"{_nonce(showing, line)}c", board.news((), called, showing)
            said = await self._voice.say(showing.place.channel, screen, tuple(called), nonce)
            begun = next((call.act for call in calls if call.act == line.seq), 0)
            if said is not None and begun:
                new = ActMessage(message=said, upto=line.seq, calls=called)
                await self._acts.keep(showing.id, showing.place.channel, begun, new)

    async def _is_edited(self, showing: Showing, message: int, screen: Screen) -> bool:
        try:
            return await self._voice.edit(showing.place.channel, message, screen) is Edited.DONE
        except discord.Forbidden as error:
            log.warning("may not edit a message: Discord code %s", error.code)
            return False


def grouped(step: Sequence[Message]) -> tuple[dict[UserId, list[str]], dict[UserId, str]]:
    """What a step has for each alone, by user; and those who have just sat down or left, with what is said of that."""
    news: dict[UserId, list[str]] = {}
    for message in step:
        if message.kind == "dm" and message.user is not None:
            news.setdefault(message.user, []).extend(message.text.split("\n"))
    return news, {message.user: message.text for message in step if message.kind == "seat" and message.user is not None}


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
