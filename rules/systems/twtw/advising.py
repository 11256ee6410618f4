"""What the Judge says in a fight for one alone: which of `data/advice.toml` fits what everybody sees."""

from rules.core.advice import fitting
from rules.core.combatant import Side
from rules.core.data_files import alone_in
from rules.core.view import Phase
from rules.systems.twtw.ground import paces
from rules.systems.twtw.library import advice as lines, scenes
from rules.systems.twtw.state import Fighter, Limit, Stage, TwtwState, foes_of
from rules.systems.twtw.striking import REACH
from rules.systems.twtw.turns import current

A_WALK = 1  # action points: who has spent no more has only walked


def advice(state: TwtwState) -> str:
    """A line for this moment; empty in a fight for several, and where there is nothing to say."""
    return fitting(lines(), facts(state)) if alone_in(scenes(), state.scene) else ""


def facts(state: TwtwState) -> frozenset[str]:
    """What the moment is, in the words of the file; nothing that only some may know."""
    if state.phase is Phase.LOBBY:
        return frozenset({"lobby"})
    if state.phase is Phase.OVER:
        if state.winner is None:
            return frozenset({"over", "broken-off"})
        return frozenset({"over", "won" if state.winner is Side.POSSE else "lost"})
    found = {"first"} if state.round <= 1 else set()
    if state.attack is not None:
        return frozenset(found | {"bumps"})
    if state.going is not None:
        return frozenset(found | {"held-move"})
    whose = current(state)
    if whose is None or not whose.is_pc:
        return frozenset(found)
    return frozenset(found | _turn(state, whose))


def _turn(state: TwtwState, pc: Fighter) -> set[str]:
    """To move or to act, and how he stands to his enemies."""
    found = {"move" if state.stage is Stage.MOVES else "act"}
    if pc.limit is not Limit.FREE:
        found.add("defence-only")
    if pc.aims_at is not None:
        found.add("aiming")
    if pc.began_with - pc.points > A_WALK:
        found.add("spent")
    foes = foes_of(state, pc)
    if any(foe.aims_at == pc.id for foe in foes):
        found.add("aimed-at")
    if any(paces(state.house.mode, pc.spot, foe.spot) <= REACH for foe in foes):
        found.add("near")
    return found
