"""Declaring two actions a round, sealed or in the open, and changing them (C2-04, C2-06, C2D-05, C2A-23, C2A-24)."""

from rules.core.audience import ALL, GM, Audience, of
from rules.core.command import Act
from rules.core.event import cited
from rules.core.ids import CombatantId
from rules.core.refusal import Illegal, refusal_of
from rules.systems.conflicts import commands as c, events as e
from rules.systems.conflicts.arms import PARTS
from rules.systems.conflicts.attacking import require_target
from rules.systems.conflicts.defending import changeable
from rules.systems.conflicts.gear import AT_ONCE, BY, item_name, ready_arms
from rules.systems.conflicts.harming import force_defend
from rules.systems.conflicts.moving import RISE
from rules.systems.conflicts.play import (
    ConflictDraft,
    require_fighter,
    require_running,
    require_up,
    seen_audience,
)
from rules.systems.conflicts.positions import read_way
from rules.systems.conflicts.sight import seen_by
from rules.systems.conflicts.state import ConflictState, Fighter, Kind, Plan, Stage
from rules.systems.conflicts.traits import require_trait

ACTIONS = 2  # C2-04
SLOTS = ("first", "second")
CHANGES = (Kind.ORIENT, Kind.DEFEND)  # C2-06


def awaited(state: ConflictState) -> tuple[Fighter, ...]:
    """Who has yet to declare: everybody seen who fights; in the open, one after the other, the slowest first."""
    owing = _owing(state)
    return owing[-1:] if state.house.declare == "open" else owing


def next_up(state: ConflictState) -> CombatantId | None:
    """Who declares after whoever does now, where one does after the other."""
    owing = _owing(state)
    return owing[-2].id if state.house.declare == "open" and len(owing) > 1 else None


def _owing(state: ConflictState) -> tuple[Fighter, ...]:
    """All who have yet to declare, the quickest first."""
    if state.stage is not Stage.DECLARING or not state.round:
        return ()
    by_id = {fighter.id: fighter for fighter in state.fighters}
    return tuple(
        by_id[who]
        for who in state.order
        if who in by_id and by_id[who].is_fighting and not by_id[who].is_hidden and len(by_id[who].plans) < ACTIONS
    )


def require_declaring(state: ConflictState, actor: Fighter) -> None:
    """Refuse who may not declare an action now. Raises: Illegal(NOT_STARTED, OVER, OUT, HAS_DECLARED, NOT_YET)."""
    require_running(state)
    require_up(actor)
    if len(actor.plans) >= ACTIONS:
        raise Illegal("HAS_DECLARED", "C2-06", who=actor.name, hint="Until all have declared one may plan anew.")
    owing = awaited(state)
    if state.house.declare == "open" and not actor.is_hidden and owing and actor.id != owing[0].id:
        raise Illegal("NOT_YET", "C2D-05", who=actor.name, first=owing[0].name)


def require_kind(state: ConflictState, actor: Fighter, kind: Kind) -> None:
    """Refuse an action that cannot be declared: a Defend of the surprised, or what a hold forbids (C2A-24, C2D-14).

    Raises: Illegal(SURPRISED, HELD).
    """
    if kind is Kind.DEFEND and actor.is_surprised:
        raise Illegal("SURPRISED", "C2A-24", who=actor.name, hint="An action may become Defend later in the round.")
    holder = state.holder_of(actor.id)
    if holder and kind not in (Kind.ATTACK, Kind.DEFEND):
        raise Illegal(
            "HELD", "C2D-14", who=actor.name, holder=state.name(holder), hint="Attack hand to hand, or Defend."
        )


def plan_of(state: ConflictState, actor: Fighter, command: Act) -> Plan:
    """The action a command declares; what it names must make sense, whether or not it can be done yet.

    Raises: Illegal as for the attack, the move or the trait named.
    """
    match command:
        case c.Attack():
            return _attack_plan(state, actor, command)
        case c.Move():
            where = command.where.strip()
            if where and where.casefold() != RISE:
                read_way(state, actor, where, seen_by(state, actor))
            return Plan(kind=Kind.MOVE, where=where)
        case c.Handle():
            return Plan(kind=Kind.HANDLE, how=" ".join(command.how.split()))
        case c.Orient():
            return Plan(kind=Kind.ORIENT)
        case _:
            return Plan(kind=Kind.DEFEND)


