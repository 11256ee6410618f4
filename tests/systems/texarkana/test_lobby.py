"""The lobby, the deal, and what the Dealer sets (TXD-30 to TXD-35, TXF-04, TXF-24)."""

import pytest

from rules.core.combatant import Side
from rules.core.command import Amend, Answer, Enter, Finish, Leave, PlaceThere, Start
from rules.core.dice import ScriptedDice
from rules.core.ids import CombatantId
from rules.core.reference import find_rule
from rules.core.refusal import Illegal
from rules.core.ruleset import Setup
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.commands import Shoot
from rules.systems.texarkana.events import CardDrawn, ConditionChanged, Ended, Started
from rules.systems.texarkana.invocations import invocations
from rules.systems.texarkana.library import characters, scenes, stat_blocks
from rules.systems.texarkana.state import Condition, Tier
from rules.systems.texarkana.traits import traits
from rules.systems.texarkana.weapons import is_weapon
from tests.systems.texarkana.table import fight, lobby, npc, only, pc, prompt, started, who


def test_ready_characters_have_weapons_that_exist_and_the_usual_resources() -> None:
    assert len(characters()) == 6
    for character in characters().values():
        assert all(is_weapon(weapon) for weapon in character.weapons)
        assert (character.will, character.grit, character.luck) == (6, 6, 3)
        assert character.characteristics
        assert character.flaws
        assert character.traits
        assert all(key in traits() for key in character.traits)


def test_txf_40_only_four_monikers_have_invocations() -> None:
    """Doc, The Kid, Lucky and Buffalo."""
    having = {character.moniker for character in characters().values() if character.invocations}
    assert having <= {"Doc", "The Kid", "Lucky", "Buffalo"}
    assert all(key in invocations() for character in characters().values() for key in character.invocations)


def test_templates_and_scenes_fit_where_they_are_shown() -> None:
    assert all(len(template.note) <= 100 for template in TEXARKANA.templates)
    assert all(len(scene.label) <= 100 for scene in TEXARKANA.scenes)
    assert {scene.key for scene in TEXARKANA.scenes} == {
        "saloon",
        "ambush",
        "hideout",
        "churchyard",
        "dogs",
        "cards",
        "meeting",
        "ferry",
        "empty",
        "first-steps",
    }
    for scene in scenes().values():
        known = {zone.id for zone in scene.zones}
        assert all({link.one, link.other} <= known for link in scene.links)
        assert all({sight.one, sight.other} <= known for sight in scene.sights)
        assert all(each.place in known and each.template in stat_blocks() for each in scene.npcs)


def test_txf_04_each_is_dealt_as_many_cards_as_will() -> None:
    table = lobby("ambush", "hank", "ada")
    events = table.freely(Start())
    assert [event.who for event in only(events, CardDrawn)] == ["hank"] * 6 + ["ada"] * 6
    assert len(table["hank"].hand) == 6


def test_txf_24_woe_at_the_start() -> None:
    """Session 3, four players: 8 (digest 4.7, vector 1)."""
    table = lobby("ambush", "hank", "ada", "ruth", "silas", session="3")
    assert only(table.freely(Start()), Started)[0].woe == 8


def test_txd_31_in_a_fist_fight_nobody_has_a_weapon_in_hand() -> None:
    table = lobby("saloon", "hank")
    assert {fighter.in_hand for fighter in table.state.fighters} == {""}


def test_txd_31_elsewhere_everybody_has_the_main_weapon_in_hand() -> None:
    table = lobby("ambush", "hank")
    assert {fighter.in_hand for fighter in table.state.fighters} == {"revolver"}


def test_txd_33_the_lobby_sets_what_is_in_order() -> None:
    table = lobby("saloon", tier="melee", may_ambush="yes")
    assert (table.state.tier, table.state.may_ambush) == (Tier.MELEE, True)


def test_tx_05_against_an_animal_anything_is_in_order_once_it_is_seen() -> None:
    table = lobby("saloon", "hank")
    table.do(Enter(combatant=who("bear"), name="Bear", side=Side.ENEMY, template="bear", hidden=True))
    assert table.state.tier is Tier.FISTS
    table.do(Amend(what="hidden", value="no", whom=who("bear")))
    assert table.tier() is Tier.ANY


