"""Fleeing (TX-58 to TX-62, TX-66d, TXA-17 to TXA-19)."""

from rules.core.command import Answer, GoOn
from rules.core.values import replace
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.commands import Flee, Move, Pass
from rules.systems.texarkana.events import AttemptOpened, ConditionChanged, Grappled, RanOut, ZonePlaced
from rules.systems.texarkana.state import Condition, House
from tests.systems.texarkana.table import DEALER, Table, fight, npc, only, pc, prompt, who

FLEE = Flee(actor=who("ana"))


def unarmed(name: str = "bart", place: str = "rocks") -> Table:
    """Somebody who can give chase but not shoot."""
    return fight(pc(hand=("KHe", "2He")), pc("bea", hand=("QHe",)), npc(name, place, weapons=(), in_hand=""))


def answer(table: Table, which: str, key: str, *draws: str) -> None:
    table.do(Answer(prompt=prompt(which), key=key), *draws)


def test_tx_58_not_with_an_enemy_in_the_zone() -> None:
    assert fight(pc(place="rocks"), npc()).refusal(FLEE).code == "ENEMY_HERE_FLEEING"


def test_tx_58_not_without_a_way_out() -> None:
    assert fight(pc(place="ridge"), npc(place="road")).refusal(FLEE).code == "NO_WAY_OUT"


def test_tx_58_a_way_out_may_lead_by_an_adjacent_zone_free_of_enemies() -> None:
    table = fight(pc(place="ridge"), pc("bea", hand=("QHe",)), npc(place="road", weapons=(), in_hand=""))
    events = table.do(Flee(actor=who("ana"), where="gully"))
    assert only(events, ConditionChanged)[0].condition is Condition.FLED
    table = fight(pc(place="ridge"), npc(place="rocks"))
    assert table.refusal(Flee(actor=who("ana"), where="rocks")).code == "ENEMY_THERE"


def test_tx_59_every_enemy_who_can_may_shoot_first() -> None:
    table = fight(pc(), npc(), npc("carl"), npc("dora", place="ridge"), npc("ed", weapons=(), in_hand=""))
    table.do(FLEE)
    assert table.asked() == ("t1.shot.bart", "t1.shot.carl")


def test_tx_59_the_shots_come_one_after_the_other_at_one_pc() -> None:
    table = fight(pc(hand=("KHe", "QHe")), npc(), npc("carl"))
    table.do(FLEE)
    table.do(GoOn(prompts=(prompt("t1.shot.bart"), prompt("t1.shot.carl"))))
    assert table.asked() == ("t2.card",)
    answer(table, "t2.card", "KHe", "2Cl", "3He")
    assert table.asked() == ("t3.card",)


def test_tx_59_a_hit_does_not_stop_the_escape() -> None:
    table = fight(pc(hand=("2He",)), pc("bea", hand=("QHe",)), npc())
    table.do(FLEE)
    answer(table, "t1.shot.bart", "shoot")
    answer(table, "t2.card", "2He", "KHo", "3He")
    assert (table["ana"].condition, table["ana"].grit) == (Condition.FLED, 3)


def test_tx_59_unless_it_kills() -> None:
    table = fight(pc(hand=("2He",), grit=3), pc("bea", hand=("QHe",)), npc())
    table.do(FLEE)
    answer(table, "t1.shot.bart", "shoot")
    answer(table, "t2.card", "2He", "KHo", "3He")
    assert table["ana"].condition is Condition.DYING


def test_tx_66d_txa_19_a_trump_in_vain_under_fire_is_capture() -> None:
    table = fight(pc(hand=("5Ma",)), pc("bea", hand=("QHe",)), npc())
    table.do(FLEE)
    answer(table, "t1.shot.bart", "shoot")
    answer(table, "t2.card", "5Ma", "KHo")
    answer(table, "t2.trump", "trump", "2He", "3He")
    ana = table["ana"]
    assert (ana.condition, ana.is_captured, ana.grit, ana.injury) == (Condition.INCAPACITATED, True, 3, 1)


