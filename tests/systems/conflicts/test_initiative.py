"""Who goes first: a Quickie of the parties, surprise, ties, several parties (C2-02, C2-03, C2D-04, C2D-05)."""

import pytest

from rules.core.combatant import Side
from rules.core.command import Enter, Start
from rules.core.ids import CombatantId
from rules.core.tally import BY_THE_HOUSE
from rules.core.values import replace
from rules.core.view import Phase
from rules.systems.conflicts import events as e
from rules.systems.conflicts.state import Fighter, Stage
from tests.systems.conflicts.table import Table, fight, npc, only, parts, pc


def lobby(*fighters: Fighter, **changes: object) -> Table:
    table = fight(*fighters, **changes)
    table.state = replace(table.state, phase=Phase.LOBBY, round=0, order=())
    return table


ANA = pc(skills={"fire": 2})
BART = npc(skills={"fire": 2, "melee": 1})


@pytest.mark.parametrize(
    ("mine", "theirs", "order"),
    [((3, 4), (3, 3), "ana bart"), ((3, 3), (3, 4), "bart ana"), ((1, 1), (1, 2), "bart ana")],
)
def test_c2_02_the_higher_roll_goes_first(mine: tuple[int, int], theirs: tuple[int, int], order: str) -> None:
    table = lobby(ANA, BART)
    events = table.do(Start(), *mine, *theirs)
    assert " ".join(table.state.order) == order
    assert [parts(each.score) for each in only(events, e.InitiativeRolled)] == [
        {"C2D-04": sum(mine), "C2-02": 2},
        {"C2D-04": sum(theirs), "C2-02": 2},
    ]


def test_c2_03_surprise_costs_three_on_that_roll_alone() -> None:
    table = lobby(replace(ANA, is_surprised=True), BART)
    events = table.do(Start(), 4, 4, 3, 3)
    assert only(events, e.InitiativeRolled)[0].score.total == 8 + 2 - 3
    assert table.state.order == ("bart", "ana")


@pytest.mark.parametrize(
    ("changes", "order"),
    [({"skills": {"fire": 3}}, "bart ana"), ({"reflexes": 8}, "bart ana"), ({"reflexes": 6}, "ana bart")],
)
def test_c2d_04_a_tie_goes_by_skill_then_reflexes(changes: dict[str, object], order: str) -> None:
    """With Fire 3 his 6 ties her 7."""
    bart = npc(**{"skills": {"fire": 2}, **changes})  # type: ignore[arg-type]  # fields of several types
    theirs = (3, 3) if changes.get("skills") else (3, 4)
    table = lobby(ANA, bart)
    table.do(Start(), 3, 4, *theirs)
    assert " ".join(table.state.order) == order


def test_c2d_04_what_nothing_tells_apart_rolls_again() -> None:
    table = lobby(ANA, BART)
    events = table.do(Start(), 3, 4, 3, 4, 2, 2, 2, 3)
    assert table.state.order == ("bart", "ana")
    assert len(only(events, e.InitiativeRolled)) == 4


def test_c2d_04_several_parties_act_in_descending_order() -> None:
    table = lobby(ANA, BART, npc("cole", party="third", skills={"melee": 1}), pc("dora", party="fourth"))
    table.do(Start(), 1, 2, 4, 4, 6, 6, 3, 3)  # 5, 10, 13, 7
    assert table.state.order == ("cole", "bart", "dora", "ana")


def test_c2d_04_the_best_of_a_party_rolls_for_it_and_the_better_act_first() -> None:
    table = lobby(pc(skills={"fire": 0}), pc("cora", skills={"melee": 3}), BART)
    events = table.do(Start(), 6, 6, 1, 2)
    assert [each.who for each in only(events, e.InitiativeRolled)] == ["cora", "bart"]
    assert table.state.order == ("cora", "ana", "bart")


def test_c2d_04_a_house_may_let_everybody_roll() -> None:
    table = lobby(ANA, pc("cora", skills={"fire": 2}), BART, house={"initiative": "each"})
    events = table.do(Start(), 1, 2, 6, 6, 3, 4)
    assert table.state.order == ("cora", "bart", "ana")
    assert f"{BY_THE_HOUSE}everybody rolls" in [part.why for part in only(events, e.InitiativeRolled)[0].score.parts]


def test_c2_02_in_a_conflict_of_minds_the_mental_skills_roll_and_will_breaks_ties() -> None:
    mine, theirs = pc(skills={"persuade": 1, "fire": 5}), npc(will=9, skills={"compose": 1})
    table = lobby(mine, theirs, kinds="mental")
    events = table.do(Start(), 3, 4, 3, 4)
    assert [parts(each.score)["C2-02"] for each in only(events, e.InitiativeRolled)] == [1, 1]
    assert table.state.order == ("bart", "ana")


def test_c2d_02_the_unskilled_roll_at_minus_three() -> None:
    table = lobby(pc(skills={}), BART)
    events = table.do(Start(), 6, 6, 1, 2)
    assert only(events, e.InitiativeRolled)[0].score.total == 12 - 3


def test_c2_02_bystanders_take_no_part() -> None:
    table = lobby(ANA, BART, npc("zoe", party="bystander"))
    table.do(Start(), 3, 4, 1, 2)
    assert "zoe" not in table.state.order
    assert table.state.stage is Stage.DECLARING
    assert table.asked() == ("r1.0.declare.ana", "r1.0.declare.bart")


def test_c2d_05_whoever_comes_later_acts_behind_his_own_party() -> None:
    table = lobby(ANA, BART)
    table.do(Start(), 3, 4, 1, 2)
    table.do(Enter(combatant=CombatantId("new"), name="New", side=Side.POSSE, template="raider"))
    assert table.state.order == ("ana", "new", "bart")
    table.amend("party", "third", "new")
    assert table.state.order == ("ana", "bart", "new")
