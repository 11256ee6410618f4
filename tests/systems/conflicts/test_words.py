"""Everything that can be refused or can happen has words, or is meant to have none; secrets stay with whom they are."""

import re
from pathlib import Path

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.command import GoOn
from rules.core.event import Event
from rules.core.reference import find_rule
from rules.core.speech import TABLE_CODES
from rules.systems import conflicts
from rules.systems.conflicts import CONFLICTS, commands as c, events as e
from rules.systems.conflicts.apply.apply import APPLY
from rules.systems.conflicts.plans import label_words
from rules.systems.conflicts.refusals import WHAT_IS_WRONG
from rules.systems.conflicts.rulebook import rules
from rules.systems.conflicts.words import SAYINGS
from tests.systems.conflicts.table import GM, fight, npc, only, pc, performing, plan, started, who

SILENT = {
    e.Outfitted,  # the numbers of who entered: in the view of those who may know
    e.ActionDone,
    e.PlanSpent,
    e.StrikeMade,
    e.StrikeDropped,
    e.CallClosed,
}
FOLDER = Path(conflicts.__file__).parent
SOURCES = {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in FOLDER.rglob("*.py")}
OWN = re.compile(r"C2[AD]?-\d+")


def test_every_refusal_has_words() -> None:
    codes = {code for text in SOURCES.values() for code in re.findall(r'(?:Illegal\(\s*|code=)"([A-Z_]+)"', text)}
    assert codes - TABLE_CODES == set(WHAT_IS_WRONG)


def test_every_event_is_applied_and_has_words_or_is_silent_on_purpose() -> None:
    assert set(APPLY) == {each for each in vars(e).values() if isinstance(each, type) and issubclass(each, Event)}
    assert set(SAYINGS) | SILENT == set(APPLY)
    assert not set(SAYINGS) & SILENT


def test_every_rule_cited_can_be_looked_up() -> None:
    cited = {rule for text in SOURCES.values() for rule in OWN.findall(text)}
    assert cited <= {rule.id for rule in rules()}


@pytest.mark.parametrize("word", ["c2-27", "C2-27", " c2d-06 "])
def test_a_rule_is_looked_up_in_any_case(word: str) -> None:
    assert find_rule(CONFLICTS.rules, word) is not None
    assert find_rule(CONFLICTS.rules, "C2-99") is None


def test_an_npcs_numbers_are_only_named_to_players() -> None:
    table = performing(
        npc(at=1, skills={"fire": 4}),
        pc(),
        plans={"bart": ("attack ana pistol", "orient"), "ana": ("defend", "defend")},
    )
    judged = only(table.do(GoOn(prompts=()), 1, 1), e.StrikeJudged)
    (public,) = table.words(judged)
    (told,) = table.words(judged, GM)
    assert "the GM's secret against Reflexes 7 + Fire 1 = 8" in public
    assert "Fire 4" not in public
    assert "Fire 4" in told


def test_every_switch_that_was_used_is_named_in_words() -> None:
    table = performing(pc(), npc(at=1), plans={"ana": ("attack bart pistol", "orient")}, house={"ties": "miss"})
    judged = only(table.do(GoOn(prompts=()), 2, 4), e.StrikeJudged)  # 6 + Fire 1 + calm 1 against 7 + 1
    assert not judged[0].is_hit
    assert "[by the house: a tie misses]" in table.words(judged)[0]


def test_players_see_no_numbers_of_npcs_and_no_plans_of_others() -> None:
    table = started("firefight", "marksman")
    mine = CONFLICTS.view(table.state, Viewer(combatants=frozenset({who("marksman")})))
    assert [hand.name for hand in mine.hands] == ["Marksman"]
    assert "flak" not in str(CONFLICTS.view(table.state, PUBLIC))
    assert "flak" in str(CONFLICTS.view(table.state, GM))


def test_the_board_lists_distances() -> None:
    table = started("firefight", "marksman")
    notes = CONFLICTS.view(table.state, PUBLIC).notes
    assert any("Marksman: Karo 150 m, Senn 150 m" in note for note in notes) or any(
        "Karo: Marksman 150 m" in note for note in notes
    )


def test_c2d_05_what_a_declared_action_leaves_open_is_said() -> None:
    table = fight()
    mine = Viewer(combatants=frozenset({who("ana")}))
    left = "Ana declares to attack; whom is left open until the turn comes."
    assert table.words(table.freely(c.Attack(actor=who("ana"))), mine) == [left]
    assert [each.label for each in CONFLICTS.view(table.state, mine).hands[0].items] == ["attack (whom is left open)"]
    named = table.freely(c.Attack(actor=who("ana"), whom=who("bart")))
    assert "Ana declares to attack Bart." in table.words(named, mine)


def test_a_weapon_is_named_once_in_a_label() -> None:
    table = fight()
    attack, defend, reload_it = plan("attack bart pistol"), plan("defend"), plan("handle reload pistol")
    assert label_words(table.state, table["ana"], (attack, reload_it)) == "attack Bart, then reload the pistol"
    assert label_words(table.state, table["ana"], (attack, defend)) == "attack Bart, then defend (pistol)"


def test_what_the_rules_remember_of_somebody_stands_behind_a_word() -> None:
    table = fight(pc(is_under_fire=True, attackers=(who("bart"),)), npc())
    sheet = CONFLICTS.view(table.state, Viewer(combatants=frozenset({who("ana")}))).hands[0].sheet
    assert sheet[-1] == "Now: under fire, attacked by Bart"
    assert "Stands 0 m from where the scene begins" in sheet
