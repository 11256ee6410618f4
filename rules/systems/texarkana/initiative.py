"""The Lookout and the Initiative (TX-14 to TX-16)."""

from rules.core.event import cited
from rules.core.refusal import Illegal
from rules.core.tally import Part
from rules.systems.texarkana import events as e
from rules.systems.texarkana.attempts import InitiativeStakes
from rules.systems.texarkana.cardplay import open_attempt, rating_parts
from rules.systems.texarkana.commands import TakeLookout
from rules.systems.texarkana.play import TexDraft, require_fighter, require_running, require_up
from rules.systems.texarkana.state import Fighter, TexState
from rules.systems.texarkana.turns import begin_phase

PISTOLS = "Pi"


def require_lookout_open(state: TexState, actor: Fighter) -> None:
    """Refuse a second Lookout, or one who is no PC.

    Raises: Illegal(NOT_STARTED, OVER, OUT, NOT_A_PC, LOOKOUT_TAKEN).
    """
    require_running(state)
    if not actor.is_pc:
        raise Illegal("NOT_A_PC", "TX-14", who=actor.name, hint="One of the Posse is Lookout.")
    require_up(actor)
    if state.lookout:
        raise Illegal("LOOKOUT_TAKEN", "TX-14", who=state.name(state.lookout))


def take_lookout(draft: TexDraft, command: TakeLookout) -> None:
    """The first to speak up is Lookout (TX-14), and is tested at once (TX-15).

    The test is against the best Pistols rating among the NPCs taking part (TXA-31); Pistols trump (TX-16).
    """
    state = draft.state
    actor = require_fighter(state, command.actor)
    require_lookout_open(state, actor)
    draft.emit(e.LookoutTaken(rules=cited("TX-14"), who=actor.id))
    opposed = [fighter for fighter in state.enemies if fighter.is_up]
    best = max((rating_parts(state, npc, PISTOLS, "TXA-31") for npc in opposed), key=_total, default=())
    open_attempt(
        draft,
        pc=actor,
        npc=None,
        stakes=InitiativeStakes(),
        trumps=(PISTOLS,),
        npc_trumps=(PISTOLS,),
        difficulty=best,
        rules=("TX-15", "TX-16", "TXA-31"),
    )


def _total(parts: tuple[Part, ...]) -> int:
    return sum(part.value for part in parts)


def settle_initiative(draft: TexDraft, is_success: bool) -> None:
    """The winner has the first phase (TX-15, TX-19)."""
    draft.emit(e.InitiativeTaken(rules=cited("TX-15", "TX-19"), by_posse=is_success))
    begin_phase(draft)
