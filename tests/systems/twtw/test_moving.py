"""Moves: what they cost, in words, along paths by name; positions in words (TW-2C, TW-2.23, TW-OQ-10)."""

import pytest

from rules.core.refusal import Illegal
from rules.core.values import replace
from rules.systems.twtw import events as e
from rules.systems.twtw.arcs import Mode
from rules.systems.twtw.commands import Move
from rules.systems.twtw.courses import read_course
from rules.systems.twtw.hexes import Spot, steps
from rules.systems.twtw.moving import most_paces, move_cost
from rules.systems.twtw.options import options
from rules.systems.twtw.outlook import prospects
from rules.systems.twtw.paths import Manner, about, straight_to
from rules.systems.twtw.positions import read_spot, spot_words
from rules.systems.twtw.state import House, Stage
from tests.systems.twtw.table import JUDGE, Table, aiming, all_of, at, enemy, fighter, only, table, who

HANK, BART = who("hank"), who("bart")


@pytest.mark.parametrize("model", ["one_then_two", "four_then_one"])
def test_tw_2_23_twelve_paces_at_move_9_cost_7_points_in_either_model(model: str) -> None:
    assert move_cost(House(move_cost=model), 9, 12) == 7


@pytest.mark.parametrize(
    ("model", "number", "points"),
    [
        ("one_then_two", 0, 0),
        ("one_then_two", 1, 1),
        ("one_then_two", 9, 1),
        ("one_then_two", 10, 3),
        ("four_then_one", 1, 4),
        ("four_then_one", 9, 4),
        ("four_then_one", 10, 5),
    ],
)
def test_tw_oq_10_what_paces_cost(model: str, number: int, points: int) -> None:
    assert move_cost(House(move_cost=model), 9, number) == points
    if number:
        assert most_paces(House(move_cost=model), 9, points) >= number


@pytest.mark.parametrize(("points", "most"), [(0, 0), (1, 9), (2, 9), (3, 10), (7, 12), (10, 13)])
def test_how_far_points_lead(points: int, most: int) -> None:
    assert most_paces(House(), 9, points) == most


def ground(mode: Mode = Mode.GRIDLESS) -> Table:
    """Hank at the origin, Bart ten paces north, or east on hexes; Hank moves first."""
    bart = enemy("bart", Spot(10, 0) if mode is Mode.HEX else at(0, 10))
    return table(fighter("hank", Spot(0, 0)), bart, stage=Stage.MOVES, mode=mode)


@pytest.mark.parametrize(
    ("words", "spot"),
    [
        ("6 left of Bart", at(-6, 0)),  # facing north, left is the west
        ("6 paces left of bart", at(-6, 0)),
        ("left 6 of Bart", at(-6, 0)),
        ("6 left", at(-6, 0)),
        ("6 right of Bart", at(6, 0)),
        ("straight right 6 of Bart", at(6, 0)),
        ("4 toward Bart", at(0, 4)),
        ("4 paces towards Bart", at(0, 4)),
        ("4 towards of Bart", at(0, 4)),
        ("4 toward of Bart", at(0, 4)),
        ("12 toward of Bart", at(0, 9)),  # a pace before him
        ("4 away from Bart", at(0, -4)),
        ("3 S", at(0, -3)),
        ("5 e", at(5, 0)),
        ("to 3 E of Bart", at(3, 10)),
        ("2 E of Bart", at(2, 10)),
        ("to 3 E, 4 N", at(3, 4)),
        ("to Bart", at(0, 10)),
    ],
)
def test_moves_are_read_as_people_write_them(words: str, spot: Spot) -> None:
    game = ground()
    assert read_course(game.state, game["hank"], words).path[-1] == spot


@pytest.mark.parametrize(
    "words", ["", "left", "6", "6 sideways of Bart", "6 left of Nobody", "to nowhere", "shout at them"]
)
def test_what_cannot_be_read_is_refused_with_an_example(words: str) -> None:
    game = ground()
    with pytest.raises(Illegal) as refused:
        read_course(game.state, game["hank"], words)
    assert refused.value.refusal.hint


def test_keeping_the_range_needs_hexes() -> None:
    game = ground()
    assert game.refusal(Move(actor=HANK, where="6 circle left of Bart")).code == "NO_CIRCLE"


def test_on_hexes_six_paces_left_are_three_different_moves() -> None:
    """Around at the same range, straight aside, and outward (5H): from (10,0), left of the firer at the origin."""
    ends = {
        manner: about(Mode.HEX, Spot(10, 0), Spot(0, 0), manner, 6)[-1]
        for manner in (Manner.CIRCLE_LEFT, Manner.LEFT, Manner.LEFT_AWAY)
    }
    assert ends == {
        Manner.CIRCLE_LEFT: Spot(4, 6),
        Manner.LEFT: Spot(7, 6),
        Manner.LEFT_AWAY: Spot(10, 6),
    }


def test_paths_on_hexes_go_from_neighbour_to_neighbour() -> None:
    for start in (Spot(5, 2), Spot(-3, 7), Spot(0, -6), Spot(4, -9)):
        for manner in Manner:
            here = start
            for spot in about(Mode.HEX, start, Spot(0, 0), manner, 9):
                assert steps(here.to(spot)) == 1
                here = spot
        path = straight_to(Mode.HEX, start, Spot(-2, -2))
        assert len(path) == steps(start.to(Spot(-2, -2)))
        assert path[-1] == Spot(-2, -2)


