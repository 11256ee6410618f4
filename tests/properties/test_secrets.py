"""No word that leaves the Referee tells anybody what he may not know yet: three hundred random fights."""

import random
from collections.abc import Sequence

import pytest

from rules import telling
from rules.core.audience import PUBLIC, Viewer
from rules.core.codec import encode
from rules.store.protocol import Message
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.engine import Texarkana
from rules.systems.texarkana.events import AttemptDecided
from rules.systems.texarkana.state import TexState
from tests.contracts.ruleset_play import GM, Game, legal_options, play_on, random_choices, started
from tests.contracts.ruleset_twins import require_same_answers
from tests.properties.evening import Evening
from tests.properties.mutants import MUTANTS, LoudWords, NosyRefusals, OpenOptions, TellingRules
from tests.properties.secrecy import Leak, brief
from tests.properties.unknowable import other_opposition, otherwise

FIGHTS = 15  # of each seed: 300 together
SEEDS = range(20)
STEPS = 20


async def evenings(ruleset: Texarkana, seeds: Sequence[int], steps: int = STEPS) -> list[Evening]:
    """So many fights, played."""
    played = []
    for seed in seeds:
        evening = Evening(seed, ruleset)
        await evening.play(steps)
        played.append(evening)
    return played


@pytest.mark.parametrize("seed", SEEDS)
async def test_nothing_reaches_anybody_who_may_not_know_it(seed: int) -> None:
    played = await evenings(TEXARKANA, range(seed * FIGHTS, (seed + 1) * FIGHTS))
    leaks = [leak for evening in played for leak in evening.leaks]
    assert not leaks, brief(leaks)
    assert sum(evening.steps for evening in played) > 10 * FIGHTS
    assert sum(evening.refusals for evening in played) > FIGHTS


@pytest.mark.parametrize("mutant", MUTANTS)
async def test_a_system_with_a_hole_in_it_is_caught(mutant: type[Texarkana]) -> None:
    leaks = [leak for evening in await evenings(mutant(), range(6)) for leak in evening.leaks]
    assert leaks


async def test_private_news_sent_to_the_channel_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    news = telling.messages

    def to_the_channel(*args: object) -> tuple[Message, ...]:
        told = news(*args)  # type: ignore[arg-type]  # passed on as they came
        return tuple(
            Message(fight=each.fight, seq=each.seq, kind="line", text=each.text) if each.kind == "dm" else each
            for each in told
        )

    monkeypatch.setattr("rules.recording.messages", to_the_channel)
    leaks = [leak for evening in await evenings(TEXARKANA, range(6)) for leak in evening.leaks]
    assert any(leak.where == "a line" for leak in leaks)


async def test_names_ids_and_ratings_of_the_hidden_are_searched_for_too() -> None:
    leaks: list[Leak] = [leak for each in await evenings(MUTANTS[1](), range(6)) for leak in each.leaks]
    tokens = {leak.token for leak in leaks}
    assert tokens & {"Quillbane", "Vexmoor"}
    assert any(token.startswith(("Pistols", "Clubs")) for token in tokens)


@pytest.mark.parametrize("seed", range(6))
def test_who_cannot_tell_two_states_apart_is_told_offered_and_refused_the_same(seed: int) -> None:
    _require_alike_all_the_way(TEXARKANA, [seed], gm_acts=0.12)


@pytest.mark.parametrize("mutant", [OpenOptions, NosyRefusals, TellingRules, LoudWords])
def test_answers_that_depend_on_what_is_hidden_are_caught(mutant: type[Texarkana]) -> None:
    with pytest.raises(AssertionError):
        _require_alike_all_the_way(mutant(), range(4))


def _require_alike_all_the_way(ruleset: Texarkana, seeds: Sequence[int], *, gm_acts: float = 0.0) -> None:
    for seed in seeds:
        chance = random.Random(seed)
        game = started(ruleset, seed)
        for number, _ in enumerate(play_on(game, 80, gm_acts=gm_acts)):
            if number % 5 == 4:
                for viewer in (*game.viewers[1:], PUBLIC):
                    _require_alike(game, otherwise(game.state, viewer, chance), viewer, chance)


def _require_alike(game: Game, other: TexState, viewer: Viewer, chance: random.Random) -> None:
    ruleset = game.ruleset
    twin = Game(
        ruleset=ruleset, chance=game.chance, name=game.name, state=other, opened=other, pcs=game.pcs, log=game.log
    )
    assert encode(ruleset.view(game.state, viewer)) == encode(ruleset.view(other, viewer)), viewer
    if not viewer.gm:
        assert ruleset.prompts(game.state) == ruleset.prompts(other)
    require_same_answers(game, twin, viewer)
    for event in game.log[-1][2]:
        told = event
        if isinstance(event, AttemptDecided) and not viewer.gm:
            told = other_opposition(event, chance)
        assert ruleset.words(event, game.state, viewer) == ruleset.words(told, other, viewer), event


def test_the_dealer_is_offered_no_card_of_a_player() -> None:
    game = started(TEXARKANA, 3)
    for _ in play_on(game, 60):
        for pc in game.pcs:
            for option in TEXARKANA.options(game.state, pc, GM):
                assert not any(slot.choices for slot in option.slots if slot.name == "card")
        for option in legal_options(game):
            random_choices(game, option)