def test_txd_32_at_least_twenty_cards_stay_out_of_the_hands() -> None:
    """Sixteen hands of six are 96 cards, 21 left; a seventeenth is one hand too many."""
    table = lobby("empty")
    for number in range(16):
        name = CombatantId(f"p{number}")
        table.do(Enter(combatant=name, name=name, side=Side.POSSE, template="ada"))
    refused = Enter(combatant=who("last"), name="Last", side=Side.POSSE, template="ada")
    assert table.refusal(refused).code == "DECK_TOO_SMALL"


def test_one_may_leave_the_lobby() -> None:
    table = lobby("empty", "hank")
    table.do(Leave(combatant=who("hank")))
    assert table.state.pcs == ()
    assert table.refusal(Start()).code == "NO_POSSE"


def test_who_is_taken_out_of_the_fight_gives_back_the_cards() -> None:
    table = fight(pc(hand=("KHe", "9Pi")), pc("bea", hand=("QHe",)), npc())
    table.do(Shoot(actor=who("ana"), whom=who("bart")))
    table.do(Leave(combatant=who("ana")))
    assert table["ana"].condition is Condition.GONE
    assert table["ana"].hand == ()
    assert table.asked() == ("turn2.bea",)


def test_there_must_be_somebody_to_fight() -> None:
    assert lobby("empty", "hank").refusal(Start()).code == "NO_ENEMIES"


def test_what_cannot_enter() -> None:
    table = lobby("empty", "hank")
    enter = Enter(combatant=who("x"), name="X", side=Side.ENEMY, template="hank")
    assert table.refusal(enter).code == "PC_OF_OTHER_SIDE"
    enter = Enter(combatant=who("x"), name="X", side=Side.POSSE, template="hank", hidden=True)
    assert table.refusal(enter).code == "PC_HIDDEN"
    enter = Enter(combatant=who("hank"), name="X", side=Side.ENEMY, template="bandit")
    assert table.refusal(enter).code == "ID_TAKEN"
    enter = Enter(combatant=who("x"), name="X", side=Side.ENEMY, template="dragon")
    assert table.refusal(enter).code == "NO_SUCH_TEMPLATE"
    enter = Enter(combatant=who("x"), name="X", side=Side.ENEMY, template="bandit", where="moon")
    assert table.refusal(enter).code == "NO_SUCH_PLACE"


@pytest.mark.parametrize(
    ("setup", "code"),
    [(Setup(scene="moon"), "NO_SUCH_SCENE"), (Setup(house={"ties": "both"}), "NO_SUCH_SWITCH")],
)
def test_what_cannot_be_opened(setup: Setup, code: str) -> None:
    with pytest.raises(Illegal, match=code):
        TEXARKANA.open(setup, ScriptedDice())


def test_who_joins_a_fight_under_way_is_dealt_a_hand_and_acts() -> None:
    table = started("ambush", "hank")
    table.freely(Enter(combatant=who("ada"), name="Ada", side=Side.POSSE, template="ada", where="wagon"))
    assert len(table["ada"].hand) == 6
    assert table.asked() == ("lookout.hank", "lookout.ada")


@pytest.mark.parametrize(
    ("what", "value", "field", "is_now"),
    [
        ("grit", "2", "grit", 2),
        ("injury", "2", "injury", 2),
        ("place", "Ridge", "place", "ridge"),
        ("weapon", "sabre", "in_hand", "sabre"),
        ("weapon", "improvised-3", "in_hand", "improvised-3"),
        ("weapon", "fists", "in_hand", ""),
        ("cover", "yes", "is_in_cover", True),
        ("ammo", "out", "is_out_of_ammo", frozenset({"revolver"})),
        ("mounted", "yes", "is_mounted", True),
        ("hidden", "yes", "is_hidden", True),
        ("side", "bystander", "side", Side.BYSTANDER),
        ("rating-pistols", "-2", "ratings", {"Pi": -2, "Cl": 0, "Ma": 0, "Sp": 0}),
        ("status", "incapacitated", "condition", Condition.INCAPACITATED),
    ],
)
def test_the_dealer_sets_a_value(what: str, value: str, field: str, is_now: object) -> None:
    table = fight(pc(), npc(), npc("carl"))
    table.do(Amend(what=what, value=value, whom=who("bart")))
    assert getattr(table["bart"], field) == is_now


