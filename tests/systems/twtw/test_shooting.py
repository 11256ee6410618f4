"""Shots: target numbers with all their parts, called shots, bumps, locations, cover, damage (TW-3, TW-C, TW-B)."""

from typing import Any

import pytest

from rules.core.audience import Viewer
from rules.core.command import Amend
from rules.core.event import Event
from rules.core.values import replace
from rules.systems.twtw import events as e
from rules.systems.twtw.apply.changes import wounds_of
from rules.systems.twtw.arcs import Mode
from rules.systems.twtw.called_shots import penalty, require_spot, spots
from rules.systems.twtw.cards import card, cards, in_order
from rules.systems.twtw.checks import bumps
from rules.systems.twtw.commands import Fire
from rules.systems.twtw.ground import increments, is_within, paces
from rules.systems.twtw.hexes import Spot
from rules.systems.twtw.locations import mandatory, moved
from rules.systems.twtw.shooting import need_to_hit
from rules.systems.twtw.state import Attack
from rules.systems.twtw.weapons import gun
from tests.systems.twtw.table import (
    JUDGE,
    Table,
    aiming,
    all_of,
    at,
    calamity,
    enemy,
    fighter,
    only,
    showing,
    table,
    who,
)

HANK, BART = who("hank"), who("bart")
BANK = ("head", "chest", "belly", "left-leg")  # made up for the test, standard belly


@pytest.mark.parametrize(("away", "expected"), [(1, 1), (10, 1), (11, 2), (20, 2), (21, 3), (30, 3), (31, 4)])
def test_tw_3_3_range_counts_in_increments_begun(away: int, expected: int) -> None:
    assert increments(Mode.GRIDLESS, at(0, 0), at(0, away), 10) == expected
    assert increments(Mode.HEX, Spot(0, 0), Spot(away, 0), 10) == expected


def test_tw_3_3_a_hair_beyond_the_increment_is_the_next_one() -> None:
    assert increments(Mode.ANGLE, Spot(0, 0), Spot(1, 10_000), 10) == 2
    assert increments(Mode.ANGLE, Spot(0, 0), Spot(6_000, 8_000), 10) == 1


def test_distances_in_paces_are_to_the_nearest_and_limits_exact() -> None:
    """TW-2.20, TW-2.22."""
    assert paces(Mode.ANGLE, Spot(0, 0), Spot(1_000, 10_000)) == 10
    assert paces(Mode.ANGLE, Spot(0, 0), Spot(0, 1_499)) == 1
    assert paces(Mode.ANGLE, Spot(0, 0), Spot(0, 1_500)) == 2
    assert is_within(Mode.ANGLE, Spot(0, 0), Spot(600, 800), 1)
    assert not is_within(Mode.ANGLE, Spot(0, 0), Spot(600, 801), 1)


@pytest.mark.parametrize(
    ("spot", "adds"),
    [
        ("torso", 2),
        ("left leg", 4),
        ("legs", 4),
        ("arm", 4),
        ("eyeball", 10),
        ("feet", 6),
        ("right arm", 4),
        ("head", 6),
        ("left hand", 6),
        ("right foot", 6),
        ("eye", 10),
        ("heart", 10),
        ("neck", 6),
        ("", 0),
    ],
)
def test_tw_c1_a_called_shot_raises_the_target_number(spot: str, adds: int) -> None:
    """TW-OQ-22, TW-OQ-23."""
    part = penalty(require_spot(spot))
    assert (part.value if part else 0) == adds


def test_tw_c4_range_comes_on_top_of_a_called_shot() -> None:
    """Head with a Schofield: 11 at 10 paces, 12 at 11 to 20."""
    weapon = gun("schofield")
    assert weapon is not None
    for away, need in ((10, 11), (11, 12), (20, 12), (21, 13)):
        game = table(fighter("hank", at(0, 0)), enemy("bart", at(0, away)))
        found = need_to_hit(game.state, game["hank"], game["bart"], weapon, "head", is_aimed=True)
        assert found.total == need


