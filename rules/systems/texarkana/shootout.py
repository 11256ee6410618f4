"""Shootouts: one against one, a single test, and then all violence ends (TX-13, TXF-36 to TXF-39, TXD-26)."""

from rules.core.audience import GM
from rules.core.combatant import Side
from rules.core.event import cited
from rules.core.ids import RuleId
from rules.core.refusal import Illegal
from rules.core.tally import Part
from rules.systems.texarkana import events as e
from rules.systems.texarkana.attempts import Attempt, ShootoutStakes
from rules.systems.texarkana.cardplay import open_attempt, rating_parts
from rules.systems.texarkana.ending import end_fight
from rules.systems.texarkana.escalation import raise_tier
from rules.systems.texarkana.harm import hurt
from rules.systems.texarkana.play import TexDraft, require_running, require_up
from rules.systems.texarkana.state import Fighter, TexState, Tier
from rules.systems.texarkana.weapons import ranged, shooting_keys
from rules.systems.texarkana.zones import reveal, take_side

PISTOLS = "Pi"
USUAL_PISTOL = "revolver"  # of an NPC who turns out to have one


def gun_for(fighter: Fighter) -> str:
    """What somebody would fire in a Shootout: a pistol before any other gun; empty: nothing (TXF-36).

    What can only be thrown is no gun.
    """
    guns = sorted((key for key in shooting_keys(fighter) if ranged(key)), key=lambda key: not _is_pistol(key))
    return guns[0] if guns else ""


def _is_pistol(key: str) -> bool:
    gun = ranged(key)
    return gun is not None and gun.is_pistol


def could_shoot_it_out(state: TexState) -> tuple[Fighter, ...]:
    """The PCs with whom the Dealer may begin a Shootout now: armed, free and seen."""
    return tuple(pc for pc in state.pcs if pc.is_up and pc.hand and gun_for(pc) and not state.is_in_grapple(pc.id))


def opponents(state: TexState) -> tuple[Fighter, ...]:
    """The NPCs who could stand against one of the Posse: the enemies first; no animals."""
    those = [npc for npc in state.fighters if not npc.is_pc and npc.is_up and not npc.is_beast]
    those = [npc for npc in those if npc.side is not Side.POSSE and not state.is_in_grapple(npc.id)]
    return tuple(sorted(those, key=lambda npc: npc.side is not Side.ENEMY))


def is_quiet(state: TexState) -> bool:
    """Whether nothing else is under way, so that a Shootout may begin."""
    return not (state.attempts or state.flights or state.escalation)


def require_shootout(state: TexState, pc: Fighter, npc: Fighter) -> None:
    """Refuse a Shootout that cannot be.

    Raises: Illegal(NOT_STARTED, OVER, OUT, NOT_A_PC, NO_GUN, NOT_AN_OPPONENT, BUSY).
    """
    require_running(state)
    require_up(pc)
    require_up(npc)
    if not pc.is_pc:
        raise Illegal("NOT_A_PC", "TXF-36", who=pc.name)
    if not is_quiet(state):
        raise Illegal("BUSY", "TXF-37", who=pc.name, hint="What is under way is finished first.")
    if pc not in could_shoot_it_out(state):
        raise Illegal("NO_GUN", "TXD-26", who=pc.name, hint="It takes a gun, a card to play and free hands.")
    if npc not in opponents(state):
        names = ", ".join(each.name for each in opponents(state))
        raise Illegal("NOT_AN_OPPONENT", "TXF-36", whom=npc.name, hint=f"There is: {names}." if names else "")


def begin_shootout(draft: TexDraft, pc: Fighter, npc: Fighter, pc_weapon: str = "") -> None:
    """Both reach for their guns; one test, Pistols trump for both, range and cover count for nothing (TXD-26)."""
    reveal(draft, npc)
    npc_weapon = gun_for(npc)
    if not npc_weapon:
        npc_weapon = USUAL_PISTOL
        draft.emit(e.WeaponGiven(rules=cited("TX-13"), audience=GM, who=npc.id, weapon=npc_weapon))
        if npc_weapon in npc.is_out_of_ammo:
            draft.emit(e.Reloaded(rules=cited("TX-13"), audience=GM, who=npc.id, weapon=npc_weapon))
    pc_weapon = pc_weapon or gun_for(pc)
    draft.emit(e.ShootoutBegan(rules=cited("TX-13", "TXF-36", "TXF-37"), who=pc.id, whom=npc.id))
    for fighter, weapon in ((pc, pc_weapon), (npc, npc_weapon)):
        if draft.state.fighter(fighter.id).in_hand != weapon:
            draft.emit(e.Armed(rules=cited("TXD-27", "TXD-31"), who=fighter.id, weapon=weapon))
    take_side(draft, draft.state.fighter(npc.id), Side.ENEMY, RuleId("TX-13"))
    raise_tier(draft, Tier.ANY)
    open_attempt(
        draft,
        pc=draft.state.fighter(pc.id),
        npc=draft.state.fighter(npc.id),
        stakes=ShootoutStakes(pc_weapon=pc_weapon, npc_weapon=npc_weapon),
        trumps=(PISTOLS,),
        npc_trumps=(PISTOLS,),
        bonus=(_bonus(pc_weapon),),
        difficulty=(
            *rating_parts(draft.state, draft.state.fighter(npc.id), PISTOLS, "TXD-26"),
            _bonus(npc_weapon, is_secret=True),
        ),
        rules=("TX-13", "TXD-26"),
    )


def _bonus(weapon: str, *, is_secret: bool = False) -> Part:
    gun = ranged(weapon)
    assert gun is not None, f"{weapon} shoots"
    part = Part(gun.bonus, gun.name, RuleId("TX-56"))
    return Part(part.value, part.why, part.rule, GM) if is_secret else part


def settle_shootout(draft: TexDraft, attempt: Attempt, stakes: ShootoutStakes, *, is_success: bool) -> None:
    """Twice the damage, one Injury more than usual, no Luck against it; then everybody retires (TXF-38, TXF-39)."""
    assert attempt.npc is not None, "a Shootout is between two"
    loser = draft.state.fighter(attempt.npc if is_success else attempt.pc)
    gun = ranged(stakes.pc_weapon if is_success else stakes.npc_weapon)
    assert gun is not None, "it was fired"
    damage = Part(gun.damage, gun.name, RuleId("TX-56"))
    doubled = Part(gun.damage, "doubled", RuleId("TXF-38"))
    hurt(draft, loser, damage, doubled, rule="TXF-38", injuries=2, is_final=True)
    end_fight(draft, None, "TX-13", "TXF-39", by_shootout=True)
