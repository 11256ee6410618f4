"""The clock at a table: whom it names when, what happens when the time is up, what an outage costs."""

import pytest

from rules.core.command import Command, Finish, GoOn, Start
from rules.core.dice import Dice
from rules.core.event import Event
from rules.core.ids import CombatantId, UserId
from rules.core.names import mention
from rules.core.refusal import Illegal
from rules.core.values import replace
from rules.pacing import ASKED_BACK, awaited, carried
from rules.preferences import Person
from rules.store.memory import MemoryStore
from rules.store.protocol import Message, NotStored
from rules.tables import AnyFight, Pending
from rules.verifying import Verified
from tests.pace.times import HOUR, at, sleeper
from tests.referee.room import ANA, ANAS, GM, HANK, HANKS, STRANGER, FlakyStore, Room, refusal_of
from tests.referee.test_trouble import lose_the_answer, refuse
from tests.toy import TOY, Toy
from tests.toy_values import Ask, Idle, Play, ToyState

NOON = at("UTC", "2026-06-01 12:00")
NAMES = {ANA: "Ana", HANK: "Hank", GM: "GM"}


class Timed:
    """A room whose clock stands at noon until it is put on."""

    def __init__(self, room: Room) -> None:
        self.room = room
        room.stands_at = NOON

    @property
    def now(self) -> float:
        assert self.room.stands_at is not None, "it stands"
        return self.room.stands_at

    async def plays(self, **rules: str) -> "Timed":
        now = {each.key: each.now for each in await self.room.referee.table_rules(self.room.place)}
        for what, value in rules.items():
            if value == now[what]:
                continue  # it plays so already
            await self.room.referee.set_table(self.room.place, GM, what=what, value=value, source=self.room.source())
        return self

    async def asks(self, whom: CombatantId | None = HANKS) -> None:
        """Ana makes somebody decide: he stands, or he runs."""
        await self.room.act(ANA, Ask(actor=ANAS, whom=whom))

    async def wants(self, user: UserId, person: Person) -> None:
        await self.room.referee.change_person(user, lambda _: person)

    async def at(self, hours: float) -> list[str]:
        """What the clock says to all when it is so many hours after noon."""
        self.room.stands_at = NOON + hours * HOUR
        self.room.heard.clear()
        await self.tick()
        return [_said(message) for message in self.room.heard if message.text]

    async def tick(self) -> None:
        await self.room.referee.tick((await self.room.show()).id)

    async def due(self) -> float | None:
        """How many hours after noon the clock has something to do, as it is stored."""
        due = await self.room.store.next_due(-1)
        return None if due is None else (due - NOON) / HOUR


def _said(message: Message) -> str:
    return f"{NAMES[message.user]}: {message.text}" if message.user else message.text


@pytest.fixture
async def table() -> Timed:
    """Ana and Hank, nobody asked anything, no deadline."""
    return Timed(await Room(MemoryStore()).seated())


HALF = "Hank: half of your time is over: stand or run"
NEAR = "Hank: your time is nearly up: stand or run"
GM_CALLED = ["Time is up for Hank.", "GM: how does it go on? /gm go-on does what stands after “else”"]
STANDS = "Time is up for Hank.\nHank: stand."


# ---- without a deadline


async def test_without_a_deadline_nothing_is_ever_due(table: Timed) -> None:
    await table.asks()
    assert await table.due() is None
    assert await table.at(1000) == []


async def test_when_the_game_master_alone_is_awaited_he_is_named_after_ten_minutes_and_once(table: Timed) -> None:
    await table.asks(None)
    assert await table.due() == 1 / 6
    assert await table.at(0.16) == []
    assert await table.at(1 / 6) == ["GM: stand or run"]
    assert await table.due() is None
    assert await table.at(100) == []


async def test_while_a_player_is_awaited_too_the_game_master_is_not_named(table: Timed) -> None:
    await table.asks()
    await table.asks(None)
    assert await table.due() is None
    assert await table.at(1) == []


