"""What every rule system promises of a game master's own scenes: read by the line, kept, laid out, no secret told."""

import msgspec
import pytest

from rules.core.audience import PUBLIC
from rules.core.combatant import Side
from rules.core.command import Enter, LayOut, Start
from rules.core.dice import ScriptedDice
from rules.core.ids import CombatantId
from rules.core.refusal import Illegal
from rules.core.ruleset import Setup
from rules.core.scene_text import LONGEST_LINE, MOST_LINES, MOST_NPCS, MOST_PLACES
from rules.core.scenes import OwnScenes, Pasted
from rules.core.values import replace
from rules.core.view import Phase
from rules.registry import RULESETS
from tests.contracts.ruleset_contract import positions
from tests.contracts.ruleset_play import GM, AnyRuleset, Game, folded, lobby

ANA = CombatantId("c5")


@pytest.fixture(params=RULESETS, ids=lambda ruleset: ruleset.id)
def ruleset(request: pytest.FixtureRequest) -> AnyRuleset:
    found: AnyRuleset = request.param
    return found


def own(ruleset: AnyRuleset) -> OwnScenes[object]:
    assert ruleset.own_scenes is not None
    return ruleset.own_scenes


def read(ruleset: AnyRuleset, text: str) -> Pasted:
    return own(ruleset).read(text, ruleset.empty())


def opened(ruleset: AnyRuleset, scene: str) -> object:
    return folded(ruleset, ruleset.empty(), ruleset.open(Setup(own=scene), ScriptedDice()))


def names(ruleset: AnyRuleset, state: object, viewer: object = GM) -> list[str]:
    return [each.name for each in ruleset.view(state, viewer).combatants]  # type: ignore[arg-type]  # a Viewer


def with_ana(ruleset: AnyRuleset, state: object) -> object:
    ready = next(each.key for each in ruleset.templates if each.is_ready_character)
    enter = Enter(combatant=ANA, name="Ana", side=Side.POSSE, template=ready)
    return folded(ruleset, state, ruleset.decide(state, enter, ScriptedDice()))


def laid_out(ruleset: AnyRuleset, state: object, scene: str) -> object:
    return folded(ruleset, state, ruleset.decide(state, LayOut(scene=scene), ScriptedDice()))


def place(ruleset: AnyRuleset) -> str:
    """The line of the example that names the first place."""
    first = ruleset.view(opened(ruleset, read(ruleset, own(ruleset).example).scene), GM).places[0].name
    return next(line for line in own(ruleset).example.splitlines() if line.startswith(first))


# ---- reading


def test_every_line_of_the_example_is_understood(ruleset: AnyRuleset) -> None:
    text = own(ruleset).example
    said = [number for number, line in enumerate(text.splitlines(), start=1) if not line.startswith("#")]
    pasted = read(ruleset, text)
    assert pasted.faults == ()
    assert [each.line for each in pasted.understood] == said
    assert pasted.scene


def test_the_example_brings_four_of_whom_one_is_hidden(ruleset: AnyRuleset) -> None:
    state = opened(ruleset, read(ruleset, own(ruleset).example).scene)
    assert len(names(ruleset, state)) == 4
    assert len(names(ruleset, state, PUBLIC)) == 3


@pytest.mark.parametrize(
    ("line", "wrong", "right"),
    [
        ("2 Gunmen in the moon", "“Gunmen”", "there are"),
        ("what is this", "“what is this”", "a place is written"),
        ("Teir: fists", "“Teir: fists”", "a place is written"),
        ("Opening:", "opening", "would be right"),
    ],
)
def test_a_line_that_is_not_understood_is_told_by_its_number_with_what_would_be_legal(
    ruleset: AnyRuleset, line: str, wrong: str, right: str
) -> None:
    pasted = read(ruleset, f"{own(ruleset).example}\n{line}")
    number = len(own(ruleset).example.splitlines()) + 2
    assert [each.line for each in pasted.faults] == [number]
    assert wrong in pasted.faults[0].said
    assert right in pasted.faults[0].said
    assert not pasted.scene


def test_somebody_who_stands_nowhere_or_holds_what_is_not_is_a_fault(ruleset: AnyRuleset) -> None:
    npc = next(each for each in ruleset.templates if not each.is_ready_character).name
    text = f"{place(ruleset)}\n{npc} in Nowhere At All\n{npc}, with a ray gun"
    faults = [each for each in read(ruleset, text).faults if each.line > 1]
    assert [each.line for each in faults] == [2, 3]
    assert "Nowhere At All" in faults[0].said
    assert "a ray gun" in faults[1].said


