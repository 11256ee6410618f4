"""What follows from a test that is decided, and what the fight does by itself until somebody has to decide again."""

from typing import assert_never

from rules.core.combatant import Side
from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import CombatantId
from rules.core.refusal import Illegal
from rules.core.values import replace
from rules.core.view import Phase
from rules.systems.texarkana import commands, events as e
from rules.systems.texarkana.arming import require_draw
from rules.systems.texarkana.assisting import share
from rules.systems.texarkana.attempts import (
    Attempt,
    BrawlStakes,
    BreakStakes,
    ChaseStakes,
    HoldStakes,
    InitiativeStakes,
    InvocationStakes,
    ShootoutStakes,
    ShotStakes,
    SundryStakes,
    TendStakes,
)
from rules.systems.texarkana.brawling import require_brawl, settle_brawl
from rules.systems.texarkana.cardplay import drop_attempt, may_trump, play_card, stand, trump
from rules.systems.texarkana.commands import Escalable
from rules.systems.texarkana.consequences import has_trumped_in_vain, suffer_in_brawl
from rules.systems.texarkana.dying import settle_tending
from rules.systems.texarkana.edges import keep_backings
from rules.systems.texarkana.ending import end_fight
from rules.systems.texarkana.escalation import is_pointless, leave_it
from rules.systems.texarkana.fleeing import advance_flight, settle_chase
from rules.systems.texarkana.grappling import settle_break, settle_hold
from rules.systems.texarkana.improvising import require_makeshift
from rules.systems.texarkana.initiative import settle_initiative
from rules.systems.texarkana.invocations import settle_invocation
from rules.systems.texarkana.personality import settle_wagers
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.policy import is_better_trumped
from rules.systems.texarkana.rivals import (
    awaited_in,
    clash,
    compare,
    is_for_nobody,
    lay,
    now,
    push,
    require_turning_on,
    rule_clash,
    whose_trump,
)
from rules.systems.texarkana.second_shots import drop_second_shots, offer_second_shot
from rules.systems.texarkana.shooting import require_shot, settle_shot
from rules.systems.texarkana.shootout import settle_shootout
from rules.systems.texarkana.state import Condition, TexState, TurnPhase, are_foes
from rules.systems.texarkana.sundry import settle_sundry
from rules.systems.texarkana.threats import finish_escalation
from rules.systems.texarkana.turns import awaited, begin_phase, is_aftermath, is_dealers_alone
from rules.systems.texarkana.woe import spend_chip


def play(draft: TexDraft, dice: Dice, attempt: Attempt, who: CombatantId, card: str) -> None:
    """Play a card in a test; unless a player is asked whether to Trump, it is settled at once (TXD-35)."""
    if draft.state.is_even(attempt):
        if lay(draft, attempt, who, card):
            _compare(draft, dice, attempt)
        return
    decided = play_card(draft, dice, attempt, card)
    if decided is not None:
        settle(draft, dice, decided)
    elif draft.state.house.trump == "auto":
        flipped = now(draft, attempt)
        push_on(draft, dice, flipped, who, does_trump=is_better_trumped(draft.state, flipped, who))


def push_on(draft: TexDraft, dice: Dice, attempt: Attempt, who: CombatantId, *, does_trump: bool) -> None:
    """Trump or stand; once everybody has, settle the test."""
    if not draft.state.is_even(attempt):
        assert may_trump(attempt), "the PC may Trump"
        settle(draft, dice, trump(draft, dice, attempt) if does_trump else stand(draft, dice, attempt))
        return
    if does_trump:
        push(draft, dice, attempt, who)
    else:
        draft.emit(e.Stood(rules=cited("TXD-14"), attempt=attempt.id, who=who))
    if who == attempt.pc:
        _compare(draft, dice, attempt)
    else:
        settle(draft, dice, compare(draft, dice, now(draft, attempt)))


def _compare(draft: TexDraft, dice: Dice, attempt: Attempt) -> None:
    """Compare the scores of two PCs, unless one of them has to say whether he Trumps (TXD-14)."""
    attempt = now(draft, attempt)
    trumping = None if draft.state.house.trump == "never" else whose_trump(attempt)
    if trumping is None:
        settle(draft, dice, compare(draft, dice, attempt))
    elif draft.state.house.trump == "auto":
        push_on(draft, dice, attempt, trumping, does_trump=is_better_trumped(draft.state, attempt, trumping))


def run_clash(draft: TexDraft, dice: Dice, attempt: Attempt) -> None:
    """Flip for two NPCs, and settle it (TXD-15)."""
    settle(draft, dice, clash(draft, dice, attempt))


def end_clash(draft: TexDraft, dice: Dice, attempt: Attempt, winner: CombatantId | None) -> None:
    """Settle it between two NPCs as the Dealer says (TXD-15)."""
    decided = rule_clash(draft, attempt, winner)
    if decided is not None:
        settle(draft, dice, decided)


def settle(draft: TexDraft, dice: Dice, decided: e.AttemptDecided) -> None:
    """What the test was about comes to pass; then what was brought to it is won or lost (TXD-10, step 9)."""
    before = len(draft.events)
    if not is_for_nobody(decided):
        _bring_about(draft, decided)
    share(draft, decided, tuple(draft.events[before:]))
    settle_wagers(draft, dice, decided)
    keep_backings(draft, decided)
    offer_second_shot(draft, decided.attempt)


