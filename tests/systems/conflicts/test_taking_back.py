"""What a player may take back by himself, and what he would learn by it (C2-17, C2D-05)."""

import pytest

from rules.core.command import Answer
from rules.core.table_rules import TableRules
from rules.store.memory import MemoryStore
from rules.systems.conflicts import CONFLICTS
from tests.evenly.points import SystemRoom
from tests.referee.room import ANA, SALOON, refusal_of
from tests.systems.conflicts.table import npc, pc, performing


@pytest.mark.parametrize("defence", ["defend", "orient"])
async def test_no_attack_is_taken_back_for_free_whether_the_other_has_a_defend_or_not(defence: str) -> None:
    """Else whoever attacks could look who has a Defend, and then choose another target."""
    plans = {"ana": ("attack", "orient"), "bart": (defence, "orient"), "bea": ("orient", "orient")}
    state = performing(pc(), pc("bea", at=30), npc(at=1, asks=True), plans=plans).state
    room = await SystemRoom(MemoryStore()).in_the_middle(CONFLICTS, state, TableRules())
    (asked,) = [each for each in await room.asked(ANA) if each.is_mine]
    attack = next(each.key for each in asked.choices if "Bart" in each.label)
    await room.act(ANA, Answer(prompt=asked.id, key=attack))
    assert await room.referee.free_undo(SALOON, ANA) is None
    assert await refusal_of(room.undo(ANA)) == "UNDO_NEEDS_GM"
