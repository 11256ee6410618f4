"""Traits (TXF-14 to TXF-18): +-2, trumps, no busts, claimed by the player and open to the Dealer's veto; Rapid Shot."""

import pytest

from rules.core.audience import Viewer
from rules.core.command import Amend, Answer, GoOn
from rules.core.event import Event
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.commands import Shoot, Sundry
from rules.systems.texarkana.events import AttemptDecided, AttemptOpened, CardBurned, TraitClaimed, TraitsStruck
from rules.systems.texarkana.traits import traits
from tests.systems.texarkana.table import DEALER, Table, fight, npc, only, pc, prompt, who

ANA = Viewer(combatants=frozenset({who("ana")}))


def talking(*keys: str, hand: tuple[str, ...] = ("7Ma", "KHe")) -> Table:
    """Ana talks to Bart; the Dealer wants a test of Hearts."""
    table = fight(pc(hand=hand, traits=keys), pc("bea", hand=("QHe",)), npc())
    table.do(Sundry(actor=who("ana"), what="I talk him down"))
    table.do(Answer(prompt=prompt("t1.ruling"), key="test", blanks={"trumps": "He", "dv": "+2"}))
    return table


def claim(key: str) -> Answer:
    return Answer(prompt=prompt("t2.card"), key=f"trait.{key}")


def play(table: Table, card: str, *draws: str) -> AttemptDecided:
    return only(table.do(Answer(prompt=prompt("t2.card"), key=card), *draws), AttemptDecided)[0]


def choices(table: Table) -> list[str]:
    return [choice.key for choice in TEXARKANA.view(table.state, ANA).asked[0].choices]


def test_txf_14_the_traits_of_the_book_do_what_is_known_of_them() -> None:
    book = traits()
    assert (book["orator"].bonus, book["city-slicker"].bonus) == (2, -2)
    assert book["sweet-talker"].trumps == ("Ma",)
    assert book["pickpocket"].never_busts
    assert book["rapid-shot"].second_shot
    assert all(trait.bonus in (-2, 0, 2) for trait in book.values())


def test_txf_14_claimed_before_the_card_it_adds_two() -> None:
    table = talking("orator")
    assert choices(table)[-1] == "trait.orator"
    table.do(claim("orator"))
    assert choices(table) == ["KHe", "7Ma"]
    decided = play(table, "7Ma", "7Di", "2To")
    assert (decided.score.total, decided.opposition.total, decided.is_success) == (9, 9, True)


def test_txf_14_once_a_test_and_only_where_it_fits() -> None:
    table = talking("orator", "iron-grip")
    assert table.refusal(claim("iron-grip")).code == "NO_SUCH_TRAIT"
    table.do(claim("orator"))
    assert table.refusal(claim("orator")).code == "NO_SUCH_TRAIT"


def test_txf_16_a_trait_adds_a_trump_suit() -> None:
    table = talking("sweet-talker")
    table.do(claim("sweet-talker"))
    assert table.state.attempts[0].trumps == ("He", "Ma")
    table.do(Answer(prompt=prompt("t2.card"), key="7Ma"), "9Di")
    assert table.asked() == ("t2.trump",)


def test_txf_15_who_never_busts_has_no_more_than_the_limit() -> None:
    """King 13 + Queen 12 is 25: counted as 21."""
    table = talking("pickpocket", hand=("KHe",))
    table.do(claim("pickpocket"))
    table.do(Answer(prompt=prompt("t2.card"), key="KHe"), "KDi")
    assert "counts 21 at most" in repr(TEXARKANA.view(table.state, ANA).asked[0].choices)
    decided = only(table.do(Answer(prompt=prompt("t2.trump"), key="trump"), "QDi", "2To"), AttemptDecided)[0]
    assert (decided.is_bust, decided.score.total, decided.is_success) == (False, 21, True)


def test_txd_10_without_it_the_same_is_a_bust() -> None:
    table = talking("pickpocket", hand=("KHe",))
    table.do(Answer(prompt=prompt("t2.card"), key="KHe"), "KDi")
    decided = only(table.do(Answer(prompt=prompt("t2.trump"), key="trump"), "QDi", "2To"), AttemptDecided)[0]
    assert decided.is_bust


@pytest.mark.parametrize(("is_beast", "bonus"), [(True, -2), (False, 0)])
def test_txf_14_what_hinders_counts_unasked_where_it_applies(is_beast: bool, bonus: int) -> None:
    """City-Slicker: animals. The revolver adds 1 to Ana's shot."""
    table = fight(pc(hand=("KHe",), traits=("city-slicker",)), npc(is_beast=is_beast))
    events = table.do(Shoot(actor=who("ana"), whom=who("bart")))
    assert [event.claim.trait for event in only(events, TraitClaimed)] == (["city-slicker"] if is_beast else [])
    assert table.state.attempts[0].bonus.total == 1 + bonus
    assert only(events, AttemptOpened)


def strike(table: Table) -> tuple[Event, ...]:
    return table.do(Amend(what="traits", value="strike", whom=who("ana")))


def test_txd_34_the_dealer_strikes_a_trait_before_the_card() -> None:
    table = talking("orator")
    table.do(claim("orator"))
    strike(table)
    assert table.state.attempts[0].bonus.total == 0
    assert choices(table) == ["KHe", "7Ma"]
    assert not play(table, "7Ma", "7Di", "2To").is_success


def test_txd_34_a_trump_suit_struck_before_the_card_trumps_no_more() -> None:
    table = talking("sweet-talker")
    table.do(claim("sweet-talker"))
    strike(table)
    assert table.state.attempts[0].trumps == ("He",)


