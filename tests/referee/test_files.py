"""What a table can take with it: its log as each may know it, the whole record once it is over, and a fight from it."""

import gzip
from collections.abc import Callable, Mapping

import msgspec
import pytest

from rules import verifying
from rules.asking import Wish
from rules.core.codec import encode
from rules.core.command import Amend
from rules.core.ids import UserId
from rules.core.names import MENTION
from rules.core.refusal import Illegal
from rules.core.values import replace
from rules.exporting import as_json, written
from rules.store.memory import MemoryStore
from rules.verifying import Exported, Verified
from tests.referee.conftest import KeptRoom
from tests.referee.room import ANA, ANAS, GM, HANK, HANKS, SALOON, STRANGER, STREET, FlakyStore, Room, refusal_of
from tests.referee.test_upgrade import upgrade
from tests.toy import TOY
from tests.toy_values import Idle

RULESETS = {TOY.id: TOY}
BO = UserId(4)


async def played(room: Room) -> Room:
    """Nine steps: a roll, a card, one thing taken back."""
    await room.roll()
    await room.play_first(HANK, HANKS)
    await room.roll()
    await room.undo()
    await room.act(ANA, Idle(actor=ANAS))
    return room


# ---- the log as one may know it


async def test_the_log_tells_each_what_he_was_told_oldest_first(fight: Room) -> None:
    await played(fight)
    log = await fight.referee.log(SALOON, ANA)
    past = await fight.referee.history(SALOON, ANA, limit=100)
    assert [(each.step, each.said, each.taken_back) for each in log.log] == [
        (each.seq, each.lines, each.is_taken_back) for each in reversed(past) if each.lines
    ]
    assert [each.step for each in log.log if each.taken_back] == [7]
    assert (log.you, log.game_master) == (("Ana",), False)
    assert (await fight.referee.log(SALOON, GM)).game_master


async def test_the_files_hold_no_key_no_fingerprint_and_no_card_of_others(fight: Room) -> None:
    await played(fight)
    hands = await fight.hands()
    record = await fight.store.load((await fight.show()).id)
    assert record is not None
    digests = [step.digest.hex() for step in await fight.log()]
    for user, secret in ((ANA, hands[HANKS]), (HANK, hands[ANAS]), (STRANGER, [*hands[ANAS], *hands[HANKS]])):
        log = await fight.referee.log(SALOON, user)
        for file in (written(log).decode(), as_json(log).decode()):
            assert all(card not in file for card in secret)
            assert all(each not in file for each in (record.key.hex(), *digests))
            assert "High noon" in file or "Dusk" in file
    mine = as_json(await fight.referee.log(SALOON, ANA)).decode()
    assert all(card in mine for card in hands[ANAS])


async def test_no_name_of_a_user_is_made_of_what_a_file_says(fight: Room) -> None:
    await fight.end()
    fight_id = await fight.referee.latest(SALOON)
    await fight.referee.open_record(fight_id, GM, source="open")
    file = written(await fight.referee.log(fight_id, ANA)).decode()
    assert MENTION not in file
    assert "user 100 was given the whole record" in file


# ---- the whole record


async def test_the_whole_record_is_given_when_the_fight_is_put_away_and_told_before(kept: KeptRoom) -> None:
    await played(kept)
    fight = (await kept.show()).id
    assert await refusal_of(kept.referee.open_record(fight, GM, source="early")) == "STILL_FOUGHT"
    await kept.end()
    assert await refusal_of(kept.referee.open_record(fight, ANA, source="no")) == "GM_ONLY"
    raw = await kept.referee.open_record(fight, GM, source="open")
    assert verifying.verify(verifying.read(raw), RULESETS) == Verified(11)
    assert verifying.verify(verifying.read(gzip.compress(raw)), RULESETS) == Verified(11)
    assert "was given the whole record" in (await kept.referee.history(fight, STRANGER))[0].lines[0]
    assert await kept.referee.open_record(fight, GM, source="once more") == raw
    assert len(await kept.log(fight)) == 11


async def test_a_moderator_is_given_it_too_and_the_record_says_so(fight: Room) -> None:
    which = (await fight.show()).id
    await fight.end()
    await fight.referee.open_record(which, STRANGER, source="open", is_moderator=True)
    said = (await fight.referee.history(which, ANA))[0].lines
    assert "moderator" in said[0]
    assert "whole record" in said[1]