@pytest.mark.parametrize(
    ("result", "need", "expected"),
    [(5, 5, 0), (8, 5, 0), (9, 5, 1), (13, 5, 2), (17, 5, 3), (14, 11, 0), (15, 11, 1), (4, 5, 0)],
)
def test_tw_1_20_and_c3_bumps_count_from_the_adjusted_target_number(result: int, need: int, expected: int) -> None:
    """TW-C3."""
    assert bumps(result, need) == expected


@pytest.mark.parametrize(
    ("what", "up", "location"),
    [
        ({"attribute": "punch"}, 1, "chest"),
        ({"attribute": "punch", "has_height": True}, 2, "head"),
        ({"attribute": "kick"}, -1, "left-leg"),
        ({"attribute": "kick", "has_height": True}, 0, "belly"),
        ({"is_point_blank": True}, 1, "chest"),
        ({"is_point_blank": True, "ruling": "down"}, -1, "left-leg"),
        ({"is_point_blank": True, "ruling": "drop"}, 0, "belly"),
        ({}, 0, "belly"),
    ],
)
def test_tw_b1_to_b6_mandatory_steps(what: dict[str, Any], up: int, location: str) -> None:
    """TW-B2, TW-B4, TW-OQ-16."""
    steps = mandatory(**what)
    assert steps.total == up
    assert moved(BANK, 2, steps.total) == location


@pytest.mark.parametrize(("wraps", "location"), [(False, "left-leg"), (True, "head")])
def test_tw_oq_17_the_end_of_the_bank(wraps: bool, location: str) -> None:
    assert moved(BANK, 2, -2, does_wrap=wraps) == location


def duel(away: int = 10, **changes: Any) -> Table:  # Any: fields of many types
    """Hank, who aims with a Peacemaker, and Bart."""
    bart = enemy("bart", at(0, away), traits={"Fortitude": 12})
    hank = fighter("hank", at(0, 0), **{**aiming(bart, "peacemaker"), **changes})
    return table(hank, bart)


def code_in(part: str = "") -> str:
    """A card with this standard location, without a second card under d6, and no calamity."""
    for code in in_order(cards()):
        each = cards()[code]
        is_plain = not any(each.is_increased(row, 6) for row in range(1, 8))
        if is_plain and each.caused(1, 6) > 0 and (not part or each.bank[each.standard] == part):
            return code
    raise AssertionError("no such card")


def shoot(game: Table, value: int, code: str, how: str = "") -> tuple[Event, ...]:
    """Hank shoots at Bart with this card; the Judge's modifier makes this its result."""
    modifier = value - card(code).caused(1, 6)
    game.state = replace(
        game.state, fighters=tuple(replace(f, modifier=modifier) if f.id == HANK else f for f in game.state.fighters)
    )
    return game.do(Fire(actor=HANK, whom=BART, how=how), code)


@pytest.mark.parametrize(
    ("changes", "adds"),
    [
        ({"paces": 3}, 1),  # walking
        ({"paces": 10}, 4),  # running: beyond Move 9
        ({"is_mounted": True}, 2),
        ({"aim": None}, 2),  # snap
    ],
)
def test_tw_3_4_modifiers_of_the_firer(changes: dict[str, Any], adds: int) -> None:
    events = duel(**changes).do(Fire(actor=HANK, whom=BART), showing(1))
    assert only(events, e.AttackRuled).need.total == 5 + adds


@pytest.mark.parametrize(("went", "adds"), [(4, 0), (5, 1), (9, 1), (10, 2), (12, 2)])
def test_tw_3_4_a_moving_target_is_harder_by_1_for_each_5_paces(went: int, adds: int) -> None:
    game = duel()
    game.state = replace(
        game.state,
        fighters=tuple(replace(f, began_at=at(-went, 10)) if f.id == BART else f for f in game.state.fighters),
    )
    events = game.do(Fire(actor=HANK, whom=BART), showing(1))
    assert only(events, e.AttackRuled).need.total == 5 + adds


def test_tw_oq_8_a_dodge_makes_it_harder_by_2_until_the_next_turn() -> None:
    """TW-2.30, TW-2.31."""
    game = duel()
    game.state = replace(
        game.state, fighters=tuple(replace(f, dodged_in=2) if f.id == BART else f for f in game.state.fighters)
    )
    assert only(game.do(Fire(actor=HANK, whom=BART), showing(1)), e.AttackRuled).need.total == 7


