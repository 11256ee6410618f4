"""Two actions a round: declared in secret or openly, changed, performed in turn, unasked (C2-04, C2-06, C2D-05)."""

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.command import Answer, GoOn
from rules.core.ids import PromptId
from rules.systems.conflicts import CONFLICTS, commands as c, events as e
from rules.systems.conflicts.state import Kind, Stage
from tests.systems.conflicts.table import fight, kinds, npc, only, pc, performing, started, who

ANA, BART = who("ana"), who("bart")
MISS = (1, 2)  # 3 with Fire 1 and calm makes 5: no hit on a defence of 8


def test_c2_04_everybody_owes_two_actions() -> None:
    table = fight()
    assert table.asked() == ("r1.0.declare.ana", "r1.0.declare.bart")
    table.do(c.Attack(actor=ANA, whom="bart"))
    assert table.asked() == ("r1.1.declare.ana", "r1.0.declare.bart")
    table.do(c.Attack(actor=ANA, whom="bart"))
    assert table.asked() == ("r1.0.declare.bart",)


def test_c2_06_a_third_action_is_refused() -> None:
    table = fight(pc(plans=()), npc())
    for _ in range(2):
        table.do(c.Defend(actor=ANA))
    assert table.refusal(c.Orient(actor=ANA)).code == "HAS_DECLARED"


def test_c2d_05_sealed_plans_are_for_their_owner_alone() -> None:
    table = fight()
    (made,) = only(table.do(c.Attack(actor=ANA, whom="bart", where="head")), e.PlanMade)
    mine, gm = Viewer(combatants=frozenset({ANA})), Viewer(gm=True)
    assert table.words([made], mine) == ["Ana declares to attack Bart (at the head)."]
    for viewer in (PUBLIC, gm):
        assert table.words([made], viewer) == []
        assert "at the head" not in str(CONFLICTS.view(table.state, viewer))
    assert "at the head" in str(CONFLICTS.view(table.state, mine).hands)


def test_c2d_05_an_npcs_plan_is_for_the_gm() -> None:
    table = fight()
    (made,) = only(table.do(c.Defend(actor=BART)), e.PlanMade)
    assert table.words([made], Viewer(gm=True))
    assert not table.words([made], Viewer(combatants=frozenset({ANA})))


def test_c2d_05_plans_are_shown_together_once_all_have_declared() -> None:
    table = fight()
    table.answer("r1.0.declare.ana", "defend-defend")
    events = table.do(Answer(prompt=PromptId("r1.0.declare.bart"), key="defend-defend"))
    assert [shown.who for shown in only(events, e.PlanShown)] == ["ana", "bart"]
    assert kinds(events).index("PlanSealed") < kinds(events).index("PlanShown")


def test_c2d_05_in_the_open_the_slowest_declares_first_and_all_hear_it() -> None:
    table = fight(house={"declare": "open"})
    assert table.asked() == ("r1.0.declare.bart",)
    assert CONFLICTS.next_up(table.state) == ANA
    assert CONFLICTS.next_up(fight().state) is None
    assert table.refusal(c.Defend(actor=ANA)).code == "NOT_YET"
    events = table.do(c.Attack(actor=BART, whom="ana"))
    assert table.words(only(events, e.PlanMade)) == ["Bart declares to attack Ana."]
    table.do(c.Defend(actor=BART))
    assert table.asked() == ("r1.0.declare.ana",)
    assert CONFLICTS.next_up(table.state) is None
    assert "attack Ana" in str(CONFLICTS.view(table.state, PUBLIC))


def test_c2_06_a_sealed_plan_may_be_made_anew_until_all_have_declared() -> None:
    table = fight()
    table.do(c.Defend(actor=ANA))
    table.do(c.PlanAnew(actor=ANA))
    assert table["ana"].plans == ()
    assert table.refusal(c.PlanAnew(actor=ANA)).code == "NOTHING_DECLARED"
    late = performing(pc(), npc(), plans={"ana": ("attack bart", "defend")})
    assert late.refusal(c.PlanAnew(actor=ANA)).code == "TOO_LATE"


