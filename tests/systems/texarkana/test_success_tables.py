"""How often a test succeeds (TXD-10, TXD-18): by exact enumeration through the engine's own functions.

A hand of so many cards is drawn from the 117; the automatic player plays what `policy.preference` ranks first, Trumps
as `policy.should_trump` says, without knowing the difficulty. Flips are taken as any of thirteen values and nine suits
alike. What counts as a success is asked of `cardplay`. The percentages are those of the rules, section 4.5.
"""

from fractions import Fraction
from functools import cache
from math import comb

import msgspec
import pytest

from rules.core.ids import RuleId
from rules.core.tally import Part, Tally
from rules.systems.texarkana import cardplay, policy
from rules.systems.texarkana.attempts import Attempt, SundryStakes
from rules.systems.texarkana.cards import ALL_CARDS, SUITS, VALUES, is_trump
from rules.systems.texarkana.state import House, TexState
from tests.systems.texarkana.table import fight, pc, who

FLIPS = tuple(f"{face}He" for face in VALUES)  # one of each value: their suits are counted apart
DIFFICULTIES = range(-3, 4)

OPPOSED = {
    1: """71 66 60 53 46 40 34 | 85 80 75 69 63 55 48 | 90 87 82 77 70 63 56 | 93 90 86 82 75 68 61
          94 92 89 84 78 71 63 | 95 93 90 86 80 73 65 | 95 94 91 88 82 74 67 | 96 94 92 89 83 75 68
          96 95 93 90 84 76 69 | 96 95 93 90 84 77 69""",
    2: """74 68 63 57 50 44 37 | 86 82 78 73 66 60 53 | 91 88 84 80 74 67 60 | 93 91 88 84 78 71 64
          94 92 90 86 81 74 67 | 95 93 91 88 83 76 68 | 95 94 92 89 84 77 69 | 95 94 92 90 85 78 70
          95 94 93 91 85 78 71 | 95 94 93 91 86 79 71""",
}
ALONE = {
    1: """76 70 64 57 50 43 37 | 89 85 80 74 67 60 53 | 94 91 87 82 76 68 61 | 96 94 91 87 80 73 66
          97 96 93 90 83 76 69 | 98 97 95 92 85 78 71 | 98 98 96 93 87 80 72 | 99 98 97 94 88 81 73
          99 98 97 95 89 82 74 | 99 98 98 96 90 82 75""",
    2: """78 73 67 61 54 47 41 | 90 87 83 77 71 64 57 | 95 92 89 85 79 72 65 | 96 95 92 89 84 77 69
          97 96 94 91 86 79 72 | 98 97 95 93 88 81 74 | 98 97 96 94 89 82 75 | 98 98 97 95 90 83 76
          98 98 97 96 91 84 76 | 98 98 97 96 91 84 77""",
}
TRUMPS = {1: ("Pi",), 2: ("Pi", "Ma")}


def test_txd_10_the_script_of_a_test_is_what_a_pc_and_the_dealer_do() -> None:
    """The state in which scores are reckoned: the house as it is unless set, no Injury, no bonus."""
    state = table_state()
    assert state.house == House()
    assert cardplay.bonus_of(state, attempt(("Pi",), opposed=True, difficulty=0)).total == 0


@cache
def table_state() -> TexState:
    return fight(pc()).state


def attempt(trumps: tuple[str, ...], *, opposed: bool, difficulty: int) -> Attempt:
    return Attempt(
        id="t1",
        pc=who("ana"),
        npc=None,
        stakes=SundryStakes(what="anything"),
        trumps=trumps,
        npc_trumps=("Cl",) if opposed else (),
        bonus=Tally(),
        difficulty=Tally((Part(difficulty, "difficulty", RuleId("TXF-11")),)),
    )


@cache
def score(card: str, push: str) -> int | None:
    """The PC's score with these cards; None: a bust."""
    state, test = table_state(), attempt((), opposed=False, difficulty=0)
    test = msgspec.structs.replace(test, card=card, push=push)
    return None if cardplay.has_gone_over(state, test) else cardplay.score_of(state, test).total


