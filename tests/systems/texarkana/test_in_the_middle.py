"""What happens when something comes in between: a fall, a hold, a Dealer's word, while tests and flights are open."""

from rules.core.audience import PUBLIC
from rules.core.combatant import Side
from rules.core.command import Amend, Answer, GoOn, Leave, PlaceThere
from rules.core.view import Phase
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.commands import Brawl, Flee, Shoot
from rules.systems.texarkana.events import AttemptDecided, ChaseChosen, Grappled, TierChanged
from rules.systems.texarkana.state import Condition, Tier
from tests.systems.texarkana.table import Table, fight, lobby, npc, only, pc, prompt, who


def answer(table: Table, which: str, key: str, *draws: str) -> None:
    table.do(Answer(prompt=prompt(which), key=key), *draws)


def two_attacks() -> Table:
    """Carl brawls with Ana while Bart, one zone off, flees; both Ana and Bea could do something about it."""
    table = fight(
        pc(hand=("2He", "3He"), weapons=(), in_hand=""),
        pc("bea", hand=("QHe",)),
        npc(),
        npc("carl", place="road", weapons=(), in_hand=""),
        phase="enemy",
    )
    table.do(Brawl(actor=who("carl"), whom=who("ana"), how="grapple"))
    table.do(Flee(actor=who("bart")))
    return table


def test_tx_60_who_is_seized_meanwhile_gives_no_chase() -> None:
    """Ana says that she gives chase; then Carl gets hold of her: Bart is away."""
    table = two_attacks()
    assert set(table.asked()) == {"t1.card", "t2.chase.ana", "t2.chase.bea"}
    answer(table, "t2.chase.ana", "chase")
    answer(table, "t1.card", "2He", "KHo", "4He")
    assert table.state.held_by(who("carl")) == "ana"
    assert table["bart"].condition is Condition.FLED
    assert table["ana"].place == "road"


def test_tx_60_who_is_seized_before_saying_so_is_not_asked_any_more() -> None:
    """With Ana held, Bea is the only one left, and has to give chase (TXA-17)."""
    table = two_attacks()
    table.do(Answer(prompt=prompt("t1.card"), key="2He"), "KHo", "4He")
    assert table.asked() == ("t3.card",)
    assert table.state.attempts[0].pc == "bea"


def test_tx_59_who_is_seized_meanwhile_does_not_shoot() -> None:
    table = fight(pc(hand=("2He", "3He")), npc(), npc("carl", place="rocks", weapons=(), in_hand=""), phase="enemy")
    table.do(Brawl(actor=who("carl"), whom=who("ana"), how="grapple"))
    assert table.refusal(Shoot(actor=who("bart"), whom=who("ana"))).code == "BUSY"
    answer(table, "t1.card", "2He", "KHo", "4He")
    events = table.do(Flee(actor=who("bart")))
    assert not only(events, AttemptDecided)
    assert table["bart"].condition is Condition.FLED


def test_tx_59_who_is_out_of_sight_by_the_dealers_word_is_not_asked_any_more() -> None:
    """Nobody hears of it: a hidden enemy lies low."""
    table = fight(pc(), npc(), npc("carl", place="ridge"), npc("dora"))
    table.do(Flee(actor=who("ana")))
    events = table.do(Amend(what="hidden", value="yes", whom=who("dora")))
    assert table.asked() == ("t1.shot.bart",)
    assert not any("Dora" in line for line in table.words(events) if "out of sight" not in line)


def test_tx_62_a_chaser_who_falls_lets_the_runner_go() -> None:
    table = fight(pc(), npc(weapons=(), in_hand=""))
    table.do(Flee(actor=who("ana")))
    assert table.asked() == ("t2.card",)
    table.do(Amend(what="status", value="dead", whom=who("bart")))
    assert table.state.phase is Phase.OVER
    assert table["ana"].condition is Condition.FLED


def test_tx_59_a_runner_who_is_taken_out_meanwhile_does_not_get_away() -> None:
    table = fight(pc(), pc("bea", hand=("QHe",)), npc(weapons=(), in_hand=""))
    table.do(Flee(actor=who("ana")))
    table.do(Leave(combatant=who("ana")))
    assert not table.state.flights
    assert table["ana"].condition is Condition.GONE


def test_tx_15_a_lookout_who_is_taken_out_meanwhile_loses_the_initiative() -> None:
    table = fight(pc(), pc("bea", hand=("QHe",)), npc(), phase="before", turn=0, lookout=None)
    table.do(Answer(prompt=prompt("lookout.ana"), key="take"))
    table.do(Leave(combatant=who("ana")))
    assert (table.state.turn, table.phase()) == (1, "enemy")
    assert table.asked() == ("turn1.bart",)


def test_tx_50_a_body_that_is_laid_there_drives_nobody_from_cover() -> None:
    table = fight(pc(is_in_cover=True), npc(), npc("carl", condition=Condition.DEAD))
    table.do(PlaceThere(where="road", whom=(who("carl"),)))
    assert table["ana"].is_in_cover
    table.do(PlaceThere(where="road", whom=(who("bart"),)))
    assert not table["ana"].is_in_cover


