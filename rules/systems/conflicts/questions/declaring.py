"""What is asked while a round is declared: two actions of each, sealed or in the open (C2-04, C2-06, C2D-05)."""

from collections.abc import Mapping

from rules.core.dice import Dice
from rules.core.ids import PromptId
from rules.core.option import Choice
from rules.core.prompt import Prompt
from rules.core.refusal import refusal_of
from rules.systems.conflicts import policy
from rules.systems.conflicts.arms import SINGLE
from rules.systems.conflicts.declaring import ACTIONS, awaited, declare, require_kind
from rules.systems.conflicts.plans import both_words, label_words, open_words
from rules.systems.conflicts.play import ConflictDraft
from rules.systems.conflicts.questions.question import Question, capital, no_such_answer
from rules.systems.conflicts.state import ConflictState, Fighter, Plan

Plans = tuple[Plan, ...]


def declaring_questions(state: ConflictState) -> tuple[Question, ...]:
    """For each who has yet to declare `r<round>.<actions declared>.declare.<who>`."""
    return tuple(_question(state, fighter) for fighter in awaited(state))


def _question(state: ConflictState, fighter: Fighter) -> Question:
    left = "the second action" if fighter.plans else "two actions"
    default = policy.suggest(state, fighter)[len(fighter.plans) :]
    if fighter.is_pc:
        otherwise = f"{fighter.name} {both_words(state, fighter, default)}"
    else:  # what an NPC would do rests on numbers that are the GM's
        otherwise = f"{fighter.name} attacks whoever is nearest, or comes closer"
    secrecy = "nobody sees them before all have declared" if state.house.declare == "sealed" else "in the open"

    def choices() -> tuple[Choice, ...]:
        pairs = handful(state, fighter)
        return tuple(Choice(key=key, label=_label(state, fighter, plans)) for key, plans in pairs.items())

    def decide(draft: ConflictDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> None:
        pairs = handful(draft.state, fighter)
        if key not in pairs:
            raise no_such_answer(key, pairs)
        declare(draft, fighter, *pairs[key], is_unasked=not fighter.is_pc)

    return Question(
        prompt=Prompt(
            id=PromptId(f"r{state.round}.{len(fighter.plans)}.declare.{fighter.id}"),
            whom=fighter.id,
            what=f"to declare {left}",
            otherwise=otherwise,
            question=f"Round {state.round}: declare {left} ({secrecy}).",
            act=f"r{state.round}.declare",
        ),
        choices=choices,
        decide=decide,
        lapse=lambda draft, _: declare(draft, fighter, *default, is_unasked=True),
    )


def _label(state: ConflictState, fighter: Fighter, plans: Plans) -> str:
    """What tells these from the others, and a single action that leaves something open from the act of its name."""
    left = open_words(plans[0]) if len(plans) == 1 else ""
    return capital(label_words(state, fighter, plans)) + (f" ({left})" if left else "")


def handful(state: ConflictState, fighter: Fighter) -> dict[str, Plans]:
    """A few sensible pairs (with one action declared, single actions) that need nothing more, the default first."""
    suggested = policy.suggest(state, fighter)
    found = policy.best_attack(state, fighter)
    attack: Plans = (found[0],) if found else ()
    defend, orient = (policy.DEFEND,), (policy.ORIENT,)
    if len(fighter.plans) == ACTIONS - 1:
        offered = {"suggested": suggested[1:], "attack": attack, "defend": defend, "orient": orient}
    else:
        offered = {"suggested": suggested}
        if attack:
            offered["attack-defend"] = (*attack, *defend)
        if found and found[1].weapon.ammunition != SINGLE:
            offered["attack-attack"] = (*attack, *attack)
        offered |= {"orient-defend": (*orient, *defend), "defend-defend": (*defend, *defend)}
        if fighter.is_surprised:  # who may declare no Defend yet (C2A-24)
            offered["orient-orient"] = (*orient, *orient)
    once: dict[Plans, str] = {}
    for key, plans in offered.items():
        if plans and _may_declare(state, fighter, plans):
            once.setdefault(plans, key)
    return {key: plans for plans, key in once.items()}


def _may_declare(state: ConflictState, fighter: Fighter, plans: Plans) -> bool:
    return all(refusal_of(require_kind, state, fighter, plan.kind) is None for plan in plans)
