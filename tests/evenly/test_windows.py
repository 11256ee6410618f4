"""The windows of an even table, by the Referee: what is noted, what ends them, and that nothing of it shows before."""

import contextlib
from collections.abc import Awaitable, Callable

import pytest

from rules import evenly
from rules.asking import Wish
from rules.core.command import Answer, GoOn
from rules.core.ids import PromptId, UserId
from rules.core.refusal import Illegal
from rules.core.values import replace
from rules.evenly import LEAST, MOST
from rules.pacing import carried
from rules.store.memory import MemoryStore
from rules.store.protocol import NotStored
from rules.tables import Pending
from tests.pace.times import HOUR, sleeper
from tests.referee.conftest import KeptRoom, kept as kept
from tests.referee.room import ANA, ANAS, GM, HANK, HANKS, NOON, STRANGER, FlakyStore, Room, refusal_of
from tests.toy_values import Ask, Idle, Play, Roll

KEY = bytes(32)


class Even:
    """Ana and Hank at a table that asks evenly; the clock stands at noon until somebody moves it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        room.stands_at = NOON

    async def plays(self, **rules: str) -> "Even":
        now = {each.key: each.now for each in await self.room.referee.table_rules(self.room.place)}
        for what, value in [each for each in rules.items() if each[1] != now[each[0]]]:
            await self.room.referee.set_table(self.room.place, GM, what=what, value=value, source=self.room.source())
        return self

    async def asks(self) -> PromptId:
        """Ana asks Hank to stand or to run."""
        await self.room.act(ANA, Ask(actor=ANAS, whom=HANKS))
        return (await self.room.asked())[-1].id

    async def ends(self) -> float:
        """In how many seconds from noon something is due."""
        due = await self.room.store.next_due(-1)
        assert due is not None
        return due - NOON

    async def at(self, seconds: float) -> list[str]:
        """What is said in public when it is so many seconds after noon."""
        self.room.stands_at = NOON + seconds
        self.room.heard.clear()
        await self.room.referee.tick((await self.room.show()).id)
        return [each.text for each in self.room.heard if each.text and each.kind not in ("dm", "seat")]

    async def question(self, user: UserId) -> str:
        return (await self.room.asked(user))[-1].question


@pytest.fixture
async def table() -> Even:
    return await Even(await Room(MemoryStore()).seated()).plays(asking="even")


# ---- lengths


def test_a_window_is_between_half_a_minute_and_five_minutes_long() -> None:
    lengths = [evenly.length(KEY, PromptId(f"a{number}"), 0) for number in range(2000)]
    assert LEAST <= min(lengths) < 40
    assert 250 < max(lengths) <= MOST
    assert 90 < sorted(lengths)[1000] < 115


def test_nobody_without_the_key_knows_its_length_and_no_two_questions_share_it() -> None:
    lengths = {
        evenly.length(key, PromptId(prompt), asked)
        for key in (KEY, bytes(31) + b"1")
        for prompt in ("a1.meet", "a2.meet")
        for asked in (int(NOON), int(NOON) + 1)
    }
    assert len(lengths) == 8


def test_its_length_is_the_same_whenever_it_is_asked_for() -> None:
    assert evenly.length(KEY, PromptId("a1.meet"), 5) == evenly.length(KEY, PromptId("a1.meet"), 5)


# ---- an answer


async def test_an_answer_counts_at_the_end_and_not_before(table: Even) -> None:
    prompt = await table.asks()
    end, seq = await table.ends(), await table.room.seq()
    assert LEAST <= end <= MOST
    ruling = await table.room.answer(HANK, prompt, "run")
    assert ruling.lines[0].startswith("Noted.")
    assert await table.at(end - 0.01) == []
    assert await table.room.seq() == seq
    assert await table.at(end) == ["Hank: run."]


async def test_without_an_answer_what_stands_after_else_happens_in_the_same_way(table: Even) -> None:
    await table.asks()
    assert await table.at(await table.ends()) == ["Hank: stand."]


async def test_it_may_be_changed_until_then(table: Even) -> None:
    prompt = await table.asks()
    end = await table.ends()
    await table.room.answer(HANK, prompt, "run")
    await table.room.answer(HANK, prompt, "stand")
    assert await table.ends() == end
    assert await table.at(end) == ["Hank: stand."]


async def test_only_he_sees_what_is_noted(table: Even) -> None:
    prompt = await table.asks()
    others = {user: (await table.room.show(user)).view for user in (None, STRANGER, ANA, GM)}
    assert evenly.COUNTS_LATER in await table.question(HANK)
    await table.room.answer(HANK, prompt, "run")
    assert "Noted: Run." in await table.question(HANK)
    for user, view in others.items():
        assert (await table.room.show(user)).view == view
    assert table.room.heard[-1].seq == await table.room.seq()


async def test_what_is_no_choice_is_refused_at_once(table: Even) -> None:
    prompt = await table.asks()
    assert await refusal_of(table.room.answer(HANK, prompt, "fly")) == "NOT_A_CHOICE"
    assert await refusal_of(table.room.answer(STRANGER, prompt, "run")) == "NOT_PLAYING"
    assert "Noted" not in await table.question(HANK)


async def test_a_repeat_of_an_earlier_request_does_not_bring_it_back(table: Even) -> None:
    prompt = await table.asks()
    await table.room.answer(HANK, prompt, "run", source="discord:1")
    await table.room.answer(HANK, prompt, "stand", source="discord:2")
    again = await table.room.answer(HANK, prompt, "run", source="discord:1")
    assert again.lines[0].startswith("Noted.")
    assert await table.at(await table.ends()) == ["Hank: stand."]


async def test_the_next_act_of_another_leaves_it_as_it_is(table: Even) -> None:
    prompt = await table.asks()
    end = await table.ends()
    await table.room.answer(HANK, prompt, "run")
    table.room.stands_at = NOON + 10
    await table.room.act(ANA, Idle(actor=ANAS))
    assert await table.ends() == end
    assert await table.at(end) == ["Hank: run."]


async def test_a_window_does_not_tell_whether_a_delegate_had_answered() -> None:
    said = []
    for is_noted in (True, False):
        table = await Even(await Room(MemoryStore()).seated()).plays(asking="even")
        room = table.room
        await room.referee.go_away(room.place, HANK, delegate=STRANGER, source=room.source())
        prompt, end = await table.asks(), await table.ends()
        if is_noted:
            await room.answer(STRANGER, prompt, "stand")
        await room.referee.come_back(room.place, HANK, source=room.source())
        said.append(await table.at(end))
    assert said[0] == said[1] == ["Hank: stand."]


async def test_what_is_noted_does_not_go_with_a_seat_that_is_given_while_a_draw_has_to_come_first() -> None:
    room, cy = Room(MemoryStore(), draws="typed"), UserId(7)
    await room.begin()
    await room.join(ANA, "Ana")
    await room.join(HANK, "Hank")
    await room.act(GM, Wish(kind="start", fields={}))
    await _draws(room)
    table = await Even(room).plays(asking="even")
    await room.answer(HANK, await table.asks(), "run")
    await room.act(ANA, Roll(actor=ANAS))
    await room.referee.give_seat(room.place, GM, who=HANKS, to=cy, source=room.source())
    await _draws(room)
    assert "Noted" not in (await room.asked(cy))[-1].question


async def _draws(room: Room) -> None:
    """Type in whatever is to be drawn: the first that may come."""
    while owed := [each for each in await room.asked(GM) if each.id.startswith("draw")]:
        for choice in owed[0].choices:
            with contextlib.suppress(Illegal):
                await room.answer(GM, owed[0].id, choice.key)
                break


async def test_where_the_gm_says_it_for_him_everybody_is_told_so_at_the_end(table: Even) -> None:
    prompt = await table.asks()
    await table.room.answer(GM, prompt, "run")
    said = await table.at(await table.ends())
    assert len(said) == 1
    assert "for Hank" in said[0]
    assert "Hank: run." in said[0]


async def test_what_could_not_be_stored_is_not_noted() -> None:
    store = FlakyStore()
    table = await Even(await Room(store).seated()).plays(asking="even")
    prompt = await table.asks()

    async def fails(_: Callable[[], Awaitable[None]]) -> None:
        raise NotStored

    store.troubles = [fails]
    assert await refusal_of(table.room.answer(HANK, prompt, "run")) == "NOT_STORED"
    assert await table.at(await table.ends()) == ["Hank: stand."]


# ---- what else may happen meanwhile


async def test_it_outlives_the_process(kept: KeptRoom) -> None:
    table = await Even(kept).plays(asking="even")
    prompt = await table.asks()
    end = await table.ends()
    await kept.answer(HANK, prompt, "run")
    await kept.begin_anew()
    assert "Noted: Run." in await table.question(HANK)
    assert await table.ends() == end
    assert await table.at(end) == ["Hank: run."]
    await kept.referee.verify(kept.place)


async def test_what_is_taken_back_and_asked_again_has_a_window_of_its_own(table: Even) -> None:
    prompt = await table.asks()
    first = await table.ends()
    await table.room.answer(HANK, prompt, "run")
    table.room.stands_at = NOON + 20
    await table.room.undo()
    prompt = await table.asks()
    assert "Noted" not in await table.question(HANK)
    assert await table.ends() - 20 != first
    assert await table.at(await table.ends()) == ["Hank: stand."]


async def test_an_undo_of_something_later_leaves_what_is_noted(table: Even) -> None:
    prompt = await table.asks()
    await table.room.answer(HANK, prompt, "run")
    await table.room.act(ANA, Idle(actor=ANAS))
    await table.room.undo()
    assert await table.at(await table.ends()) == ["Hank: run."]
    await table.room.referee.verify(table.room.place)


async def test_after_its_end_was_taken_back_he_is_asked_anew(table: Even) -> None:
    await table.asks()
    end = await table.ends()
    await table.at(end)
    await table.room.undo()
    assert await table.ends() >= end + LEAST - 1
    assert await table.at(await table.ends()) == ["Hank: stand."]


async def test_the_gm_may_go_on_and_what_was_noted_counts(table: Even) -> None:
    prompt = await table.asks()
    await table.room.answer(HANK, prompt, "run")
    ruling = await table.room.go_on()
    assert "Hank: run." in ruling.lines
    await table.asks()
    ruling = await table.room.go_on()
    assert "Hank: stand." in ruling.lines
    await table.room.referee.verify(table.room.place)


async def test_nobody_smuggles_in_what_others_have_not_said(table: Even) -> None:
    """What is said with a "go on" is what was noted, whatever came with the request."""
    prompt = await table.asks()
    command = GoOn(prompts=(prompt,), said=(Answer(prompt=prompt, key="run"),))
    ruling = await table.room.act(GM, command)
    assert "Hank: stand." in ruling.lines


async def test_with_a_deadline_it_lasts_as_long_as_that(table: Even) -> None:
    """And whoever has answered shows it as little as whoever has not: the same calls, no call of the GM at the end."""
    await table.plays(deadline="4h", late="call", pings="gentle")
    prompt = await table.asks()
    assert (await table.room.show(ANA)).until == {prompt: NOON + 4 * HOUR}
    assert (await table.room.show(ANA)).calls_gm == frozenset()
    await table.room.answer(HANK, prompt, "run")
    assert await table.at(2 * HOUR) == ["half of your time is over: stand or run"]
    assert await table.at(4 * HOUR - 1) == []
    assert await table.at(4 * HOUR) == ["Hank: run."]


async def test_it_never_ends_while_he_sleeps_nor_in_the_hour_after(table: Even) -> None:
    """NOON here is 22:13 UTC."""
    await table.room.referee.change_person(HANK, lambda _: sleeper("UTC", "22:00", "23:13"))
    await table.asks()
    wakes = 59 * 60 + 40  # 23:13:00; NOON is 22:13:20
    assert (await table.at(wakes))[0] == "stand or run"
    assert await table.ends() == wakes + HOUR
    assert await table.at(wakes + HOUR) == ["Hank: stand."]


async def test_an_outage_makes_it_longer(table: Even) -> None:
    await table.asks()
    end = await table.ends()
    fight = (await table.room.show()).id
    table.room.stands_at = NOON + 7200
    await table.room.referee.was_away(fight, NOON + 10, NOON + 7200)
    assert await table.at(7200) == []
    assert await table.ends() > 7200
    assert end < 7200


async def test_whoever_gets_the_seat_decides_himself(table: Even) -> None:
    """What the one before had said goes with him."""
    prompt = await table.asks()
    await table.room.answer(HANK, prompt, "run")
    held = table.room.referee._tables
    now = await held.find((await table.room.show()).id)
    fight = await held.read(now)
    assert now.pending.noted
    given = replace(fight, seats=tuple(replace(each, user=STRANGER) for each in fight.seats))
    after = carried(table.room.rulesets[0], fight, given, now.pending, Pending(since=now.pending.since), NOON + 5)
    assert after.noted == {}


async def test_where_the_table_asks_plainly_again_what_was_noted_counts_at_once(table: Even) -> None:
    prompt = await table.asks()
    await table.room.answer(HANK, prompt, "run")
    await table.plays(asking="plain")
    assert await table.ends() <= 0
    assert await table.at(1) == ["Hank: run."]


async def test_where_nothing_was_noted_the_question_stays(table: Even) -> None:
    prompt = await table.asks()
    await table.plays(asking="plain")
    assert await table.room.store.next_due(-1) is None
    ruling = await table.room.answer(HANK, prompt, "run")
    assert "Hank: run." in ruling.lines


async def test_whoever_was_asked_before_the_table_asked_evenly_has_a_whole_window() -> None:
    table = Even(await Room(MemoryStore()).seated())
    await table.asks()
    table.room.stands_at = NOON + 5000
    await table.plays(asking="even")
    assert 5000 + LEAST <= await table.ends() <= 5000 + MOST


async def test_a_card_that_is_owed_is_no_reaction(table: Even) -> None:
    """Everybody knows that it must be played: the answer counts at once."""
    await table.room.act(ANA, Play(actor=ANAS, card=""))
    prompt = (await table.room.asked())[0].id
    assert await table.room.store.next_due(-1) is None
    seq = await table.room.seq()
    await table.room.answer(ANA, prompt, (await table.room.hand(ANA, ANAS))[0])
    assert await table.room.seq() == seq + 1


async def test_at_a_plain_table_nothing_is_ever_noted() -> None:
    table = Even(await Room(MemoryStore()).seated())
    prompt = await table.asks()
    assert await table.room.store.next_due(-1) is None
    assert await table.question(HANK) == (await table.room.asked(ANA))[-1].question
    seq = await table.room.seq()
    ruling = await table.room.answer(HANK, prompt, "run")
    assert ruling.seq == seq + 1


async def test_whoever_is_away_is_answered_for_by_his_orders_at_the_end_of_the_window_and_not_before(
    table: Even,
) -> None:
    room = table.room
    await room.referee.go_away(room.place, HANK, orders="else", source=room.source())
    prompt = await table.asks()
    end = await table.ends()
    assert LEAST <= end <= MOST
    assert await table.at(end - 1) == []
    assert prompt in {each.id for each in await room.asked()}
    assert (await table.at(end))[0].split("\n")[0] == (
        "By the standing orders for Hank, who does what stands after “else”:"
    )
    assert prompt not in {each.id for each in await room.asked()}
    await room.referee.verify(room.place)
