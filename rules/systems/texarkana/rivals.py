"""Tests without the Dealer's hand: of two PCs, who both play face down (TXD-14), and of two NPCs (TXD-15)."""

from rules.core.audience import of
from rules.core.dice import Dice
from rules.core.event import cited
from rules.core.ids import CombatantId
from rules.core.refusal import Illegal
from rules.systems.texarkana import events as e
from rules.systems.texarkana.attempts import Attempt
from rules.systems.texarkana.brawling import brawl, require_brawl
from rules.systems.texarkana.cardplay import (
    count_skull,
    flip_card,
    has_gone_over,
    is_bust,
    opposition_of,
    refill,
    score_of,
)
from rules.systems.texarkana.cards import is_trump
from rules.systems.texarkana.commands import Brawl, Shoot, TurnOn
from rules.systems.texarkana.play import TexDraft, require_fighter, require_seen
from rules.systems.texarkana.shooting import require_shot, shoot
from rules.systems.texarkana.state import Fighter, TexState
from rules.systems.texarkana.traits import never_busts
from rules.systems.texarkana.weapons import shooting, shooting_keys


def awaited_in(attempt: Attempt) -> tuple[CombatantId, ...]:
    """Which of two PCs have yet to lay a card (TXD-14)."""
    assert attempt.npc is not None, "it is between two"
    pairs = ((attempt.pc, attempt.card), (attempt.npc, attempt.flip))
    return tuple(who for who, card in pairs if not card)


def lay(draft: TexDraft, attempt: Attempt, who: CombatantId, card: str) -> bool:
    """Lay a card face down; says whether both lie there now, and are turned over (TXD-14).

    Raises: Illegal(NOT_IN_HAND).
    """
    fighter = draft.state.fighter(who)
    if card not in fighter.hand:
        raise Illegal("NOT_IN_HAND", "TXD-14", card=card, hint="Play one of the cards in hand.")
    draft.emit(
        e.CardLaid(rules=cited("TXD-14"), audience=of(who), attempt=attempt.id, who=who, card=card),
        e.LaidDown(rules=cited("TXD-14"), who=who),
    )
    attempt = now(draft, attempt)
    if awaited_in(attempt):
        return False
    assert attempt.npc is not None, "it is between two"
    draft.emit(
        e.CardsTurned(
            rules=cited("TXD-14"),
            attempt=attempt.id,
            who=attempt.pc,
            card=attempt.card,
            other=attempt.npc,
            other_card=attempt.flip,
        )
    )
    count_skull(draft, attempt.card)
    count_skull(draft, attempt.flip)
    return True


def now(draft: TexDraft, attempt: Attempt) -> Attempt:
    """The test as the last events left it."""
    found = draft.state.attempt(attempt.id)
    assert found is not None, "the test is under way"
    return found


def may_push(attempt: Attempt, who: CombatantId) -> bool:
    """Whether one of two PCs could Trump, the cards being turned over (TXD-14)."""
    card, trumps = (attempt.card, attempt.trumps) if who == attempt.pc else (attempt.flip, attempt.npc_trumps)
    return bool(attempt.card and attempt.flip) and is_trump(card, trumps)


def whose_trump(attempt: Attempt) -> CombatantId | None:
    """Which of two PCs has to say whether he Trumps: who began, then the other (TXD-14)."""
    if may_push(attempt, attempt.pc) and not attempt.push and not attempt.has_stood:
        return attempt.pc
    assert attempt.npc is not None, "it is between two"
    return attempt.npc if may_push(attempt, attempt.npc) and not attempt.counter else None


def push(draft: TexDraft, dice: Dice, attempt: Attempt, who: CombatantId) -> None:
    """One of two PCs Trumps (TXD-14)."""
    card = flip_card(draft, dice, "the flip of a Trump")
    if who == attempt.pc:
        draft.emit(e.Trumped(rules=cited("TXD-14"), attempt=attempt.id, who=who, card=card))
    else:
        draft.emit(e.RivalTrumped(rules=cited("TXD-14"), attempt=attempt.id, who=who, card=card))
    count_skull(draft, card)


