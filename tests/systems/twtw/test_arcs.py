"""Fields of fire in three modes: table 5H cell by cell, the sidesteps of 5G, and the integer tests against true angles.

Expected values were worked out by hand, or follow from trigonometry by `decimal`.
"""

import os
import random
from decimal import Decimal, getcontext
from math import isqrt

import pytest

from rules.systems.twtw.arcs import Arc, Mode, Verdict, by_angle, by_hexes, by_sidestep, verdict
from rules.systems.twtw.hexes import DIRECTIONS, Spot, steps
from rules.systems.twtw.paths import Manner, about

FIRER = Spot(0, 0)
IN, OUT, EDGE = Verdict.INSIDE, Verdict.OUT, Verdict.EDGE
PACE = 1000

# Table 5H: R = 10; for each reading the verdicts of (60, 120) after 6 and after 12 paces.
TABLE_5H = [
    (Mode.GRIDLESS, Manner.LEFT, (OUT, IN), (OUT, OUT)),
    (Mode.ANGLE, Manner.LEFT, (OUT, IN), (OUT, IN)),
    (Mode.HEX, Manner.CIRCLE_LEFT, (OUT, IN), (OUT, OUT)),
    (Mode.HEX, Manner.LEFT, (IN, IN), (OUT, IN)),
    (Mode.HEX, Manner.LEFT_AWAY, (IN, IN), (OUT, IN)),
]


@pytest.mark.parametrize("is_mirrored", [False, True], ids=["left", "right"])
@pytest.mark.parametrize(("mode", "manner", "after_6", "after_12"), TABLE_5H)
def test_table_5h_cell_by_cell(
    mode: Mode, manner: Manner, after_6: tuple[Verdict, ...], after_12: tuple[Verdict, ...], is_mirrored: bool
) -> None:
    """TW-OQ-25c."""
    start = Spot(10, 0) if mode is Mode.HEX else Spot(0, 10 * PACE)
    mirrored = {
        Manner.LEFT: Manner.RIGHT,
        Manner.CIRCLE_LEFT: Manner.CIRCLE_RIGHT,
        Manner.LEFT_AWAY: Manner.RIGHT_AWAY,
    }
    path = about(mode, start, FIRER, mirrored[manner] if is_mirrored else manner, 12)
    for pace, expected in ((6, after_6), (12, after_12)):
        found = tuple(verdict(mode, arc, start, path[pace - 1]) for arc in Arc)
        assert found == expected, (mode, manner, pace)


# Table 5G: whole paces of a perpendicular sidestep that leave the arc: R, 60 seed, 60 exact, 120 seed, 120 exact.
TABLE_5G = [
    (4, 3, 3, 5, 7),
    (5, 3, 3, 6, 9),
    (8, 5, 5, 9, 14),
    (10, 6, 6, 11, 18),
    (15, 8, 9, 16, 26),
    (20, 11, 12, 21, 35),
    (30, 16, 18, 31, 52),
]


@pytest.mark.parametrize(("reach", "seed_60", "exact_60", "seed_120", "exact_120"), TABLE_5G)
def test_the_paces_of_a_sidestep_that_leave_each_arc(
    reach: int, seed_60: int, exact_60: int, seed_120: int, exact_120: int
) -> None:
    """TW-F1."""
    start = Spot(0, reach * PACE)
    path = about(Mode.ANGLE, start, FIRER, Manner.LEFT, 60)

    def first_out(mode: Mode, arc: Arc) -> int:
        return next(pace for pace, spot in enumerate(path, start=1) if verdict(mode, arc, start, spot) is OUT)

    assert first_out(Mode.GRIDLESS, Arc.NARROW) == seed_60
    assert first_out(Mode.ANGLE, Arc.NARROW) == exact_60
    assert first_out(Mode.GRIDLESS, Arc.WIDE) == seed_120
    assert first_out(Mode.ANGLE, Arc.WIDE) == exact_120


@pytest.mark.parametrize("reach", range(1, 41))
def test_on_the_ring_of_a_row_the_seeds_rule_and_the_angle_agree_on_every_step(reach: int) -> None:
    start = Spot(reach, 0)
    path = about(Mode.HEX, start, FIRER, Manner.CIRCLE_LEFT, 2 * reach)
    for pace, spot in enumerate(path, start=1):
        assert steps(spot) == reach
        narrow = IN if 2 * pace < reach else EDGE if 2 * pace == reach else OUT
        wide = IN if pace < reach else EDGE if pace == reach else OUT
        assert by_hexes(Arc.NARROW, start, spot) is narrow
        assert by_hexes(Arc.WIDE, start, spot) is wide


