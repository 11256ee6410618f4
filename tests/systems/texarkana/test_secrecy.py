"""What nobody may learn: hands (not even the Dealer), ratings and hidden combatants (nobody but the Dealer)."""

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.command import Amend, Answer, Command
from rules.core.dice import SeededDice
from rules.core.refusal import Illegal
from rules.core.values import replace
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.cards import shown
from rules.systems.texarkana.commands import Brawl, Move, Shoot, TakeCover
from rules.systems.texarkana.events import CoverLost, Revealed
from rules.systems.texarkana.state import TexState
from tests.systems.texarkana.table import DEALER, Table, fight, npc, only, pc, prompt, who

ANA = Viewer(combatants=frozenset({who("ana")}))
BEA = Viewer(combatants=frozenset({who("bea")}))


def two() -> Table:
    return fight(pc(hand=("KHe", "9Pi")), pc("bea", hand=("QHe", "8Pi")), npc(ratings={"Ma": 2, "Pi": 3}))


def everything(state: TexState, viewer: Viewer) -> str:
    """All that is shown to a viewer, as text."""
    shown_options = [TEXARKANA.options(state, each.id, viewer) for each in state.fighters]
    return repr((TEXARKANA.view(state, viewer), shown_options))


@pytest.mark.parametrize("viewer", [PUBLIC, BEA, DEALER])
def test_txf_05_nobody_else_sees_a_hand(viewer: Viewer) -> None:
    table = two()
    table.do(Shoot(actor=who("ana"), whom=who("bart")))
    text = everything(table.state, viewer)
    assert "KHe" not in text
    assert shown("KHe") not in text


def test_txf_05_its_owner_does() -> None:
    table = two()
    table.do(Shoot(actor=who("ana"), whom=who("bart")))
    view = TEXARKANA.view(table.state, ANA)
    assert [choice.key for choice in view.hands[0].items] == ["KHe", "9Pi"]
    assert [choice.key for choice in view.asked[0].choices] == ["9Pi", "KHe"]
    assert [choice.note for choice in view.asked[0].choices] == ["trump", ""]


@pytest.mark.parametrize("viewer", [PUBLIC, BEA, DEALER])
def test_txf_05_a_drawn_card_is_told_to_its_owner_alone(viewer: Viewer) -> None:
    table = two()
    events = table.do(Shoot(actor=who("ana"), whom=who("bart"), card="KHe"), "2Cl", "JTo")
    assert not any("Jack of Tomes" in line for line in table.words(events, viewer))
    assert any("Jack of Tomes" in line for line in table.words(events, ANA))


def test_txf_11_the_difficulty_is_told_to_the_dealer_alone() -> None:
    table = two()
    events = table.do(Shoot(actor=who("ana"), whom=who("bart"), card="KHe"), "10Cl", "JTo")
    result = "Ana hits Bart (revolver). Ana: King of Hearts 13 + revolver 1 = 14"
    line = f"{result} against 10 + the Dealer's secret."
    assert line in table.words(events)
    line = f"{result} against 10 of Clubs + Masks rating 2 = 12."
    assert line in table.words(events, DEALER)


def test_an_npcs_grit_is_told_in_words() -> None:
    table = two()
    events = table.do(Shoot(actor=who("ana"), whom=who("bart"), card="KHe"), "10Cl", "JTo")
    assert "Bart loses Grit (revolver 3): badly hurt." in table.words(events)
    assert "Bart loses 3 Grit (revolver 3): 1 left." in table.words(events, DEALER)
    assert "Grit 1" not in repr(TEXARKANA.view(table.state, PUBLIC))


def test_ratings_are_shown_to_the_dealer_alone() -> None:
    table = two()
    assert "Masks +2" in repr(TEXARKANA.view(table.state, DEALER))
    assert "Masks" not in repr(TEXARKANA.view(table.state, PUBLIC))


def lurking() -> Table:
    """Nemo is hidden in Ana's zone, in the Posse Phase."""
    return fight(
        pc(hand=("KHe", "9Pi")), npc(ratings={"Ma": 2}), npc("nemo", place="road", is_hidden=True), phase="posse"
    )


