"""What the Dealer alone is asked: to rule something quick (TX-63), and how it ends between two NPCs (TXD-15)."""

from collections.abc import Mapping

from rules.core.audience import GM
from rules.core.dice import Dice
from rules.core.ids import PromptId
from rules.core.option import Choice, Slot, clip
from rules.core.prompt import Prompt
from rules.systems.texarkana.attempts import Attempt
from rules.systems.texarkana.cards import SUITS
from rules.systems.texarkana.outcome import end_clash, run_clash
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.questions.question import Question
from rules.systems.texarkana.state import Request, TexState
from rules.systems.texarkana.sundry import opponents, rule, want_test

WORKS, FAILS, TEST = "works", "fails", "test"
FLIP, NOTHING = "flip", "nothing"
DIFFICULTIES = range(-3, 4)  # TXD-10


def ruling_questions(state: TexState) -> tuple[Question, ...]:
    """`<request>.ruling` for each thing that waits for the Dealer's word."""
    return tuple(_ruling_question(state, request) for request in state.requests)


def _ruling_question(state: TexState, request: Request) -> Question:
    who = state.name(request.who)

    def decide(draft: TexDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> None:
        word = blanks.get("word", "")
        if key in (WORKS, FAILS):
            rule(draft, request, works=key == WORKS, word=word)
        elif key == TEST:
            trumps = dict.fromkeys(suit for suit in (blanks.get("trumps", ""), blanks.get("also", "")) if suit)
            want_test(
                draft,
                request,
                trumps=tuple(trumps),
                difficulty=int(blanks["dv"]) if blanks.get("dv") else None,
                against=blanks.get("against", ""),
                word=word,
            )
        else:
            raise question.no_such_answer(key)

    question = Question(
        prompt=Prompt(
            id=PromptId(f"{request.id}.ruling"),
            matter=request.id,
            whom=None,
            what=f"to rule what {who} does",
            otherwise="it works",
            question=f"{who}: {request.what}. How do you rule?",
            audience=GM,
        ),
        choices=lambda: _rulings(state, request),
        decide=decide,
        lapse=lambda draft, _: rule(draft, request, works=True),
    )
    return question


def _rulings(state: TexState, request: Request) -> tuple[Choice, ...]:
    word = Slot(name="word", label="What follows, in a few words", is_free=True, is_optional=True)
    return (
        Choice(key=WORKS, label="It works", blanks=(word,)),
        Choice(key=FAILS, label="It fails", blanks=(word,)),
        Choice(key=TEST, label="A test", blanks=(*_test_blanks(state, request), word)),
    )


def _test_blanks(state: TexState, request: Request) -> tuple[Slot, ...]:
    suits = tuple(Choice(key=suit, label=name) for suit, name in SUITS.items() if suit != "Sk")
    foes = opponents(state, state.fighter(request.who))
    against = tuple(Choice(key=each.id, label=clip(each.name)) for each in foes)
    return (
        Slot(name="trumps", label="What trumps", choices=suits, is_optional=True),
        Slot(name="also", label="What trumps besides", choices=suits, is_optional=True),
        Slot(name="dv", label="Difficulty, your secret", choices=_difficulties(), is_optional=True),
        *((Slot(name="against", label="Against whom", choices=against, is_optional=True),) if against else ()),
    )


def _difficulties() -> tuple[Choice, ...]:
    notes = {-3: "easy", 0: "usual", 3: "very hard"}
    return tuple(Choice(key=f"{each:+d}", label=f"{each:+d}", note=notes.get(each, "")) for each in DIFFICULTIES)


def clash_question(state: TexState, attempt: Attempt) -> Question:
    """`<test>.clash`: flip for both, or say who wins (TXD-15)."""
    assert attempt.npc is not None, "it is between two"
    one, other = state.name(attempt.pc), state.name(attempt.npc)

    def decide(draft: TexDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> None:
        if key == FLIP:
            run_clash(draft, dice, attempt)
        elif key == NOTHING:
            end_clash(draft, dice, attempt, None)
        elif key in (attempt.pc, attempt.npc):
            end_clash(draft, dice, attempt, attempt.pc if key == attempt.pc else attempt.npc)
        else:
            raise question.no_such_answer(key)

    question = Question(
        prompt=Prompt(
            id=PromptId(f"{attempt.id}.clash"),
            matter=attempt.id,
            whom=None,
            what=f"how it ends between {one} and {other}",
            otherwise="a card is flipped for each, and the higher with its rating wins",
            question=f"{one} attacks {other}. How does it end?",
        ),
        choices=lambda: (
            Choice(key=FLIP, label="Flip for both"),
            Choice(key=attempt.pc, label=clip(f"{one} wins")),
            Choice(key=str(attempt.npc), label=clip(f"{other} wins")),
            Choice(key=NOTHING, label="Nothing comes of it"),
        ),
        decide=decide,
        lapse=lambda draft, dice: run_clash(draft, dice, attempt),
    )
    return question
