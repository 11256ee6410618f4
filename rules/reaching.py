"""Whom no private message reaches: whoever shows the fight finds it out, and its table and game master may know it."""

import msgspec

from rules.acting import Acting
from rules.core.ids import FightId, UserId
from rules.looking import UNREACHED
from rules.store.protocol import Surface


class Reaching(Acting):
    """The part of the Referee that remembers it."""

    async def reached(self, fight: FightId, user: UserId, *, is_reached: bool) -> bool:
        """Note whether something private reached this user, and say whether that is news. Raises: StoreError."""
        showing = await self.show(fight, None)
        table = await self._tables.find(fight)
        known = await self._unreached(table)
        if (user in known) is not is_reached:
            return False
        now = known - {user} if is_reached else known | {user}
        text = msgspec.json.encode([str(each) for each in sorted(now)]).decode()  # as forgetting finds them
        surface = Surface(fight=fight, kind=UNREACHED, user=None, channel=showing.place.channel, message=0, text=text)
        await self._store.put_surface(surface)
        table.unreached = now
        return True
