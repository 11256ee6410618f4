"""A database that an older release wrote goes on in this one: nothing is lost, and every fight can be played on."""

import itertools
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from rules.asking import Wish
from rules.core.codec import codec_of, encode
from rules.core.command import Answer, LayOut
from rules.core.ids import FightId, Place, SheetId, UserId
from rules.core.ruleset import Setup
from rules.core.view import Phase
from rules.drawing import DRAW
from rules.referee import Referee, Showing
from rules.registry import RULESETS
from rules.repeats import UNDO
from rules.store.protocol import StoreError
from rules.store.sql import SqlStore
from rules.undo_classes import UndoClass
from tests.store import postgres
from tests.store.released import RELEASES, rows, unpack

GUILD, GM, ANA, BO, STRANGER = 1, UserId(100), UserId(1), UserId(2), UserId(3)
SYSTEMS = {each.id: each for each in RULESETS}
NEWEST = "0007"
SILENT = {"plan-made", "turn-ended"}  # of which the GM hears nothing: secret plans, and moves that somebody left undone
DATABASES = [
    "sqlite",
    pytest.param("postgresql", marks=pytest.mark.skipif(not postgres.SERVER, reason="no PostgreSQL")),
]


@dataclass(frozen=True)
class Old:
    """An older release's database: the file it wrote, and a Referee of today over an upgraded copy of it."""

    release: str
    file: Path
    store: SqlStore
    referee: Referee
    sources: "itertools.count[int]"

    @property
    def fights(self) -> dict[str, FightId]:
        """All fights by title, as the file has them."""
        found = rows(self.file, "SELECT id, raw FROM fights ORDER BY begun")
        return {json.loads(raw)["title"]: FightId(fight) for fight, raw in found}

    def source(self) -> str:
        return f"today:{next(self.sources)}"


@pytest.fixture(params=RELEASES)
def release(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=DATABASES)
async def old(request: pytest.FixtureRequest, release: str, tmp_path: Path) -> AsyncIterator[Old]:
    file = unpack(release, tmp_path / "as-written.sqlite3")
    async with AsyncExitStack() as opened:
        if request.param == "sqlite":
            url = f"sqlite:///{unpack(release, tmp_path / 'fights.sqlite3')}"
        else:
            url = await opened.enter_async_context(postgres.database_with_rows_of(file, release))
        store = SqlStore(url)
        await store.open()
        opened.push_async_callback(store.close)
        referee = Referee(store, RULESETS, clock=lambda: 1_800_000_000.0)
        yield Old(release, file, store, referee, itertools.count(1))


def test_there_is_a_database_of_every_release_before_this_one() -> None:
    versions = Path(__file__).parents[2] / "rules" / "store" / "migrations" / "versions"
    revisions = sorted(each.name.split("_")[1] for each in versions.glob("rev_*.py"))
    assert [*RELEASES, NEWEST] == revisions


def test_between_them_they_hold_every_schema_of_every_system(tmp_path: Path) -> None:
    found = set()
    for release in RELEASES:
        file = unpack(release, tmp_path / release)
        schema = "1" if release == "0001" else "schema"
        found |= set(rows(file, f"SELECT DISTINCT ruleset, {schema} FROM fights"))
    assert found == {(each.id, schema) for each in RULESETS for schema in range(1, each.schema + 1)}


async def test_every_fight_is_there_and_can_be_looked_at(old: Old) -> None:
    assert set(await old.store.current_fights()) == {
        fight for (fight,) in rows(old.file, "SELECT id FROM fights WHERE is_current")
    }
    for title, fight in old.fights.items():
        (seq,) = rows(old.file, "SELECT seq FROM fights WHERE id = ?", fight)[0]
        showing = await old.referee.show(fight, GM)
        assert (showing.title, showing.seq) == (title, seq)
        named = " ".join(each.name for each in showing.view.combatants)
        assert "Bo" in named
        assert "Dusty" in named, "the hidden one, for the GM"
        assert (showing.view.phase is Phase.OVER) == title.endswith("put away")
        for user in (ANA, BO, STRANGER):
            await old.referee.show(fight, user)


async def test_every_log_follows_and_is_told(old: Old) -> None:
    for fight in old.fights.values():
        (count,) = rows(old.file, "SELECT count(*) FROM steps WHERE fight = ?", fight)[0]
        verified = await old.referee.verify(fight)
        assert (verified.compared, verified.uncompared) == ((count, 0) if is_present(old, fight) else (0, count))
        for user in (GM, ANA, None):
            past = await old.referee.history(fight, user, limit=1000)
            assert [each.seq for each in past] == list(range(count, 0, -1))
        for silent in [each.seq for each in await old.referee.history(fight, GM, limit=1000) if not each.lines]:
            (step,) = await old.store.steps(fight, after=silent - 1, limit=1)
            assert {each["was"] for each in json.loads(step.events)} <= SILENT


