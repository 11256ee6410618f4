"""What the situation allows (TX-03 to TX-07), and that the Posse may go too far if it means to (TX-08, TX-10, TX-12).

Which weapon is of which tier is in `weapons`; how an NPC answers in kind, in `threats`; a Shootout, in `shootout`.
"""

from collections.abc import Callable

from rules.core.combatant import Side
from rules.core.command import Command
from rules.core.ids import CombatantId, RuleId
from rules.systems.texarkana import events as e
from rules.systems.texarkana.commands import Escalable
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.state import Escalation, Fighter, TexState, Tier
from rules.systems.texarkana.weapons import carried, is_at_most, is_within_tier, ranged

TIERS = {
    Tier.FISTS: "fists only",
    Tier.MELEE: "fists and hand weapons",
    Tier.ANY: "any weapon",
}


def raise_tier(draft: TexDraft, tier: Tier, *rules: str) -> None:
    """What NPCs use, the Posse may answer in kind (TX-04, TX-05). It never falls by itself."""
    if not is_at_most(tier, draft.state.tier):
        cited = tuple(RuleId(rule) for rule in rules or ("TX-04", "TX-05"))
        draft.emit(e.TierChanged(rules=cited, tier=tier))


def raise_tier_against(draft: TexDraft, foe: Fighter) -> None:
    """Against animals and the supernatural, once they are seen, anything is in order (TX-05, TXD-29)."""
    if foe.side is Side.ENEMY and (foe.is_beast or foe.is_supernatural):
        raise_tier(draft, Tier.ANY)


def put_off(draft: TexDraft, actor: Fighter, act: Escalable, weapon: str, tier: Tier) -> bool:
    """Put off an act beyond what is in order until its player says that he means it; says whether it is (TX-08).

    `act` names its weapon, and no card: that is asked for once it is known how the act is answered. Whoever may
    ambush or storm goes ahead, and from then on such weapons are in order for all (TX-06, TX-07).
    """
    state = draft.state
    if is_within_tier(state, actor, tier):
        if actor.is_pc and state.may_ambush:
            raise_tier(draft, tier, "TX-06", "TX-07")
        return False
    escalation = Escalation(id=f"t{state.counter + 1}", act=act, weapon=weapon, tier=tier)
    rules = ("TX-08", "TX-10") if is_pistol(weapon) else ("TX-08",)
    draft.emit(e.EscalationAsked(rules=tuple(map(RuleId, rules)), who=actor.id, escalation=escalation))
    return True


def is_pistol(weapon: str) -> bool:
    """Whether a pistol is drawn, be it to fire it or to strike with it (TX-10, TX-13)."""
    gun = ranged(carried(weapon))
    return gun is not None and gun.is_pistol


def leave_it(draft: TexDraft, escalation: Escalation) -> None:
    """It was not meant: the turn is not used."""
    draft.emit(e.EscalationLeft(rules=(RuleId("TX-08"),), who=escalation.act.actor))


def mean_it(draft: TexDraft, escalation: Escalation) -> Command | None:
    """The weapon comes out, before witnesses or not; the act follows, unless the Dealer is asked first (TX-13)."""
    actor = draft.state.fighter(escalation.act.actor)
    if is_within_tier(draft.state, actor, escalation.tier):  # the situation has changed meanwhile
        draft.emit(e.EscalationOver(rules=(RuleId("TX-08"),), who=actor.id))
        return escalation.act
    record(draft, actor.id, escalation.weapon, escalation.tier)
    return None if is_pistol(escalation.weapon) else escalation.act


def record(draft: TexDraft, who: CombatantId, weapon: str, tier: Tier) -> None:
    """Somebody went too far, and it is known if there are witnesses (TX-08, TX-12)."""
    is_seen = draft.state.has_witnesses
    rules = ("TX-08", "TX-12") if is_seen else ("TX-08",)
    draft.emit(
        e.Escalated(rules=tuple(map(RuleId, rules)), who=who, weapon=carried(weapon), tier=tier, is_seen=is_seen)
    )


def reckon(draft: TexDraft) -> None:
    """At the end of the fight: what it costs to have gone too far before witnesses (TX-12)."""
    seen = tuple(each for each in draft.state.trespasses if each.is_seen)
    if seen:
        draft.emit(e.Reckoned(rules=(RuleId("TX-12"),), trespasses=seen))


def is_pointless(state: TexState, may_be_done: Callable[[TexState, Escalable], bool]) -> bool:
    """Whether the act that waits for its player's word cannot be done any more, whatever he says."""
    return state.escalation is not None and not may_be_done(state, state.escalation.act)
