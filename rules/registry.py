"""The rule systems there are: an explicit tuple, nothing found by magic."""

from typing import Any

from rules.core.ruleset import Ruleset
from rules.systems.texarkana import TEXARKANA

RULESETS: tuple[Ruleset[Any], ...] = (TEXARKANA,)  # Any: each system has its own state
