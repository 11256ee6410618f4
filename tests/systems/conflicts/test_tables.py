"""The tables of chances, by exact enumeration of the 36 rolls through the engine's own functions."""

import itertools
from fractions import Fraction

import pytest

from rules.systems.conflicts.armour import split
from rules.systems.conflicts.arms import arms
from rules.systems.conflicts.checks import Entry, Throw, beats, clicks, judge
from rules.systems.conflicts.injuries import step, track
from rules.systems.conflicts.modifiers import attack_parts
from tests.systems.conflicts.table import HOUSE, fight, npc, pc, percent, strike

ROLLS = [Throw(one, other) for one in range(1, 7) for other in range(1, 7)]


def hits(modifier: int, defence: int | None) -> int:
    """Of the 36 rolls, those that hit."""
    return sum(judge(HOUSE, fell, fell.total + modifier, defence).is_hit for fell in ROLLS)


def clicking(modifier: int, defence: int | None) -> int:
    """Of the 36 rolls, those that miss with doubles."""
    judged = ((fell, judge(HOUSE, fell, fell.total + modifier, defence).is_hit) for fell in ROLLS)
    return sum(clicks(fell, is_hit=is_hit) for fell, is_hit in judged)


@pytest.mark.parametrize(
    ("need", "hit", "click"),
    [
        (2, 97, 3),
        (3, 97, 3),
        (4, 92, 3),
        (5, 83, 6),
        (6, 72, 6),
        (7, 58, 8),
        (8, 42, 8),
        (9, 28, 11),
        (10, 17, 11),
        (11, 8, 14),
        (12, 3, 14),
        (13, 0, 17),
    ],
)
def test_c2_13_c2_27_an_evader_is_hit_and_a_magazine_emptied_so_often(need: int, hit: int, click: int) -> None:
    """Whatever of the difference is modifier and whatever is defence, as long as the totals stay above 0."""
    for modifier in (0, 3):
        assert percent(hits(modifier, need + modifier)) == hit
        assert percent(clicking(modifier, need + modifier)) == click


@pytest.mark.parametrize(
    ("modifier", "hit"),
    [(-8, 28), (-7, 42), (-6, 58), (-5, 72), (-4, 83), (-3, 92), (-2, 97), (-1, 97), (0, 97), (5, 97)],
)
def test_c2_18_c2_25_who_does_not_evade_is_hit_but_for_a_balls_up(modifier: int, hit: int) -> None:
    assert percent(hits(modifier, None)) == hit


FAMILIAR = {
    -3: (42, 28, 17, 8, 3, 0),
    0: (83, 72, 58, 42, 28, 17),
    1: (92, 83, 72, 58, 42, 28),
    2: (97, 92, 83, 72, 58, 42),
    3: (97, 97, 92, 83, 72, 58),
    4: (97, 97, 97, 92, 83, 72),
}


@pytest.mark.parametrize(("skill", "row"), FAMILIAR.items())
def test_c2_11_skill_against_defence_with_a_familiar_weapon(skill: int, row: tuple[int, ...]) -> None:
    """-3 is the unskilled: of whom the sheet has no Fire at all."""
    skills = {} if skill == -3 else {"fire": skill}
    table = fight(pc(skills=skills, familiar=("pistol",)), npc(at=1))
    modifier = sum(part.value for part in attack_parts(table.state, strike()))
    assert modifier == skill + 1
    assert [percent(hits(modifier, defence)) for defence in range(6, 12)] == list(row)


@pytest.mark.parametrize(
    ("number", "metres", "evading", "aimed", "unevading"),
    [(0, 10, 72, 97, 97), (1, 16, 58, 92, 97), (2, 32, 42, 83, 97), (3, 48, 28, 72, 97)],
)
def test_c2_22_c2_47_fire_1_by_range_number_and_aimed_three_times(
    number: int, metres: int, evading: int, aimed: int, unevading: int
) -> None:
    """A pistol (64 m) against defence 8."""
    table = fight(pc(familiar=("pistol",)), npc(at=metres))
    modifier = sum(part.value for part in attack_parts(table.state, strike()))
    assert modifier == 2 - number
    assert percent(hits(modifier, 8)) == evading
    assert percent(hits(modifier + 3, 8)) == aimed
    assert percent(hits(modifier, None)) == unevading


