"""What is stored about somebody, and that he is forgotten: in every fight, and the fights stay what they were."""

import asyncio
import zlib

import msgspec
import pytest

from rules.asking import Asked, Wish
from rules.core.command import Amend, Command, Office
from rules.core.event import Event, GmNamed, WentAway
from rules.core.ids import FightId, SeatId, UserId
from rules.core.names import mention
from rules.core.ruleset import Setup
from rules.core.table_commands import GoAway, NameGm
from rules.preferences import Person
from rules.store.memory import MemoryStore
from rules.store.protocol import NotStored, Saved, Store, Surface
from rules.tables import AnyFight, AnyRuleset
from rules.verifying import Verified
from tests.referee.conftest import KeptRoom
from tests.referee.room import ANAS, GM, HANK, HANKS, NOON, SALOON, STREET, FlakyStore, Room, refusal_of
from tests.referee.test_upgrade import upgrade
from tests.toy_values import Idle

ZOE = UserId(1_100_000_000_000_000_001)  # as Discord numbers people
ID = str(ZOE).encode()


@pytest.fixture
async def zoes() -> Room:
    """Zoe plays Ana, Hank plays Hank, and something of every kind has happened: nine steps."""
    return await played(Room(MemoryStore()))


async def played(room: Room) -> Room:
    await room.begin()
    await room.join(ZOE, "Ana")
    await room.join(HANK, "Hank")
    await room.act(GM, Wish(kind="start", fields={}))
    await room.act(ZOE, Wish(kind="roll", fields={"actor": ANAS}))
    await room.play_first(HANK, HANKS)
    await room.act(ZOE, Wish(kind="roll", fields={"actor": ANAS}))
    await room.undo()
    await room.act(ZOE, Idle(actor=ANAS))
    return room


async def stored_bytes(store: Store, *fights: FightId) -> bytes:
    """All that a store holds of fights, what is compressed too."""
    found: list[bytes] = []
    for fight in fights:
        record = await store.load(fight)
        assert record is not None
        found += [msgspec.json.encode(record.users), record.raw, record.pending]
        for step in await store.steps(fight, after=0, limit=10_000):
            found += [str(step.user).encode(), step.command, step.events, step.draws]
            found += [step.source.encode(), step.expect.encode()]
            found.append(zlib.decompress(step.keyframe) if step.keyframe else b"")
    found += [message.text.encode() + str(message.user).encode() for message in await store.unsent(limit=10_000)]
    return b"\n".join(found)


async def test_of_an_ended_fight_nothing_says_who_he_was_and_it_proves_itself_as_before() -> None:
    room = await played(Room(MemoryStore()))
    await room.act(ZOE, Wish(kind="ask", fields={"actor": ANAS, "whom": HANKS}))
    ended = await room.end()
    assert await room.referee.verify(ended.fight) == Verified(11)
    told = [past.lines for past in await room.referee.history(ended.fight, HANK, limit=100)]
    assert ID in await stored_bytes(room.store, ended.fight)
    assert (await room.referee.forget(ZOE, source="forget")).fights == 1
    assert ID not in await stored_bytes(room.store, ended.fight)
    assert await room.store.traces(ZOE) == []
    assert await room.referee.verify(ended.fight) == Verified(11)
    assert [past.lines for past in await room.referee.history(ended.fight, HANK, limit=100)] == told
    room.restart()
    assert await room.referee.verify(ended.fight) == Verified(11)


async def test_in_each_kind_of_store_a_fight_forgets_somebody(kept: KeptRoom) -> None:
    kept.place = STREET
    await played(kept)
    fight = (await kept.show()).id
    await kept.referee.name_gm(STREET, GM, who=ZOE, source="named")
    await kept.referee.forget(ZOE, source="forget")
    assert ID not in await stored_bytes(kept.store, fight)
    steps = await kept.seq()
    assert await kept.referee.verify(STREET) == Verified(steps)
    await kept.begin_anew()
    assert await kept.referee.verify(STREET) == Verified(steps)
    assert (await kept.show()).players == {HANKS: HANK}
    assert await kept.store.of_user(ZOE) == []


