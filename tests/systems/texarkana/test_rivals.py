"""Tests of two PCs (TXD-14), both played face down; and of two NPCs (TXD-15), which the Dealer rules."""

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.combatant import Side
from rules.core.command import Answer, GoOn
from rules.systems.texarkana import TEXARKANA, policy
from rules.systems.texarkana.cards import shown
from rules.systems.texarkana.commands import Brawl, BreakGrapple, HoldGrapple, Shoot, TurnOn
from rules.systems.texarkana.events import (
    AttemptDecided,
    AttemptOpened,
    CardDrawn,
    CardsTurned,
    Disarmed,
    Grappled,
    GritLost,
    RanOut,
    WoeGained,
)
from rules.systems.texarkana.state import Fighter, House, Tier
from tests.systems.texarkana.table import DEALER, Table, fight, kinds, npc, only, pc, prompt, who

ANA = Viewer(combatants=frozenset({who("ana")}))
BEA = Viewer(combatants=frozenset({who("bea")}))
CAL = Viewer(combatants=frozenset({who("cal")}))
FISTS = TurnOn(actor=who("ana"), whom=who("bea"), weapon="fists")
ANAS, BEAS = prompt("t1.card.ana"), prompt("t1.card.bea")


def bea(**changes: object) -> Fighter:
    usual: dict[str, object] = {"hand": ("9He", "8Cl"), "weapons": (), "in_hand": ""}
    return pc("bea", **{**usual, **changes})  # type: ignore[arg-type]  # fields of several types


def brawling(*, ana: tuple[str, ...] = ("KHe", "7Cl"), other: Fighter | None = None, **changes: object) -> Table:
    """Ana goes for Bea with bare fists; Cal looks on. Both owe a card."""
    table = fight(pc(hand=ana), other or bea(), pc("cal", place="rocks", hand=("2He",)), npc(place="gully"), **changes)  # type: ignore[arg-type]  # fields of several types
    table.do(FISTS)
    return table


def test_txd_14_both_owe_a_card_and_there_is_no_difficulty() -> None:
    table = brawling()
    assert table.asked() == (ANAS, BEAS)
    attempt = table.state.attempts[0]
    assert (attempt.pc, attempt.npc, attempt.difficulty.parts) == ("ana", "bea", ())
    assert (attempt.trumps, attempt.npc_trumps) == (("Cl",), ("Cl",))


@pytest.mark.parametrize("viewer", [PUBLIC, DEALER, BEA, CAL])
def test_txd_14_a_card_lies_face_down_until_both_do(viewer: Viewer) -> None:
    table = brawling()
    said = table.words(table.do(Answer(prompt=ANAS, key="KHe")), viewer)
    text = repr((said, TEXARKANA.view(table.state, viewer), TEXARKANA.prompts(table.state)))
    assert "KHe" not in text
    assert shown("KHe") not in text
    assert said == ["Ana has laid a card face down."]
    assert table.asked() == (BEAS,)


def test_txd_14_who_answers_does_not_see_more_if_the_card_is_another() -> None:
    """Bea's view, options and refusals are the same whatever lies there."""
    seen = []
    for card in ("KHe", "7Cl"):
        table = brawling()
        table.do(Answer(prompt=ANAS, key=card))
        refusal = table.refusal(Answer(prompt=BEAS, key="2Sk"))
        seen.append((TEXARKANA.view(table.state, BEA), TEXARKANA.options(table.state, who("bea"), BEA), refusal))
    assert seen[0] == seen[1]


def test_txd_14_both_turn_over_and_the_higher_score_wins() -> None:
    """King 13 against 9: Ana's fists do 1; both draw."""
    table = brawling()
    table.do(Answer(prompt=BEAS, key="9He"))
    events = table.do(Answer(prompt=ANAS, key="KHe"), "2To", "3To")
    assert only(events, CardsTurned)[0].card == "KHe"
    decided = only(events, AttemptDecided)[0]
    assert (decided.score.total, decided.opposition.total, decided.is_success) == (13, 9, True)
    assert [(event.who, event.lost) for event in only(events, GritLost)] == [("bea", 1)]
    assert [(event.who, event.card) for event in only(events, CardDrawn)] == [("ana", "2To"), ("bea", "3To")]


def test_txd_14_a_tie_goes_to_who_did_not_begin() -> None:
    table = brawling(ana=("9Di", "7Cl"), house=House(ties="pc"))
    table.do(Answer(prompt=BEAS, key="9He"))
    events = table.do(Answer(prompt=ANAS, key="9Di"), "2To", "3To")
    assert not only(events, AttemptDecided)[0].is_success
    assert only(events, GritLost)[0].who == "ana"


