"""Rules and readings that are too short for a file of their own, each by its number."""

from collections import Counter

from rules.core.audience import PUBLIC
from rules.core.command import Answer
from rules.core.event import Event
from rules.systems.texarkana import TEXARKANA, commands, events as e
from rules.systems.texarkana.cards import ALL_CARDS, SUITS, face_of, shown, suit_of
from rules.systems.texarkana.state import Condition, Tier
from rules.systems.texarkana.weapons import REACH, brawling_arm, melee, ranged, tables
from rules.systems.texarkana.zones import distance, sees
from tests.systems.texarkana.table import (
    DEALER,
    Table,
    fight,
    has_rule,
    kinds,
    lobby,
    npc,
    only,
    pc,
    prompt,
    rules_of,
    who,
)


def shoot(table: Table, card: str | None, *draws: str) -> tuple[Event, ...]:
    """Ana shoots Bart."""
    return table.do(commands.Shoot(actor=who("ana"), whom=who("bart"), card=card), *draws)


def brawl(card: str | None, weapon: str = "", how: str = "") -> commands.Brawl:
    """Ana brawls with Bart."""
    return commands.Brawl(actor=who("ana"), whom=who("bart"), weapon=weapon, how=how, card=card)


def trump(table: Table, *draws: str) -> tuple[Event, ...]:
    """Whoever may Trump does."""
    return table.do(Answer(prompt=prompt(f"{table.state.attempts[0].id}.trump"), key="trump"), *draws)


# ---- what the situation allows


def test_tx_07_who_storms_a_hideout_has_the_gun_in_hand() -> None:
    assert lobby("saloon", "hank", may_ambush="yes")["hank"].in_hand == "revolver"
    assert lobby("saloon", "hank")["hank"].in_hand == ""


def test_tx_08_in_a_fist_fight_any_weapon_goes_too_far() -> None:
    for weapon in ("cane", "revolver", "revolver-grip"):
        table = fight(pc(weapons=("cane", "revolver"), in_hand=""), npc(place="road", weapons=()), tier=Tier.FISTS)
        assert kinds(table.do(brawl("KHe", weapon))) == ["EscalationAsked"]
    table = fight(pc(weapons=("cane", "revolver"), in_hand=""), npc(place="road", weapons=()), tier=Tier.FISTS)
    table.do(brawl("KHe", "fists"), "2He", "3He")


def test_tx_10_a_pistol_may_be_too_much_in_a_brawl() -> None:
    table = fight(pc(), npc(place="road", weapons=()), tier=Tier.MELEE)
    assert kinds(table.do(brawl("KHe", "revolver"))) == ["EscalationAsked"]
    table = fight(pc(), npc(place="road", weapons=()), tier=Tier.MELEE)
    table.do(brawl("KHe", "revolver-grip"), "2He", "3He")


def test_tx_45_txa_24_a_makeshift_weapon_is_a_hand_weapon_without_anything_special() -> None:
    for key in ("improvised-2", "improvised-3"):
        arm, row = brawling_arm(pc(ranks={}), key), melee(key)
        assert row is not None
        assert (arm.tier, arm.bonus, arm.trumps, arm.ways) == (Tier.MELEE, 0, (), ())
        assert (row.rank, row.is_thrown) == ({}, False)


# ---- actions


def test_tx_22a_whoever_shoots_stays_where_he_is() -> None:
    table = fight(pc(hand=("KHe",)), npc())
    events = shoot(table, "KHe", "2He", "3He")
    assert table["ana"].place == "road"
    assert "Moved" not in kinds(events)
    assert [event.who for event in only(events, e.TurnTaken)] == [who("ana")]


def test_tx_22d_txa_16_one_may_step_among_enemies_and_do_something_quick() -> None:
    table = fight(pc(), npc())
    events = table.do(commands.Sundry(actor=who("ana"), what="kick the lantern over", where="rocks"))
    assert table["ana"].place == "rocks"
    assert [event.what for event in only(events, e.Tried)] == ["kick the lantern over"]


def test_tx_22f_fleeing_takes_the_action() -> None:
    table = fight(pc(), npc(weapons=(), in_hand="", place="ridge"))
    events = table.do(commands.Flee(actor=who("ana")))
    assert [event.who for event in only(events, e.TurnTaken)] == [who("ana")]


def test_txa_22_txd_27_a_weapon_is_reloaded_with_an_action() -> None:
    table = fight(pc(is_out_of_ammo=frozenset({"revolver"})), npc())
    events = table.do(commands.Sundry(actor=who("ana"), what="reload"))
    assert not table["ana"].is_out_of_ammo
    assert [event.who for event in only(events, e.TurnTaken)] == [who("ana")]


