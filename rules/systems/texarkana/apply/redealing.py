"""The state after something was dealt anew."""

from collections.abc import Mapping

from rules.core.deck import put_back, take
from rules.core.event import Event
from rules.core.values import replace
from rules.systems.texarkana import events as e
from rules.systems.texarkana.apply.changes import Apply, as_it_was, fighter_of, with_fighter
from rules.systems.texarkana.attempts import Attempt
from rules.systems.texarkana.state import TexState


def _order_lost(state: TexState, _: e.OrderLost) -> TexState:
    deck = state.deck
    return replace(state, deck=put_back(replace(deck, top=(), bottom=()), *deck.top, *deck.bottom))


def _dealt_anew(state: TexState, event: e.DealtAnew) -> TexState:
    fighter = fighter_of(state, event.who)
    deck = put_back(state.deck, *event.back)
    for card in (*event.hand, *event.offered):
        deck = take(deck, card)
    attempts = tuple(_taken_up(each, event.back) if state.is_even(each) else each for each in state.attempts)
    return with_fighter(
        replace(state, deck=deck, attempts=attempts),
        event.who,
        hand=(*(card for card in fighter.hand if card not in event.back), *event.hand),
        offered=(*(card for card in fighter.offered if card not in event.back), *event.offered),
        revision=fighter.revision + 1,
    )


def _taken_up(attempt: Attempt, back: tuple[str, ...]) -> Attempt:
    """A test of two PCs without a card laid face down that is gone."""
    card = "" if attempt.card in back else attempt.card
    return replace(attempt, card=card, flip="" if attempt.flip in back else attempt.flip)


APPLY: Mapping[type[Event], Apply] = {
    e.OrderLost: _order_lost,
    e.DealtAnew: _dealt_anew,
    e.HandsRedealt: as_it_was,
}
