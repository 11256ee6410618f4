"""Whose turn it is: to move, to act, or the Judge's word that the next round begins (TW-2.2)."""

from collections.abc import Mapping

from rules.core.command import Command
from rules.core.dice import Dice
from rules.core.ids import PromptId
from rules.core.option import Choice
from rules.core.prompt import Prompt
from rules.systems.twtw import policy
from rules.systems.twtw.courses import watchers_of
from rules.systems.twtw.play import TwtwDraft
from rules.systems.twtw.questions.question import Question
from rules.systems.twtw.rounds import begin_round
from rules.systems.twtw.state import Fighter, Limit, Stage, TwtwState
from rules.systems.twtw.turns import current, end_turn

DONE, SUGGESTED, NEXT = "done", "suggested", "next"


def turn_questions(state: TwtwState) -> tuple[Question, ...]:
    """`m<round>.<who>` to move, `a<round>.<who>` to act, `r<round>.judge` where nobody can do anything."""
    if state.attack is not None or state.going is not None:
        return ()
    whose = current(state)
    return (_next_round(state),) if whose is None else (_turn(state, whose),)


def _next_round(state: TwtwState) -> Question:
    def decide(draft: TwtwDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> None:
        if key != NEXT:
            raise question.no_such_answer(key)
        begin_round(draft, dice)

    question = Question(
        prompt=Prompt(
            id=PromptId(f"r{state.round}.judge"),
            whom=None,
            what="the next round",
            otherwise="the next round begins",
            question="Nobody can do anything in this round. Does the next begin?",
        ),
        choices=lambda: (Choice(key=NEXT, label="The next round begins"),),
        decide=decide,
        lapse=begin_round,
    )
    return question


def _turn(state: TwtwState, who: Fighter) -> Question:
    def over(draft: TwtwDraft) -> None:
        end_turn(draft, draft.state.fighter(who.id), passed=not has_done_anything(draft.state, who))

    def decide(draft: TwtwDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> Command | None:
        if key == SUGGESTED and not who.is_pc:
            return lapse(draft, dice)
        if key != DONE:
            raise question.no_such_answer(key)
        over(draft)
        return None

    def lapse(draft: TwtwDraft, dice: Dice) -> Command | None:
        follow = None if who.is_pc else policy.suggest(draft.state, draft.state.fighter(who.id))
        if follow is None:
            over(draft)
        return follow

    is_moving = state.stage is Stage.MOVES
    question = Question(
        prompt=Prompt(
            id=PromptId(f"{'m' if is_moving else 'a'}{state.round}.{who.id}"),
            whom=who.id,
            what="to move, or to stay" if is_moving else "to act",
            otherwise=_otherwise(who, is_moving=is_moving),
            question=_question(state, who, is_moving=is_moving),
        ),
        choices=lambda: _choices(who, is_moving=is_moving),
        decide=decide,
        lapse=lapse,
    )
    return question


def has_done_anything(state: TwtwState, who: Fighter) -> bool:
    """Whether there is anything to tell of his turn: points spent, or an aim that is held."""
    now = state.fighter(who.id)
    return now.points < now.began_with or now.aims_at is not None


def _otherwise(who: Fighter, *, is_moving: bool) -> str:
    if not who.is_pc:
        return f"{who.name} does what is usual"
    if is_moving:
        return f"{who.name} stays"
    return f"{who.name} holds the aim" if who.aims_at else f"{who.name} does nothing more"


def _choices(who: Fighter, *, is_moving: bool) -> tuple[Choice, ...]:
    suggested = () if who.is_pc else (Choice(key=SUGGESTED, label="Act as suggested"),)
    if is_moving:
        return (*suggested, Choice(key=DONE, label="Stay here"))
    return (*suggested, Choice(key=DONE, label="Hold the aim" if who.aims_at else "Done"))


def _question(state: TwtwState, who: Fighter, *, is_moving: bool) -> str:
    points = f"You have {who.points} action points."
    limited = " You may only defend yourself." if who.limit is not Limit.FREE else ""
    if not is_moving:
        return f"What do you do? {points}{limited}"
    aimers = ", ".join(each.name for each in watchers_of(state, who))
    aimed = f" {aimers} aim{'s' if ',' not in aimers else ''} at you." if aimers else ""
    return f"Do you move? {points}{limited}{aimed}"
