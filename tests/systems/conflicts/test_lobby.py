"""The lobby, the ready scenes and characters, house switches, and what the GM sets (C2D-01, C2D-17)."""

import pytest

from rules.core.combatant import Side
from rules.core.command import Amend, Enter, Finish, Leave, Start
from rules.core.dice import ScriptedDice
from rules.core.refusal import Illegal
from rules.core.ruleset import Setup
from rules.core.view import Phase
from rules.systems.conflicts import CONFLICTS
from rules.systems.conflicts import events as e
from rules.systems.conflicts.arms import arms
from rules.systems.conflicts.house import SWITCHES
from rules.systems.conflicts.library import characters, scenes, stat_blocks
from rules.systems.conflicts.state import Condition, House
from tests.systems.conflicts.table import Table, fight, lobby, npc, only, pc, started, who


def test_there_are_six_scenes_one_for_one_alone_and_six_ready_characters() -> None:
    assert len([scene for scene in scenes().values() if not scene.alone]) == 6
    assert len(characters()) == 6
    assert len(CONFLICTS.templates) == 6 + len(stat_blocks())


@pytest.mark.parametrize("key", [*characters(), *stat_blocks()])
def test_every_sheet_names_weapons_and_armour_that_there_are(key: str) -> None:
    """Attributes and skills as in C2D-01 and C2D-02."""
    sheet = characters().get(key) or stat_blocks()[key]
    assert {*sheet.weapons, *sheet.words, *sheet.familiar} <= set(arms().weapons)
    assert set(sheet.armour) <= set(arms().armour)
    assert len(sheet.note) <= 100


@pytest.mark.parametrize("key", scenes())
def test_every_scene_can_be_begun(key: str) -> None:
    table = started(key, "marksman", "counsel")
    assert table.state.phase is Phase.RUNNING
    assert table.state.round == 1


def test_the_weapons_of_the_tables_do_what_they_should() -> None:
    damage = {key: weapon.damage for key, weapon in arms().weapons.items()}
    assert damage["fist"] == "1d6-2"
    assert damage["knife"] == "1d6+1"
    assert (damage["spear"], damage["sword"], damage["shortbow"]) == ("2d6",) * 3
    assert (damage["longbow"], damage["composite-bow"], damage["pistol"]) == ("2d6+2",) * 3
    assert (damage["shotgun"], damage["brown-bess"], damage["fn-fal"]) == ("3d6", "3d6", "3d6+3")
    assert (damage["needling"], damage["threat"], damage["terror"]) == ("1d6-1", "1d6+1", "2d6")


def test_c2_03_in_the_ambush_the_players_characters_expect_nothing() -> None:
    table = lobby("ambush", "archer")
    assert table["archer"].is_surprised
    raid = lobby("raid", "archer")
    assert raid["vex"].is_surprised
    assert not raid["archer"].is_surprised


@pytest.mark.parametrize("name", SWITCHES)
def test_every_switch_takes_its_readings_the_usual_one_first(name: str) -> None:
    assert str(getattr(House(), name)) == SWITCHES[name].usual
    for reading in SWITCHES[name].readings:
        table = lobby(**{name: reading.key})
        now = {switch.key: switch.now for switch in CONFLICTS.house(table.state)}
        assert now == {switch.key: switch.usual for switch in CONFLICTS.house(None)} | {name: reading.key}


def test_every_named_set_can_be_played() -> None:
    usual = {switch.key: switch.usual for switch in CONFLICTS.house(None)}
    for each in CONFLICTS.house_sets:
        now = {switch.key: switch.now for switch in CONFLICTS.house(lobby(**each.switches).state)}
        assert now == usual | dict(each.switches)


@pytest.mark.parametrize("house", [{"ties": "maybe"}, {"luck": "yes"}])
def test_an_unknown_switch_is_refused(house: dict[str, str]) -> None:
    with pytest.raises(Illegal) as refused:
        CONFLICTS.open(Setup(house=house), ScriptedDice())
    assert refused.value.refusal.code == "NO_SUCH_SWITCH"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Enter(combatant=who("x"), name="X", side=Side.POSSE, template="nobody"), "NO_SUCH_TEMPLATE"),
        (Enter(combatant=who("dubois"), name="X", side=Side.ENEMY, template="raider"), "ID_TAKEN"),
        (Enter(combatant=who("x"), name="X", side=Side.ENEMY, template="archer"), "PC_OF_OTHER_SIDE"),
        (Enter(combatant=who("x"), name="X", side=Side.POSSE, template="archer", hidden=True), "PC_HIDDEN"),
        (Enter(combatant=who("x"), name="X", side=Side.ENEMY, template="raider", where="the moon"), "NO_SUCH_PLACE"),
        (Leave(combatant=who("x")), "NO_SUCH_COMBATANT"),
        (Start(), "NO_POSSE"),
    ],
)
def test_the_lobby_refuses_what_makes_no_sense(command: Enter | Leave | Start, code: str) -> None:
    assert lobby().refusal(command).code == code


def test_somebody_enters_at_a_distance() -> None:
    table = lobby("skirmish", "archer")
    command = Enter(combatant=who("x"), name="X", side=Side.ENEMY, template="raider", where="35 m from Archer")
    table.do(command)
    assert table["x"].spot.x == 3500


