"""`python -m tests.bench`: how fast Fair Draw is on this machine. Prints a table, or one JSON object with `--json`.

What is measured is told in `load` (a bot in a process of its own), `cost` (the Referee alone) and `room` (the
rehearsal room in a browser, where there is one; `--room` measures nothing else). The three bots take
turns, so that whatever else the machine does hits all of them; figures are medians over the rounds.
"""

import argparse
import json
import statistics
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec

from bot.__main__ import run_in_fast_loop
from tests.bench.cost import bytes_a_step, costs
from tests.bench.load import Playing, Round, Subject, Tiny
from tests.bench.room import room

LENGTHS = (10, 1_010, 10_010)  # steps behind: the same number after the last keyframe
WARM_UP = 0.4  # seconds
Figures = dict[str, float]


def percentile(values: Sequence[float], part: float) -> float:
    """The value that this part of all does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


async def under_load(folder: Path, counts: Sequence[int], seconds: float, rounds: int) -> dict[int, Figures]:
    """The figures of each number of channels."""
    async with AsyncExitStack() as stack:
        act = Playing(folder)
        acts = folder / "acts.json"

        async def started(subject: Subject) -> None:
            await subject.start()
            stack.push_async_callback(subject.stop)

        await started(act)
        await act.ready(1)
        acts.write_bytes(msgspec.json.encode(await act.seen()))
        subjects: list[Subject] = [Tiny(folder, "bare"), Tiny(folder, "floor", acts), act]
        for subject in subjects[:2]:
            await started(subject)
        found: dict[int, Figures] = {}
        for channels in counts:
            did: dict[str, list[Round]] = {subject.name: [] for subject in subjects}
            for subject in subjects:
                await subject.ready(channels)
                await subject.under_load(channels, WARM_UP)
            for _ in range(rounds):
                for subject in subjects:
                    did[subject.name].append(await subject.under_load(channels, seconds))
            typed = await act.typing_under_load(channels, max(seconds, 2.0))
            found[channels] = figures(did, typed, act.child.resident())
        return found


def figures(did: dict[str, list[Round]], typed: Sequence[float], resident: float) -> Figures:
    """Medians over the rounds; latencies over all."""
    rates = {name: [each.rate for each in rounds] for name, rounds in did.items()}
    acts = did["act"]
    answers = [each * 1000 for one in acts for each in one.answers]
    shown = [each * 1000 for one in acts for each in one.times]
    return {
        "bare": statistics.median(rates["bare"]),
        "floor": statistics.median(rates["floor"]),
        "act": statistics.median(rates["act"]),
        "act_over_floor": statistics.median(a / f for a, f in zip(rates["act"], rates["floor"], strict=True)),
        "act_over_bare": statistics.median(a / b for a, b in zip(rates["act"], rates["bare"], strict=True)),
        "answer_p50_ms": statistics.median(answers),
        "answer_p99_ms": percentile(answers, 0.99),
        "shown_p50_ms": statistics.median(shown),
        "shown_p99_ms": percentile(shown, 0.99),
        "cpu_ms_an_act": statistics.median(1000 * each.cpu / len(each.times) for each in acts),
        "cpu_ms_a_floor": statistics.median(1000 * each.cpu / len(each.times) for each in did["floor"]),
        "refused": float(sum(each.refused for each in acts)),
        "autocomplete_p99_ms": 1000 * percentile(typed, 0.99),
        "resident_mb": resident,
    }


async def measured(options: argparse.Namespace) -> dict[str, object]:
    """Everything, in the order of the table."""
    with tempfile.TemporaryDirectory(prefix="fairdraw-bench-") as name:
        folder = Path(name)
        load = await under_load(folder, options.channels, options.seconds, options.rounds)
        cost = await costs(folder, LENGTHS)
        median, mean, steps = await bytes_a_step(folder)
    ratios = {name: each[LENGTHS[-1]] / each[LENGTHS[0]] for name, each in cost.items()}
    return {
        "channels": load,
        "cost_ms": cost,
        "cost_ratio_longest_over_shortest": ratios,
        "bytes_a_step": {"median": median, "mean": round(mean), "steps": steps},
        "room": await room(),
    }


def table(found: dict[str, object]) -> str:
    """The same for people."""
    load: dict[int, Figures] = found["channels"]  # type: ignore[assignment]  # as `measured` made it
    cost: dict[str, dict[int, float]] = found["cost_ms"]  # type: ignore[assignment]  # as above
    ratios: Figures = found["cost_ratio_longest_over_shortest"]  # type: ignore[assignment]  # as above
    size: Figures = found["bytes_a_step"]  # type: ignore[assignment]  # as above
    lines = [f"{'channels':<22}" + "".join(f"{count:>10}" for count in load)]
    names = next(iter(load.values()))
    lines += [f"{name:<22}" + "".join(f"{each[name]:>10.2f}" for each in load.values()) for name in names]
    lines += ["", f"{'steps behind':<22}" + "".join(f"{count:>10}" for count in LENGTHS) + f"{'ratio':>10}"]
    for name, by_length in cost.items():
        values = "".join(f"{each:>10.2f}" for each in (*by_length.values(), ratios[name]))
        lines.append(f"{name + ' (ms)':<22}{values}")
    lines += ["", f"bytes a step: median {size['median']}, mean {size['mean']}, of {size['steps']} steps"]
    return "\n".join((*lines, "", room_table(found["room"])))  # type: ignore[arg-type]  # as above


def room_table(found: Figures | None) -> str:
    """The section about the rehearsal room."""
    if found is None:
        return "room: no Chromium is installed"
    return "\n".join(("room", *(f"{name:<22}{value:>10.2f}" for name, value in found.items())))


def main(argv: Sequence[str] | None = None) -> int:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long a stretch of load takes")
    parser.add_argument("--rounds", type=int, default=3, help="how often each bot has its turn")
    parser.add_argument(
        "--channels",
        type=lambda text: [int(each) for each in text.split(",")],
        default=[1, 10, 100],
        help="numbers of channels, such as 1,10,100",
    )
    parser.add_argument("--room", action="store_true", help="only the rehearsal room")
    options = parser.parse_args(argv)
    found: list[dict[str, object]] = []

    async def measure() -> None:
        found.append({"room": await room()} if options.room else await measured(options))

    run_in_fast_loop(measure())
    if options.json:
        print(json.dumps(found[0]))
    else:
        print(room_table(found[0]["room"]) if options.room else table(found[0]))  # type: ignore[arg-type]  # as above
    return 0


if __name__ == "__main__":
    sys.exit(main())
