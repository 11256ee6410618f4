"""What every store promises: the questions are asked of each one by `test_store`."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import pytest

from rules.core.ids import FightId, Place, UserId
from rules.core.values import replace
from rules.store.protocol import (
    Conflict,
    Entry,
    Message,
    NotStored,
    PlaceTaken,
    Record,
    Saved,
    Step,
    Store,
    Surface,
    Undo,
)

BeforeCommit: TypeAlias = Callable[[], Awaitable[None]]
Build: TypeAlias = Callable[[BeforeCommit | None], Store]
OpenStore: TypeAlias = Callable[[BeforeCommit | None], Awaitable[Store]]

ANA = UserId(1_100_000_000_000_000_001)
HANK = UserId(1_100_000_000_000_000_002)
SALOON = Place(guild=900_000_000_000_000_001, channel=900_000_000_000_000_002)
STREET = Place(guild=900_000_000_000_000_001, channel=900_000_000_000_000_003)
NOON = 1_700_000_000.5


def entry(
    fight: str = "dusk",
    seq: int = 1,
    *,
    place: Place = SALOON,
    user: UserId = ANA,
    users: tuple[UserId, ...] = (HANK, ANA),
    source: str | None = None,
    expect: str = "",
    is_current: bool = True,
    schema: int = 1,
    keyframe: bytes | None = None,
    back_to: int | None = None,
    tell: Sequence[Message] = (),
) -> Entry:
    """A step and the snapshot after it; whoever wants other bytes than these does not want a contract."""
    return Entry(
        record=Record(
            fight=FightId(fight),
            place=place,
            ruleset="texarkana",
            schema=schema,
            seq=seq,
            is_current=is_current,
            key=b"key of " + fight.encode(),
            users=users,
            raw=b"\x00\xffafter %d" % seq,
        ),
        step=Step(
            fight=FightId(fight),
            seq=seq,
            ply=seq,
            before=seq - 1,
            schema=schema,
            at=NOON + seq,
            user=user,
            source=f"discord:{fight}:{seq}" if source is None else source,
            expect=expect,
            command=b"command",
            draws=b"",
            events=b"events",
            digest=b"digest",
            keyframe=keyframe,
            back_to=back_to,
        ),
        messages=tuple(tell),
    )


def line(text: str, *, fight: str = "dusk", seq: int = 1) -> Message:
    return Message(fight=FightId(fight), seq=seq, kind="line", text=text)


DUSK = FightId("dusk")


class Gate:
    """A COMMIT that waits until the test opens the gate."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self.opened = asyncio.Event()
        self.opened.set()

    def shut(self) -> None:
        self.reached.clear()
        self.opened.clear()

    async def __call__(self) -> None:
        self.reached.set()
        await self.opened.wait()


class FailingCommit:
    """A COMMIT that fails while `is_failing`."""

    def __init__(self) -> None:
        self.is_failing = False

    async def __call__(self) -> None:
        if self.is_failing:
            raise OSError("the disk is gone")


