"""What the Judge sets, the lobby, positions by word, falls, smoke, first aid; what everybody sees and is told."""

import re
from pathlib import Path

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.combatant import Side
from rules.core.command import Amend, Enter, Finish, Leave, PlaceThere, Start
from rules.core.dice import SeededDice, TypedDice
from rules.core.event import Event
from rules.core.ids import RuleId
from rules.core.reference import find_rule
from rules.core.refusal import Illegal, Refusal
from rules.core.ruleset import Setup
from rules.core.speech import TABLE_CODES
from rules.core.view import Phase
from rules.systems import twtw
from rules.systems.twtw import TWTW, events as e
from rules.systems.twtw.apply.apply import APPLY
from rules.systems.twtw.arcs import Mode
from rules.systems.twtw.cards import card, cards, in_order
from rules.systems.twtw.commands import Fire, Move, Treat
from rules.systems.twtw.house import SWITCHES
from rules.systems.twtw.library import characters, scenes, stat_blocks
from rules.systems.twtw.refusals import WHAT_IS_WRONG
from rules.systems.twtw.rulebook import rules
from rules.systems.twtw.state import Condition, House, Stage
from tests.systems.twtw.table import (
    JUDGE,
    Table,
    aiming,
    all_of,
    at,
    calamity,
    enemy,
    fighter,
    only,
    showing,
    table,
    who,
)

HANK, BART = who("hank"), who("bart")


def opened(scene: str = "", **house: str) -> Table:
    game = Table(TWTW.empty())
    for event in TWTW.open(Setup(scene=scene, house=house), SeededDice(b"test", b"open")):
        game.state = TWTW.apply(game.state, event)
    return game


# ---- the lobby


def test_there_are_six_scenes_and_six_ready_characters_the_seeds_among_them() -> None:
    """TW-2.40, TW-2.41, TW-2.43, TW-2.44, TW-OQ-24."""
    assert len([scene for scene in scenes().values() if not scene.alone]) == 6
    assert len(characters()) == 6
    assert {"miranda", "cyril", "hank"} <= set(characters())
    assert {"angus", "henchman", "francisco"} <= set(stat_blocks())
    assert {scene.mode for scene in scenes().values()} == set(Mode)
    assert characters()["miranda"].move == 9


@pytest.mark.parametrize("scene", list(scenes()))
@pytest.mark.parametrize("mode", list(Mode))
def test_every_scene_can_be_played_in_every_mode(scene: str, mode: Mode) -> None:
    game = opened(scene, mode=mode)
    game.do(Enter(combatant=who("ada"), name="Ada", side=Side.POSSE, template="miranda"))
    game.freely(Start())
    assert game.state.phase is Phase.RUNNING
    assert game.state.house.mode is mode
    assert len({each.spot for each in game.state.fighters}) == len(game.state.fighters)


def test_the_stand_off_is_laid_out_as_the_seed_tells_it() -> None:
    game = opened("standoff")
    game.do(Enter(combatant=who("miranda"), name="Miranda", side=Side.POSSE, template="miranda"))
    assert game["miranda"].spot == at(0, 10)
    assert game["angus"].spot == at(0, 0)
    assert game["goon"].spot == at(-1, 0)


@pytest.mark.parametrize(
    ("switch", "value"), [(switch.key, each.key) for switch in SWITCHES.values() for each in switch.readings]
)
def test_every_switch_can_be_set_to_each_of_its_values(switch: str, value: str) -> None:
    """TW-OQ-36."""
    assert str(getattr(opened(**{switch: value}).state.house, switch)) == value


def test_the_usual_reading_of_each_switch_is_the_default() -> None:
    for switch in TWTW.house(None):
        assert str(getattr(House(), switch.key)) == switch.usual
        assert find_rule(TWTW.rules, switch.rule) is not None
    assert {switch.key: switch.now for switch in TWTW.house(opened("street").state)}["mode"] == "hex"


def test_every_field_of_the_house_is_a_switch() -> None:
    assert set(SWITCHES) == set(House.__struct_fields__)


def test_an_unknown_switch_or_scene_is_refused_with_what_there_is() -> None:
    with pytest.raises(Illegal) as refused:
        opened(mode="sideways")
    assert "gridless" in refused.value.refusal.hint
    with pytest.raises(Illegal) as unknown:
        opened("moon")
    assert "standoff" in unknown.value.refusal.hint


