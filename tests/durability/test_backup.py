"""Backups are made beside a running bot, are whole, and bring everything back; a kill at any point leaves one whole."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from bot import maintenance
from bot.__main__ import main
from bot.backup import make_backup, note_backup
from bot.database_copy import copy_whole
from bot.holding import held_in
from bot.rehearsal import Loopback
from bot.restore import Declined, Plan, restore
from bot.settings import Settings
from rules.store.engines import address
from rules.store.lock import only_process
from rules.store.migrate import revisions
from rules.store.protocol import StoreError
from rules.store.sql import SqlStore
from tests.durability.child import BOT, Child, environment, run
from tests.durability.hosting import LATER, NOON, chosen, chosen_settings, contents
from tests.store.released import RELEASES, rows, unpack
from tests.support.modes import modes_met
from tests.support.table import require_refused, seated

NAMED = "fights-2027-01-15-080000.sqlite3"
LAST = RELEASES[-1]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database of the last release, brought to the present shape."""
    file = unpack(LAST, tmp_path / "fights.sqlite3")
    assert maintenance.run(chosen_settings(file), chosen("migrate"), now=NOON - 60) == 0
    return file


def restored(database: Path, backup: Path, *, now: float = LATER) -> Path | None:
    return restore(address(f"sqlite:///{database}"), backup, now=now, agrees=lambda _: True)


# ---- making one


def test_a_backup_is_one_file_with_everything_in_it_that_nobody_else_may_read(database: Path) -> None:
    made = make_backup(database, None, now=NOON)
    assert made.file == database.parent / "backups" / NAMED
    assert contents(made.file) == contents(database)
    assert made.file.stat().st_mode & 0o077 == 0
    assert [each.name for each in made.file.parent.iterdir() if "shape" not in each.name] == [NAMED]


def test_a_backup_tells_what_it_holds(database: Path) -> None:
    holding = make_backup(database, None, now=NOON).holding
    assert (holding.fights, holding.current) == (12, 9)
    assert holding.steps == rows(database, "SELECT count(*) FROM steps")[0][0]
    assert holding.newest == rows(database, "SELECT max(at) FROM steps")[0][0]
    assert (holding.revision, holding.troubles) == (revisions()[-1], ())


async def test_when_it_was_made_is_found_by_the_store_of_a_running_bot(database: Path) -> None:
    url = f"sqlite:///{database}"
    store = SqlStore(url)
    await store.open()
    raw = await store.setting("backup", 0)
    assert raw is not None
    assert msgspec.json.decode(raw) == {"at": NOON - 60}, "the copy of before the upgrade"
    assert await note_backup(address(url), NOON)
    assert await note_backup(address(url), LATER)
    raw = await store.setting("backup", 0)
    assert raw is not None
    assert msgspec.json.decode(raw) == {"at": LATER}
    await store.set("person", 7, b"{}")  # and the bot writes on
    await store.close()


