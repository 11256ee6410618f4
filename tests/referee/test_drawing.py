"""Where the draws of a fight come from: its own key, or people who type them in."""

import pytest

from rules.core.command import GoOn, Start
from rules.core.ids import PromptId
from rules.drawing import DRAW
from rules.store.memory import MemoryStore
from rules.verifying import Verified
from tests.referee.conftest import KeptRoom
from tests.referee.room import ANA, ANAS, GM, SALOON, STRANGER, Room, refusal_of
from tests.toy_values import Ask, Play, Roll


async def played(seed: bytes) -> tuple[dict[str, list[str]], list[str], list[bytes]]:
    room = await Room(MemoryStore(), seed=seed).seated()
    hands = dict(await room.hands())
    lines = [line for _ in range(5) for line in (await room.roll()).lines]
    return {str(key): hand for key, hand in hands.items()}, lines, [step.events for step in await room.log()]


async def test_the_same_random_bytes_give_the_same_fight() -> None:
    assert await played(b"one") == await played(b"one")


async def test_another_key_draws_otherwise() -> None:
    (hands, lines, _), (others, other_lines, _) = await played(b"one"), await played(b"two")
    assert hands != others
    assert lines != other_lines


async def test_a_restart_draws_as_if_there_had_been_none(kept: KeptRoom) -> None:
    undisturbed = await Room(MemoryStore()).seated()
    for _ in range(3):
        await undisturbed.roll()
        await kept.begin_anew()
        await kept.roll()
    assert await kept.score() == await undisturbed.score()


async def test_a_draw_does_not_depend_on_who_tried_in_vain_before() -> None:
    one, other = await Room(MemoryStore()).seated(), await Room(MemoryStore()).seated()
    await refusal_of(other.act(ANA, Play(actor=ANAS, card="#999")))
    assert (await one.roll()).lines == (await other.roll()).lines


# ---- typed


@pytest.fixture
async def typed() -> Room:
    """Ana is in and the fight has begun; she was dealt #010 and #020 from a pack on the table."""
    room = Room(MemoryStore(), draws="typed")
    await room.begin()
    await room.join(ANA, "Ana")
    await room.act(GM, Start())
    await room.type_in(GM, "#010")
    await room.type_in(GM, "#020")
    return room


async def test_a_missing_draw_is_owed_by_whoever_gave_the_command(typed: Room) -> None:
    ruling = await typed.roll()
    assert ruling.lines == ("A draw is needed: a die.",)
    (asked,) = await typed.asked(ANA)
    assert (asked.id.startswith(DRAW), asked.is_mine) == (True, True)
    assert [choice.key for choice in asked.choices] == list("123456")


async def test_the_draw_typed_in_decides(typed: Room) -> None:
    await typed.roll()
    assert (await typed.type_in(ANA, "5")).lines == ("Ana rolls 5.",)
    assert (await typed.score(), await typed.asked(ANA)) == (5, ())


async def test_several_draws_are_typed_one_after_the_other(typed: Room) -> None:
    assert await typed.hand(ANA, ANAS) == ["#010", "#020"]


async def test_while_a_draw_is_owed_nothing_else_is_ruled(typed: Room) -> None:
    await typed.roll()
    for user, command in ((ANA, Roll(actor=ANAS)), (GM, GoOn(prompts=())), (ANA, Ask(actor=ANAS))):
        assert await refusal_of(typed.act(user, command, source=f"{command}")) == "DRAW_OWED"
    assert await typed.asked(ANA) != ()


async def test_a_draw_that_cannot_come_is_refused_and_stays_owed(typed: Room) -> None:
    await typed.roll()
    for came in ("7", "#011", "", "six"):
        assert await refusal_of(typed.type_in(ANA, came)) == "NO_SUCH_DRAW"
    assert (await typed.type_in(ANA, "6")).lines == ("Ana rolls 6.",)


async def test_a_card_in_a_hand_cannot_come_again(typed: Room) -> None:
    await typed.act(ANA, Play(actor=ANAS, card="#010"))
    assert await refusal_of(typed.type_in(ANA, "#020")) == "NO_SUCH_DRAW"


async def test_the_gm_may_type_for_whoever_owes_and_nobody_else_may(typed: Room) -> None:
    await typed.roll()
    assert await refusal_of(typed.type_in(STRANGER, "5")) == "GM_ONLY"
    assert (await typed.asked(STRANGER))[0].choices == ()
    assert (await typed.type_in(GM, "5")).lines == ("Ana rolls 5.",)


async def test_a_draw_that_nobody_owes_is_stale(typed: Room) -> None:
    assert await refusal_of(typed.answer(GM, PromptId("draw99"), "5")) == "STALE"


async def test_a_second_tap_is_not_taken_for_the_next_draw() -> None:
    room = Room(MemoryStore(), draws="typed")
    await room.begin()
    await room.join(ANA, "Ana")
    await room.act(GM, Start())
    first = (await room.asked(GM))[0].id
    await room.answer(GM, first, "#010")
    assert (await room.answer(GM, first, "#020")).is_repeat
    assert (await room.asked(GM))[0].id != first


async def test_a_command_that_is_refused_owes_no_draw(typed: Room) -> None:
    assert await refusal_of(typed.act(ANA, Play(actor=ANAS, card="#999"))) == "NOT_HELD"
    assert await typed.asked(ANA) == ()


async def test_a_command_that_waits_for_its_draw_can_be_taken_back(typed: Room) -> None:
    await typed.roll()
    await typed.undo()
    assert await typed.asked(ANA) == ()
    await typed.roll()
    await typed.type_in(ANA, "3")
    assert await typed.score() == 3


async def test_a_draw_owed_outlives_the_process(typed: Room) -> None:
    await typed.roll()
    typed.restart()
    assert (await typed.type_in(ANA, "4")).lines == ("Ana rolls 4.",)


async def test_a_fight_with_typed_draws_is_sound(typed: Room) -> None:
    await typed.roll()
    await typed.type_in(ANA, "4")
    await typed.act(ANA, Play(actor=ANAS, card="#010"))
    await typed.type_in(ANA, "#030")
    assert await typed.referee.verify(SALOON) == Verified(await typed.seq())


async def test_a_fight_ended_while_a_draw_is_owed_is_sound(typed: Room) -> None:
    await typed.roll()
    ended = await typed.end()
    assert await typed.referee.verify(ended.fight) == Verified(ended.seq)
    assert (await typed.referee.show(ended.fight, ANA)).view.asked == ()
