"""Both weapon tables (TX-30, TX-56) and the stand-in people (TXD-30), row by row as the rules have them.

The values here are written from the rules. That no number slipped through is tried out: each number of the loaded data
is changed by one, and the check of its row must notice.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

from rules.systems.texarkana.library import stat_blocks
from rules.systems.texarkana.state import StatBlock
from rules.systems.texarkana.weapons import Melee, Ranged, tables

Row = Mapping[str, Any]  # Any: a row's numbers, words and lists


def melee(rank: dict[str, str], brawling: int, damage: int, **more: object) -> Row:
    usual: dict[str, object] = {"mounted_bonus": None, "trumps": [], "is_thrown": False, "thrown_trumps": []}
    ways = {"instead": [], "instead_of_death": [], "is_improvised": False}
    return {"rank": rank, "bonus": brawling, "damage": damage, **usual, **ways, **more}


def ranged(rank: dict[str, str], attack: int, damage: int, reach: str, **more: object) -> Row:
    usual = {"range": reach, "trumps": [], "is_single_shot": False, "ignores_cover": False}
    return {"rank": rank, "bonus": attack, "damage": damage, **usual, **more}


def person(grit: int, pi: int, cl: int, ma: int, sp: int, brawling: int, *weapons: str, **more: object) -> Row:
    ratings = {"Pi": pi, "Cl": cl, "Ma": ma, "Sp": sp}
    kind = {"is_beast": False, "is_supernatural": False, "concealed": []}
    return {"grit": grit, "ratings": ratings, "brawling": brawling, "weapons": list(weapons), **kind, **more}


CLUB = {"instead_of_death": ["incapacitate", "disarm"]}
MELEE = {
    "cane": melee({"Cl": "D"}, 0, 2, **CLUB),
    "blackjack": melee({"Cl": "C"}, 1, 2, **CLUB),
    "knuckle-duster": melee({"Cl": "C"}, 1, 2, **CLUB),
    "stiletto": melee({"Cl": "C", "Ma": "C"}, 0, 3, trumps=["Ma"], is_thrown=True, thrown_trumps=["Ma"]),
    "tomahawk": melee({"Cl": "B"}, 1, 3, is_thrown=True),
    "bullwhip": melee({"Cl": "B", "Ho": "C"}, 0, 2, trumps=["Ho"], instead=["grapple"]),
    "bowie-knife": melee({"Cl": "B", "Ho": "B"}, 1, 3, trumps=["Ho"]),
    "baton": melee({"Cl": "B"}, 1, 2, instead=["disarm", "grapple"], instead_of_death=["incapacitate"]),
    "wrench": melee({"Sp": "C"}, 0, 2, trumps=["Sp"], **CLUB),
    "shovel": melee({"Cl": "C", "Sp": "C"}, 0, 3, trumps=["Sp"]),
    "sabre": melee({"Cl": "B"}, 1, 3, mounted_bonus=2),
    "improvised-2": melee({}, 0, 2, is_improvised=True),  # TX-44
    "improvised-3": melee({}, 0, 3, is_improvised=True),
}
RANGED = {
    "derringer": ranged({"Pi": "D"}, 0, 2, "pistol"),
    "revolver": ranged({"Pi": "C"}, 1, 3, "pistol"),
    "service-pistol": ranged({"Pi": "B"}, 1, 4, "pistol"),
    "coach-gun": ranged({"Pi": "B"}, 0, 4, "medium"),
    "bow": ranged({"Pi": "C", "Ho": "B"}, 1, 3, "long", trumps=["Ho"]),
    "blunderbuss": ranged({"Pi": "B"}, 1, 3, "short", is_single_shot=True, ignores_cover=True),
    "lever-rifle": ranged({"Pi": "C"}, 1, 3, "medium"),
    "service-rifle": ranged({"Pi": "B"}, 2, 3, "long"),
}
PEOPLE = {  # Grit, Pistols, Clubs, Masks, Spades, Brawling, weapons
    "townsman": person(3, -2, -1, -1, 0, 1),
    "saloon-tough": person(4, -1, 1, -1, 1, 1, "blackjack", "bowie-knife", concealed=["bowie-knife"]),
    "bandit": person(4, 0, 0, 0, 0, 1, "revolver"),
    "bartender": person(4, 0, 0, -1, 0, 1, "blunderbuss", concealed=["blunderbuss"]),
    "sheriff": person(6, 1, 1, 0, 1, 2, "service-pistol"),
    "gunslinger": person(6, 3, 0, 2, 0, 1, "revolver"),
    "wild-dog": person(2, 0, 0, 1, 2, 1, is_beast=True),
    "bear": person(8, 0, 2, -1, 1, 2, is_beast=True),
    "pale-horror": person(10, 2, 3, 2, 3, 3, is_supernatural=True),
    # Ours, not the rules': two whom somebody in his first fight can beat.
    "greenhorn": person(4, -2, -2, -2, -1, 1, "revolver"),
    "farmhand": person(3, -2, -2, -2, 0, 1),
}
AnyRow = Melee | Ranged | StatBlock
LOADED: Mapping[str, tuple[Mapping[str, Row], Mapping[str, AnyRow]]] = {
    "TX-30": (MELEE, tables().melee),
    "TX-56": (RANGED, tables().ranged),
    "TXD-30": (PEOPLE, stat_blocks()),
}
ROWS = [(rule, key) for rule, (_, loaded) in LOADED.items() for key in loaded]


def plain(row: AnyRow) -> dict[str, Any]:  # Any: as JSON has it
    """A loaded row with all its fields, in lists and words."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(row))  # Any: as above
    return found


