"""Many fights of automatic players, for any rule system that offers a `Simulation`: averages, and how fast it went."""

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.core.dice import Draw
from rules.core.simulation import Simulation

MOST_STEPS = 5_000  # of one fight: far more than any needs


class QuickDice:
    """Draws from a seeded generator, without keeping them: for simulations alone."""

    def __init__(self, seed: str) -> None:
        """The same seed draws the same."""
        self.drawn: list[Draw] = []
        self._random = random.Random(seed).random

    def roll(self, sides: int, why: str) -> int:
        """A whole number from 1 to `sides`."""
        return int(self._random() * sides) + 1

    def pick(self, among: Sequence[str], why: str) -> str:
        """One of `among`."""
        return among[int(self._random() * len(among))]


@dataclass(slots=True, kw_only=True)
class Report:
    """What came of a run: sums by measure, how many fights, and the seconds it took (by the clock, of the CPU)."""

    fights: int = 0
    unfinished: int = 0
    sums: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    cpu: float = 0.0

    def mean(self, measure: str) -> float:
        """The average of a measure."""
        return self.sums.get(measure, 0) / max(1, self.fights)

    def lines(self) -> Iterator[str]:
        """The report as people read it."""
        yield f"{self.fights} fights" + (f", {self.unfinished} of them broken off" if self.unfinished else "")
        for measure in self.sums:
            mean = self.mean(measure)
            is_share = measure.endswith("wins")
            yield f"  {measure}: {100 * mean:.1f}%" if is_share else f"  {measure}: {mean:.2f} a fight"
        if self.seconds and self.cpu:
            by_clock, by_cpu = self.fights / self.seconds, self.fights / self.cpu
            yield f"  speed: {by_clock:.0f} fights a second ({by_cpu:.0f} a second of CPU time)"


def simulation_of(ruleset: object) -> Simulation[Any] | None:  # Any: each system has its own state
    """What the system offers for simulations; None if it offers nothing."""
    found: Simulation[Any] | None = getattr(ruleset, "simulation", None)  # Any: as above
    return found


def simulate(
    simulation: Simulation[Any],  # Any: each system has its own state
    lineup: str,
    given: Mapping[str, str],
    *,
    fights: int,
    seed: int = 1,
    told: Callable[[int, int], None] = lambda done, of: None,
) -> Report:
    """Fight so many times; `told` hears after each how many are done. Raises: Illegal for what cannot be set."""
    begin = simulation.prepare(lineup, given)
    report = Report()
    clock, cpu = time.perf_counter(), time.process_time()
    for number in range(fights):
        dice = QuickDice(f"{seed}.{number}")
        state = begin(dice)
        for _ in range(MOST_STEPS):
            after = simulation.step(state, dice)
            if after is None:
                break
            state = after
        else:
            report.unfinished += 1
        for measure, value in simulation.measures(state).items():
            report.sums[measure] = report.sums.get(measure, 0) + value
        report.fights += 1
        told(report.fights, fights)
    report.seconds, report.cpu = time.perf_counter() - clock, time.process_time() - cpu
    return report


class Progress:
    """A bar on a terminal, redrawn at most a hundred times; nothing where there is none."""

    WIDTH = 40

    def __init__(self, write: Callable[[str], object], *, is_terminal: bool) -> None:
        """`write` puts text on the terminal."""
        self._write = write if is_terminal else lambda text: None
        self._last = -1

    def __call__(self, done: int, of: int) -> None:
        """So many are done."""
        percent = 100 * done // of
        if percent == self._last:
            return
        self._last = percent
        full = self.WIDTH * done // of
        self._write(f"\r[{'#' * full}{'.' * (self.WIDTH - full)}] {percent}%{chr(10) if done == of else ''}")