def compare(draft: TexDraft, dice: Dice, attempt: Attempt) -> e.AttemptDecided:
    """The higher score wins, a tie goes to who did not begin, a bust loses; if both bust nobody wins (TXD-14)."""
    state = draft.state
    assert attempt.npc is not None, "it is between two"
    has_bust = has_gone_over(state, attempt)
    has_other_bust = (
        bool(attempt.counter)
        and not never_busts(attempt, attempt.npc)
        and is_bust(state, attempt.flip, attempt.counter)
    )
    score, opposition = score_of(state, attempt), opposition_of(state, attempt)
    decided = e.AttemptDecided(
        rules=cited("TXD-14"),
        attempt=attempt,
        score=score,
        opposition=opposition,
        is_success=not has_bust and (has_other_bust or score.total > opposition.total),
        is_bust=has_bust,
        is_dealer_bust=has_other_bust,
    )
    draft.emit(decided)
    refill(draft, dice, decided)
    return decided


def clash(draft: TexDraft, dice: Dice, attempt: Attempt) -> e.AttemptDecided:
    """Flip for both NPCs and add their ratings: the higher wins, a tie goes to the one attacked (TXD-15)."""
    assert attempt.npc is not None, "it is between two"
    for who in (attempt.pc, attempt.npc):
        card = flip_card(draft, dice, f"a flip for {draft.state.name(who)}")
        draft.emit(e.NpcFlipped(rules=cited("TXD-15"), attempt=attempt.id, who=who, card=card))
        count_skull(draft, card)
    attempt = now(draft, attempt)
    score, opposition = score_of(draft.state, attempt), opposition_of(draft.state, attempt)
    decided = e.AttemptDecided(
        rules=cited("TXD-15"),
        attempt=attempt,
        score=score,
        opposition=opposition,
        is_success=score.total > opposition.total,
    )
    draft.emit(decided)
    return decided


def rule_clash(draft: TexDraft, attempt: Attempt, winner: CombatantId | None) -> e.AttemptDecided | None:
    """The Dealer says without cards who wins, or that nothing comes of it (TXD-15); what follows, if anybody wins."""
    assert attempt.npc is not None, "it is between two"
    draft.emit(
        e.ClashRuled(rules=cited("TXD-15"), attempt=attempt.id, who=attempt.pc, other=attempt.npc, winner=winner)
    )
    if winner is None:
        return None
    return e.AttemptDecided(
        rules=cited("TXD-15"),
        attempt=attempt,
        score=score_of(draft.state, attempt),
        opposition=opposition_of(draft.state, attempt),
        is_success=winner == attempt.pc,
    )


def is_for_nobody(decided: e.AttemptDecided) -> bool:
    """Whether both bust, so that nothing happens (TXD-14)."""
    return decided.is_bust and decided.is_dealer_bust


def turn_on(draft: TexDraft, command: TurnOn) -> None:
    """Attack one of one's own (TXD-14): with what shoots from another zone, else brawling. Raises: as those do."""
    actor = require_fighter(draft.state, command.actor)
    whom = require_own(draft.state, actor, command.whom)
    if is_shot(actor, whom, command.weapon):
        shoot(draft, Shoot(actor=actor.id, whom=whom.id, weapon=command.weapon, card=command.card), own=command)
    else:
        brawl(
            draft,
            Brawl(actor=actor.id, whom=whom.id, weapon=command.weapon, how=command.how, card=command.card),
            own=command,
        )


def require_turning_on(state: TexState, actor: Fighter, act: TurnOn) -> None:
    """Refuse what cannot be done to one of one's own now. Raises: as `turn_on`."""
    whom = require_own(state, actor, act.whom)
    if is_shot(actor, whom, act.weapon):
        require_shot(state, actor, whom.id, act.weapon, is_own=True)
    else:
        require_brawl(state, actor, whom.id, weapon=act.weapon, how=act.how, is_own=True)


def require_own(state: TexState, actor: Fighter, whom: CombatantId) -> Fighter:
    """Another PC. Raises: Illegal(NO_SUCH_COMBATANT, SELF, NOT_A_PC)."""
    target = require_seen(state, actor, whom)
    if not actor.is_pc or not target.is_pc:
        raise Illegal("NOT_A_PC", "TXD-14", who=target.name if actor.is_pc else actor.name)
    if target.id == actor.id:
        raise Illegal("SELF", "TXD-14", who=actor.name)
    return target


def is_shot(actor: Fighter, whom: Fighter, weapon: str) -> bool:
    """Whether to attack him so is to shoot at him."""
    return whom.place != actor.place and bool(shooting(weapon) if weapon else shooting_keys(actor))