def test_txd_34_once_the_card_lies_there_the_trumps_stay() -> None:
    table = talking("sweet-talker")
    table.do(claim("sweet-talker"))
    table.do(Answer(prompt=prompt("t2.card"), key="7Ma"), "9Di")
    strike(table)
    assert table.asked() == ("t2.trump",)


@pytest.mark.parametrize(("flip", "is_decisive"), [("7Di", True), ("2Di", False)])
def test_txd_34_or_afterwards_and_it_is_told_whether_that_would_have_mattered(flip: str, is_decisive: bool) -> None:
    """7 + 2 against 7 + 2 succeeds by the Trait alone; against 2 + 2 without it too."""
    table = talking("orator")
    table.do(claim("orator"))
    play(table, "7Ma", flip, "2To")
    events = strike(table)
    assert only(events, TraitsStruck)[0].is_decisive is is_decisive
    assert table["ana"].struck == {"orator"}
    assert table.refusal(Amend(what="traits", value="strike", whom=who("ana"))).code == "NO_CLAIM"


def test_txd_34_a_struck_trait_is_not_offered_again() -> None:
    table = talking("orator")
    table.do(claim("orator"))
    strike(table)
    table.do(Answer(prompt=prompt("t2.card"), key="7Ma"), "7Di", "2To")
    table.state = fight(*table.state.fighters).state
    table.do(Sundry(actor=who("ana"), what="I talk on"))
    table.do(Answer(prompt=prompt("t1.ruling"), key="test", blanks={"trumps": "He"}))
    assert not any(key.startswith("trait.") for key in choices(table))


def test_txf_14_the_dealer_adds_or_takes_two_for_the_situation() -> None:
    table = talking()
    table.do(Amend(what="edge", value="+2", whom=who("ana")))
    table.do(Amend(what="edge", value="-2", whom=who("ana")))
    assert table.state.attempts[0].bonus.total == -2
    assert table.refusal(Amend(what="edge", value="+3", whom=who("ana"))).code == "BAD_VALUE"
    assert table.refusal(Amend(what="edge", value="+1", whom=who("bea"))).code == "NO_TEST"


def test_txd_34_nobody_has_claimed_anything() -> None:
    assert talking().refusal(Amend(what="traits", value="strike", whom=who("ana"))).code == "NO_CLAIM"


# ---- Rapid Shot


AGAIN = prompt("t1.again")


def rapid(hand: tuple[str, ...] = ("KHe", "KDi", "2He", "3Cl")) -> Table:
    """Ana, who has Rapid Shot, has hit Bart with the King of Hearts."""
    table = fight(pc(hand=hand, traits=("rapid-shot",)), pc("bea", hand=("QHe",)), npc(grit=20), npc("carl"))
    table.do(Shoot(actor=who("ana"), whom=who("bart"), card="KHe"), "2Cl", "9To")
    return table


def test_txd_17_a_card_of_the_same_suit_or_value_may_be_burned() -> None:
    table = rapid()
    assert table.asked()[0] == AGAIN
    assert choices(table) == ["no", "2He", "KDi"]


def test_txd_17_the_burned_card_is_the_card_of_the_second_attack() -> None:
    """King 13 + 1 against 5: another hit; no card is drawn."""
    table = rapid()
    events = table.do(Answer(prompt=AGAIN, key="KDi"), "5Cl")
    decided = only(events, AttemptDecided)[0]
    assert (decided.score.total, decided.is_success) == (14, True)
    assert only(events, CardBurned)[0].will == 5
    assert table["bart"].grit == 14
    assert table["ana"].hand == ("2He", "3Cl", "9To")


def test_txd_17_once_an_action() -> None:
    table = rapid(hand=("KHe", "KDi", "KCl"))
    table.do(Answer(prompt=AGAIN, key="KDi"), "5Cl")
    assert not any(each.endswith(".again") for each in table.asked())
    assert table.asked() == ("turn2.bea",)


def test_txd_17_at_another_if_the_player_says_so() -> None:
    table = rapid()
    table.do(Answer(prompt=AGAIN, key="KDi", blanks={"whom": "carl"}), "5Cl")
    assert (table["bart"].grit, table["carl"].grit) == (17, 1)


def test_txd_17_other_cards_do_not_serve() -> None:
    table = rapid()
    assert table.refusal(Answer(prompt=AGAIN, key="3Cl")).code == "DOES_NOT_FIT"
    assert table.refusal(Answer(prompt=AGAIN, key="KPi")).code == "NOT_IN_HAND"


def test_txd_17_it_may_be_left() -> None:
    table = rapid()
    table.do(Answer(prompt=AGAIN, key="no"))
    assert table.asked() == ("turn2.bea",)
    table = rapid()
    table.do(GoOn(prompts=(AGAIN,)))
    assert table.asked() == ("turn2.bea",)


def test_txf_05_whether_there_is_such_a_card_nobody_else_learns() -> None:
    """It is asked all the same, and the Dealer sees no choices."""
    table = rapid(hand=("KHe", "3Cl"))
    assert table.asked()[0] == AGAIN
    assert choices(table) == ["no"]
    assert TEXARKANA.view(table.state, DEALER).asked[0].choices == ()


def test_txf_18_only_for_who_has_the_trait() -> None:
    table = fight(pc(hand=("KHe", "KDi")), pc("bea", hand=("QHe",)), npc(grit=20))
    table.do(Shoot(actor=who("ana"), whom=who("bart"), card="KHe"), "2Cl", "9To")
    assert table.asked() == ("turn2.bea",)
