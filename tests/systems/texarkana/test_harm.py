"""Luck against Injury (TXD-22, TXD-34), dying (TXD-20)."""

from rules.core.command import Answer
from rules.systems.texarkana.commands import Brawl, RefuseInjury, Shoot
from rules.systems.texarkana.events import CardBurned, InjuryRefused
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


def test_txd_34_an_injury_refused_before_the_card_does_not_count_in_a_test_already_open() -> None:
    """5 of Hearts against a 5: even, and so no hit; with the Injury it would be 4."""
    ana = pc(hand=("2He", "5He"))
    table = fight(ana, pc("bea", hand=("QHe",)), npc(), npc("carl"), phase="enemy")
    for shooter in ("bart", "carl"):
        table.do(Shoot(actor=who(shooter), whom=who("ana")))
        if shooter == "bart":
            table.do(Answer(prompt=prompt("t1.card"), key="2He"), "KHo", "3He")
    table.do(REFUSE)
    table.do(Answer(prompt=prompt("t2.card"), key="5He"), "4Ho", "4He")
    assert table["ana"].grit == 3


def test_txf_28_a_card_lost_to_a_horror_is_burned() -> None:
    """No other is drawn, and Will falls."""
    ana = pc(hand=("2He", "5He"))
    table = fight(ana, pc("bea", hand=("QHe",)), npc(place="road", is_supernatural=True, weapons=(), in_hand=""))
    events = table.do(Brawl(actor=who("ana"), whom=who("bart"), weapon="fists", card="2He"), "KHo")
    assert only(events, CardBurned)[0].will == 5
    assert (table["ana"].hand, table["ana"].will) == (("5He",), 5)


def test_txf_28_a_card_that_beats_a_horror_is_replaced() -> None:
    ana = pc(hand=("KHe", "5He"))
    table = fight(ana, npc(place="road", is_supernatural=True, weapons=(), in_hand=""))
    table.do(Brawl(actor=who("ana"), whom=who("bart"), weapon="fists", card="KHe"), "2Ho", "3He")
    assert (len(table["ana"].hand), table["ana"].will) == (2, 6)


def test_txd_25_without_will_nobody_fights_on() -> None:
    """TXF-34."""
    ana = pc(hand=("2He",), will=1)
    table = fight(ana, pc("bea", hand=("QHe",)), npc(place="road", is_supernatural=True, weapons=(), in_hand=""))
    table.do(Brawl(actor=who("ana"), whom=who("bart"), weapon="fists", card="2He"), "KHo")
    assert table["ana"].condition is Condition.INCAPACITATED
