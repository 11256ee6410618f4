"""Dying and being saved (TXD-20): a test of Tomes, one try a helper, during the fight or once it is over."""

from rules.core.command import Answer, GoOn
from rules.core.fight import Seat
from rules.core.ids import SeatId, UserId
from rules.core.table_rules import TableRules
from rules.pacing import awaited, deadlines
from rules.systems.texarkana import TEXARKANA
from rules.systems.texarkana.commands import Move, Shoot, Tend
from rules.systems.texarkana.events import AttemptDecided, AttemptOpened, ConditionChanged, Ended, Saved
from rules.systems.texarkana.prompts import prompts
from rules.systems.texarkana.state import Condition
from rules.tables import Pending
from tests.pace.times import HOUR, at, sleeper
from tests.systems.texarkana.table import Table, envelope, fight, is_out, npc, only, pc, prompt, who

DYING = Condition.DYING
SAVE = Tend(actor=who("ana"), whom=who("bea"))


def bleeding(**changes: object) -> Table:
    """Bea is dying beside Ana, with two Injuries; Cal is there too."""
    usual: dict[str, object] = {"place": "road", "hand": ("QHe",), "condition": DYING, "grit": 0, "injury": 2}
    bea = pc("bea", **{**usual, **changes})  # type: ignore[arg-type]  # fields of several types
    return fight(pc(hand=("KTo", "2He")), bea, pc("cal", hand=("QTo", "3He")), npc(grit=4))


def test_txd_20_tomes_trump_against_the_number_of_injuries() -> None:
    """2 of Hearts against an Ace and 2 Injuries: 2 < 3."""
    table = bleeding()
    attempt = only(table.do(SAVE), AttemptOpened)[0].attempt
    assert (attempt.trumps, attempt.npc_trumps, attempt.difficulty.total) == (("To",), (), 2)
    events = table.do(Answer(prompt=prompt("t1.card"), key="2He"), "AHe", "3Cl")
    assert not only(events, AttemptDecided)[0].is_success
    assert is_out(table, "bea", DYING)


def test_txd_11_more_than_three_injuries_count_as_three() -> None:
    table = bleeding(injury=5)
    assert only(table.do(SAVE), AttemptOpened)[0].attempt.difficulty.total == 3


def test_txd_20_saved_is_alive_on_one_grit_and_out_of_the_fight() -> None:
    table = bleeding()
    table.do(SAVE)
    table.do(Answer(prompt=prompt("t1.card"), key="KTo"), "5He")
    events = table.do(Answer(prompt=prompt("t1.trump"), key="stand"), "3Cl")
    assert only(events, Saved)
    assert (table["bea"].grit, table["bea"].condition) == (1, Condition.INCAPACITATED)


def test_txd_20_one_try_for_each_helper() -> None:
    table = bleeding(tended_by=(who("ana"),))
    assert table.refusal(SAVE).code == "TENDED"
    table.do(Tend(actor=who("cal"), whom=who("bea")))
    assert table.state.attempts[0].pc == "cal"


def test_txd_20_in_the_same_zone_after_a_step_if_need_be() -> None:
    table = bleeding(place="rocks")
    table.do(SAVE)
    assert table["ana"].place == "rocks"
    assert bleeding(place="ridge").refusal(SAVE).code == "NOT_ADJACENT"


def test_txd_20_only_whoever_is_dying() -> None:
    table = bleeding()
    assert table.refusal(Tend(actor=who("ana"), whom=who("cal"))).code == "NOT_DYING"
    assert table.refusal(Tend(actor=who("ana"), whom=who("nobody"))).code == "NO_SUCH_COMBATANT"


def test_txd_20_it_is_a_sundry_action() -> None:
    table = bleeding()
    table.do(SAVE)
    assert "ana" in table.state.acted


def shot_down() -> Table:
    table = fight(
        pc(hand=("KHe", "2He")),
        pc("bea", hand=("QHe",), condition=DYING, grit=0, injury=1),
        pc("cal", place="rocks", hand=("QTo", "3He"), weapons=(), in_hand=""),
        npc(place="rocks", grit=3),
    )
    table.do(Shoot(actor=who("ana"), whom=who("bart"), card="KHe"), "2Cl", "9To")
    return table


def test_txd_20_once_the_posse_holds_the_field_everybody_may_try_before_it_is_over() -> None:
    table = shot_down()
    assert table.asked() == ("save.bea.ana", "save.bea.cal")
    assert table.refusal(Move(actor=who("cal"), where="road")).code == "AFTERMATH"


