"""`python -m rules play FILE`, `verify FILE`, `simulate SYSTEM`: fights without Discord."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rules import notation, simulating, telling, verifying
from rules.core.audience import Viewer
from rules.core.dice import Dice, SeededDice
from rules.core.refusal import Illegal
from rules.registry import RULESETS
from rules.tables import AnyRuleset


def main(argv: Sequence[str] | None = None) -> int:
    """Read the command line and do what it says. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m rules", description="The rules of Fair Draw, without Discord")
    commands = parser.add_subparsers(dest="command", required=True)
    play = commands.add_parser("play", help="play a written fight and print what the rules make of it")
    play.add_argument("file", type=Path)
    play.add_argument("--seed", type=int, help="draw what is not written, from this seed")
    verify = commands.add_parser("verify", help="prove that an exported fight follows from its commands and draws")
    verify.add_argument("file", type=Path)
    run = commands.add_parser("simulate", help="let automatic players fight many times, and print averages")
    run.add_argument("system", nargs="?", choices=[each.id for each in RULESETS], help="the rules to fight by")
    run.add_argument("lineup", nargs="?", default="", help="who fights whom where; --list tells which there are")
    run.add_argument("--fights", type=_positive, default=1000)
    run.add_argument("--seed", type=int, default=1, help="the same seed, the same fights")
    run.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="set something; --list tells what"
    )
    run.add_argument("--list", action="store_true", help="print line-ups and what may be set")
    chosen = parser.parse_args(argv)
    if chosen.command == "simulate":
        if chosen.list:
            _list([each for each in RULESETS if chosen.system in (None, each.id)])
            return 0
        if chosen.system is None:
            run.error(f"by which rules? One of: {', '.join(each.id for each in RULESETS)}")
        return _simulate(chosen)
    try:
        return _play(chosen.file, chosen.seed) if chosen.command == "play" else _verify(chosen.file)
    except OSError as error:
        print(f"{chosen.file}: {error.strerror}", file=sys.stderr)
    except UnicodeDecodeError:
        print(f"{chosen.file}: not a text file", file=sys.stderr)
    return 1


def _play(file: Path, seed: int | None) -> int:
    try:
        score = notation.read(file.read_text(encoding="utf-8"))
        ruleset = next((each for each in RULESETS if each.id == score.ruleset), None)
        if ruleset is None:
            raise notation.NotationError(
                f"unknown rules {score.ruleset!r}; I know: {', '.join(r.id for r in RULESETS)}"
            )
        more: Dice | None = None if seed is None else SeededDice(str(seed).encode(), b"play")
        for line in notation.play(score, ruleset, more):
            print(line)
    except notation.NotationError as error:
        print(f"{file}: {error}", file=sys.stderr)
        return 1
    return 0


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


def _list(rulesets: Sequence[AnyRuleset]) -> None:
    """The line-ups of each system, the usual one first, and what may be set."""
    for ruleset in rulesets:
        simulation = simulating.simulation_of(ruleset)
        if simulation is None:
            continue
        print(f"{ruleset.id} ({ruleset.name})")
        for choice in simulation.lineups:
            print(f"  {choice.key}: {choice.label}")
        for switch in simulation.switches:
            print(f"  --set {switch.key}=…: {switch.label} (unless set: {switch.note})")


def _simulate(chosen: argparse.Namespace) -> int:
    ruleset = next(each for each in RULESETS if each.id == chosen.system)
    simulation = simulating.simulation_of(ruleset)
    if simulation is None:
        print(f"{ruleset.name} has no automatic players yet", file=sys.stderr)
        return 1
    lineup = chosen.lineup or simulation.lineups[0].key
    given = dict(each.partition("=")[::2] for each in chosen.set)
    if bare := next((name for name, value in given.items() if not value), None):
        print(f"--set takes NAME=VALUE, such as {bare}=1", file=sys.stderr)
        return 1
    progress = simulating.Progress(sys.stderr.write, is_terminal=sys.stderr.isatty())
    try:
        report = simulating.simulate(
            simulation,
            lineup,
            given,
            fights=chosen.fights,
            seed=chosen.seed,
            told=progress,
        )
    except Illegal as refused:
        print(telling.refused(ruleset, refused.refusal, ruleset.empty(), Viewer()), file=sys.stderr)
        print(f"`simulate {ruleset.id} --list` tells what there is", file=sys.stderr)
        return 1
    print(next(f"{ruleset.name}: {each.label}" for each in simulation.lineups if each.key == lineup))
    for line in report.lines():
        print(line)
    return 0


def _verify(file: Path) -> int:
    try:
        found = verifying.verify(verifying.read(file.read_bytes()), {each.id: each for each in RULESETS})
    except verifying.Unreadable as error:
        print(f"{file}: cannot be verified: {error}", file=sys.stderr)
        return 1
    except verifying.Unsound as error:
        print(f"{file}: not sound: {error}", file=sys.stderr)
        return 1
    older = f"; {found.uncompared} of an older version fit, but cannot be compared" if found.uncompared else ""
    print(f"{file}: sound; {found.compared} steps follow from their commands and draws{older}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
