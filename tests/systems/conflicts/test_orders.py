"""What standing orders make of each decision of somebody who is away."""

from rules.core.command import Answer, Command, GoOn
from rules.core.ids import PromptId
from rules.systems.conflicts import CONFLICTS
from rules.systems.conflicts.defending import could_hit
from rules.systems.conflicts.state import Kind
from tests.systems.conflicts.table import Table, fight, npc, pc, performing, plan, strike, who

ANA = who("ana")


def ordered(table: Table, order: str = "defend") -> Command | None:
    """What the order brings where Ana owes a decision."""
    prompt = next(each for each in CONFLICTS.prompts(table.state) if each.whom == ANA)
    return CONFLICTS.by_orders(table.state, prompt, order)


def follow(table: Table) -> Command:
    """Do what the order brings."""
    command = ordered(table)
    assert command is not None
    table.freely(command)
    return command


def test_c2_12_defend_first_declares_two_defends() -> None:
    table = fight()
    follow(table)
    assert [each.kind for each in table["ana"].plans] == [Kind.DEFEND, Kind.DEFEND]


def test_c2_12_after_one_action_declared_the_other_is_a_defend() -> None:
    table = fight(pc(plans=(plan("orient"),)), npc())
    follow(table)
    assert [each.kind for each in table["ana"].plans] == [Kind.ORIENT, Kind.DEFEND]


def test_c2a_24_whoever_is_surprised_looks_round_since_he_may_not_defend_yet() -> None:
    table = fight(pc(is_surprised=True), npc())
    follow(table)
    assert [each.kind for each in table["ana"].plans] == [Kind.ORIENT, Kind.ORIENT]


def test_c2a_24_after_one_action_declared_the_surprised_look_round() -> None:
    table = fight(pc(is_surprised=True, plans=(plan("orient"),)), npc())
    follow(table)
    assert [each.kind for each in table["ana"].plans] == [Kind.ORIENT, Kind.ORIENT]


def test_c2_06_an_open_action_becomes_a_defend() -> None:
    table = performing(pc(), npc(), plans={"ana": ("attack", "defend")})
    table.freely(GoOn(prompts=()))
    assert table.asked() == ("r1.first.act.ana",)
    assert ordered(table) == Answer(prompt=PromptId("r1.first.act.ana"), key="defend")


def test_c2a_06_a_defend_is_used_against_what_could_hit_and_nothing_else() -> None:
    table = performing(pc(asks=True), npc(), plans={}, strikes=(strike("bart", "ana"),))
    assert table.asked() == ("a1.meet",)
    assert ordered(table) == Answer(prompt=PromptId("a1.meet"), key="defend")
    # At the eye of somebody in the dark, unskilled, badly wounded: 12 - 12 is 0
    far = performing(
        pc(asks=True, at=40),
        npc(at=0, skills={}, harm=12, is_under_fire=True),
        plans={},
        conditions=("dark",),
        strikes=(strike("bart", "ana", part="eye"),),
    )
    assert not could_hit(far.state, far.state.strikes[0])
    assert ordered(far) == Answer(prompt=PromptId("a1.meet"), key="let-it-come")


def test_what_stands_after_else_is_done_under_the_other_order() -> None:
    assert ordered(fight(), "else") == GoOn(prompts=(PromptId("r1.0.declare.ana"),))
