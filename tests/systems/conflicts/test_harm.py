"""Armour and injuries in play: coverage, tracks, aimed hits, out and dead (C2-28, C2-29, C2D-08 to C2D-11, C2D-16)."""

from typing import Any

import pytest

from rules.core.command import GoOn
from rules.systems.conflicts import events as e
from rules.systems.conflicts.armour import split
from rules.systems.conflicts.injuries import condition_after, malus, step, track
from rules.systems.conflicts.state import Condition, House, Kind
from tests.systems.conflicts.table import HOUSE, Table, fight, npc, only, parts, pc, performing

GO = GoOn(prompts=())
HIT = (6, 6)


def shot(
    *, part: str = "-", weapon: str = "pistol", at: int = 1, **target: Any
) -> Table:  # Any: fields of several types
    """Ana is about to attack Bart; nobody else does anything."""
    return performing(
        pc(weapons=(weapon,), skills={"fire": 4, "melee": 4, "brawling": 4}),
        npc(at=at, **target),
        plans={"ana": (f"attack bart {weapon} {part}", "orient"), "bart": ("orient", "orient")},
    )


def hurt(table: Table, *draws: int) -> e.Hurt:
    (found,) = only(table.do(GO, *HIT, *draws), e.Hurt)
    return found


@pytest.mark.parametrize(
    ("damage", "rating", "expected"),
    [(12, 5, (5, 3, 4)), (15, 4, (4, 2, 9)), (8, 3, (3, 2, 3)), (3, 5, (3, 0, 0)), (20, 8, (8, 4, 8))],
)
def test_c2_29_the_split_of_damage(damage: int, rating: int, expected: tuple[int, int, int]) -> None:
    """Stopped, lost of the halved half, passed."""
    kept = split(HOUSE, damage, rating)
    assert (kept.stopped, kept.halved, kept.passed) == expected


def test_c2a_20_a_house_may_round_what_passes_up() -> None:
    assert split(House(halving="up"), 12, 5).passed == 5
    assert split(House(halving="up"), 11, 5).passed == split(HOUSE, 11, 5).passed + 1 == 4


@pytest.mark.parametrize(("dice", "is_covered", "lost"), [((3, 4), True, 1), ((4, 4), False, 8)])
def test_c2_28_a_roll_tells_whether_the_vest_covered_the_spot(
    dice: tuple[int, int], is_covered: bool, lost: int
) -> None:
    """C2A-21. A flak vest, coverage 7, AR 4: of 6 damage 4 are stopped, and 2 halved to 1; else 8 pass."""
    table = shot(armour=("flak-vest",))
    damage = (3, 1) if is_covered else (3, 3)
    events = table.do(GO, *HIT, *damage, *dice)
    assert only(events, e.ArmourTried)[0].is_covered is is_covered
    assert only(events, e.Hurt)[0].lost == lost


def test_c2_29_every_part_of_the_damage_is_named() -> None:
    """Nothing is added for a roll that beats its target by much (C2D-13)."""
    found = hurt(shot(weapon="fn-fal", armour=("combat-armour",)), 6, 6, 6, 1, 2)  # 21 against AR 8
    assert [(part.value, part.rule) for part in found.damage.parts if part.value] == [
        (18, "C2D-09"),
        (3, "C2D-09"),
        (-8, "C2-29"),
        (-4, "C2-29"),
    ]
    assert found.lost == 9


def test_c2d_08_of_two_pieces_the_better_counts_with_one_roll() -> None:
    """Mail (8, AR 3) and shield (6, AR 3) and helmet (4, AR 4): a 4 is under all three, the helmet is best."""
    table = shot(weapon="sword", armour=("mail-shirt", "shield", "helmet"))
    events = table.do(GO, *HIT, 4, 4, 2, 2)
    assert only(events, e.ArmourTried)[0].piece == "helmet"
    assert only(events, e.Hurt)[0].lost == 2


@pytest.mark.parametrize(("weapon", "is_tried"), [("sword", True), ("pistol", False)])
def test_c2d_08_a_shield_counts_hand_to_hand_alone(weapon: str, is_tried: bool) -> None:
    table = shot(weapon=weapon, armour=("shield",))
    draws = (3, 3, 1, 1) if is_tried else (3, 3)
    assert bool(only(table.do(GO, *HIT, *draws), e.ArmourTried)) is is_tried


@pytest.mark.parametrize(("part", "is_covered"), [("chest", True), ("head", False), ("abdomen", True), ("leg", False)])
def test_c2d_08_a_part_aimed_at_is_covered_or_not_without_a_roll(part: str, is_covered: bool) -> None:
    table = shot(part=part, armour=("flak-vest",))
    events = table.do(GO, *HIT, 2, 2)
    assert only(events, e.ArmourTried)[0].is_covered is is_covered


