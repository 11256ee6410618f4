"""Checks that the Judge calls of several at once (TW-S1, TW-S9, TW-OQ-2, TW-1.2, TW-1.12)."""

import msgspec
import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.codec import codec_of, encode
from rules.core.command import Answer, Call, GoOn, Leave
from rules.core.ids import CombatantId, PromptId
from rules.core.values import replace
from rules.systems.twtw import TWTW, events as e
from rules.systems.twtw.commands import Aim, Fire
from rules.systems.twtw.state import Limit, TwtwState
from tests.contracts.ruleset_play import envelope, started
from tests.systems.twtw.table import JUDGE, Table, all_of, at, calamity, enemy, fighter, only, showing, table, who

MIRANDA = Viewer(combatants=frozenset({who("miranda")}))
BOTH = (who("miranda"), who("hank"))


def posse() -> Table:
    """Miranda has a Peacemaker in hand, Hank nothing; Angus is against them, and Gus lies in wait."""
    return table(
        fighter("miranda", at(0, 0)),
        fighter("hank", at(1, 0), in_hand=""),
        enemy("angus", at(0, 9)),
        enemy("gus", at(5, 9), is_hidden=True),
    )


def call(check: str, *those: CombatantId, difficulty: str = "", hidden: bool = False, about: str = "") -> Call:
    return Call(check=check, who=those, difficulty=difficulty, hidden=hidden, about=about)


def draw(number: int) -> Answer:
    """The player answers the call of this number."""
    return Answer(prompt=PromptId(f"k{number}.check"), key="draw")


def test_tw_s1_all_are_asked_at_once_and_answer_in_any_order() -> None:
    table = posse()
    table.do(call("surprise", *BOTH))
    assert table.asked()[:2] == ("k1.check", "k2.check")
    assert table.asked()[2:] == ("a2.miranda",), "whose turn it is goes on"
    unmoved = only(table.do(draw(2), showing(5)), e.SurpriseChecked)
    assert (unmoved.who, unmoved.result.total, unmoved.need.total, unmoved.is_surprised) == ("hank", 5, 5, False)
    caught = only(table.do(draw(1), showing(4)), e.SurpriseChecked)
    assert (caught.who, caught.result.total, caught.need.total, caught.is_surprised) == ("miranda", 4, 5, True)
    assert (table["miranda"].limit, table["hank"].limit) == (Limit.DEFENSIVE, Limit.FREE)
    assert table.state.calls == ()


def test_tw_s9_before_action_time_each_has_his_own_target_number() -> None:
    """TW-S6: a weapon drawn is danger expected, 5; for Hank it is 9, and 8 is not enough."""
    table = posse()
    table.do(call("surprise", *BOTH, difficulty="before-action"))
    events = (*table.do(draw(1), showing(5)), *table.do(draw(2), showing(8)))
    checked = {each.who: (each.need.total, each.is_surprised) for each in all_of(events, e.SurpriseChecked)}
    assert checked == {"miranda": (5, False), "hank": (9, True)}


def test_tw_s6_those_with_a_weapon_drawn_or_who_said_so_are_marked() -> None:
    table = posse()
    table.state = replace(table.state, fighters=(*table.state.fighters[:3], replace(table["gus"], is_hidden=False)))
    (surprise, *others) = TWTW.calls(table.state)
    assert [each.key for each in surprise.who] == ["miranda", "hank", "angus", "gus"]
    assert surprise.marked == ("miranda", "angus", "gus")
    assert not any(each.marked for each in others)


@pytest.mark.parametrize(("value", "is_brave"), [(3, True), (2, False)])
def test_tw_s5_bravery_is_easy_and_whom_the_judge_plays_draws_at_once(value: int, is_brave: bool) -> None:
    """TW-OQ-2: 3 is enough, 2 is not; Angus has no bravery of his own, so Presence d6 serves."""
    table = posse()
    events = table.do(call("bravery", who("angus")), showing(value))
    made = only(events, e.CheckMade)
    assert (made.who, made.result.total, made.need.total, made.is_success) == ("angus", value, 3, is_brave)
    assert table.state.calls == ()
    outcome = "succeeds" if is_brave else "fails"
    assert table.words(events)[-1].startswith(f"Bravery: Angus {outcome} (card ")
    assert table.words(events)[-1].endswith(f"{value} against Easy: 3).")


