"""Where chance comes from: one protocol, four sources. Every draw is recorded as it is made.

A draw is kept as text (the face of a die, the code of a card), so that a person can read and write it.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Protocol

import msgspec


class Draw(msgspec.Struct, frozen=True, array_like=True):
    """One thing that chance decided: why it was asked, and what came."""

    why: str
    came: str


class DrawNeeded(Exception):
    """A typed-in draw is missing: somebody at the table must supply it."""

    def __init__(self, why: str, among: Sequence[str]) -> None:
        """`among` lists what may come."""
        super().__init__(f"a draw is needed: {why}")
        self.why = why
        self.among = tuple(among)


class DrawMismatch(Exception):
    """A recorded or scripted draw does not fit what the rules ask for."""


class Dice(Protocol):
    """A source of chance. Each call appends to `drawn`."""

    drawn: list[Draw]

    def roll(self, sides: int, why: str) -> int:
        """A whole number from 1 to `sides`."""
        ...

    def pick(self, among: Sequence[str], why: str) -> str:
        """One of `among`, each equally likely. `among` must not be empty."""
        ...


class _Recording:
    """What the four sources share: a roll is a pick among its faces, and every pick is written down."""

    def __init__(self) -> None:
        self.drawn: list[Draw] = []

    def roll(self, sides: int, why: str) -> int:
        return int(self.pick([str(face) for face in range(1, sides + 1)], why))

    def pick(self, among: Sequence[str], why: str) -> str:
        came = self._choose(among, why)
        self.drawn.append(Draw(why, came))
        return came

    def _choose(self, among: Sequence[str], why: str) -> str:
        raise NotImplementedError(f"{type(self).__name__} does not say how it chooses")


class SeededDice(_Recording):
    """Draws that follow from a secret key and a context, so that a repeat of the same step draws the same.

    The stream is HMAC-SHA256(key, context || counter), rejection-sampled, so every choice is equally likely.
    """

    def __init__(self, key: bytes, context: bytes) -> None:
        """`key` is secret; `context` names the moment (the ply and the command)."""
        super().__init__()
        self._key = key
        self._context = context
        self._counter = 0

    def _choose(self, among: Sequence[str], why: str) -> str:
        span = len(among)
        limit = (1 << 64) - (1 << 64) % span
        while True:
            block = hmac.digest(self._key, self._context + self._counter.to_bytes(8, "big"), hashlib.sha256)
            self._counter += 1
            number = int.from_bytes(block[:8], "big")
            if number < limit:
                return among[number % span]


class RecordedDice(_Recording):
    """The draws of a stored step again, in order.

    Raises: DrawMismatch when the rules ask for something else than they did then.
    """

    def __init__(self, draws: Sequence[Draw]) -> None:
        """`draws` as the step stored them."""
        super().__init__()
        self._left = list(draws)

    def _choose(self, among: Sequence[str], why: str) -> str:
        if not self._left:
            raise DrawMismatch(f"no recorded draw is left for: {why}")
        draw = self._left.pop(0)
        if draw.came not in among:
            raise DrawMismatch(f"recorded {draw.came} for {draw.why}, which cannot come for: {why}")
        return draw.came

    def require_all_used(self) -> None:
        """Raises: DrawMismatch if a recorded draw was never asked for."""
        if self._left:
            raise DrawMismatch(f"{len(self._left)} recorded draws were not asked for, first: {self._left[0]}")


class ScriptedDice(RecordedDice):
    """Draws written by hand, by value only: for tests and for fights kept as text."""

    def __init__(self, *came: str | int) -> None:
        """`came`: card codes or die faces, in the order in which they are drawn."""
        super().__init__([Draw("written", str(each)) for each in came])


class TypedDice(_Recording):
    """Draws that people make with their own cards or dice and type in.

    Raises: DrawNeeded when the next draw has not been typed yet.
    """

    def __init__(self, *typed: str) -> None:
        """`typed`: what was typed so far, in order."""
        super().__init__()
        self._left = list(typed)

    def _choose(self, among: Sequence[str], why: str) -> str:
        if not self._left:
            raise DrawNeeded(why, among)
        came = self._left.pop(0)
        if came not in among:
            raise DrawMismatch(f"{came} cannot come for: {why}")
        return came
