"""The state after cards moved."""

from collections.abc import Mapping

from rules.core.deck import discard, shuffle_discards, take
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.values import replace
from rules.systems.texarkana import events as e
from rules.systems.texarkana.apply.changes import (
    Apply,
    close_attempt,
    fighter_of,
    with_attempt,
    with_fighter,
    without,
)
from rules.systems.texarkana.state import TexState


def _card_drawn(state: TexState, event: e.CardDrawn) -> TexState:
    fighter = fighter_of(state, event.who)
    state = replace(state, deck=take(state.deck, event.card), owed=_paid(state.owed, event.who))
    return with_fighter(state, event.who, hand=(*fighter.hand, event.card), revision=fighter.revision + 1)


def _card_owed(state: TexState, event: e.CardOwed) -> TexState:
    return replace(state, owed=(*state.owed, event.who))


def _card_burned(state: TexState, event: e.CardBurned) -> TexState:
    return with_fighter(state, event.who, will=event.will)


def _hand_discarded(state: TexState, event: e.HandDiscarded) -> TexState:
    fighter = fighter_of(state, event.who)
    deck = discard(state.deck, *fighter.hand, *fighter.offered)
    state = replace(state, deck=deck, owed=without(state.owed, event.who))
    return with_fighter(state, event.who, hand=(), offered=(), revision=fighter.revision + 1)


def _deck_shuffled(state: TexState, _: e.DeckShuffled) -> TexState:
    return replace(state, deck=shuffle_discards(state.deck))


def _attempt_opened(state: TexState, event: e.AttemptOpened) -> TexState:
    return replace(state, attempts=(*state.attempts, event.attempt), counter=state.counter + 1)


def _card_played(state: TexState, event: e.CardPlayed) -> TexState:
    fighter = fighter_of(state, event.who)
    hand = tuple(card for card in fighter.hand if card != event.card)
    state = with_fighter(state, event.who, hand=hand, revision=fighter.revision + 1, fresh_injury=0)
    return with_attempt(state, event.attempt, card=event.card)


def _dealer_flipped(state: TexState, event: e.DealerFlipped) -> TexState:
    return with_attempt(replace(state, deck=take(state.deck, event.card)), event.attempt, flip=event.card)


def _trumped(state: TexState, event: e.Trumped) -> TexState:
    return with_attempt(replace(state, deck=take(state.deck, event.card)), event.attempt, push=event.card)


def _stood(state: TexState, event: e.Stood) -> TexState:
    return with_attempt(state, event.attempt, has_stood=True)


def _dealer_trumped(state: TexState, event: e.DealerTrumped) -> TexState:
    return with_attempt(replace(state, deck=take(state.deck, event.card)), event.attempt, counter=event.card)


def _attempt_decided(state: TexState, event: e.AttemptDecided) -> TexState:
    return close_attempt(state, event.attempt)


def _attempt_dropped(state: TexState, event: e.AttemptDropped) -> TexState:
    attempt = state.attempt(event.attempt)
    return close_attempt(state, attempt) if attempt else state


def _woe_gained(state: TexState, event: e.WoeGained) -> TexState:
    return replace(state, woe=event.woe)


def _paid(owed: tuple[CombatantId, ...], who: CombatantId) -> tuple[CombatantId, ...]:
    """What is owed after one card for this combatant."""
    if who not in owed:
        return owed
    at = owed.index(who)
    return (*owed[:at], *owed[at + 1 :])


APPLY: Mapping[type[Event], Apply] = {
    e.CardDrawn: _card_drawn,
    e.CardOwed: _card_owed,
    e.CardBurned: _card_burned,
    e.HandDiscarded: _hand_discarded,
    e.DeckShuffled: _deck_shuffled,
    e.AttemptOpened: _attempt_opened,
    e.CardPlayed: _card_played,
    e.DealerFlipped: _dealer_flipped,
    e.Trumped: _trumped,
    e.Stood: _stood,
    e.DealerTrumped: _dealer_trumped,
    e.AttemptDecided: _attempt_decided,
    e.AttemptDropped: _attempt_dropped,
    e.WoeGained: _woe_gained,
}
