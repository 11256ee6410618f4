"""Scenes of the GM's own: landmarks in metres, weather, parties, what is in which hand (C2D-15, C2D-17)."""

import pytest

from rules.core.combatant import Side
from rules.core.command import Amend, LayOut, PlaceThere
from rules.core.dice import ScriptedDice
from rules.core.ruleset import Setup
from rules.systems.conflicts import CONFLICTS
from rules.systems.conflicts.own_scenes import OWN_SCENES, own_scene
from rules.systems.conflicts.positions import cover_of
from rules.systems.conflicts.state import Landmark, Spot
from tests.systems.conflicts.table import Table, lobby, who


def faults(text: str) -> dict[int, str]:
    return {each.line: each.said for each in OWN_SCENES.read(text, CONFLICTS.empty()).faults}


def opened(scene: str) -> Table:
    table = Table(CONFLICTS.empty())
    for event in CONFLICTS.open(Setup(own=scene), ScriptedDice()):
        table.state = CONFLICTS.apply(table.state, event)
    return table


def begun(text: str) -> Table:
    pasted = OWN_SCENES.read(text, CONFLICTS.empty())
    assert not pasted.faults, pasted.faults
    return opened(pasted.scene)


def test_c2d_15_landmarks_lie_where_they_are_said_to_and_give_what_they_give() -> None:
    text = "Gate at 0 m\nCrane at 20, -5.5 (heavy cover, support): Rusty: it creaks\nPlace: The hut at 40 m (cover)"
    table = begun(text)
    assert table.state.landmarks == (
        Landmark(id="gate", name="Gate"),
        Landmark(
            id="crane",
            name="Crane",
            spot=Spot(x=2000, y=-550),
            note="Rusty: it creaks",
            cover=2,
            has_support=True,
        ),
        Landmark(id="the-hut", name="The hut", spot=Spot(x=4000), cover=1),
    )


def test_c2d_17_kinds_weather_and_surprise_are_set() -> None:
    state = begun("Kinds: mental\nWeather: rain, dark\nSurprised: yes\nGate at 0 m").state
    assert (state.kinds, state.conditions, state.is_posse_surprised) == ("mental", ("dark", "rain"), True)


def test_people_stand_at_a_landmark_at_a_distance_or_at_a_point() -> None:
    """12 m from the hut, which lies at 40 m, on the way to the gate: 28 m."""
    table = begun(
        "Gate at 0 m\nHut at 40 m (cover)\n2 Raider at Hut, surprised\nSniper as Vane at 12 m from Hut, third party\n"
        "Bystander at 3, -4, bystander\nGunner, unarmed"
    )
    found = [(each.name, each.spot, each.party, each.is_surprised) for each in table.state.fighters]
    assert found == [
        ("Raider", Spot(x=4000), "enemy", True),
        ("Raider 2", Spot(x=4000), "enemy", True),
        ("Vane", Spot(x=2800), "third", False),
        ("Bystander", Spot(x=300, y=-400), "bystander", False),
        ("Gunner", Spot(), "enemy", False),
    ]
    assert cover_of(table.state, table["n1"]) == 1
    assert [item.hold for item in table["n5"].gear] == [""]


@pytest.mark.parametrize(
    ("text", "line", "wrong", "right"),
    [
        ("Gate at 0 m\nGate at 5 m", 2, "there already", "of its own"),
        ("Gate at 0 m (thick cover)", 1, "“thick cover”", "heavy cover"),
        ("Gate at 0 m\nWeather: rain, hail", 2, "“hail”", "dark, smoke, rain"),
        ("Gate at 0 m\nRaider at 12 m from Ana", 2, "“12 m from Ana”", "there are Gate"),
        ("Gate at 0 m\nRaider at Gate, with cannon", 2, "“cannon”", "club, bottle"),
        ("Raider", 1, "no place is named", "Crane at 20, 5"),
    ],
)
def test_c2d_17_a_fault_is_told_with_its_line_and_what_would_be_right(
    text: str, line: int, wrong: str, right: str
) -> None:
    said = faults(text)
    assert list(said) == [line]
    assert wrong in said[line]
    assert right in said[line]


def test_what_the_gm_changed_is_kept_to_the_centimetre_with_his_own_weapon_in_hand() -> None:
    table = lobby("skirmish", "corporal")
    table.amend("own-weapon", "name=blunderbuss; skill=fire; damage=2d6; rating=9; hands=1; ammunition=single")
    table.amend("weapon", "blunderbuss", "dubois")
    table.amend("rain", "yes")
    table.do(PlaceThere(where="12.34 m from The ditch", whom=(who("lenoir"),)))
    table.do(Amend(what="hidden", value="yes", whom=who("lenoir")))
    scene = own_scene(OWN_SCENES.keep(table.state, "The wet hedge"))
    assert (scene.name, scene.conditions, list(scene.weapons)) == ("The wet hedge", ("rain",), [])
    assert [(each.name, each.in_hand, each.is_hidden) for each in scene.npcs] == [
        ("Dubois", ("brown-bess",), False),
        ("Lenoir", ("brown-bess",), True),
    ]
    again = opened(OWN_SCENES.keep(table.state, "The wet hedge"))
    assert again["n2"].spot == table["lenoir"].spot
    assert again["n2"].is_hidden
    assert again.state.landmarks == table.state.landmarks


def test_two_weapons_in_two_hands_are_kept_there() -> None:
    table = begun("Gate at 0 m\nBully as Marl at Gate")
    table.amend("own-weapon", "name=pepperbox; skill=fire; damage=1d6; rating=5; hands=1; ammunition=single")
    table.amend("weapon", "pistol", "n1")
    table.amend("weapon", "pepperbox", "n1")
    again = opened(OWN_SCENES.keep(table.state, "Gate"))
    assert [(item.weapon, item.hold) for item in again["n1"].gear] == [("pistol", "main"), ("pepperbox", "off")]
    assert again.state.weapons == table.state.weapons


def test_c2_03_a_scene_laid_out_surprises_the_players_or_leaves_off() -> None:
    table = lobby("skirmish", "corporal")
    table.do(LayOut(scene=OWN_SCENES.read("Surprised: yes\nGate at 7 m", table.state).scene))
    assert (table["corporal"].is_surprised, table["corporal"].spot) == (True, Spot(x=700))
    table.do(LayOut(scene=OWN_SCENES.read("Gate at 0 m", table.state).scene))
    assert (table["corporal"].is_surprised, table["corporal"].spot) == (False, Spot())
    assert table["corporal"].side is Side.POSSE


def test_people_of_a_misspelt_kind_are_no_place() -> None:
    found = faults("Wall at 20\n2 Radier at 20 m")
    assert list(found) == [2]
    assert "there is no stat block “Radier”" in found[2]
