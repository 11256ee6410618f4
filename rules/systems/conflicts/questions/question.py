"""A decision owed, with all that belongs to it: who is asked, what may be answered, what follows, and what if not."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rules.core.dice import Dice
from rules.core.option import Choice, clip
from rules.core.prompt import Prompt
from rules.core.refusal import Illegal
from rules.systems.conflicts.play import ConflictDraft


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`choices` are worked out only for those who may see them.

    `decide` carries out an answer and raises Illegal for a key that is none of the choices; `lapse` carries out what
    happens if nobody decides.
    """

    prompt: Prompt
    choices: Callable[[], tuple[Choice, ...]]
    decide: Callable[[ConflictDraft, Dice, str], None]
    lapse: Callable[[ConflictDraft, Dice], None]


def no_such_answer(key: str, offered: Iterable[str]) -> Illegal:
    """The refusal of a key that is none of the choices."""
    return Illegal("NO_SUCH_ANSWER", key=key[:40], hint=f"One of: {', '.join(offered)}.")


def capital(text: str) -> str:
    """A label: with a capital, and at most 100 characters."""
    text = clip(text)
    return f"{text[0].upper()}{text[1:]}"
