"""Wounds, concussion, hands and legs, hand to hand, posture, weapons handled (TW-W1 to TW-W8, TW-3E, TW-2C, TW-4B)."""

from typing import Any

import pytest

from rules.core.draft import Draft
from rules.core.values import replace
from rules.systems.twtw import events as e
from rules.systems.twtw.apply import apply
from rules.systems.twtw.apply.changes import wounds_of
from rules.systems.twtw.cards import card, cards, in_order
from rules.systems.twtw.commands import (
    Dodge,
    DropProne,
    Duck,
    Emerge,
    Fire,
    Ready,
    Reload,
    Stand,
    Strike,
    Sundry,
)
from rules.systems.twtw.harm import concuss, wound
from rules.systems.twtw.state import Condition, Landmark, Stage
from rules.systems.twtw.wounds import Level, level_of
from tests.systems.twtw.table import Table, aiming, all_of, at, calamity, enemy, fighter, only, showing, table, who

HANK, BART = who("hank"), who("bart")


@pytest.mark.parametrize(
    ("damage", "fortitude", "level"),
    [
        (0, 6, Level.NONE),
        (1, 6, Level.LIGHT),
        (5, 6, Level.LIGHT),
        (6, 6, Level.SERIOUS),
        (11, 6, Level.SERIOUS),
        (12, 6, Level.CRITICAL),
        (17, 6, Level.CRITICAL),
        (18, 6, Level.MORTAL),
        (12, 12, Level.SERIOUS),
    ],
)
def test_tw_w3_the_level_of_a_wound(damage: int, fortitude: int, level: Level) -> None:
    """TW-3.33."""
    assert level_of(damage, fortitude) is level


def hurt(location: str, damage: int, **changes: Any) -> Table:  # Any: fields of many types
    """Hank, with Fortitude 6, after a wound of so much damage there."""
    game = table(fighter("hank", at(0, 0), **changes), enemy("bart", at(0, 10)))
    draft = Draft(game.state, apply)
    wound(draft, HANK, location, damage)
    game.state = draft.state
    return game


@pytest.mark.parametrize(
    ("location", "damage", "condition"),
    [
        ("chest", 5, Condition.UP),
        ("chest", 12, Condition.UP),
        ("chest", 18, Condition.DEAD),
        ("belly", 18, Condition.DEAD),
        ("head", 11, Condition.UP),
        ("head", 12, Condition.OUT),
        ("eye", 12, Condition.OUT),
        ("heart", 12, Condition.OUT),
        ("heart", 18, Condition.DEAD),
        ("left-leg", 12, Condition.UP),
        ("left-leg", 18, Condition.DYING),
        ("right-arm", 18, Condition.DYING),
    ],
)
def test_tw_w5_and_w6_what_one_wound_makes_of_somebody(location: str, damage: int, condition: Condition) -> None:
    assert hurt(location, damage)["hank"].condition is condition


def test_tw_w6_levels_of_5_in_all_put_out_of_action() -> None:
    game = hurt("chest", 12)  # 3
    draft = Draft(game.state, apply)
    wound(draft, HANK, "belly", 5)  # 4
    assert draft.state.fighter(HANK).is_up
    wound(draft, HANK, "belly", 1)  # 5
    assert draft.state.fighter(HANK).condition is Condition.OUT


@pytest.mark.parametrize(("location", "damage", "move"), [("left-leg", 6, 4), ("right-foot", 6, 4), ("left-leg", 5, 9)])
def test_tw_w5_a_serious_wound_of_the_leg_halves_move(location: str, damage: int, move: int) -> None:
    assert hurt(location, damage)["hank"].paces_move == move


@pytest.mark.parametrize(
    ("weapon", "location", "is_dropped"),
    [
        ("peacemaker", "right-arm", True),
        ("peacemaker", "right-hand", True),
        ("peacemaker", "left-arm", False),
        ("winchester", "left-hand", True),
    ],
)
def test_tw_w5_a_serious_wound_of_arm_or_hand_drops_what_it_held(weapon: str, location: str, is_dropped: bool) -> None:
    game = hurt(location, 6, in_hand=weapon)
    assert (game["hank"].in_hand == "") is is_dropped
    assert (weapon not in game["hank"].weapons) is is_dropped


def test_tw_w5_a_useless_hand_holds_nothing_more_but_the_other_one_does() -> None:
    game = hurt("right-arm", 6)
    assert game.refusal(Ready(actor=HANK, weapon="winchester")).code == "NO_HAND"
    draft = Draft(game.state, apply)
    draft.emit(e.WeaponReadied(who=HANK, weapon="schofield"))
    wound(draft, HANK, "left-arm", 6)
    assert draft.state.fighter(HANK).in_hand == ""


def test_dropping_a_weapon_costs_the_aim() -> None:
    bart = enemy("bart", at(0, 10))
    game = hurt("right-hand", 6, **aiming(bart))
    assert game["hank"].aim is None


