"""Golden fights: each `.fight` file beside this one, played again, must come out exactly as it is written.

A ruling that changes changes a line there. To write one anew, play it and look at the difference:
`python -m rules play FILE > new.fight`.
"""

from pathlib import Path

import pytest

from rules import notation
from rules.registry import RULESETS

FILES = sorted(Path(__file__).parent.glob("*.fight"))


def played(text: str) -> str:
    score = notation.read(text)
    ruleset = next(each for each in RULESETS if each.id == score.ruleset)
    return "\n".join(notation.play(score, ruleset)) + "\n"


def test_there_are_golden_fights() -> None:
    assert len(FILES) >= 3


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_golden_fight_comes_out_as_written(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert played(text) == text


def test_a_draw_left_over_is_an_error() -> None:
    with pytest.raises(notation.NotationError, match="line 4"):
        played("rules texarkana\nscene ambush\n\n> enter combatant:a name:A side:posse template:ada\n  ~ 7Cl\n")


def test_a_missing_draw_is_an_error() -> None:
    text = "rules texarkana\nscene ambush\n\n> enter combatant:a name:A side:posse template:ada\n> start\n  ~ 7Cl\n"
    with pytest.raises(notation.NotationError, match="line 5"):
        played(text)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("scene saloon", "line 1"),
        ("rules texarkana\nfoo bar", "line 2"),
        ("rules texarkana\n> shoot actor", "line 2"),
        ('rules texarkana\n> shoot actor:"a', "line 2"),
    ],
)
def test_text_that_cannot_be_read_names_its_line(text: str, line: str) -> None:
    with pytest.raises(notation.NotationError, match=line):
        notation.read(text)


def test_a_refusal_is_written_with_its_rule_and_changes_nothing() -> None:
    out = played("rules texarkana\nscene saloon\n\n> start\n")
    assert "  ! NO_POSSE TX-14 |" in out
