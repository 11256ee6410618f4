"""A stiletto or tomahawk thrown, and picked up again (TX-30, TXA-07, TXA-13, TXD-27)."""

from rules.core.audience import PUBLIC, Viewer
from rules.core.command import Answer
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.commands import Flee, Shoot, Sundry
from rules.systems.texarkana.events import (
    AttemptOpened,
    EscalationAsked,
    GritLost,
    InjuryGained,
    PickedUp,
    Thrown,
    Tried,
    TrumpedInVain,
)
from rules.systems.texarkana.state import Lying, Tier
from tests.systems.texarkana.table import Table, fight, npc, only, pc, prompt, rules_of, who

EXPERT = {"Cl": "B", "Ma": "C", "Pi": "C"}
LIES = (Lying(weapon="tomahawk", place="rocks"),)


def thrower(weapon: str, **changes: object) -> Table:
    ana = pc(hand=("KHe", "2He"), weapons=(weapon,), in_hand=weapon, ranks=EXPERT)
    return fight(ana, npc(grit=6), **changes)  # type: ignore[arg-type]  # fields of several types


def throw(weapon: str, card: str | None = "KHe") -> Shoot:
    return Shoot(actor=who("ana"), whom=who("bart"), weapon=weapon, card=card)


def test_tx_30_a_tomahawk_is_thrown_as_a_ranged_attack_with_pistols_as_trumps() -> None:
    attempt = only(thrower("tomahawk").do(throw("tomahawk", None)), AttemptOpened)[0].attempt
    assert (attempt.trumps, attempt.npc_trumps) == (("Pi",), ("Ma",))


def test_tx_30_for_a_thrown_stiletto_pistols_or_masks_trump() -> None:
    attempt = only(thrower("stiletto").do(throw("stiletto", None)), AttemptOpened)[0].attempt
    assert attempt.trumps == ("Pi", "Ma")


def test_txa_13_it_does_its_damage_without_its_brawling_bonus() -> None:
    """The tomahawk has +1 in a brawl, and nothing when thrown; 3 damage and an Injury all the same."""
    table = thrower("tomahawk")
    events = table.do(throw("tomahawk"), "2Di", "3He")
    assert only(events, AttemptOpened)[0].attempt.bonus.total == 0
    assert [event.lost for event in only(events, GritLost)] == [3]
    assert len(only(events, InjuryGained)) == 1


def test_txa_13_hit_or_miss_it_is_out_of_the_hand_and_lies_where_the_target_is() -> None:
    for card, flip in (("KHe", "2Di"), ("2He", "KDi")):
        table = thrower("tomahawk")
        events = table.do(throw("tomahawk", card), flip, "3He")
        assert [(event.weapon, event.where) for event in only(events, Thrown)] == [("tomahawk", "rocks")]
        assert (table["ana"].weapons, table["ana"].in_hand) == ((), "")
        assert table.state.lying == LIES


def test_txa_13_what_lies_elsewhere_is_not_thrown_again() -> None:
    table = fight(pc(weapons=(), in_hand=""), npc(), lying=LIES)
    assert table.refusal(throw("tomahawk", None)).code == "NOT_CARRIED"


def test_tx_30_it_reaches_one_zone() -> None:
    ana = pc(weapons=("tomahawk",), in_hand="tomahawk", ranks=EXPERT)
    assert fight(ana, npc(place="ridge")).refusal(throw("tomahawk", None)).code == "OUT_OF_REACH"
    assert fight(ana, npc(place="road")).refusal(throw("tomahawk", None)).code == "ENEMY_HERE"


def test_txa_04_txa_24_without_the_rank_it_is_not_thrown() -> None:
    """A tomahawk asks for B in Clubs; without it, it is a makeshift weapon, which nobody throws."""
    table = fight(pc(weapons=("tomahawk",), ranks={"Cl": "C", "Pi": "A"}), npc())
    assert table.refusal(throw("tomahawk", None)).code == "NO_RANK"


def test_tx_30_a_bowie_knife_is_not_thrown() -> None:
    assert thrower("bowie-knife").refusal(throw("bowie-knife", None)).code == "NOT_RANGED"


def test_txa_07_what_is_thrown_is_a_hand_weapon_for_what_the_situation_allows() -> None:
    assert thrower("tomahawk", tier=Tier.MELEE).do(throw("tomahawk", None))
    events = thrower("tomahawk", tier=Tier.FISTS).do(throw("tomahawk", None))
    assert only(events, EscalationAsked)[0].escalation.tier is Tier.MELEE


def test_txa_07_where_guns_are_not_in_order_the_stiletto_is_what_one_shoots_with() -> None:
    ana = pc(hand=("KHe",), weapons=("derringer", "stiletto"), in_hand="derringer", ranks=EXPERT)
    table = fight(ana, npc(), tier=Tier.MELEE)
    assert only(table.do(throw("", None)), Thrown)[0].weapon == "stiletto"


def test_txa_07_an_npc_that_throws_makes_hand_weapons_in_order_not_guns() -> None:
    table = fight(pc(), npc(weapons=("tomahawk",), in_hand=""), phase="enemy", tier=Tier.FISTS)
    table.do(Shoot(actor=who("bart"), whom=who("ana")))
    assert table.tier() is Tier.MELEE


