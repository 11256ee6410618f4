"""Every entry of both lists of modifiers, one by one, as the state brings it about (C2-30 to C2-48)."""

import pytest

from rules.core.tally import BY_THE_HOUSE
from rules.core.values import replace
from rules.systems.conflicts.modifiers import attack_parts
from rules.systems.conflicts.state import Aim, Fighter, Posture, Spot, Strike
from tests.systems.conflicts.table import fight, item, npc, parts, pc, strike, who

ANA, BART = pc(), npc()


def aim(**changes: object) -> Aim:
    usual = Aim(whom=who("bart"), item="pistol")
    return replace(usual, **changes)  # type: ignore[arg-type]  # fields of several types


def found(attacker: Fighter, target: Fighter, attack: Strike, **changes: object) -> dict[str, int]:
    """The modifiers by rule, without the skill."""
    every = parts(attack_parts(fight(attacker, target, **changes).state, attack))
    return {rule: value for rule, value in every.items() if rule != "C2-11"}


LOW, PRONE = Posture.CROUCHING, Posture.PRONE
FIST, KNIFE = strike(item="", weapon="fist"), strike(item="knife")
FAL = strike(item="fn-fal")

CASES = {
    "nothing": (ANA, BART, strike(), {}),
    "attacker running": (pc(moves=1), BART, strike(), {"C2-30": -1}),
    "attacker airborne": (pc(is_airborne=True), BART, strike(), {"C2-30": -1}),
    "attacker running, with fists": (pc(moves=2), npc(at=1), FIST, {}),
    "target running": (ANA, npc(moves=1), strike(), {"C2-30": -1}),
    "target at full pelt": (ANA, npc(moves=2), strike(), {"C2-30": -1, "C2-38": -1}),
    "target at full pelt, with fists": (ANA, npc(at=1, moves=2), FIST, {}),
    "from the hip": (ANA, BART, strike(grip="hip"), {"C2-32": -1}),
    "two weapons at once": (ANA, BART, strike(grip="pair"), {"C2-33": -1}),
    "the off-hand of two": (
        pc(gear=(item("pistol", "off"),)),
        BART,
        strike(grip="pair"),
        {"C2-33": -1, "C2-35": -1},
    ),
    "off-hand": (pc(gear=(item("pistol", "off"),)), BART, strike(), {"C2-35": -1}),
    "off-hand blade": (pc(gear=(item("knife", "off"),)), npc(at=1), KNIFE, {"C2D-02": -3}),
    "two-handed weapon in one hand": (pc(gear=(item("fn-fal"),)), BART, FAL, {"C2-34": -1}),
    "two-handed weapon in both": (pc(gear=(item("fn-fal", "both"),)), BART, FAL, {}),
    "one-handed weapon in both": (pc(gear=(item("pistol", "both"),)), BART, strike(), {"C2-45": 1}),
    "one-handed weapon gripped in both": (ANA, BART, strike(grip="two-hands"), {"C2-45": 1}),
    "target crouching": (ANA, npc(posture=LOW), strike(), {"C2-36": -1}),
    "target prone": (ANA, npc(posture=PRONE), strike(), {"C2-37": -2}),
    "target prone, with fists": (ANA, npc(at=2, posture=PRONE), FIST, {"C2-37": -2}),
    "standing over a prone target": (ANA, npc(at=1, posture=PRONE), strike(), {"C2-37": 1}),
    "standing over it with fists": (ANA, npc(at=1, posture=PRONE), FIST, {"C2-37": 1}),
    "both prone": (pc(posture=PRONE), npc(at=1, posture=PRONE), strike(), {"C2-37": -2}),
    "at the chest": (ANA, BART, strike(part="chest"), {"C2-39": -1}),
    "at the abdomen": (ANA, BART, strike(part="abdomen"), {"C2-39": -1}),
    "at the leg": (ANA, BART, strike(part="leg"), {"C2-39": -1}),
    "at the head": (ANA, BART, strike(part="head"), {"C2-40": -2}),
    "at the neck": (ANA, BART, strike(part="neck"), {"C2-40": -2}),
    "at the arm": (ANA, BART, strike(part="arm"), {"C2-40": -2}),
    "at the hand": (ANA, BART, strike(part="hand"), {"C2-41": -3}),
    "at the eye": (ANA, BART, strike(part="eye"), {"C2-41": -3}),
    "at the groin": (ANA, BART, strike(part="groin"), {"C2-41": -3}),
    "familiar weapon": (pc(familiar=("pistol",)), BART, strike(), {"C2-42": 1}),
    "familiar with another": (pc(familiar=("fn-fal",)), BART, strike(), {}),
    "steadied": (pc(aim=aim(is_steadied=True)), BART, strike(), {"C2-43": 1}),
    "supported by the wall": (pc(spot=Spot(x=10_000)), npc(at=105), strike(), {"C2-44": 1}),
    "supported, not steadied too": (
        pc(spot=Spot(x=10_000), aim=aim(is_steadied=True)),
        npc(at=105),
        strike(),
        {"C2-44": 1},
    ),
    "not supported while running": (
        pc(spot=Spot(x=10_000), moves=1),
        npc(at=105),
        strike(),
        {"C2-30": -1},
    ),
    "on its tripod": (
        pc(gear=(item("machine-gun", "both"),)),
        BART,
        strike(item="machine-gun"),
        {"C2-44": 1},
    ),
    "not under fire": (ANA, BART, strike(is_calm=True), {"C2-46": 1}),
    "not under fire counts for fire alone": (ANA, npc(at=1), replace(FIST, is_calm=True), {}),
    "aimed once": (pc(aim=aim(actions=1)), BART, strike(), {"C2-47": 1}),
    "aimed three times": (pc(aim=aim(actions=3)), BART, strike(), {"C2-47": 3}),
    "aimed five times": (pc(aim=aim(actions=5)), BART, strike(), {"C2-47": 3}),
    "telescope": (
        pc(gear=(item("scoped-fal", "both"),), aim=aim(item="scoped-fal", is_scoped=True)),
        BART,
        strike(item="scoped-fal"),
        {"C2-48": 1},
    ),
    "telescope, aimed and steadied": (
        pc(
            gear=(item("scoped-fal", "both"),),
            aim=aim(item="scoped-fal", is_scoped=True, actions=3, is_steadied=True),
        ),
        BART,
        strike(item="scoped-fal"),
        {"C2-43": 1, "C2-47": 3, "C2-48": 1},
    ),
    "aimed at another": (pc(aim=aim(whom="cole", actions=3)), BART, strike(), {}),
    "aimed with another weapon": (pc(aim=aim(item="fn-fal", actions=3)), BART, strike(), {}),
    "thrown": (
        pc(gear=(item("knife"),)),
        npc(at=13),
        strike(item="knife", grip="thrown"),
        {"C2-22": -1},
    ),
    "unskilled": (pc(skills={}), BART, strike(), {"C2D-02": -3}),
    "hurt": (pc(harm=4), BART, strike(), {"C2D-10": -1}),
    "wounded": (pc(harm=7), BART, strike(), {"C2D-10": -2}),
    "badly wounded and shaken: the worse alone": (pc(harm=11, strain=7), BART, strike(), {"C2D-10": -3}),
    "cover": (ANA, npc(at=98, cover=1), strike(item="fn-fal"), {"C2D-15": -1}),
    "heavy cover of the wall": (ANA, npc(at=100), FAL, {"C2D-15": -2}),
    "cover or crouching, the same": (ANA, npc(cover=1, posture=LOW), strike(), {"C2D-15": -1}),
    "prone or cover, what is more": (ANA, npc(cover=1, posture=PRONE), strike(), {"C2-37": -2}),
    "cover is none against fists": (ANA, npc(at=1, cover=2), FIST, {}),
}


