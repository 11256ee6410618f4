"""Whoever is away and answers for himself at an even table: he is back when it counts, and nothing tells it before."""

import pytest

from rules.core.command import Answer
from rules.core.dice import Dice
from rules.core.ids import PromptId, UserId
from rules.core.refusal import Illegal
from rules.core.values import replace
from rules.evenly import BACK_THEN
from rules.store.memory import MemoryStore
from tests.evenly.points import POINTS, Point, SystemRoom
from tests.evenly.test_twins import of_points, require_twins
from tests.evenly.test_windows import Even, kept as kept
from tests.referee.conftest import KeptRoom
from tests.referee.room import ANA, GM, HANK, HANKS, STRANGER, Room
from tests.toy import Toy, ToyDraft
from tests.toy_values import Play, Roll

BACK = "Whoever plays Hank is back."
BY_ORDERS = "By the standing orders for Hank, who does what stands after “else”:"


async def goes_away(room: Room, *, delegate: UserId | None = None, orders: str = "", by: UserId = HANK) -> None:
    who = HANKS if by == GM else None
    ruling = await room.referee.go_away(room.place, by, who=who, delegate=delegate, orders=orders, source=room.source())
    await room.referee.told(ruling, by)


async def is_away(room: Room) -> bool:
    return HANKS in (await room.show()).away


@pytest.fixture
async def table() -> Even:
    """Hank is away, and left orders."""
    table = await Even(await Room(MemoryStore()).seated()).plays(asking="even")
    await goes_away(table.room, orders="else")
    return table


async def test_without_an_answer_of_his_own_his_orders_are_carried_out_at_the_end(table: Even) -> None:
    await table.asks()
    assert await table.at(await table.ends()) == [f"{BY_ORDERS}\nHank: stand."]
    assert await is_away(table.room)


async def test_he_is_back_when_his_answer_counts_and_no_order_is_followed_against_it(table: Even) -> None:
    prompt = await table.asks()
    end = await table.ends()
    ruling = await table.room.answer(HANK, prompt, "run")
    assert ruling.lines[0].endswith(BACK_THEN)
    assert await table.at(end - 0.01) == []
    assert await is_away(table.room)
    assert await table.at(end) == [f"{BACK}\nHank: run."]
    assert not await is_away(table.room)
    await table.room.referee.verify(table.room.place)


async def test_so_he_is_by_the_same_answer_that_his_orders_would_have_brought(table: Even) -> None:
    prompt = await table.asks()
    await table.room.answer(HANK, prompt, "stand")
    assert await table.at(await table.ends()) == [f"{BACK}\nHank: stand."]


async def test_before_that_nobody_sees_that_he_has_answered(table: Even) -> None:
    prompt = await table.asks()
    seen = {user: await table.room.show(user) for user in (None, STRANGER, ANA, GM)}
    heard, due, log = len(table.room.heard), await table.ends(), await table.room.log()
    await table.room.answer(HANK, prompt, "run")
    assert {user: await table.room.show(user) for user in seen} == seen
    assert (len(table.room.heard), await table.ends(), await table.room.log()) == (heard, due, log)
    assert BACK_THEN in await table.question(HANK)


async def test_elsewhere_his_orders_are_carried_out_until_then(table: Even) -> None:
    """Whoever has not answered is played so too."""
    said = []
    for does in (True, False):
        table = await Even(await Room(MemoryStore()).seated()).plays(asking="even")
        await goes_away(table.room, orders="lowest")
        prompt = await table.asks()
        if does:
            await table.room.answer(HANK, prompt, "run")
        table.room.heard.clear()
        await table.room.act(GM, Play(actor=HANKS))
        said.append([(each.user, each.text) for each in table.room.heard])
        assert [each.id for each in await table.room.asked()] == [prompt]
        assert await is_away(table.room)
    assert said[0] == said[1]
    assert any("By the standing orders for Hank" in text for _, text in said[0])


async def test_where_the_gm_goes_on_before_he_is_back_with_it(table: Even) -> None:
    prompt = await table.asks()
    await table.room.answer(HANK, prompt, "run")
    ruling = await table.room.go_on()
    assert BACK in ruling.lines
    assert "Hank: run." in ruling.lines
    assert not await is_away(table.room)
    await table.room.referee.verify(table.room.place)


@pytest.mark.parametrize("by", [HANK, GM])
@pytest.mark.parametrize("orders", ["else", "lowest"])
async def test_whoever_is_said_to_be_away_after_that_stays_so_and_his_answer_counts(
    table: Even, by: UserId, orders: str
) -> None:
    prompt = await table.asks()
    await table.room.answer(HANK, prompt, "run")
    await goes_away(table.room, orders=orders, by=by)
    assert BACK_THEN not in await table.question(HANK)
    assert await table.at(await table.ends()) == ["Hank: run."]
    assert await is_away(table.room)


async def test_whoever_answers_and_goes_then_stays_away(table: Even) -> None:
    await table.room.referee.come_back(table.room.place, HANK, source=table.room.source())
    prompt = await table.asks()
    assert BACK_THEN not in (await table.room.answer(HANK, prompt, "run")).lines[0]
    await goes_away(table.room)
    assert await table.at(await table.ends()) == ["Hank: run."]
    assert await is_away(table.room)


