"""Characters of one's own, and what a session keeps of them (TXF-20, TXF-29, TXF-34, TXF-35, TXD-36)."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.combatant import Side
from rules.core.command import Amend, Enter, Finish, Leave, Start
from rules.core.event import Event
from rules.core.refusal import Illegal
from rules.systems.texarkana.apply.changes import with_fighter
from rules.systems.texarkana.events import CardDrawn, CardsSetAside, HandKept, Outfitted, Started
from rules.systems.texarkana.sheet import FIELDS, RANKED, SHEETS
from rules.systems.texarkana.state import Condition, Fighter
from tests.systems.texarkana.table import DEALER, Table, lobby, only, who

E = TypeVar("E", bound=Event)
CORA = who("cora")
HAND = "6He 7Cl KPi ASk"


def enter(sheet: Mapping[str, str], left: Mapping[str, str] | None = None, name: str = "cora") -> Enter:
    return Enter(
        combatant=who(name),
        name=name.title(),
        side=Side.POSSE,
        template="",
        sheet={"will": "6", **sheet},
        left=left or {},
    )


def one(events: Iterable[Event], kind: type[E]) -> E:
    (found,) = only(events, kind)
    return found


def joined(left: Mapping[str, str] | None = None, **sheet: str) -> Table:
    table = lobby("ambush")
    table.freely(enter(sheet, left))
    return table


def test_txf_29_a_sheet_that_says_nothing_has_the_usual_chips_and_ranks() -> None:
    sheet = SHEETS.check({})
    assert sheet.lines == (
        "Will 6, Grit 6, Luck 3, Coin 3",
        "Weapons: none",
        "Ranks: Hearts C, Diamonds C, Horns C, Pistols C, Clubs C, Spades C, Masks C, Tomes C",
    )
    assert sheet.warnings == ()


def test_txf_29_chips_run_to_ten() -> None:
    assert SHEETS.check({"luck": "10"}).fields["luck"] == "10"
    with pytest.raises(Illegal) as refused:
        SHEETS.check({"luck": "11"})
    assert (refused.value.refusal.code, refused.value.refusal.rules) == ("NOT_IN_FIELD", ("TXF-29",))


def test_pages_fit_a_form_of_five_and_menus_of_twenty_five() -> None:
    pages = [each.page for each in FIELDS]
    assert max(pages.count(page) for page in pages) == 5
    assert max(len(each.choices) for each in FIELDS) <= 25
    assert max(len(each.label) for each in FIELDS) <= 45
    assert len(RANKED) == 8


def test_txf_35_there_are_eight_motivations_and_the_reward_is_told_at_the_end_of_a_session() -> None:
    motivation = next(each for each in FIELDS if each.name == "motivation")
    assert len(motivation.choices) == 8
    assert "2 Grit or 1 Will" in SHEETS.farewell


def test_txa_04_a_weapon_beyond_its_rank_is_warned_of() -> None:
    """The service pistol asks for B Pistols, the bowie knife for B Clubs and B Horns (TX-30, TX-56)."""
    sheet = SHEETS.check({"weapon": "service pistol", "others": "Bowie knife, Derringer", "clubs": "A"})
    assert sheet.fields["others"] == "bowie-knife,derringer"
    assert [each.partition(":")[0] for each in sheet.warnings] == ["service pistol", "bowie knife"]
    assert not SHEETS.check({"weapon": "service pistol", "pistols": "A"}).warnings


def test_a_sheet_comes_into_a_fight_with_all_it_says() -> None:
    table = lobby("ambush")
    sheet = {"will": "4", "grit": "7", "luck": "0", "coin": "9", "pistols": "B", "weapon": "revolver", "others": "cane"}
    outfitted = one(table.freely(enter(sheet)), Outfitted)
    assert (outfitted.will, outfitted.grit, outfitted.luck, outfitted.coin, outfitted.injury) == (4, 7, 0, 9, 0)
    assert outfitted.weapons == ("revolver", "cane")
    assert outfitted.in_hand == "revolver"
    assert dict(outfitted.ranks) == {**dict.fromkeys(RANKED, "C"), "Pi": "B"}
    cora = table["cora"]
    assert (cora.is_pc, cora.grit, cora.coin) == (True, 7, 9)


def test_a_sheet_with_a_fault_is_refused() -> None:
    assert lobby("ambush").refusal(enter({"wits": "3"})).code == "NO_SUCH_FIELD"


def test_txf_34_nobody_comes_in_without_will_and_txf_32_without_grit() -> None:
    table = lobby("ambush")
    worn, dead = table.refusal(enter({"will": "0"})), table.refusal(enter({"will": "6"}, {"grit": "0"}))
    assert (worn.code, worn.rules) == ("SHEET_WORN", ("TXF-34",))
    assert (dead.code, dead.rules) == ("SHEET_WORN", ("TXF-32",))
    assert "no Grit" in table.say(dead)


def test_txd_36_what_was_left_counts_instead_of_what_is_written() -> None:
    table = joined({"will": "5", "grit": "2", "luck": "1", "coin": "0", "injury": "2"}, grit="8")
    cora = table["cora"]
    assert (cora.will, cora.grit, cora.luck, cora.coin, cora.injury) == (5, 2, 1, 0, 2)


def test_txd_36_the_hand_of_the_last_fight_is_held_and_filled_up_to_will() -> None:
    table = joined({"hand": HAND})
    assert table["cora"].hand == tuple(HAND.split())
    assert not set(HAND.split()) & set(table.state.deck.rest)
    dealt = [event.card for event in table.freely(Start()) if isinstance(event, CardDrawn)]
    assert len(dealt) == 2
    assert table["cora"].hand == (*HAND.split(), *dealt)


def test_txd_36_a_kept_hand_is_its_owners_secret() -> None:
    table = lobby("ambush")
    events = table.freely(enter({}, {"hand": "6He 7Cl"}))
    kept = one(events, HandKept)
    assert not DEALER.may_know(kept.audience)
    assert not PUBLIC.may_know(kept.audience)
    assert "You keep your hand: 6 of Hearts, 7 of Clubs." in table.words(events, Viewer(combatants=frozenset({CORA})))
    assert not any("Hearts" in said for said in table.words(events, DEALER))


def test_txd_36_a_card_that_somebody_else_holds_by_now_is_dealt_anew() -> None:
    table = joined({"hand": "6He 7Cl"})
    table.freely(enter({}, {"hand": "6He 9Ma nonsense"}, "zeb"))
    assert table["zeb"].hand == ("9Ma",)
    table.freely(Start())
    assert (len(table["zeb"].hand), len(table["cora"].hand)) == (6, 6)


def test_txd_36_whoever_leaves_the_lobby_takes_no_card_out_of_the_deck() -> None:
    table = joined({"hand": HAND})
    table.freely(Leave(combatant=CORA))
    assert table.state.deck.left == 117


def test_txd_36_what_absent_ones_hold_is_out_of_the_fight_and_nobody_knows_what() -> None:
    table = joined()
    aside = one(table.freely(Start(absent=({"hand": "6He 7Cl"}, {"grit": "3"}))), CardsSetAside)
    assert aside.cards == ("6He", "7Cl")
    assert table.state.aside == ("6He", "7Cl")
    assert table.state.deck.left == 117 - 2 - 6
    everybody = Viewer(gm=True, combatants=frozenset(fighter.id for fighter in table.state.fighters))
    assert not everybody.may_know(aside.audience)
    assert table.words((aside,), everybody) == []


def test_txd_32_txd_36_absent_hands_never_leave_fewer_than_twenty_cards() -> None:
    table = joined({"hand": HAND})
    every = table.state.deck.rest
    kept = table.freely(Start(absent=({"hand": " ".join(every[:92])},)))
    assert not [event for event in kept if isinstance(event, CardsSetAside)]
    table = joined({"hand": HAND})
    one(table.freely(Start(absent=({"hand": " ".join(every[:91])},))), CardsSetAside)
    assert table.state.deck.left == 20


def test_txf_24_a_session_has_its_woe_once_and_goes_on_with_what_is_left_of_it() -> None:
    """Session 3 with two players: 3 + 1 + 2; after that what the last fight left."""
    table = joined()
    table.freely(enter({}, name="zeb"))
    assert one(table.freely(Start(session={"number": "3"})), Started).woe == 6
    table = joined()
    assert one(table.freely(Start(session={"number": "3", "woe": "0"})), Started).woe == 0


def test_what_a_fight_leaves() -> None:
    table = joined({"hand": HAND, "injury": "1"}, luck="2")
    left = SHEETS.left(table.state)
    assert dict(left.sheets[CORA]) == {
        "will": "6", "grit": "6", "luck": "2", "coin": "3", "injury": "1", "hand": "6He KPi 7Cl ASk",
    }  # fmt: skip
    assert dict(left.table) == {}, "no Woe was counted before the fight began"
    table.freely(Finish())
    assert dict(SHEETS.left(table.state).sheets[CORA]) == dict(left.sheets[CORA])


@pytest.mark.parametrize("condition", [Condition.DEAD, Condition.DYING])
def test_txd_20_whoever_nobody_saved_is_left_without_grit(condition: Condition) -> None:
    table = joined()
    state = with_fighter(table.state, CORA, condition=condition, grit=1)
    assert SHEETS.left(state).sheets[CORA]["grit"] == "0"


def test_txd_36_after_a_session_chips_stay_as_they_are_and_injury_and_hand_are_gone() -> None:
    before = SHEETS.check({"grit": "8", "weapon": "cane"}).fields
    after = SHEETS.rested(before, {"will": "5", "grit": "2", "luck": "12", "coin": "3", "injury": "2", "hand": HAND})
    assert dict(after) == {**before, "will": "5", "grit": "2", "luck": "10", "coin": "3"}


def test_what_is_left_is_said_with_the_hand_to_its_owner_alone() -> None:
    left = {"will": "5", "grit": "2", "luck": "1", "coin": "3", "injury": "2", "hand": "6He"}
    assert SHEETS.left_words(left, is_owner=True) == "Will 5; Grit 2; Luck 1; Coin 3; Injury 2; in hand 6 of Hearts"
    assert SHEETS.left_words(left, is_owner=False) == "Will 5; Grit 2; Luck 1; Coin 3; Injury 2"


def amended(table: Table, what: str, value: str) -> Fighter:
    table.freely(Amend(what=what, value=value, whom=CORA))
    return table["cora"]


def test_txf_29_between_fights_the_dealer_sets_will_and_coin_in_the_lobby() -> None:
    table = joined({"hand": HAND})
    assert amended(table, "coin", "1").coin == 1
    cora = amended(table, "will", "3")
    assert (cora.will, cora.hand) == (3, ("6He", "7Cl", "KPi"))
    assert amended(table, "will", "5").will == 5
    table.freely(Start())
    assert len(table["cora"].hand) == 5
    assert amended(table, "coin", "2").coin == 2
    refusal = table.refusal(Amend(what="will", value="3", whom=CORA))
    assert (refusal.code, refusal.rules) == ("DEALT", ("TXF-29",))