@pytest.mark.parametrize(
    ("damage", "state"),
    [(0, 0), (3, 0), (4, 1), (6, 1), (7, 2), (10, 2), (11, 3), (13, 3), (14, 4), (27, 4), (28, 5), (99, 5)],
)
def test_c2d_10_the_states_of_a_track_of_14(damage: int, state: int) -> None:
    assert step(damage, 14) == state


@pytest.mark.parametrize(("attribute", "gritty", "cinematic"), [(7, 14, 21), (10, 17, 30), (4, 11, 12)])
def test_c2d_10_c2d_16_the_length_of_a_track(attribute: int, gritty: int, cinematic: int) -> None:
    assert track(HOUSE, attribute) == gritty
    assert track(House(toughness="cinematic"), attribute) == cinematic


@pytest.mark.parametrize(
    ("harm", "strain", "condition", "cost"),
    [
        (3, 3, Condition.UP, 0),
        (4, 0, Condition.UP, -1),
        (4, 7, Condition.UP, -2),
        (13, 4, Condition.UP, -3),
        (14, 0, Condition.UNCONSCIOUS, -3),
        (0, 14, Condition.YIELDED, -3),
        (28, 0, Condition.DEAD, -3),
        (0, 28, Condition.BROKEN, -3),
        (28, 28, Condition.DEAD, -3),
        (14, 28, Condition.BROKEN, -3),
    ],
)
def test_c2d_10_what_the_sums_do(harm: int, strain: int, condition: Condition, cost: int) -> None:
    table = fight(pc(), npc(harm=harm, strain=strain))
    assert condition_after(table.state, table["bart"]) is condition
    assert malus(table.state, table["bart"]) == cost


def test_c2d_10_damage_adds_up_and_takes_out() -> None:
    table = shot(harm=9)
    events = table.do(GO, *HIT, 2, 1)
    assert only(events, e.Hurt)[0].total == 14
    assert table["bart"].condition is Condition.UNCONSCIOUS


def test_c2d_10_twice_the_track_kills() -> None:
    table = shot(harm=13, weapon="fn-fal")
    table.do(GO, *HIT, 6, 3, 3)
    assert table["bart"].condition is Condition.DEAD


@pytest.mark.parametrize("part", ["head", "neck", "eye", "groin"])
def test_c2d_11_vital_parts_take_twice_the_damage_after_armour(part: str) -> None:
    found = hurt(shot(part=part, strength=12), 2, 2)
    assert found.lost == 12
    assert parts(found.damage)["C2D-11"] == 6


@pytest.mark.parametrize("part", ["hand", "arm"])
@pytest.mark.parametrize(("strength", "drops"), [(9, True), (10, False)])
def test_c2d_11_a_hit_of_a_quarter_track_in_hand_or_arm_disarms(part: str, strength: int, drops: bool) -> None:
    """4 damage of a track of 16 is a quarter, of 17 it is less."""
    events = shot(part=part, strength=strength).do(GO, *HIT, 1, 1)
    assert bool(only(events, e.ItemFell)) is drops


def test_c2d_11_a_lesser_hit_does_not_disarm() -> None:
    """1 damage of fists: 3 - 2."""
    table = performing(
        pc(skills={"brawling": 4}),
        npc(at=1),
        plans={"ana": ("attack bart fist arm", "orient"), "bart": ("orient", "orient")},
    )
    assert not only(table.do(GO, *HIT, 3), e.ItemFell)


def test_c2d_11_a_leg_hit_lames() -> None:
    table = shot(part="leg")
    table.do(GO, *HIT, 1, 1)
    assert table["bart"].is_lame


@pytest.mark.parametrize("part", ["eye", "groin"])
def test_c2d_11_eye_and_groin_make_the_next_action_a_defend(part: str) -> None:
    table = shot(part=part, strength=12)
    events = table.do(GO, *HIT, 1, 1)
    (changed,) = only(events, e.PlanChanged)
    assert (changed.who, changed.at, changed.kind) == ("bart", 0, Kind.DEFEND)


def test_c2d_11_if_no_action_is_left_the_first_of_the_next_round_becomes_defend() -> None:
    table = performing(
        npc(strength=12, at=1),
        pc(skills={"fire": 4}),
        plans={"bart": ("orient", "orient"), "ana": ("orient", "attack bart pistol groin")},
    )
    table.do(GO, *HIT, 1, 1)
    assert table["bart"].must_defend
    table.answer("r2.0.declare.bart", "attack-attack")
    events = table.answer("r2.0.declare.ana", "orient-defend", 1, 1)
    (changed,) = only(events, e.PlanChanged)
    assert (changed.who, changed.at, changed.kind) == ("bart", 0, Kind.DEFEND)


def test_c2a_17_a_hit_costs_the_aim() -> None:
    table = performing(
        pc(skills={"fire": 4}),
        npc(),
        plans={"ana": ("orient", "attack bart pistol"), "bart": ("handle aim pistol ana", "orient")},
    )
    table.do(GO, *HIT, 1, 1)
    assert table["bart"].aim is None
