"""Texarkana's cards, chips and tallies over ten thousand random steps, looked at after every single event."""

import collections
import itertools

import pytest

from rules.core.audience import Viewer
from rules.core.command import Command, Leave
from rules.core.event import Event
from rules.core.ids import CombatantId
from rules.core.refusal import Illegal
from rules.core.tally import Tally
from rules.core.view import Phase
from rules.systems.texarkana import TEXARKANA, events as e
from rules.systems.texarkana.attempts import Attempt
from rules.systems.texarkana.cards import ALL_CARDS
from rules.systems.texarkana.state import Condition, TexState
from rules.systems.texarkana.turns import is_aftermath
from tests.contracts.ruleset_play import Game, random_gm_act, random_legal, started

STEPS = 1_250  # of each seed: 10,000 together
SEEDS = range(8)
LARGEST_HAND = 10
MOST_PENALTY = 3  # TXD-21


@pytest.mark.parametrize("seed", SEEDS)
def test_every_card_chip_and_number_is_where_it_belongs_after_every_event(seed: int) -> None:
    done = 0
    for number in itertools.count():
        game = started(TEXARKANA, 1000 * seed + number)
        for _, _, events in game.log:
            done += bool(events)
        while game.state.phase is Phase.RUNNING and done < STEPS:
            done += _step(game)
        if done >= STEPS:
            return


def _step(game: Game) -> bool:
    """One step, if it is legal, its events applied and looked at one by one."""
    roll = game.chance.random()
    command: Command
    if roll < 0.04:
        command = random_gm_act(game)
    elif roll < 0.045:
        command = Leave(combatant=game.chance.choice(game.everybody))
    else:
        command = random_legal(game)
    try:
        events, draws = game.decide(command)
    except Illegal:
        return False
    for event in events:
        before: TexState = game.state
        game.state = TEXARKANA.apply(before, event)
        _require_cards(game.state)
        _require_numbers(game.state)
        _require_event_adds_up(before, event)
    _require_settled(game.state)
    game.log.append((command, draws, events))
    return True


def _require_cards(state: TexState) -> None:
    """All 117 cards, each in one place; no hand beyond ten."""
    deck = state.deck
    places = collections.Counter((*deck.top, *deck.rest, *deck.bottom, *deck.discards, *state.aside))
    for fighter in state.fighters:
        assert len(fighter.hand) <= LARGEST_HAND
        assert fighter.is_pc or not fighter.hand
        places.update(fighter.hand)
        places.update(fighter.offered)
    for attempt in state.attempts:
        places.update(attempt.cards)
    assert places == collections.Counter(ALL_CARDS)
    assert tuple(sorted(deck.rest)) == deck.rest, "no order that nobody has seen"


def _require_numbers(state: TexState) -> None:
    """Chips are never negative, ratings and Grit in their bounds, everybody somewhere and in at most one hold."""
    zones = {zone.id for zone in state.zones}
    assert len(zones) == len(state.zones)
    assert len({fighter.id for fighter in state.fighters}) == len(state.fighters)
    assert state.woe >= 0
    for fighter in state.fighters:
        assert 0 <= fighter.grit <= fighter.full_grit
        assert 0 <= fighter.fresh_injury <= fighter.injury
        assert fighter.luck >= 0
        assert all(-3 <= rating <= 3 for rating in fighter.ratings.values())
        assert fighter.place in zones
        assert not fighter.in_hand or fighter.in_hand in fighter.usable
        assert not (fighter.is_pc and fighter.is_hidden)
    held = collections.Counter(who for grapple in state.grapples for who in (grapple.holder, grapple.held))
    assert all(times == 1 for times in held.values()), state.grapples
    assert len(set(state.acted)) == len(state.acted)


def _require_settled(state: TexState) -> None:
    """Between steps: hands are full, tests are between people who are up, nobody is in two of them."""
    tests = collections.Counter(attempt.pc for attempt in state.attempts)
    tests.update(attempt.npc for attempt in state.attempts if attempt.npc and state.is_even(attempt))
    assert all(number == 1 for number in tests.values())
    for pc in state.pcs:
        attempt = state.attempt_of(pc.id)
        assert attempt is None or state.phase is Phase.RUNNING
        if state.phase is Phase.RUNNING and pc.condition is not Condition.GONE:
            laid = attempt is not None and bool(attempt.card if attempt.pc == pc.id else attempt.flip)
            helping = sum(each.helper == pc.id for each in state.attempts)
            out = state.owed.count(pc.id) + laid + helping + bool(pc.offered)
            assert len(pc.hand) + out == pc.will, pc.name
    for attempt in state.attempts:
        assert all(state.fighter(who).is_up for who in (attempt.pc, attempt.npc) if who)
        assert state.is_even(attempt) or bool(attempt.flip) == bool(attempt.card)
        assert attempt.bonus.total == sum(part.value for part in attempt.bonus.parts)
    for flight in state.flights:
        assert state.fighter(flight.runner).is_up
    if state.phase is Phase.RUNNING:
        assert any(pc.is_up for pc in state.pcs)
        assert is_aftermath(state) or any(enemy.is_up for enemy in state.enemies)


def _require_event_adds_up(before: TexState, event: Event) -> None:
    """What an event says is what the numbers before it lead to."""
    match event:
        case e.AttemptDecided():
            attempt = event.attempt
            cards = (attempt.card, attempt.push), (attempt.flip, attempt.counter)
            sides = [sum(before.value(card) for card in side if card) for side in cards]
            own, against = (
                min(total, before.house.bust_over) if _never_busts(attempt, who) else total
                for total, who in zip(sides, (attempt.pc, attempt.npc), strict=True)
            )
            _require_sum(event.score, own + attempt.bonus.total - _injuries(before, attempt.pc))
            _require_sum(event.opposition, against + attempt.difficulty.total - _injuries(before, attempt.npc))
            if event.is_bust:
                assert not event.is_success
            if event.is_dealer_bust and not event.is_bust:
                assert event.is_success
            if not event.is_bust and not event.is_dealer_bust:
                wins = event.score.total > event.opposition.total
                is_tie = event.score.total == event.opposition.total
                against_dealer = not before.is_even(attempt) and not before.is_clash(attempt)
                is_alone = before.is_clash(attempt) and attempt.npc is None  # an NPC called for a check
                ties = is_alone or (against_dealer and before.house.ties == "pc")
                assert event.is_success is (wins or (is_tie and ties))
        case e.GritLost():
            assert event.lost >= 0
            assert event.lost + event.left == before.fighter(event.who).grit
            assert event.lost <= max(0, event.damage.total)
        case e.WoeGained():
            assert event.woe == before.woe + 1
        case e.CardDrawn():
            assert Viewer(combatants=frozenset({event.who})).may_know(event.audience)
            assert not Viewer(gm=True).may_know(event.audience), "not even the Dealer"
        case e.CardPlayed():
            assert event.card in before.fighter(event.who).hand
        case _:
            pass


def _never_busts(attempt: Attempt, who: CombatantId | None) -> bool:
    """Whether a Trait of the ready characters caps his cards (TXF-15)."""
    return any(claim.who == who and claim.trait in ("iron-grip", "pickpocket") for claim in attempt.claims)


def _injuries(state: TexState, who: CombatantId | None) -> int:
    """What a PC's Injury costs; an NPC's is part of its rating (TXD-21)."""
    fighter = state.find(who)
    if fighter is None or not fighter.is_pc:
        return 0
    return min(MOST_PENALTY, fighter.injury * state.house.injury_penalty)


def _require_sum(tally: Tally, expected: int) -> None:
    assert tally.total == sum(part.value for part in tally.parts) == expected
