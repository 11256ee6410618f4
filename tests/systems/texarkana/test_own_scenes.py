"""Scenes of the Dealer's own: zones, ways, views, who holds what, and the stat blocks he described (TX-24, TX-26)."""

import pytest

from rules.core.audience import PUBLIC
from rules.core.combatant import Side
from rules.core.command import Amend, Describe, Enter, LayOut, PlaceThere
from rules.core.dice import ScriptedDice
from rules.core.ruleset import Setup
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.library import scenes
from rules.systems.texarkana.own_scenes import OWN_SCENES, own_scene
from rules.systems.texarkana.state import Link, Sight, Tier, Zone
from rules.systems.texarkana.zones import distance, sees
from tests.systems.texarkana.table import Table, lobby, who

DOC = 'name = "Doc"\ngrit = 7\nweapons = ["derringer", "bowie knife (hidden)"]\n'


def faults(text: str) -> dict[int, str]:
    return {each.line: each.said for each in OWN_SCENES.read(text, TEXARKANA.empty()).faults}


def begun(text: str, **house: str) -> Table:
    """A lobby with this pasted scene."""
    pasted = OWN_SCENES.read(text, TEXARKANA.empty())
    assert not pasted.faults, pasted.faults
    table = Table(TEXARKANA.empty())
    for event in TEXARKANA.open(Setup(own=pasted.scene, house=house), ScriptedDice()):
        table.state = TEXARKANA.apply(table.state, event)
    return table


def test_tx_24_a_line_joins_two_zones_and_says_whether_they_see_each_other() -> None:
    state = begun("Bar - Mezzanine (the stairs, sees)\nBar – Street (by the doors)\nMezzanine sees Street").state
    assert [zone.name for zone in state.zones] == ["Bar", "Mezzanine", "Street"]
    assert state.links == (
        Link(one="bar", other="mezzanine", way="the stairs"),
        Link(one="bar", other="street", way="the doors"),
    )
    assert state.sights == (Sight(one="bar", other="mezzanine"), Sight(one="mezzanine", other="street"))


def test_tx_25_the_books_barroom_pasted_measures_as_the_ready_one() -> None:
    """Mezzanine to street: two steps, and no view; it sees the bar."""
    state = begun("Bar - Mezzanine (the stairs, sees)\nBar - Street (the saloon doors)").state
    assert distance(state, "mezzanine", "street") == 2
    assert sees(state, "bar", "mezzanine")
    assert not sees(state, "bar", "street")
    assert not sees(state, "mezzanine", "street")


def test_a_way_may_lead_through_several_zones() -> None:
    assert distance(begun("Cellar - Bar - Attic - Roof").state, "cellar", "roof") == 3


def test_tx_48_a_zone_says_what_it_offers() -> None:
    text = "Place: Bar (no way out): Tables\nBar - Street, east\nStreet, east (no cover, untold): Dust, and: wind"
    assert begun(text).state.zones == (
        Zone(id="bar", name="Bar", note="Tables", has_way_out=False),
        Zone(id="street-east", name="Street, east", note="Dust, and: wind", has_cover=False, is_described=False),
    )


def test_people_stand_in_their_zone_on_their_side_with_what_they_hold() -> None:
    table = begun(
        "Tier: melee\nBar - Street\n2 Saloon toughs in Bar\nbandit called Moss in street, posse, with bowie knife\n"
        'hidden Townsman "The man in black" in Bar, unarmed\nBartender, bystander'
    )
    found = [(each.name, each.place, each.side, each.in_hand, each.is_hidden) for each in table.state.fighters]
    assert found == [
        ("Saloon tough", "bar", Side.ENEMY, "blackjack", False),
        ("Saloon tough 2", "bar", Side.ENEMY, "blackjack", False),
        ("Moss", "street", Side.POSSE, "bowie-knife", False),
        ("The man in black", "bar", Side.ENEMY, "", True),
        ("Bartender", "bar", Side.BYSTANDER, "", False),
    ]
    assert table["n3"].weapons == ("revolver", "bowie-knife")


def test_txd_33_a_switch_of_the_house_counts_before_the_scene() -> None:
    assert begun("Tier: melee\nPlace: Bar").state.tier is Tier.MELEE
    assert begun("Tier: melee\nPlace: Bar", tier="any").state.tier is Tier.ANY