def test_txa_32_an_npc_may_do_something_quick_too() -> None:
    table = fight(pc(), npc(), phase="enemy")
    (tried,) = only(table.do(commands.Sundry(actor=who("bart"), what="lights a fuse")), e.Tried)
    assert (tried.who, tried.what) == (who("bart"), "lights a fuse")


# ---- zones


def test_tx_27_everybody_can_see_how_the_zones_connect() -> None:
    places = {place.name: place.links for place in TEXARKANA.view(fight().state, PUBLIC).places}
    assert "the slope to Rocks" in places["Road"]
    assert "sees Rocks, Ridge" in places["Road"]
    assert "a way to Ridge" in places["Rocks"]


def test_txa_02_distance_is_one_thing_and_sight_another() -> None:
    saloon = lobby("saloon", "hank").state
    assert distance(saloon, "bar", "street") == 1
    assert not sees(saloon, "bar", "street")


def test_txa_01_five_ranges_have_three_reaches() -> None:
    assert REACH == {"pistol": 1, "short": 1, "medium": 2, "long": None}
    assert {key for key, row in tables().ranged.items() if row.is_pistol} == {
        "derringer",
        "revolver",
        "service-pistol",
    }


# ---- brawls and shots


def test_tx_41_a_cane_may_incapacitate_or_disarm_and_a_knife_may_not() -> None:
    table = fight(pc(weapons=("cane", "bowie-knife"), hand=("KHe",)), npc(place="road"))
    assert rules_of(table.refusal(brawl("KHe", "bowie-knife", "disarm"))) >= {"TX-41"}
    events = table.do(brawl("KHe", "cane", "disarm"), "2He", "3He")
    assert kinds(events).count("Disarmed") == 1
    assert table["bart"].grit == 4


def test_tx_64_txd_28_a_trump_in_vain_has_its_price_in_a_grapple() -> None:
    """5 + 2 against 8: still held, and the revolver in hand is lost."""
    table = fight(pc(hand=("5Cl",)), npc(place="road"), grapples=(("bart", "ana"),))
    table.do(commands.BreakGrapple(actor=who("ana"), card="5Cl"), "8He")
    (lost,) = only(trump(table, "2He", "3He"), e.Disarmed)
    assert (lost.who, lost.weapon) == (who("ana"), "revolver")
    assert has_rule(lost, "TX-66")


def test_txd_28_who_has_nothing_to_lose_is_grappled() -> None:
    """5 + 2 against 8 bare-handed: 2 damage from the blackjack, and held."""
    man = npc(place="road", weapons=("blackjack",), in_hand="blackjack")
    table = fight(pc(hand=("5Cl",), weapons=(), in_hand=""), man)
    table.do(brawl("5Cl", "fists"), "8He")
    trump(table, "2He", "3He")
    assert table.state.holder_of(who("ana")) == who("bart")
    assert table["ana"].grit == 4


def test_tx_65_tx_66b_only_a_trump_in_vain_has_a_price() -> None:
    """5 + revolver 1 + 2 against 9 misses and empties the revolver; with 8 instead of 2 it hits."""
    table = fight(pc(hand=("5Pi",)), npc())
    shoot(table, "5Pi", "9He")
    assert "RanOut" in kinds(trump(table, "2He", "3He"))
    table = fight(pc(hand=("5Pi",)), npc())
    shoot(table, "5Pi", "9He")
    assert "RanOut" not in kinds(trump(table, "8He", "3He"))


def test_txa_25_an_npc_deals_the_damage_of_the_weapon_in_hand() -> None:
    """2 by the blackjack, not 3 by the Brawling rating."""
    man = npc(place="road", brawling=3, weapons=("blackjack",), in_hand="blackjack")
    table = fight(pc(hand=("2He",), weapons=(), in_hand=""), man)
    table.do(brawl("2He", "fists"), "KHe", "3He")
    assert table["ana"].grit == 4


def test_txa_27_a_sabre_is_worth_two_to_whoever_is_mounted() -> None:
    rider = pc(weapons=("sabre",), in_hand="sabre", ranks={"Cl": "B"}, is_mounted=True, hand=("KHe",))
    table = fight(rider, npc(place="road"))
    (decided,) = only(table.do(brawl("KHe", "sabre"), "2He", "3He"), e.AttemptDecided)
    assert decided.score.total == 15