def test_txd_20_who_tries_by_default_takes_the_others_question_which_therefore_waits_for_both() -> None:
    table = shot_down()
    asked = prompts(table.state)
    assert [(each.id, each.shared) for each in asked] == [("save.bea.ana", "save.bea"), ("save.bea.cal", "save.bea")]
    table.do(GoOn(prompts=(prompt("save.bea.ana"),)))
    assert "save.bea.cal" not in table.asked()


def two_shot_down() -> Table:
    """Bea and Dan are dying. Cal has tried to save Dan already."""
    table = fight(
        pc(hand=("KHe", "KTo")),
        pc("bea", hand=("QHe",), condition=DYING, grit=0, injury=1),
        pc("cal", hand=("QTo", "3He"), weapons=(), in_hand=""),
        pc("dan", hand=("JHe",), condition=DYING, grit=0, injury=1, tended_by=(who("cal"),)),
        npc(place="rocks", grit=3),
    )
    table.do(Shoot(actor=who("ana"), whom=who("bart"), card="KHe"), "2Cl", "9To")
    return table


def test_txd_20_two_who_are_dying_are_two_questions() -> None:
    asked = prompts(two_shot_down().state)
    assert {each.id: each.shared for each in asked} == {
        "save.bea.ana": "save.bea",
        "save.bea.cal": "save.bea",
        "save.dan.ana": "save.dan",
    }


def test_txd_20_a_try_for_one_takes_the_question_from_nobody_who_could_save_another() -> None:
    """King of Tomes 13 against 5 + 1: Dan lives, and who saves Bea is asked as before."""
    table = two_shot_down()
    table.do(GoOn(prompts=(prompt("save.dan.ana"),)))
    table.do(Answer(prompt=prompt("t2.card"), key="KTo"), "5He")
    table.do(Answer(prompt=prompt("t2.trump"), key="stand"), "4Cl")
    assert table["dan"].condition is Condition.INCAPACITATED
    assert table.asked() == ("save.bea.ana", "save.bea.cal")


def test_txd_20_who_could_save_one_waits_for_nobody_who_could_save_only_another() -> None:
    """Four hours from noon for Dan, whom only Ana could save; for Bea until Cal, who sleeps till 23:00, had an hour."""
    table = two_shot_down()
    seats = tuple(
        Seat(id=SeatId(each), user=UserId(number), combatant=who(each)) for number, each in enumerate(("ana", "cal"), 1)
    )
    held = envelope(table.state, *seats, rules=TableRules(deadline="4h", late="default", pings="off"))
    noon, midnight = at("UTC", "2026-06-01 12:00"), at("UTC", "2026-06-02 00:00")
    since = {prompt(each): int(noon) for each in table.asked()}
    owed = awaited(held, TEXARKANA, Pending(since=since))
    ends = deadlines(owed, held.table, {UserId(2): sleeper("UTC", "12:00", "23:00")})
    assert ends == {"save.bea.ana": midnight, "save.bea.cal": midnight, "save.dan.ana": noon + 4 * HOUR}


def test_txd_20_who_is_saved_then_lives_and_the_fight_is_over() -> None:
    """Queen of Tomes 12 against 5 + 1; Cal had to come over."""
    table = shot_down()
    table.do(Answer(prompt=prompt("save.bea.cal"), key="tend"))
    assert table["cal"].place == "road"
    table.do(Answer(prompt=prompt("t2.card"), key="QTo"), "5He")
    events = table.do(Answer(prompt=prompt("t2.trump"), key="stand"), "4Cl")
    assert only(events, Ended)
    assert (table["bea"].grit, table["bea"].condition) == (1, Condition.INCAPACITATED)


def test_txd_20_whoever_nobody_saves_is_dead_at_the_end() -> None:
    table = shot_down()
    table.do(Answer(prompt=prompt("save.bea.ana"), key="leave"))
    events = table.do(Answer(prompt=prompt("save.bea.cal"), key="leave"))
    assert only(events, ConditionChanged)[0].condition is Condition.DEAD
    assert only(events, Ended)[0].winner == "posse"
    assert is_out(table, "bea", Condition.DEAD)


def test_txd_20_by_default_each_tries() -> None:
    table = shot_down()
    for _ in range(8):
        asked = table.asked()
        if not asked:
            break
        table.freely(GoOn(prompts=tuple(map(prompt, asked))), str(asked))
    assert table["bea"].condition in (Condition.INCAPACITATED, Condition.DEAD)
    assert not table.asked()


def test_txd_20_if_the_enemies_win_the_dying_die() -> None:
    ana = pc(hand=("2He",), grit=3)
    table = fight(ana, npc(), phase="enemy")
    table.do(Shoot(actor=who("bart"), whom=who("ana")))
    events = table.do(Answer(prompt=prompt("t1.card"), key="2He"), "KHo", "3He")
    assert [event.condition for event in only(events, ConditionChanged)] == [DYING, Condition.DEAD]
