"""A Trump in vain: what follows at once, and what the Dealer makes of it (TX-64 to TX-66, TXA-19 to TXA-21, TXD-28)."""

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.command import Amend, Answer, GoOn
from rules.core.event import Event
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.commands import Brawl, BreakGrapple, Flee, HoldGrapple, Pass, Shoot
from rules.systems.texarkana.events import ConsequenceChosen, FlightBegan, TrumpedInVain
from rules.systems.texarkana.state import Condition, Fighter
from tests.systems.texarkana.table import DEALER, Table, fight, npc, only, pc, prompt, who

AFTER = "t1.after"


def missed(**bart: object) -> Table:
    """Ana shot at Bart, Trumped in vain, and her revolver is empty; Bea has yet to act."""
    table = fight(pc(hand=("5Pi", "2He")), pc("bea", hand=("QHe",)), npc(**bart))  # type: ignore[arg-type]  # fields of several types
    table.do(Shoot(actor=who("ana"), whom=who("bart"), card="5Pi"), "KHe")
    table.do(Answer(prompt=prompt("t1.trump"), key="trump"), "2Di", "3He")
    return table


def hit(grit: int = 6) -> Table:
    """Bart shot at Ana, who evaded by a Trump in vain: 3 + 1 damage."""
    ana = pc(hand=("5Ma", "2He"), grit=grit)
    table = fight(ana, pc("bea", hand=("QHe",)), npc(), npc("carl"), phase="enemy")
    table.do(Shoot(actor=who("bart"), whom=who("ana")))
    table.do(Answer(prompt=prompt("t1.card"), key="5Ma"), "KCl")
    table.do(Answer(prompt=prompt("t1.trump"), key="trump"), "2Di", "3He")
    return table


def beaten(weapon: str = "", carried: tuple[str, ...] = ()) -> Table:
    """Ana brawled with Bart, who has bare fists, and Trumped in vain."""
    ana = pc(hand=("5Cl", "2He"), weapons=carried or ((weapon,) if weapon else ()), in_hand=weapon)
    table = fight(ana, pc("bea", hand=("QHe",)), npc(place="road", weapons=(), in_hand=""))
    table.do(Brawl(actor=who("ana"), whom=who("bart"), weapon=weapon or "fists", card="5Cl"), "KHe")
    table.do(Answer(prompt=prompt("t1.trump"), key="trump"), "2Di", "3He")
    return table


def captured(grit: int = 6, *others: Fighter) -> Table:
    """Ana fled under Bart's fire, Trumped in vain, and was taken."""
    table = fight(pc(hand=("5Ma", "2He"), grit=grit), pc("bea", hand=("QHe",)), npc(), *others)
    table.do(Flee(actor=who("ana")))
    table.do(GoOn(prompts=tuple(prompt(each) for each in table.asked() if ".shot." in each)))
    table.do(Answer(prompt=prompt("t2.card"), key="5Ma"), "KHo")
    table.do(Answer(prompt=prompt("t2.trump"), key="trump"), "2Di", "3He")
    return table


def rule(table: Table, key: str, which: str = AFTER, **blanks: str) -> tuple[Event, ...]:
    return table.do(Answer(prompt=prompt(which), key=key, blanks=blanks))


def offered(table: Table, which: str = AFTER) -> dict[str, str]:
    """What the Dealer may say: label by key."""
    asked = next(each for each in TEXARKANA.view(table.state, DEALER).asked if each.id == which)
    return {choice.key: choice.label for choice in asked.choices}


# ---- asked of the Dealer alone, and of nobody's time


def test_txd_28_txd_34_the_default_holds_at_once_and_nobody_waits() -> None:
    table = missed()
    assert "revolver" in table["ana"].is_out_of_ammo
    asked = {each.id: each for each in TEXARKANA.prompts(table.state)}
    assert set(asked) == {"turn2.bea", AFTER}
    assert (asked[prompt(AFTER)].whom, asked[prompt(AFTER)].blocks) == (None, False)
    table.do(Pass(actor=who("bea")))
    assert table.phase().value == "enemy"


@pytest.mark.parametrize("viewer", [PUBLIC, Viewer(combatants=frozenset({who("ana")}))])
def test_tx_65_what_may_follow_is_shown_to_the_dealer_alone(viewer: Viewer) -> None:
    """The choices name weapons that nobody has seen."""
    table = missed()
    asked = next(each for each in TEXARKANA.view(table.state, viewer).asked if each.id == AFTER)
    assert (asked.choices, asked.question, asked.is_mine) == ((), "", False)


