"""Shootouts (TX-13, TXF-36 to TXF-39, TXD-26): one test, twice the damage, and then all violence ends."""

import pytest

from rules.core.combatant import Side
from rules.core.command import Amend, Answer, Command, GoOn
from rules.core.event import Event
from rules.core.view import Phase
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.attempts import Attempt
from rules.systems.texarkana.commands import Brawl, Draw, Move, RefuseInjury, Shoot
from rules.systems.texarkana.events import (
    AnsweredInKind,
    AttemptOpened,
    Ended,
    Escalated,
    EscalationAsked,
    GritLost,
    InjuryGained,
    Reckoned,
    Revealed,
    ShootoutBegan,
    SideSet,
    TierChanged,
    TurnTaken,
)
from rules.systems.texarkana.state import Condition, Fighter, Tier
from tests.systems.texarkana.table import DEALER, Table, fight, has_rule, kinds, npc, only, pc, prompt, who


def ana(**changes: object) -> Fighter:
    """A PC with a holstered service pistol (+1, damage 4) she can use, a King to play and a 2 to lose with."""
    usual: dict[str, object] = {
        "weapons": ("service-pistol",),
        "in_hand": "",
        "ranks": {"Pi": "B", "Cl": "B"},
        "hand": ("KHe", "2He", "5Pi"),
    }
    return pc(**{**usual, **changes})  # type: ignore[arg-type]  # fields of several types


def bart(**changes: object) -> Fighter:
    """An enemy one zone off, with a hidden revolver (+1, damage 3) and Pistols +2."""
    usual: dict[str, object] = {
        "in_hand": "",
        "concealed": frozenset({"revolver"}),
        "ratings": {"Pi": 2, "Ma": -3, "Cl": 0, "Sp": 0},
        "grit": 9,
        "full_grit": 9,
    }
    return npc(**{**usual, **changes})  # type: ignore[arg-type]  # fields of several types


SHOOT = Shoot(actor=who("ana"), whom=who("bart"))


def owed(table: Table, ending: str) -> str:
    (found,) = [each for each in table.asked() if each.endswith(ending)]
    return found


def answer(table: Table, ending: str, key: str, *draws: str, **blanks: str) -> tuple[Event, ...]:
    return table.do(Answer(prompt=prompt(owed(table, ending)), key=key, blanks=blanks), *draws)


def drawn(*fighters: Fighter, command: Command = SHOOT, has_witnesses: bool = False) -> Table:
    """Ana has drawn her pistol in a fist-fight, and meant it: the Dealer has to say."""
    table = fight(*(fighters or (ana(), bart())), tier=Tier.FISTS, has_witnesses=has_witnesses)
    table.do(command)
    answer(table, ".mean", "do")
    return table


def at_it(*fighters: Fighter, has_witnesses: bool = False) -> tuple[Table, Attempt]:
    """The Dealer made it a Shootout with Bart."""
    table = drawn(*fighters, has_witnesses=has_witnesses)
    events = answer(table, ".shootout", "bart")
    return table, only(events, AttemptOpened)[0].attempt


# ---- the Dealer's choice


def test_tx_13_who_draws_a_pistol_waits_for_the_dealer_before_the_card() -> None:
    table = drawn()
    assert table.asked() == ("t1.shootout",)
    (asked,) = TEXARKANA.prompts(table.state)
    assert (asked.whom, asked.blocks) == (None, True)
    (seen,) = TEXARKANA.view(table.state, DEALER).asked
    assert [choice.key for choice in seen.choices] == ["no", "bart", "stranger"]


@pytest.mark.parametrize(
    ("command", "is_asked"),
    [
        (Brawl(actor=who("ana"), whom=who("bart"), where="rocks", weapon="service-pistol"), True),
        (Brawl(actor=who("ana"), whom=who("bart"), where="rocks", weapon="service-pistol-grip"), True),  # TX-10
        (Draw(actor=who("ana"), weapon="service-pistol"), True),
        (Shoot(actor=who("ana"), whom=who("bart"), weapon="lever-rifle"), False),
        (Brawl(actor=who("ana"), whom=who("bart"), where="rocks", weapon="wrench"), False),
    ],
)
def test_tx_13_only_a_pistol_brings_a_shootout(command: Command, is_asked: bool) -> None:
    table = drawn(ana(weapons=("service-pistol", "lever-rifle", "wrench")), bart(), command=command)
    assert ("t1.shootout" in table.asked()) is is_asked


@pytest.mark.parametrize("by_default", [True, False])
def test_tx_13_without_a_shootout_the_act_goes_on_and_is_answered_in_kind(by_default: bool) -> None:
    table = drawn()
    which = prompt("t1.shootout")
    events = table.do(GoOn(prompts=(which,)) if by_default else Answer(prompt=which, key="no"))
    assert [event.who for event in only(events, AnsweredInKind)] == ["bart"]
    (opened,) = only(events, AttemptOpened)
    assert opened.attempt.trumps == ("Pi",)
    assert opened.attempt.npc_trumps == ("Ma",)  # he evades an ordinary shot
    assert not only(events, ShootoutBegan)