def test_a_name_of_a_hundred_characters_serves_and_a_longer_one_does_not(ruleset: AnyRuleset) -> None:
    npc = next(each for each in ruleset.templates if not each.is_ready_character).name
    text = f"{place(ruleset)}\n{npc} as {{}}"
    assert names(ruleset, opened(ruleset, read(ruleset, text.format("x" * 100)).scene)) == ["x" * 100]
    (fault,) = read(ruleset, text.format("x" * 101)).faults
    assert "1 to 100 characters" in fault.said


def test_there_is_an_end_to_lines_places_and_people(ruleset: AnyRuleset) -> None:
    npc = next(each for each in ruleset.templates if not each.is_ready_character).name
    many = read(ruleset, "\n".join(["x"] * 1000))
    assert str(MOST_LINES) in many.faults[-1].said
    assert len(many.faults) == MOST_LINES + 1
    assert str(MOST_NPCS) in read(ruleset, f"{place(ruleset)}\n{MOST_NPCS + 1} {npc}").faults[0].said
    assert (
        len(names(ruleset, opened(ruleset, read(ruleset, f"{place(ruleset)}\n{MOST_NPCS} {npc}").scene))) == MOST_NPCS
    )
    assert "not 0 of them" in read(ruleset, f"{place(ruleset)}\n0 {npc}").faults[0].said
    first = ruleset.view(opened(ruleset, read(ruleset, place(ruleset)).scene), GM).places[0].name
    several = [place(ruleset).replace(first, f"Room {number}", 1) for number in range(MOST_PLACES + 2)]
    said = [each.said for each in read(ruleset, "\n".join(several)).faults]
    assert said
    assert all(str(MOST_PLACES) in each for each in said)
    assert str(LONGEST_LINE) in read(ruleset, "x" * 4000).faults[0].said


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n\n",
        "# only this",
        "@everyone - <@&1> (sees)",
        "\u202eelpmaxe\u202c at 3 m",
        "\u0000\u200b",
        "(((((((((",
        ")(: - : at - (sees): at",
        "-" * 400,
        "a - " * 99,
        "9999999999999 x in y",
        "Scene: \u200b",
        '"" in ""',
        "1 2 3 4",
        "Start: 999999 N of nobody",
        "x at 99999999999999999999 m",
        "x at -1, 1" * 30,
        "Place:",
        "Place: ()",
        "🐎 - 🐴 (🤠)",
        "a\u2028b\u0085c",
        "İ at İ, İ",
    ],
)
def test_whatever_is_pasted_is_read_or_told_and_a_scene_that_is_read_can_be_laid_out(
    ruleset: AnyRuleset, text: str
) -> None:
    pasted = read(ruleset, text)
    assert bool(pasted.scene) != bool(pasted.faults)
    if pasted.scene:
        assert ruleset.phase(opened(ruleset, pasted.scene)) is Phase.LOBBY


# ---- keeping


def test_a_kept_scene_is_laid_out_as_it_was(ruleset: AnyRuleset) -> None:
    state = opened(ruleset, read(ruleset, own(ruleset).example).scene)
    again = opened(ruleset, own(ruleset).keep(state, "Once more"))
    before, after = ruleset.view(state, GM), ruleset.view(again, GM)
    assert after.places == before.places
    shown, was = ([replace(each, details="") for each in seen.combatants] for seen in (after, before))
    assert shown == was, "but for the order in which they carry things"
    assert after.headline == before.headline.replace(before.headline.partition(":")[0], "Once more")


def test_whatever_a_fight_has_come_to_its_place_can_be_kept_and_laid_out(ruleset: AnyRuleset) -> None:
    for game in positions(ruleset)[::25]:
        kept = own(ruleset).keep(game.state, "The last stand")
        state = opened(ruleset, kept)
        again = own(ruleset).keep(state, "The last stand")
        assert own(ruleset).keep(opened(ruleset, again), "The last stand") == again
        npcs = {each.id for each in ruleset.view(game.state, GM).combatants if each.is_npc}
        assert len(names(ruleset, state)) <= len(npcs)
        assert not any(each.is_out for each in ruleset.view(state, GM).combatants)


def test_every_ready_scene_can_be_kept_and_is_then_for_several(ruleset: AnyRuleset) -> None:
    for scene in ruleset.scenes:
        state = folded(ruleset, ruleset.empty(), ruleset.open(Setup(scene=scene.key), ScriptedDice()))
        again = opened(ruleset, own(ruleset).keep(state, scene.label))
        assert ruleset.alone(again) == ""
        before, after = ruleset.view(state, GM), ruleset.view(again, GM)
        assert after.places == before.places
        assert [(each.name, each.side, each.state) for each in after.combatants] == [
            (each.name, each.side, each.state) for each in before.combatants
        ]


