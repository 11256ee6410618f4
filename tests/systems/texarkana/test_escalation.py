"""Going too far (TX-03 to TX-12, TXA-06, TXA-07, TXD-31, TXD-33): asked first, then answered in kind, then it costs."""

from collections.abc import Iterable

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.combatant import Side
from rules.core.command import Amend, Answer, Command, Finish, GoOn
from rules.core.event import Event
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.commands import Brawl, Draw, Flee, Move, Shoot
from rules.systems.texarkana.events import (
    AnsweredInKind,
    AnswerKept,
    AnswerTakenBack,
    Armed,
    AttemptOpened,
    Ended,
    Entered,
    Escalated,
    EscalationAsked,
    EscalationLeft,
    Forgiven,
    Reckoned,
    SideSet,
    TierChanged,
    TurnTaken,
)
from rules.systems.texarkana.state import Condition, Fighter, Tier
from rules.systems.texarkana.weapons import brawling_arm, shooting_tier, tier_of_weapon
from tests.systems.texarkana.table import DEALER, Table, fight, kinds, lobby, npc, only, pc, prompt, who

EXPERT = dict.fromkeys(("Cl", "Ho", "Sp", "Ma", "Pi"), "A")
ANA = Viewer(combatants=frozenset({who("ana")}))


def ana(*weapons: str, **changes: object) -> Fighter:
    """A PC with these weapons on her, nothing in hand, and a King to play."""
    usual: dict[str, object] = {"weapons": weapons, "in_hand": "", "ranks": EXPERT, "hand": ("KHe", "2He")}
    return pc(**{**usual, **changes})  # type: ignore[arg-type]  # fields of several types


def bart(*weapons: str, **changes: object) -> Fighter:
    """An enemy in the same zone with these weapons hidden on him."""
    usual: dict[str, object] = {
        "place": "road",
        "weapons": weapons,
        "in_hand": "",
        "concealed": frozenset(weapons),
        "grit": 9,
        "full_grit": 9,
    }
    return npc(**{**usual, **changes})  # type: ignore[arg-type]  # fields of several types


def brawl(weapon: str, card: str | None = None) -> Brawl:
    return Brawl(actor=who("ana"), whom=who("bart"), weapon=weapon, card=card)


def shoot(card: str | None = None) -> Shoot:
    return Shoot(actor=who("ana"), whom=who("bart"), card=card)


def brawling_fight(*fighters: Fighter, tier: Tier = Tier.FISTS, phase: str = "posse", **changes: bool) -> Table:
    return fight(*fighters, tier=tier, phase=phase, **changes)  # type: ignore[arg-type]  # fields of the state


def owed(table: Table, ending: str) -> str:
    """The id of the decision owed that ends so; fails if there is not exactly one."""
    (found,) = [each for each in table.asked() if each.endswith(ending)]
    return found


def answer(table: Table, ending: str, key: str, **blanks: str) -> tuple[Event, ...]:
    return table.do(Answer(prompt=prompt(owed(table, ending)), key=key, blanks=blanks))


def dares(table: Table, command: Command) -> tuple[Event, ...]:
    """Do something that goes too far, and say that it is meant."""
    table.do(command)
    return answer(table, ".mean", "do")


def names(events: Iterable[AnsweredInKind]) -> list[tuple[str, str]]:
    return [(str(event.who), event.threat.weapon) for event in events]


# ---- tiers


@pytest.mark.parametrize(
    ("weapon", "tier"),
    [
        ("fists", Tier.FISTS),
        ("knuckle-duster", Tier.MELEE),  # TX-04
        ("improvised-2", Tier.MELEE),  # TX-09
        ("improvised-3", Tier.MELEE),
        ("revolver-grip", Tier.MELEE),  # TX-46, TXA-06
        ("service-rifle-stock", Tier.MELEE),  # TX-47
        ("revolver", Tier.ANY),  # TXA-06: fired point-blank
    ],
)
def test_tx_09_txa_06_each_way_of_brawling_has_its_own_tier(weapon: str, tier: Tier) -> None:
    assert brawling_arm(ana(), weapon).tier is tier