def test_tx_13_an_npc_reaches_for_a_pistol_too() -> None:
    table = drawn()
    events = answer(table, ".shootout", "bart")
    assert [(event.who, event.whom) for event in only(events, ShootoutBegan)] == [("ana", "bart")]
    assert (table["ana"].in_hand, table["bart"].in_hand) == ("service-pistol", "revolver")
    assert [event.who for event in only(events, TurnTaken)] == ["ana"]
    assert only(events, TierChanged)[0].tier is Tier.ANY
    assert not only(events, AnsweredInKind)
    assert not table["bart"].concealed


def test_tx_13_a_bystander_who_takes_it_up_is_an_enemy() -> None:
    table = drawn(ana(), bart(), bart(id=who("otis"), name="Otis", side=Side.BYSTANDER))
    events = answer(table, ".shootout", "otis")
    assert [(event.who, event.side) for event in only(events, SideSet)] == [("otis", Side.ENEMY)]


def test_tx_13_somebody_of_whom_nobody_knew_that_he_had_a_pistol() -> None:
    table = drawn(ana(), bart(weapons=(), concealed=frozenset()))
    answer(table, ".shootout", "bart")
    assert table["bart"].in_hand == "revolver"


def test_tx_13_a_stranger() -> None:
    table = drawn()
    events = answer(table, ".shootout", "stranger", name="Kid Amos")
    assert only(events, ShootoutBegan)[0].whom == "stranger-1"
    assert table["stranger-1"].name == "Kid Amos"


def test_tx_13_a_hidden_one_shows_himself_and_an_animal_does_not_shoot() -> None:
    nemo = bart(id=who("nemo"), name="Nemo", is_hidden=True)
    table = drawn(ana(), bart(), nemo, npc("rex", is_beast=True, weapons=(), in_hand=""))
    (seen,) = TEXARKANA.view(table.state, DEALER).asked
    assert "rex" not in {choice.key for choice in seen.choices}
    assert only(answer(table, ".shootout", "nemo"), Revealed)


# ---- the test


def test_txd_26_pistols_trump_for_both_and_both_weapons_count() -> None:
    """Ana: pistol +1. Bart: Pistols +2, revolver +1, so DV 3; his Masks have nothing to do with it."""
    _, attempt = at_it()
    assert (attempt.trumps, attempt.npc_trumps) == (("Pi",), ("Pi",))
    assert (attempt.bonus.total, attempt.difficulty.total) == (1, 3)
    assert all(part.audience == "gm" for part in attempt.difficulty.parts)


def test_txd_26_range_and_cover_are_ignored() -> None:
    """Three zones off and out of sight, behind cover: the same numbers."""
    table = fight(ana(in_hand="service-pistol"), bart(place="gully", is_in_cover=True))
    events = table.do(Amend(what="shootout", value="bart", whom=who("ana")))
    assert only(events, AttemptOpened)[0].attempt.difficulty.total == 3


def test_txf_38_the_winner_deals_twice_the_damage_and_two_injuries() -> None:
    """13 + 1 = 14 against 4 + 3 = 7: 2 x 4 of 9 Grit."""
    table, _ = at_it()
    events = answer(table, ".card", "KHe", "4Di", "3He")
    assert only(events, GritLost)[0].lost == 8
    assert (table["bart"].grit, table["bart"].injury) == (1, 2)


def test_txf_33_txf_38_so_does_the_npc_and_luck_refuses_nothing() -> None:
    """2 + 1 = 3 against 4 + 3 = 7: 2 x 3 of 7 Grit."""
    table, _ = at_it(ana(grit=7), bart())
    events = answer(table, ".card", "2He", "4Di", "3Di")
    assert only(events, GritLost)[0].lost == 6
    assert (table["ana"].grit, table["ana"].injury, table["ana"].fresh_injury) == (1, 2, 0)
    assert all(event.is_final for event in only(events, InjuryGained))
    assert table["ana"].luck == 3


def test_txf_38_an_older_injury_is_out_of_lucks_reach_too_once_a_card_is_played() -> None:
    table, _ = at_it(ana(fresh_injury=1, injury=1, grit=7), bart())
    answer(table, ".card", "2He", "4Di", "3Di")
    assert table.refusal(RefuseInjury(actor=who("ana"))).code == "OVER"


def test_txd_20_a_pc_without_grit_is_dying_an_npc_dead() -> None:
    table, _ = at_it()
    answer(table, ".card", "2He", "4Di", "3Di")
    assert table["ana"].condition is Condition.DYING
    table, _ = at_it(ana(), bart(grit=8))
    answer(table, ".card", "KHe", "4Di", "3Di")
    assert table["bart"].condition is Condition.DEAD


def test_txd_26_it_may_be_trumped_as_any_test() -> None:
    """5 + 1 = 6 against 9 + 3 = 12, with the Trump 5 + 8 + 1 = 14."""
    table, _ = at_it()
    answer(table, ".card", "5Pi", "9Di")
    events = answer(table, ".trump", "trump", "8He", "3Di")
    assert only(events, GritLost)[0].who == "bart"


