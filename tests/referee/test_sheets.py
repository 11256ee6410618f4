"""Characters of one's own, and sessions, at the toy's table."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.asking import Wish
from rules.core.codec import encode
from rules.core.command import Amend
from rules.core.ids import CombatantId, SheetId, UserId
from rules.core.refusal import Illegal
from rules.sessions import Brought, Rest
from rules.sheets import Done, Sheets
from rules.store.memory import MemoryStore
from rules.store.protocol import Change, Deed, NotStored, Session, SheetRow, Store
from rules.store.sql import SqlStore
from rules.tables import AnyFight
from rules.telling import Ruling
from rules.verifying import Verified
from tests.referee.room import ANA, GM, HANK, SALOON, STREET, FlakyStore, Room, refusal_of
from tests.toy import Toy
from tests.toy_values import ToyState

GUILD = SALOON.guild
ELSEWHERE = 77


def sheets(room: Room) -> Sheets:
    return room.referee.sheets


async def made(room: Room, user: UserId = ANA, *, name: str = "Cora", score: int = 3) -> SheetId:
    done = await sheets(room).create(GUILD, user, "toy", name=name, values={"score": str(score)}, source=room.source())
    return SheetId(done.about)


async def sit(room: Room, sheet: SheetId, user: UserId = ANA, *, source: str | None = None) -> Ruling:
    ruling = await room.referee.join(room.place, user, name="", sheet=sheet, source=source or room.source())
    await room.referee.told(ruling, user)
    return ruling


async def start(room: Room) -> None:
    await room.act(GM, Wish(kind="start", fields={}))


async def mine(room: Room) -> CombatantId:
    """Whom Ana plays."""
    (who,) = (await room.show(ANA)).viewer.combatants
    return who


async def score(room: Room) -> int:
    return await room.score(await mine(room))


async def set_score(room: Room, value: int) -> None:
    await room.act(GM, Amend(what="score", value=str(value), whom=await mine(room)))


async def state(room: Room) -> ToyState:
    found = (await room.referee._read(room.place)).state
    assert isinstance(found, ToyState)
    return found


async def session(room: Room, user: UserId = GM) -> Done:
    return await sheets(room).begin_session(GUILD, user, "toy", source=room.source())


async def end_session(room: Room, user: UserId = GM, *, gm: UserId = GM, is_moderator: bool = False) -> Done:
    return await sheets(room).end_session(GUILD, user, gm=gm, source=room.source(), is_moderator=is_moderator)


async def evening(room: Room) -> SheetId:
    """A session, and Ana's sheet in its first fight, which is running with a score of 9."""
    sheet = await made(room)
    await session(room)
    await room.begin()
    await sit(room, sheet)
    await start(room)
    await set_score(room, 9)
    return sheet


async def next_fight(room: Room, sheet: SheetId) -> None:
    await room.end()
    await room.begin()
    await sit(room, sheet)


@pytest.fixture(params=["memory", "sqlite"])
async def room(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Room]:
    store: Store = SqlStore(f"sqlite:///{tmp_path / 'fights.db'}") if request.param == "sqlite" else MemoryStore()
    await store.open()
    yield Room(store)
    await store.close()


@pytest.fixture
def street(room: Room) -> Room:
    """The same people and store, in another channel."""
    other = Room(room.store, place=STREET)
    other.referee, other.sources = room.referee, room.sources
    return other


# ---- sheets


async def test_a_sheet_is_its_players_alone(room: Room) -> None:
    sheet = await made(room)
    assert (await sheets(room).show(ANA, sheet)).values["score"] == "3"
    assert await sheets(room).mine(GUILD, HANK) == ()
    assert await sheets(room).mine(ELSEWHERE, ANA) == ()
    for attempt in (
        sheets(room).show(HANK, sheet),
        sheets(room).copy_out(HANK, sheet),
        sheets(room).change(HANK, sheet, {"score": "9"}, source="1"),
        sheets(room).drop(HANK, sheet, source="2"),
        sheets(room).show(HANK, SheetId("unknown")),
    ):
        assert await refusal_of(attempt) == "NO_SUCH_SHEET"
    assert [each.name for each in await sheets(room).mine(GUILD, ANA)] == ["Cora"]


async def test_the_game_master_may_not_look_either(room: Room) -> None:
    sheet = await evening(room)
    assert await refusal_of(sheets(room).show(GM, sheet)) == "NO_SUCH_SHEET"


