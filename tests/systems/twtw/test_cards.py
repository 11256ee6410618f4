"""The deck: corners, the distribution of each column, the cards that the book tells of, and how it was made."""

from fractions import Fraction
from math import floor
from pathlib import Path

import pytest

import rules.systems.twtw.make_cards as script
from rules.systems.twtw.body import body
from rules.systems.twtw.cards import ALL_CARDS, COLUMNS, CRITICAL, JOKERS, card, cards, in_order, shown

CELLS = 54 * 5


def exploding(sides: int, value: int) -> Fraction:
    """How often an open-ended die shows a number: so many highest faces in a row, then another face."""
    again, face = divmod(value, sides)
    return Fraction(0) if face == 0 else Fraction(1, sides) ** (again + 1)


def column(sides: int) -> list[int]:
    return [cell for each in cards().values() for row in each.cause for cell in [row[COLUMNS.index(sides)]]]


def test_tw_1_30_there_are_54_cards_each_number_once() -> None:
    """TW-1.31, TW-1.35."""
    assert in_order(ALL_CARDS) == [str(number) for number in range(54)]
    assert sorted(each.number for each in cards().values()) == list(range(54))


def test_tw_1_36_rank_and_suit_give_the_number_back() -> None:
    """TW-1.32, TW-1.33."""
    for each in cards().values():
        if each.number in JOKERS:
            assert (each.rank, each.suit) in ((0, 0), (14, 5))
        else:
            assert 1 <= each.rank <= 13
            assert 1 <= each.suit <= 4
            assert (each.rank - 1) * 4 + each.suit == each.number


@pytest.mark.parametrize(
    ("number", "name"),
    [
        ("0", "0, red Joker"),
        ("1", "1, 2 of Clubs"),
        ("39", "39, Jack of Hearts"),
        ("52", "52, Ace of Spades"),
        ("53", "53, black Joker"),
    ],
)
def test_cards_are_called_by_number_and_face(number: str, name: str) -> None:
    assert shown(number) == name


def test_tw_oq_14_half_of_the_toggles_say_yes() -> None:
    """TW-1.34."""
    assert sum(each.toggle for each in cards().values()) == 27
    assert card("50").toggle
    assert not card("39").toggle


@pytest.mark.parametrize("sides", COLUMNS)
def test_tw_1_9_each_column_is_an_open_ended_die_of_its_size(sides: int) -> None:
    """Every number stands as often as 270 rolls show it on average, to the nearest cell or two; a calamity was a 1."""
    cells = [value or 1 for value in column(sides)]
    assert len(cells) == CELLS
    for value in range(1, max(cells) + 1):
        expected = CELLS * exploding(sides, value)
        assert floor(expected) <= cells.count(value) <= floor(expected) + 1, (sides, value)
    assert not [value for value in cells if value % sides == 0]


@pytest.mark.parametrize(("sides", "one_in"), [(4, 25), (6, 29), (8, 33), (10, 40), (12, 50)])
def test_tw_oq_35_calamities_stand_in_one_cell_of_25_of_d4_falling_to_one_of_50_of_d12(sides: int, one_in: int) -> None:
    assert abs(column(sides).count(CRITICAL) - Fraction(CELLS, one_in)) <= Fraction(1, 2)


def test_tw_1_38_and_1_39_the_grids_have_5_and_7_rows_of_5_columns() -> None:
    """TW-1.39."""
    for each in cards().values():
        assert [len(row) for row in each.cause] == [5] * 5
        assert [len(row) for row in each.effect] == [5] * 7


def test_tw_oq_35_row_r_of_the_lower_grid_is_the_sum_of_r_dice() -> None:
    total = dict.fromkeys(COLUMNS, 0)
    for each in cards().values():
        for row, cells in enumerate(each.effect, start=1):
            for sides, value in zip(COLUMNS, cells, strict=True):
                assert row <= value <= row * sides
                total[sides] += value
    for sides in COLUMNS:  # 28 dice a card: the mean of a die is half of its size and one, within 4 per cent
        mean = Fraction(total[sides], 54 * 28)
        assert abs(mean - Fraction(sides + 1, 2)) < Fraction(sides + 1, 50)


def test_tw_1_40_each_card_has_four_locations_from_the_top_down() -> None:
    """TW-W2."""
    parts = body().parts
    for each in cards().values():
        assert each.number == 50 or [parts[key].height for key in each.bank] == sorted(
            parts[key].height for key in each.bank
        )
        assert 0 <= each.standard <= 3
        assert set(each.bank) <= set(parts)


def test_tw_1_41_and_1_44_the_cards_that_the_book_tells_of() -> None:
    fifty, sixteen, thirty_nine = card("50"), card("16"), card("39")
    assert fifty.bank[fifty.standard] == "left-leg"
    assert {fifty.bank[fifty.standard + 1], fifty.bank[fifty.standard - 1]} == {"right-leg"}
    assert fifty.bank[fifty.standard + 2] == "left-leg"
    assert sixteen.bank[sixteen.standard] == "belly"
    assert sixteen.bank[sixteen.standard - 1] == "heart"
    assert thirty_nine.bank[thirty_nine.standard] == "left-arm"
    assert thirty_nine.effected(3, 6) == 18
    assert thirty_nine.effected(2, 6) == 11
    assert thirty_nine.is_increased(2, 6)


def test_the_standard_locations_go_by_the_size_of_the_parts() -> None:
    standard = [each.bank[each.standard] for each in cards().values()]
    trunk = sum(key in ("chest", "belly") for key in standard)
    assert 10 <= trunk <= 30  # 36 of a hundred: 19 of 54
    assert sum("leg" in key for key in standard) >= 6
    assert sum("foot" in key for key in standard) <= 6


def test_the_cards_are_made_by_the_script_from_its_seed_and_by_nothing_else() -> None:
    path = Path(script.__file__).parent / "data" / "cards.toml"
    assert "".join(f"{line}\n" for line in script.deck()) == path.read_text("utf-8")