@pytest.mark.parametrize(
    ("weapon", "tier"), [("bow", Tier.ANY), ("tomahawk", Tier.MELEE), ("stiletto", Tier.MELEE), ("derringer", Tier.ANY)]
)
def test_txa_07_a_bow_counts_as_a_firearm_and_a_thrown_weapon_as_a_hand_weapon(weapon: str, tier: Tier) -> None:
    assert shooting_tier(weapon) is tier_of_weapon(weapon) is tier


@pytest.mark.parametrize(
    ("tier", "weapon", "is_asked"),
    [
        (Tier.FISTS, "fists", False),
        (Tier.FISTS, "knuckle-duster", True),  # TX-08, TX-11: the book's own example
        (Tier.FISTS, "improvised-2", True),  # TX-09
        (Tier.FISTS, "revolver-grip", True),  # TX-10
        (Tier.FISTS, "revolver", True),
        (Tier.MELEE, "knuckle-duster", False),  # TX-04
        (Tier.MELEE, "revolver-grip", False),
        (Tier.MELEE, "revolver", True),
        (Tier.ANY, "revolver", False),  # TX-05
    ],
)
def test_tx_03_04_05_what_goes_too_far_in_which_situation(tier: Tier, weapon: str, is_asked: bool) -> None:
    table = brawling_fight(ana("knuckle-duster", "improvised-2", "revolver"), bart(), tier=tier)
    events = table.do(brawl(weapon))
    assert bool(only(events, EscalationAsked)) is is_asked
    assert bool(only(events, AttemptOpened)) is not is_asked


@pytest.mark.parametrize("tier", [Tier.FISTS, Tier.MELEE])
def test_tx_08_shooting_where_no_firearm_is_in_order_is_asked_first(tier: Tier) -> None:
    table = brawling_fight(ana("revolver"), bart(place="rocks"), tier=tier)
    assert only(table.do(shoot()), EscalationAsked)


@pytest.mark.parametrize("weapon", ["", "revolver"])
def test_tx_06_07_whoever_may_ambush_or_storm_is_not_asked_and_nobody_answers_in_kind(weapon: str) -> None:
    table = brawling_fight(ana("revolver"), bart("revolver", place="rocks"), may_ambush=True, has_witnesses=True)
    events = table.do(Shoot(actor=who("ana"), whom=who("bart"), weapon=weapon))
    assert only(events, AttemptOpened)
    assert not only(events, Escalated)
    assert not only(events, AnsweredInKind)
    assert only(events, TierChanged)[0].rules == ("TX-06", "TX-07")
    assert table.tier() is Tier.ANY  # those who are stormed may shoot back


def test_tx_07_the_scene_of_a_hideout_lets_the_posse_storm_it() -> None:
    table = lobby("hideout", "hank")
    assert (table.state.may_ambush, table.tier(), table.state.has_witnesses) == (True, Tier.FISTS, False)
    assert table["hank"].in_hand == "revolver"


# ---- asked first


@pytest.mark.parametrize("weapon", ["revolver", "revolver-grip"])
def test_tx_10_of_a_pistol_in_a_brawl_one_is_warned_fired_or_clubbed(weapon: str) -> None:
    """A Shootout is what may come of either (TX-13)."""
    table = brawling_fight(ana("revolver"), bart())
    assert only(table.do(brawl(weapon)), EscalationAsked)[0].rules == ("TX-08", "TX-10")
    assert "Shootout" in TEXARKANA.view(table.state, ANA).asked[0].question