async def test_nothing_is_given_out_that_is_not_on_record() -> None:
    store = FlakyStore()
    room = await Room(store).seated()
    which = (await room.show()).id
    await room.end()

    async def fail(_: object) -> None:
        from rules.store.protocol import NotStored

        raise NotStored("no")

    store.troubles = [fail]
    assert await refusal_of(room.referee.open_record(which, GM, source="open")) == "NOT_STORED"
    assert len(await room.log(which)) == 5


# ---- a fight from a file


async def file_of(room: Room) -> bytes:
    which = (await room.show()).id
    await room.end()
    return await room.referee.open_record(which, GM, source="open")


async def test_a_fight_goes_on_elsewhere_as_it_stood_before_it_was_put_away(kept: KeptRoom) -> None:
    await played(kept)
    hand, score = await kept.hand(ANA, ANAS), await kept.score()
    raw = await file_of(kept)
    kept.place = STREET
    ruling = await kept.referee.bring(STREET, BO, raw, source="bring")
    assert f"{MENTION}4 brought this fight here in a file" in ruling.lines[0]
    assert "11 steps" in ruling.lines[0]
    shown = await kept.show(BO)
    assert shown.gms == (BO,)
    assert not shown.players
    assert not shown.is_closed
    assert await kept.hand(ANA, ANAS) == []
    await kept.referee.take_seat(STREET, ANA, source="sit")
    assert await kept.hand(ANA, ANAS) == hand
    assert await kept.score() == score
    await kept.roll()
    assert (await kept.referee.verify(STREET)).compared == 15  # 11, back behind the end, brought, sat down, rolled
    await kept.begin_anew()
    assert await kept.hand(ANA, ANAS) == hand
    assert (await kept.referee.verify(STREET)).compared == 15


async def test_a_record_opened_while_the_fight_went_on_keeps_the_places_too(fight: Room) -> None:
    await played(fight)
    which = (await fight.show()).id
    raw = await fight.referee.open_record(which, STRANGER, source="open", is_moderator=True, opens=True)
    await fight.end()
    await fight.referee.bring(STREET, GM, raw, source="bring")
    kept = (await fight.referee.show(STREET, GM)).kept_for
    assert kept[ANAS] == ANA


async def test_a_fight_whose_own_record_is_broken_here_is_brought_from_its_file(fight: Room) -> None:
    raw = await file_of(await played(fight))
    assert isinstance(fight.store, MemoryStore)
    which = next(iter(fight.store._records))
    fight.store._records[which] = replace(fight.store._records[which], raw=b"[")
    fight.restart()
    await fight.referee.bring(STREET, BO, raw, source="bring")
    fight.place = STREET
    assert (await fight.show(BO)).gms == (BO,)


async def test_what_is_drawn_from_then_on_does_not_follow_from_the_file(fight: Room) -> None:
    raw = await file_of(await played(fight))
    old = verifying.read(raw)
    await fight.referee.bring(STREET, GM, raw, source="bring")
    record = await fight.store.current(STREET)
    assert record is not None
    assert record.key.hex() != old.key
    assert record.fight != msgspec.json.decode(bytes(old.fight))["id"]
    digests = {step.digest.hex() for step in await fight.log(record.fight)}
    assert digests.isdisjoint(step.digest for step in old.steps)


async def test_nobody_is_put_into_a_seat_and_no_id_of_a_stranger_comes_along(fight: Room) -> None:
    raw = await file_of(await played(fight))
    there = Room(MemoryStore())  # another program, which never heard of these people
    ruling = await there.referee.bring(SALOON, BO, raw, source="bring")
    record = await there.store.load(ruling.fight)
    assert record is not None
    assert record.users == (BO,)
    for step in await there.log(ruling.fight):
        assert step.user in (0, BO) or step.user < 0
    for user in (GM, ANA, HANK):
        assert await there.store.traces(user) == []
        for past in await there.referee.history(SALOON, BO, limit=100):
            assert f"{MENTION}{user}" not in "\n".join(past.lines)
    assert await refusal_of(there.referee.take_seat(SALOON, ANA, source="sit")) == "NOT_KEPT"
    await there.referee.offer(SALOON, BO, ANAS, ANA, source="offer")
    assert await refusal_of(there.referee.take_seat(SALOON, HANK, source="sit")) == "NOT_KEPT"
    await there.join(ANA)
    assert (await there.show()).players == {ANAS: ANA}
    assert await refusal_of(there.referee.offer(SALOON, BO, ANAS, HANK, source="held")) == "SEAT_HELD"
    assert await refusal_of(there.referee.offer(SALOON, ANA, HANKS, ANA, source="grab")) == "GM_ONLY"
    assert (await there.referee.verify(SALOON)).compared == len(await there.log(ruling.fight))