async def test_every_command_and_event_is_read_in_whatever_schema_it_was_written(old: Old) -> None:
    for fight in old.fights.values():
        record = await old.store.load(fight)
        assert record is not None
        ruleset = SYSTEMS[record.ruleset]
        codec = codec_of(ruleset)
        for step in await old.store.steps(fight, after=0, limit=1000):
            assert codec.events(step.events, step.schema)
            codec.draws(step.draws)
            if step.seq > 1 and step.command != UNDO and not step.command.startswith(b'{"do":"correct"'):
                codec.command(step.command, step.schema)


async def test_every_fight_that_goes_on_can_be_acted_in_and_undone(old: Old) -> None:
    acted, undone = set(), set()
    for title, fight in old.fights.items():
        if title.endswith("put away"):
            continue
        before, count = await state_of(old, fight), (await old.referee.show(fight, GM)).seq
        acted.add(await act(old, fight))
        after = await old.referee.show(fight, GM)
        assert after.seq > count
        assert await state_of(old, fight) != before
        dealt = [await undo(old, fight) for _ in range(after.seq - count)]
        assert any(dealt) or await state_of(old, fight) == before
        undone.update(dealt)
        verified = await old.referee.verify(fight)
        anew = 2 * (after.seq - count)
        proved = (anew + count, 0) if is_present(old, fight) else (anew, count)
        assert (verified.compared, verified.uncompared) == proved
    assert acted == {"typed in", "started", "decided"}
    assert False in undone, "some were as they had been"


async def test_what_was_ruled_long_ago_can_be_undone(old: Old) -> None:
    """As far back as the start: each undo goes back to what an older release wrote."""
    for title, fight in old.fights.items():
        if not title.endswith("goes on"):
            continue
        for _ in range(100):
            if (await old.referee.show(fight, GM)).view.phase is Phase.LOBBY:
                break
            await undo(old, fight)
        assert (await old.referee.show(fight, GM)).view.phase is Phase.LOBBY
        await old.referee.verify(fight)


async def test_what_is_still_to_be_told_is_there_once(old: Old) -> None:
    told = rows(old.file, "SELECT fight, seq, kind, text FROM messages ORDER BY id")
    assert told
    assert [(each.fight, each.seq, each.kind, each.text) for each in await old.store.unsent(limit=1000)] == told


async def test_boards_are_found_again(old: Old) -> None:
    found = rows(old.file, "SELECT fight, message FROM surfaces WHERE kind = 'board'")
    assert found
    for fight, message in found:
        board = await old.store.surface(fight, "board")
        assert board is not None
        assert board.message == message


async def test_a_channel_whose_fight_goes_on_is_taken_and_another_begins_after_its_end(old: Old) -> None:
    fight = next(iter(old.fights.values()))
    place = (await old.referee.show(fight, GM)).place
    assert (await old.referee.show(place, GM)).id == fight
    await old.referee.end(place, GM, source=old.source())
    again = await old.referee.again(place, GM, source=old.source())
    assert {"Bo"} <= {name.split()[0] for name in await names(old, again.fight)}


async def test_characters_and_the_session_are_there(old: Old) -> None:
    if old.release < "0003":
        assert await old.referee.sheets.mine(GUILD, ANA) == ()
        return
    (mine,) = await old.referee.sheets.mine(GUILD, ANA)
    shown = await old.referee.sheets.show(ANA, mine.id)
    assert (mine.name, shown.values["grit"]) == ("Cora Lee", "4")
    assert [each.name for each in await old.referee.sheets.mine(GUILD, BO)] == ["Bo's spare"]
    (session,) = await old.referee.sheets.sessions(GUILD, GM)
    assert [(each.name, each.fights) for each in session.taking] == [("Cora Lee", 1)]
    changed = await old.referee.sheets.change(ANA, SheetId(mine.id), {"flaws": "Vain"}, source=old.source())
    assert "Cora Lee" in changed.said


async def test_house_rules_and_scenes_that_were_kept_can_be_used(old: Old) -> None:
    for ruleset in RULESETS:
        houses = await old.referee.houses.sets(GUILD, ruleset.id)
        assert [each.note for each in houses] == (["by the book"] if old.release >= "0004" else [])
        kept = await old.referee.scenes.choices(GUILD, ruleset.id, GM)
        assert [each.label for each in kept] == kept_scenes(old, ruleset.id)
        for number, choice in enumerate(kept):
            place = Place(guild=GUILD, channel=900 + number + list(SYSTEMS).index(ruleset.id))
            scene = await old.referee.scenes.scene(GUILD, ruleset.id, GM, choice.key)
            begun = await old.referee.begin(
                place, GM, ruleset.id, title="", setup=Setup(own=scene), source=old.source()
            )
            laid = await old.referee.act(begun.fight, GM, LayOut(scene=scene), source=old.source())
            assert "Dusty" in await names(old, laid.fight)


