"""Decisions owed: which there are, what answers them, and what happens if nobody does. Each kind is in `questions`.

Ids are short and name one decision of the fight for ever: `lookout.<who>`, `turn<n>.<who>` (to act), `turn<n>.dealer`,
`<test>.card`, `<test>.trump`, `<test>.after`, `<flight>.shot.<who>`, `<flight>.chase.<who>`, `<escalation>.mean`,
`<escalation>.shootout`, `<threat>.answer`, and what the files of `questions` say.
"""

from rules.core import question
from rules.core.command import Answer, Command
from rules.core.dice import Dice
from rules.core.ids import PromptId
from rules.core.prompt import Prompt
from rules.core.remembering import remembered
from rules.core.view import Phase
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.questions.after import after_questions
from rules.systems.texarkana.questions.cards import card_questions
from rules.systems.texarkana.questions.consequences import consequence_questions
from rules.systems.texarkana.questions.dealer import ruling_questions
from rules.systems.texarkana.questions.escalation import escalation_questions
from rules.systems.texarkana.questions.flights import flight_questions
from rules.systems.texarkana.questions.question import Question
from rules.systems.texarkana.questions.turns import turn_questions
from rules.systems.texarkana.state import TexState


@remembered
def questions(state: TexState) -> tuple[Question, ...]:
    """The decisions owed now: tests and flights first, then whose move it is, then what can wait."""
    if state.phase is not Phase.RUNNING:
        return ()
    return (
        *ruling_questions(state),
        *card_questions(state),
        *after_questions(state),
        *flight_questions(state),
        *escalation_questions(state),
        *turn_questions(state),
        *consequence_questions(state),
    )


def prompts(state: TexState) -> tuple[Prompt, ...]:
    """The decisions owed now, as the rest of the program knows them."""
    return tuple(each.prompt for each in questions(state))


def answer(draft: TexDraft, dice: Dice, command: Answer) -> Command | None:
    """Decide a prompt; a command, where the answer is one.

    Raises: as `question.answer`, and Illegal(NO_SUCH_ANSWER, NOT_IN_HAND, BUSY).
    """
    return question.answer(questions(draft.state), draft, dice, command)


def go_on(draft: TexDraft, dice: Dice, which: PromptId, said: tuple[Answer, ...] = ()) -> Command | None:
    """What happens if nobody decides; a command, where the default is one. A prompt that is gone is skipped."""
    return question.go_on(questions(draft.state), draft, dice, which, said)
