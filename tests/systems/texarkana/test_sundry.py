"""Sundry actions (TX-22d, TX-63): the Dealer alone rules them, with or without a test, and may say what follows."""

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.command import Amend, Answer, GoOn
from rules.core.refusal import Illegal
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.commands import Move, Shoot, Sundry
from rules.systems.texarkana.events import AttemptDecided, AttemptOpened, Ruled, SundryEnded, Told, Tried
from tests.systems.texarkana.table import DEALER, Table, fight, has_rule, npc, only, pc, prompt, who

ANA = Viewer(combatants=frozenset({who("ana")}))
DOOR = Sundry(actor=who("ana"), what="I force the door")
RULING = prompt("t1.ruling")


def asked() -> Table:
    """Ana forces a door, and the Dealer has yet to rule."""
    table = fight(pc(hand=("KCl", "2He")), pc("bea", hand=("QHe",)), npc(ratings={"Cl": 2}))
    table.do(DOOR)
    return table


def ruling(key: str, **blanks: str) -> Answer:
    return Answer(prompt=RULING, key=key, blanks=blanks)


def test_tx_63_the_dealer_and_nobody_else_is_asked() -> None:
    table = asked()
    assert table.asked() == ("t1.ruling",)
    assert TEXARKANA.prompts(table.state)[0].whom is None
    for viewer, may in ((DEALER, True), (ANA, False), (PUBLIC, False)):
        owed = TEXARKANA.view(table.state, viewer).asked[0]
        assert (owed.is_mine, [choice.key for choice in owed.choices]) == (
            may,
            ["works", "fails", "test"] if may else [],
        )


def test_tx_22d_it_takes_the_action_after_a_step() -> None:
    table = fight(pc(hand=("KCl",)), pc("bea", hand=("QHe",)), npc())
    table.do(Sundry(actor=who("ana"), what="I light the fuse", where="rocks"))
    assert table["ana"].place == "rocks"
    assert "ana" in table.state.acted


def test_tx_20_others_of_the_posse_wait_for_the_ruling() -> None:
    assert asked().refusal(Move(actor=who("bea"), where="rocks")).code == "BUSY"


@pytest.mark.parametrize(("key", "works"), [("works", True), ("fails", False)])
def test_tx_63_the_dealer_rules_without_cards_and_says_what_follows(key: str, works: bool) -> None:
    table = asked()
    events = table.do(ruling(key, word="It hangs by one hinge."))
    assert only(events, Ruled)[0].works is works
    assert table.words(events)[-1] == "The Dealer: It hangs by one hinge."
    assert "I force the door: Ana " + ("succeeds." if works else "fails.") in table.words(events)
    assert table.asked() == ("turn2.bea",)


def test_tx_63_by_default_it_works_without_a_test() -> None:
    table = asked()
    assert TEXARKANA.prompts(table.state)[0].otherwise == "it works"
    events = table.do(GoOn(prompts=(RULING,)))
    assert only(events, Ruled)[0].works is True
    assert not only(events, Told)


def test_tx_63_a_test_has_trumps_and_a_secret_difficulty() -> None:
    """King of Clubs 13 + a flip of 2 = 15, against 10 + 3 = 13."""
    table = asked()
    opened = table.do(ruling("test", trumps="Cl", dv="+3"))
    attempt = only(opened, AttemptOpened)[0].attempt
    assert (attempt.trumps, attempt.npc, attempt.npc_trumps) == (("Cl",), None, ())
    assert not any("3" in line for line in table.words(opened))
    table.do(Answer(prompt=prompt("t2.card"), key="KCl"), "10He")
    events = table.do(Answer(prompt=prompt("t2.trump"), key="trump"), "2Di", "3He")
    decided = only(events, AttemptDecided)[0]
    assert (decided.score.total, decided.opposition.total, decided.is_success) == (15, 13, True)
    assert has_rule(only(events, SundryEnded)[0], "TX-63")


@pytest.mark.parametrize("viewer", [PUBLIC, ANA])
def test_tx_63_the_difficulty_never_reaches_the_players(viewer: Viewer) -> None:
    """Nothing that they see or read differs with it, but for whether it is enough."""
    seen = []
    for dv in ("-3", "+1"):
        table = asked()
        said = table.words(table.do(ruling("test", trumps="He", dv=dv)), viewer)
        said += table.words(table.do(Answer(prompt=prompt("t2.card"), key="KCl"), "2Ho", "3He"), viewer)
        seen.append((said, TEXARKANA.view(table.state, viewer)))
    assert seen[0] == seen[1]
    assert any("the Dealer's secret" in line for line in seen[0][0])