def test_txd_14_who_began_trumps_first_then_the_other() -> None:
    """7 + 5 = 12 for Ana; Bea's 8 + 9 = 17 wins."""
    table = brawling()
    table.do(Answer(prompt=ANAS, key="7Cl"))
    table.do(Answer(prompt=BEAS, key="8Cl"))
    assert table.asked() == ("t1.trump.ana",)
    table.do(Answer(prompt=prompt("t1.trump.ana"), key="trump"), "5Di")
    assert table.asked() == ("t1.trump.bea",)
    assert "8 against 12" in TEXARKANA.view(table.state, BEA).asked[0].question
    events = table.do(Answer(prompt=prompt("t1.trump.bea"), key="trump"), "9Di", "2To", "3To")
    decided = only(events, AttemptDecided)[0]
    assert (decided.score.total, decided.opposition.total, decided.is_success) == (12, 17, False)


def test_txd_14_who_stands_is_not_asked_again() -> None:
    table = brawling()
    table.do(Answer(prompt=ANAS, key="7Cl"))
    table.do(Answer(prompt=BEAS, key="8Cl"))
    table.do(Answer(prompt=prompt("t1.trump.ana"), key="stand"))
    assert table.asked() == ("t1.trump.bea",)
    events = table.do(Answer(prompt=prompt("t1.trump.bea"), key="stand"), "2To", "3To")
    assert not only(events, AttemptDecided)[0].is_success


def test_txd_14_a_bust_loses() -> None:
    """Jack 11 + King 13 = 24: over 21, whatever Bea has."""
    table = brawling(ana=("JCl", "7Cl"))
    table.do(Answer(prompt=ANAS, key="JCl"))
    table.do(Answer(prompt=BEAS, key="9He"))
    events = table.do(Answer(prompt=prompt("t1.trump.ana"), key="trump"), "KDi", "2To", "3To")
    decided = only(events, AttemptDecided)[0]
    assert (decided.is_bust, decided.is_success) == (True, False)
    assert only(events, GritLost)[0].who == "ana"


def test_txd_14_if_both_bust_nothing_happens() -> None:
    table = brawling(ana=("JCl", "7Cl"), other=bea(hand=("QCl", "4He")))
    table.do(Answer(prompt=ANAS, key="JCl"))
    table.do(Answer(prompt=BEAS, key="QCl"))
    table.do(Answer(prompt=prompt("t1.trump.ana"), key="trump"), "KDi")
    events = table.do(Answer(prompt=prompt("t1.trump.bea"), key="trump"), "KHo", "2To", "3To")
    assert not only(events, GritLost)
    assert not only(events, Grappled)
    assert "Both bust, nothing happens." in table.words(events)[1]
    assert len(only(events, CardDrawn)) == 2


def test_txd_14_a_skull_turned_over_is_a_woe() -> None:
    table = brawling(ana=("KSk", "7Cl"))
    table.do(Answer(prompt=ANAS, key="KSk"))
    events = table.do(Answer(prompt=BEAS, key="9He"), "2To", "3To")
    assert only(events, WoeGained)


def test_txd_14_injury_counts_for_both() -> None:
    table = fight(pc(hand=("KHe",), injury=1), bea(injury=2), pc("cal", hand=("2He",)), npc(place="gully"))
    table.do(FISTS)
    table.do(Answer(prompt=ANAS, key="KHe"))
    decided = only(table.do(Answer(prompt=BEAS, key="9He"), "2To", "3To"), AttemptDecided)[0]
    assert (decided.score.total, decided.opposition.total) == (12, 7)


def test_txd_14_shots_have_pistols_and_masks_for_trumps_and_may_run_out() -> None:
    """The revolver's +1 for Ana, cover for Bea; 3 damage. A Trump in vain empties it (TX-66b)."""
    table = fight(pc(hand=("3Pi", "2He")), bea(place="rocks", is_in_cover=True), npc(place="gully"))
    attempt = only(table.do(TurnOn(actor=who("ana"), whom=who("bea"), weapon="revolver")), AttemptOpened)[0].attempt
    assert (attempt.trumps, attempt.npc_trumps) == (("Pi",), ("Ma",))
    assert (attempt.bonus.total, attempt.difficulty.total) == (1, 2)
    table.do(Answer(prompt=ANAS, key="3Pi"))
    table.do(Answer(prompt=BEAS, key="9He"))
    events = table.do(Answer(prompt=prompt("t1.trump.ana"), key="trump"), "2Di", "2To", "3To")
    assert only(events, RanOut)
    assert not only(events, GritLost)


