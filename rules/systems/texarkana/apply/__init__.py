"""The only way a state changes."""

from rules.systems.texarkana.apply.apply import apply as apply
