"""A decision owed, with all that belongs to it: who is asked, what may be answered, what follows, and what if not."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from rules.core.command import Answer, Command
from rules.core.dice import Dice
from rules.core.draft import Draft
from rules.core.ids import PromptId
from rules.core.option import Choice, filled
from rules.core.prompt import Prompt
from rules.core.refusal import Illegal
from rules.core.values import replace

S = TypeVar("S")
E = TypeVar("E")


class Question(msgspec.Struct, Generic[S, E], frozen=True, kw_only=True):
    """`choices` are worked out only for those who may see them.

    `decide` carries out an answer with its blanks, `lapse` what happens if nobody decides; both return a command where
    that is one. `decide` raises Illegal for a key that is none of the choices.
    """

    prompt: Prompt
    choices: Callable[[], tuple[Choice, ...]]
    decide: Callable[[Draft[S, E], Dice, str, Mapping[str, str]], Command | None]
    lapse: Callable[[Draft[S, E], Dice], Command | None]

    def no_such_answer(self, key: str) -> Illegal:
        """The refusal of a key that is none of the choices."""
        offered = ", ".join(choice.key for choice in self.choices())
        return Illegal("NO_SUCH_ANSWER", key=key, hint=f"One of: {offered}.")


Q = TypeVar("Q", bound=Question[Any, Any])  # Any: of whichever system


def first(these: tuple[Q, ...], rest: tuple[Q, ...]) -> tuple[Q, ...]:
    """All of them; as long as there are `these`, nobody is waited for because of the rest."""
    if not these:
        return rest
    return (*these, *(replace(each, prompt=replace(each.prompt, blocks=False)) for each in rest))


def find(questions: Iterable[Question[S, E]], which: PromptId) -> Question[S, E] | None:
    """The question of this id, if the decision is still owed."""
    return next((question for question in questions if question.prompt.id == which), None)


def offered(questions: Iterable[Question[S, E]], which: PromptId) -> tuple[str, ...]:
    """The keys of what may be answered now."""
    question = find(questions, which)
    return tuple(choice.key for choice in question.choices()) if question else ()


def answer(questions: Iterable[Question[S, E]], draft: Draft[S, E], dice: Dice, command: Answer) -> Command | None:
    """Decide a prompt; a command, where the answer is one.

    Raises: Illegal(NOTHING_ASKED, NO_SUCH_BLANK, LEFT_OUT, NOT_FOUND), and as the question's `decide`.
    """
    question = find(questions, command.prompt)
    if question is None:
        raise Illegal("NOTHING_ASKED", hint="It was decided meanwhile.")
    choice = next((choice for choice in question.choices() if choice.key == command.key), None)
    blanks = filled(choice, command.blanks) if choice else command.blanks
    return question.decide(draft, dice, command.key, blanks)


def go_on(
    questions: Iterable[Question[S, E]], draft: Draft[S, E], dice: Dice, which: PromptId, said: Iterable[Answer] = ()
) -> Command | None:
    """What happens if nobody decides, or what was `said` to it before; a command, where that is one.

    A prompt that is gone is skipped. Raises: as `answer`, for what was said.
    """
    question = find(questions, which)
    given = next((each for each in said if each.prompt == which), None)
    if question is not None and given is not None:
        return answer((question,), draft, dice, given)
    return question.lapse(draft, dice) if question else None
