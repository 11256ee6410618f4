"""Who sits at the table and how it plays: what no system decides, on record all the same."""

from rules.acting import Acting
from rules.asking import Asked
from rules.core.command import Command, Office
from rules.core.event import Event, TableSet
from rules.core.ids import UserId
from rules.core.reference import Switch
from rules.core.refusal import Illegal
from rules.core.table_commands import SetTable
from rules.core.table_rules import set_to, table_switches
from rules.looking import Where
from rules.repeats import MADE
from rules.tables import AnyFight, AnyRuleset
from rules.telling import Ruling


class Seating(Acting):
    """The part of the Referee that changes the table."""

    async def table_rules(self, where: Where) -> tuple[Switch, ...]:
        """How the table of this fight plays: no secret."""
        return table_switches((await self._read(where)).table)

    async def set_table(
        self, where: Where, user: UserId, *, what: str, value: str, source: str, is_moderator: bool = False
    ) -> Ruling:
        """Play by another reading from now on. GM or a moderator. Raises: Illegal(GM_ONLY, NO_SUCH_SWITCH)."""

        def changed(fight: AnyFight, ruleset: AnyRuleset) -> tuple[Command, tuple[Event, ...]]:
            if user not in fight.gms and not is_moderator:
                raise Illegal("GM_ONLY", gm=ruleset.gm_word)
            set_to(fight.table, {what: value})
            return SetTable(what=what, value=value), (TableSet(what=what, value=value),)

        asked = Asked(changed, source, f"{MADE}table {what}={value}"[:100], office=Office.TABLE)
        return await self._shielded(self._act(where, user, asked))
