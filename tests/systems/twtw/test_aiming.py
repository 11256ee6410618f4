"""Aims: held over rounds, centred anew, what they are worth, what breaks them (TW-A1 to TW-A7, TW-F2 to TW-F4)."""

from typing import Any

import pytest

from rules.core.command import Amend
from rules.systems.twtw import events as e
from rules.systems.twtw.arcs import Verdict
from rules.systems.twtw.commands import Aim, Dodge, DropProne, Fire, Move, Ready, Sundry
from rules.systems.twtw.state import Stage
from rules.systems.twtw.view import aim_notes
from tests.systems.twtw.table import Table, aiming, all_of, at, enemy, fighter, only, showing, table, who

HANK, BART, COLE = who("hank"), who("bart"), who("cole")
PLAIN = showing(4)
NEXT = [showing(4, but=[PLAIN]), showing(5), showing(3)]


def standing(held: int = 1, weapon: str = "winchester", **house: Any) -> Table:  # Any: fields of many types
    """Hank aims at Bart, ten paces north; Cole is far to the side."""
    bart = enemy("bart", at(0, 10))
    hank = fighter("hank", at(0, 0), **aiming(bart, weapon, held))
    return table(hank, bart, enemy("cole", at(10, 0)), **house)


@pytest.mark.parametrize(("held", "bonus"), [(1, 0), (2, 2), (3, 4), (5, 8)])
def test_tw_a4_accurate_counts_for_each_round_after_the_first(held: int, bonus: int) -> None:
    """Winchester: Accurate 2. No range beyond the first increment of 20, no snap."""
    events = standing(held).do(Fire(actor=HANK, whom=BART), PLAIN)
    ruled = only(events, e.AttackRuled)
    assert ruled.result.total == 4 + bonus
    assert ruled.need.total == 5


def test_tw_oq_12_a_house_may_count_the_first_round_too() -> None:
    game = standing(1, accurate_from=1)
    events = game.do(Fire(actor=HANK, whom=BART), PLAIN)
    assert only(events, e.AttackRuled).result.total == 6
    assert any("[by the house: from the first]" in line for line in game.words(events))


def test_tw_3_6_without_aim_a_shot_is_a_snap_shot() -> None:
    """TW-F3, TW-OQ-9."""
    game = table(fighter("hank", at(0, 0)), enemy("bart", at(0, 10)))
    ruled = only(game.do(Fire(actor=HANK, whom=BART), PLAIN), e.AttackRuled)
    assert ruled.need.total == 7  # 5, and 2 for a Peacemaker
    assert ruled.field is None  # TW-F3


def test_tw_f2_a_target_outside_the_field_costs_a_point_more_and_has_no_benefit_of_the_aim() -> None:
    game = standing(3)
    events = game.do(Fire(actor=HANK, whom=COLE), PLAIN)
    assert only(events, e.PointsSpent).points == 5  # 4 and 1
    ruled = only(events, e.AttackRuled)
    assert ruled.field is Verdict.OUT
    assert ruled.need.total == 8  # 5, and 3 for a Winchester from the hip
    assert ruled.result.total == 4


def test_tw_f2_another_target_inside_the_field_costs_nothing_more() -> None:
    bart = enemy("bart", at(0, 10))
    game = table(fighter("hank", at(0, 0), **aiming(bart)), bart, enemy("cole", at(2, 10)))
    events = game.do(Fire(actor=HANK, whom=COLE), PLAIN)
    assert only(events, e.PointsSpent).points == 4


def test_tw_oq_6_without_a_field_no_target_is_outside_it() -> None:
    game = table(fighter("hank", at(0, 0), in_hand="winchester"), enemy("bart", at(0, 10)), enemy("cole", at(10, 0)))
    game.do(Fire(actor=HANK, whom=BART), PLAIN)
    assert only(game.do(Fire(actor=HANK, whom=COLE), NEXT[0]), e.PointsSpent).points == 4


def test_tw_f2_aiming_at_somebody_outside_the_field_costs_a_point_too() -> None:
    assert only(standing().do(Aim(actor=HANK, whom=COLE)), e.PointsSpent).points == 4


@pytest.mark.parametrize(("switch", "points"), [("both", 5), ("aim_only", 4)])
def test_tw_f4_and_oq_7_a_target_that_left_the_field_may_be_shot_at_without_the_aim(switch: str, points: int) -> None:
    """TW-OQ-7, TW-OQ-11."""
    bart = enemy("bart", at(0, 10))
    lost = fighter("hank", at(0, 0), **aiming(bart, "winchester", 3))
    game = table(bart, lost, stage=Stage.MOVES, moved=(HANK,), acted=(BART,), out_of_arc=switch)
    events = game.do(Move(actor=BART, where="6 left of Hank"))
    assert only(events, e.AimLost).pace == 6
    assert only(events, e.AimLost).stays_trained
    events = game.do(Fire(actor=HANK, whom=BART), PLAIN)
    assert only(events, e.PointsSpent).points == points
    ruled = only(events, e.AttackRuled)
    assert "TW-F4" in ruled.rules
    assert ruled.result.total == 4  # nothing of what was held (TW-OQ-11)
    assert ruled.need.total == 5 + 3 + 1  # snap, and 6 paces of relative speed


