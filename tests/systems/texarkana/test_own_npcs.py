"""The Dealer's own NPCs: what a form and a pasted text may say, and what is told of every fault (TXD-30)."""

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.combatant import Side
from rules.core.command import Describe, Enter
from rules.core.refusal import Illegal
from rules.systems.texarkana import TEXARKANA, commands, events as e
from rules.systems.texarkana.own_npcs import EXAMPLE, MOST_OWN, OWN_NPCS, read_blanks, read_text
from rules.systems.texarkana.state import StatBlock
from tests.systems.texarkana.table import DEALER, Table, fight, lobby, npc, only, pc, who

FORM = {
    "name": "Black Jack",
    "grit": "5",
    "ratings": "Pistols 2, Clubs: -1, masks = +1, Brawling 2",
    "weapons": "revolver, Bowie knife (hidden)",
    "kind": "human",
}
BLACK_JACK = StatBlock(
    name="Black Jack",
    grit=5,
    ratings={"Pi": 2, "Cl": -1, "Ma": 1, "Sp": 0},
    brawling=2,
    weapons=("revolver", "bowie-knife"),
    concealed=("bowie-knife",),
)


def own(text: str = "", **changes: object) -> Describe:
    usual: dict[str, object] = {"combatant": who("c9"), "side": Side.ENEMY, "text": text}
    return Describe(**(usual | changes))  # type: ignore[arg-type]  # fields of several types


def faults(text: str) -> str:
    with pytest.raises(Illegal) as refused:
        read_text(text)
    refusal = refused.value.refusal
    assert (refusal.code, refusal.rules) == ("BAD_STAT_BLOCK", ("TXD-30",))
    said = TEXARKANA.words(refusal, TEXARKANA.empty(), DEALER)
    assert said
    return said


# ---- reading


def test_txd_30_a_form_is_read() -> None:
    assert read_blanks(FORM) == BLACK_JACK


def test_txd_30_what_a_form_leaves_open_is_usual() -> None:
    plain = StatBlock(name="Zeb", grit=3, ratings={"Pi": 0, "Cl": 0, "Ma": 0, "Sp": 0}, brawling=1)
    assert read_blanks({"name": "Zeb", "grit": "3", "ratings": "", "weapons": ""}) == plain


def test_txd_30_the_example_is_right() -> None:
    (block,) = read_text(EXAMPLE)
    assert block == StatBlock(
        name="Black Jack",
        grit=5,
        ratings={"Pi": 2, "Cl": 0, "Ma": 1, "Sp": 0},
        weapons=("revolver", "bowie-knife"),
        concealed=("bowie-knife",),
    )


def test_txd_30_a_text_may_describe_several() -> None:
    text = '[big-ed]\ngrit = 6\nweapons = "cane"\n\n'
    text += '[wolf]\nname = "Grey wolf"\ngrit = 2\nkind = "animal"\n[wolf.ratings]\nSpades = 2\n'
    ed, wolf = read_text(text)
    assert (ed.name, ed.grit, ed.weapons, ed.is_beast) == ("Big Ed", 6, ("cane",), False)
    assert (wolf.name, wolf.ratings["Sp"], wolf.is_beast) == ("Grey wolf", 2, True)


def test_tx_34_the_supernatural_may_be_described() -> None:
    (block,) = read_text('name = "It"\ngrit = 9\nbrawling = 3\nkind = "supernatural"')
    assert (block.brawling, block.is_supernatural, block.is_beast) == (3, True, False)


# ---- faults


