"""Lookout, Initiative, phases and self-nomination (TX-14 to TX-22)."""

import pytest

from rules.core.command import Amend, Answer, GoOn
from rules.systems.texarkana.commands import Flee, Move, Nominate, Pass, Shoot, TakeLookout
from rules.systems.texarkana.events import AttemptOpened, Claimed, ConditionChanged, Ended, PhaseBegan
from rules.systems.texarkana.state import TurnPhase
from tests.systems.texarkana.table import fight, kinds, npc, only, pc, prompt, started, who


def test_tx_14_everybody_of_the_posse_is_asked_to_be_lookout() -> None:
    assert started("ambush", "hank", "ada").asked() == ("lookout.hank", "lookout.ada")


def test_tx_14_the_first_to_speak_up_is_lookout() -> None:
    table = started("ambush", "hank", "ada")
    table.do(TakeLookout(actor=who("ada")))
    assert table.state.lookout == "ada"
    assert table.refusal(TakeLookout(actor=who("hank"))).code == "LOOKOUT_TAKEN"


def test_tx_14_if_nobody_speaks_up_it_is_the_first() -> None:
    table = started("ambush", "hank", "ada")
    table.do(GoOn(prompts=(prompt("lookout.ada"), prompt("lookout.hank"))))
    assert table.state.lookout == "hank"


def test_tx_14_an_npc_cannot_be_lookout() -> None:
    assert started("ambush", "hank").refusal(TakeLookout(actor=who("dutch"))).code == "NOT_A_PC"


def test_tx_16_txa_31_the_lookouts_test_is_against_the_best_pistols_rating() -> None:
    table = fight(pc(), npc(ratings={"Pi": 1}), npc("carl", ratings={"Pi": 2}), phase="before", turn=0, lookout=None)
    attempt = only(table.do(TakeLookout(actor=who("ana"))), AttemptOpened)[0].attempt
    assert (attempt.trumps, attempt.npc_trumps, attempt.difficulty.total) == (("Pi",), ("Pi",), 2)


@pytest.mark.parametrize(("flip", "phase"), [("2Cl", TurnPhase.POSSE), ("KCl", TurnPhase.ENEMY)])
def test_tx_15_19_the_winner_has_the_first_phase(flip: str, phase: TurnPhase) -> None:
    table = fight(pc(hand=("QHe",)), npc(), phase="before", turn=0, lookout=None)
    table.do(TakeLookout(actor=who("ana")))
    events = table.do(Answer(prompt=prompt("t1.card"), key="QHe"), flip, "3He")
    assert [(event.turn, event.turn_phase) for event in only(events, PhaseBegan)] == [(1, phase)]


def test_txa_21_a_trump_in_vain_costs_nothing_more_at_the_initiative() -> None:
    table = fight(pc(hand=("5Pi",)), npc(), phase="before", turn=0, lookout=None)
    table.do(TakeLookout(actor=who("ana")))
    table.do(Answer(prompt=prompt("t1.card"), key="5Pi"), "KCl")
    events = table.do(Answer(prompt=prompt("t1.trump"), key="trump"), "2He", "3He")
    assert "RanOut" not in kinds(events)
    assert "Disarmed" not in kinds(events)


def test_tx_20_the_lookout_acts_first_in_the_first_posse_phase() -> None:
    table = fight(pc(), pc("bea", hand=("QHe",)), npc(), turn=1)
    assert table.asked() == ("turn1.ana",)
    assert table.refusal(Pass(actor=who("bea"))).code == "LOOKOUT_FIRST"
    table.do(Pass(actor=who("ana")))
    assert table.asked() == ("turn1.bea",)


def test_txa_23_also_if_the_enemies_began() -> None:
    table = fight(pc(), pc("bea", hand=("QHe",)), npc(), turn=1, posse_starts=False)
    assert table.refusal(Pass(actor=who("bea"))).code == "LOOKOUT_FIRST"


def test_txa_23_the_order_is_free_if_the_lookout_is_out() -> None:
    table = fight(pc(), pc("bea", hand=("QHe",)), npc(), turn=1)
    table.do(Amend(what="status", value="incapacitated", whom=who("ana")))
    assert table.asked() == ("turn1.bea",)


def test_tx_20_from_the_second_turn_on_the_order_is_free() -> None:
    table = fight(pc(), pc("bea", hand=("QHe",)), npc(), turn=2)
    assert table.asked() == ("turn2.ana", "turn2.bea")
    table.do(Pass(actor=who("bea")))
    assert table.asked() == ("turn2.ana",)


def test_tx_20_who_speaks_up_has_the_next_move() -> None:
    table = fight(pc(), pc("bea", hand=("QHe",)), npc())
    assert only(table.do(Nominate(actor=who("bea"))), Claimed)
    assert table.asked() == ("turn2.bea",)
    assert table.refusal(Pass(actor=who("ana"))).code == "CLAIMED"


def test_tx_20_a_claim_lapses_if_nothing_follows() -> None:
    table = fight(pc(), pc("bea", hand=("QHe",)), npc())
    table.do(Nominate(actor=who("bea")))
    table.do(GoOn(prompts=(prompt("turn2.bea"),)))
    assert table.asked() == ("turn2.ana", "turn2.bea")