@pytest.mark.parametrize(
    ("check", "typed", "need"), [("strength", "", 5), ("acuity", "3", 3), ("presence", "9", 9), ("essence", "7", 7)]
)
def test_tw_1_12_any_trait_is_checked_in_its_own_column(check: str, typed: str, need: int) -> None:
    """TW-1.2: Standard is the usual target number, and the Judge may name any other."""
    table = posse()
    table.state = replace(
        table.state,
        fighters=tuple(
            replace(each, traits={check.title(): 10}, trait_skills={check.title(): 2}) for each in table.state.fighters
        ),
    )
    table.do(call(check, who("hank"), difficulty=typed, about="the barn door"))
    assert TWTW.prompts(table.state)[0].what == f"a check: {check.title()} (the barn door)"
    made = only(table.do(draw(1), showing(6, column=10, rows=2)), e.CheckMade)
    assert (made.result.total, made.need.total, made.is_success) == (6, need, need <= 6)


def test_tw_1_7_a_calamity_fails_whatever_else_the_card_shows() -> None:
    table = posse()
    table.do(call("fortitude", who("hank"), difficulty="1"))
    made = only(table.do(draw(1), calamity()), e.CheckMade)
    assert made.is_calamity
    assert not made.is_success


def test_whoever_stays_away_draws_all_the_same() -> None:
    table = posse()
    table.do(call("bravery", *BOTH))
    table.do(draw(1), showing(3))
    asked = TWTW.prompts(table.state)[0]
    assert (asked.whom, asked.otherwise) == ("hank", "the card is drawn for Hank")
    made = only(table.do(GoOn(prompts=(asked.id,)), showing(3, but=(showing(3),))), e.CheckMade)
    assert (made.who, made.is_success) == ("hank", True)


def test_a_secret_target_number_shows_success_or_failure_alone() -> None:
    table, twin = posse(), posse()
    for each, number in ((table, "4"), (twin, "5")):
        events = each.do(call("strength", *BOTH, who("angus"), difficulty=number, hidden=True), showing(2))
        for viewer in (PUBLIC, MIRANDA):
            assert each.words(events, viewer) == [
                "Miranda is called for a check, Strength.",
                "Hank is called for a check, Strength.",
                "Angus is called for a check, Strength.",
                "Strength: Angus fails.",
            ]
        assert each.words(events, JUDGE)[-1].endswith(
            f"2 against the Judge's number: {number})." if number == "4" else "Standard: 5)."
        )
    for viewer in (PUBLIC, MIRANDA):
        assert encode(TWTW.view(table.state, viewer)) == encode(TWTW.view(twin.state, viewer))
    events = table.do(draw(1), showing(4))
    assert table.words(events, MIRANDA) == ["Strength: Miranda succeeds."]


def test_tw_s4_nobody_acts_before_he_knows_whether_he_is_surprised() -> None:
    table = posse()
    table.do(call("surprise", who("miranda")))
    assert table.refusal(Aim(actor=who("miranda"), whom=who("angus"))).code == "CALLED"
    table.do(draw(1), showing(5))
    assert only(table.do(Aim(actor=who("miranda"), whom=who("angus"))), e.Aimed).who == "miranda"
    table.do(call("bravery", who("miranda")))
    table.freely(Fire(actor=who("miranda"), whom=who("angus")))


def test_who_is_out_owes_nothing() -> None:
    table = posse()
    table.do(call("strength", *BOTH))
    table.do(Leave(combatant=who("miranda")))
    assert [each.who for each in table.state.calls] == ["hank"]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (call("surprise"), "NOBODY_CALLED"),
        (call("dancing", *BOTH), "NO_SUCH_CHECK"),
        (call("surprise", who("gus")), "NOT_CALLABLE"),
        (call("surprise", who("hank"), who("nobody")), "NOT_CALLABLE"),
        (call("surprise", who("hank"), difficulty="hard"), "BAD_VALUE"),
        (call("strength", who("hank"), difficulty="0"), "BAD_VALUE"),
        (call("strength", who("hank"), difficulty="before-action"), "BAD_VALUE"),
    ],
)
def test_what_cannot_be_called_is_refused(command: Call, code: str) -> None:
    assert posse().refusal(command).code == code


def test_nobody_owes_two_checks_and_nothing_is_called_but_while_the_fight_runs() -> None:
    table = posse()
    table.do(call("strength", who("hank")))
    assert table.refusal(call("acuity", who("hank"))).code == "NOT_CALLABLE"
    assert TWTW.calls(TwtwState()) == ()
    assert Table(TwtwState()).refusal(call("acuity", who("hank"))).code == "NOT_STARTED"


def test_a_fight_of_the_schema_before_is_read() -> None:
    game = started(TWTW, 1)
    raw = msgspec.json.decode(encode(envelope(game)))
    assert raw["state"].pop("calls") == []
    assert codec_of(TWTW).fight(encode({**raw, "schema": 1}), 1) == envelope(game)