@pytest.mark.parametrize(
    ("text", "line", "right"),
    [
        ('name = "X"\ngrit = 0', "Line 2: grit cannot be “0”", "1 to 99"),
        ('name = "X"\ngrit = 100', "Line 2: grit cannot be “100”", "1 to 99"),
        ('name = "X"\ngrit = 4.5', "Line 2: grit cannot be “4.5”", "whole number"),
        ('name = "X"\ngrit = true', "Line 2: grit cannot be “true”", "whole number"),
        ('name = "X"\ngrit = "many"', "Line 2: grit cannot be “many”", "whole number"),
        ('name = "X"', "grit is missing", "grit = 4"),
        ("grit = 4\nname = 7", "Line 2: name cannot be “7”", "a text"),
        ("grit = 4", "name cannot be", "a text"),
        ('name = "X"\ngrit = 4\n\nbrawling = 0', "Line 4: brawling cannot be “0”", "1 to 9"),
        ('name = "X"\ngrit = 4\nratings = { Pistols = 1, Clubs = 4 }', "Line 3: Clubs cannot be “4”", "-3 to 3"),
        ('name = "X"\ngrit = 4\n[ratings]\nPi = 1\nMa = -4', "Line 5: Masks cannot be “-4”", "-3 to 3"),
        ('name = "X"\ngrit = 4\nratings = { Hearts = 1 }', "Line 3: there is no rating “Hearts”", "Pistols, Clubs"),
        ('name = "X"\ngrit = 4\nratings = 3', "Line 3: ratings cannot be “3”", "{ Pistols = 1"),
        ('name = "X"\ngrit = 4\nweapons = ["cane", "bazooka"]', "Line 3: there is no weapon “bazooka”", "revolver"),
        ('name = "X"\ngrit = 4\nkind = "robot"', "Line 3: kind cannot be “robot”", "human, animal, supernatural"),
        ('name = "X"\ngrit = 4\nwill = 6', "Line 3: there is no field “will”", "name, grit, ratings"),
        ('name = "X"\ngrit 4', "Line 2:", "grit = 4"),
        ('name = "X\ngrit = 4', "Line 1:", "grit = 4"),
        ("name = ", "Line 1:", "grit = 4"),
        ("grit = 1\ngrit = 2", "Line 2:", "grit = 4"),
        ("# nothing", "Line 1: nobody is described", "grit = 4"),
        ('[ed]\ngrit = 4\n[zeb]\nname = "Zeb"\ngrit = -1', "Line 5: grit cannot be “-1”", "1 to 99"),
        ('[ed]\ngrit = 4\n[zeb]\nname = "Zeb"', "Line 3: grit is missing", "grit = 4"),
    ],
)
def test_txd_30_a_fault_in_a_text_is_told_with_its_line_and_what_would_be_right(
    text: str, line: str, right: str
) -> None:
    said = faults(text)
    assert line in said
    assert right in said
    assert "TXD-30" in said


def test_txd_30_every_fault_is_told_at_once_and_the_rest_counted() -> None:
    said = faults("\n".join(('name = "X"', "grit = 0", "brawling = 0", *(f"odd{number} = 1" for number in range(5)))))
    assert "Line 2" in said
    assert "And 2 more." in said


@pytest.mark.parametrize(
    ("blanks", "wrong", "right"),
    [
        ({"grit": "lots"}, "Grit: it cannot be “lots”", "1 to 99"),
        ({"grit": ""}, "Grit: it cannot be “”", "1 to 99"),
        ({"name": "\u200b"}, "Name: name cannot be", "a text"),
        ({"ratings": "Pistols 4"}, "Ratings: Pistols cannot be “4”", "-3 to 3"),
        ({"ratings": "Pistols"}, "Ratings: “Pistols” cannot be read", "Pistols 1"),
        ({"ratings": "Luck 1"}, "Ratings: there is no rating “Luck”", "Spades"),
        ({"ratings": "Brawling 0"}, "Ratings: Brawling cannot be “0”", "1 to 9"),
        ({"weapons": "revolver, sling"}, "Weapons: there is no weapon “sling”", "derringer"),
        ({"kind": "robot"}, "What it is: kind cannot be “robot”", "animal"),
        ({"mood": "grim"}, "Mood: there is no such blank", "grit"),
    ],
)
def test_txd_30_a_fault_in_a_form_is_told_with_its_blank_and_what_would_be_right(
    blanks: dict[str, str], wrong: str, right: str
) -> None:
    with pytest.raises(Illegal) as refused:
        read_blanks(FORM | blanks)
    said = TEXARKANA.words(refused.value.refusal, TEXARKANA.empty(), DEALER) or ""
    assert wrong in said
    assert right in said


# ---- in the fight


def entered(table: Table) -> e.Outfitted:
    (outfitted,) = only(table.do(own(EXAMPLE, where="rocks")), e.Outfitted)
    return outfitted


def test_txd_30_one_who_is_described_enters_at_once_with_his_numbers() -> None:
    table = fight()
    outfitted = entered(table)
    assert (outfitted.grit, outfitted.weapons, outfitted.in_hand) == (5, ("revolver", "bowie-knife"), "revolver")
    assert dict(outfitted.ratings) == {"Pi": 2, "Cl": 0, "Ma": 1, "Sp": 0}
    assert (table["c9"].name, table["c9"].place, table["c9"].side) == ("Black Jack", "rocks", Side.ENEMY)


def test_txd_30_he_can_enter_again_under_his_key() -> None:
    table = fight()
    entered(table)
    (template,) = TEXARKANA.own_templates(table.state)
    assert (template.name, template.note) == ("Black Jack", "Grit 5, revolver, bowie knife")
    table.do(Enter(combatant=who("c10"), name="His twin", side=Side.POSSE, template=template.key, where="ridge"))
    assert (table["c10"].grit, table["c10"].side) == (5, Side.POSSE)


