"""A target moves under an aim: who is asked before which pace, in which order, and how it goes on (TW-A5 to TW-A7)."""

from typing import Any

import pytest

from rules.core.audience import Viewer
from rules.core.command import GoOn
from rules.core.values import replace
from rules.systems.twtw import TWTW, events as e
from rules.systems.twtw.arcs import Mode, Verdict
from rules.systems.twtw.cards import cards, in_order
from rules.systems.twtw.commands import Fire, Move, Orders
from rules.systems.twtw.hexes import Spot
from rules.systems.twtw.state import Condition, Policy, Stage
from tests.systems.twtw.table import (
    JUDGE,
    Table,
    aiming,
    all_of,
    at,
    enemy,
    fighter,
    only,
    showing,
    table,
    toggling,
    who,
)

HANK, CYRIL, BART = who("hank"), who("cyril"), who("bart")
MISS = showing(1)
PLAIN = showing(4)


def stalked(mode: Mode = Mode.GRIDLESS, *, reach: int = 10, **house: Any) -> Table:  # Any: fields of many types
    """Bart, about to move, under the aims of Hank (rifle) and of Cyril beside him (handgun): both have yet to move."""
    start = Spot(reach, 0) if mode is Mode.HEX else at(0, reach)
    bart = enemy("bart", start)
    beside = Spot(-1, 1) if mode is Mode.HEX else at(0, -1)
    hank = fighter("hank", Spot(0, 0), **aiming(bart))
    cyril = fighter("cyril", beside, **aiming(bart, "peacemaker"))
    return table(bart, hank, cyril, stage=Stage.MOVES, mode=mode, **house)


def test_tw_a5_whoever_has_not_moved_is_asked_before_the_first_pace() -> None:
    game = stalked()
    game.do(Move(actor=BART, where="6 left of Hank"))
    assert game.asked() == ("w1.hank",)
    assert game["bart"].spot == at(0, 10)
    asked = TWTW.view(game.state, Viewer(combatants=frozenset({HANK}))).asked[0]
    assert [choice.key for choice in asked.choices] == ["fire", "keep"]
    assert "With pace 6 your aim would be lost (gridless)." in asked.question


def test_several_are_asked_one_after_the_other_in_the_order_of_the_stack() -> None:
    """TW-A6."""
    game = stalked()
    game.do(Move(actor=BART, where="6 left of Hank"))
    game.answer("keep")
    assert game.asked() == ("w1.cyril",)
    events = game.answer("keep")
    assert only(events, e.AimLost).who == HANK
    assert only(events, e.FieldKept).who == CYRIL
    assert game["bart"].spot == at(6, 10)  # facing Hank in the south, his left is the east
    assert game["bart"].points == 9


def test_slowest_first_turns_the_order_round_and_leaves_nobody_to_ask() -> None:
    """The slowest moves first; who comes before him in the stack has moved (TW-OQ-13)."""
    game = stalked(movement="slowest_first")
    assert game.asked() == ("m2.cyril",)
    game.answer("done")
    game.answer("done")
    events = game.do(Move(actor=BART, where="6 left of Hank"))
    assert not all_of(events, e.StopPassed)
    assert only(events, e.AimLost).who == HANK


def test_tw_oq_13b_whoever_has_moved_can_only_hold_the_aim() -> None:
    game = stalked()
    game.state = replace(game.state, moved=(HANK,))
    game.do(Move(actor=BART, where="6 left of Hank"))
    assert game.asked() == ("w1.cyril",)


def test_tw_oq_13c_firing_early_is_paid_at_once_and_is_the_action_of_the_round() -> None:
    game = stalked()
    game.do(Move(actor=BART, where="6 left of Hank"))
    events = game.answer("fire", MISS)
    assert only(events, e.PointsSpent).points == 4
    assert only(events, e.AttackRuled).need.total == 5  # aimed, nothing moved yet
    assert HANK in game.state.acted
    game.answer("keep")
    assert game["bart"].spot == at(6, 10)
    game.answer("done")  # Hank may still move
    game.answer("done")  # and Cyril
    assert game.asked() == ("a2.bart",)
    game.answer("done")
    assert game.asked() == ("a2.cyril",)


def test_a_called_shot_may_be_fired_early() -> None:
    game = stalked()
    game.do(Move(actor=BART, where="6 left of Hank"))
    ruled = only(game.answer("fire", MISS, how="head"), e.AttackRuled)
    assert ruled.called == "head"
    assert ruled.need.total == 11


