"""Automatic fights of every system: they end, follow from their seed, refuse in plain words, and favour nobody."""

import math

import pytest

from rules.__main__ import main
from rules.core.refusal import Illegal
from rules.registry import RULESETS
from rules.simulating import Report, simulate, simulation_of

NAMES = [ruleset.id for ruleset in RULESETS]
TWO_LINES = [
    ("conflicts", "muskets"),
    ("conflicts", "modern"),
    ("conflicts", "swords"),
    ("twtw", "aimed"),
    ("twtw", "revolvers"),
    ("twtw", "rifles"),
]
FEW = {"posse": "1", "enemies": "1"}  # quick fights


def fought(name: str, lineup: str, given: dict[str, str], *, fights: int, seed: int = 1) -> Report:
    """So many fights by this system."""
    simulation = simulation_of(next(each for each in RULESETS if each.id == name))
    assert simulation is not None
    return simulate(simulation, lineup, given, fights=fights, seed=seed)


def lineups() -> list[tuple[str, str]]:
    """Every line-up of every system."""
    every = [(ruleset.id, simulation_of(ruleset)) for ruleset in RULESETS]
    return [(name, choice.key) for name, found in every if found is not None for choice in found.lineups]


def test_every_system_has_automatic_players_and_two_line_ups() -> None:
    assert all(sum(name == each for name, _ in lineups()) >= 2 for each in NAMES)


@pytest.mark.parametrize(("name", "lineup"), lineups())
def test_every_fight_comes_to_its_end(name: str, lineup: str) -> None:
    report = fought(name, lineup, {}, fights=6)
    assert (report.fights, report.unfinished) == (6, 0)
    assert 0 <= report.sums["Posse wins"] <= 6


@pytest.mark.parametrize(("name", "lineup"), TWO_LINES)
def test_a_mirrored_line_up_is_fair(name: str, lineup: str) -> None:
    """With equal chances the difference of wins is within four standard errors, so are those who are down."""
    fights, each = (40, 3) if lineup == "swords" else (120, 3 if lineup != "aimed" else 2)
    sums = fought(name, lineup, {}, fights=fights).sums
    assert sums["Posse wins"] + sums["enemy wins"] >= 0.9 * fights
    assert abs(sums["Posse wins"] - sums["enemy wins"]) <= 4 * math.sqrt(fights)
    assert abs(sums["Posse down"] - sums["enemies down"]) <= 4 * each * math.sqrt(fights)


@pytest.mark.parametrize(("name", "lineup"), TWO_LINES)
def test_whoever_wins_has_put_all_the_others_down(name: str, lineup: str) -> None:
    fights = 20
    sums = fought(name, lineup, FEW, fights=fights).sums
    assert sums["enemies down"] == fights - sums["enemy wins"]
    assert sums["Posse down"] == fights - sums["Posse wins"]


@pytest.mark.parametrize(
    ("name", "lineup", "stronger"),
    [
        ("conflicts", "muskets", {"posse-skill": "6", "enemy-skill": "-3"}),
        ("conflicts", "modern", {"posse": "6", "enemies": "1"}),
        ("conflicts", "swords", {"posse": "2", "enemies": "1", "posse-skill": "6", "enemy-skill": "-3"}),
        ("twtw", "aimed", {"posse": "6", "enemies": "1", "posse-skill": "5", "enemy-skill": "1"}),
        ("twtw", "revolvers", {"posse": "6", "enemies": "1", "posse-skill": "5"}),
        ("twtw", "rifles", {"posse": "6", "enemies": "1"}),
    ],
)
def test_a_far_stronger_side_nearly_always_wins(name: str, lineup: str, stronger: dict[str, str]) -> None:
    assert fought(name, lineup, stronger, fights=40).mean("Posse wins") >= 0.9


@pytest.mark.parametrize(
    ("name", "lineup", "given"),
    [
        ("conflicts", "muskets", {"surprised": "posse"}),
        ("conflicts", "modern", {"surprised": "posse", "initiative": "each"}),
        ("twtw", "revolvers", {"ambush": "posse", "mode": "hex"}),
        ("twtw", "revolvers", {"ambush": "posse", "movement": "slowest_first"}),
    ],
)
def test_surprise_costs_the_surprised(name: str, lineup: str, given: dict[str, str]) -> None:
    """C2-03 and TW-S4: whoever expects nothing loses the first round, and so most fights between equals."""
    report = fought(name, lineup, given, fights=60)
    assert report.unfinished == 0
    assert report.sums["enemy wins"] > report.sums["Posse wins"]


