"""Rounds: whose action is performed, what runs unasked, and when it all ends (C2D-05, C2D-10)."""

from rules.core.command import Act
from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.refusal import Illegal, refusal_of
from rules.core.view import Phase
from rules.systems.conflicts import commands as c, events as e, policy
from rules.systems.conflicts.attacking import attack, require_attack
from rules.systems.conflicts.calls import drop_calls
from rules.systems.conflicts.declaring import declare, orient, plan_of, require_becoming, require_declaring, reveal
from rules.systems.conflicts.defending import LET_COME, automatic, ways
from rules.systems.conflicts.grappling import drop_holds
from rules.systems.conflicts.handling import handle, require_handling
from rules.systems.conflicts.moving import move, require_move
from rules.systems.conflicts.play import (
    ConflictDraft,
    require_fighter,
    require_running,
    require_up,
    seen_audience,
)
from rules.systems.conflicts.resolving import resolve
from rules.systems.conflicts.state import ConflictState, Fighter, Kind, Plan, Stage, Strike

MOST_STEPS = 2_000  # a round of many people takes a few hundred

KINDS: dict[type[Act], Kind] = {
    c.Attack: Kind.ATTACK,
    c.Move: Kind.MOVE,
    c.Handle: Kind.HANDLE,
    c.Orient: Kind.ORIENT,
    c.Defend: Kind.DEFEND,
}


def current(state: ConflictState) -> Fighter | None:
    """Whose action is to be performed: the first in the order whose action of this stage is not used yet."""
    if state.half < 0:
        return None
    for who in state.order:
        fighter = state.find(who)
        if fighter is None or not fighter.is_fighting or who in state.done or len(fighter.plans) <= state.half:
            continue
        if not fighter.plans[state.half].is_spent:
            return fighter
    return None


def asked_strike(state: ConflictState) -> Strike | None:
    """The attack that waits for its target's word: he wants to be asked, and there is something to choose.

    Where all are asked he has only to want it.
    """
    if not state.strikes:
        return None
    strike = state.strikes[0]
    target = state.find(strike.target)
    if target is None or not target.asks or strike.weapon == "break-free" or not target.is_at_hand:
        return None
    return strike if state.asks_all or ways(state, strike) != (LET_COME,) else None


def act(draft: ConflictDraft, dice: Dice, command: Act) -> None:
    """Declare an action, or carry out the one declared. Raises: as `require_declaring`, `require_turn`, the rule."""
    actor = require_fighter(draft.state, command.actor)
    kind = KINDS[type(command)]
    if draft.state.stage is Stage.DECLARING:
        require_declaring(draft.state, actor)
        declare(draft, actor, plan_of(draft.state, actor, command))
        return
    plan = require_turn(draft.state, actor, kind)
    perform(draft, dice, actor, _filled(draft.state, actor, command, plan))


def require_turn(state: ConflictState, actor: Fighter, kind: Kind) -> Plan:
    """The declared action of whoever is to act now, if this is its kind, or Orient or Defend instead (C2-06).

    Raises: Illegal(NOT_STARTED, OVER, OUT, NOT_YOUR_TURN, NOT_DECLARED, SURPRISED, HELD).
    """
    require_running(state)
    require_up(actor)
    whose = current(state)
    if whose is None or whose.id != actor.id or state.strikes:
        raise Illegal("NOT_YOUR_TURN", "C2D-05", who=actor.name, hint="Unused actions may become Orient or Defend.")
    plan = actor.plans[state.half]
    if kind not in (plan.kind, Kind.ORIENT, Kind.DEFEND):
        raise Illegal("NOT_DECLARED", "C2-06", who=actor.name, kind=kind, declared=plan.kind)
    if kind is not plan.kind:
        require_becoming(state, actor, state.half, kind)
    return plan


def _filled(state: ConflictState, actor: Fighter, command: Act, plan: Plan) -> Plan:
    """The action as the command has it; what it leaves open, as declared, where it can be done so."""
    match command:
        case c.Attack():
            as_declared = Plan(
                kind=Kind.ATTACK,
                whom=command.whom or plan.whom,
                weapon=command.weapon or plan.weapon,
                where=command.where or plan.where,
                how=command.how or plan.how,
            )
            bare = Plan(
                kind=Kind.ATTACK,
                whom=as_declared.whom,
                weapon=command.weapon,
                where=command.where,
                how=command.how,
            )
            return as_declared if serves(state, actor, as_declared) else bare
        case c.Move():
            return Plan(kind=Kind.MOVE, where=command.where or plan.where)
        case c.Handle():
            return Plan(kind=Kind.HANDLE, how=command.how or plan.how)
        case c.Orient():
            return Plan(kind=Kind.ORIENT)
        case _:
            return Plan(kind=Kind.DEFEND)