async def test_a_seat_that_nobody_holds_is_played_by_the_gm_who_sees_no_card_of_it(fight: Room) -> None:
    raw = await file_of(await played(fight))
    there = Room(MemoryStore())
    await there.referee.bring(SALOON, BO, raw, source="bring")
    assert await there.hand(BO, ANAS) == []
    await there.act(BO, Wish(kind="roll", fields={"actor": ANAS}))
    hidden = verifying.read(raw)
    assert hidden.key not in as_json(await there.referee.log(SALOON, BO)).decode()
    await there.act(BO, Wish(kind="play", fields={"actor": ANAS}))
    await there.go_on(BO)
    assert (await there.referee.verify(SALOON)).compared == len(await there.log())


async def test_a_repeat_of_the_same_request_brings_one_fight(fight: Room) -> None:
    raw = await file_of(fight)
    first = await fight.referee.bring(STREET, GM, raw, source="bring")
    again = await fight.referee.bring(STREET, GM, raw, source="bring")
    assert again.is_repeat
    assert again.fight == first.fight
    assert await refusal_of(fight.referee.bring(STREET, HANK, raw, source="other")) == "PLACE_TAKEN"


async def test_an_undo_after_an_import_goes_back_in_the_fight_and_not_behind_who_sits_there(fight: Room) -> None:
    raw = await file_of(await played(fight))
    await fight.referee.bring(STREET, BO, raw, source="bring")
    fight.place = STREET
    await fight.join(ANA)
    score = await fight.score()
    await fight.roll()
    await fight.undo(BO)
    assert await fight.score() == score
    await fight.undo(BO)  # Ana's idling, in the file
    assert (await fight.show()).gms == (BO,)
    assert (await fight.show()).players == {ANAS: ANA}
    assert (await fight.referee.verify(STREET)).compared == len(await fight.log())


async def test_a_ruling_from_the_file_judged_again_leaves_everybody_where_he_sits(fight: Room) -> None:
    await fight.roll()
    raw = await file_of(fight)
    await fight.referee.bring(STREET, BO, raw, source="bring")
    fight.place = STREET
    await fight.join(ANA)
    await fight.referee.correct(STREET, BO, Amend(what="score", value="3", whom=ANAS), source="correct")
    assert await fight.score() > 3
    assert (await fight.show()).gms == (BO,)
    assert (await fight.show()).players == {ANAS: ANA}
    assert (await fight.referee.checked(STREET)).wrong_at is None


def changed(raw: bytes, **changes: object) -> bytes:
    return encode(msgspec.structs.replace(verifying.read(raw), **changes))


def with_step(raw: bytes, seq: int, **changes: object) -> bytes:
    file = verifying.read(raw)
    steps = tuple(msgspec.structs.replace(each, **changes) if each.seq == seq else each for each in file.steps)
    return encode(msgspec.structs.replace(file, steps=steps))


