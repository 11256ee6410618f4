"""Fights written under an older schema, brought up to date one version at a time."""

from collections.abc import Mapping
from typing import Any

SCHEMA = 4  # the present one

Raw = Mapping[str, Any]  # Any: decoded JSON


def migrate(kind: str, raw: Raw, schema: int) -> Raw:
    """A state, command or event (`kind`) of this schema as the next one has it; what 3 and 4 added has its default."""
    return _from_1(kind, raw) if schema == 1 else raw


def _from_1(kind: str, raw: Raw) -> Raw:
    """A tie that went to the Dealer is called by what it is compared with; all that is new has its default."""
    is_opening = kind == "event" and raw.get("was") == "scene-laid-out"
    house = raw.get("house") if kind == "state" or is_opening else None
    if not house or house.get("ties") != "dealer":
        return raw
    return {**raw, "house": {**house, "ties": "npc"}}
