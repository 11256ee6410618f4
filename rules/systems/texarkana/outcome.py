"""What follows from a test that is decided, and what the fight does by itself until somebody has to decide again."""

from dataclasses import replace
from typing import assert_never

import msgspec

from rules.core.combatant import Side
from rules.core.dice import Dice
from rules.core.ids import CombatantId
from rules.core.refusal import Illegal
from rules.core.view import Phase
from rules.systems.texarkana import commands
from rules.systems.texarkana import events as e
from rules.systems.texarkana.arming import require_draw
from rules.systems.texarkana.brawling import require_brawl, settle_brawl
from rules.systems.texarkana.cardplay import cited, contest, drop_attempt, may_trump, play_card, stand, trump
from rules.systems.texarkana.commands import Escalable
from rules.systems.texarkana.consequences import has_trumped_in_vain, suffer_in_brawl
from rules.systems.texarkana.ending import end_fight
from rules.systems.texarkana.escalation import is_moot, leave_it
from rules.systems.texarkana.fleeing import advance_flight, settle_chase
from rules.systems.texarkana.grappling import settle_break, settle_hold
from rules.systems.texarkana.improvising import require_makeshift
from rules.systems.texarkana.initiative import settle_initiative
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.policy import is_better_trumped
from rules.systems.texarkana.shooting import require_shot, settle_shot
from rules.systems.texarkana.shootout import settle_shootout
from rules.systems.texarkana.state import (
    Attempt,
    BrawlStakes,
    BreakStakes,
    ChaseStakes,
    Condition,
    HoldStakes,
    InitiativeStakes,
    ShootoutStakes,
    ShotStakes,
    TexState,
    TurnPhase,
    are_foes,
)
from rules.systems.texarkana.threats import finish_escalation
from rules.systems.texarkana.turns import awaited, begin_phase, is_dealers_alone, is_under_way
from rules.systems.texarkana.woe import spend_chip


def play(draft: TexDraft, dice: Dice, attempt: Attempt, card: str) -> None:
    """Play a card in a test; unless the player is asked whether to Trump, it is settled at once (TXD-35)."""
    decided = play_card(draft, dice, attempt, card)
    if decided is not None:
        settle(draft, decided)
    elif draft.state.house.trump == "auto":
        now = draft.state.attempt(attempt.id)
        assert now is not None, "the test waits for a Trump"
        push_on(draft, dice, now, does_trump=is_better_trumped(draft.state, now))


def push_on(draft: TexDraft, dice: Dice, attempt: Attempt, *, does_trump: bool) -> None:
    """Trump or stand, and settle the test."""
    assert may_trump(attempt), "the PC may Trump"
    settle(draft, trump(draft, dice, attempt) if does_trump else stand(draft, dice, attempt))


def settle(draft: TexDraft, decided: e.AttemptDecided) -> None:
    """What the test was about comes to pass (TXD-10, step 9)."""
    attempt = decided.attempt
    stakes = attempt.stakes
    spend_chip(draft, attempt, is_success=decided.is_success)
    match stakes:
        case InitiativeStakes():
            settle_initiative(draft, decided.is_success)
        case BrawlStakes():
            settle_brawl(draft, attempt, stakes, decided)
        case ShotStakes():
            settle_shot(draft, attempt, stakes, decided)
        case ChaseStakes():
            settle_chase(draft, attempt, stakes, is_success=decided.is_success)
        case BreakStakes() | HoldStakes():
            _settle_grapple(draft, attempt, stakes, decided)
        case ShootoutStakes():
            settle_shootout(draft, attempt, stakes, is_success=decided.is_success)
        case _:
            assert_never(stakes)


def _settle_grapple(
    draft: TexDraft, attempt: Attempt, stakes: BreakStakes | HoldStakes, decided: e.AttemptDecided
) -> None:
    """A grapple is brawling, so that a Trump in vain has its price (TX-64)."""
    state = draft.state
    starter = state.fighter(stakes.breaker if isinstance(stakes, BreakStakes) else stakes.holder)
    assert attempt.npc is not None, "a grapple is between two"
    other = state.fighter(attempt.npc if starter.is_pc else attempt.pc)
    has_won = decided.is_success is starter.is_pc
    if isinstance(stakes, BreakStakes):
        settle_break(draft, starter, other, has_won)
    else:
        settle_hold(draft, starter, other, has_won)
    winner, loser = (starter, other) if has_won else (other, starter)
    if has_trumped_in_vain(decided, loser):
        suffer_in_brawl(draft, attempt, winner, loser)


