"""The repository's own files as text and as syntax: what the tests of the architecture look at."""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("bot", "cogs", "rules", "tests")


def relative(path: Path) -> str:
    """As one writes it: `rules/core/ids.py`."""
    return path.relative_to(ROOT).as_posix()


@cache
def python_files() -> tuple[Path, ...]:
    """Every Python file of ours."""
    return tuple(sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")))


def under(*folders: str) -> Iterator[Path]:
    """Those in these folders."""
    return (path for path in python_files() if relative(path).startswith(tuple(f"{each}/" for each in folders)))


@cache
def text_of(path: Path) -> str:
    """What is written in it."""
    return path.read_text("utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    """The same as syntax."""
    return ast.parse(text_of(path))


def lines_with(what: str, *folders: str) -> list[str]:
    """Where a text occurs in these folders: `rules/a.py:12`."""
    return [
        f"{relative(path)}:{number}"
        for path in under(*folders)
        for number, line in enumerate(text_of(path).splitlines(), start=1)
        if what in line
    ]


def tracked_or_new() -> set[str]:
    """What lies at the top of the repository, but for what `.gitignore` leaves out."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return {line.split("/", 1)[0] for line in listed.splitlines() if (ROOT / line).exists()}