@pytest.mark.parametrize("case", CASES)
def test_c2_30_to_c2_48_each_modifier_comes_by_itself(case: str) -> None:
    """C2-30 running and airborne, C2-32 hip, C2-33 two weapons, C2-34 and C2-45 hands, C2-35 off-hand, C2-36 and C2-37
    postures, C2-38 full pelt, C2-39, C2-40 and C2-41 parts of the body, C2-42 familiar, C2-43 steadied, C2-44 support,
    C2-46 not under fire, C2-47 aimed, C2-48 telescope (C2A-16), C2A-22 prone at close quarters, C2A-26 both hands.
    """
    attacker, target, attack, expected = CASES[case]
    if "fn-fal" in attack.item and not attacker.item("fn-fal"):
        attacker = replace(attacker, gear=(item("fn-fal", "both"),))
    assert found(attacker, target, attack) == expected


@pytest.mark.parametrize("weather", ["dark", "smoke", "rain"])
def test_c2_31_firing_wild_in_darkness_smoke_and_rain(weather: str) -> None:
    """The like of scopes and darkness (C2-23): once, however much of it there is."""
    assert found(ANA, BART, strike(), conditions=(weather,)) == {"C2-31": -1}
    assert found(ANA, BART, strike(), conditions=(weather, "other")) == {"C2-31": -1}
    assert found(ANA, npc(at=1), FIST, conditions=(weather,)) == {}


def test_c2a_13_different_modifiers_add_up() -> None:
    """Running, off-hand, from the hip, at the eye of somebody prone at full pelt: -1 -1 -1 -3 -2 -1 -1."""
    attacker = pc(moves=1, gear=(item("pistol", "off"),))
    attack = strike(grip="hip", part="eye")
    state = fight(attacker, npc(moves=2, posture=PRONE), conditions=("dark",)).state
    skill, *rest = (part.value for part in attack_parts(state, attack))
    assert skill == 1
    assert sum(rest) == -1 - 1 - 1 - 3 - 2 - 1 - 1 - 1


def test_c2a_15_at_most_four_come_from_steadying_aiming_and_support() -> None:
    ready = pc(spot=Spot(x=10_000), aim=aim(actions=9, is_steadied=True))
    assert sum(found(ready, npc(at=105), strike()).values()) == 4


@pytest.mark.parametrize(("moves", "expected"), [(1, -1), (2, -1)])
def test_c2a_11_a_house_may_count_running_once(moves: int, expected: int) -> None:
    state = fight(ANA, npc(moves=moves), house={"running": "once"}).state
    every = attack_parts(state, strike())
    assert sum(part.value for part in every) - 1 == expected
    assert (BY_THE_HOUSE + "running counts once" in [part.why for part in every]) is (moves == 2)


@pytest.mark.parametrize("malus", [1, 2, 3])
def test_c2a_12_a_house_sets_the_malus_of_small_parts(malus: int) -> None:
    state = fight(house={"small_part": malus}).state
    every = attack_parts(state, strike(part="eye"))
    assert parts(every)["C2-41"] == -malus
    assert f"{BY_THE_HOUSE}a small part is DM-{malus}" in [part.why for part in every]


def test_c2a_14_a_house_may_count_familiarity_twice() -> None:
    state = fight(pc(familiar=("pistol",)), BART, house={"familiar": "twice"}).state
    assert sum(part.value for part in attack_parts(state, strike())) == 1 + 2


def test_every_part_names_its_rule_and_an_npcs_skill_is_the_gms() -> None:
    for part in attack_parts(fight().state, strike("bart", "ana")):
        assert part.rule
        assert (part.audience == "gm") is (part.why == "Fire")
