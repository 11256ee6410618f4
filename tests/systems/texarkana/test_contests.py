"""NPC against NPC: each flips and adds its rating, the higher wins, a tie goes to the one attacked (TXD-15)."""

import pytest

from rules.core.combatant import Side
from rules.core.command import Amend, Answer
from rules.systems.texarkana import TEXARKANA, policy
from rules.systems.texarkana.commands import Brawl, BreakGrapple, Flee, HoldGrapple, Shoot
from rules.systems.texarkana.events import AttemptDecided, CardDrawn, Grappled, RanOut, TrumpedInVain
from rules.systems.texarkana.state import Condition, House
from tests.systems.texarkana.table import DEALER, Table, fight, npc, only, pc, prompt, who


def allies(phase: str = "posse", **carl: object) -> Table:
    """Ana at the road with Carl, a friend played by the Dealer; Bart among the rocks."""
    usual = {"place": "road", "side": Side.POSSE}
    friend = npc("carl", **{**usual, **carl})  # type: ignore[arg-type]  # fields of several types
    return fight(pc(hand=("KHe",)), friend, npc(grit=9, ratings={"Pi": 1, "Cl": 1, "Ma": 2, "Sp": 1}), phase=phase)


SHOT = Shoot(actor=who("carl"), whom=who("bart"))


@pytest.mark.parametrize(
    ("masks", "pistols", "is_hit"),
    [
        ("7He", "9He", True),  # 7 + 2 against 9 + 0 + 1
        ("8He", "9He", False),  # 8 + 2 against 10: a tie
        ("9He", "9Ho", False),
    ],
)
def test_txd_15_a_shot_of_one_npc_at_another(masks: str, pistols: str, is_hit: bool) -> None:
    """The one attacked flips first: Masks 2 for evading, Pistols 0 and the revolver's 1 for the shot."""
    table = allies()
    events = table.do(SHOT, masks, pistols)
    decided = only(events, AttemptDecided)[0]
    assert (decided.score.total, decided.opposition.total) == (int(masks[0]) + 2, 10)
    assert table["bart"].grit == (6 if is_hit else 9)
    assert not table.state.attempts
    assert not only(events, CardDrawn)


def test_txd_15_nobody_trumps() -> None:
    """A Pistol flipped for the shot, a Mask for evading: one card each and no more; no consequence either."""
    events = allies().do(SHOT, "8Ma", "2Pi")
    assert not only(events, TrumpedInVain)
    assert not only(events, RanOut)


def test_txd_15_the_injured_have_less() -> None:
    """Bart's Masks 2, less 1 for an Injury (TXD-21), counted once: 8 + 2 - 1 against 9 + 0 + 1."""
    table = allies()
    table.do(Amend(what="injury", value="1", whom=who("bart")))
    events = table.do(SHOT, "8He", "9He")
    assert only(events, AttemptDecided)[0].score.total == 9
    assert table["bart"].grit == 6


def test_txd_15_what_they_are_worth_stays_the_dealers_secret() -> None:
    table = allies()
    said = "\n".join(table.words(table.do(SHOT, "7He", "9He")))
    assert "Bart flips the 7 of Hearts." in said
    assert "rating" not in said
    assert "the Dealer's secret" in said


def test_txd_15_a_brawl_whoever_wins_deals_the_damage() -> None:
    brawl = Brawl(actor=who("carl"), whom=who("bart"), weapon="fists")
    table = allies()
    table.do(brawl, "3He", "9He")  # Bart 3 + 1 and his revolver's 1 against 9
    assert table["bart"].grit == 8
    table = allies()
    table.do(brawl, "8He", "9He")  # 8 + 1 + 1 against 9: point-blank, 3
    assert table["carl"].grit == 1


def test_txd_15_a_grapple_between_npcs() -> None:
    table = allies(weapons=(), in_hand="")
    events = table.do(Brawl(actor=who("carl"), whom=who("bart"), how="grapple"), "3He", "9He")
    assert [(event.holder, event.held) for event in only(events, Grappled)] == [("carl", "bart")]
    held = fight(
        pc(hand=("KHe",)), npc("carl", side=Side.POSSE, weapons=(), in_hand=""), npc(), grapples=(("carl", "bart"),)
    )
    held.do(HoldGrapple(actor=who("carl")), "3He", "9He")
    assert held["bart"].grit == 3
    loose = fight(pc(hand=("KHe",)), npc("carl", side=Side.POSSE), npc(), grapples=(("carl", "bart"),), phase="enemy")
    loose.do(BreakGrapple(actor=who("bart")), "3He", "9He")
    assert (loose.state.grapples, loose["carl"].grit) == ((), 3)


def test_tx_59_a_friend_of_the_posse_shoots_at_who_flees_too() -> None:
    """9 + Masks 2 against 2 + 0 + 1: a miss. Carl has shot, Ana stays, and Bart is away."""
    table = fight(
        pc(hand=("KHe",), weapons=(), in_hand=""),
        npc("carl", "road", side=Side.POSSE),
        npc(ratings={"Pi": 0, "Cl": 0, "Ma": 2, "Sp": 0}),
        npc("ed", "gully"),
        phase="enemy",
        house=House(chase="optional"),
    )
    table.do(Flee(actor=who("bart")))
    assert table.asked()[0] == "t1.shot.carl"
    answer(table, "t1.shot.carl", "shoot", "9He", "2Di")
    answer(table, "t1.chase.ana", "stay")
    assert table["bart"].condition is Condition.FLED


@pytest.mark.parametrize(("runner", "chaser", "is_caught"), [("8He", "8Ho", False), ("8He", "9Ho", True)])
def test_tx_60_a_friend_of_the_posse_gives_chase_and_a_tie_is_the_runners(
    runner: str, chaser: str, is_caught: bool
) -> None:
    table = fight(
        pc(place="gully", hand=("KHe",)),
        npc("carl", "road", side=Side.POSSE, weapons=(), in_hand=""),
        npc(),
        npc("ed", "gully"),
        phase="enemy",
    )
    table.do(Flee(actor=who("bart")), runner, chaser)
    assert (table.state.holder_of(who("bart")) == "carl") is is_caught
    assert (table["bart"].condition is Condition.FLED) is not is_caught
    assert table["carl"].place == "beyond-rocks"


def answer(table: Table, which: str, key: str, *draws: str) -> None:
    table.do(Answer(prompt=prompt(which), key=key), *draws)


def test_txd_15_the_dealer_is_offered_it_and_it_is_suggested() -> None:
    table = allies()
    options = {option.kind: option for option in TEXARKANA.options(table.state, who("carl"), DEALER)}
    assert [choice.key for choice in options["shoot"].slots[0].choices] == ["bart"]
    assert policy.suggest(table.state, table["carl"]) == SHOT


def test_tx_24_who_is_hidden_is_attacked_by_no_npc_until_revealed() -> None:
    """The players would learn of him."""
    table = allies(phase="enemy", is_hidden=True)
    shot = Shoot(actor=who("bart"), whom=who("carl"))
    assert table.refusal(shot).code == "HIDDEN"
    options = {option.kind: option for option in TEXARKANA.options(table.state, who("bart"), DEALER)}
    assert [choice.key for choice in options["shoot"].slots[0].choices] == ["ana"]
    table.do(Amend(what="hidden", value="no", whom=who("carl")))
    table.do(shot, "2He", "9He")
    assert table["carl"].grit == 1
