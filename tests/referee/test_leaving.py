"""Whoever hands his place back in a running fight, or has it taken from him: it is nobody's until somebody gets it."""

from collections.abc import Awaitable, Callable

import pytest

from rules.asking import Wish
from rules.core.codec import codec_of
from rules.core.event import SeatLeft
from rules.core.ids import CombatantId, SeatId, UserId, is_somebody
from rules.core.names import mention
from rules.core.ruleset import Setup
from rules.core.view import Phase
from rules.drawing import DRAW
from rules.registry import RULESETS
from rules.store.memory import MemoryStore
from rules.store.protocol import NotStored
from rules.telling import Ruling
from tests.evenly.test_windows import Even
from tests.referee.conftest import KeptRoom
from tests.referee.room import ANA, ANAS, GM, HANK, HANKS, SALOON, STRANGER, FlakyStore, Room, refusal_of
from tests.referee.test_clock import GM_CALLED, Timed
from tests.referee.test_seating import BO, P1, away, calls, give, said, thug
from tests.toy import TOY
from tests.toy_values import Ask, Play, Roll

OTHER_GM, MARSHAL = UserId(101), UserId(50)
PLAYS_ON = (
    "The Umpire plays on for Ana, without seeing what is held, until somebody else does (/gm give-seat, /gm keep)."
)


async def out(room: Room, by: UserId = ANA, who: CombatantId | None = None, *, source: str = "") -> Ruling:
    ruling = await room.referee.hand_back(room.place, by, who=who, source=source or room.source())
    await room.referee.told(ruling, by)
    return ruling


async def free(room: Room, who: CombatantId = ANAS, *, by: UserId = GM, moderates: bool = False) -> Ruling:
    return await room.referee.free_seat(room.place, by, who=who, source=room.source(), is_moderator=moderates)


async def _full(_: Callable[[], Awaitable[None]]) -> None:
    raise NotStored


async def plays(room: Room) -> dict[CombatantId, UserId]:
    return dict((await room.show()).players)


# ---- by oneself


async def test_whoever_hands_his_place_back_plays_and_sees_nothing_more_and_all_are_told(fight: Room) -> None:
    ruling = await out(fight)
    line = f"{mention(ANA)}, who has seen what is held, is out and plays Ana no longer. {PLAYS_ON}"
    assert await said(fight) == line
    assert ruling.lines == (line,)
    assert await plays(fight) == {HANKS: HANK}
    assert (await fight.show()).kept_for == {ANAS: None, HANKS: None}
    assert (await fight.show(ANA)).view.hands == ()
    assert await fight.hand(GM, ANAS) == []
    assert await refusal_of(fight.roll()) == "NOT_PLAYING"
    assert await refusal_of(out(fight)) == "NOT_PLAYING"
    assert (await fight.referee.verify(SALOON)).compared == await fight.seq()


async def test_it_is_on_record_who_it_was_and_that_he_knows_what_is_held(fight: Room) -> None:
    await out(fight)
    (event,) = codec_of(TOY).events((await fight.log())[-1].events)
    assert isinstance(event, SeatLeft)
    assert (event.seat, event.name, event.user, event.is_taken, event.seen) == (SeatId("s2"), "Ana", ANA, False, True)
    assert not is_somebody(event.now)


async def test_the_gms_are_named_for_it_once_and_what_was_sent_to_whoever_left_is_to_show_no_hand(fight: Room) -> None:
    await fight.referee.name_gm(SALOON, GM, who=OTHER_GM, source="second")
    await fight.act(HANK, Ask(actor=HANKS, whom=ANAS))
    fight.heard.clear()
    await out(fight)
    assert calls(fight) == [(GM, "nobody plays Ana now"), (OTHER_GM, "nobody plays Ana now")]
    assert [each.user for each in fight.heard if each.kind == "seat"] == [ANA]


async def test_whoever_holds_several_hands_back_one_of_them_or_all(fight: Room) -> None:
    who = await thug(fight)
    await fight.referee.told(await give(fight, ANA, who), GM)
    assert await refusal_of(out(fight, ANA, HANKS)) == "NOT_YOURS"
    await out(fight, ANA, who)
    assert await plays(fight) == {ANAS: ANA, HANKS: HANK}
    await give(fight, ANA, who)
    fight.heard.clear()
    await out(fight)
    assert await plays(fight) == {HANKS: HANK}
    assert calls(fight) == [(GM, "nobody plays Ana and Thug now")]
    line = f"{mention(ANA)}, who has seen what is held, is out and plays Ana and Thug no longer. "
    assert await said(fight) == line + PLAYS_ON.replace("for Ana", "for Ana and Thug"), "once for both"


