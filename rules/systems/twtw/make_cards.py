"""How data/cards.toml was made, once: `python -m rules.systems.twtw.make_cards > rules/systems/twtw/data/cards.toml`.

Everything follows from data/deck.toml and data/body.toml. A column of the upper grid has 270 cells in the deck. They
hold exactly as many 1s, 2s, ... as 270 open-ended dice of that size show on average (the nearest whole numbers), dealt
out by chance with the seed of data/deck.toml: no column of the deck is lucky.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

import msgspec

from rules.core.dice import Dice, SeededDice
from rules.systems.twtw.body import BodyPart, body
from rules.systems.twtw.cards import CRITICAL, rank_of, suit_of, toggle_of
from rules.systems.twtw.data_files import read

T = TypeVar("T")
CARDS = 54
MOST = 6  # so many times in a row a die may explode: beyond that not one of 270 does
BANK = 4  # locations of a card


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """What the book tells of a card: its locations, and cells of its effect grid, some of them increased."""

    bank: tuple[str, ...]
    standard: int
    effect: Mapping[str, int] = {}
    increased: tuple[tuple[int, int], ...] = ()


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What data/deck.toml says."""

    seed: str
    columns: tuple[int, ...]
    cause_rows: int
    effect_rows: int
    increased_cells: int
    critical: Mapping[str, int]
    known: Mapping[str, Known]


def chances(sides: int) -> dict[int, Fraction]:
    """How often an open-ended die of this size shows each number: its highest face is rolled on and added (TW-1.9)."""
    return {
        again * sides + face: Fraction(1, sides) ** (again + 1) for again in range(MOST + 1) for face in range(1, sides)
    }


def shares(sides: int, cells: int) -> dict[int, int]:
    """How many of so many cells show each number: the whole parts first, the rest to the largest remainders."""
    exact = {value: cells * chance for value, chance in chances(sides).items()}
    counts = {value: int(share) for value, share in exact.items()}
    left = cells - sum(counts.values())
    by_remainder = sorted(exact, key=lambda value: (counts[value] - exact[value], value))
    for value in by_remainder[:left]:
        counts[value] += 1
    return counts


def shuffled(dice: Dice, those: Sequence[T]) -> list[T]:
    """The same in an order of chance."""
    left, found = list(those), []
    while left:
        found.append(left.pop(dice.roll(len(left), "which comes next") - 1))
    return found


def column_of(dice: Dice, sides: int, cells: int, one_in: int) -> list[int]:
    """The cells of one column of the upper grid over the whole deck, critical failures in place of some 1s."""
    counts = shares(sides, cells)
    critical = round(Fraction(cells, one_in))
    assert critical <= counts[1], "a critical failure stands where a die showed 1"
    counts[1] -= critical
    values = [value for value, count in counts.items() for _ in range(count)]
    return shuffled(dice, [*values, *[CRITICAL] * critical])


def bank_of(dice: Dice, parts: Mapping[str, BodyPart]) -> tuple[tuple[str, ...], int]:
    """Four locations from the top down, with the standard one among them, chosen by its area (TW-OQ-35)."""
    weighted = [key for key, each in parts.items() for _ in range(each.weight)]
    standard = dice.pick(weighted, "standard location")
    side = "left" if "left" in standard else "right" if "right" in standard else dice.pick(("left", "right"), "side")
    chain = ["head", "chest", f"{side}-arm", "belly", f"{side}-leg", f"{side}-foot"]
    chain[parts[standard].height] = standard
    at = parts[standard].height
    first = dice.roll(min(at, len(chain) - BANK) - max(0, at - BANK + 1) + 1, "first of the four") - 1
    first += max(0, at - BANK + 1)
    return tuple(chain[first : first + BANK]), at - first


def cell_keys(plan: Plan) -> list[str]:
    """The effect cells of a card, written row and column."""
    return [f"{row} {column}" for row in range(1, plan.effect_rows + 1) for column in plan.columns]


def deck() -> Iterator[str]:
    """The lines of cards.toml."""
    plan = read("deck.toml", Plan)
    dice = SeededDice(plan.seed.encode(), b"cards")
    cells = CARDS * plan.cause_rows
    columns = [column_of(dice, sides, cells, plan.critical[str(sides)]) for sides in plan.columns]
    yield "# The action cards, made once by `make_cards` from deck.toml and body.toml."
    yield "# 0 in a cause cell: critical failure."
    for number in range(CARDS):
        first = number * plan.cause_rows
        cause = [[column[first + row] for column in columns] for row in range(plan.cause_rows)]
        effect = [
            [sum(dice.roll(sides, "effect") for _ in range(row)) for sides in plan.columns]
            for row in range(1, plan.effect_rows + 1)
        ]
        increased = sorted(
            [int(word) for word in key.split()] for key in shuffled(dice, cell_keys(plan))[: plan.increased_cells]
        )
        bank, standard = bank_of(dice, body().parts)
        known = plan.known.get(str(number))
        if known is not None:
            bank, standard = known.bank, known.standard
            for key, value in known.effect.items():
                row, sides = (int(word) for word in key.split())
                effect[row - 1][plan.columns.index(sides)] = value
            increased = [list(cell) for cell in known.increased] or increased
        yield f"\n[{number}]"
        yield f"number = {number}"
        yield f"rank = {rank_of(number)}"
        yield f"suit = {suit_of(number)}"
        yield f"toggle = {'true' if toggle_of(number) else 'false'}"
        yield f"cause = {cause}"
        yield f"effect = {effect}"
        yield f"increased = {increased}"
        yield f"bank = [{', '.join(f'{chr(34)}{each}{chr(34)}' for each in bank)}]"
        yield f"standard = {standard}"


if __name__ == "__main__":
    sys.stdout.write("".join(f"{line}\n" for line in deck()))
