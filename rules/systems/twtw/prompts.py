"""Decisions owed: which there are, what answers them, and what happens if nobody does. Each kind is in `questions`.

Ids are short and name one decision of the fight for ever: `m<round>.<who>` (to move), `a<round>.<who>` (to act),
`<move>.<who>` (to fire before it), `<hit>.b<left>` (a bump), `<call>.check`, `r<round>.judge`.
"""

from rules.core import question
from rules.core.command import Answer, Command
from rules.core.dice import Dice
from rules.core.ids import PromptId
from rules.core.prompt import Prompt
from rules.core.remembering import remembered
from rules.core.view import Phase
from rules.systems.twtw.play import TwtwDraft
from rules.systems.twtw.questions.bumps import bump_questions
from rules.systems.twtw.questions.calls import call_questions
from rules.systems.twtw.questions.question import Question
from rules.systems.twtw.questions.turns import turn_questions
from rules.systems.twtw.questions.watching import watch_questions
from rules.systems.twtw.state import TwtwState


@remembered
def questions(state: TwtwState) -> tuple[Question, ...]:
    """The decisions owed now: checks that were called, all at once; then one, since a round happens in order."""
    if state.phase is not Phase.RUNNING:
        return ()
    rest = (*bump_questions(state), *watch_questions(state), *turn_questions(state))
    return question.first(call_questions(state), rest)


def prompts(state: TwtwState) -> tuple[Prompt, ...]:
    """The decisions owed now, as the rest of the program knows them."""
    return tuple(each.prompt for each in questions(state))


def answer(draft: TwtwDraft, dice: Dice, command: Answer) -> Command | None:
    """Decide a prompt; a command, where the answer is one.

    Raises: as `question.answer`, and Illegal(NO_SUCH_ANSWER).
    """
    return question.answer(questions(draft.state), draft, dice, command)


def go_on(draft: TwtwDraft, dice: Dice, which: PromptId, said: tuple[Answer, ...] = ()) -> Command | None:
    """What happens if nobody decides; a command, where the default is one. A prompt that is gone is skipped."""
    return question.go_on(questions(draft.state), draft, dice, which, said)


def is_owed(state: TwtwState, which: PromptId) -> bool:
    """Whether this decision is still owed."""
    return question.find(questions(state), which) is not None