def test_a_mover_shot_down_goes_no_further_and_nobody_else_is_asked() -> None:
    game = stalked()
    weak = replace(game["bart"], traits={"Fortitude": 4}, wounds=())
    game.state = replace(game.state, fighters=tuple(weak if f.id == BART else f for f in game.state.fighters))
    game.do(Move(actor=BART, where="6 left of Hank"))
    events = game.answer("fire", showing(5, part="chest"))
    assert game["bart"].condition is not Condition.UP
    assert only(events, e.MoveEnded).was_cut
    assert game["bart"].spot == at(0, 10)
    assert game["bart"].paces == 0


def test_a_mover_hit_in_the_leg_goes_as_far_as_half_his_move_allows() -> None:
    """Move 9 becomes 4: with 10 points 4 paces for 1, and 4 more for 2 each (TW-W5, TW-OQ-10)."""
    game = stalked()
    strong = replace(game["bart"], traits={"Fortitude": 8})
    game.state = replace(game.state, fighters=tuple(strong if f.id == BART else f for f in game.state.fighters))
    game.do(Move(actor=BART, where="12 left of Hank"))
    card = _leg_card()
    game.answer("fire", card)
    events = game.answer("keep")
    assert game["bart"].paces_move == 4
    assert only(events, e.MoveEnded).paces == 8
    assert game["bart"].points == 10 - (1 + 4 * 2)


def _leg_card() -> str:
    """A card that hits a leg without a bump, for a serious wound of Fortitude 8: 8 to 15 in (3)8, no second card."""
    for code in in_order(cards()):
        each = cards()[code]
        is_leg = "leg" in each.bank[each.standard]
        if is_leg and 5 <= each.caused(1, 6) <= 8 and 8 <= each.effected(3, 8) <= 15 and not each.is_increased(3, 8):
            return code
    raise AssertionError("no such card")


@pytest.mark.parametrize("policy", list(Policy))
def test_each_watcher_has_a_policy_so_that_nobody_waits_for_the_absent(policy: Policy) -> None:
    game = stalked()
    for each in (HANK, CYRIL):
        game.do(Orders(actor=each, how=policy))
    events = game.freely(Move(actor=BART, where="6 left of Hank"))
    fired = all_of(events, e.AttackRuled)
    kept = [each.who for each in all_of(events, e.StopPassed) if each.kept]
    match policy:
        case Policy.ASK:
            assert game.asked() == ("w1.hank",)
        case Policy.KEEP:
            assert kept == [HANK, CYRIL]
            assert only(events, e.AimLost).who == HANK
        case Policy.FIRE:
            assert fired[0].who == HANK
            assert not kept


def test_a_policy_is_its_owners_secret() -> None:
    game = stalked()
    events = game.do(Orders(actor=HANK, how="fire"))
    assert game.words(events) == []
    assert game.words(events, Viewer(combatants=frozenset({HANK})))
    views = [TWTW.view(game.state, viewer) for viewer in (Viewer(), Viewer(combatants=frozenset({CYRIL})))]
    game.do(Orders(actor=HANK, how="keep"))
    assert views == [TWTW.view(game.state, viewer) for viewer in (Viewer(), Viewer(combatants=frozenset({CYRIL})))]


def test_a_watcher_who_never_answers_keeps_the_aim_when_the_judge_goes_on() -> None:
    game = stalked()
    game.do(Move(actor=BART, where="6 left of Hank"))
    prompt = TWTW.prompts(game.state)[0]
    assert prompt.otherwise == "Hank keeps the aim"
    events = game.do(GoOn(prompts=(prompt.id,)))
    assert only(events, e.StopPassed).kept
    game.go_on()
    assert game["bart"].spot == at(6, 10)
    assert game["hank"].aims_at is None


def test_an_npc_who_is_not_decided_for_fires_where_the_aim_would_be_lost_and_else_keeps_it() -> None:
    hank = fighter("hank", at(0, 10))
    game = table(
        hank,
        enemy("bart", at(0, 0), **aiming(hank)),
        enemy("cole", at(0, -1), **aiming(hank, "peacemaker")),
        stage=Stage.MOVES,
    )
    game.do(Move(actor=HANK, where="6 left of Bart"))
    assert only(game.go_on(MISS), e.AttackRuled).who == BART
    assert only(game.go_on(), e.StopPassed).kept


