"""What is due when, worked out by hand: three time zones, nights over midnight, clocks put on and back."""

from hypothesis import given, settings, strategies as st

from rules.core.ids import CombatantId, PromptId, UserId
from rules.core.table_rules import TableRules, table_switches
from rules.pacing import STUCK, Awaited, Ping, Plan, deadline, deadlines, plan
from rules.preferences import Person, Quiet
from rules.quiet import DAY, MOST_QUIET, is_quiet
from tests.pace.times import BERLIN, HOUR, KOLKATA, NEW_YORK, at, sleeper

ANA, BO, GM, OTHER_GM = UserId(1), UserId(2), UserId(100), UserId(101)
NIGHT = ("22:00", "08:00")
DAY_AND_CALL = TableRules(deadline="24h", late="call", pings="firm")


def asked(when: float, user: UserId | None = ANA, **more: object) -> Awaited:
    """A decision of a player (None: of the GMs), asked then."""
    users = (GM, OTHER_GM) if user is None else (user,)
    fields = {
        "prompt": PromptId("p"),
        "whom": CombatantId("c"),
        "what": "a card",
        "users": users,
        "asked": int(when),
        "began": int(when),
        "is_gm": user is None,
        **more,
    }
    return Awaited(**fields)  # type: ignore[arg-type]  # as a test names them


def ends(rules: TableRules, when: float, person: Person) -> int:
    end = deadline(asked(when), rules, {ANA: person})
    assert end is not None
    return end


def due(rules: TableRules, of: Awaited, now: float, **people: Person) -> Plan:
    known = {ANA: people.get("ana", Person()), BO: people.get("bo", Person()), GM: people.get("gm", Person())}
    return plan(rules, (GM,), (of,), known, now)


# ---- deadlines


def test_a_deadline_counts_from_when_it_was_asked() -> None:
    noon = at(BERLIN, "2026-06-01 12:00")
    assert ends(DAY_AND_CALL, noon, Person()) == noon + 24 * HOUR
    assert deadline(asked(noon), TableRules(), {}) is None


def test_a_deadline_at_night_is_an_hour_after_the_end_of_the_night() -> None:
    ana = sleeper(BERLIN, *NIGHT)
    for deadline_, when, end in (
        ("4h", "2026-06-01 19:00", "2026-06-02 09:00"),  # 23:00 is night
        ("12h", "2026-06-01 20:30", "2026-06-02 09:00"),  # 08:30 is in the first hour of the day
        ("12h", "2026-06-01 21:00", "2026-06-02 09:00"),
        ("12h", "2026-06-01 21:30", "2026-06-02 09:30"),  # as it is: his day has begun
        ("1h", "2026-06-02 03:00", "2026-06-02 09:00"),  # asked while he slept
        ("1h", "2026-06-01 21:00", "2026-06-02 09:00"),  # 22:00 is the beginning of the night
        ("1h", "2026-06-01 20:59", "2026-06-01 21:59"),
    ):
        rules = TableRules(deadline=deadline_)
        assert ends(rules, at(BERLIN, when), ana) == at(BERLIN, end), when


def test_what_nothing_would_come_of_waits_for_the_next_step_without_an_end() -> None:
    noon = at(BERLIN, "2026-06-01 12:00")
    rules = TableRules(deadline="1h", late="default", pings="off")
    assert due(rules, asked(noon), noon + HOUR).over == ("p",)
    idle = asked(noon, is_idle=True)
    assert deadline(idle, rules, {}) is None
    assert due(rules, idle, noon + HOUR) == Plan()


def test_one_deadline_is_moved_by_the_night_of_each_zone() -> None:
    """12:00 in Berlin is 6:00 in New York and 15:30 in Kolkata; twelve hours later it is 0:00, 18:00 and 3:30."""
    noon = at(BERLIN, "2026-06-01 12:00")
    rules = TableRules(deadline="12h")
    assert ends(rules, noon, sleeper(BERLIN, *NIGHT)) == at(BERLIN, "2026-06-02 09:00")
    assert ends(rules, noon, sleeper(NEW_YORK, *NIGHT)) == at(NEW_YORK, "2026-06-01 18:00")
    assert ends(rules, noon, sleeper(KOLKATA, *NIGHT)) == at(KOLKATA, "2026-06-02 09:00") == noon + 17.5 * HOUR


