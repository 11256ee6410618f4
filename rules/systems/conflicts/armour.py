"""What armour keeps off: whether it covers the spot, and how the damage is split (C2-28, C2-29, C2D-08)."""

import msgspec

from rules.core.ids import RuleId
from rules.core.tally import Part
from rules.systems.conflicts.arms import Armour
from rules.systems.conflicts.house import settled
from rules.systems.conflicts.state import House


class Split(msgspec.Struct, frozen=True, kw_only=True):
    """Damage that met armour: what it stopped, what of the halved half was lost, and what passes."""

    stopped: int
    halved: int
    passed: int
    is_rounded: bool


def split(house: House, damage: int, rating: int) -> Split:
    """The first points equal to the rating are stopped, the next are halved, the rest passes (C2-29).

    Of a half the house rounds down what passes, or up (C2A-20).
    """
    over = max(0, damage - rating)
    second = min(over, rating)
    half = second // 2 if house.halving == "down" else (second + 1) // 2
    return Split(
        stopped=damage - over,
        halved=second - half,
        passed=half + over - second,
        is_rounded=second % 2 == 1,
    )


def split_parts(house: House, piece: Armour, kept: Split) -> tuple[Part, ...]:
    """What the armour takes off the damage, as parts of its tally."""
    parts = [Part(-kept.stopped, f"stopped by {piece.name}", RuleId("C2-29"))]
    if kept.halved or kept.is_rounded:
        parts.append(Part(-kept.halved, "halved", RuleId("C2-29")))
    if kept.is_rounded:
        parts.append(settled(house, "halving"))
    return tuple(parts)


def covers_part(piece: Armour, part: str) -> bool:
    """Whether a body part that was aimed at is covered (C2D-08)."""
    return part in piece.parts


def better(pieces: tuple[Armour, ...]) -> Armour | None:
    """Of several pieces that cover, the one that keeps off most (C2D-08)."""
    return max(pieces, key=lambda piece: piece.rating, default=None)
