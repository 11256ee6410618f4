"""Invocations (TXF-40, TX-22d): once a session, a burned card, Tomes, a Woe for failing."""

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.command import Amend, Answer
from rules.core.event import Event
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.commands import Invoke
from rules.systems.texarkana.events import AttemptOpened, CardBurned, CardDrawn, GritLost, InvocationEnded, WoeFed
from rules.systems.texarkana.state import Condition
from tests.systems.texarkana.table import DEALER, Table, fight, has_rule, npc, only, pc, prompt, who

ANA = Viewer(combatants=frozenset({who("ana")}))
ALL = ("laying-on", "balm", "long-odds", "grave-chill", "dead-calm")


def table_with(*keys: str, **changes: object) -> Table:
    usual: dict[str, object] = {"hand": ("KTo", "2He"), "invocations": keys or ALL, "grit": 3, "injury": 2, "luck": 1}
    ana = pc(**{**usual, **changes})  # type: ignore[arg-type]  # fields of several types
    return fight(ana, pc("bea", hand=("QHe",), grit=1), npc(grit=4), woe=3)


def invoke(key: str, whom: str = "", where: str = "") -> Invoke:
    return Invoke(actor=who("ana"), how=key, whom=whom, where=where)


def succeed(table: Table) -> tuple[Event, ...]:
    table.do(Answer(prompt=prompt("t1.card"), key="KTo"), "5He")
    return table.do(Answer(prompt=prompt("t1.trump"), key="stand"))


def test_txf_40_tomes_trump_and_nobody_stands_against_it() -> None:
    table = table_with()
    attempt = only(table.do(invoke("laying-on")), AttemptOpened)[0].attempt
    assert (attempt.trumps, attempt.npc, attempt.npc_trumps, attempt.is_burned) == (("To",), None, (), True)
    assert (attempt.difficulty.total, table["ana"].condition) == (0, Condition.UP)


def test_txf_40_unless_noted_otherwise() -> None:
    table = table_with()
    assert only(table.do(invoke("grave-chill")), AttemptOpened)[0].attempt.trumps == ("To", "Ho")


def test_txf_40_the_card_is_burned_though_it_works() -> None:
    table = table_with()
    table.do(invoke("laying-on"))
    events = succeed(table)
    burned = only(events, CardBurned)[0]
    assert burned.will == 5
    assert has_rule(burned, "TXF-17")
    assert not only(events, CardDrawn)
    assert (table["ana"].hand, table["ana"].will) == (("2He",), 5)


def test_txf_40_failing_burns_it_too_and_is_a_woe() -> None:
    table = table_with()
    table.do(invoke("laying-on"))
    events = table.do(Answer(prompt=prompt("t1.card"), key="2He"), "KHo")
    assert only(events, CardBurned)
    assert only(events, WoeFed)[0].woe == 4
    assert not only(events, InvocationEnded)[0].is_success
    assert table.state.woe == 4


@pytest.mark.parametrize("works", [True, False])
def test_txf_40_once_a_session_whether_or_not_it_works(works: bool) -> None:
    table = table_with()
    table.do(invoke("laying-on"))
    table.do(Answer(prompt=prompt("t1.card"), key="2He"), "AHe" if works else "KHo")
    table.state = fight(*table.state.fighters).state
    refusal = table.refusal(invoke("laying-on"))
    assert refusal.code == "SPENT"
    assert "TXF-40" in table.say(refusal)


def test_txf_40_bound_to_an_object_that_can_be_lost() -> None:
    table = table_with("laying-on")
    table.do(Amend(what="object", value="lost", whom=who("ana")))
    assert table.refusal(invoke("laying-on")).code == "OBJECT_LOST"
    table.do(Amend(what="object", value="at-hand", whom=who("ana")))
    table.do(invoke("laying-on"))


def test_txf_40_only_for_who_has_them() -> None:
    table = table_with("balm")
    assert table.refusal(invoke("laying-on")).code == "NO_INVOCATION"
    assert table.refusal(Invoke(actor=who("bea"), how="laying-on")).code == "NO_INVOCATION"
    assert table.refusal(Invoke(actor=who("bart"), how="laying-on")).code == "NOT_YOUR_PHASE"


def test_tx_22d_after_a_step() -> None:
    table = table_with()
    table.do(invoke("laying-on", where="rocks"))
    assert table["ana"].place == "rocks"
    assert "ana" in table.state.acted


def test_laying_on_gives_two_grit_back_but_no_more_than_there_was() -> None:
    table = table_with()
    table.do(invoke("laying-on", "bea"))
    succeed(table)
    assert table["bea"].grit == 3
    table = table_with(grit=5)
    table.do(invoke("laying-on"))
    succeed(table)
    assert table["ana"].grit == 6


def test_balm_takes_an_injury_away() -> None:
    table = table_with()
    table.do(invoke("balm"))
    succeed(table)
    assert table["ana"].injury == 1


def test_long_odds_bring_a_luck() -> None:
    table = table_with()
    table.do(invoke("long-odds"))
    succeed(table)
    assert table["ana"].luck == 2


def test_grave_chill_costs_an_enemy_two_grit_and_no_injury() -> None:
    table = table_with()
    table.do(invoke("grave-chill", "bart"))
    events = succeed(table)
    assert [(event.who, event.lost) for event in only(events, GritLost)] == [("bart", 2)]
    assert table["bart"].injury == 0


def test_txd_20_grave_chill_may_kill() -> None:
    table = fight(pc(hand=("KTo",), invocations=("grave-chill",)), npc(grit=2), npc("carl"))
    table.do(invoke("grave-chill", "bart"))
    succeed(table)
    assert table["bart"].condition is Condition.DEAD


def test_dead_calm_is_for_the_dealer_to_tell() -> None:
    table = table_with()
    table.do(invoke("dead-calm"))
    said = table.words(succeed(table))
    assert any("Dead Calm works" in line for line in said)


def test_txf_40_whom_it_does_not_reach_or_suit() -> None:
    table = table_with()
    assert table.refusal(invoke("laying-on", "bart")).code == "NOT_A_FRIEND"
    assert table.refusal(invoke("grave-chill", "bea")).code == "NOT_AN_ENEMY"
    far = fight(pc(hand=("KTo",), invocations=ALL), pc("bea", place="rocks", hand=("QHe",)), npc(place="gully"))
    assert far.refusal(invoke("laying-on", "bea")).code == "OUT_OF_SIGHT"


def test_txf_40_it_is_offered_with_what_it_does() -> None:
    table = table_with()
    option = next(each for each in TEXARKANA.options(table.state, who("ana"), ANA) if each.kind == "invoke")
    assert [choice.key for choice in option.slots[0].choices] == list(ALL)
    assert "invoke" not in [each.kind for each in TEXARKANA.options(table.state, who("bea"), DEALER)]
    assert "Laying On of Hands" in repr(TEXARKANA.view(table.state, ANA).hands)
    assert "Laying On of Hands" not in repr(TEXARKANA.view(table.state, PUBLIC))