async def test_for_whom_a_place_is_kept_no_longer_he_is_named_when_another_gets_it(fight: Room) -> None:
    await free(fight)
    ruling = await fight.referee.offer(SALOON, GM, ANAS, BO, source=fight.source())
    assert "no longer" not in ruling.lines[0]
    ruling = await fight.referee.offer(SALOON, GM, ANAS, STRANGER, source=fight.source())
    assert mention(STRANGER) in ruling.lines[0]
    assert f"for {mention(BO)} no longer" in ruling.lines[0]
    ruling = await give(fight, BO, ANAS)
    assert ruling.lines == (
        f"Ana is played by {mention(BO)} from now on; it is kept for {mention(STRANGER)} no longer.",
    )
    await free(fight)
    await fight.referee.offer(SALOON, GM, ANAS, BO, source=fight.source())
    ruling = await fight.referee.offer(SALOON, GM, ANAS, None, source=fight.source())
    assert mention(BO) in ruling.lines[0]
    await fight.referee.verify(SALOON)


async def test_what_he_owed_the_gm_decides_or_what_stands_after_else_happens(fight: Room) -> None:
    await fight.act(HANK, Ask(actor=HANKS, whom=ANAS))
    await out(fight)
    assert [each.whom for each in await fight.asked()] == [ANAS]
    assert await refusal_of(fight.answer(ANA, P1, "run")) == "NOT_PLAYING", "she has no part any more"
    assert await refusal_of(fight.answer(HANK, P1, "run")) == "GM_ONLY", "he has, but the decision is not his"
    await fight.answer(GM, P1, "run")
    assert "decides for" not in await said(fight), "it is nobody's but his"
    await fight.act(HANK, Ask(actor=HANKS, whom=ANAS))
    ruling = await fight.referee.go_on(SALOON, GM, source="run", only_npcs=True)
    assert ruling.lines == ("Ana: stand.",)
    await fight.referee.verify(SALOON)


async def test_no_card_of_his_is_seen_by_the_gm_who_plays_on(fight: Room) -> None:
    card = (await fight.hand(ANA, ANAS))[0]
    await out(fight)
    assert await refusal_of(fight.act(GM, Play(actor=ANAS, card=card))) == "PRIVATE_CARD"
    await fight.act(GM, Play(actor=ANAS))
    await fight.go_on()
    assert await fight.asked() == ()


async def test_when_the_time_is_up_the_gm_is_called_for_what_he_owed(fight: Room) -> None:
    await fight.act(HANK, Ask(actor=HANKS, whom=ANAS))
    await out(fight)
    timed = await Timed(fight).plays(deadline="12h", late="call", pings="off")
    assert await timed.at(12) == [each.replace("Hank", "Ana") for each in GM_CALLED]


async def test_a_draw_that_he_was_to_type_in_is_the_gms() -> None:
    room = await Room(MemoryStore(), draws="typed").seated()
    await room.roll()
    await out(room)
    owed = next(each for each in await room.asked(GM) if each.id.startswith(DRAW))
    assert await refusal_of(room.answer(ANA, owed.id, "6")) == "GM_ONLY"
    await room.type_in(GM, owed.choices[0].key)
    assert not [each for each in await room.asked(GM) if each.id.startswith(DRAW)]


async def test_what_he_had_noted_goes_with_him() -> None:
    table = await Even(await Room(MemoryStore()).seated()).plays(asking="even")
    prompt = await table.asks()
    await table.room.answer(HANK, prompt, "run")
    await out(table.room, HANK)
    assert await table.at(await table.ends()) == ["Hank: stand."]


async def test_the_place_can_be_given_kept_and_taken_again_with_all_that_is_held(fight: Room) -> None:
    hand = await fight.hand(ANA, ANAS)
    await out(fight)
    await give(fight, BO)
    assert await fight.hand(BO, ANAS) == hand
    await out(fight, BO)
    await fight.referee.offer(SALOON, GM, ANAS, ANA, source="offer")
    await fight.join(ANA)
    assert await fight.hand(ANA, ANAS) == hand
    await fight.roll()
    assert (await fight.referee.verify(SALOON)).compared == await fight.seq()