def test_equality_hits_and_a_calamity_never_does() -> None:
    """TW-1.1, TW-1.3, TW-1.4."""
    assert only(shoot(duel(), 5, code_in()), e.AttackRuled).is_hit
    events = duel().do(Fire(actor=HANK, whom=BART), calamity())
    assert not only(events, e.AttackRuled).is_hit
    assert only(events, e.CalamityNoted).who == HANK


def test_tw_1_7_only_the_cell_of_ones_own_level_makes_a_calamity() -> None:
    """With two rows a critical failure in the first one counts nothing, and the second is read.

    Also: TW-1.6, TW-1.8, TW-1.10.
    """
    code = next(
        code for code in in_order(cards()) if cards()[code].caused(1, 6) == 0 and cards()[code].caused(2, 6) > 0
    )
    events = duel(skills={"handgun": 2}).do(Fire(actor=HANK, whom=BART), code)
    ruled = only(events, e.AttackRuled)
    assert not ruled.is_calamity
    assert ruled.result.total == card(code).caused(2, 6)


def test_tw_1_11_untrained_reads_the_d4_column_with_the_rows_of_the_trait() -> None:
    code = showing(3, 4, 2)
    events = duel(skills={}, trait_skills={"Coordination": 2}, traits={"Coordination": 12}).do(
        Fire(actor=HANK, whom=BART), code
    )
    assert only(events, e.AttackRuled).result.total == 3


def test_tw_1_13_a_speciality_brings_a_bump_besides() -> None:
    game = duel(specialities=("peacemaker",))
    ruled = only(shoot(game, 5, code_in()), e.AttackRuled)
    assert ruled.bumps == 1
    assert ", 1 of them for being best with the Peacemaker." in game.words([ruled])[0]


def test_tw_w4_wounds_lower_the_result_by_6_at_most() -> None:
    for levels, result in ((2, 3), (9, -1)):
        events = duel(wounds=wounds_of(levels)).do(Fire(actor=HANK, whom=BART), showing(5))
        assert only(events, e.AttackRuled).result.total == result


def test_tw_1_21_bumps_are_spent_by_choice_and_on_damage_by_default() -> None:
    """TW-1.22, TW-3B, TW-B7, TW-W1."""
    game = duel()
    code = code_in("belly")
    shoot(game, 9, code)
    assert game.asked() == ("h1.b1",)
    bank, standard = card(code).bank, card(code).standard
    events = game.answer("up")
    landed = only(events, e.HitLanded)
    assert landed.location == bank[standard - 1]
    assert only(events, e.Damaged).damage.total == card(code).effected(3, 6)

    again = duel()
    shoot(again, 9, code)
    events = again.go_on()
    assert only(events, e.HitLanded).location == bank[standard]
    four, three = card(code).effected(4, 6), card(code).effected(3, 6)
    assert only(events, e.Damaged).damage.parts[0].value == max(four, three + 1)  # TW-1.43


def test_several_bumps_may_all_go_into_damage_at_once() -> None:
    game, code = duel(), code_in("chest")
    shoot(game, 14, code)
    assert game.asked() == ("h1.b2",)
    events = game.answer("all")
    assert only(events, e.Damaged).damage.total == max(card(code).effected(5, 6), card(code).effected(3, 6) + 1)


def test_tw_b3_and_oq_21_point_blank_moves_the_location_up_and_nobody_may_decline() -> None:
    """TW-3.5, TW-B5, TW-OQ-21."""
    code = code_in("belly")
    events = shoot(duel(away=1), 5, code)
    landed = only(events, e.HitLanded)
    assert landed.steps.total == 1
    assert landed.location == card(code).bank[card(code).standard - 1]
    assert "TW-B3" in landed.rules


def test_tw_b6_the_judge_changes_or_waives_it_for_one_attack() -> None:
    game = duel(away=1)
    game.do(Amend(what="bump", value="down", whom=HANK))
    events = shoot(game, 5, code_in("belly"))
    assert only(events, e.HitLanded).steps.total == -1
    assert game["hank"].bump_ruling == "as-ruled"


