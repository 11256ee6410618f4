"""What people see on a phone of 360 pixels, to be read as such: one `.txt` beside this file for each evening.

A screen that changes shows there as a change. After reading it over, write all of them anew with

    FAIRDRAW_REWRITE=1 python -m pytest -n0 tests/screens
"""

import os
from pathlib import Path

import pytest

from bot.clock import MachineClock
from cogs.render import theme
from tests.screens import phone
from tests.screens.evening import alone, played
from tests.screens.weeks import tended
from tests.support.table import seated

HERE = Path(__file__).parent
SEED = 7
EVENINGS = {"texarkana": "ambush", "conflicts": "skirmish", "twtw": "standoff"}  # a scene with shots for each


class StandingClock(MachineClock):
    """It stands still: what is asked one after the other would else be as old, or not, by chance."""

    def __call__(self) -> float:
        return float(phone.NOON)


def require_as_written(name: str, text: str) -> None:
    file = HERE / f"{name}.txt"
    if os.environ.get("FAIRDRAW_REWRITE"):
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")


@pytest.mark.parametrize(("system", "scene"), EVENINGS.items())
async def test_an_evening_looks_as_written(system: str, scene: str) -> None:
    async with seated(seed=SEED, clock=StandingClock()) as table:
        album = await played(table, system, scene)
    require_as_written(system, album.text)


@pytest.mark.parametrize("system", EVENINGS)
async def test_first_steps_look_as_written(system: str) -> None:
    async with seated(seed=SEED, clock=StandingClock()) as table:
        album = await alone(table, system)
    require_as_written(f"{system}_alone", album.text)


async def test_a_table_that_plays_for_weeks_looks_as_written() -> None:
    async with seated(seed=SEED, clock=StandingClock(), expects_refusals=True) as table:
        album = await tended(table)
    require_as_written("weeks", album.text)


@pytest.mark.parametrize("file", sorted(HERE.glob("*.txt")), ids=lambda file: file.stem)
def test_no_line_is_wider_than_the_screen_and_no_two_buttons_of_a_row_look_alike(file: Path) -> None:
    for line in file.read_text(encoding="utf-8").splitlines():
        is_title = line[:1].isdigit() and ". " in line
        assert is_title or len(line) <= phone.SMALL + 3, line
        buttons = [each for each in line.split("  ") if each.startswith("[") and each.endswith("…]")]
        assert len(set(buttons)) == len(buttons), line


def test_a_label_is_cut_where_the_bot_believes_it_to_be() -> None:
    row = [{"type": 2, "label": "x" * (theme.BUTTON_SEEN + 1)}]
    shown = phone.rows([{"type": 1, "components": row}])
    assert shown == [f"[{'x' * (theme.BUTTON_SEEN - 1)}…]"]
