"""SOURCES.md tells the truth: every rule is in it, and every function and test that it names is there."""

import re
from pathlib import Path

from rules.systems.twtw.rulebook import rules
from tests.architecture.sources import ROOT

FOLDER = ROOT / "rules" / "systems" / "twtw"
ROW = re.compile(r"\| (TW-\S+) \| (.+?) \| (.*?) ?\|")


def rows() -> list[tuple[str, str, str]]:
    text = (FOLDER / "SOURCES.md").read_text("utf-8")
    return [(found[1], found[2], found[3]) for line in text.splitlines() if (found := ROW.fullmatch(line))]


def test_every_rule_has_its_row() -> None:
    assert [rule for rule, _, _ in rows()] == list(rules())


def test_every_function_and_test_named_is_there() -> None:
    missing = []
    for rule, where, test in rows():
        for folder, named in ((FOLDER, where), (Path(__file__).parent, test)):
            file, colon, name = named.partition(": ")
            if not colon or not file.endswith(".py"):
                continue
            if not re.search(rf"^(?:def|class) {name}\b", (folder / file).read_text("utf-8"), re.MULTILINE):
                missing.append((rule, named))
    assert not missing


def test_nearly_every_rule_has_a_test() -> None:
    assert len([rule for rule, _, test in rows() if not test]) <= 3