def test_tx_08_the_player_is_told_before_what_it_means() -> None:
    table = brawling_fight(ana("revolver"), bart(), has_witnesses=True)
    events = table.do(brawl("revolver"))
    assert not only(events, TurnTaken)
    assert only(events, EscalationAsked)[0].rules == ("TX-08", "TX-10")
    (asked,) = TEXARKANA.view(table.state, ANA).asked
    assert asked.is_mine
    assert asked.blocks
    assert [choice.key for choice in asked.choices] == ["do", "leave"]
    for told in ("fists only", "revolver", "answer", "witnesses", "Shootout"):
        assert told in asked.question


def test_tx_12_13_what_does_not_threaten_is_not_said() -> None:
    table = brawling_fight(ana("knuckle-duster"), bart())
    table.do(brawl("knuckle-duster"))
    (asked,) = TEXARKANA.view(table.state, ANA).asked
    assert "witnesses" not in asked.question
    assert "Shootout" not in asked.question


@pytest.mark.parametrize("by_default", [True, False])
def test_tx_08_who_leaves_it_keeps_the_turn(by_default: bool) -> None:
    table = brawling_fight(ana("knuckle-duster"), bart("bowie-knife"))
    table.do(brawl("knuckle-duster"))
    which = prompt(owed(table, ".mean"))
    events = table.do(GoOn(prompts=(which,)) if by_default else Answer(prompt=which, key="leave"))
    assert kinds(events) == ["EscalationLeft"]
    assert table.tier() is Tier.FISTS
    assert table["ana"].in_hand == table["bart"].in_hand == ""
    assert not table.state.trespasses
    assert only(table.do(brawl("fists")), AttemptOpened)


def test_nobody_else_of_the_posse_acts_until_it_is_said() -> None:
    bea = pc("bea", hand=("QHe",))
    table = brawling_fight(ana("knuckle-duster"), bea, bart())
    table.do(brawl("knuckle-duster"))
    assert table.asked() == ("t1.mean",)
    refusal = table.refusal(Move(actor=who("bea"), where="rocks"))
    assert (refusal.code, refusal.facts["who"]) == ("BUSY", "Ana")


def test_the_card_named_beforehand_is_asked_for_anew_and_lies_in_no_event() -> None:
    """Only after the answer in kind is known: and a card in hand is nobody else's business."""
    table = brawling_fight(ana("knuckle-duster"), bart("bowie-knife"))
    events = table.do(brawl("knuckle-duster", card="KHe"))
    assert "KHe" not in repr(events)
    answer(table, ".mean", "do")
    assert owed(table, ".card")
    assert "KHe" in table["ana"].hand


def test_an_act_that_has_become_impossible_meanwhile_is_let_go() -> None:
    table = brawling_fight(ana("knuckle-duster"), bart(), bart(id=who("carl"), name="Carl"))
    table.do(brawl("knuckle-duster"))
    events = table.do(Amend(what="status", value="fled", whom=who("bart")))
    assert only(events, EscalationLeft)
    assert table.asked() == ("turn2.ana",)


def test_what_has_come_in_order_meanwhile_goes_too_far_no_more() -> None:
    table = brawling_fight(ana("knuckle-duster"), bart("bowie-knife"))
    table.do(brawl("knuckle-duster"))
    table.do(Amend(what="tier", value="melee"))
    events = answer(table, ".mean", "do")
    assert only(events, AttemptOpened)
    assert not only(events, Escalated)
    assert not only(events, AnsweredInKind)


def test_an_npc_that_uses_more_is_asked_nothing_and_raises_what_is_in_order() -> None:
    """TX-04, TX-05: what the opponents use, the Posse may use too."""
    table = brawling_fight(ana("knuckle-duster"), bart("bowie-knife"), phase="enemy")
    events = table.do(Draw(actor=who("bart"), weapon="bowie-knife"))
    assert kinds(events) == ["Armed", "TierChanged"]
    assert table.tier() is Tier.MELEE