QUICKIES = {
    -4: (11, 6),
    -3: (17, 8),
    -2: (24, 9),
    -1: (34, 11),
    0: (44, 11),
    1: (56, 11),
    2: (66, 9),
    3: (76, 8),
    4: (83, 6),
}


@pytest.mark.parametrize(("difference", "chances"), QUICKIES.items())
def test_c2_02_a_quickie_by_difference_of_skill(difference: int, chances: tuple[int, int]) -> None:
    """Won or tied by the roll, before ties are broken; a Balls-Up loses to anything else."""
    won = tied = 0
    for mine, theirs in itertools.product(ROLLS, ROLLS):
        one = Entry(who="a", fell=mine, total=mine.total + 5 + difference, skill=0, attribute=7)
        other = Entry(who="b", fell=theirs, total=theirs.total + 5, skill=0, attribute=7)
        result = beats(one, other)
        won += result is True
        tied += result is None
    assert (percent(won, 1296), percent(tied, 1296)) == chances


DAMAGES = (2, 4, 6, 8, 10, 12, 15, 20)
PASSED = {
    1: (0, 2, 4, 6, 8, 10, 13, 18),
    2: (0, 1, 3, 5, 7, 9, 12, 17),
    3: (0, 0, 1, 3, 5, 7, 10, 15),
    4: (0, 0, 1, 2, 4, 6, 9, 14),
    5: (0, 0, 0, 1, 2, 4, 7, 12),
    6: (0, 0, 0, 1, 2, 3, 6, 11),
    8: (0, 0, 0, 0, 1, 2, 3, 8),
}


@pytest.mark.parametrize(("rating", "row"), PASSED.items())
def test_c2_29_what_armour_lets_pass(rating: int, row: tuple[int, ...]) -> None:
    assert tuple(split(HOUSE, damage, rating).passed for damage in DAMAGES) == row


@pytest.mark.parametrize("rating", range(9))
def test_c2_29_no_point_of_damage_is_lost_or_won(rating: int) -> None:
    for damage in range(31):
        kept = split(HOUSE, damage, rating)
        assert kept.stopped + kept.halved + kept.passed == damage
        assert kept.stopped == min(damage, rating)


COVERED = {
    "leather-jacket": 72,
    "mail-shirt": 72,
    "plate-harness": 92,
    "shield": 42,
    "helmet": 17,
    "flak-vest": 58,
    "vest-and-helmet": 72,
    "combat-armour": 97,
}


@pytest.mark.parametrize(("piece", "chance"), COVERED.items())
def test_c2_28_how_often_armour_covers(piece: str, chance: int) -> None:
    coverage = arms().armour[piece].coverage
    assert percent(sum(fell.total <= coverage for fell in ROLLS)) == chance


ONE_HIT = {
    ("fist", 0): (83, 17, 0, 0, 0),
    ("fist", 4): (100, 0, 0, 0, 0),
    ("knife", 0): (33, 50, 17, 0, 0),
    ("knife", 4): (100, 0, 0, 0, 0),
    ("sword", 0): (8, 33, 50, 8, 0),
    ("sword", 4): (83, 17, 0, 0, 0),
    ("pistol", 0): (0, 17, 56, 25, 3),
    ("pistol", 4): (58, 33, 8, 0, 0),
    ("longbow", 0): (0, 17, 56, 25, 3),
    ("brown-bess", 0): (0, 9, 41, 34, 16),
    ("brown-bess", 4): (38, 37, 24, 2, 0),
    ("fn-fal", 0): (0, 0, 16, 34, 50),
    ("fn-fal", 4): (9, 28, 46, 14, 2),
}


@pytest.mark.parametrize(("hit", "row"), ONE_HIT.items(), ids=lambda each: str(each))
def test_c2d_10_one_hit_on_an_unhurt_average_person(hit: tuple[str, int], row: tuple[int, ...]) -> None:
    weapon, rating = hit
    roll = arms().weapons[weapon].roll
    length = track(HOUSE, 7)
    assert length == 14
    counts = [0] * 5
    for faces in itertools.product(range(1, 7), repeat=roll.dice):
        damage = max(0, sum(faces) + roll.plus)
        counts[min(4, step(split(HOUSE, damage, rating).passed, length))] += 1
    whole = 6**roll.dice
    assert tuple(round(100 * Fraction(count, whole)) for count in counts) == row