def test_the_judges_modifier_serves_for_one_attack() -> None:
    """TW-1.2."""
    game = duel()
    game.do(Amend(what="modifier", value="-2", whom=HANK))
    assert only(game.do(Fire(actor=HANK, whom=BART), showing(5)), e.AttackRuled).result.total == 3
    assert game["hank"].modifier == 0


@pytest.mark.parametrize(("switch", "location"), [("no", "left-leg"), ("yes", "chest")])
def test_tw_oq_18_a_called_spot_stands_unless_the_house_moves_it(switch: str, location: str) -> None:
    """Point-blank at the left leg with a belly card: the chest is the spot above the standard one in its bank."""
    bart = enemy("bart", at(0, 1), traits={"Fortitude": 12})
    game = table(fighter("hank", at(0, 0), **aiming(bart, "peacemaker")), bart, called_bumps=switch)
    code = next(
        code
        for code in in_order(cards())
        if cards()[code].bank[cards()[code].standard - 1] == "chest"
        and cards()[code].standard
        and cards()[code].caused(1, 6)
        and not cards()[code].is_increased(3, 6)
    )
    assert only(shoot(game, 9, code, how="left leg"), e.HitLanded).location == location


def test_tw_oq_19_a_called_shot_that_misses_its_own_number_misses() -> None:
    assert not only(shoot(duel(), 10, code_in(), how="head"), e.AttackRuled).is_hit


def test_a_spot_that_cannot_be_called_is_refused_with_those_that_can() -> None:
    """TW-C2."""
    refusal = duel().refusal(Fire(actor=HANK, whom=BART, how="hat"))
    assert refusal.code == "NO_SUCH_SPOT"
    assert "heart" in refusal.hint
    assert set(spots()) >= {"torso", "heart", "eye", "left-foot"}


# ---- cover, damage


def behind(kind: str = "wall", *, is_ducked: bool = False) -> Table:
    game = duel()
    covered = replace(game["bart"], cover=kind, is_ducked=is_ducked)
    game.state = replace(game.state, fighters=tuple(covered if f.id == BART else f for f in game.state.fighters))
    return game


@pytest.mark.parametrize(("where", "outcome", "row"), [("belly", "reduced", 1), ("chest", "through", 3)])
def test_tw_3_22_cover_counts_where_it_covers(where: str, outcome: str, row: int) -> None:
    """A wall covers the belly and not the chest: its protection of 2 makes (3)6 into (1)6."""
    code = code_in(where)
    events = shoot(behind(), 5, code)
    assert only(events, e.HitLanded).outcome == outcome
    assert only(events, e.Damaged).damage.total == card(code).effected(row, 6)


def test_whoever_ducks_is_covered_altogether() -> None:
    events = shoot(behind(is_ducked=True), 5, code_in("chest"))
    assert only(events, e.HitLanded).outcome == "reduced"


def test_tw_1_21_a_bump_may_go_through_the_cover() -> None:
    game = behind("barrel")
    code = code_in("belly")
    shoot(game, 9, code)
    events = game.answer("pierce")
    assert only(events, e.HitLanded).outcome == "through"
    assert only(events, e.Damaged).damage.total == card(code).effected(3, 6)


def test_tw_3_20_cover_that_takes_every_row_stops_the_shot() -> None:
    """A weapon of one row behind a wall of two.

    Also: TW-3.21.
    """
    game = behind()
    code = code_in("belly")
    attack = Attack(id="h1", attacker=HANK, target=BART, weapon="peacemaker", card=code, bumps=1, row=1, column=6)
    game.state = replace(game.state, attack=attack)
    events = game.answer("damage")
    assert only(events, e.HitLanded).outcome == "stopped"
    assert not all_of(events, e.Damaged)


def test_tw_1_44_the_worked_card_39() -> None:
    """Card 39, left arm: (3)6 is 18. Behind something that takes one row: 11, and a second card of at most 6.

    Also: TW-1.43.
    """
    bart = enemy("bart", at(0, 10), traits={"Fortitude": 12}, cover="barrel", is_ducked=True)
    hank = fighter("hank", at(0, 0), **aiming(bart, "peacemaker"), skills={"handgun": 5}, traits={"Coordination": 12})
    game = table(hank, bart)
    value = max(card("39").caused(row, 12) for row in range(1, 6))
    game.state = replace(game.state, fighters=(replace(hank, modifier=5 - value), game["bart"]))
    second = next(code for code in in_order(cards()) if cards()[code].effected(1, 6) == 6)
    events = game.do(Fire(actor=HANK, whom=BART), "39", second)
    assert only(events, e.HitLanded).location == "left-arm"
    damage = only(events, e.Damaged).damage
    assert [part.value for part in damage.parts] == [11, 6]
    assert damage.total == 17


