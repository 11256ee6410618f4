"""Surprise: target numbers per character, who expects danger, what is left to whoever is caught (TW-S1 to TW-S9)."""

from typing import Any

import pytest

from rules.core.audience import Viewer
from rules.core.combatant import Side
from rules.core.command import Amend, Enter, Start
from rules.core.ruleset import Setup
from rules.core.values import replace
from rules.systems.twtw import TWTW, events as e
from rules.systems.twtw.cards import cards, in_order
from rules.systems.twtw.commands import Aim, Dodge, Expect, Fire, Move
from rules.systems.twtw.state import House, Limit, TwtwState
from rules.systems.twtw.surprise import is_expecting, need_against_surprise
from tests.systems.twtw.table import (
    Table,
    aiming,
    all_of,
    at,
    calamity,
    enemy,
    fighter,
    only,
    showing,
    table,
    who,
)

HOUSE = House()


@pytest.mark.parametrize(
    ("changes", "in_action_time", "need"),
    [
        ({"expects": True, "in_hand": ""}, False, 5),  # Miranda has told the Judge
        ({"in_hand": ""}, False, 9),  # Hank and Cyril
        ({"in_hand": "peacemaker"}, False, 5),  # a weapon is drawn
        ({"in_hand": ""}, True, 5),  # an ambush in the middle of a fight
        ({"in_hand": "", "expects": True, "is_habitual": True}, False, 9),  # always claims it
        ({"in_hand": "peacemaker", "is_habitual": True}, False, 9),  # TW-OQ-4
        ({"in_hand": "", "expects": True, "is_habitual": True}, True, 5),
    ],
)
def test_tw_s2_the_target_number_of_each_character(changes: dict[str, Any], in_action_time: bool, need: int) -> None:
    """TW-S6."""
    somebody = fighter("miranda", at(0, 0), **changes)
    assert need_against_surprise(somebody, HOUSE, in_action_time=in_action_time).total == need


def test_tw_oq_4_and_27_are_switches_of_the_house() -> None:
    """TW-OQ-27."""
    somebody = fighter("hank", at(0, 0), is_habitual=True)
    assert is_expecting(somebody, House(drawn_claimer="expects"))
    assert not is_expecting(replace(somebody, in_hand=""), House(drawn_claimer="expects"))
    unready = fighter("cyril", at(0, 0), in_hand="")
    assert need_against_surprise(unready, House(difficult=7), in_action_time=False).total == 7


def ambushed() -> Table:
    """The seed's saloon: Miranda has told the Judge, Hank and Cyril have not; nobody has drawn."""
    state = TWTW.empty()
    for event in TWTW.open(Setup(scene="saloon"), None):  # type: ignore[arg-type]  # opening draws nothing
        state = TWTW.apply(state, event)
    game = Table(state)
    for key in ("miranda", "hank", "cyril"):
        game.do(Enter(combatant=who(key), name=key.title(), side=Side.POSSE, template=key))
    game.do(Expect(actor=who("miranda")))
    return game


def test_the_seeds_example_miranda_needs_5_hank_and_cyril_9() -> None:
    """TW-1.12, TW-S3, TW-S9."""
    game = ambushed()
    drawn = [
        showing(5, 8, 2),  # Miranda, Acuity d8, two rows
        showing(7, 8, 2),  # Hank: 7 would have been enough for 5, and is too little for 9
        showing(9, 6, 1),  # Cyril: 9 is enough
    ]
    events = game.do(Start(), *drawn, *_initiatives(game, drawn))
    checks = {each.who: each for each in all_of(events, e.SurpriseChecked)}
    assert [checks[who(key)].need.total for key in ("miranda", "hank", "cyril")] == [5, 9, 9]
    assert [checks[who(key)].result.total for key in ("miranda", "hank", "cyril")] == [5, 7, 9]
    assert [checks[who(key)].is_surprised for key in ("miranda", "hank", "cyril")] == [False, True, False]
    assert game["hank"].limit is Limit.DEFENSIVE
    assert game["miranda"].limit is Limit.FREE


def _initiatives(game: Table, used: list[str]) -> list[str]:
    """Six cards for the initiative, whatever they show."""
    return [code for code in in_order(cards()) if code not in used][:6]


def test_tw_s4_whoever_is_surprised_may_defend_himself_and_nothing_else() -> None:
    caught = fighter("hank", at(0, 0), is_surprised=True, limit=Limit.DEFENSIVE)
    game = table(caught, enemy("bart", at(0, 5)))
    for command in (Fire(actor=caught.id, whom=who("bart")), Aim(actor=caught.id, whom=who("bart"))):
        refusal = game.refusal(command)
        assert refusal.code == "ONLY_DEFENCE"
        assert "TW-S4" in refusal.rules
    game.do(Dodge(actor=caught.id))
    assert game["hank"].dodged_in == 2


