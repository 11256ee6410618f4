"""Terms are found where they are first used."""

from rules.core.terms import MOST_AT_ONCE, Term, explained, first_used

TERMS = (
    Term(name="Bust", uses=("bust", "busts"), say="too much."),
    Term(name="Woe", uses=("Woe",), say="the Dealer's chips."),
    Term(name="Luck", uses=("Luck",), say="one's own chips."),
)


def test_a_term_is_used_by_a_whole_word() -> None:
    assert first_used(TERMS, ["Ada busts: 22."], ()) == ("Bust",)
    assert first_used(TERMS, ["The robust bustle, woe, Unlucky Lucky."], ()) == ()


def test_the_first_used_come_first_and_no_more_than_a_few_at_once() -> None:
    found = first_used(TERMS, ["Luck is spent.", "Woe is 5, a bust."], ())
    assert found == ("Luck", "Woe")
    assert len(found) == MOST_AT_ONCE
    assert first_used(TERMS, ["Luck is spent.", "Woe is 5, a bust."], found) == ("Bust",)


def test_what_is_known_is_not_told_again() -> None:
    assert first_used(TERMS, ["Woe is 5."], ("Woe",)) == ()


def test_a_term_that_there_is_no_more_has_nothing_to_tell() -> None:
    assert explained(TERMS, ("Woe", "Gloom")) == ("Woe: the Dealer's chips.",)
