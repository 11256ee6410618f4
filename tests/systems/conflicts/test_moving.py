"""Moving, loads, postures, positions as people type them (C2-10, C2D-11, C2D-12, C2D-15)."""

from typing import Any

import pytest

from rules.core.command import GoOn, PlaceThere
from rules.core.refusal import Illegal
from rules.systems.conflicts import commands as c, events as e
from rules.systems.conflicts.moving import reach_of, speed
from rules.systems.conflicts.positions import distance, metres, read_way, roughly
from rules.systems.conflicts.sight import seen_by
from rules.systems.conflicts.state import Posture, Spot
from tests.systems.conflicts.table import Table, fight, npc, only, pc, performing, who

ANA = who("ana")
GO = GoOn(prompts=())


@pytest.mark.parametrize(
    ("load", "reach"), [(0, 700), (7, 700), (8, 600), (14, 600), (15, 500), (21, 500), (22, 400), (28, 400), (29, 0)]
)
def test_c2_10_c2d_12_a_move_takes_reflexes_metres_less_the_load(load: int, reach: int) -> None:
    fighter = pc(load=load)
    assert reach_of(fighter) == reach
    assert speed(fighter).parts[0].value == 7


def test_c2d_11_a_lame_leg_halves_the_way() -> None:
    assert reach_of(pc(reflexes=9, is_lame=True)) == 450


def moving(where: str, **changes: Any) -> Table:  # Any: fields of several types
    return performing(
        pc(**changes), npc(at=20), plans={"ana": (f"move {where}", "orient"), "bart": ("orient", "orient")}
    )


@pytest.mark.parametrize(
    ("where", "spot"),
    [
        ("towards bart", 700),
        ("3 m towards Bart", 300),
        ("away from bart", -700),
        ("2.5 m away from bart", -250),
        ("to bart", 700),
        ("the wall", 700),
        ("18 m from bart", 200),
        ("-3, 0", -300),
        ("1.5, 0", 150),
    ],
)
def test_c2_10_a_move_goes_where_one_says_as_far_as_it_takes(where: str, spot: int) -> None:
    table = moving(where)
    table.do(GO)
    assert table["ana"].spot == Spot(x=spot)


def test_c2_10_whoever_walks_up_to_somebody_stops_a_metre_short() -> None:
    table = performing(pc(), npc(at=5), plans={"ana": ("move towards bart", "orient"), "bart": ("orient", "orient")})
    table.do(GO)
    assert distance(table["ana"].spot, table["bart"].spot) == 100


def test_c2_10_the_mover_faces_where_he_goes_and_his_aim_is_lost() -> None:
    table = performing(
        pc(),
        npc(at=20),
        npc("cole", at=-20),
        plans={
            "ana": ("handle aim pistol bart", "move towards cole"),
            "bart": ("orient", "orient"),
            "cole": ("orient", "orient"),
        },
    )
    table.do(GO)
    assert table["ana"].facing == "cole"
    assert table["ana"].aim is None


@pytest.mark.parametrize(
    ("where", "changes", "code"),
    [
        ("the moon", {}, "NO_SUCH_PLACE"),
        ("towards nobody", {}, "NO_SUCH_PLACE"),
        ("", {}, "NO_WHERE"),
        ("rise", {}, "STANDING"),
        ("towards bart", {"posture": Posture.PRONE}, "LOW"),
        ("towards bart", {"load": 99}, "OVERLOADED"),
        ("the start", {}, "ALREADY_THERE"),
        ("20 m from bart", {}, "ALREADY_THERE"),
    ],
)
def test_c2_10_what_is_no_move_is_refused_with_its_reason(where: str, changes: dict[str, object], code: str) -> None:
    table = performing(pc(**changes), npc(at=20), plans={"ana": ("move", "orient"), "bart": ("orient", "orient")})  # type: ignore[arg-type]  # fields of several types
    table.do(GO)
    assert table.refusal(c.Move(actor=ANA, where=where)).code == code