def test_tw_s4_no_move_either() -> None:
    caught = fighter("hank", at(0, 0), is_surprised=True, limit=Limit.DEFENSIVE)
    game = table(caught, enemy("bart", at(0, 5)), moved=())
    game.state = replace(game.state, stage=type(game.state.stage).MOVES)
    assert game.refusal(Move(actor=caught.id, where="3 N")).code == "ONLY_DEFENCE"


@pytest.mark.parametrize(("shown", "points", "limit"), [(3, 10, Limit.FREE), (2, 5, Limit.FREE)])
def test_tw_s5_the_next_round_takes_bravery_3_or_costs_half_the_points(shown: int, points: int, limit: Limit) -> None:
    game = _after_a_surprise()
    first = showing(shown)
    events = game.answer("done", first, *_plain(2, but=[first]))
    assert only(events, e.BraveryChecked).need.total == 3
    assert only(events, e.BraveryChecked).is_brave is (shown == 3)
    assert game["hank"].points == points
    assert game["hank"].limit is limit
    assert not game["hank"].is_surprised


def test_tw_oq_1_a_house_may_leave_the_shaken_with_defence_only_and_test_them_again() -> None:
    game = _after_a_surprise(bravery_fail="defensive")
    first = showing(2)
    game.answer("done", first, *_plain(2, but=[first]))
    assert game["hank"].limit is Limit.DEFENSIVE
    assert game["hank"].points == 10
    assert game["hank"].is_surprised


def test_tw_oq_2_bravery_is_a_number_of_its_own() -> None:
    """With a bravery of d12 the card is read in that column, not in Presence's d6."""
    game = _after_a_surprise(bravery=12)
    first = showing(2, 12)
    events = game.answer("done", first, *_plain(2, but=[first]))
    assert only(events, e.BraveryChecked).result.total == 2


def _after_a_surprise(bravery: int = 0, **house: Any) -> Table:  # Any: fields of many types
    """Hank was surprised in this round and has only his turn left; Bart has acted."""
    hank = fighter("hank", at(0, 0), is_surprised=True, limit=Limit.DEFENSIVE, bravery=bravery)
    return table(hank, enemy("bart", at(0, 5)), acted=(who("bart"),), **house)


def _plain(number: int, but: list[str]) -> list[str]:
    found: list[str] = []
    while len(found) < number:
        found.append(showing(3, but=(*but, *found)))
    return found


def test_tw_oq_3_a_calamity_is_a_failure_unless_the_house_takes_the_defence_too() -> None:
    for switch, limit in (("fails", Limit.DEFENSIVE), ("no_defence", Limit.NOTHING)):
        game = table(fighter("hank", at(0, 0)), enemy("bart", at(0, 5)), surprise_calamity=switch)
        events = game.do(Amend(what="surprise", value="check", whom=who("bart")), calamity())
        assert only(events, e.SurpriseChecked).is_calamity
        assert game["bart"].limit is limit


def test_tw_s1_the_judge_calls_for_a_check_in_the_middle_of_a_fight_at_5() -> None:
    game = table(fighter("hank", at(0, 0), in_hand=""), enemy("bart", at(0, 5)))
    events = game.do(Amend(what="surprise", value="check", whom=who("hank")), showing(4))
    check = only(events, e.SurpriseChecked)
    assert check.need.total == 5
    assert check.is_surprised
    assert "surprised" in game.words(events)[-1]


def test_tw_s7_the_judge_is_told_of_whoever_claims_danger_again_and_again() -> None:
    game = ambushed()
    for _ in range(2):
        game.do(Amend(what="expects", value="no", whom=who("miranda")))
        game.do(Expect(actor=who("miranda")))
    notes = TWTW.view(game.state, Viewer(gm=True)).notes
    assert any("Miranda has claimed to expect danger 3 times" in note for note in notes)
    assert game.refusal(Expect(actor=who("miranda"))).code == "EXPECTS_ALREADY"


def test_a_surprise_uses_up_the_warning() -> None:
    game = table(fighter("hank", at(0, 0), expects=True), enemy("bart", at(0, 5)))
    game.do(Amend(what="surprise", value="check", whom=who("hank")), showing(5))
    assert not game["hank"].expects


def test_whoever_lies_hidden_takes_no_part_until_the_judge_reveals_him() -> None:
    hidden = enemy("bart", at(0, 5), is_hidden=True, phase=0)
    game = table(fighter("hank", at(0, 0), **aiming(fighter("x", at(0, 1)))), hidden, enemy("cole", at(0, 6)))
    assert game.refusal(Fire(actor=hidden.id, whom=who("hank"))).code == "HIDDEN"
    assert game.refusal(Fire(actor=who("hank"), whom=hidden.id)).code == "NO_SUCH_COMBATANT"
    game.do(Amend(what="hidden", value="no", whom=hidden.id))
    assert game.refusal(Fire(actor=hidden.id, whom=who("hank"))).code == "NOT_YOUR_TURN"
    assert isinstance(game.state, TwtwState)
