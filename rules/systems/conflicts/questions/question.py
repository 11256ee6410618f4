"""What a decision of this system is: see `rules.core.question`."""

from collections.abc import Iterable

from rules.core import question
from rules.core.event import Event
from rules.core.option import clip
from rules.core.refusal import Illegal
from rules.systems.conflicts.state import ConflictState


class Question(question.Question[ConflictState, Event], frozen=True, kw_only=True):
    """One about a fight of this system."""


def no_such_answer(key: str, offered: Iterable[str]) -> Illegal:
    """The refusal of a key that is none of the choices."""
    return Illegal("NO_SUCH_ANSWER", key=key[:40], hint=f"One of: {', '.join(offered)}.")


def capital(text: str) -> str:
    """A label: with a capital, and at most 100 characters."""
    text = clip(text)
    return f"{text[0].upper()}{text[1:]}"
