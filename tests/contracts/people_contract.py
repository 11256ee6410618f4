"""What every store promises of people: where somebody is in the records, and that he is forgotten."""

import pytest

from rules.core.ids import CombatantId, FightId, SessionId, SheetId, UserId
from rules.core.names import mention
from rules.core.values import replace
from rules.store.protocol import (
    GONE,
    Change,
    Conflict,
    Deed,
    Entry,
    Moderation,
    NotStored,
    PlaceTaken,
    Rewriting,
    Saved,
    Session,
    SheetRow,
    Store,
    Surface,
    Use,
    Whole,
)
from tests.contracts.store_contract import ANA, DUSK, HANK, NOON, SALOON, STREET, FailingCommit, OpenStore, entry, line
from tests.contracts.table_contract import TableContract

NOBODY = UserId(-7)


def traced(of: Entry, *users: UserId) -> Entry:
    return replace(of, traces=users)


async def two_steps(store: Store) -> Whole:
    """Ana and Hank in a fight of two steps; as it would be with Ana as nobody."""
    await store.begin(traced(entry(tell=[line(f"\ue000{ANA} bows")], keyframe=b"one"), ANA, HANK))
    await store.append(entry(seq=2, user=HANK))
    record, steps = await store.load(DUSK), await store.steps(DUSK, after=0, limit=9)
    assert record is not None
    other = [
        replace(
            step,
            user=NOBODY if step.user == ANA else step.user,
            expect=f"other address {step.seq}",
            command=b"other command %d" % step.seq,
            events=b"other events %d" % step.seq,
            digest=b"other digest %d" % step.seq,
            keyframe=b"other" if step.keyframe else None,
        )
        for step in steps
    ]
    return Whole(record=replace(record, users=(HANK,), raw=b"other", pending=b"{}"), steps=tuple(other))


