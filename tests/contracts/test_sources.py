"""Every rule of every system can be traced: from its number to the code, and from there to a test."""

from pathlib import Path

import pytest

from rules.core.reference import find_rule
from rules.registry import RULESETS
from tests.contracts.ruleset_play import AnyRuleset
from tests.contracts.sources import ROOT, Line, Listed, listed, names, problems, read_sources

SYSTEMS = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)


def path_of(ruleset: AnyRuleset) -> Path:
    return ROOT / "rules" / "systems" / ruleset.id / "SOURCES.md"


@SYSTEMS
def test_every_rule_leads_to_its_code_and_a_test(ruleset: AnyRuleset) -> None:
    known = listed(ruleset.id)
    assert known is not None, f"add the ids of {ruleset.id} to tests/data/rule_ids.toml"
    path = path_of(ruleset)
    lines = read_sources(path.read_text("utf-8")) if path.exists() else ()
    assert lines, f"write {path.relative_to(ROOT)}, one line a rule (see tests/contracts/sources.py)"
    assert not list(problems(ruleset.id, known, lines))


@SYSTEMS
def test_every_rule_that_is_built_can_be_looked_up(ruleset: AnyRuleset) -> None:
    built = [line.rule for line in read_sources(path_of(ruleset).read_text("utf-8"))]
    known = listed(ruleset.id)
    assert known is not None
    assert not [rule for rule in built if find_rule(ruleset.rules, rule) is None]
    assert not [rule.id for rule in ruleset.rules if rule.id not in known.ids]


# ---- the check itself notices what it is for


KNOWN = Listed(ids=("TX-29", "TX-30"), left_out={"TX-30": "not built yet"})
GOOD = Line(rule="TX-29", file="brawling.py", name="settle_brawl", test="test_brawling.py")


def said(*lines: Line, known: Listed = KNOWN) -> str:
    return " / ".join(problems("texarkana", known, lines))


def test_a_complete_list_is_left_alone() -> None:
    assert said(GOOD) == ""


def test_a_rule_may_be_in_a_folder_of_the_system() -> None:
    assert said(line(file="questions/cards.py", name="card_questions")) == ""


def line(**changes: str) -> Line:
    return Line(
        **{"rule": "TX-29", "file": "brawling.py", "name": "settle_brawl", "test": "test_brawling.py"} | changes
    )


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ((), "TX-29 has no line"),
        ((GOOD, line(rule="TX-30")), "take it off left_out"),
        ((GOOD, GOOD), "several lines"),
        ((line(rule="TX-92"),), "TX-92 is none of the ids"),
        ((line(name="settle_the_brawl"),), "has no settle_the_brawl"),
        ((line(name=""),), "has no name"),
        ((line(file="dancing.py"),), "dancing.py has no settle_brawl"),
        ((line(file="shooting.py", name="take_in_hand"),), "has no take_in_hand"),  # imported there, not defined
        ((line(test="test_dancing.py"),), "no tests in test_dancing.py"),
        ((line(test="table.py"),), "no tests in table.py"),
        ((line(test="test_apply.py"),), "no test in test_apply.py names it"),
    ],
)
def test_what_is_missing_is_named(lines: tuple[Line, ...], complaint: str) -> None:
    assert complaint in said(*lines)


def test_a_rule_is_left_out_for_a_reason() -> None:
    assert "without a reason" in said(GOOD, known=Listed(ids=KNOWN.ids, left_out={"TX-30": "later"}))


def test_lines_are_read_out_of_a_page_for_people() -> None:
    head = "# Where\n\n| rule | where | test |\n| --- | --- | --- |\n"
    assert read_sources(f"{head}| TX-29 | brawling.py settle_brawl | test_brawling.py |\n") == (GOOD,)


@pytest.mark.parametrize(
    ("name", "rule", "does"),
    [
        ("test_tx_29_the_winner", "TX-29", True),
        ("test_tx_46_47_grip_and_stock", "TX-47", True),
        ("test_tx_16_txa_31_the_lookout", "TXA-31", True),
        ("test_tx_22b_the_brawler", "TX-22b", True),
        ("test_tx_22b_the_brawler", "TX-22", True),
        ("test_tx_22_the_brawler", "TX-22b", False),
        ("test_tx_29_the_winner", "TXA-29", False),
        ("test_tx_29_against_17_men", "TX-17", False),
        ("test_tw_s1_surprise", "TW-S1", True),
        ("test_tw_1_20_bumps", "TW-1.20", True),
        ("test_tw_oq_10_default", "TW-OQ-10", True),
        ("test_c2_17_one_defend", "C2-17", True),
        ("test_c2_17_one_defend", "C2-1", False),
    ],
)
def test_how_a_test_names_a_rule(name: str, rule: str, does: bool) -> None:
    def test() -> None:
        pass

    assert names(name, test, rule) is does


def test_a_docstring_names_a_rule_too() -> None:
    def test() -> None:
        """Nobody dies of bare hands (TX-36)."""

    assert names("test_any_name", test, "TX-36")
    assert not names("test_any_name", test, "TX-3")
