"""The public messages of acts that are not at their end: which message tells which act, and what it says so far.

Known from memory; a copy in the store (one surface a fight) is for the next start. What is at its end is dropped with
the next change: until then showing a step once more brings the same message again.
"""

from collections.abc import Mapping

import msgspec

from rules.core.ids import FightId, UserId
from rules.core.values import replace
from rules.store.protocol import Store, Surface

KIND = "acts"
MOST = 20  # acts of one fight that are open at once, as far as it is kept


class ActMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A message that tells an act: its `lines` up to step `upto`, `terms` explained, who was called to decide what."""

    message: int
    upto: int
    lines: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    calls: Mapping[UserId, str] = {}

    def with_step(self, seq: int, lines: tuple[str, ...], terms: tuple[str, ...]) -> "ActMessage":
        """The same with a step more; a step that it tells already changes nothing."""
        if seq <= self.upto:
            return self
        return replace(self, upto=seq, lines=(*self.lines, *lines), terms=(*self.terms, *terms))


Open = dict[int, ActMessage]  # by the number of the step with which the act began


class Acts:
    """Of all fights that are shown."""

    def __init__(self, store: Store) -> None:
        """`store` is asked once a fight."""
        self._store = store
        self._open: dict[FightId, Open] = {}

    async def find(self, fight: FightId, act: int) -> ActMessage | None:
        """The message that tells this act so far; None where it is not told yet."""
        return (await self._of(fight)).get(act)

    async def unsaid(self, fight: FightId) -> list[tuple[int, ActMessage]]:
        """Acts that no message tells yet, in their order."""
        known = await self._of(fight)
        return [(act, known[act]) for act in sorted(known) if not known[act].message]

    async def keep(self, fight: FightId, channel: int, act: int, told: ActMessage) -> None:
        """The act goes on, and this message tells it. Durable before the step is marked as told."""
        known = await self._of(fight)
        known[act] = told
        for oldest in sorted(known)[:-MOST]:
            del known[oldest]
        await self.save(fight, channel)

    async def save(self, fight: FightId, channel: int) -> None:
        """Keep what is known in the store. Durable before the step is marked as told."""
        text = msgspec.json.encode(await self._of(fight)).decode()
        await self._store.note_surface(
            Surface(fight=fight, kind=KIND, user=None, channel=channel, message=0, text=text)
        )

    async def end(self, fight: FightId, act: int) -> None:
        """The act is at its end."""
        (await self._of(fight)).pop(act, None)

    def forget(self, fight: FightId) -> None:
        """The fight is put away."""
        self._open.pop(fight, None)

    async def forget_user(self, user: UserId) -> None:
        """No message calls him any more."""
        for fight, known in list(self._open.items()):
            called = {act: told for act, told in known.items() if user in told.calls}
            if called:
                for act, told in called.items():
                    known[act] = replace(told, calls={each: what for each, what in told.calls.items() if each != user})
                stored = await self._store.surface(fight, KIND)
                await self.save(fight, stored.channel if stored else 0)

    async def _of(self, fight: FightId) -> Open:
        if fight not in self._open:
            stored = await self._store.surface(fight, KIND)
            self._open.setdefault(fight, msgspec.json.decode(stored.text, type=Open) if stored else {})
        return self._open[fight]
