"""The Referee: the one door to a fight. Async, no Discord, no SQL.

For each act: one lock per fight, one shielded task per act, stored before it is told. Each part has a file of its own.
A part stands on `looking` and `acting`, and on another part only where it calls it: `importing` on `beginning` (it
makes room), that on `entering` (people come in again), that on `keeping` (a seat kept for somebody); `privacy` on
`leaving` and `exporting`; `servers` on `moderating`.
"""

from collections.abc import Sequence

from rules.asking import Asked, Made
from rules.asking_back import AskingBack
from rules.authority import require_gm, require_presides
from rules.clock import Clocked
from rules.core.command import Finish, GoOn, Office
from rules.core.event import Closed
from rules.core.ids import CombatantId, UserId
from rules.core.prompt import Prompt
from rules.core.refusal import Illegal
from rules.examining import Examining
from rules.importing import Importing
from rules.looking import Past as Past, Showing as Showing, Where
from rules.presiding import Presiding
from rules.privacy import Privacy
from rules.reaching import Reaching
from rules.repeats import MADE
from rules.seating import Seating
from rules.servers import Servers
from rules.store.protocol import (
    NotStored,
    StoreError as StoreError,  # for whoever has to say so in words
)
from rules.tables import AnyFight, AnyRuleset
from rules.telling import Ruling
from rules.undoing import Undoing


class Referee(Importing, Privacy, Seating, Presiding, Undoing, AskingBack, Reaching, Clocked, Servers, Examining):
    """Adjudicates all fights of one process. Every method may raise Illegal, with words for the asker in `words`."""

    async def go_on(
        self, where: Where, user: UserId, *, source: str, seq: int | None = None, only_npcs: bool = False
    ) -> Ruling:
        """Apply the defaults of whoever holds the fight up now, or of the NPCs only. GM only.

        `seq` is the step after which the GM saw who is awaited: if anything happened since, nothing is applied.
        With `only_npcs` also of those NPCs who come up after them, each once, until somebody else is awaited.
        Raises: Illegal(GM_ONLY, MOVED_ON, NO_NPC_AWAITED).
        """
        ran: set[CombatantId] = set()

        def awaited(fight: AnyFight, ruleset: AnyRuleset) -> Made:
            require_gm(fight, ruleset, user)
            if seq not in (None, fight.seq):
                raise Illegal("MOVED_ON")
            prompts = [prompt for prompt in ruleset.prompts(fight.state) if prompt.blocks]
            if only_npcs:
                prompts = _of_npcs(fight, prompts)
                if not prompts:
                    raise Illegal("NO_NPC_AWAITED")
                ran.update(prompt.whom for prompt in prompts if prompt.whom)
            return GoOn(prompts=tuple(prompt.id for prompt in prompts)), ()

        asked = Asked(awaited, source, f"{MADE}{'run' if only_npcs else 'go-on'}", office=Office.GM, ran=ran)
        return await self._shielded(self._act(where, user, asked))

    async def end(self, where: Where, user: UserId, *, source: str, is_moderator: bool = False) -> Ruling:
        """Put the fight away, finished or not; the channel is free for another. GM or a moderator of the server."""

        def finish(fight: AnyFight, ruleset: AnyRuleset) -> Made:
            noted = require_presides(fight, ruleset, user, is_moderator=is_moderator)
            return Finish(), (*noted, Closed())

        return await self._shielded(self._act(where, user, Asked(finish, source, office=Office.TABLE)))

    async def save_house(self, where: Where, user: UserId) -> str:
        """Keep the fight's house rules for later ones on its server; what was kept, as it is typed. GM only.

        Raises: Illegal(GM_ONLY, NOT_STORED).
        """
        fight = await self._read(where)
        require_gm(fight, self._tables.ruleset(fight), user)
        try:
            return await self.houses.save(fight.place.guild, fight.ruleset, user, await self.house(fight.id))
        except NotStored as error:
            raise Illegal("NOT_STORED") from error


def _of_npcs(fight: AnyFight, prompts: Sequence[Prompt]) -> list[Prompt]:
    """Those that the GM decides for somebody, but what a player is asked too, and what takes its time for NPCs also."""
    asked_too = {prompt.shared for prompt in prompts if prompt.shared and fight.holder(prompt.whom) is not None}
    is_even = fight.table.asking == "even"
    return [
        prompt
        for prompt in prompts
        if prompt.whom is not None
        and fight.holder(prompt.whom) is None
        and prompt.shared not in asked_too
        and not (is_even and prompt.is_reaction)
    ]
