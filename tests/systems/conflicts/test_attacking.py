"""Attacks: targets, weapons, reach, ammunition, two at once, throwing (C2-09, C2-11, C2-24 to C2-27, C2-33)."""

import pytest

from rules.core.command import GoOn
from rules.systems.conflicts import commands as c, events as e
from rules.systems.conflicts.state import Condition, Spot
from tests.systems.conflicts.table import Table, fight, item, npc, only, parts, pc, performing, who

ANA, BART = who("ana"), who("bart")
GO = GoOn(prompts=())


def open_attack(*people: object, **changes: object) -> Table:
    """Ana is to act, her attack open; everybody else looks round."""
    fighters = people or (pc(), npc(at=1))
    names = [each.id for each in fighters]  # type: ignore[attr-defined]  # fighters
    plans = dict.fromkeys(names, ("orient", "orient")) | {"ana": ("attack", "orient")}
    table = performing(*fighters, plans=plans, **changes)  # type: ignore[arg-type]  # fighters
    table.do(GO)
    assert table.asked() == ("r1.first.act.ana",)
    return table


def test_c2_11_the_score_of_an_attack_is_dice_skill_and_familiarity() -> None:
    table = open_attack(pc(familiar=("pistol",), is_under_fire=True), npc(at=1))
    events = table.do(c.Attack(actor=ANA, whom="bart", weapon="pistol"), 3, 4, 1, 1)
    (judged,) = only(events, e.StrikeJudged)
    assert [part.value for part in judged.score.parts] == [7, 1, 1, 0]
    assert judged.score.total == 9


def test_c2_24_c2_25_a_shot_at_somebody_who_does_not_evade_fails_by_ones_and_clicks() -> None:
    table = open_attack(pc(skills={"fire": 6}), npc(at=1))
    events = table.do(c.Attack(actor=ANA, whom="bart", weapon="pistol"), 1, 1)
    (judged,) = only(events, e.StrikeJudged)
    assert (judged.is_hit, judged.is_balls_up) == (False, True)
    (out,) = only(events, e.RanOut)
    assert out.is_click
    assert not table["ana"].gear[0].is_loaded


def test_c2_27_an_empty_weapon_is_refused_until_it_is_reloaded() -> None:
    table = open_attack(pc(gear=(item("pistol", is_loaded=False),)), npc(at=1))
    refusal = table.refusal(c.Attack(actor=ANA, whom="bart", weapon="pistol"))
    assert (refusal.code, refusal.rules) == ("NOT_LOADED", ("C2-27",))
    reloading = performing(
        pc(gear=(item("pistol", is_loaded=False),)),
        npc(),
        plans={"ana": ("handle reload pistol", "orient"), "bart": ("orient", "orient")},
    )
    reloading.do(GO)
    assert reloading["ana"].gear[0].is_loaded


@pytest.mark.parametrize("weapon", ["brown-bess", "longbow", "flintlock-pistol"])
def test_c2a_19_a_single_shot_weapon_is_empty_after_every_shot(weapon: str) -> None:
    table = open_attack(pc(weapons=(weapon,), skills={"fire": 0}, is_under_fire=True), npc(at=1))
    events = table.do(c.Attack(actor=ANA, whom="bart", weapon=weapon), 1, 1)
    (out,) = only(events, e.RanOut)
    assert not out.is_click
    assert not table["ana"].gear[0].is_loaded


