"""Was this ruled before? Then the ruling is told again, and nothing happens twice."""

from bisect import bisect_right
from collections.abc import Sequence

from rules.asking import Asked
from rules.core.codec import encode
from rules.core.ids import UserId
from rules.core.values import replace
from rules.store.protocol import Step, Store, Undo
from rules.tables import AnyFight, Table, Tables
from rules.telling import Ruling, ruling

MADE = "made: "  # an `expect` that begins so is what the Referee was asked to make a command of
UNDO = b'{"do":"undo"}'  # how an undo is written in the log: no system decides it


def mark(command: bytes, expect: str) -> bytes:
    """What makes two requests of one person the same: the command, or what the Referee was asked to make it of."""
    return expect.encode() if expect.startswith(MADE) else command


def standing(undos: Sequence[Undo]) -> list[Undo]:
    """Those undos and corrections (all from some step on, oldest first) that were not taken back themselves."""
    stand: list[Undo] = []
    furthest = undos[-1].seq if undos else 0  # back that any later one went
    for undo in reversed(undos):
        if furthest >= undo.seq:
            stand.append(undo)
        furthest = min(furthest, undo.back_to)
    return stand[::-1]


def is_taken_back(seq: int, stand: Sequence[Undo]) -> bool:
    """Whether one of the `standing` ones went behind this step: if any did, then the first after it."""
    at = bisect_right(stand, seq, key=lambda undo: undo.seq)
    return at < len(stand) and stand[at].back_to < seq


class Repeats:
    """Finds the ruling already given: by the source of a request, by what it addressed, or by who never heard of it."""

    def __init__(self, store: Store, tables: Tables) -> None:
        """Reads only."""
        self._store = store
        self._tables = tables

    async def by_source(self, table: Table, fight: AnyFight, user: UserId, source: str) -> Ruling | None:
        """The ruling that this very request brought about."""
        step = await self._store.by_source(table.id, source)
        return await self._again(fight, step, user) if step is not None else None

    async def of_request(
        self, table: Table, fight: AnyFight, user: UserId, asked: Asked, *, is_gone: bool
    ) -> Ruling | None:
        """The same, or (`is_gone`) the ruling by which this user met what he addresses and what is gone since."""
        if again := await self.by_source(table, fight, user, asked.source):
            return again
        address = asked.address if is_gone else ""
        step = await self._store.by_expect(table.id, user, address) if address else None
        return (
            await self._again(fight, step, user) if step is not None and await self._stands(table, step.seq) else None
        )

    async def untold(self, table: Table, fight: AnyFight, user: UserId, asked: bytes) -> Ruling | None:
        """The ruling on the user's last request if it stands, never reached him and he asks the same again."""
        if user not in table.untold:
            latest = await self._store.latest_by(table.id, user)
            if latest is None or latest[1]:
                table.untold[user] = None
            else:
                table.untold[user] = (mark(self._command(fight, latest[0]), latest[0].expect), latest[0].seq)
        kept = table.untold[user]
        if kept is None or kept[0] != asked:
            return None
        if not await self._stands(table, kept[1]):
            return None
        step = (await self._store.steps(table.id, after=kept[1] - 1, limit=1))[0]
        return await self._again(fight, step, user)

    async def missed(self, table: Table, fight: AnyFight, user: UserId) -> Ruling | None:
        """The ruling on the user's last request if it stands and never reached him."""
        await self.untold(table, fight, user, b"")  # reads from the store what he may have missed
        kept = table.untold.get(user)
        return await self.untold(table, fight, user, kept[0]) if kept is not None else None

    async def _stands(self, table: Table, seq: int) -> bool:
        """Whether no later undo or correction went behind this step."""
        return not is_taken_back(seq, standing(await self._store.undos(table.id, after=seq)))

    def _command(self, fight: AnyFight, step: Step) -> bytes:
        """The command of a step as it would be encoded now; a setup and an undo are the same under every schema."""
        codec = self._tables.codec(fight)
        if codec.is_present(step.schema) or step.seq == 1 or step.back_to is not None:
            return step.command
        return encode(codec.command(step.command, step.schema))

    async def _again(self, fight: AnyFight, step: Step, user: UserId) -> Ruling:
        """The ruling as it was told then."""
        ruleset, events = self._tables.ruleset(fight), self._tables.codec(fight).events(step.events, step.schema)
        then = replace(await self._tables.at(fight, step.seq), seats=fight.seats, gms=fight.gms)
        return replace(ruling(ruleset, then, events, user), is_repeat=True)
