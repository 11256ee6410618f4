"""Somebody sets off under an aim: whoever aims and has not moved yet may fire first, or follow (TW-A5, TW-A6)."""

from collections.abc import Mapping

from rules.core.dice import Dice
from rules.core.ids import PromptId
from rules.core.option import Choice, Slot
from rules.core.prompt import Prompt
from rules.systems.twtw.called_shots import spot_name, spots
from rules.systems.twtw.moving import FIRE, KEEP, heed
from rules.systems.twtw.play import TwtwDraft
from rules.systems.twtw.questions.question import Question
from rules.systems.twtw.state import Fighter, Going, Policy, Stop, TwtwState


def watch_questions(state: TwtwState) -> tuple[Question, ...]:
    """`<move>.<who>`: the first who is to be heard before the move goes on."""
    going = state.going
    if going is None or not going.stops or state.attack is not None:
        return ()
    stop = going.stops[0]
    watcher, mover = state.find(stop.who), state.find(going.who)
    if watcher is None or mover is None:
        return ()
    return (_watch(state, going, stop, watcher, mover),)


def _watch(state: TwtwState, going: Going, stop: Stop, watcher: Fighter, mover: Fighter) -> Question:
    def decide(draft: TwtwDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> None:
        if key not in (FIRE, KEEP):
            raise question.no_such_answer(key)
        heed(draft, dice, key == FIRE, blanks.get("how", ""))

    fires_unasked = not watcher.is_pc and stop.exits_at is not None
    usual = "fires" if fires_unasked else "keeps the aim"
    otherwise = f"does as ordered before, or {usual}" if state.asks_all else usual
    as_told = {Policy.FIRE: True, Policy.KEEP: False}.get(watcher.policy, fires_unasked)
    question = Question(
        prompt=Prompt(
            id=PromptId(f"{going.id}.{watcher.id}"),
            whom=watcher.id,
            matter=going.id,
            what=f"to fire at {mover.name}, who moves, or to keep the aim",
            otherwise=f"{watcher.name} {otherwise}",
            question=f"{mover.name} is about to go {going.words}. {exit_words(state, going, stop)} Fire now?",
            is_reaction=True,
        ),
        choices=lambda: (
            Choice(key=FIRE, label="Fire now", note="your action of this round", blanks=(called_slot(),)),
            Choice(key=KEEP, label="Keep the aim"),
        ),
        decide=decide,
        lapse=lambda draft, dice: heed(draft, dice, as_told),
    )
    return question


def exit_words(state: TwtwState, going: Going, stop: Stop) -> str:
    """Where the target would leave the field, if it does."""
    mode = state.house.mode
    if stop.exits_at is None:
        return f"That stays in your field all the way ({mode})."
    made = f" ({going.at} made)" if going.at else ""
    return f"With pace {stop.exits_at}{made} your aim would be lost ({mode})."


def called_slot() -> Slot:
    """The blank for a called shot, which may be left out (TW-C1)."""
    choices = tuple(Choice(key=key, label=spot_name(key), note=f"-{penalty}") for key, penalty in spots().items())
    return Slot(name="how", label="Called shot", choices=choices, is_optional=True)