def test_from_any_start_on_the_ring_of_10_it_takes_11_steps_to_leave_120_degrees_and_5_or_6_to_leave_60() -> None:
    ring = about(Mode.HEX, Spot(10, 0), FIRER, Manner.CIRCLE_LEFT, 60)
    taken: set[int] = set()
    for start in ring:
        path = about(Mode.HEX, start, FIRER, Manner.CIRCLE_LEFT, 12)
        out = [by_hexes(Arc.WIDE, start, spot) is OUT for spot in path]
        assert out.index(True) + 1 == 11
        taken.add([by_hexes(Arc.NARROW, start, spot) is OUT for spot in path].index(True) + 1)
    assert taken == {5, 6}


def test_tw_f6_exactly_half_the_range_or_all_of_it_is_still_no_way_out() -> None:
    start = Spot(0, 10 * PACE)
    for aside, narrow, wide in ((5, EDGE, IN), (6, OUT, IN), (10, OUT, EDGE), (11, OUT, OUT)):
        now = Spot(aside * PACE, 10 * PACE)
        assert by_sidestep(Arc.NARROW, start, now) is narrow
        assert by_sidestep(Arc.WIDE, start, now) is wide


def test_tw_oq_26_half_of_an_odd_range_is_not_rounded() -> None:
    start = Spot(0, 5 * PACE)
    assert by_sidestep(Arc.NARROW, start, Spot(2 * PACE, 5 * PACE)) is IN
    assert by_sidestep(Arc.NARROW, start, Spot(2500, 5 * PACE)) is EDGE
    assert by_sidestep(Arc.NARROW, start, Spot(3 * PACE, 5 * PACE)) is OUT


def test_tw_f6_keeps_in_what_the_angle_lets_out_when_the_target_comes_closer() -> None:
    """R = 10, at 3 ahead and 4 aside: 4 is less than half of 10, but the angle is 53.13 degrees."""
    start, now = Spot(0, 10 * PACE), Spot(4 * PACE, 3 * PACE)
    assert by_sidestep(Arc.NARROW, start, now) is IN
    assert by_angle(Arc.NARROW, start, now) is OUT
    assert by_angle(Arc.WIDE, start, now) is IN


def test_tw_f7_the_henchman_beside_angus_measures_against_his_own_line() -> None:
    """One pace beside Angus: 32.28 degrees if she runs toward his side (out), 29.28 if away from it (in)."""
    miranda, ran = Spot(0, 10 * PACE), Spot(6 * PACE, 10 * PACE)
    for beside, by_the_angle in ((1, OUT), (-1, IN)):
        goon = Spot(beside * PACE, 0)
        line, now = goon.to(miranda), goon.to(ran)
        assert by_angle(Arc.NARROW, line, now) is by_the_angle
        assert by_sidestep(Arc.NARROW, line, now) is OUT


def test_tw_oq_25_in_contact_no_field_is_checked() -> None:
    for mode in Mode:
        assert verdict(mode, Arc.NARROW, Spot(0, 0), Spot(5, 5)) is IN
        assert verdict(mode, Arc.NARROW, Spot(5, 5), Spot(0, 0)) is IN


def test_behind_the_firer_is_out_by_angle_and_by_hexes() -> None:
    for arc in Arc:
        assert by_angle(arc, Spot(0, 5000), Spot(0, -5000)) is OUT
        assert by_hexes(arc, Spot(5, 0), Spot(-5, 0)) is OUT
        assert by_angle(arc, Spot(0, 5000), Spot(5000, 0)) is OUT


# ---- the integer tests against the true angle

BORDERS = {Arc.NARROW: 30, Arc.WIDE: 60}
SAMPLE = 400_000 if os.environ.get("EVERY_ARC") else 30_000  # random cases; EVERY_ARC=1: all 400,000
ON_BORDER = 2_000  # two cases each


def tangent_squared(degrees: int) -> Decimal:
    """tan 30 squared is a third, tan 60 squared is three, computed here from the half-angle of the cosine."""
    getcontext().prec = 50
    cosine = {30: Decimal(3).sqrt() / 2, 60: Decimal(1) / 2}[degrees]
    return (1 - cosine * cosine) / (cosine * cosine)