def test_tx_59_at_a_runner_the_posse_shoots_only_with_what_is_in_order() -> None:
    """To go too far takes one's own turn."""
    runner = bart(place="rocks")
    for tier, is_asked in ((Tier.FISTS, False), (Tier.ANY, True)):
        table = brawling_fight(ana("revolver"), runner, bart(id=who("carl"), name="Carl"), phase="enemy", tier=tier)
        if is_asked:  # Carl, in Ana's zone, would forbid the shot (TX-51)
            table.do(Amend(what="status", value="dead", whom=who("carl")))
        table.do(Flee(actor=who("bart")))
        assert any(".shot." in each for each in table.asked()) is is_asked


# ---- answered in kind


def test_tx_11_brass_knuckles_bring_out_a_hidden_knife() -> None:
    """The book's example: an opponent produces a hidden boot knife."""
    table = brawling_fight(ana("knuckle-duster"), bart("bowie-knife"))
    assert "knife" not in repr(TEXARKANA.view(table.state, PUBLIC))
    events = dares(table, brawl("knuckle-duster"))
    assert names(only(events, AnsweredInKind)) == [("bart", "bowie-knife")]
    assert (table["bart"].in_hand, table["bart"].concealed) == ("bowie-knife", frozenset())
    assert table.tier() is Tier.MELEE
    assert table["ana"].in_hand == "knuckle-duster"
    assert "bowie knife in hand" in repr(TEXARKANA.view(table.state, PUBLIC))


def test_tx_11_the_answer_comes_after_the_act_is_begun() -> None:
    """The test is against the weapon that Bart had when she struck: bare fists."""
    table = brawling_fight(ana("knuckle-duster"), bart("bowie-knife"))
    events = dares(table, brawl("knuckle-duster"))
    order = kinds(events)
    assert order.index("Escalated") < order.index("AttemptOpened") < order.index("AnsweredInKind")
    assert only(events, AttemptOpened)[0].attempt.stakes.npc_weapon == "fists"  # type: ignore[union-attr]  # a brawl's


def test_tx_11_a_firearm_brings_out_the_bartenders_blunderbuss() -> None:
    """The book's example: nobody else has a firearm; the bartender is an enemy from then on."""
    otis = bart("blunderbuss", id=who("otis"), name="Otis", side=Side.BYSTANDER)
    table = brawling_fight(ana("lever-rifle"), bart("bowie-knife", place="rocks"), otis)
    events = dares(table, shoot())
    assert names(only(events, AnsweredInKind)) == [("otis", "blunderbuss")]
    assert [event.side for event in only(events, SideSet)] == [Side.ENEMY]
    assert table.tier() is Tier.ANY
    assert only(events, AttemptOpened)  # though an enemy is near now (TX-51): she shot before


def test_tx_11_enemies_answer_before_bystanders_and_only_with_that_kind_of_weapon() -> None:
    olga = bart("cane", id=who("olga"), name="Olga", side=Side.BYSTANDER)
    carl = bart("derringer", "blackjack", id=who("carl"), name="Carl")
    table = brawling_fight(ana("knuckle-duster"), olga, bart(), carl)
    assert names(only(dares(table, brawl("knuckle-duster")), AnsweredInKind)) == [("carl", "blackjack")]


def test_tx_11_if_nobody_has_such_a_weapon_a_stranger_comes_in_with_one() -> None:
    table = brawling_fight(ana("lever-rifle"), bart("bowie-knife", place="rocks"))
    events = dares(table, shoot())
    assert only(events, Entered)[0].name == "Stranger"
    stranger = table["stranger-1"]
    assert (stranger.side, stranger.place, stranger.in_hand) == (Side.ENEMY, "road", "revolver")
    table = brawling_fight(ana("knuckle-duster"), bart())
    dares(table, brawl("knuckle-duster"))
    assert table["stranger-1"].in_hand == "bowie-knife"