async def test_whoever_was_forgotten_is_so_in_what_was_asked_about_him(tmp_path: Path) -> None:
    forgotten, known = 1_100_000_000_000_000_001, 1_100_000_000_000_000_002
    file = unpack("0006", tmp_path / "fights.sqlite3")
    ((fight,),) = rows(file, "SELECT fight FROM steps GROUP BY fight ORDER BY count(*) DESC LIMIT 1")
    asked = [f"made: give bo {forgotten}", f"made: away bo {known} else", f"made: describe {forgotten}a", "c1@1.0"]
    rows(file, "INSERT INTO traces VALUES (?, ?)", known, fight)
    for seq, expect in enumerate(asked, start=1):
        rows(file, "UPDATE steps SET expect = ? WHERE fight = ? AND seq = ?", expect, fight, seq)
    before = rows(file, "SELECT * FROM steps WHERE fight = ? AND seq > 1 ORDER BY seq", fight)
    store = SqlStore(f"sqlite:///{file}")
    await store.open()
    await store.close()
    now = rows(file, "SELECT expect FROM steps WHERE fight = ? AND seq <= 4 ORDER BY seq", fight)
    assert now == [("made: give bo -1",), *((each,) for each in asked[1:])]
    assert rows(file, "SELECT * FROM steps WHERE fight = ? AND seq > 1 ORDER BY seq", fight) == before


def is_present(old: Old, fight: FightId) -> bool:
    """Whether the release wrote it in the schema of today."""
    if old.release == "0001":
        return False
    ((ruleset, schema),) = rows(old.file, "SELECT ruleset, schema FROM fights WHERE id = ?", fight)
    return bool(schema == SYSTEMS[ruleset].schema)


def kept_scenes(old: Old, ruleset: str) -> list[str]:
    if old.release < "0004":  # nothing could be kept
        return []
    query = "SELECT name FROM saved WHERE ruleset = ? AND kind = 'scene/100'"
    return [name for (name,) in rows(old.file, query, ruleset)]


async def undo(old: Old, fight: FightId) -> bool:
    """Take back the last step; whether something that all have seen was dealt anew for it."""
    preview = await old.referee.would_undo(fight, GM)
    ruling = await old.referee.undo(fight, GM, source=old.source())
    await old.referee.told(ruling, GM)  # else the next is a repeat of it
    return preview.kind is UndoClass.REDEAL


async def names(old: Old, fight: FightId) -> list[str]:
    return [each.name for each in (await old.referee.show(fight, GM)).view.combatants]


async def state_of(old: Old, fight: FightId) -> object:
    """The state in the present schema, and the draw that is waited for."""
    record = await old.store.load(fight)
    assert record is not None
    now = codec_of(SYSTEMS[record.ruleset]).fight(record.raw, record.schema)
    return encode(now.state), now.owed_draw


async def act(old: Old, fight: FightId) -> str:
    """Do the next thing, whatever it is. Returns which kind of thing it was."""
    showing = await old.referee.show(fight, GM)
    drawn = next((each for each in showing.view.asked if each.id.startswith(DRAW)), None)
    if drawn is not None:
        answer = Answer(prompt=drawn.id, key=drawn.choices[0].key)
        await old.referee.act(fight, GM, answer, source=old.source())
        return "typed in"
    if showing.view.phase is Phase.LOBBY:
        await old.referee.act(fight, GM, Wish(kind="start", fields={}), source=old.source())
        return "started"
    asked = await open_to(old, showing)
    user = showing.players.get(asked.whom, GM) if asked.whom else GM
    blanks = {slot.name: slot.choices[0].key if slot.choices else "quickly" for slot in asked.choices[0].blanks}
    answer = Answer(prompt=asked.id, key=asked.choices[0].key, blanks=blanks)
    await old.referee.act(fight, user, answer, source=old.source())
    return "decided"


async def open_to(old: Old, showing: Showing) -> Any:  # Any: a decision as its owner sees it
    """A decision that is owed, with its choices."""
    for asked in showing.view.asked:
        user = showing.players.get(asked.whom, GM) if asked.whom else GM
        mine = next(each for each in (await old.referee.show(showing.id, user)).view.asked if each.id == asked.id)
        if mine.choices:
            return mine
    raise AssertionError("no decision is open")


@pytest.mark.parametrize("release", RELEASES[-1:])
async def test_a_database_newer_than_the_program_is_refused_in_words_and_untouched(
    release: str, tmp_path: Path
) -> None:
    file = unpack(release, tmp_path / "fights.sqlite3")
    rows(file, "UPDATE fairdraw_version SET version_num = '0999'")
    before = contents(file)
    with pytest.raises(StoreError, match="newer Fair Draw: run that version, or restore a backup"):
        await SqlStore(f"sqlite:///{file}").open()
    assert contents(file) == before


def contents(file: Path) -> Mapping[str, list[tuple[Any, ...]]]:  # Any: as in `rows`
    """Every row of every table, and the shape."""
    tables = rows(file, "SELECT name, sql FROM sqlite_master")
    names = [name for name, sql in tables if sql and sql.startswith("CREATE TABLE")]
    return {"": tables, **{name: rows(file, f"SELECT * FROM {name}") for name in names}}