async def test_what_he_plays_stays_at_the_table_and_is_his_no_more(zoes: Room) -> None:
    room = zoes
    hand = await room.hand(ZOE, ANAS)
    room.heard.clear()
    await room.referee.forget(ZOE, source="forget")
    assert any("Whoever played Ana is gone for good" in message.text for message in room.heard)
    assert (await room.show()).players == {HANKS: HANK}
    assert await refusal_of(room.act(ZOE, Idle(actor=ANAS))) == "NOT_PLAYING"
    assert await room.hand(ZOE, ANAS) == await room.hand(GM, ANAS) == []
    await room.act(GM, Idle(actor=ANAS))
    assert await refusal_of(room.act(GM, Wish(kind="play", fields={"actor": ANAS, "card": hand[0]}))) == "PRIVATE_CARD"
    await room.referee.offer(SALOON, GM, ANAS, UserId(9), source="offer")
    await room.join(UserId(9))
    assert await room.hand(UserId(9), ANAS) == hand
    assert (await room.referee.verify(SALOON)).compared == await room.seq()


async def test_a_fight_that_he_alone_leads_is_put_away(zoes: Room) -> None:
    room = zoes
    await room.referee.begin(STREET, ZOE, "toy", title="Zoe's", setup=Setup(scene="noon"), source="begin")
    found = await room.referee.stored(ZOE)
    assert {each.title: (each.is_alone, each.is_gm, each.plays) for each in found.going_on} == {
        "Zoe's": (True, True, ()),
        "Dusk": (False, False, ("Ana",)),
    }
    await room.referee.forget(ZOE, source="forget")
    assert await room.store.current(STREET) is None
    last = await room.store.last(STREET)
    assert last is not None
    assert ID not in await stored_bytes(room.store, last.fight)
    assert (await room.referee.verify(last.fight)).compared == last.seq


async def of_the_table(room: Room, command: Command, *events: Event) -> None:
    """What another part of the Referee would do."""

    def made(fight: AnyFight, ruleset: AnyRuleset) -> tuple[Command, tuple[Event, ...]]:
        return command, events

    await room.referee._act(SALOON, GM, Asked(made, room.source(), office=Office.TABLE))


async def test_a_second_game_master_and_a_delegate_leave_and_the_fight_goes_on(fight: Room) -> None:
    await of_the_table(fight, NameGm(user=ZOE), GmNamed(user=ZOE))
    await of_the_table(
        fight,
        GoAway(combatant=ANAS, delegate=ZOE),
        WentAway(seat=SeatId("s2"), name="Ana", delegate=ZOE),
    )
    assert (await fight.show()).gms == (GM, ZOE)
    assert (await fight.show()).players[ANAS] == ZOE
    await fight.referee.forget(ZOE, source="forget")
    shown = await fight.show()
    assert shown.gms == (GM,)
    assert shown.players[ANAS] == 1
    assert ID not in await stored_bytes(fight.store, shown.id)
    assert (await fight.referee.verify(SALOON)).compared == await fight.seq()


async def test_who_sat_in_a_lobby_gets_up(zoes: Room) -> None:
    room = zoes
    await room.referee.begin(STREET, GM, "toy", title="Later", setup=Setup(scene="noon"), source="begin")
    await room.referee.join(STREET, ZOE, name="Ana", source="sit")
    await room.referee.forget(ZOE, source="forget")
    assert not (await room.referee.show(STREET, GM)).view.combatants


async def test_a_correction_and_what_somebody_wrote_are_gone_through_too(zoes: Room) -> None:
    room = zoes
    await room.referee.correct(SALOON, GM, Amend(what="score", value="3", whom=ANAS), source="correct")
    card = (await room.hand(HANK, HANKS))[0]
    note = f"winks at <@{ZOE}>"
    await room.act(HANK, Wish(kind="play", fields={"actor": HANKS, "card": card, "note": note}))
    await room.referee.forget(ZOE, source="forget")
    assert ID not in await stored_bytes(room.store, (await room.show()).id)
    assert (await room.referee.verify(SALOON)).compared == await room.seq()