def test_a_fight_needs_somebody_on_either_side() -> None:
    game = opened("bead")
    assert game.refusal(Start()).code == "NO_POSSE"
    game.do(Enter(combatant=HANK, name="Hank", side=Side.POSSE, template="hank"))
    game.do(Leave(combatant=who("francisco")))
    assert game.refusal(Start()).code == "NO_ENEMIES"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"combatant": "angus"}, "ID_TAKEN"),
        ({"template": "nobody"}, "NO_SUCH_TEMPLATE"),
        ({"where": "nowhere"}, "NO_SUCH_PLACE"),
        ({"side": Side.ENEMY}, "PC_OF_OTHER_SIDE"),
        ({"hidden": True}, "PC_HIDDEN"),
    ],
)
def test_what_is_wrong_with_an_entry_is_said(changes: dict[str, object], code: str) -> None:
    usual = {"combatant": HANK, "name": "Hank", "side": Side.POSSE, "template": "hank"}
    assert opened().refusal(Enter(**{**usual, **changes})).code == code  # type: ignore[arg-type]  # of several types


def test_where_weapons_are_not_drawn_only_whoever_lies_in_wait_has_one_in_hand() -> None:
    game = opened("saloon")
    game.do(Enter(combatant=HANK, name="Hank", side=Side.POSSE, template="hank"))
    assert game["hank"].in_hand == ""
    assert game["rawlins"].in_hand == "peacemaker"


# ---- positions


def test_the_judge_puts_people_somewhere_in_words_and_who_aims_at_them_may_lose_the_aim() -> None:
    hank = fighter("hank", at(0, 10))
    game = table(hank, enemy("bart", at(0, 0), **aiming(hank)))
    events = game.do(PlaceThere(where="6 E of Hank", whom=(HANK,)))
    assert game["hank"].spot == at(6, 10)
    assert only(events, e.AimLost).who == BART
    events = game.do(PlaceThere(where="3 N", whom=(BART,)))
    assert game["bart"].aim is None or game["bart"].aim.is_lost


def test_landmarks_are_named_with_a_position_and_give_cover_if_they_are_called_so() -> None:
    game = opened()
    game.do(PlaceThere(where="Old wall", note="4 E"))
    found = game.state.landmarks[-1]
    assert (found.name, found.spot, found.cover) == ("Old wall", at(4, 0), "wall")
    game.do(PlaceThere(where="old wall", note="5 E"))
    assert game.state.landmarks[-1].spot == at(5, 0)
    game.do(PlaceThere(where="2 N of Old wall", whom=(who("angus"),)))
    assert game["angus"].spot == at(5, 2)
    assert game.refusal(PlaceThere(where="the moon", whom=(who("angus"),))).code == "NO_SUCH_PLACE"


# ---- falls, smoke, first aid


@pytest.mark.parametrize(("value", "row"), [("5 paces", 1), ("10 paces", 2), ("35 paces", 7)])
def test_tw_3_36_a_fall_is_a_row_of_damage_for_each_5_paces(value: str, row: int) -> None:
    game = table(fighter("hank", at(0, 0)), enemy("bart", at(0, 10)))
    events = game.do(Amend(what="fall", value=value, whom=HANK), "7")
    fell = only(events, e.Fell)
    assert fell.damage.total == card("7").effected(row, 6)
    assert fell.where == card("7").bank[card("7").standard]
    assert only(events, e.Wounded).where == fell.where


