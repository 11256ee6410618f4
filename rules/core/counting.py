"""Numbers of things in words, and their order."""

from collections.abc import Mapping


def counted(number: int, word: str) -> str:
    """So many of what the word means: "1 fight", "2 fights", "0 fights"."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def best_first(numbers: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Names with their numbers, the highest first, equal ones by name: what is stored keeps no order of its own."""
    return tuple(sorted(numbers.items(), key=lambda each: (-each[1], each[0])))