def test_txf_39_then_all_violence_ends_though_others_stand() -> None:
    table, _ = at_it(ana(), bart(), npc("carl"))
    events = answer(table, ".card", "KHe", "4Di", "3He")
    (ended,) = only(events, Ended)
    assert (ended.winner, ended.by_shootout) == (None, True)
    assert has_rule(ended, "TX-13")
    assert has_rule(ended, "TXF-39")
    assert table.state.phase is Phase.OVER
    assert "Shootout" in table.words([ended])[0]


def test_tx_12_witnesses_remember_a_shootout_too() -> None:
    table, _ = at_it(has_witnesses=True)
    assert only(answer(table, ".card", "KHe", "4Di", "3He"), Reckoned)


def test_txf_37_nobody_else_acts_while_it_lasts() -> None:
    table, _ = at_it(ana(), pc("bea", hand=("QHe",)), bart(), npc("carl"))
    assert table.asked() == ("t2.card",)
    assert table.refusal(Move(actor=who("bea"), where="rocks")).code == "BUSY"
    table = fight(ana(in_hand="service-pistol"), bart(), npc("carl"), phase="enemy")
    table.do(Amend(what="shootout", value="bart", whom=who("ana")))
    refusal = table.refusal(Move(actor=who("carl"), where="ridge"))
    assert (refusal.code, refusal.rules) == ("BUSY", ("TXF-37",))
    assert table.asked() == ("t1.card",)


def test_if_the_other_is_taken_out_of_it_the_fight_goes_on() -> None:
    table, _ = at_it(ana(), bart(), npc("carl"))
    table.do(Amend(what="status", value="fled", whom=who("bart")))
    assert table.state.phase is Phase.RUNNING
    assert table.asked() == ("turn2.carl",)


# ---- begun by the Dealer


def test_txf_36_the_dealer_begins_one_by_his_word() -> None:
    table = fight(ana(in_hand="service-pistol"), bart(), tier=Tier.FISTS)
    events = table.do(Amend(what="shootout", value="bart", whom=who("ana")))
    assert only(events, ShootoutBegan)
    assert not only(events, Escalated)
    assert not only(events, EscalationAsked)
    assert "ana" not in table.state.acted


def offered(table: Table) -> tuple[set[str], set[str]]:
    """Whom the Dealer may begin a Shootout with, and against whom."""
    found = [each for each in TEXARKANA.amendables(table.state) if each.key == "shootout"]
    whom = {choice.key for each in found for choice in each.whom}
    return whom, {choice.key for each in found for choice in each.values}


def test_txf_36_it_takes_a_gun_and_free_hands() -> None:
    bea = pc("bea", hand=("QHe",), weapons=("wrench",), in_hand="wrench")
    dora = pc("dora", hand=("JHe",))
    eve = npc("eve", place="road", weapons=(), in_hand="")
    table = fight(ana(), bea, dora, bart(), eve, grapples=(("eve", "dora"),))
    assert offered(table) == ({"ana"}, {"bart"})
    for name in ("bea", "dora"):
        refusal = table.refusal(Amend(what="shootout", value="bart", whom=who(name)))
        assert refusal.code == "NO_GUN"
        assert table.say(refusal)
    assert table.refusal(Amend(what="shootout", value="eve", whom=who("ana"))).code == "NOT_AN_OPPONENT"
    assert table.refusal(Amend(what="shootout", value="ana", whom=who("bart"))).code == "NOT_A_PC"
    assert table.refusal(Amend(what="shootout", value="nobody", whom=who("ana"))).code == "NO_SUCH_COMBATANT"


def test_txf_37_not_while_something_else_is_under_way() -> None:
    table = fight(ana(in_hand="service-pistol"), bart())
    table.do(SHOOT)
    assert offered(table) == (set(), set())
    assert table.refusal(Amend(what="shootout", value="bart", whom=who("ana"))).code == "BUSY"


def test_txf_36_a_pistol_before_any_other_gun() -> None:
    table = fight(ana(weapons=("lever-rifle", "service-pistol"), in_hand="lever-rifle"), bart())
    events = table.do(Amend(what="shootout", value="Bart", whom=who("ana")))
    assert "Armed" in kinds(events)
    assert table["ana"].in_hand == "service-pistol"


def test_tx_13_txf_36_what_can_only_be_thrown_is_no_gun() -> None:
    bart_with_a_knife = bart(weapons=("stiletto",), in_hand="stiletto", concealed=frozenset())
    table = fight(ana(), pc("bea", hand=("QHe",), weapons=("stiletto",), in_hand="stiletto"), bart_with_a_knife)
    assert offered(table) == ({"ana"}, {"bart"})
    assert table.refusal(Amend(what="shootout", value="bart", whom=who("bea"))).code == "NO_GUN"
    table.do(Amend(what="shootout", value="bart", whom=who("ana")))
    assert table["bart"].in_hand == "revolver", "one of which nobody knew"
