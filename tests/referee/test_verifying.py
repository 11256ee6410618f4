"""A log proves its state; a log that was changed does not."""

from collections.abc import Callable

import msgspec
import pytest

from rules import verifying
from rules.asking import Wish
from rules.core.codec import encode
from rules.core.ids import CombatantId, FightId, PromptId
from rules.store.memory import MemoryStore
from rules.store.protocol import Record
from rules.verifying import Exported, ExportedStep, Unsound, Verified
from tests.referee.conftest import KeptRoom
from tests.referee.room import ANA, ANAS, GM, HANK, HANKS, SALOON, Room, refusal_of
from tests.toy import TOY
from tests.toy_values import Ask, Idle, Roll

RULESETS = {TOY.id: TOY}


async def played(room: Room) -> Exported:
    """Eleven steps of every kind; 5 is a roll, 9 an undo."""
    await room.roll()
    await room.play_first(HANK, HANKS)
    await room.act(ANA, Ask(actor=ANAS, whom=HANKS))
    await room.answer(HANK, PromptId("p1"), "run")
    await room.undo()
    await room.go_on()
    await room.act(ANA, Idle(actor=ANAS))
    return await room.referee.export(SALOON)


async def test_a_fight_is_sound(kept: KeptRoom) -> None:
    await played(kept)
    assert await kept.referee.verify(SALOON) == Verified(11)


async def test_an_ended_fight_is_sound(kept: KeptRoom) -> None:
    await played(kept)
    ended = await kept.end()
    assert await kept.referee.verify(ended.fight) == Verified(12)


async def test_a_fight_that_was_put_away_after_its_end_is_sound(fight: Room) -> None:
    await fight.act(GM, Wish(kind="finish", fields={}))
    ended = await fight.end()
    assert await fight.referee.verify(ended.fight) == Verified(6)


async def test_a_fight_in_which_somebody_left_and_was_brought_in_is_sound(room: Room) -> None:
    await room.begin()
    await room.join(ANA, "Ana")
    await room.referee.leave(SALOON, ANA, source="l")
    await room.join(HANK, "Hank")
    await room.act(GM, Wish(kind="leave", fields={"combatant": "c4"}))
    assert await room.referee.verify(SALOON) == Verified(5)


async def test_an_export_can_be_written_read_and_verified_without_a_referee(fight: Room) -> None:
    exported = verifying.read(encode(await played(fight)))
    assert verifying.verify(exported, RULESETS) == Verified(11)


async def test_a_fight_without_an_export_is_refused(room: Room) -> None:
    assert await refusal_of(room.referee.export(FightId("nowhere"))) == "UNKNOWN_FIGHT"


def change(exported: Exported, seq: int, how: Callable[[ExportedStep], ExportedStep]) -> Exported:
    steps = tuple(how(step) if step.seq == seq else step for step in exported.steps)
    return msgspec.structs.replace(exported, steps=steps)


def raw(text: str) -> msgspec.Raw:
    return msgspec.Raw(text.encode())


def swapped(value: msgspec.Raw, old: str, new: str) -> msgspec.Raw:
    text = bytes(value).decode()
    assert old in text
    return raw(text.replace(old, new))


def other_face(value: msgspec.Raw) -> msgspec.Raw:
    """The draws of a roll with another face."""
    ((why, came),) = msgspec.json.decode(bytes(value))
    return msgspec.Raw(msgspec.json.encode(((why, str(int(came) % 6 + 1)),)))


