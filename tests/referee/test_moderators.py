"""What moderators do at a table and to a server, as it goes on record."""

import asyncio

import msgspec
import pytest

from rules.asking import Wish
from rules.core.codec import codec_of
from rules.core.event import Closed, GmNamed, Moderated, Opened, SeatGiven, Undone
from rules.core.ids import FightId, Place, UserId
from rules.core.names import mention, role_mention
from rules.core.ruleset import Setup
from rules.core.values import replace
from rules.examining import BACKUP
from rules.moderating import Heading
from rules.preferences import Server
from rules.servers import MOST_BARRED, settings_of, with_setting
from rules.store.memory import MemoryStore
from rules.store.protocol import Conflict, NotStored, Record
from rules.verifying import Exported, read
from tests.referee.conftest import KeptRoom
from tests.referee.room import ANA, ANAS, GM, HANK, HANKS, SALOON, STRANGER, STREET, FlakyStore, Room, refusal_of
from tests.toy import TOY

MARSHAL = STRANGER  # who has no part in the fight; that he is a moderator is for others to know
GUILD = SALOON.guild


async def last_events(room: Room, fight: FightId | None = None) -> tuple[object, ...]:
    return codec_of(TOY).events((await room.log(fight))[-1].events)


async def read_by_a_player(room: Room) -> str:
    """The newest line of the history, as a player reads it."""
    return "\n".join((await room.referee.history((await room.show()).id, ANA, limit=1))[0].lines)


async def spoil(room: Room, raw: bytes = b"\x00 garbage", *, schema: int = 1) -> FightId:
    """The record of the fight is damaged, and another process finds it so."""
    fight = (await room.show()).id
    store = room.store
    assert isinstance(store, MemoryStore)
    store._records[fight] = replace(store._records[fight], raw=raw, schema=schema)
    room.restart()
    return fight


async def record_of(room: Room, fight: FightId) -> Record:
    record = await room.store.load(fight)
    assert record is not None
    return record


# ---- at a table


async def test_a_moderator_puts_a_running_fight_away_and_the_table_reads_who_did(fight: Room) -> None:
    fight_id = (await fight.show()).id
    await fight.referee.end(SALOON, MARSHAL, source="a", is_moderator=True)
    assert (await last_events(fight, fight_id))[:2] == (Moderated(user=MARSHAL), Closed())
    past = await fight.referee.history(fight_id, ANA, limit=1)
    assert past[0].lines[:2] == (
        f"By {mention(MARSHAL)}, a moderator of this server:",
        "The fight is put away.",
    )
    await fight.begin()


async def test_the_game_master_who_is_a_moderator_too_ends_his_fight_as_such(fight: Room) -> None:
    fight_id = (await fight.show()).id
    await fight.referee.end(SALOON, GM, source="a", is_moderator=True)
    events = await last_events(fight, fight_id)
    assert events[0] == Closed()
    assert not any(isinstance(event, Moderated) for event in events)


async def test_a_moderator_names_another_game_master_in_place_of_the_one_who_is_gone(fight: Room) -> None:
    await fight.referee.name_gm(SALOON, MARSHAL, who=HANK, alone=True, source="a", is_moderator=True)
    assert await last_events(fight) == (Moderated(user=MARSHAL), GmNamed(user=HANK, alone=True))
    assert (await fight.show()).gms == (HANK,)
    assert "is the" in await read_by_a_player(fight)
    assert await refusal_of(fight.undo(GM)) == "GM_ONLY"
    assert (
        await refusal_of(fight.referee.name_gm(SALOON, MARSHAL, who=HANK, alone=True, source="b", is_moderator=True))
        == "GM_ALREADY"
    )
    await fight.undo(HANK)


async def test_the_same_request_names_him_once(fight: Room) -> None:
    await fight.referee.name_gm(SALOON, MARSHAL, who=MARSHAL, alone=True, source="a", is_moderator=True)
    again = await fight.referee.name_gm(SALOON, MARSHAL, who=MARSHAL, alone=True, source="a", is_moderator=True)
    assert again.is_repeat
    assert await fight.seq() == 5


