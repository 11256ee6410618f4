"""The rules by number, in our own words, for looking up."""

from collections.abc import Mapping
from functools import lru_cache

from rules.core.ruleset import Rule
from rules.systems.conflicts.library import read


@lru_cache(maxsize=1)
def rules() -> Mapping[str, str]:
    """Every rule that this system cites: its number and what it says."""
    return read("rules.toml", dict[str, str])


def reference(word: str) -> Rule | None:
    """The rule of this number, in any case; None if there is none."""
    number = word.strip().upper()
    summary = rules().get(number)
    return Rule(id=number, summary=summary) if summary else None