@pytest.mark.parametrize("kind", [{"is_hidden": True}, {"condition": Condition.DEAD}, {"side": Side.POSSE}])
def test_tx_11_who_is_unseen_or_out_or_a_friend_does_not_answer_unasked(kind: dict[str, object]) -> None:
    carl = bart("bowie-knife", id=who("carl"), name="Carl", **kind)
    table = brawling_fight(ana("knuckle-duster"), bart(), carl)
    assert names(only(dares(table, brawl("knuckle-duster")), AnsweredInKind)) == [("stranger-1", "bowie-knife")]


def test_tx_11_drawing_alone_is_answered_too_and_leaves_the_turn() -> None:
    table = brawling_fight(ana("knuckle-duster"), bart("bowie-knife"))
    events = dares(table, Draw(actor=who("ana"), weapon="knuckle-duster"))
    assert names(only(events, AnsweredInKind)) == [("bart", "bowie-knife")]
    assert only(events, Armed)[0].weapon == "knuckle-duster"
    assert not only(events, TurnTaken)
    assert only(table.do(brawl("knuckle-duster")), AttemptOpened)


def test_tx_11_once_it_has_gone_that_far_nobody_is_asked_again() -> None:
    bea = pc("bea", hand=("QHe",), weapons=("knuckle-duster",), in_hand="")
    table = brawling_fight(ana("knuckle-duster"), bea, bart("bowie-knife"))
    dares(table, brawl("knuckle-duster"))
    table.do(Answer(prompt=prompt(owed(table, ".card")), key="KHe"), "2Di", "3He")
    events = table.do(Brawl(actor=who("bea"), whom=who("bart"), weapon="knuckle-duster"))
    assert only(events, AttemptOpened)


# ---- the Dealer changes the answer


def changed(key: str, **blanks: str) -> tuple[Table, tuple[Event, ...]]:
    """Bart answered; Carl has a hidden blackjack, Dora nothing; the Dealer chooses otherwise."""
    carl = bart("blackjack", id=who("carl"), name="Carl", is_hidden=True)
    dora = bart(id=who("dora"), name="Dora", side=Side.BYSTANDER)
    table = brawling_fight(ana("knuckle-duster"), bart("bowie-knife"), carl, dora)
    dares(table, brawl("knuckle-duster"))
    return table, answer(table, ".answer", key, **blanks)


def test_txd_34_the_dealer_may_leave_the_answer_and_holds_nobody_up() -> None:
    table = brawling_fight(ana("knuckle-duster"), bart("bowie-knife"))
    dares(table, brawl("knuckle-duster"))
    asked = next(each for each in TEXARKANA.prompts(table.state) if each.id.endswith(".answer"))
    assert (asked.whom, asked.blocks) == (None, False)
    assert not any(each.choices for each in TEXARKANA.view(table.state, ANA).asked if each.id == asked.id)
    assert only(answer(table, ".answer", "keep"), AnswerKept)
    assert not [each for each in table.asked() if each.endswith(".answer")]


def test_txd_34_after_the_phase_the_answer_stands() -> None:
    table = brawling_fight(ana("knuckle-duster"), bart("bowie-knife"))
    dares(table, brawl("knuckle-duster"))
    table.do(Answer(prompt=prompt(owed(table, ".card")), key="KHe"), "2Di", "3He")
    assert table.asked() == ("turn2.bart",)


def test_tx_11_the_dealer_chooses_another_who_has_such_a_weapon() -> None:
    table, events = changed("carl")
    assert only(events, AnswerTakenBack)[0].who == "bart"
    assert names(only(events, AnsweredInKind)) == [("carl", "blackjack")]
    assert not table["carl"].is_hidden
    assert (table["bart"].in_hand, table["bart"].concealed) == ("", frozenset({"bowie-knife"}))


def test_tx_11_or_one_of_whom_nobody_knew_that_he_had_one() -> None:
    table, events = changed("dora")
    assert names(only(events, AnsweredInKind)) == [("dora", "bowie-knife")]
    assert table["dora"].side is Side.ENEMY


