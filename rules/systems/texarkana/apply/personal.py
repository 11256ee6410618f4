"""The state after wagers, Traits, help, Invocations and second shots, and in tests of two PCs or two NPCs."""

from collections.abc import Mapping

from rules.core.audience import GM
from rules.core.deck import take
from rules.core.event import Event
from rules.core.ids import CombatantId, RuleId
from rules.core.tally import Part, Tally
from rules.core.values import replace
from rules.systems.texarkana import events as e
from rules.systems.texarkana.apply.changes import (
    Apply,
    as_it_was,
    close_attempt,
    fighter_of,
    with_attempt,
    with_fighter,
)
from rules.systems.texarkana.attempts import Backing
from rules.systems.texarkana.state import TexState

EDGE = "the situation"
MORE = "the Dealer's word"


def _wagered(state: TexState, event: e.Wagered) -> TexState:
    attempt, wager = state.attempt(event.attempt), event.wager
    state = with_attempt(state, event.attempt, wagers=(*(attempt.wagers if attempt else ()), wager))
    fighter = fighter_of(state, wager.who)
    return state if wager.is_flaw else with_fighter(state, wager.who, spent=fighter.spent | {wager.name})


def _wager_won(state: TexState, event: e.WagerWon) -> TexState:
    return with_fighter(state, event.who, luck=event.luck, will=event.will)


def _wager_lost(state: TexState, event: e.WagerLost) -> TexState:
    return with_fighter(state, event.who, luck=event.luck)


def _cards_offered(state: TexState, event: e.CardsOffered) -> TexState:
    deck = state.deck
    for card in event.cards:
        deck = take(deck, card)
    return with_fighter(replace(state, deck=deck), event.who, offered=event.cards)


def _card_picked(state: TexState, event: e.CardPicked) -> TexState:
    fighter = fighter_of(state, event.who)
    others = tuple(card for card in fighter.offered if card != event.card)
    state = replace(state, deck=replace(state.deck, bottom=(*state.deck.bottom, *others)))
    return with_fighter(state, event.who, hand=(*fighter.hand, event.card), offered=(), revision=fighter.revision + 1)


def _trait_claimed(state: TexState, event: e.TraitClaimed) -> TexState:
    attempt = state.attempt(event.attempt)
    if attempt is None:
        return state
    parts = (event.part,) if event.part else ()
    claims = (*attempt.claims, event.claim)
    if event.claim.who != attempt.pc:
        return with_attempt(
            state,
            event.attempt,
            claims=claims,
            difficulty=attempt.difficulty.plus(*parts),
            npc_trumps=(*attempt.npc_trumps, *event.trumps),
        )
    return with_attempt(
        state,
        event.attempt,
        claims=claims,
        bonus=attempt.bonus.plus(*parts),
        trumps=(*attempt.trumps, *event.trumps),
    )


def _backing_kept(state: TexState, event: e.BackingKept) -> TexState:
    return replace(state, backings=(*_backings(state, event.backing.who), event.backing))


def _backings(state: TexState, who: CombatantId) -> tuple[Backing, ...]:
    return tuple(each for each in state.backings if each.who != who)


def _traits_struck(state: TexState, event: e.TraitsStruck) -> TexState:
    fighter = fighter_of(state, event.who)
    state = with_fighter(state, event.who, struck=fighter.struck | set(event.traits))
    now = event.attempt
    attempts = tuple(now if now and each.id == now.id else each for each in state.attempts)
    return replace(state, backings=_backings(state, event.who), attempts=attempts)


def _edge_set(state: TexState, event: e.EdgeSet) -> TexState:
    attempt = state.attempt(event.attempt)
    if attempt is None:
        return state
    edge = Part(event.value, EDGE, RuleId("TXF-14"))
    if attempt.pc == event.who:
        return with_attempt(state, event.attempt, bonus=_with(attempt.bonus, edge))
    return with_attempt(state, event.attempt, difficulty=_with(attempt.difficulty, edge))


def _difficulty_set(state: TexState, event: e.DifficultySet) -> TexState:
    attempt = state.attempt(event.attempt)
    if attempt is None:
        return state
    return with_attempt(
        state, event.attempt, difficulty=_with(attempt.difficulty, Part(event.value, MORE, RuleId("TXF-11"), GM))
    )


def _with(tally: Tally, part: Part) -> Tally:
    """The tally with this part in place of the one of its name."""
    return Tally((*(each for each in tally.parts if each.why != part.why), *((part,) if part.value else ())))


