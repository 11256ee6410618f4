"""The rule systems there are: an explicit tuple, nothing found by magic."""

from typing import Any

from rules.core.ruleset import Ruleset
from rules.systems.conflicts import CONFLICTS
from rules.systems.texarkana import TEXARKANA

RULESETS: tuple[Ruleset[Any], ...] = (TEXARKANA, CONFLICTS)  # Any: each system has its own state
