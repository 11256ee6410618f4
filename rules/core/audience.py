"""Who may know a fact, and who is looking."""

from typing import NewType

import msgspec

from rules.core.ids import CombatantId, UserId

Audience = NewType("Audience", str)

ALL = Audience("all")
GM = Audience("gm")
NOBODY = Audience("of:")  # the audience of no combatant's: what stands in the log and is shown to nobody


def of(combatant: CombatantId) -> Audience:
    """The audience of a combatant's own secrets: whoever controls it, and nobody else, not even the GM."""
    return Audience(f"of:{combatant}")


class Viewer(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who looks at a fight: which combatants are his, and whether he is its GM."""

    user: UserId | None = None
    gm: bool = False
    combatants: frozenset[CombatantId] = frozenset()

    def may_know(self, audience: Audience) -> bool:
        """Whether a fact of this audience may be shown to this viewer."""
        if audience == ALL:
            return True
        if audience == GM:
            return self.gm
        return audience.removeprefix("of:") in self.combatants

    def owns(self, combatant: CombatantId) -> bool:
        """Whether this viewer controls the combatant (and so sees its hand)."""
        return combatant in self.combatants


PUBLIC = Viewer()


class Seen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that was hidden or lay in a deck has become known: `what` as its system writes it, and `to` whom."""

    what: str
    to: Audience = ALL