MOST_STEPS = 10_000  # far more than a hundred fighters need


def advance(draft: TexDraft, dice: Dice) -> None:
    """Go on until somebody has to decide: moot tests and grapples end, flights go on, phases follow one another."""
    for _ in range(MOST_STEPS):
        if draft.state.phase is not Phase.RUNNING or not (
            _contest(draft, dice)
            or _drop_moot(draft, dice)
            or any(advance_flight(draft, flight) for flight in draft.state.flights)
            or _end(draft)
            or _next_phase(draft)
        ):
            return
    raise AssertionError("a fight comes to rest: two of these steps undo each other")


def _contest(draft: TexDraft, dice: Dice) -> bool:
    """Between NPCs nobody is asked for a card: it is decided at once (TXD-15)."""
    for attempt in draft.state.attempts:
        if not draft.state.fighter(attempt.pc).is_pc:
            settle(draft, contest(draft, dice, attempt))
            return True
    return False


def _drop_moot(draft: TexDraft, dice: Dice) -> bool:
    """End tests, grapples and claims of those who fight (one another) no more; without a card nobody does (TXD-25)."""
    state = draft.state
    for attempt in state.attempts:
        if not _are_at_odds(state, attempt.pc, attempt.npc):
            drop_attempt(draft, dice, attempt)
            if isinstance(attempt.stakes, InitiativeStakes):
                settle_initiative(draft, is_success=False)
            return True
        if not attempt.card and not state.fighter(attempt.pc).hand:
            rules = cited("TXD-25")
            draft.emit(e.ConditionChanged(rules=rules, who=attempt.pc, condition=Condition.INCAPACITATED))
            return True
    for pc in state.pcs:
        if pc.is_up and not pc.will:
            draft.emit(e.ConditionChanged(rules=cited("TXD-25"), who=pc.id, condition=Condition.INCAPACITATED))
            return True
    for grapple in state.grapples:
        holder, held = grapple.holder, grapple.held
        are_together = state.fighter(holder).place == state.fighter(held).place
        if not (are_together and _are_at_odds(state, holder, held)):
            draft.emit(e.GrappleEnded(rules=cited("TX-38"), holder=holder, held=held))
            return True
    if state.escalation and is_moot(state, may_be_done):
        if state.escalation.is_meant and state.fighter(state.escalation.act.actor).is_up:
            finish_escalation(draft)
        else:
            leave_it(draft, state.escalation)
        return True
    if state.claimed and not state.fighter(state.claimed).is_up:
        draft.emit(e.ClaimLapsed(rules=cited("TX-20"), who=state.claimed))
        return True
    return False


def _are_at_odds(state: TexState, one: CombatantId, other: CombatantId | None) -> bool:
    """Whether both still fight, seen by all, and each against the other; of the Initiative there is only one."""
    fighter, against = state.fighter(one), state.find(other)
    return fighter.is_at_hand and (against is None or (against.is_at_hand and are_foes(fighter, against)))


def _end(draft: TexDraft) -> bool:
    """Over as soon as every combatant of one side has fled or fallen (TX-18); allied NPCs alone do not go on."""
    state = draft.state
    posse = any(fighter.is_up for fighter in state.pcs)
    enemies = any(fighter.is_up for fighter in state.enemies)
    if posse and enemies:
        return False
    end_fight(draft, Side.POSSE if posse else Side.ENEMY if enemies else None)
    return True


def may_be_done(state: TexState, act: Escalable) -> bool:
    """Whether the act that goes too far could be carried out now, if it is meant."""
    pending = state.escalation
    state = replace(state, escalation=msgspec.structs.replace(pending, is_meant=True) if pending else None)
    actor = state.fighter(act.actor)
    try:
        match act:
            case commands.Shoot():
                require_shot(state, actor, act.whom, act.weapon)
            case commands.Brawl():
                require_brawl(state, actor, act.whom, where=act.where, weapon=act.weapon, how=act.how)
            case commands.Improvise():
                require_makeshift(state, actor, act.whom, act.what, act.where)
            case commands.Draw():
                require_draw(state, actor, act.weapon)
            case _:
                assert_never(act)
    except Illegal:
        return False
    return True


def _next_phase(draft: TexDraft) -> bool:
    """The phase is over when everybody has acted and nothing is under way (TX-17)."""
    state = draft.state
    if state.turn_phase is TurnPhase.BEFORE or is_under_way(state) or state.claimed or awaited(state):
        return False
    if is_dealers_alone(state):
        return False
    begin_phase(draft)
    return True
