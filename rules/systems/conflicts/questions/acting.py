"""What is asked when the turn of a declared action comes that is open, or cannot be done so (C2-06, C2D-05)."""

from collections.abc import Mapping

from rules.core.dice import Dice
from rules.core.ids import PromptId
from rules.core.option import Choice
from rules.core.prompt import Prompt
from rules.core.refusal import refusal_of
from rules.systems.conflicts import policy
from rules.systems.conflicts.attacking import usable_arms
from rules.systems.conflicts.declaring import SLOTS, require_becoming
from rules.systems.conflicts.handling import handlings, label
from rules.systems.conflicts.moving import RISE
from rules.systems.conflicts.plans import plan_words
from rules.systems.conflicts.play import ConflictDraft
from rules.systems.conflicts.questions.question import Question, capital, no_such_answer
from rules.systems.conflicts.rounds import current, perform, require_plan
from rules.systems.conflicts.state import ConflictState, Fighter, Kind, Plan, Posture

MOST = 20  # choices; everything else is among the acts
ARMS = 2  # offered for each target

ASKED = {
    Kind.ATTACK: "Whom do you attack, and how?",
    Kind.MOVE: "Where do you move?",
    Kind.HANDLE: "What do you handle?",
}


def acting_questions(state: ConflictState) -> tuple[Question, ...]:
    """`r<round>.<first or second>.act.<who>` of whoever is to act."""
    actor = current(state)
    return (_question(state, actor),) if actor is not None else ()


def _question(state: ConflictState, actor: Fighter) -> Question:
    plan = actor.plans[state.half]
    default = policy.instead(state, actor, plan.kind)
    declared = plan_words(state, actor, Plan(kind=plan.kind), told=False)

    def decide(draft: ConflictDraft, dice: Dice, key: str, blanks: Mapping[str, str]) -> None:
        offered = possible(draft.state, actor)
        if key not in offered:
            raise no_such_answer(key, offered)
        perform(draft, dice, actor, offered[key][1])

    return Question(
        prompt=Prompt(
            id=PromptId(f"r{state.round}.{SLOTS[state.half]}.act.{actor.id}"),
            whom=actor.id,
            what=f"the {SLOTS[state.half]} action, declared to {declared}",
            otherwise=f"{actor.name} {plan_words(state, actor, default)}"
            if actor.is_pc
            else f"{actor.name} does what seems best",
            question=f"{ASKED.get(plan.kind, 'What do you do?')} It may become Orient or Defend instead.",
        ),
        choices=lambda: tuple(
            Choice(key=key, label=capital(words)) for key, (words, _) in possible(state, actor).items()
        ),
        decide=decide,
        lapse=lambda draft, dice: perform(draft, dice, actor, default),
    )


def possible(state: ConflictState, actor: Fighter) -> dict[str, tuple[str, Plan]]:
    """What may be done with the action, by key: its words, and the action with all it needs."""
    found = {key: plan for key, plan in _of_kind(state, actor).items() if _serves(state, actor, plan)}
    found = dict(list(found.items())[:MOST])
    for kind in (Kind.DEFEND, Kind.ORIENT):
        if _serves(state, actor, Plan(kind=kind)):
            found[kind.value] = Plan(kind=kind)
    return {key: (_words(state, actor, plan), plan) for key, plan in found.items()}


def _of_kind(state: ConflictState, actor: Fighter) -> dict[str, Plan]:
    foes = policy.foes_in_view(state, actor)
    match actor.plans[state.half].kind:
        case Kind.ATTACK:
            return {
                f"{foe.id} {arm.key}": policy.attack_on(foe, arm)
                for foe in foes
                for arm in usable_arms(state, actor, foe)[:ARMS]
            }
        case Kind.MOVE:
            wheres = [RISE] if actor.posture is not Posture.STANDING else []
            wheres += [f"towards {foe.id}" for foe in foes]
            wheres += [f"away from {foe.id}" for foe in foes]
            wheres += [mark.id for mark in state.landmarks]
            return {where: Plan(kind=Kind.MOVE, where=where) for where in wheres}
        case Kind.HANDLE:
            return {each.key: Plan(kind=Kind.HANDLE, how=each.key) for each in handlings(state, actor)}
        case Kind.ORIENT | Kind.DEFEND:
            return {}


def _words(state: ConflictState, actor: Fighter, plan: Plan) -> str:
    for each in handlings(state, actor) if plan.kind is Kind.HANDLE else ():
        if each.key == plan.how:
            return label(state, each)
    return plan_words(state, actor, plan, told=False, is_label=True)


def _serves(state: ConflictState, actor: Fighter, plan: Plan) -> bool:
    declared = actor.plans[state.half].kind
    if plan.kind is not declared and refusal_of(require_becoming, state, actor, state.half, plan.kind) is not None:
        return False
    return refusal_of(require_plan, state, actor, plan) is None