def perform(draft: ConflictDraft, dice: Dice, actor: Fighter, plan: Plan) -> None:
    """Carry out an action of whoever is to act. Raises: Illegal as its rule."""
    half = draft.state.half
    audience = seen_audience(actor)
    if plan.kind is not actor.plans[half].kind:
        rules = cited("C2-06", "C2A-23")
        draft.emit(e.PlanChanged(rules=rules, audience=audience, who=actor.id, at=half, kind=plan.kind))
    match plan.kind:
        case Kind.ATTACK:
            strikes = require_attack(draft.state, actor, plan.whom, plan.weapon, plan.where, plan.how)
            attack(draft, dice, actor, strikes, plan.how)
        case Kind.MOVE:
            move(draft, actor, plan.where)
        case Kind.HANDLE:
            handle(draft, actor, plan.how)
        case Kind.ORIENT:
            orient(draft, actor)
        case Kind.DEFEND:
            pass  # held until it is used (C2A-06)
    is_spent = plan.kind is not Kind.DEFEND
    audience = seen_audience(draft.state.fighter(actor.id))
    draft.emit(e.ActionDone(rules=cited("C2-04"), audience=audience, who=actor.id, at=half, is_spent=is_spent))


def require_plan(state: ConflictState, actor: Fighter, plan: Plan) -> None:
    """Refuse an action whose details are open or cannot be carried out now. Raises: Illegal as its rule."""
    match plan.kind:
        case Kind.ATTACK:
            require_attack(state, actor, plan.whom, plan.weapon, plan.where, plan.how)
        case Kind.MOVE:
            require_move(state, actor, plan.where)
        case Kind.HANDLE:
            require_handling(state, actor, plan.how)
        case Kind.ORIENT:
            require_becoming(state, actor, state.half, Kind.ORIENT)
        case Kind.DEFEND:
            pass


def serves(state: ConflictState, actor: Fighter, plan: Plan) -> bool:
    """Whether the action can be carried out as it is."""
    return refusal_of(require_plan, state, actor, plan) is None


def advance(draft: ConflictDraft, dice: Dice) -> None:
    """Go on until somebody has to decide: attacks are rolled, declared actions run, rounds follow one another."""
    for _ in range(MOST_STEPS):
        if draft.state.phase is not Phase.RUNNING or not _step(draft, dice):
            return
    raise AssertionError("a fight comes to rest: two of these steps undo each other")


def _step(draft: ConflictDraft, dice: Dice) -> bool:
    if drop_calls(draft) or drop_holds(draft):
        return True
    if draft.state.strikes:
        return _strike(draft, dice, draft.state.strikes[0])
    if _end(draft):
        return True
    if draft.state.stage is Stage.DECLARING:
        return reveal(draft)
    actor = current(draft.state)
    if actor is None:
        _next_stage(draft)
        return True
    return _perform_unasked(draft, dice, actor)


def _strike(draft: ConflictDraft, dice: Dice, strike: Strike) -> bool:
    """Roll it, unless its target wants to be asked; an attack of or on somebody out of it is dropped."""
    attacker, target = draft.state.find(strike.attacker), draft.state.find(strike.target)
    if not (attacker and target and attacker.is_up and target.is_up):
        draft.emit(e.StrikeDropped(rules=cited("C2D-10"), strike=strike.id))
        return True
    if asked_strike(draft.state):
        return False
    resolve(draft, dice, strike, automatic(draft.state, strike))
    return True


def _perform_unasked(draft: ConflictDraft, dice: Dice, actor: Fighter) -> bool:
    """A declared action that says enough runs by itself; of somebody who did not declare, any (C2D-05)."""
    plan = actor.plans[draft.state.half]
    if not serves(draft.state, actor, plan):
        if not (actor.is_unasked or actor.is_hidden):
            return False
        plan = policy.instead(draft.state, actor, plan.kind)
    perform(draft, dice, actor, plan)
    return True


def _next_stage(draft: ConflictDraft) -> None:
    if draft.state.stage is Stage.FIRST:
        draft.emit(e.StageBegan(rules=cited("C2D-05"), stage=Stage.SECOND))
    else:
        begin_round(draft)


def begin_round(draft: ConflictDraft) -> None:
    """The next round: everybody declares anew (C2-06)."""
    draft.emit(e.RoundBegan(rules=cited("C2-04", "C2-06"), round=draft.state.round + 1))


def _end(draft: ConflictDraft) -> bool:
    """Over as soon as one party alone is still up, or all that are keep out of sight (C2D-10)."""
    fighting = [fighter for fighter in draft.state.fighters if fighter.is_fighting]
    parties = {fighter.party for fighter in fighting}
    if len(parties) > 1 and any(fighter.is_at_hand for fighter in fighting):
        return False
    parties = parties if len(parties) == 1 else set()
    draft.emit(e.Ended(rules=cited("C2D-10"), winner=next(iter(parties), "")))
    return True