def test_a_backup_of_the_moment_it_began_is_made_whatever_is_written_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the snapshot SQLite would begin anew after every act: here there is one after every megabyte."""
    live, copy = tmp_path / "live.sqlite3", tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(live, isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode=WAL")
        writer.execute("CREATE TABLE t (number INTEGER, text TEXT)")
        writer.executemany("INSERT INTO t VALUES (?, ?)", [(0, "x" * 100_000)] * 100)
        acts: list[float] = []

        def act(_: float) -> None:
            begun = time.perf_counter()
            writer.execute("INSERT INTO t VALUES (1, 'meanwhile')")
            acts.append(time.perf_counter() - begun)

        monkeypatch.setattr("time.sleep", act)
        copy_whole(live, copy)
    assert 10 <= len(acts) <= 11, "ten megabytes, and each copied once"
    assert max(acts) < 1.0, "seconds: whoever waits for a lock here waits for five"
    assert rows(copy, "SELECT count(*), max(number) FROM t") == [(100, 0)]
    assert rows(live, "SELECT count(*), max(number) FROM t") == [(100 + len(acts), 1)]


def test_only_the_newest_dated_ones_are_kept(database: Path) -> None:
    folder = database.parent / "backups"
    for day in range(5):
        made = make_backup(database, None, now=NOON + day * 86400, keep=3)
    others = {"fights-2027-01-15-080000-shape-0005.sqlite3", "mine.sqlite3", "fights-2026-01-01-000000.sqlite3.txt"}
    for other in others:
        (folder / other).touch()
    made = make_backup(database, None, now=NOON + 5 * 86400, keep=3)
    assert [each.name[7:17] for each in made.dropped] == ["2027-01-17"]
    left = {each.name for each in folder.iterdir()} - others
    assert {each[7:17] for each in left if "-shape-" not in each} == {"2027-01-18", "2027-01-19", "2027-01-20"}
    assert others <= {each.name for each in folder.iterdir()}


def test_a_backup_goes_where_it_is_told_to(database: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert make_backup(database, elsewhere, now=NOON, keep=1).file == elsewhere / NAMED
    assert make_backup(database, tmp_path / "mine.db", now=NOON).file == tmp_path / "mine.db"
    for to, saying in (
        (tmp_path / "mine.db", "left alone"),
        (database, "left alone"),
        (tmp_path / "nowhere" / "x.db", "does not exist"),
    ):
        with pytest.raises(StoreError, match=saying):
            make_backup(database, to, now=NOON)
    with pytest.raises(StoreError, match="name a folder"):
        make_backup(database, tmp_path / "other.db", now=NOON, keep=2)


def test_a_fight_that_cannot_be_read_is_named_and_no_older_backup_is_dropped(database: Path) -> None:
    make_backup(database, None, now=NOON)
    (broken, channel), *_, (forged, _) = rows(
        database, "SELECT id, channel FROM fights WHERE is_current ORDER BY begun"
    )
    rows(database, "UPDATE fights SET raw = x'00' WHERE id = ?", broken)
    rows(database, "UPDATE steps SET seq = 1000 WHERE fight = ? AND seq = 2", forged)
    made = make_backup(database, None, now=LATER, keep=1)
    assert any(f"{broken} in channel {channel} cannot be read" in each for each in made.holding.troubles)
    assert any(forged in each and "step 2 is missing" in each for each in made.holding.troubles)
    assert made.dropped == ()
    assert maintenance.run(chosen_settings(database), chosen("backup"), now=LATER + 1) == maintenance.TROUBLE


def test_a_backup_needs_no_token(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(database.parent)  # where there is no .env
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{database}")
    assert main(["backup"]) == 0
    assert "12 fights" in capsys.readouterr().out
    assert main(["doctor"]) == 1
    told = capsys.readouterr().out
    assert "✗ Settings: DISCORD_TOKEN: is missing." in told
    assert "✓ Backup: " in told


def test_what_cannot_be_meant_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for keep in ("0", "-1", "many"):
        with pytest.raises(SystemExit):
            main(["backup", "--keep", keep])
        assert "a whole number from 1 on" in capsys.readouterr().err
    monkeypatch.chdir(tmp_path)
    for asked in (chosen("backup"), chosen("backup", noted=True), chosen("migrate")):
        with pytest.raises(StoreError, match=f"no database yet: {tmp_path / 'none.sqlite3'}"):
            maintenance.run(chosen_settings(Path("none.sqlite3")), asked, now=NOON)
    assert not list(tmp_path.iterdir())


def test_a_damaged_database_makes_no_backup(database: Path) -> None:
    whole = database.read_bytes()
    database.write_bytes(whole[:8192] + b"\xff" * 4096 * 8 + whole[8192 + 4096 * 8 :])
    with pytest.raises(StoreError, match="damaged"):
        make_backup(database, None, now=NOON)
    assert not (database.parent / "backups" / NAMED).exists()
    assert not list((database.parent / "backups").glob("*.part*"))


def test_postgresql_is_left_to_its_own_tools_and_no_password_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    settings = Settings.model_validate(
        {"discord_token": "x", "database_url": "postgresql://me:hunter2@db.example:5433/fair"}
    )
    for command, tool in (("backup", "pg_dump"), ("restore", "pg_restore")):
        where = "--host=db.example --port=5433 --username=me --dbname=fair"
        with pytest.raises(StoreError, match=f"{tool} .*{where}") as refused:
            maintenance.run(settings, chosen(command, Path("fair.dump")), now=NOON)
        assert "hunter2" not in str(refused.value)
    assert "hunter2" not in "".join(capsys.readouterr())


# ---- bringing one back


def test_everything_is_as_it_was_and_the_database_of_before_is_kept(database: Path) -> None:
    backup, then = make_backup(database, None, now=NOON).file, contents(database)
    rows(database, "UPDATE fights SET guild = 77")
    rows(database, "UPDATE steps SET command = x'7b7d'")
    spoiled = contents(database)
    aside = restored(database, backup)
    assert contents(database) == then
    assert aside == database.parent / "fights.sqlite3.before-restore-2027-01-16-080000"
    assert contents(aside) == spoiled
    assert restored(database, aside, now=LATER + 1) is not None, "which brings that one back"
    assert contents(database) == spoiled


def test_what_a_killed_bot_left_in_the_log_beside_the_database_is_kept_and_does_not_mix(database: Path) -> None:
    backup, then = make_backup(database, None, now=NOON).file, contents(database)
    killed = os.fork()
    if not killed:
        writer = sqlite3.connect(database, isolation_level=None)
        writer.execute("PRAGMA journal_mode=WAL")
        writer.execute("UPDATE fights SET guild = 77")
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(killed, 0)
    assert Path(f"{database}-wal").stat().st_size > 0
    aside = restored(database, backup)
    assert contents(database) == then
    assert aside is not None
    assert rows(aside, "SELECT DISTINCT guild FROM fights") == [(77,)]


def test_what_is_kept_aside_is_at_no_moment_readable_by_more_people(database: Path) -> None:
    backup = make_backup(database, None, now=NOON).file
    database.write_bytes(b"no database at all" * 1000)
    database.chmod(0o600)
    assert modes_met(lambda: restored(database, backup), "before-restore", ["open", "os.utime"]) == {0o600}
    (aside,) = database.parent.glob("*.before-restore-*")
    assert aside.stat().st_mode & 0o777 == 0o600


def test_a_damaged_database_is_replaced_and_kept_as_it_is(database: Path) -> None:
    backup, then = make_backup(database, None, now=NOON).file, contents(database)
    database.write_bytes(b"no database at all" * 1000)
    aside = restored(database, backup)
    assert contents(database) == then
    assert aside is not None
    assert aside.read_bytes() == b"no database at all" * 1000


@pytest.mark.parametrize("release", RELEASES)
async def test_a_backup_of_any_release_is_brought_to_the_present_shape(release: str, tmp_path: Path) -> None:
    old, database = unpack(release, tmp_path / "old.sqlite3"), tmp_path / "fights.sqlite3"
    then, seen = old.read_bytes(), []

    def agrees(plan: Plan) -> bool:
        seen.append(plan)
        return True

    await asyncio.to_thread(restore, address(f"sqlite:///{database}"), old, now=NOON, agrees=agrees)
    assert [(plan.revision, plan.coming.revision, plan.present) for plan in seen] == [(release, "0007", None)]
    assert seen[0].coming.troubles == ()
    assert old.read_bytes() == then
    store = SqlStore(f"sqlite:///{database}")
    await store.open()
    assert len(await store.current_fights()) == seen[0].coming.current
    await store.close()


@pytest.mark.parametrize(("is_newer", "saying"), [(True, "of a newer version"), (False, "cannot be read")])
def test_restore_tells_a_newer_database_from_a_damaged_one_and_keeps_either(
    database: Path, is_newer: bool, saying: str, capsys: pytest.CaptureFixture[str]
) -> None:
    backup = make_backup(database, None, now=NOON).file
    (_newer if is_newer else _junk)(database)
    assert maintenance.run(chosen_settings(database), chosen("restore", backup), now=LATER) == 0
    told = capsys.readouterr().out
    assert f"The database now: {saying}; it is kept aside." in told
    assert "The database of before is kept: " in told


def test_whoever_is_asked_may_decline(database: Path) -> None:
    backup = make_backup(database, None, now=NOON).file
    rows(database, "UPDATE fights SET guild = 77")
    before = database.read_bytes()
    with pytest.raises(Declined):
        restore(address(f"sqlite:///{database}"), backup, now=LATER, agrees=lambda _: False)
    assert database.read_bytes() == before
    assert not list(database.parent.glob("*restor*"))


def _junk(file: Path) -> None:
    file.write_bytes(b"junk" * 5000)


def _cookies(file: Path) -> None:
    file.unlink()
    rows(file, "CREATE TABLE cookies (name TEXT)")


def _newer(file: Path) -> None:
    rows(file, "UPDATE fairdraw_version SET version_num = '0999'")


def _torn(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def _orphaned(file: Path) -> None:
    rows(file, "DELETE FROM fights")


@pytest.mark.parametrize(
    ("spoil", "saying"),
    [
        (_junk, r"not a database .*\. Take another backup"),
        (_cookies, "no database of Fair Draw's"),
        (_newer, "newer Fair Draw .*up to 0007"),
        (_torn, r"damaged .*\. Take another backup"),
        (_orphaned, r"damaged: .*\. Take another backup"),
        (Path.unlink, "no such file"),
    ],
)
def test_what_is_no_whole_backup_of_ours_is_refused_and_nothing_is_touched(
    database: Path, spoil: Callable[[Path], None], saying: str
) -> None:
    backup = make_backup(database, None, now=NOON).file
    spoil(backup)
    before = database.read_bytes()
    with pytest.raises(StoreError, match=saying) as refused:
        restored(database, backup)
    assert "estore a backup" not in str(refused.value)
    assert database.read_bytes() == before
    assert not list(database.parent.glob("*restor*"))


def test_a_folder_is_no_backup_and_its_newest_is_named(database: Path, tmp_path: Path) -> None:
    older, newer = (make_backup(database, None, now=now).file for now in (NOON, LATER))
    os.utime(older, (NOON, NOON))
    os.utime(newer, (LATER, LATER))
    with pytest.raises(StoreError, match=rf"is a folder: .*{newer}\.$"):
        restored(database, older.parent)
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(StoreError, match=r"is a folder: name a file in it\.$"):
        restored(database, empty)


def test_while_a_bot_runs_nothing_is_restored(database: Path) -> None:
    backup = make_backup(database, None, now=NOON).file
    with only_process(database), pytest.raises(StoreError, match="Stop it first"):
        restored(database, backup)
    with pytest.raises(StoreError, match="database itself"):
        restored(database, database)


def test_what_was_told_since_the_backup_is_not_told_again(database: Path) -> None:
    waiting = "SELECT fight, seq FROM messages ORDER BY id"
    told, untold = rows(database, waiting)[0], rows(database, waiting)[-1]
    backup = make_backup(database, None, now=NOON).file
    rows(database, "DELETE FROM messages WHERE fight = ? AND seq = ?", *told)
    rows(database, "UPDATE steps SET told = 1 WHERE fight = ? AND seq = ?", *told)
    rows(database, "UPDATE surfaces SET message = 4321")
    assert rows(backup, "SELECT DISTINCT message FROM surfaces") == [(1234,)]
    restored(database, backup)
    left = rows(database, waiting)
    assert told not in left
    assert untold in left
    assert rows(database, "SELECT told FROM steps WHERE fight = ? AND seq = ?", *told) == [(1,)]
    assert rows(database, "SELECT DISTINCT message FROM surfaces") == [(4321,)], "the board that is newest"


def test_another_step_of_the_same_number_says_nothing_of_what_was_told(database: Path) -> None:
    (fight, seq), *_ = rows(database, "SELECT fight, seq FROM messages")
    backup = make_backup(database, None, now=NOON).file
    rows(database, "DELETE FROM messages")
    rows(database, "UPDATE steps SET digest = x'00' WHERE fight = ? AND seq = ?", fight, seq)
    restored(database, backup)
    assert {(fight, seq)} == set(rows(database, "SELECT fight, seq FROM messages"))


# ---- upgrading


def test_migrate_leaves_a_newer_database_and_one_in_use_alone(database: Path) -> None:
    with only_process(database), pytest.raises(StoreError, match="Stop it first"):
        maintenance.run(chosen_settings(database), chosen("migrate"), now=NOON)
    _newer(database)
    before = contents(database)
    with pytest.raises(StoreError, match=r"^The database is of a newer Fair Draw: nothing was done\. Run that version"):
        maintenance.run(chosen_settings(database), chosen("migrate"), now=NOON)
    with pytest.raises(StoreError, match=r"newer Fair Draw .* No backup was made\.$"):
        maintenance.run(chosen_settings(database), chosen("backup"), now=NOON)
    assert contents(database) == before


# ---- killed at any point


TOUCHES = ("open", "os.rename", "os.remove", "os.chmod", "sqlite3.connect")  # as Python tells whoever audits it


def killed_at(point: int, work: Callable[[], object]) -> bool:
    """Do the work in another process, killed when it touches such a file for the `point`th time; False: it ended."""
    child = os.fork()
    if child == 0:
        left = point

        def count(event: str, about: tuple[object, ...]) -> None:
            nonlocal left
            if event == "time.sleep" or (event in TOUCHES and "fights" in str(about[0])):
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        try:
            sys.addaudithook(count)
            work()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def test_a_backup_killed_at_any_point_leaves_none_or_a_whole_one(database: Path) -> None:
    then, folder = contents(database), database.parent / "backups"
    for each in folder.iterdir():
        each.unlink()
    ended = 0
    for point in range(1, 500):
        is_killed = killed_at(point, lambda: make_backup(database, None, now=NOON))
        made = list(folder.glob("*.sqlite3"))
        assert contents(database) == then
        for each in made:
            assert held_in(each).troubles == ()
            assert contents(each) == then
            each.unlink()
        if not is_killed:
            assert made, "it came to its end"
            ended = point
            break
    assert ended > 10
    make_backup(database, None, now=NOON)
    assert [each.name for each in folder.iterdir()] == [NAMED], "what the killed ones left is gone"


def test_a_restore_killed_at_any_point_leaves_the_old_database_or_the_new_one(tmp_path: Path) -> None:
    old, backup = unpack("0002", tmp_path / "old.sqlite3"), unpack("0001", tmp_path / "backup.sqlite3")
    reference = tmp_path / "reference.sqlite3"
    reference.write_bytes(old.read_bytes())
    restored(reference, backup)
    before, after = contents(old), contents(reference)
    database, ended, found = tmp_path / "fights.sqlite3", 0, set()
    for point in range(1, 500):
        for left in tmp_path.glob("fights.sqlite3*"):
            left.unlink()
        database.write_bytes(old.read_bytes())
        is_killed = killed_at(point, lambda: restored(database, backup))
        now = contents(database)
        assert now in (before, after)
        found.add("old" if now == before else "new")
        for aside in tmp_path.glob("*.before-restore-2027-01-16-080000"):
            assert contents(aside) == before
        if point % 5 == 0 or not is_killed:  # it can be done again
            restored(database, backup, now=LATER + 60)
            assert contents(database) == after
            assert not list(tmp_path.glob("fights.sqlite3.restoring*"))
            assert not list(tmp_path.glob("*.part"))
        if not is_killed:
            ended = point
            break
    assert ended > 10
    assert found == {"old", "new"}


# ---- with a bot


async def test_a_bot_goes_on_after_a_restore_and_every_old_button_answers(tmp_path: Path) -> None:
    """What was ruled after the backup is gone; a fight begun after it is gone too, and its buttons say so."""
    database, kept = tmp_path / "fights.sqlite3", tmp_path / "kept.db"
    async with Loopback() as loopback:
        later = loopback.channel("later")
        async with seated(loopback, database=database) as table:
            await table.fight("Ana", "Bo")
            dealer, ana = table.person("Dealer"), table.person("Ana")
            then = await table.seq()
            made = await asyncio.to_thread(maintenance.run, chosen_settings(database), chosen("backup", kept), now=NOON)
            assert made == 0
            with pytest.raises(StoreError, match="Stop it first"):
                await asyncio.to_thread(restored, database, kept)
            await ana.command("/act", action="I am Lookout")
            await dealer.command("/fight begin", later, system="texarkana", scene="ambush", title="Lost")
            await table.settled()
            assert await table.seq() == then + 1
            board, lost = table.board(), table.board(later)
        await asyncio.to_thread(restored, database, kept)
        said = len(table.posted())
        async with seated(loopback, database=database) as table:
            await table.settled()
            assert await table.seq() == then
            assert len(table.posted()) == said, "nothing is told again"
            gone = await dealer.press(lost, table.button(lost, "Join"))
            require_refused(gone, "That fight is gone")
            owed = await ana.press(board, table.button(board, "Your move"))
            assert "Lookout" in owed.text, "she decides once more"
            await ana.command("/act", action="I am Lookout")
            await table.settled()
            assert await table.seq() == then + 1
            assert (await table.bot.referee.verify(table.place())).uncompared == 0


async def test_what_is_news_after_a_restore_is_told_though_a_later_step_had_been(tmp_path: Path) -> None:
    database, kept = tmp_path / "fights.sqlite3", tmp_path / "kept.db"
    async with Loopback() as loopback:
        async with seated(loopback, database=database) as table:
            await table.fight("Ana", "Bo")
            dealer, ana = table.person("Dealer"), table.person("Ana")
            await asyncio.to_thread(make_backup, database, kept, now=time.time())
            for value in ("2 days", "1 day"):
                await dealer.command("/gm table", what="Time to answer", value=value)
            await dealer.command("/gm give-seat", who="Lefty", to="Ana")
            await table.settled()
        await asyncio.to_thread(restored, database, kept)
        async with seated(loopback, database=database) as table:
            before = len(loopback.world.direct_with(ana.user).messages)
            await dealer.command("/gm give-seat", who="Moss", to="Ana")
            await table.settled()
            assert len(loopback.world.direct_with(ana.user).messages) == before + 1


async def test_backup_and_restore_as_typed_beside_a_running_bot(tmp_path: Path) -> None:
    database = tmp_path / "fights.sqlite3"
    async with Loopback() as loopback:
        env = environment(loopback, database)
        bot = Child(loopback, tmp_path / "bot.log", (*BOT, "run"), env)
        await bot.start()
        code, out, err = await run((*BOT, "backup", "--keep", "7"), env)
        assert (code, err) == (0, "")
        (backup,) = (tmp_path / "backups").iterdir()
        assert out == f"{backup}: 0 fights, 0 of them not put away; 0 steps; shape 0007.\n"
        code, out, err = await run((*BOT, "restore", str(backup), "--yes"), env)
        assert (code, out) == (1, "")
        assert "Stop it first" in err
        assert await bot.stop() == 0
        code, out, err = await run((*BOT, "restore", str(backup)), env)
        assert code == 2, "nobody was there to be asked"
        assert "Say --yes if so" in out
        code, out, err = await run((*BOT, "restore", str(backup), "--yes"), env)
        assert (code, err) == (0, "")
        assert "is kept" in out
        assert "bug" not in (tmp_path / "bot.log").read_text()


async def test_a_backup_process_killed_beside_a_running_bot_leaves_none_or_a_whole_one(tmp_path: Path) -> None:
    database = tmp_path / "fights.sqlite3"
    async with Loopback() as loopback:
        env = environment(loopback, database)
        async with seated(loopback, database=database) as table:
            await table.fight("Ana", "Bo")
            for moment in (0.5, 1.0, 1.5, 2.0, 2.5):
                backup = await asyncio.create_subprocess_exec(
                    *BOT, "backup", env=env, stdout=asyncio.subprocess.DEVNULL
                )
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(backup.wait(), moment)
                with contextlib.suppress(ProcessLookupError):
                    backup.kill()
                await backup.wait()
                for each in (tmp_path / "backups").glob("*.sqlite3"):
                    assert held_in(each).troubles == ()
            await table.person("Ana").command("/act", action="I am Lookout")
            code, out, _ = await run((*BOT, "backup"), env)
            assert code == 0
            assert "1 fight, 1 of them not put away" in out
