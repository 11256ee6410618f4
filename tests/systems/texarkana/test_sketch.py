"""The sketch of the zones, for when the fight spreads (TX-24, TX-26, TX-27)."""

from rules.core.audience import PUBLIC, Viewer
from rules.core.values import replace
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.commands import Move
from rules.systems.texarkana.state import Condition, Lying, Zone
from tests.systems.texarkana.table import DEALER, Table, fight, lobby, npc, pc, started, who


def sketch(table: Table, viewer: Viewer = PUBLIC) -> tuple[str, ...]:
    return TEXARKANA.view(table.state, viewer).sketch


def _open(zone: Zone) -> Zone:
    """The same zone; the only way out is by the road."""
    return replace(zone, has_way_out=zone.id == "road")


def test_tx_27_a_line_a_zone_with_people_ways_and_sights_in_words() -> None:
    table = fight(pc(is_in_cover=True), npc(), lying=(Lying(weapon="tomahawk", place="rocks"),))
    table.state = replace(table.state, zones=tuple(_open(zone) for zone in table.state.zones))
    assert sketch(table) == (
        "Road: Ana (in cover); ways to Rocks (the slope); sees Rocks, Ridge, Gully; a way out of the fight",
        "Rocks: Bart (enemy); ways to Road (the slope), Ridge; sees Road, Ridge; on the ground: tomahawk",
        "Ridge: nobody; ways to Rocks, Gully; sees Rocks, Road",
        "Gully: nobody; ways to Ridge; sees Road",
    )


def test_tx_27_those_who_are_out_of_the_fight_are_left_out() -> None:
    table = fight(pc(), npc(), npc("carl", "ridge", condition=Condition.DEAD))
    assert "Ridge: nobody" in "\n".join(sketch(table))


def test_tx_25_in_the_saloon_the_street_sees_neither_other_zone() -> None:
    lines = {line.split(":")[0]: line for line in sketch(started("saloon", "hank"))}
    assert set(lines) == {"Bar", "Mezzanine", "Street"}
    assert "ways to Mezzanine (the stairs), Street (the saloon doors); sees Mezzanine" in lines["Bar"]
    assert "ways to Bar (the stairs); sees Bar" in lines["Mezzanine"]
    assert "ways to Bar (the saloon doors); sees no other zone" in lines["Street"]


def test_tx_26_what_is_not_in_reach_yet_is_sketched_for_the_dealer_alone() -> None:
    table = started("saloon", "hank")
    assert "Office" not in "\n".join(sketch(table))
    assert any(line.startswith("Office (not known to the players): nobody") for line in sketch(table, DEALER))


def test_tx_24_who_is_hidden_is_sketched_for_the_dealer_alone() -> None:
    table = fight(pc(), npc(is_hidden=True), npc("carl"))
    assert "Bart" not in "\n".join(sketch(table))
    assert any("Bart (enemy, hidden)" in line for line in sketch(table, DEALER))


def test_tx_27_there_is_nothing_to_sketch_of_one_zone_or_a_lobby() -> None:
    assert sketch(fight(zones=(Zone(id="road", name="Road"),), links=(), sights=())) == ()
    assert sketch(lobby("saloon", "hank")) == ()


def test_tx_26_a_step_adds_to_it_what_comes_into_reach() -> None:
    hidden = (Zone(id="road", name="Road"), Zone(id="rocks", name="Rocks"), Zone(id="ridge", name="Ridge"))
    far = Zone(id="gully", name="Gully", is_described=False)
    table = fight(pc(), npc(), zones=(*hidden, far))
    assert not any(line.startswith("Gully") for line in sketch(table))
    table.do(Move(actor=who("ana"), where="rocks"))
    assert not any(line.startswith("Gully") for line in sketch(table))
    table = fight(pc(place="rocks"), npc(place="road"), zones=(*hidden, far))
    table.do(Move(actor=who("ana"), where="ridge"))
    assert any(line.startswith("Gully") for line in sketch(table))