def _attack_plan(state: ConflictState, actor: Fighter, command: c.Attack) -> Plan:
    if command.whom:
        require_target(state, actor, command.whom)
    weapon = _carried(state, actor, command.weapon)
    part = command.where.strip().casefold().removeprefix("the ")
    if part and part not in PARTS:
        raise Illegal("NO_SUCH_PART", "C2-39", "C2-40", "C2-41", part=part[:40], hint=f"One of: {', '.join(PARTS)}.")
    require_trait(state, actor, command.how, "", ("reflexes", "strength", "will"), own_action=True)
    return Plan(kind=Kind.ATTACK, whom=command.whom, weapon=weapon, where=part, how=command.how)


def _carried(state: ConflictState, actor: Fighter, text: str) -> str:
    """A weapon that he has, in hand or not, as commands name it. Raises: Illegal(NO_SUCH_WEAPON)."""
    word = text.strip().casefold()
    arms = ready_arms(state, actor)
    for arm in arms:
        if word in (arm.key, arm.name.casefold()):
            return arm.key
    names = {item.id: item_name(state, item).casefold() for item in actor.at_hand}
    if word in names.values():
        return next(key for key, name in names.items() if name == word)
    bare = word.replace(AT_ONCE, BY).split(BY)[0]
    if word and bare not in names:
        known = ", ".join((*(arm.name for arm in arms), *names.values()))
        raise Illegal("NO_SUCH_WEAPON", "C2D-09", weapon=text[:40], hint=f"{actor.name} has: {known}.")
    return word


def declare(draft: ConflictDraft, actor: Fighter, *plans: Plan, is_unasked: bool = False) -> None:
    """Declare so many actions; with the second they are sealed. Raises: as `require_declaring`, `require_kind`."""
    for plan in plans:
        fighter = draft.state.fighter(actor.id)
        require_declaring(draft.state, fighter)
        require_kind(draft.state, fighter, plan.kind)
        rules = cited("C2-04", "C2D-05")
        draft.emit(e.PlanMade(rules=rules, audience=_seal(draft.state, fighter), who=actor.id, plan=plan))
    if len(draft.state.fighter(actor.id).plans) == ACTIONS:
        audience = seen_audience(actor)
        draft.emit(e.PlanSealed(rules=cited("C2-06"), audience=audience, who=actor.id, is_unasked=is_unasked))


def _seal(state: ConflictState, fighter: Fighter) -> Audience:
    """Who may know what is declared before all have: its owner alone, of an NPC the GM; in the open, all."""
    if fighter.is_hidden:
        return GM
    if state.house.declare == "open":
        return ALL
    return of(fighter.id) if fighter.is_pc else GM


def require_anew(state: ConflictState, actor: Fighter) -> None:
    """Refuse what cannot be planned anew. Raises: Illegal(NOT_STARTED, OVER, OUT, TOO_LATE, NOTHING_DECLARED)."""
    require_running(state)
    require_up(actor)
    if state.stage is not Stage.DECLARING:
        raise Illegal("TOO_LATE", "C2-06", hint="A declared action may still become Orient or Defend.")
    if not actor.plans:
        raise Illegal("NOTHING_DECLARED", "C2-06", who=actor.name)
    if state.house.declare == "open" and len(actor.plans) == ACTIONS:
        raise Illegal("HAS_DECLARED", "C2D-05", who=actor.name)


def plan_anew(draft: ConflictDraft, command: c.PlanAnew) -> None:
    """Take back what was declared, as long as the plans are sealed. Raises: as `require_anew`."""
    actor = require_fighter(draft.state, command.actor)
    require_anew(draft.state, actor)
    draft.emit(e.PlansDropped(rules=cited("C2-06"), audience=seen_audience(actor), who=actor.id))


def reveal(draft: ConflictDraft) -> bool:
    """Show all plans once nobody is awaited, and begin with the first actions."""
    state = draft.state
    if awaited(state):
        return False
    for who in state.order:
        fighter = state.find(who)
        if fighter is not None and fighter.is_fighting and fighter.plans:
            audience = seen_audience(fighter)
            shown = e.PlanShown(rules=cited("C2D-05"), audience=audience, who=fighter.id, plans=fighter.plans)
            draft.emit(shown)
    draft.emit(e.StageBegan(rules=cited("C2D-05"), stage=Stage.FIRST))
    for fighter in draft.state.fighters:
        force_defend(draft, fighter)
    return True


