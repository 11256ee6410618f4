"""Seats that change hands, and whoever is away: who acts, who sees what, who is called, and what an undo leaves."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from rules.asking import Wish
from rules.core.codec import codec_of
from rules.core.combatant import Side
from rules.core.command import Amend, Answer
from rules.core.event import Explained, SeatGiven, SeatTaken, WentAway, is_of_the_table
from rules.core.ids import CombatantId, PromptId, SeatId, SheetId, UserId
from rules.core.names import mention
from rules.core.refusal import Illegal
from rules.drawing import DRAW
from rules.preferences import Server
from rules.store.memory import MemoryStore
from rules.store.protocol import NotStored
from rules.telling import Ruling
from rules.undoing import HALF_UNDONE
from tests.referee.conftest import KeptRoom
from tests.referee.room import ANA, ANAS, GM, HANK, HANKS, SALOON, STRANGER, FlakyStore, Room, refusal_of
from tests.toy import TOY
from tests.toy_values import Ask, Play, Roll

P1 = PromptId("p1")
BO = UserId(4)


async def give(
    room: Room, to: UserId, who: CombatantId = ANAS, *, by: UserId = GM, source: str = "", moderates: bool = False
) -> Ruling:
    return await room.referee.give_seat(
        room.place, by, who=who, to=to, source=source or room.source(), is_moderator=moderates
    )


async def away(
    room: Room,
    by: UserId = ANA,
    *,
    who: CombatantId | None = None,
    delegate: UserId | None = None,
    orders: str = "",
    source: str = "",
) -> Ruling:
    return await room.referee.go_away(
        room.place, by, who=who, delegate=delegate, orders=orders, source=source or room.source()
    )


async def back(room: Room, by: UserId = ANA, who: CombatantId | None = None) -> Ruling:
    return await room.referee.come_back(room.place, by, who=who, source=room.source())


async def thug(room: Room, *, hidden: bool = False) -> CombatantId:
    ruling = await room.referee.add(
        room.place, GM, name="Thug", template="thug", side=Side.ENEMY, at="", hidden=hidden, source=room.source()
    )
    return CombatantId(f"c{ruling.seq}")


def calls(room: Room) -> list[tuple[int | None, str]]:
    return [(each.user, each.text) for each in room.heard if each.kind == "call"]


def letters(room: Room) -> list[tuple[int | None, str]]:
    return [(each.user, each.text) for each in room.heard if each.kind == "dm"]


async def said(room: Room, user: UserId | None = None) -> str:
    (latest, *_) = await room.referee.history(room.place, user)
    return " / ".join(latest.lines)


# ---- from one to another


async def test_a_seat_goes_over_with_its_cards_and_whoever_had_it_sees_and_does_nothing_more(kept: KeptRoom) -> None:
    hand = await kept.hand(ANA, ANAS)
    await give(kept, BO)
    assert await kept.hand(BO, ANAS) == hand
    assert (await kept.show(ANA)).view.hands == ()
    assert await refusal_of(kept.act(ANA, Roll(actor=ANAS))) == "NOT_PLAYING"
    assert await refusal_of(kept.referee.options(SALOON, ANA, ANAS)) == "NOT_PLAYING"
    await kept.begin_anew()
    assert await kept.hand(BO, ANAS) == hand
    assert (await kept.act(BO, Play(actor=ANAS, card=hand[0]))).seq == 6


async def test_it_is_on_record_who_played_and_that_he_has_seen_what_is_held(fight: Room) -> None:
    ruling = await give(fight, BO)
    (step,) = (await fight.log())[ruling.seq - 1 :]
    given = SeatGiven(seat=SeatId("s2"), name="Ana", before=ANA, now=BO, seen=True)
    assert codec_of(TOY).events(step.events) == (given,)
    assert "who has seen what is held" in await said(fight)


async def test_what_nobody_holds_yet_nobody_has_seen(room: Room) -> None:
    await room.begin()
    await room.join(ANA, "Ana")
    await give(room, BO)
    assert "seen" not in await said(room)


async def test_what_is_owed_goes_over_and_the_new_one_is_called_and_written_to(fight: Room) -> None:
    await fight.act(HANK, Ask(actor=HANKS, whom=ANAS))
    fight.heard.clear()
    await give(fight, BO)
    assert calls(fight) == [(BO, "stand or run")]
    assert letters(fight) == [(BO, "From now on you play Ana.")]
    assert await refusal_of(fight.answer(ANA, P1, "run")) == "NOT_PLAYING"
    await fight.answer(BO, P1, "run")
    assert await fight.asked() == ()


async def test_what_the_former_holder_was_told_he_is_told_no_more(fight: Room) -> None:
    await fight.play_first(ANA, ANAS)
    assert "You draw" in await said(fight, ANA)
    await give(fight, BO)
    page = await fight.referee.history(SALOON, ANA)
    assert not any("You draw" in line for past in page for line in past.lines)
    assert any("You draw" in line for past in await fight.referee.history(SALOON, BO) for line in past.lines)


async def test_the_ruling_that_never_reached_the_former_holder_is_not_told_with_its_secrets(fight: Room) -> None:
    hand = await fight.hand(ANA, ANAS)
    first = await fight.act(ANA, Play(actor=ANAS, card=hand[0]), source="press", told=False)
    assert any("You draw" in line for line in first.lines)
    await give(fight, BO)
    again = await fight.act(ANA, Play(actor=ANAS, card=hand[0]), source="press")
    assert again.is_repeat
    assert not any("You draw" in line for line in again.lines)


async def test_an_act_of_the_former_holder_that_comes_at_the_same_moment_counts_before_or_not_at_all(
    fight: Room,
) -> None:
    given, rolled = await asyncio.gather(give(fight, BO), fight.act(ANA, Roll(actor=ANAS)), return_exceptions=True)
    assert isinstance(given, Ruling)
    if isinstance(rolled, Ruling):
        assert rolled.seq < given.seq
    else:
        assert isinstance(rolled, Illegal)
        assert rolled.refusal.code == "NOT_PLAYING"
    await fight.referee.verify(SALOON)


async def test_the_same_request_twice_gives_it_once(fight: Room) -> None:
    first = await give(fight, BO, source="press")
    again = await give(fight, BO, source="press")
    assert (again.seq, again.is_repeat) == (first.seq, True)
    assert await fight.seq() == first.seq


async def test_only_the_gm_or_a_moderator_gives_seats_and_a_moderator_is_named(fight: Room) -> None:
    for user in (ANA, HANK, STRANGER):
        assert await refusal_of(give(fight, BO, by=user)) == "GM_ONLY"
    await give(fight, BO, by=STRANGER, moderates=True)
    assert "a moderator" in await said(fight)


async def test_who_may_not_have_a_seat(fight: Room) -> None:
    await fight.referee.preferences.set_server(SALOON.guild, Server(barred=(BO,)))
    assert await refusal_of(give(fight, BO)) == "BARRED"
    assert await refusal_of(give(fight, ANA)) == "HAS_IT"
    assert await refusal_of(give(fight, UserId(0))) == "NO_SUCH_USER"
    assert await refusal_of(give(fight, STRANGER, CombatantId("c99"))) == "NOBODY_THERE"
    assert await refusal_of(away(fight, delegate=BO)) == "BARRED"
    closed = (await fight.end()).fight
    gift = fight.referee.give_seat(closed, GM, who=ANAS, to=STRANGER, source="late")
    assert await refusal_of(gift) == "CLOSED"


async def test_whoever_is_barred_cannot_join(room: Room) -> None:
    await room.referee.preferences.set_server(SALOON.guild, Server(barred=(ANA,)))
    await room.begin()
    assert await refusal_of(room.join(ANA)) == "BARRED"
    await room.join(HANK)


async def test_an_npc_can_be_given_to_somebody_who_comes_late(fight: Room) -> None:
    who = await thug(fight)
    await give(fight, BO, who)
    events = codec_of(TOY).events((await fight.log())[-1].events)
    assert [type(each) for each in events] == [SeatTaken]
    assert await said(fight) == f"Thug is played by \ue000{BO} from now on."
    await fight.act(BO, Roll(actor=who))
    await give(fight, HANK, who)
    assert await refusal_of(fight.act(BO, Roll(actor=who))) == "NOT_PLAYING"
    await fight.act(HANK, Roll(actor=who))
    await fight.act(HANK, Roll(actor=HANKS))
    await fight.referee.verify(SALOON)


async def test_an_undo_takes_an_npc_back_from_whoever_got_it(fight: Room) -> None:
    who = await thug(fight)
    await give(fight, BO, who)
    await fight.undo()
    assert await refusal_of(fight.act(BO, Roll(actor=who))) == "NOT_PLAYING"
    await fight.referee.verify(SALOON)


async def test_a_hidden_npc_is_not_named_by_giving_it(fight: Room) -> None:
    who = await thug(fight, hidden=True)
    assert await refusal_of(give(fight, BO, who)) == "HIDDEN_ONE"
    assert await refusal_of(give(fight, BO, who, by=STRANGER, moderates=True)) == "NOBODY_THERE"


# ---- undo, correction, verification


async def test_an_undo_leaves_the_seat_where_it_is_now(kept: KeptRoom) -> None:
    await kept.roll()
    await give(kept, BO)
    await kept.undo()
    assert await kept.score() == 0
    assert await refusal_of(kept.act(ANA, Roll(actor=ANAS))) == "NOT_PLAYING"
    assert await kept.hand(BO, ANAS)
    await kept.referee.verify(SALOON)


async def test_a_step_of_the_table_is_nothing_to_take_back(fight: Room) -> None:
    await fight.roll()
    score = await fight.score()
    await give(fight, BO)
    await give(fight, HANK)
    assert await fight.score() == score
    await fight.undo()
    assert await fight.score() == 0
    (undone, *past) = await fight.referee.history(SALOON, GM)
    assert [each.is_taken_back for each in past[:3]] == [False, False, True]
    assert undone.lines == ("The Umpire took back the last ruling.",)


async def test_a_correction_judges_the_ruling_before_the_table_changed_and_leaves_the_table(fight: Room) -> None:
    ruling = await fight.roll()
    rolled = await fight.score()
    await give(fight, BO)
    await away(fight, HANK, orders="lowest")
    await fight.referee.name_gm(SALOON, GM, who=STRANGER, source="named")
    assert ruling.seq == 5
    await fight.referee.correct(SALOON, GM, Amend(what="score", value="10", whom=ANAS), source="right")
    assert await fight.score() == 10 + rolled
    showing = await fight.show()
    assert showing.players[ANAS] == BO
    assert showing.away[HANKS].orders == "plays the lowest card"
    assert showing.gms == (GM, STRANGER)
    await fight.referee.verify(SALOON)
    await fight.undo()
    assert (await fight.show()).gms == (GM, STRANGER)
    assert await fight.score() == rolled
    await fight.referee.verify(SALOON)


# ---- away


async def test_a_delegate_plays_with_the_hand_and_the_holder_still_may(fight: Room) -> None:
    hand = await fight.hand(ANA, ANAS)
    await away(fight, delegate=BO)
    assert await fight.hand(BO, ANAS) == hand == await fight.hand(ANA, ANAS)
    assert letters(fight)[-1] == (BO, f"From now on you play Ana for {mention(ANA)}, who is away.")
    await fight.act(BO, Play(actor=ANAS, card=hand[0]))
    assert (await fight.show()).away[ANAS].delegate == BO
    await fight.act(ANA, Play(actor=ANAS, card=hand[1]))
    assert (await fight.show()).away == {}
    assert (await said(fight)).startswith("Whoever plays Ana is back.")
    assert (await fight.show(BO)).view.hands == ()
    assert await refusal_of(fight.act(BO, Roll(actor=ANAS))) == "NOT_PLAYING"
    await fight.referee.verify(SALOON)


async def test_a_delegate_can_still_sit_down_himself(room: Room) -> None:
    await room.begin()
    await room.join(ANA, "Ana")
    await away(room, delegate=HANK)
    await room.join(HANK, "Hank")
    assert (await room.show(HANK)).viewer.combatants == {ANAS, CombatantId("c4")}
    assert await room.referee.fights_of(HANK) == await room.referee.fights_of(ANA)


async def test_a_delegate_is_called_for_what_is_owed_already(fight: Room) -> None:
    await fight.act(HANK, Ask(actor=HANKS, whom=ANAS))
    fight.heard.clear()
    await away(fight, delegate=BO)
    assert calls(fight) == [(BO, "stand or run")]


async def test_a_delegate_names_the_cards_of_whoever_he_plays_for_and_nobody_else_does(fight: Room) -> None:
    await away(fight, delegate=BO)
    card = (await fight.hand(BO, ANAS))[0]
    assert await refusal_of(fight.act(GM, Play(actor=ANAS, card=card))) == "PRIVATE_CARD"
    await fight.act(GM, Play(actor=ANAS))
    assert await refusal_of(fight.answer(GM, P1, card)) == "PRIVATE_CARD"
    await fight.answer(BO, P1, card)
    assert await fight.score() == int(card[1:])


async def test_all_read_that_a_game_master_who_takes_a_place_sees_what_is_held(fight: Room) -> None:
    taken = f"Ana is played by {mention(GM)} from now on, in place of {mention(ANA)}, who has seen what is held."
    assert taken + " The Umpire sees what is held there." in (await give(fight, GM)).lines
    lines = (await give(fight, BO)).lines
    assert not any("sees what is held" in line for line in lines), "of a player that goes without saying"
    await fight.referee.free_seat(SALOON, GM, who=ANAS, source="free")
    free = f"Ana is played by {mention(GM)} from now on. The Umpire sees what is held there."
    assert free in (await give(fight, GM, source="again")).lines


async def test_orders_are_carried_out_in_the_act_by_which_somebody_is_awaited(fight: Room) -> None:
    await away(fight, HANK, orders="lowest")
    fight.heard.clear()
    lowest = min(await fight.hand(HANK, HANKS))
    ruling = await fight.act(GM, Play(actor=HANKS), source="asked")
    assert await fight.asked() == ()
    assert await fight.score(HANKS) == int(lowest[1:])
    assert "By the standing orders for Hank, who plays the lowest card:" in ruling.lines
    assert calls(fight) == []
    step = (await fight.log())[-1]
    assert (step.user, step.source) == (0, f"asked:on{ruling.seq}")
    await fight.referee.verify(SALOON)


async def test_what_is_owed_when_somebody_goes_away_is_done_at_once(fight: Room) -> None:
    await fight.act(HANK, Ask(actor=HANKS, whom=ANAS))
    ruling = await away(fight)
    assert await fight.asked() == ()
    assert "By your standing orders for Ana:" in ruling.lines


async def test_an_undo_goes_back_behind_what_the_bot_did_by_orders(fight: Room) -> None:
    await away(fight, HANK, orders="lowest")
    lowest, other = sorted(await fight.hand(HANK, HANKS))
    await fight.roll()
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    await fight.act(GM, Play(actor=HANKS))
    await fight.undo()
    assert await fight.asked() == ()
    hand = await fight.hand(HANK, HANKS)
    assert (len(hand), other in hand, lowest in hand) == (2, True, False), "all have seen what was played"
    await fight.undo()  # and that is Ana's question with its answer
    assert await fight.asked() == ()
    await fight.undo()
    assert await fight.score() == 0
    await fight.referee.verify(SALOON)


async def test_a_correction_judges_what_was_done_by_orders_again(fight: Room) -> None:
    await away(fight, HANK, orders="lowest")
    await fight.act(GM, Play(actor=HANKS))
    score = await fight.score(HANKS)
    await fight.referee.correct(SALOON, GM, Amend(what="score", value="100", whom=HANKS), source="right")
    assert await fight.score(HANKS) == 100 + score
    await fight.referee.verify(SALOON)


async def test_whoever_does_anything_himself_is_back(fight: Room) -> None:
    await away(fight)
    await fight.act(GM, Roll(actor=ANAS))
    assert ANAS in (await fight.show()).away
    await fight.roll()
    assert (await fight.show()).away == {}
    assert (await said(fight)).startswith("Whoever plays Ana is back.")
    await fight.undo()
    assert (await fight.show()).away == {}
    await fight.referee.verify(SALOON)


async def test_back_is_back_and_he_is_asked_again(fight: Room) -> None:
    await away(fight)
    await back(fight)
    await fight.act(HANK, Ask(actor=HANKS, whom=ANAS))
    assert [each.whom for each in await fight.asked()] == [ANAS]
    assert await refusal_of(back(fight)) == "NOT_AWAY"


async def test_the_gm_says_it_for_a_player_and_nobody_else_does(fight: Room) -> None:
    assert await refusal_of(away(fight, HANK, who=ANAS)) == "NOT_YOURS"
    assert await refusal_of(away(fight, STRANGER, who=ANAS)) == "NOT_PLAYING"
    await away(fight, GM, who=ANAS, delegate=HANK)
    assert await fight.hand(HANK, ANAS) == await fight.hand(ANA, ANAS)
    assert await refusal_of(back(fight, HANK)) == "STANDS_IN"
    await back(fight, GM, ANAS)
    assert await fight.hand(HANK, ANAS) == []


async def test_what_cannot_be_said_of_whoever_is_away(fight: Room) -> None:
    who = await thug(fight)
    assert await refusal_of(away(fight, STRANGER)) == "NOT_PLAYING"
    assert await refusal_of(away(fight, GM, who=who)) == "NOBODY_PLAYS"
    assert await refusal_of(away(fight, orders="dance")) == "NO_SUCH_ORDERS"
    assert await refusal_of(away(fight, delegate=BO, orders="else")) == "EITHER_OR"
    assert await refusal_of(away(fight, delegate=ANA)) == "AWAY_HIMSELF"
    await away(fight, HANK)
    assert await refusal_of(away(fight, delegate=HANK)) == "AWAY_HIMSELF"


async def test_a_delegate_who_goes_away_leaves_all_that_he_plays(fight: Room) -> None:
    await away(fight, delegate=HANK)
    await away(fight, HANK, delegate=BO)
    assert await fight.hand(BO, ANAS) == []
    assert await fight.hand(HANK, ANAS) == []
    assert (await fight.show()).players == {ANAS: ANA, HANKS: BO}
    assert (await fight.show()).away[ANAS].delegate is None, "who sees her hand is not his to say"


async def test_a_seat_that_is_given_away_is_nobodys_to_play_for(fight: Room) -> None:
    await away(fight, delegate=HANK)
    await give(fight, BO)
    assert (await fight.show()).away == {}
    assert await fight.hand(HANK, ANAS) == await fight.hand(ANA, ANAS) == []


async def test_going_away_twice_by_one_request_is_once(fight: Room) -> None:
    first = await away(fight, source="press")
    again = await away(fight, source="press")
    assert (again.seq, again.is_repeat) == (first.seq, True)


# ---- draws that are typed in


async def test_a_draw_that_was_the_former_holders_to_type_in_is_the_new_ones() -> None:
    room = await Room(MemoryStore(), draws="typed").seated()
    await room.act(ANA, Roll(actor=ANAS))
    await give(room, BO)
    owed = next(each for each in (await room.show(BO)).view.asked if each.id.startswith(DRAW))
    assert await refusal_of(room.answer(ANA, owed.id, "3")) == "GM_ONLY"
    await room.answer(BO, owed.id, "3")
    assert await room.score() == 3
    await room.referee.verify(SALOON)


async def test_a_draw_by_orders_is_the_gms_to_type_in_and_not_whose_act_came_before() -> None:
    room = await Room(MemoryStore(), draws="typed").seated()
    await away(room, orders="lowest")
    await room.act(HANK, Ask(actor=HANKS, whom=ANAS))
    await room.act(GM, Play(actor=ANAS))
    owed = next(each for each in (await room.show(GM)).view.asked if each.id.startswith(DRAW))
    assert await refusal_of(room.answer(HANK, owed.id, "#050")) == "GM_ONLY"
    await room.answer(GM, owed.id, "#050")
    assert "#050" in await room.hand(ANA, ANAS)
    await room.referee.verify(SALOON)


# ---- what goes with it


def test_a_step_of_the_table_in_which_a_term_is_explained_is_one_all_the_same() -> None:
    """As in Conflicts, where "defends first" is the first word of Defends."""
    gone = WentAway(seat=SeatId("s2"), name="Ana", orders="defend")
    explained = Explained(terms=("Defend",))
    assert is_of_the_table((gone, explained))
    assert not is_of_the_table((explained,))
    assert not is_of_the_table((gone, SeatTaken(seat=SeatId("s9"), user=BO, combatant=ANAS)))


async def test_a_sheet_stays_its_owners_whoever_plays_it(room: Room) -> None:
    sheets = room.referee.sheets
    done = await sheets.create(SALOON.guild, ANA, "toy", name="Cora", values={"score": "3"}, source="made")
    sheet = SheetId(done.about)
    await sheets.begin_session(SALOON.guild, GM, "toy", source="evening")
    await room.begin()
    await room.referee.join(SALOON, ANA, name="", sheet=sheet, source="sat")
    await room.act(GM, Wish(kind="start", fields={}))
    await give(room, BO)
    await room.act(BO, Roll(actor=ANAS))
    score = await room.score()
    assert [each.name for each in await sheets.mine(SALOON.guild, ANA, "toy")] == ["Cora"]
    assert await sheets.mine(SALOON.guild, BO, "toy") == ()
    await room.end()
    await room.referee.again(SALOON, GM, source="again")
    showing = await room.show()
    assert list(showing.players.values()) == [ANA]
    assert await room.score(next(iter(showing.players))) == score


async def test_a_game_master_who_acts_for_another_does_not_come_back_by_it(fight: Room) -> None:
    await give(fight, GM)
    await away(fight, GM, delegate=HANK)
    await fight.act(GM, Roll(actor=HANKS))
    assert ANAS in (await fight.show()).away
    await fight.act(GM, Roll(actor=ANAS))
    assert (await fight.show()).away == {}


async def test_an_order_that_the_rules_refuse_after_all_gives_way_to_what_stands_after_else(
    fight: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await away(fight, HANK, orders="lowest")
    nonsense = Answer(prompt=PromptId("p1"), key="#999")
    monkeypatch.setattr(type(TOY), "by_orders", lambda *_: nonsense)
    highest = max(await fight.hand(HANK, HANKS))
    await fight.act(GM, Play(actor=HANKS))
    assert await fight.score(HANKS) == int(highest[1:])
    await fight.referee.verify(SALOON)


async def test_where_an_order_cannot_be_stored_the_next_act_carries_it_out() -> None:
    store = FlakyStore()
    room = await Room(store).seated()
    await away(room, HANK, orders="lowest")
    store.troubles = [None, _full]
    await room.act(GM, Play(actor=HANKS), told=False)
    assert [each.whom for each in await room.asked()] == [HANKS]
    await room.roll()
    assert await room.asked() == ()
    await room.referee.verify(SALOON)


async def _full(write: Callable[[], Awaitable[None]]) -> None:
    raise NotStored("the disk is full")


# ---- what the bot was about to do by itself when something stopped it


async def test_orders_that_a_crash_broke_off_are_carried_out_by_the_clock_once() -> None:
    store = FlakyStore()
    room = await Room(store).seated()
    await away(room, HANK, orders="lowest")

    async def refuse(_: Callable[[], Awaitable[None]]) -> None:
        raise NotStored("killed here")

    store.troubles = [None, refuse]
    await room.act(ANA, Ask(actor=ANAS, whom=HANKS))
    room.restart()
    assert [each.who for each in await room.asked()] == ["Hank"]
    assert await store.next_due(-1) is not None
    which = (await room.show()).id
    await room.referee.tick(which)
    assert await room.asked() == ()
    assert await store.next_due(-1) is None
    seq = await room.seq()
    await room.referee.tick(which)
    assert await room.seq() == seq
    assert (await room.referee.verify(which)).compared == seq


async def test_orders_that_lead_nowhere_are_not_taken_up_again_and_again(
    fight: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(TOY), "by_orders", lambda *_: Ask(actor=ANAS, whom=HANKS))
    await away(fight, HANK, orders="lowest")
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    seq = await fight.seq()
    for _ in range(3):
        await fight.referee.tick((await fight.show()).id)
    assert await fight.seq() == seq
    assert await fight.store.next_due(-1) is None


async def test_an_undo_that_stops_halfway_says_so_and_the_next_goes_on() -> None:
    store = FlakyStore()
    room = await Room(store).seated()
    await away(room, HANK, orders="lowest")
    before = await room.seq()
    await room.act(ANA, Ask(actor=ANAS, whom=HANKS))
    assert await room.seq() == before + 2, "what he was asked was answered by his orders"
    store.troubles = [None, _full]
    ruling = await room.referee.undo(SALOON, GM, source="u")
    await room.referee.told(ruling, GM)
    assert ruling.lines[-1] == HALF_UNDONE
    await room.undo()
    assert (await room.referee.verify(SALOON)).uncompared == 0
    assert await room.asked() == ()


async def test_an_undo_is_not_undone_by_standing_orders(fight: Room) -> None:
    await fight.act(ANA, Ask(actor=ANAS, whom=HANKS))
    await fight.act(GM, Amend(what="score", value="3", whom=ANAS))
    await away(fight, HANK, orders="lowest")
    await fight.undo()
    seq = await fight.seq()
    await fight.referee.tick((await fight.show()).id)
    assert (await fight.seq(), await fight.store.next_due(-1)) == (seq, None)


async def test_orders_are_carried_out_in_a_fight_in_which_something_was_taken_back(fight: Room) -> None:
    await fight.roll()
    await fight.undo()
    await away(fight, HANK, orders="lowest")
    await fight.act(GM, Play(actor=HANKS))
    assert await fight.asked() == ()
    assert (await fight.referee.verify(fight.place)).compared == await fight.seq()
