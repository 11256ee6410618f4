"""What is asked of whoever the GM called for a check: to roll, and whether a skill helps (C2D-03, C2D-07)."""

from collections.abc import Mapping

from rules.core.calling import Called
from rules.core.dice import Dice
from rules.core.option import Choice, clip
from rules.systems.conflicts.calls import helpers, make
from rules.systems.conflicts.play import ConflictDraft
from rules.systems.conflicts.questions.question import Question, no_such_answer
from rules.systems.conflicts.state import ConflictState

ROLL, WITH = "roll", "with-"


def call_questions(state: ConflictState) -> tuple[Question, ...]:
    """`<call>.check` of everybody called, all at once and in any order."""
    return tuple(_question(state, each) for each in state.calls)


def _question(state: ConflictState, called: Called) -> Question:
    fighter = state.fighter(called.who)

    def decide(draft: ConflictDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> None:
        offered = {ROLL: "", **{f"{WITH}{each}": each for each in helpers(draft.state.fighter(called.who), called)}}
        if key not in offered:
            raise no_such_answer(key, offered)
        make(draft, dice, called, offered[key])

    modifier = "The modifier is the GM's secret." if called.is_secret else f"DM{called.against.total:+d}."
    return Question(
        prompt=called.prompt(otherwise=f"the dice are rolled for {fighter.name}", more=f", 8 or more. {modifier}"),
        choices=lambda: (
            Choice(key=ROLL, label="Roll"),
            *(
                Choice(key=f"{WITH}{each}", label=clip(f"Roll, {each.title()} helps"), note="+1, or -1 on a Balls-Up")
                for each in helpers(fighter, called)
            ),
        ),
        decide=decide,
        lapse=lambda draft, dice: make(draft, dice, called),
    )
