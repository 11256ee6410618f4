"""What somebody could write into a file, or what is left in a store, that would harm everybody else: told and left out."""

import msgspec
import pytest

from rules import verifying
from rules.core.codec import codec_of, digest, encode
from rules.core.command import Command
from rules.core.event import DrawAsked, Event, Imported, TableSet
from rules.core.ids import UserId
from rules.core.table_commands import SetTable
from rules.preferences import Person, Quiet
from rules.tables import next_step
from tests.referee.room import ANA, ANAS, HANKS, STREET, Room, refusal_of
from tests.toy import TOY
from tests.toy_values import Idle, Roll

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
    "a draw for what the rules refuse": (IDLE, (waits(Roll(actor=HANKS[:0] or ANAS.__class__("c99"))),)),
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