@pytest.mark.parametrize(
    ("seq", "how"),
    [
        pytest.param(
            5,
            lambda step: msgspec.structs.replace(step, events=swapped(step.events, '"face":', '"face":1')),
            id="another event",
        ),
        pytest.param(5, lambda step: msgspec.structs.replace(step, events=raw("[]")), id="no event"),
        pytest.param(5, lambda step: msgspec.structs.replace(step, events=raw("[{}]")), id="not an event"),
        pytest.param(5, lambda step: msgspec.structs.replace(step, draws=other_face(step.draws)), id="another draw"),
        pytest.param(5, lambda step: msgspec.structs.replace(step, draws=raw("[]")), id="no draw"),
        pytest.param(
            5,
            lambda step: msgspec.structs.replace(step, draws=raw(bytes(step.draws).decode()[:-1] + ',["a die","3"]]')),
            id="one draw more",
        ),
        pytest.param(
            5,
            lambda step: msgspec.structs.replace(step, command=swapped(step.command, "c2", "c3")),
            id="another command",
        ),
        pytest.param(5, lambda step: msgspec.structs.replace(step, digest="00" * 16), id="another fingerprint"),
        pytest.param(5, lambda step: msgspec.structs.replace(step, ply=step.ply + 1), id="another ply"),
        pytest.param(5, lambda step: msgspec.structs.replace(step, before=1), id="another step before"),
        pytest.param(
            9,
            lambda step: msgspec.structs.replace(step, events=swapped(step.events, '"to":7', '"to":6')),
            id="an undo to elsewhere",
        ),
        pytest.param(
            9,
            lambda step: msgspec.structs.replace(step, events=swapped(step.events, '"to":7', '"to":99')),
            id="an undo to what never was",
        ),
        pytest.param(1, lambda step: msgspec.structs.replace(step, command=raw('{"scene":"x"}')), id="another scene"),
    ],
)
async def test_a_log_that_was_changed_is_unsound_at_that_step(
    fight: Room, seq: int, how: Callable[[ExportedStep], ExportedStep]
) -> None:
    exported = change(await played(fight), seq, how)
    with pytest.raises(Unsound) as unsound:
        verifying.verify(exported, RULESETS)
    assert f"step {seq}" in str(unsound.value) or "unreadable" in str(unsound.value)


@pytest.mark.parametrize("missing", [1, 5, 9])
async def test_a_log_without_one_of_its_steps_is_unsound(fight: Room, missing: int) -> None:
    exported = await played(fight)
    steps = tuple(step for step in exported.steps if step.seq != missing)
    with pytest.raises(Unsound, match=f"step {missing} is missing"):
        verifying.verify(msgspec.structs.replace(exported, steps=steps), RULESETS)


async def test_a_log_without_its_last_step_is_unsound(fight: Room) -> None:
    exported = await played(fight)
    with pytest.raises(Unsound):
        verifying.verify(msgspec.structs.replace(exported, steps=exported.steps[:-1]), RULESETS)


async def test_a_log_without_any_step_is_unsound(fight: Room) -> None:
    with pytest.raises(Unsound):
        verifying.verify(msgspec.structs.replace(await played(fight), steps=()), RULESETS)


async def test_a_state_that_was_changed_is_unsound(fight: Room) -> None:
    exported = await played(fight)
    changed = msgspec.structs.replace(exported, fight=swapped(exported.fight, '"scene":"noon"', '"scene":"dusk"'))
    with pytest.raises(Unsound):
        verifying.verify(changed, RULESETS)


@pytest.mark.parametrize("key", ["00" * 32, "no key", ""])
async def test_another_key_is_unsound(fight: Room, key: str) -> None:
    with pytest.raises(Unsound):
        verifying.verify(msgspec.structs.replace(await played(fight), key=key), RULESETS)


async def test_a_fight_by_unknown_rules_cannot_be_verified(fight: Room) -> None:
    with pytest.raises(Unsound, match="unknown rules"):
        verifying.verify(await played(fight), {})


@pytest.mark.parametrize("file", [b"", b"{}", b"not json", b"[]"])
def test_a_file_that_is_no_export_is_unsound(file: bytes) -> None:
    with pytest.raises(Unsound):
        verifying.read(file)


class BusyStore(MemoryStore):
    """A store in memory in which something happens whenever a fight is loaded to be exported."""

    room: Room | None = None

    async def load(self, fight: FightId) -> Record | None:
        found = await super().load(fight)
        room, self.room = self.room, None
        if room is not None:
            await room.act(GM, Roll(actor=CombatantId("c2")))
        return found


async def test_a_fight_that_goes_on_while_it_is_verified_is_sound() -> None:
    store = BusyStore()
    room = await Room(store).seated()
    store.room = room
    assert await room.referee.verify(SALOON) == Verified(4)
    assert await room.seq() == 5