class PeopleContract(TableContract):
    """Asked of each store, with all that stands above it."""

    async def test_in_the_records_of_which_fights_somebody_is_is_known_for_good(self, store: Store) -> None:
        await store.begin(traced(entry("dusk"), ANA, HANK))
        await store.begin(traced(entry("dawn", place=STREET), HANK))
        await store.append(traced(entry("dawn", 2, place=STREET, users=(HANK,)), ANA))
        await store.append(traced(entry("dawn", 3, place=STREET, is_current=False), ANA))
        assert await store.traces(ANA) == ["dawn", "dusk"]
        assert await store.traces(HANK) == ["dawn", "dusk"]
        assert await store.traces(NOBODY) == []

    async def test_a_fight_from_elsewhere_is_there_whole_and_told(self, store: Store) -> None:
        log = tuple(entry(seq=seq, keyframe=b"k" if seq == 1 else None).step for seq in (1, 2, 3))
        record = entry(seq=3).record
        await store.take_in(Whole(record=record, steps=log, messages=(line("it came", seq=3),), traces=(ANA,)))
        assert await store.current(SALOON) == record
        assert await store.steps(DUSK, after=0, limit=9) == list(log)
        assert await store.latest_by(DUSK, ANA) == (log[-1], True)
        assert [each.text for each in await store.unsent(limit=9)] == ["it came"]
        assert await store.traces(ANA) == [DUSK]
        assert await store.of_user(HANK) == [DUSK]
        await store.append(entry(seq=4))

    async def test_where_a_fight_is_going_on_none_comes_from_elsewhere(self, store: Store) -> None:
        await store.begin(entry("dawn"))
        with pytest.raises(PlaceTaken):
            await store.take_in(Whole(record=entry().record, steps=(entry().step,)))
        assert await store.load(DUSK) is None
        with pytest.raises(NotStored):
            await store.take_in(Whole(record=entry("dawn", place=STREET).record, steps=(entry("dawn").step,)))

    async def test_a_fight_in_which_somebody_is_nobody_is_otherwise_the_same(self, store: Store) -> None:
        whole = await two_steps(store)
        for user in (ANA, HANK):
            await store.put_surface(Surface(fight=DUSK, kind="hand", user=user, channel=1, message=2))
        await store.put_surface(
            Surface(fight=DUSK, kind="acts", user=None, channel=1, message=2, text=f'{{"{ANA}":"to act"}}')
        )
        texts = ((f'"{ANA}"', f'"{NOBODY}"'), (f"\ue000{ANA}", "somebody"))
        await store.rewrite(Rewriting(whole=whole, gone=ANA, texts=texts))
        assert await store.load(DUSK) == whole.record
        assert await store.steps(DUSK, after=0, limit=9) == list(whole.steps)
        assert await store.keyframe(DUSK, 2) == whole.steps[0]
        assert await store.by_source(DUSK, whole.steps[1].source) == whole.steps[1]
        assert await store.traces(ANA) == await store.of_user(ANA) == []
        assert (await store.traces(HANK), await store.of_user(HANK)) == ([DUSK], [DUSK])
        assert [each.text for each in await store.unsent(limit=9)] == ["somebody bows"]
        assert await store.surface(DUSK, "hand", ANA) is None
        assert await store.surface(DUSK, "hand", HANK) is not None
        acts = await store.surface(DUSK, "acts")
        assert acts is not None
        assert acts.text == f'{{"{NOBODY}":"to act"}}'
        await store.append(entry(seq=3, user=HANK, users=(HANK,)))

    async def test_a_fight_that_has_gone_on_meanwhile_is_not_rewritten(self, store: Store) -> None:
        whole = await two_steps(store)
        await store.append(entry(seq=3))
        with pytest.raises(Conflict):
            await store.rewrite(Rewriting(whole=whole, gone=ANA))
        assert [step.command for step in await store.steps(DUSK, after=0, limit=9)] == [b"command"] * 3
        assert await store.traces(ANA) == [DUSK]

    async def test_a_fight_is_rewritten_whole_or_not_at_all(self, open_store: OpenStore) -> None:
        commit = FailingCommit()
        store = await open_store(commit)
        whole = await two_steps(store)
        before = await store.steps(DUSK, after=0, limit=9)
        commit.is_failing = True
        with pytest.raises(NotStored):
            await store.rewrite(Rewriting(whole=whole, gone=ANA))
        commit.is_failing = False
        assert await store.steps(DUSK, after=0, limit=9) == before
        assert await store.traces(ANA) == [DUSK]

    async def test_what_somebody_has_outside_the_fights_is_his_own_and_forgotten(self, store: Store) -> None:
        await store.begin(entry())
        for user in (ANA, HANK):
            await _fill(store, user)
        about = await store.about(ANA)
        assert [each.name for each in about.sheets] == ["Zeb"]
        assert [(each.kind, each.name) for each in about.saved] == [("house", f"of {ANA}"), (f"scene/{ANA}", "Mill")]
        assert [(each.number, each.ended) for each in about.sessions] == [(1, NOON + 1), (2, None)]
        assert (about.surfaces, about.deeds) == (1, 3)
        others = await store.about(HANK)
        await store.forget(ANA, NOON + 9)
        gone = await store.about(ANA)
        assert (gone.sheets, gone.saved, gone.sessions, gone.surfaces, gone.deeds) == ((), (), (), 0, 0)
        assert await store.setting("person", ANA) is None
        assert await store.setting("server", ANA) == b"a server with this number"
        assert await store.about(HANK) == others
        assert await store.setting("person", HANK) == b"set"
        assert {each.user for each in await store.saved(1, "toy", "house")} == {0, HANK}
        session = await store.session(SessionId(f"2 of {ANA}"))
        assert session is not None
        assert (session.gm, session.ended) == (0, NOON + 9)
        assert await store.uses_of(SheetId(f"zeb of {ANA}")) == []
        assert len(await store.uses_of(SheetId(f"zeb of {HANK}"))) == 1

    async def test_in_what_moderators_did_whoever_is_forgotten_is_nobody_and_a_ban_stays(self, store: Store) -> None:
        other = UserId(int(f"{ANA}0"))  # whose id begins with hers
        done = (
            Moderation(guild=1, user=ANA, at=NOON, said=f"{mention(HANK)} is barred", source="1"),
            Moderation(guild=1, user=HANK, at=NOON, said=f"{mention(ANA)} and {mention(other)}", source="2"),
        )
        await store.set("server", 1, f'{{"barred":[{ANA}]}}'.encode(), done[0])
        await store.set("server", 2, b"{}", done[1])
        about = await store.about(ANA)
        assert [each.said for each in about.moderations] == [done[0].said]
        assert (about.named, about.servers) == (1, (1,))
        await store.forget(ANA, NOON + 9)
        assert [(each.user, each.said) for each in await store.moderations(1, limit=9)] == [
            (HANK, f"{mention(GONE)} and {mention(other)}"),
            (GONE, done[0].said),
        ]
        gone = await store.about(ANA)
        assert (gone.moderations, gone.named, gone.servers) == ((), 0, (1,))
        assert await store.setting("server", 1) == f'{{"barred":[{ANA}]}}'.encode()
        assert (await store.about(HANK)).named == 1


async def _fill(store: Store, user: UserId) -> None:
    sheet = SheetRow(
        id=SheetId(f"zeb of {user}"), user=user, guild=1, ruleset="toy", schema=1, name="Zeb", revision=1, raw=b"{}"
    )
    first, second = (
        Session(
            id=SessionId(f"{number} of {user}"), guild=1, ruleset="toy", gm=user, number=number, begun=NOON + number
        )
        for number in (1, 2)
    )
    changes = (
        {"sheets": (sheet,), "session": first},
        {"session": replace(first, ended=NOON + 1)},
        {"session": second},
    )
    for number, change in enumerate(changes):
        deed = Deed(source=f"{number} by {user}", user=user, at=NOON, about="x", said="Done.")
        await store.keep(Change(deed=deed, **change))  # type: ignore[arg-type]  # of several types
    record = await store.load(DUSK)
    assert record is not None
    used = Use(sheet=sheet.id, number=1, fight=FightId(DUSK), combatant=CombatantId("c1"), session=None, at=NOON)
    await store.append(replace(entry(seq=record.seq + 1), use=used))
    for kind, name in (("house", f"of {user}"), (f"scene/{user}", "Mill")):
        await store.save(Saved(guild=1, ruleset="toy", kind=kind, name=name, text="…", user=user, at=NOON))
    await store.set("person", user, b"set")
    await store.set("server", user, b"a server with this number")
    await store.put_surface(Surface(fight=DUSK, kind="hand", user=user, channel=1, message=2))
