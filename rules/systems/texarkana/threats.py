"""How an NPC answers whoever goes too far: with a threat of the same weight, always (TX-11)."""

from collections.abc import Iterator

from rules.core.combatant import Side
from rules.core.command import Command
from rules.core.ids import CombatantId, RuleId
from rules.core.names import apart
from rules.systems.texarkana import events as e
from rules.systems.texarkana.escalation import raise_tier
from rules.systems.texarkana.library import SceneNpc
from rules.systems.texarkana.lobby import enter_npc
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.state import Fighter, TexState, Threat, Tier
from rules.systems.texarkana.weapons import tables, tier_of_weapon
from rules.systems.texarkana.zones import drive_from_cover, reveal, take_side

RULES = (RuleId("TX-11"),)
USUAL = {Tier.MELEE: "bowie-knife", Tier.ANY: "revolver"}  # of somebody who turns out to have one
STRANGERS = {Tier.MELEE: "townsman", Tier.ANY: "bandit"}
STRANGER = "Stranger"


def weapon_for(npc: Fighter, tier: Tier) -> str:
    """The weapon of this weight that an NPC carries, openly or not: the one in hand before others; empty: none."""
    fitting = (weapon for weapon in _usable(npc) if tier_of_weapon(weapon) is tier)
    return next(fitting, "")


def _usable(npc: Fighter) -> Iterator[str]:
    for weapon in sorted(npc.usable, key=lambda each: each != npc.in_hand):
        if weapon not in npc.is_out_of_ammo:
            yield weapon


def could_answer(state: TexState) -> tuple[Fighter, ...]:
    """The NPCs who might: the Posse's enemies first, then bystanders; no animals."""
    those = [npc for npc in state.fighters if not npc.is_pc and npc.is_up and not npc.is_beast]
    return (
        *(npc for npc in those if npc.side is Side.ENEMY),
        *(npc for npc in those if npc.side is Side.BYSTANDER),
    )


def answer_unasked(draft: TexDraft, whom: CombatantId, tier: Tier) -> None:
    """The first who is seen and has such a weapon draws it; if nobody has, a stranger comes in with one (TX-11)."""
    for npc in could_answer(draft.state):
        weapon = weapon_for(npc, tier)
        if weapon and not npc.is_hidden:
            answer(draft, npc, weapon, whom=whom, tier=tier)
            return
    bring_stranger(draft, whom, tier)


def answer(
    draft: TexDraft, npc: Fighter, weapon: str, *, whom: CombatantId, tier: Tier, is_stranger: bool = False
) -> None:
    """An NPC draws against the Posse: he is its enemy from now on, and such weapons are in order (TX-04, TX-05)."""
    reveal(draft, npc)
    npc = draft.state.fighter(npc.id)
    threat = Threat(
        id=f"t{draft.state.counter + 1}",
        whom=whom,
        npc=npc.id,
        weapon=weapon,
        tier=tier,
        is_stranger=is_stranger,
        had=weapon in npc.weapons,
        was_concealed=weapon in npc.concealed,
        was_in_hand=npc.in_hand,
        was_side=npc.side,
    )
    draft.emit(e.AnsweredInKind(rules=RULES, who=npc.id, threat=threat))
    take_side(draft, draft.state.fighter(npc.id), Side.ENEMY, *RULES)
    raise_tier(draft, tier)


def bring_stranger(draft: TexDraft, whom: CombatantId, tier: Tier, *, name: str = "", weapon: str = "") -> None:
    """Somebody nobody knew of comes in, where the one who went too far stands."""
    npc = enter_stranger(draft, draft.state.fighter(whom).place, tier, name)
    answer(draft, draft.state.fighter(npc), weapon or USUAL[tier], whom=whom, tier=tier, is_stranger=True)


def enter_stranger(draft: TexDraft, place: str, tier: Tier, name: str = "") -> CombatantId:
    """A stranger, on the enemies' side."""
    state = draft.state
    called = apart(name.strip() or STRANGER, [fighter.name for fighter in state.fighters])
    number = sum(1 for fighter in state.fighters if fighter.id.startswith("stranger-"))
    npc = SceneNpc(id=f"stranger-{number + 1}", name=called, template=STRANGERS[tier], side=Side.ENEMY, place=place)
    enter_npc(draft, npc, is_hidden=False)
    who = CombatantId(npc.id)
    drive_from_cover(draft, draft.state.fighter(who), place)
    return who


def weapons_of(tier: Tier) -> tuple[str, ...]:
    """All weapons of this weight."""
    return tuple(key for key in (*tables().melee, *tables().ranged) if tier_of_weapon(key) is tier)


def take_back(draft: TexDraft, threat: Threat) -> None:
    """The Dealer chooses another answer."""
    draft.emit(e.AnswerTakenBack(rules=RULES, who=threat.npc))


def follow_up(draft: TexDraft, done: Command) -> None:
    """Once an act that goes too far is under way, it is answered (TX-11)."""
    pending = draft.state.escalation
    if pending is not None and pending.is_meant and pending.act == done:
        finish_escalation(draft)


def finish_escalation(draft: TexDraft) -> None:
    """The weapon is out: somebody answers in kind."""
    pending = draft.state.escalation
    assert pending is not None, "somebody went too far"
    draft.emit(e.EscalationOver(rules=(RuleId("TX-08"),), who=pending.act.actor))
    answer_unasked(draft, pending.act.actor, pending.tier)
