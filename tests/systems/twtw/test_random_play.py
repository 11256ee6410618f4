"""Random fights keep what the rules promise at every step: cards, points, aims, fields, turns."""

import pytest

from rules.core.audience import PUBLIC
from rules.core.command import GoOn
from rules.core.view import Phase
from rules.systems.twtw import TWTW
from rules.systems.twtw.arcs import Mode
from rules.systems.twtw.fields import is_clear, lies, trained_gun
from rules.systems.twtw.library import scenes
from rules.systems.twtw.state import Stage, TwtwState
from rules.systems.twtw.turns import current
from tests.contracts.ruleset_play import Game, play_on, started
from tests.systems.twtw.table import require_all_cards

MOST = 20  # action points that anybody ever has, by the Judge's word


def require_sound(state: TwtwState) -> None:
    """What holds after every step."""
    require_all_cards(state)
    for fighter in state.fighters:
        assert 0 <= fighter.points <= MOST
        assert all(shots >= 0 for shots in fighter.shots.values())
        if fighter.aims_at is None:
            continue
        assert fighter.is_up
        assert not fighter.is_hidden
        weapon, target = trained_gun(fighter), state.find(fighter.aims_at)
        assert weapon is not None
        if target is not None:  # TW-A7: nobody keeps an aim at a target outside the field
            assert not is_clear(state.house, weapon.arc, lies(state, fighter, target.spot)), (fighter.id, target.id)
    assert state.attack is None or state.phase is Phase.RUNNING
    if state.going is not None:
        mover = state.fighter(state.going.who)
        assert mover.paces == state.going.at
        assert state.stage is Stage.MOVES
        assert state.going.due <= mover.points
    elif state.phase is Phase.RUNNING and state.attack is None:
        whose = current(state)
        assert whose is None or (whose.is_at_hand and whose.points > 0)


@pytest.mark.parametrize("scene", list(scenes()))
@pytest.mark.parametrize("seed", range(4))
def test_random_fights_keep_their_promises(scene: str, seed: int) -> None:
    """TW-1.5."""
    game = started(TWTW, 3000 + seed, scene=scene)
    for _ in play_on(game, 150, gm_acts=0.06 * (seed % 2)):
        require_sound(game.state)
    require_sound(game.state)


@pytest.mark.parametrize("seed", range(6))
def test_npcs_left_to_themselves_fight_it_out(seed: int) -> None:
    """Nobody decides anything: every fight comes to a winner by itself, or both sides are still at it."""
    game = started(TWTW, 4000 + seed)
    for _ in range(300):
        if game.phase is not Phase.RUNNING:
            break
        game.do(GoOn(prompts=tuple(each.id for each in TWTW.prompts(game.state))))
        require_sound(game.state)
    assert game.phase is Phase.OVER
    assert game.state.winner is not None


def test_all_three_modes_and_every_kind_of_ruling_are_played() -> None:
    """The random fights above are worth something: together they see moves, aims lost, early shots, hits and misses."""
    seen: set[str] = set()
    modes: set[Mode] = set()
    for seed, scene in enumerate(scenes()):
        game: Game = started(TWTW, 3500 + seed, scene=scene)
        modes.add(game.state.house.mode)
        for _ in play_on(game, 150):
            pass
        seen |= {type(event).__name__ for _, _, events in game.log for event in events}
        assert all(TWTW.words(event, game.state, PUBLIC) != "" for _, _, events in game.log for event in events)
    assert modes == set(Mode)
    assert seen >= {"MoveEnded", "AimLost", "AttackRuled", "HitLanded", "Wounded", "InitiativeDrawn", "FieldCentred"}
