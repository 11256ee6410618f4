"""How events change a state: the cards."""

from collections.abc import Mapping

from rules.core.deck import discard, shuffle_discards, take
from rules.core.event import Event
from rules.core.values import replace
from rules.systems.twtw import events as e
from rules.systems.twtw.apply.changes import Apply
from rules.systems.twtw.cards import is_joker
from rules.systems.twtw.state import TwtwState


def _card_drawn(state: TwtwState, event: e.CardDrawn) -> TwtwState:
    deck = discard(take(state.deck, event.card), event.card)
    return replace(state, deck=deck, is_shuffle_due=state.is_shuffle_due or is_joker(event.card))


def _deck_shuffled(state: TwtwState, event: e.DeckShuffled) -> TwtwState:
    return replace(state, deck=shuffle_discards(state.deck), is_shuffle_due=False)


APPLY: Mapping[type[Event], Apply] = {
    e.CardDrawn: _card_drawn,
    e.DeckShuffled: _deck_shuffled,
}