def true_verdict(arc: Arc, centre: tuple[Decimal, Decimal], now: tuple[Decimal, Decimal]) -> Verdict:
    """By the tangent of the angle between two true ways, to 50 places; what is within 1e-30 lies on the border."""
    ahead = centre[0] * now[0] + centre[1] * now[1]
    aside = centre[0] * now[1] - centre[1] * now[0]
    if ahead <= 0:
        return OUT
    difference = (aside / ahead) ** 2 - tangent_squared(BORDERS[arc])
    if abs(difference) < Decimal("1e-30"):
        return EDGE
    return OUT if difference > 0 else IN


def true_way(way: Spot) -> tuple[Decimal, Decimal]:
    """A way on hexes in the plane: a hex is 1 across, the second axis 60 degrees from the first."""
    getcontext().prec = 50
    return Decimal(way.x) + Decimal(way.y) / 2, Decimal(way.y) * Decimal(3).sqrt() / 2


def turned(way: Spot, sixths: int) -> Spot:
    """A way on hexes turned by so many sixths of a whole turn."""
    for _ in range(sixths % 6):
        way = Spot(-way.y, way.x + way.y)
    return way


def test_the_hex_test_agrees_with_the_true_angle_on_random_cases() -> None:
    """TW-F8."""
    chance = random.Random(5)
    edges = 0
    for _ in range(SAMPLE // 2):
        centre = Spot(chance.randint(-20, 20), chance.randint(-20, 20))
        now = Spot(chance.randint(-20, 20), chance.randint(-20, 20))
        if Spot(0, 0) in (centre, now):
            continue
        arc = chance.choice(tuple(Arc))
        found = by_hexes(arc, centre, now)
        edges += found is EDGE
        assert found is true_verdict(arc, true_way(centre), true_way(now)), (arc, centre, now)
    assert edges > 0


def test_the_hex_test_finds_every_border_hex() -> None:
    """Turning a way by 60 degrees leads onto the border of 120; by 30, onto that of 60: the sum of both ways."""
    chance = random.Random(6)
    for _ in range(ON_BORDER):
        centre = Spot(chance.randint(-15, 15), chance.randint(1, 15))
        sixth = turned(centre, chance.choice((1, 5)))
        times = chance.randint(1, 5)
        wide = Spot(sixth.x * times, sixth.y * times)
        narrow = Spot((centre.x + sixth.x) * times, (centre.y + sixth.y) * times)
        assert by_hexes(Arc.WIDE, centre, wide) is EDGE
        assert by_hexes(Arc.NARROW, centre, narrow) is EDGE
        assert true_verdict(Arc.WIDE, true_way(centre), true_way(wide)) is EDGE
        assert true_verdict(Arc.NARROW, true_way(centre), true_way(narrow)) is EDGE


def test_the_angle_test_agrees_with_the_true_angle_on_random_cases() -> None:
    """Whole numbers are never exactly on a border of the plane, since its tangents are no fractions: close ones are."""
    chance = random.Random(7)
    for number in range(SAMPLE // 2):
        arc = chance.choice(tuple(Arc))
        centre = Spot(chance.randint(-30_000, 30_000), chance.randint(-30_000, 30_000))
        now = Spot(chance.randint(-30_000, 30_000), chance.randint(-30_000, 30_000))
        if number % 3 == 0:  # as close to a border as whole numbers come
            centre = Spot(0, 10_000 + number)
            aside = isqrt(centre.y**2 // 3) if arc is Arc.NARROW else isqrt(3 * centre.y**2)
            now = Spot(aside + chance.choice((0, 1)), centre.y)
        if Spot(0, 0) in (centre, now):
            continue
        a, b = ((Decimal(each.x), Decimal(each.y)) for each in (centre, now))
        assert by_angle(arc, centre, now) is true_verdict(arc, a, b), (arc, centre, now)


def test_turning_the_whole_ground_changes_nothing() -> None:
    chance = random.Random(8)
    for _ in range(2_000):
        centre, now = (Spot(chance.randint(-9, 9), chance.randint(-9, 9)) for _ in range(2))
        if Spot(0, 0) in (centre, now):
            continue
        for sixths in range(1, 6):
            assert by_hexes(Arc.NARROW, turned(centre, sixths), turned(now, sixths)) is by_hexes(
                Arc.NARROW, centre, now
            )


def test_there_is_a_border_hex_in_every_direction() -> None:
    """The turns of a lattice direction by 30 and 60 degrees are lattice directions too."""
    for way in DIRECTIONS.values():
        assert by_hexes(Arc.WIDE, way, turned(way, 1)) is EDGE
        sixth = turned(way, 1)
        assert by_hexes(Arc.NARROW, way, Spot(way.x + sixth.x, way.y + sixth.y)) is EDGE
