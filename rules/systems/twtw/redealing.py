"""Going back behind cards and orders that were seen. Cards are in no hand here: each is drawn, read and discarded."""

from collections.abc import Sequence

from rules.core.audience import Seen
from rules.core.dice import Dice
from rules.core.event import Event, cited
from rules.systems.twtw import events as e
from rules.systems.twtw.cards import in_order, shown
from rules.systems.twtw.play import audience_of
from rules.systems.twtw.state import Policy, TwtwState

CARD, ORDERS = "card", "orders"  # how what is seen begins

QUIET: frozenset[type[Event]] = frozenset(
    (
        e.PointsDeclared,
        e.PolicySet,
        e.DangerExpected,
        e.Aimed,
        e.AimLost,
        e.FieldKept,
        e.WeaponReadied,
        e.Loaded,
        e.Tried,
        e.MoveBegan,
        e.Paced,
        e.PathCut,
        e.MoveEnded,
        e.WentProne,
        e.StoodUp,
        e.Ducked,
        e.Emerged,
        e.CoverLeft,
        e.Dodged,
        e.PointsSpent,
        e.TurnEnded,
        e.StageBegan,
    )
)
"""What somebody does in the open, or orders by himself, as long as no card is drawn."""


class TwtwRedealing:
    """See `rules.core.redealing.Redealing`."""

    def is_quiet(self, event: Event) -> bool:
        """Whether it tells nobody anything that was hidden or a matter of chance.

        Whoever moves before others' aims learns from who is asked, and who is not, what their orders are.
        """
        return type(event) in QUIET and not (isinstance(event, e.MoveBegan) and event.going.stops)

    def seen(self, before: TwtwState, events: Sequence[Event]) -> tuple[Seen, ...]:
        """The cards drawn, and whose orders for a moving target showed (TW-A5, TW-A6)."""
        found: list[Seen] = []
        for event in events:
            match event:
                case e.CardDrawn():
                    found.append(Seen(what=f"{CARD} {event.card}"))
                case e.StopPassed():
                    watcher = before.find(event.who)
                    if watcher is not None and watcher.policy is not Policy.ASK:
                        found.append(Seen(what=f"{ORDERS} {event.who}"))
        return tuple(dict.fromkeys(found))

    def words(self, state: TwtwState, seen: Sequence[Seen]) -> tuple[str, ...]:
        """The cards, and whose orders."""
        what = {each.what for each in seen}
        cards = in_order(each.removeprefix(f"{CARD} ") for each in what if each.startswith(f"{CARD} "))
        names = [each.name for each in state.fighters if f"{ORDERS} {each.id}" in what]
        return (
            *((f"Everybody has seen: {'; '.join(map(shown, cards))}.",) if cards else ()),
            *((f"Everybody has seen the orders of: {', '.join(names)}.",) if names else ()),
        )

    def redealt(self, past: TwtwState, seen: Sequence[Seen], dice: Dice) -> tuple[Event, ...]:
        """Orders that all have seen are to be given anew; a deck of one card alone, which all know, is shuffled."""
        what = {each.what for each in seen}
        found: list[Event] = [
            e.OrdersDropped(rules=cited("TW-A5"), audience=audience_of(each), who=each.id)
            for each in past.fighters
            if f"{ORDERS} {each.id}" in what and each.policy is not Policy.ASK
        ]
        is_certain = past.deck.left == 1 and bool(past.deck.discards)
        if is_certain and any(each.startswith(f"{CARD} ") for each in what):
            found.append(e.DeckShuffled(rules=cited("TW-OQ-29")))
        return tuple(found)


REDEALING = TwtwRedealing()