def test_tx_04_an_enemy_who_answers_with_a_weapon_raises_what_is_in_order() -> None:
    """Before the Posse's own weapon counts: Ana, attacked by fists, has a wrench in hand that is now in order."""
    table = fight(
        pc(weapons=("wrench",), in_hand=""),
        npc(place="road", weapons=("blackjack",), in_hand="blackjack"),
        tier=Tier.FISTS,
    )
    events = table.do(Brawl(actor=who("ana"), whom=who("bart")))
    assert only(events, TierChanged)[0].tier is Tier.MELEE


def test_tx_24_a_new_zone_never_overwrites_another_one() -> None:
    table = fight(pc(), npc())
    table.do(PlaceThere(where="Road!", note="Mud"))
    names = {zone.id: zone.name for zone in table.state.zones}
    assert (names["road"], names["road-2"], len(names)) == ("Road", "Road!", 5)


def test_tx_21_who_has_to_wait_is_not_offered_the_suggestion() -> None:
    """Carl could only attack Ana, who is in a test already."""
    table = fight(pc(), npc(), npc("carl"), phase="enemy")
    table.do(Shoot(actor=who("bart"), whom=who("ana")))
    refusal = table.refusal(Answer(prompt=prompt("turn2.carl"), key="suggested"))
    assert refusal.code == "BUSY"


def test_tx_60_only_one_gives_chase() -> None:
    table = fight(pc(), pc("bea", hand=("QHe",)), *(npc(name, weapons=(), in_hand="") for name in ("bart", "carl")))
    table.do(Flee(actor=who("ana")))
    events = table.do(Answer(prompt=prompt("t1.chase.carl"), key="chase"))
    assert [each.who for each in only(events, ChaseChosen)] == ["carl"]
    assert table.asked() == ("t2.card",)
    answer(table, "t2.card", "KHe", "2Cl", "3He")
    assert not only(events, Grappled)
    assert (table["ana"].condition, table["carl"].place) == (Condition.FLED, "beyond-road")


def test_tx_24_who_is_put_out_of_sight_is_in_no_test_and_in_no_hold() -> None:
    """Else the decision owed would name somebody who is nobody to the players."""
    table = fight(pc(hand=("2He", "3He")), npc(), npc("carl", place="road"), grapples=(("carl", "ana"),), phase="enemy")
    table.do(Shoot(actor=who("bart"), whom=who("ana")))
    for name in ("bart", "carl"):
        table.do(Amend(what="hidden", value="yes", whom=who(name)))
    assert not table.state.attempts
    assert not table.state.grapples


def test_tx_58_a_runner_who_is_put_out_of_sight_gets_away() -> None:
    table = fight(pc(), npc(), npc("carl", place="ridge"), phase="enemy")
    table.do(Flee(actor=who("bart")))
    assert table.asked() == ("t1.shot.ana",)
    table.do(Amend(what="hidden", value="yes", whom=who("bart")))
    assert table["bart"].condition is Condition.FLED


def test_tx_18_who_changes_sides_is_in_no_test_with_friends_and_holds_none() -> None:
    table = fight(
        pc(hand=("2He", "3He")),
        npc(),
        npc("carl", place="road"),
        npc("dora", place="ridge"),
        grapples=(("carl", "ana"),),
        phase="enemy",
    )
    table.do(Shoot(actor=who("bart"), whom=who("ana")))
    for name in ("bart", "carl"):
        table.do(Amend(what="side", value="bystander", whom=who(name)))
    assert not table.state.attempts
    assert not table.state.grapples


def test_tx_50_who_turns_enemy_drives_people_from_cover() -> None:
    table = fight(pc(is_in_cover=True), npc(), npc("carl", place="road", side=Side.BYSTANDER))
    table.do(Amend(what="side", value="enemy", whom=who("carl")))
    assert not table["ana"].is_in_cover


def test_tx_59_nobody_draws_a_gun_unasked_in_a_fist_fight() -> None:
    """If the Dealer does not decide, enemies hold fire where guns are not in order yet."""
    table = fight(pc(), pc("bea", hand=("QHe",)), npc(), npc("carl", place="ridge"), tier=Tier.FISTS)
    table.do(Flee(actor=who("ana")))
    table.do(GoOn(prompts=(prompt("t1.shot.bart"),)))
    assert table.tier() is Tier.FISTS


def test_tx_26_a_zone_that_the_dealer_prepares_stays_untold() -> None:
    table = lobby("saloon")
    events = table.do(PlaceThere(where="Office", note="A safe, half open"))
    assert table.words(events) == []
    assert "Office" not in {place.name for place in TEXARKANA.view(table.state, PUBLIC).places}


def test_tx_60_nobody_chases_a_runner_who_is_hidden_meanwhile() -> None:
    """Ana gives chase; before her card the Dealer hides Bart: he gets away, and the fight comes to rest."""
    table = fight(pc(hand=("2Sp", "3He"), weapons=(), in_hand=""), npc(), npc("carl"), phase="enemy")
    table.do(Flee(actor=who("bart")))
    assert table.asked() == ("t2.card",)  # the only one who could gives chase unasked (TXA-17)
    table.do(Amend(what="hidden", value="yes", whom=who("bart")))
    assert table["bart"].condition is Condition.FLED