def test_txf_12_against_an_npc_its_rating_is_the_difficulty_and_it_may_trump() -> None:
    """King 13 against 9 + 2; the 9 is a trump of his and he Trumps with a 3: 12 + 2 = 14."""
    table = asked()
    table.do(ruling("test", trumps="Cl", against="bart"))
    table.do(Answer(prompt=prompt("t2.card"), key="KCl"), "9Cl")
    events = table.do(Answer(prompt=prompt("t2.trump"), key="stand"), "3Di", "4He")
    decided = only(events, AttemptDecided)[0]
    assert (decided.opposition.total, decided.is_success) == (14, False)


def test_tx_63_a_test_may_be_against_nobody_and_without_trumps() -> None:
    table = asked()
    table.do(ruling("test"))
    events = table.do(Answer(prompt=prompt("t2.card"), key="KCl"), "KHe", "3He")
    assert only(events, AttemptDecided)[0].is_success


def test_tx_63_a_difficulty_beyond_three_is_refused() -> None:
    assert asked().refusal(ruling("test", dv="+4")).code == "NOT_FOUND"
    assert asked().refusal(ruling("maybe")).code == "NO_SUCH_ANSWER"


def test_tx_63_an_npcs_is_as_the_dealer_says_and_nobody_is_asked() -> None:
    table = fight(pc(), npc(), npc("carl"), phase="enemy")
    events = table.do(Sundry(actor=who("bart"), what="Bart bars the gate"))
    assert only(events, Tried)
    assert table.words(events) == ["Bart: Bart bars the gate."]
    assert table.asked() == ("turn2.carl",)


def test_tx_63_a_test_of_somebody_shot_down_meanwhile_is_moot() -> None:
    table = asked()
    table.do(ruling("test", trumps="Cl", against="bart"))
    table.do(Amend(what="status", value="dead", whom=who("bart")))
    assert not table.state.attempts


def test_tx_63_the_dealers_word_is_told_at_any_time() -> None:
    table = asked()
    events = table.do(Amend(what="word", value="The lamp goes out."))
    assert table.words(events) == ["The Dealer: The lamp goes out."]
    assert "The Dealer: The lamp goes out." in TEXARKANA.view(table.state, PUBLIC).notes
    assert table.refusal(Amend(what="word", value=" ")).code == "NOTHING_SAID"


def test_txf_11_the_dealer_may_change_the_difficulty_of_a_test_under_way_in_secret() -> None:
    table = fight(pc(hand=("KHe",)), npc())
    table.do(Shoot(actor=who("ana"), whom=who("bart")))
    events = table.do(Amend(what="difficulty", value="+3", whom=who("ana")))
    assert table.words(events) == []
    assert table.words(events, DEALER)
    decided = only(table.do(Answer(prompt=prompt("t1.card"), key="KHe"), "QHe", "2He"), AttemptDecided)[0]
    assert (decided.score.total, decided.opposition.total) == (14, 15)
    assert "3" not in repr([each.value for each in decided.opposition.seen_by(PUBLIC).parts])


def test_txf_11_a_second_word_replaces_the_first() -> None:
    table = fight(pc(hand=("KHe",)), npc())
    table.do(Shoot(actor=who("ana"), whom=who("bart")))
    for value in ("+3", "-1"):
        table.do(Amend(what="difficulty", value=value, whom=who("ana")))
    assert table.state.attempts[0].difficulty.total == -1
    table.do(Amend(what="difficulty", value="0", whom=who("ana")))
    assert table.state.attempts[0].difficulty.total == 0
    assert table.refusal(Amend(what="difficulty", value="1", whom=who("bart"))).code == "NO_TEST"


def test_tx_63_a_ruling_is_over_with_the_fight() -> None:
    table = asked()
    table.do(Amend(what="status", value="fled", whom=who("bart")))
    assert table.asked() == ()
    with pytest.raises(Illegal):
        table.do(ruling("works"))


def test_txf_02_ranks_and_ratings_are_shown_in_the_order_of_the_suits() -> None:
    """However they were stored: a fight read from the database lists them in another order."""
    ranks = {"To": "B", "Sp": "C", "He": "D"}
    state = fight(pc(ranks=ranks), npc(ratings={"Sp": 1, "Ma": -1, "Cl": 2, "Pi": 0})).state
    sheet = TEXARKANA.view(state, Viewer(combatants=frozenset({who("ana")}))).hands[0].sheet
    assert "Ranks: Hearts D, Spades C, Tomes B" in sheet
    details = [each.details for each in TEXARKANA.view(state, DEALER).combatants]
    assert any("Clubs +2, Spades +1, Masks -1 (else +0)" in each for each in details)