async def test_whatever_is_asked_twice_by_one_source_happens_once(room: Room) -> None:
    first = await sheets(room).create(GUILD, ANA, "toy", name="Cora", values={}, source="press 1")
    again = await sheets(room).create(GUILD, ANA, "toy", name="Cora", values={}, source="press 1")
    assert (again.about, again.said, again.is_repeat) == (first.about, first.said, True)
    sheet = SheetId(first.about)
    await sheets(room).change(ANA, sheet, {"score": "5"}, source="press 2")
    await sheets(room).change(ANA, sheet, {"score": "6"}, source="press 3")
    assert (await sheets(room).change(ANA, sheet, {"score": "5"}, source="press 2")).is_repeat
    assert (await sheets(room).show(ANA, sheet)).values["score"] == "6"
    await sheets(room).drop(ANA, sheet, source="press 4")
    assert (await sheets(room).drop(ANA, sheet, source="press 4")).is_repeat
    begun = await sheets(room).begin_session(GUILD, GM, "toy", source="press 5")
    assert (await sheets(room).begin_session(GUILD, GM, "toy", source="press 5")).about == begun.about
    await sheets(room).end_session(GUILD, GM, gm=GM, source="press 6")
    assert (await sheets(room).end_session(GUILD, GM, gm=GM, source="press 6")).is_repeat


async def test_what_could_not_be_stored_is_said_and_is_not_there() -> None:
    store = FlakyStore()
    room = Room(store)

    async def fail(_: object) -> None:
        raise NotStored("no")

    store.troubles = [fail]
    assert await refusal_of(made(room)) == "NOT_STORED"
    assert await sheets(room).mine(GUILD, ANA) == ()


async def test_a_sheet_outlives_the_process(room: Room) -> None:
    sheet = await made(room)
    room.restart()
    assert (await sheets(room).show(ANA, sheet)).name == "Cora"


async def test_two_changes_at_once_are_both_kept_or_one_is_asked_again(room: Room) -> None:
    sheet = await made(room)
    answers = await asyncio.gather(
        sheets(room).change(ANA, sheet, {"motto": "a"}, source="1"),
        sheets(room).change(ANA, sheet, {"score": "4"}, source="2"),
        return_exceptions=True,
    )
    refused = [each.refusal.code for each in answers if isinstance(each, Illegal)]
    values = (await sheets(room).show(ANA, sheet)).values
    assert set(refused) <= {"SHEET_CHANGED"}
    assert (values["motto"] == "a") + (values["score"] == "4") == 2 - len(refused)


# ---- into a fight


async def test_a_fight_needs_nothing_but_its_own_log(room: Room) -> None:
    sheet = await made(room, score=7)
    await room.begin()
    await sit(room, sheet)
    await start(room)
    assert await score(room) == 7
    await sheets(room).drop(ANA, sheet, source="gone")
    room.restart()
    assert await score(room) == 7
    assert await room.referee.verify(room.place) == Verified(3)


async def test_to_join_twice_by_one_source_is_to_join_once(room: Room) -> None:
    sheet = await made(room)
    await room.begin()
    first = await sit(room, sheet, source="press")
    again = await sit(room, sheet, source="press")
    assert (again.seq, again.is_repeat, first.is_repeat) == (first.seq, True, False)
    assert len(await room.store.uses_of(sheet)) == 1


async def test_nobody_joins_with_anothers_sheet(room: Room) -> None:
    sheet = await made(room)
    await room.begin()
    assert await refusal_of(sit(room, sheet, HANK)) == "NO_SUCH_SHEET"
    assert await room.referee.sheets_for(room.place, HANK) == ()
    assert [each.label for each in await room.referee.sheets_for(room.place, ANA)] == ["Cora"]


async def test_a_sheet_is_in_one_fight_at_a_time(room: Room, street: Room) -> None:
    sheet = await made(room)
    await room.begin()
    await street.begin()
    await sit(room, sheet)
    assert await refusal_of(sit(street, sheet)) == "SHEET_BUSY"
    await room.referee.leave(room.place, ANA, source="leaves")
    await sit(street, sheet)
    await start(street)
    assert await refusal_of(sit(room, sheet)) == "SHEET_BUSY"
    await street.end()
    await sit(room, sheet)


