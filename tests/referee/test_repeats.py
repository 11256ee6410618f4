"""A delivery that comes twice, and a ruling that never reached its asker: ruled once, told again."""

import asyncio

from rules.asking import Wish
from rules.core.combatant import Side
from rules.core.ids import PromptId
from tests.referee.conftest import KeptRoom
from tests.referee.room import ANA, ANAS, GM, HANK, HANKS, SALOON, STRANGER, STREET, Room, refusal_of
from tests.toy_values import Ask, Play, Roll

P1 = PromptId("p1")


# ---- the same delivery twice


async def test_a_delivery_that_comes_twice_at_once_is_ruled_once(kept: KeptRoom) -> None:
    first, second = await asyncio.gather(
        kept.referee.act(SALOON, ANA, Roll(actor=ANAS), source="x"),
        kept.referee.act(SALOON, ANA, Roll(actor=ANAS), source="x"),
    )
    assert (first.seq, first.lines) == (second.seq, second.lines)
    assert sorted([first.is_repeat, second.is_repeat]) == [False, True]
    assert await kept.seq() == 5


async def test_a_delivery_that_comes_again_later_is_told_its_ruling(kept: KeptRoom) -> None:
    first = await kept.act(ANA, Roll(actor=ANAS), source="x")
    await kept.roll()
    again = await kept.act(ANA, Roll(actor=ANAS), source="x")
    assert (again.seq, again.lines, again.is_repeat) == (first.seq, first.lines, True)
    assert await kept.seq() == 6


async def test_a_delivery_that_comes_again_after_a_restart_is_told_its_ruling(kept: KeptRoom) -> None:
    first = await kept.act(ANA, Roll(actor=ANAS), source="x")
    await kept.begin_anew()
    again = await kept.act(ANA, Roll(actor=ANAS), source="x")
    assert (again.seq, again.lines, again.is_repeat) == (first.seq, first.lines, True)
    assert await kept.seq() == 5


async def test_a_card_delivered_twice_is_played_once(kept: KeptRoom) -> None:
    play = Play(actor=ANAS, card=(await kept.hand(ANA, ANAS))[0])
    first = await kept.act(ANA, play, source="x")
    again = await kept.act(ANA, play, source="x")
    assert (again.seq, again.is_repeat) == (first.seq, True)
    assert await kept.seq() == 5


async def test_a_delivery_in_another_fight_is_another(fight: Room) -> None:
    await fight.act(ANA, Roll(actor=ANAS), source="x")
    fight.place = STREET
    await fight.seated()
    assert not (await fight.act(ANA, Roll(actor=ANAS), source="x")).is_repeat


async def test_an_undo_delivered_twice_takes_one_step_back(kept: KeptRoom) -> None:
    await kept.roll()
    await kept.roll()
    first = await kept.undo(source="x")
    await kept.begin_anew()
    again = await kept.undo(source="x")
    assert (again.seq, again.is_repeat) == (first.seq, True)
    assert await kept.seq() == 7


async def test_a_begin_delivered_twice_at_once_opens_one_lobby(room: Room) -> None:
    first, second = await asyncio.gather(room.begin(source="x"), room.begin(source="x"))
    assert first.fight == second.fight
    assert sorted([first.is_repeat, second.is_repeat]) == [False, True]


async def test_a_begin_delivered_again_after_a_restart_opens_no_other_lobby(kept: KeptRoom) -> None:
    kept.place = STREET
    first = await kept.begin(source="x")
    await kept.join(ANA)
    await kept.begin_anew()
    again = await kept.begin(source="x")
    assert (again.fight, again.seq, again.lines, again.is_repeat) == (first.fight, 1, first.lines, True)


# ---- a ruling that never reached its asker


async def test_a_command_whose_ruling_was_not_told_is_answered_with_it(kept: KeptRoom) -> None:
    first = await kept.act(ANA, Roll(actor=ANAS), told=False)
    again = await kept.act(ANA, Roll(actor=ANAS))
    assert (again.seq, again.lines, again.is_repeat) == (first.seq, first.lines, True)
    assert await kept.seq() == 5


async def test_after_a_restart_too(kept: KeptRoom) -> None:
    first = await kept.act(ANA, Roll(actor=ANAS), told=False)
    await kept.begin_anew()
    again = await kept.act(ANA, Roll(actor=ANAS))
    assert (again.seq, again.lines, again.is_repeat) == (first.seq, first.lines, True)
    assert await kept.seq() == 5


async def test_once_told_the_same_command_is_a_new_one(kept: KeptRoom) -> None:
    await kept.act(ANA, Roll(actor=ANAS))
    assert not (await kept.act(ANA, Roll(actor=ANAS))).is_repeat
    assert await kept.seq() == 6


async def test_once_told_the_same_command_is_a_new_one_after_a_restart(kept: KeptRoom) -> None:
    await kept.act(ANA, Roll(actor=ANAS))
    await kept.begin_anew()
    assert not (await kept.act(ANA, Roll(actor=ANAS))).is_repeat


