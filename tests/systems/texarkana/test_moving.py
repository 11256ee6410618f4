"""Zones and moves (TX-22 to TX-26), and sundry actions (TX-63)."""

from rules.core.command import PlaceThere
from rules.systems.texarkana.commands import Move, Sundry
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
