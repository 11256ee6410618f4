"""A fight begun under an older schema goes on under a newer one, but never the other way round."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import rules.__main__ as program
from rules import verifying
from rules.asking import Wish
from rules.core.codec import encode, squeeze
from rules.core.command import Start
from rules.core.ids import FightId, Place
from rules.core.refusal import Refusal
from rules.core.ruleset import Setup
from rules.core.values import replace
from rules.referee import Past
from rules.store.memory import MemoryStore
from rules.store.protocol import Record, Step
from rules.verifying import ExportedStep, Unreadable, Unsound, Verified
from tests.referee.conftest import KeptRoom
from tests.referee.room import ANA, ANAS, GM, HANK, HANKS, SALOON, Room, refusal_of
from tests.toy import TOY
from tests.toy_upgraded import TOY_UPGRADED
from tests.toy_values import Ask

UPGRADED = {TOY_UPGRADED.id: TOY_UPGRADED}
OLDER = 8  # steps of `older`


@pytest.fixture
async def older(kept: KeptRoom) -> KeptRoom:
    """Dealt (4), stakes set (5), rolled (6), a card played with a note (7), and that taken back (8)."""
    await kept.act(GM, Wish(kind="amend", fields={"what": "stakes", "value": "all"}))
    await kept.roll()
    card = (await kept.hand(HANK, HANKS))[0]
    await kept.act(HANK, Wish(kind="play", fields={"actor": HANKS, "card": card, "note": "bang"}))
    await kept.undo()
    return kept


@pytest.fixture
async def upgraded(older: KeptRoom) -> KeptRoom:
    """The same fight, in a process of the newer version."""
    await upgrade(older)
    return older


async def upgrade(room: KeptRoom) -> None:
    room.rulesets = (TOY_UPGRADED,)
    await room.begin_anew()


async def roll(room: Room) -> None:
    await room.act(ANA, Wish(kind="roll", fields={"actor": ANAS}))


async def stored(room: Room, fight: FightId | None = None) -> tuple[object, object]:
    record = await (room.store.load(fight) if fight else room.store.current(room.place))
    assert record is not None
    return record, await room.log(record.fight)


# ---- going on


async def test_an_older_fight_stands_as_it_did(older: KeptRoom) -> None:
    hands, score = await older.hands(), await older.score()
    await upgrade(older)
    assert (await older.hands(), await older.score()) == (hands, score)
    assert (await older.show(GM)).view.notes == ("stakes: all", "weather: dry")


async def test_to_look_at_an_older_fight_changes_nothing_stored(upgraded: KeptRoom) -> None:
    before = await stored(upgraded)
    await upgraded.show(ANA)
    await upgraded.referee.history(SALOON, ANA)
    await upgraded.referee.verify(SALOON)
    assert await stored(upgraded) == before


async def test_the_next_act_writes_the_present_schema(upgraded: KeptRoom) -> None:
    await roll(upgraded)
    record = await upgraded.store.current(SALOON)
    assert record is not None
    assert record.schema == 2
    assert [step.schema for step in await upgraded.log()] == [1] * OLDER + [2]
    events = msgspec.json.decode((await upgraded.log())[-1].events)
    assert events[0].keys() >= {"eyes", "loaded"}


async def test_a_fight_goes_on_after_each_restart(upgraded: KeptRoom) -> None:
    await roll(upgraded)
    score = await upgraded.score()
    await upgraded.begin_anew()
    assert await upgraded.score() == score
    await roll(upgraded)
    assert await upgraded.seq() == OLDER + 2


async def test_undo_goes_back_behind_the_upgrade_step_by_step(kept: KeptRoom) -> None:
    """What was played before the upgrade is dealt anew all the same."""
    hands, scores = await kept.hands(), [await kept.score()]
    await kept.play_first(ANA, ANAS)
    scores.append(await kept.score())
    await kept.roll()
    scores.append(await kept.score())
    await upgrade(kept)
    await roll(kept)
    for score in reversed(scores):
        await kept.undo()
        assert await kept.score() == score
    now = await kept.hands()
    assert now[HANKS] == hands[HANKS]
    assert hands[ANAS][0] not in now[ANAS]
    assert hands[ANAS][1] in now[ANAS]
    assert await kept.referee.verify(SALOON) == Verified(4, 6)


async def test_undo_finds_older_states_that_are_kept_nowhere_whole(older: KeptRoom) -> None:
    """Step 6 is folded from the keyframe of step 1; the undo of step 8 has one of its own."""
    await upgrade(older)
    await older.undo()
    assert await older.score() == 0
    assert (await older.show(GM)).view.notes == ("stakes: all", "weather: dry")


async def test_the_history_of_before_the_upgrade_is_told_as_before(older: KeptRoom) -> None:
    async def told() -> dict[object, tuple[Past, ...]]:
        return {user: await older.referee.history(SALOON, user, limit=OLDER) for user in (None, ANA, HANK, GM)}

    before = await told()
    await upgrade(older)
    assert await told() == before
    score = await older.score()
    await roll(older)
    (latest, *others) = await older.referee.history(SALOON, ANA, limit=OLDER + 1)
    assert latest.lines == (f"Ana rolls {await older.score() - score}.",)
    assert tuple(others) == before[ANA]


async def test_a_question_asked_before_the_upgrade_is_answered_after_it(older: KeptRoom) -> None:
    await older.act(ANA, Ask(actor=ANAS, whom=HANKS))
    await upgrade(older)
    (asked,) = await older.asked(HANK)
    await older.answer(HANK, asked.id, "run")
    assert await older.asked() == ()


async def test_a_ruling_not_told_before_the_upgrade_is_told_when_asked_again(older: KeptRoom) -> None:
    """Though the same command is encoded otherwise now."""
    fields = {"actor": ANAS, "card": (await older.hand(ANA, ANAS))[0]}
    first = await older.act(ANA, Wish(kind="play", fields={**fields, "note": "bang"}), told=False)
    await upgrade(older)
    again = await older.act(ANA, Wish(kind="play", fields={**fields, "remark": "bang"}))
    assert (again.seq, again.lines, again.is_repeat) == (first.seq, first.lines, True)


async def test_an_undo_not_told_before_the_upgrade_is_told_when_asked_again(older: KeptRoom) -> None:
    first = await older.undo(told=False)
    await upgrade(older)
    again = await older.undo()
    assert (again.seq, again.is_repeat) == (first.seq, True)


async def test_a_command_that_waits_for_a_draw_is_decided_after_the_upgrade() -> None:
    room = KeptRoom(MemoryStore(), draws="typed")
    await room.begin()
    await room.join(ANA, "Ana")
    await room.act(GM, Start())
    await room.type_in(GM, "#010")
    await room.type_in(GM, "#020")
    await room.act(ANA, Wish(kind="play", fields={"actor": ANAS, "card": "#010", "note": "bang"}))
    await upgrade(room)
    await room.type_in(ANA, "#030")
    assert await room.hand(ANA, ANAS) == ["#020", "#030"]
    assert await room.referee.verify(SALOON) == Verified(1, 6)
    await room.undo()
    await room.type_in(ANA, "#040")
    assert await room.hand(ANA, ANAS) == ["#020", "#040"]
    assert await room.referee.verify(SALOON) == Verified(3, 6)


# ---- proving it


async def test_an_older_log_is_folded_but_not_compared(upgraded: KeptRoom) -> None:
    assert await upgraded.referee.verify(SALOON) == Verified(0, OLDER)


async def test_a_log_is_compared_from_the_first_step_of_the_present_schema_on(upgraded: KeptRoom) -> None:
    await roll(upgraded)
    await upgraded.undo()
    await upgraded.undo()
    await roll(upgraded)
    assert await upgraded.referee.verify(SALOON) == Verified(4, OLDER)


async def test_verify_prints_how_much_is_proved(
    upgraded: KeptRoom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    await roll(upgraded)
    file = tmp_path / "dusk.json"
    file.write_bytes(encode(await upgraded.referee.export(SALOON)))
    monkeypatch.setattr(program, "RULESETS", (TOY_UPGRADED,))
    assert program.main(["verify", str(file)]) == 0
    printed = capsys.readouterr().out
    assert "sound; 1 steps" in printed
    assert "; 8 of an older version" in printed
    monkeypatch.setattr(program, "RULESETS", (TOY,))
    assert program.main(["verify", str(file)]) == 1
    printed = capsys.readouterr().err
    assert "cannot be verified" in printed
    assert "newer version" in printed


async def test_an_export_made_before_there_were_schemas_is_of_the_first(older: KeptRoom) -> None:
    export = msgspec.json.decode(encode(await older.referee.export(SALOON)))
    del export["schema"]
    for step in export["steps"]:
        del step["schema"]
    file = msgspec.json.encode(export)
    assert verifying.verify(verifying.read(file), {TOY.id: TOY}) == Verified(OLDER)
    assert verifying.verify(verifying.read(file), UPGRADED) == Verified(0, OLDER)


def other_face(step: ExportedStep) -> ExportedStep:
    events = msgspec.json.decode(step.events)
    assert "face" in events[0]
    events[0]["face"] = events[0]["face"] % 6 + 1
    return changed(step, events=msgspec.Raw(msgspec.json.encode(events)))


def changed(step: ExportedStep, **fields: Any) -> ExportedStep:  # Any: whatever the fields are
    return msgspec.structs.replace(step, **fields)


@pytest.mark.parametrize(
    ("seq", "how", "saying"),
    [
        pytest.param(6, other_face, "step 9: folding gives another state", id="another event of before"),
        pytest.param(6, lambda step: changed(step, ply=9), "step 6: does not follow", id="another ply"),
        pytest.param(6, lambda step: changed(step, before=3), "step 6: does not follow", id="another step before"),
        pytest.param(6, lambda step: changed(step, seq=7), "step 6 is missing", id="another number"),
        pytest.param(6, lambda step: changed(step, events=msgspec.Raw(b"[{}]")), "unreadable", id="no event"),
        pytest.param(6, lambda step: changed(step, schema=0), "older version than the step", id="no such schema"),
        pytest.param(10, lambda step: changed(step, schema=1), "older version than the step", id="older after newer"),
        pytest.param(9, lambda step: changed(step, digest="00" * 16), "step 9: folding", id="another fingerprint"),
    ],
)
async def test_a_log_changed_before_or_after_the_upgrade_is_unsound(
    upgraded: KeptRoom, seq: int, how: Callable[[ExportedStep], ExportedStep], saying: str
) -> None:
    await roll(upgraded)
    await roll(upgraded)
    exported = await upgraded.referee.export(SALOON)
    steps = tuple(how(step) if step.seq == seq else step for step in exported.steps)
    with pytest.raises(Unsound, match=saying):
        verifying.verify(msgspec.structs.replace(exported, steps=steps), UPGRADED)


async def test_an_older_log_that_does_not_lead_to_the_fight_as_stored_is_unsound(upgraded: KeptRoom) -> None:
    exported = await upgraded.referee.export(SALOON)
    steps = tuple(other_face(step) if step.seq == 6 else step for step in exported.steps)
    with pytest.raises(Unsound, match="stored state"):
        verifying.verify(msgspec.structs.replace(exported, steps=steps), UPGRADED)


# ---- what is refused


ATTEMPTS = {
    "show": lambda room, fight: room.referee.show(fight, ANA),
    "show the channel's": lambda room, _: room.show(ANA),
    "options": lambda room, fight: room.referee.options(fight, ANA, ANAS),
    "act": lambda room, _: room.roll(),
    "join": lambda room, _: room.join(ANA),
    "undo": lambda room, _: room.undo(),
    "go on": lambda room, _: room.go_on(),
    "end": lambda room, _: room.end(),
    "begin another": lambda room, _: room.begin(),
    "history": lambda room, fight: room.referee.history(fight, ANA),
    "missed": lambda room, fight: room.referee.missed(fight, ANA),
}


@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS)
async def test_a_fight_written_by_a_newer_version_is_refused_and_left_alone(
    upgraded: KeptRoom,
    attempt: Callable[[Room, FightId], Any],  # Any: each answers otherwise
) -> None:
    await roll(upgraded)
    fight, before = (await upgraded.show()).id, await stored(upgraded)
    upgraded.rulesets = (TOY,)
    await upgraded.begin_anew()
    assert await refusal_of(attempt(upgraded, fight)) == "NEWER_PROGRAM"
    assert await stored(upgraded) == before
    upgraded.rulesets = ()  # a version that has never heard of this system
    await upgraded.begin_anew()
    assert await refusal_of(attempt(upgraded, fight)) in ("NEWER_PROGRAM", "UNKNOWN_RULESET")
    assert await stored(upgraded) == before


async def test_a_fight_written_by_a_newer_version_can_be_exported_but_not_verified(upgraded: KeptRoom) -> None:
    await roll(upgraded)
    exported = await upgraded.referee.export(SALOON)
    upgraded.rulesets = (TOY,)
    await upgraded.begin_anew()
    assert await upgraded.referee.export(SALOON) == exported
    with pytest.raises(Unreadable, match="newer version"):
        await upgraded.referee.verify(SALOON)


async def test_the_refusals_say_in_words_what_is_the_matter_and_what_can_be_done(upgraded: KeptRoom) -> None:
    await roll(upgraded)
    upgraded.rulesets = (TOY,)
    await upgraded.begin_anew()
    words = await upgraded.referee.refusal_words(Refusal(code="NEWER_PROGRAM"), SALOON, ANA)
    assert "newer version of the program" in words
    assert "another channel" in words


class DamagedStore(MemoryStore):
    """A store in memory whose bytes can be made others than were stored."""

    spoils_record: Callable[[Record], Record] = staticmethod(lambda record: record)
    spoils_step: Callable[[Step], Step] = staticmethod(lambda step: step)

    async def load(self, fight: FightId) -> Record | None:
        found = await super().load(fight)
        return found and self.spoils_record(found)

    async def keyframe(self, fight: FightId, at: int) -> Step | None:
        found = await super().keyframe(fight, at)
        return found and self.spoils_step(found)


def without_state(record: Record) -> Record:
    fight = msgspec.json.decode(record.raw)
    del fight["state"]
    return replace(record, raw=msgspec.json.encode(fight))


@pytest.mark.parametrize(
    "spoil", [lambda record: replace(record, raw=b"junk"), lambda record: replace(record, schema=0), without_state]
)
@pytest.mark.parametrize("rulesets", [(TOY,), (TOY_UPGRADED,)], ids=["present", "older"])
async def test_a_fight_that_cannot_be_read_is_refused_and_left_alone(
    spoil: Callable[[Record], Record],
    rulesets: tuple[Any, ...],  # Any: each system has its own state
) -> None:
    store = DamagedStore()
    room = await Room(store).seated()
    fight = (await room.show()).id
    before = await stored(room)
    store.spoils_record = spoil
    room.rulesets = rulesets
    room.restart()
    for attempt in (room.show(), room.roll(), room.undo(), room.end(), room.begin()):
        assert await refusal_of(attempt) == "BROKEN_RECORD"
    with pytest.raises(Unsound):
        await room.referee.verify(fight)
    del store.spoils_record
    assert await stored(room) == before


@pytest.mark.parametrize("keyframe", [b"junk", squeeze(b"junk"), squeeze(b"{}")])
async def test_an_undo_to_what_cannot_be_read_is_refused_and_the_fight_goes_on(keyframe: bytes) -> None:
    store = DamagedStore()
    room = await Room(store).seated()
    store.spoils_step = lambda step: replace(step, keyframe=keyframe)
    assert await refusal_of(room.undo()) == "BROKEN_RECORD"
    await room.roll()
    assert await room.seq() == 5


async def test_another_channel_is_free_while_one_fight_cannot_be_read(upgraded: KeptRoom) -> None:
    await roll(upgraded)
    upgraded.rulesets = (TOY,)
    await upgraded.begin_anew()
    elsewhere = Place(guild=1, channel=9)
    begun = await upgraded.referee.begin(elsewhere, GM, "toy", title="", setup=Setup(), source="elsewhere")
    assert begun.seq == 1