def test_txa_17_who_has_shot_does_not_give_chase() -> None:
    table = fight(pc(hand=("KHe", "QHe")), pc("bea", hand=("JHe",)), npc())
    table.do(FLEE)
    answer(table, "t1.shot.bart", "shoot")
    answer(table, "t2.card", "KHe", "2Cl", "3He")
    assert table["ana"].condition is Condition.FLED


def test_tx_60_an_enemy_within_one_zone_gives_chase_and_spades_trump() -> None:
    table = unarmed()
    attempt = only(table.do(FLEE), AttemptOpened)[0].attempt
    assert (attempt.trumps, attempt.npc_trumps) == (("Sp",), ("Sp",))


def test_tx_60_an_enemy_two_zones_away_does_not() -> None:
    table = unarmed(place="ridge")
    table.do(FLEE)
    assert table["ana"].condition is Condition.FLED


def test_txa_17_the_chasing_side_chooses_who() -> None:
    bart = npc(weapons=(), in_hand="")
    carl = npc("carl", weapons=(), in_hand="")
    table = fight(pc(), pc("bea", hand=("QHe",)), bart, carl)
    table.do(FLEE)
    assert table.asked() == ("t1.chase.bart", "t1.chase.carl")
    answer(table, "t1.chase.bart", "stay")
    assert [attempt.npc for attempt in table.state.attempts] == ["carl"]


def test_txa_17_by_the_house_nobody_has_to() -> None:
    table = fight(pc(), pc("bea", hand=("QHe",)), npc(weapons=(), in_hand=""), house=House(chase="optional"))
    table.do(FLEE)
    answer(table, "t1.chase.bart", "stay")
    assert table["ana"].condition is Condition.FLED


def test_tx_61_txa_18_a_chaser_who_loses_is_in_the_zone_beyond() -> None:
    table = unarmed()
    events = table.do(FLEE)
    assert only(events, ZonePlaced)[0].zone.id == "beyond-road"
    answer(table, "t2.card", "KHe", "2Cl", "3He")
    assert table["ana"].condition is Condition.FLED
    assert (table["bart"].place, table["bart"].condition) == ("beyond-road", Condition.UP)


def test_tx_62_a_chaser_who_wins_holds_the_runner_one_zone_on() -> None:
    table = unarmed()
    table.do(FLEE)
    events_before = table.state
    answer(table, "t2.card", "2He", "KHo", "3He")
    assert events_before.grapples == ()
    assert table.state.holder_of(who("ana")) == "bart"
    assert (table["ana"].place, table["bart"].place) == ("beyond-road", "beyond-road")
    assert table["ana"].condition is Condition.UP


def test_tx_62_the_zone_one_on_is_the_one_fled_by() -> None:
    table = fight(
        pc(place="ridge", hand=("2He",)), pc("bea", hand=("QHe",)), npc(place="rocks", weapons=(), in_hand="")
    )
    table.do(Flee(actor=who("ana"), where="gully", card="2He"), "KHo", "3He")
    assert table["ana"].place == "gully"


def test_tx_59_pcs_may_shoot_at_an_npc_that_flees() -> None:
    table = fight(pc(hand=("KHe",)), npc(grit=6), npc("carl"), phase="enemy")
    table.do(Flee(actor=who("bart")))
    answer(table, "t1.shot.ana", "shoot")
    answer(table, "t2.card", "KHe", "2Cl", "3He")
    assert (table["bart"].grit, table["bart"].condition) == (3, Condition.FLED)


def test_txa_21_a_trump_in_vain_in_a_chase_costs_nothing_more() -> None:
    table = fight(pc(hand=("5Sp",)), pc("bea", hand=("QHe",)), npc(weapons=(), in_hand=""))
    table.do(FLEE)
    answer(table, "t2.card", "5Sp", "KHo")
    events = table.do(Answer(prompt=prompt("t2.trump"), key="trump"), "2He", "3He")
    assert len(only(events, Grappled)) == 1
    assert not only(events, RanOut)
    assert table["ana"].grit == 6


