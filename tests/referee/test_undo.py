"""What was ruled can be taken back, step by step, and the log forgets nothing."""

from rules.core.ids import PromptId
from tests.referee.conftest import KeptRoom
from tests.referee.room import ANA, ANAS, GM, HANK, HANKS, SALOON, STRANGER, Room, refusal_of
from tests.toy_values import Ask, Roll

P1 = PromptId("p1")


async def test_an_undo_gives_back_what_was_before(kept: KeptRoom) -> None:
    hands = await kept.hands()
    await kept.roll()
    ruling = await kept.undo()
    assert (ruling.seq, ruling.lines) == (6, ("The Umpire took back the last ruling.",))
    assert (await kept.hands(), await kept.score()) == (hands, 0)


async def test_two_undos_take_two_steps_back(kept: KeptRoom) -> None:
    hands = await kept.hands()
    await kept.roll(ANA, ANAS)
    await kept.roll(HANK, HANKS)
    await kept.undo()
    await kept.undo()
    assert (await kept.hands(), await kept.score(), await kept.score(HANKS)) == (hands, 0, 0)


async def test_an_undo_after_an_undo_and_an_act_takes_back_the_act(kept: KeptRoom) -> None:
    await kept.roll()
    kept_score = await kept.score()
    await kept.roll()
    await kept.undo()
    await kept.roll(HANK, HANKS)
    await kept.undo()
    assert (await kept.score(), await kept.score(HANKS)) == (kept_score, 0)
    await kept.undo()
    assert await kept.score() == 0


async def test_undo_goes_on_after_a_restart(kept: KeptRoom) -> None:
    scores = (await kept.score(), await kept.score(HANKS))
    await kept.roll(ANA, ANAS)
    await kept.roll(HANK, HANKS)
    await kept.undo()
    await kept.begin_anew()
    await kept.undo()
    assert (await kept.score(), await kept.score(HANKS)) == scores


async def test_the_first_step_cannot_be_taken_back(room: Room) -> None:
    await room.seated()
    for _ in range(3):
        await room.undo()
    assert await refusal_of(room.undo()) == "NOTHING_TO_UNDO"
    assert (await room.show()).view.combatants == ()


async def test_only_the_gm_takes_back_what_dice_decided(fight: Room) -> None:
    await fight.roll()
    assert await refusal_of(fight.undo(ANA)) == "UNDO_NEEDS_GM"
    assert await refusal_of(fight.undo(STRANGER)) == "GM_ONLY"
    assert await fight.seq() == 5


async def test_a_join_taken_back_frees_the_seat(room: Room) -> None:
    await room.begin()
    await room.join(ANA, "Ana")
    await room.undo()
    assert (await room.show(ANA)).players == {}
    await room.join(ANA, "Ana")
    assert (await room.show(ANA)).players == {"c4": ANA}


async def test_an_answer_taken_back_opens_its_question_again(fight: Room) -> None:
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    await fight.answer(HANK, P1, "run")
    await fight.undo()
    (asked,) = await fight.asked()
    assert asked.id.startswith(P1)


async def test_a_question_of_before_an_undo_is_not_taken_for_the_one_of_now(fight: Room) -> None:
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    await fight.undo()
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    assert await refusal_of(fight.answer(HANK, P1, "run")) == "STALE"
    assert len(await fight.asked()) == 1


async def test_a_moment_of_before_an_undo_holds_no_more(fight: Room) -> None:
    moment = (await fight.referee.options(SALOON, ANA, ANAS))[0].moment
    await fight.roll()
    await fight.undo()
    assert await refusal_of(fight.act(ANA, Roll(actor=ANAS), expect=moment)) == "STALE"


async def test_an_undo_of_what_the_gm_has_not_seen_is_refused(fight: Room) -> None:
    seen = await fight.seq()
    await fight.roll()
    assert await refusal_of(fight.referee.undo(SALOON, GM, source="u", seq=seen)) == "MOVED_ON"


async def test_undo_works_over_many_keyframes(room: Room) -> None:
    await room.seated()
    scores = [0]
    for _ in range(120):
        await room.roll()
        scores.append(await room.score())
    for score in reversed(scores[:-1]):
        await room.undo()
        assert await room.score() == score
    assert await room.seq() == 244


# ---- history


async def test_history_comes_newest_first_and_in_pages(fight: Room) -> None:
    for _ in range(3):
        await fight.roll()
    first = await fight.referee.history(fight.place, ANA, limit=4)
    second = await fight.referee.history(fight.place, ANA, before=first[-1].seq, limit=4)
    assert [past.seq for past in (*first, *second)] == [7, 6, 5, 4, 3, 2, 1]
    assert (first[0].user, first[-1].user) == (ANA, GM)


async def test_history_keeps_the_cards_of_others_secret(fight: Room) -> None:
    card = (await fight.hand(HANK, HANKS))[0]
    for user, is_told in ((HANK, True), (ANA, False), (GM, False), (None, False)):
        told = await fight.referee.history(fight.place, user)
        assert (card in repr(told)) is is_told


async def test_history_marks_what_was_taken_back_and_nothing_else(fight: Room) -> None:
    await fight.roll()  # 5
    await fight.roll()  # 6
    await fight.undo()  # 7: takes back 6
    await fight.roll()  # 8
    await fight.undo()  # 9: takes back 8
    await fight.undo()  # 10: takes back 5, and with it all since 4
    await fight.roll()  # 11
    past = await fight.referee.history(fight.place, None, limit=20)
    assert [each.seq for each in past if each.is_taken_back] == [8, 6, 5]  # the undos themselves are told as they were


async def test_the_history_tells_everything_as_it_stood_then(room: Room) -> None:
    await room.begin()
    await room.join(ANA, "Ana")
    first = (await room.referee.history(room.place, None))[0].lines
    await room.undo()
    assert (await room.referee.history(room.place, None))[1].lines == first


async def test_an_older_page_knows_of_later_undos(fight: Room) -> None:
    await fight.roll()
    await fight.undo()
    (past,) = await fight.referee.history(fight.place, None, before=6, limit=1)
    assert (past.seq, past.is_taken_back) == (5, True)


async def test_the_history_of_what_nobody_remembers_can_be_told(room: Room) -> None:
    await room.begin()
    await room.join(ANA, "Ana")
    await room.undo()
    past = await room.referee.history(room.place, STRANGER)
    assert [each.lines for each in past] == [
        ("The Umpire took back the last ruling.",),
        ("Ana: entered.",),
        ("Scene: noon.",),
    ]


async def test_a_history_has_no_page_before_its_first(fight: Room) -> None:
    assert await fight.referee.history(fight.place, None, before=1) == ()