def test_tw_1_42_some_damage_asks_for_a_second_card() -> None:
    code = next(code for code in in_order(cards()) if cards()[code].is_increased(3, 6) and cards()[code].caused(1, 6))
    second = next(each for each in in_order(cards()) if each != code and cards()[each].effected(1, 6) == 4)
    game = duel()
    game.state = replace(
        game.state, fighters=(replace(game["hank"], modifier=5 - card(code).caused(1, 6)), game["bart"])
    )
    events = game.do(Fire(actor=HANK, whom=BART), code, second)
    assert only(events, e.Damaged).damage.total == card(code).effected(3, 6) + 4


def test_tw_3_8_a_miss_is_noted_for_the_judge_if_somebody_is_near() -> None:
    bart = enemy("bart", at(0, 10))
    game = table(fighter("hank", at(0, 0), **aiming(bart, "peacemaker")), bart, fighter("cyril", at(1, 10)))
    events = game.do(Fire(actor=HANK, whom=BART), showing(1))
    stray = only(events, e.StrayShot)
    assert stray.near == (who("cyril"),)
    assert not [line for line in game.words([stray], Viewer()) if line]
    assert game.words([stray], JUDGE)


def test_tw_4b_scatter_always_strays_and_loses_a_die_type_every_two_increments() -> None:
    """TW-4C."""
    bart = enemy("bart", at(0, 15), traits={"Fortitude": 12})
    hank = fighter("hank", at(0, 0), weapons=("scattergun",), shots={"scattergun": 2}, **aiming(bart, "scattergun"))
    game = table(hank, bart)
    code = next(
        code
        for code in in_order(cards())
        if 7 <= cards()[code].caused(1, 6) <= 10 and not cards()[code].is_increased(4, 6)
    )
    events = game.do(Fire(actor=HANK, whom=BART), code)
    assert only(events, e.AttackRuled).need.total == 7  # 15 paces at an increment of 5
    assert only(events, e.StrayShot).number == 3
    assert only(events, e.Damaged).damage.total == card(code).effected(4, 6)  # d8, one die type less


def test_shots_run_out() -> None:
    game = duel(shots={"peacemaker": 1})
    game.do(Fire(actor=HANK, whom=BART), showing(1))
    assert game.refusal(Fire(actor=HANK, whom=BART)).code == "NO_SHOTS"


def test_firing_costs_what_the_weapon_says_and_not_more_than_there_is() -> None:
    """TW-2.12."""
    game = duel(points=2)
    refusal = game.refusal(Fire(actor=HANK, whom=BART))
    assert (refusal.code, refusal.facts["cost"], refusal.facts["left"]) == ("TOO_FEW_POINTS", "3", "2")


def test_every_number_of_an_attack_has_its_rule() -> None:
    """TW-3.1, TW-3.2, TW-OQ-30."""
    events = duel(away=25, paces=3).do(Fire(actor=HANK, whom=BART, how="head"), showing(1))
    ruled = only(events, e.AttackRuled)
    assert [(part.value, part.rule) for part in ruled.need.parts] == [
        (5, "TW-3.2"),
        (2, "TW-3.3"),
        (6, "TW-C1"),
        (1, "TW-3.4"),
    ]
    assert all_of(events, e.RoundFired)


@pytest.mark.parametrize("is_yes", [True, False])
def test_of_two_legs_the_toggle_of_the_attacks_card_says_which(is_yes: bool) -> None:
    code = next(
        code
        for code in in_order(cards())
        if cards()[code].toggle is is_yes and cards()[code].caused(1, 6) and not cards()[code].is_increased(3, 6)
    )
    landed = only(shoot(duel(), 9, code, how="leg"), e.HitLanded)
    assert landed.location == ("right-leg" if is_yes else "left-leg")