def test_a_path_through_two_fields_loses_each_aim_with_its_own_pace() -> None:
    """Without a map at range 10 and 11: the rifle's half with pace 6, the handgun's whole range with pace 12.

    Also: TW-A7.
    """
    game = stalked(watch="before")
    game.do(Move(actor=BART, where="12 left of Hank"))
    game.answer("keep")
    events = game.answer("keep")
    lost = all_of(events, e.AimLost)
    assert [(each.who, each.pace) for each in lost] == [(HANK, 6), (CYRIL, 12)]
    assert [each.at for each in all_of(events, e.Paced)] == [6, 12]
    assert game["bart"].points == 3  # 7 action points for 12 paces at Move 9


def test_each_exit_suspends_the_move_at_the_pace_before_each_field_is_left() -> None:
    """TW-OQ-33."""
    game = stalked(watch="each_exit")
    game.do(Move(actor=BART, where="12 left of Hank"))
    assert game.asked() == ("w1.hank",)
    assert game["bart"].spot == at(5, 10)
    events = game.answer("fire", MISS)
    assert only(events, e.AttackRuled).need.parts[-1].why == "target moving"  # 5 paces of relative speed
    assert game.asked() == ("w1.cyril",)
    assert game["bart"].spot == at(11, 10)
    game.answer("keep")
    assert game["bart"].spot == at(12, 10)
    assert game["cyril"].aims_at is None


def test_each_exit_asks_nobody_whose_field_is_not_left() -> None:
    game = stalked(watch="each_exit")
    events = game.do(Move(actor=BART, where="5 left of Hank"))
    assert {each.who for each in all_of(events, e.FieldKept)} == {HANK, CYRIL}


def test_a_mover_shot_down_half_way_lies_where_he_was_hit() -> None:
    game = stalked(watch="each_exit")
    weak = replace(game["bart"], traits={"Fortitude": 4})
    game.state = replace(game.state, fighters=tuple(weak if f.id == BART else f for f in game.state.fighters))
    game.do(Move(actor=BART, where="12 left of Hank"))
    events = game.answer("fire", _deadly())
    assert game["bart"].condition is not Condition.UP
    assert game["bart"].spot == at(5, 10)
    ended = only(events, e.MoveEnded)
    assert (ended.paces, ended.was_cut) == (5, True)
    assert only(all_of(events, e.PointsSpent)[-1:], e.PointsSpent).points == 1  # five paces


def _deadly() -> str:
    """A card that hits a target moving at 5 paces (6) without a bump, mortal for Fortitude 4: 12 or more in (3)8."""
    return next(
        code
        for code in in_order(cards())
        if 6 <= cards()[code].caused(1, 6) <= 9
        and cards()[code].effected(3, 8) >= 12
        and not cards()[code].is_increased(3, 8)
    )


@pytest.mark.parametrize(
    ("mode", "where", "edge"),
    [(Mode.GRIDLESS, "5 left of Hank", at(5, 10)), (Mode.HEX, "5 circle left of Hank", Spot(5, 5))],
)
@pytest.mark.parametrize("is_yes", [True, False])
def test_tw_e2_a_target_that_stops_on_the_edge_with_the_toggle_on(
    mode: Mode, where: str, edge: Spot, is_yes: bool
) -> None:
    """TW-OQ-14, TW-OQ-15."""
    game = stalked(mode, toggle="move")
    game.do(Move(actor=BART, where=where))
    game.answer("keep")
    card = toggling(is_yes)
    events = game.answer("keep", card)
    checked = only(events, e.EdgeChecked)
    assert (checked.who, checked.card, checked.is_clear, checked.mode) == (HANK, card, is_yes, mode)
    assert (game["hank"].aims_at is None) is is_yes
    assert game["bart"].spot == edge
    assert game["cyril"].aims_at == BART


def test_tw_e6_with_the_toggle_off_the_edge_is_inside() -> None:
    game = stalked(Mode.HEX)
    game.do(Move(actor=BART, where="5 circle left of Hank"))
    game.answer("keep")
    kept = {each.who: each.lies for each in all_of(game.answer("keep"), e.FieldKept)}
    assert kept[HANK] is Verdict.EDGE


def test_tw_e1_a_house_may_have_the_border_of_60_degrees_outside() -> None:
    """TW-OQ-15b."""
    game = stalked(Mode.HEX, border="sixty_out")
    game.do(Move(actor=BART, where="5 circle left of Hank"))
    game.answer("keep")
    assert only(game.answer("keep"), e.AimLost).pace == 5