async def test_a_moderator_gives_a_character_to_somebody_else_with_its_cards(fight: Room) -> None:
    held = await fight.hand(ANA, ANAS)
    await fight.referee.give_seat(SALOON, MARSHAL, who=ANAS, to=STRANGER, source="a", is_moderator=True)
    moved = (await last_events(fight))[1]
    assert isinstance(moved, SeatGiven)
    assert (moved.name, moved.before, moved.now) == ("Ana", ANA, STRANGER)
    assert await fight.hand(STRANGER, ANAS) == held
    assert await fight.hand(ANA, ANAS) == []
    again = fight.referee.give_seat(SALOON, MARSHAL, who=ANAS, to=STRANGER, source="b", is_moderator=True)
    assert await refusal_of(again) == "HAS_IT"


async def test_who_is_neither_game_master_nor_moderator_names_nobody_and_gives_nothing(fight: Room) -> None:
    for user in (ANA, STRANGER):
        named = fight.referee.name_gm(SALOON, user, who=user, alone=True, source=fight.source())
        assert await refusal_of(named) == "GM_ONLY"
        given = fight.referee.give_seat(SALOON, user, who=HANKS, to=user, source=fight.source())
        assert await refusal_of(given) == "GM_ONLY"
        assert await refusal_of(fight.referee.end(SALOON, user, source=fight.source())) == "GM_ONLY"
    assert await fight.seq() == 4


async def test_a_moderator_takes_back_the_last_ruling_and_the_log_stays_sound(fight: Room) -> None:
    await fight.roll()
    before = await fight.score()
    await fight.referee.undo(SALOON, MARSHAL, source="a", is_moderator=True)
    assert await last_events(fight) == (Moderated(user=MARSHAL), Undone(to=4, is_moderators=True))
    assert await fight.score() != before or before == 0
    lines = (await read_by_a_player(fight)).split("\n")
    assert lines == [
        f"By {mention(MARSHAL)}, a moderator of this server:",
        "The last ruling is taken back.",
    ]
    await fight.referee.name_gm(SALOON, MARSHAL, who=HANK, alone=True, source="b", is_moderator=True)
    await fight.referee.give_seat(SALOON, MARSHAL, who=ANAS, to=STRANGER, source="c", is_moderator=True)
    await fight.referee.open_record(SALOON, MARSHAL, source="d", is_moderator=True, opens=True)
    assert (await fight.referee.verify(SALOON)).compared == 9


async def test_an_ordinary_undo_is_still_for_the_game_master_alone(fight: Room) -> None:
    await fight.roll(HANK, HANKS)
    assert await refusal_of(fight.undo(ANA)) == "UNDO_NEEDS_GM"
    assert await refusal_of(fight.undo(STRANGER)) == "GM_ONLY"


# ---- records that cannot be read


@pytest.mark.parametrize(
    ("raw", "schema", "trouble", "title"),
    [
        (b"\x00\xff garbage", 1, "BROKEN_RECORD", ""),
        (b'{"title":"Dusk","state":7}', 1, "BROKEN_RECORD", "Dusk"),
        (b'{"title":"Tomorrow","state":{}}', 99, "NEWER_PROGRAM", "Tomorrow"),
        (b'{"title":7}', 1, "BROKEN_RECORD", ""),
        (b"", 1, "BROKEN_RECORD", ""),
    ],
)
async def test_a_fight_that_cannot_be_read_is_listed_and_set_aside_with_its_records(
    fight: Room, raw: bytes, schema: int, trouble: str, title: str
) -> None:
    spoilt = await spoil(fight, raw, schema=schema)
    assert await fight.referee.fights_in(GUILD) == (Heading(fight=spoilt, place=SALOON, title=title),)
    standing = await fight.referee.standing(spoilt)
    assert (standing.trouble, standing.title, standing.showing, standing.place) == (trouble, title, None, SALOON)
    said = await fight.referee.set_aside(spoilt, MARSHAL, source="a")
    assert await fight.referee.fights_in(GUILD) == ()
    assert (await record_of(fight, spoilt)).raw == raw
    assert len(await fight.log(spoilt)) == 4
    assert [(each.said, each.user) for each in await fight.referee.moderations(GUILD)] == [(said, MARSHAL)]
    await fight.begin()


async def test_a_fight_is_set_aside_once(fight: Room) -> None:
    spoilt = await spoil(fight)
    await fight.referee.set_aside(spoilt, MARSHAL, source="a")
    assert await refusal_of(fight.referee.set_aside(spoilt, MARSHAL, source="b")) == "CLOSED"
    assert "set aside" in await fight.referee.set_aside(spoilt, MARSHAL, source="a")
    assert len(await fight.referee.moderations(GUILD)) == 1


