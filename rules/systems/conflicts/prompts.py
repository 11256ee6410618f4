"""Decisions owed: which there are, what answers them, and what happens if nobody does.

Ids are short and name one decision of the fight for ever: `r<round>.<actions declared>.declare.<who>`,
`r<round>.<first or second>.act.<who>`, `<attack>.meet`. Whoever owes one knows best what he wants; so each has a handful
of answers that need nothing more, and the acts of `options` for everything else.
"""

from collections.abc import Iterable

from rules.core.command import Answer
from rules.core.dice import Dice
from rules.core.ids import PromptId
from rules.core.option import Choice
from rules.core.prompt import Prompt
from rules.core.refusal import Illegal
from rules.core.view import Phase
from rules.systems.conflicts import policy
from rules.systems.conflicts.attacking import usable_arms
from rules.systems.conflicts.declaring import ACTIONS, SLOTS, awaited, declare, require_becoming, require_kind
from rules.systems.conflicts.defending import DEFEND, LET_COME, WITH, automatic, read_way, skill_against, ways
from rules.systems.conflicts.handling import handlings, label
from rules.systems.conflicts.modifiers import strike_weapon
from rules.systems.conflicts.moving import RISE
from rules.systems.conflicts.plans import both_words, plan_words
from rules.systems.conflicts.play import ConflictDraft
from rules.systems.conflicts.resolving import resolve
from rules.systems.conflicts.rounds import asked_strike, current, perform, require_plan
from rules.systems.conflicts.state import ConflictState, Fighter, Kind, Plan, Posture, Strike

SUGGESTED, ALL_OUT, GUARD, LOOK = "suggested", "attack-attack", "defend-defend", "orient-defend"
CAREFUL = "attack-defend"
MOST = 12  # choices of one decision


def prompts(state: ConflictState) -> tuple[Prompt, ...]:
    """The decisions owed now: how an attack is met, what is done with an open action, or who has yet to declare."""
    if state.phase is not Phase.RUNNING:
        return ()
    strike = asked_strike(state)
    if strike is not None:
        return (_meet_prompt(state, strike),)
    actor = current(state)
    if actor is not None:
        return (_act_prompt(state, actor),)
    return tuple(_declare_prompt(state, fighter) for fighter in awaited(state))


def _declare_prompt(state: ConflictState, fighter: Fighter) -> Prompt:
    left = "the second action" if fighter.plans else "two actions"
    if fighter.is_pc:
        rest = policy.suggest(state, fighter)[len(fighter.plans) :]
        otherwise = f"{fighter.name} {both_words(state, fighter, rest)}"
    else:
        otherwise = f"{fighter.name} attacks whoever is nearest, or comes closer"
    return Prompt(
        id=PromptId(f"r{state.round}.{len(fighter.plans)}.declare.{fighter.id}"),
        whom=fighter.id,
        what=f"to declare {left}",
        otherwise=otherwise,
        question=f"Round {state.round}: declare {left}. Nobody sees them before all have declared."
        if state.house.declare == "sealed"
        else f"Round {state.round}: declare {left}, in the open.",
    )


def _act_prompt(state: ConflictState, actor: Fighter) -> Prompt:
    plan = actor.plans[state.half]
    default = policy.instead(state, actor, plan.kind)
    otherwise = f"{actor.name} {plan_words(state, actor, default)}" if actor.is_pc else "what seems best"
    asked = {
        Kind.ATTACK: "Whom do you attack, and how?",
        Kind.MOVE: "Where do you move?",
        Kind.HANDLE: "What do you handle?",
    }
    return Prompt(
        id=PromptId(f"r{state.round}.{SLOTS[state.half]}.act.{actor.id}"),
        whom=actor.id,
        what=f"the {SLOTS[state.half]} action, declared to {plan_words(state, actor, Plan(kind=plan.kind), told=False)}",
        otherwise=otherwise,
        question=f"{asked.get(plan.kind, 'What do you do?')} It may become Orient or Defend instead.",
    )


def _meet_prompt(state: ConflictState, strike: Strike) -> Prompt:
    target = state.fighter(strike.target)
    about = f"{state.name(strike.attacker)}'s attack ({strike_weapon(state, strike).name})"
    return Prompt(
        id=PromptId(f"{strike.id}.meet"),
        whom=target.id,
        what=f"how to meet {about}",
        otherwise=f"{target.name} {'evades' if target.defends else 'does nothing about it'}",
        question=f"How do you meet {about}? Each Defend meets one attack.",
    )


# --- choices


def choices(state: ConflictState, prompt: Prompt) -> tuple[Choice, ...]:
    """What answers a prompt, the default first."""
    strike = asked_strike(state)
    if strike is not None:
        return tuple(_way(state, strike, key) for key in ways(state, strike))
    assert prompt.whom is not None, "every decision is somebody's"
    fighter = state.fighter(prompt.whom)
    if ".act." in prompt.id:
        return tuple(choice for choice, _ in act_choices(state, fighter))[:MOST]
    found = declare_choices(state, fighter)
    return tuple(
        Choice(key=key, label=_capital(both_words(state, fighter, plans, told=False))) for key, plans in found.items()
    )


def _way(state: ConflictState, strike: Strike, key: str) -> Choice:
    target = state.fighter(strike.target)
    skill = skill_against(state, target, strike).title()
    held = len(target.defends)
    if key == LET_COME:
        return Choice(key=key, label="Let it come", note="any total above 0 hits")
    if key == DEFEND:
        note = f"{held} held" if held else "an unused action becomes Defend"
        return Choice(key=key, label=f"Evade ({skill})", note=note)
    trait = key.removeprefix(f"{WITH}-")
    cost = "one action more" if trait in ("strength", "reflexes", "will") else "free"
    return Choice(key=key, label=f"Evade with {trait.title()}", note=cost)