def test_a_day_is_24_hours_also_where_clocks_are_put_on_or_back() -> None:
    rules = TableRules(deadline="24h")
    noon = at(BERLIN, "2026-03-28 12:00")  # put on in the night
    assert ends(rules, noon, Person(zone=BERLIN)) == at(BERLIN, "2026-03-29 13:00")
    noon = at(NEW_YORK, "2026-10-31 12:00")  # put back in the night
    assert ends(rules, noon, Person(zone=NEW_YORK)) == at(NEW_YORK, "2026-11-01 11:00")


def test_the_morning_after_clocks_were_changed_begins_by_the_new_time() -> None:
    rules = TableRules(deadline="4h")
    for zone, evening, morning, hours in (
        (BERLIN, "2026-03-28 20:00", "2026-03-29 09:00", 12),  # not 13
        (NEW_YORK, "2026-10-31 20:00", "2026-11-01 09:00", 14),
    ):
        asked_at = at(zone, evening)
        assert ends(rules, asked_at, sleeper(zone, *NIGHT)) == at(zone, morning) == asked_at + hours * HOUR


def test_of_several_game_masters_he_counts_who_has_the_earliest_morning() -> None:
    """23:00 in Berlin is 17:00 in New York, where nobody sleeps."""
    rules = TableRules(deadline="1h")
    asked_at = at(BERLIN, "2026-06-01 22:00")
    people = {GM: sleeper(BERLIN, *NIGHT), OTHER_GM: sleeper(NEW_YORK, *NIGHT)}
    assert deadline(asked(asked_at, None), rules, people) == asked_at + HOUR


# ---- pings


def test_what_is_asked_of_several_is_over_when_the_last_of_them_has_no_time_left() -> None:
    """Four hours from noon; Bo sleeps until 23:00 and has the hour after that."""
    noon, midnight = at("UTC", "2026-06-01 12:00"), at("UTC", "2026-06-02 00:00")
    rules, people = TableRules(deadline="4h", late="default", pings="off"), {BO: sleeper("UTC", "12:00", "23:00")}
    ana, bo = (asked(noon, user, prompt=PromptId(f"p{user}"), shared="who") for user in (ANA, BO))
    cy = asked(noon, UserId(3), prompt=PromptId("other"))
    assert deadlines((ana, bo, cy), rules, people) == {"p1": midnight, "p2": midnight, "other": noon + 4 * HOUR}
    assert deadlines((ana,), rules, people) == {"p1": noon + 4 * HOUR}
    assert plan(rules, (GM,), (ana, bo), people, midnight - 1).over == ()
    assert plan(rules, (GM,), (ana, bo), people, midnight).over == ("p1", "p2")


def test_one_of_several_who_has_no_end_keeps_nobody() -> None:
    noon = at("UTC", "2026-06-01 12:00")
    rules = TableRules(deadline="4h", late="default", pings="off")
    ana = asked(noon, shared="who")
    for more in ({"is_idle": True}, {"blocks": False}):
        bo = asked(noon, BO, prompt=PromptId("q"), shared="who", **more)
        assert deadlines((ana, bo), rules, {}) == {"p": noon + 4 * HOUR}


def test_half_and_ten_twelfths_of_the_time() -> None:
    noon = at("UTC", "2026-06-01 12:00")
    assert due(DAY_AND_CALL, asked(noon), noon).at == noon + 12 * HOUR
    half = due(DAY_AND_CALL, asked(noon), noon + 12 * HOUR).calls
    assert [(call.why, call.users) for call in half] == [((Ping.HALF,), (ANA,))]
    after = asked(noon, done=(Ping.HALF.value,))
    assert due(DAY_AND_CALL, after, noon + 12 * HOUR).at == noon + 20 * HOUR
    both = due(DAY_AND_CALL, asked(noon), noon + 21 * HOUR).calls
    assert [call.why for call in both] == [(Ping.HALF, Ping.NEAR)]


