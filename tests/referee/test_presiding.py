"""Who is game master, how the table plays, and looking at a hand: who may, what stays on record, what is new."""

from rules.asking import Wish
from rules.core.ids import CombatantId, UserId
from rules.core.table_rules import TableRules, table_switches
from rules.preferences import Server
from rules.telling import Ruling
from tests.referee.conftest import KeptRoom
from tests.referee.room import ANA, ANAS, GM, HANK, HANKS, SALOON, STRANGER, Room, refusal_of
from tests.toy_values import Roll

BO = UserId(4)


async def name(room: Room, who: UserId, *, by: UserId = GM, alone: bool = False, moderates: bool = False) -> Ruling:
    return await room.referee.name_gm(
        room.place, by, who=who, alone=alone, source=room.source(), is_moderator=moderates
    )


async def hand_over(room: Room, to: UserId, by: UserId = GM) -> Ruling:
    return await room.referee.hand_over(room.place, by, to=to, source=room.source())


async def step_down(room: Room, by: UserId = GM) -> Ruling:
    return await room.referee.step_down(room.place, by, source=room.source())


async def table(room: Room, what: str, value: str, *, by: UserId = GM, moderates: bool = False) -> Ruling:
    return await room.referee.set_table(
        room.place, by, what=what, value=value, source=room.source(), is_moderator=moderates
    )


async def gms(room: Room) -> tuple[UserId, ...]:
    return (await room.show()).gms


async def reading(room: Room, what: str) -> str:
    return next(each.now for each in await room.referee.table_rules(room.place) if each.key == what)


# ---- game masters


async def test_one_more_game_master_may_all_that_the_first_may(kept: KeptRoom) -> None:
    await name(kept, BO)
    await kept.begin_anew()
    assert await gms(kept) == (GM, BO)
    await kept.act(BO, Roll(actor=ANAS))
    await kept.undo(BO)
    await kept.referee.verify(SALOON)
    assert [(each.user, each.text) for each in kept.heard if each.kind == "call"] == [(BO, "Umpire of this fight")]


async def test_handed_over_the_fight_is_the_others_and_a_second_game_master_stays(fight: Room) -> None:
    await hand_over(fight, BO)
    assert await gms(fight) == (BO,)
    assert await refusal_of(fight.undo()) == "GM_ONLY"
    await name(fight, HANK, by=BO)
    await hand_over(fight, STRANGER, BO)
    assert await gms(fight) == (HANK, STRANGER)
    await fight.referee.verify(SALOON)


async def test_the_last_game_master_stays_until_there_is_another(fight: Room) -> None:
    assert await refusal_of(step_down(fight)) == "LAST_GM"
    await name(fight, BO)
    await step_down(fight)
    assert await gms(fight) == (BO,)
    assert await refusal_of(step_down(fight, BO)) == "LAST_GM"


async def test_a_moderator_takes_over_alone_and_is_named(fight: Room) -> None:
    await name(fight, HANK)
    await name(fight, STRANGER, by=STRANGER, alone=True, moderates=True)
    assert await gms(fight) == (STRANGER,)
    (latest, *_) = await fight.referee.history(SALOON, None)
    assert "a moderator of this server" in latest.lines[0]
    await fight.referee.verify(SALOON)


async def test_who_may_not_name_whom(fight: Room) -> None:
    await fight.referee.preferences.set_server(SALOON.guild, Server(barred=(BO,)))
    assert await refusal_of(name(fight, HANK, by=ANA)) == "GM_ONLY"
    assert await refusal_of(hand_over(fight, HANK, ANA)) == "GM_ONLY"
    assert await refusal_of(step_down(fight, ANA)) == "GM_ONLY"
    assert await refusal_of(name(fight, BO)) == "BARRED"
    assert await refusal_of(hand_over(fight, BO)) == "BARRED"
    assert await refusal_of(name(fight, GM)) == "GM_ALREADY"
    assert await refusal_of(name(fight, GM, alone=True)) == "GM_ALREADY"
    assert await refusal_of(hand_over(fight, GM)) == "GM_ALREADY"
    assert await refusal_of(name(fight, UserId(0))) == "NO_SUCH_USER"


async def test_an_undo_leaves_who_is_game_master(fight: Room) -> None:
    await fight.roll()
    await hand_over(fight, BO)
    await fight.undo(BO)
    assert await gms(fight) == (BO,)
    assert await fight.score() == 0
    await fight.referee.verify(SALOON)


# ---- how the table plays


async def test_the_table_is_set_by_the_game_master_and_everybody_reads_it(fight: Room) -> None:
    assert await refusal_of(table(fight, "deadline", "24h", by=ANA)) == "GM_ONLY"
    await table(fight, "deadline", "24h")
    await table(fight, "pings", "off", by=STRANGER, moderates=True)
    assert (await reading(fight, "deadline"), await reading(fight, "pings")) == ("24h", "off")
    assert await refusal_of(table(fight, "deadline", "24h")) == "SET_SO_ALREADY"
    assert await refusal_of(table(fight, "deadline", "never")) == "NO_SUCH_SWITCH"
    assert await refusal_of(table(fight, "music", "loud")) == "NO_SUCH_SWITCH"
    await fight.referee.verify(SALOON)