def test_txd_30_his_numbers_count_in_a_test() -> None:
    """Masks 1 and the Dealer's 2: 3."""
    table = fight(pc(hand=("KHe",)), npc("carl", place="ridge"))
    entered(table)
    shot = commands.Shoot(actor=who("ana"), whom=who("c9"), card="KHe")
    (decided,) = only(table.do(shot, "2He", "3He"), e.AttemptDecided)
    assert decided.opposition.total == 3


def test_txd_30_several_are_kept_and_enter_when_they_are_wanted() -> None:
    table = fight()
    before = table.state.fighters
    table.do(own("[ed]\ngrit = 4\n[zeb]\ngrit = 5\n"))
    assert table.state.fighters == before
    assert [each.name for each in TEXARKANA.own_templates(table.state)] == ["Ed", "Zeb"]


def test_txd_30_two_of_one_name_in_a_text_are_two() -> None:
    table = fight()
    table.do(own('[a]\nname = "Ed"\ngrit = 4\n[b]\nname = "Ed"\ngrit = 5\n'))
    assert [each.note for each in TEXARKANA.own_templates(table.state)] == ["Grit 4, no weapon", "Grit 5, no weapon"]


def test_txd_30_described_anew_he_is_replaced_and_whoever_is_in_stays_as_he_was() -> None:
    table = fight()
    entered(table)
    table.do(own(EXAMPLE.replace("grit = 5", "grit = 9"), combatant=who("c10")))
    assert [each.note for each in TEXARKANA.own_templates(table.state)] == ["Grit 9, revolver, bowie knife"]
    assert (table["c9"].grit, table["c10"].grit) == (5, 9)
    assert table["c10"].name == "Black Jack 2"


def test_txd_30_in_the_lobby_too_and_hidden_if_wanted() -> None:
    table = lobby("ambush", "hank")
    table.do(own(EXAMPLE, hidden=True))
    assert table["c9"].is_hidden
    seen = {each.name for each in TEXARKANA.view(table.state, PUBLIC).combatants}
    assert "Black Jack" not in seen


def test_txd_30_nobody_but_the_dealer_hears_what_was_written_down() -> None:
    table = fight()
    events = table.do(own("[ed]\ngrit = 4\n[zeb]\ngrit = 5\n"))
    assert table.words(events) == table.words(events, Viewer(combatants=frozenset({who("ana")}))) == []
    assert table.words(events, DEALER)[0].startswith("Ed is written down")


def test_tx_05_against_an_animal_of_the_dealers_own_anything_is_in_order() -> None:
    table = lobby("saloon", "hank")
    table.do(own('name = "Wolf"\ngrit = 2\nkind = "animal"'))
    assert table.tier() == "any"


def test_txd_30_a_fault_changes_nothing() -> None:
    table = fight()
    before = table.state
    assert table.refusal(own("grit = 0")).code == "BAD_STAT_BLOCK"
    assert table.refusal(own(EXAMPLE, where="the moon")).code == "NO_SUCH_PLACE"
    assert table.state == before


def test_txd_30_there_is_an_end_to_it() -> None:
    table = fight()
    many = "\n".join(f"[n{number}]\ngrit = 1" for number in range(MOST_OWN + 1))
    assert table.refusal(own(many)).code == "TOO_MANY_OWN"


def test_the_form_has_at_most_five_blanks() -> None:
    assert len(OWN_NPCS.blanks) == 5


@pytest.mark.parametrize(
    "text",
    [
        "grit = " + "9" * 3900,
        'name = "x"\ngrit = 0x' + "F" * 3900,
        "name = 0x" + "F" * 3900,
        'name = "x"\ngrit = 4\nweapons = ' + "[" * 3000,
    ],
    ids=["a long number", "a long hexadecimal", "a long number for a name", "deeply nested"],
)
def test_txd_30_a_text_made_to_break_its_reader_is_refused_like_any_other(text: str) -> None:
    assert "The text: " in faults(text)


def test_txd_30_names_in_any_script_are_kept_apart_and_an_old_name_is_replaced() -> None:
    table = fight(pc("ana"), npc("hank"))
    for at, (name, grit) in enumerate((("Ольга", 2), ("Иван", 3), ("小虎", 4), ("Black Jack", 5), ("black-jack", 6))):
        table.do(own(f'name = "{name}"\ngrit = {grit}', combatant=who(f"n{at}")))
    table.do(own('name = "ИВАН"\ngrit = 9', combatant=who("n9")))
    blocks = table.state.own_blocks
    assert len(blocks) == 5
    grits = {block.name: block.grit for block in blocks.values()}
    assert grits == {"Ольга": 2, "ИВАН": 9, "小虎": 4, "Black Jack": 5, "black-jack": 6}


def test_txd_30_a_weapon_named_twice_is_carried_once() -> None:
    (block,) = read_text('name = "x"\ngrit = 4\nweapons = ["derringer", "derringer (hidden)", "derringer"]')
    assert (block.weapons, block.concealed) == (("derringer",), ("derringer",))
