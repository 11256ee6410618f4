"""The state after a session's cards came in."""

from collections.abc import Mapping

from rules.core.deck import put_back, take
from rules.core.event import Event
from rules.core.values import replace
from rules.systems.texarkana import events as e
from rules.systems.texarkana.apply.changes import Apply, fighter_of, with_fighter
from rules.systems.texarkana.state import TexState


def _hand_kept(state: TexState, event: e.HandKept) -> TexState:
    fighter = fighter_of(state, event.who)
    state = _without(state, event.cards)
    return with_fighter(state, event.who, hand=(*fighter.hand, *event.cards), revision=fighter.revision + 1)


def _cards_set_aside(state: TexState, event: e.CardsSetAside) -> TexState:
    return replace(_without(state, event.cards), aside=(*state.aside, *event.cards))


def _coin_set(state: TexState, event: e.CoinSet) -> TexState:
    return with_fighter(state, event.who, coin=event.coin)


def _will_set(state: TexState, event: e.WillSet) -> TexState:
    fighter = fighter_of(state, event.who)
    state = replace(state, deck=put_back(state.deck, *fighter.hand[event.will :]))
    return with_fighter(
        state, event.who, will=event.will, hand=fighter.hand[: event.will], revision=fighter.revision + 1
    )


def _without(state: TexState, cards: tuple[str, ...]) -> TexState:
    deck = state.deck
    for card in cards:
        deck = take(deck, card)
    return replace(state, deck=deck)


APPLY: Mapping[type[Event], Apply] = {
    e.HandKept: _hand_kept,
    e.CardsSetAside: _cards_set_aside,
    e.CoinSet: _coin_set,
    e.WillSet: _will_set,
}
