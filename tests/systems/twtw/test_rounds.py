"""Rounds: phases, order, points declared, hesitation, whose turn it is (TW-2.1 to TW-2.14)."""

import pytest

from rules.core.command import Amend
from rules.core.values import replace
from rules.systems.twtw import TWTW, events as e
from rules.systems.twtw.commands import Aim, Declare, Fire, Move
from rules.systems.twtw.rounds import phase_of
from rules.systems.twtw.state import Limit, Stage
from rules.systems.twtw.tables import points_of
from tests.systems.twtw.table import Table, all_of, at, calamity, enemy, fighter, only, showing, table, who

HANK, BART, COLE = who("hank"), who("bart"), who("cole")


@pytest.mark.parametrize(
    ("result", "phase"), [(14, 1), (10, 1), (9, 2), (8, 2), (7, 3), (5, 3), (4, 4), (2, 4), (1, 4), (-3, 4)]
)
def test_tw_2_3_the_phase_of_an_initiative(result: int, phase: int) -> None:
    assert phase_of(result) == phase


@pytest.mark.parametrize(("die", "points"), [(4, 8), (6, 10), (8, 11), (10, 12), (12, 14)])
def test_tw_oq_28_action_points_by_quickness(die: int, points: int) -> None:
    """TW-2.10."""
    assert points_of(die) == points


def last_turn() -> Table:
    """Hank has the last turn of the round; then Hank and Bart draw for the next."""
    who_else = enemy("bart", at(0, 30))
    return table(fighter("hank", at(0, 0)), who_else, acted=(BART,))


def test_tw_2_5_the_higher_initiative_goes_first() -> None:
    game = last_turn()
    game.answer("done", showing(5), showing(9))
    assert game.state.order == (BART, HANK)
    assert game.asked() == ("m3.bart",)


def test_tw_2_7_a_tie_goes_to_the_higher_quickness_and_tw_2_11_then_to_the_points_held_back() -> None:
    """TW-OQ-34."""
    game = last_turn()
    game.state = replace(game.state, fighters=(game["hank"], replace(game["bart"], traits={"Quickness": 8})))
    game.answer("done", showing(5), showing(5, 8, but=[showing(5)]))
    assert game.state.order == (BART, HANK)

    again = last_turn()
    again.do(Declare(actor=BART, how="7"))
    again.answer("done", showing(5), showing(5, but=[showing(5)]))
    assert again.state.order == (BART, HANK)
    assert (again["bart"].points, again["bart"].unallocated) == (7, 3)
    assert again["hank"].points == 10  # TW-OQ-34: who says nothing means all


def test_everybody_sees_who_comes_next_and_nobody_comes_after_the_last() -> None:
    game = last_turn()
    assert TWTW.next_up(game.state) is None
    game.answer("done", showing(5), showing(9))
    assert TWTW.next_up(game.state) == HANK
    hidden = replace(game.state, fighters=(replace(game["hank"], is_hidden=True), game["bart"]))
    assert TWTW.next_up(hidden) is None


def test_a_declaration_serves_for_one_round() -> None:
    game = last_turn()
    game.do(Declare(actor=HANK, how="4"))
    assert game["hank"].declared == 4
    game.answer("done", showing(5), showing(4))
    assert game["hank"].points == 4
    assert game["hank"].declared is None


@pytest.mark.parametrize("how", ["0", "11", "-1", "many", "²"])
def test_one_cannot_declare_more_than_one_has(how: str) -> None:
    refusal = last_turn().refusal(Declare(actor=HANK, how=how))
    assert refusal.code == "BAD_VALUE"
    assert "1 to 10" in refusal.hint


def test_tw_2_4_initiative_1_costs_half_the_points() -> None:
    game = last_turn()
    events = game.answer("done", showing(1), showing(5))
    drawn = {each.who: each for each in all_of(events, e.InitiativeDrawn)}
    assert drawn[HANK].hesitates
    assert game["hank"].points == 5
    assert game["hank"].limit is Limit.FREE


