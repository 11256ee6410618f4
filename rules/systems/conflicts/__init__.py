"""Conflicts: two dice, two declared actions a round, metres."""

from rules.systems.conflicts.engine import CONFLICTS

__all__ = ["CONFLICTS"]
