"""A number that explains itself, as far as the viewer may know."""

from rules.core.audience import GM, PUBLIC, Viewer, of
from rules.core.ids import CombatantId, RuleId
from rules.core.tally import Part, Tally

ANA = CombatantId("ana")
SKILL = Part(3, "skill", RuleId("X-1"))
SECRET = Part(-2, "a secret", RuleId("X-2"), GM)
CARD = Part(5, "the card", RuleId("X-3"), of(ANA))
ZERO = Part(0, "no cover", RuleId("X-4"))


def test_an_empty_tally_is_nought() -> None:
    assert Tally().total == 0


def test_the_total_is_the_sum_of_all_parts_hidden_ones_too() -> None:
    assert Tally((SKILL, SECRET, CARD)).total == 6


def test_parts_are_added_in_order_and_those_of_value_nought_are_kept() -> None:
    assert Tally((SKILL,)).plus(ZERO, CARD).parts == (SKILL, ZERO, CARD)


def test_adding_leaves_the_first_tally_as_it_was() -> None:
    first = Tally((SKILL,))
    first.plus(CARD)
    assert first.parts == (SKILL,)


def test_the_public_sees_only_open_parts() -> None:
    assert Tally((SKILL, SECRET, CARD)).seen_by(PUBLIC).parts == (SKILL,)


def test_the_gm_sees_his_secrets_but_not_the_cards_of_a_player() -> None:
    assert Tally((SKILL, SECRET, CARD)).seen_by(Viewer(gm=True)).parts == (SKILL, SECRET)


def test_an_owner_sees_his_own_part() -> None:
    assert Tally((SKILL, SECRET, CARD)).seen_by(Viewer(combatants=frozenset({ANA}))).parts == (SKILL, CARD)


def test_a_tally_with_a_hidden_part_is_not_open() -> None:
    assert not Tally((SKILL, SECRET)).is_open_to(PUBLIC)
    assert Tally((SKILL, SECRET)).is_open_to(Viewer(gm=True))


def test_a_tally_without_parts_is_open_to_everybody() -> None:
    assert Tally().is_open_to(PUBLIC)
