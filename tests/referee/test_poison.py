"""What somebody could write into a file, or what is garbage in a store: it does no harm to anything else."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rules import verifying
from rules.core.codec import codec_of, digest, encode
from rules.core.command import Command
from rules.core.event import DrawAsked, Event, Imported, TableSet
from rules.core.ids import CombatantId, FightId, UserId
from rules.core.table_commands import SetTable
from rules.core.values import replace
from rules.preferences import Person, Quiet
from rules.store.memory import MemoryStore
from rules.tables import next_step
from tests.referee.room import ANA, ANAS, GM, HANKS, NOON, STREET, Room, refusal_of
from tests.toy import TOY
from tests.toy_values import Ask, Idle, Roll

BO = UserId(4)
EARLY = Person(quiet=Quiet(begin=60, end=120))


def with_written(raw: bytes, command: Command, *events: Event) -> bytes:
    """The file with one step more, as somebody writes it who has its key and knows how the log proves itself."""
    file = verifying.read(raw)
    fight = codec_of(TOY).fight(bytes(file.fight), file.schema)
    after = next_step(TOY, fight, events)
    now = encode(after)
    step = msgspec.structs.replace(
        file.steps[-1],
        seq=after.seq,
        ply=after.ply,
        before=after.before,
        command=msgspec.Raw(encode(command)),
        draws=msgspec.Raw(b"[]"),
        events=msgspec.Raw(encode(events)),
        digest=digest(bytes.fromhex(file.key), now).hex(),
    )
    return encode(msgspec.structs.replace(file, fight=msgspec.Raw(now), steps=(*file.steps, step)))


def waits(command: Command, *typed: str, encoded: str = "") -> DrawAsked:
    return DrawAsked(user=ANA, command=encoded or encode(command).decode(), typed=typed, why="a die")


SET = SetTable(what="deadline", value="1h")
IDLE = Idle(actor=ANAS)
WRITTEN: dict[str, tuple[Command, tuple[Event, ...]]] = {
    "a deadline of more years than there are": (SET, (TableSet(what="deadline", value="9" * 15 + "h"),)),
    "a deadline before it was asked": (SET, (TableSet(what="deadline", value="-5h"),)),
    "a deadline that is none": (SET, (TableSet(what="deadline", value="xh"),)),
    "what a table does not play by": (SET, (TableSet(what="pings", value="always"),)),
    "a draw for what needs none": (IDLE, (waits(IDLE),)),
    "a draw for what is no command": (IDLE, (waits(IDLE, encoded="garbage"),)),
    "a draw for what the rules refuse": (IDLE, (waits(Roll(actor=CombatantId("c99"))),)),
    "a draw with one that cannot come": (IDLE, (waits(Roll(actor=ANAS), "17"),)),
    "a beginning that no calendar has": (IDLE, (Imported(user=ANA, steps=2, compared=1, begun=10**17),)),
}


@pytest.mark.parametrize("what", WRITTEN)
async def test_a_step_of_the_table_that_no_table_makes_is_refused_as_no_file(fight: Room, what: str) -> None:
    command, events = WRITTEN[what]
    raw = encode(await fight.referee.export((await fight.show()).id))
    assert (
        await refusal_of(fight.referee.bring(STREET, BO, with_written(raw, command, *events), source="b")) == "NO_FILE"
    )
    assert await fight.store.last(STREET) is None


async def test_a_reading_that_a_table_can_set_is_no_reason_to_refuse_a_file(fight: Room) -> None:
    raw = encode(await fight.referee.export((await fight.show()).id))
    later = with_written(raw, SET, TableSet(what="deadline", value="1h"))
    await fight.referee.bring(STREET, BO, later, source="b")
    assert {each.key: each.now for each in await fight.referee.table_rules(STREET)}["deadline"] == "1h"


# ---- rows that are garbage


def change(room: Room, change_it: Callable[[Any], Any]) -> FightId:  # Any: a Record
    """Change the stored row of the only fight, behind everybody's back, and start anew."""
    assert isinstance(room.store, MemoryStore)
    (which,) = room.store._records
    room.store._records[which] = change_it(room.store._records[which])
    room.restart()
    return which