async def test_the_ten_minutes_begin_anew_with_whatever_happens(table: Timed) -> None:
    await table.asks(None)
    await table.asks()
    table.room.stands_at = NOON + HOUR
    owed = next(each for each in await table.room.asked() if each.whom == HANKS)
    await table.room.answer(HANK, owed.id, "stand")
    assert await table.due() == pytest.approx(1 + 1 / 6)


async def test_a_wish_after_the_last_blow_wakes_the_game_master_too(table: Timed) -> None:
    await table.wants(GM, sleeper("UTC", "11:00", "14:00"))
    await table.room.act(GM, Finish())
    await table.room.referee.ask_undo(table.room.place, HANK, seq=await table.room.seq())
    assert await table.at(2) == [f"GM: {ASKED_BACK}"]


async def test_without_reminders_the_game_master_is_not_named_either(table: Timed) -> None:
    await (await table.plays(pings="off")).asks(None)
    assert await table.due() is None


async def test_a_game_master_who_sleeps_is_named_when_he_wakes(table: Timed) -> None:
    await table.wants(GM, sleeper("UTC", "11:00", "14:00"))
    await table.asks(None)
    assert await table.due() == 2
    assert await table.at(2) == ["GM: stand or run"]


async def test_a_game_master_who_was_asked_to_take_back_while_he_slept_hears_of_it_when_he_wakes(table: Timed) -> None:
    await table.wants(GM, sleeper("UTC", "11:00", "14:00"))
    await table.room.roll()
    await table.room.referee.ask_undo(table.room.place, HANK, seq=await table.room.seq())
    assert await table.due() == 2
    assert await table.at(1.9) == []
    assert await table.at(2) == [f"GM: {ASKED_BACK}"]
    assert await table.at(100) == []


async def test_of_several_game_masters_each_hears_of_it_when_he_wakes_and_once(table: Timed) -> None:
    bo, cy = UserId(4), UserId(5)
    for number, user in enumerate((bo, cy)):
        await table.room.referee.name_gm(table.room.place, GM, who=user, source=f"gm{number}")
    await table.wants(bo, sleeper("UTC", "11:00", "14:00"))
    await table.wants(cy, sleeper("UTC", "11:00", "17:00"))
    await table.room.roll()
    await table.room.referee.ask_undo(table.room.place, HANK, seq=await table.room.seq())
    heard = {}
    for hour in (1, 2, 3, 5, 6):
        table.room.stands_at = NOON + hour * HOUR
        table.room.heard.clear()
        await table.tick()
        heard[hour] = [message.user for message in table.room.heard if message.text]
    assert heard == {1: [], 2: [bo], 3: [], 5: [cy], 6: []}


async def test_whoever_gets_a_seat_while_he_sleeps_is_named_for_what_it_owes_when_he_wakes(table: Timed) -> None:
    cy = UserId(5)
    await table.asks()
    await table.wants(cy, sleeper("UTC", "13:00", "20:00"))
    table.room.stands_at = NOON + 2 * HOUR
    await table.room.referee.give_seat(table.room.place, GM, who=HANKS, to=cy, source="give")
    assert await table.due() == 8
    table.room.stands_at = NOON + 8 * HOUR
    table.room.heard.clear()
    await table.tick()
    assert [(each.user, each.text) for each in table.room.heard if each.text] == [(cy, "stand or run")]


async def test_what_somebody_wanted_back_is_forgotten_with_the_next_ruling(table: Timed) -> None:
    await table.wants(GM, sleeper("UTC", "11:00", "14:00"))
    await table.room.roll()
    await table.room.referee.ask_undo(table.room.place, HANK, seq=await table.room.seq())
    await table.room.roll()
    assert await table.due() is None


async def test_who_was_asked_in_his_quiet_hours_is_named_when_they_end(table: Timed) -> None:
    await table.wants(HANK, sleeper("UTC", "11:00", "14:00"))
    await table.asks()
    assert await table.due() == 2
    assert await table.at(1.9) == []
    assert await table.at(2) == ["Hank: stand or run"]
    assert await table.at(3) == []