async def test_a_fight_set_aside_that_can_be_read_again_counts_as_put_away(fight: Room) -> None:
    fight_id = (await fight.show()).id
    whole = (await record_of(fight, fight_id)).raw
    await spoil(fight)
    await fight.referee.set_aside(fight_id, MARSHAL, source="a")
    await fight.begin()
    assert isinstance(fight.store, MemoryStore)
    fight.store._records[fight_id] = replace(fight.store._records[fight_id], raw=whole)
    fight.restart()
    assert (await fight.referee.show(fight_id, None)).is_closed
    attempt = fight.act(GM, Wish(kind="start", fields={}), where=fight_id)
    assert await refusal_of(attempt) == "CLOSED"
    assert await refusal_of(fight.referee.undo(fight_id, GM, source="b")) == "CLOSED"
    assert not (await record_of(fight, fight_id)).is_current


async def test_a_fight_in_memory_that_is_broken_in_the_store_is_told_as_broken(fight: Room) -> None:
    fight_id = (await fight.show()).id
    assert isinstance(fight.store, MemoryStore)
    fight.store._records[fight_id] = replace(fight.store._records[fight_id], raw=b"[")
    assert (await fight.referee.standing(fight_id)).trouble == "BROKEN_RECORD"
    await fight.referee.set_aside(fight_id, MARSHAL, source="a")
    assert await refusal_of(fight.show()) == "NO_FIGHT"


async def test_a_fight_of_which_it_is_not_known_whether_it_was_set_aside_is_read_again() -> None:
    store = FlakyStore()
    room = await Room(store).seated()
    fight = (await room.show()).id

    async def lost(_: object) -> None:
        raise NotStored("the transaction failed")

    store.troubles = [lost]
    assert await refusal_of(room.referee.set_aside(fight, MARSHAL, source="a")) == "NOT_STORED"
    assert not (await room.show()).is_closed
    await room.referee.set_aside(fight, MARSHAL, source="a")
    assert await refusal_of(room.show()) == "NO_FIGHT"


# ---- the whole record


async def open_record(room: Room, where: Place | FightId, source: str, *, opens: bool) -> Exported:
    return read(await room.referee.open_record(where, MARSHAL, source=source, is_moderator=True, opens=opens))


async def test_the_record_of_a_running_fight_is_sealed_and_opening_it_is_told_to_all(fight: Room) -> None:
    assert await refusal_of(open_record(fight, SALOON, "a", opens=False)) == "SEALED"
    assert await fight.seq() == 4
    exported = await open_record(fight, SALOON, "b", opens=True)
    assert await last_events(fight) == (Moderated(user=MARSHAL), Opened(user=MARSHAL))
    assert "was given the whole record of this fight" in await read_by_a_player(fight)
    assert len(exported.steps) == 5
    told = [each.text for each in fight.heard if each.seq == 5 and each.kind == "line"]
    assert "was given the whole record" in told[0]
    await open_record(fight, SALOON, "c", opens=True)
    assert await fight.seq() == 5, "he was given it just now"


async def test_the_game_master_of_a_running_fight_is_not_given_its_record_whatever_he_says(fight: Room) -> None:
    assert await refusal_of(fight.referee.open_record(SALOON, GM, source="a", opens=True)) == "STILL_FOUGHT"
    assert await refusal_of(fight.referee.open_record(SALOON, ANA, source="b", opens=True)) == "GM_ONLY"
    assert await fight.seq() == 4


async def test_that_a_moderator_is_given_the_record_of_a_fight_put_away_stands_in_it(fight: Room) -> None:
    fight_id = (await fight.show()).id
    await fight.referee.end(SALOON, GM, source="a")
    exported = await open_record(fight, fight_id, "b", opens=False)
    assert len(exported.steps) == len(await fight.log(fight_id)) == 6
    (last,) = await fight.referee.history(fight_id, ANA, limit=1)
    assert last.lines == (
        f"By {mention(MARSHAL)}, a moderator of this server:",
        f"{mention(MARSHAL)} was given the whole record of this fight, in which every secret can be read.",
    )