async def test_a_join_that_was_taken_back_sets_the_sheet_free(room: Room, street: Room) -> None:
    sheet = await made(room)
    await room.begin()
    await street.begin()
    await sit(room, sheet)
    await room.undo()
    await sit(street, sheet)


async def test_of_two_joins_at_once_exactly_one_has_the_sheet(room: Room, street: Room) -> None:
    sheet = await made(room)
    await room.begin()
    await street.begin()
    answers = await asyncio.gather(sit(room, sheet), sit(street, sheet), return_exceptions=True)
    refused = [each.refusal.code for each in answers if isinstance(each, Illegal)]
    assert len(refused) == 1
    assert refused[0] in ("SHEET_MOVED", "SHEET_BUSY")
    seated = [(await each.show()).players for each in (room, street)]
    assert sorted(map(len, seated)) == [0, 1]


# ---- a session


async def test_a_fight_leaves_what_the_next_one_of_the_session_begins_with(room: Room) -> None:
    sheet = await evening(room)
    await next_fight(room, sheet)
    assert await score(room) == 9
    assert (await sheets(room).show(ANA, sheet)).values["score"] == "3"
    await start(room)
    assert (await state(room)).bell == 2
    assert await room.referee.verify(room.place) == Verified(3)


async def test_what_was_taken_back_leaves_nothing(room: Room) -> None:
    sheet = await evening(room)
    await set_score(room, 20)
    await room.undo()
    await next_fight(room, sheet)
    assert await score(room) == 9


async def test_a_lobby_that_was_left_leaves_what_was_before_it(room: Room) -> None:
    sheet = await evening(room)
    await next_fight(room, sheet)
    await room.referee.leave(room.place, ANA, source="leaves")
    await sit(room, sheet)
    assert await score(room) == 9


async def test_those_who_are_elsewhere_are_named_to_the_fight_that_starts(room: Room) -> None:
    sheet, hanks = await evening(room), await made(room, HANK, name="Zeb", score=4)
    await room.end()
    await room.begin()
    await sit(room, hanks, HANK)
    await start(room)
    assert (await state(room)).absent == (9,)
    await room.end()
    await room.begin()
    await sit(room, hanks, HANK)
    await sit(room, sheet)
    await start(room)
    assert (await state(room)).absent == ()


async def test_a_fight_of_another_game_master_is_no_part_of_the_session(room: Room, street: Room) -> None:
    sheet = await evening(room)
    await room.end()
    await street.begin(HANK)
    await sit(street, sheet)
    assert await street.score(await mine(street)) == 3
    await street.end(HANK)
    await room.begin()
    await sit(room, sheet)
    assert await score(room) == 9


async def test_a_sheet_is_in_one_session_at_a_time(room: Room, street: Room) -> None:
    sheet = await evening(room)
    await room.end()
    await session(room, HANK)
    await street.begin(HANK)
    assert await refusal_of(sit(street, sheet)) == "SHEET_IN_OTHER_SESSION"
    await end_session(room)
    await sit(street, sheet)


async def test_the_end_of_a_session_changes_the_sheets(room: Room) -> None:
    sheet = await evening(room)
    assert await refusal_of(end_session(room)) == "SESSION_BUSY"
    assert await refusal_of(sheets(room).change(ANA, sheet, {"score": "1"}, source="1")) == "FIELD_IN_SESSION"
    await sheets(room).change(ANA, sheet, {"motto": "Onward"}, source="2")
    await room.end()
    done = await end_session(room)
    assert done.said.splitlines() == ["Session 1 is over.", "Cora: Score 14", "Sleep well."]
    shown = await sheets(room).show(ANA, sheet)
    assert (shown.values, shown.left) == ({"score": "14", "motto": "Onward"}, "")
    assert await refusal_of(end_session(room)) == "NO_SESSION"
    await session(room)
    assert [each.number for each in await sheets(room).sessions(GUILD, ANA)] == [2]
    await room.begin()
    await sit(room, sheet)
    assert await score(room) == 14


async def test_a_session_does_not_end_while_somebody_sits_down_in_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = await evening(room)
    await room.end()
    await room.begin()
    rest, sat = room.referee._sessions.rest, False

    async def and_meanwhile(ending: Session) -> Rest:
        nonlocal sat
        found = await rest(ending)
        if not sat:
            sat = True
            await sit(room, sheet)
        return found

    monkeypatch.setattr(room.referee._sessions, "rest", and_meanwhile)
    assert await refusal_of(end_session(room)) == "SESSION_BUSY"
    assert sat
    await start(room)
    assert await score(room) == 9
    await room.end()
    await end_session(room)