class StoreContract:
    """Subclasses give the fixture `build`; `open_store` closes what it opened."""

    @pytest.fixture
    async def store(self, open_store: OpenStore) -> Store:
        return await open_store(None)

    # A fight and its snapshot

    async def test_a_fight_that_was_begun_is_loaded_as_it_was(self, store: Store) -> None:
        await store.begin(entry(users=(HANK, ANA)))
        assert await store.load(DUSK) == Record(
            fight=DUSK,
            place=SALOON,
            ruleset="texarkana",
            schema=1,
            seq=1,
            is_current=True,
            key=b"key of dusk",
            users=(HANK, ANA),
            raw=b"\x00\xffafter 1",
        )

    async def test_a_fight_that_was_begun_is_current_in_its_channel(self, store: Store) -> None:
        await store.begin(entry())
        current = await store.current(SALOON)
        assert current is not None
        assert current.fight == "dusk"

    async def test_an_unknown_fight_is_none(self, store: Store) -> None:
        assert await store.load(DUSK) is None
        assert await store.current(SALOON) is None

    async def test_the_last_fight_of_a_channel_is_found_when_it_is_put_away_too(self, store: Store) -> None:
        assert await store.last(SALOON) is None
        await store.begin(entry("dusk", place=SALOON))
        await store.append(entry("dusk", 2, place=SALOON, is_current=False))
        last = await store.last(SALOON)
        assert last is not None
        assert (last.fight, last.seq) == ("dusk", 2)
        later = entry("dawn", place=SALOON)
        await store.begin(replace(later, step=replace(later.step, at=NOON + 5)))
        last = await store.last(SALOON)
        assert last is not None
        assert last.fight == "dawn"
        before = await store.last(SALOON, skip=1)
        assert before is not None
        assert before.fight == "dusk"
        assert await store.last(SALOON, skip=2) is None
        assert await store.last(STREET) is None

    async def test_a_channel_holds_one_current_fight(self, store: Store) -> None:
        await store.begin(entry("dusk"))
        with pytest.raises(PlaceTaken):
            await store.begin(entry("dawn"))
        assert await store.load(FightId("dawn")) is None

    async def test_the_same_channel_number_in_another_guild_is_another_place(self, store: Store) -> None:
        await store.begin(entry("dusk"))
        await store.begin(entry("dawn", place=replace(SALOON, guild=7)))
        assert set(await store.current_fights()) == {"dusk", "dawn"}

    async def test_a_channel_is_free_again_when_its_fight_has_ended(self, store: Store) -> None:
        await store.begin(entry("dusk"))
        await store.append(entry("dusk", 2, is_current=False))
        await store.begin(entry("dawn"))
        current = await store.current(SALOON)
        assert current is not None
        assert current.fight == "dawn"

    async def test_an_ended_fight_cannot_come_back_to_a_channel_that_was_taken(self, store: Store) -> None:
        await store.begin(entry("dusk"))
        await store.append(entry("dusk", 2, is_current=False))
        await store.begin(entry("dawn"))
        with pytest.raises(PlaceTaken):
            await store.append(entry("dusk", 3))
        ended = await store.load(DUSK)
        assert ended is not None
        assert ended.seq == 2

    async def test_a_fight_is_begun_only_once(self, store: Store) -> None:
        await store.begin(entry("dusk", place=SALOON))
        with pytest.raises(NotStored):
            await store.begin(entry("dusk", place=STREET))

    # The next step

    async def test_append_moves_the_snapshot_to_the_new_step(self, store: Store) -> None:
        await store.begin(entry())
        await store.append(entry(seq=2))
        moved = await store.load(DUSK)
        assert moved is not None
        assert (moved.seq, moved.raw) == (2, b"\x00\xffafter 2")

    async def test_append_keeps_the_step_as_it_was(self, store: Store) -> None:
        second = entry(seq=2, expect="prompt 4", keyframe=b"frame", back_to=1)
        await store.begin(entry())
        await store.append(second)
        assert await store.steps(DUSK, after=1, limit=10) == [second.step]

    async def test_a_fight_and_each_of_its_steps_keep_the_schema_they_were_written_under(self, store: Store) -> None:
        await store.begin(entry(schema=1))
        await store.append(entry(seq=2, schema=3))
        moved = await store.load(DUSK)
        assert moved is not None
        assert moved.schema == 3
        assert [step.schema for step in await store.steps(DUSK, after=0, limit=10)] == [1, 3]

    @pytest.mark.parametrize("seq", [1, 3])
    async def test_a_step_that_is_not_the_next_one_changes_nothing(self, store: Store, seq: int) -> None:
        await store.begin(entry())
        with pytest.raises(Conflict):
            await store.append(entry(seq=seq, source="another", tell=[line("lost")]))
        await self.require_only_first_step(store)

    async def test_a_source_counts_once_in_a_fight(self, store: Store) -> None:
        await store.begin(entry(source="press 9"))
        with pytest.raises(Conflict):
            await store.append(entry(seq=2, source="press 9", tell=[line("lost")]))
        await self.require_only_first_step(store)

    async def test_a_source_may_come_again_in_another_fight(self, store: Store) -> None:
        await store.begin(entry("dusk", source="timer"))
        await store.begin(entry("dawn", source="timer", place=STREET))
        assert set(await store.current_fights()) == {"dusk", "dawn"}

    async def test_a_step_of_an_unknown_fight_is_a_conflict(self, store: Store) -> None:
        with pytest.raises(Conflict):
            await store.append(entry(seq=2))
        assert await store.steps(DUSK, after=0, limit=10) == []

    async def require_only_first_step(self, store: Store) -> None:
        unmoved = await store.load(DUSK)
        assert unmoved is not None
        assert (unmoved.seq, unmoved.raw) == (1, b"\x00\xffafter 1")
        assert [step.seq for step in await store.steps(DUSK, after=0, limit=10)] == [1]
        assert await store.unsent(limit=10) == []

    # Many at once

    async def test_steps_of_many_fights_at_once_are_all_stored(self, store: Store) -> None:
        places = {f"fight {number}": Place(guild=1, channel=number) for number in range(60)}
        await asyncio.gather(*(store.begin(entry(fight, place=place)) for fight, place in places.items()))
        await asyncio.gather(*(store.append(entry(fight, 2, place=place)) for fight, place in places.items()))
        for fight in places:
            stored = await store.load(FightId(fight))
            assert stored is not None
            assert stored.seq == 2

    async def test_of_two_who_write_the_same_step_exactly_one_wins(self, store: Store) -> None:
        await store.begin(entry())
        rivals = [entry(seq=2, source=f"press {number}") for number in range(8)]
        answers = await asyncio.gather(*map(store.append, rivals), return_exceptions=True)
        winners = [rival for rival, answer in zip(rivals, answers, strict=True) if answer is None]
        assert sorted(map(str, map(type, answers))) == sorted([str(type(None))] + [str(Conflict)] * 7)
        assert await store.steps(DUSK, after=1, limit=10) == [winners[0].step]

    async def test_steps_of_one_fight_that_wait_together_keep_their_order(self, open_store: OpenStore) -> None:
        gate = Gate()
        store = await open_store(gate)
        await store.begin(entry())
        gate.shut()
        waiting = [asyncio.create_task(store.append(entry(seq=seq))) for seq in (2, 3, 4, 5)]
        await gate.reached.wait()
        gate.opened.set()
        await asyncio.gather(*waiting)
        assert [step.seq for step in await store.steps(DUSK, after=0, limit=10)] == [1, 2, 3, 4, 5]

    async def test_a_bad_step_fails_alone(self, open_store: OpenStore) -> None:
        gate = Gate()
        store = await open_store(gate)
        await store.begin(entry("dusk", place=SALOON))
        await store.begin(entry("dawn", place=STREET))
        gate.shut()
        first = asyncio.create_task(store.append(entry("dusk", 2)))
        await gate.reached.wait()  # the rest waits while this one commits
        bad = asyncio.create_task(store.append(entry("dusk", 2, source="late", tell=[line("lost")])))
        good = asyncio.create_task(store.append(entry("dawn", 2, place=STREET, tell=[line("told", fight="dawn")])))
        taken = asyncio.create_task(store.begin(entry("noon", place=STREET)))
        gate.opened.set()
        answers = await asyncio.gather(first, bad, good, taken, return_exceptions=True)
        assert list(map(type, answers)) == [type(None), Conflict, type(None), PlaceTaken]
        assert [message.text for message in await store.unsent(limit=10)] == ["told"]

    async def test_when_the_commit_fails_everybody_hears_it_and_nothing_is_stored(self, open_store: OpenStore) -> None:
        commit = FailingCommit()
        store = await open_store(commit)
        await store.begin(entry("dusk", place=SALOON))
        await store.begin(entry("dawn", place=STREET))
        commit.is_failing = True
        both = (store.append(entry("dusk", 2)), store.append(entry("dawn", 2, place=STREET)))
        answers = await asyncio.gather(*both, return_exceptions=True)
        assert list(map(type, answers)) == [NotStored, NotStored]
        await self.require_only_first_step(store)

    async def test_after_a_failed_commit_the_next_one_succeeds(self, open_store: OpenStore) -> None:
        commit = FailingCommit()
        store = await open_store(commit)
        await store.begin(entry())
        commit.is_failing = True
        with pytest.raises(NotStored):
            await store.append(entry(seq=2))
        commit.is_failing = False
        await store.append(entry(seq=2))
        assert [step.seq for step in await store.steps(DUSK, after=0, limit=10)] == [1, 2]

    async def test_a_caller_who_gives_up_does_not_cancel_the_write(self, open_store: OpenStore) -> None:
        gate = Gate()
        store = await open_store(gate)
        await store.begin(entry())
        gate.shut()
        impatient = asyncio.create_task(store.append(entry(seq=2)))
        await gate.reached.wait()
        impatient.cancel()
        with pytest.raises(asyncio.CancelledError):
            await impatient
        gate.opened.set()
        await store.put_surface(Surface(fight=DUSK, kind="board", user=None, channel=1, message=1))  # comes after it
        assert [step.seq for step in await store.steps(DUSK, after=0, limit=10)] == [1, 2]

    # Finding steps

    async def test_a_step_is_found_by_its_source(self, store: Store) -> None:
        await store.begin(entry(source="press 1"))
        await store.append(entry(seq=2, source="press 2"))
        found = await store.by_source(DUSK, "press 1")
        assert found is not None
        assert found.seq == 1
        assert await store.by_source(DUSK, "press 3") is None
        assert await store.by_source(FightId("dawn"), "press 1") is None

    async def test_an_address_is_found_by_the_latest_step_that_met_it(self, store: Store) -> None:
        await store.begin(entry(expect="prompt 4"))
        await store.append(entry(seq=2, expect="prompt 4"))
        await store.append(entry(seq=3, expect="prompt 5"))
        await store.append(entry(seq=4, expect="prompt 4", user=HANK))
        found = await store.by_expect(DUSK, ANA, "prompt 4")
        assert found is not None
        assert found.seq == 2
        assert await store.by_expect(DUSK, HANK, "prompt 5") is None

    async def test_the_latest_step_of_a_user_is_untold_at_first(self, store: Store) -> None:
        await store.begin(entry(user=ANA))
        await store.append(entry(seq=2, user=ANA))
        await store.append(entry(seq=3, user=HANK))
        assert await store.latest_by(DUSK, ANA) == (entry(seq=2, user=ANA).step, False)

    async def test_a_step_that_was_told_is_told_at_once(self, store: Store) -> None:
        await store.begin(entry())
        await store.append(entry(seq=2))
        await store.told(DUSK, 2)
        assert await store.latest_by(DUSK, ANA) == (entry(seq=2).step, True)

    async def test_to_have_told_an_earlier_step_says_nothing_of_the_latest(self, store: Store) -> None:
        await store.begin(entry())
        await store.append(entry(seq=2))
        await store.told(DUSK, 1)
        assert await store.latest_by(DUSK, ANA) == (entry(seq=2).step, False)

    async def test_somebody_who_did_nothing_has_no_latest_step(self, store: Store) -> None:
        await store.begin(entry(user=ANA))
        assert await store.latest_by(DUSK, HANK) is None

    @pytest.mark.parametrize(
        ("after", "limit", "expected"), [(0, 10, [1, 2, 3, 4, 5]), (2, 10, [3, 4, 5]), (1, 2, [2, 3]), (5, 10, [])]
    )
    async def test_steps_come_oldest_first(self, store: Store, after: int, limit: int, expected: list[int]) -> None:
        await self.five_steps(store)
        assert [step.seq for step in await store.steps(DUSK, after=after, limit=limit)] == expected

    @pytest.mark.parametrize(
        ("before", "limit", "expected"), [(None, 2, [5, 4]), (4, 10, [3, 2, 1]), (4, 1, [3]), (1, 10, [])]
    )
    async def test_the_latest_steps_come_newest_first(
        self, store: Store, before: int | None, limit: int, expected: list[int]
    ) -> None:
        await self.five_steps(store)
        assert [step.seq for step in await store.latest(DUSK, before=before, limit=limit)] == expected

    @pytest.mark.parametrize(("at", "expected"), [(5, 4), (4, 4), (3, 2), (2, 2)])
    async def test_the_keyframe_is_the_latest_one_up_to_a_step(self, store: Store, at: int, expected: int) -> None:
        await self.five_steps(store)
        found = await store.keyframe(DUSK, at)
        assert found is not None
        assert (found.seq, found.keyframe) == (expected, b"frame %d" % expected)

    async def test_before_the_first_keyframe_there_is_none(self, store: Store) -> None:
        await self.five_steps(store)
        assert await store.keyframe(DUSK, 1) is None

    @pytest.mark.parametrize(("after", "expected"), [(0, [(3, 1), (5, 2)]), (3, [(5, 2)]), (5, [])])
    async def test_undos_come_oldest_first(self, store: Store, after: int, expected: list[tuple[int, int]]) -> None:
        await self.five_steps(store)
        undos = [Undo(seq=seq, back_to=back_to) for seq, back_to in expected]
        assert await store.undos(DUSK, after=after) == undos

    async def five_steps(self, store: Store) -> None:
        """Keyframes at 2 and 4, undos at 3 and 5; and another fight that must not show."""
        await store.begin(entry())
        await store.append(entry(seq=2, keyframe=b"frame 2"))
        await store.append(entry(seq=3, back_to=1))
        await store.append(entry(seq=4, keyframe=b"frame 4"))
        await store.append(entry(seq=5, back_to=2))
        await store.begin(entry("dawn", place=STREET, keyframe=b"other", back_to=9))

    # What is to be told

    async def test_what_is_to_be_told_comes_in_the_order_it_was_ruled(self, store: Store) -> None:
        dm = Message(fight=DUSK, seq=2, kind="dm", text="Your hand", user=HANK)
        await store.begin(entry(tell=[line("Bang"), line("Smoke")]))
        await store.append(entry(seq=2, tell=[dm]))
        unsent = await store.unsent(limit=10)
        assert [replace(message, id=0) for message in unsent] == [line("Bang"), line("Smoke"), dm]
        assert [message.text for message in await store.unsent(limit=2)] == ["Bang", "Smoke"]

    async def test_every_message_has_an_id_of_its_own(self, store: Store) -> None:
        await store.begin(entry(tell=[line("Bang"), line("Bang")]))
        first, second = await store.unsent(limit=10)
        assert 0 < first.id < second.id

    async def test_what_was_sent_is_not_to_be_told_again(self, store: Store) -> None:
        await store.begin(entry(tell=[line("one"), line("two")]))
        await store.append(entry(seq=2, tell=[line("three", seq=2)]))
        await store.sent(DUSK, 1)
        assert [message.text for message in await store.unsent(limit=1)] == ["three"]

    async def test_what_is_to_be_told_can_be_read_in_pages(self, store: Store) -> None:
        await store.begin(entry(tell=[line("one"), line("two"), line("three")]))
        (one,) = await store.unsent(limit=1)
        assert [message.text for message in await store.unsent(limit=10, after=one.id)] == ["two", "three"]

    async def test_an_id_is_not_given_again_after_it_was_sent(self, store: Store) -> None:
        await store.begin(entry(tell=[line("one")]))
        (one,) = await store.unsent(limit=10)
        await store.sent(DUSK, 1)
        await store.append(entry(seq=2, tell=[line("two", seq=2)]))
        (two,) = await store.unsent(limit=10)
        assert two.id > one.id

    async def test_to_send_what_is_unknown_or_sent_already_does_no_harm(self, store: Store) -> None:
        await store.begin(entry(tell=[line("one")]))
        await store.sent(DUSK, 1)
        await store.sent(DUSK, 1)
        await store.sent(DUSK, 4711)
        assert await store.unsent(limit=10) == []

    # Our messages on Discord

    async def test_a_surface_is_remembered_by_fight_kind_and_user(self, store: Store) -> None:
        board = Surface(fight=DUSK, kind="board", user=None, channel=SALOON.channel, message=1)
        hand = Surface(fight=DUSK, kind="hand", user=ANA, channel=5, message=2)
        await store.begin(entry())
        await store.put_surface(board)
        await store.put_surface(hand)
        assert await store.surface(DUSK, "board") == board
        assert await store.surface(DUSK, "hand", ANA) == hand
        assert await store.surface(DUSK, "hand", HANK) is None

    async def test_a_surface_takes_the_place_of_the_older_one(self, store: Store) -> None:
        old = Surface(fight=DUSK, kind="board", user=None, channel=SALOON.channel, message=1)
        new = replace(old, message=2)
        await store.begin(entry())
        await asyncio.gather(store.put_surface(old), store.put_surface(new))
        assert await store.surface(DUSK, "board") == new

    async def test_a_surface_that_was_noted_is_known_at_once_with_its_text(self, store: Store) -> None:
        acts = Surface(fight=DUSK, kind="acts", user=None, channel=SALOON.channel, message=1, text="{}")
        await store.begin(entry())
        await store.note_surface(acts)
        assert await store.surface(DUSK, "acts") == acts
        await store.note_surface(replace(acts, message=2))
        await store.put_surface(Surface(fight=DUSK, kind="board", user=None, channel=SALOON.channel, message=3))
        assert await store.surface(DUSK, "acts") == replace(acts, message=2)

    async def test_what_a_step_has_to_tell_keeps_the_act_it_belongs_to(self, store: Store) -> None:
        told = replace(line("one"), act=1, goes_on=True)
        first = entry(tell=[told])
        await store.begin(replace(first, record=replace(first.record, pending=b"{}"), step=replace(first.step, act=1)))
        (message,) = await store.unsent(limit=10)
        assert (message.act, message.goes_on) == (1, True)
        (step,) = await store.steps(DUSK, after=0, limit=10)
        assert step.act == 1
        record = await store.load(DUSK)
        assert record is not None
        assert record.pending == b"{}"

    async def test_a_surface_of_an_unknown_fight_is_not_stored(self, store: Store) -> None:
        with pytest.raises(NotStored):
            await store.put_surface(Surface(fight=DUSK, kind="board", user=None, channel=1, message=1))

    # What servers keep

    async def test_what_a_server_keeps_is_its_own_and_the_newest_of_a_name(self, store: Store) -> None:
        first = Saved(guild=1, ruleset="toy", kind="house", name="saved", text="ties=pc", user=ANA, at=NOON)
        other = replace(first, guild=2, text="ties=npc")
        newer = replace(first, text="ties=npc, ace=14", user=HANK, at=NOON + 1)
        for each in (first, other, newer, replace(first, kind="scene")):
            await store.save(each)
        assert await store.saved(1, "toy", "house") == [newer]
        assert await store.saved(2, "toy", "house") == [other]
        assert await store.saved(1, "other", "house") == []

    async def test_what_is_kept_no_more_is_gone_and_nothing_else(self, store: Store) -> None:
        kept = Saved(guild=1, ruleset="toy", kind="scene/1", name="mill", text="…", user=ANA, at=NOON)
        others = [replace(kept, name="barn"), replace(kept, guild=2), replace(kept, kind="scene/2")]
        for each in (kept, *others):
            await store.save(each)
        for _ in range(2):
            await store.unsave(1, "toy", "scene/1", "mill")
        assert await store.saved(1, "toy", "scene/1") == [others[0]]
        assert await store.saved(2, "toy", "scene/1") == [others[1]]
        assert await store.saved(1, "toy", "scene/2") == [others[2]]
        await store.save(kept)
        assert await store.saved(1, "toy", "scene/1") == [others[0], kept]

    # Who plays where

    async def test_current_fights_leave_out_what_has_ended(self, store: Store) -> None:
        await store.begin(entry("dusk", place=SALOON))
        await store.begin(entry("dawn", place=STREET))
        await store.append(entry("dawn", 2, place=STREET, is_current=False))
        assert await store.current_fights() == ["dusk"]

    async def test_the_fights_of_a_user_come_newest_first(self, store: Store) -> None:
        # Begun at a later second each, and named against the alphabet.
        for second, name in enumerate(["c", "a", "b"], 1):
            begun = entry(name, place=Place(guild=1, channel=second), users=(ANA,))
            await store.begin(replace(begun, step=replace(begun.step, at=NOON + second)))
        assert await store.of_user(ANA) == ["b", "a", "c"]
        assert await store.of_user(HANK) == []

    async def test_an_ended_fight_is_none_of_its_users(self, store: Store) -> None:
        await store.begin(entry())
        await store.append(entry(seq=2, is_current=False))
        assert await store.of_user(ANA) == []

    async def test_who_joins_and_who_leaves_is_known_from_that_step_on(self, store: Store) -> None:
        await store.begin(entry(users=(ANA,)))
        await store.append(entry(seq=2, users=(HANK,)))
        assert await store.of_user(HANK) == ["dusk"]
        assert await store.of_user(ANA) == []

    async def test_who_joins_in_a_step_that_fails_has_not_joined(self, store: Store) -> None:
        await store.begin(entry(users=(ANA,)))
        with pytest.raises(Conflict):
            await store.append(entry(seq=3, users=(ANA, HANK)))
        assert await store.of_user(HANK) == []