def test_half_the_time_is_counted_to_the_moved_end() -> None:
    """Asked at 19:00 with 4 hours: till 9:00, 14 hours. Half, at 2:00, and 10/12, at 6:40, both wait till 8:00."""
    rules = TableRules(deadline="4h", pings="firm")
    evening, ana = at(BERLIN, "2026-06-01 19:00"), sleeper(BERLIN, *NIGHT)
    assert due(rules, asked(evening), evening, ana=ana).at == at(BERLIN, "2026-06-02 08:00")
    morning = due(rules, asked(evening), at(BERLIN, "2026-06-02 08:00"), ana=ana)
    assert [call.why for call in morning.calls] == [(Ping.HALF, Ping.NEAR)]


def test_a_clock_that_looks_late_at_night_waits_for_the_morning() -> None:
    """Half the time was over at 21:00; it looks at 23:00."""
    rules, ana = TableRules(deadline="24h"), sleeper(BERLIN, *NIGHT)
    morning = at(BERLIN, "2026-06-01 09:00")
    late = due(rules, asked(morning), at(BERLIN, "2026-06-01 23:00"), ana=ana)
    assert (late.calls, late.at) == ((), at(BERLIN, "2026-06-02 08:00"))


def test_a_ping_that_would_come_after_the_end_is_left_out() -> None:
    """Ana has till 21:00 UTC; Bo, who is next, sleeps till 2:30 UTC: by then somebody else may be."""
    rules = TableRules(deadline="1h", pings="firm", late="default")
    evening = at("UTC", "2026-06-01 20:00")
    done = asked(evening, done=(Ping.HALF.value, Ping.NEAR.value))
    bo = {BO: sleeper(KOLKATA, *NIGHT)}
    assert plan(rules, (GM,), (done,), bo, evening, next_up=BO).at == evening + HOUR
    assert plan(TableRules(pings="firm"), (GM,), (done,), bo, evening, next_up=BO).at == evening + 6.5 * HOUR


def test_whoever_is_away_with_nobody_in_his_place_is_not_named() -> None:
    noon = at("UTC", "2026-06-01 12:00")
    nobody = asked(noon, users=())
    assert due(DAY_AND_CALL, nobody, noon + 13 * HOUR).calls == ()
    assert due(DAY_AND_CALL, nobody, noon).at == noon + 24 * HOUR
    (called,) = due(DAY_AND_CALL, nobody, noon + 24 * HOUR).calls
    assert (called.why, called.users) == ((Ping.LATE,), (GM,))


def test_what_was_asked_just_before_the_night_is_said_once_more_in_the_morning() -> None:
    """It may have been shown when the night had begun, and rung for nobody."""
    ana = sleeper(BERLIN, *NIGHT)
    asked_at = at(BERLIN, "2026-06-01 22:00") - 5
    assert due(TableRules(), asked(asked_at), asked_at, ana=ana).at == at(BERLIN, "2026-06-02 08:00")
    assert due(TableRules(), asked(asked_at - HOUR), asked_at, ana=ana).at is None


def test_what_holds_nobody_up_has_no_end_and_is_only_called_for_after_the_night() -> None:
    night, ana = at(BERLIN, "2026-06-01 23:00"), sleeper(BERLIN, *NIGHT)
    aside = asked(night, blocks=False)
    assert deadline(aside, DAY_AND_CALL, {}) is None
    assert due(DAY_AND_CALL, aside, night, ana=ana).at == at(BERLIN, "2026-06-02 08:00")
    assert due(DAY_AND_CALL, aside, night).at is None


def test_whoever_was_asked_in_the_night_hears_first_what_is_asked() -> None:
    """Four hours from noon, quiet until 23:00: half of it was over at 18:00, ten twelfths at 22:00."""
    noon, rules = at("UTC", "2026-06-01 12:00"), TableRules(deadline="4h", late="call", pings="firm")
    ana = sleeper("UTC", "12:00", "23:00")
    assert due(rules, asked(noon), noon, ana=ana).at == noon + 11 * HOUR
    (call,) = due(rules, asked(noon), noon + 11 * HOUR, ana=ana).calls
    assert call.why == (Ping.HALF, Ping.NEAR, Ping.CALL), "the last is what is said"