async def test_an_undo_brings_nobody_back(kept: KeptRoom) -> None:
    await kept.roll()
    await out(kept)
    await kept.undo()
    assert await kept.score() == 0
    assert await plays(kept) == {HANKS: HANK}
    assert await refusal_of(kept.undo(ANA)) == "GM_ONLY"
    await kept.begin_anew()
    assert await plays(kept) == {HANKS: HANK}
    await kept.referee.verify(SALOON)


async def test_what_he_did_last_he_takes_back_no_more(fight: Room) -> None:
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    await out(fight)
    assert await fight.referee.free_undo(SALOON, ANA) is None
    assert await refusal_of(fight.undo(ANA)) == "GM_ONLY"


async def test_the_same_request_twice_does_it_once_and_what_could_not_be_stored_is_not_done() -> None:
    store = FlakyStore()
    room = await Room(store).seated()
    store.troubles = [_full]
    assert await refusal_of(out(room, source="press")) == "NOT_STORED"
    assert await plays(room) == {ANAS: ANA, HANKS: HANK}
    first = await out(room, source="press")
    again = await out(room, source="press")
    assert (again.seq, again.is_repeat) == (first.seq, True)
    assert await room.seq() == first.seq


async def test_whoever_is_away_leaves_nobody_and_no_orders_behind(fight: Room) -> None:
    await away(fight, delegate=BO)
    await out(fight)
    assert (await fight.show()).away == {}
    assert await refusal_of(fight.act(BO, Roll(actor=ANAS))) == "NOT_PLAYING"
    await away(fight, HANK, orders="lowest")
    await out(fight, HANK)
    await fight.act(GM, Play(actor=HANKS))
    assert [each.whom for each in await fight.asked()] == [HANKS], "no order of his is followed any more"


async def test_whoever_stands_in_for_others_stands_in_no_more_and_takes_no_place_from_them(fight: Room) -> None:
    await away(fight, delegate=HANK)
    fight.heard.clear()
    await out(fight, HANK)
    showing = await fight.show()
    assert (showing.away[ANAS].user, showing.away[ANAS].delegate) == (ANA, None)
    assert HANKS not in showing.players
    assert calls(fight) == [(ANA, "nobody plays Ana now"), (GM, "nobody plays Ana and Hank now")]
    await away(fight, delegate=BO)
    await out(fight, BO)
    assert (await fight.show()).players[ANAS] == ANA


async def test_a_game_master_who_plays_hands_back_what_he_plays_and_stays_game_master(fight: Room) -> None:
    await give(fight, GM)
    fight.heard.clear()
    await out(fight, GM)
    assert (await fight.show(GM)).viewer.gm
    assert calls(fight) == []
    await fight.act(GM, Roll(actor=ANAS))


async def test_in_a_lobby_and_when_it_is_put_away_there_is_nothing_to_hand_back(room: Room) -> None:
    await room.begin()
    await room.join(ANA, "Ana")
    assert await refusal_of(out(room)) == "STALE"
    assert await refusal_of(out(room, STRANGER)) == "NOT_PLAYING"
    where = (await room.end()).fight
    assert await refusal_of(room.referee.hand_back(where, ANA, source="late")) == "CLOSED"


# ---- taken by others


async def test_the_gm_takes_a_place_back_without_another_in_it(fight: Room) -> None:
    fight.heard.clear()
    await free(fight)
    line = f"{mention(ANA)}, who has seen what is held, plays Ana no longer: the place is taken back. {PLAYS_ON}"
    assert await said(fight) == line
    assert await plays(fight) == {HANKS: HANK}
    assert calls(fight) == [], "he did it himself"
    await give(fight, ANA)
    assert await plays(fight) == {ANAS: ANA, HANKS: HANK}


async def test_a_game_master_who_gives_up_what_he_plays_is_not_out(fight: Room) -> None:
    await give(fight, GM)
    await free(fight)
    assert await said(fight) == f"{mention(GM)}, who has seen what is held, plays Ana no longer. {PLAYS_ON}"


async def test_whoever_plays_others_still_is_not_out(fight: Room) -> None:
    await give(fight, ANA, await thug(fight))
    await out(fight, ANA, ANAS)
    assert (await said(fight)).startswith(f"{mention(ANA)}, who has seen what is held, plays Ana no longer.")


