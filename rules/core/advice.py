"""What the GM says in a fight for one alone: lines written as data, the first that fits the moment."""

from collections.abc import Iterable, Set

import msgspec


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something to say where all facts of `when` hold; a line with more facts stands before one with fewer."""

    when: tuple[str, ...]
    say: str


class Advice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file of such lines."""

    lines: tuple[Line, ...]


def fitting(lines: Iterable[Line], facts: Set[str]) -> str:
    """The first line that fits; empty if none does. `facts` are such as everybody may know."""
    return next((line.say for line in lines if set(line.when) <= facts), "")