async def test_nothing_of_the_record_is_given_out_where_its_opening_is_not_stored() -> None:
    store = FlakyStore()
    room = await Room(store).seated()

    async def lost(_: object) -> None:
        raise NotStored("the transaction failed")

    store.troubles = [lost]
    assert await refusal_of(open_record(room, SALOON, "a", opens=True)) == "NOT_STORED"


# ---- a server


async def test_whoever_is_barred_cannot_sit_down_and_plays_on_where_he_sits(kept: KeptRoom) -> None:
    await kept.referee.bar(GUILD, MARSHAL, who=ANA, why="spoils the game", source="a")
    await kept.begin_anew()
    await kept.roll(ANA, ANAS)  # his place here stays his
    street = Room(kept.store, place=STREET, seed=b"street")
    street.referee = kept.referee
    await street.begin()
    assert await refusal_of(street.join(ANA, "Ana")) == "BARRED"
    hers = kept.referee.begin(Place(guild=GUILD, channel=77), ANA, "toy", title="", setup=Setup(), source="hers")
    assert await refusal_of(hers) == "BARRED"
    assert await refusal_of(kept.referee.bar(GUILD, MARSHAL, who=MARSHAL, why="", source="x")) == "BARS_HIMSELF"
    await street.join(HANK, "Hank")
    give = kept.referee.give_seat(STREET, MARSHAL, who=ANAS, to=ANA, source="b", is_moderator=True)
    assert await refusal_of(give) == "BARRED"
    elsewhere = Room(kept.store, place=Place(guild=9, channel=9), seed=b"far")
    await elsewhere.begin()
    await elsewhere.join(ANA, "Ana")
    await kept.referee.unbar(GUILD, MARSHAL, who=ANA, source="c")
    await street.join(ANA, "Ana")
    assert [each.said for each in await kept.referee.moderations(GUILD)] == [
        f"{mention(ANA)} may play again.",
        f"{mention(ANA)} is barred from playing: spoils the game",
    ]


async def test_a_repeat_of_joining_is_answered_as_before_though_he_is_barred_now(room: Room) -> None:
    await room.begin()
    await room.join(ANA, "Ana", source="joining")
    await room.referee.bar(GUILD, MARSHAL, who=ANA, why="", source="a")
    assert (await room.join(ANA, "Ana", source="joining")).is_repeat


async def test_whoever_was_the_last_to_be_barred_may_be_barred_by_the_same_request_again(room: Room) -> None:
    last = UserId(1000 + MOST_BARRED)
    for number in range(1001, last):
        await room.referee.bar(GUILD, MARSHAL, who=UserId(number), why="", source=f"b{number}")
    said = await room.referee.bar(GUILD, MARSHAL, who=last, why="", source="last")
    assert said == await room.referee.bar(GUILD, MARSHAL, who=last, why="", source="last")
    assert await refusal_of(room.referee.bar(GUILD, MARSHAL, who=ANA, why="", source="x")) == "TOO_MANY_BARRED"


async def test_barring_twice_and_unbarring_nobody_are_refused_and_a_repeat_is_not(room: Room) -> None:
    referee = room.referee
    said = await referee.bar(GUILD, MARSHAL, who=ANA, why="", source="a")
    assert said == await referee.bar(GUILD, MARSHAL, who=ANA, why="", source="a")
    assert await refusal_of(referee.bar(GUILD, MARSHAL, who=ANA, why="", source="b")) == "BARRED_ALREADY"
    assert await refusal_of(referee.unbar(GUILD, MARSHAL, who=HANK, source="c")) == "NOT_BARRED"
    assert len(await referee.moderations(GUILD)) == 1


async def test_only_whoever_has_the_role_opens_fights_where_a_server_wants_it(room: Room) -> None:
    await room.referee.may_begin(GUILD, ())
    await room.referee.set_server(GUILD, MARSHAL, what="begin", value="77", source="a")
    assert await refusal_of(room.referee.may_begin(GUILD, (GUILD, 78))) == "MAY_NOT_BEGIN"
    await room.referee.may_begin(GUILD, (77,))
    await room.referee.may_begin(5, ())
    await room.referee.set_server(GUILD, MARSHAL, what="begin", value=str(GUILD), source="b")  # everybody's role
    await room.referee.may_begin(GUILD, ())
    assert [each.said for each in await room.referee.moderations(GUILD)] == [
        "Who may open a fight: everybody.",
        f"Who may open a fight: {role_mention(77)}.",
    ]