def test_tx_20_nobody_acts_twice_in_a_phase() -> None:
    table = fight(pc(), pc("bea", hand=("QHe",)), npc())
    table.do(Pass(actor=who("ana")))
    assert table.refusal(Pass(actor=who("ana"))).code == "HAS_ACTED"


def test_tx_20_one_acts_after_the_other() -> None:
    table = fight(pc(), pc("bea", hand=("QHe",)), npc())
    table.do(Shoot(actor=who("ana"), whom=who("bart")))
    assert table.refusal(Pass(actor=who("bea"))).code == "BUSY"


def test_tx_17_the_phases_alternate_and_a_turn_is_both() -> None:
    table = fight(pc(), npc())
    events = table.do(Pass(actor=who("ana")))
    assert [(event.turn, event.turn_phase) for event in only(events, PhaseBegan)] == [(2, TurnPhase.ENEMY)]
    events = table.do(Pass(actor=who("bart")))
    assert [(event.turn, event.turn_phase) for event in only(events, PhaseBegan)] == [(3, TurnPhase.POSSE)]


def test_tx_21_every_npc_is_asked_in_the_enemy_phase_and_the_order_is_the_dealers() -> None:
    table = fight(pc(), npc(), npc("carl"), phase="enemy")
    assert table.asked() == ("turn2.bart", "turn2.carl")
    table.do(Pass(actor=who("carl")))
    assert table.asked() == ("turn2.bart",)


def test_tx_21_tests_of_different_pcs_are_open_at_once_and_answered_in_any_order() -> None:
    ana, bea = pc(hand=("KHe",)), pc("bea", hand=("QHe",))
    table = fight(ana, bea, npc(), npc("carl"), phase="enemy")
    table.do(Shoot(actor=who("bart"), whom=who("ana")))
    table.do(Shoot(actor=who("carl"), whom=who("bea")))
    assert table.asked() == ("t1.card", "t2.card")
    table.do(Answer(prompt=prompt("t2.card"), key="QHe"), "2Cl", "3He")
    assert table.phase() is TurnPhase.ENEMY
    table.do(Answer(prompt=prompt("t1.card"), key="KHe"), "2He", "4He")
    assert table.phase() is TurnPhase.POSSE


def test_a_pc_in_a_test_is_not_attacked_again_before_it_is_over() -> None:
    table = fight(pc(), npc(), npc("carl"), phase="enemy")
    table.do(Shoot(actor=who("bart"), whom=who("ana")))
    assert table.refusal(Shoot(actor=who("carl"), whom=who("ana"))).code == "BUSY"


def test_tx_21_an_npc_left_to_itself_attacks_another_pc_than_the_busy_one() -> None:
    table = fight(pc(), pc("bea", hand=("QHe",)), npc(), npc("carl"), phase="enemy")
    table.do(GoOn(prompts=(prompt("turn2.bart"), prompt("turn2.carl"))))
    assert [attempt.pc for attempt in table.state.attempts] == ["ana", "bea"]


def test_tx_17_nobody_acts_in_the_other_sides_phase() -> None:
    assert fight(pc(), npc()).refusal(Pass(actor=who("bart"))).code == "NOT_YOUR_PHASE"
    assert fight(pc(), npc(), phase="enemy").refusal(Pass(actor=who("ana"))).code == "NOT_YOUR_PHASE"


def test_tx_18_the_fight_ends_when_the_last_enemy_is_out() -> None:
    table = fight(pc(hand=("KHe",)), npc(grit=3))
    events = table.do(Shoot(actor=who("ana"), whom=who("bart"), card="KHe"), "2Cl", "3He")
    assert only(events, Ended)[0].winner == "posse"
    assert table.asked() == ()


def test_tx_18_the_fight_ends_when_the_posse_has_fled() -> None:
    table = fight(pc(place="gully"), npc(place="road", weapons=(), in_hand=""))
    events = table.do(Flee(actor=who("ana")))
    assert only(events, ConditionChanged)[0].condition == "fled"
    assert only(events, Ended)[0].winner == "enemy"


def test_nothing_is_done_once_it_is_over() -> None:
    table = fight(pc(place="gully"), npc(place="road", weapons=(), in_hand=""))
    table.do(Flee(actor=who("ana")))
    assert table.refusal(Move(actor=who("ana"), where="ridge")).code == "OVER"


def test_the_dealer_may_cut_a_phase_short() -> None:
    table = fight(pc(), pc("bea", hand=("QHe",)), npc())
    table.do(Amend(what="turn-passes", value="yes"))
    assert table.asked() == ("turn2.bart",)


def test_answering_a_turn_prompt_claims_it_or_lets_it_go_by() -> None:
    table = fight(pc(), pc("bea", hand=("QHe",)), npc())
    table.do(Answer(prompt=prompt("turn2.ana"), key="claim"))
    table.do(Answer(prompt=prompt("turn2.ana"), key="pass"))
    assert table.asked() == ("turn2.bea",)
    assert table.refusal(Answer(prompt=prompt("turn2.ana"), key="pass")).code == "NOTHING_ASKED"
    assert table.refusal(Answer(prompt=prompt("turn2.bea"), key="nonsense")).code == "NO_SUCH_ANSWER"