@pytest.mark.parametrize(
    ("text", "line", "wrong", "right"),
    [
        ("Bar - Bar", 1, "leads to itself", "two places"),
        ("Bar - Street (dark)\nBar (dark)", 2, "cannot be “dark”", "no cover, no way out, untold"),
        ("Place: Bar\nTier: guns", 2, "tier cannot be “guns”", "fists, melee, any"),
        ("Place: Bar\nTier: any\nTier: any", 3, "said twice", "one line"),
        ("Place: Bar\nBandit in Cellar", 2, "no place “Cellar”", "there are Bar"),
        ("Place: Bar\nBandit in Bar, enmy", 2, "no place “Bar, enmy”", "enemy, posse, bystander"),
        ("Place: Bar\nBandit in Bar, with bazooka", 2, "no weapon “bazooka”", "cane, blackjack"),
        ("Place: Bar\nMezzanine: dim", 2, "“Mezzanine: dim”", "Place: Bar"),
        ("Bandit", 1, "no place is named", "Bar - Street"),
    ],
)
def test_tx_24_a_fault_is_told_with_its_line_and_what_would_be_right(
    text: str, line: int, wrong: str, right: str
) -> None:
    said = faults(text)
    assert list(said) == [line]
    assert wrong in said[line]
    assert right in said[line]


def test_txd_30_who_the_dealer_described_comes_with_a_kept_scene_and_is_his_secret() -> None:
    table = lobby("ambush", "hank")
    table.do(Describe(combatant=who("c9"), side=Side.ENEMY, where="rocks", text=DOC))
    kept = OWN_SCENES.keep(table.state, "With Doc")
    again = Table(TEXARKANA.empty())
    events = TEXARKANA.open(Setup(own=kept), ScriptedDice())
    for event in events:
        again.state = TEXARKANA.apply(again.state, event)
    doc = next(each for each in again.state.fighters if each.name == "Doc")
    assert (doc.grit, doc.in_hand, doc.concealed) == (7, "derringer", frozenset({"bowie-knife"}))
    assert [each.name for each in TEXARKANA.own_templates(again.state)] == ["Doc"]
    assert not any("written down" in (TEXARKANA.words(event, again.state, PUBLIC) or "") for event in events)
    part = own_scene(OWN_SCENES.open_part(kept))
    assert (part.blocks, [each.name for each in part.npcs]) == ({}, ["Dutch", "Lefty", "Moss"])


def test_a_block_of_the_dealers_own_serves_in_a_pasted_scene() -> None:
    table = lobby("ambush", "hank")
    table.do(Describe(combatant=who("c9"), side=Side.ENEMY, text=DOC))
    pasted = OWN_SCENES.read("Place: Bar\n2 Doc in Bar", table.state)
    table.do(LayOut(scene=pasted.scene))
    assert [(each.name, each.grit) for each in table.state.fighters if not each.is_pc] == [("Doc", 7), ("Doc 2", 7)]


def test_what_the_dealer_changed_about_the_place_is_kept() -> None:
    table = lobby("ambush", "hank")
    table.do(PlaceThere(where="Gully", link="Road", sight="Rocks", note="Steep"))
    table.do(Amend(what="tier", value="melee"))
    table.do(Amend(what="weapon", value="cane", whom=who("dutch")))
    table.do(Amend(what="hidden", value="yes", whom=who("moss")))
    table.do(Amend(what="status", value="dead", whom=who("lefty")))
    table.do(Enter(combatant=who("c8"), name="Ally", side=Side.POSSE, template="sheriff", where="gully"))
    scene = own_scene(OWN_SCENES.keep(table.state, "The gully"))
    assert (scene.name, scene.tier, scene.zones[-1]) == (
        "The gully",
        Tier.MELEE,
        Zone(id="gully", name="Gully", note="Steep"),
    )
    assert Link(one="gully", other="road") in scene.links
    assert Sight(one="gully", other="rocks") in scene.sights
    assert [(each.name, each.side, each.in_hand, each.is_hidden) for each in scene.npcs] == [
        ("Dutch", Side.ENEMY, "cane", False),
        ("Lefty", Side.ENEMY, "revolver", False),
        ("Moss", Side.ENEMY, "revolver", True),
        ("Ally", Side.POSSE, "", False),  # TXD-31: a pistol is not in order
    ]


def test_txd_31_a_scene_laid_out_puts_into_the_players_hands_what_it_allows() -> None:
    table = lobby("ambush", "hank")
    armed = table["hank"].in_hand
    table.do(LayOut(scene=OWN_SCENES.read("Tier: fists\nHall - Yard", table.state).scene))
    assert armed
    assert (table["hank"].in_hand, table["hank"].place) == ("", "hall")
    table.do(LayOut(scene=OWN_SCENES.read("Tier: any\nYard - Hall", table.state).scene))
    assert (table["hank"].in_hand, table["hank"].place) == (armed, "yard")


def test_tx_04_the_ready_scenes_use_every_tier_and_one_has_a_view_without_a_way_and_an_ally() -> None:
    assert {scene.tier for scene in scenes().values()} == set(Tier)
    table = lobby("ferry", "hank")
    assert sees(table.state, "shed", "deck")
    assert distance(table.state, "shed", "deck") == 2
    assert (table["zeke"].in_hand, table["clem"].in_hand, table["hale"].side) == (
        "bowie-knife",
        "blackjack",
        Side.POSSE,
    )