def test_c2_27_a_hit_with_doubles_does_not_click() -> None:
    table = open_attack()
    assert not only(table.do(c.Attack(actor=ANA, whom="bart", weapon="pistol"), 2, 2, 1, 1), e.RanOut)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.Attack(actor=ANA), "NO_WHOM"),
        (c.Attack(actor=ANA, whom="ana"), "SELF"),
        (c.Attack(actor=ANA, whom="zoe"), "NO_SUCH_COMBATANT"),
        (c.Attack(actor=ANA, whom="cora"), "SAME_PARTY"),
        (c.Attack(actor=ANA, whom="dead"), "OUT"),
        (c.Attack(actor=ANA, whom="hid"), "NO_SUCH_COMBATANT"),
        (c.Attack(actor=ANA, whom="bart", weapon="cannon"), "NO_SUCH_WEAPON"),
        (c.Attack(actor=ANA, whom="bart", weapon="knife"), "NOT_IN_HAND"),
        (c.Attack(actor=ANA, whom="bart", weapon="fist"), "OUT_OF_REACH"),
        (c.Attack(actor=ANA, whom="far", weapon="pistol"), "TOO_FAR"),
        (c.Attack(actor=ANA, whom="far", weapon="threat"), "OUT_OF_EARSHOT"),
        (c.Attack(actor=ANA, whom="bart", weapon="pistol", where="ear"), "NO_SUCH_PART"),
        (c.Attack(actor=ANA, whom="bart", weapon="threat", where="head"), "PART_OF_MIND"),
        (c.Attack(actor=ANA, whom="bart", weapon="pistol", how="fire"), "NO_SUCH_TRAIT"),
        (c.Attack(actor=ANA, whom="bart", weapon="pistol", how="luck"), "NO_SUCH_TRAIT"),
    ],
)
def test_c2_11_what_cannot_be_attacked_is_refused_with_its_reason(command: c.Attack, code: str) -> None:
    """Blows reach 2 m, words 20 m (C2D-18)."""
    table = open_attack(
        pc(weapons=("pistol", "knife")),
        npc(),
        pc("cora"),
        npc("dead", condition=Condition.DEAD),
        npc("hid", is_hidden=True),
        npc("far", at=65),
    )
    assert table.refusal(command).code == code


@pytest.mark.parametrize(
    ("spot", "is_seen"),
    [
        (Spot(x=2000), True),  # straight ahead
        (Spot(x=1000, y=1732), True),  # 60 degrees aside
        (Spot(x=1000, y=1800), False),
        (Spot(x=-2000), False),  # behind
        (Spot(x=-200), True),  # behind, but at arm's length
    ],
)
def test_c2_09_without_orient_one_sees_what_lies_in_front(spot: Spot, is_seen: bool) -> None:
    """Within 60 degrees, and nobody within 2 m is overlooked (C2D-19)."""
    table = open_attack(pc(oriented_until=0), npc(), npc("cole", spot=spot))
    command = c.Attack(actor=ANA, whom="cole", weapon="pistol")
    if is_seen:
        table.freely(command)
    else:
        assert table.refusal(command).code == "NOT_IN_VIEW"


def test_c2_09_orient_shows_the_whole_field_to_the_end_of_the_next_round() -> None:
    table = performing(
        pc(oriented_until=0),
        npc(),
        npc("cole", spot=Spot(x=-2000)),
        plans={"ana": ("orient", "attack"), "bart": ("orient", "orient"), "cole": ("orient", "orient")},
    )
    table.do(GO)
    assert table["ana"].oriented_until == 2
    table.do(c.Attack(actor=ANA, whom="cole", weapon="pistol"), 1, 1)


def test_c2d_05_who_attacked_is_always_seen() -> None:
    table = performing(
        npc("cole", spot=Spot(x=-2000)),
        pc(oriented_until=0),
        npc(),
        plans={"cole": ("attack ana pistol", "orient"), "ana": ("attack", "orient"), "bart": ("orient", "orient")},
    )
    table.do(GO, 1, 1)
    table.do(c.Attack(actor=ANA, whom="cole", weapon="pistol"), 1, 1)


def test_c2_33_c2_35_two_weapons_at_once_are_two_attacks() -> None:
    """C2A-25 of C2-33: each at DM-1, the off-hand one at DM-2; only the first can click its own magazine."""
    attacker = pc(gear=(item("pistol", "main"), item("pistol", "off", id="pistol-2")), is_under_fire=True)
    table = open_attack(attacker, npc(at=1))
    events = table.do(c.Attack(actor=ANA, whom="bart", weapon="pistol+pistol-2"), 3, 4, 1, 1, 1, 1)
    first, second = only(events, e.StrikeJudged)
    assert parts(first.score)["C2-33"] == -1
    assert "C2-35" not in parts(first.score)
    assert (parts(second.score)["C2-33"], parts(second.score)["C2-35"]) == (-1, -1)
    assert [out.item for out in only(events, e.RanOut)] == ["pistol-2"]