def test_tx_51_in_the_same_zone_a_pistol_is_fired_point_blank() -> None:
    table = fight(pc(hand=("3Pi",)), bea(), npc(place="gully"))
    table.do(TurnOn(actor=who("ana"), whom=who("bea"), weapon="revolver"))
    assert table.state.attempts[0].stakes.__struct_config__.tag == "brawl"
    assert table.state.attempts[0].trumps == ("Cl",)


def test_txd_14_nobody_does_so_by_mistake() -> None:
    """The usual acts are against enemies."""
    table = fight(pc(hand=("3Pi",)), bea(place="rocks"), npc(place="gully"))
    for command in (Shoot(actor=who("ana"), whom=who("bea")), Brawl(actor=who("ana"), whom=who("bea"))):
        refusal = table.refusal(command)
        assert refusal.code == "PC_AGAINST_PC"
        assert "an act of its own" in table.say(refusal)


def test_txd_14_a_card_named_with_the_act_lies_face_down() -> None:
    table = fight(pc(hand=("KHe",)), bea(), npc(place="gully"))
    events = table.do(TurnOn(actor=who("ana"), whom=who("bea"), weapon="fists", card="KHe"))
    assert not any("King" in line for line in table.words(events))
    assert table.asked() == (BEAS,)


def test_tx_66c_who_trumped_in_vain_pays_for_it() -> None:
    """Ana has 2 + 3 = 5 against 9: she is armed, and so disarmed."""
    table = fight(pc(hand=("2Cl",)), bea(), npc(place="gully"), tier=Tier.ANY)
    table.do(TurnOn(actor=who("ana"), whom=who("bea"), weapon="revolver-grip"))
    table.do(Answer(prompt=ANAS, key="2Cl"))
    table.do(Answer(prompt=BEAS, key="9He"))
    events = table.do(Answer(prompt=prompt("t1.trump.ana"), key="trump"), "3Di", "2To", "3To")
    assert only(events, Disarmed)[0].who == "ana"


def test_tx_38_39_a_grapple_between_two_pcs_stays_until_it_is_broken() -> None:
    table = fight(pc(hand=("KHe", "2He")), bea(), npc(place="gully"))
    table.do(TurnOn(actor=who("ana"), whom=who("bea"), weapon="fists", how="grapple"))
    table.do(Answer(prompt=ANAS, key="KHe"))
    events = table.do(Answer(prompt=BEAS, key="9He"), "2To", "3To")
    assert only(events, Grappled)
    assert table.state.held_by(who("ana")) == "bea"
    table.do(BreakGrapple(actor=who("bea")))
    assert table.asked() == ("t2.card.bea", "t2.card.ana")
    table.do(Answer(prompt=prompt("t2.card.bea"), key="8Cl"))
    table.do(Answer(prompt=prompt("t2.card.ana"), key="2He"))
    table.do(Answer(prompt=prompt("t2.trump.bea"), key="stand"), "4To", "5To")
    assert table.state.held_by(who("ana")) is None


def test_tx_39_the_holder_of_a_pc_works_on_the_hold() -> None:
    table = fight(pc(hand=("KHe",)), bea(), npc(place="gully"), grapples=(("ana", "bea"),))
    table.do(HoldGrapple(actor=who("ana")))
    assert table.asked() == (ANAS, BEAS)


def test_txd_14_by_default_the_best_cards_are_played() -> None:
    table = brawling()
    table.do(GoOn(prompts=(ANAS,)))
    assert table["ana"].hand != ("KHe", "7Cl")
    assert table.asked() == (BEAS,)


def test_txd_14_it_is_offered_as_an_act_of_its_own() -> None:
    table = fight(pc(hand=("KHe",)), bea(place="rocks"), npc(place="gully"))
    option = next(each for each in TEXARKANA.options(table.state, who("ana"), ANA) if each.kind == "turn-on")
    assert [choice.key for choice in option.slots[0].choices] == ["bea"]
    brawl = next(each for each in TEXARKANA.options(table.state, who("ana"), ANA) if each.kind == "brawl")
    assert brawl.why_not is not None
    table.do(TurnOn(actor=who("ana"), whom=who("bea")))
    assert table.state.attempts[0].stakes.__struct_config__.tag == "shot"
    table = fight(pc(hand=("KHe",)), bea(place="rocks"), npc(place="gully"))
    table.do(TurnOn(actor=who("ana"), whom=who("bea"), weapon="fists"))
    assert (table["ana"].place, table.state.attempts[0].stakes.__struct_config__.tag) == ("rocks", "brawl")
    assert table.refusal(TurnOn(actor=who("bea"), whom=who("bart"))).code == "NOT_A_PC"