def test_txd_34_it_may_be_changed_in_this_phase_and_the_next() -> None:
    table = missed()
    table.do(Pass(actor=who("bea")))
    assert AFTER in table.asked()
    table.do(Pass(actor=who("bart")))
    assert AFTER not in table.asked()


def test_txd_34_that_it_stays_so_changes_nothing_but_that_it_is_asked() -> None:
    for answer in (Answer(prompt=prompt(AFTER), key="keep"), GoOn(prompts=(prompt(AFTER),))):
        table = missed()
        table.do(answer)
        assert AFTER not in table.asked()
        assert "revolver" in table["ana"].is_out_of_ammo


def test_tx_64_no_trump_or_a_trump_that_succeeds_has_no_consequence() -> None:
    table = fight(pc(hand=("5Pi", "2He")), pc("bea", hand=("QHe",)), npc(grit=9))
    table.do(Shoot(actor=who("ana"), whom=who("bart"), card="5Pi"), "9He")
    events = table.do(Answer(prompt=prompt("t1.trump"), key="trump"), "8Di", "3He")  # 5 + 8 + 1 against 9
    assert not only(events, TrumpedInVain)
    assert table["bart"].grit == 6


def test_tx_66b_the_five_of_pistols() -> None:
    """6 against 9; Trump and 8: 14, a hit. Trump and 2: 8, a miss, and out of ammunition (TX-66b)."""
    table = fight(pc(hand=("5Pi", "2He")), pc("bea", hand=("QHe",)), npc(grit=9))
    table.do(Shoot(actor=who("ana"), whom=who("bart"), card="5Pi"), "9He")
    table.do(Answer(prompt=prompt("t1.trump"), key="trump"), "2Di", "3He")
    assert table["bart"].grit == 9
    assert table["ana"].is_out_of_ammo == {"revolver"}


def test_txa_21_no_further_consequence_for_the_initiative() -> None:
    ana = pc(hand=("5Pi", "2He"))
    table = fight(ana, npc(), phase="before", turn=0, lookout=None)
    table.do(Answer(prompt=prompt("lookout.ana"), key="take"))
    table.do(Answer(prompt=prompt("t1.card"), key="5Pi"), "KHe")
    events = table.do(Answer(prompt=prompt("t1.trump"), key="trump"), "2Di", "3He")
    assert not only(events, TrumpedInVain)


# ---- out of ammunition


def test_tx_66_the_dealer_lets_it_be() -> None:
    table = missed()
    rule(table, "none")
    assert not table["ana"].is_out_of_ammo
    assert AFTER not in table.asked()


def test_tx_65_the_dealer_devises_something_in_his_own_words() -> None:
    table = missed()
    events = rule(table, "other", what="the bullet breaks the  lamp.")
    assert not table["ana"].is_out_of_ammo
    assert [event.consequence.detail for event in only(events, ConsequenceChosen)] == ["the bullet breaks the lamp."]
    assert any("the bullet breaks the lamp" in line for line in table.words(events))


def test_tx_65_words_of_his_own_are_words() -> None:
    table = missed()
    assert table.refusal(Answer(prompt=prompt(AFTER), key="other", blanks={"what": " "})).code == "NOTHING_SAID"
    assert table.refusal(Answer(prompt=prompt(AFTER), key="fly")).code == "NO_SUCH_ANSWER"


def test_tx_66_the_dealer_disarms_instead() -> None:
    table = missed()
    assert offered(table) == {
        "keep": "It stays so",
        "harm": "1 more damage",
        "disarm.0": "Disarmed of the revolver",
        "none": "Nothing more",
        "other": "Something else, in your own words",
    }
    rule(table, "disarm.0")
    assert (table["ana"].is_out_of_ammo, table["ana"].usable, table["ana"].in_hand) == (frozenset(), (), "")


def test_tx_66_what_was_empty_before_is_not_reloaded() -> None:
    """A blunderbuss is empty after each shot anyway (TXA-03): nothing follows, and nothing is taken back."""
    ana = pc(hand=("5Pi", "2He"), weapons=("blunderbuss",), in_hand="blunderbuss", ranks={"Pi": "B"})
    table = fight(ana, pc("bea", hand=("QHe",)), npc())
    table.do(Shoot(actor=who("ana"), whom=who("bart"), card="5Pi"), "KHe")
    events = table.do(Answer(prompt=prompt("t1.trump"), key="trump"), "2Di", "3He")
    assert only(events, TrumpedInVain)[0].consequence.kind == "none"
    rule(table, "other", what="smoke everywhere")
    assert table["ana"].is_out_of_ammo == {"blunderbuss"}