@cache
def opposition(flip: str, counter: str, difficulty: int) -> int | None:
    """What stands against it; None: the Dealer busts."""
    state, test = table_state(), attempt((), opposed=False, difficulty=difficulty)
    if counter and cardplay.is_bust(state, flip, counter):
        return None
    test = msgspec.structs.replace(test, flip=flip, counter=counter)
    return cardplay.opposition_of(state, test).total


@cache
def stands(value: int, flip: str, difficulty: int, *, opposed: bool) -> Fraction:
    """How often this score is enough in the end: an NPC who is losing Trumps, if its card is a trump (one suit)."""
    state = table_state()

    def is_enough(against: int | None) -> bool:
        return against is None or cardplay.beats(state, value, against)

    if not is_enough(opposition(flip, "", difficulty)):
        return Fraction(0)
    if not opposed:
        return Fraction(1)
    answered = Fraction(sum(is_enough(opposition(flip, each, difficulty)) for each in FLIPS), len(FLIPS))
    return Fraction(len(SUITS) - 1, len(SUITS)) + Fraction(1, len(SUITS)) * answered


@cache
def chance(face: str, *, has_trump: bool, difficulty: int, opposed: bool) -> Fraction:
    """How often a card of this value succeeds, of all that the Dealer and the player may flip."""
    state, card = table_state(), f"{face}Pi"
    total = Fraction(0)
    for flip in FLIPS:
        pushes: tuple[str, ...] = ("",)
        if has_trump and policy.should_trump(state.value(card), state.value(flip)):
            pushes = FLIPS
        scores = [score(card, push) for push in pushes]
        wins = [stands(each, flip, difficulty, opposed=opposed) for each in scores if each is not None]
        total += sum(wins, Fraction(0)) / len(pushes)
    return total / len(FLIPS)


@cache
def ranked(suits: int) -> tuple[str, ...]:
    """All cards, the one that the automatic player prefers first; he always reckons with an NPC's Trump."""
    odds = policy.Odds(trumps=TRUMPS[suits], npc_trumps=1, bonus=0, house=House())
    return tuple(sorted(ALL_CARDS, key=lambda card: policy.preference(odds, card), reverse=True))


def success(cards: int, difficulty: int, suits: int, *, opposed: bool) -> Fraction:
    """Over all hands: each card is the one played if it is in the hand and none ranked before it is."""
    hands, total = comb(len(ALL_CARDS), cards), Fraction(0)
    for place, card in enumerate(ranked(suits)):
        best_in = Fraction(comb(len(ALL_CARDS) - place - 1, cards - 1), hands)
        has_trump = is_trump(card, TRUMPS[suits])
        total += best_in * chance(card[:-2], has_trump=has_trump, difficulty=difficulty, opposed=opposed)
    return total


def percent(share: Fraction) -> int:
    return round(100 * float(share))


def rows(text: str) -> list[list[int]]:
    """The ten rows of a table, by cards in hand."""
    numbers = [int(word) for word in text.replace("|", " ").split()]
    assert len(numbers) == 10 * len(DIFFICULTIES)
    return [numbers[at : at + len(DIFFICULTIES)] for at in range(0, len(numbers), len(DIFFICULTIES))]


@pytest.mark.parametrize("suits", [1, 2])
@pytest.mark.parametrize(("table", "opposed"), [(OPPOSED, True), (ALONE, False)], ids=["opposed", "alone"])
def test_txd_18_success_is_as_often_as_the_rules_say(table: dict[int, str], opposed: bool, suits: int) -> None:
    found = [
        [percent(success(cards, difficulty, suits, opposed=opposed)) for difficulty in DIFFICULTIES]
        for cards in range(1, 11)
    ]
    assert found == rows(table[suits])


@pytest.mark.parametrize(("face", "bust"), [("8", 0), ("9", 8), ("10", 15), ("J", 23), ("Q", 31), ("K", 38)])
def test_txd_10_how_often_a_trump_busts(face: str, bust: int) -> None:
    over = sum(score(f"{face}Pi", push) is None for push in FLIPS)
    assert percent(Fraction(over, len(FLIPS))) == bust


def test_txd_18_skulls_are_the_last_among_equals() -> None:
    order = ranked(1)
    assert order.index("9Sk") == max(order.index(f"9{suit}") for suit in SUITS if suit != "Pi")