@pytest.mark.parametrize(("who_profits", "draws"), [("npcs", True), ("pcs", False)])
def test_tw_e5_arc_edges_may_be_for_some_and_not_for_others(who_profits: str, draws: bool) -> None:
    game = stalked(toggle="move", toggle_for=who_profits)
    game.do(Move(actor=BART, where="5 left of Hank"))
    game.answer("keep")
    events = game.answer("keep", *([toggling(False)] if draws else []))
    assert bool(all_of(events, e.EdgeChecked)) is draws


@pytest.mark.parametrize("is_yes", [True, False])
def test_tw_e3_the_toggle_may_be_read_as_the_shot_is_tried_and_e4_serves_for_nothing_else(is_yes: bool) -> None:
    """TW-E4."""
    game = stalked(toggle="shot")
    game.do(Move(actor=BART, where="5 left of Hank"))
    game.answer("keep")
    events = game.answer("keep")
    assert not all_of(events, e.EdgeChecked)
    game.answer("done")
    game.answer("done")
    game.answer("done")
    assert game["hank"].aims_at == BART
    card = toggling(is_yes, but=[MISS])
    events = game.do(Fire(actor=HANK, whom=BART), card, MISS)
    assert only(events, e.EdgeChecked).is_clear is is_yes
    ruled = only(events, e.AttackRuled)
    assert ruled.card == MISS
    assert ruled.need.total == (5 + 3 + 1 if is_yes else 5 + 1)  # the snap shot, and 5 paces of relative speed
    assert all_of(events, e.PointsSpent)[0].points == (5 if is_yes else 4)


def test_the_judge_sees_the_choices_of_whoever_is_away() -> None:
    game = stalked()
    game.do(Move(actor=BART, where="6 left of Hank"))
    (asked,) = TWTW.view(game.state, JUDGE).asked
    assert asked.choices
    assert TWTW.view(game.state, Viewer()).asked[0].choices == ()


def test_tw_5d_francisco_two_paces_from_the_edge() -> None:
    """R = 4: two paces reach the edge and are still inside; three lose Cyril the aim."""
    for paces, is_lost in ((2, False), (3, True)):
        game = stalked(reach=4)
        game.do(Move(actor=BART, where=f"{paces} left of Hank"))
        game.answer("keep")
        events = game.answer("keep")
        assert bool(all_of(events, e.AimLost)) is is_lost
        if not is_lost:
            kept = {each.who: each.lies for each in all_of(events, e.FieldKept)}
            assert kept[HANK] is Verdict.EDGE


TABLE_5H = [  # the move, whether (the rifle's 60, the handgun's 120) lose the aim after 6 and after 12 paces
    (Mode.GRIDLESS, "left of Hank", (True, False), (True, True)),
    (Mode.ANGLE, "left of Hank", (True, False), (True, False)),
    (Mode.HEX, "circle left of Hank", (True, False), (True, True)),
    (Mode.HEX, "straight left of Hank", (False, False), (True, False)),
    (Mode.HEX, "left and away of Hank", (False, False), (True, False)),
]


@pytest.mark.parametrize("paces", [6, 12])
@pytest.mark.parametrize(("mode", "way", "after_6", "after_12"), TABLE_5H)
def test_table_5h_by_moves_in_a_fight(
    mode: Mode, way: str, after_6: tuple[bool, bool], after_12: tuple[bool, bool], paces: int
) -> None:
    """Both watchers stand on the same spot, ten paces from Bart, and keep their aims (TW-A6, TW-F6, TW-F8)."""
    bart = enemy("bart", Spot(10, 0) if mode is Mode.HEX else at(0, 10))
    hank = fighter("hank", Spot(0, 0), policy=Policy.KEEP, **aiming(bart))
    cyril = fighter("cyril", Spot(0, 0), policy=Policy.KEEP, **aiming(bart, "peacemaker"))
    game = table(bart, hank, cyril, stage=Stage.MOVES, mode=mode)
    events = game.do(Move(actor=BART, where=f"{paces} {way}"))
    lost = {each.who for each in all_of(events, e.AimLost)}
    kept = {each.who for each in all_of(events, e.FieldKept)}
    assert (HANK in lost, CYRIL in lost) == (after_6 if paces == 6 else after_12)
    assert lost | kept == {HANK, CYRIL}
    assert all(each.mode is mode for each in all_of(events, e.AimLost))
    assert all(each.measure.startswith(mode) for each in all_of(events, e.AimLost))