@pytest.mark.parametrize(("shown", "is_halved"), [(7, True), (5, False)])
def test_tw_3_36_a_soft_landing_halves_it_with_a_coordination_check_of_7(shown: int, is_halved: bool) -> None:
    game = table(fighter("hank", at(0, 0)), enemy("bart", at(0, 10)))
    events = game.do(Amend(what="fall", value="15 paces softly", whom=HANK), "7", showing(shown, but=["7"]))
    whole = card("7").effected(3, 6)
    assert only(events, e.Fell).damage.total == (whole // 2 if is_halved else whole)


@pytest.mark.parametrize(
    ("smoke", "shown", "lost"), [("bare", 7, 0), ("bare", 5, 2), ("wet cloth", 5, 0), ("wet cloth", 4, 1)]
)
def test_tw_3_37_smoke_costs_concussion_before_each_round(smoke: str, shown: int, lost: int) -> None:
    game = table(fighter("hank", at(0, 0)), enemy("bart", at(0, 10)), acted=(BART,))
    game.do(Amend(what="smoke", value=smoke, whom=HANK))
    first = showing(shown)
    events = game.answer("done", first, *[code for code in in_order(cards()) if code != first][:2])
    assert only(events, e.SmokeBreathed).lost == lost
    assert game["hank"].concussion == lost


@pytest.mark.parametrize(("shown", "condition"), [(9, Condition.OUT), (5, Condition.DYING)])
def test_tw_w6_whoever_is_dying_may_be_saved_by_medicine_9(shown: int, condition: Condition) -> None:
    """TW-3.35."""
    cyril = fighter("cyril", at(0, 1), condition=Condition.DYING)
    game = table(fighter("hank", at(0, 0), skills={"medicine": 1}), enemy("bart", at(0, 10)), cyril)
    events = game.do(Treat(actor=HANK, whom=cyril.id), showing(shown))
    assert only(events, e.Treated).is_saved is (shown == 9)
    assert only(events, e.PointsSpent).points == 8
    assert game["cyril"].condition is condition


def test_nobody_is_treated_who_is_not_dying_near() -> None:
    game = table(fighter("hank", at(0, 0)), enemy("bart", at(0, 10)))
    assert game.refusal(Treat(actor=HANK, whom=BART)).code == "NOT_DYING"


# ---- what the Judge sets


@pytest.mark.parametrize(
    ("what", "value", "code"),
    [
        ("luck", "1", "NO_SUCH_AMENDMENT"),
        ("points", "many", "BAD_VALUE"),
        ("points", "99", "BAD_VALUE"),
        ("status", "asleep", "BAD_VALUE"),
        ("weapon", "cannon", "NO_SUCH_WEAPON"),
        ("cover", "air", "BAD_VALUE"),
        ("hidden", "yes", "PC_HIDDEN"),
        ("side", "enemy", "PC_OF_OTHER_SIDE"),
        ("aim", "lost", "NO_AIM"),
    ],
)
def test_a_value_that_cannot_be_set_is_refused(what: str, value: str, code: str) -> None:
    game = table(fighter("hank", at(0, 0)), enemy("bart", at(0, 10)))
    assert game.refusal(Amend(what=what, value=value, whom=HANK)).code == code


def test_the_judge_may_set_what_the_rules_decided() -> None:
    game = table(fighter("hank", at(0, 0)), enemy("bart", at(0, 10)))
    for what, value in (("points", "3"), ("wounds", "4"), ("concussion", "2"), ("move", "5"), ("shots", "1")):
        game.do(Amend(what=what, value=value, whom=HANK))
    hank = game["hank"]
    assert (hank.points, hank.concussion, hank.move, hank.shots_left("peacemaker")) == (3, 2, 5, 1)
    assert sum(wound.level for wound in hank.wounds) == 4
    game.do(Amend(what="status", value="dying", whom=HANK))
    assert game.state.phase is Phase.OVER


def test_the_story_ends_a_fight_whatever_is_under_way() -> None:
    hank = fighter("hank", at(0, 10))
    game = table(hank, enemy("bart", at(0, 0), **aiming(hank)), stage=Stage.MOVES)
    game.do(Move(actor=HANK, where="3 left of Bart"))
    assert game.state.going is not None
    game.do(Finish())
    assert game.state.phase is Phase.OVER
    assert not game.asked()
    assert game.refusal(Finish()).code == "OVER"


def test_a_mover_taken_out_meanwhile_goes_no_further() -> None:
    hank = fighter("hank", at(0, 10))
    game = table(hank, enemy("bart", at(0, 0), **aiming(hank)), fighter("cyril", at(9, 9)), stage=Stage.MOVES)
    game.do(Move(actor=HANK, where="3 left of Bart"))
    events = game.do(Leave(combatant=HANK))
    assert only(events, e.MoveEnded).paces == 0
    assert game["hank"].spot == at(0, 10)


# ---- what is seen and said


def test_the_numbers_of_npcs_are_the_judges_alone() -> None:
    game = opened("standoff")
    assert any("Coordination d10" in each.details for each in TWTW.view(game.state, JUDGE).combatants)
    assert "Coordination" not in repr(TWTW.view(game.state, PUBLIC))


def test_the_hidden_are_seen_by_the_judge_alone() -> None:
    game = opened("standoff")
    game.do(Enter(combatant=who("sly"), name="Sly", side=Side.ENEMY, template="bandit", hidden=True))
    seen = [each.name for each in TWTW.view(game.state, PUBLIC).combatants]
    assert "Sly" not in seen
    assert "Sly" in [each.name for each in TWTW.view(game.state, JUDGE).combatants]
    assert not game.words(game.do(PlaceThere(where="3 N", whom=(who("sly"),))))
    hank = fighter("hank", at(0, 0))
    running = table(hank, enemy("bart", at(0, 5)), enemy("sly", at(0, 2), is_hidden=True), stage=Stage.MOVES)
    assert running.refusal(Move(actor=HANK, where="2 left of Sly")).code == "NO_SUCH_PLACE"


def test_a_player_sees_his_sheet_with_his_orders_and_nobody_elses() -> None:
    game = table(fighter("hank", at(0, 0)), fighter("cyril", at(1, 0)), enemy("bart", at(0, 10)))
    view = TWTW.view(game.state, Viewer(combatants=frozenset({HANK})))
    assert [hand.name for hand in view.hands] == ["Hank"]
    assert any("moves: ask" in line for line in view.hands[0].sheet)


def test_the_board_names_the_mode_positions_and_aims() -> None:
    bart = enemy("bart", at(0, 10))
    game = table(fighter("hank", at(2, 0), **aiming(bart, held=2)), bart)
    view = TWTW.view(game.state, PUBLIC)
    assert view.headline == "Round 2, phase I: Hank acts"
    assert view.notes[0].startswith("Measured gridless")
    hank = next(each for each in view.combatants if each.name == "Hank")
    assert hank.state.startswith("2 E, Winchester '73 (15), 10 AP")
    assert any(note.startswith("Hank aims at Bart") for note in view.notes)


def test_every_code_has_words_and_every_rule_a_summary() -> None:
    sources = [path.read_text("utf-8") for path in Path(twtw.__file__).parent.rglob("*.py")]
    raised = {code for text in sources for code in re.findall(r'(?:Illegal\(\s*|code=)"([A-Z_]+)"', text)}
    assert raised - TABLE_CODES == set(WHAT_IS_WRONG)
    for code in WHAT_IS_WRONG:
        said = TWTW.words(Refusal(code=code, rules=(RuleId("TW-2.1"),), hint="So."), TWTW.empty(), PUBLIC)
        assert said
        assert code not in said
    known = {rule.id for rule in rules()}
    assert {f"TW-S{number}" for number in range(1, 10)} <= known
    assert {f"TW-F{number}" for number in range(1, 9)} <= known
    assert {f"TW-OQ-{number}" for number in range(1, 37)} <= known
    found = find_rule(rules(), "tw-oq-13b")
    assert found is not None
    assert found.id == "TW-OQ-13b"
    assert find_rule(rules(), "TW-Z9") is None


def test_every_event_of_the_system_is_applied() -> None:
    assert set(APPLY) == {each for each in vars(e).values() if isinstance(each, type) and issubclass(each, Event)}


def test_drawn_cards_may_be_typed_in_by_number() -> None:
    game = table(fighter("hank", at(0, 0)), enemy("bart", at(0, 10)))
    events = TWTW.decide(game.state, Fire(actor=HANK, whom=BART), TypedDice(showing(1)))
    assert only(events, e.AttackRuled).card == showing(1)
    choices = TWTW.typed_choices(("39",))
    assert len(choices) == 54
    assert next(each.label for each in choices if each.key == "39") == "39, Jack of Hearts"


def test_a_calamity_under_an_aim_is_the_judges_to_tell_and_shows_its_card() -> None:
    bart = enemy("bart", at(0, 10))
    game = table(fighter("hank", at(0, 0), **aiming(bart, "peacemaker")), bart)
    lines = game.words(game.do(Fire(actor=HANK, whom=BART), calamity()))
    assert any("calamity" in line for line in lines)
    assert any(line.startswith("Calamity in a shot with the Peacemaker") for line in lines)


def test_who_comes_later_takes_part_from_the_next_round_on() -> None:
    game = table(fighter("hank", at(0, 0)), enemy("bart", at(0, 30)), acted=(BART,))
    game.do(Enter(combatant=who("late"), name="Late", side=Side.ENEMY, template="bandit", where="5 N"))
    assert game["late"].phase == 0
    assert game.refusal(Fire(actor=who("late"), whom=HANK)).code == "NOT_YOUR_TURN"
    game.answer("done", *in_order(cards())[1:4])
    assert who("late") in game.state.order


def test_whoever_is_gone_is_no_target_and_no_watcher() -> None:
    hank = fighter("hank", at(0, 10))
    bart = enemy("bart", at(0, 0), **aiming(hank))
    game = table(hank, bart, enemy("cole", at(0, 1)), stage=Stage.MOVES)
    game.do(Leave(combatant=BART))
    events = game.do(Move(actor=HANK, where="9 left of Cole"))
    assert not all_of(events, e.AimLost)
    assert game["hank"].spot != at(0, 10)
