"""Friends of the Posse that the Dealer plays: against other NPCs he is asked how it ends (TXD-15)."""

import pytest

from rules.core.combatant import Side
from rules.core.command import Answer
from rules.systems.texarkana.commands import Flee
from rules.systems.texarkana.state import Condition, House
from tests.systems.texarkana.table import Table, fight, npc, pc, prompt, who


def answer(table: Table, which: str, key: str, *draws: str) -> None:
    table.do(Answer(prompt=prompt(which), key=key), *draws)


def test_tx_59_a_friend_of_the_posse_shoots_at_who_flees_too() -> None:
    """Carl's 2 + 0 + 1 against Bart's 9 + Masks 2: a miss. Carl has shot, Ana stays, and Bart is away."""
    table = fight(
        pc(hand=("KHe",), weapons=(), in_hand=""),
        npc("carl", "road", side=Side.POSSE),
        npc(ratings={"Pi": 0, "Cl": 0, "Ma": 2, "Sp": 0}),
        npc("ed", "gully"),
        phase="enemy",
        house=House(chase="optional"),
    )
    table.do(Flee(actor=who("bart")))
    answer(table, "t1.shot.carl", "shoot")
    answer(table, "t2.clash", "flip", "2Di", "9He")
    answer(table, "t1.chase.ana", "stay")
    assert table["bart"].condition is Condition.FLED


@pytest.mark.parametrize(("runner", "chaser", "is_caught"), [("8He", "7Ho", False), ("8He", "9Ho", True)])
def test_tx_60_a_friend_of_the_posse_gives_chase(runner: str, chaser: str, is_caught: bool) -> None:
    table = fight(
        pc(place="gully", hand=("KHe",)),
        npc("carl", "road", side=Side.POSSE, weapons=(), in_hand=""),
        npc(),
        npc("ed", "gully"),
        phase="enemy",
    )
    table.do(Flee(actor=who("bart")))
    answer(table, "t2.clash", "flip", runner, chaser)
    assert (table.state.holder_of(who("bart")) == "carl") is is_caught
    assert (table["bart"].condition is Condition.FLED) is not is_caught
