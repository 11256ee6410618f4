"""Texarkana: cards, private hands, zones."""

from rules.systems.texarkana.engine import TEXARKANA

__all__ = ["TEXARKANA"]