@pytest.mark.parametrize("viewer", [PUBLIC, ANA])
def test_a_hidden_combatant_is_shown_nowhere(viewer: Viewer) -> None:
    text = everything(lurking().state, viewer).casefold()
    assert "nemo" not in text
    assert "nemo" in everything(lurking().state, DEALER).casefold()


@pytest.mark.parametrize(
    "command",
    [
        Shoot(actor=who("ana"), whom=who("nemo")),
        Shoot(actor=who("ana"), whom=who("bart")),
        Brawl(actor=who("ana"), whom=who("nemo")),
        TakeCover(actor=who("ana")),
        Move(actor=who("ana"), where="rocks", then="ridge"),
    ],
)
def test_refusals_are_the_same_with_or_without_a_hidden_combatant(command: Command) -> None:
    table = lurking()
    without = replace(table.state, fighters=table.state.fighters[:2])

    def refusal(state: TexState) -> object:
        try:
            TEXARKANA.decide(state, command, SeededDice(b"", b""))
        except Illegal as illegal:
            return illegal.refusal
        return None

    assert refusal(table.state) == refusal(without)


def test_a_hidden_combatant_owes_nothing_that_is_seen() -> None:
    table = fight(pc(), npc(), npc("nemo", place="road", is_hidden=True), phase="enemy")
    assert table.asked() == ("turn2.bart",)


def test_when_only_hidden_enemies_are_left_the_dealer_ends_their_phase() -> None:
    table = fight(pc(), npc("nemo", place="rocks", is_hidden=True), phase="enemy")
    assert table.asked() == ("turn2.dealer",)
    assert TEXARKANA.prompts(table.state)[0].whom is None
    table.do(Answer(prompt=prompt("turn2.dealer"), key="pass"))
    assert table.asked() == ("turn3.ana",)


def test_an_attack_reveals_who_makes_it() -> None:
    table = fight(
        pc(is_in_cover=True), npc("nemo", place="road", is_hidden=True, weapons=(), in_hand=""), phase="enemy"
    )
    events = table.do(Brawl(actor=who("nemo"), whom=who("ana")))
    assert only(events, Revealed)
    assert only(events, CoverLost)


def test_a_hidden_step_is_told_to_the_dealer_alone() -> None:
    table = fight(pc(is_in_cover=True), npc(), npc("nemo", place="rocks", is_hidden=True), phase="enemy")
    events = table.do(Move(actor=who("nemo"), where="road"))
    assert table.words(events) == []
    assert table.words(events, DEALER) == ["Nemo moves to Road."]
    assert table["ana"].is_in_cover


def test_the_dealer_reveals() -> None:
    table = lurking()
    assert only(table.do(Amend(what="hidden", value="no", whom=who("nemo"))), Revealed)


@pytest.mark.parametrize("viewer", [PUBLIC, ANA])
def test_states_that_differ_in_secrets_alone_look_the_same(viewer: Viewer) -> None:
    """Another's hand, the deck, ratings, a hidden combatant: nothing shown depends on them."""
    table = two()
    table.do(Shoot(actor=who("ana"), whom=who("bart")))
    state = table.state
    other = replace(
        state,
        fighters=(
            state.fighters[0],
            replace(state.fighters[1], hand=("2Sk", "3Sk")),
            replace(
                state.fighters[2],
                ratings={"Ma": -3, "Pi": 0},
                weapons=("revolver", "sabre"),
                brawling=3,
                concealed=frozenset({"sabre"}),
            ),
            npc("nemo", place="road", is_hidden=True),
        ),
        deck=replace(state.deck, rest=tuple(sorted({*state.deck.rest, "QHe", "8Pi"} - {"2Sk", "3Sk"}))),
    )
    visible = [each.id for each in state.fighters]
    assert TEXARKANA.view(state, viewer) == TEXARKANA.view(other, viewer)
    assert TEXARKANA.prompts(state) == TEXARKANA.prompts(other)
    for each in visible:
        assert TEXARKANA.options(state, each, viewer) == TEXARKANA.options(other, each, viewer)


def test_options_are_for_whoever_controls_the_combatant_and_the_dealer() -> None:
    table = two()
    assert TEXARKANA.options(table.state, who("ana"), BEA) == ()
    assert TEXARKANA.options(table.state, who("ana"), ANA)
    assert TEXARKANA.options(table.state, who("ana"), DEALER)