def poisoned(room: Room) -> FightId:
    """A fight that can be read, but of which the clock can work out nothing."""
    return change(room, lambda row: replace(row, raw=row.raw.replace(b'"deadline":"1h"', b'"deadline":"1e9h"')))


async def test_a_fight_that_goes_wrong_is_listed_told_as_broken_and_can_be_set_aside(fight: Room) -> None:
    await fight.referee.set_table(fight.place, GM, what="deadline", value="1h", source="d")
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    which = poisoned(fight)
    standing = await fight.referee.standing(which)
    assert (standing.trouble, standing.showing) == ("BROKEN_RECORD", None)
    await fight.referee.set_aside(which, BO, source="a")
    await fight.begin()


async def test_a_fight_that_goes_wrong_keeps_nobody_from_what_he_sets_is_told_and_takes_along(fight: Room) -> None:
    await fight.referee.set_table(fight.place, GM, what="deadline", value="1h", source="d")
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    poisoned(fight)
    await fight.referee.change_person(ANA, lambda _: EARLY)
    assert await fight.referee.preferences.person(ANA) == EARLY
    assert len((await fight.referee.stored(ANA)).fights) == 1
    assert b'"user": 1' in await fight.referee.own_data(ANA)


async def test_a_fight_that_goes_wrong_keeps_nobody_from_being_forgotten(
    fight: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def goes_wrong(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(fight.referee, "_act", goes_wrong)
    await fight.referee.forget(GM, source="f")
    monkeypatch.undo()
    assert GM not in (await fight.show()).gms
    assert not (await fight.referee.stored(GM)).fights


async def test_what_somebody_sets_at_one_moment_on_two_screens_is_set_both(fight: Room) -> None:
    await asyncio.gather(
        fight.referee.set_quiet(ANA, "22:00", "08:00", "UTC"),
        fight.referee.preferences.change_person(ANA, lambda person: replace(person, delivery="thread")),
    )
    person = await fight.referee.preferences.person(ANA)
    assert person.delivery == "thread"
    assert person.quiet is not None


@pytest.mark.parametrize("raw", [b"garbage", b"[]", b'{"since": 7}', b"\xff"])
async def test_what_is_pending_of_a_fight_may_be_garbage_and_its_times_begin_anew(fight: Room, raw: bytes) -> None:
    fight.stands_at = NOON
    for what, value in (("deadline", "1h"), ("late", "default")):
        await fight.referee.set_table(fight.place, GM, what=what, value=value, source=what)
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    which = change(fight, lambda row: replace(row, pending=raw))
    fight.stands_at = NOON + 3000
    await fight.referee.tick(which)
    assert len(await fight.asked()) == 1
    assert (await fight.referee.standing(which)).trouble == ""
    fight.stands_at = NOON + 3600
    await fight.referee.tick(which)
    assert await fight.asked() == ()
    await fight.roll()


@pytest.mark.parametrize(
    "raw", [b"garbage", b"[]", b'{"quiet":{"begin":-9,"end":99999}}', b'{"zone":7}', b"\xff", b'{"delivery":"pigeon"}']
)
async def test_settings_of_a_person_that_cannot_be_read_count_as_none(fight: Room, raw: bytes) -> None:
    await fight.store.set("person", ANA, raw)
    await fight.roll()
    assert not await fight.referee.is_quiet(ANA)
    assert (await fight.referee.preferences.person(ANA)) == Person()
    await fight.referee.change_person(ANA, lambda _: EARLY)
    assert await fight.referee.preferences.person(ANA) == EARLY


@pytest.mark.parametrize("raw", [b"garbage", b"[]", b'{"barred":"all"}', b"\xff"])
async def test_settings_of_a_server_that_cannot_be_read_can_be_set_anew(room: Room, raw: bytes) -> None:
    await room.store.set("server", room.place.guild, raw)
    await room.seated()
    await room.referee.set_server(room.place.guild, BO, what="deadline", value="1h", source="s")
    assert (await room.referee.preferences.server(room.place.guild)).table == {"deadline": "1h"}
