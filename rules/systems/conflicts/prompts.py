"""Decisions owed: which there are, what answers them, and what happens if nobody does. Each kind is in `questions`.

Ids are short and name one decision of the fight for ever: `r<round>.<actions declared>.declare.<who>`,
`r<round>.<first or second>.act.<who>`, `<attack>.meet`, `<call>.check`.
"""

from rules.core import question
from rules.core.command import Answer
from rules.core.dice import Dice
from rules.core.ids import PromptId
from rules.core.prompt import Prompt
from rules.core.remembering import remembered
from rules.core.view import Phase
from rules.systems.conflicts.play import ConflictDraft
from rules.systems.conflicts.questions.acting import acting_questions
from rules.systems.conflicts.questions.calls import call_questions
from rules.systems.conflicts.questions.declaring import declaring_questions
from rules.systems.conflicts.questions.meeting import meeting_questions
from rules.systems.conflicts.questions.question import Question
from rules.systems.conflicts.state import ConflictState


@remembered
def questions(state: ConflictState) -> tuple[Question, ...]:
    """The decisions owed now: checks called; then how an attack is met, an open action is used, or a declaration."""
    if state.phase is not Phase.RUNNING:
        return ()
    now = meeting_questions(state) or acting_questions(state) or declaring_questions(state)
    return question.first(call_questions(state), now)


def prompts(state: ConflictState) -> tuple[Prompt, ...]:
    """The decisions owed now, as the rest of the program knows them."""
    return tuple(each.prompt for each in questions(state))


def answer(draft: ConflictDraft, dice: Dice, command: Answer) -> None:
    """Decide a prompt. Raises: as `question.answer`, and Illegal(NO_SUCH_ANSWER)."""
    question.answer(questions(draft.state), draft, dice, command)


def go_on(draft: ConflictDraft, dice: Dice, which: PromptId, said: tuple[Answer, ...] = ()) -> None:
    """What happens if nobody decides. A prompt that is gone is skipped."""
    question.go_on(questions(draft.state), draft, dice, which, said)
