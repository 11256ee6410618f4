"""Turns: whose it is to move or to act, and what keeps somebody from it (TW-2.2, TW-OQ-13, TW-S4)."""

from rules.core.event import cited
from rules.core.ids import CombatantId
from rules.core.refusal import Illegal
from rules.systems.twtw import events as e
from rules.systems.twtw.play import TwtwDraft, require_running, require_up
from rules.systems.twtw.state import Fighter, Limit, Stage, TwtwState

SURPRISE = "surprise"  # the check that may leave somebody defensive actions only


def lost(state: TwtwState, fighter: Fighter, why: e.Why, *rules: str) -> e.AimLost:
    """The event that an aim is lost for a reason that nothing was measured for."""
    assert fighter.aim is not None, "there is an aim to lose"
    return e.AimLost(rules=cited(*rules), who=fighter.id, whom=fighter.aim.whom, why=why, mode=state.house.mode)


def movement_order(state: TwtwState) -> tuple[CombatantId, ...]:
    """The stack in which one moves, in the house's order (TW-OQ-13)."""
    return state.order if state.house.movement == "quickest_first" else state.order[::-1]


def may_take_turn(fighter: Fighter) -> bool:
    """Whether there is anything that he could do with a turn."""
    return fighter.is_at_hand and fighter.points > 0 and fighter.limit is not Limit.NOTHING


def current(state: TwtwState) -> Fighter | None:
    """Whose turn it is: to move, or to act."""
    return next(iter(waiting(state)), None)


def waiting(state: TwtwState) -> tuple[Fighter, ...]:
    """Whose turn it is, and who comes after him in this part of the round, as things stand."""
    if state.stage is Stage.BEFORE:
        return ()
    is_moving = state.stage is Stage.MOVES
    queue, over = (movement_order(state), state.moved) if is_moving else (state.order, state.acted)
    found = (state.find(who) for who in queue if who not in over)
    return tuple(fighter for fighter in found if fighter is not None and may_take_turn(fighter))


def require_turn(state: TwtwState, actor: Fighter) -> None:
    """Refuse who may do nothing now.

    Raises: Illegal(NOT_STARTED, OVER, OUT, HIDDEN, CALLED, BUSY, NOT_YOUR_TURN).
    """
    require_running(state)
    require_up(actor)
    if any(each.who == actor.id and each.check == SURPRISE for each in state.calls):
        raise Illegal("CALLED", "TW-S4", who=actor.name, hint="First the card of that check is drawn.")
    if actor.is_hidden:
        raise Illegal("HIDDEN", "TW-S1", who=actor.name, hint="The Judge reveals him first; that may surprise others.")
    if state.attack is not None:
        who = state.name(state.attack.attacker)
        raise Illegal("BUSY", "TW-1.21", who=who, hint=f"First {who} spends the bumps of a hit.")
    if state.going is not None:
        who = state.name(state.going.who)
        raise Illegal("BUSY", "TW-A5", who=who, hint=f"First {who} gets where he is going, or does not.")
    whose = current(state)
    if whose is None or whose.id != actor.id:
        hint = f"It is {whose.name}'s turn." if whose else ""
        raise Illegal("NOT_YOUR_TURN", "TW-2.2", who=actor.name, hint=hint)


def require_free(actor: Fighter) -> None:
    """Refuse who may only defend himself. Raises: Illegal(ONLY_DEFENCE)."""
    if actor.limit is not Limit.FREE:
        rule = "TW-S4" if actor.is_surprised else "TW-2.4"
        raise Illegal("ONLY_DEFENCE", rule, who=actor.name, hint="Dodge, duck, drop prone, or end the turn.")


def require_stage(state: TwtwState, stage: Stage) -> None:
    """Refuse what belongs to another part of the round. Raises: Illegal(NOT_NOW)."""
    if state.stage is not stage:
        what = "moved" if stage is Stage.MOVES else "acted"
        now = "movement" if state.stage is Stage.MOVES else "the actions"
        raise Illegal("NOT_NOW", "TW-2.2", what=what, now=now, hint="First everybody moves, then everybody acts.")


def end_turn(draft: TwtwDraft, actor: Fighter, *, passed: bool = False) -> None:
    """The turn is over; in the actions, points not spent are lost (TW-2.11)."""
    draft.emit(
        e.TurnEnded(rules=cited("TW-2.2", "TW-2.11"), who=actor.id, stage=draft.state.stage, passed=passed),
    )


def next_up(state: TwtwState) -> CombatantId | None:
    """Whose turn comes after this one; nobody's while something of this one is still to be settled."""
    if state.attack is not None or state.going is not None:
        return None
    return next((each.id for each in waiting(state)[1:]), None)
