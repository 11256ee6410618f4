"""What the winner of a brawl does instead of damage, whoever began it (TX-29, TX-37, TX-41 to TX-43, TXA-08)."""

import pytest

from rules.core.audience import Viewer
from rules.core.command import Answer
from rules.core.values import replace
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.commands import Brawl, Prefer
from rules.systems.texarkana.events import Disarmed, Grappled, GritLost, InjuryGained, WayPreferred
from rules.systems.texarkana.state import Condition, Fighter, House, TurnPhase
from tests.systems.texarkana.table import DEALER, Table, fight, npc, only, pc, prompt, rules_of, who

EXPERT = {"Cl": "A", "Ho": "A", "Sp": "A", "Ma": "A", "Pi": "A"}


def attacked(weapon: str = "", hand: tuple[str, ...] = ("KHe",), **bart: object) -> Table:
    """Bart has begun a brawl with Ana, who has to play a card."""
    ana = pc(hand=hand, weapons=(weapon,) if weapon else (), in_hand=weapon, ranks=EXPERT)
    usual = {"place": "road", "weapons": (), "in_hand": ""}
    table = fight(ana, npc(**{**usual, **bart}), phase="enemy")  # type: ignore[arg-type]  # fields of several types
    table.do(Brawl(actor=who("bart"), whom=who("ana")))
    return table


def armed(in_hand: str = "", **bart: object) -> Table:
    """Ana, with a baton, stands before Bart."""
    ana = pc(hand=("KHe", "2He"), weapons=("baton",), in_hand="baton", ranks=EXPERT)
    return fight(ana, npc(**{"place": "road", "in_hand": in_hand, **bart}), npc("carl", "ridge"))  # type: ignore[arg-type]  # as above


def options_of(table: Table, name: str, viewer: Viewer) -> dict[str, set[str]]:
    """What may fill the blanks of whatever somebody may do."""
    return {
        f"{option.kind}.{slot.name}": {choice.key for choice in slot.choices}
        for option in TEXARKANA.options(table.state, who(name), viewer)
        for slot in option.slots
    }


# ---- the one attacked


def test_tx_37_tx_29_the_one_attacked_may_grapple_too_if_he_wins() -> None:
    """The chapter's "after successfully brawling" holds for the winner, whoever began."""
    table = attacked()
    events = table.do(Prefer(actor=who("ana"), how="grapple"))
    assert [event.how for event in only(events, WayPreferred)] == ["grapple"]
    events = table.do(Answer(prompt=prompt("t1.card"), key="KHe"), "2Di", "3He")
    assert [(event.holder, event.held) for event in only(events, Grappled)] == [("ana", "bart")]
    assert not only(events, GritLost)


def test_tx_29_without_a_word_the_one_attacked_deals_damage() -> None:
    table = attacked()
    events = table.do(Answer(prompt=prompt("t1.card"), key="KHe"), "2Di", "3He")
    assert [event.lost for event in only(events, GritLost)] == [1]
    assert not only(events, Grappled)


def test_tx_29_what_was_said_counts_only_for_whoever_wins() -> None:
    table = attacked(hand=("2He",))
    table.do(Prefer(actor=who("ana"), how="grapple"))
    events = table.do(Answer(prompt=prompt("t1.card"), key="2He"), "KDi", "3He")
    assert not only(events, Grappled)
    assert table["ana"].grit == 5


def test_tx_41_the_one_attacked_may_disarm_with_a_baton() -> None:
    table = attacked("baton", weapons=("bowie-knife",), in_hand="bowie-knife")
    table.do(Prefer(actor=who("ana"), how="disarm"))
    table.do(Answer(prompt=prompt("t1.card"), key="KHe"), "2Di", "3He")
    assert table["bart"].is_disarmed_of == {"bowie-knife"}
    assert (table["bart"].grit, table["bart"].injury) == (4, 0)


def test_tx_37_an_npc_attacked_may_grapple_by_the_dealers_word() -> None:
    ana = pc(hand=("2He",), weapons=(), in_hand="")
    table = fight(ana, npc(place="road", weapons=(), in_hand=""))
    table.do(Brawl(actor=who("ana"), whom=who("bart")))
    assert "prefer.how" in options_of(table, "bart", DEALER)
    table.do(Prefer(actor=who("bart"), how="grapple"))
    table.do(Answer(prompt=prompt("t1.card"), key="2He"), "KDi", "3He")
    assert table.state.holder_of(who("ana")) == "bart"


def test_tx_37_only_what_the_weapon_allows() -> None:
    refusal = attacked("bowie-knife").refusal(Prefer(actor=who("ana"), how="grapple"))
    assert (refusal.code, rules_of(refusal)) == ("NOT_WITH_THIS", {"TX-37", "TX-41"})
    assert "prefer.how" not in options_of(attacked("bowie-knife"), "ana", Viewer(combatants=frozenset({who("ana")})))


def test_tx_29_nobody_prefers_anything_who_is_not_attacked() -> None:
    assert attacked().refusal(Prefer(actor=who("bart"), how="grapple")).code == "NOT_ATTACKED"
    assert fight().refusal(Prefer(actor=who("ana"), how="grapple")).code == "NOT_ATTACKED"


def test_tx_29_it_is_said_before_the_card_is_played() -> None:
    table = attacked(hand=("5Cl",))
    table.do(Answer(prompt=prompt("t1.card"), key="5Cl"), "2He")
    assert table.asked()[0] == "t1.trump"
    assert table.refusal(Prefer(actor=who("ana"), how="grapple")).code == "NOT_ATTACKED"


