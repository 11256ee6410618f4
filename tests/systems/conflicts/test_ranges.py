"""How far weapons reach and what distance costs: the numbers of the chapter (C2-19 to C2-22, C2-26)."""

from fractions import Fraction

import pytest

from rules.core.tally import BY_THE_HOUSE
from rules.systems.conflicts.arms import arms
from rules.systems.conflicts.modifiers import attack_parts, reach_number
from rules.systems.conflicts.ranges import longest, range_number, thrown
from rules.systems.conflicts.state import Aim, House
from tests.systems.conflicts.table import HOUSE, fight, npc, parts, pc, strike, who


@pytest.mark.parametrize(
    ("weapon", "metres"),
    [
        ("brown-bess", Fraction(225)),
        ("fn-fal", Fraction(784)),
        ("pistol", Fraction(64)),
        ("shortbow", Fraction("110.25")),
        ("longbow", Fraction(196)),
        ("composite-bow", Fraction(441)),
    ],
)
def test_c2_20_c2_21_the_longest_range_of_a_weapon_with_strength_7(weapon: str, metres: Fraction) -> None:
    assert longest(arms().weapons[weapon], 7, HOUSE) == metres


@pytest.mark.parametrize(
    ("weapon", "metres"), [("shortbow", Fraction("73.5")), ("longbow", 98), ("composite-bow", 147)]
)
def test_c2a_07_a_house_may_multiply_the_range_of_bows_instead(weapon: str, metres: Fraction) -> None:
    assert longest(arms().weapons[weapon], 7, House(bows="range")) == metres


@pytest.mark.parametrize(
    ("strength", "grams", "metres"),
    [
        (7, 1000, Fraction(49)),
        (7, 2000, Fraction(49, 2)),
        (7, 300, Fraction(49)),
        (10, 2500, Fraction(40)),
        (3, 1500, Fraction(6)),
    ],
)
def test_c2_19_a_throw_reaches_strength_squared_by_kilograms(strength: int, grams: int, metres: Fraction) -> None:
    """On a scale on which 7 is average (C2A-08)."""
    assert thrown(strength, grams) == metres


# weapon's maximum; the first centimetre with one malus, two, three; the last that can be hit at all
BANDS = [
    (Fraction(49), 1225, 2450, 3675, 4900),
    (Fraction(49, 2), 613, 1225, 1838, 2450),
    (Fraction("110.25"), 2757, 5513, 8269, 11025),
    (Fraction(196), 4900, 9800, 14700, 19600),
    (Fraction(441), 11025, 22050, 33075, 44100),
    (Fraction(225), 5625, 11250, 16875, 22500),
    (Fraction(64), 1600, 3200, 4800, 6400),
    (Fraction(784), 19600, 39200, 58800, 78400),
]


@pytest.mark.parametrize(("most", "one", "two", "three", "last"), BANDS)
def test_c2d_06_each_quarter_of_the_range_is_a_malus(most: Fraction, one: int, two: int, three: int, last: int) -> None:
    """As many maluses, three at most (C2A-10)."""
    for first, number in ((one, 1), (two, 2), (three, 3)):
        assert range_number(HOUSE, first - 1, most) == number - 1
        assert range_number(HOUSE, first, most) == number
    assert range_number(HOUSE, last, most) == 3
    assert range_number(HOUSE, last + 1, most) is None
    assert range_number(HOUSE, 0, most) == 0


def test_c2_26_a_telescope_doubles_every_range() -> None:
    most = Fraction(784)
    for metres, number in ((391, 0), (392, 1), (784, 2), (1176, 3), (1568, 3)):
        assert range_number(HOUSE, metres * 100, most, by_telescope=True) == number
    assert range_number(HOUSE, 156_801, most, by_telescope=True) is None


@pytest.mark.parametrize(("metres", "malus"), [(195, 0), (196, -1), (784, -3)])
def test_c2_22_an_fn_fal_at_the_distances_of_the_digest(metres: int, malus: int) -> None:
    """Between attacker and target (C2A-09)."""
    table = fight(pc(weapons=("fn-fal",)), npc(at=metres))
    assert parts(attack_parts(table.state, strike(item="fn-fal"))).get("C2-22", 0) == malus


def test_c2_26_an_fn_fal_hits_nothing_at_785_metres_but_with_a_telescope() -> None:
    state = fight(pc(weapons=("scoped-fal",)), npc(at=785)).state
    assert reach_number(state, strike(item="scoped-fal")) is None
    aim = Aim(whom=who("bart"), item="scoped-fal", is_scoped=True)
    state = fight(pc(weapons=("scoped-fal",), aim=aim), npc(at=785)).state
    assert reach_number(state, strike(item="scoped-fal")) == 2


@pytest.mark.parametrize(("metres", "number"), [(13, 0), (49, 1), (196, 2), (441, 3), (784, 3), (785, None)])
def test_c2d_06_a_house_may_go_by_the_square_root_of_the_distance(metres: int, number: int | None) -> None:
    """Roots 3, 7, 14, 21, 28 of a Strength of 28: its quarters."""
    assert range_number(House(ranges="root"), metres * 100, Fraction(784)) == number


def test_c2a_07_a_bow_shot_names_the_house_switch() -> None:
    table = fight(pc(weapons=("longbow",)), npc(at=100))
    whys = [part.why for part in attack_parts(table.state, strike(item="longbow"))]
    assert f"{BY_THE_HOUSE}a bow multiplies Strength" in whys