def test_tx_57_a_gun_comes_before_what_has_to_be_thrown() -> None:
    ana = pc(weapons=("stiletto", "revolver"), in_hand="stiletto", ranks=EXPERT)
    table = fight(ana, npc())
    assert not only(table.do(throw("", None)), Thrown)
    assert table["ana"].in_hand == "revolver"


def test_tx_66_what_was_thrown_cannot_run_out_of_ammunition() -> None:
    ana = pc(hand=("5Pi",), weapons=("tomahawk",), in_hand="tomahawk", ranks=EXPERT)
    table = fight(ana, npc())
    table.do(throw("tomahawk", "5Pi"), "KHe")
    events = table.do(Answer(prompt=prompt("t1.trump"), key="trump"), "2He", "3He")
    assert [event.consequence.kind for event in only(events, TrumpedInVain)] == ["none"]
    assert not table["ana"].is_out_of_ammo


def test_tx_59_one_may_throw_at_who_flees() -> None:
    table = fight(
        pc(hand=("KHe",), weapons=("tomahawk",), in_hand="tomahawk", ranks=EXPERT), npc(), npc("carl"), phase="enemy"
    )
    table.do(Flee(actor=who("bart")))
    assert "t1.shot.ana" in table.asked()


# ---- picking up


def test_txd_27_picking_up_is_a_sundry_action_with_a_step_to_where_it_lies() -> None:
    bea = pc("bea", hand=("QHe",))
    table = fight(pc(weapons=(), in_hand="", ranks=EXPERT), bea, npc(place="ridge"), lying=LIES)
    events = table.do(Sundry(actor=who("ana"), what="Pick up the tomahawk", where="Rocks"))
    assert [(event.who, event.weapon) for event in only(events, PickedUp)] == [("ana", "tomahawk")]
    ana = table["ana"]
    assert (ana.place, ana.weapons, ana.in_hand, table.state.lying) == ("rocks", ("tomahawk",), "tomahawk", ())
    assert "ana" in table.state.acted


def test_txd_27_without_a_zone_named_it_is_found_one_step_away() -> None:
    table = fight(pc(weapons=(), in_hand=""), npc(place="ridge"), lying=LIES)
    table.do(Sundry(actor=who("ana"), what="pick up tomahawk"))
    assert (table["ana"].place, table["ana"].weapons) == ("rocks", ("tomahawk",))


def test_txd_27_anybody_may_pick_it_up() -> None:
    table = fight(pc(), npc(), phase="enemy", lying=LIES)
    table.do(Sundry(actor=who("bart"), what="pick up tomahawk"))
    assert "tomahawk" in table["bart"].usable


def test_txd_31_in_a_fist_fight_it_is_picked_up_but_not_in_hand() -> None:
    table = fight(pc(weapons=(), in_hand=""), npc(place="ridge"), lying=LIES, tier=Tier.FISTS)
    table.do(Sundry(actor=who("ana"), what="pick up tomahawk"))
    assert (table["ana"].weapons, table["ana"].in_hand) == (("tomahawk",), "")


def test_tx_43_what_one_was_disarmed_of_is_not_picked_up() -> None:
    table = fight(pc(is_disarmed_of=frozenset({"revolver"}), in_hand=""), npc())
    refusal = table.refusal(Sundry(actor=who("ana"), what="pick up revolver"))
    assert (refusal.code, rules_of(refusal)) == ("NOTHING_TO_PICK_UP", {"TXD-27", "TX-43"})


def test_tx_63_picking_up_anything_else_is_for_the_dealer_to_rule() -> None:
    events = fight().do(Sundry(actor=who("ana"), what="pick up the lantern"))
    assert [event.what for event in only(events, Tried)] == ["pick up the lantern"]


def test_txa_13_everybody_sees_where_it_lies_and_whoever_is_there_is_offered_it() -> None:
    table = fight(pc(place="rocks", hand=("KHe",)), npc(place="ridge"), lying=LIES)
    rocks = next(place for place in TEXARKANA.view(table.state, PUBLIC).places if place.id == "rocks")
    assert "on the ground: tomahawk" in rocks.links
    mine = Viewer(combatants=frozenset({who("ana")}))
    what = next(o for o in TEXARKANA.options(table.state, who("ana"), mine) if o.kind == "sundry").slots[0]
    assert [choice.key for choice in what.choices] == ["pick up tomahawk"]


def test_tx_43_another_of_the_kind_than_the_one_lost_is_picked_up_and_used() -> None:
    """Ana was disarmed of her own tomahawk; Silas's lies among the rocks."""
    ana = pc(weapons=("tomahawk",), in_hand="", ranks=EXPERT, is_disarmed_of=frozenset({"tomahawk"}))
    table = fight(ana, npc(place="ridge"), lying=LIES)
    table.do(Sundry(actor=who("ana"), what="pick up tomahawk"))
    assert (table["ana"].usable, table["ana"].in_hand) == (("tomahawk",), "tomahawk")