@pytest.mark.parametrize(
    "spoilt",
    ["", "{}", "[]", '{"schema":1,"scene":{}}', '{"schema":0,"scene":{"name":"x"}}', '{"schema":1,"scene":"\\u0000"}'],
)
def test_a_kept_scene_that_does_not_hold_together_is_refused(ruleset: AnyRuleset, spoilt: str) -> None:
    with pytest.raises(Illegal) as refused:
        opened(ruleset, spoilt or "nothing")
    assert refused.value.refusal.code == "SCENE_BROKEN"


def test_a_kept_scene_of_a_newer_program_is_refused_and_one_without_its_people_or_places_too(
    ruleset: AnyRuleset,
) -> None:
    kept = msgspec.json.decode(read(ruleset, own(ruleset).example).scene)
    newer = {**kept, "schema": ruleset.schema + 1}
    strangers = [{**npc, "template": "nobody-at-all"} for npc in kept["scene"]["npcs"]]
    twins = [{**npc, "id": "n1"} for npc in kept["scene"]["npcs"]]
    for code, spoilt in (
        ("NEWER_PROGRAM", newer),
        ("SCENE_BROKEN", {**kept, "scene": {**kept["scene"], "npcs": strangers}}),
        ("SCENE_BROKEN", {**kept, "scene": {**kept["scene"], "npcs": twins}}),
    ):
        with pytest.raises(Illegal) as refused:
            opened(ruleset, msgspec.json.encode(spoilt).decode())
        assert refused.value.refusal.code == code


# ---- laying out


def test_a_scene_takes_the_place_of_the_one_there_and_the_players_stay(ruleset: AnyRuleset) -> None:
    scene = read(ruleset, own(ruleset).example).scene
    before = with_ana(ruleset, folded(ruleset, ruleset.empty(), ruleset.open(Setup(), ScriptedDice())))
    after = laid_out(ruleset, before, scene)
    begun = with_ana(ruleset, opened(ruleset, scene))
    assert sorted(names(ruleset, after)) == sorted(names(ruleset, begun))
    assert ruleset.view(after, GM).places == ruleset.view(begun, GM).places
    mine = next(each for each in ruleset.view(after, GM).combatants if each.id == ANA)
    assert mine == next(each for each in ruleset.view(begun, GM).combatants if each.id == ANA)


def test_a_scene_laid_out_twice_is_there_once(ruleset: AnyRuleset) -> None:
    scene = read(ruleset, own(ruleset).example).scene
    once = laid_out(ruleset, with_ana(ruleset, opened(ruleset, scene)), scene)
    twice = laid_out(ruleset, once, scene)
    assert ruleset.view(twice, GM) == ruleset.view(once, GM)


def test_who_of_a_scene_is_called_like_a_player_gets_a_number(ruleset: AnyRuleset) -> None:
    npc = next(each for each in ruleset.templates if not each.is_ready_character).name
    scene = read(ruleset, f"{place(ruleset)}\n{npc} as Ana").scene
    before = with_ana(ruleset, folded(ruleset, ruleset.empty(), ruleset.open(Setup(), ScriptedDice())))
    assert sorted(names(ruleset, laid_out(ruleset, before, scene))) == ["Ana", "Ana 2"]


def test_once_the_fight_has_begun_no_scene_is_laid_out(ruleset: AnyRuleset) -> None:
    scene = read(ruleset, own(ruleset).example).scene
    game: Game = lobby(ruleset, 3)
    game.do(Start())
    with pytest.raises(Illegal) as refused:
        ruleset.decide(game.state, LayOut(scene=scene), ScriptedDice())
    assert refused.value.refusal.code == "ALREADY_STARTED"
    assert "lobby" in (ruleset.words(refused.value.refusal, game.state, GM) or "")


# ---- secrets


def test_who_is_hidden_in_a_scene_is_told_and_shown_to_the_game_master_alone(ruleset: AnyRuleset) -> None:
    scene = read(ruleset, own(ruleset).example).scene
    before = with_ana(ruleset, folded(ruleset, ruleset.empty(), ruleset.open(Setup(), ScriptedDice())))
    for events, start in (
        (ruleset.open(Setup(own=scene), ScriptedDice()), ruleset.empty()),
        (ruleset.decide(before, LayOut(scene=scene), ScriptedDice()), before),
    ):
        state = folded(ruleset, start, events)
        (hidden,) = set(names(ruleset, state)) - set(names(ruleset, state, PUBLIC))
        said = [ruleset.words(event, state, PUBLIC) or "" for event in events]
        assert not any(hidden in line for line in said)
        assert any(hidden in (ruleset.words(event, state, GM) or "") for event in events)
        again = ruleset.decide(state, LayOut(scene=scene), ScriptedDice())
        gone = folded(ruleset, state, again)
        assert not any(hidden in (ruleset.words(event, gone, PUBLIC) or "") for event in again)