@pytest.mark.parametrize(("name", "lineup"), [("texarkana", "gunfight"), *TWO_LINES[:2], *TWO_LINES[3:5]])
def test_the_same_seed_brings_the_same_fights(name: str, lineup: str) -> None:
    one, other = (fought(name, lineup, {}, fights=5, seed=3).sums for _ in range(2))
    assert one == other
    assert one != fought(name, lineup, {}, fights=5, seed=4).sums


@pytest.mark.parametrize(
    ("args", "said", "hint"),
    [
        (["conflicts", "nowhere"], "There is no scene nowhere.", "There is: muskets, modern"),
        (["conflicts", "--set", "metres=0"], "Metres cannot be set to 0.", "A whole number from 1 to 999."),
        (["conflicts", "--set", "posse=x"], "Posse cannot be set to x.", "A whole number from 1 to 6."),
        (["conflicts", "--set", "surprised=me"], "Surprised cannot be set to me.", "There is: nobody, posse, enemies."),
        (
            ["conflicts", "court", "--set", "metres=9"],
            "Metres cannot be set to 9.",
            "A ready scene has its own people and places",
        ),
        (["conflicts", "--set", "luck=3"], "Luck cannot be set to 3.", "There is: declare"),
        (["twtw", "nowhere"], "There is no scene nowhere.", "There is: aimed, revolvers"),
        (["twtw", "--set", "enemy-skill=6"], "Enemy-skill cannot be set to 6.", "A whole number from 1 to 5."),
        (["twtw", "--set", "ambush=me"], "Ambush cannot be set to me.", "There is: nobody, posse, enemies, everybody."),
        (
            ["twtw", "saloon", "--set", "ambush=posse"],
            "Ambush cannot be set to posse.",
            "A ready scene has its own people and places",
        ),
        (["twtw", "--set", "mode=globe"], "Mode cannot be set to globe.", "There is: gridless"),
        (["texarkana", "nowhere"], "There is no scene nowhere.", "There is: gunfight"),
    ],
)
def test_what_cannot_be_set_is_refused_in_plain_words(
    args: list[str], said: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *args, "--fights", "1"]) == 1
    err = capsys.readouterr().err
    assert said in err
    assert hint in err


@pytest.mark.parametrize("name", NAMES)
def test_the_list_names_every_line_up_and_switch(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", name, "--list"]) == 0
    out = capsys.readouterr().out
    assert all(f"{lineup}: " in out for each, lineup in lineups() if each == name)
    assert "--set posse=" in out


@pytest.mark.parametrize("name", ["conflicts", "twtw"])
def test_the_report_tells_who_won_and_who_is_down(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", name, "--fights", "2", "--set", "posse=1", "--set", "enemies=1"]) == 0
    out = capsys.readouterr().out
    for word in ("2 fights", "Posse wins: ", "enemy wins: ", "rounds: ", "Posse down: ", "enemies down: ", "speed: "):
        assert word in out


@pytest.mark.parametrize("name", ["muskets", "modern"])
def test_c2d_18_numbers_distance_and_skills_are_as_set(name: str) -> None:
    with pytest.raises(Illegal):
        fought("conflicts", name, {"metres": "1000"}, fights=1)
    near, far = (fought("conflicts", name, {"metres": metres}, fights=30).mean("rounds") for metres in ("10", "400"))
    assert near < far


def test_the_list_of_all_systems_and_what_is_asked_without_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--list"]) == 0
    out = capsys.readouterr().out
    assert all(f"{name} (" in out for name in NAMES)
    with pytest.raises(SystemExit):
        main(["simulate"])
    assert f"by which rules? One of: {', '.join(NAMES)}" in capsys.readouterr().err


def test_a_setting_without_its_value_is_told_how_to_be_typed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "conflicts", "--set", "metres"]) == 1
    assert "--set takes NAME=VALUE, such as metres=1" in capsys.readouterr().err