def test_c2a_18_not_under_fire_until_somebody_attacks() -> None:
    table = performing(
        npc(at=1),
        pc(),
        plans={"bart": ("attack ana fist", "orient"), "ana": ("attack bart pistol", "attack bart pistol")},
    )
    events = table.do(GO, 1, 1, 1, 1)
    mine = [each for each in only(events, e.StrikeJudged) if each.strike.attacker == ANA]
    assert "C2-46" not in parts(mine[0].score)
    assert table.asked() == ("r1.second.act.ana",)  # the pistol went click


def test_c2_19_a_thrown_weapon_lies_with_its_target() -> None:
    table = open_attack(pc(weapons=("knife",)), npc(at=12))
    events = table.do(c.Attack(actor=ANA, whom="bart", weapon="knife/thrown"), 3, 3, 4)
    (fell,) = only(events, e.ItemFell)
    assert (fell.item, fell.spot, fell.is_thrown) == ("knife", Spot(x=1200), True)
    assert table["ana"].gear[0].hold == ""
    assert only(events, e.Hurt)[0].lost == 5


def test_c2_19_c2a_05_a_throw_is_an_attack_of_fire() -> None:
    table = open_attack(pc(weapons=("spear",), skills={"fire": 2, "melee": 1}), npc(at=24))
    events = table.do(c.Attack(actor=ANA, whom="bart", weapon="spear/thrown"), 1, 1)
    score = only(events, e.StrikeJudged)[0].score
    assert parts(score)["C2-22"] == -3  # 24 of 24.5 m
    assert [part.why for part in score.parts][1] == "Fire"


def test_c2_07_a_trait_may_help_an_attack_once() -> None:
    table = open_attack(pc(is_under_fire=True), npc(at=1))
    events = table.do(c.Attack(actor=ANA, whom="bart", weapon="pistol", how="brawling"), 4, 3, 1, 2, 1, 1)
    (tried,) = only(events, e.TraitTried)
    assert (tried.score.total, tried.bonus) == (8, 1)
    assert parts(only(events, e.StrikeJudged)[0].score)["C2-07"] == 1


def test_c2d_07_an_attribute_that_helps_costs_the_other_action() -> None:
    table = open_attack(pc(will=9, is_under_fire=True), npc(at=1))
    events = table.do(c.Attack(actor=ANA, whom="bart", weapon="pistol", how="will"), 3, 3, 1, 2, 1, 1)
    assert only(events, e.TraitTried)[0].bonus == 1  # 6 + 9 - 7 = 8
    assert [(each.who, each.at) for each in only(events, e.PlanSpent)] == [(ANA, 1)]


def test_the_first_weapon_that_serves_is_taken_if_none_is_named() -> None:
    table = open_attack(pc(weapons=("sword",)), npc(at=1))
    events = table.do(c.Attack(actor=ANA, whom="bart"), 1, 1)
    assert only(events, e.StrikeJudged)[0].strike.weapon in ("sword", "fist")


def test_an_attack_out_of_hiding_reveals_its_maker() -> None:
    table = performing(
        npc(is_hidden=True), pc(), plans={"bart": ("attack ana pistol", "orient"), "ana": ("orient", "orient")}
    )
    events = table.do(GO, 1, 1)
    assert only(events, e.Revealed)
    assert not table["bart"].is_hidden


def test_nobody_acts_out_of_turn() -> None:
    table = open_attack()
    assert table.refusal(c.Attack(actor=BART, whom="ana")).code == "NOT_YOUR_TURN"
    assert fight().refusal(c.Attack(actor=who("zoe"))).code == "NO_SUCH_COMBATANT"