async def test_in_a_lobby_all_read_that_a_place_was_taken_back_and_whose_it_was_that_he_may_join(room: Room) -> None:
    await room.begin()
    await room.join(ANA, "Ana")
    who = next(iter(await plays(room)))
    room.heard.clear()
    await free(room, who)
    assert (await said(room)).startswith(f"Ana's place is taken back from {mention(ANA)}, to whom Join is open still.")
    news = [(each.user, each.text) for each in room.heard if each.kind == "dm"]
    assert news == [(ANA, "Your place as Ana is taken back. Join is open to you still.")]
    await room.join(ANA, "Ana")
    assert ANA in (await plays(room)).values()


async def test_a_moderator_may_and_is_named_and_so_is_the_gm(fight: Room) -> None:
    fight.heard.clear()
    await free(fight, by=MARSHAL, moderates=True)
    assert (await said(fight)).startswith(f"By {mention(MARSHAL)}, a moderator of this server: / {mention(ANA)}")
    assert calls(fight) == [(GM, "nobody plays Ana now")]
    assert (await fight.referee.verify(SALOON)).compared == await fight.seq()


async def test_nobody_else_may_and_what_nobody_holds_is_taken_from_nobody(fight: Room) -> None:
    for user in (ANA, HANK, STRANGER):
        assert await refusal_of(free(fight, by=user)) == "GM_ONLY"
    who, hidden = await thug(fight), await thug(fight, hidden=True)
    assert await refusal_of(free(fight, who)) == "NOBODY_PLAYS"
    assert await refusal_of(free(fight, hidden, by=MARSHAL, moderates=True)) == "NOBODY_THERE"
    await free(fight)
    assert await refusal_of(free(fight)) == "NOBODY_PLAYS"


async def test_a_place_taken_from_whoever_is_away_is_taken_from_whoever_stands_in_too(fight: Room) -> None:
    await away(fight, delegate=BO)
    await free(fight)
    assert f"{mention(ANA)}" in await said(fight)
    assert await fight.hand(BO, ANAS) == []
    assert await plays(fight) == {HANKS: HANK}


async def test_in_a_lobby_whoever_loses_his_place_gets_up_and_an_npc_stays(room: Room) -> None:
    await room.begin()
    await room.join(ANA, "Ana")
    who = await thug(room)
    await give(room, BO, who)
    await free(room, by=MARSHAL, moderates=True)
    await free(room, who)
    showing = await room.show(GM)
    assert showing.view.phase is Phase.LOBBY
    assert [each.name for each in showing.view.combatants] == ["Thug"]
    assert showing.players == {}
    await room.join(ANA, "Ana")
    await room.act(GM, Wish(kind="start", fields={}))
    assert (await room.referee.verify(SALOON)).compared == await room.seq()


async def test_an_npc_that_somebody_got_in_a_lobby_stays_when_he_gets_up(room: Room) -> None:
    await room.begin()
    await room.join(HANK, "Hank")
    who = await thug(room)
    await give(room, BO, who)
    await room.referee.leave(SALOON, BO, source="up")
    assert [each.name for each in (await room.show(GM)).view.combatants] == ["Hank", "Thug"]
    await give(room, HANK, who)
    await room.referee.leave(SALOON, HANK, who=who, source="one")
    assert await plays(room) == {ANAS: HANK}


async def test_the_same_fight_once_more_is_without_whoever_left(fight: Room) -> None:
    await out(fight)
    await fight.end()
    await fight.referee.again(SALOON, GM, source="again")
    assert list((await fight.show()).players.values()) == [HANK]


async def test_whoever_left_and_is_forgotten_is_nobody_in_the_log(fight: Room) -> None:
    await out(fight)
    await fight.referee.forget(ANA, source="forget")
    assert "somebody who is gone" in await said(fight)
    assert (await fight.referee.verify(SALOON)).compared == await fight.seq()


@pytest.mark.parametrize("moderates", [False, True])
async def test_a_fight_for_one_alone_does_not_go_on_without_him(moderates: bool) -> None:
    room = Room(MemoryStore())
    room.rulesets = RULESETS
    room.restart()
    setup = Setup(scene="first-steps")
    await room.referee.begin(SALOON, ANA, "conflicts", title="", setup=setup, source="begin")
    (who,) = await plays(room)
    assert await refusal_of(out(room)) == "PLAYS_ALONE"
    by = MARSHAL if moderates else ANA
    assert await refusal_of(free(room, who, by=by, moderates=moderates)) == "PLAYS_ALONE"