def require_change(state: ConflictState, actor: Fighter, how: str) -> tuple[int, Kind]:
    """Which action is to become what: unused, and Orient or Defend alone (C2-06).

    Raises: Illegal(NOT_STARTED, OVER, OUT, NOT_DECLARED_YET, NOTHING_TO_CHANGE, NO_SUCH_CHANGE, IS_USED, SURPRISED,
    HELD).
    """
    require_running(state)
    require_up(actor)
    if state.stage is Stage.DECLARING:
        raise Illegal("NOT_DECLARED_YET", "C2-06", hint="Until all have declared one may plan anew.")
    if not possible_changes(state, actor):
        raise Illegal("NOTHING_TO_CHANGE", "C2-06", who=actor.name)
    slot, _, kind = how.strip().casefold().partition("-")
    if slot not in SLOTS or kind not in CHANGES:
        hint = f"One of: {', '.join(possible_changes(state, actor))}."
        raise Illegal("NO_SUCH_CHANGE", "C2-06", how=how[:40], hint=hint)
    at = SLOTS.index(slot)
    if (
        at >= len(actor.plans)
        or actor.plans[at].is_spent
        or actor.plans[at].kind == kind
        or _is_acting(state, actor, at)
    ):
        raise Illegal("IS_USED", "C2-06", who=actor.name, which=slot)
    require_becoming(state, actor, at, Kind(kind))
    return at, Kind(kind)


def _is_acting(state: ConflictState, actor: Fighter, at: int) -> bool:
    """Whether the action has just been performed and its attack is not rolled yet."""
    return at == state.half and any(strike.attacker == actor.id for strike in state.strikes)


def require_becoming(state: ConflictState, actor: Fighter, at: int, kind: Kind) -> None:
    """Refuse a Defend of the surprised before they acted or were attacked, and Orient of the held (C2A-24, C2D-14).

    Raises: Illegal(SURPRISED, HELD).
    """
    if kind is Kind.DEFEND and not changeable(state, actor, at):
        raise Illegal("SURPRISED", "C2A-24", who=actor.name, hint="After acting or being attacked.")
    holder = state.holder_of(actor.id)
    if holder and kind is Kind.ORIENT:
        raise Illegal(
            "HELD", "C2D-14", who=actor.name, holder=state.name(holder), hint="Attack hand to hand, or Defend."
        )


def possible_changes(state: ConflictState, actor: Fighter) -> tuple[str, ...]:
    """The changes one may make now, as `Change` names them."""
    found = []
    for at, plan in enumerate(actor.plans):
        for kind in CHANGES:
            if plan.is_spent or plan.kind is kind or _is_acting(state, actor, at):
                continue
            if refusal_of(require_becoming, state, actor, at, kind) is None:
                found.append(f"{SLOTS[at]}-{kind}")
    return tuple(found)


def change(draft: ConflictDraft, command: c.Change) -> None:
    """Turn an unused action into Orient or Defend; an Orient whose turn is past is done at once (C2A-23)."""
    actor = require_fighter(draft.state, command.actor)
    at, kind = require_change(draft.state, actor, command.how)
    audience = seen_audience(actor)
    draft.emit(e.PlanChanged(rules=cited("C2-06", "C2A-23"), audience=audience, who=actor.id, at=at, kind=kind))
    is_past = at < draft.state.half or actor.id in draft.state.done
    if kind is Kind.ORIENT and is_past and at <= draft.state.half:
        orient(draft, actor)
        draft.emit(e.PlanSpent(rules=cited("C2-09"), audience=audience, who=actor.id, at=at))


def orient(draft: ConflictDraft, actor: Fighter) -> None:
    """See the whole field until the end of the next round (C2-09, C2D-05)."""
    until = draft.state.round + 1
    draft.emit(e.Oriented(rules=cited("C2-09", "C2D-05"), audience=seen_audience(actor), who=actor.id, until=until))


def require_asking(state: ConflictState, actor: Fighter) -> None:
    """Refuse a wish that is granted or comes too early. Raises: Illegal(NOT_STARTED, OVER, OUT, ASKS_ALREADY)."""
    require_running(state)
    require_up(actor)
    if actor.asks:
        raise Illegal("ASKS_ALREADY", "C2A-06", who=actor.name)


def ask_me(draft: ConflictDraft, command: c.AskMe) -> None:
    """Be asked before each attack of this round. Raises: as `require_asking`."""
    actor = require_fighter(draft.state, command.actor)
    require_asking(draft.state, actor)
    draft.emit(e.AskingSet(rules=cited("C2A-06"), audience=seen_audience(actor), who=actor.id))