def test_txa_29_a_shot_at_somebody_in_a_brawl_has_no_penalty() -> None:
    """13 + revolver 1 against 2, while Bea holds Bart."""
    table = fight(pc(hand=("KHe",)), pc("bea", place="rocks", hand=("QHe",)), npc(), grapples=(("bea", "bart"),))
    (decided,) = only(shoot(table, "KHe", "2He", "3He"), e.AttemptDecided)
    assert (decided.score.total, decided.opposition.total) == (14, 2)
    assert table["bea"].grit == 6


def test_txa_30_the_table_is_used_as_printed() -> None:
    coach, lever = ranged("coach-gun"), ranged("lever-rifle")
    assert coach is not None
    assert lever is not None
    assert (coach.range, dict(coach.rank)) == ("medium", {"Pi": "B"})
    assert (lever.range, dict(lever.rank)) == ("medium", {"Pi": "C"})


def test_txf_20_the_rank_does_not_change_the_test() -> None:
    scores = []
    for rank in "AC":
        table = fight(pc(hand=("KHe",), ranks={"Pi": rank}), npc())
        (decided,) = only(shoot(table, "KHe", "2He", "3He"), e.AttemptDecided)
        scores.append(decided.score)
    assert scores[0] == scores[1]


def test_txf_30_damage_is_paid_in_grit() -> None:
    table = fight(pc(hand=("KHe",)), npc())
    shoot(table, "KHe", "2He", "3He")
    assert table["bart"].grit == 1  # 4 less the revolver's 3


def test_txf_32_who_has_no_grit_left_is_killed() -> None:
    table = fight(pc(hand=("KHe",)), npc(grit=3), npc("carl"))
    shoot(table, "KHe", "2He", "3He")
    assert table["bart"].condition is Condition.DEAD


def test_txd_29_a_card_lost_to_a_horror_is_burned_and_anything_is_in_order_against_it() -> None:
    horror = npc(is_supernatural=True, weapons=(), in_hand="")
    table = fight(pc(hand=("2He", "3He")), horror, tier=Tier.ANY)
    (burned,) = only(shoot(table, "2He", "KHe"), e.CardBurned)
    assert has_rule(burned, "TXD-29")
    assert (table["ana"].will, table["ana"].hand) == (5, ("3He",))


# ---- cards


def test_txf_01_nine_suits_of_thirteen() -> None:
    assert len(set(ALL_CARDS)) == len(ALL_CARDS) == 117
    assert set(Counter(suit_of(card) for card in ALL_CARDS).values()) == {13}
    assert {face_of(card) for card in ALL_CARDS} == {"A", *map(str, range(2, 11)), "J", "Q", "K"}


def test_txf_02_the_suits() -> None:
    names = "Hearts Diamonds Horns Pistols Clubs Spades Masks Tomes Skulls"
    assert list(SUITS.values()) == names.split()


def test_txf_03_a_card_is_a_suit_and_a_value() -> None:
    assert (face_of("10Ho"), suit_of("10Ho"), shown("10Ho")) == ("10", "Ho", "10 of Horns")


def test_txf_10_what_it_is_about_and_what_trumps_is_said_before_the_card() -> None:
    table = fight(pc(), npc())
    said = " ".join(table.words(shoot(table, None)))
    assert "Ana owes a card" in said
    assert "Bart" in said
    assert "Pistols trump" in said


def test_txf_12_txd_12_the_difficulty_is_the_rating_and_what_else_counts_less_injury() -> None:
    """Masks 2 + cover 2 - one Injury = 3, and the Dealer's 5: 8."""
    table = fight(pc(hand=("KHe",)), npc(ratings={"Ma": 2}, injury=1, is_in_cover=True))
    (decided,) = only(shoot(table, "KHe", "5He", "3He"), e.AttemptDecided)
    assert decided.opposition.total == 8
    assert [part.value for part in decided.opposition.seen_by(DEALER).parts] == [5, 2, -1, 2]
    assert [part.value for part in decided.opposition.seen_by(PUBLIC).parts] == [5]


def test_txf_15_who_busts_fails_whatever_the_sum() -> None:
    """13 + 9 = 22 against 3."""
    table = fight(pc(hand=("KPi",)), npc())
    shoot(table, "KPi", "3He")
    (decided,) = only(trump(table, "9He", "4He"), e.AttemptDecided)
    assert decided.is_bust
    assert not decided.is_success


def test_txf_19_the_dealer_flips_a_card_against_the_players() -> None:
    table = fight(pc(hand=("KHe",)), npc())
    events = shoot(table, "KHe", "5He", "3He")
    assert [event.card for event in only(events, e.CardPlayed)] == ["KHe"]
    assert [event.card for event in only(events, e.DealerFlipped)] == ["5He"]