async def test_that_somebody_else_goes_away_changes_nothing_of_it(table: Even) -> None:
    prompt = await table.asks()
    await table.room.answer(HANK, prompt, "run")
    await table.room.referee.go_away(table.room.place, ANA, source=table.room.source())
    assert await table.at(await table.ends()) == [f"{BACK}\nHank: run."]


async def test_whoever_says_himself_that_he_is_back_is_so_at_once_and_once(table: Even) -> None:
    prompt = await table.asks()
    await table.room.answer(HANK, prompt, "run")
    await table.room.referee.come_back(table.room.place, HANK, source=table.room.source())
    assert await table.at(await table.ends()) == ["Hank: run."]


async def test_what_the_gm_says_for_him_brings_nobody_back(table: Even) -> None:
    prompt = await table.asks()
    await table.room.answer(HANK, prompt, "stand")
    await table.room.answer(GM, prompt, "run")
    (said,) = await table.at(await table.ends())
    assert BACK not in said
    assert "Hank: run." in said
    assert await is_away(table.room)


async def test_a_delegates_answer_brings_nobody_back_and_the_players_own_does() -> None:
    for user, said in ((STRANGER, "Hank: run."), (HANK, f"{BACK}\nHank: run.")):
        table = await Even(await Room(MemoryStore()).seated()).plays(asking="even")
        await goes_away(table.room, delegate=STRANGER)
        await table.room.answer(user, await table.asks(), "run")
        assert await table.at(await table.ends()) == [said]
        assert await is_away(table.room) is (user == STRANGER)


async def test_whose_answer_is_possible_no_more_when_it_would_count_stays_away(
    table: Even, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.room.answer(HANK, await table.asks(), "run")
    answers = Toy._answer

    def no_running(toy: Toy, draft: ToyDraft, command: Answer, dice: Dice) -> None:
        if command.key == "run":
            raise Illegal("TOO_LATE")
        answers(toy, draft, command, dice)

    monkeypatch.setattr(Toy, "_answer", no_running)
    assert await table.at(await table.ends()) == ["Hank: stand."]
    assert await is_away(table.room)


async def test_what_a_delegate_noted_goes_with_him_when_he_leaves() -> None:
    table = await Even(await Room(MemoryStore()).seated()).plays(asking="even")
    await goes_away(table.room, delegate=STRANGER)
    await table.room.answer(STRANGER, await table.asks(), "run")
    end = await table.ends()
    await table.room.referee.hand_back(table.room.place, STRANGER, source=table.room.source())
    (said,) = await table.at(end)
    assert said.endswith("Hank: stand.")


async def test_where_the_table_asks_plainly_again_his_answer_counts_and_not_his_orders(table: Even) -> None:
    prompt = await table.asks()
    await table.room.answer(HANK, prompt, "run")
    await table.plays(asking="plain")
    assert await table.at(0) == [f"{BACK}\nHank: run."]
    assert not await is_away(table.room)


async def test_an_act_of_his_own_meanwhile_brings_him_back_as_everywhere(table: Even) -> None:
    prompt = await table.asks()
    await table.room.answer(HANK, prompt, "run")
    ruling = await table.room.act(HANK, Roll(actor=HANKS))
    assert "You are back, and play Hank yourself." in ruling.lines
    assert await table.at(await table.ends()) == ["Hank: run."]


async def test_what_is_taken_back_leaves_him_there(table: Even) -> None:
    prompt = await table.asks()
    await table.room.answer(HANK, prompt, "run")
    await table.at(await table.ends())
    await table.room.undo()
    assert not await is_away(table.room)
    assert await table.at(await table.ends()) == ["Hank: stand."]
    await table.room.referee.verify(table.room.place)


async def test_it_outlives_the_process(kept: KeptRoom) -> None:
    table = await Even(kept).plays(asking="even")
    await goes_away(kept, orders="else")
    prompt = await table.asks()
    end = await table.ends()
    await kept.answer(HANK, prompt, "run")
    await kept.begin_anew()
    assert await table.at(end) == [f"{BACK}\nHank: run."]
    await kept.referee.verify(kept.place)


@of_points(each for each in POINTS if each.player != GM)
async def test_by_all_rules_nothing_tells_before_the_end_that_he_has_answered(point: Point) -> None:
    rooms = []
    for does in (True, False):
        room = await SystemRoom(MemoryStore()).in_the_middle(point.ruleset, point.able)
        await room.told_by_hand(
            lambda fight: replace(
                fight,
                seats=tuple(
                    replace(seat, is_away=True, orders="else") if seat.user == point.player else seat
                    for seat in fight.seats
                ),
            )
        )
        await room.referee.act(room.place, point.user, point.act, source=room.source())
        rooms.append(room)
        if does:
            await room.referee.act(
                room.place,
                point.player,
                Answer(prompt=PromptId(point.prompt), key=point.something),
                source=room.source(),
            )
    one, other = rooms
    due = await one.store.next_due(-1)
    if point.user == point.player:  # whoever acts himself is there
        assert not (await one.show()).away
    assert due is not None
    assert due == await other.store.next_due(-1)
    await require_twins(one, other, point)
    for room in rooms:
        await room.passes(due - 0.01)
    await require_twins(one, other, point)
    for room in rooms:
        await room.passes(due)
    assert not (await one.show()).away
    assert bool((await other.show()).away) is (point.user != point.player)
