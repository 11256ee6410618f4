"""The only way a state changes."""

from rules.systems.texarkana.apply.apply import APPLY as APPLY, apply as apply