async def test_a_repeat_that_was_told_ends_the_repeating(kept: KeptRoom) -> None:
    await kept.act(ANA, Roll(actor=ANAS), told=False)
    await kept.act(ANA, Roll(actor=ANAS))
    assert not (await kept.act(ANA, Roll(actor=ANAS))).is_repeat


async def test_another_command_is_no_repeat(kept: KeptRoom) -> None:
    await kept.act(ANA, Roll(actor=ANAS), told=False)
    assert not (await kept.act(ANA, Ask(actor=ANAS))).is_repeat


async def test_the_same_command_of_another_person_is_no_repeat(kept: KeptRoom) -> None:
    await kept.act(ANA, Roll(actor=ANAS), told=False)
    assert not (await kept.act(GM, Roll(actor=ANAS))).is_repeat


async def test_what_others_did_meanwhile_changes_nothing(kept: KeptRoom) -> None:
    first = await kept.act(ANA, Roll(actor=ANAS), told=False)
    await kept.roll(HANK, HANKS)
    again = await kept.act(ANA, Roll(actor=ANAS))
    assert (again.seq, again.is_repeat) == (first.seq, True)


async def test_an_undo_that_was_not_told_is_not_done_again(kept: KeptRoom) -> None:
    await kept.roll()
    await kept.roll()
    first = await kept.undo(told=False)
    await kept.begin_anew()
    again = await kept.undo()
    assert (again.seq, again.is_repeat) == (first.seq, True)
    assert (await kept.undo()).seq == 8


async def test_a_begin_that_was_not_told_is_not_done_again(kept: KeptRoom) -> None:
    kept.place = STREET
    first = await kept.begin(told=False)
    await kept.begin_anew()
    again = await kept.begin()
    assert (again.fight, again.is_repeat) == (first.fight, True)
    assert await refusal_of(kept.begin()) == "PLACE_TAKEN"


async def test_an_untold_begin_of_somebody_else_is_no_repeat(room: Room) -> None:
    await room.begin(told=False)
    assert await refusal_of(room.begin(STRANGER)) == "PLACE_TAKEN"


async def test_a_command_taken_back_before_it_was_told_is_a_new_one(kept: KeptRoom) -> None:
    await kept.act(ANA, Roll(actor=ANAS), told=False)
    await kept.undo()
    ruling = await kept.act(ANA, Roll(actor=ANAS))
    assert (ruling.is_repeat, ruling.seq) == (False, 7)


async def test_a_command_taken_back_before_it_was_told_is_a_new_one_after_a_restart(kept: KeptRoom) -> None:
    await kept.act(ANA, Roll(actor=ANAS), told=False)
    await kept.undo()
    await kept.begin_anew()
    assert not (await kept.act(ANA, Roll(actor=ANAS))).is_repeat


async def test_an_answer_taken_back_can_be_given_again(kept: KeptRoom) -> None:
    await kept.act(ANA, Ask(actor=ANAS, whom=HANKS))
    await kept.answer(HANK, P1, "run")
    await kept.undo()
    assert await refusal_of(kept.answer(HANK, P1, "run")) == "STALE"
    (asked,) = await kept.asked()
    assert not (await kept.answer(HANK, asked.id, "run")).is_repeat
    assert await kept.asked() == ()


async def test_to_go_on_untold_does_not_skip_what_was_asked_since(kept: KeptRoom) -> None:
    await kept.act(ANA, Ask(actor=ANAS, whom=HANKS))
    first = await kept.go_on(told=False)
    await kept.act(ANA, Ask(actor=ANAS, whom=HANKS))
    await kept.begin_anew()
    again = await kept.go_on()
    assert (again.seq, again.is_repeat) == (first.seq, True)
    assert len(await kept.asked()) == 1


async def test_an_npc_added_untold_is_not_added_again(kept: KeptRoom) -> None:
    for source in ("first", "again"):
        await kept.referee.add(
            SALOON, GM, name="Thug", template="thug", side=Side.ENEMY, at="", hidden=False, source=source
        )
        await kept.begin_anew()
    assert [each.name for each in (await kept.show()).view.combatants] == ["Ana", "Hank", "Thug"]


async def test_the_same_npc_added_after_it_was_told_is_another(kept: KeptRoom) -> None:
    for source in ("first", "again"):
        ruling = await kept.referee.add(
            SALOON, GM, name="Thug", template="thug", side=Side.ENEMY, at="", hidden=False, source=source
        )
        await kept.referee.told(ruling, GM)
    assert [each.name for each in (await kept.show()).view.combatants] == ["Ana", "Hank", "Thug", "Thug 2"]


async def test_who_joined_untold_has_joined_once(room: Room) -> None:
    await room.begin()
    await room.join(ANA, "Ana", told=False)
    assert await refusal_of(room.join(ANA, "Ana")) == "ALREADY_JOINED"


async def test_a_start_untold_is_not_dealt_again(room: Room) -> None:
    await room.begin()
    await room.join(ANA, "Ana")
    first = await room.act(GM, Wish(kind="start", fields={}), told=False)
    hand = await room.hand(ANA, ANAS)
    again = await room.act(GM, Wish(kind="start", fields={}))
    assert (again.seq, again.is_repeat) == (first.seq, True)
    assert await room.hand(ANA, ANAS) == hand
