"""Who may know what."""

import pytest

from rules.core.audience import ALL, GM, PUBLIC, Audience, Viewer, of
from rules.core.ids import CombatantId, UserId

ANA, HANK = CombatantId("ana"), CombatantId("hank")
JUDGE = Viewer(user=UserId(1), gm=True)
PLAYER = Viewer(user=UserId(2), combatants=frozenset({ANA}))
BOTH = Viewer(user=UserId(3), gm=True, combatants=frozenset({ANA}))


@pytest.mark.parametrize(
    ("viewer", "known"),
    [(PUBLIC, {ALL}), (JUDGE, {ALL, GM}), (PLAYER, {ALL, of(ANA)}), (BOTH, {ALL, GM, of(ANA)})],
)
def test_each_viewer_knows_exactly_what_is_for_him(viewer: Viewer, known: set[Audience]) -> None:
    assert {each for each in (ALL, GM, of(ANA), of(HANK)) if viewer.may_know(each)} == known


def test_the_gm_owns_no_combatant_of_a_player() -> None:
    assert not JUDGE.owns(ANA)


def test_a_player_owns_his_combatant_and_no_other() -> None:
    assert PLAYER.owns(ANA)
    assert not PLAYER.owns(HANK)


@pytest.mark.parametrize("name", ["gm", "all", "of:ana"])
def test_the_name_of_a_combatant_makes_no_other_audience_of_its_secrets(name: str) -> None:
    secret = of(CombatantId(name))
    assert not PUBLIC.may_know(secret)
    assert not JUDGE.may_know(secret)
    assert not PLAYER.may_know(secret)