def test_an_outage_or_a_pause_moves_everything() -> None:
    noon = at("UTC", "2026-06-01 12:00")
    longer = asked(noon, began=int(noon + 6 * HOUR))
    assert due(DAY_AND_CALL, longer, noon).at == noon + 18 * HOUR
    assert deadline(longer, DAY_AND_CALL, {}) == noon + 30 * HOUR


def test_whoever_is_next_is_named_at_a_firm_table_only() -> None:
    noon = at("UTC", "2026-06-01 12:00")
    for pings, named in (("firm", (BO,)), ("gentle", ()), ("off", ())):
        found = plan(TableRules(pings=pings), (GM,), (asked(noon),), {}, noon, next_up=BO)
        assert tuple(user for call in found.calls for user in call.users) == named


# ---- the end


def test_where_the_rules_refuse_what_happens_else_the_game_master_is_called() -> None:
    noon = at("UTC", "2026-06-01 12:00")
    rules = TableRules(deadline="1h", late="default", pings="off")
    assert due(rules, asked(noon), noon + HOUR).over == ("p",)
    stuck = asked(noon, done=(STUCK,), has_default=False)
    (called,) = due(rules, stuck, noon + HOUR).calls
    assert (called.why, called.users) == ((Ping.LATE,), (GM,))


# ---- nobody is ever named in his quiet hours

RULES = {switch.key: [each.key for each in switch.readings] for switch in table_switches()}
ZONES = (BERLIN, NEW_YORK, KOLKATA, "Australia/Lord_Howe", "America/Santiago")
START = int(at("UTC", "2026-01-01 00:00"))
people = st.builds(
    lambda zone, begin, length: Person(zone=zone, quiet=Quiet(begin=begin, end=(begin + length) % DAY)),
    st.sampled_from(ZONES),
    st.integers(min_value=0, max_value=DAY - 1),
    st.integers(min_value=1, max_value=MOST_QUIET),
)


@settings(max_examples=300, deadline=None)
@given(
    rules=st.builds(TableRules, **{key: st.sampled_from(RULES[key]) for key in ("deadline", "late", "pings")}),
    who=st.lists(people, min_size=4, max_size=4),
    offset=st.integers(min_value=0, max_value=400 * 86400),
    is_gms=st.booleans(),
    is_last=st.booleans(),
    jumps=st.lists(st.integers(min_value=0, max_value=30 * 3600), max_size=12),
)
def test_nobody_is_named_in_his_quiet_hours_whatever_is_set(
    rules: TableRules, who: list[Person], offset: int, is_gms: bool, is_last: bool, jumps: list[int]
) -> None:
    """Also where the clock looks late: it jumps on by so much, or to whatever is due next.

    And every reason is given at most once, and in the end nothing is due that is not done.
    """
    known = dict(zip((ANA, BO, GM, OTHER_GM), who, strict=True))
    now = START + offset
    owed = asked(now, None if is_gms else ANA, alone=now if is_last else None)
    named: list[Ping] = []
    for jump in [*jumps, *[-1] * 20]:
        found = plan(rules, (GM, OTHER_GM), (owed,), known, now, next_up=BO)
        for call in found.calls:
            assert call.users
            assert not any(is_quiet(known[user], now) for user in call.users)
            named += call.why
            owed = asked(
                owed.asked, None if is_gms else ANA, alone=owed.alone, done=(*owed.done, *(w.value for w in call.why))
            )
        if found.over:
            break
        following = plan(rules, (GM, OTHER_GM), (owed,), known, now, next_up=BO).at
        assert following is None or following > now
        if jump < 0 and following is None:
            break
        now = int(following) + 1 if jump < 0 and following is not None else now + jump
    else:
        raise AssertionError("it never comes to an end")
    assert len(set(named)) == len(named)
    if rules.seconds is not None and rules.late == "call":
        assert named[-1] is Ping.LATE
