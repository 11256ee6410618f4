"""Everything that can be refused or can happen has words, or is meant to have none."""

import re
from pathlib import Path

from rules.core.speech import TABLE_CODES
from rules.systems import texarkana
from rules.systems.texarkana import events as e
from rules.systems.texarkana.apply import APPLY
from rules.systems.texarkana.refusals import WHAT_IS_WRONG
from rules.systems.texarkana.rulebook import rules
from rules.systems.texarkana.words import SAYINGS

SILENT = {
    e.Outfitted,  # the numbers of who entered: in the view of those who may know
    e.ConsequenceKept,  # nothing changes
    e.HandDiscarded,
    e.CardsSetAside,  # nobody in the fight may know of them
    e.AttemptDropped,
    e.TurnTaken,
    e.ShotsBegun,
    e.ShotsOver,
    e.FlightOver,
    e.EscalationOver,  # what follows is told
    e.AnswerKept,
    e.BackingKept,
    e.RulingAsked,  # its words are those of what was tried
    e.SecondShotOffered,  # the question says it
}
SOURCES = [path.read_text("utf-8") for path in Path(texarkana.__file__).parent.rglob("*.py")]


def test_every_refusal_has_words() -> None:
    codes = {code for text in SOURCES for code in re.findall(r'(?:Illegal\(\s*|code=)"([A-Z_]+)"', text)}
    assert codes - TABLE_CODES == set(WHAT_IS_WRONG)


def test_every_event_has_words_or_is_silent_on_purpose() -> None:
    assert set(SAYINGS) | SILENT == set(APPLY)
    assert not set(SAYINGS) & SILENT


def test_every_rule_cited_can_be_looked_up() -> None:
    cited = {rule for text in SOURCES for rule in re.findall(r'"(TX[AFD]?-\d+)"', text)}
    assert cited <= {rule.id for rule in rules()}
