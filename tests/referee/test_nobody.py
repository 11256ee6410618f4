"""A seat that nobody holds, beside all else that may happen at a table: the clock, undo, being away, being barred."""

import pytest

from rules.asking import Wish
from rules.core.command import Answer
from rules.core.ids import PromptId, UserId
from rules.core.names import mention
from rules.drawing import DRAW
from rules.pacing import Awaited, awaited
from rules.preferences import Server
from rules.store.memory import MemoryStore
from tests.referee.room import ANA, ANAS, GM, HANK, HANKS, SALOON, STREET, Room, refusal_of
from tests.referee.test_clock import GM_CALLED, NOON, Timed
from tests.toy_values import Ask

BO, CY = UserId(4), UserId(5)


async def said(room: Room) -> list[str]:
    return [line for past in await room.referee.history(room.place, None, limit=1) for line in past.lines]


async def give(room: Room, to: UserId) -> None:
    await room.referee.give_seat(room.place, GM, who=HANKS, to=to, source=room.source())


async def owing(room: Room) -> tuple[Awaited, ...]:
    """What the clock counts for."""
    table = await room.referee._tables.find(room.place)
    return awaited(await room.referee._tables.read(table), room.rulesets[0], table.pending)


@pytest.fixture
async def left(fight: Room) -> Room:
    """Hank owes a decision, and is forgotten: nobody holds his place."""
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    await fight.referee.forget(HANK, source="forget")
    fight.heard.clear()
    return fight


async def file_from(room: Room) -> bytes:
    fight = (await room.show()).id
    await room.end()
    return await room.referee.open_record(fight, GM, source="open")


# ---- the clock


async def test_the_clock_counts_what_nobody_owes_as_the_gms(left: Room) -> None:
    (owed,) = await owing(left)
    assert (owed.whom, owed.users, owed.is_gm) == (HANKS, (GM,), True)


async def test_the_gm_is_called_when_the_time_of_nobody_is_up(left: Room) -> None:
    table = await Timed(left).plays(deadline="12h", late="call", pings="gentle")
    assert await table.at(1) == ["GM: stand or run"]
    assert await table.at(6) == ["GM: half of your time is over: stand or run"]
    assert await table.at(12) == GM_CALLED


async def test_what_happens_else_happens_for_nobody_too(left: Room) -> None:
    table = await Timed(left).plays(deadline="12h", late="default", pings="off")
    assert await table.at(12) == ["Time is up for Hank.\nHank: stand."]
    assert left.stands_at == NOON + 12 * 3600


async def test_a_draw_that_nobody_is_there_to_type_in_is_the_gms() -> None:
    room = await Room(MemoryStore(), draws="typed").seated()
    await room.roll()
    await room.referee.forget(ANA, source="forget")
    (owed,) = await owing(room)
    assert owed.prompt.startswith(DRAW)
    assert (owed.users, owed.is_gm) == ((GM,), True)
    timed = await Timed(room).plays(deadline="12h", late="call", pings="off")
    assert (await timed.at(12))[0] == "Time is up for the Umpire."


# ---- who plays


async def test_what_nobody_held_is_given_in_place_of_nobody(left: Room) -> None:
    await give(left, BO)
    assert await said(left) == [f"Hank is played by {mention(BO)} from now on."]
    assert (await left.show()).players == {ANAS: ANA, HANKS: BO}
    assert [message.user for message in left.heard if message.kind == "call"] == [BO]
    await give(left, CY)
    assert await said(left) == [
        f"Hank is played by {mention(CY)} from now on, in place of {mention(BO)}, who has seen what is held."
    ]


async def test_nobody_cannot_be_away(left: Room) -> None:
    for who in (GM, CY):
        going = left.referee.go_away(SALOON, who, who=HANKS, delegate=BO, source=left.source(), is_moderator=who == CY)
        assert await refusal_of(going) == "NOBODY_PLAYS"
    assert await refusal_of(left.referee.come_back(SALOON, GM, who=HANKS, source=left.source())) == "NOBODY_PLAYS"


