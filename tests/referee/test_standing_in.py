"""Whoever plays for somebody and goes away himself: whom he played for is waited for, and all are told."""

from rules.core.names import mention
from tests.referee.room import ANA, ANAS, GM, HANK, HANKS, SALOON, Room, refusal_of
from tests.referee.test_seating import BO, P1, away, calls
from tests.toy_values import Ask


async def test_whoever_goes_away_decides_nothing_for_those_he_plays_for(fight: Room) -> None:
    await away(fight, delegate=HANK)
    await fight.act(GM, Ask(actor=HANKS, whom=ANAS))
    fight.heard.clear()
    ruling = await away(fight, HANK, orders="else")
    assert [each.whom for each in await fight.asked()] == [ANAS], "her decision is still owed"
    line = f"{mention(HANK)} no longer stands in for Ana, whom nobody plays now: Ana is waited for as anybody is."
    assert line in ruling.lines
    assert calls(fight) == [(ANA, "nobody plays Ana now"), (GM, "nobody plays Ana now")]
    shown = (await fight.show()).away
    assert (shown[ANAS].delegate, shown[ANAS].orders) == (None, "")
    assert shown[HANKS].orders == "does what stands after “else”"
    assert await fight.hand(HANK, ANAS) == []
    await fight.act(GM, Ask(actor=HANKS, whom=ANAS))
    assert calls(fight)[-1] == (ANA, "stand or run"), "and called as anybody is"
    await fight.answer(ANA, P1, "run")
    assert ANAS not in (await fight.show()).away
    await fight.referee.verify(SALOON)


async def test_whom_nobody_stands_in_for_any_more_is_decided_for_when_the_time_is_up(fight: Room) -> None:
    fight.stands_at = 0.0
    for what, value in (("deadline", "1h"), ("late", "default"), ("pings", "off")):
        await fight.referee.set_table(SALOON, GM, what=what, value=value, source=fight.source())
    await away(fight, delegate=HANK)
    await fight.act(GM, Ask(actor=HANKS, whom=ANAS))
    await away(fight, HANK)
    where = (await fight.show()).id
    for seconds, owed in ((3599, [ANAS]), (3600, [])):
        fight.stands_at = float(seconds)
        await fight.referee.tick(where)
        assert [each.whom for each in await fight.asked()] == owed


async def test_the_gm_who_says_that_a_delegate_is_away_says_it_of_him_alone(fight: Room) -> None:
    await away(fight, delegate=HANK)
    await away(fight, GM, who=HANKS, delegate=BO)
    shown = (await fight.show()).away
    assert (shown[HANKS].delegate, shown[ANAS].delegate, shown[ANAS].orders) == (BO, None, "")


async def test_a_delegate_gives_up_one_seat_alone_and_leaves_no_orders_for_it(fight: Room) -> None:
    await away(fight, delegate=HANK)
    await away(fight, HANK, who=ANAS, orders="lowest")
    shown = (await fight.show()).away
    assert ([*shown], shown[ANAS].delegate, shown[ANAS].orders) == ([ANAS], None, "")


async def test_who_plays_only_for_another_may_stop_and_names_nobody_in_his_place(fight: Room) -> None:
    await away(fight, delegate=BO)
    assert await refusal_of(away(fight, BO, delegate=HANK)) == "NOT_YOURS_TO_HAND"
    await away(fight, BO)
    assert (await fight.show()).away[ANAS].delegate is None
    await away(fight, delegate=HANK)
    assert (await fight.show()).players[ANAS] == HANK
