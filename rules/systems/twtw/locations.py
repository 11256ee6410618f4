"""Where a hit lands: the card's four locations, moved by mandatory modifiers and by bumps (TW-1.40, TW-B1 to TW-B7)."""

from collections.abc import Sequence

from rules.core.ids import RuleId
from rules.core.tally import Part, Tally

UP, DOWN = -1, 1  # along the bank: toward the head, toward the feet (TW-OQ-22)


def mandatory(
    *, attribute: str = "", has_height: bool = False, is_point_blank: bool = False, ruling: str = "as-ruled"
) -> Tally:
    """The steps that nobody may decline, up counted positive (TW-B1 to TW-B5); several add (TW-OQ-16).

    `attribute` of the attack is punch, kick or neither. The Judge's `ruling` replaces all of them (TW-B6): `drop`,
    `up`, `down`, or `as-ruled`.
    """
    if ruling != "as-ruled":
        steps = {"drop": 0, "up": 1, "down": -1}[ruling]
        return Tally((Part(steps, "the Judge's word", RuleId("TW-B6")),))
    parts = []
    if attribute == "punch":
        parts.append(Part(1, "punch", RuleId("TW-B1")))
    if has_height:
        parts.append(Part(1, "height", RuleId("TW-B2")))
    if is_point_blank:
        parts.append(Part(1, "point-blank", RuleId("TW-B3")))
    if attribute == "kick":
        parts.append(Part(-1, "kick", RuleId("TW-B4")))
    return Tally(tuple(parts))


def moved(bank: Sequence[str], standard: int, steps_up: int, *, does_wrap: bool = False) -> str:
    """The location so many steps up (negative: down) from the standard one; it stops at the end or wraps (TW-OQ-17)."""
    at = standard + UP * steps_up
    return bank[at % len(bank)] if does_wrap else bank[min(max(at, 0), len(bank) - 1)]