async def test_new_tables_play_as_their_server_has_set_and_their_log_proves_it(room: Room) -> None:
    await room.referee.set_server(GUILD, MARSHAL, what="deadline", value="24h", source="a")
    await room.referee.set_server(GUILD, MARSHAL, what="late", value="default", source="b")
    await room.seated()
    now = {each.key: each.now for each in await room.referee.table_rules(SALOON)}
    assert (now["deadline"], now["late"], now["pings"]) == ("24h", "default", "gentle")
    assert "1 day" in "\n".join((await room.referee.history(SALOON, ANA))[-1].lines)
    assert (await room.referee.verify(SALOON)).compared == 4


async def test_a_reading_that_this_program_does_not_know_is_left_out(room: Room) -> None:
    server = Server(table={"deadline": "4h", "late": "tomorrow", "weather": "fair"})
    await room.referee.preferences.set_server(GUILD, server)
    await room.begin()
    assert {each.key: each.now for each in await room.referee.table_rules(SALOON)}["deadline"] == "4h"
    assert next(each for each in settings_of(server) if each.key == "late").now == "call"


@pytest.mark.parametrize(
    ("what", "value", "code"),
    [
        ("begin", "everybody", "NO_SUCH_SWITCH"),
        ("begin", "-1", "NO_SUCH_SWITCH"),
        ("begin", "²", "NO_SUCH_SWITCH"),
        ("moderators", str(GUILD), "EVERYBODY_MODERATES"),
        ("threads", "maybe", "NO_SUCH_SWITCH"),
        ("deadline", "5h", "NO_SUCH_SWITCH"),
        ("barred", "1", "NO_SUCH_SWITCH"),
        ("", "", "NO_SUCH_SWITCH"),
    ],
)
async def test_what_cannot_be_set_so_is_refused_and_nothing_is_written(
    room: Room, what: str, value: str, code: str
) -> None:
    attempt = room.referee.set_server(GUILD, MARSHAL, what=what, value=value, source="a")
    assert await refusal_of(attempt) == code
    assert await room.referee.preferences.server(GUILD) == Server()
    assert await room.referee.moderations(GUILD) == []


async def test_every_reading_that_a_server_is_offered_can_be_set() -> None:
    for setting in settings_of(Server()):
        for reading in setting.readings:
            again = with_setting(Server(), GUILD, setting.key, reading.key)
            assert next(each for each in settings_of(again) if each.key == setting.key).now == reading.key


async def test_two_moderators_at_one_moment_lose_nothing_of_one_another(kept: KeptRoom) -> None:
    referee = kept.referee

    await asyncio.gather(
        referee.set_server(GUILD, MARSHAL, what="deadline", value="4h", source="a"),
        referee.set_server(GUILD, GM, what="threads", value="off", source="b"),
        referee.bar(GUILD, GM, who=ANA, why="", source="c"),
    )
    await kept.begin_anew()
    server = await kept.referee.preferences.server(GUILD)
    assert (server.table, server.threads, server.barred) == ({"deadline": "4h"}, False, (ANA,))


async def test_a_request_that_comes_twice_does_not_set_again_what_was_set_since(room: Room) -> None:
    await room.referee.set_server(GUILD, MARSHAL, what="deadline", value="4h", source="a")
    await room.referee.set_server(GUILD, MARSHAL, what="deadline", value="1h", source="b")
    await room.referee.set_server(GUILD, MARSHAL, what="deadline", value="4h", source="a")
    assert (await room.referee.preferences.server(GUILD)).table == {"deadline": "1h"}


# ---- how the records are


async def test_the_health_of_the_records_says_what_was_tried(kept: KeptRoom) -> None:
    health = await kept.referee.health()
    assert health.examined is not None
    assert health.is_writable
    assert health.backed_up is None
    await kept.store.set(BACKUP, 0, msgspec.json.encode({"at": 1234.5}))
    assert (await kept.referee.health()).backed_up == 1234.5
    await kept.store.set(BACKUP, 0, b"yesterday")
    assert (await kept.referee.health()).backed_up is None


async def test_a_store_that_takes_nothing_is_told_as_such() -> None:
    store = FlakyStore()

    async def lost(_: object) -> None:
        raise Conflict("the disk is full")

    store.troubles = [lost]
    health = await Room(store).referee.health()
    assert not health.is_writable
