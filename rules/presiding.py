"""Who is game master, how the table plays, and what a game master may look at: on record, whatever the system."""

import msgspec

from rules.acting import Acting
from rules.asking import Made
from rules.authority import require_gm, require_may_take_part, require_presides
from rules.core.audience import Viewer
from rules.core.event import Event, GmLeft, GmNamed, Peeked, TableSet
from rules.core.ids import CombatantId, UserId
from rules.core.names import mention
from rules.core.reference import Switch
from rules.core.refusal import Illegal
from rules.core.table_commands import DropGm, NameGm, Peek, SetTable
from rules.core.table_rules import GM, set_to, table_switches
from rules.core.values import replace
from rules.core.view import HandView, Phase
from rules.looking import Where
from rules.tables import AnyFight, AnyRuleset
from rules.telling import Ruling


class Peeping(msgspec.Struct, frozen=True, kw_only=True):
    """What a game master sees who looks at a hand, and the ruling by which everybody is told of it."""

    ruling: Ruling
    hands: tuple[HandView, ...]


class Presiding(Acting):
    """The part of the Referee about game masters and the rules of the table."""

    async def name_gm(
        self,
        where: Where,
        user: UserId,
        *,
        who: UserId,
        alone: bool = False,
        source: str,
        is_moderator: bool = False,
    ) -> Ruling:
        """`who` is game master too, or (`alone`) in place of all there are. GM or a moderator.

        Raises: Illegal(GM_ONLY, NO_SUCH_USER, BARRED, GM_ALREADY).
        """
        barred = await self._barred(where)

        def named(fight: AnyFight, ruleset: AnyRuleset) -> Made:
            noted = require_presides(fight, ruleset, user, is_moderator=is_moderator)
            require_may_take_part(who, barred)
            if who in fight.gms and not (alone and len(fight.gms) > 1):
                raise Illegal("GM_ALREADY", who=mention(who), gm=ruleset.gm_word)
            return NameGm(user=who, alone=alone), (*noted, GmNamed(user=who, alone=alone))

        return await self._at_table(where, user, named, source, f"name {who} {alone}")

    async def hand_over(self, where: Where, user: UserId, *, to: UserId, source: str) -> Ruling:
        """`to` is game master in the user's place; other game masters stay. GM only. Raises: as `name_gm`."""
        barred = await self._barred(where)

        def handed(fight: AnyFight, ruleset: AnyRuleset) -> Made:
            require_gm(fight, ruleset, user)
            require_may_take_part(to, barred)
            if to == user or to in fight.gms:
                raise Illegal("GM_ALREADY", who=mention(to), gm=ruleset.gm_word)
            events: tuple[Event, ...] = (GmNamed(user=to), GmLeft(user=user))
            if len(fight.gms) == 1:
                events = (GmNamed(user=to, alone=True),)
            return NameGm(user=to, alone=True), events

        return await self._at_table(where, user, handed, source, f"hand over {to}")

    async def step_down(self, where: Where, user: UserId, *, source: str) -> Ruling:
        """The user is no game master any more. Raises: Illegal(GM_ONLY, LAST_GM)."""

        def left(fight: AnyFight, ruleset: AnyRuleset) -> Made:
            require_gm(fight, ruleset, user)
            if len(fight.gms) == 1:
                raise Illegal("LAST_GM", gm=ruleset.gm_word)
            return DropGm(user=user), (GmLeft(user=user),)

        return await self._at_table(where, user, left, source, "step down")

    async def table_rules(self, where: Where) -> tuple[Switch, ...]:
        """How the table of this fight plays, with its own word for the game master: no secret."""
        fight = await self._read(where)
        gm = f"the {self._tables.ruleset(fight).gm_word}"
        return tuple(
            replace(switch, readings=tuple(replace(each, label=each.label.replace(GM, gm)) for each in switch.readings))
            for switch in table_switches(fight.table)
        )

    async def set_table(
        self, where: Where, user: UserId, *, what: str, value: str, source: str, is_moderator: bool = False
    ) -> Ruling:
        """Play by another reading from now on. GM or a moderator.

        Raises: Illegal(GM_ONLY, NO_SUCH_SWITCH, SET_SO_ALREADY, PEEKING_SETTLED).
        """

        def changed(fight: AnyFight, ruleset: AnyRuleset) -> Made:
            noted = require_presides(fight, ruleset, user, is_moderator=is_moderator)
            after = set_to(fight.table, {what: value})
            if after == fight.table:
                raise Illegal("SET_SO_ALREADY")
            opens_hands = after.peeking == "open" and fight.table.peeking != "open"
            if opens_hands and ruleset.phase(fight.state) is not Phase.LOBBY:
                raise Illegal("PEEKING_SETTLED", gm=ruleset.gm_word)
            return SetTable(what=what, value=value), (*noted, TableSet(what=what, value=value))

        return await self._at_table(where, user, changed, source, f"table {what}={value}"[:90])

    async def peek(self, where: Where, user: UserId, *, who: CombatantId, source: str) -> Peeping:
        """What a combatant holds, for a game master, where the table plays so; stored and told to all at once.

        GM only. Raises: Illegal(GM_ONLY, NO_PEEKING, NOTHING_TO_PEEK).
        """

        def looked(fight: AnyFight, ruleset: AnyRuleset) -> Made:
            _require_may_peek(fight, ruleset, user)
            seen = ruleset.view(fight.state, _as_owner(user, who))
            name = next((each.name for each in seen.combatants if each.id == who), "")
            if fight.seat_of(who) is None or fight.plays(user, who) or not _hands(seen.hands, who):
                raise Illegal("NOTHING_TO_PEEK", who=name or "that combatant")
            return Peek(combatant=who), (Peeked(user=user, name=name),)

        ruling = await self._at_table(where, user, looked, source, f"peek {who}")
        fight = await self._read(ruling.fight)
        ruleset = self._tables.ruleset(fight)
        _require_may_peek(fight, ruleset, user)  # a peek told again is for whoever still may
        then = fight if fight.seq == ruling.seq else await self._tables.at(fight, ruling.seq)
        view = ruleset.view(then.state, _as_owner(user, who))
        return Peeping(ruling=ruling, hands=_hands(view.hands, who))


def _require_may_peek(fight: AnyFight, ruleset: AnyRuleset, user: UserId) -> None:
    require_gm(fight, ruleset, user)
    if fight.table.peeking != "open":
        raise Illegal("NO_PEEKING")


def _as_owner(user: UserId, who: CombatantId) -> Viewer:
    """The game master as somebody who may see what this combatant holds."""
    return Viewer(user=user, gm=True, combatants=frozenset({who}))


def _hands(hands: tuple[HandView, ...], who: CombatantId) -> tuple[HandView, ...]:
    return tuple(each for each in hands if each.combatant == who)