def test_c2d_15_getting_up_is_a_move_and_counts_as_one() -> None:
    table = performing(
        pc(posture=Posture.PRONE), npc(), plans={"ana": ("move rise", "attack"), "bart": ("orient", "orient")}
    )
    (rose,) = only(table.do(GO), e.Rose)
    assert rose.who == ANA
    assert (table["ana"].posture, table["ana"].moves) == (Posture.STANDING, 1)


def test_c2d_15_dropping_is_free_once_a_round() -> None:
    table = fight()
    table.do(c.Drop(actor=ANA, how="crouching"))
    assert table["ana"].posture is Posture.CROUCHING
    assert table.refusal(c.Drop(actor=ANA, how="prone")).code == "HAS_DROPPED"
    assert table.refusal(c.Drop(actor=ANA, how="standing")).code == "NO_SUCH_POSTURE"
    prone = fight(pc(posture=Posture.PRONE), npc())
    assert prone.refusal(c.Drop(actor=ANA, how="crouching")).code == "LOW"


@pytest.mark.parametrize(
    ("cm", "words"), [(0, "0 m"), (1200, "12 m"), (1250, "12.5 m"), (1205, "12.05 m"), (22500, "225 m")]
)
def test_distances_are_said_in_metres(cm: int, words: str) -> None:
    assert metres(cm) == words


@pytest.mark.parametrize(("cm", "words"), [(6184, "61.8 m"), (2496, "24.9 m"), (1205, "12 m"), (5, "0 m")])
def test_c2_22_at_the_table_distances_are_told_in_tenths_rounded_down(cm: int, words: str) -> None:
    assert roughly(cm) == words


@pytest.mark.parametrize(
    ("text", "spot"),
    [
        ("12 m from Ana", Spot(x=1200)),
        ("12 metres from ana", Spot(x=1200)),
        ("7,5 m from the wall", Spot(x=9250)),
        ("the wall", Spot(x=10_000)),
        ("3, 4.5", Spot(x=300, y=450)),
        ("-2; 1", Spot(x=-200, y=100)),
    ],
)
def test_a_newcomer_is_placed_by_distance(text: str, spot: Spot) -> None:
    """From where people come in, so 7.5 m on this side of the wall."""
    state = fight().state
    assert read_way(state, None, text, state.fighters).spot == spot


@pytest.mark.parametrize("text", ["", "somewhere", "12 m", "12 m from nobody", "m from Ana", "1e9, 0", "99999999, 0"])
def test_what_is_no_place_is_refused(text: str) -> None:
    state = fight().state
    with pytest.raises(Illegal) as refused:
        read_way(state, None, text, state.fighters)
    assert refused.value.refusal.code == "NO_SUCH_PLACE"


def test_whom_one_does_not_see_one_cannot_name() -> None:
    table = fight(pc(oriented_until=0), npc(), npc("cole", at=-20))
    seen = seen_by(table.state, table["ana"])
    with pytest.raises(Illegal):
        read_way(table.state, table["ana"], "towards cole", seen)


def test_all_at_a_distance_puts_the_parties_so_far_apart() -> None:
    table = fight(pc(at=3), npc(at=7), npc("cole", at=9, party="third"), npc("zoe", at=5, party="bystander"))
    table.do(PlaceThere(where="all at 20 m"))
    assert [table[name].spot.x for name in ("ana", "bart", "cole", "zoe")] == [0, 2000, 2000, 500]


def test_the_gm_places_somebody_by_distance() -> None:
    table = fight(pc(), npc(at=40))
    table.do(PlaceThere(where="12 m from Ana", whom=(who("bart"),)))
    assert table["bart"].spot == Spot(x=1200)


def test_the_gm_sets_a_landmark_with_what_it_gives() -> None:
    table = fight()
    table.do(PlaceThere(where="Barricade", link="8 m from Ana", sight="heavy cover, support", note="carts"))
    mark = table.state.landmarks[-1]
    assert (mark.id, mark.spot.x, mark.cover, mark.has_support, mark.note) == ("barricade", 800, 2, True, "carts")
    assert table.refusal(PlaceThere(where="Barricade", sight="gold")).code == "BAD_VALUE"
