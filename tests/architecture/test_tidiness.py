"""The repository is as agreed: its top level, the size of files, reasons beside exceptions, words beside code."""

import ast
import re
from collections.abc import Iterable
from pathlib import Path

from tests.architecture.sources import python_files, relative, text_of, tracked_or_new, tree_of, under

TOP = {
    "pyproject.toml",
    "bot",
    "cogs",
    "rules",
    "tests",
    ".env.example",
    "README.md",
    "LICENSE",
    ".ci",
    ".gitignore",
}
LONGEST = 600  # lines
BARE_IGNORE = re.compile(r"# type: ig" + r"nore(?!\[[a-z-]+(?:,\s*[a-z-]+)*\]\s+# \S+)")
UNFINISHED = re.compile(r"#.*\b(?:TO" + r"DO|FIX" + r"ME|XX" + r"X|HA" + r"CK)\b")
BARE_NOQA = re.compile(r"# no" + r"qa(?!: [A-Z]+\d+(?:, ?[A-Z]+\d+)* - \S+)")


def test_nothing_else_lies_at_the_top() -> None:
    assert tracked_or_new() == TOP


def test_files_are_short() -> None:
    assert not [relative(path) for path in python_files() if text_of(path).count("\n") > LONGEST]


def test_exceptions_to_the_checkers_give_their_reasons() -> None:
    assert not found(BARE_IGNORE, python_files()), "a type: ignore needs a code and a reason"
    assert not found(BARE_NOQA, under("bot", "cogs", "rules")), "a noqa needs a code and a reason"


def test_nothing_is_left_unfinished() -> None:
    assert not found(UNFINISHED, python_files())


def test_a_module_says_what_lives_here() -> None:
    silent = [path for path in python_files() if tree_of(path).body and not ast.get_docstring(tree_of(path))]
    assert not [relative(path) for path in silent]


def test_docstrings_are_sentences() -> None:
    odd = [
        f"{relative(path)}: {first}"
        for path in under("bot", "cogs", "rules")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and (docstring := ast.get_docstring(node))
        and not _is_sentence(first := docstring.split("\n\n")[0].strip())
    ]
    assert not odd


def test_test_names_are_sentences() -> None:
    names = [
        node.name
        for path in under("tests")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    ]
    assert names
    assert not [name for name in names if name.count("_") < 3]


def test_a_package_file_only_exports() -> None:
    packages = [path for path in python_files() if path.name == "__init__.py"]
    kinds = {relative(path): {type(node) for node in tree_of(path).body} for path in packages}
    assert not [path for path, found in kinds.items() if found - {ast.Expr, ast.Import, ast.ImportFrom, ast.Assign}]


def found(pattern: re.Pattern[str], paths: Iterable[Path]) -> list[str]:
    """Where the pattern occurs: `rules/a.py:12`."""
    return [
        f"{relative(path)}:{number}"
        for path in paths
        for number, line in enumerate(text_of(path).splitlines(), start=1)
        if pattern.search(line)
    ]


def _is_sentence(first: str) -> bool:
    begins = first[0].isupper() or not first[0].isalpha()
    return begins and first.endswith((".", "?", "!", ":", "…", '"'))