# ---- one more damage


def test_tx_66a_the_one_more_damage_is_taken_back() -> None:
    table = hit()
    assert table["ana"].grit == 2
    rule(table, "none")
    assert (table["ana"].grit, table["ana"].injury) == (3, 1)


def test_tx_66a_whoever_fell_of_it_is_up_again() -> None:
    table = hit(grit=4)
    assert (table["ana"].condition, table["ana"].grit) == (Condition.DYING, 0)
    rule(table, "none")
    assert (table["ana"].condition, table["ana"].grit) == (Condition.UP, 1)


def test_tx_66a_whom_the_shot_alone_fells_suffers_nothing_more() -> None:
    table = hit(grit=3)
    assert table["ana"].condition is Condition.DYING
    assert AFTER not in table.asked()


def test_tx_66_disarmed_instead_of_hurt_more() -> None:
    table = hit()
    rule(table, "disarm.0")
    assert table["ana"].grit == 3
    assert table["ana"].is_disarmed_of == {"revolver"}


# ---- disarmed or grappled


def test_tx_66c_grappled_instead_of_disarmed_and_the_weapon_is_in_hand_again() -> None:
    table = beaten("blackjack")
    assert table["ana"].in_hand == ""
    rule(table, "grapple")
    assert (table["ana"].in_hand, table.state.holder_of(who("ana"))) == ("blackjack", "bart")


def test_txa_20_another_weapon_than_the_one_in_hand() -> None:
    table = beaten("blackjack", ("blackjack", "derringer"))
    rule(table, "disarm.1")
    assert (table["ana"].in_hand, table["ana"].usable) == ("blackjack", ("blackjack",))


def test_tx_66c_not_grappled_after_all() -> None:
    table = beaten()
    assert table.state.holder_of(who("ana")) == "bart"
    rule(table, "none")
    assert not table.state.grapples
    assert table["ana"].grit == 5  # the fists' damage stays


def test_tx_66c_who_was_let_go_for_it_is_held_again() -> None:
    """Bart holds Bea, brawls with Ana in vain and is held by her; the Dealer takes that back."""
    ana = pc(hand=("KHe", "2He"), weapons=(), in_hand="")
    bart = npc(place="road", weapons=(), in_hand="", grit=9)
    table = fight(ana, pc("bea", hand=("QHe",)), bart, grapples=(("bart", "bea"),))
    table.do(Brawl(actor=who("ana"), whom=who("bart"), card="KHe"), "2Cl", "3He", "4He")
    assert [(each.holder, each.held) for each in table.state.grapples] == [("ana", "bart")]
    rule(table, "none")
    assert [(each.holder, each.held) for each in table.state.grapples] == [("bart", "bea")]


@pytest.mark.parametrize("grit", [1, 3])
def test_tx_36_one_more_damage_of_bare_fists_kills_nobody(grit: int) -> None:
    """Ana lost 1 Grit to the fists, and the Dealer makes it one more."""
    ana = pc(hand=("5Cl", "2He"), weapons=(), in_hand="", grit=grit + 1)
    table = fight(ana, pc("bea", hand=("QHe",)), npc(place="road", weapons=(), in_hand=""))
    table.do(Brawl(actor=who("ana"), whom=who("bart"), card="5Cl"), "KHe")
    table.do(Answer(prompt=prompt("t1.trump"), key="trump"), "2Di", "3He")
    rule(table, "harm")
    left, condition = (1, Condition.INCAPACITATED) if grit == 1 else (2, Condition.UP)
    assert (table["ana"].grit, table["ana"].condition) == (left, condition)
    assert not table.state.grapples


def test_tx_66_an_empty_pistol_after_a_point_blank_shot_in_vain() -> None:
    """In a brawl the default is to be disarmed; that the pistol is empty fits as well."""
    ana = pc(hand=("5Cl", "2He"))
    table = fight(ana, pc("bea", hand=("QHe",)), npc(place="road", weapons=(), in_hand=""))
    table.do(Brawl(actor=who("ana"), whom=who("bart"), weapon="revolver", card="5Cl"), "KHe")
    table.do(Answer(prompt=prompt("t1.trump"), key="trump"), "2Di", "3He")
    assert table["ana"].is_disarmed_of == {"revolver"}
    rule(table, "none")
    assert table["ana"].usable == ("revolver",)


