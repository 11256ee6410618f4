"""Going back in the toy: a card shown by its holder is another one afterwards."""

from collections.abc import Sequence

from rules.core.audience import ALL, Seen, of
from rules.core.dice import Dice
from rules.core.event import Event
from tests.toy_values import CARD_RULE, Asked, CardDrawn, CardPlayed, Redealt, RedealTold, ToyState


class ToyRedealing:
    """See `rules.core.redealing.Redealing`."""

    def is_quiet(self, event: Event) -> bool:
        return isinstance(event, Asked)

    def seen(self, before: ToyState, events: Sequence[Event]) -> tuple[Seen, ...]:
        return tuple(
            Seen(what=event.card, to=ALL if isinstance(event, CardPlayed) else of(event.who))
            for event in events
            if isinstance(event, CardPlayed | CardDrawn)
        )

    def words(self, state: ToyState, seen: Sequence[Seen]) -> tuple[str, ...]:
        shown = [each.what for each in seen if each.to == ALL]
        return (f"All have seen {', '.join(shown)}.",) if shown else ()

    def redealt(self, past: ToyState, seen: Sequence[Seen], dice: Dice) -> tuple[Event, ...]:
        found: list[Event] = []
        rest = past.deck.rest
        for each in past.duelists:
            others = {one.what for one in seen if one.to != of(each.id)}
            for card in each.hand:
                if card in others and rest:
                    came = dice.pick(rest, "a card dealt anew")
                    rest = tuple(one for one in rest if one != came)
                    found.append(Redealt(rules=(CARD_RULE,), audience=of(each.id), who=each.id, back=card, came=came))
                    found.append(RedealTold(who=each.id))
        return tuple(found)
