"""Automatic fights (TXD-18): the gunfights of section 4.5, and that the simulation plays by the engine's own rules.

PCs shoot the bandit with the least Grit, bandits any PC by chance; Luck refuses every Injury as long as it lasts; no
Woe is spent; out of ammunition, one reloads; nobody moves. `FAIRDRAW_FIGHTS=20000` fights as many of each kind; by
default fewer, and the tolerance grows by three standard errors.
"""

import math
import os

import pytest

from rules.__main__ import main
from rules.core.refusal import Illegal
from rules.simulating import Progress, QuickDice, simulate, simulation_of
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.simulation import GUNFIGHT, SIMULATION
from rules.systems.texarkana.state import Condition

FIGHTS = int(os.environ.get("FAIRDRAW_FIGHTS", "80"))
POINTS = 0.03  # the printed figures come from 3,000 fights of another program
GUNFIGHTS = [
    ({}, 99, 2.7, 0.13),
    ({"rating": "1"}, 98, 3.0, 0.24),
    ({"rating": "1", "enemies": "4"}, 83, 4.2, 0.91),
    ({"will": "3"}, 96, 3.2, 0.38),
    ({"worn": "10"}, 93, 3.5, 0.52),
    ({"rating": "1", "worn": "10"}, 83, 3.9, 0.89),
    ({"worn": "10", "injury_penalty": "0"}, 91, 3.7, 0.63),
]


@pytest.mark.timeout(7200)
@pytest.mark.parametrize(("given", "wins", "turns", "down"), GUNFIGHTS, ids=lambda each: str(each))
def test_txd_18_gunfights_end_as_the_rules_say(given: dict[str, str], wins: int, turns: float, down: float) -> None:
    report = simulate(SIMULATION, GUNFIGHT, given, fights=FIGHTS, seed=7)
    share = wins / 100
    error = math.sqrt(share * (1 - share) / FIGHTS)
    assert report.unfinished == 0
    assert abs(report.mean("Posse wins") - share) <= POINTS + 3 * error
    assert abs(report.mean("turns") - turns) <= 0.15 * turns + 3 / math.sqrt(FIGHTS)
    assert abs(report.mean("PCs down") - down) <= 0.12 + 3 / math.sqrt(FIGHTS)


def test_the_simulation_is_the_engine_step_by_step() -> None:
    """Nobody moves, everybody has a full hand at first, and Luck is paid before Injury stays."""
    begin = SIMULATION.prepare(GUNFIGHT, {"worn": "2"})
    dice = QuickDice("steps")
    state = begin(dice)
    assert [len(each.hand) for each in state.pcs] == [6, 6, 6]
    while (after := SIMULATION.step(state, dice)) is not None:
        state = after
        assert {each.place for each in state.fighters} == {"here", "there"}
    assert all(each.luck == 0 for each in state.pcs if each.injury and not each.fresh_injury)
    assert not any(each.is_up for each in (state.pcs if state.winner != "posse" else state.enemies))


@pytest.mark.parametrize("lineup", [choice.key for choice in SIMULATION.lineups])
def test_every_line_up_comes_to_its_end(lineup: str) -> None:
    report = simulate(SIMULATION, lineup, {}, fights=4)
    assert (report.fights, report.unfinished) == (4, 0)
    assert set(report.sums) == {"Posse wins", "turns", "PCs down", "Woe gained"}


def test_the_same_seed_brings_the_same_fights() -> None:
    one, other = (simulate(SIMULATION, GUNFIGHT, {}, fights=5, seed=3).sums for _ in range(2))
    assert one == other
    assert one != simulate(SIMULATION, GUNFIGHT, {}, fights=5, seed=4).sums


def test_chips_and_numbers_are_as_set() -> None:
    given = {"posse": "2", "enemies": "1", "rating": "-2", "will": "4", "grit": "9", "luck": "0", "enemy-grit": "7"}
    state = SIMULATION.prepare(GUNFIGHT, given)(QuickDice("set"))
    assert [(each.will, each.grit, each.luck, len(each.hand)) for each in state.pcs] == [(4, 9, 0, 4)] * 2
    assert [(each.grit, each.ratings["Ma"], each.condition) for each in state.enemies] == [(7, -2, Condition.UP)]
    state = SIMULATION.prepare("ambush", {"posse": "1", "will": "2"})(QuickDice("set"))
    assert [len(each.hand) for each in state.pcs] == [2]


@pytest.mark.parametrize("given", [{"will": "11"}, {"rating": "+-1"}, {"rating": "x"}, {"ace": "2"}, {"who": "me"}])
def test_what_cannot_be_set_is_refused(given: dict[str, str]) -> None:
    with pytest.raises(Illegal):
        SIMULATION.prepare(GUNFIGHT, given)
    with pytest.raises(Illegal):
        SIMULATION.prepare("nowhere", {})


def test_a_system_without_automatic_players_says_so() -> None:
    assert simulation_of(object()) is None
    assert simulation_of(TEXARKANA) is SIMULATION


def test_the_command_prints_wins_turns_and_who_is_down(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "texarkana", "--fights", "3", "--set", "enemies=1", "--seed", "2"]) == 0
    out = capsys.readouterr().out
    for word in ("3 fights", "Posse wins: ", "turns: ", "PCs down: ", "speed: "):
        assert word in out
    assert main(["simulate", "texarkana", "--list"]) == 0
    assert "--set rating=" in capsys.readouterr().out
    assert main(["simulate", "texarkana", "--fights", "1", "--set", "rating=9"]) == 1
    assert "A whole number from -3 to 3." in capsys.readouterr().err


def test_progress_is_shown_on_a_terminal_alone() -> None:
    written: list[str] = []
    for is_terminal in (False, True):
        bar = Progress(written.append, is_terminal=is_terminal)
        for done in range(1, 401):
            bar(done, 400)
        assert len(written) == (101 if is_terminal else 0)
    assert written[-1] == f"\r[{'#' * 40}] 100%\n"
