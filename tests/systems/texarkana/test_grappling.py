"""Grapples (TX-37 to TX-40, TXA-10 to TXA-12)."""

import pytest

from rules.core.command import Amend, Answer, Command
from rules.systems.texarkana.commands import Brawl, BreakGrapple, HoldGrapple, Move, Pass, Shoot, Sundry
from rules.systems.texarkana.events import AttemptOpened, GrappleEnded, GritLost
from tests.systems.texarkana.table import Table, fight, npc, only, pc, prompt, who


def held(phase: str = "posse", hand: tuple[str, ...] = ("KHe", "2He")) -> Table:
    """Bart holds Ana; Bea and Carl stand by."""
    ana = pc(hand=hand, weapons=(), in_hand="")
    bea = pc("bea", hand=("QHe",), weapons=(), in_hand="")
    bart = npc(place="road", weapons=(), in_hand="", grit=6, brawling=2)
    carl = npc("carl", place="road", weapons=(), in_hand="")
    return fight(ana, bea, bart, carl, phase=phase, grapples=(("bart", "ana"),))


def holding(phase: str = "posse") -> Table:
    """Ana holds Bart."""
    ana = pc(hand=("KHe", "2He"), weapons=(), in_hand="")
    bart = npc(place="road", weapons=(), in_hand="", brawling=2)
    return fight(ana, bart, phase=phase, grapples=(("ana", "bart"),))


@pytest.mark.parametrize(
    "command",
    [
        Move(actor=who("ana"), where="rocks"),
        Shoot(actor=who("ana"), whom=who("carl")),
        Brawl(actor=who("ana"), whom=who("bart")),
        Sundry(actor=who("ana"), what="shout"),
    ],
)
def test_tx_38_who_is_held_can_only_break_loose(command: Command) -> None:
    assert held().refusal(command).code == "HELD"


def test_tx_38_breaking_loose_hurts_the_holder() -> None:
    table = held()
    events = table.do(BreakGrapple(actor=who("ana"), card="KHe"), "2Cl", "3He", "4He")
    assert only(events, GrappleEnded)
    assert table["bart"].grit == 5


def test_txa_10_failing_to_break_loose_costs_nothing() -> None:
    table = held()
    events = table.do(BreakGrapple(actor=who("ana"), card="2He"), "KHo", "3He")
    assert not only(events, GritLost)
    assert table.state.holder_of(who("ana")) == "bart"


def test_tx_39_an_npc_works_on_the_one_held() -> None:
    table = held(phase="enemy")
    table.do(HoldGrapple(actor=who("bart")))
    table.do(Answer(prompt=prompt("t1.card"), key="2He"), "KHo", "3He")
    assert table["ana"].grit == 4
    assert table.state.holder_of(who("ana")) == "bart"


def test_txa_10_the_holders_failure_ends_the_grapple_without_damage() -> None:
    table = held(phase="enemy")
    table.do(HoldGrapple(actor=who("bart")))
    events = table.do(Answer(prompt=prompt("t1.card"), key="KHe"), "2Ho", "3He")
    assert only(events, GrappleEnded)
    assert not only(events, GritLost)


def test_tx_39_a_pc_works_on_the_one_held() -> None:
    table = holding()
    table.do(HoldGrapple(actor=who("ana"), card="KHe"), "2Ho", "3He")
    assert table["bart"].grit == 3
    assert table.state.grapples


def test_tx_39_any_other_action_ends_the_grapple() -> None:
    table = holding()
    events = table.do(Sundry(actor=who("ana"), what="shout"))
    assert only(events, GrappleEnded)


def test_tx_39_letting_the_turn_go_by_does_not() -> None:
    table = holding()
    table.do(Pass(actor=who("ana")))
    assert table.state.grapples


def test_tx_39_the_one_held_is_not_brawled_with_anew() -> None:
    assert holding().refusal(Brawl(actor=who("ana"), whom=who("bart"))).code == "HOLDS"


def test_an_npc_breaks_loose() -> None:
    table = holding(phase="enemy")
    table.do(BreakGrapple(actor=who("bart")))
    events = table.do(Answer(prompt=prompt("t1.card"), key="2He"), "KHo", "3He")
    assert only(events, GrappleEnded)
    assert table["ana"].grit == 4


def test_tx_40_a_third_who_brawls_with_either_has_two_more() -> None:
    table = held()
    events = table.do(Brawl(actor=who("bea"), whom=who("bart")))
    assert only(events, AttemptOpened)[0].attempt.bonus.total == 2


def test_txa_11_an_npcs_two_go_on_the_difficulty() -> None:
    table = held(phase="enemy")
    events = table.do(Brawl(actor=who("carl"), whom=who("ana")))
    assert only(events, AttemptOpened)[0].attempt.difficulty.total == 2


def test_tx_40_nobody_else_has_them() -> None:
    table = held()
    events = table.do(Brawl(actor=who("bea"), whom=who("carl")))
    assert only(events, AttemptOpened)[0].attempt.bonus.total == 0


def test_a_grapple_ends_with_one_of_the_two() -> None:
    table = held()
    events = table.do(Amend(what="status", value="incapacitated", whom=who("bart")))
    assert only(events, GrappleEnded)


def test_only_who_is_held_breaks_loose_and_only_who_holds_holds() -> None:
    assert fight().refusal(BreakGrapple(actor=who("ana"))).code == "NOT_HELD"
    assert fight().refusal(HoldGrapple(actor=who("ana"))).code == "NOT_HOLDING"


def test_txa_12_who_is_held_can_be_shot_at_as_usual() -> None:
    table = fight(
        pc(weapons=(), in_hand=""),
        npc(place="road"),
        npc("carl", place="rocks"),
        phase="enemy",
        grapples=(("bart", "ana"),),
    )
    attempt = only(table.do(Shoot(actor=who("carl"), whom=who("ana"))), AttemptOpened)[0].attempt
    assert (attempt.bonus.total, attempt.difficulty.total) == (0, 1)
