"""Decisions owed: which there are, what answers them, and what happens if nobody does. Each kind is in `questions`.

Ids are short and name one decision of the fight for ever: `m<round>.<who>` (to move), `a<round>.<who>` (to act),
`<move>.<who>` (to fire before it), `<hit>.b<left>` (a bump), `r<round>.judge`.
"""

from rules.core.command import Answer, Command
from rules.core.dice import Dice
from rules.core.ids import PromptId
from rules.core.option import filled
from rules.core.prompt import Prompt
from rules.core.refusal import Illegal
from rules.core.view import Phase
from rules.systems.twtw.play import TwtwDraft
from rules.systems.twtw.questions.bumps import bump_questions
from rules.systems.twtw.questions.question import Question
from rules.systems.twtw.questions.turns import turn_questions
from rules.systems.twtw.questions.watching import watch_questions
from rules.systems.twtw.state import TwtwState


def questions(state: TwtwState) -> tuple[Question, ...]:
    """The decisions owed now: one at a time, since everything in a round happens in order."""
    if state.phase is not Phase.RUNNING:
        return ()
    return (*bump_questions(state), *watch_questions(state), *turn_questions(state))


def prompts(state: TwtwState) -> tuple[Prompt, ...]:
    """The decisions owed now, as the rest of the program knows them."""
    return tuple(question.prompt for question in questions(state))


def answer(draft: TwtwDraft, dice: Dice, command: Answer) -> Command | None:
    """Decide a prompt; a command, where the answer is one.

    Raises: Illegal(NOTHING_ASKED, NO_SUCH_ANSWER, NO_SUCH_BLANK, LEFT_OUT, NOT_FOUND).
    """
    question = find(draft.state, command.prompt)
    if question is None:
        raise Illegal("NOTHING_ASKED", hint="It was decided meanwhile.")
    choice = next((choice for choice in question.choices() if choice.key == command.key), None)
    if choice is None:
        raise question.no_such_answer(command.key)
    return question.decide(draft, dice, command.key, filled(choice, command.blanks))


def go_on(draft: TwtwDraft, dice: Dice, which: PromptId) -> Command | None:
    """What happens if nobody decides; a command, where the default is one. A prompt that is gone is skipped."""
    question = find(draft.state, which)
    return question.lapse(draft, dice) if question else None


def find(state: TwtwState, which: PromptId) -> Question | None:
    """The question of this id, if the decision is still owed."""
    return next((question for question in questions(state) if question.prompt.id == which), None)