async def test_a_new_fight_has_what_the_server_has_and_the_next_one_what_the_last_had(room: Room) -> None:
    await room.referee.preferences.set_server(
        SALOON.guild, Server(table={"deadline": "4h", "pings": "gentle", "late": "gone", "music": "loud"})
    )
    await room.seated()
    assert (await room.referee._read(SALOON)).table == TableRules(deadline="4h")
    await table(room, "late", "default")
    await name(room, STRANGER)
    await room.referee.give_seat(SALOON, GM, who=HANKS, to=BO, source="given")
    await room.referee.verify(SALOON)
    await room.end()
    await room.referee.preferences.set_server(SALOON.guild, Server())
    await room.referee.again(SALOON, GM, source="again")
    fight = await room.referee._read(SALOON)
    assert fight.table == TableRules(deadline="4h", late="default")
    assert fight.gms == (GM, STRANGER)
    assert [seat.user for seat in fight.seats] == [ANA, BO]
    await room.referee.verify(SALOON)


# ---- looking at a hand


async def open_table(room: Room) -> Room:
    await room.begin()
    await room.join(ANA, "Ana")
    await room.join(HANK, "Hank")
    await table(room, "peeking", "open")
    await room.act(GM, Wish(kind="start", fields={}))
    return room


async def test_nobody_looks_where_the_table_does_not_play_so_and_it_is_settled_before_the_start(fight: Room) -> None:
    assert await refusal_of(fight.referee.peek(SALOON, GM, who=ANAS, source="p")) == "NO_PEEKING"
    assert await refusal_of(table(fight, "peeking", "open")) == "PEEKING_SETTLED"
    assert await refusal_of(table(fight, "peeking", "open", by=STRANGER, moderates=True)) == "PEEKING_SETTLED"


async def test_a_look_is_stored_and_told_to_all_and_shows_what_is_held(room: Room) -> None:
    await open_table(room)
    room.heard.clear()
    peeping = await room.referee.peek(SALOON, GM, who=ANAS, source="p")
    assert [card.key for hand in peeping.hands for card in hand.items] == await room.hand(ANA, ANAS)
    told = [each.text for each in room.heard if each.kind == "line"]
    assert told == [f"The Umpire (\ue000{GM}) looked at what Ana holds."]
    assert (await room.show(GM)).view.hands == ()
    again = await room.referee.peek(SALOON, GM, who=ANAS, source="p")
    assert (again.ruling.seq, again.ruling.is_repeat, again.hands) == (peeping.ruling.seq, True, peeping.hands)
    await room.referee.verify(SALOON)


async def test_the_same_look_told_again_shows_the_hand_as_it_was_then(room: Room) -> None:
    await open_table(room)
    peeping = await room.referee.peek(SALOON, GM, who=ANAS, source="p")
    await room.play_first(ANA, ANAS)
    again = await room.referee.peek(SALOON, GM, who=ANAS, source="p")
    assert again.hands == peeping.hands
    assert [card.key for hand in again.hands for card in hand.items] != await room.hand(ANA, ANAS)


async def test_whose_hand_nobody_may_look_at(room: Room) -> None:
    await open_table(room)
    assert await refusal_of(room.referee.peek(SALOON, ANA, who=HANKS, source="a")) == "GM_ONLY"
    assert await refusal_of(room.referee.peek(SALOON, GM, who=CombatantId("c99"), source="b")) == "NOTHING_TO_PEEK"
    await room.referee.give_seat(SALOON, GM, who=HANKS, to=GM, source="c")
    assert await refusal_of(room.referee.peek(SALOON, GM, who=HANKS, source="d")) == "NOTHING_TO_PEEK"
    await table(room, "peeking", "off")
    assert await refusal_of(room.referee.peek(SALOON, GM, who=ANAS, source="e")) == "NO_PEEKING"
    assert await refusal_of(table(room, "peeking", "open")) == "PEEKING_SETTLED"


async def test_whoever_was_game_master_is_not_shown_again_what_he_looked_at(room: Room) -> None:
    await open_table(room)
    await room.referee.peek(SALOON, GM, who=ANAS, source="p")
    await hand_over(room, BO)
    assert await refusal_of(room.referee.peek(SALOON, GM, who=ANAS, source="p")) == "GM_ONLY"


async def test_a_reading_set_and_set_back_leaves_the_log_sound(kept: KeptRoom) -> None:
    """What stands as usual again is the same to whoever reads the log as to whoever wrote it."""
    for switch in table_switches():
        others = [each.key for each in switch.readings if each.key != switch.usual]
        for value in (*others, switch.usual, others[0]) if switch.key != "peeking" else ():
            await kept.referee.set_table(kept.place, GM, what=switch.key, value=value, source=kept.source())
        await kept.roll()
        await kept.begin_anew()
        if switch.key != "peeking":
            await kept.referee.set_table(kept.place, GM, what=switch.key, value=switch.usual, source=kept.source())
    assert (await kept.referee.verify(kept.place)).compared == await kept.seq()
