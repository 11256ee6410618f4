"""The bumps of a hit: what each is spent on (TW-1.21, TW-B7)."""

from collections.abc import Mapping

from rules.core.dice import Dice
from rules.core.ids import PromptId
from rules.core.option import Choice
from rules.core.prompt import Prompt
from rules.systems.twtw.body import part
from rules.systems.twtw.hits import DAMAGE, DOWN, PIERCE, UP, location_of, spend_bump, ways_to_spend
from rules.systems.twtw.play import TwtwDraft
from rules.systems.twtw.questions.question import Question
from rules.systems.twtw.state import Attack, TwtwState

ALL_DAMAGE = "all"
LABELS = {DAMAGE: "More damage", UP: "Higher", DOWN: "Lower", PIERCE: "Through the cover"}


def bump_questions(state: TwtwState) -> tuple[Question, ...]:
    """`<hit>.b<bumps left>`: what the next bump is spent on."""
    attack = state.attack
    return (_bump(state, attack),) if attack is not None and attack.bumps else ()


def _bump(state: TwtwState, attack: Attack) -> Question:
    def decide(draft: TwtwDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> None:
        if key not in {choice.key for choice in question.choices()}:
            raise question.no_such_answer(key)
        if key == ALL_DAMAGE:
            lapse(draft, dice)
        else:
            spend_bump(draft, key)

    def lapse(draft: TwtwDraft, dice: Dice) -> None:
        while draft.state.attack is not None and draft.state.attack.bumps:
            spend_bump(draft, DAMAGE)

    whom = state.name(attack.target)
    where = part(location_of(state, attack)).name
    owed = f"{attack.bumps} bump{'s' if attack.bumps > 1 else ''}"
    question = Question(
        prompt=Prompt(
            id=PromptId(f"{attack.id}.b{attack.bumps}"),
            whom=attack.attacker,
            what=f"what {owed} on {whom} are spent on" if attack.bumps > 1 else f"what a bump on {whom} is spent on",
            otherwise="more damage",
            matter=attack.id,
            question=f"You hit {whom} in the {where}, with {owed} to spend. On what?",
        ),
        choices=lambda: _choices(state, attack),
        decide=decide,
        lapse=lapse,
    )
    return question


def _choices(state: TwtwState, attack: Attack) -> tuple[Choice, ...]:
    found = []
    for way in ways_to_spend(state, attack):
        note = ""
        if way in (UP, DOWN):
            note = part(location_of(state, attack, 1 if way == UP else -1)).name
        found.append(Choice(key=way, label=LABELS[way], note=note))
    if attack.bumps > 1:
        found.append(Choice(key=ALL_DAMAGE, label="All on damage"))
    return tuple(found)
