"""Terms of the book in our own words: told once a fight, where a public ruling first uses one."""

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

import msgspec

MOST_AT_ONCE = 2  # more would be a lesson: what is left over is told at its next use


class Term(msgspec.Struct, frozen=True, kw_only=True):
    """A term as it is told. `uses`: the words and phrases by which rulings use it; letter case counts."""

    name: str
    uses: tuple[str, ...]
    say: str

    @property
    def told(self) -> str:
        """The explanation in one line."""
        return f"{self.name}: {self.say}"


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What `terms.toml` of a system holds."""

    terms: tuple[Term, ...]


@lru_cache(maxsize=256)
def _pattern(uses: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, uses))})(?!\w)")


def first_used(terms: Sequence[Term], said: Iterable[str], known: Collection[str]) -> tuple[str, ...]:
    """The names of the terms that these lines use and that are not known yet, in the order of use, a few at most."""
    text = "\n".join(said)
    found = [
        (use.start(), term.name)
        for term in terms
        if term.name not in known and (use := _pattern(term.uses).search(text))
    ]
    return tuple(name for _, name in sorted(found)[:MOST_AT_ONCE])


def explained(terms: Iterable[Term], names: Collection[str]) -> tuple[str, ...]:
    """The explanations of the terms of these names, a line each; one that there is no more is left out."""
    by_name = {term.name: term.told for term in terms}
    return tuple(by_name[name] for name in names if name in by_name)
