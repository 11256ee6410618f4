"""A decision owed, with all that belongs to it: who is asked, what may be answered, what follows, and what if not."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.core.command import Command
from rules.core.dice import Dice
from rules.core.option import Choice
from rules.core.prompt import Prompt
from rules.core.refusal import Illegal
from rules.systems.twtw.play import TwtwDraft


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`choices` are worked out only for those who may see them.

    `decide` carries out an answer with its blanks, `lapse` what happens if nobody decides; both return a command where
    that is one. `decide` raises Illegal for a key that is none of the choices.
    """

    prompt: Prompt
    choices: Callable[[], tuple[Choice, ...]]
    decide: Callable[[TwtwDraft, Dice, str, Mapping[str, str]], Command | None]
    lapse: Callable[[TwtwDraft, Dice], Command | None]

    def no_such_answer(self, key: str) -> Illegal:
        """The refusal of a key that is none of the choices."""
        offered = ", ".join(choice.key for choice in self.choices())
        return Illegal("NO_SUCH_ANSWER", key=key, hint=f"One of: {offered}.")