def test_tw_2_4_a_calamity_leaves_defensive_actions_only_besides() -> None:
    game = last_turn()
    game.answer("done", calamity(), showing(5))
    assert game["hank"].points == 5
    assert game["hank"].limit is Limit.DEFENSIVE
    game.answer("done")
    refusal = game.refusal(Move(actor=HANK, where="1 N"))
    assert (refusal.code, refusal.rules) == ("ONLY_DEFENCE", ("TW-2.4",))


def test_tw_2_2_first_everybody_moves_then_everybody_acts() -> None:
    game = table(fighter("hank", at(0, 0)), enemy("bart", at(0, 10)), stage=Stage.MOVES)
    assert game.refusal(Fire(actor=HANK, whom=BART)).code == "NOT_NOW"
    game.answer("done")
    assert game.refusal(Move(actor=HANK, where="1 N")).code == "NOT_YOUR_TURN"
    events = game.answer("done")
    assert only(events, e.StageBegan).stage is Stage.ACTIONS
    assert game.refusal(Move(actor=HANK, where="1 N")).code == "NOT_NOW"


def test_tw_oq_13_the_order_of_movement_is_a_switch() -> None:
    for order, first in (("quickest_first", "m2.hank"), ("slowest_first", "m2.cole")):
        game = table(
            fighter("hank", at(0, 0)),
            enemy("bart", at(0, 10)),
            enemy("cole", at(0, 11)),
            stage=Stage.MOVES,
            movement=order,
        )
        assert game.asked() == (first,)


def test_a_turn_holds_several_actions_as_long_as_there_are_points() -> None:
    game = table(fighter("hank", at(0, 0)), enemy("bart", at(0, 10)))
    game.do(Aim(actor=HANK, whom=BART))
    game.do(Fire(actor=HANK, whom=BART), showing(1))
    game.do(Fire(actor=HANK, whom=BART), showing(1, but=[showing(1)]))
    assert game["hank"].points == 2
    assert game.asked() == ("a2.hank",)


def test_whoever_has_no_points_left_is_passed_over() -> None:
    game = table(fighter("hank", at(0, 0), points=3), enemy("bart", at(0, 10)))
    game.do(Fire(actor=HANK, whom=BART), showing(1))
    assert game.asked() == ("a2.bart",)


def test_tw_oq_29_a_joker_has_the_cards_shuffled_at_the_end_of_the_round() -> None:
    game = table(fighter("hank", at(0, 0)), enemy("bart", at(0, 30)), acted=(BART,))
    game.do(Amend(what="surprise", value="check", whom=BART), "53")
    assert game.state.is_shuffle_due
    assert "53" in game.state.deck.discards
    game.do(Amend(what="surprised", value="no", whom=BART))
    events = game.answer("done", "53", showing(5))
    assert all_of(events, e.DeckShuffled)


def test_the_discards_come_back_when_no_card_is_left() -> None:
    game = table(fighter("hank", at(0, 0)), enemy("bart", at(0, 10)))
    for number in range(60):
        game.freely(Amend(what="surprise", value="check", whom=BART), str(number))
        game.do(Amend(what="surprised", value="no", whom=BART))
    assert game.state.deck.left > 0


def test_the_judge_may_end_the_round() -> None:
    game = table(fighter("hank", at(0, 0)), enemy("bart", at(0, 10)))
    game.do(Amend(what="round-ends", value="yes"), showing(5), showing(4))
    assert game.state.round == 3
    assert game.asked() == ("m3.hank",)


def test_tw_2_1_a_round_in_which_nobody_can_do_anything_asks_the_judge() -> None:
    game = table(fighter("hank", at(0, 0)), enemy("bart", at(0, 10)))
    game.state = replace(
        game.state,
        stage=Stage.ACTIONS,
        fighters=tuple(replace(each, points=0) for each in game.state.fighters),
    )
    assert game.asked() == ("r2.judge",)
    game.answer("next", showing(5), showing(4))
    assert game.state.round == 3