async def test_the_first_call_after_quiet_hours_says_what_is_asked_and_not_how_late_it_is(table: Timed) -> None:
    """Four hours from noon, quiet until 23:00: by then half the time is over as well, and most of it."""
    await table.wants(HANK, sleeper("UTC", "12:00", "23:00"))
    await (await table.plays(deadline="4h", pings="firm")).asks()
    assert await table.at(10.9) == []
    assert await table.at(11) == ["Hank: stand or run"]
    assert await table.at(11.9) == []


# ---- pings


async def test_a_gentle_table_names_him_once_at_half_the_time(table: Timed) -> None:
    await (await table.plays(deadline="12h", pings="gentle")).asks()
    assert await table.due() == 6
    assert await table.at(5.9) == []
    assert await table.at(6) == [HALF]
    assert await table.at(11.9) == []


async def test_a_firm_table_names_him_at_half_the_time_and_near_its_end(table: Timed) -> None:
    await (await table.plays(deadline="12h", pings="firm")).asks()
    assert await table.at(6) == [HALF]
    assert await table.due() == 10
    assert await table.at(10) == [NEAR]
    assert await table.due() == 12


async def test_a_table_that_names_nobody_again_is_silent_till_the_end(table: Timed) -> None:
    await (await table.plays(deadline="12h", pings="off")).asks()
    assert await table.due() == 12
    assert await table.at(11.9) == []


async def test_a_clock_that_looks_late_names_him_once_for_the_more_pressing_reason(table: Timed) -> None:
    await (await table.plays(deadline="12h", pings="firm")).asks()
    assert await table.at(11) == [NEAR]
    assert await table.at(11.5) == []


async def test_a_firm_table_names_the_last_one_awaited_of_several(table: Timed) -> None:
    await table.plays(pings="firm")
    await table.asks(HANKS)
    await table.asks(ANAS)
    assert await table.at(1) == []
    await table.room.answer(ANA, (await table.room.asked())[1].id, "stand")
    assert await table.due() == 1
    assert await table.at(1) == ["Hank: only you are still awaited: stand or run"]
    assert await table.at(2) == []


async def test_one_who_is_awaited_from_the_first_as_the_only_one_is_not_the_last_of_several(table: Timed) -> None:
    await (await table.plays(pings="firm")).asks()
    assert await table.at(1) == []


async def test_a_firm_table_tells_whoever_is_next(table: Timed) -> None:
    await (await table.plays(pings="firm")).asks(ANAS)
    assert await table.due() == 0
    assert await table.at(0) == ["Hank: you are next"]
    assert await table.at(1) == []


async def test_a_ping_waits_for_the_end_of_quiet_hours(table: Timed) -> None:
    """Half of twelve hours is over at 18:00, when it is quiet until 19:00."""
    await table.wants(HANK, sleeper("UTC", "17:00", "19:00"))
    await (await table.plays(deadline="12h")).asks()
    assert await table.due() == 7
    assert await table.at(6) == []
    assert await table.at(7) == [HALF]


async def test_quiet_hours_set_later_move_what_is_due(table: Timed) -> None:
    await (await table.plays(deadline="12h")).asks()
    await table.wants(HANK, sleeper("UTC", "17:00", "19:00"))
    assert await table.due() == 7
    await table.wants(HANK, Person())
    assert await table.due() == 6


# ---- when the time is up


async def test_the_game_master_is_called_once_when_the_time_is_up(table: Timed) -> None:
    await (await table.plays(deadline="1h", late="call", pings="off")).asks()
    seq = await table.room.seq()
    assert await table.at(1) == GM_CALLED
    assert await table.at(2) == []
    assert await table.due() is None
    assert await table.room.seq() == seq


async def test_the_game_master_is_called_when_his_own_quiet_hours_are_over(table: Timed) -> None:
    await table.wants(GM, sleeper("UTC", "12:30", "15:00"))
    await (await table.plays(deadline="1h", late="call", pings="off")).asks()
    assert await table.at(1) == []
    assert await table.due() == 3
    assert await table.at(3) == GM_CALLED


