"""Woe in a fight (TXF-26, TXF-27, TXD-12, TXD-23, TXD-24) and animals and horrors (TXF-28, TXD-29)."""

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.combatant import Side
from rules.core.command import Amend, Answer, Command, Enter
from rules.core.event import Event
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.commands import Brawl, BreakGrapple, HoldGrapple, RefuseInjury, Shoot, TakeLookout
from rules.systems.texarkana.events import (
    AttemptDecided,
    AttemptDropped,
    CardBurned,
    HorrorArmed,
    InjuryGained,
    TierChanged,
    UnnaturalBrought,
    WoePlaced,
    WoeSpent,
)
from rules.systems.texarkana.state import Horror, Tier
from tests.systems.texarkana.table import DEALER, Table, fight, kinds, lobby, npc, only, pc, prompt, started, who

ANA = Viewer(combatants=frozenset({who("ana")}))
SHOOT = Shoot(actor=who("ana"), whom=who("bart"))


def armed(*fighters: object, horror: Horror = Horror.NEXT, woe: int = 3, **changes: object) -> Table:
    fighters = fighters or (pc(hand=("KHe", "2He", "5Pi")), npc(grit=9, full_grit=9))
    return fight(*fighters, horror=horror, woe=woe, **changes)  # type: ignore[arg-type]  # fighters


def plays(table: Table, card: str, *draws: str) -> tuple[Event, ...]:
    (which,) = [each for each in table.asked() if each.endswith(".card")]
    return table.do(Answer(prompt=prompt(which), key=card), *draws)


# ---- Horrific Violence


def test_txd_23_txd_12_a_chip_makes_the_test_harder_by_one() -> None:
    """10 + 1 for the chip: King 13 + 1 for the revolver = 14 against 13 + 0 + 1 = 14, a tie; without it 13."""
    table = armed()
    table.do(SHOOT)
    events = plays(table, "KHe", "KDi", "3He")
    (decided,) = only(events, AttemptDecided)
    assert (decided.score.total, decided.opposition.total, decided.is_success) == (14, 14, True)
    assert [(part.value, part.audience) for part in decided.opposition.parts if part.rule == "TXD-23"] == [(1, "gm")]


def test_txd_23_it_is_placed_before_the_card_and_spent_when_the_test_is_decided() -> None:
    table = armed()
    assert not only(table.do(SHOOT), WoePlaced)
    order = kinds(plays(table, "KHe", "4Di", "3He"))
    assert order.index("WoePlaced") < order.index("CardPlayed")
    assert order.index("AttemptDecided") < order.index("WoeSpent")
    assert table.state.woe == 2


def test_txd_23_who_fails_gains_one_more_injury() -> None:
    """Bart shoots: 2 against 4 + 1 + 1: a hit, with its own Injury, and one more."""
    table = armed(phase="enemy")
    table.do(Shoot(actor=who("bart"), whom=who("ana")))
    events = plays(table, "2He", "4Di", "3He")
    assert len(only(events, InjuryGained)) == 2
    assert table["ana"].injury == 2


def test_txd_23_also_who_fails_with_an_act_of_her_own() -> None:
    """2 + 1 against 4 + 1: a miss. Only the horror hurts."""
    table = armed()
    table.do(SHOOT)
    events = plays(table, "2He", "4Di", "3He")
    assert [event.rules for event in only(events, InjuryGained)] == [("TXF-26", "TXD-23")]
    assert table["ana"].injury == 1
    assert table["ana"].grit == 6


def test_txd_22_luck_may_refuse_that_injury() -> None:
    table = armed()
    table.do(SHOOT)
    plays(table, "2He", "4Di", "3He")
    table.do(RefuseInjury(actor=who("ana")))
    assert (table["ana"].injury, table["ana"].luck) == (0, 2)


def test_txf_37_38_in_a_shootout_woe_may_be_used_and_luck_may_not() -> None:
    """2 + 1 against 4 + 0 + 1 + 1: the Injuries are 1 + 1 + 1."""
    table = armed(pc(hand=("KHe", "2He"), grit=7), npc())
    table.do(Amend(what="shootout", value="bart", whom=who("ana")))
    events = plays(table, "2He", "4Di", "3He")
    assert all(event.is_final for event in only(events, InjuryGained))
    assert (table["ana"].injury, table["ana"].fresh_injury) == (3, 0)