def test_txd_20_grit_set_to_nothing_has_the_usual_consequence() -> None:
    table = fight(pc(), pc("bea", hand=("QHe",)), npc())
    events = table.do(Amend(what="grit", value="0", whom=who("ana")))
    assert only(events, ConditionChanged)[0].condition is Condition.DYING


def test_somebody_is_brought_back() -> None:
    table = fight(pc(grit=0, condition=Condition.DYING), pc("bea", hand=("QHe",)), npc())
    table.do(Amend(what="status", value="up", whom=who("ana")))
    assert (table["ana"].condition, table["ana"].grit) == (Condition.UP, 1)


@pytest.mark.parametrize(
    ("what", "value", "whom", "code"),
    [
        ("grit", "many", "bart", "BAD_VALUE"),
        ("grit", "-1", "bart", "BAD_VALUE"),
        ("grit", "2", None, "WHOM_IS_MISSING"),
        ("shoe size", "2", "bart", "NO_SUCH_AMENDMENT"),
        ("luck", "2", "bart", "NOT_A_PC"),
        ("rating-clubs", "2", "ana", "NOT_AN_NPC"),
        ("rating-clubs", "4", "bart", "BAD_VALUE"),
        ("hidden", "yes", "ana", "PC_HIDDEN"),
        ("side", "enemy", "ana", "PC_OF_OTHER_SIDE"),
        ("tier", "cannons", None, "BAD_VALUE"),
        ("weapon", "spoon", "bart", "NO_SUCH_WEAPON"),
        ("place", "moon", "bart", "NO_SUCH_PLACE"),
        ("status", "gone", "bart", "BAD_VALUE"),
    ],
)
def test_what_cannot_be_set(what: str, value: str, whom: str | None, code: str) -> None:
    command = Amend(what=what, value=value, whom=who(whom) if whom else None)
    table = fight()
    refusal = table.refusal(command)
    assert refusal.code == code
    assert table.say(refusal)


def test_every_amendable_can_be_set_to_each_of_its_values() -> None:
    for each in TEXARKANA.amendables(fight().state):
        for value in each.values or ({"key": "2"},):
            key = value["key"] if isinstance(value, dict) else value.key
            whom = who(each.whom[0].key) if each.whom else None
            assert fight().do(Amend(what=each.key, value=key, whom=whom)) is not None


def test_a_test_is_dropped_when_the_dealer_takes_somebody_out_of_it() -> None:
    table = fight(pc(hand=("5Pi",)), npc(), npc("carl"))
    table.do(Shoot(actor=who("ana"), whom=who("bart"), card="5Pi"), "9Cl")
    table.do(Amend(what="status", value="dead", whom=who("bart")), "3He")
    assert table.state.attempts == ()
    assert table["ana"].hand == ("3He",)


def test_tx_24_the_dealer_names_a_zone_and_its_links() -> None:
    table = fight()
    table.do(PlaceThere(where="The Old Mill", link="Road, gully", sight="road", note="creaks"))
    assert table.state.zone("the-old-mill") is not None
    table.do(PlaceThere(where="the old mill", whom=(who("ana"),)))
    assert table["ana"].place == "the-old-mill"


def test_tx_18_the_story_ends_the_fight() -> None:
    table = fight(pc(hand=("5Pi",)), npc())
    table.do(Shoot(actor=who("ana"), whom=who("bart"), card="5Pi"), "9Cl")
    assert only(table.do(Finish()), Ended)[0].winner is None
    assert table.asked() == ()
    assert table.refusal(Answer(prompt=prompt("t1.trump"), key="stand")).code == "NOTHING_ASKED"


def test_rules_can_be_looked_up() -> None:
    rule = find_rule(TEXARKANA.rules, "tx-29")
    assert rule is not None
    assert rule.id == "TX-29"
    assert find_rule(TEXARKANA.rules, "TX-99") is None