def test_tw_a3_the_field_is_centred_in_each_declaration_and_the_aim_held_another_round() -> None:
    """TW-F5, TW-OQ-25b."""
    game = _last_of_the_round(standing())
    events = game.answer("done", PLAIN, *NEXT[:2])
    centred = only(events, e.FieldCentred)
    assert (centred.held, centred.centre) == (2, at(0, 10))
    assert game["hank"].aims_at == BART


def _last_of_the_round(game: Table) -> Table:
    """Everybody has acted but the first."""
    for _ in range(10):
        if game.asked() == ("a2.cole",):
            return game
        game.answer("done")
    raise AssertionError("Cole is the last")


def test_tw_a3_vector_5_left_declaration_and_5_more_left_keep_the_aim_though_that_is_10() -> None:
    """TW-A2."""
    bart = enemy("bart", at(0, 10))
    hank = fighter("hank", at(0, 0), **aiming(bart))
    game = table(bart, hank, stage=Stage.MOVES, moved=(HANK,), acted=(HANK, BART))
    events = game.do(Move(actor=BART, where="5 E"), showing(9), PLAIN)
    kept = only(events, e.FieldKept)
    assert kept.lies is Verdict.EDGE  # exactly half of 10
    assert only(events, e.FieldCentred).centre == at(5, 10)
    assert game.asked() == ("m3.bart",)
    events = game.do(Move(actor=BART, where="5 E"))
    game.answer("keep")
    assert game["hank"].aims_at == BART
    assert game["bart"].spot == at(10, 10)


def test_tw_a3_vector_6_at_once_lose_it() -> None:
    bart = enemy("bart", at(0, 10))
    game = table(bart, fighter("hank", at(0, 0), **aiming(bart)), stage=Stage.MOVES, moved=(HANK,))
    lost = only(game.do(Move(actor=BART, where="6 E")), e.AimLost)
    assert lost.measure == "gridless: 6 aside at range 10, beyond half of it"


def test_an_aim_that_is_lost_is_over_at_the_next_declaration() -> None:
    bart = enemy("bart", at(0, 10))
    game = table(bart, fighter("hank", at(0, 0), **aiming(bart)), stage=Stage.MOVES, moved=(HANK,), acted=(HANK, BART))
    events = game.do(Move(actor=BART, where="6 E"), PLAIN, NEXT[0])
    assert not all_of(events, e.FieldCentred)
    assert game["hank"].aim is None


def test_firing_ends_the_aim() -> None:
    game = standing()
    game.do(Fire(actor=HANK, whom=BART), PLAIN)
    assert game["hank"].aim is None


@pytest.mark.parametrize(
    "command",
    [
        Dodge(actor=HANK),
        DropProne(actor=HANK),
        Ready(actor=HANK, weapon="peacemaker"),
        Sundry(actor=HANK, what="shout"),
    ],
    ids=lambda command: type(command).__name__,
)
def test_whatever_else_one_does_breaks_the_aim(command: Dodge | DropProne | Ready | Sundry) -> None:
    """TW-A1."""
    events = standing().do(command)
    assert only(events, e.AimLost).why is e.Why.OTHER_ACT


def test_tw_oq_13d_ones_own_pace_breaks_the_aim() -> None:
    bart = enemy("bart", at(0, 10))
    game = table(fighter("hank", at(0, 0), **aiming(bart)), bart, stage=Stage.MOVES)
    assert only(game.do(Move(actor=HANK, where="1 S")), e.AimLost).why is e.Why.OWN_MOVE


@pytest.mark.parametrize(("shown", "keeps"), [(3, True), (2, False)])
def test_tw_oq_31_whoever_aims_and_is_shot_at_needs_bravery_3(shown: int, keeps: bool) -> None:
    """TW-2.33."""
    hank = fighter("hank", at(0, 0))
    bart = enemy("bart", at(0, 10), **aiming(hank))
    game = table(hank, bart)
    events = game.do(Fire(actor=HANK, whom=BART), PLAIN, showing(shown, but=[PLAIN]))
    assert only(events, e.BraveryChecked).is_under_fire
    assert (game["bart"].aims_at == HANK) is keeps


def test_tw_oq_31_is_a_switch_of_the_house() -> None:
    hank = fighter("hank", at(0, 0))
    game = table(hank, enemy("bart", at(0, 10), **aiming(hank)), shaken="never")
    assert not all_of(game.do(Fire(actor=HANK, whom=BART), PLAIN), e.BraveryChecked)


def test_an_aim_at_somebody_hidden_meanwhile_is_lost() -> None:
    game = standing()
    events = game.do(Amend(what="hidden", value="yes", whom=BART))
    assert only(events, e.AimLost).why is e.Why.TARGET_GONE


def test_one_cannot_aim_at_the_same_target_twice() -> None:
    assert standing().refusal(Aim(actor=HANK, whom=BART)).code == "AIMS_ALREADY"


def test_the_board_says_for_each_aim_with_which_pace_the_target_is_out() -> None:
    """Table 5G at range 10: 6 paces aside leave 60 degrees without a map."""
    (note,) = aim_notes(standing(2).state)
    assert note.startswith("Hank aims at Bart (Winchester '73, 60°), round 2, range 10; out at pace:")
    assert "straight left 6 or right 6" in note
