"""The house rules that a server keeps: those of one fight, for the fights to come."""

from collections.abc import Callable, Sequence

from rules.core.ids import UserId
from rules.core.reference import HouseSet, Switch, key_written, written
from rules.store.protocol import Saved, Store

KIND, NAME = "house", "saved"


class Houses:
    """One set for each system in each server, by the name "saved"."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        """`clock`: seconds since the epoch."""
        self._store = store
        self._clock = clock

    async def save(self, guild: int, ruleset: str, user: UserId, switches: Sequence[Switch]) -> str:
        """Keep these readings, in place of those kept before; what was kept, as it is typed."""
        text = ", ".join(
            f"{written(switch.key)}={written(switch.now)}" for switch in switches if switch.now != switch.usual
        )
        at = self._clock()
        await self._store.save(Saved(guild=guild, ruleset=ruleset, kind=KIND, name=NAME, text=text, user=user, at=at))
        return text

    async def sets(self, guild: int, ruleset: str) -> tuple[HouseSet, ...]:
        """What is kept, as a set by name; none if nothing is."""
        return tuple(
            HouseSet(key=each.name, note=each.text or "by the book", switches=_switches(each.text))
            for each in await self._store.saved(guild, ruleset, KIND)
        )


def _switches(text: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in text.split(",") if part.strip())
    return {key_written(name.strip()): key_written(value.strip()) for name, _, value in pairs}