def test_c2d_05_first_all_first_actions_then_all_second_ones_in_order() -> None:
    table = performing(
        pc(), npc(), pc("cora", at=1), plans=dict.fromkeys(("ana", "bart", "cora"), ("orient", "orient"))
    )
    events = table.go_on()
    assert [each.who for each in only(events, e.Oriented)] == ["ana", "bart", "cora"] * 2
    assert [each.stage for each in only(events, e.StageBegan)] == [Stage.SECOND]
    assert table.state.round == 2


def test_c2d_05_an_attack_that_names_its_target_runs_unasked() -> None:
    table = performing(pc(), npc(at=1), plans={"ana": ("attack bart", "defend"), "bart": ("defend", "defend")})
    events = table.do(GoOn(prompts=()), *MISS)
    (judged,) = only(events, e.StrikeJudged)
    assert (judged.strike.attacker, judged.strike.target, judged.is_evaded) == (ANA, BART, True)
    assert table.state.round == 2


def test_c2d_05_an_open_action_is_asked_for_when_its_turn_has_come() -> None:
    table = performing(pc(), npc(), plans={"ana": ("attack", "defend")})
    table.do(GoOn(prompts=()))
    assert table.asked() == ("r1.first.act.ana",)
    keys = [choice.key for choice in CONFLICTS.view(table.state, Viewer(combatants=frozenset({ANA}))).asked[0].choices]
    assert keys[:2] == ["bart pistol/two-hands", "bart pistol"]
    assert keys[-2:] == ["defend", "orient"]
    table.answer("r1.first.act.ana", "bart pistol", *MISS)
    assert table.state.round == 2


def test_c2_06_at_its_turn_an_action_may_become_orient_or_defend_and_nothing_else() -> None:
    table = performing(pc(), npc(), plans={"ana": ("attack", "defend")})
    table.do(GoOn(prompts=()))
    refusal = table.refusal(c.Move(actor=ANA, where="wall"))
    assert (refusal.code, refusal.rules) == ("NOT_DECLARED", ("C2-06",))
    events = table.do(c.Orient(actor=ANA))
    assert kinds(events)[:2] == ["PlanChanged", "Oriented"]


@pytest.mark.parametrize(("how", "kind"), [("second-orient", Kind.ORIENT), ("second-defend", Kind.DEFEND)])
def test_c2_06_a_later_action_may_be_changed_at_any_moment(how: str, kind: Kind) -> None:
    table = performing(pc(), npc(), plans={"ana": ("attack", "attack")})
    table.do(GoOn(prompts=()))
    table.do(c.Change(actor=ANA, how=how))
    assert table["ana"].plans[1].kind is kind


def test_c2a_23_a_held_defend_may_still_become_orient_which_is_done_at_once() -> None:
    table = performing(npc(), pc(), plans={"bart": ("defend", "attack"), "ana": ("defend", "defend")})
    table.state = CONFLICTS.apply(table.state, e.StageBegan(stage=Stage.SECOND))
    table.do(GoOn(prompts=()))
    events = table.do(c.Change(actor=ANA, how="first-orient"))
    assert kinds(events) == ["PlanChanged", "Oriented", "PlanSpent"]


@pytest.mark.parametrize(
    ("how", "code"), [("first-attack", "NO_SUCH_CHANGE"), ("third-defend", "NO_SUCH_CHANGE"), ("x", "NO_SUCH_CHANGE")]
)
def test_c2_06_other_changes_are_refused(how: str, code: str) -> None:
    table = performing(pc(), npc(), plans={"ana": ("attack", "attack")})
    table.do(GoOn(prompts=()))
    assert table.refusal(c.Change(actor=ANA, how=how)).code == code