async def test_nobody_sits_down_with_what_a_session_left_that_is_just_over(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = await evening(room)
    await room.end()
    await room.begin()
    bring, is_over = room.referee._sessions.bring, False

    async def and_meanwhile(fight: AnyFight, user: UserId, which: SheetId) -> Brought:
        nonlocal is_over
        found = await bring(fight, user, which)
        if not is_over:
            is_over = True
            await end_session(room)
        return found

    monkeypatch.setattr(room.referee._sessions, "bring", and_meanwhile)
    assert await refusal_of(sit(room, sheet)) == "SHEET_MOVED"
    await sit(room, sheet)
    (use, *_) = await room.store.uses_of(sheet)
    assert use.session is None


async def test_a_session_is_ended_by_its_game_master_or_a_moderator(room: Room) -> None:
    await session(room)
    assert await refusal_of(session(room)) == "SESSION_OPEN"
    assert await refusal_of(end_session(room, ANA)) == "NOT_YOUR_SESSION"
    await end_session(room, ANA, is_moderator=True)


async def test_what_is_left_is_told_to_the_player_with_his_cards_to_the_game_master_without_and_to_nobody_else(
    room: Room,
) -> None:
    await evening(room)

    async def left(user: UserId) -> str:
        (shown,) = await sheets(room).sessions(GUILD, user)
        (taking,) = shown.taking
        assert (taking.name, taking.user, taking.fights) == ("Cora", ANA, 1)
        return taking.left

    assert "Score 9, card #" in await left(ANA)
    assert await left(GM) == "Score 9"
    assert await left(HANK) == ""


async def test_the_end_of_a_fight_is_not_taken_back_once_its_outcome_counts(room: Room, street: Room) -> None:
    sheet = await evening(room)
    await room.act(GM, Wish(kind="finish", fields={}))
    await room.undo()
    await room.act(GM, Wish(kind="finish", fields={}))
    await street.begin()
    await sit(street, sheet)
    assert await refusal_of(room.undo()) == "SHEETS_MOVED_ON"
    await street.referee.leave(street.place, ANA, source="leaves")
    await room.undo()
    await room.act(GM, Wish(kind="finish", fields={}))
    await end_session(room)
    assert await refusal_of(room.undo()) == "SHEETS_MOVED_ON"


async def test_a_deleted_sheet_is_no_part_of_the_session_any_more(room: Room) -> None:
    sheet = await evening(room)
    await sheets(room).drop(ANA, sheet, source="gone")
    (shown,) = await sheets(room).sessions(GUILD, GM)
    assert shown.taking == ()
    assert (await end_session(room)).said == "Session 1 is over."


# ---- an older schema


class Newer(Toy):
    """The toy, but what is called `score` here was called `points` before."""

    schema = 2

    def migrate(self, kind: str, raw: Mapping[str, Any], schema: int) -> Mapping[str, Any]:  # Any: decoded JSON
        if kind != "sheet":
            return raw
        return {"score" if name == "points" else name: value for name, value in raw.items()}


async def test_a_sheet_of_an_older_schema_is_read_brought_in_and_taken_in_as_the_present_one_has_it(room: Room) -> None:
    old = SheetRow(
        id=SheetId("old"),
        user=ANA,
        guild=GUILD,
        ruleset="toy",
        schema=1,
        name="Cora",
        revision=1,
        raw=encode({"points": "8", "motto": "Onward"}),
    )
    deed = Deed(source="long ago", user=ANA, at=0.0, about="old", said="")
    await room.store.keep(Change(deed=deed, sheets=(old,)))
    room.rulesets = (Newer(),)
    room.restart()
    assert (await sheets(room).show(ANA, old.id)).values["score"] == "8"
    await room.begin()
    await sit(room, old.id)
    assert await score(room) == 8
    text = '{"system": "toy", "schema": 1, "name": "Zeb", "points": 6}'
    done = await sheets(room).copy_in(GUILD, ANA, text, system="", source="copied in")
    assert (await sheets(room).show(ANA, SheetId(done.about))).values["score"] == "6"
    newer = text.replace('"schema": 1', '"schema": 3')
    attempt = sheets(room).copy_in(GUILD, ANA, newer, system="", source="from the future")
    assert await refusal_of(attempt) == "SHEET_NEWER"