def test_txd_23_who_succeeds_gains_nothing() -> None:
    table = armed()
    table.do(SHOOT)
    plays(table, "KHe", "4Di", "3He")
    assert (table["ana"].injury, table["bart"].injury) == (0, 1)


@pytest.mark.parametrize(
    ("command", "phase", "grapples"),
    [
        (SHOOT, "posse", ()),
        (Shoot(actor=who("bart"), whom=who("ana")), "enemy", ()),
        (Brawl(actor=who("ana"), whom=who("carl")), "posse", ()),
        (BreakGrapple(actor=who("ana")), "posse", (("carl", "ana"),)),
        (HoldGrapple(actor=who("ana")), "posse", (("ana", "carl"),)),
    ],
)
def test_txd_23_every_act_of_violence_takes_it(
    command: Command, phase: str, grapples: tuple[tuple[str, str], ...]
) -> None:
    carl = npc("carl", place="rocks" if not grapples and not isinstance(command, Brawl) else "road")
    table = armed(pc(hand=("KHe", "2He")), npc(), carl, phase=phase, grapples=grapples)
    table.do(command)
    assert only(plays(table, "KHe", "4Di", "3He"), WoeSpent)


def test_txf_26_what_is_no_violence_takes_none() -> None:
    """The test for the Initiative."""
    table = started("ambush", "hank")
    table.do(Amend(what="horrific-violence", value="always"))
    table.do(TakeLookout(actor=who("hank")))
    (which,) = [each for each in table.asked() if each.endswith(".card")]
    card = next(each for each in table["hank"].hand if not each.endswith(("Pi", "Sk")))
    events = table.freely(Answer(prompt=prompt(which), key=card))
    assert only(events, AttemptDecided)
    assert not only(events, WoePlaced)


def test_txd_23_armed_for_the_next_it_is_used_up_by_one_test() -> None:
    table = armed(pc(hand=("KHe", "QHe")), npc(grit=9, full_grit=9), phase="enemy")
    table.do(Shoot(actor=who("bart"), whom=who("ana")))
    plays(table, "KHe", "4Di", "3He")
    assert table.state.horror is Horror.NONE
    table.do(SHOOT)
    assert not only(plays(table, "QHe", "4To", "5He"), WoePlaced)


def test_txd_23_armed_for_all_it_goes_on_while_woe_lasts() -> None:
    table = armed(pc(hand=("KHe", "QHe", "JHe")), npc(grit=9, full_grit=9), horror=Horror.ALWAYS, woe=1, phase="enemy")
    table.do(Shoot(actor=who("bart"), whom=who("ana")))
    assert only(plays(table, "KHe", "4Di", "3He"), WoeSpent)[0].woe == 0
    table.do(SHOOT)
    assert not only(plays(table, "QHe", "4To", "5He"), WoePlaced)
    assert table.state.horror is Horror.ALWAYS


def test_txd_23_one_chip_lies_on_one_test_only() -> None:
    """Two tests are open, one chip is left: the first card played gets it."""
    bea = pc("bea", hand=("QPi",))
    table = armed(pc(hand=("KHe",)), bea, npc(), npc("carl"), horror=Horror.ALWAYS, woe=1, phase="enemy")
    table.do(Shoot(actor=who("bart"), whom=who("bea")))
    table.do(Shoot(actor=who("carl"), whom=who("ana")))
    first = table.do(Answer(prompt=prompt("t1.card"), key="QPi"), "4Ho", "7He")
    assert only(first, WoePlaced)
    second = table.do(Answer(prompt=prompt("t2.card"), key="KHe"), "4Di", "3He")
    assert not only(second, WoePlaced)


def test_a_chip_on_a_test_that_is_dropped_comes_back() -> None:
    table = armed()
    table.do(SHOOT)
    plays(table, "5Pi", "4Di")
    assert table.state.woe_left == 2
    events = table.do(Amend(what="hidden", value="yes", whom=who("bart")), "9He")
    assert only(events, AttemptDropped)
    assert (table.state.woe, table.state.woe_left) == (3, 3)


