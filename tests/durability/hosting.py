"""What a host types, and what is in a database of his."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bot.settings import Settings
from tests.store.released import rows

NOON, LATER = 1_800_000_000.0, 1_800_086_400.0  # 2027-01-15 08:00 UTC, and a day later

Rows = Mapping[str, list[tuple[Any, ...]]]  # Any: whatever the columns hold


def chosen_settings(database: Path) -> Settings:
    """Those of a host who keeps his fights in this file."""
    return Settings.model_validate({"discord_token": "x", "database_url": f"sqlite:///{database}"})


def chosen(command: str, file: Path | None = None, **more: object) -> argparse.Namespace:
    """A command line of `python -m bot`, with --yes."""
    return argparse.Namespace(**{"command": command, "file": file, "keep": None, "noted": False, "yes": True, **more})


def contents(file: Path, *, but: tuple[str, ...] = ()) -> Rows:
    """Every row of every table."""
    tables = [name for (name,) in rows(file, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    return {name: rows(file, f"SELECT * FROM {name}") for name in tables if name not in but}
