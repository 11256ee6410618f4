"""The West That Wasn't: action cards, action points, fields of fire."""

from rules.systems.twtw.engine import TWTW

__all__ = ["TWTW"]