def declare_choices(state: ConflictState, fighter: Fighter) -> dict[str, tuple[Plan, ...]]:
    """A handful of sensible pairs (or, with one action declared, single actions) that need nothing more."""
    suggested = policy.suggest(state, fighter)
    found = policy.best_attack(state, fighter)
    attack = found[0] if found else None
    defend, orient = policy.DEFEND, policy.ORIENT
    pairs: dict[str, tuple[Plan, ...]] = {SUGGESTED: suggested}
    if attack is not None:
        pairs |= {CAREFUL: (attack, defend), ALL_OUT: (attack, attack)}
    pairs |= {LOOK: (orient, defend), GUARD: (defend, defend)}
    if len(fighter.plans) == ACTIONS - 1:
        pairs = {SUGGESTED: suggested[1:], "attack": (attack,) if attack else (), "defend": (defend,), "orient": (orient,)}
    legal = {key: plans for key, plans in pairs.items() if plans and _may_declare(state, fighter, plans)}
    once: dict[tuple[Plan, ...], str] = {}
    for key, plans in legal.items():
        once.setdefault(plans, key)
    return {key: plans for plans, key in once.items()}


def _may_declare(state: ConflictState, fighter: Fighter, plans: tuple[Plan, ...]) -> bool:
    try:
        for plan in plans:
            require_kind(state, fighter, plan.kind)
    except Illegal:
        return False
    return True


def act_choices(state: ConflictState, actor: Fighter) -> tuple[tuple[Choice, Plan], ...]:
    """What may be done with the action whose turn has come, each with all it needs."""
    plan = actor.plans[state.half]
    found: list[tuple[Choice, Plan]] = []
    match plan.kind:
        case Kind.ATTACK:
            for foe in policy.foes_in_view(state, actor):
                for arm in usable_arms(state, actor, foe)[:2]:
                    found.append(_act(state, actor, f"{foe.id}|{arm.key}", policy.attack_on(foe, arm)))
        case Kind.MOVE:
            wheres = [RISE] if actor.posture is not Posture.STANDING else []
            for foe in policy.foes_in_view(state, actor):
                wheres += [f"towards {foe.id}", f"away from {foe.id}"]
            wheres += [mark.id for mark in state.landmarks]
            found += [_act(state, actor, where, Plan(kind=Kind.MOVE, where=where)) for where in wheres]
        case Kind.HANDLE:
            for each in handlings(state, actor):
                found.append((Choice(key=each.key, label=label(state, each)), Plan(kind=Kind.HANDLE, how=each.key)))
    found += [_act(state, actor, kind, Plan(kind=kind)) for kind in (Kind.DEFEND, Kind.ORIENT)]
    return tuple(each for each in found if _serves(state, actor, each[1]))


def _act(state: ConflictState, actor: Fighter, key: str, plan: Plan) -> tuple[Choice, Plan]:
    return Choice(key=key, label=_capital(plan_words(state, actor, plan, told=False))), plan


def _serves(state: ConflictState, actor: Fighter, plan: Plan) -> bool:
    try:
        if plan.kind in (Kind.DEFEND, Kind.ORIENT) and plan.kind is not actor.plans[state.half].kind:
            require_becoming(state, actor, state.half, plan.kind)
        require_plan(state, actor, plan)
    except Illegal:
        return False
    return True


def _capital(text: str) -> str:
    text = text if len(text) <= 100 else f"{text[:99]}…"
    return f"{text[0].upper()}{text[1:]}"


# --- answers


def find(state: ConflictState, which: PromptId) -> Prompt | None:
    """The prompt of this id, if the decision is still owed."""
    return next((prompt for prompt in prompts(state) if prompt.id == which), None)


def answer(draft: ConflictDraft, dice: Dice, command: Answer) -> None:
    """Decide a prompt. Raises: Illegal(NOTHING_ASKED, NO_SUCH_ANSWER)."""
    prompt = find(draft.state, command.prompt)
    if prompt is None:
        raise Illegal("NOTHING_ASKED", hint="It was decided meanwhile.")
    state = draft.state
    strike = asked_strike(state)
    if strike is not None:
        resolve(draft, dice, strike, read_way(state, strike, command.key))
        return
    assert prompt.whom is not None, "every decision is somebody's"
    fighter = state.fighter(prompt.whom)
    if ".act." in prompt.id:
        by_key = {choice.key: plan for choice, plan in act_choices(state, fighter)}
        if command.key not in by_key:
            raise Illegal("NO_SUCH_ANSWER", key=command.key[:40], hint=_keys(by_key))
        perform(draft, dice, fighter, by_key[command.key])
        return
    pairs = declare_choices(state, fighter)
    if command.key not in pairs:
        raise Illegal("NO_SUCH_ANSWER", key=command.key[:40], hint=_keys(pairs))
    declare(draft, fighter, *pairs[command.key], is_unasked=not fighter.is_pc)


def _keys(known: Iterable[str]) -> str:
    return f"One of: {', '.join(known)}."


def go_on(draft: ConflictDraft, dice: Dice, which: PromptId) -> None:
    """What happens if nobody decides. A prompt that is gone is skipped."""
    state = draft.state
    prompt = find(state, which)
    if prompt is None:
        return
    strike = asked_strike(state)
    if strike is not None:
        resolve(draft, dice, strike, automatic(state, strike))
        return
    assert prompt.whom is not None, "every decision is somebody's"
    fighter = state.fighter(prompt.whom)
    if ".act." in prompt.id:
        perform(draft, dice, fighter, policy.instead(state, fighter, fighter.plans[state.half].kind))
        return
    rest = policy.suggest(state, fighter)[len(fighter.plans) :]
    declare(draft, fighter, *rest, is_unasked=True)
