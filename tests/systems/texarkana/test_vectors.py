"""Cases worked out by hand from the rules, each played as a table would (TX-25, TX-30, TX-52, TX-53, TXD-10)."""

import pytest

from rules.systems.texarkana.commands import Brawl, Shoot
from rules.systems.texarkana.events import AttemptDecided, AttemptOpened, GritLost
from rules.systems.texarkana.state import Link, Sight, Zone
from tests.systems.texarkana.table import Table, fight, npc, only, pc, who

RANKS = dict.fromkeys(("Pi", "Cl", "Ma", "Ho", "Sp"), "B")
BAR = Zone(id="bar", name="Bar")
MEZZANINE = Zone(id="mezzanine", name="Mezzanine")
STREET = Zone(id="street", name="Street")


def saloon(at: str, weapon: str, target: str) -> Table:
    """Ana at one end with a weapon, Bart at the other: the bar sees the mezzanine, the street sees neither (TX-25)."""
    return fight(
        pc(place=at, weapons=(weapon,), in_hand=weapon, ranks=RANKS),
        npc(place=target),
        zones=(BAR, MEZZANINE, STREET),
        links=(Link(one="bar", other="mezzanine"), Link(one="bar", other="street")),
        sights=(Sight(one="bar", other="mezzanine"),),
    )


def test_txd_10_a_tie_is_the_players() -> None:
    """A King that is no trump against a 10, difficulty 3: 13 against 13, with a weapon that adds nothing."""
    ana = pc(hand=("KHe",), weapons=("derringer",), in_hand="derringer")
    table = fight(ana, npc(ratings={"Ma": 3}, grit=9))
    events = table.do(Shoot(actor=who("ana"), whom=who("bart"), card="KHe"), "10Cl", "2He")
    decided = only(events, AttemptDecided)[0]
    assert (decided.score.total, decided.opposition.total, decided.is_success) == (13, 13, True)


@pytest.mark.parametrize(
    ("at", "weapon", "target", "code"),
    [
        ("street", "service-rifle", "bar", "NO_SIGHT"),  # one zone away, and unseen
        ("street", "bow", "mezzanine", "NO_SIGHT"),
        ("bar", "revolver", "mezzanine", None),
        ("mezzanine", "blunderbuss", "bar", None),
        ("bar", "service-rifle", "bar", "ENEMY_HERE"),
    ],
)
def test_tx_25_tx_53_who_can_be_shot_at_in_the_hotel(at: str, weapon: str, target: str, code: str | None) -> None:
    table = saloon(at, weapon, target)
    shot = Shoot(actor=who("ana"), whom=who("bart"), weapon=weapon)
    if code is None:
        assert only(table.do(shot), AttemptOpened)
    else:
        assert table.refusal(shot).code == code


@pytest.mark.parametrize(("is_mounted", "bonus"), [(False, 1), (True, 2)])
def test_tx_30_a_sabre_on_foot_and_mounted(is_mounted: bool, bonus: int) -> None:
    ana = pc(weapons=("sabre",), in_hand="sabre", ranks=RANKS, is_mounted=is_mounted)
    table = fight(ana, npc(place="road", weapons=(), in_hand=""))
    attempt = only(table.do(Brawl(actor=who("ana"), whom=who("bart"))), AttemptOpened)[0].attempt
    assert attempt.bonus.total == bonus


@pytest.mark.parametrize(("masks", "damage", "trumps"), [("D", 2, ("Cl",)), ("C", 3, ("Cl", "Ma"))])
def test_tx_30_txa_04_a_stiletto_asks_for_both_ranks(masks: str, damage: int, trumps: tuple[str, ...]) -> None:
    """C in Clubs but D in Masks: no more than something to strike with."""
    ranks = {"Cl": "C", "Ma": masks}
    ana = pc(hand=("KHe",), weapons=("stiletto",), in_hand="stiletto", ranks=ranks)
    table = fight(ana, npc(place="road", weapons=(), in_hand="", grit=9))
    events = table.do(Brawl(actor=who("ana"), whom=who("bart"), weapon="stiletto", card="KHe"), "2Di", "3He")
    assert only(events, AttemptOpened)[0].attempt.trumps == trumps
    assert [event.lost for event in only(events, GritLost)] == [damage]


@pytest.mark.parametrize(
    ("weapon", "bonus", "damage"),
    [
        ("cane", 0, 2),
        ("blackjack", 1, 2),
        ("knuckle-duster", 1, 2),
        ("stiletto", 0, 3),
        ("tomahawk", 1, 3),
        ("bullwhip", 0, 2),
        ("bowie-knife", 1, 3),
        ("baton", 1, 2),
        ("wrench", 0, 2),
        ("shovel", 0, 3),
        ("sabre", 1, 3),
    ],
)
def test_tx_30_every_row_of_the_melee_table_strikes_as_printed(weapon: str, bonus: int, damage: int) -> None:
    ana = pc(hand=("KHe",), weapons=(weapon,), in_hand=weapon, ranks=RANKS)
    table = fight(ana, npc(place="road", weapons=(), in_hand="", grit=9))
    events = table.do(Brawl(actor=who("ana"), whom=who("bart"), card="KHe"), "2Di", "3He")
    assert only(events, AttemptDecided)[0].score.total == 13 + bonus
    assert (table["bart"].grit, table["bart"].injury) == (9 - damage, 1)


@pytest.mark.parametrize(
    ("weapon", "bonus", "damage"),
    [
        ("derringer", 0, 2),
        ("revolver", 1, 3),
        ("service-pistol", 1, 4),
        ("coach-gun", 0, 4),
        ("bow", 1, 3),
        ("blunderbuss", 1, 3),
        ("lever-rifle", 1, 3),
        ("service-rifle", 2, 3),
    ],
)
def test_tx_56_every_row_of_the_ranged_table_hits_as_printed(weapon: str, bonus: int, damage: int) -> None:
    ana = pc(hand=("KHe",), weapons=(weapon,), in_hand=weapon, ranks=RANKS)
    table = fight(ana, npc(grit=9))
    events = table.do(Shoot(actor=who("ana"), whom=who("bart"), card="KHe"), "2Di", "3He")
    assert only(events, AttemptDecided)[0].score.total == 13 + bonus
    assert (table["bart"].grit, table["bart"].injury) == (9 - damage, 1)