def test_tw_w7_impact_takes_concussion_of_which_there_is_twice_fortitude() -> None:
    """TW-3.31."""
    game = table(fighter("hank", at(0, 0)), enemy("bart", at(0, 10)))
    draft = Draft(game.state, apply)
    concuss(draft, HANK, 11)
    assert draft.state.fighter(HANK).is_up
    concuss(draft, HANK, 1)
    assert draft.state.fighter(HANK).condition is Condition.UNCONSCIOUS


def test_tw_w8_a_table_may_do_without_wounds() -> None:
    """TW-OQ-32."""
    bart = enemy("bart", at(0, 10))
    game = table(fighter("hank", at(0, 0), **aiming(bart, "peacemaker")), bart, wounds="off")
    events = _hit(game)
    assert only(events, e.Damaged).damage.total > 0
    assert game["bart"].wounds == ()


def _hit(game: Table) -> tuple[Any, ...]:  # Any: events
    code = next(
        code
        for code in in_order(cards())
        if 5 <= cards()[code].caused(1, 6) <= 8 and not cards()[code].is_increased(3, 6)
    )
    return game.do(Fire(actor=HANK, whom=BART), code)


# ---- hand to hand


def brawl(**hank: Any) -> Table:  # Any: fields of many types
    """Hank and Bart, a pace apart, bare-handed."""
    usual = {"in_hand": "", "weapons": ("knife",), **hank}
    return table(fighter("hank", at(0, 0), **usual), enemy("bart", at(0, 1), traits={"Fortitude": 12}))


def plain(*, part: str = "") -> str:
    """A card that shows 5 to 8 in (1)6: a hit without a bump."""
    return next(
        code
        for code in in_order(cards())
        if 5 <= cards()[code].caused(1, 6) <= 8
        and not any(cards()[code].is_increased(row, column) for row in (1, 2, 3, 4) for column in (4, 6, 8))
        and (not part or cards()[code].bank[cards()[code].standard] == part)
    )


def test_tw_b1_a_punch_goes_one_up_and_tw_3_30_takes_concussion_by_strength() -> None:
    """TW-3E."""
    code = plain()
    game = brawl(traits={"Strength": 8})
    events = game.do(Strike(actor=HANK, whom=BART), code)
    assert only(events, e.PointsSpent).points == 3
    assert only(events, e.HitLanded).steps.total == 1
    assert only(events, e.Damaged).damage.total == card(code).effected(1, 8)
    assert game["bart"].concussion == card(code).effected(1, 8)
    assert game["bart"].wounds == ()


def test_tw_b4_a_kick_goes_one_down_and_tw_b2_height_one_up() -> None:
    """TW-OQ-20."""
    game = brawl()
    assert only(game.do(Strike(actor=HANK, whom=BART, weapon="boot"), plain()), e.HitLanded).steps.total == -1
    game = brawl(is_above=True)
    assert only(game.do(Strike(actor=HANK, whom=BART, weapon="boot"), plain()), e.HitLanded).steps.total == 0


def test_a_knife_wounds_and_tw_4b_great_strength_bumps_its_damage() -> None:
    """TW-1.23."""
    code = plain()
    for strength, row in ((6, 2), (10, 3), (12, 4)):
        game = brawl(in_hand="knife", traits={"Strength": strength})
        events = game.do(Strike(actor=HANK, whom=BART, weapon="knife"), code)
        first = card(code).effected(2, 6)
        expected = first if row == 2 else max(card(code).effected(row, 6), first + 1)
        assert only(events, e.Damaged).damage.total == expected
        assert only(events, e.Wounded).who == BART


def test_tw_2_14_a_boxers_first_attack_costs_a_point_less() -> None:
    game = brawl(skills={"brawling": 1, "boxer": 1})
    assert only(game.do(Strike(actor=HANK, whom=BART), showing(1)), e.PointsSpent).points == 2
    assert only(game.do(Strike(actor=HANK, whom=BART), showing(2)), e.PointsSpent).points == 3


def test_nobody_is_fought_from_further_than_a_pace() -> None:
    game = table(fighter("hank", at(0, 0), in_hand=""), enemy("bart", at(0, 2)))
    refusal = game.refusal(Strike(actor=HANK, whom=BART))
    assert (refusal.code, refusal.facts["away"]) == ("TOO_FAR_TO_STRIKE", "2")


def test_one_does_not_fight_with_what_is_not_in_hand() -> None:
    assert brawl().refusal(Strike(actor=HANK, whom=BART, weapon="knife")).code == "NOT_AN_ARM"


# ---- posture


def test_tw_2c_dropping_costs_1_and_standing_up_2() -> None:
    game = table(fighter("hank", at(0, 0)), enemy("bart", at(0, 10)), stage=Stage.MOVES)
    assert only(game.do(DropProne(actor=HANK)), e.PointsSpent).points == 1
    assert game.refusal(DropProne(actor=HANK)).code == "PRONE_ALREADY"
    assert only(game.do(Stand(actor=HANK)), e.PointsSpent).points == 2
    assert game.refusal(Stand(actor=HANK)).code == "NOT_PRONE"


