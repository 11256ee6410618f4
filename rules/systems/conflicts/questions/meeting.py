"""What is asked of a target that wants to be: how it meets the attack, before the roll (C2-16, C2A-06, C2A-23)."""

from collections.abc import Mapping

from rules.core.dice import Dice
from rules.core.ids import PromptId
from rules.core.option import Choice, clip
from rules.core.prompt import Prompt
from rules.systems.conflicts.defending import DEFEND, LET_COME, WITH, automatic, read_way, skill_against, ways
from rules.systems.conflicts.modifiers import strike_weapon
from rules.systems.conflicts.play import ConflictDraft
from rules.systems.conflicts.questions.question import Question
from rules.systems.conflicts.resolving import resolve
from rules.systems.conflicts.rounds import asked_strike
from rules.systems.conflicts.state import ConflictState, Fighter, Strike
from rules.systems.conflicts.traits import ATTRIBUTES


def meeting_questions(state: ConflictState) -> tuple[Question, ...]:
    """`<attack>.meet` of whoever is attacked and wants to be asked."""
    strike = asked_strike(state)
    return (_question(state, strike),) if strike is not None else ()


def _question(state: ConflictState, strike: Strike) -> Question:
    target = state.fighter(strike.target)
    about = f"{state.name(strike.attacker)}'s attack ({strike_weapon(state, strike).name})"

    def decide(draft: ConflictDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> None:
        resolve(draft, dice, strike, read_way(draft.state, strike, key))

    return Question(
        prompt=Prompt(
            id=PromptId(f"{strike.id}.meet"),
            whom=target.id,
            what=f"how to meet {about}",
            otherwise=_otherwise(state, target),
            question=f"How do you meet {about}? A Defend meets one attack.",
            matter=strike.id,
            act=strike.id,
            is_reaction=True,
        ),
        choices=lambda: tuple(_choice(state, strike, key) for key in ways(state, strike)),
        decide=decide,
        lapse=lambda draft, dice: resolve(draft, dice, strike, automatic(draft.state, strike)),
    )


def _otherwise(state: ConflictState, target: Fighter) -> str:
    if state.asks_all:
        return f"{target.name} uses a Defend, if one is held"
    return f"{target.name} {'uses a Defend' if target.defends else 'does nothing about it'}"


def _choice(state: ConflictState, strike: Strike, key: str) -> Choice:
    target = state.fighter(strike.target)
    if key == LET_COME:
        return Choice(key=key, label="Let it come", note="hits unless it is a Balls-Up")
    if key == DEFEND:
        held = len(target.defends)
        note = f"{held} held" if held else "an unused action becomes Defend"
        return Choice(key=key, label=f"Evade ({skill_against(state, target, strike).title()})", note=note)
    trait = key.removeprefix(f"{WITH}-")
    cost = "one action more" if trait in ATTRIBUTES else "free"
    return Choice(key=key, label=clip(f"Evade, {trait.title()} helps"), note=cost)
