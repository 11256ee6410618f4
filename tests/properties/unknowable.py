"""A state of Texarkana changed in everything that a viewer cannot know, and in nothing else.

For a player: other hands and the deck, ratings and difficulties, an NPC's exact Grit and the weapons it does not show,
Woe on tests and armed for them, combatants who were never seen, zones not yet described. For the Dealer: hands and the
deck alone.
"""

import random
from collections.abc import Iterator

import msgspec

from rules.core.audience import GM, Viewer
from rules.core.combatant import Side
from rules.core.ids import CombatantId
from rules.core.tally import Tally
from rules.core.values import replace
from rules.systems.texarkana.attempts import Attempt
from rules.systems.texarkana.events import AttemptDecided
from rules.systems.texarkana.state import Fighter, Horror, TexState
from rules.systems.texarkana.view import health

RATINGS = range(-3, 4)
WEAPONS = ("bowie-knife", "derringer", "lever-rifle")


def otherwise(state: TexState, viewer: Viewer, chance: random.Random) -> TexState:
    """The same to this viewer's eyes."""
    state = _other_cards(state, viewer, chance)
    if viewer.gm:
        return state
    state = replace(
        state,
        fighters=tuple(fighter if fighter.is_pc else _other_npc(fighter, chance) for fighter in state.fighters),
        attempts=tuple(other_difficulty(attempt, chance) for attempt in state.attempts),
        horror=chance.choice(tuple(Horror)),
        zones=tuple(
            zone if zone.is_described else replace(zone, name=f"Elsewhere {zone.id}", has_cover=not zone.has_cover)
            for zone in state.zones
        ),
    )
    return _other_unseen(state, chance)


def other_difficulty(attempt: Attempt, chance: random.Random) -> Attempt:
    """The same test with another secret difficulty."""
    difficulty = _other_tally(attempt.difficulty, chance)
    return msgspec.structs.replace(attempt, difficulty=difficulty, woe=chance.choice((0, 1)))


def other_opposition(event: AttemptDecided, chance: random.Random) -> AttemptDecided:
    """The same ending of a test with another secret difficulty."""
    return msgspec.structs.replace(
        event,
        opposition=_other_tally(event.opposition, chance),
        attempt=other_difficulty(event.attempt, chance),
    )


def _other_tally(tally: Tally, chance: random.Random) -> Tally:
    return Tally(
        tuple(
            msgspec.structs.replace(part, value=chance.choice(RATINGS)) if part.audience == GM else part
            for part in tally.parts
        )
    )


def _other_cards(state: TexState, viewer: Viewer, chance: random.Random) -> TexState:
    """All cards that lie face down somewhere else than in his own hand, dealt anew."""
    deck = state.deck
    others = [pc for pc in state.pcs if not viewer.owns(pc.id)]
    down = {
        attempt.id: who for attempt in state.attempts if (who := _laid_by(state, attempt)) in {pc.id for pc in others}
    }
    pool = [*deck.top, *deck.rest, *deck.bottom, *(card for pc in others for card in (*pc.hand, *pc.offered))]
    pool += [attempt.card or attempt.flip for attempt in state.attempts if attempt.id in down]
    chance.shuffle(pool)
    cards = iter(pool)

    def some(number: int) -> tuple[str, ...]:
        return tuple(next(cards) for _ in range(number))

    hands = {pc.id: some(len(pc.hand)) for pc in others}
    offered = {pc.id: some(len(pc.offered)) for pc in others}
    laid = {which: some(1)[0] for which in down}
    return replace(
        state,
        deck=replace(
            deck, top=some(len(deck.top)), rest=tuple(sorted(some(len(deck.rest)))), bottom=some(len(deck.bottom))
        ),
        fighters=tuple(
            replace(each, hand=hands.get(each.id, each.hand), offered=offered.get(each.id, each.offered))
            for each in state.fighters
        ),
        attempts=tuple(
            msgspec.structs.replace(each, **{"card" if each.card else "flip": laid[each.id]})
            if each.id in laid
            else each
            for each in state.attempts
        ),
    )


def _laid_by(state: TexState, attempt: Attempt) -> CombatantId | None:
    """Which of two PCs has laid a card that lies face down (TXD-14)."""
    if not state.is_even(attempt) or bool(attempt.card) == bool(attempt.flip):
        return None
    return attempt.pc if attempt.card else attempt.npc


def _other_npc(npc: Fighter, chance: random.Random) -> Fighter:
    shown = tuple(weapon for weapon in npc.weapons if weapon not in npc.concealed)
    concealed = tuple(weapon for weapon in chance.sample(WEAPONS, 2) if weapon not in shown)
    return replace(
        npc,
        grit=chance.choice(list(_same_health(npc))),
        ratings={suit: chance.choice(RATINGS) for suit in npc.ratings},
        brawling=chance.choice((1, 2, 3)),
        weapons=(*shown, *concealed) if npc.is_up else npc.weapons,
        concealed=frozenset(concealed) if npc.is_up else npc.concealed,
    )


def _same_health(npc: Fighter) -> Iterator[int]:
    """Grit that looks the same."""
    for grit in range(1 if npc.grit else 0, npc.full_grit + 1 if npc.grit else 1):
        if health(replace(npc, grit=grit)) == health(npc):
            yield grit


def _other_unseen(state: TexState, chance: random.Random) -> TexState:
    """Other people in hiding, if the fight goes on without them: that there are some, everybody may conclude."""
    busy = {who for attempt in state.attempts for who in (attempt.pc, attempt.npc)}
    busy |= {flight.runner for flight in state.flights}
    busy |= {who for grapple in state.grapples for who in (grapple.holder, grapple.held)}
    if not any(enemy.is_up and not enemy.is_hidden for enemy in state.enemies):
        return state
    stay = [fighter for fighter in state.fighters if not fighter.is_hidden or fighter.id in busy]
    unseen = Fighter(
        id=CombatantId("unseen"),
        name="Nobody knows",
        side=chance.choice(tuple(Side)),
        is_pc=False,
        is_hidden=True,
        place=chance.choice(state.zones).id,
        grit=3,
        full_grit=3,
        ratings={"Pi": 3, "Cl": 3, "Ma": 3, "Sp": 3},
    )
    stay.insert(chance.randrange(len(stay) + 1), unseen)
    return replace(state, fighters=tuple(stay))
