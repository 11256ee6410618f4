"""The only way a state changes."""

from rules.systems.twtw.apply.apply import APPLY as APPLY, apply as apply
