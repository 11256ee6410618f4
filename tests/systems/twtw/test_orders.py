"""What standing orders make of each decision of somebody who is away."""

from rules.core.command import Answer, Command, GoOn
from rules.core.ids import CombatantId
from rules.systems.twtw import TWTW, commands as c
from rules.systems.twtw.commands import Move
from rules.systems.twtw.hexes import Spot
from rules.systems.twtw.state import Stage
from tests.systems.twtw.table import Table, aiming, at, enemy, fighter, table, who

HANK, BART = who("hank"), who("bart")


def ordered(table: Table, order: str, whose: CombatantId = HANK) -> Command | None:
    """What the order brings where somebody owes a decision."""
    prompt = next(each for each in TWTW.prompts(table.state) if each.whom == whose)
    return TWTW.by_orders(table.state, prompt, order)


def test_tw_2c_defend_first_ducks_behind_cover_where_there_is_some_and_then_is_done() -> None:
    ground = table(fighter("hank", Spot(0, 0), cover="wall"), enemy("bart", at(0, 10)))
    command = ordered(ground, "defend")
    assert command == c.Duck(actor=HANK)
    ground.freely(command)
    assert ordered(ground, "defend") == GoOn(prompts=ground.asked())


def test_tw_oq_8_defend_first_dodges_where_there_is_no_cover_and_then_is_done() -> None:
    ground = table(fighter("hank", Spot(0, 0)), enemy("bart", at(0, 10)))
    command = ordered(ground, "defend")
    assert command == c.Dodge(actor=HANK)
    ground.freely(command)
    assert ordered(ground, "defend") == GoOn(prompts=ground.asked())


def test_tw_2_2_to_let_it_go_by_is_to_stay_and_to_do_nothing_more() -> None:
    for stage in (Stage.MOVES, Stage.ACTIONS):
        ground = table(fighter("hank", Spot(0, 0)), enemy("bart", at(0, 10)), stage=stage)
        assert ordered(ground, "pass") == GoOn(prompts=ground.asked())


def test_tw_a6_whoever_is_away_keeps_the_aim() -> None:
    bart = enemy("bart", at(0, 10))
    ground = table(bart, fighter("hank", Spot(0, 0), **aiming(bart)), stage=Stage.MOVES)
    ground.freely(Move(actor=BART, where="6 W"))
    for order in ("defend", "pass"):
        assert ordered(ground, order) == Answer(prompt=ground.asked()[0], key="keep")
    assert ordered(ground, "else") == GoOn(prompts=ground.asked())