async def test_what_happens_else_happens_when_the_time_is_up_and_says_why(table: Timed) -> None:
    await (await table.plays(deadline="1h", late="default", pings="off")).asks()
    assert await table.at(0.99) == []
    assert await table.at(1) == [STANDS]
    assert await table.room.asked() == ()
    assert await table.at(2) == []
    step = (await table.room.log())[-1]
    assert (step.user, step.source) == (0, f"timer:p1:{step.seq - 1}")
    assert await table.room.referee.verify(table.room.place) == Verified(step.seq)


async def test_only_he_whose_time_is_up_is_decided_for(table: Timed) -> None:
    await (await table.plays(deadline="1h", late="default", pings="off")).asks(HANKS)
    table.room.stands_at = NOON + HOUR / 2
    await table.asks(ANAS)
    assert await table.at(1) == [STANDS]
    assert [each.who for each in await table.room.asked()] == ["Ana"]
    assert await table.due() == 1.5


async def test_several_whose_time_is_up_are_decided_for_each_in_a_step_of_his_own(table: Timed) -> None:
    await (await table.plays(deadline="1h", late="default", pings="off")).asks(HANKS)
    await table.asks(ANAS)
    assert await table.at(4) == [STANDS, STANDS.replace("Hank", "Ana")]


async def test_a_deadline_in_quiet_hours_moves_to_an_hour_after_their_end(table: Timed) -> None:
    """Whoever wakes up still has the first hour of his day."""
    await table.wants(HANK, sleeper("UTC", "22:00", "08:00"))
    await (await table.plays(deadline="12h", late="default", pings="off")).asks()
    assert await table.at(12) == []
    assert await table.at(20.9) == []
    assert await table.at(21) == [STANDS]


async def test_a_decision_of_the_game_master_takes_its_default_too(table: Timed) -> None:
    await (await table.plays(deadline="1h", late="default")).asks(None)
    assert await table.at(0.2) == ["GM: stand or run"]
    assert await table.at(0.5) == ["GM: half of your time is over: stand or run"]
    assert await table.at(1) == ["Time is up for the Umpire.\nsomebody: stand."]


async def test_a_default_taken_back_begins_its_time_anew(table: Timed) -> None:
    await (await table.plays(deadline="1h", late="default", pings="off")).asks()
    await table.at(1)
    await table.room.undo()
    assert await table.due() == 2
    assert await table.at(1.9) == []
    assert await table.at(2) == [STANDS]


async def test_a_deadline_set_later_counts_from_then(table: Timed) -> None:
    await table.asks()
    await table.at(100)
    await table.plays(deadline="1h", late="default", pings="off")
    assert await table.due() == 101


async def test_time_in_which_something_else_comes_first_does_not_count() -> None:
    """A draw that has to be typed in holds everything up: 30 of Hank's 60 minutes are left when it came."""
    room = Room(MemoryStore(), draws="typed")
    await room.begin()
    await room.join(ANA, "Ana")
    await room.act(GM, Start())
    await room.type_in(GM, "#010")
    await room.type_in(GM, "#020")
    table = Timed(room)
    await (await table.plays(deadline="1h", late="default", pings="off")).asks(ANAS)
    room.stands_at = NOON + HOUR / 2
    await room.roll()
    assert await table.at(1.2) == []
    assert await table.at(10) == [
        f"Time is up for {mention(ANA)}.",
        "GM: nothing happens by itself here: a draw to be typed in: a die",
    ]
    await room.type_in(ANA, "3")
    assert await table.due() == 10.5


