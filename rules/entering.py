"""Who comes into a fight: players with ready characters or sheets, NPCs of the game master."""

from collections.abc import Mapping
from hashlib import sha256

import msgspec

from rules import joining
from rules.asking import Asked, Made
from rules.authority import require_not_barred
from rules.core.combatant import Side
from rules.core.command import Describe, Enter, Office
from rules.core.ids import CombatantId, SheetId, UserId
from rules.core.names import apart, clean
from rules.core.option import Choice
from rules.core.refusal import Illegal
from rules.keeping import Keeping
from rules.looking import Where
from rules.repeats import MADE
from rules.sessions import Brought
from rules.tables import AnyFight, AnyRuleset
from rules.telling import Ruling

MOST_COMBATANTS = 100  # in one fight: more would make everybody wait


class Entering(Keeping):
    """The part of the Referee that lets people in."""

    async def join(
        self, where: Where, user: UserId, *, name: str, template: str = "", sheet: SheetId | None = None, source: str
    ) -> Ruling:
        """Sit down as a ready character (empty `template`: the next free one), or with one's own `sheet`.

        Whoever a seat is kept for takes that one.

        Raises: Illegal(ALREADY_JOINED, LOBBY_ONLY, CHARACTER_TAKEN, BARRED, …), and for a sheet as `Sessions.bring`.
        """
        if await self.is_kept_for(where, user):
            return await self.take_seat(where, user, source=source)
        brought = await self._brought(where, user, sheet) if sheet is not None else None
        barred = await self._barred(where)

        def sit(fight: AnyFight, ruleset: AnyRuleset) -> Made:
            require_not_barred(user, barred)
            return joining.sit(fight, ruleset, user, name=name, template=template, brought=brought)

        brings = brought if isinstance(brought, Brought) else None
        return await self._shielded(self._act(where, user, Asked(sit, source, office=Office.TABLE, brings=brings)))

    async def sheets_for(self, where: Where, user: UserId) -> tuple[Choice, ...]:
        """The user's own sheets that serve for this fight."""
        fight = await self._read(where)
        if self._tables.ruleset(fight).sheets is None:
            return ()
        mine = await self.sheets.mine(fight.place.guild, user, fight.ruleset)
        return tuple(Choice(key=each.id, label=each.name, note="your own character") for each in mine)

    async def add(
        self, where: Where, user: UserId, *, name: str, template: str, side: Side, at: str, hidden: bool, source: str
    ) -> Ruling:
        """Bring in an NPC from a stat block. GM only. Raises: Illegal(GM_ONLY, …)."""

        def bring(fight: AnyFight, ruleset: AnyRuleset) -> Made:
            combatant = CombatantId(f"c{fight.seq + 1}")
            if len(joining.names(fight, ruleset, fight.viewer(user))) >= MOST_COMBATANTS:
                raise Illegal("TOO_MANY", most=str(MOST_COMBATANTS))
            known = (*ruleset.templates, *ruleset.own_templates(fight.state))
            block = next((each.name for each in known if each.key == template), template)
            called = apart(clean(name) or block, joining.names(fight, ruleset, fight.viewer(user)))
            enter = Enter(combatant=combatant, name=called, side=side, template=template, where=at, hidden=hidden)
            return enter, ()

        wish = msgspec.json.encode((name, template, side, at, hidden))
        asked = Asked(bring, source, f"{MADE}add {wish.decode()}", office=Office.GM)
        return await self._shielded(self._act(where, user, asked))

    async def describe(
        self,
        where: Where,
        user: UserId,
        *,
        blanks: Mapping[str, str],
        text: str,
        side: Side,
        at: str,
        hidden: bool,
        source: str,
    ) -> Ruling:
        """NPCs of the GM's own: the blanks of a form, or a text of one or several. GM only. Raises: Illegal(…)."""

        def bring(fight: AnyFight, ruleset: AnyRuleset) -> Made:
            if ruleset.own_npcs is None:
                raise Illegal("NO_OWN_NPCS", gm=ruleset.gm_word)
            if len(joining.names(fight, ruleset, fight.viewer(user))) >= MOST_COMBATANTS:
                raise Illegal("TOO_MANY", most=str(MOST_COMBATANTS))
            who = CombatantId(f"c{fight.seq + 1}")
            return Describe(combatant=who, side=side, where=at, hidden=hidden, blanks=blanks, text=text), ()

        wish = msgspec.json.encode((sorted(blanks.items()), text, side, at, hidden))
        asked = Asked(bring, source, f"{MADE}describe {sha256(wish).hexdigest()}", office=Office.GM)
        return await self._shielded(self._act(where, user, asked))

    async def _brought(self, where: Where, user: UserId, sheet: SheetId) -> Brought | Illegal:
        """The sheet as it comes in; or why it may not, to be said only if this is no repeat of what was done."""
        fight = await self._read(where)
        try:
            return await self._sessions.bring(fight, user, sheet)
        except Illegal as refused:
            return refused
