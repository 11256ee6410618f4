"""What the situation allows, as the other side raises it (TX-03 to TX-05). What the Posse may use is in `weapons`.

That the Posse itself goes too far (TX-11 to TX-13) is not ruled here yet: it is refused.
"""

from rules.core.combatant import Side
from rules.core.ids import RuleId
from rules.systems.texarkana.events import TierChanged
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.state import Fighter, Tier
from rules.systems.texarkana.weapons import TIER_ORDER


def raise_tier(draft: TexDraft, tier: Tier) -> None:
    """What NPCs use, the Posse may answer in kind (TX-04, TX-05). It never falls by itself."""
    if TIER_ORDER.index(tier) > TIER_ORDER.index(draft.state.tier):
        draft.emit(TierChanged(rules=(RuleId("TX-04"), RuleId("TX-05")), tier=tier))


def raise_tier_against(draft: TexDraft, foe: Fighter) -> None:
    """Against animals and the supernatural, once they are seen, anything is in order (TX-05)."""
    if foe.side is Side.ENEMY and (foe.is_beast or foe.is_supernatural):
        raise_tier(draft, Tier.ANY)