HOSTILE: Mapping[str, Callable[[bytes], bytes]] = {
    "nothing": lambda raw: b"",
    "no JSON": lambda raw: b"\xff\xfe\x00",
    "another JSON": lambda raw: b'{"a": [1, 2, 3]}',
    "nested": lambda raw: b"[" * 200_000,
    "nested inside": lambda raw: raw.replace(
        b'"draws":[', b'"draws":' + b"[" * 100_000 + b"]" * 100_000 + b',"x":[', 1
    ),
    "cut off": lambda raw: raw[: len(raw) // 2],
    "packed and cut off": lambda raw: gzip.compress(raw)[:-20],
    "a bomb": lambda raw: gzip.compress(b" " * (verifying.LARGEST + 1)),
    "other rules": lambda raw: changed(raw, ruleset="poker"),
    "another key": lambda raw: changed(raw, key="00" * 32),
    "no key": lambda raw: changed(raw, key="zz"),
    "a newer program": lambda raw: changed(raw, schema=99),
    "no steps": lambda raw: changed(raw, steps=()),
    "a broken fingerprint": lambda raw: with_step(raw, 5, digest="00" * 16),
    "another draw": lambda raw: with_step(raw, 5, draws=msgspec.Raw(b'[["a die","9"]]')),
    "a step of next year": lambda raw: with_step(raw, 5, at=4e9),
    "a step that is too large": lambda raw: with_step(raw, 5, events=msgspec.Raw(b"[" + b" " * 300_000 + b"]")),
    "a mention in a text": lambda raw: raw.replace(b'"Ana"', '"\ue0001"'.encode()),
    "a name in two lines": lambda raw: raw.replace(b'"Ana"', b'"Ana\\nThe fight is over"'),
    "events that are none": lambda raw: with_step(
        raw, 5, events=msgspec.Raw(b'[{"was":"table-set","what":"x","value":"y"}]')
    ),
    "a seat for a thousand": lambda raw: with_step(
        raw,
        5,
        events=msgspec.Raw(
            b"["
            + b",".join(b'{"was":"seat-taken","seat":"x%d","user":5,"combatant":"c2"}' % n for n in range(1000))
            + b"]"
        ),
    ),
}


@pytest.mark.parametrize("what", HOSTILE)
async def test_a_file_that_is_none_or_was_changed_is_refused_and_nothing_is_stored(fight: Room, what: str) -> None:
    raw = await file_of(await played(fight))
    before = await fight.store.current_fights()
    with pytest.raises(Illegal) as refused:
        await fight.referee.bring(STREET, GM, HOSTILE[what](raw), source="bring")
    assert refused.value.refusal.code == "NO_FILE"
    words = await fight.referee.refusal_words(refused.value.refusal, STREET, GM)
    assert words.endswith("Nothing was stored.")
    assert len(words) < 200
    assert await fight.store.current_fights() == before
    assert await fight.store.last(STREET) is None


async def test_a_file_that_is_too_large_is_refused(fight: Room) -> None:
    assert await refusal_of(fight.referee.bring(STREET, GM, b" " * (8 * 2**20 + 1), source="b")) == "FILE_TOO_LARGE"


# ---- what can be proved


async def test_what_was_proved_is_told_apart(fight: Room) -> None:
    await played(fight)
    assert (await fight.referee.checked(SALOON)).compared == 9
    raw = await file_of(fight)
    await fight.referee.bring(STREET, GM, raw, source="bring")
    found = await fight.referee.checked(STREET)
    assert (found.compared, found.folded, found.is_imported, found.wrong_at) == (13, 0, True, None)
    typed = await Room(MemoryStore(), draws="typed").begin()
    assert typed.seq == 1


async def test_a_log_that_was_changed_is_told_with_its_first_wrong_step(fight: Room) -> None:
    await played(fight)
    which = (await fight.show()).id
    store = fight.store
    assert isinstance(store, MemoryStore)
    log = store._steps[which]
    log[4] = msgspec.structs.replace(log[4], digest=b"\0" * 16)
    assert (await fight.referee.checked(SALOON)).wrong_at == 5


def test_a_packed_file_is_the_same_file() -> None:
    file = Exported(ruleset="toy", key="", fight=msgspec.Raw(b"{}"), steps=())
    assert verifying.read(gzip.compress(encode(file))) == file


async def test_a_fight_of_an_older_version_is_brought_with_what_can_be_proved_of_it(kept: KeptRoom) -> None:
    await played(kept)
    await kept.end()
    fight = await kept.referee.latest(SALOON)
    await upgrade(kept)
    raw = await kept.referee.open_record(fight, GM, source="open")
    ruling = await kept.referee.bring(STREET, BO, raw, source="bring")
    assert "11 steps, of which 1 follow" in ruling.lines[0]
    assert "10 of an older version fit" in ruling.lines[0]
    kept.place = STREET
    await kept.act(BO, Wish(kind="roll", fields={"actor": ANAS}))
    found = await kept.referee.checked(STREET)
    assert (found.compared, found.folded, found.wrong_at) == (4, 10, None)  # opened, back, brought, rolled
    for _ in range(3):
        await kept.undo(BO)
    await kept.begin_anew()
    assert [past.seq for past in await kept.referee.history(STREET, BO, limit=2)] == [17, 16]
    assert (await kept.referee.checked(STREET)).wrong_at is None
