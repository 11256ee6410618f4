"""The rule systems there are: an explicit tuple, nothing found by magic."""

from typing import Any

from rules.core.ruleset import Ruleset
from rules.systems.conflicts import CONFLICTS
from rules.systems.texarkana import TEXARKANA
from rules.systems.twtw import TWTW

RULESETS: tuple[Ruleset[Any], ...] = (TEXARKANA, CONFLICTS, TWTW)  # Any: each system has its own state
