"""Going back behind cards that were seen: what tells nothing, who saw which card, and what is dealt anew.

Cards that others have seen leave the hand they would be back in, and the order of the deck is nobody's knowledge.
Whoever drew a card that is in the deck again knows only that it lies there somewhere.
"""

from collections.abc import Iterator, Mapping, Sequence

from rules.core.audience import ALL, Audience, Seen, of
from rules.core.dice import Dice
from rules.core.event import Event, cited
from rules.core.ids import CombatantId
from rules.systems.texarkana import events as e
from rules.systems.texarkana.apply.apply import apply
from rules.systems.texarkana.attempts import Attempt
from rules.systems.texarkana.cards import ALL_CARDS, in_order, shown
from rules.systems.texarkana.play import TexDraft
from rules.systems.texarkana.state import Fighter, TexState
from rules.systems.texarkana.weapons import weapon_name

WEAPON = "weapon"  # how what is seen begins that is a weapon carried where nobody saw it (TXD-31)

QUIET: frozenset[type[Event]] = frozenset(
    (
        e.LookoutTaken,
        e.Claimed,
        e.ClaimLapsed,
        e.TurnTaken,
        e.Passed,
        e.PhaseBegan,
        e.AttemptOpened,
        e.TraitClaimed,
        e.Wagered,
        e.WayPreferred,
        e.CardLaid,
        e.LaidDown,
        e.CardPicked,
        e.SecondShotOver,
        e.InvocationTried,
        e.Tended,
        e.LeftDying,
        e.RulingAsked,
        e.Tried,
        e.EscalationAsked,
        e.EscalationLeft,
        e.InjuryRefused,
        e.Moved,
        e.CoverTaken,
        e.CoverLost,
        e.Armed,
        e.Reloaded,
        e.PickedUp,
    )
)
"""What somebody does in the open or by himself, and what follows from it by rules that all know."""


class TexRedealing:
    """See `rules.core.redealing.Redealing`."""

    def is_quiet(self, event: Event) -> bool:
        """Whether it tells nobody anything that was hidden or a matter of chance."""
        return type(event) in QUIET

    def seen(self, before: TexState, events: Sequence[Event]) -> tuple[Seen, ...]:
        """The cards that were shown to all or came to one, and weapons that came out of hiding."""
        found = (*_cards(events), *_weapons(before, events))
        return tuple(dict.fromkeys(found))

    def words(self, state: TexState, seen: Sequence[Seen]) -> tuple[str, ...]:
        """The cards that all have seen by name; how many came to one; the weapons."""
        shown_to_all = _known_to(seen, ALL)
        drawn = {fighter.name: len(_known_to(seen, of(fighter.id)) - shown_to_all) for fighter in state.pcs}
        hidden = [each.what.split(" ", 2)[1:] for each in seen if each.what.startswith(f"{WEAPON} ")]
        return (
            *((f"Everybody has seen: {', '.join(map(shown, in_order(shown_to_all)))}.",) if shown_to_all else ()),
            *(
                f"{name} has seen {number} card{'' if number == 1 else 's'} that came to nobody else."
                for name, number in drawn.items()
                if number
            ),
            *(
                f"Everybody has seen that {state.name(who)} had a hidden {weapon_name(weapon)}."
                for who, weapon in hidden
            ),
        )

    def redealt(self, past: TexState, seen: Sequence[Seen], dice: Dice) -> tuple[Event, ...]:
        """Other cards for those that others have seen, and a deck in which nobody knows his way about."""
        if not any(each.what in ALL_CARDS for each in seen):
            return ()
        draft: TexDraft = TexDraft(past, apply)
        if past.deck.top or past.deck.bottom:
            draft.emit(e.OrderLost(rules=cited("TXD-10")))
        back = {fighter.id: found for fighter in past.fighters if (found := _to_return(past, fighter, seen))}
        _deal_anew(draft, dice, back)
        deck = draft.state.deck
        if len(deck.rest) == 1 and deck.discards:  # the only one that could come
            draft.emit(e.DeckShuffled(rules=cited("TXD-10")))
        return tuple(draft.events)


