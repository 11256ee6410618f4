"""Files of a fight: its log as one viewer may know it, to read or as JSON; and the whole record, which proves itself.

The first tells what the viewer was told and sees: it goes through `words` and `view`, and holds no fingerprint, no key
and no draw. The whole record (`rules.verifying`) opens every hand: it is given out when the fight is put away, to a
game master or moderator (who may open it sooner), and the table is told of it.
"""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import msgspec

from rules import verifying
from rules.acting import Acting
from rules.asking import Asked
from rules.authority import require_presides
from rules.core.codec import encode
from rules.core.command import Finish
from rules.core.event import Opened
from rules.core.ids import FightId, UserId
from rules.core.names import MENTION
from rules.core.refusal import Illegal
from rules.core.table_commands import OpenRecord
from rules.core.view import FightView, Phase
from rules.looking import Past, Showing, Where
from rules.recording import Decided
from rules.telling import Ruling
from rules.verifying import Unreadable, Unsound

PAGE = 50  # steps that are worked out at once: between pages others are served
IMPORTED = b'"was":"imported"'


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a log as its viewer was told of it. `at`: seconds since the epoch."""

    step: int
    at: float
    said: tuple[str, ...]
    rules: tuple[str, ...]
    taken_back: bool


class Log(msgspec.Struct, frozen=True, kw_only=True):
    """A fight as one viewer may know it; `fairdraw_log` is the version of this format.

    `you` says as whom: the names that he plays, and whether he is its game master. `now` is what he sees of it.
    """

    fairdraw_log: int = 1
    title: str
    system: str
    you: tuple[str, ...]
    game_master: bool
    steps: int
    log: tuple[Line, ...]
    now: FightView


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """What could be proved of a log. `wrong_at`: the first step that does not follow (0: none in particular)."""

    compared: int = 0
    folded: int = 0
    is_typed: bool = False
    is_imported: bool = False
    wrong_at: int | None = None
    is_unknown: bool = False  # written by a program newer than this


class Exporting(Acting):
    """The part of the Referee that makes files and proves what is stored."""

    async def log(self, where: Where, user: UserId) -> Log:
        """The whole log of a fight, oldest first, as this user may know it."""
        showing = await self.show(where, user)
        async with self._slowly:
            # When something was done of which he was told nothing, is nothing that he may know.
            lines = [line_of(past) async for past in self._every_past(showing.id, user, showing.seq) if past.lines]
        return Log(
            title=showing.title,
            system=showing.ruleset_name,
            you=plays(showing),
            game_master=showing.viewer.gm,
            steps=showing.seq,
            log=tuple(reversed(lines)),
            now=showing.view,
        )

    async def _every_past(self, fight: FightId, user: UserId, last: int) -> AsyncIterator[Past]:
        """All steps up to `last`, newest first."""
        before = last + 1
        while before > 1:
            page = await self.history(fight, user, before=before, limit=PAGE)
            for past in page:
                yield past
            before = page[-1].seq if page else 1
            await asyncio.sleep(0)

    async def open_record(
        self, where: Where, user: UserId, *, source: str, is_moderator: bool = False, opens: bool = False
    ) -> bytes:
        """The whole record as a file; that it is given out is on record, and told to all, before it is.

        To a GM when the fight is put away. To a moderator of the server, of whom the record says so, when it is over;
        while it goes on only if he `opens` it: then under another key, for whoever had the fight's own could work out
        what will be drawn. Raises: Illegal(GM_ONLY, STILL_FOUGHT, SEALED, NOT_STORED).
        """
        if ruling := await self._shielded(self._opened(where, user, source, is_moderator, opens)):
            await self.told(ruling, user)
        async with self._slowly:
            exported = await self.export(where)
            if not (await self._read(where)).is_closed:
                ruleset, key = self.rulesets[exported.ruleset], self._random_bytes(32)
                exported = await asyncio.to_thread(verifying.rekeyed, exported, ruleset, key)
            return await asyncio.to_thread(encode, exported)

    async def _opened(self, where: Where, user: UserId, source: str, is_moderator: bool, opens: bool) -> Ruling | None:
        """Note it; None: it is noted already."""
        table = await self._tables.find(where)
        async with table.lock:
            fight = await self._tables.read(table)
            noted = require_presides(fight, self._tables.ruleset(fight), user, is_moderator=is_moderator)
            if not fight.is_closed and not is_moderator:
                raise Illegal("STILL_FOUGHT")
            if not fight.is_closed and not opens and self._phase(fight) is not Phase.OVER:
                raise Illegal("SEALED")
            if any(isinstance(event, Opened) and event.user == user for event in table.last):
                return None  # he was given it just now
            if await self._repeats.by_source(table, fight, user, source):
                return None
            decided = Decided(command=encode(OpenRecord()), events=(*noted, Opened(user=user)))
            return await self._write(table, fight, user, Asked(Finish(), source), decided)

    async def checked(self, where: Where) -> Checked:
        """Prove the whole log, as far as it can be proved."""
        async with self._slowly:
            exported = await self.export(where)
            fight = await self._read(where)
            found = Checked(
                is_typed=fight.is_typed,
                is_imported=any(IMPORTED in bytes(step.events) for step in exported.steps),
            )
            try:
                proved = await asyncio.to_thread(verifying.verify, exported, self.rulesets)
            except Unreadable:
                return msgspec.structs.replace(found, is_unknown=True)
            except Unsound as wrong:
                return msgspec.structs.replace(found, wrong_at=wrong.step)
            return msgspec.structs.replace(found, compared=proved.compared, folded=proved.uncompared)


def plays(showing: Showing) -> tuple[str, ...]:
    """The names of those whom the viewer plays."""
    mine = showing.viewer.combatants
    return tuple(each.name for each in showing.view.combatants if each.id in mine)


def line_of(past: Past) -> Line:
    """A step of the history as it stands in a file."""
    said = tuple(named(line) for line in past.lines)
    return Line(step=past.seq, at=past.at, said=said, rules=tuple(past.rules), taken_back=past.is_taken_back)


def named(text: str) -> str:
    """Words of the table for a file, where nobody's id becomes a name."""
    return text.replace(MENTION, "user ")


def written(log: Log) -> bytes:
    """The log as a text to read: a line for each thing said, with the step's number and time in front."""
    you = [*(["the game master"] if log.game_master else []), *log.you]
    head = (
        log.title,
        f"{log.system}. {log.steps} steps, as {', '.join(you) or 'an onlooker'} may know them. Times are in UTC.",
    )
    lines = [line for each in log.log if each.said for line in _written(each)]
    return "\n".join((*head, "", *lines, "")).encode()


def _written(line: Line) -> list[str]:
    when = datetime.fromtimestamp(line.at, UTC).strftime("%Y-%m-%d %H:%M")
    back = " (taken back)" if line.taken_back else ""
    first, *more = line.said
    return [f"{line.step:>5}  {when}  {first}{back}", *(f"{'':25}{each}" for each in more)]


def as_json(log: Log) -> bytes:
    """The same for programs."""
    return msgspec.json.format(encode(log), indent=1)