def test_tx_64_breaking_loose_is_brawling_too() -> None:
    """Held and unarmed already: there is nothing listed left, but the Dealer is asked."""
    ana = pc(hand=("5Cl", "2He"), weapons=(), in_hand="")
    bart = npc(place="road", weapons=(), in_hand="")
    table = fight(ana, pc("bea", hand=("QHe",)), bart, grapples=(("bart", "ana"),))
    table.do(BreakGrapple(actor=who("ana"), card="5Cl"), "KHe")
    events = table.do(Answer(prompt=prompt("t1.trump"), key="trump"), "2Di", "3He")
    assert [event.consequence.kind for event in only(events, TrumpedInVain)] == ["none"]
    rule(table, "harm")
    assert table["ana"].grit == 5


def test_tx_64_a_holder_who_trumps_in_vain_is_grappled_in_turn() -> None:
    ana = pc(hand=("5Cl", "2He"), weapons=(), in_hand="")
    bart = npc(place="road", weapons=(), in_hand="")
    table = fight(ana, pc("bea", hand=("QHe",)), bart, grapples=(("ana", "bart"),))
    table.do(HoldGrapple(actor=who("ana"), card="5Cl"), "KHe")
    table.do(Answer(prompt=prompt("t1.trump"), key="trump"), "2Di", "3He")
    assert [(each.holder, each.held) for each in table.state.grapples] == [("bart", "ana")]


# ---- captured in flight


def test_tx_66d_txa_19_not_captured_after_all_the_flight_goes_on() -> None:
    table = captured()
    assert (table["ana"].is_captured, table["ana"].grit) == (True, 3)
    events = rule(table, "none", "t2.after")
    assert only(events, FlightBegan)
    assert (table["ana"].condition, table["ana"].is_captured, table["ana"].grit) == (Condition.FLED, False, 3)


def test_tx_66d_those_who_had_yet_to_shoot_do_so_then() -> None:
    table = captured(6, npc("carl"))
    rule(table, "none", "t2.after")
    attempt = table.state.attempt_of(who("ana"))
    assert attempt is not None
    assert attempt.npc == "carl"


def test_tx_59_whom_the_shot_would_have_killed_dies_if_he_is_not_captured() -> None:
    """3 Grit, 3 damage: a prisoner keeps the last one (TX-42), a runner does not."""
    table = captured(3)
    assert table["ana"].grit == 1
    events = rule(table, "none", "t2.after")
    assert not only(events, FlightBegan)
    assert (table["ana"].condition, table["ana"].grit) == (Condition.DYING, 0)


def test_tx_66a_one_more_damage_instead_of_being_captured() -> None:
    table = captured()
    rule(table, "harm", "t2.after")
    assert (table["ana"].condition, table["ana"].grit) == (Condition.FLED, 2)


# ---- robust


@pytest.mark.parametrize("key", ["none", "harm", "disarm.0"])
def test_what_has_happened_since_stays(key: str) -> None:
    """The Dealer's change of an older consequence undoes nothing of what was set meanwhile."""
    table = missed()
    table.do(Amend(what="grit", value="2", whom=who("ana")))
    rule(table, key)
    assert table["ana"].grit == (1 if key == "harm" else 2)


def test_nothing_is_asked_of_somebody_out_of_sight() -> None:
    table = missed()
    table.do(Amend(what="hidden", value="yes", whom=who("bart")))
    assert AFTER not in table.asked()


def test_txd_34_several_may_be_changed_each_for_itself() -> None:
    table = fight(pc(hand=("5Pi", "2He")), pc("bea", hand=("6Pi", "3Ho")), pc("cy", hand=("QHe",)), npc())
    table.do(Shoot(actor=who("ana"), whom=who("bart"), card="5Pi"), "KHe")
    table.do(Answer(prompt=prompt("t1.trump"), key="trump"), "2Di", "3He")
    table.do(Shoot(actor=who("bea"), whom=who("bart"), card="6Pi"), "KHo")
    table.do(Answer(prompt=prompt("t2.trump"), key="trump"), "2Ho", "4He")
    assert table.asked()[-2:] == ("t2.after", "t1.after")
    rule(table, "none", "t1.after")
    assert not table["ana"].is_out_of_ammo
    assert table["bea"].is_out_of_ammo == {"revolver"}
    assert table.asked()[-1] == "t2.after"
