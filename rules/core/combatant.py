"""Who fights: id, name and side. Hit points, places and armour are a system's business."""

from collections.abc import Mapping
from enum import StrEnum


class Side(StrEnum):
    """The three allegiances every system knows."""

    POSSE = "posse"
    ENEMY = "enemy"
    BYSTANDER = "bystander"


SIDES: Mapping[Side, str] = {Side.POSSE: "Players", Side.ENEMY: "Enemies", Side.BYSTANDER: "Bystanders"}
"""What the sides are called where a system has no words of its own."""
ALL_OF: Mapping[Side, str] = {
    Side.POSSE: "the players' side",
    Side.ENEMY: "the enemies",
    Side.BYSTANDER: "the bystanders",
}
"""The same inside a sentence."""


def are_enemies(one: Side, other: Side) -> bool:
    """Whether the two sides fight each other; bystanders fight nobody."""
    return {one, other} == {Side.POSSE, Side.ENEMY}
