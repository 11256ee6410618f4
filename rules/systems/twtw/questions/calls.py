"""What is asked of whoever the Judge called for a check: to draw the card (TW-1.2)."""

from collections.abc import Mapping

from rules.core.calling import Called
from rules.core.dice import Dice
from rules.core.option import Choice
from rules.systems.twtw.calls import make
from rules.systems.twtw.play import TwtwDraft
from rules.systems.twtw.questions.question import Question
from rules.systems.twtw.state import TwtwState

DRAW = "draw"


def call_questions(state: TwtwState) -> tuple[Question, ...]:
    """`<call>.check` of everybody called, all at once and in any order."""
    return tuple(_question(state, each) for each in state.calls)


def _question(state: TwtwState, called: Called) -> Question:
    def decide(draft: TwtwDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> None:
        if key != DRAW:
            raise question.no_such_answer(key)
        make(draft, dice, called)

    against = "The target number is the Judge's secret." if called.is_secret else f"Against {called.against.total}."
    question = Question(
        prompt=called.prompt(otherwise=f"the card is drawn for {state.name(called.who)}", more=f". {against}"),
        choices=lambda: (Choice(key=DRAW, label="Draw the card"),),
        decide=decide,
        lapse=lambda draft, dice: make(draft, dice, called),
    )
    return question
