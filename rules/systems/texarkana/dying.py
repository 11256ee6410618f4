"""Saving the dying (TXD-20): a test of Tomes by somebody in the same zone, one try each; else death at the end."""

from rules.core.audience import GM
from rules.core.event import cited
from rules.core.ids import RuleId
from rules.core.refusal import Illegal
from rules.core.tally import Part
from rules.systems.texarkana import events as e
from rules.systems.texarkana.attempts import TendStakes
from rules.systems.texarkana.cardplay import MOST_PENALTY, open_attempt, require_not_busy
from rules.systems.texarkana.commands import Tend
from rules.systems.texarkana.grappling import take_other_action
from rules.systems.texarkana.play import TexDraft, require_card, require_fighter
from rules.systems.texarkana.state import Condition, Fighter, TexState
from rules.systems.texarkana.turns import require_free_turn
from rules.systems.texarkana.zones import enter, require_adjacent

TOMES = "To"


def tend(draft: TexDraft, command: Tend) -> None:
    """Go where somebody is dying if needed, and try to save him: a sundry action (TX-22d, TXD-20)."""
    actor = require_fighter(draft.state, command.actor)
    require_card(actor, command.card)
    dying = require_dying(draft.state, actor, command.whom, command.where)
    take_other_action(draft, actor)
    begin_tending(draft, actor, dying)


def require_dying(state: TexState, actor: Fighter, whom: str, where: str = "") -> Fighter:
    """Who is dying here or one step away, and has not been tended to by this PC.

    Raises: as `require_free_turn`; Illegal(NOT_A_PC, NO_SUCH_COMBATANT, NOT_DYING, TENDED, NO_SUCH_PLACE,
    NOT_ADJACENT, NOT_THERE, BUSY).
    """
    require_free_turn(state, actor)
    if not actor.is_pc:
        raise Illegal("NOT_A_PC", "TXD-20", who=actor.name, hint="The Dealer may say that an NPC saves somebody.")
    dying = state.find(whom)
    if dying is None or dying.is_hidden:
        raise Illegal("NO_SUCH_COMBATANT", who=whom)
    if dying.condition is not Condition.DYING:
        raise Illegal("NOT_DYING", "TXD-20", whom=dying.name)
    if actor.id in dying.tended_by:
        raise Illegal("TENDED", "TXD-20", who=actor.name, whom=dying.name)
    if dying.place != actor.place:
        zone = require_adjacent(state, actor, where or dying.place)
        if zone.id != dying.place:
            raise Illegal("NOT_THERE", "TXD-20", whom=dying.name, place=zone.name)
    require_not_busy(state, actor)
    return dying


def begin_tending(draft: TexDraft, actor: Fighter, dying: Fighter) -> None:
    """The test: Tomes trump, the difficulty is the number of Injury chips, at most 3 (TXD-11, TXD-20)."""
    if actor.place != dying.place:
        enter(draft, actor, dying.place)
    draft.emit(e.Tended(rules=cited("TXD-20"), who=actor.id, dying=dying.id))
    injury = min(MOST_PENALTY, dying.injury)
    open_attempt(
        draft,
        pc=draft.state.fighter(actor.id),
        npc=None,
        stakes=TendStakes(dying=dying.id),
        trumps=(TOMES,),
        npc_trumps=(),
        difficulty=(Part(injury, "Injury chips", RuleId("TXD-20"), GM),),
        rules=("TXD-20",),
    )


def settle_tending(draft: TexDraft, stakes: TendStakes, *, is_success: bool) -> None:
    """Saved: alive on 1 Grit, and out of the fight (TXD-20)."""
    if is_success:
        draft.emit(e.Saved(rules=cited("TXD-20"), who=stakes.dying))


def leave_dying(draft: TexDraft, helper: Fighter, dying: Fighter) -> None:
    """Leave it to the others, once the fighting is over."""
    draft.emit(e.LeftDying(rules=cited("TXD-20"), who=helper.id, dying=dying.id))


def die(draft: TexDraft) -> None:
    """Whoever is still dying at the end of the scene is dead (TXD-20)."""
    for pc in draft.state.pcs:
        if pc.condition is Condition.DYING:
            draft.emit(e.ConditionChanged(rules=cited("TXD-20"), who=pc.id, condition=Condition.DEAD))
