"""Databases as older releases wrote them: see tests/data/released/README.md."""

import lzma
import sqlite3
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "data" / "released"
RELEASES = tuple(sorted(each.name.partition(".")[0] for each in FOLDER.glob("*.sqlite3.xz")))


def unpack(release: str, to: Path) -> Path:
    """The database of a release, as a file of its own."""
    to.write_bytes(lzma.decompress((FOLDER / f"{release}.sqlite3.xz").read_bytes()))
    return to


def rows(file: Path, query: str, *values: object) -> list[tuple[Any, ...]]:  # Any: whatever the columns hold
    """What a database file answers."""
    database = sqlite3.connect(file)
    try:
        with database:
            return database.execute(query, values).fetchall()
    finally:
        database.close()