def test_tw_2c_ducking_behind_cover_and_coming_up_cost_1_each() -> None:
    game = table(
        fighter("hank", at(0, 0)),
        enemy("bart", at(0, 10)),
        landmarks=(Landmark(id="wall", name="Wall", spot=at(0, 1), cover="wall"),),
    )
    assert only(game.do(Duck(actor=HANK)), e.PointsSpent).points == 1
    assert (game["hank"].cover, game["hank"].is_ducked) == ("wall", True)
    assert game.refusal(Fire(actor=HANK, whom=BART)).code == "DUCKED"
    assert only(game.do(Emerge(actor=HANK)), e.PointsSpent).points == 1
    assert (game["hank"].cover, game["hank"].is_ducked) == ("wall", False)


def test_there_is_no_ducking_without_cover_near() -> None:
    game = table(fighter("hank", at(0, 0)), enemy("bart", at(0, 10)))
    assert game.refusal(Duck(actor=HANK)).code == "NO_COVER"
    assert game.refusal(Duck(actor=HANK, where="wall")).code == "NO_COVER"
    assert game.refusal(Emerge(actor=HANK)).code == "NOT_DUCKED"


def test_tw_oq_8_a_dodge_costs_2_and_is_made_once() -> None:
    game = table(fighter("hank", at(0, 0)), enemy("bart", at(0, 10)))
    assert only(game.do(Dodge(actor=HANK)), e.PointsSpent).points == 2
    assert game.refusal(Dodge(actor=HANK)).code == "DODGES_ALREADY"


# ---- things handled


def test_tw_4b_a_weapon_is_taken_in_hand_before_it_is_used() -> None:
    game = table(fighter("hank", at(0, 0), in_hand=""), enemy("bart", at(0, 10)))
    assert game.refusal(Fire(actor=HANK, whom=BART)).code == "NO_GUN"
    assert only(game.do(Ready(actor=HANK, weapon="Peacemaker")), e.PointsSpent).points == 2
    assert game["hank"].in_hand == "peacemaker"
    assert game.refusal(Ready(actor=HANK, weapon="peacemaker")).code == "IN_HAND"
    assert game.refusal(Ready(actor=HANK, weapon="cannon")).code == "NOT_CARRIED"


def test_tw_4b_cartridges_are_loaded_one_a_point() -> None:
    game = table(fighter("hank", at(0, 0), shots={"peacemaker": 2}), enemy("bart", at(0, 10)))
    events = game.do(Reload(actor=HANK))
    assert (only(events, e.Loaded).number, game["hank"].points) == (4, 6)
    assert game.refusal(Reload(actor=HANK)).code == "LOADED"


@pytest.mark.parametrize(("result", "number"), [(2, 0), (3, 1), (5, 1), (7, 2)])
def test_tw_4b_percussion_takes_a_check_of_3_for_one_chamber_and_7_for_two(result: int, number: int) -> None:
    hank = fighter("hank", at(0, 0), weapons=("walker",), in_hand="walker", shots={"walker": 0})
    game = table(hank, enemy("bart", at(0, 10)))
    events = game.do(Reload(actor=HANK), showing(result))
    assert only(events, e.LoadingTried).number == number
    assert only(events, e.PointsSpent).points == 4
    assert game["hank"].shots_left("walker") == number


def test_a_calamity_in_loading_is_the_judges_to_tell() -> None:
    hank = fighter("hank", at(0, 0), weapons=("walker",), in_hand="walker", shots={"walker": 0})
    game = table(hank, enemy("bart", at(0, 10)))
    assert only(game.do(Reload(actor=HANK), calamity()), e.CalamityNoted).who == HANK


@pytest.mark.parametrize(("how", "points"), [("", 4), ("simple", 4), ("complex", 8)])
def test_tw_2_13_other_things_cost_4_or_8_points(how: str, points: int) -> None:
    game = table(fighter("hank", at(0, 0)), enemy("bart", at(0, 10)))
    events = game.do(Sundry(actor=HANK, what="cut the rope", how=how))
    assert only(events, e.PointsSpent).points == points
    assert only(events, e.Tried).what == "cut the rope"


def test_the_fight_is_over_when_one_side_has_nobody_up() -> None:
    bart = enemy("bart", at(0, 10), traits={"Fortitude": 4}, wounds=())
    game = table(fighter("hank", at(0, 0), **aiming(bart, "peacemaker")), bart)
    game.state = replace(game.state, fighters=(game["hank"], replace(bart, concussion=0, wounds=_nearly())))
    events = _hit(game)
    assert all_of(events, e.ConditionChanged)
    assert only(events, e.Ended).winner == game["hank"].side


def _nearly() -> tuple[Any, ...]:  # Any: wounds
    return wounds_of(4)