def test_c2_06_a_used_action_cannot_change() -> None:
    table = performing(pc(), npc(), plans={"ana": ("orient", "attack"), "bart": ("orient", "orient")})
    table.do(GoOn(prompts=()))
    assert table.refusal(c.Change(actor=ANA, how="first-defend")).code == "IS_USED"


def test_c2d_05_who_does_not_declare_acts_as_was_shown_beforehand() -> None:
    table = fight()
    prompt = CONFLICTS.prompts(table.state)[0]
    assert prompt.otherwise == "Ana attacks Bart (pistol, in both hands), then defends"
    table.do(GoOn(prompts=(prompt.id,)))
    assert [plan.kind for plan in table["ana"].plans] == [Kind.ATTACK, Kind.DEFEND]
    assert table["ana"].is_unasked


def test_c2d_05_whoever_did_not_declare_is_not_asked_later_either() -> None:
    """Her target falls before her turn: she takes another in view, or defends."""
    table = performing(
        pc("dora", at=9, weapons=("fn-fal",)),
        pc(is_unasked=True),
        npc(),
        npc("cole", at=12),
        plans={"dora": ("attack bart", "defend"), "ana": ("attack bart", "defend")},
    )
    events = table.do(GoOn(prompts=()), 6, 6, 6, 6, 6, *MISS)  # 21 damage fells Bart
    judged = only(events, e.StrikeJudged)
    assert [each.strike.target for each in judged] == ["bart", "cole"]
    assert table.asked()[0].endswith("declare.dora")


def test_c2d_05_whoever_declared_himself_is_asked_when_his_target_is_gone() -> None:
    table = performing(
        pc("dora", at=9, weapons=("fn-fal",)),
        pc(),
        npc(),
        npc("cole", at=12),
        plans={"dora": ("attack bart", "defend"), "ana": ("attack bart", "defend")},
    )
    table.do(GoOn(prompts=()), 6, 6, 6, 6, 6)
    assert table.asked() == ("r1.first.act.ana",)


def test_c2d_10_the_fight_ends_when_one_party_is_left() -> None:
    table = performing(
        pc(weapons=("fn-fal",)), npc(), plans={"ana": ("attack bart", "defend"), "bart": ("orient", "orient")}
    )
    (ended,) = only(table.do(GoOn(prompts=()), 6, 6, 6, 6, 6), e.Ended)
    assert ended.winner == "posse"
    assert not table.asked()


def test_c2a_24_surprise_is_over_after_the_first_round() -> None:
    table = performing(pc(is_surprised=True), npc(), plans={"ana": ("orient", "orient"), "bart": ("orient", "orient")})
    table.do(GoOn(prompts=()))
    assert table.state.round == 2
    assert not table["ana"].is_surprised


def test_a_plan_with_nonsense_is_refused_when_it_is_declared() -> None:
    table = fight()
    for command, code in (
        (c.Attack(actor=ANA, whom="nobody"), "NO_SUCH_COMBATANT"),
        (c.Attack(actor=ANA, whom="ana"), "SELF"),
        (c.Attack(actor=ANA, weapon="cannon"), "NO_SUCH_WEAPON"),
        (c.Attack(actor=ANA, where="ear"), "NO_SUCH_PART"),
        (c.Attack(actor=ANA, how="luck"), "NO_SUCH_TRAIT"),
        (c.Move(actor=ANA, where="the moon"), "NO_SUCH_PLACE"),
        (c.Defend(actor=who("zoe")), "NO_SUCH_COMBATANT"),
    ):
        assert table.refusal(command).code == code


def test_a_fight_from_a_ready_scene_goes_on_by_defaults_alone() -> None:
    table = started("firefight", "marksman", "corporal")
    for number in range(40):
        if not table.asked():
            break
        assert all(".declare." in each for each in table.asked()), "one wait a round"
        table.freely(GoOn(prompts=tuple(PromptId(each) for each in table.asked())), str(number))
    assert not table.asked()
