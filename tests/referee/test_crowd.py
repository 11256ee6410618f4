"""Many people at once: one order of events, nothing lost, nothing doubled."""

import asyncio
from itertools import permutations

import pytest

from rules.core.command import Finish, Start
from rules.core.ids import CombatantId, PromptId, UserId
from rules.core.refusal import Illegal
from rules.referee import Referee
from rules.store.memory import MemoryStore
from rules.telling import Ruling
from rules.verifying import Verified
from tests.referee.conftest import KeptRoom
from tests.referee.room import ANA, ANAS, GM, SALOON, STREET, Room
from tests.toy_values import Ask, Play, Roll

PLAYERS = [UserId(number) for number in range(1, 51)]


def played_by(user: UserId) -> CombatantId:
    return CombatantId(f"c{user + 1}")


async def crowd(room: Room, players: list[UserId]) -> None:
    await room.begin()
    for user in players:
        await room.join(user, f"Player {user}")


async def started(room: Room, players: list[UserId]) -> Room:
    await crowd(room, players)
    await room.act(GM, Start())
    return room


async def test_fifty_people_act_at_once_in_one_order(kept: KeptRoom) -> None:
    kept.place = STREET
    await started(kept, PLAYERS)
    rulings = await asyncio.gather(
        *(kept.act(user, Roll(actor=played_by(user))) for user in PLAYERS),
        *(kept.act(GM, Ask(actor=played_by(user), whom=played_by(user))) for user in PLAYERS[:10]),
    )
    assert sorted(ruling.seq for ruling in rulings) == list(range(53, 113))
    assert [step.seq for step in await kept.log()] == list(range(1, 113))
    assert await kept.referee.verify(STREET) == Verified(112)


async def test_fifty_people_join_at_once_and_each_sits_once(room: Room) -> None:
    await room.begin()
    await asyncio.gather(*(room.join(user, "Ana") for user in PLAYERS))
    shown = await room.show()
    assert sorted(shown.players.values()) == PLAYERS
    assert len({each.name for each in shown.view.combatants}) == 50


async def test_two_joins_of_one_person_at_once_seat_him_once(room: Room) -> None:
    await room.begin()
    ended = await asyncio.gather(room.join(ANA, "Ana"), room.join(ANA, "Ana"), return_exceptions=True)
    assert sorted(isinstance(each, Illegal) for each in ended) == [False, True]
    assert list((await room.show()).players.values()) == [ANA]


async def test_of_many_begins_in_one_channel_exactly_one_succeeds() -> None:
    room = Room(MemoryStore())
    ended = await asyncio.gather(*(room.begin(user) for user in PLAYERS), return_exceptions=True)
    begun = [each for each in ended if isinstance(each, Ruling)]
    codes = {each.refusal.code for each in ended if isinstance(each, Illegal)}
    assert (len(begun), codes) == (1, {"PLACE_TAKEN"})
    assert (await room.show()).id == begun[0].fight


async def test_of_many_begins_after_a_fight_that_is_over_exactly_one_succeeds(kept: KeptRoom) -> None:
    old = await kept.act(GM, Finish())
    ended = await asyncio.gather(*(kept.begin(user) for user in PLAYERS[:10]), return_exceptions=True)
    begun = [each for each in ended if isinstance(each, Ruling)]
    assert len(begun) == 1
    assert all(isinstance(each, Illegal) for each in ended if each is not begun[0])
    assert (await kept.show()).id == begun[0].fight
    assert (await kept.referee.show(old.fight, None)).is_closed


@pytest.mark.parametrize("order", list(permutations(range(6)))[::97])
async def test_six_questions_are_answered_at_once_in_any_order(order: tuple[int, ...]) -> None:
    players = PLAYERS[:6]
    room = await started(Room(MemoryStore()), players)
    for user in players:
        await room.act(GM, Ask(actor=played_by(user), whom=played_by(user)))
    before = await room.seq()
    await asyncio.gather(*(room.answer(players[at], PromptId(f"p{at + 1}"), "run") for at in order))
    shown = await room.show()
    assert (shown.seq, shown.view.asked) == (before + 6, ())
    assert all(each.is_out for each in shown.view.combatants)


async def test_six_answers_with_cards_at_once_each_play_their_own() -> None:
    players = PLAYERS[:6]
    room = await started(Room(MemoryStore()), players)
    for user in players:
        await room.act(GM, Play(actor=played_by(user)))
    cards = {user: (await room.hand(user, played_by(user)))[0] for user in players}
    await asyncio.gather(*(room.answer(user, PromptId(f"p{user}"), cards[user]) for user in reversed(players)))
    assert {user: await room.score(played_by(user)) for user in players} == {
        user: int(card[1:]) for user, card in cards.items()
    }


async def test_one_question_answered_from_two_surfaces_at_once_is_answered_once() -> None:
    room = await started(Room(MemoryStore()), PLAYERS[:1])
    await room.act(GM, Ask(actor=ANAS, whom=ANAS))
    before = await room.seq()
    one, other = await asyncio.gather(
        room.answer(ANA, PromptId("p1"), "run"), room.answer(ANA, PromptId("p1"), "stand")
    )
    assert (one.seq, one.lines) == (other.seq, other.lines)
    assert await room.seq() == before + 1


async def test_undos_and_acts_at_once_leave_a_sound_log(room: Room) -> None:
    players = PLAYERS[:5]
    await started(room, players)
    await asyncio.gather(
        *(room.act(user, Roll(actor=played_by(user))) for user in players), *(room.undo() for _ in range(3))
    )
    assert await room.referee.verify(SALOON) == Verified(await room.seq())


async def test_two_processes_over_one_store_never_double_a_step() -> None:
    """As on PostgreSQL, where another process may write this fight's next step."""
    room = await started(Room(MemoryStore()), PLAYERS[:2])
    other: Referee = room._referee()
    await other.show(SALOON, None)
    await room.roll()
    with pytest.raises(Illegal) as refused:
        await other.act(SALOON, PLAYERS[1], Roll(actor=played_by(PLAYERS[1])), source="other")
    assert refused.value.refusal.code == "STALE"
    ruling = await other.act(SALOON, PLAYERS[1], Roll(actor=played_by(PLAYERS[1])), source="other")
    assert ruling.seq == 6
    assert [step.seq for step in await room.log()] == [1, 2, 3, 4, 5, 6]