def differences(expected: Row, loaded: Row) -> dict[str, tuple[object, object]]:
    """By field, what the rules say and what was loaded, where they are not the same."""
    return {field: (value, loaded[field]) for field, value in expected.items() if loaded[field] != value}


def changed(row: Any) -> Iterator[tuple[str, Any]]:  # Any: what msgspec makes of a row
    """The row with one thing changed, in turn: each number one more and one less, each word, list and mark spoilt."""
    if isinstance(row, bool):
        yield "a mark", not row
    elif isinstance(row, int):
        yield f"{row}", row + 1
        yield f"{row}", row - 1
    elif isinstance(row, str):
        yield row, f"{row}x"
    elif isinstance(row, list):
        yield "a list", [*row, "x"]
        for at, each in enumerate(row):
            for what, other in changed(each):
                yield what, [*row[:at], other, *row[at + 1 :]]
    elif isinstance(row, dict):
        for field, each in row.items():
            if field != "name":  # how it is called is no rule
                for what, other in changed(each):
                    yield f"{field}: {what}", row | {field: other}


@pytest.mark.parametrize(("rule", "key"), ROWS)
def test_tx_30_tx_56_txd_30_a_row_is_as_the_rules_have_it(rule: str, key: str) -> None:
    expected, loaded = LOADED[rule]
    assert not differences(expected[key], plain(loaded[key]))


@pytest.mark.parametrize(("rule", "key"), ROWS)
def test_tx_30_tx_56_txd_30_a_changed_number_in_a_row_is_noticed(rule: str, key: str) -> None:
    expected, loaded = LOADED[rule]
    every = list(changed(plain(loaded[key])))
    assert len(every) >= 6, "two numbers at least, each one more and one less, and some words"
    assert not [what for what, row in every if not differences(expected[key], row)]


@pytest.mark.parametrize("rule", LOADED)
def test_tx_30_tx_56_txd_30_no_row_is_missing_and_none_was_added(rule: str) -> None:
    expected, loaded = LOADED[rule]
    assert list(loaded) == list(expected)


def test_every_number_is_changed_up_and_down() -> None:
    row = {"name": "x", "bonus": 1, "rank": {"Cl": "B"}, "is_thrown": False, "trumps": ["Ma"]}
    assert [what for what, _ in changed(row)] == [
        "bonus: 1",
        "bonus: 1",
        "rank: Cl: B",
        "is_thrown: a mark",
        "trumps: a list",
        "trumps: Ma",
    ]


def test_a_number_that_the_check_does_not_know_would_be_noticed() -> None:
    """A new number of a row has to be written into the rows above before it counts as checked."""
    row = plain(tables().melee["cane"]) | {"weight": 2}
    assert [what for what, other in changed(row) if not differences(MELEE["cane"], other)] == ["weight: 2", "weight: 2"]