REDEALING = TexRedealing()


def _cards(events: Sequence[Event]) -> Iterator[Seen]:
    for event in events:
        match event:
            case (
                e.CardPlayed()
                | e.DealerFlipped()
                | e.Trumped()
                | e.DealerTrumped()
                | e.RivalTrumped()
                | e.NpcFlipped()
                | e.Assisted()
            ):
                yield Seen(what=event.card)
            case e.CardsTurned():
                yield Seen(what=event.card)
                yield Seen(what=event.other_card)
            case e.CardDrawn():
                yield Seen(what=event.card, to=of(event.who))
            case e.CardsOffered():
                yield from (Seen(what=card, to=of(event.who)) for card in event.cards)
            case e.DealtAnew():
                yield from (Seen(what=card, to=of(event.who)) for card in (*event.hand, *event.offered))


def _weapons(before: TexState, events: Sequence[Event]) -> Iterator[Seen]:
    for event in events:
        match event:
            case e.Armed() | e.WeaponShown() | e.Escalated():
                fighter = before.find(event.who)
                if fighter is not None and event.weapon in fighter.concealed and event.audience == ALL:
                    yield Seen(what=f"{WEAPON} {event.who} {event.weapon}")
            case e.AnsweredInKind():
                if event.threat.was_concealed:
                    yield Seen(what=f"{WEAPON} {event.who} {event.threat.weapon}")


def _known_to(seen: Sequence[Seen], to: Audience) -> set[str]:
    return {each.what for each in seen if each.to == to and each.what in ALL_CARDS}


def _to_return(past: TexState, fighter: Fighter, seen: Sequence[Seen]) -> tuple[str, ...]:
    """What this one holds, is offered or has laid face down, and others have seen."""
    others = {each.what for each in seen if each.to != of(fighter.id)}
    mine = (*fighter.hand, *fighter.offered, *_laid(past, fighter))
    return tuple(card for card in mine if card in others)


def _laid(past: TexState, fighter: Fighter) -> tuple[str, ...]:
    """The card that he has laid face down in a test of two PCs (TXD-14)."""
    attempts = (each for each in past.attempts if past.is_even(each) and not (each.card and each.flip))
    return tuple(card for each in attempts if (card := _card_of(each, fighter)))


def _card_of(attempt: Attempt, fighter: Fighter) -> str:
    return {attempt.pc: attempt.card, attempt.npc: attempt.flip}.get(fighter.id, "")


def _deal_anew(draft: TexDraft, dice: Dice, back: Mapping[CombatantId, tuple[str, ...]]) -> None:
    """Each gets others for his; nobody gets one that is known, unless there are too few."""
    if not back:
        return
    known = frozenset(card for cards in back.values() for card in cards)
    if len(draft.state.deck.rest) < len(known) and draft.state.deck.discards:
        draft.emit(e.DeckShuffled(rules=cited("TXD-10")))
    for who, cards in back.items():
        fighter = draft.state.fighter(who)
        came: list[str] = []
        for _ in cards:
            there = [card for card in (*draft.state.deck.rest, *cards) if card not in came]
            unknown = [card for card in there if card not in known]
            came.append(dice.pick(unknown or there, f"a card dealt anew to {fighter.name}"))
        offered = sum(card in fighter.offered for card in cards)
        draft.emit(
            e.DealtAnew(
                rules=cited("TXF-17"),
                audience=of(who),
                who=who,
                back=cards,
                hand=tuple(came[offered:]),
                offered=tuple(came[:offered]),
            )
        )
    draft.emit(
        e.HandsRedealt(rules=cited("TXF-17"), those=tuple(back), counts=tuple(len(cards) for cards in back.values()))
    )