def test_paths_without_hexes_are_a_pace_each() -> None:
    start, whom = Spot(3_100, 4_700), Spot(-1_000, 250)
    for manner in (Manner.LEFT, Manner.RIGHT, Manner.AWAY, Manner.LEFT_AWAY):
        here = start
        for number, spot in enumerate(about(Mode.ANGLE, start, whom, manner, 9), start=1):
            length = start.to(spot)
            assert abs(length.x**2 + length.y**2 - (number * 1000) ** 2) < 4_000 * number
            assert here != spot
            here = spot


def test_a_way_that_is_no_whole_number_of_paces_ends_on_the_spot() -> None:
    path = straight_to(Mode.ANGLE, Spot(0, 0), Spot(0, 2_500))
    assert path == (Spot(0, 1_000), Spot(0, 2_000), Spot(0, 2_500))


@pytest.mark.parametrize(
    ("words", "spot"),
    [
        ("10 paces N of Miranda", at(0, 20)),
        ("3 E, 10 N of miranda", at(3, 20)),
        ("10 N", at(0, 10)),
        ("2 paces west and 4 north", at(-2, 4)),
        ("Miranda", at(0, 10)),
        ("5 m south of Miranda", at(0, 5)),
        ("10 NE", Spot(7_071, 7_071)),
    ],
)
def test_positions_are_given_once_in_words(words: str, spot: Spot) -> None:
    """TW-2.21."""
    assert read_spot(words, Mode.ANGLE, {"miranda": at(0, 10)}) == spot


def test_positions_on_hexes() -> None:
    known = {"miranda": Spot(4, -2)}
    assert read_spot("hex 3,-2", Mode.HEX, known) == Spot(3, -2)
    assert read_spot("3 E of Miranda", Mode.HEX, known) == Spot(7, -2)
    with pytest.raises(Illegal):
        read_spot("3 N of Miranda", Mode.HEX, known)


@pytest.mark.parametrize(
    ("spot", "words"),
    [(at(0, 0), "the centre"), (at(2, -3), "2 E, 3 S"), (Spot(-1_250, 0), "1.2 W"), (Spot(0, 50), "0 N")],
)
def test_positions_are_said_from_where_the_ground_begins(spot: Spot, words: str) -> None:
    assert spot_words(Mode.ANGLE, spot) == words


def test_a_move_is_paid_and_ends_the_turn() -> None:
    game = ground()
    events = game.do(Move(actor=HANK, where="12 left of Bart"))
    assert only(events, e.PointsSpent).points == 7
    assert game["hank"].points == 3
    assert game.asked() == ("m2.bart",)


@pytest.mark.parametrize(
    ("words", "code"), [("14 left of Bart", "TOO_FAR"), ("to Hank", "NOWHERE"), ("0 left of Bart", "NOWHERE")]
)
def test_what_leads_too_far_or_nowhere_is_refused(words: str, code: str) -> None:
    assert ground().refusal(Move(actor=HANK, where=words)).code == code


def test_whoever_lies_has_to_stand_up_first_and_whoever_moves_leaves_the_cover() -> None:
    game = ground()
    game.state = replace(game.state, fighters=(replace(game["hank"], is_prone=True), game["bart"]))
    assert game.refusal(Move(actor=HANK, where="3 S")).code == "PRONE"
    game.state = replace(game.state, fighters=(replace(game["hank"], is_prone=False, cover="wall"), game["bart"]))
    assert all_of(game.do(Move(actor=HANK, where="3 S")), e.CoverLeft)
    assert game["hank"].cover == ""


@pytest.mark.parametrize("mode", list(Mode))
def test_moves_are_offered_each_with_who_loses_the_aim(mode: Mode) -> None:
    hank = fighter("hank", Spot(0, 0))
    start = Spot(10, 0) if mode is Mode.HEX else at(0, 10)
    game = table(hank, enemy("bart", start, **aiming(hank)), stage=Stage.MOVES, mode=mode)
    found = {each.key: dict(each.losers) for each in prospects(game.state, game["hank"])}
    assert found["6 circle left of bart" if mode is Mode.HEX else "6 left of bart"] == {"Bart": 6}
    assert found["9 away of bart"] == {}
    offered = next(each for each in options(game.state, HANK, JUDGE) if each.kind == "move")
    notes = {choice.key: choice.note for choice in offered.slots[0].choices}
    assert "Bart loses the aim at pace 6" in notes["6 circle left of bart" if mode is Mode.HEX else "6 left of bart"]
    assert "nobody loses an aim" in notes["9 away of bart"]


def test_on_hexes_the_three_ways_left_lose_the_aim_at_different_paces() -> None:
    """At range 10 under a rifle: 6 around, 8 straight aside (7 lie on the border), 11 outward (10 lie on it)."""
    hank = fighter("hank", Spot(10, 0))
    game = table(hank, enemy("bart", Spot(0, 0), **aiming(hank)), stage=Stage.MOVES, mode=Mode.HEX)
    keys = {each.key for each in prospects(game.state, game["hank"]) if each.losers}
    assert {"6 circle left of bart", "8 left of bart", "11 left and away of bart"} <= keys