def test_leaving_a_running_fight_takes_one_out_of_it() -> None:
    table = started("skirmish", "archer", "corporal")
    table.do(Leave(combatant=who("corporal")))
    assert table["corporal"].condition is Condition.GONE
    assert all("corporal" not in each for each in table.asked())


def test_the_story_may_end_the_fight() -> None:
    table = started()
    assert only(table.do(Finish()), e.Ended)[0].winner == ""
    assert table.refusal(Finish()).code == "OVER"
    assert table.refusal(Start()).code == "ALREADY_STARTED"


# --- what the GM sets


def amended(what: str, value: str, whom: str | None = "bart") -> Table:
    table = fight(pc(), npc())
    table.amend(what, value, whom)
    return table


@pytest.mark.parametrize(
    ("what", "value", "field", "expected"),
    [
        ("damage", "5", "harm", 5),
        ("strain", "3", "strain", 3),
        ("posture", "prone", "posture", "prone"),
        ("facing", "ana", "facing", "ana"),
        ("cover", "heavy", "cover", 2),
        ("cover", "as the place has it", "cover", None),
        ("airborne", "yes", "is_airborne", True),
        ("surprised", "yes", "is_surprised", True),
        ("party", "third", "party", "third"),
        ("strength", "11", "strength", 11),
        ("npc-strength", "11", "strength", 11),
        ("load", "20", "load", 20),
        ("armour", "mail-shirt", "armour", ("mail-shirt",)),
        ("armour", "none", "armour", ()),
        ("words", "both", "words", ("terror", "humiliation")),
        ("hidden", "yes", "is_hidden", True),
        ("sees-all", "no", "oriented_until", 0),
    ],
)
def test_the_gm_sets_what_he_likes(what: str, value: str, field: str, expected: object) -> None:
    assert getattr(amended(what, value)["bart"], field) == expected


def test_the_gm_sets_skills() -> None:
    assert amended("skill-fire", "4")["bart"].skills["fire"] == 4
    assert "fire" not in amended("skill-fire", "unskilled")["bart"].skills


@pytest.mark.parametrize(
    ("what", "value", "whom", "code"),
    [
        ("damage", "many", "bart", "BAD_VALUE"),
        ("damage", "-1", "bart", "BAD_VALUE"),
        ("damage", "5", None, "WHOM_IS_MISSING"),
        ("luck", "5", "bart", "NO_SUCH_AMENDMENT"),
        ("damage", "5", "zoe", "NO_SUCH_COMBATANT"),
        ("hidden", "yes", "ana", "PC_HIDDEN"),
        ("armour", "gold", "bart", "NO_SUCH_ARMOUR"),
        ("weapon", "cannon", "bart", "NO_SUCH_WEAPON"),
        ("place", "the moon", "bart", "NO_SUCH_PLACE"),
        ("turn-passes", "yes", None, "NOBODY_ACTS"),
        ("own-weapon", "name=x", None, "BAD_VALUE"),
        ("own-armour", "coverage=3", None, "BAD_VALUE"),
    ],
)
def test_the_gm_is_refused_nonsense(what: str, value: str, whom: str | None, code: str) -> None:
    table = fight(pc(), npc())
    assert table.refusal(Amend(what=what, value=value, whom=who(whom) if whom else None)).code == code


def test_c2d_10_damage_set_by_the_gm_takes_out_and_he_may_bring_back() -> None:
    table = fight(pc(), npc(), npc("cole"))
    table.amend("damage", "14", "bart")
    assert table["bart"].condition is Condition.UNCONSCIOUS
    table.amend("status", "up", "bart")
    assert table["bart"].is_up


def test_every_amendment_has_a_key_of_its_own() -> None:
    keys = [each.key for each in CONFLICTS.amendables(fight(pc(), npc()).state)]
    assert len(keys) == len(set(keys))


def test_c2d_17_the_gm_sets_the_weather() -> None:
    table = amended("dark", "yes", None)
    table.amend("rain", "yes")
    assert list(table.state.conditions) == ["dark", "rain"]
    table.amend("dark", "no")
    assert list(table.state.conditions) == ["rain"]


def test_the_gm_makes_weapons_and_armour_of_his_own() -> None:
    table = fight(pc(), npc())
    table.amend("own-weapon", "name=Blunderbuss; skill=fire; damage=2d6+1; rating=5; hands=2; ammunition=single")
    table.amend("weapon", "blunderbuss", "ana")
    weapon = table.state.weapons["blunderbuss"]
    assert (weapon.damage, weapon.rating, weapon.hands, weapon.ammunition) == ("2d6+1", 5, 2, "single")
    assert table["ana"].gear[-1].weapon == "blunderbuss"
    table.amend("own-armour", "name=buff coat; coverage=9; rating=2; parts=chest, abdomen")
    table.amend("armour", "buff-coat", "bart")
    assert table["bart"].armour == ("buff-coat",)


@pytest.mark.parametrize(
    "text",
    [
        "name=x; skill=luck; damage=1d6",
        "name=x; skill=fire; damage=lots",
        "name=x; skill=fire; damage=99d6",
        "name=; skill=fire; damage=1d6",
        "name=x; skill=fire; damage=1d6; rating=1000",
        "name=x; skill=fire; damage=1d6; multiplier=1/0",
        "x",
        "",
    ],
)
def test_a_weapon_that_makes_no_sense_is_refused(text: str) -> None:
    assert fight().refusal(Amend(what="own-weapon", value=text)).code == "BAD_VALUE"