def test_tx_59_with_any_weapon_that_reaches() -> None:
    """The revolver in hand is the usual one; the rifle reaches as well, the blunderbuss is empty."""
    bart = npc(weapons=("revolver", "service-rifle", "blunderbuss"), is_out_of_ammo=frozenset({"blunderbuss"}))
    table = fight(pc(hand=("KHe", "2He")), pc("bea", hand=("QHe",)), bart)
    table.do(FLEE)
    asked = next(each for each in TEXARKANA.view(table.state, DEALER).asked if each.id == "t1.shot.bart")
    assert [(choice.key, choice.label, choice.note) for choice in asked.choices] == [
        ("shoot", "Shoot", "revolver"),
        ("shoot.service-rifle", "Shoot with the service rifle", ""),
        ("hold", "Hold fire", ""),
    ]
    events = table.do(Answer(prompt=prompt("t1.shot.bart"), key="shoot.service-rifle"))
    attempt = only(events, AttemptOpened)[0].attempt
    assert (attempt.difficulty.total, table["bart"].in_hand) == (2, "service-rifle")


def test_tx_59_only_with_those_that_reach() -> None:
    table = fight(
        pc(hand=("KHe", "2He")),
        pc("bea", hand=("QHe",)),
        npc(place="ridge", weapons=("revolver", "lever-rifle"), in_hand="revolver"),
    )
    table.do(FLEE)
    assert table.refusal(Answer(prompt=prompt("t1.shot.bart"), key="shoot.revolver")).code == "NO_SUCH_ANSWER"
    attempt = only(table.do(Answer(prompt=prompt("t1.shot.bart"), key="shoot")), AttemptOpened)[0].attempt
    assert attempt.stakes.weapon == "lever-rifle"  # type: ignore[union-attr]  # a shot's


def test_tx_59_who_cannot_see_the_runner_does_not_shoot() -> None:
    """The gully sees the road and not the ridge, which is one zone from it."""
    table = fight(pc(place="ridge"), pc("bea", hand=("QHe",)), npc(place="gully", weapons=("service-rifle",)))
    table.state = replace(table.state, zones=tuple(replace(zone, has_way_out=True) for zone in table.state.zones))
    table.do(FLEE)
    assert not [each for each in table.asked() if ".shot." in each]
    assert [type(attempt.stakes).__name__ for attempt in table.state.attempts] == ["ChaseStakes"]


def test_txa_17_first_every_shot_then_the_chase() -> None:
    """Carl has no gun: he runs after her, once Bart has fired."""
    table = fight(pc(hand=("KHe", "QHo")), pc("bea", hand=("QHe",)), npc(), npc("carl", weapons=(), in_hand=""))
    table.do(FLEE)
    assert table.asked() == ("t1.shot.bart",)
    answer(table, "t1.shot.bart", "shoot")
    answer(table, "t2.card", "KHe", "2Cl", "3He")
    assert [attempt.npc for attempt in table.state.attempts] == ["carl"]


def test_tx_60_pcs_give_chase_to_an_npc_and_catch_it() -> None:
    table = fight(pc(hand=("KHe",), weapons=(), in_hand=""), npc(), npc("carl", "ridge"), phase="enemy")
    table.do(Flee(actor=who("bart")))
    answer(table, "t2.card", "KHe", "2Cl", "3He")
    assert table.state.holder_of(who("bart")) == "ana"
    assert (table["ana"].place, table["bart"].place) == ("beyond-rocks", "beyond-rocks")


def test_txa_18_a_chaser_who_lost_can_come_back() -> None:
    table = unarmed()
    table.do(FLEE)
    answer(table, "t2.card", "KHe", "2Cl", "3He")
    table.do(Pass(actor=who("bea")))
    table.do(Move(actor=who("bart"), where="road"))
    assert table["bart"].place == "road"