async def test_whoever_was_away_in_a_file_is_not_away_where_nobody_knows_him(fight: Room) -> None:
    await fight.referee.go_away(SALOON, HANK, orders="else", source=fight.source())
    await fight.referee.go_away(SALOON, ANA, delegate=CY, source=fight.source())
    raw = await file_from(fight)
    there = Room(MemoryStore(), place=STREET)
    await there.referee.bring(STREET, BO, raw, source="bring")
    assert (await there.show()).away == {}
    await there.act(BO, Ask(actor=ANAS, whom=HANKS))
    assert [each.whom for each in await there.asked()] == [HANKS], "no order of his is followed: the GM decides"
    await there.act(BO, Answer(prompt=PromptId((await there.asked())[0].id), key="stand"))
    assert (await there.referee.verify(STREET)).compared == await there.seq()


async def test_whoever_plays_for_somebody_and_is_forgotten_leaves_no_order_behind(fight: Room) -> None:
    await fight.referee.go_away(SALOON, ANA, delegate=CY, source=fight.source())
    await fight.referee.forget(CY, source="forget")
    (away,) = (await fight.show()).away.values()
    assert (away.user, away.delegate, away.orders) == (ANA, None, "")
    await fight.act(HANK, Ask(actor=HANKS, whom=ANAS))
    assert [each.whom for each in await fight.asked()] == [ANAS], "she is waited for"


# ---- taking back


async def test_what_nobody_was_dealt_is_dealt_anew_and_stays_nobodys(fight: Room) -> None:
    await fight.play_first(HANK, HANKS)
    await fight.referee.forget(HANK, source="forget")
    assert (await fight.referee.would_undo(SALOON, GM)).kind == "redeal"
    await fight.undo()
    assert (await fight.show()).players == {ANAS: ANA}
    assert await fight.hand(GM, HANKS) == []
    await give(fight, BO)
    assert len(await fight.hand(BO, HANKS)) == 2
    assert (await fight.referee.verify(SALOON)).compared == await fight.seq()


async def test_the_same_fight_once_more_is_for_those_who_are_there() -> None:
    room = await Room(MemoryStore()).seated()
    await room.referee.name_gm(SALOON, GM, who=CY, source=room.source())
    raw = await file_from(room)
    await room.referee.bring(STREET, BO, raw, source="bring")
    room.place = STREET
    await room.join(ANA)
    await room.end(BO)
    await room.referee.again(STREET, BO, source="again")
    shown = await room.show(BO)
    assert list(shown.players.values()) == [ANA]
    assert shown.gms == (BO,)
    assert len(shown.view.combatants) == 1


# ---- barred


async def bar(room: Room, *who: UserId) -> None:
    server = await room.referee.preferences.server(SALOON.guild)
    moderation = room.referee.moderation(SALOON.guild, GM, "barred", room.source())
    await room.referee.preferences.set_server(SALOON.guild, Server(barred=(*server.barred, *who)), moderation)


async def test_whoever_is_barred_takes_no_seat_that_was_kept_for_him(left: Room) -> None:
    await left.referee.offer(SALOON, GM, HANKS, BO, source="offer")
    await bar(left, BO)
    assert await refusal_of(left.referee.take_seat(SALOON, BO, source="take")) == "BARRED"
    assert await refusal_of(left.join(BO)) == "BARRED"
    assert await refusal_of(left.referee.offer(SALOON, GM, HANKS, BO, source="again")) == "BARRED"
    await left.referee.offer(SALOON, GM, HANKS, None, source="nobody")


async def test_whoever_is_barred_brings_no_fight_and_is_asked_into_none(fight: Room) -> None:
    raw = await file_from(fight)
    await bar(fight, HANK, CY)
    assert await refusal_of(fight.referee.bring(STREET, CY, raw, source="cy")) == "BARRED"
    await fight.referee.bring(STREET, BO, raw, source="bo")
    fight.place = STREET
    assert (await fight.show()).kept_for == {ANAS: ANA, HANKS: None}


async def test_whoever_is_barred_is_no_gm_of_the_same_fight_once_more(fight: Room) -> None:
    await fight.referee.name_gm(SALOON, GM, who=CY, source=fight.source())
    await fight.end()
    await bar(fight, CY, HANK)
    await fight.referee.again(SALOON, GM, source="again")
    shown = await fight.show()
    assert (shown.gms, list(shown.players.values())) == ((GM,), [ANA])


async def test_a_wish_of_the_gm_for_nobody_is_no_secret_of_nobodys(left: Room) -> None:
    """He plays on for whoever is gone, and names no card."""
    await left.go_on()
    await left.act(GM, Wish(kind="roll", fields={"actor": HANKS}))
    assert not any(
        "decides for" in line for past in await left.referee.history(SALOON, ANA, limit=2) for line in past.lines
    )
