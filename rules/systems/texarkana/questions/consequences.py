"""What a Trump in vain brought, put to the Dealer once it has happened; nobody waits for the answer (TX-65, TXD-34)."""

from collections.abc import Mapping

from rules.core.dice import Dice
from rules.core.ids import PromptId
from rules.core.option import Choice
from rules.core.prompt import Prompt
from rules.systems.texarkana.consequences import WORDS, change, choices, keep, label_of
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.questions.question import Question
from rules.systems.texarkana.state import Consequence, TexState


def consequence_questions(state: TexState) -> tuple[Question, ...]:
    """`<test>.after`, the newest first; nothing is asked of those whom the players do not see."""
    return tuple(
        _question(state, fate)
        for fate in reversed(state.consequences)
        if not (state.fighter(fate.loser).is_hidden or state.fighter(fate.winner).is_hidden)
    )


def _question(state: TexState, fate: Consequence) -> Question:
    loser = state.name(fate.loser)

    def offered() -> tuple[Choice, ...]:
        return choices(state, fate)

    def decide(draft: TexDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> None:
        if key not in {choice.key for choice in offered()}:
            raise question.no_such_answer(key)
        change(draft, fate, key, blanks.get(WORDS, ""))

    question = Question(
        prompt=Prompt(
            id=PromptId(f"{fate.id}.after"),
            whom=None,
            what=f"whether something else follows for {loser}, who Trumped in vain",
            otherwise="it stays as ruled",
            question=f"{loser} Trumped in vain: {label_of(fate.kind, fate.detail)}. Shall something else follow?",
            blocks=False,
        ),
        choices=offered,
        decide=decide,
        lapse=lambda draft, _: keep(draft, fate),
    )
    return question