async def test_a_default_that_needs_a_draw_waits_for_the_game_master_to_type_it_in() -> None:
    room = Room(MemoryStore(), draws="typed")
    await room.begin()
    await room.join(ANA, "Ana")
    await room.act(GM, Start())
    await room.type_in(GM, "#010")
    await room.type_in(GM, "#020")
    table = await Timed(room).plays(deadline="1h", late="default", pings="off")
    await room.act(ANA, Play(actor=ANAS))
    assert (await table.at(1))[0].startswith("Time is up for Ana.\nA draw is needed")
    assert await table.due() == 2
    assert await table.at(2) == [
        "Time is up for the Umpire.",
        "GM: nothing happens by itself here: a draw to be typed in: a card",
    ]
    await room.type_in(GM, "#030")
    assert await room.score() == 20


class Stubborn(Toy):
    """Its rules never let anything happen else."""

    def decide(self, state: ToyState, command: Command, dice: Dice) -> tuple[Event, ...]:
        if isinstance(command, GoOn):
            raise Illegal("NOT_NOW")
        return super().decide(state, command, dice)


async def test_where_the_rules_refuse_what_happens_else_the_game_master_is_called() -> None:
    room = Room(MemoryStore())
    room.rulesets = (Stubborn(),)
    room.restart()
    table = await Timed(await room.seated()).plays(deadline="1h", late="default", pings="off")
    await table.asks()
    assert await table.at(1) == ["Time is up for Hank.", "GM: nothing happens by itself here: stand or run"]
    assert await table.at(2) == []


async def fights(table: Timed) -> tuple[AnyFight, Pending]:
    """The fight as it stands, and what is pending in it."""
    held = await table.room.referee._tables.find(table.room.place)
    assert held.fight is not None
    return held.fight, held.pending


async def test_whoever_is_given_a_seat_has_the_whole_time_and_whoever_plays_for_another_what_is_left(
    table: Timed,
) -> None:
    await (await table.plays(deadline="12h", pings="gentle")).asks()
    assert await table.at(6) == [HALF]
    fight, pending = await fights(table)
    given, lent = (
        replace(
            fight,
            seats=tuple(replace(seat, **changes) if seat.combatant == HANKS else seat for seat in fight.seats),
        )
        for changes in ({"user": STRANGER}, {"is_away": True, "delegate": STRANGER})
    )
    now = NOON + 6 * HOUR
    for after, began, done in ((given, now, ()), (lent, NOON, ("half",))):
        (owed,) = awaited(after, TOY, carried(TOY, fight, after, pending, pending, now))
        assert (owed.users, owed.began, owed.done) == ((STRANGER,), began, done)
    for orders, users in (("else", ()), ("", (HANK,))):  # without any he is waited for
        left = replace(fight, seats=tuple(replace(seat, is_away=True, orders=orders) for seat in fight.seats))
        assert [each.users for each in awaited(left, TOY, pending)] == [users]


async def test_an_ended_fight_has_no_clock(table: Timed) -> None:
    await (await table.plays(deadline="1h")).asks()
    fight = (await table.room.show()).id
    await table.room.end()
    assert await table.due() is None
    table.room.heard.clear()
    table.room.stands_at = NOON + HOUR
    await table.room.referee.tick(fight)
    assert table.room.heard == []


# ---- trouble


async def test_what_was_said_is_not_said_again_after_a_restart(table: Timed) -> None:
    await (await table.plays(deadline="12h", pings="firm")).asks()
    assert await table.at(6) == [HALF]
    table.room.restart()
    assert await table.at(6.1) == []
    assert await table.at(10) == [NEAR]
    assert await table.at(10.1) == []


async def test_a_note_has_a_number_of_its_own(table: Timed) -> None:
    await (await table.plays(deadline="12h", pings="firm")).asks()
    await table.at(6)
    await table.at(10)
    fight, seq = (await table.room.show()).id, await table.room.seq()
    left = [message for message in await table.room.store.unsent(limit=500) if message.seq == seq]
    assert sorted({message.note for message in left}) == [0, 1, 2]
    await table.room.store.sent(fight, seq)
    left = [message for message in await table.room.store.unsent(limit=500) if message.seq == seq]
    assert {message.note for message in left} == {1, 2}


