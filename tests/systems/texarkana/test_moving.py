"""Zones and moves (TX-22 to TX-26), and sundry actions (TX-63)."""

import pytest

from rules.core.command import PlaceThere
from rules.systems.texarkana.commands import Brawl, Flee, Move, Shoot, Sundry, TakeCover
from rules.systems.texarkana.events import Moved, Tried, ZonesDescribed
from rules.systems.texarkana.zones import distance, sees
from tests.systems.texarkana.table import fight, lobby, npc, only, pc, who


def test_tx_25_the_saloon() -> None:
    state = lobby("saloon").state
    assert distance(state, "bar", "mezzanine") == distance(state, "bar", "street") == 1
    assert distance(state, "mezzanine", "street") == 2
    assert sees(state, "bar", "mezzanine")
    assert not sees(state, "bar", "street")
    assert not sees(state, "mezzanine", "street")


def test_tx_26_what_lies_beyond_the_street_is_described_when_somebody_gets_there() -> None:
    table = lobby("saloon", "hank")
    assert [zone.id for zone in table.state.zones if zone.is_described] == ["bar", "mezzanine", "street"]
    events = table.do(PlaceThere(where="street", whom=(who("hank"),)))
    assert only(events, ZonesDescribed)[0].zones == ("street-east", "street-west")


def test_tx_26_upstairs_the_bedrooms_and_an_office_come_into_reach() -> None:
    table = lobby("saloon", "hank")
    events = table.do(PlaceThere(where="mezzanine", whom=(who("hank"),)))
    assert only(events, ZonesDescribed)[0].zones == ("bedrooms", "office")


def test_tx_26_a_flight_into_the_unnamed_makes_a_zone_without_asking() -> None:
    """Whoever runs on from a zone without a name beyond it is in one; nobody has to be asked what it is called."""
    table = fight(pc(hand=("2He",)), pc("bea", hand=("QHe",)), npc(weapons=(), in_hand=""))
    table.do(Flee(actor=who("ana"), card="2He"), "KHo", "3He")
    beyond = table.state.zone(table["ana"].place)
    assert beyond is not None
    assert (beyond.name, beyond.is_described) == ("Beyond the Road", True)
    assert table.state.holder_of(who("ana")) == "bart"


def test_tx_22a_a_shot_allows_no_movement() -> None:
    table = fight(pc(), npc())
    table.do(Shoot(actor=who("ana"), whom=who("bart")))
    assert table["ana"].place == "road"


def test_tx_22b_one_zone_to_brawl_and_no_more() -> None:
    brawl = Brawl(actor=who("ana"), whom=who("bart"))
    table = fight(pc(), npc())
    table.do(brawl)
    assert table["ana"].place == "rocks"
    assert fight(pc(), npc(place="ridge")).refusal(brawl).code == "NOT_ADJACENT"


def test_tx_22c_one_zone_to_take_cover_and_no_more() -> None:
    table = fight(pc(), npc(place="gully"))
    table.do(TakeCover(actor=who("ana"), where="rocks"))
    assert (table["ana"].place, table["ana"].is_in_cover) == ("rocks", True)
    assert fight(pc(), npc(place="gully")).refusal(TakeCover(actor=who("ana"), where="ridge")).code == "NOT_ADJACENT"


def test_tx_22d_one_zone_for_something_quick_and_no_more() -> None:
    assert fight(pc(), npc()).refusal(Sundry(actor=who("ana"), what="shout", where="ridge")).code == "NOT_ADJACENT"


def test_txa_16_something_quick_may_follow_a_step_among_enemies() -> None:
    table = fight(pc(), npc())
    table.do(Sundry(actor=who("ana"), what="talk to Bart", where="rocks"))
    assert table["ana"].place == "rocks"


def test_tx_22e_the_second_zone_must_be_clear_too() -> None:
    table = fight(pc(), npc(place="ridge"))
    assert table.refusal(Move(actor=who("ana"), where="rocks", then="ridge")).code == "ENEMY_THERE"


def test_tx_22f_one_does_not_flee_from_an_enemy_beside_one() -> None:
    assert fight(pc(place="rocks"), npc()).refusal(Flee(actor=who("ana"))).code == "ENEMY_HERE_FLEEING"


@pytest.mark.parametrize("what", ["talk to Bart", "force the door open", "light the fuse"])
def test_tx_63_the_chapters_examples(what: str) -> None:
    assert [event.what for event in only(fight().do(Sundry(actor=who("ana"), what=what)), Tried)] == [what]


def test_txa_32_npcs_may_do_something_quick_too() -> None:
    table = fight(phase="enemy")
    assert only(table.do(Sundry(actor=who("bart"), what="light the fuse")), Tried)


def test_tx_22e_two_zones_clear_of_enemies() -> None:
    table = fight(pc(), npc(place="gully"))
    events = table.do(Move(actor=who("ana"), where="rocks", then="ridge"))
    assert [event.where for event in only(events, Moved)] == ["rocks", "ridge"]


def test_tx_22e_the_same_in_one_word() -> None:
    table = fight(pc(), npc(place="gully"))
    table.do(Move(actor=who("ana"), where="rocks>ridge"))
    assert table["ana"].place == "ridge"


def test_tx_22e_not_through_enemies() -> None:
    assert fight(pc(), npc()).refusal(Move(actor=who("ana"), where="rocks", then="ridge")).code == "ENEMY_THERE"


def test_txa_15_a_single_step_may_end_among_enemies_and_leaving_them_is_free() -> None:
    table = fight(pc(), npc())
    table.do(Move(actor=who("ana"), where="rocks"))
    assert table["ana"].place == "rocks"
    table = fight(pc(place="rocks"), npc())
    table.do(Move(actor=who("ana"), where="road"))
    assert table["ana"].place == "road"


def test_tx_23_only_to_a_connected_zone() -> None:
    assert fight(pc(), npc()).refusal(Move(actor=who("ana"), where="ridge")).code == "NOT_ADJACENT"
    assert fight(pc(), npc()).refusal(Move(actor=who("ana"), where="moon")).code == "NO_SUCH_PLACE"


def test_tx_63_anything_else_is_said_in_words_and_ruled_by_the_dealer() -> None:
    table = fight(pc(), npc(place="gully"))
    events = table.do(Sundry(actor=who("ana"), what="light the fuse", where="rocks"))
    assert only(events, Tried)[0].what == "light the fuse"
    assert table["ana"].place == "rocks"
    assert fight().refusal(Sundry(actor=who("ana"), what=" ")).code == "NOTHING_SAID"


def test_txd_27_there_must_be_something_to_reload() -> None:
    assert fight().refusal(Sundry(actor=who("ana"), what="reload")).code == "NOTHING_TO_RELOAD"
