"""The one error handler: whatever happens, the person is answered once, privately, and nothing secret is logged."""

import functools
import logging
import secrets
import traceback
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeVar

import aiohttp
import discord
from discord import app_commands

from cogs.render import reference, theme
from cogs.reply import Interaction, Reply
from cogs.screen import Row, Screen
from rules.core.ids import FightId, Place, UserId
from rules.core.reference import find_rule
from rules.core.refusal import Illegal
from rules.moderating import UNREADABLE
from rules.referee import Referee, StoreError

log = logging.getLogger("fairdraw.errors")

C = TypeVar("C")
T = TypeVar("T")
Choices = list[app_commands.Choice[str]]
Suggest = Callable[[C, Interaction, str], Coroutine[Any, Any, Choices]]

PASSED = frozenset({"STALE", "HAND_CHANGED", "NOT_A_CHOICE"})  # refusals of what was open when it was shown
GONE = frozenset({10062, 50027, 10015, 40060})  # unknown interaction, dead token, unknown webhook, already answered


async def serve(
    referee: Referee,
    interaction: Interaction,
    where: Place | FightId | None,
    handle: Callable[[Reply], Awaitable[None]],
    present: Callable[[], Awaitable[Screen | None]] | None = None,
) -> None:
    """Run a handler with a reply at hand. A refusal is said in words; a bug gets a number and one log line.

    `present` gives what is to be shown below a refusal because what was pressed has passed.
    """
    reply = Reply(interaction)
    try:
        await reply.wait_for_turn(referee.turns)
        await handle(reply)
    except Exception as error:  # noqa: BLE001 - the one place that catches everything
        await _answer(referee, interaction, where, reply, error, present)
    finally:
        reply.close()


async def _answer(
    referee: Referee,
    interaction: Interaction,
    where: Place | FightId | None,
    reply: Reply,
    error: Exception,
    present: Callable[[], Awaitable[Screen | None]] | None,
) -> None:
    if isinstance(error, Illegal):
        if error.refusal.code in UNREADABLE:
            log.warning("a fight was refused: %s", error.refusal.code)
        user = UserId(interaction.user.id)
        missed = await guarded(referee.missed(where, user), instead=None) if where is not None else None
        words = await guarded(referee.refusal_words(error.refusal, where, user), instead="The rules do not allow that.")
        refused = f"✋ {theme.plain(words)}"
        before = ("In case you have not seen it, this was ruled for you last:", *missed.lines) if missed else ()
        text = theme.fit((*map(theme.plain, before), refused), theme.CONTENT)
        systems = referee.rulesets.values()
        known = [rule for rule in error.refusal.rules if any(find_rule(system.rules, rule) for system in systems)]
        has_passed = present is not None and error.refusal.code in PASSED
        now = await guarded(present(), instead=None) if present is not None and has_passed else None
        if now is not None:
            said = Screen(text=theme.cut(f"{text}\n\n{now.text}", theme.CONTENT), rows=now.rows, held=now.held)
            await sent(reply.screen(said))
        else:
            await say(reply, text, theme.rows_of(reference.buttons(known)))
        if missed:
            await referee.told(missed, user)
        return
    if isinstance(error, discord.HTTPException) and error.code in GONE:
        log.warning("an answer came too late or twice: Discord code %s", error.code)
        return
    if isinstance(error, StoreError):
        log.warning("the store does not answer: %s", type(error).__name__)
        await say(reply, "I cannot reach my records just now. Please try once more: nothing counts twice.")
        return
    if isinstance(error, (aiohttp.ClientError, OSError)):
        log.warning("the line to Discord broke: %s", type(error).__name__)
        return
    await say(reply, bug_text(report(error)))


async def guarded(make: Awaitable[T], *, instead: T) -> T:
    """What is made, or, after a bug (logged) or a refusal, this instead: for what must not hide an answer."""
    try:
        return await make
    except Illegal:
        return instead
    except Exception as error:  # noqa: BLE001 - whatever breaks here, the answer is given
        report(error)
        return instead


async def say(reply: Reply, text: str, rows: Sequence[Row] = ()) -> None:
    """Say it privately, unless the interaction is gone; what Discord refuses is logged, not raised."""
    await sent(reply.apart(Screen(text=text, rows=tuple(rows))))


async def sent(answer: Awaitable[None]) -> None:
    """Send an answer; what Discord refuses is logged, not raised."""
    try:
        await answer
    except discord.HTTPException as error:
        log.warning("could not answer: HTTP %s, Discord code %s", error.status, error.code)
    except (aiohttp.ClientError, OSError) as error:
        log.warning("could not answer: %s", type(error).__name__)


def report(error: BaseException) -> str:
    """Log a bug in one line without its message or values, which may hold secrets. Returns its number."""
    number = secrets.token_hex(3)
    frames = traceback.extract_tb(error.__traceback__)
    where = " < ".join(f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno}" for frame in reversed(frames[-6:]))
    log.error("bug %s: %s at %s", number, type(error).__name__, where)
    return number


def bug_text(number: str) -> str:
    """What a person is told of a bug."""
    return f"Something went wrong on my side (number {number}). Please try once more: nothing counts twice."


def completing(suggest: Suggest[C]) -> Suggest[C]:
    """Wrap an autocomplete: a refusal or a bug in it gives no suggestions, and a bug one log line."""

    @functools.wraps(suggest)  # the library tells methods from functions by their qualified name
    async def safe(cog: C, interaction: Interaction, current: str) -> Choices:
        try:
            return await suggest(cog, interaction, current)
        except Illegal:
            return []
        except Exception as error:  # noqa: BLE001 - autocomplete does not reach the library's own handler
            report(error)
            return []

    return safe


async def on_tree_error(interaction: Interaction, error: app_commands.AppCommandError) -> None:
    """What discord.py could not even hand to a cog: values of a wrong type, a command out of date, a bug."""
    reply = Reply(interaction)
    if isinstance(error, (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch)):
        text = "This command has changed. Reload Discord and type it again."
    elif isinstance(error, app_commands.TransformerError):
        text = "I could not read one of the values. Please type the command again."
    elif isinstance(error, app_commands.NoPrivateMessage):
        text = "That works only in a channel of a server."
    else:
        text = bug_text(report(getattr(error, "original", error)))
    await say(reply, text)
    reply.close()
