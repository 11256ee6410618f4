"""Whom a character sees: those in front of him, or, having looked round, everybody (C2-09, C2D-05, C2D-19)."""

from rules.systems.conflicts.positions import NEAR, distance, is_in_front
from rules.systems.conflicts.state import ConflictState, Fighter

BESIDE = 2 * NEAR  # cm: nobody so near is overlooked (C2D-19)


def sees(state: ConflictState, looker: Fighter, other: Fighter) -> bool:
    """Whether the one is aware of the other now; who is hidden from the players is seen by nobody."""
    if other.is_hidden:
        return False
    if state.round <= looker.oriented_until or other.id in looker.attackers or other.id == looker.facing:
        return True
    if other.party == looker.party or distance(looker.spot, other.spot) <= BESIDE:
        return True
    faced = state.find(looker.facing)
    return faced is not None and is_in_front(looker, faced.spot, other.spot)


def seen_by(state: ConflictState, looker: Fighter) -> tuple[Fighter, ...]:
    """Everybody else whom the character is aware of, himself left out."""
    return tuple(each for each in state.fighters if each.id != looker.id and sees(state, looker, each))
