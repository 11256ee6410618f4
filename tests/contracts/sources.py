"""SOURCES.md of a rule system: read, and held against the code, the tests and the list of rules.

A line is `| TX-29 | brawling.py settle_brawl | test_brawling.py |`: the rule, where it is implemented (a file of the
system, and what in it), and the file under `tests/systems/<system>` with a test that names the rule: in its name
(`test_tx_29_…`) or in its docstring.
"""

import importlib
import inspect
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parents[2]
LISTS = ROOT / "tests" / "data" / "rule_ids.toml"
LINE = re.compile(r"^\| *(?P<rule>[A-Z0-9]+-[A-Za-z0-9.-]+) *\|(?P<where>[^|]*)\|(?P<test>[^|]*)\|$")

Test = Callable[..., Any]  # Any: tests take fixtures


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of SOURCES.md: the rule, a file of the system, a name in it, and a file of tests."""

    rule: str
    file: str
    name: str
    test: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """The rules of a system by number, and those left out, each with its reason."""

    ids: tuple[str, ...]
    left_out: Mapping[str, str]


def listed(system: str) -> Listed | None:
    """What `rule_ids.toml` says of a system; None if it says nothing."""
    found = tomllib.loads(LISTS.read_text("utf-8")).get(system)
    if found is None:
        return None
    reasons = found.get("left_out", {})
    left_out = {rule: reason for reason, rules in reasons.items() for rule in rules}
    return Listed(ids=tuple(found["ids"]), left_out=left_out)


def read_sources(text: str) -> tuple[Line, ...]:
    """The lines of a SOURCES.md; whatever is no line of the table is left to people."""
    found = []
    for match in filter(None, map(LINE.match, text.splitlines())):
        file, _, name = match["where"].strip().partition(" ")
        found.append(Line(rule=match["rule"], file=file, name=name.strip(), test=match["test"].strip()))
    return tuple(found)


def problems(system: str, known: Listed, lines: Sequence[Line]) -> Iterator[str]:
    """Everything that is wrong, one sentence each, with what to do."""
    rules = [line.rule for line in lines]
    for rule in known.ids:
        if rule in known.left_out and rule in rules:
            yield f"{rule} has a line in SOURCES.md: take it off left_out in rule_ids.toml"
        elif rule not in known.left_out and rule not in rules:
            yield f"{rule} has no line in SOURCES.md: write one, or name it with a reason in left_out of rule_ids.toml"
    for rule in sorted({*rules, *known.left_out} - set(known.ids)):
        yield f"{rule} is none of the ids in rule_ids.toml: correct it, or add it there"
    for rule in sorted({rule for rule in rules if rules.count(rule) > 1}):
        yield f"{rule} has several lines in SOURCES.md: keep one"
    for rule, reason in known.left_out.items():
        if len(reason.split()) < 3:
            yield f"{rule} is left out without a reason of a few words"
    for line in lines:
        yield from _problems_of_line(system, line)


def _problems_of_line(system: str, line: Line) -> Iterator[str]:
    if not implementation(system, line):
        yield f"{line.rule}: {line.file} has no {line.name or 'name'}: say where the rule is implemented now"
    tests = tests_in(system, line.test)
    if not tests:
        yield f"{line.rule}: there are no tests in {line.test}: name a file under tests/systems/{system}"
    elif not any(names(name, test, line.rule) for name, test in tests.items()):
        name = f"test_{_slug(line.rule)}_…"
        yield f"{line.rule}: no test in {line.test} names it: call one {name}, or say so in its docstring"


def implementation(system: str, line: Line) -> object:
    """What the line points at; None if it is not there."""
    module = _imported(f"rules.systems.{system}.{_module(line.file)}") if line.file.endswith(".py") else None
    found: object = module
    for part in line.name.split(".") if line.name else ():
        found = getattr(found, part, None)
    return None if found is module or not _is_at_home(found, module) else found


def _is_at_home(found: object, module: ModuleType | None) -> bool:
    """Whether it is defined in that file, not imported there; of constants that cannot be told."""
    home = getattr(inspect.unwrap(found) if callable(found) else found, "__module__", None)
    return found is not None and module is not None and home in (None, module.__name__)


def tests_in(system: str, file: str) -> dict[str, Test]:
    """The tests that pytest collects from a file under `tests/systems/<system>` and that are not skipped."""
    is_test = file.rpartition("/")[2].startswith("test_")
    module = _imported(f"tests.systems.{system}.{_module(file)}") if is_test else None
    if module is None or _is_skipped(module):
        return {}
    holders: list[object] = [module]
    holders += [each for name, each in vars(module).items() if name.startswith("Test") and inspect.isclass(each)]
    return {
        name: each
        for holder in holders
        for name, each in vars(holder).items()
        if name.startswith("test_") and inspect.isfunction(each) and not _is_skipped(each)
    }


def _module(file: str) -> str:
    """`questions/cards.py` as it is imported."""
    return file.removesuffix(".py").replace("/", ".")


def _is_skipped(what: object) -> bool:
    marks = getattr(what, "pytestmark", [])
    return any(mark.name in ("skip", "skipif", "xfail") for mark in (marks if isinstance(marks, list) else [marks]))


def _imported(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and name.startswith(error.name):
            return None
        raise


def names(name: str, test: Test, rule: str) -> bool:
    """Whether a test names the rule: `TX-47` in its docstring, or `tx_47`, `tx_46_47`, `tx_47b` in its name."""
    if re.search(rf"\b{re.escape(rule)}(?![0-9])", test.__doc__ or ""):
        return True
    *prefix, number = _slug(rule).split("_")
    words = name.split("_")
    for at in range(len(words)):
        if words[at : at + len(prefix)] == prefix:
            for word in words[at + len(prefix) :]:
                if not re.fullmatch(r"[a-z]{0,2}\d+[a-z]?", word):
                    break
                if word == number or (number[-1].isdigit() and re.fullmatch(rf"{number}[a-z]", word)):
                    return True
    return False


def _slug(rule: str) -> str:
    return re.sub(r"[-.]", "_", rule.casefold())
