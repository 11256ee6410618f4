"""Scenes of the Judge's own: positions in three ways of measuring, who lies in wait, what is drawn (TW-2.21, TW-S1)."""

import pytest

from rules.core.combatant import Side
from rules.core.command import Amend, Enter, LayOut, PlaceThere
from rules.core.dice import ScriptedDice
from rules.core.ruleset import Setup
from rules.systems.twtw import TWTW
from rules.systems.twtw.arcs import Mode
from rules.systems.twtw.ground import converted
from rules.systems.twtw.hexes import Spot
from rules.systems.twtw.own_scenes import OWN_SCENES
from rules.systems.twtw.state import Landmark
from tests.systems.twtw.table import Table, at, who


def faults(text: str) -> dict[int, str]:
    return {each.line: each.said for each in OWN_SCENES.read(text, TWTW.empty()).faults}


def opened(setup: Setup, *templates: str) -> Table:
    table = Table(TWTW.empty())
    for event in TWTW.open(setup, ScriptedDice()):
        table.state = TWTW.apply(table.state, event)
    for key in templates:
        table.do(Enter(combatant=who(key), name=key.title(), side=Side.POSSE, template=key))
    return table


def begun(text: str, *templates: str, **house: str) -> Table:
    pasted = OWN_SCENES.read(text, TWTW.empty())
    assert not pasted.faults, pasted.faults
    return opened(Setup(own=pasted.scene, house=house), *templates)


def test_tw_2_21_landmarks_people_and_the_start_are_where_they_are_said_to_be() -> None:
    table = begun(
        "Start: 10 S of Post\nPost at 2 E\nPlace: Wagon at 12 E, 10 N of Post (wall)\n2 Bandit at 3 W\n"
        "Rifleman as Cole at Wagon, with knife",
        "miranda",
        "hank",
    )
    assert table.state.landmarks == (
        Landmark(id="post", name="Post", spot=at(2, 0)),
        Landmark(id="wagon", name="Wagon", spot=at(14, 10), cover="wall"),
    )
    assert [(each.name, each.spot) for each in table.state.fighters] == [
        ("Bandit", at(-3, 0)),
        ("Bandit 2", at(-2, 0)),
        ("Cole", at(14, 10)),
        ("Miranda", at(2, -10)),
        ("Hank", at(3, -10)),
    ]
    assert (table["n3"].in_hand, table["n3"].weapons) == ("knife", ("winchester", "knife"))


def test_tw_2_20_on_hexes_positions_are_hexes() -> None:
    table = begun("Mode: hex\nTrough at 8,-4 (barrel)\nTough at hex 2,1")
    assert table.state.house.mode is Mode.HEX
    assert (table.state.landmarks[0].spot, table["n1"].spot) == (Spot(8, -4), Spot(2, 1))


def test_tw_s1_who_lies_in_wait_has_his_weapon_in_hand_and_the_others_have_not() -> None:
    table = begun("Ambush: posse\nWeapons: holstered\nPost at the centre\nBandit\nTough, posse", "miranda")
    assert (table.state.ambush, table.state.is_drawn) == ("posse", False)
    assert [each.in_hand for each in table.state.fighters] == ["peacemaker", "", ""]


@pytest.mark.parametrize(
    ("text", "line", "wrong", "right"),
    [
        ("Post at 2 E\nPost at 3 E", 2, "there already", "of its own"),
        ("Post at 2 E (sofa)", 1, "“sofa”", "wall, barrel"),
        ("Mode: square", 1, "“square”", "gridless, angle, hex"),
        ("Start: the moon", 1, "“the moon”", "3 E, 10 N"),
        ("Bandit at Post", 1, "“Post”", "3 E, 10 N"),
        ("Mode: hex\nBandit at Post", 2, "“Post”", "hex 3,-2"),
        ("Bandit, with cannon", 1, "“cannon”", "peacemaker"),
    ],
)
def test_tw_2_21_a_fault_is_told_with_its_line_and_what_would_be_right(
    text: str, line: int, wrong: str, right: str
) -> None:
    said = faults(text)
    assert list(said) == [line]
    assert wrong in said[line]
    assert right in said[line]


def test_what_the_judge_changed_is_kept_where_it_is() -> None:
    table = opened(Setup(scene="saloon"), "miranda")
    table.do(PlaceThere(where="Cart", note="5 E, 5 N"))
    table.do(PlaceThere(where="4 W", whom=(who("pike"),)))
    table.do(Amend(what="hidden", value="yes", whom=who("pike")))
    table.do(Amend(what="weapon", value="scattergun", whom=who("moss")))
    again = opened(Setup(own=OWN_SCENES.keep(table.state, "Behind the saloon")), "miranda")
    assert again.state.landmarks == table.state.landmarks
    assert again["miranda"].spot == table["miranda"].spot
    kept = [(each.name, each.spot, each.in_hand, each.is_hidden) for each in again.state.fighters if not each.is_pc]
    assert kept == [
        (each.name, each.spot, each.in_hand, each.is_hidden) for each in table.state.fighters if not each.is_pc
    ]
    assert (again["n2"].in_hand, again["n2"].shots_left("scattergun")) == (
        "scattergun",
        table["moss"].shots["scattergun"],
    )


@pytest.mark.parametrize(
    ("spot", "hexed"),
    [
        (at(0, 0), Spot(0, 0)),
        (at(4, 0), Spot(4, 0)),
        (Spot(500, 866), Spot(1, -1)),  # the middle of the hex to the north-east
        (Spot(-1500, -866), Spot(-2, 1)),
        (at(0, 10), Spot(6, -12)),  # 10 / 0.866 is 11.5 rows; half a hex east for each
    ],
)
def test_tw_2_20_a_spot_in_paces_is_the_nearest_hex_and_back_its_middle(spot: Spot, hexed: Spot) -> None:
    assert converted(spot, Mode.ANGLE, Mode.HEX) == hexed
    back = converted(hexed, Mode.HEX, Mode.GRIDLESS)
    assert max(abs(back.x - spot.x), abs(back.y - spot.y)) <= 500
    assert converted(spot, Mode.ANGLE, Mode.GRIDLESS) == spot


def test_tw_oq_36_a_house_that_measures_on_hexes_finds_a_scene_in_paces_there() -> None:
    table = begun("Mode: angle\nPost at the centre\nBandit at 4 E", "miranda", mode="hex")
    assert (table.state.house.mode, table["n1"].spot) == (Mode.HEX, Spot(4, 0))


def test_a_scene_laid_out_measures_its_own_way_and_draws_or_holsters() -> None:
    table = opened(Setup(scene="standoff"), "miranda", "hank")
    text = "Mode: hex\nStart: 1,1\nWeapons: holstered\nPost at 0,0\nBandit at 3,0"
    table.do(LayOut(scene=OWN_SCENES.read(text, table.state).scene))
    assert table.state.house.mode is Mode.HEX
    assert [(each.spot, each.in_hand) for each in table.state.pcs] == [(Spot(1, 1), ""), (Spot(2, 1), "")]
    table.do(LayOut(scene=OWN_SCENES.read("Mode: gridless\nPost at the centre", table.state).scene))
    assert [(each.spot, each.in_hand) for each in table.state.pcs] == [
        (at(0, 0), "peacemaker"),
        (at(1, 0), "schofield"),
    ]
