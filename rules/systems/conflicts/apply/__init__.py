"""The only way a state changes."""

from rules.systems.conflicts.apply.apply import APPLY as APPLY, apply as apply