async def test_all_that_is_his_outside_the_fights_is_deleted_and_nothing_of_others(zoes: Room) -> None:
    room = zoes
    store, referee = room.store, room.referee
    for user in (ZOE, HANK):
        await referee.sheets.create(1, user, "toy", name="Zeb", values={}, source=f"sheet {user}")
        await referee.sheets.begin_session(1, user, "toy", number=1, source=f"session {user}")
        for kind in (f"scene/{user}", f"pasted/{user}"):
            await store.save(Saved(guild=1, ruleset="toy", kind=kind, name="Mill", text="…", user=user, at=NOON))
        await referee.preferences.change_person(user, lambda _: Person(zone="Europe/Vienna"))
        await store.put_surface(
            Surface(fight=(await room.show()).id, kind="hand", user=user, channel=5, message=6, text="")
        )
    await store.save(Saved(guild=1, ruleset="toy", kind="house", name="saved", text="quick", user=ZOE, at=NOON))
    found = await referee.stored(ZOE)
    assert (found.characters, found.scenes, found.houses, found.open_sessions) == (("Zeb",), ("Mill",), 1, 1)
    assert (found.messages, found.deeds, found.has_settings) == (1, 2, True)
    others = await store.about(HANK)
    await referee.forget(ZOE, source="forget")
    gone = await referee.stored(ZOE)
    assert gone == msgspec.structs.replace(
        gone, fights=(), characters=(), scenes=(), houses=0, sessions=0, messages=0, deeds=0, has_settings=False
    )
    assert await referee.preferences.person(ZOE) == Person()
    assert await store.about(HANK) == others
    assert (await referee.preferences.person(HANK)).zone == "Europe/Vienna"
    assert [each.text for each in await store.saved(1, "toy", "house")] == ["quick"], "it is the server's"


async def test_what_he_did_as_a_moderator_and_that_he_is_barred_is_told_and_given_and_the_ban_stays(zoes: Room) -> None:
    referee = zoes.referee
    await referee.bar(1, ZOE, who=HANK, why="rude", source="1")
    await referee.bar(1, GM, who=ZOE, why="ruder", source="2")
    found = await referee.stored(ZOE)
    assert (found.moderated, found.named, found.barred) == (1, 1, (1,))
    data = msgspec.json.decode(await referee.own_data(ZOE))
    assert [each["said"] for each in data["moderated"]] == [f"user {HANK} is barred from playing: rude"]
    assert data["barred_on_servers"] == [1]
    assert "ruder" not in repr(data), "why is the moderators' own"
    await referee.forget(ZOE, source="forget")
    assert [(each.user, each.said) for each in await referee.moderations(1)] == [
        (GM, "somebody who is gone is barred from playing: ruder"),
        (-1, f"{mention(HANK)} is barred from playing: rude"),
    ]
    assert (await referee.preferences.server(1)).barred == (HANK, ZOE)
    found = await referee.stored(ZOE)
    assert (found.moderated, found.named, found.barred) == (0, 0, (1,))


async def test_every_kind_of_surface_forgets_him(zoes: Room) -> None:
    """The list of those whom nothing private reaches has no row of its own for him."""
    dusk = (await zoes.show()).id
    for user in (ZOE, HANK):
        await zoes.referee.reached(dusk, user, is_reached=False)
        for kind in ("hand", "thread", "dms-closed"):
            await zoes.store.put_surface(Surface(fight=dusk, kind=kind, user=user, channel=5, message=6))
    assert (await zoes.show()).unreached == {ZOE, HANK}
    await zoes.referee.forget(ZOE, source="forget")
    assert isinstance(zoes.store, MemoryStore)
    left = list(zoes.store._surfaces.values())
    assert {(each.kind, each.user) for each in left} == {
        ("unreached", None),
        ("hand", HANK),
        ("thread", HANK),
        ("dms-closed", HANK),
    }
    assert not any(ID.decode() in each.text for each in left)
    assert (await zoes.show()).unreached == {HANK}
    zoes.restart()
    assert (await zoes.show()).unreached == {HANK}