def test_tx_20_the_others_wait_until_two_are_done_with_one_another() -> None:
    table = brawling()
    assert table.refusal(Shoot(actor=who("cal"), whom=who("bart"))).code == "BUSY"


# ---- two NPCs


def clashing(**changes: object) -> Table:
    """Bart shoots at Carl, who helps the Posse: Bart's Pistols 2 and revolver 1, Carl's Masks 1."""
    table = fight(
        pc(place="gully"),
        npc(ratings={"Pi": 2, "Cl": 0}),
        npc("carl", place="road", side=Side.POSSE, ratings={"Ma": 1}),
        npc("dan"),
        phase="enemy",
    )
    table.do(Shoot(actor=who("bart"), whom=who("carl")))
    return table


CLASH = prompt("t1.clash")


def test_txd_15_the_dealer_is_asked_and_nobody_plays_cards() -> None:
    table = clashing()
    assert CLASH in table.asked()
    owed = next(each for each in TEXARKANA.view(table.state, DEALER).asked if each.id == CLASH)
    assert (owed.is_mine, [choice.key for choice in owed.choices]) == (True, ["flip", "bart", "carl", "nothing"])
    assert not next(each for each in TEXARKANA.view(table.state, ANA).asked if each.id == CLASH).is_mine


def test_txd_15_each_side_flips_and_adds_its_rating() -> None:
    """5 + 2 + 1 = 8 against 6 + 1 = 7: a hit for 3."""
    table = clashing()
    events = table.do(Answer(prompt=CLASH, key="flip"), "5He", "6He")
    decided = only(events, AttemptDecided)[0]
    assert (decided.score.total, decided.opposition.total, decided.is_success) == (8, 7, True)
    assert [(event.who, event.lost) for event in only(events, GritLost)] == [("carl", 3)]
    assert not only(events, CardDrawn)


def test_txd_15_a_tie_goes_to_the_one_attacked() -> None:
    table = clashing()
    events = table.do(Answer(prompt=CLASH, key="flip"), "5He", "7He")
    assert not only(events, AttemptDecided)[0].is_success
    assert not only(events, GritLost)


def test_txd_15_by_default_cards_are_flipped() -> None:
    table = clashing()
    assert "AttemptDecided" in kinds(table.do(GoOn(prompts=(CLASH,)), "5He", "6He"))


@pytest.mark.parametrize(("key", "hurt"), [("bart", ["carl"]), ("carl", []), ("nothing", [])])
def test_txd_15_or_he_rules_without_cards(key: str, hurt: list[str]) -> None:
    table = clashing()
    events = table.do(Answer(prompt=CLASH, key=key))
    assert [event.who for event in only(events, GritLost)] == hurt
    assert not table.state.attempts


def test_txd_15_a_brawl_of_two_npcs_hurts_whoever_loses() -> None:
    """Clubs 0 + revolver fired point-blank 1 + 3 = 4, against 9 + 0 of Carl's fists: Bart loses 1."""
    table = fight(
        pc(place="gully"),
        npc(place="road"),
        npc("carl", place="road", side=Side.POSSE, weapons=(), in_hand=""),
        phase="enemy",
    )
    table.do(Brawl(actor=who("bart"), whom=who("carl"), weapon="revolver"))
    events = table.do(Answer(prompt=CLASH, key="flip"), "3He", "9He")
    assert [(event.who, event.lost) for event in only(events, GritLost)] == [("bart", 1)]


def test_txd_15_ratings_stay_secret() -> None:
    table = clashing()
    said = table.words(table.do(Answer(prompt=CLASH, key="flip"), "5He", "6He"))
    line = next(each for each in said if "hits" in each)
    assert line == "Bart hits Carl (revolver). Bart: 5 + the Dealer's secret against 6 + the Dealer's secret."


def test_tx_24_nobody_attacks_an_npc_whom_the_players_do_not_see() -> None:
    """It would tell them that he is there."""
    table = fight(pc(place="gully"), npc(), npc("carl", side=Side.POSSE, is_hidden=True), phase="enemy")
    assert table.refusal(Brawl(actor=who("bart"), whom=who("carl"))).code == "HIDDEN"
    assert "carl" not in repr(policy.suggest(table.state, table["bart"]))


def test_txd_15_suggested_acts_are_against_other_npcs_too() -> None:
    table = fight(pc(place="gully"), npc(), npc("carl", place="road", side=Side.POSSE), phase="enemy")
    suggested = policy.suggest(table.state, table["bart"])
    assert suggested == Shoot(actor=who("bart"), whom=who("carl"))