def _bring_about(draft: TexDraft, decided: e.AttemptDecided) -> None:
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
        case SundryStakes():
            settle_sundry(draft, attempt.pc, stakes, is_success=decided.is_success)
        case TendStakes():
            settle_tending(draft, stakes, is_success=decided.is_success)
        case InvocationStakes():
            settle_invocation(draft, attempt.pc, stakes, is_success=decided.is_success)
        case _:
            assert_never(stakes)


def _settle_grapple(
    draft: TexDraft, attempt: Attempt, stakes: BreakStakes | HoldStakes, decided: e.AttemptDecided
) -> None:
    """A grapple is brawling, so that a Trump in vain has its price (TX-64)."""
    state = draft.state
    starter = state.fighter(stakes.breaker if isinstance(stakes, BreakStakes) else stakes.holder)
    assert attempt.npc is not None, "a grapple is between two"
    other = state.fighter(attempt.npc if starter.id == attempt.pc else attempt.pc)
    has_won = decided.is_success is (starter.id == attempt.pc)
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
            _drop_moot(draft, dice)
            or drop_second_shots(draft)
            or any(advance_flight(draft, flight) for flight in draft.state.flights)
            or _end(draft)
            or _next_phase(draft)
        ):
            return
    raise AssertionError("a fight comes to rest: two of these steps undo each other")


def _drop_moot(draft: TexDraft, dice: Dice) -> bool:
    """End tests, grapples and claims of those who fight (one another) no more; without a card nobody does (TXD-25)."""
    state = draft.state
    for attempt in state.attempts:
        if is_moot(state, attempt):
            drop_attempt(draft, dice, attempt)
            if isinstance(attempt.stakes, InitiativeStakes):
                settle_initiative(draft, is_success=False)
            return True
        for who in _without_a_card(state, attempt):
            draft.emit(e.ConditionChanged(rules=cited("TXD-25"), who=who, condition=Condition.INCAPACITATED))
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
    if state.escalation and is_pointless(state, may_be_done):
        if state.escalation.is_meant and state.fighter(state.escalation.act.actor).is_up:
            finish_escalation(draft)
        else:
            leave_it(draft, state.escalation)
        return True
    if state.claimed and not state.fighter(state.claimed).is_up:
        draft.emit(e.ClaimLapsed(rules=cited("TX-20"), who=state.claimed))
        return True
    return False


def is_moot(state: TexState, attempt: Attempt) -> bool:
    """Whether a test has lost its point: somebody in it is out, or nobody is dying any more."""
    match attempt.stakes:
        case SundryStakes():
            those = [state.fighter(who) for who in (attempt.pc, attempt.npc) if who]
            return not all(fighter.is_at_hand for fighter in those)
        case TendStakes(dying=dying):
            return not state.fighter(attempt.pc).is_up or state.fighter(dying).condition is not Condition.DYING
        case _:
            return not _are_at_odds(state, attempt.pc, attempt.npc)


def _without_a_card(state: TexState, attempt: Attempt) -> tuple[CombatantId, ...]:
    """Whoever should play a card in a test, and has none nor is to pick one (TXD-25)."""
    if state.is_even(attempt):
        owed = awaited_in(attempt)
    else:
        owed = () if attempt.card or state.is_clash(attempt) else (attempt.pc,)
    return tuple(who for who in owed if not state.fighter(who).hand and not state.fighter(who).offered)


def _are_at_odds(state: TexState, one: CombatantId, other: CombatantId | None) -> bool:
    """Whether both still fight, seen by all, and each against the other; of the Initiative there is only one."""
    fighter, against = state.fighter(one), state.find(other)
    if against is None or not fighter.is_at_hand:
        return fighter.is_at_hand
    return against.is_at_hand and (are_foes(fighter, against) or (fighter.is_pc and against.is_pc))


def _end(draft: TexDraft) -> bool:
    """Over as soon as every combatant of one side has fled or fallen (TX-18); allied NPCs alone do not go on."""
    state = draft.state
    posse = any(fighter.is_up for fighter in state.pcs)
    enemies = any(fighter.is_up for fighter in state.enemies)
    if (posse and enemies) or is_aftermath(state):
        return False
    end_fight(draft, Side.POSSE if posse else Side.ENEMY if enemies else None)
    return True


def may_be_done(state: TexState, act: Escalable) -> bool:
    """Whether the act that goes too far could be carried out now, if it is meant."""
    pending = state.escalation
    state = replace(state, escalation=replace(pending, is_meant=True) if pending else None)
    actor = state.fighter(act.actor)
    try:
        match act:
            case commands.Shoot():
                require_shot(state, actor, act.whom, act.weapon)
            case commands.Brawl():
                require_brawl(state, actor, act.whom, where=act.where, weapon=act.weapon, how=act.how)
            case commands.Improvise():
                require_makeshift(state, actor, act.whom, act.what, act.where)
            case commands.TurnOn():
                require_turning_on(state, actor, act)
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
    if state.turn_phase is TurnPhase.BEFORE or state.is_busy or state.claimed or awaited(state):
        return False
    if is_aftermath(state) or any(pc.offered for pc in state.pcs):
        return False
    if is_dealers_alone(state):
        return False
    begin_phase(draft)
    return True