async def test_forgetting_that_breaks_off_leaves_each_fight_whole_and_goes_on_when_asked_again() -> None:
    store = FlakyStore()
    room = await played(Room(store))
    other = Room(store, seed=b"other", place=STREET)
    await played(other)
    fights = [(await each.show()).id for each in (room, other)]

    async def fail(_: object) -> None:
        raise NotStored("no")

    for writes in (0, 1, 1, 1, 1):  # of five: he gives up what he has in each, each is rewritten, and all the rest
        store.troubles = [*[None] * writes, fail]
        assert await refusal_of(room.referee.forget(ZOE, source=room.source())) == "NOT_STORED"
        room.restart()
        for fight in fights:
            steps = len(await room.log(fight))
            assert await room.referee.verify(fight) == Verified(steps)
        store.troubles = []
    await room.referee.forget(ZOE, source="at last")
    assert ID not in await stored_bytes(store, *fights)
    assert [len(await room.log(fight)) for fight in fights] == [10, 10], "given up once each"


async def test_a_log_that_was_wrong_stays_wrong(zoes: Room) -> None:
    room = zoes
    store, fight = room.store, (await room.show()).id
    assert isinstance(store, MemoryStore)
    store._steps[fight][4] = msgspec.structs.replace(store._steps[fight][4], digest=b"\0" * 16)
    await room.referee.forget(ZOE, source="forget")
    assert ID not in await stored_bytes(store, fight)
    assert (await room.referee.checked(fight)).wrong_at == 5


async def test_a_fight_of_an_older_version_is_gone_through_as_it_was_written(kept: KeptRoom) -> None:
    kept.place = STREET
    await played(kept)
    fight = (await kept.show()).id
    await upgrade(kept)
    await kept.act(ZOE, Wish(kind="roll", fields={"actor": ANAS}))
    before = await kept.referee.verify(fight)
    schemas = [step.schema for step in await kept.log(fight)]
    await kept.referee.forget(ZOE, source="forget")
    assert ID not in await stored_bytes(kept.store, fight)
    assert [step.schema for step in await kept.log(fight)] == [*schemas, 2]
    assert await kept.referee.verify(fight) == Verified(before.compared + 1, before.uncompared)
    await kept.begin_anew()
    assert [past.seq for past in await kept.referee.history(fight, HANK, limit=3)] == [11, 10, 9]


async def test_a_fight_that_cannot_be_read_is_left_and_said_so(zoes: Room) -> None:
    room = zoes
    store, fight = room.store, (await room.show()).id
    assert isinstance(store, MemoryStore)
    store._records[fight] = msgspec.structs.replace(store._records[fight], schema=99)
    room.restart()
    done = await room.referee.forget(ZOE, source="forget")
    assert (done.fights, done.unreadable) == (1, 1)
    assert await store.traces(ZOE) == [fight]


async def test_his_file_holds_what_he_did_and_no_card_of_others(zoes: Room) -> None:
    room = zoes
    hands = {each: await room.hand(user, each) for user, each in ((ZOE, ANAS), (HANK, HANKS))}
    await room.referee.sheets.create(1, ZOE, "toy", name="Zeb", values={}, source="sheet")
    await room.referee.preferences.change_person(ZOE, lambda _: Person(zone="Europe/Vienna"))
    data = msgspec.json.decode(await room.referee.own_data(ZOE))
    assert data["user"] == ZOE
    assert data["settings"] == {"zone": "Europe/Vienna"}
    assert "Zeb" in data["characters"][0]["text"]
    (fight,) = data["fights"]
    assert [each["step"] for each in fight["did"]] == [2, 5, 7]  # idling said nothing
    text = msgspec.json.encode(data).decode()
    assert all(card not in text for card in hands[HANKS])
    gm = (await room.referee.own_data(GM)).decode()
    assert all(card not in gm for card in (*hands[ANAS], *hands[HANKS]))


async def test_two_game_masters_who_are_forgotten_at_once_leave_no_fight_that_nobody_leads() -> None:
    room = await Room(MemoryStore()).seated()
    other = UserId(101)
    await room.referee.name_gm(room.place, GM, who=other, source=room.source())
    which = (await room.show()).id
    await asyncio.gather(room.referee.forget(GM, source="one"), room.referee.forget(other, source="two"))
    assert (await room.referee.show(which, None)).is_closed
