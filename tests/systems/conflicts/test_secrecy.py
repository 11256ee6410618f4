"""What is sealed or hidden reaches nobody else: looked for in every view, option and word of random fights."""

from collections.abc import Iterator

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.codec import encode
from rules.core.combatant import Side
from rules.core.command import Enter, GoOn
from rules.core.ids import CombatantId
from rules.core.view import Phase
from rules.systems.conflicts import CONFLICTS, commands as c
from rules.systems.conflicts.state import Stage
from tests.contracts.ruleset_play import Game, play_on, random_legal, started
from tests.systems.conflicts.table import fight, npc, pc as player, performing, strike, who

MARK = "xyzzy-under-the-table"
HIDDEN = "Quillon"
STEPS = 40


def others(game: Game, mine: CombatantId) -> tuple[Viewer, ...]:
    """A stranger, the GM, and all players but this one."""
    return (PUBLIC, Viewer(gm=True), *(game.player(pc) for pc in game.pcs if pc != mine))


def texts(game: Game, viewer: Viewer) -> Iterator[str]:
    """Everything that this viewer can read of a game as it stands, and of its last step."""
    yield encode(CONFLICTS.view(game.state, viewer)).decode()
    for actor in game.everybody:
        yield encode(CONFLICTS.options(game.state, actor, viewer)).decode()
    for event in game.log[-1][2]:
        yield CONFLICTS.words(event, game.state, viewer) or ""


@pytest.mark.parametrize("seed", range(6))
def test_c2d_05_a_sealed_plan_is_read_by_its_owner_alone_until_all_have_declared(seed: int) -> None:
    game = started(CONFLICTS, 4000 + seed)
    marked = 0
    for _ in range(STEPS):
        if game.phase is not Phase.RUNNING:
            break
        for pc in game.pcs:
            command = c.Handle(actor=pc, how=f"{MARK}-{pc}")
            is_first = game.state.stage is Stage.DECLARING and not game.state.fighter(pc).plans
            if is_first and game.refusal(command) is None:
                game.do(command)
                marked += 1
                for viewer in others(game, pc):
                    assert not any(command.how in text for text in texts(game, viewer)), (pc, viewer)
                assert any(command.how in text for text in texts(game, game.player(pc)))
        game.do(random_legal(game))
    assert marked


@pytest.mark.parametrize("seed", range(6))
def test_whoever_is_hidden_is_named_to_nobody_but_the_gm(seed: int) -> None:
    game = started(CONFLICTS, 5000 + seed)
    unseen = CombatantId("quillon-himself")
    game.do(Enter(combatant=unseen, name=HIDDEN, side=Side.ENEMY, template="sniper", hidden=True))
    looked = 0
    for _ in play_on(game, STEPS):
        if not game.log or not game.state.fighter(unseen).is_hidden:
            continue
        for viewer in (PUBLIC, *(game.player(pc) for pc in game.pcs)):
            for text in texts(game, viewer):
                assert HIDDEN not in text
                assert unseen not in text
        looked += 1
    assert looked


def test_whoever_acts_next_from_hiding_is_named_to_nobody_but_the_gm() -> None:
    """An attack waits for Ana's word, and after it comes the action of somebody whom she never saw."""
    quillon = npc("quillon", is_hidden=True)
    table = performing(quillon, player(asks=True), npc(), plans={}, strikes=(strike("bart", "ana"),))
    mine = Viewer(combatants=frozenset({who("ana")}))
    options = CONFLICTS.options(table.state, who("ana"), mine)
    assert options
    assert "quillon" not in encode(options).decode()
    assert all(CONFLICTS.stands(table.state, each.actor, each.moment) for each in options)


@pytest.mark.parametrize("key", ["strength", "reflexes", "will", "skill-fire", "armour", "load"])
def test_an_npcs_numbers_change_nothing_that_a_player_sees(key: str) -> None:
    """Before anything is rolled by them."""
    first, second = fight(), fight()
    value = {"armour": "mail-shirt"}.get(key, "5")
    second.amend(key, value, "bart")
    mine = Viewer(combatants=frozenset({who("ana")}))
    assert CONFLICTS.view(first.state, mine) == CONFLICTS.view(second.state, mine)
    assert CONFLICTS.options(first.state, who("ana"), mine) == CONFLICTS.options(second.state, who("ana"), mine)


def test_the_search_finds_what_it_looks_for() -> None:
    """Shown to all, the mark is found: the search would notice a leak."""
    game = started(CONFLICTS, 4100)
    for pc in game.pcs:
        game.do(c.Handle(actor=pc, how=MARK))
        game.do(c.Handle(actor=pc, how=MARK))
    for prompt in CONFLICTS.prompts(game.state):
        game.do(GoOn(prompts=(prompt.id,)))
    assert any(MARK in text for text in texts(game, PUBLIC))