def _assisted(state: TexState, event: e.Assisted) -> TexState:
    fighter = fighter_of(state, event.who)
    hand = tuple(card for card in fighter.hand if card != event.card)
    state = with_fighter(state, event.who, hand=hand, revision=fighter.revision + 1, fresh_injury=0)
    attempt = state.attempt(event.attempt)
    if attempt is None:
        return state
    state = with_attempt(state, event.attempt, helper=event.who, helped=event.whom, help_card=event.card)
    if event.whom == attempt.pc:
        return with_attempt(state, event.attempt, bonus=attempt.bonus.plus(event.part))
    return with_attempt(state, event.attempt, difficulty=attempt.difficulty.plus(event.part))


def _second_shot_offered(state: TexState, event: e.SecondShotOffered) -> TexState:
    return replace(state, second_shots=(*state.second_shots, event.second))


def _second_shot_over(state: TexState, event: e.SecondShotOver) -> TexState:
    return replace(state, second_shots=tuple(each for each in state.second_shots if each.id != event.id))


def _invocation_tried(state: TexState, event: e.InvocationTried) -> TexState:
    fighter = fighter_of(state, event.who)
    return with_fighter(state, event.who, spent=fighter.spent | {event.key})


def _woe_fed(state: TexState, event: e.WoeFed) -> TexState:
    return replace(state, woe=event.woe)


def _grit_regained(state: TexState, event: e.GritRegained) -> TexState:
    return with_fighter(state, event.who, grit=event.grit)


def _injury_eased(state: TexState, event: e.InjuryEased) -> TexState:
    fighter = fighter_of(state, event.who)
    return with_fighter(state, event.who, injury=event.injury, fresh_injury=min(fighter.fresh_injury, event.injury))


def _object_set(state: TexState, event: e.ObjectSet) -> TexState:
    fighter = fighter_of(state, event.who)
    lost = fighter.lost_objects - {event.key} if event.has_it else fighter.lost_objects | {event.key}
    return with_fighter(state, event.who, lost_objects=lost)


def _card_laid(state: TexState, event: e.CardLaid) -> TexState:
    fighter, attempt = fighter_of(state, event.who), state.attempt(event.attempt)
    hand = tuple(card for card in fighter.hand if card != event.card)
    state = with_fighter(state, event.who, hand=hand, revision=fighter.revision + 1, fresh_injury=0)
    if attempt is not None and attempt.pc == event.who:
        return with_attempt(state, event.attempt, card=event.card)
    return with_attempt(state, event.attempt, flip=event.card)


def _rival_trumped(state: TexState, event: e.RivalTrumped) -> TexState:
    return with_attempt(replace(state, deck=take(state.deck, event.card)), event.attempt, counter=event.card)


def _npc_flipped(state: TexState, event: e.NpcFlipped) -> TexState:
    attempt = state.attempt(event.attempt)
    state = replace(state, deck=take(state.deck, event.card))
    if attempt is not None and attempt.pc == event.who:
        return with_attempt(state, event.attempt, card=event.card)
    return with_attempt(state, event.attempt, flip=event.card)


def _clash_ruled(state: TexState, event: e.ClashRuled) -> TexState:
    attempt = state.attempt(event.attempt)
    return close_attempt(state, attempt) if attempt else state


APPLY: Mapping[type[Event], Apply] = {
    e.Wagered: _wagered,
    e.WagerWon: _wager_won,
    e.WagerLost: _wager_lost,
    e.CardsOffered: _cards_offered,
    e.CardPicked: _card_picked,
    e.TraitClaimed: _trait_claimed,
    e.BackingKept: _backing_kept,
    e.TraitsStruck: _traits_struck,
    e.EdgeSet: _edge_set,
    e.DifficultySet: _difficulty_set,
    e.Assisted: _assisted,
    e.SecondShotOffered: _second_shot_offered,
    e.SecondShotOver: _second_shot_over,
    e.InvocationTried: _invocation_tried,
    e.InvocationEnded: as_it_was,
    e.WoeFed: _woe_fed,
    e.GritRegained: _grit_regained,
    e.InjuryEased: _injury_eased,
    e.ObjectSet: _object_set,
    e.CardLaid: _card_laid,
    e.LaidDown: as_it_was,
    e.CardsTurned: as_it_was,
    e.RivalTrumped: _rival_trumped,
    e.NpcFlipped: _npc_flipped,
    e.ClashRuled: _clash_ruled,
}