# ---- disarming


def test_tx_43_the_attacker_chooses_which_weapon_goes() -> None:
    """Not only the one in hand: any that is seen on him."""
    table = armed("bowie-knife", weapons=("bowie-knife", "revolver"))
    events = table.do(
        Brawl(actor=who("ana"), whom=who("bart"), weapon="baton", how="disarm revolver", card="KHe"), "2Di", "3He"
    )
    assert [event.weapon for event in only(events, Disarmed)] == ["revolver"]
    assert (table["bart"].in_hand, table["bart"].usable) == ("bowie-knife", ("bowie-knife",))
    assert not only(events, GritLost)
    assert not only(events, InjuryGained)


def test_tx_43_a_weapon_that_nobody_has_seen_is_neither_offered_nor_betrayed() -> None:
    """Whether or not Bart has one hidden, the answer is the same."""
    mine = Viewer(combatants=frozenset({who("ana")}))
    answers = set()
    for weapons in (("bowie-knife",), ("bowie-knife", "revolver")):
        table = armed("bowie-knife", weapons=weapons, concealed=frozenset({"revolver"}))
        assert "disarm revolver" not in options_of(table, "ana", mine)["brawl.how"]
        refusal = table.refusal(Brawl(actor=who("ana"), whom=who("bart"), weapon="baton", how="disarm revolver"))
        answers.add((refusal.code, table.say(refusal)))
    assert len(answers) == 1
    assert answers.pop()[0] == "NOT_SEEN_WITH"


def test_tx_43_what_has_been_in_hand_is_known_from_then_on() -> None:
    bart = npc(weapons=("revolver", "bowie-knife"), concealed=frozenset({"bowie-knife"}))
    table = fight(pc(place="ridge", hand=("KHe",)), bart, phase="enemy")
    table.do(Brawl(actor=who("bart"), whom=who("ana"), weapon="bowie-knife"))
    assert not table["bart"].concealed
    seen = next(each for each in TEXARKANA.view(table.state, Viewer()).combatants if each.id == "bart")
    assert "bowie knife in hand" in seen.state.casefold()
    assert "carries revolver" in seen.state


def test_tx_43_the_dealers_npcs_know_what_a_pc_carries() -> None:
    ana = pc(hand=("2He",), weapons=("revolver", "stiletto"), in_hand="revolver")
    table = fight(ana, npc(place="road", weapons=("baton",), in_hand="baton"), phase="enemy")
    assert {"disarm revolver", "disarm stiletto"} <= options_of(table, "bart", DEALER)["brawl.how"]
    table.do(Brawl(actor=who("bart"), whom=who("ana"), weapon="baton", how="disarm stiletto"))
    table.do(Answer(prompt=prompt("t1.card"), key="2He"), "KDi", "3He")
    assert table["ana"].usable == ("revolver",)


def test_tx_43_a_weapon_lost_so_is_lost_for_the_scene() -> None:
    table = armed("bowie-knife", weapons=("bowie-knife",))
    disarm = Brawl(actor=who("ana"), whom=who("bart"), weapon="baton", how="disarm", card="KHe")
    table.do(disarm, "2Di", "3He")
    assert "bowie-knife" not in table["bart"].usable
    table.state = replace(table.state, turn_phase=TurnPhase.ENEMY, acted=())
    strike = Brawl(actor=who("bart"), whom=who("ana"), weapon="bowie-knife")
    assert table.refusal(strike).code == "NOT_CARRIED"


# ---- incapacitating, by the house


@pytest.mark.parametrize(
    ("grit", "incapacitate", "left", "condition"),
    [
        (6, "any_hit", 5, Condition.INCAPACITATED),  # 2 - 1
        (2, "any_hit", 1, Condition.INCAPACITATED),
        (1, "any_hit", 1, Condition.INCAPACITATED),
        (6, "fatal_only", 4, Condition.UP),  # not a fatal hit: the damage
        (2, "fatal_only", 1, Condition.INCAPACITATED),
    ],
)
def test_tx_42_txa_08_incapacitating(grit: int, incapacitate: str, left: int, condition: Condition) -> None:
    ana = pc(hand=("KHe",), weapons=("cane",), in_hand="cane", ranks=EXPERT)
    bart: Fighter = npc(place="road", weapons=(), in_hand="", grit=grit, full_grit=6)
    table = fight(ana, bart, npc("carl", "ridge"), house=House(incapacitate=incapacitate))
    table.do(Brawl(actor=who("ana"), whom=who("bart"), how="incapacitate", card="KHe"), "2Di", "3He")
    assert (table["bart"].grit, table["bart"].condition) == (left, condition)


def test_txa_08_by_the_house_a_baton_disarms_at_any_hit_but_a_cane_does_not() -> None:
    """The baton's row says "rather than deal damage", the cane's "rather than deal fatal damage"."""
    for weapon, lost in (("baton", frozenset({"revolver"})), ("cane", frozenset())):
        ana = pc(hand=("KHe",), weapons=(weapon,), in_hand=weapon, ranks=EXPERT)
        table = fight(ana, npc(place="road"), house=House(incapacitate="fatal_only"))
        table.do(Brawl(actor=who("ana"), whom=who("bart"), how="disarm", card="KHe"), "2Di", "3He")
        assert table["bart"].is_disarmed_of == lost
