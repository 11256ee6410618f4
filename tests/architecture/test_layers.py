"""The layers hold: who imports whom, who knows what, who catches what."""

import ast
import re
import subprocess
import sys
from pathlib import Path

from rules.core.speech import TABLE_CODES
from rules.registry import RULESETS
from tests.architecture.sources import ROOT, lines_with, relative, text_of, tree_of, under

CATCHES_ALL = {"cogs/errors.py", "bot/publisher.py"}
IMPURE = ("float", "open", "print", "input", "eval", "exec")
CODE = re.compile(r"""Illegal\(\s*"([A-Z_]+)\"""")


def test_the_import_contracts_hold() -> None:
    ran = subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout


def test_cogs_name_no_rule_system() -> None:
    for ruleset in RULESETS:
        for word in (f'"{ruleset.id}"', f"'{ruleset.id}'", f"systems.{ruleset.id}", ruleset.name):
            assert not lines_with(word, "cogs")


def test_a_host_alone_exports_a_fight_with_its_secrets() -> None:
    assert not lines_with(".export(", "cogs")
    assert not lines_with(".export(", "bot/client", "bot/publisher")
    # The GM may at the end, a moderator at any time: all are told first.
    assert [each.partition(":")[0] for each in lines_with(".open_record(", "cogs", "bot")] == ["cogs/files.py"]


def test_whoever_catches_everything_is_agreed_or_gives_his_reason() -> None:
    bare = []
    for path in under("bot", "cogs", "rules"):
        lines = text_of(path).splitlines()
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ExceptHandler) and _catches_all(node) and not _raises_again(node):
                reason = lines[node.lineno - 1].partition("#")[2].partition(" - ")[2]
                if relative(path) not in CATCHES_ALL and len(reason.split()) < 3:
                    bare.append(f"{relative(path)}:{node.lineno}")
    assert not bare


def _raises_again(handler: ast.ExceptHandler) -> bool:
    """Whether it only cleans up, or says the same as another error."""
    return any(isinstance(node, ast.Raise) for node in ast.walk(handler))


def _catches_all(handler: ast.ExceptHandler) -> bool:
    caught = handler.type
    names = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return any(
        each is None or (isinstance(each, ast.Name) and each.id in ("Exception", "BaseException")) for each in names
    )


def test_every_code_of_the_table_itself_has_words() -> None:
    systems = ROOT / "rules" / "systems"
    codes = {
        code
        for path in under("cogs", "rules", "bot")
        if systems not in path.parents
        for code in CODE.findall(text_of(path))
    }
    assert codes
    assert not codes - TABLE_CODES


def test_the_rules_are_pure_and_exact() -> None:
    odd = []
    for path in under("rules/core", "rules/systems"):
        for node in ast.walk(tree_of(path)):
            impure = isinstance(node, ast.AsyncFunctionDef | ast.Await | ast.Global | ast.Nonlocal)
            inexact = isinstance(node, ast.Constant) and isinstance(node.value, float)
            if impure or inexact or (isinstance(node, ast.Name) and node.id in IMPURE):
                odd.append(f"{relative(path)}: {ast.dump(node)}")
    assert not odd