@pytest.mark.parametrize("viewer", [PUBLIC, ANA])
def test_txd_23_nobody_but_the_dealer_knows_until_it_takes_effect(viewer: Viewer) -> None:
    """Not that it is armed, not that it lies on the test, not by the count of Woe: not even between card and Trump."""
    plain, table = armed(horror=Horror.NONE), armed()
    for each in (plain, table):
        each.do(SHOOT)
    assert TEXARKANA.view(plain.state, viewer) == TEXARKANA.view(table.state, viewer)
    events = plays(table, "5Pi", "4Di")
    assert table.words(events, viewer) == plain.words(plays(plain, "5Pi", "4Di"), viewer)
    assert TEXARKANA.view(plain.state, viewer) == TEXARKANA.view(table.state, viewer)
    assert TEXARKANA.prompts(plain.state) == TEXARKANA.prompts(table.state)
    assert any("Woe" in line for line in table.words(events, DEALER))
    assert any("Woe on open tests: 1" in note for note in TEXARKANA.view(table.state, DEALER).notes)
    (which,) = [each for each in table.asked() if each.endswith(".trump")]
    told = table.words(table.do(Answer(prompt=prompt(which), key="stand"), "9He"), viewer)
    assert "The Dealer spends 1 Woe: 2 left." in told


def test_txd_23_the_dealer_arms_it_in_secret_and_is_reminded() -> None:
    table = fight(woe=3)
    for value in Horror:
        events = table.do(Amend(what="horrific-violence", value=value))
        assert only(events, HorrorArmed)
        assert table.words(events) == []
        is_noted = any("Horrific Violence" in note for note in TEXARKANA.view(table.state, DEALER).notes)
        assert is_noted is (value is not Horror.NONE)
    assert table.refusal(Amend(what="horrific-violence", value="sometimes")).code == "BAD_VALUE"
    keys = [choice.key for choice in TEXARKANA.view(table.state, DEALER).settings]  # from the panel
    assert keys == ["horrific-violence=none", "horrific-violence=next", "horrific-violence=always"]
    assert not TEXARKANA.view(table.state, ANA).settings
    (offered,) = [each for each in TEXARKANA.amendables(table.state) if each.key == "horrific-violence"]
    assert offered.group == "secret"


# ---- something supernatural


def test_txd_24_txf_27_a_chip_brings_something_supernatural() -> None:
    table = fight(woe=2)
    events = table.do(Amend(what="unnatural", value="the lamps burn green"))
    assert only(events, WoeSpent)[0].woe == table.state.woe == 1
    assert only(events, UnnaturalBrought)[0].rules == ("TXF-27", "TXD-24")
    assert table.words(events)[-1] == "Something unnatural: the lamps burn green."
    assert "Unnatural: the lamps burn green" in TEXARKANA.view(table.state, PUBLIC).notes


def test_txd_24_without_woe_there_is_nothing() -> None:
    table = fight(woe=0)
    refusal = table.refusal(Amend(what="unnatural", value="fog"))
    assert refusal.code == "NO_WOE"
    assert table.say(refusal)
    assert "unnatural" not in {each.key for each in TEXARKANA.amendables(table.state)}
    assert fight(woe=1).refusal(Amend(what="unnatural", value=" ")).code == "NOTHING_SAID"
    assert lobby().refusal(Amend(what="unnatural", value="fog")).code == "NOT_STARTED"


def test_txd_24_chips_that_lie_on_a_test_are_not_spent_twice() -> None:
    table = armed(woe=1)
    table.do(SHOOT)
    plays(table, "5Pi", "4Di")
    assert table.refusal(Amend(what="unnatural", value="fog")).code == "NO_WOE"


# ---- animals and horrors


@pytest.mark.parametrize("template", ["wild-dog", "bear", "pale-horror"])
def test_txd_29_against_animals_and_horrors_anything_is_in_order(template: str) -> None:
    table = lobby("saloon", "hank")
    events = table.do(Enter(combatant=who("it"), name="It", side=Side.ENEMY, template=template))
    assert only(events, TierChanged)[0].tier is Tier.ANY


@pytest.mark.parametrize(("kind", "is_burned"), [("is_supernatural", True), ("is_beast", False)])
def test_txf_28_txd_29_losing_to_a_horror_burns_the_card_losing_to_an_animal_does_not(
    kind: str, is_burned: bool
) -> None:
    it = npc("it", place="road", weapons=(), in_hand="", brawling=3, **{kind: True})
    table = fight(pc(hand=("2He", "KHe")), it, phase="enemy")
    table.do(Brawl(actor=who("it"), whom=who("ana")))
    events = plays(table, "2He", *(("KDi",) if is_burned else ("KDi", "3He")))
    assert bool(only(events, CardBurned)) is is_burned
    assert table["ana"].will == (5 if is_burned else 6)
    assert len(table["ana"].hand) == (1 if is_burned else 2)
