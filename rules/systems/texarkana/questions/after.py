"""What is asked after a test or a fight: which of two cards, whether to shoot again, who saves the dying."""

from collections.abc import Mapping

from rules.core.audience import of
from rules.core.dice import Dice
from rules.core.ids import PromptId
from rules.core.option import Choice, Slot, clip
from rules.core.prompt import Prompt
from rules.systems.texarkana.cards import in_order, shown
from rules.systems.texarkana.dying import begin_tending, leave_dying
from rules.systems.texarkana.outcome import play
from rules.systems.texarkana.personality import best_offered, pick
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.questions.question import Question
from rules.systems.texarkana.second_shots import fire_again, fits, give_up, targets
from rules.systems.texarkana.state import Fighter, SecondShot, TexState
from rules.systems.texarkana.traits import has_second_shot
from rules.systems.texarkana.turns import helpers_of, is_aftermath

NO, TEND, LEAVE = "no", "tend", "leave"


def after_questions(state: TexState) -> tuple[Question, ...]:
    """`pick.<who>` (TXF-23), `<test>.again` (TXD-17), `save.<dying>.<helper>` (TXD-20)."""
    return (
        *(_pick_question(pc) for pc in state.pcs if pc.offered),
        *(_again_question(state, second) for second in state.second_shots),
        *_saving_questions(state),
    )


def _pick_question(pc: Fighter) -> Question:
    def decide(draft: TexDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> None:
        pick(draft, draft.state.fighter(pc.id), key)

    def lapse(draft: TexDraft, _: Dice) -> None:
        who = draft.state.fighter(pc.id)
        pick(draft, who, best_offered(draft.state, who))

    return Question(
        prompt=Prompt(
            id=PromptId(f"pick.{pc.id}.{pc.revision}"),
            whom=pc.id,
            what="to pick one of two cards",
            otherwise=f"{pc.name} takes the higher one",
            question="Which of the two cards do you take? The other goes to the bottom of the deck.",
            audience=of(pc.id),
        ),
        choices=lambda: tuple(Choice(key=card, label=shown(card)) for card in in_order(pc.offered)),
        decide=decide,
        lapse=lapse,
    )


def _again_question(state: TexState, second: SecondShot) -> Question:
    pc = state.fighter(second.who)
    can = has_second_shot(pc)

    def decide(draft: TexDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> None:
        if key == NO:
            give_up(draft, second)
        elif not can:
            raise question.no_such_answer(key)
        else:
            attempt = fire_again(draft, dice, second, key, blanks.get("whom", ""))
            play(draft, dice, attempt, pc.id, key)

    def choices() -> tuple[Choice, ...]:
        could = tuple(Choice(key=each.id, label=clip(each.name)) for each in targets(state, second))
        whom = (Slot(name="whom", label="At whom", choices=could, is_optional=True),) if len(could) > 1 else ()
        cards = tuple(
            Choice(key=card, label=f"Burn the {shown(card)}", blanks=whom)
            for card in in_order(pc.hand)
            if can and fits(second, card)
        )
        return (Choice(key=NO, label="Do not shoot again"), *cards)

    burns = f"It burns a card that shares suit or value with the {shown(second.card)}."
    question = Question(
        prompt=Prompt(
            id=PromptId(second.id),
            matter=second.id.removesuffix(".again"),
            whom=pc.id,
            what="to shoot again, burning a card, or not",
            otherwise=f"{pc.name} does not",
            question=f"Shoot again? {burns if can else 'You have no Trait for it, which nobody else can tell.'}",
            audience=of(pc.id),
            is_reaction=True,
        ),
        choices=choices,
        decide=decide,
        lapse=lambda draft, _: give_up(draft, second),
    )
    return question


def _saving_questions(state: TexState) -> tuple[Question, ...]:
    """Once the Posse holds the field: who tries to save whom, one after the other (TXD-20).

    Each of the dying is a question of its own: one try takes it from all who could save him, and from nobody who could
    save another, whose time only stands still meanwhile.
    """
    if not is_aftermath(state) or state.attempts:
        return ()
    return tuple(_saving_question(dying, helper) for dying in state.pcs for helper in helpers_of(state, dying))


def _saving_question(dying: Fighter, helper: Fighter) -> Question:
    def go(draft: TexDraft, _: Dice) -> None:
        begin_tending(draft, draft.state.fighter(helper.id), draft.state.fighter(dying.id))

    def decide(draft: TexDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> None:
        if key == TEND:
            go(draft, dice)
        elif key == LEAVE:
            leave_dying(draft, helper, dying)
        else:
            raise question.no_such_answer(key)

    question = Question(
        prompt=Prompt(
            id=PromptId(f"save.{dying.id}.{helper.id}"),
            whom=helper.id,
            what=f"to save {dying.name}, who is dying, or to leave it to others",
            otherwise=f"{helper.name} tries",
            question=f"{dying.name} is dying. Try to save him? You have one try; Tomes trump.",
            shared=f"save.{dying.id}",
        ),
        choices=lambda: (
            Choice(key=TEND, label=clip(f"Tend to {dying.name}")),
            Choice(key=LEAVE, label="Leave it to others"),
        ),
        decide=decide,
        lapse=go,
    )
    return question
