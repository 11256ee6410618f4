"""Assisting (TXD-16, TXF-21): +2 for a card of a trump suit and the helper's own action; the harm is shared."""

from rules.core.audience import Viewer
from rules.core.command import Answer
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.commands import Assist, Brawl, Shoot
from rules.systems.texarkana.events import AttemptDecided, CardDrawn, GritLost, InjuryGained, WoeGained
from tests.systems.texarkana.table import DEALER, Table, fight, npc, only, pc, prompt, who

BEA = Viewer(combatants=frozenset({who("bea")}))
HELP = Assist(actor=who("bea"), whom=who("ana"), card="5Pi")


def shooting(**changes: object) -> Table:
    """Ana shoots at Bart and owes a card; Bea has a trump."""
    usual: dict[str, object] = {"hand": ("5Pi", "QHe", "4Sk")}
    table = fight(pc(hand=("KHe", "2He")), pc("bea", **{**usual, **changes}), npc())  # type: ignore[arg-type]  # fields of several types
    table.do(Shoot(actor=who("ana"), whom=who("bart")))
    return table


def test_txd_16_txf_21_a_trump_of_the_helpers_adds_two() -> None:
    """TXF-21. King 13 + revolver 1 + 2 = 16."""
    table = shooting()
    table.do(HELP)
    events = table.do(Answer(prompt=prompt("t1.card"), key="KHe"), "KCl", "3To", "4To")
    assert only(events, AttemptDecided)[0].score.total == 16
    assert "help from Bea 2" in " ".join(table.words(events))


def test_txd_16_the_helper_spends_the_own_action_and_draws_a_replacement() -> None:
    table = shooting()
    table.do(HELP)
    assert "bea" in table.state.acted
    assert table["bea"].hand == ("QHe", "4Sk")
    events = table.do(Answer(prompt=prompt("t1.card"), key="KHe"), "KCl", "3To", "4To")
    assert [(event.who, event.card) for event in only(events, CardDrawn)] == [("ana", "3To"), ("bea", "4To")]


def test_txd_16_only_a_trump_helps() -> None:
    table = shooting()
    assert table.refusal(Assist(actor=who("bea"), whom=who("ana"), card="QHe")).code == "NO_TRUMP"
    assert table.refusal(Assist(actor=who("bea"), whom=who("ana"), card="4Sk")).code == "NO_TRUMP"
    assert table.refusal(Assist(actor=who("bea"), whom=who("ana"), card="9Pi")).code == "NOT_IN_HAND"
    assert not only(table.do(HELP), WoeGained)


def test_txd_16_one_helper_who_has_an_action_left() -> None:
    table = fight(pc(hand=("KHe",)), pc("bea", hand=("5Pi",)), pc("cal", hand=("6Pi",)), npc(), acted=(who("cal"),))
    table.do(Shoot(actor=who("ana"), whom=who("bart")))
    assert table.refusal(Assist(actor=who("cal"), whom=who("ana"), card="6Pi")).code == "HAS_ACTED"
    table.do(HELP)
    table.state = fight(*table.state.fighters, attempts=table.state.attempts).state
    assert table.refusal(Assist(actor=who("cal"), whom=who("ana"), card="6Pi")).code == "HELPED"


def test_txd_16_not_oneself_nor_without_a_test() -> None:
    table = shooting()
    assert table.refusal(Assist(actor=who("ana"), whom=who("ana"), card="KHe")).code == "SELF_HELP"
    table.do(Answer(prompt=prompt("t1.card"), key="KHe"), "KCl", "3To")
    assert table.refusal(HELP).code == "NO_TEST"


def test_txd_16_in_the_enemy_phase_there_is_no_action_to_spend() -> None:
    table = fight(pc(hand=("KHe",)), pc("bea", hand=("5Ma",)), npc(), phase="enemy")
    table.do(Shoot(actor=who("bart"), whom=who("ana")))
    assert table.refusal(Assist(actor=who("bea"), whom=who("ana"), card="5Ma")).code == "NOT_YOUR_PHASE"


def test_txd_16_nobody_helps_the_lookout() -> None:
    table = fight(pc(hand=("KHe",)), pc("bea", hand=("5Pi",)), npc(), phase="before", turn=0, lookout=None)
    table.do(Answer(prompt=prompt("lookout.ana"), key="take"))
    assert table.refusal(HELP).code == "ALONE"


def test_txd_16_the_helper_shares_the_harm() -> None:
    """2 + 2 = 4 of Ana's fists against 9: Bart's revolver, fired point-blank, does 3 to both, with an Injury each."""
    table = fight(pc(hand=("2He",)), pc("bea", hand=("5Cl",)), npc(place="road"))
    table.do(Brawl(actor=who("ana"), whom=who("bart"), weapon="fists"))
    table.do(Assist(actor=who("bea"), whom=who("ana"), card="5Cl"))
    events = table.do(Answer(prompt=prompt("t1.card"), key="2He"), "9Ho", "3To", "4To")
    assert [(event.who, event.lost) for event in only(events, GritLost)] == [("ana", 3), ("bea", 3)]
    assert [event.who for event in only(events, InjuryGained)] == ["ana", "bea"]


def test_tx_36_harm_by_bare_hands_that_is_shared_kills_nobody() -> None:
    table = fight(
        pc(hand=("2He",)), pc("bea", hand=("5Cl",), grit=1), npc(place="road", weapons=(), in_hand="", brawling=2)
    )
    table.do(Brawl(actor=who("ana"), whom=who("bart"), weapon="fists"))
    table.do(Assist(actor=who("bea"), whom=who("ana"), card="5Cl"))
    table.do(Answer(prompt=prompt("t1.card"), key="2He"), "9Ho", "3To", "4To")
    assert (table["bea"].grit, table["bea"].condition) == (1, "incapacitated")


def test_txd_16_no_harm_is_shared_if_the_test_succeeds() -> None:
    table = shooting()
    table.do(HELP)
    events = table.do(Answer(prompt=prompt("t1.card"), key="KHe"), "2Cl", "3To", "4To")
    assert [event.who for event in only(events, GritLost)] == ["bart"]


def test_txf_05_it_is_offered_to_the_player_alone() -> None:
    """Whether there is a trump in the hand, the Dealer may not learn."""
    table = shooting()
    kinds = [option.kind for option in TEXARKANA.options(table.state, who("bea"), BEA)]
    assert "assist" in kinds
    assert "assist" not in [option.kind for option in TEXARKANA.options(table.state, who("bea"), DEALER)]
    table = shooting(hand=("QHe",))
    assert "assist" not in [option.kind for option in TEXARKANA.options(table.state, who("bea"), BEA)]
