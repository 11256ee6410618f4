"""What every store promises of sheets and sessions, besides what it promises of fights."""

import asyncio

import pytest

from rules.core.ids import CombatantId, FightId, SessionId, SheetId, UserId
from rules.core.values import replace
from rules.store.protocol import Change, Conflict, Deed, Session, SheetMoved, SheetRow, Store, Use
from tests.contracts.people_contract import PeopleContract
from tests.contracts.store_contract import (
    ANA,
    DUSK,
    HANK,
    NOON,
    SALOON,
    STREET,
    Gate,
    OpenStore,
    entry,
    line,
)


def sheet(sheet: str, *, name: str = "Cora Bell", user: UserId = ANA, guild: int = SALOON.guild) -> SheetRow:
    return SheetRow(
        id=SheetId(sheet),
        user=user,
        guild=guild,
        ruleset="texarkana",
        schema=1,
        name=name,
        revision=1,
        raw=b"\x00\xffvalues",
    )


def evening(session: str = "evening", *, gm: UserId = ANA, begun: float = NOON) -> Session:
    return Session(id=SessionId(session), guild=SALOON.guild, ruleset="texarkana", gm=gm, number=3, begun=begun)


def use(sheet: str, number: int, *, fight: str = "dusk", session: str | None = None, at: float = NOON) -> Use:
    return Use(
        sheet=SheetId(sheet),
        number=number,
        fight=FightId(fight),
        combatant=CombatantId("c2"),
        session=SessionId(session) if session else None,
        at=at,
    )


def change(
    source: str, *, sheets: tuple[SheetRow, ...] = (), dropped: tuple[SheetId, ...] = (), session: Session | None = None
) -> Change:
    deed = Deed(source=source, user=ANA, at=NOON, about="a", said="Done – it is kept.")
    return Change(deed=deed, sheets=sheets, dropped=dropped, session=session)


