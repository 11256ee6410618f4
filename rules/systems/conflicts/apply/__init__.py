"""The only way a state changes."""

from rules.systems.conflicts.apply.apply import apply as apply
