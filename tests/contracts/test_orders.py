"""Standing orders, in every registered system: each serves wherever a player is awaited, and nobody is waited for."""

import pytest

from rules.core.audience import PUBLIC
from rules.core.codec import encode
from rules.core.command import GoOn
from rules.core.ids import CombatantId
from rules.core.orders import ELSE
from rules.core.prompt import Prompt
from rules.core.view import Phase
from rules.registry import RULESETS
from tests.contracts.ruleset_contract import some
from tests.contracts.ruleset_play import AnyRuleset, Game, started

ENOUGH = 60  # steps by orders until somebody else is awaited, or the fight goes on without end


@pytest.fixture(params=RULESETS, ids=lambda ruleset: ruleset.id)
def ruleset(request: pytest.FixtureRequest) -> AnyRuleset:
    found: AnyRuleset = request.param
    return found


def owed(game: Game, those: frozenset[CombatantId]) -> list[Prompt]:
    """What holds the fight up and is these combatants' to decide."""
    if game.phase is not Phase.RUNNING:
        return []
    return [each for each in game.ruleset.prompts(game.state) if each.blocks and each.whom in those]


def test_orders_have_labels_and_notes_that_fit_into_discord_and_else_is_among_them(ruleset: AnyRuleset) -> None:
    offered = ruleset.orders(ruleset.empty())
    assert ELSE in {each.key for each in offered}
    assert all(0 < len(each.label) + len(f" – {each.note}") <= 100 for each in offered)


def test_every_order_is_legal_wherever_a_player_is_awaited(ruleset: AnyRuleset) -> None:
    tried: set[str] = set()
    for game in some(ruleset, 150):
        pcs = frozenset(game.pcs)
        for prompt in owed(game, pcs):
            for order in ruleset.orders(game.state):
                command = ruleset.by_orders(game.state, prompt, order.key)
                assert game.refusal(command) is None, f"{order.key}: {prompt.what}"
                tried.add(order.key)
    assert tried == {each.key for each in ruleset.orders(ruleset.empty())}


def test_where_all_are_away_nobody_is_waited_for(ruleset: AnyRuleset) -> None:
    for seed in range(4):
        for order in ruleset.orders(ruleset.empty()):
            game = started(ruleset, seed)
            pcs = frozenset(game.pcs)
            for _ in range(6):
                for _ in range(ENOUGH):
                    mine = owed(game, pcs)
                    if not mine:
                        break
                    game.do(ruleset.by_orders(game.state, mine[0], order.key))
                assert not owed(game, pcs), f"{order.key} comes to no end"
                if game.phase is not Phase.RUNNING:
                    break
                game.do(GoOn(prompts=tuple(each.id for each in ruleset.prompts(game.state))))


def test_what_is_done_by_orders_is_told_to_everybody_or_is_what_stands_after_else(ruleset: AnyRuleset) -> None:
    for seed in range(12):
        for order in ruleset.orders(ruleset.empty()):
            game = started(ruleset, seed)
            for _ in range(40):
                mine = owed(game, frozenset(game.pcs))
                if game.phase is not Phase.RUNNING:
                    break
                if not mine:
                    game.do(GoOn(prompts=tuple(each.id for each in ruleset.prompts(game.state))))
                    continue
                command = ruleset.by_orders(game.state, mine[0], order.key)
                events = game.do(command)
                said = [line for event in events if (line := ruleset.words(event, game.state, PUBLIC))]
                assert said or isinstance(command, GoOn), f"{order.key}: {mine[0].what} (else {mine[0].otherwise})"


def test_an_order_changes_nothing_by_being_asked_about(ruleset: AnyRuleset) -> None:
    for game in some(ruleset, 20):
        before = encode(game.state)
        for prompt in owed(game, frozenset(game.pcs)):
            for order in ruleset.orders(game.state):
                first = ruleset.by_orders(game.state, prompt, order.key)
                assert ruleset.by_orders(game.state, prompt, order.key) == first
        assert encode(game.state) == before
