"""What the Dealer says in a fight for one alone: which of `data/advice.toml` fits what everybody sees."""

from rules.core.advice import fitting
from rules.core.combatant import Side
from rules.core.data_files import alone_in
from rules.core.view import Phase
from rules.systems.texarkana.attempts import (
    Attempt,
    BrawlStakes,
    BreakStakes,
    ChaseStakes,
    HoldStakes,
    InitiativeStakes,
    ShotStakes,
)
from rules.systems.texarkana.cardplay import may_trump
from rules.systems.texarkana.library import advice as lines, scenes
from rules.systems.texarkana.play import opponents_of
from rules.systems.texarkana.state import TexState, TurnPhase
from rules.systems.texarkana.turns import is_aftermath


def advice(state: TexState) -> str:
    """A line for this moment; empty in a fight for several, and where there is nothing to say."""
    return fitting(lines(), facts(state)) if alone_in(scenes(), state.scene) else ""


def facts(state: TexState) -> frozenset[str]:
    """What the moment is, in the words of the file; nothing that only some may know."""
    if state.phase is Phase.LOBBY:
        return frozenset({"lobby"})
    if state.phase is Phase.OVER:
        if state.winner is None:
            return frozenset({"over", "broken-off"})
        return frozenset({"over", "won" if state.winner is Side.POSSE else "lost"})
    found = {"first"} if state.turn <= 1 else set()
    if state.attempts:
        return frozenset(found | _test(state.attempts[0]))
    if is_aftermath(state):
        return frozenset({"save"})
    if state.flights:
        return frozenset({"flight"})
    if state.turn_phase is TurnPhase.BEFORE:
        return frozenset({"lookout"})
    return frozenset(found | _turn(state))


def _test(attempt: Attempt) -> set[str]:
    """A card owed or to be trumped, what it is about, and whether it was the other who began."""
    found = {"trump" if may_trump(attempt) else "card"}
    match attempt.stakes:
        case InitiativeStakes():
            found.add("initiative")
        case ShotStakes(shooter=shooter):
            found |= {"shot", "attacking" if shooter == attempt.pc else "attacked"}
        case BrawlStakes(starter=starter):
            found |= {"brawl", "attacking" if starter == attempt.pc else "attacked"}
        case ChaseStakes():
            found.add("chase")
        case BreakStakes() | HoldStakes():
            found.add("grapple")
        case _:
            pass
    return found


def _turn(state: TexState) -> set[str]:
    """Whose move it is, and whether an enemy stands beside the one who plays."""
    if state.turn_phase is not TurnPhase.POSSE:
        return {"enemies"}
    is_near = any(foe.place == pc.place for pc in state.pcs if pc.is_up for foe in opponents_of(state, pc))
    is_held = any(state.holder_of(pc.id) for pc in state.pcs)
    return {"turn", *(("near",) if is_near else ()), *(("held",) if is_held else ())}
