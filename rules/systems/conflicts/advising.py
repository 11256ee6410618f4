"""What the GM says in a fight for one alone: which of `data/advice.toml` fits what everybody sees."""

from rules.core.advice import fitting
from rules.core.combatant import Side
from rules.core.data_files import alone_in
from rules.core.view import Phase
from rules.systems.conflicts.library import advice as lines, scenes
from rules.systems.conflicts.positions import distance
from rules.systems.conflicts.rounds import asked_strike, current
from rules.systems.conflicts.state import ConflictState, Stage, are_foes

NEAR = 200  # centimetres: blows are exchanged there


def advice(state: ConflictState) -> str:
    """A line for this moment; empty in a fight for several, and where there is nothing to say."""
    return fitting(lines(), facts(state)) if alone_in(scenes(), state.scene) else ""


def facts(state: ConflictState) -> frozenset[str]:
    """What the moment is, in the words of the file; nothing that only some may know."""
    if state.phase is Phase.LOBBY:
        return frozenset({"lobby"})
    if state.phase is Phase.OVER:
        if not state.winner:
            return frozenset({"over", "broken-off"})
        return frozenset({"over", "won" if state.winner == Side.POSSE.value else "lost"})
    found = {"first"} if state.round <= 1 else set()
    if any(_is_near(state, pc.id) for pc in state.fighters if pc.is_pc and pc.is_up):
        found.add("near")
    if asked_strike(state) is not None:
        return frozenset(found | {"meet"})
    if state.stage is Stage.DECLARING:
        has_one = any(len(each.plans) == 1 for each in state.fighters if each.is_pc)  # how many is told to all
        return frozenset(found | {"declare", *(("second",) if has_one else ())})
    actor = current(state)
    if actor is None or not actor.is_pc:
        return frozenset(found)
    return frozenset(found | {"act", actor.plans[state.half].kind.value})  # open to all since all have declared


def _is_near(state: ConflictState, who: str) -> bool:
    me = state.find(who)
    return me is not None and any(
        each.is_at_hand and are_foes(me, each) and distance(me.spot, each.spot) <= NEAR for each in state.fighters
    )
