"""What every store promises of the clock, of moderators, and of what people and servers have set."""

import pytest

from rules.core.ids import Place, UserId
from rules.core.values import replace
from rules.store.protocol import Conflict, Moderation, Note, Store
from tests.contracts.store_contract import ANA, DUSK, HANK, NOON, SALOON, STREET, StoreContract, entry, line


def moderation(said: str, source: str, *, guild: int = SALOON.guild, user: UserId = ANA) -> Moderation:
    return Moderation(guild=guild, user=user, at=NOON, said=said, source=source)


class TableContract(StoreContract):
    """Asked of each store, with all that stands above it."""

    # The clock

    async def test_what_is_due_comes_the_longest_due_first_and_no_ended_fight(self, store: Store) -> None:
        for second, (name, due) in enumerate([("a", 30.0), ("b", 10.0), ("c", None), ("d", 20.0)], 1):
            begun = entry(name, place=Place(guild=1, channel=second))
            await store.begin(replace(begun, record=replace(begun.record, due=due)))
        ended = entry("d", 2, place=Place(guild=1, channel=4), is_current=False)
        await store.append(replace(ended, record=replace(ended.record, due=5.0)))
        assert await store.due(29.0, limit=5) == ["b"]
        assert await store.due(30.0, limit=5) == ["b", "a"]
        assert await store.due(30.0, limit=1) == ["b"]
        assert await store.next_due(-1) == 10.0
        assert await store.next_due(10.0) == 30.0
        assert await store.next_due(30.0) is None

    async def test_what_the_clock_did_is_kept_with_what_is_to_be_told(self, store: Store) -> None:
        await store.begin(entry())
        told = line("still waiting")
        await store.note(Note(fight=DUSK, seq=1, pending=b'{"since":{}}', due=7.0, messages=(told,)))
        record = await store.load(DUSK)
        assert record is not None
        assert (record.seq, record.pending, record.due) == (1, b'{"since":{}}', 7.0)
        assert [each.text for each in await store.unsent(limit=5)] == ["still waiting"]
        await store.note(Note(fight=DUSK, seq=1, pending=b"{}", due=None))
        assert await store.next_due(-1) is None

    async def test_what_the_clock_did_for_a_step_that_is_no_longer_the_last_is_refused(self, store: Store) -> None:
        await store.begin(entry())
        await store.append(entry(seq=2))
        with pytest.raises(Conflict):
            await store.note(Note(fight=DUSK, seq=1, pending=b"{}", due=1.0))
        assert await store.next_due(-1) is None

    async def test_what_the_clock_says_is_marked_as_told_apart_from_its_step(self, store: Store) -> None:
        await store.begin(entry(tell=(line("ruled"),)))
        for number in (1, 2):
            said = replace(line(f"still waiting {number}"), note=number)
            await store.note(Note(fight=DUSK, seq=1, pending=b"{}", due=None, messages=(said,)))
        await store.sent(DUSK, 1)
        await store.sent(DUSK, 1, 2)
        assert [(each.text, each.note) for each in await store.unsent(limit=5)] == [("still waiting 1", 1)]

    # Moderators, people and servers

    async def test_a_fight_set_aside_leaves_its_channel_free_and_its_records_there(self, store: Store) -> None:
        await store.begin(entry())
        await store.set_aside(DUSK)
        assert await store.current(SALOON) is None
        record = await store.load(DUSK)
        assert record is not None
        assert not record.is_current
        assert len(await store.steps(DUSK, after=0, limit=5)) == 1
        await store.begin(entry("dawn"))

    async def test_the_current_fights_of_a_server_are_its_own(self, store: Store) -> None:
        await store.begin(entry("dusk"))
        await store.begin(entry("dawn", place=STREET))
        await store.begin(entry("far", place=Place(guild=5, channel=5)))
        await store.append(entry("dawn", 2, place=STREET, is_current=False))
        assert [record.fight for record in await store.fights_in(SALOON.guild)] == ["dusk"]

    async def test_what_somebody_has_set_is_his_own_and_the_newest(self, store: Store) -> None:
        assert await store.setting("person", ANA) is None
        await store.set("person", ANA, b"one")
        await store.set("person", ANA, b"two")
        await store.set("server", ANA, b"three")
        assert await store.setting("person", ANA) == b"two"
        assert await store.setting("server", ANA) == b"three"
        assert await store.setting("person", HANK) is None

    async def test_what_moderators_did_is_kept_with_it_newest_first_each_server_apart(self, store: Store) -> None:
        await store.begin(entry())
        await store.set("server", SALOON.guild, b"one", moderation("first", "a"))
        await store.set("server", 5, b"far", moderation("elsewhere", "b", guild=5))
        await store.set_aside(DUSK, moderation("third", "c", user=HANK))
        assert await store.setting("server", SALOON.guild) == b"one"
        assert await store.current(SALOON) is None
        every = await store.moderations(SALOON.guild, limit=5)
        assert [(each.said, each.user, each.at, each.source) for each in every] == [
            ("third", HANK, NOON, "c"),
            ("first", ANA, NOON, "a"),
        ]
        assert await store.moderations(SALOON.guild, limit=1) == every[:1]
        assert await store.moderations(SALOON.guild, before=every[0].id, limit=5) == every[1:]

    async def test_one_request_of_a_moderator_counts_once_and_its_repeat_changes_nothing(self, store: Store) -> None:
        await store.begin(entry())
        await store.set("server", SALOON.guild, b"one", moderation("first", "a"))
        with pytest.raises(Conflict):
            await store.set("server", SALOON.guild, b"two", moderation("again", "a"))
        with pytest.raises(Conflict):
            await store.set_aside(DUSK, moderation("again", "a"))
        assert await store.setting("server", SALOON.guild) == b"one"
        assert await store.current(SALOON) is not None
        assert [each.said for each in await store.moderations(SALOON.guild, limit=5)] == ["first"]

    async def test_a_store_says_what_it_is_and_has_the_shape_that_the_program_wants(self, store: Store) -> None:
        examined = await store.examined()
        assert examined.kind in ("memory", "SQLite", "PostgreSQL")
        assert examined.revision == examined.wanted
        assert (examined.size is None) == (examined.kind == "memory")
        assert examined.size is None or examined.size > 0