class WholeStoreContract(PeopleContract):
    """All of it: subclasses give the fixture `build`."""

    async def test_a_sheet_is_kept_as_it_was_and_listed_to_its_user_in_its_server(self, store: Store) -> None:
        await store.keep(change("1", sheets=(sheet("z", name="Zeb"), sheet("a", name="Änne"))))
        await store.keep(change("2", sheets=(sheet("b", user=HANK), sheet("c", guild=7))))
        assert await store.sheet(SheetId("z")) == sheet("z", name="Zeb")
        assert await store.sheets_of(SALOON.guild, ANA) == [sheet("z", name="Zeb"), sheet("a", name="Änne")]
        assert await store.sheet(SheetId("nobody")) is None

    async def test_a_changed_sheet_takes_the_place_of_the_one_before_it(self, store: Store) -> None:
        await store.keep(change("1", sheets=(sheet("a"),)))
        second = replace(sheet("a", name="Cora Belle"), revision=2, schema=3, raw=b"\x00\xffnew")
        await store.keep(change("2", sheets=(second,)))
        assert await store.sheets_of(SALOON.guild, ANA) == [second]

    @pytest.mark.parametrize("revision", [1, 3])
    async def test_a_sheet_that_is_not_the_successor_of_the_stored_one_changes_nothing(
        self, store: Store, revision: int
    ) -> None:
        await store.keep(change("1", sheets=(sheet("a"),)))
        with pytest.raises(Conflict):
            await store.keep(change("2", sheets=(sheet("b", name="Zeb"), replace(sheet("a"), revision=revision))))
        assert await store.sheets_of(SALOON.guild, ANA) == [sheet("a")]
        assert await store.deed("2") is None

    async def test_a_user_has_one_sheet_of_a_name_in_a_server_and_system(self, store: Store) -> None:
        await store.keep(change("1", sheets=(sheet("a", name="Cora"),)))
        with pytest.raises(Conflict):
            await store.keep(change("2", sheets=(sheet("b", name="CORA"),)))
        others = (sheet("c", name="Cora", user=HANK), sheet("d", name="Cora", guild=7), sheet("e", name="Coral"))
        await store.keep(change("3", sheets=(*others, replace(sheet("f", name="Cora"), ruleset="twtw"))))

    async def test_what_was_asked_of_sheets_counts_once(self, store: Store) -> None:
        await store.keep(change("press 1", sheets=(sheet("a"),)))
        with pytest.raises(Conflict):
            await store.keep(change("press 1", sheets=(sheet("b", name="Zeb"),)))
        assert await store.deed("press 1") == change("press 1").deed
        assert await store.deed("press 2") is None
        assert await store.sheet(SheetId("b")) is None

    async def test_a_dropped_sheet_is_gone_with_its_uses(self, store: Store) -> None:
        await store.begin(entry())
        await store.keep(change("1", sheets=(sheet("a"), sheet("b", name="Zeb"))))
        await store.append(replace(entry(seq=2), use=use("a", 1)))
        await store.keep(change("2", dropped=(SheetId("a"),)))
        assert await store.sheets_of(SALOON.guild, ANA) == [sheet("b", name="Zeb")]
        assert await store.uses_of(SheetId("a")) == []
        assert await store.uses_at(DUSK) == []

    async def test_where_sheets_were_brought_into_is_kept_with_the_step(self, store: Store) -> None:
        await store.begin(entry())
        await store.keep(change("1", sheets=(sheet("a"), sheet("b", name="Zeb")), session=evening()))
        await store.append(replace(entry(seq=2), use=use("a", 1)))
        await store.append(replace(entry(seq=3), use=use("b", 1, session="evening", at=NOON + 1)))
        await store.append(replace(entry(seq=4), use=use("a", 2, session="evening", at=NOON + 2)))
        assert [each.number for each in await store.uses_of(SheetId("a"))] == [2, 1]
        assert await store.uses_at(DUSK) == [
            use("a", 2, session="evening", at=NOON + 2),
            use("b", 1, session="evening", at=NOON + 1),
            use("a", 1),
        ]
        assert [each.sheet for each in await store.uses_in(SessionId("evening"))] == ["a", "b"]

    @pytest.mark.parametrize("which", [("a", 1), ("gone", 1)])
    async def test_a_sheet_that_has_moved_on_or_is_gone_is_not_brought_in(
        self, store: Store, which: tuple[str, int]
    ) -> None:
        await store.begin(entry())
        await store.begin(entry("dawn", place=STREET))
        await store.keep(change("1", sheets=(sheet("a"),)))
        await store.append(replace(entry("dawn", 2, place=STREET), use=use("a", 1, fight="dawn")))
        with pytest.raises(SheetMoved):
            await store.append(replace(entry(seq=2, tell=[line("lost", seq=2)]), use=use(*which)))
        await self.require_only_first_step(store)

    async def test_of_two_fights_that_want_a_sheet_at_once_exactly_one_has_it(self, store: Store) -> None:
        await store.begin(entry())
        await store.begin(entry("dawn", place=STREET))
        await store.keep(change("1", sheets=(sheet("a"),)))
        rivals = (
            store.append(replace(entry(seq=2), use=use("a", 1))),
            store.append(replace(entry("dawn", 2, place=STREET), use=use("a", 1, fight="dawn"))),
        )
        answers = await asyncio.gather(*rivals, return_exceptions=True)
        assert {type(answer) for answer in answers} == {type(None), SheetMoved}
        assert len(await store.uses_of(SheetId("a"))) == 1

    async def test_a_session_is_open_until_it_is_ended_and_a_gm_has_one_at_a_time(self, store: Store) -> None:
        await store.keep(change("1", session=evening()))
        with pytest.raises(Conflict):
            await store.keep(change("2", session=evening("another")))
        await store.keep(change("3", session=evening("theirs", gm=HANK, begun=NOON + 5)))
        assert [each.id for each in await store.open_sessions(SALOON.guild)] == ["theirs", "evening"]
        over = replace(evening(), ended=NOON + 9)
        await store.keep(change("4", sheets=(sheet("a"),), session=over))
        with pytest.raises(Conflict):
            await store.keep(change("5", session=over))
        assert await store.session(SessionId("evening")) == over
        assert [each.id for each in await store.open_sessions(SALOON.guild)] == ["theirs"]
        await store.keep(change("6", session=evening("next", begun=NOON + 10)))
        mine = await store.sessions(SALOON.guild, "texarkana", ANA)
        assert [each.id for each in mine] == ["next", "evening"]

    async def test_nothing_comes_into_a_session_that_is_over(self, store: Store) -> None:
        await store.begin(entry())
        await store.keep(change("1", sheets=(sheet("a"),), session=evening()))
        await store.keep(change("2", session=replace(evening(), ended=NOON + 9)))
        with pytest.raises(SheetMoved):
            await store.append(replace(entry(seq=2), use=use("a", 1, session="evening")))
        await store.append(replace(entry(seq=2), use=use("a", 1)))

    async def test_a_session_ends_only_with_all_that_came_into_it(self, store: Store) -> None:
        await store.begin(entry())
        await store.keep(change("1", sheets=(sheet("a"),), session=evening()))
        await store.append(replace(entry(seq=2), use=use("a", 1, session="evening")))
        over = replace(evening(), ended=NOON + 9)
        with pytest.raises(Conflict):
            await store.keep(change("2", session=over))
        assert [each.id for each in await store.open_sessions(SALOON.guild)] == ["evening"]
        await store.keep(replace(change("3", session=over), uses=1))
        assert await store.open_sessions(SALOON.guild) == []

    async def test_a_refused_change_of_sheets_fails_alone(self, open_store: OpenStore) -> None:
        gate = Gate()
        store = await open_store(gate)
        await store.begin(entry())
        await store.keep(change("1", sheets=(sheet("a"),)))
        gate.shut()
        first = asyncio.create_task(store.append(entry(seq=2)))
        await gate.reached.wait()  # the rest waits while this one commits
        good = asyncio.create_task(store.keep(change("2", sheets=(sheet("b", name="Zeb"),))))
        bad = asyncio.create_task(store.keep(change("3", sheets=(sheet("a"),))))
        step = asyncio.create_task(store.append(entry(seq=3)))
        gate.opened.set()
        answers = await asyncio.gather(first, good, bad, step, return_exceptions=True)
        assert list(map(type, answers)) == [type(None), type(None), Conflict, type(None)]
        assert [each.id for each in await store.sheets_of(SALOON.guild, ANA)] == ["a", "b"]