def test_tx_11_or_a_stranger_by_name_and_with_what_he_likes() -> None:
    table, events = changed("stranger", name="Old Pete", weapon="tomahawk")
    assert only(events, Entered)[0].name == "Old Pete"
    assert table["stranger-1"].in_hand == "tomahawk"


def test_tx_11_and_changes_it_again_as_if_nothing_had_been() -> None:
    table, _ = changed("dora")
    answer(table, ".answer", "stranger")
    assert (table["dora"].side, table["dora"].weapons, table["dora"].in_hand) == (Side.BYSTANDER, (), "")
    answer(table, ".answer", "carl")
    assert table["stranger-1"].condition is Condition.GONE


# ---- what it costs


def to_the_end(*, has_witnesses: bool) -> tuple[Table, tuple[Event, ...]]:
    table = brawling_fight(ana("knuckle-duster"), bart("bowie-knife"), has_witnesses=has_witnesses)
    dares(table, brawl("knuckle-duster"))
    return table, table.do(Finish())


def test_tx_12_before_witnesses_it_costs_and_is_told_at_the_end() -> None:
    table, events = to_the_end(has_witnesses=True)
    (reckoned,) = only(events, Reckoned)
    assert [(each.who, each.weapon) for each in reckoned.trespasses] == [("ana", "knuckle-duster")]
    assert kinds(events).index("Reckoned") < kinds(events).index("Ended")
    (line,) = [line for line in table.words(events) if "Witnesses" in line]
    assert "Ana" in line
    assert "knuckle duster" in line


def test_tx_12_unseen_it_costs_nothing() -> None:
    _, events = to_the_end(has_witnesses=False)
    assert only(events, Ended)
    assert not only(events, Reckoned)


def test_tx_12_the_dealer_says_whether_there_are_witnesses() -> None:
    table = brawling_fight(ana("knuckle-duster"), bart("bowie-knife"))
    table.do(Amend(what="witnesses", value="yes"))
    assert "there are witnesses" in TEXARKANA.view(table.state, PUBLIC).notes[0]
    assert only(dares(table, brawl("knuckle-duster")), Escalated)[0].is_seen
    assert table.refusal(Amend(what="witnesses", value="some")).code == "BAD_VALUE"


def test_tx_12_a_saloon_has_witnesses_a_road_has_none_and_the_lobby_may_say_otherwise() -> None:
    assert lobby("saloon").state.has_witnesses
    assert not lobby("ambush").state.has_witnesses
    assert not lobby("saloon", witnesses="no").state.has_witnesses
    assert lobby("ambush", witnesses="yes").state.has_witnesses


def test_tx_12_the_dealer_forgives() -> None:
    table = brawling_fight(ana("knuckle-duster"), bart("bowie-knife"), has_witnesses=True)
    dares(table, brawl("knuckle-duster"))
    assert any("went too far" in note for note in TEXARKANA.view(table.state, DEALER).notes)
    assert not any("went too far" in note for note in TEXARKANA.view(table.state, PUBLIC).notes)
    assert only(table.do(Amend(what="goes-too-far", value="forgiven", whom=who("ana"))), Forgiven)
    assert not only(table.do(Finish()), Reckoned)


def test_tx_08_the_dealer_rules_that_somebody_went_too_far() -> None:
    """By what no command names: a bottle over the head."""
    table = brawling_fight(ana(), bart("bowie-knife"), has_witnesses=True)
    events = table.do(Amend(what="goes-too-far", value="melee", whom=who("ana")))
    assert only(events, Escalated)[0].is_seen
    assert names(only(events, AnsweredInKind)) == [("bart", "bowie-knife")]
    assert table.refusal(Amend(what="goes-too-far", value="melee", whom=who("bart"))).code == "NOT_A_PC"
    assert table.refusal(Amend(what="goes-too-far", value="fists", whom=who("ana"))).code == "BAD_VALUE"
