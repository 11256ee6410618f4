"""Luck against Injury (TXD-22, TXD-34), dying (TXD-20)."""

from rules.core.command import Answer
from rules.systems.texarkana.commands import RefuseInjury, Shoot
from rules.systems.texarkana.events import InjuryRefused
from rules.systems.texarkana.state import Condition
from tests.systems.texarkana.table import Table, fight, npc, only, pc, prompt, who

REFUSE = RefuseInjury(actor=who("ana"))


def hit(**changes: object) -> Table:
    """Ana was shot, with cards left."""
    ana = pc(hand=("2He", "KHe"), **changes)  # type: ignore[arg-type]  # fields of several types
    table = fight(ana, pc("bea", hand=("QHe",)), npc(), phase="enemy")
    table.do(Shoot(actor=who("bart"), whom=who("ana")))
    table.do(Answer(prompt=prompt("t1.card"), key="2He"), "KHo", "3He")
    return table


def test_txd_22_luck_refuses_an_injury_but_not_the_lost_grit() -> None:
    table = hit()
    assert only(table.do(REFUSE), InjuryRefused)
    assert (table["ana"].injury, table["ana"].luck, table["ana"].grit) == (0, 2, 3)


def test_txd_22_one_chip_one_injury() -> None:
    table = hit()
    table.do(REFUSE)
    assert table.refusal(REFUSE).code == "NO_FRESH_INJURY"


def test_txd_34_not_after_the_next_card() -> None:
    table = hit()
    table.do(Shoot(actor=who("ana"), whom=who("bart"), card="KHe"), "QCl", "4He")
    assert table.refusal(REFUSE).code == "NO_FRESH_INJURY"


def test_txd_22_not_without_luck() -> None:
    assert hit(luck=0).refusal(REFUSE).code == "NO_LUCK"


def test_txd_20_a_pc_without_grit_is_dying() -> None:
    assert hit(grit=3)["ana"].condition is Condition.DYING
