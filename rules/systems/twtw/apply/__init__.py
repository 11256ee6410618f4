"""The only way a state changes."""

from rules.systems.twtw.apply.apply import apply as apply