async def test_what_could_not_be_stored_is_done_the_next_time() -> None:
    store = FlakyStore()
    table = Timed(await Room(store).seated())
    await (await table.plays(deadline="12h")).asks()
    store.troubles.append(refuse)
    table.room.stands_at = NOON + 6 * HOUR
    with pytest.raises(NotStored):
        await table.tick()
    assert await table.at(6) == [HALF]


async def test_what_was_stored_unknown_to_the_clock_is_not_said_again() -> None:
    store = FlakyStore()
    table = Timed(await Room(store).seated())
    await (await table.plays(deadline="12h")).asks()
    store.troubles.append(lose_the_answer)
    table.room.stands_at = NOON + 6 * HOUR
    with pytest.raises(NotStored):
        await table.tick()
    assert HALF.removeprefix("Hank: ") in [message.text for message in await store.unsent(limit=500)]
    assert await table.at(6) == []


async def test_a_default_that_could_not_be_stored_is_taken_the_next_time() -> None:
    store = FlakyStore()
    table = Timed(await Room(store).seated())
    await (await table.plays(deadline="1h", late="default", pings="off")).asks()
    store.troubles.append(refuse)
    table.room.stands_at = NOON + HOUR
    assert await refusal_of(table.tick()) == "NOT_STORED"
    assert await table.at(1) == [STANDS]


# ---- an outage


async def test_an_outage_makes_all_times_longer_and_is_said_once(table: Timed) -> None:
    await (await table.plays(deadline="12h", late="default", pings="off")).asks()
    table.room.restart()
    table.room.stands_at = NOON + 5 * HOUR
    fight = (await table.room.show()).id
    table.room.heard.clear()
    for _ in range(2):
        await table.room.referee.was_away(fight, NOON + 2 * HOUR, NOON + 5 * HOUR)
    assert [message.text for message in table.room.heard] == ["I was away for 3 h; all times are longer by that."]
    assert await table.due() == 15
    assert await table.at(14.9) == []
    assert await table.at(15) == [STANDS]


async def test_a_second_start_after_a_crash_in_the_first_counts_the_outage_once(table: Timed) -> None:
    await (await table.plays(deadline="12h", late="default", pings="off")).asks()
    fight = (await table.room.show()).id
    await table.room.referee.was_away(fight, NOON + 2 * HOUR, NOON + 5 * HOUR)
    await table.room.referee.was_away(fight, NOON + 2 * HOUR, NOON + 6 * HOUR)
    assert await table.due() == 16


async def test_an_outage_says_nothing_where_there_is_no_deadline(table: Timed) -> None:
    await table.asks()
    table.room.heard.clear()
    await table.room.referee.was_away((await table.room.show()).id, NOON, NOON + 5 * HOUR)
    assert table.room.heard == []


# ---- what is shown


async def test_everybody_sees_when_the_time_is_up_and_what_happens_then(table: Timed) -> None:
    await (await table.plays(deadline="12h", late="default")).asks()
    showing = await table.room.show(ANA)
    assert showing.until == {showing.view.asked[0].id: NOON + 12 * HOUR}
    assert not showing.calls_gm
    await table.plays(late="call")
    assert (await table.room.show()).calls_gm == {showing.view.asked[0].id}
    await table.plays(late="default")
    await table.room.undo()
    await table.asks()
    showing = await table.room.show(ANA)
    assert showing.until == {showing.view.asked[0].id: NOON + 12 * HOUR}


async def test_an_act_asks_the_store_about_nobody_twice() -> None:
    """What people want is read once; after that a step is one write and no question, deadline or not."""
    asked: list[tuple[str, int]] = []

    class Listening(MemoryStore):
        async def setting(self, scope: str, whose: int) -> bytes | None:
            asked.append((scope, whose))
            return await super().setting(scope, whose)

    table = await Timed(await Room(Listening()).seated()).plays(deadline="12h", pings="firm")
    asked.clear()
    for _ in range(5):
        await table.room.act(ANA, Idle(actor=ANAS))
        await table.asks()
    assert asked == []
